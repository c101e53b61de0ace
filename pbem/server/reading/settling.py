"""The rules of the whole letter: what pieces mean beside each other.

Whatever cannot be undone is judged against everything that stands in the letter. Nothing is written into a piece: a
letter that is settled has new ones.
"""

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import structs

from pbem.play.conditional import lines_of
from pbem.play.orders import Refused, Unreadable, did_you_mean
from pbem.server.answering.about import about_of
from pbem.server.answering.questions import how_it_stands
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD, command_named
from pbem.server.language.yes_no import answer_in, answer_of, in_full, is_courtesy
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.contradictions import hold_rivals
from pbem.server.reading.finder import Position
from pbem.server.reading.judge import Verdict, is_doubtful, judge_beside
from pbem.server.reading.pieces import (
    Order,
    Ordered,
    Piece,
    Question,
    Talk,
    Unread,
    Wish,
    by_match,
    is_unanswered,
)
from pbem.server.reading.pronouns import told_to
from pbem.server.reading.strangers import command_within, of_a_stranger
from pbem.server.reading.unread import what_is_offered, which_match, why_no_answer
from pbem.server.reading.wished import as_one_wish, asked_at_once, grant, put_right_as_wish, with_options

_DOUBTFUL = (
    "I cannot tell whether that is a yes, since other words stand beside it. If it is, answer just: yes"
)
_BOTH = "This letter says both yes and no, so it counts as neither. Write one of them: accept, or decline"
_ANNOUNCED = (
    "This puts in doubt what is below it, so nothing of it is done. If you want it, send the lines alone"
)
_POINTED = "This seems to speak of the orders beside it, and I cannot tell whether they still stand, so nothing is done"
_BESIDE = "This cannot be taken back, and other sentences stand beside it. If you want it, send it alone"
_FEW = 3
"""Maximum number of words of a sentence that may have been meant as the command with whose word it begins."""

_OF_WRITER = re.compile(r"\b(?:i|we) (?:am|are|will be|shall be) ", re.IGNORECASE)
"""What a wish speaks of that says why, rather than of the orders beside it: `I'm away till Friday`."""

_STRICT = ("confirm", "leave", "draw", "accept", "takeover")


def settle(letter: LetterContext, pieces: Sequence[Piece], left_out: Sequence[str]) -> list[Piece]:
    """The pieces of a letter as they stand beside each other."""
    found = [_whole_command(letter, piece) for piece in pieces]
    if letter.player is None:
        return of_a_stranger(letter, found, left_out)
    found = as_one_wish(letter, [put_right_as_wish(letter, piece) for piece in found])
    found = [_with_match(letter, piece) for piece in found]
    found = hold_rivals(letter, _alone(_ended(found)))
    found = _beside(letter, found)
    found = _repeated(found)
    found = with_options(letter, found)
    found = grant(letter, _agreed(letter, found, left_out))
    found = told_to(found)
    found = _everyday(letter, found)
    found = _answers(letter, found, left_out)
    found = _said_beside(found)
    found = [_told_how_things_stand(letter, piece) for piece in found]
    found = [asked_at_once(piece, found) for piece in found]
    if len(found) > 1:
        found = [_untaken(letter, piece) for piece in found]
    if len(found) == 1 and (isinstance(found[0], Talk) or is_unanswered(found[0])):
        found = [_lone(letter, found[0])]
    return found


def _whole_command(letter: LetterContext, piece: Piece) -> Piece:
    """The command that a sentence is, or that stands behind its colon: `I am ready. challenge elfball house`."""
    if isinstance(piece, Order | Ordered) or (
        isinstance(piece, Unread) and not piece.offered and not piece.strange
    ):
        return piece
    found = command_within(piece.text, letter.known)
    if found is None:
        return piece
    command, arguments = found
    return Ordered(
        text=f"{command.name} {arguments}",
        command=command,
        arguments=arguments,
        paragraph=piece.paragraph,
        match=piece.match,
    )


