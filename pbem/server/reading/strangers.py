"""What a stranger's letter comes to: a name to register, questions, and nothing that could be refused."""

import re
from collections.abc import Sequence

from msgspec import structs

from pbem.server.answering.phrases import said
from pbem.server.answering.questions import is_question
from pbem.server.answering.registering import registration_in
from pbem.server.language.arguments import Known
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.server.language.introductions import FILLERS
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.judge import is_doubtful
from pbem.server.reading.pieces import Ordered, Piece, Question, Talk, Unread, Wish

_UNLIKE_ANY = "I do not know this. To begin"
"""What is told of a line that is not even near the word of a command."""


def command_within(text: str, known: Known) -> tuple[CommandSpec, str] | None:
    """The command, with its arguments, that a whole sentence is, or what stands behind its colon; only one that is
    surely no sentence, and no doubt about it."""
    before, colon, behind = text.partition(": ")
    doubted = bool(colon) and (is_doubtful(before) or is_question(before))
    parts = [text] if not colon or doubted else [text, behind]
    for part in parts:
        line = re.sub(
            r"(?:[\s,]+(?:please|pls|thanks|thank you))*[\s.!]*$", "", part.strip(), flags=re.IGNORECASE
        )
        word, _, rest = line.partition(" ")
        command = command_named(word.lower())
        if command is None or not rest or command.prose or command.everyday or command.ends or command.grave:
            continue
        if command.parse(rest, known) is not None and (command.name != "register" or len(rest.split()) == 1):
            return command, rest
    return None


def of_a_stranger(letter: LetterContext, pieces: Sequence[Piece], left_out: Sequence[str]) -> list[Piece]:
    """The pieces of a stranger's letter, without courtesies around what they ask for. What they want as a player waits
    for the yes that makes them one; if they do not ask to be one, it is talk."""
    found = [_with_name(letter, piece) for piece in pieces if not _lacks_name(piece)]
    if any(isinstance(piece, Ordered) for piece in found):
        registers = any(isinstance(piece, Ordered) and piece.command.name == "register" for piece in found)
        kept = [_held(piece) for piece in found] if registers else found
        return [
            piece
            for piece in kept
            if (registers and _is_of_player(piece)) or not isinstance(piece, Talk | Unread | Wish)
        ]
    line = registration_in("\n".join(piece.text for piece in pieces), letter.context, left_out)
    word, _, name = line.partition(" ")
    command = command_named(word) if line else None
    if command is not None:
        asked = [
            piece for piece in found if isinstance(piece, Question) and not said("joining").search(piece.text)
        ]
        wishes = _without_doubles(list(filter(_is_of_player, found)))
        return [Ordered(text=line, command=command, arguments=name), *asked, *wishes]
    if len(found) < len(pieces):
        return [piece for piece in pieces if not isinstance(piece, Talk | Unread | Wish)]
    return [
        Talk(text=piece.text, paragraph=piece.paragraph)
        if isinstance(piece, Unread) and piece.why.startswith(_UNLIKE_ANY) and _is_prose(piece.text)
        else _without_wish(piece)
        for piece in found
        if not isinstance(piece, Wish) or _is_of_player(piece)
    ]


def _with_name(letter: LetterContext, piece: Piece) -> Piece:
    """A line that asks to register in a sentence, with the name alone: `Register me: name is Mike.`"""
    if not isinstance(piece, Ordered) or piece.command.name != "register" or " " not in piece.arguments:
        return piece
    _, _, name = registration_in(piece.text, letter.context).partition(" ")
    return structs.replace(piece, arguments=name) if name else piece


def _held(piece: Piece) -> Piece:
    """A command that only players have, as a wish that waits until its writer is one."""
    if not isinstance(piece, Ordered) or piece.command.who == "anyone" or piece.command.prose:
        return piece
    return Wish(text=piece.text, command=f"{piece.command.name} {piece.arguments}".strip(), changes=True)


def _without_doubles(pieces: Sequence[Piece]) -> list[Piece]:
    """Without wishes that another one says and more: `a game against the house`, and below it `go easy on me`."""
    lines = [piece.command for piece in pieces if isinstance(piece, Wish)]
    return [
        piece
        for piece in pieces
        if not isinstance(piece, Wish) or not any(each.startswith(f"{piece.command} ") for each in lines)
    ]


def _is_of_player(piece: Piece) -> bool:
    """Whether a piece is what its writer wants as a player."""
    return isinstance(piece, Wish) and not piece.command.startswith("register ")


def _without_wish(piece: Piece) -> Piece:
    """A wish as a sentence, which nobody can grant yet."""
    if not isinstance(piece, Wish):
        return piece
    kind = Question if piece.text.endswith("?") else Talk
    return kind(text=piece.text, paragraph=piece.paragraph)


def _lacks_name(piece: Piece) -> bool:
    """Whether a piece is `register` without the name, which may stand elsewhere."""
    registers = isinstance(piece, Ordered) and piece.command.name == "register"
    return registers and isinstance(piece, Ordered) and piece.arguments.lower() in {"", *FILLERS}


def _is_prose(text: str) -> bool:
    """Whether a line does not begin with the word of a command."""
    return command_named(text.split(" ", 1)[0].lower()) is None
