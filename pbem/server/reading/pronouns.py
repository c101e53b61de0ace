"""Whom `tell him` means below a challenge."""

from collections.abc import Sequence

from msgspec import structs

from pbem.server.reading.pieces import Ordered, Piece, Unread

_HIM = ("him", "her", "them")


def told_to(pieces: list[Piece]) -> list[Piece]:
    """The words for the only one who is challenged in the letter, who `him` is. Somebody outside gets none before they
    have accepted."""
    whom = {
        line.split()[2]
        for piece in pieces
        for line in _challenges(piece)
        if len(line.split()) > 2  # challenge GAME NAME
    }
    if len(whom) != 1:
        return pieces
    (name,) = whom
    found: list[Piece] = []
    for piece in pieces:
        first, _, rest = piece.arguments.partition(" ") if isinstance(piece, Ordered) else ("", "", "")
        if not isinstance(piece, Ordered) or piece.command.name != "tell" or first.lower() not in _HIM:
            found.append(piece)
        elif "@" in name:
            why = f"{name} gets messages once they have accepted. Then write: say, and your words"
            found.append(Unread(text=piece.text, why=why, alone=True, paragraph=piece.paragraph))
        else:
            found.append(structs.replace(piece, arguments=f"{name} {rest}", everyday=False))
    return found


def _challenges(piece: Piece) -> Sequence[str]:
    if isinstance(piece, Ordered) and piece.command.name == "challenge":
        return (f"challenge {piece.arguments}",)
    offers = piece.instead if isinstance(piece, Unread) else ()
    return [line for line in offers if line.startswith("challenge ")]
