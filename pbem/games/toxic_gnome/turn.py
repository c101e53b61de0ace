"""The flow of the game: set-up, turns, who is next (TOXIC-GNOME-2 to TOXIC-GNOME-9, TOXIC-GNOME-33 to TOXIC-GNOME-41).

One turn of the frame is the set-up, or one player's turn with the run that it sets off.
"""

from pbem.games.toxic_gnome import finder
from pbem.games.toxic_gnome.events import FirstChosen, TokensPlaced, TreadmillLaid, TurnFacts
from pbem.games.toxic_gnome.orders import Move, Start, Step, Word
from pbem.games.toxic_gnome.running import draw_tile, impatient, run, run_by_itself
from pbem.games.toxic_gnome.state import Memory, Treadmill, row_of
from pbem.games.toxic_gnome.steps import automatic_step, check_step, possible_steps, step
from pbem.games.toxic_gnome.tiles import COLUMNS
from pbem.games.toxic_gnome.words import check_word, form
from pbem.play.requests import Ask, Pick, Rules, Seat, ask, ask_all, die


def set_up(state: Treadmill) -> Rules[None]:
    """Lay the treadmill, place the tokens, and roll for who begins (TOXIC-GNOME-2 to TOXIC-GNOME-5)."""
    while len(state.rows) < state.length:
        state.rows.append((yield from draw_tile(state)))
    yield TreadmillLaid(tuple(state.rows))
    starts = yield from ask_all(*(start_ask(state, seat) for seat in state.seats))
    state.take_off_leavers()
    for seat, start in starts.items():
        if isinstance(start, Start) and seat in state.still_in:
            state.tokens[seat] = f"{start.column}{state.lowest}"
    yield TokensPlaced(tuple(state.tokens.items()))
    players = state.still_in
    face = yield from die("who begins", len(players))
    state.first = state.to_move = players[face - 1]
    state.phase = "play"
    yield FirstChosen(state.to_move, face, len(players))


def take_turn(state: Treadmill) -> Rules[None]:
    """A word or a step of the player to move, and the run that may follow."""
    seat = state.to_move
    order = yield from ask(turn_ask(state, seat))
    state.take_off_leavers()
    if state.is_out(seat):  # TOXIC-GNOME-41: a player who resigns during their turn leaves it to the next
        pass_on(state)
        return
    if seat in state.fresh:
        state.fresh.remove(seat)
    state.idle += 1
    if isinstance(order, Word):
        yield from form(state, seat, order)
    elif isinstance(order, Step):
        yield from step(state, seat, order)
    if isinstance(order, Word) and row_of(state.tokens[seat]) == state.highest:
        yield from run(state, seat, order.red)
    elif impatient(state):
        yield from run_by_itself(state)
    if state.result is None:
        pass_on(state)


def pass_on(state: Treadmill) -> None:
    """Pass the turn to the next player still in, in seat order (TOXIC-GNOME-37). A round ends when it returns to the
    player who began."""
    seats = state.seats
    begin = seats.index(state.first)
    place = (seats.index(state.to_move) - begin) % len(seats)
    while True:
        place += 1
        seat = seats[(begin + place) % len(seats)]
        if seat in state.still_in:
            break
    state.round += place // len(seats)
    state.to_move = seat


def start_ask(state: Treadmill, seat: Seat) -> Ask[Start]:
    """Where a token is placed: any space of the bottom tile (TOXIC-GNOME-4)."""

    def standing() -> Start | None:
        column = state.private.get(seat, Memory()).start
        return Start(column) if column else None

    return Ask(
        seat,
        "start",
        takes=(Start,),
        check=lambda order: order,
        sample=lambda pick: Start(pick.one(COLUMNS)),
        auto=lambda: Start("c"),
        options=lambda: [Start(column) for column in COLUMNS],
        standing=standing,
    )


def turn_ask(state: Treadmill, seat: Seat) -> Ask[Move]:
    """A word or a step; there is no passing (TOXIC-GNOME-9)."""

    def check(order: Move) -> Move:
        if isinstance(order, Word):
            return check_word(state, seat, order)
        assert isinstance(order, Step)
        return check_step(state, seat, order)

    def sample(pick: Pick) -> Move:
        word = None if pick.chance(15) else finder.some_word(state, seat, pick)
        return word or Step(pick.one(tuple(possible_steps(state, seat).values())))

    square = state.tokens[seat]
    steps = tuple(possible_steps(state, seat).values())
    return Ask(
        seat,
        "turn",
        takes=(Word, Step),
        check=check,
        sample=sample,
        auto=lambda: automatic_step(state, seat),
        about=TurnFacts(seat, square, state.letter(square), steps, state.last_word(seat)),
    )
