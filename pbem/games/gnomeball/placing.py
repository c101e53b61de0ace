"""Where characters may be placed, and which makes way when two want one square (GNOMEBALL-14 to 17, 138, 139)."""

from collections.abc import Callable, Collection, Mapping, Sequence

from pbem.games.gnomeball.events import Placed
from pbem.games.gnomeball.squares import FIELD, SQUARES, ZONE_REACH, Corner, distance, to_home, zone
from pbem.games.gnomeball.state import Field, Id
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Seat

Squares = tuple[tuple[str, Square], ...]
"""Pairs of id and square; the ids are empty where only squares were written."""


def paired(squares: Squares, ids: Sequence[Id], others: Collection[Id] = ()) -> dict[Id, Square]:
    """Squares by id; those without ids go to `ids` in order. `others` may be named but get none by order. Raises
    `Refused`."""
    if squares and not squares[0][0]:
        if len(squares) > len(ids):
            raise Refused(f"You named {len(squares)} squares for {len(ids)} characters.")
        found = dict(zip(ids, (square for _, square in squares), strict=False))
    else:
        found = dict(squares)
    for who in found:
        if who not in ids and who not in others:
            raise Refused(f"{who} does not serve you.")
    check_apart(list(found.values()))
    return found


def check_apart(squares: Sequence[Square]) -> None:
    """Raises `Refused` if two characters would be on one square."""
    for at, square in enumerate(squares):
        if square in squares[:at]:
            raise Refused(f"{square} is taken.")


def merged(old: Squares, new: Squares) -> Squares:
    """A draft with a further line: squares without ids replace it; pairs replace only the characters they name."""
    if not new[0][0] or (old and not old[0][0]):
        return new
    return tuple({**dict(old), **dict(new)}.items())


def check_zone(square: Square, corner: Corner) -> None:
    """Raises `Refused` if a square is too far from home (GNOMEBALL-14)."""
    far = to_home(square, corner)
    if far > ZONE_REACH:
        raise Refused(f"{square} is {far:g} from your home; the starting zone goes to {ZONE_REACH}.")


def settle(
    state: Field,
    ids: Sequence[Id],
    wishes: Sequence[Mapping[Id, Square]],
    *,
    anywhere: bool = False,
    barred: Collection[Square] = (),
) -> list[Placed]:
    """Put these characters on the field, in this order, and tell it by player. Nobody else may be standing but on
    barred squares.

    Wishes are settled one set after the other: within a set the later seat keeps a square that two want. A character
    whose square is taken by its own side, or that has none, takes the first free one of its zone; one that has to make
    way for another player then takes the nearest free one, in its zone or (`anywhere`) on the whole field.
    """
    taken: dict[Square, Seat] = dict.fromkeys(barred, "")
    settled: dict[Id, Square] = {}
    displaced: dict[Id, Square] = {}
    for wish in wishes:
        for each in sorted(ids, key=lambda each: each[0], reverse=True):
            if each in settled or each in displaced or each not in wish:
                continue
            square = wish[each]
            if square not in taken:
                settled[each], taken[square] = square, each[0]
            elif taken[square] != each[0]:
                displaced[each] = square
    for each in ids:
        if each not in settled and each not in displaced:
            square = next(square for square in zone(state.homes[each[0]]) if square not in taken)
            settled[each], taken[square] = square, each[0]
    for each in ids:
        if each in displaced:
            home = state.homes[each[0]]
            free = [square for square in (SQUARES if anywhere else zone(home)) if square not in taken]
            wanted = displaced[each]
            square = min(free, key=lambda to: (distance(to, wanted), to_home(to, home), FIELD.place(to)))
            settled[each], taken[square] = square, each[0]
    return _placed(state, settled, displaced)


def _placed(state: Field, settled: Mapping[Id, Square], displaced: Mapping[Id, Square]) -> list[Placed]:
    events: list[Placed] = []
    for seat in state.seats:
        ids = [who for who in state.ids(seat) if who in settled]
        for who in ids:
            state.characters[who].at = state.characters[who].placed[seat] = settled[who]
        if ids:
            places = tuple((who, settled[who]) for who in ids)
            events.append(Placed(seat, places, tuple(who for who in ids if who in displaced)))
    return events


def draft(
    state: Field, seat: Seat, own: Sequence[Id], squares: Squares, check: Callable[[Square], None]
) -> str:
    """Note squares for characters in the draft of their owner, who is told; raises `Refused`, as `check` does."""
    new = tuple(paired(squares, own).items())
    for _, square in new:
        check(square)
    memory = state.own_memory(seat)
    place = merged(memory.place, new)
    paired(place, own)
    memory.place = place
    return f"Noted: {' '.join(f'{who} {square}' for who, square in place)}"
