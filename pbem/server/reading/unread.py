"""Lines that look like an order or a command and are none: they hold the letter, with a reason."""

import functools
from collections.abc import Collection, Sequence

from pbem.play.conditional import is_conditional, lines_of
from pbem.play.conditions import HEADS
from pbem.play.dice import DieAhead
from pbem.play.forms import FILLERS
from pbem.play.match import LetterRefused
from pbem.play.orders import Refused, Unreadable, nearest, tidy
from pbem.server.language.command_table import BETWEEN, COMMANDS, command_named, command_words
from pbem.server.language.phrases import words_of
from pbem.server.language.yes_no import answer_of, is_hedged
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.questions import LEAVE_QUESTION, asked_to_leave
from pbem.server.matches.ballots import CHOICES
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.finder import FIGURE, JOINTS, LONGEST_ORDER, Position
from pbem.server.reading.judge import phrases
from pbem.server.reading.pieces import Unread
from pbem.server.reading.proposer import Told, after, append_sentence, command_meant, explain, keeps
from pbem.server.reading.sentences import Sentence, bare
from pbem.server.reading.stops import up_to_a_break
from pbem.store.rows import MatchRow

NOT_LOOKED_AT = "not looked at"

UNKNOWN_LIMIT = 5
"""Maximum number of unreadable lines explained one by one."""

SAY = "To write to the others begin the line with: say"

_FEW = 3
"""Maximum number of words of a line whose first word decides that it is meant for the server."""

_MANY = 12
"""Maximum number of words of a sentence that begins like an order and is meant as one."""

_LIKE = 0.78
"""How similar (of 1) a word must be to one that may have been meant."""


@functools.lru_cache(maxsize=8192)  # people use few words to begin a line
def is_like(word: str, words: frozenset[str], cutoff: float = _LIKE) -> bool:
    """Whether a word is one of these or nearly one, or one with its letters in a different order."""
    if word in words or len(word) < 3:
        return word in words
    letters = sorted(word)
    near = nearest(word, words, cutoff=cutoff) if len(word) > 3 or cutoff < _LIKE else ""
    return near[:1] == word[0] or any(letters == sorted(each) for each in words)


@functools.cache
def _commands() -> frozenset[str]:
    """The words of commands that change something."""
    commands = [command for command in COMMANDS if command.changes or command.name == "resign"]
    return frozenset(word for command in commands for word in (command.name, *command.also))


def looks_like_an_order(position: Position | None, sentence: Sentence, people: Collection[str]) -> bool:
    """Whether a sentence is nothing but names and small words, or begins with a figure and a verb, or nearly so."""
    if position is None or phrases("harmless").cover(sentence.words, people):
        return False
    tokens = [token[0] for token in sentence.tokens if token[0][0].isalnum()]
    low = [token.lower() for token in tokens]
    start = _behind_courtesies(low, people, position)
    tokens, low = tokens[start:], low[start:]
    if (
        not tokens
        or len(tokens) > _MANY
        or phrases("harmless").begins(words_of(" ".join(tokens))) == len(tokens)
    ):
        return False
    names = [
        position.is_name(token, low[at + 1] if at + 1 < len(low) else "") for at, token in enumerate(tokens)
    ]
    if low[0] in (*HEADS, "whenever"):
        return any(names) or is_conditional(tidy(sentence.plain)) or is_conditional(tidy(sentence.text))
    if names[0] and low[1:2] in (["was"], ["were"], ["had"]):  # told of what has been
        return False
    others = [word for word, name in zip(low, names, strict=True) if not name]
    if any(names) and _says_nothing(others, people):
        return True
    if len(tokens) == 1 and len(tokens[0]) > 1 and FIGURE.fullmatch(tokens[0]):
        return True
    figure = len(tokens[0]) > 1 and position.is_figure(tokens[0], "to")
    called = len(tokens[0]) > 1 or (names[0] and tokens[0].isupper() and tokens[0] not in "AI")
    called = called and not sentence.plain.startswith(f"{tokens[0]}. ")  # R. Hale
    if (figure or names[0]) and called and len(tokens) == _PAIR:
        return True
    if figure and len(tokens) <= _QUARTET and any(names[1:]):
        return True
    if len(tokens) <= _SHORT and position.is_figure(tokens[0], "to") and _mended(position, " ".join(tokens)):
        return True
    verbs = frozenset((*position.game.verbs, *position.first_words))
    first, second = low[0], low[1] if len(low) > 1 else ""
    verb = second if second in position.verbs else next(iter(verbs), "")
    strange = len(tokens[0]) > 1 and FIGURE.fullmatch(tokens[0]) is not None  # no such figure, as `S9`
    group = (
        first in position.first_words and first not in (*position.verbs, *_NO_GROUP) and len(tokens) <= _TRIO
    )
    if (names[0] or strange or group or position.is_figure(tokens[0], verb)) and (
        _is_verb(position, low, 1)
        or is_like(second, verbs)
        or (group and is_like(second, frozenset(position.verbs)))
    ):
        return not (len(tokens[0]) == 1 and tokens[0] in "aIi" and second not in position.verbs)
    near = first in position.game.verbs or (len(first) > _PAIR and is_like(first, verbs, _NEARLY_LIKE))
    if (
        near
        and len(tokens) > 1
        and _says_nothing(
            [
                word
                for word, name in zip(low[1:], names[1:], strict=True)
                if not name and word not in position.balls
            ],
            people,
        )
    ):
        return True
    return (
        len(tokens) > 1
        and names[1]
        and (_is_verb(position, low, 0) or (len(first) > _PAIR and is_like(first, verbs, _NEARLY_LIKE)))
    )


