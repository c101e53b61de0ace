"""The board, and what it shows in words (TOXIC-GNOME-40). All is open but the order of the stock."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TypeAlias

from pbem.games.toxic_gnome.state import Memory, Treadmill, row_of
from pbem.games.toxic_gnome.tiles import COLUMNS, RED, WILD
from pbem.play.board import Board, Line, Mark, Place, Terrain, own
from pbem.play.game import View
from pbem.play.requests import Seat

ORDINALS = ("first", "second", "third", "fourth", "fifth")

Row: TypeAlias = tuple[int, str, int]
"""Number, tile, and shift against the lowest row."""


def describe(state: Treadmill, seat: Seat | None) -> View:
    """The position in words; `seat` matters only for whether its mails spell the rows out."""
    if not state.rows:
        return View(("The treadmill is not laid yet.",))
    rows = _rows(state)
    spelled = seat is not None and state.private.get(seat, Memory()).rows
    lists = (
        *_players(state, _standing(state)),
        *_out_of_line(rows),
        _situation(state),
        _used(state),
    )
    tiles = tuple(_spelled(state, rows)) if spelled else (_named(rows),)
    return View(lists, tables=(tiles,))


def draw(state: Treadmill) -> Board | None:
    """The position as a board."""
    if not state.rows:
        return None
    standing = _standing(state)
    marks = {
        square: tuple(Mark(seat, state.seats.index(seat), "token") for seat in seats)
        for square, seats in standing.items()
    }
    field = _field(tuple(_rows(state)), state.danger_end)
    sides = {number: state.names.get(seat, f"Player {seat}") for number, seat in enumerate(state.seats)}
    return Board("Toxic Gnome", field, marks, sides, (_legend(state, standing),))


def _rows(state: Treadmill) -> list[Row]:
    numbers = range(state.lowest, state.highest + 1)
    return list(zip(numbers, state.rows, state.shifts(), strict=True))


def _standing(state: Treadmill) -> dict[str, list[Seat]]:
    """Who stands on each space."""
    standing: dict[str, list[Seat]] = {}
    for each in state.still_in:
        if each in state.tokens:
            standing.setdefault(state.tokens[each], []).append(each)
    return standing


@functools.lru_cache(maxsize=256)
def _field(rows: tuple[Row, ...], danger_end: int) -> Terrain:
    """The treadmill without tokens; it stays the same until it runs."""
    left = min(shift for _, _, shift in rows)
    places, lines = [], []
    for y, (number, tile, shift) in enumerate(reversed(rows)):
        ground = ["danger"] if number <= danger_end else []
        ground += ["red"] if tile in RED else []
        for x, (column, letter) in enumerate(zip(COLUMNS, tile, strict=True), start=shift - left):
            wild = ["wild"] if letter == WILD else []
            places.append(Place(f"{column}{number}", x, y, " ".join([*ground, *wild]), sign=letter))
        if number == danger_end:
            lines.append(Line(y, "- - - - - -", "danger zone below"))
    above, below = ((*[""] * (rows[end][2] - left), *COLUMNS) for end in (-1, 0))
    names = tuple(str(number) for number, _, _ in reversed(rows))
    return Terrain("tiles", tuple(places), names, above, below, tuple(lines))


def _letter(letter: str) -> str:
    return "wild" if letter == WILD else letter


def _legend(state: Treadmill, standing: Mapping[str, list[Seat]]) -> str:
    """What the signs mean, with the fullest space for an example."""
    signs = [f"{WILD} wild space", "! danger zone"]
    if standing:
        square = max(standing, key=lambda each: len(standing[each]))
        *others, last = standing[square]
        letter = state.letter(square)
        who = f"players {', '.join(others)} and {last} stand" if others else f"player {last} stands"
        where = "wild space" if letter == WILD else letter
        signs.insert(0, f"{letter}{''.join(standing[square])}: {who} on that {where}")
    return "     ".join(signs)


def _players(state: Treadmill, standing: Mapping[str, list[Seat]]) -> Iterator[str]:
    """Each player by the number of their token: where it stands, or that they are out."""
    width = max(len(name) for name in state.names.values())
    where = {
        seat: f"on {square}, {_letter(state.letter(square))}"
        for square, seats in standing.items()
        for seat in seats
    }
    places = dict(_places(state))
    for seat in state.seats:
        side, name = state.seats.index(seat), state.names[seat]
        who = f"{own(seat, side)} {own(name, side)}{'':{width - len(name)}}  "
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


def _out_of_line(rows: Sequence[Row]) -> Iterator[str]:
    """One sentence for each place where two neighboring rows are out of line (TOXIC-GNOME-31)."""
    groups = [
        (shift, [number for number, _, _ in group]) for shift, group in groupby(rows, key=lambda row: row[2])
    ]
    for (below, lower), (above, upper) in pairwise(groups):
        side, first, second = ("right", "a", "b") if above > below else ("left", "b", "a")
        verb = "stands" if len(upper) == 1 else "stand"
        yield (
            f"{_span('Tile', upper)} {verb} 1 to the {side} of {_span('tile', lower)}: "
            f"{first}{upper[0]} is straight above {second}{lower[-1]}."
        )


def _span(noun: str, numbers: Sequence[int]) -> str:
    return f"{noun} {numbers[0]}" if len(numbers) == 1 else f"{noun}s {numbers[0]}-{numbers[-1]}"


def _situation(state: Treadmill) -> str:
    low, high = state.lowest, state.danger_end
    zone = f"rows {low} to {high}" if low < high else f"row {low}" if low == high else "none"
    return f"Danger zone: {zone}. Tiles in the stock: {len(state.stock)}. Turns without a run: {state.idle}."


def _used(state: Treadmill) -> str:
    """The words used, by who formed them."""
    words: dict[Seat, list[str]] = {}
    for word, formed in state.used.items():
        words.setdefault(formed.by, []).append(word)
    told = [
        f"{own(state.names[seat], side)} {', '.join(words[seat])}"
        for side, seat in enumerate(state.seats)
        if seat in words
    ]
    count = f" ({len(state.used)})" if told else ""
    return f"Words used so far{count}: {'; '.join(told) or 'none'}."


def _named(rows: Sequence[Row]) -> str:
    """The rows by the names of their tiles, from the top."""
    return f"Rows from the top: {', '.join(f'{number} {tile}' for number, tile, _ in reversed(rows))}."


def _spelled(state: Treadmill, rows: Sequence[Row]) -> Iterator[str]:
    """Every space of every row from the top, for readers without a picture."""
    for number, tile, shift in reversed(rows):
        side = f", {abs(shift)} {'right' if shift > 0 else 'left'}" if shift else ""
        red = ", red" if tile in RED else ""
        danger = ", danger zone" if number <= state.danger_end else ""
        spaces = (f"{column} {_letter(letter)}" for column, letter in zip(COLUMNS, tile, strict=True))
        yield f"row {number}{side}{red}{danger}: {', '.join(spaces)}"
