"""The treadmill runs: rows fall off, players with them, and new tiles come (TOXIC-GNOME-25 to TOXIC-GNOME-36)."""

from collections.abc import Sequence
from itertools import groupby

from pbem.games.toxic_gnome.events import (
    Eliminated,
    GnomeImpatient,
    MatchWon,
    RedTile,
    RedTileLaid,
    Reshuffled,
    TilesDrawn,
    TreadmillRan,
)
from pbem.games.toxic_gnome.orders import Move, Shift, Way
from pbem.games.toxic_gnome.state import Memory, Treadmill, row_of
from pbem.games.toxic_gnome.tiles import RED
from pbem.play.orders import Refused
from pbem.play.record import Result
from pbem.play.requests import Ask, Forget, Pick, Rules, Seat, ask, draw

SHIFTS: dict[Way, int] = {"left": -1, "straight": 0, "right": 1}


def run(state: Treadmill, seat: Seat, ways: Sequence[Way]) -> Rules[None]:
    """Carry out one run (TOXIC-GNOME-26), set off by a seat, or by the gnome if it is empty. `ways` are the seat's own
    words for red tiles, the lowest first."""
    height = len(state.rows)
    count = state.danger
    yield from _drop(state, seat, count)
    if len(state.still_in) <= 1:
        yield from _end(state)
        return
    low = state.highest + 1
    for _ in range(count):
        state.rows.append((yield from draw_tile(state)))
    state.danger = min(count + 1, height - 1)  # TOXIC-GNOME-28: never the top row
    state.idle = 0
    new = state.rows[low - state.lowest :]
    red = [tile for tile in new if tile in RED]
    yield TilesDrawn(low, tuple(new), tuple(red), (state.lowest, state.danger_end))
    yield from _lay_red_tiles(state, seat, red, ways)


def draw_tile(state: Treadmill) -> Rules[str]:
    """Draw a tile from the stock; an empty stock is refilled with the discarded tiles (TOXIC-GNOME-29)."""
    if not state.stock:
        state.stock, state.discards = sorted(state.discards), []
        yield Reshuffled(len(state.stock))
    tile = yield from draw("new tile", state.stock)
    state.stock.remove(tile)
    return tile


def impatient(state: Treadmill) -> bool:
    """Whether the gnome has waited for long enough (TOXIC-GNOME-36)."""
    return 0 < state.gnome * len(state.still_in) <= state.idle


def run_by_itself(state: Treadmill) -> Rules[None]:
    """A run that nobody has set off: red tiles are laid straight, nobody is asked (TOXIC-GNOME-36)."""
    yield GnomeImpatient(state.idle)
    straight: list[Way] = ["straight"] * len(RED)
    yield from run(state, "", straight)


def _drop(state: Treadmill, seat: Seat, count: int) -> Rules[None]:
    """Discard the lowest rows and eliminate the players on them."""
    gone, state.rows = state.rows[:count], state.rows[count:]
    state.discards = sorted(state.discards + gone)
    for tile in gone:
        state.shifted.pop(tile, None)
    low, state.lowest = state.lowest, state.lowest + count
    fallen = [each for each in state.still_in if row_of(state.tokens[each]) < state.lowest]
    saved = [each for each in fallen if state.grace and each in state.fresh]  # TOXIC-GNOME-39
    for each in saved:
        state.tokens[each] = f"{state.tokens[each][0]}{state.lowest}"
    yield TreadmillRan(seat, low, state.lowest - 1, tuple((each, state.tokens[each]) for each in saved))
    yield from _eliminate(state, [each for each in fallen if each not in saved])


def _eliminate(state: Treadmill, fallen: Sequence[Seat]) -> Rules[None]:
    """The lowest row first; those of one row share a place (TOXIC-GNOME-34)."""

    def row(seat: Seat) -> int:
        return row_of(state.tokens[seat])

    for number, group in groupby(sorted(fallen, key=row), key=row):
        together = list(group)
        state.out.append(together)
        place = len(state.still_in) + 1
        for each in together:
            del state.tokens[each]
        yield Eliminated(tuple(together), number, place)
        yield Forget((Move, Shift), "your token has fallen off the treadmill", tuple(together))


def _lay_red_tiles(state: Treadmill, seat: Seat, red: Sequence[str], ways: Sequence[Way]) -> Rules[None]:
    """Each red tile in turn, the lowest first (TOXIC-GNOME-30): by the word order, a standing order, or an answer."""
    given = list(ways[: len(red)])
    for number, tile in enumerate(red):
        if len(given) == number:
            answer = yield from ask(shift_ask(state, seat, red[number:]))
            given += answer.ways
        way = given[number]
        if SHIFTS[way]:
            state.shifted[tile] = SHIFTS[way]  # TOXIC-GNOME-31: of this tile against the one below
        yield RedTileLaid(tile, state.lowest + state.rows.index(tile), way)


def shift_ask(state: Treadmill, seat: Seat, red: Sequence[str]) -> Ask[Shift]:
    """How these red tiles are to be laid; an answer may serve several."""

    def check(order: Shift) -> Shift:
        if len(order.ways) > len(red):
            tiles = "tile" if len(red) == 1 else "tiles"
            raise Refused(f"Only {len(red)} red {tiles} can be laid: {' and '.join(red)}")
        return order

    def standing() -> Shift | None:
        way = state.private.get(seat, Memory()).shift
        return Shift((way,)) if way else None

    def sample(pick: Pick) -> Shift:
        return Shift(tuple(pick.one(tuple(SHIFTS)) for _ in range(pick.number(1, len(red)))))

    return Ask(
        seat,
        "shift",
        takes=(Shift,),
        check=check,
        sample=sample,
        auto=lambda: Shift(("straight",)),
        about=RedTile(red[0], state.lowest + state.rows.index(red[0]), tuple(red[1:])),
        options=lambda: [Shift((way,)) for way in SHIFTS],
        standing=standing,
    )


def _end(state: Treadmill) -> Rules[None]:
    """The last on the treadmill has won; if the gnome took all that were left, the highest of them have
    (TOXIC-GNOME-33, TOXIC-GNOME-36)."""
    places = ranking(state)
    state.danger = state.idle = 0
    state.result = Result(places, "the last on the treadmill" if state.still_in else "nobody is left")
    yield MatchWon(places[0])


def ranking(state: Treadmill) -> tuple[tuple[Seat, ...], ...]:
    """Players still in, then the others, the last eliminated first (TOXIC-GNOME-34, TOXIC-GNOME-38)."""
    resigned = [[seat] for seat in state.left if not state.is_out(seat)]
    out = [tuple(together) for together in reversed(state.out + resigned)]
    return (tuple(state.still_in), *out) if state.still_in else tuple(out)
