"""Goals, the last doses, and the end of a match (ELFBALL-24, 94 to 97, 107, 163)."""

from pbem.games.elfball.field.events import Goal, MatchOver
from pbem.games.elfball.field.hexes import NORTH, OTHER, SEATS, SOUTH
from pbem.games.elfball.field.lines import Done, Turn
from pbem.games.elfball.field.prompts import LastDoses
from pbem.games.elfball.field.state import SEAT_OF, Letter, Pitch
from pbem.games.elfball.teams.potions import Potion, doses_left, may_dose, patients
from pbem.play.record import Result
from pbem.play.requests import Ask, Forget, Pick, Rules, Seat, ask_all


def goal(state: Pitch, letter: Letter) -> Rules[None]:
    """A goal is scored: the match is won, or the next Test is to be set up, by the scorers first (ELFBALL-26, 96)."""
    seat = SEAT_OF[letter]
    state.score[seat] += 1
    if state.advanced:
        state.players[letter].mark().goals += 1
    yield Goal(letter, seat, state.players[letter].at, state.score[NORTH], state.score[SOUTH])
    for each in state.fielded(seat):  # ELFBALL-111
        learn(state, each)
    if not state.timed and state.score[seat] >= state.goals:
        yield from last_goal(state)
        return
    yield Forget((Turn,), "a new Test begins, so the lines ahead are cleared")
    state.test += 1
    state.setter = seat
    state.phase = "setup"


def learn(state: Pitch, letter: Letter) -> None:
    """A player wins an experience point; machines and the dead do not."""
    player = state.players[letter]
    if state.advanced and not player.machine and player.now.ended != "life":
        player.mark().experience += 1


def last_goal(state: Pitch) -> Rules[None]:
    """No more goals: the match is over, but for doses that are left (ELFBALL-107, 163)."""
    if any(may_dose(state, seat) for seat in SEATS):
        yield Forget((Turn,), "the match is won")
        state.phase = "postgame"
        return
    yield from finish(state)


def post_game(state: Pitch) -> Rules[None]:
    """After the last goal doses that are left may still save a career: both managers at once, until they are done."""
    still = [seat for seat in SEATS if may_dose(state, seat)]
    while still:
        answers = yield from ask_all(*(_asking(state, seat) for seat in still))
        for seat in still:
            order = answers[seat]
            if isinstance(order, Potion):
                yield from order.run(state)
        still = [seat for seat in still if isinstance(answers[seat], Potion) and may_dose(state, seat)]
    yield from finish(state)


def _asking(state: Pitch, seat: Seat) -> Ask[Turn]:
    ill = patients(state, seat)

    def check(order: Turn) -> Turn:
        if isinstance(order, Potion):
            order.vet(state, seat)
        return order.check(state, ())

    def sample(pick: Pick) -> Turn:
        return Potion(pick.one(ill)) if pick.chance(50) else Done()

    return Ask[Turn](
        seat=seat,
        name="postgame",
        takes=(Potion, Done),
        check=check,
        sample=sample,
        auto=Done,
        about=LastDoses(tuple(ill), doses_left(state, seat)),
    )


def final(state: Pitch) -> Result:
    """How a match ends that is played to its end."""
    north, south = state.score[NORTH], state.score[SOUTH]
    winner: Seat = "" if north == south else NORTH if north > south else SOUTH
    places = ((winner,), (OTHER[winner],)) if winner else (SEATS,)
    first = f"first to {state.goals} goal{'s' if state.goals > 1 else ''}"
    return Result(places, "the cards are used up" if state.timed else first)


def finish(state: Pitch) -> Rules[None]:
    """The match ends."""
    state.result = final(state)
    winner = state.result.places[0][0] if len(state.result.places) > 1 else ""
    yield MatchOver(winner, state.score[NORTH], state.score[SOUTH])


def concede(state: Pitch, seat: Seat) -> None:
    """ELFBALL-97: the other team's score is raised, and its players gain by it."""
    if state.phase == "postgame":
        return
    other = OTHER[seat]
    needed = state.score[seat] + 1 if state.timed else state.goals
    state.score[other] = max(state.score[other], needed)
    for letter in state.team(other):
        if state.players[letter].at != "infirmary":
            learn(state, letter)