def _with_match(letter: LetterContext, piece: Piece) -> Piece:
    """An order whose match is known; else the reason why it is not."""
    if not isinstance(piece, Order):
        return piece
    try:
        number = piece.match or letter.match_meant()
    except Refused as error:
        why = which_match(letter, piece.order, error)
        return Unread(text=piece.text, why=why, match=piece.match, paragraph=piece.paragraph)
    loaded = letter.find_match_if_any(number)
    if loaded is None:
        return piece
    try:
        loaded.game.read_line(piece.order)
    except Unreadable as error:
        if " is not an order of " not in str(error):  # this game has its own explanation
            return Unread(text=piece.text, why=str(error), match=piece.match, paragraph=piece.paragraph)
    else:
        return piece
    others = letter.context.store.matches.of_player(letter.sender.id, ("running",))
    games = letter.context.games
    for row in others:
        if all(Position(games.of(row.game)).read_line(each) for each in lines_of(piece.order)):
            title = games.of(row.game).title
            why = (
                f"This is not an order of {loaded.game.title}. That is an order of match {row.id} ({title}): write"
                f" match {row.id} above it"
            )
            return Unread(text=piece.text, why=why, match=piece.match, paragraph=piece.paragraph)
    return piece


def _ended(pieces: list[Piece]) -> list[Piece]:
    """End the turn where a sentence says plainly that it is over, and no order stands below."""
    at = max(
        (at for at, piece in enumerate(pieces) if not isinstance(piece, Talk) or piece.plainly), default=-1
    )
    last = pieces[at] if at >= 0 else None
    if not isinstance(last, Talk) or not last.may_be:
        return pieces
    order = Order(text=last.text, order=last.may_be, match=last.match, whole=False, paragraph=last.paragraph)
    return [*pieces[:at], order, *pieces[at + 1 :]]


def _alone(pieces: list[Piece]) -> list[Piece]:
    """Offer the order that a sentence may be, where nothing else in the letter is one."""
    if any(isinstance(piece, Order | Ordered | Unread) for piece in pieces):
        return pieces
    return [
        Unread(
            text=piece.text,
            why="",
            instead=(piece.may_be,),
            offered=True,
            match=piece.match,
            paragraph=piece.paragraph,
        )
        if isinstance(piece, Talk) and piece.may_be
        else piece
        for piece in pieces
    ]


def _beside(letter: LetterContext, pieces: list[Piece]) -> list[Piece]:
    """Hold orders that a sentence beside them puts in doubt."""
    found = list(pieces)
    orders = [at for at, piece in enumerate(pieces) if isinstance(piece, Order)]
    others = [at for at, piece in enumerate(pieces) if not isinstance(piece, Talk)]
    for at, piece in enumerate(pieces):
        if not isinstance(piece, Talk | Question | Wish) or (isinstance(piece, Question) and piece.orders):
            continue
        if not orders:
            break
        match = pieces[
            orders[max(bisect_left(orders, at) - 1, 0)]
        ].match  # of the order above, else of the first
        next_one = bisect_right(others, at)
        below = pieces[others[next_one]] if next_one < len(others) else None
        introduces = isinstance(below, Order) and below.paragraph <= piece.paragraph + 1
        asks = piece.text.rstrip().endswith("?")
        above = pieces[at - 1] if at else None
        follows = isinstance(above, Order) and above.paragraph == piece.paragraph
        verdict = judge_beside(piece.text, letter.names, asks=asks, introduces=introduces, follows=follows)
        explained = "@" in piece.text or (
            isinstance(piece, Wish) and _OF_WRITER.search(in_full(piece.text)) is not None
        )
        if verdict is Verdict.HARD or (verdict is Verdict.UNKNOWN and not explained):
            why = _ANNOUNCED if verdict is Verdict.HARD else _POINTED
            found[at] = Unread(
                text=piece.text,
                why=why,
                unsettles=verdict is Verdict.UNKNOWN,
                match=match,
                paragraph=piece.paragraph,
            )
    return found


def _said_beside(pieces: list[Piece]) -> list[Piece]:
    """A question that nothing answers is talk beside one that is answered: `Is it broken? What do I write?`"""
    answered = {
        piece.paragraph for piece in pieces if isinstance(piece, Question | Wish) and not is_unanswered(piece)
    }
    return [
        Talk(text=piece.text, paragraph=piece.paragraph)
        if is_unanswered(piece) and piece.paragraph in answered
        else piece
        for piece in pieces
    ]


