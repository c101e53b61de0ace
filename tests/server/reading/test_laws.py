"""The laws of reading, in positions of every game: an order counts where nothing doubtful stands beside it."""

from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbem.play.game import Game
from pbem.server.reading import pieces
from pbem.server.reading.finder import WORDS, Position, find_orders
from pbem.server.reading.guessing import only_order
from pbem.server.reading.judge import Verdict, announces_doubt, judge, judge_beside, takes_back
from pbem.server.reading.other_words import other_words
from pbem.server.reading.sentence_shapes import is_legal
from pbem.server.reading.sentences import Sentence, split_sentences
from tests.server.reading.walks import each_game, reached, walks

BEFORE = ["", "Hi Ben, ", "Ok, so ", "My move: ", "Well then, ", "I think I will play ", "Please "]
BEHIND = ["", ", please", ", thanks", " :-)", " now", ", good luck", ", because I can", " (my last chance)"]
DOUBTS = [
    ("If you agree, ", ""), ("Maybe ", ""), ("I would rather not play ", ""), ("What about ", "?"), ("", " or so?"),
    ("Do not play ", ""), ("", ", or something else"), ("", ", unless you mind"), ("Ben said ", ""),
    ("Should I play ", "?"),
    ("I was going to say ", ", but no"), ("Never ", ""), ("", ", perhaps"), ("Instead of ", ""), ("", "... no, wait"),
    ("", " if that is legal"), ("Yesterday you wrote ", ""), ("In the other match ", " was a mistake"),
]  # fmt: skip
NONSENSE = st.lists(st.sampled_from("bcdfghjklmnpqrstvwxz"), min_size=4, max_size=8, unique=True).map("".join)
"""Without letters that are drawn out: `hfff` is hf."""


def at(game: Game[Any], walk: tuple[int, int]) -> tuple[Position, str]:
    """A position, and an order there that may stand in a sentence."""
    found = reached(game, *walk)
    assume(found is not None)
    assert found is not None
    words = found[1].split()
    assume(1 < len(words) <= WORDS)
    assume(not {"if", "look", "name"} & set(words))  # a condition, or any text at all
    return found


def read(position: Position, text: str) -> list[tuple[Verdict, list[str]]]:
    """For each sentence in which orders are found how certain they are, and the orders."""
    found = []
    sentences = list(split_sentences(text))
    if any(takes_back(sentence.plain) for sentence in sentences[1:]):
        return []
    for sentence in sentences:
        spans = [span for span in find_orders(position, sentence) if is_legal(position, span)]
        if spans:
            found.append((judge(position, sentence, spans, {"ben"}), [span.line for span in spans]))
    return found


@each_game
@settings(deadline=None, max_examples=60)
@given(walk=walks, before=st.sampled_from(BEFORE), behind=st.sampled_from(BEHIND))
def test_an_order_is_found_among_courtesies(
    game: Game[Any], walk: tuple[int, int], before: str, behind: str
) -> None:
    position, order = at(game, walk)
    found = read(position, f"{before}{order}{behind}")
    assert [verdict for verdict, _ in found] == [Verdict.CLEAR]
    assert [str(position.read(line)) for line in found[0][1]] == [str(position.read(order))]


@each_game
@settings(deadline=None, max_examples=60)
@given(walk=walks, doubt=st.sampled_from(DOUBTS))
def test_an_order_in_doubt_is_never_certain(
    game: Game[Any], walk: tuple[int, int], doubt: tuple[str, str]
) -> None:
    """But for a condition of the game: it is refused if it names no fact."""
    position, order = at(game, walk)
    for verdict, lines in read(position, f"{doubt[0]}{order}{doubt[1]}"):
        assert verdict is not Verdict.CLEAR or " if " in lines[-1]


@each_game
@settings(deadline=None, max_examples=60)
@given(walk=walks, word=NONSENSE, behind=st.booleans())
def test_what_is_not_known_is_doubt(game: Game[Any], walk: tuple[int, int], word: str, behind: bool) -> None:
    """A word that nobody knows before an order, or right behind it."""
    position, order = at(game, walk)
    text = f"{order} {word}" if behind else f"{word} {order}"
    for verdict, lines in read(position, text):
        assert verdict is not Verdict.CLEAR or word in " ".join(lines).lower()


@each_game
@settings(deadline=None, max_examples=60)
@given(walk=walks)
def test_other_words_hold_no_name_that_is_not_written(game: Game[Any], walk: tuple[int, int]) -> None:
    """Orders in another form have only figures and numbers that their sentence has."""
    position, order = at(game, walk)
    reworded = other_words(position, Sentence(order, order))
    for span in reworded.spans if reworded is not None else ():
        digits = {word for word in span.line.lower().split() if any(sign.isdigit() for sign in word)}
        assert digits <= set(order.lower().replace(",", " ").split()) | {
            word + "," for word in digits
        } or all(word.strip(",") in order.lower() for word in digits)