_NO_GROUP = (*HEADS, "all", "always", "never")
"""First words of orders that name no group of figures, as `nickelbacks hold` does."""

_PAIR, _TRIO, _QUARTET = 2, 3, 4
"""Maximum number of words of a line that is meant as an order if the first of them is a figure, and if another name
stands in it, too."""

_SHORT = 6
"""Maximum number of words of a line that may be an order with a slip of the pen."""


def _mended(position: Position, text: str) -> bool:
    """Whether a slip of the pen explains a text that is not an order."""
    near = position.nearest(text)
    words = frozenset(near.lower().replace(",", " ").split())
    said = [word for word in words_of(text) if word not in _SMALL_WORDS]
    return bool(words) and keeps(near, text) and all(is_like(word, words, _NEARLY) for word in said)


_SMALL_WORDS = frozenset((*FILLERS, "and", "please", "i"))
_NEARLY_LIKE = 0.77
_NEARLY = 0.66
"""How similar a word must be to one of a line that the game itself proposes."""


def _is_verb(position: Position, low: Sequence[str], at: int) -> bool:
    return any(" ".join(low[at : at + size]) in position.verbs for size in (3, 2, 1) if at < len(low))


def _says_nothing(words: Sequence[str], people: Collection[str]) -> bool:
    """Whether words are small, or courtesies."""
    rest = [
        word
        for word in words
        if word not in _POINTING and word not in JOINTS and word not in phrases("small")
    ]
    return phrases("clear").cover(list(words), people) or phrases("clear").cover(rest, people)


_POINTING = frozenset(
    (
        "him",
        "her",
        "them",
        "his",
        "their",
        "with",
        "other",
        "one",
        "there",
        "here",
        "always",
        "as",
        "before",
        "from",
        "by",
    )
)
"""Small words that point at something: an order may hold them, and nobody knows what they mean."""


def _behind_courtesies(low: Sequence[str], people: Collection[str], position: Position) -> int:
    """The first word that is neither a courtesy nor a small word."""
    at = 0
    clear = phrases("clear")
    while (
        at < len(low)
        and low[at] not in position.verbs
        and not position.is_name(low[at], "".join(low[at + 1 : at + 2]))
    ):
        size = clear.begins(low, at) or int(low[at] in people or low[at] in JOINTS)
        if not size:
            break
        at += size
    return at


