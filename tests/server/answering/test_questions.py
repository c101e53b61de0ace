"""Questions are answered with facts of the match, of the game, or of the server."""

import re
import time
from pathlib import Path

import pytest

from pbem.server.answering import kinds
from pbem.server.answering.questions import MOST_LINES, answer, how_it_stands, is_question
from tests.server.answering.positions import BEGINNINGS, about, place, set_up

HERE = Path(__file__).parent


def _read() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    where = ""
    for line in (HERE / "questions.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            where = line.strip("[]")
        elif " -> " in line:
            question, _, expected = line.partition(" -> ")
            found.setdefault(where, []).append((question, expected))
    return found


QUESTIONS = _read()


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("where", QUESTIONS)
def test_questions_are_answered(where: str) -> None:
    """At least nine of ten, in at most twelve lines."""
    asker, wrong = about(where), []
    for question, expected in QUESTIONS[where]:
        told = answer(question, asker) if is_question(question) else ""
        assert told is None or len(told.splitlines()) <= MOST_LINES, question
        right = (
            told is None if expected == "-" else bool(told) and re.search(expected, _flat(told or ""), re.I)
        )
        wrong += [] if right else [f"{question}: {told}"]
    assert len(wrong) <= len(QUESTIONS[where]) // 20, wrong


@pytest.mark.parametrize("where", QUESTIONS)
def test_a_question_changes_nothing(where: str) -> None:
    """Whatever is asked, and whatever wishes are in it."""
    asker = about(where)
    office = place(where if where in BEGINNINGS else "dodgeball").office
    before = office.dump()
    for question, _ in QUESTIONS[where]:
        answer(question, asker)
    assert office.dump() == before


@pytest.mark.parametrize("where", BEGINNINGS)
def test_b39_nobody_is_told_what_others_plan(where: str) -> None:
    """Twins that differ in the secrets of the other player alone answer alike, to the word."""
    secrets = {
        "dodgeball": ("always dodge\nalways put front", "always catch\nalways put back"),
        "toxic-gnome": ("always shift left", "word CHIC"),
        "gnomeball": ("whenever loose: any fetch", "B1 pass"),
        "slargeball": ("T1 fetch\nR hold", "T1 goal\nR chase rT1\nG hold\ndone"),
        "elfball": ("always intercept best\nalways save no agile", "M pass"),
    }[where]
    told = []
    for lines in secrets:
        twin = set_up(where)
        twin.office.write("ben@example.org", f"match {twin.number}\n{lines}")
        assert twin.loaded.match.state.private or any(seat.queue for seat in twin.loaded.seats)
        asker = twin.about()
        told.append([answer(question, asker) for question, _ in QUESTIONS[where]])
    assert told[0] == told[1]


def test_an_answer_costs_little() -> None:
    """At most a tenth of a second, the first one too, which makes the index; the list of words, which the first order
    with one loads, is there already."""
    answer("Would polar work from here?", about("toxic-gnome"))
    for where, questions in QUESTIONS.items():
        asker = about(where)
        for question, _ in questions:
            begun = time.process_time()
            answer(question, asker)
            assert time.process_time() - begun < 0.1 * 2, question  # other tests run beside this one


@pytest.mark.parametrize(
    "text",
    [
        "What can A1 do?", "who has the ball", "whose turn is it", "Hi, is it my turn?", "can S1 move b3",
        "Explain dodge",
        "I don't understand this", "Sorry, what's a Hunter again?", "to whom do I write", "S1 move b3?",
    ],
)  # fmt: skip
def test_these_are_questions(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "What a game!", "How lovely!", "S1 move b3", "Have fun", "When I am back I will write",
        "May the best gnome win",
        "Do your worst!", "I quit", "Why not!", "Thanks for the match",
    ],
)  # fmt: skip
def test_these_are_none(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    ("where", "question", "expected"),
    [
        (
            "dodgeball",
            "should I play S1 move b3?",
            "Yes, you could: S1 move b3 S1 steps from b4 to b3, for the 2.",
        ),
        ("dodgeball", "Is S1 throw N1 a good idea?", "N1 is hit in 15 of 36 cases"),
        ("dodgeball", "Would S3 throw N1 work?", "No: S3 throw N1: S3 has no ball"),
        ("gnomeball", "is A1 fetch allowed?", "A1 picks the gnome up from f5."),
        ("toxic-gnome", "Is RAIN a word?", "Ann forms RAIN"),
        ("elfball", "Would A go goal work?", "costs 6 of 6 paces"),
    ],
)
def test_a_question_that_holds_an_order_tells_what_it_would_do(
    where: str, question: str, expected: str
) -> None:
    assert expected in _flat(answer(question, about(where)) or "")


