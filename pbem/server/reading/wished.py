"""What is wished for in a letter, as it stands beside the rest: done, offered, or held."""

import re
from collections.abc import Sequence

from msgspec import structs

from pbem.server.answering.about import about_of
from pbem.server.answering.wishes import command_put_right, more_options, not_taken
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import MATCH, command_named
from pbem.server.letters.letter_context import LetterContext
from pbem.server.matches.bots import OPEN
from pbem.server.matches.repository import HOUSE
from pbem.server.reading.judge import is_doubtful
from pbem.server.reading.pieces import Order, Ordered, Piece, Talk, Unread, Wish, is_unanswered
from pbem.server.reading.proposer import append_sentence
from pbem.server.reading.sentences import NUMBERS

_OF_SENTENCES = re.compile(
    r"\b(?:the|to|a|an|of|for|in|at|with|and|from|until|till|computer|bot|machine|robot|ai)\b", re.IGNORECASE
)
_NUMBER = re.compile(rf"\d|\b(?:{'|'.join(word for word in NUMBERS if word != 'one')})\b", re.IGNORECASE)
_IN_SENTENCES = ("challenge", "seek", "vacation")


def put_right_as_wish(letter: LetterContext, piece: Piece) -> Piece:
    """The wish that a line is which begins with the word of a command and goes on as a sentence."""
    if not isinstance(piece, Ordered) or piece.command.name not in _IN_SENTENCES or piece.agrees:
        return piece
    plain = re.sub(r"\b(?:with|against|to)\s+(?=\S+$)", "", piece.arguments)
    parsed = piece.command.parse(letter.context.games.joined(plain), letter.known)
    names = parsed.names if parsed is not None else ()
    people = letter.context.store.people
    if parsed is not None and all(
        "@" in name or people.named(name) is not None or name.lower() in (HOUSE, OPEN) for name in names
    ):
        return piece
    if not _OF_SENTENCES.search(piece.arguments):  # a name with a slip, or words in another order
        return piece
    line = command_put_right(piece.command.name, piece.arguments, about_of(letter))
    if not line:
        return piece
    return Wish(text=piece.text, command=line, changes=True, paragraph=piece.paragraph, match=piece.match)


_FRAGMENTS = 15
"""Maximum number of words of a letter whose sentences may be one wish: `Dodgeball, please. Against the computer.`"""


def as_one_wish(letter: LetterContext, pieces: list[Piece]) -> list[Piece]:
    """The wish for a match that the short sentences of a letter are together, if none of them is one."""
    text = " ".join(piece.text for piece in pieces)
    talk = all(isinstance(piece, Talk) or (isinstance(piece, Unread) and piece.strange) for piece in pieces)
    small = len(pieces) > 1 and talk and len(text.split()) <= _FRAGMENTS and letter.current is None
    line = command_put_right("challenge", text, about_of(letter)) if small and not is_doubtful(text) else ""
    return [Wish(text=text, command=line, changes=True)] if line else pieces


def with_options(letter: LetterContext, pieces: list[Piece]) -> list[Piece]:
    """Hold a challenge whose options stand in the words below it: `An easy one, please.`"""
    found: list[Piece] = []
    busy = any(isinstance(piece, Order | Unread) for piece in pieces) or sum(map(_acts, pieces)) > 1
    for piece in pieces:
        above = found[-1] if found else None
        line = ""
        if isinstance(above, Ordered):
            line = f"{above.command.name} {above.arguments}"
        elif isinstance(above, Unread) and above.wish:
            line = above.instead[0]
        qualifying = line and (isinstance(piece, Talk | Wish) or is_unanswered(piece))
        more = more_options(line, piece.text, about_of(letter)) if qualifying else []
        if above is not None and more:
            line = " ".join((line, *more))
            found[-1] = Unread(
                text=f"{above.text} {piece.text}",
                why="",
                instead=(line,),
                alone=busy,
                offered=True,
                wish=True,
                paragraph=above.paragraph,
            )
            continue
        found.append(piece)
    return found


