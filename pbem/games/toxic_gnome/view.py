"""The board, and what it shows in words (TOXIC-GNOME-40). All is open but the order of the stock."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from pbem.games.toxic_gnome.state import Memory, Treadmill, row_of
from pbem.games.toxic_gnome.tiles import COLUMNS, RED, WILD
from pbem.play.game import View
from pbem.play.requests import Seat

WIDTH = 76
CELL = 7  # characters of a space, and of a shift by one
MARGIN = 6  # before the space farthest to the left
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def view(state: Treadmill, seat: Seat | None) -> View:
    """The position; `seat` matters only for whether its mails spell the rows out."""
    if not state.rows:
        return View((), ("The treadmill is not laid yet.",))
    spelled = seat is not None and state.private.get(seat, Memory()).rows
    lists = (
        *_players(state),
        *_shifts(state),
        *_situation(state),
        *_used(state),
        *(spelled_rows(state) if spelled else _tiles(state)),
    )
    return View(tuple(_board(state)), lists, tuple(_legend(state)))


def spelled_rows(state: Treadmill) -> Iterator[str]:
    """Every space of every row from the top, for whom a picture does not serve."""
    for number, tile, shift in reversed(_rows(state)):
        side = "" if not shift else f", {abs(shift)} {'right' if shift > 0 else 'left'}"
        red = ", red" if tile in RED else ""
        danger = ", danger zone" if number <= state.danger_end else ""
        spaces = ", ".join(
            f"{column} {_letter(letter)}" for column, letter in zip(COLUMNS, tile, strict=True)
        )
        yield f"row {number}{side}{red}{danger}: {spaces}"


def _rows(state: Treadmill) -> list[tuple[int, str, int]]:
    """Number, tile and shift against the lowest row, from the bottom."""
    numbers = range(state.lowest, state.highest + 1)
    return list(zip(numbers, state.rows, state.shifts(), strict=True))


def _letter(letter: str) -> str:
    return "wild" if letter == WILD else letter


def _standing(state: Treadmill) -> dict[str, list[Seat]]:
    """Who stands where."""
    found: dict[str, list[Seat]] = {}
    for seat in state.still_in:
        if seat in state.tokens:
            found.setdefault(state.tokens[seat], []).append(seat)
    return found


def _board(state: Treadmill) -> Iterator[str]:
    rows = _rows(state)
    left = min(shift for _, _, shift in rows)
    standing = _standing(state)

    def columns(shift: int) -> str:
        letters = "".join(column.ljust(CELL) for column in COLUMNS)
        return (" " * (MARGIN + CELL * (shift - left)) + letters).rstrip()

    yield columns(rows[-1][2])
    for number, tile, shift in reversed(rows):
        in_danger = number <= state.danger_end
        cells = ""
        for column, letter in zip(COLUMNS, tile, strict=True):
            cells += (letter + "".join(standing.get(f"{column}{number}", ()))).ljust(CELL)
        red = "  red" if tile in RED else ""
        if number == state.danger_end:
            yield f"{'':{MARGIN}}- - - - - - danger zone below - - - - - -"
        yield f"{number:3}{'!' if in_danger else ' '}  {'':{CELL * (shift - left)}}{cells}{red}".rstrip()
    yield columns(rows[0][2])


def _legend(state: Treadmill) -> Iterator[str]:
    signs = []
    standing = _standing(state)
    if standing:
        square = max(standing, key=lambda each: (len(standing[each]), each))
        seats, letter = standing[square], state.letter(square)
        who = f"player {seats[0]} stands" if len(seats) == 1 else f"players {_listed(seats)} stand"
        where = "wild space" if letter == WILD else letter
        signs.append(f"{letter}{''.join(seats)}: {who} on that {where}")
    signs += [f"{WILD} wild space", "! danger zone"]
    yield "     ".join(signs)


def _players(state: Treadmill) -> Iterator[str]:
    """Each player by the number of his token: where he stands, or that he is out."""
    width = max(len(name) for name in state.names.values())
    where = {
        seat: f"on {square}, {_letter(state.letter(square))}"
        for square, seats in _standing(state).items()
        for seat in seats
    }
    places = dict(_places(state))
    for seat in state.seats:
        who = f"{seat} {state.names[seat]:{width}}  "
        if seat in places:
            yield f"{who}out, {places[seat]}"
        elif seat not in where:
            yield f"{who}no token on the treadmill yet"
        else:
            row = row_of(state.tokens[seat])
            words = [
                where[seat].ljust(max(map(len, where.values()))),
                f"row {row} of {state.lowest}-{state.highest}",
            ]
            if row <= state.danger_end:
                words.append("in danger")
            if seat == state.to_move and state.result is None:
                words.append("to move")
            yield who + "   ".join(words)


def _places(state: Treadmill) -> Iterator[tuple[Seat, str]]:
    """The places of those who are out: the last to go has the best."""
    place = len(state.still_in)
    resigned = [[seat] for seat in state.left if not state.is_out(seat)]
    for together in reversed(state.out + resigned):
        for seat in together:
            yield seat, ORDINALS[place]
        place += len(together)


def _shifts(state: Treadmill) -> Iterator[str]:
    """One sentence for each place where two neighbouring rows are out of line."""
    groups = [
        (shift, [number for number, _, _ in group])
        for shift, group in groupby(_rows(state), key=lambda row: row[2])
    ]
    for (below, lower), (above, upper) in pairwise(groups):
        to_the_right = above > below
        first = f"{'a' if to_the_right else 'b'}{upper[0]}"
        second = f"{'b' if to_the_right else 'a'}{lower[-1]}"
        verb = "stands" if len(upper) == 1 else "stand"
        yield (
            f"{_span('Tile', upper)} {verb} 1 to the {'right' if to_the_right else 'left'} of "
            f"{_span('tile', lower)}: {first} is straight above {second}."
        )


def _span(noun: str, numbers: list[int]) -> str:
    return f"{noun} {numbers[0]}" if len(numbers) == 1 else f"{noun}s {numbers[0]}-{numbers[-1]}"


def _situation(state: Treadmill) -> Iterator[str]:
    low, high = state.lowest, state.danger_end
    zone = f"row {low}" if low == high else f"rows {low} to {high}"
    yield (f"Danger zone: {zone}. Tiles in the stock: {len(state.stock)}. Turns without a run: {state.idle}.")


def _used(state: Treadmill) -> Iterator[str]:
    """The words used, by who formed them."""
    if not state.used:
        yield "Words used so far: none."
        return
    words = [
        f"{state.names[seat]} {', '.join(own)}"
        for seat in state.seats
        if (own := [word for word, formed in state.used.items() if formed.by == seat])
    ]
    yield from _filled(f"Words used so far ({len(state.used)}): {'; '.join(words)}.")


def _tiles(state: Treadmill) -> Iterator[str]:
    """The rows by the names of their tiles, from the top."""
    words = [f"{number}\xa0{tile}" for number, tile, _ in reversed(_rows(state))]
    yield from _filled(f"Rows from the top: {', '.join(words)}.")


def _filled(text: str) -> list[str]:
    """Lines of the width of a board; at a no-break space no line ends."""
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def _listed(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