def _told_how_things_stand(letter: LetterContext, piece: Piece) -> Piece:
    """A question on a match that is not understood is answered with how the match stands."""
    if not isinstance(piece, Question) or piece.answer:
        return piece
    return structs.replace(piece, answer=how_it_stands(piece.text, about_of(letter)) or "")


def _repeated(pieces: list[Piece]) -> list[Piece]:
    """A sentence that only says orders which another one says, too, is talk."""
    said = {piece.order.lower() for piece in pieces if isinstance(piece, Order)}
    alone = {piece.order.lower() for piece in pieces if isinstance(piece, Order) and piece.whole}
    found: list[Piece] = []
    for piece in pieces:
        offers = piece.instead if isinstance(piece, Unread) and piece.offered else ()
        repeats = bool(offers) and said.issuperset(line.lower() for line in offers)
        if isinstance(piece, Order) and not piece.whole:
            repeats = piece.order.lower() in alone
        said.update(line.lower() for line in offers)
        found.append(Talk(text=piece.text, paragraph=piece.paragraph) if repeats else piece)
    return found


def sentence_told(command: CommandSpec) -> str:
    """What is told about a line that begins with the word of a command but may be a sentence."""
    return f"I take this for a sentence. If it is for me, write it so: {command.own_forms}"


def _everyday(letter: LetterContext, pieces: list[Piece]) -> list[Piece]:
    """Hold commands that may be sentences where the letter has other sentences."""
    talk = any(
        (isinstance(piece, Talk) and not piece.courtesy and not is_courtesy(piece.text, letter.names))
        for piece in pieces
    )
    if not talk:
        return pieces
    return [
        Unread(text=piece.text, why=sentence_told(piece.command), unsettles=True, paragraph=piece.paragraph)
        if isinstance(piece, Ordered) and piece.everyday
        else piece
        for piece in pieces
    ]


def _is_apart(piece: Piece) -> bool:
    """Whether a piece is a wish that has nothing to do with how a match goes on."""
    return isinstance(piece, Wish) and not piece.ends and piece.command.split()[0] not in _OF_THE_MATCH


_OF_THE_MATCH = ("undo", "clear", "extend", "nudge", "tell")


def _agreed(letter: LetterContext, pieces: list[Piece], left_out: Sequence[str]) -> list[Piece]:
    """A yes in a sentence of its own answers what is asked, beside nothing but courtesies and wishes for something
    else: `Yes. And a rematch, please!`"""
    names = letter.names | letter.asked_about
    said = [isinstance(piece, Talk) and answer_of(piece.text, names) == "yes" for piece in pieces]
    others = [piece for piece, agrees in zip(pieces, said, strict=True) if not agrees]
    beside = [piece.text for piece in others if not _is_apart(piece)]
    plain = all(isinstance(piece, Talk | Wish) for piece in others)
    if not (letter.asked_about and any(said) and plain):
        return pieces
    if answer_in(["yes", *beside, *left_out], names) != "yes":
        return pieces
    accept = BY_WORD["accept"]
    return [
        Ordered(text=piece.text, command=accept, agrees=True, paragraph=piece.paragraph, match=piece.match)
        if agrees
        else piece
        for piece, agrees in zip(pieces, said, strict=True)
    ]