def grant(letter: LetterContext, pieces: list[Piece]) -> list[Piece]:
    """What only tells is done; what changes something is offered, also beside orders; what ends a match holds those."""
    pieces = [_as_asked(letter, piece) for piece in pieces]
    ordered = any(isinstance(piece, Order | Unread) for piece in pieces)
    busy = ordered or any(map(_acts, pieces))
    ends = next((piece for piece in pieces if isinstance(piece, Wish) and piece.ends), None)
    found: list[Piece] = []
    lines = [piece.command for piece in pieces if isinstance(piece, Wish)]
    seen = {_granted_by(piece) for piece in pieces if isinstance(piece, Ordered)}
    for piece in pieces:
        if not isinstance(piece, Wish):
            found.append(piece)
            continue
        word, _, rest = piece.command.partition(" ")
        command = command_named(word)
        doubled = any(each.startswith(f"{piece.command} ") for each in lines) or _is_said_exactly(
            piece, pieces
        )
        if command is None or piece.command in seen or (doubled and piece.changes):
            found.append(Talk(text=piece.text, paragraph=piece.paragraph))
            continue
        seen.add(piece.command)
        beside = busy or (ends is not None and piece is not ends)  # who resigns is asked about that first
        first = piece is ends and not ordered and _only_asks(letter, piece, command)
        if first or (not piece.changes and not piece.ends):
            found.append(
                Ordered(
                    text=piece.text,
                    command=command,
                    arguments=rest,
                    paragraph=piece.paragraph,
                    match=piece.match,
                )
            )
            continue
        missing = not_taken(piece.text, piece.command, about_of(letter))
        why = f"I leave out: {', '.join(missing)}" if missing else ""
        holds = ordered and piece.ends
        found.append(
            Unread(
                text=piece.text,
                why=append_sentence(why, f"Perhaps you meant: {piece.command}") if holds else why,
                instead=() if holds else (piece.command,),
                alone=beside and not holds,
                offered=True,
                wish=not holds,
                paragraph=piece.paragraph,
            )
        )
    return found


def _is_said_exactly(piece: Wish, pieces: Sequence[Piece]) -> bool:
    """Whether another sentence wishes for the same with a number: `More time, please. Six days would be great.`"""
    if _NUMBER.search(piece.text) is not None:
        return False
    word = piece.command.split()[0]
    return any(
        isinstance(other, Wish)
        and other is not piece
        and other.command.split()[0] == word
        and _NUMBER.search(other.text) is not None
        for other in pieces
    )


def _granted_by(piece: Ordered) -> str:
    """The wish that a command grants: with a new match nobody wants a rematch besides."""
    return (
        "rematch" if piece.command.name == "challenge" else f"{piece.command.name} {piece.arguments}".strip()
    )


def _as_asked(letter: LetterContext, piece: Piece) -> Piece:
    """A piece; a wish for a draw is a yes where one is on offer."""
    if not isinstance(piece, Wish) or piece.command != "draw":
        return piece
    loaded = letter.find_match_if_any(number) if (number := piece.match or letter.current) else None
    offered = loaded is not None and any(each.kind == "draw" for each in letter.asked(loaded))
    return structs.replace(piece, command="accept draw") if offered else piece


def _only_asks(letter: LetterContext, piece: Wish, command: CommandSpec) -> bool:
    """Whether a command that ends a match only asks whether its writer wants that: nobody need be asked twice."""
    if command.name == "draw":
        loaded = letter.find_match_if_any(piece.match)
        return loaded is not None and [each.player for each in loaded.people()] == [letter.sender.id]
    return command.ends and not command.changes


def asked_at_once(piece: Piece, pieces: Sequence[Piece]) -> Piece:
    """The command that was probably meant, if that only asks: `resgin`."""
    offers = piece.instead if isinstance(piece, Unread) else ()
    others = (each for each in pieces if each is not piece)
    if len(offers) != 1 or not all(isinstance(each, Talk) and each.courtesy for each in others):
        return piece
    word, _, rest = offers[0].partition(" ")
    command = command_named(word)
    if command is None or not (command.ends and not command.changes):
        return piece
    return Ordered(
        text=piece.text, command=command, arguments=rest, paragraph=piece.paragraph, match=piece.match
    )


def _acts(piece: Piece) -> bool:
    return isinstance(piece, Ordered) and piece.command is not MATCH and piece.command.changes
