"""The parts of a letter that are done, or void, each by itself."""

from collections.abc import Sequence
from typing import TypeAlias

from pbem.server.language.command_table import MATCH
from pbem.server.reading.pieces import Order, Ordered, Piece, Unread, by_match

Part: TypeAlias = tuple[int | None, list[Piece]]
"""The number of a match, if the part is for one, and its pieces."""

_OF_NO_MATCH = ("challenge", "seek", "settings", "vacation", "address", "block", "limit", "tell")
"""Commands that concern no match of their writer."""


def parts_of(pieces: Sequence[Piece], current: int | None) -> list[Part]:
    """The pieces for each match that a letter turns to by `match 12`, after those above.

    If it comes back to a match, the whole letter is one part; so it is if nothing above is carried out.
    """
    parts = [(_match_of(part[0], current), part) for part in by_match(pieces) if part]
    numbers = [number for number, _ in parts]
    return parts if len(set(numbers)) == len(numbers) else [(current, list(pieces))]


def parts_accepted(pieces: Sequence[Piece], current: int | None, accepted: int) -> list[Part]:
    """The parts of a letter whose first `accepted` paragraphs are what was proposed: what concerns its match, and each
    command that concerns none; apart from these what stands below, if that cannot be read, and puts nothing in doubt.
    """
    below = [piece for piece in pieces if piece.paragraph >= accepted]
    unread = [piece for piece in below if isinstance(piece, Unread) and not piece.alone]
    if not unread or not all(piece.strange or piece.offered for piece in unread):  # it may take back the yes
        below = []
    above = [piece for piece in pieces if piece not in below]
    alone = [piece for piece in above if isinstance(piece, Ordered) and piece.command.name in _OF_NO_MATCH]
    rest = [piece for piece in above if piece not in alone]
    acts = any(isinstance(piece, Order | Ordered | Unread) for piece in rest)
    parts: list[Part] = [(current, rest)] if acts or not alone else []
    parts += [(None, [piece]) for piece in alone]
    return [*parts, (None, below)] if below else parts


def name_of(number: int | None, part: Sequence[Piece]) -> str:
    """What a part of a letter is called."""
    if number:
        return f"match {number}"
    if len(part) == 1:
        return f'"{part[0].text}"'
    unread = any(isinstance(piece, Unread) for piece in part)
    return "the rest of your letter" if unread else "what stands above them"


def _match_of(first: Piece, current: int | None) -> int | None:
    if not isinstance(first, Ordered) or first.command is not MATCH:
        return current
    return int(first.arguments) if first.arguments.isdecimal() else None