def nearly_one(
    letter: LetterContext, positions: Sequence[Position], sentence: Sentence, people: Collection[str]
) -> bool:
    """Whether a sentence of at most three words begins nearly like an order or a command, and says nothing else."""
    low = list(sentence.words)
    while low[-1:] and low[-1] in ("please", "pls", "thanks"):
        low.pop()
    if len(low) == 1 and low[0] in CHOICES and _votes(positions):
        return True
    first, *others = tidy(letter.context.games.joined(sentence.plain)).lower().split() or [""]
    if first in letter.context.games.names and others[:1] and others[0] in BETWEEN:
        return True
    if (
        not 0 < len(low) <= _FEW
        or phrases("harmless").cover(low, people)
        or phrases("clear").cover(low, people)
    ):
        return False
    games = letter.context.games.names
    words = [frozenset((*position.game.verbs, *position.first_words)) for position in positions]
    verb = any(is_like(low[0], each) for each in words)
    words_of_commands = _commands() if len(low) > 1 else frozenset(command_words())
    command = is_like(low[0], words_of_commands) and (command_named(low[0]) is None or len(low) == 1)
    if not (verb or command):
        return False
    if command and command_meant(letter, bare(sentence.plain))[0]:
        return True
    if verb and positions and len(low) <= _FEW and _mended(positions[0], bare(sentence.plain)):
        return True
    known = {*people, *games, "him", "her", "them", "it", "his", "with", "as", "before", "someone", "one"}
    if letter.player is not None:
        known |= {word for word in low[1:] if letter.context.store.people.named(word) is not None}
    small = phrases("small")
    return all(
        word in known
        or word in small
        or any(sign.isdigit() for sign in word)
        or (command and is_like(word, frozenset(games)))
        or any(
            position.names.figure(word) or word in position.verbs or word in position.first_words
            for position in positions
        )
        or any(is_like(word, frozenset(position.first_words)) for position in positions)
        for word in low[1:]
    )


def _votes(positions: Sequence[Position]) -> bool:
    """Whether a vote is held in the match of a letter."""
    return any(
        seat.vote for position in positions if position.loaded is not None for seat in position.loaded.seats
    )


def why_unread(
    letter: LetterContext,
    position: Position | None,
    sentence: Sentence,
    turned: int | None,
    above: Sequence[str] = (),
) -> tuple[Unread, bool]:
    """What holds a letter because of a sentence that is not understood, and what was probably meant; and whether a
    single slip of the pen explains that."""
    told = _why(letter, position, sentence, turned, above)
    instead = (told.instead,) if told.instead else ()
    return Unread(text=sentence.text, why=told.why, instead=instead, strange=True, match=turned), told.certain


def _why(
    letter: LetterContext,
    position: Position | None,
    sentence: Sentence,
    turned: int | None,
    above: Sequence[str],
) -> Told:
    text = bare(up_to_a_break(sentence.plain))
    ready, command = command_meant(letter, text)
    near = ""
    if ready:
        near = f"Perhaps you meant: {ready}"
    elif command is not None:
        near = f'Did you mean the command "{command.name}"?'
    if letter.player is None:
        told = append_sentence("I do not know this.", near)
        begin = "help" if letter.context.joining else "register NAME, or: help"
        return Told(f"{told} To begin write: {begin}")
    if len(sentence.plain) > LONGEST_ORDER:
        return Told(f"An order has at most {LONGEST_ORDER} characters, and this line has more. {SAY}")
    try:
        number = turned or letter.match_meant()
    except Refused as error:
        if why := why_no_answer(letter, sentence.text, None):
            return Told(why)
        if not near and not letter.games:
            return Told(
                "This is not a command. To begin a match write for example: challenge dodgeball house"
            )
        return Told(f"This is not a command. {near or which_match(letter, text, error)}", ready)
    if why := why_no_answer(letter, sentence.text, number):
        return Told(why)
    loaded = letter.find_match_if_any(number)
    offered = what_is_offered(letter, loaded) if loaded is not None else ""
    if offered and is_hedged(sentence.text, letter.names):
        return Told(f"I cannot tell whether that is a yes or a no. {offered}")
    for row in matches_that_read(letter, text):
        if row.id != number:
            title = letter.context.games.of(row.game).title
            here = f"That is an order of match {row.id} ({title}): write match {row.id} above it"
            return Told(append_sentence(f'"{text}" is not an order here', here))
    return _why_no_order(letter, position, text, number, above)