@pytest.mark.parametrize(
    "text",
    [
        "Scrap that.", "Forget it", "cancel that", "strike that", "Hold on, I have to check something first",
        "no, wait",
        "On second thought, not yet",
        "Please ignore the above", "Sorry, wrong match", "I changed my mind",
    ],
)  # fmt: skip
def test_what_takes_back_is_known(text: str) -> None:
    assert takes_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "Well done!", "No hurry.", "Good luck", "I cannot wait to see this", "You may hold me to it",
        "No rain today, so we went sailing.", "Stop laughing, I had no better one.", "Hardly any snow here.",
    ],
)  # fmt: skip
def test_kind_sentences_take_nothing_back(text: str) -> None:
    assert not takes_back(text)


@pytest.mark.parametrize(
    "text", ["What if I play this:", "Would this be legal?", "Do not play this yet:", "For example:"]
)
def test_what_puts_lines_below_in_doubt_is_known(text: str) -> None:
    assert announces_doubt(text)


def test_nobody_writes_into_pieces() -> None:
    kinds = [pieces.Order, pieces.Ordered, pieces.Question, pieces.Wish, pieces.Talk, pieces.Unread]
    assert all(kind.__struct_config__.frozen for kind in kinds)
    assert all(issubclass(kind, msgspec.Struct) for kind in kinds)


@each_game
@settings(deadline=None, max_examples=60)
@given(walk=walks)
def test_a_guess_is_legal_and_holds_no_name_that_is_not_written(
    game: Game[Any], walk: tuple[int, int]
) -> None:
    """The names of an order among unknown words are put together to an order that is legal, or to none."""
    position, order = at(game, walk)
    names = [word for word in order.split() if position.is_name(word) or word.isdigit()]
    text = f"blorf {' wibble '.join(names)} quux"
    guess = only_order(position, Sentence(text, text))
    if guess is not None:
        assert position.is_legal(guess.line, position.game.order_of(guess.line))
        named = [word for word in guess.line.lower().replace(",", " ").split() if position.is_name(word)]
        assert {position.names.figure(word).lower() or word for word in named} <= set(text.lower().split())


@pytest.mark.parametrize("text", ["That was last week.", "Please keep it until I write again.", "Hold on."])
def test_a_sentence_that_points_at_an_order_is_doubt(text: str) -> None:
    assert takes_back(text) or judge_beside(text) is not Verdict.CLEAR


@pytest.mark.parametrize(
    "text",
    [
        "What a day!",
        "My neighbour has a new car.",
        "That was fun.",
        "It is my first game.",
        "See you on Monday",
    ],
)
def test_talk_beside_an_order_is_no_doubt(text: str) -> None:
    assert judge_beside(text) is Verdict.CLEAR
    assert judge_beside(text, introduces=True) is Verdict.CLEAR


@pytest.mark.parametrize("text", ["Draft only.", "Not for today.", "On hold", "(hypothetical)", "Wait!"])
def test_a_few_words_of_doubt_speak_of_the_order_beside_them(text: str) -> None:
    assert takes_back(text) or judge_beside(text) is not Verdict.CLEAR


@pytest.mark.parametrize(
    "text", ["I never learn.", "Nobody gets past you!", "See you later", "What rubbish!"]
)
def test_a_few_words_with_a_subject_of_their_own_are_talk(text: str) -> None:
    assert judge_beside(text) is Verdict.CLEAR


@pytest.mark.parametrize(
    "text", ["Save for later:", "Ben's line:", "The old me would play", "What worries me about"]
)
def test_a_line_that_the_order_goes_on_with_is_part_of_its_sentence(text: str) -> None:
    assert judge_beside(text, introduces=True) is Verdict.UNKNOWN


@pytest.mark.parametrize("text", ["Here we go:", "My move today:", "As promised in my last letter:"])
def test_a_line_that_introduces_an_order_as_one_is_no_doubt(text: str) -> None:
    assert judge_beside(text, introduces=True) is Verdict.CLEAR


@pytest.mark.parametrize("text", ["is what a fool would do", "if he stays put", "would have been nice"])
def test_a_line_that_goes_on_with_the_order_above_is_part_of_its_sentence(text: str) -> None:
    assert judge_beside(text, follows=True) is Verdict.UNKNOWN
    assert judge_beside("was fun", follows=True) is Verdict.CLEAR