def test_the_other_player_is_answered_from_their_own_view() -> None:
    asker = place("dodgeball").about("ben")
    assert "Waiting for South (Ann)." in (answer("Whose turn is it?", asker) or "")
    assert "You are North. You play against South (Ann)." in _flat(answer("Which side am I?", asker) or "")


def test_what_has_happened_since_the_last_turn() -> None:
    """The events behind it, as mails tell them; at first there are none."""
    here = set_up("dodgeball")
    assert answer("What did Ben do?", here.about()) == "Nothing has happened since your last turn."
    here.office.write("ann@example.org", "S1 move b3\ndone")
    here.office.write("ben@example.org", "N1 move b5\ndone")
    told = _flat(answer("What did Ben do last turn?", here.about()) or "")
    assert "N1 steps from b6 to b5" in told
    assert "S1" not in told


def test_kinds_are_made_of_concepts_that_there_are() -> None:
    read = kinds._read()
    named = {
        each.removeprefix("!")
        for kind in read.kinds
        for asked in kind.asked
        for part in asked.split()
        for each in part.split("|")
    }
    assert named <= read.concepts.keys()


@pytest.mark.parametrize(
    ("where", "question", "expected"),
    [
        ("dodgeball", "How many balls are there?", "There are 3 balls. Ball 1 is with your S1"),
        ("dodgeball", "How many pawns has Ben got left?", "North (Ben) has 3 pawns on the board: N1 b6, N2 d8, N3 g5."),
        ("dodgeball", "How big is the board?", "8 rows, 1 to 8 from the bottom, and 8 columns"),
        ("dodgeball", "What does the equal sign mean?", '"=" stands for center line.'),
        ("dodgeball", "Did my move arrive?", "You have sent no order for it yet."),
        ("dodgeball", "Who can read what I write?", "Nobody else reads your letters."),
        ("dodgeball", "What is a zebra?", "Nothing in Dodgeball! is called zebra."),
        ("dodgeball", "Does Rosa play here?", "Nobody here is called Rosa."),
        ("dodgeball", "Does Ben play here too?", "Yes, Ben plays here."),
        ("dodgeball", "I've lost my notes, where is S1?", "Your S1 is on b4."),
        ("dodgeball", "Those stars, what are they?", "pawn with a ball"),
        ("dodgeball", "Which matches am I playing?", "You play 1 match; it is your turn in it."),
        ("toxic-gnome", "What is on e4?", "On e4: the letter R."),
        ("toxic-gnome", "HOW MANY TILES ARE LEFT", "Tiles in the stock: 36"),
        ("gnomeball", "Where is my troll?", "Your A1 is on e4."),
        ("gnomeball", "What is his goblin doing?", "B4 Goblin B4 g8 hp 5/5"),
        ("gnomeball", "Is there a limit to the number of cycles?", "After 60 cycles"),
        ("gnomeball", "Which of my characters may act?", "These can: A1, A2, A3, A4, A5."),
        ("slargeball", "What does the D stand for?", '"D" stands for Defensive Grelker.'),
        ("slargeball", "What does the colon mean?", '":" stands for Goal Zone.'),
        ("elfball", "How far is A from the goal?", "10 paces: A on m22 and w22."),
        ("elfball", "What does the J in the table mean?", '"J" stands for Jog.'),
        ("elfball", "What's the Jog of A?", "Jog 6"),
    ],
)  # fmt: skip
def test_the_fact_comes_first(where: str, question: str, expected: str) -> None:
    assert _flat(answer(question, about(where)) or "").find(expected) in range(60)


def test_a_question_of_another_match_is_answered_by_that_match() -> None:
    """Its number is enough."""
    here = set_up("gnomeball")
    here.office.register("rosa")
    asker = here.about()
    assert "f5" in (answer(f"match {here.number}: where is the gnome?", asker) or "")
    assert answer("What's the score in match 999?", asker) == answer("What's the score?", asker)


def test_a_question_may_speak_of_the_sentence_before() -> None:
    told = answer("Are there any?", about("gnomeball"), before="Explosives?")
    assert told == answer("Are there any explosives?", about("gnomeball"))


@pytest.mark.parametrize("question", ["How are you?", "Do you like it?", "Isn't the weather lovely?"])
def test_small_talk_is_not_about_the_match(question: str) -> None:
    assert how_it_stands(question, about("dodgeball")) is None


def test_a_question_on_the_match_that_is_not_understood_is_answered_with_how_it_stands() -> None:
    told = how_it_stands("Is Ben tickling my pawns?", about("dodgeball")) or ""
    assert told.startswith("I did not understand this question.")
    assert "It is your turn, South." in told
    assert len(told.splitlines()) <= MOST_LINES
