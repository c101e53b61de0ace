"""Whether a sentence is a question, and its answer: about this position, about a word, from the lists below the board,
or from rulebook, help and commands. The first that has one answers; nothing is ever changed, and nothing refused."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from pbem.mail.prose import fill
from pbem.server.answering.able import are_they_able, whom_it_can_act_on
from pbem.server.answering.about import About, table_of
from pbem.server.answering.asked import asked_alike, asked_as_known, is_asked, plain_question
from pbem.server.answering.figures import about_what_is_named, tell_about
from pbem.server.answering.fitting import HALF, best_fit, fit_of
from pbem.server.answering.kinds import kinds_of, speaks_of
from pbem.server.answering.lists import from_lists
from pbem.server.answering.ordering import how_to, order_within, what_now, why_not_within
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import plain, sentences
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words
from pbem.server.answering.server import for_strangers, of_games, of_people, of_server, players_of
from pbem.server.answering.standing import how_things_stand
from pbem.server.answering.subjects import Subjects, subjects_in
from pbem.server.answering.supposing import what_if
from pbem.server.answering.terms import about_word, differences_in, unknown
from pbem.server.answering.texts import clause_too, from_texts, of_command, of_command_asked
from pbem.server.answering.told import Told
from pbem.server.answering.topics import asks_behind, points, with_topic
from pbem.server.answering.trying import odds, tells_odds
from pbem.server.answering.unknowing import asked_in
from pbem.server.language.glossary import is_lost

MOST_LINES = 12
"""Maximum number of lines of an answer."""

NOT_UNDERSTOOD = "I did not understand this question. This is how the match stands; to find out more: help"

LONGEST = 400
"""Maximum number of characters of a question that are looked at."""

_A_WORD = re.compile(r"^what (?:is|are) an? [a-z][a-z-]+$", re.IGNORECASE)
"""A question about a word, whatever else the match says of it: `what is a preset`."""

_HALVES = re.compile(
    r"(?<=\w)(?:,? (?:and|but|n|&) (?:also |then |so |if not,? )?|(?P<comma>, ))"
    r"(?=(?:what|where|who|whose|which|how|when|why|do|does|is|are|can|could|may|must|will)\b)",
    re.IGNORECASE,
)
"""Between the two questions of one sentence: `What games are there, and what does it cost?`"""

_PAIR = re.compile(
    r"^(?!.* (?:of|for|from|to|between) )(?!.*'s )(?P<one>[^\s,?]+(?: [^\s,?]+){0,3}?)"
    r"(?:,? (?:and|&|\+|plus) |, )(?P<two>[^\s,?]+(?: [^\s,?]+){0,3})\s*\?*$",
    re.IGNORECASE,
)
"""Two things asked for in few words: `Score and turn number?`"""

_FEW = 4
"""Maximum number of questions of a letter in which the halves of one are answered each."""

_HALF = 3
"""Minimum number of words of each half."""

Way: TypeAlias = Callable[[str, About], Told]
"""A way to find an answer to a sentence."""


def is_question(text: str) -> bool:
    """Whether a sentence asks something, with a question mark or without."""
    sentence = text.strip()[-LONGEST:]
    marked = re.search(r"\w.*\?[\s\"')?!]*$", sentence) is not None
    bare = plain(sentence)
    if asked_in(sentence):
        return True
    if said("exclaiming").match(sentence) or said("telling").match(sentence):
        return marked and not sentence.lower().startswith("what a")
    return (
        marked
        or said("asking").search(bare) is not None
        or said("asking_for").match(bare) is not None
        or said("asking_within").search(sentence) is not None
        or asks_behind(sentence)
    )


def answer(text: str, about: About, before: str = "") -> str | None:
    """The answer to a question, at most 12 lines, the fact first; None if nothing is found above the floor. `before` is
    what stands before it, which it may speak of."""
    return _first_answer(text, about, before, (_of_the_match, _of_the_like, _of_what_is_known))


def answer_surely(text: str, about: About, before: str = "") -> str | None:
    """The answer to a question if it is not only found by its words in texts on other things."""
    return _first_answer(text, about, before, (_of_the_match,))


def how_it_stands(text: str, about: About) -> str | None:
    """How the match stands that a question is about which nothing else answers; None if it is about no match."""
    table = table_of(about)
    asked = plain(text)
    if table is None or table.loaded.match.over or not asked:
        return None
    position = Position(table)
    shape = subjects_in(asked, position).shape
    if not any(
        speaks_of(shape, each)
        for each in ("me", "them", "who_named", "fig", "kind", "sq", "ball", "of_match")
    ):
        return None
    told = how_things_stand(position) or []
    return _laid_out([NOT_UNDERSTOOD, *told[: MOST_LINES // 2]])


def _first_answer(text: str, about: About, before: str, ways: Sequence[Way]) -> str | None:
    asked = sentences(text[:LONGEST])
    asked = [each for each in asked if is_question(each)] or asked
    table = table_of(about)
    position = Position(table) if table is not None else None
    for each in asked:
        supposes = before and said("supposing").match(before)
        asks = f"{before.rstrip(' .!')}, {each}" if supposes else asked_in(each) or each
        sentence = with_topic(asks, before, about, position)
        both: list[str | None] = []
        for one, two in _both(sentence) if about.letter.count("?") <= _FEW else ():
            two = with_topic(two, one, about, position)
            both = [_first_answer(half, about, before, ways) for half in (one, two)]
            if all(both) and both[0] != both[1]:
                return "\n".join(filter(None, both))
        here = about.of_match_named(sentence)
        for way in ways:
            if told := way(sentence, here):
                return _laid_out(told)
        if any(both):
            return next(filter(None, both))
        if before and points(sentence) and (told := asked_alike(f"{before} {sentence}", here)):
            return _laid_out(told)
    return None


def _both(sentence: str) -> Iterator[tuple[str, str]]:
    """The two questions that a sentence may ask."""
    for apart in _HALVES.finditer(sentence):
        one, two = sentence[: apart.start()], sentence[apart.end() :]
        asks = all(said("asking").match(plain(half)) for half in (one, two)) if apart["comma"] else True
        if asks and all(
            len(half.split()) >= _HALF and is_question(f"{half.rstrip('?')}?") for half in (one, two)
        ):
            yield one, two
            return
    pair = _PAIR.match(sentence)
    if pair is not None and not any(said("asking").match(plain(each)) for each in (sentence, pair["two"])):
        yield pair["one"], pair["two"]


def _of_the_like(sentence: str, about: About) -> Told:
    """What the match says to the plain question that is most like this one."""
    table = table_of(about)
    asks = plain_question(sentence, about, Position(table)) if table is not None else ""
    return _of_the_match(asks, about) if asks else None


def _of_the_match(sentence: str, about: About) -> Told:
    """What the match, the lists of its mails or the glossary of its game say."""
    table = table_of(about)
    asked = plain(sentence)
    if not asked:
        return None
    position = Position(table) if table is not None else None
    a_word = _A_WORD.match(asked) is not None and not is_asked(sentence, about)
    if a_word and (told := about_word(asked, about, position)):
        return told
    if told := asked_as_known(sentence, about):
        return told
    if told := of_people(asked, about) or (of_server(asked, about) if position is None else None):
        return told
    if about.game is not None and (told := players_of(asked, about.game) or differences_in(asked, about)):
        return told
    subjects = subjects_in(asked, position) if position is not None else None
    if (
        position is not None
        and subjects is not None
        and (told := _about_position(sentence, asked, subjects, position, about))
    ):
        return told
    own = said("of_others").search(asked) is not None  # rather how things are than what a word means
    if own and position is not None and (told := _listed(asked, position)):
        return told
    if told := about_word(asked, about, position):
        return told
    return _listed(asked, position) if position is not None else None


def _listed(asked: str, position: Position) -> Told:
    """What lists say, if that is on most of a question."""
    found = from_lists(asked, position)
    return found.told if found.share >= HALF else None


def _of_what_is_known(sentence: str, about: About) -> Told:
    """What rulebook, help and commands say."""
    asked = plain(sentence)
    if not asked:
        return None
    if told := asked_alike(sentence, about):
        return told
    if about.player is None and about.game is None:
        return best_fit([from_texts(asked, about)]) or for_strangers(about, of_command(sentence, about))
    if told := of_games(asked, about) or of_command_asked(sentence, asked, about):
        return told
    every = [from_texts(asked, about)]
    if (table := table_of(about)) is not None:
        position = Position(table)
        named = about_what_is_named(position, subjects_in(asked, position))
        every = [from_lists(asked, position), *every, fit_of(content_words(asked), named)]
    return best_fit(every) or of_command(sentence, about) or unknown(asked, about)


def _about_position(sentence: str, asked: str, subjects: Subjects, position: Position, about: About) -> Told:
    """What this match says to it."""
    told = asked_alike(sentence, about) if _is_hypothetical(subjects) else None
    if told:
        return told
    supposed = what_if(sentence, position)
    of_odds = speaks_of(subjects.shape, "odds") and not (supposed and tells_odds(supposed))
    if of_odds and (told := odds(position, subjects) or asked_alike(_without_figures(subjects), about)):
        return told
    if supposed:
        return supposed
    if is_lost(sentence) or is_lost(asked):
        return what_now(position)
    if speaks_of(subjects.shape, "valued") and (told := tell_about(position, subjects)):
        return told
    if (
        told := whom_it_can_act_on(position, subjects)
        or order_within(subjects, position)
        or are_they_able(position, subjects)
        or why_not_within(subjects, position)
    ):
        return told
    if said("of_worth").search(asked) and (told := asked_alike(sentence, about)):
        return told
    if said("how_to_do").match(subjects.shape) and (told := of_command(sentence, about)):
        return told
    ordering = (
        said("how_to_order").match(subjects.shape)
        and not subjects.figures
        and not (subjects.shape.startswith("how does") and speaks_of(subjects.shape, "ending"))
    )
    if ordering and (told := how_to(position, subjects)):
        return [*told, *clause_too(asked, position)]
    fitting, others = kinds_of(subjects.shape)
    for kind in fitting:
        if told := kind(position, subjects):
            return told
    about_nobody = not subjects.figures and said("of_rules").match(subjects.shape)
    if about_nobody and (told := asked_alike(sentence, about)):
        return told
    for kind in others:
        if told := kind(position, subjects):
            return told
    return None


def _without_figures(subjects: Subjects) -> str:
    """A question about any figure or square instead of those that it names."""
    return re.sub(r"\b(?:KIND )?(?:FIG|KIND)\b", "figure", subjects.shape).replace("SQ", "square").lower()


def _is_hypothetical(subjects: Subjects) -> bool:
    """Whether a question is what happens if something does, to nobody in particular: that is for the rules."""
    named = subjects.figures or subjects.squares
    return not named and re.search(r"\b(?:if|whenever|once)\b|\w when\b", subjects.shape) is not None


def _laid_out(told: Sequence[str]) -> str:
    """The paragraphs of an answer as lines of a mail."""
    lines = list(_lines(told))
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    return "\n".join([*lines[: MOST_LINES - 1], "[...]"])


def _lines(told: Sequence[str]) -> Iterator[str]:
    for text in told:
        hang = "  " if text.startswith("  ") else ""
        yield from fill(text, hang, hang).split("\n")