def _why_no_order(
    letter: LetterContext, position: Position | None, text: str, number: int, above: Sequence[str]
) -> Told:
    """Why a text is not an order of a match, and the command or the order that was probably meant."""
    wrong = Unreadable(f'"{text}" is not an order')
    try:
        if position is not None:
            position.game.read_line(text)
    except Unreadable as error:
        wrong = error
    ready, command = command_meant(letter, text)
    near = (
        f"Perhaps you meant: {ready}"
        if ready
        else f'Did you mean the command "{command.name}"?'
        if command
        else ""
    )
    if near and not wrong.nearest:
        return Told(append_sentence(str(wrong), near), ready)
    loaded = letter.find_match_if_any(number)
    if loaded is None:
        return Told(append_sentence(str(wrong), what_it_waits_for(letter, number)))
    if text.lower() in CHOICES and any(seat.vote for seat in loaded.seats):
        return Told(str(wrong), f"vote {text}")
    told = explain(loaded, letter.seat(loaded), text, wrong, above)
    return told if told.instead else Told(append_sentence(told.why, what_is_offered(letter, loaded)))


def why_illegal(letter: LetterContext, loaded: LoadedMatch, line: str, above: Sequence[str]) -> Told | None:
    """Why an order is refused, and what was probably meant; None if it is not, or one above it is."""
    seat = letter.seat(loaded)
    try:
        after(loaded, seat, [*above, line])
    except DieAhead:
        return None
    except LetterRefused as refused:
        return explain(loaded, seat, line, refused.error, above) if refused.index == len(above) else None
    return None


def which_match(letter: LetterContext, text: str, error: Refused) -> str:
    """Which match a line may be for: one whose game can read it, if possible one that waits for its writer."""

    def waits(row: MatchRow) -> bool:
        loaded = letter.find_match_if_any(row.id)
        return loaded is not None and letter.seat(loaded).seat in loaded.match.asks

    fitting = matches_that_read(letter, text)
    if not fitting:
        return str(error)
    first = next(filter(waits, fitting), fitting[0]).id
    return (
        f"For which match? Write for example: match {first}: {text}. Your matches: {letter.running_matches()}"
    )


def matches_that_read(letter: LetterContext, text: str) -> list[MatchRow]:
    """The sender's running matches in which a text is an order."""
    of, pieces = letter.context.games.of, lines_of(text)
    rows = letter.context.store.matches.of_player(letter.sender.id, ("running",))
    return [row for row in rows if pieces and all(Position(of(row.game)).read_line(each) for each in pieces)]


# Yes and no.

SETTLED = "This answer is no longer needed: it is settled by now, or the match has gone on"


def why_no_answer(letter: LetterContext, text: str, number: int | None) -> str:
    """Why a yes or a no has no effect, in a match or without one; "" for any other line."""
    said = answer_of(text, letter.names)
    if said == "yes" and asked_to_leave(letter.context, letter.sender):
        return (
            f'If you want to leave this server, answer the mail "{LEAVE_QUESTION}" itself with one word, yes'
        )
    if not said:
        return ""
    if letter.is_too_late:
        return SETTLED
    if number is None:
        told = (
            "This letter answers no question of mine. A yes or a no counts in an answer to the mail that asks"
        )
        asked = next((number for number, (_, seat) in letter.offers().items() if seat.status == "invited"), 0)
        return append_sentence(told, f"Or write: accept {asked}, or decline {asked}" if asked else "")
    told = f"Nothing of match {number} waits for a yes or a no of yours"
    loaded = letter.find_match_if_any(number)
    if loaded is None:
        return append_sentence(told, what_it_waits_for(letter, number))
    seat = letter.seat(loaded).seat
    ask = loaded.match.asks.get(seat)
    if ask is not None and ask.ends is not None and loaded.match.drafting(seat):
        return append_sentence(told, f"To submit your draft write: {ask.ends}")
    resigning = " resign," in letter.mail.subject  # the mail that says how to
    return append_sentence(told, "To resign for good write: confirm resign" if resigning else "")


def what_it_waits_for(letter: LetterContext, number: int) -> str:
    """What a match that has not begun is waiting for."""
    offers = letter.offers()
    if number in offers and offers[number][1].status == "invited":
        return f"Match {number} waits for your answer: accept or decline"
    return f"Match {number} has not begun: it waits until all have accepted"


def what_is_offered(letter: LetterContext, loaded: LoadedMatch) -> str:
    """How to answer a question of a match that waits for the sender."""
    asked = [(loaded.title(each.seat), each.kind) for each in letter.asked(loaded)]
    return next((f"{who} waits for: accept {kind}, or decline {kind}" for who, kind in asked), "")