def _answers(letter: LetterContext, pieces: list[Piece], left_out: Sequence[str]) -> list[Piece]:
    """Call a yes doubtful if there is another sentence beside it, even in a greeting or below the end of the letter."""
    errors: dict[int, str] = {}
    agreeing = [
        at
        for at, piece in enumerate(pieces)
        if isinstance(piece, Ordered) and piece.agrees and piece.command.name != "decline"
    ]
    beside = [
        piece.text for at, piece in enumerate(pieces) if at not in agreeing and not _stands(letter, piece)
    ]
    names = letter.names | letter.asked_about
    if agreeing and answer_in(["yes", *beside, *left_out], names) != "yes":
        errors.update(dict.fromkeys(agreeing, _DOUBTFUL))
    strict = [
        at
        for at, piece in enumerate(pieces)
        if isinstance(piece, Ordered) and piece.command.name in _STRICT and _is_strict(piece)
    ]
    doubt = bool(strict) and any(
        isinstance(piece, Question)
        or (isinstance(piece, Unread) and not piece.alone)
        or (isinstance(piece, Talk) and is_doubtful(piece.text, letter.names))
        for piece in pieces
    )
    for at in strict if doubt else ():
        errors.setdefault(at, _BESIDE)
    for part in by_match(pieces):
        for one, other in itertools.product(_named(part, "accept"), _named(part, "decline")):
            if one.arguments == other.arguments or not (one.arguments and other.arguments):
                for each in (one, other):
                    errors.setdefault(next(at for at, piece in enumerate(pieces) if piece is each), _BOTH)
    return [
        Unread(text=piece.text, why=errors[at], match=piece.match, paragraph=piece.paragraph)
        if at in errors
        else piece
        for at, piece in enumerate(pieces)
    ]


def _is_strict(piece: Ordered) -> bool:
    """Whether a command ends a match, or agrees to its end."""
    words = piece.arguments.lower().split()
    if piece.command.name == "accept":
        return "draw" in words or "undo" in words
    return piece.command.name != "leave" or words[:1] == ["server"]


def _stands(letter: LetterContext, piece: Piece) -> bool:
    """Whether a piece is for us and contains nothing else."""
    if isinstance(piece, Order) or (isinstance(piece, Unread) and piece.wish and piece.alone):
        return True
    if not isinstance(piece, Ordered) or piece.text == "?":
        return False
    return piece.agrees or piece.command.parse(piece.arguments, letter.known) is not None


def _named(pieces: Sequence[Piece], name: str) -> list[Ordered]:
    return [piece for piece in pieces if isinstance(piece, Ordered) and piece.command.name == name]


def _nobody_of(letter: LetterContext, command: CommandSpec, names: Sequence[str]) -> str:
    """That there is no such player, if a command may have just so many names behind it; empty otherwise."""
    if ["NAME"] * len(names) not in (form.split()[1:] for form in command.usage):
        return ""
    people = letter.context.store.people
    unknown = [name for name in names if people.named(name) is None]
    if len(unknown) != 1:
        return ""
    near = did_you_mean(unknown[0], people.handles_like(unknown[0]))
    return f"There is no player {unknown[0]}. {near or 'All players: players'}"


def _untaken(letter: LetterContext, piece: Piece) -> Piece:
    """A yes among other sentences that nothing has taken: why it does nothing."""
    if not isinstance(piece, Talk) or answer_of(piece.text, letter.names, strict=True) != "yes":
        return piece
    why = _why_no_answer(letter, piece)
    return Unread(text=piece.text, why=why, alone=True, paragraph=piece.paragraph) if why else piece


def _why_no_answer(letter: LetterContext, piece: Piece) -> str:
    """Why a yes or a no does nothing; what would answer the question that waits, if one does."""
    try:
        number: int | None = letter.match_meant()
    except Refused:
        number = None
    loaded = letter.find_match_if_any(number) if number is not None else None
    waits = what_is_offered(letter, loaded) if loaded is not None else ""
    return waits or why_no_answer(letter, piece.text, number)


def _lone(letter: LetterContext, piece: Piece) -> Piece:
    """What stands alone in a letter: a yes or a no where nothing is asked is told where it would count, a sentence that
    begins like a command how that is written."""
    command = command_named(piece.text.split(" ", 1)[0])
    words = piece.text.split()
    if command is not None and command.everyday and 1 < len(words) <= _FEW and not piece.text.endswith("?"):
        why = _nobody_of(letter, command, words[1:]) or sentence_told(command)
        return Unread(text=piece.text, why=why, strange=True, paragraph=piece.paragraph)
    if not answer_of(piece.text, letter.names):
        return piece
    why = _why_no_answer(letter, piece)
    return Unread(text=piece.text, why=why, paragraph=piece.paragraph) if why else piece
