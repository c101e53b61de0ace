"""What a letter is made of, once it has been read: values that nobody changes.

Each piece knows where it stands: `number` counts all of a letter, `paragraph` its paragraphs. `match` is the match that
an earlier line has turned to.
"""

from collections.abc import Iterable

from msgspec import Struct

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import MATCH, command_named
from pbem.server.letters.letter_context import LetterContext


class Piece(Struct, frozen=True, kw_only=True):
    """Part of a letter, as it was written."""

    text: str
    number: int = 0
    paragraph: int = 0
    match: int | None = None


class Order(Piece, frozen=True):
    """An order. `sure`: it was written in the words of the game, but perhaps for their form; any other is carried out
    only where it can be taken back. `whole`: the sentence holds nothing else."""

    order: str
    sure: bool = True
    whole: bool = True


class Ordered(Piece, frozen=True):
    """A command with its arguments. `agrees`: it is a yes or a no in other words; `everyday`: it may as well be a
    sentence."""

    command: CommandSpec
    arguments: str = ""
    agrees: bool = False
    everyday: bool = False


class Question(Piece, frozen=True):
    """A question with its answer; `orders` are what it asks about, and `before` what stands above it, which it may
    speak of."""

    answer: str = ""
    orders: tuple[str, ...] = ()
    before: str = ""


class Wish(Piece, frozen=True):
    """A wish, and the command that grants it."""

    command: str
    changes: bool = False
    ends: bool = False


class Talk(Piece, frozen=True):
    """What is for people. `courtesy`: it says nothing else. `may_be`: the only order that it can be, if it is one;
    `plainly`: it says so."""

    courtesy: bool = False
    may_be: str = ""
    plainly: bool = False


class Unread(Piece, frozen=True):
    """What holds the letter, and why. `instead` are the lines that were probably meant, `offered` if they stand in it:
    then `why` is only what makes it necessary to ask.
    `wish`: it is one that a yes grants. `strange`: nobody can read it. `alone`: it holds nothing but itself, so it may
    be offered beside what is done.
    `unsettles`: it only puts in doubt what stands beside it, which may be sent without it."""

    why: str
    instead: tuple[str, ...] = ()
    offered: bool = False
    wish: bool = False
    strange: bool = False
    alone: bool = False
    unsettles: bool = False


def by_match(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces for each match that a letter turns to, after those above."""
    parts: list[list[Piece]] = [[]]
    for piece in pieces:
        if isinstance(piece, Ordered) and piece.command is MATCH:
            parts.append([])
        parts[-1].append(piece)
    return parts


def changes(piece: Piece) -> bool:
    """Whether a piece does more than ask for information, or be left alone."""
    return isinstance(piece, Order) or (isinstance(piece, Ordered) and piece.command.changes)


def is_unanswered(piece: Piece) -> bool:
    """Whether a piece is a question without an answer."""
    return isinstance(piece, Question) and not piece.answer


def is_carried_out(piece: Piece) -> bool:
    """Whether a piece is an order or a command."""
    return isinstance(piece, Order | Ordered)


def is_understood(piece: Piece) -> bool:
    """Whether a piece is an order, a command, or a question that has been answered; or what was meant is known."""
    if isinstance(piece, Unread):
        return bool(piece.instead) or not piece.strange
    if isinstance(piece, Question):
        return bool(piece.answer)
    return not isinstance(piece, Talk)


def shown(piece: Piece, letter: LetterContext) -> str:
    """The text of a piece for a mail. What stands behind a word of a command or a game and is not understood is never
    repeated: on other servers it was a password."""
    if not isinstance(piece, Unread | Talk):
        return piece.text
    first, _, rest = piece.text.partition(" ")
    word = first.lower().strip(":,!.?")
    command = command_named(word)
    habit = isinstance(piece, Unread) and rest.split(" ", 1)[0].isdecimal()  # `remind 12 ann secret`
    if not rest or (command is None and word not in letter.context.games.names and not habit):
        return piece.text
    sentence = command is not None and (command.prose or word in command.everyday)
    if command is not None and (sentence or command.parse(rest, letter.known) is not None):
        return piece.text
    return f"{first} ..."
