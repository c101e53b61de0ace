"""Random legal lines: for the test kit, for bots, and for examples in mails."""

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.games.gnomeball.lines import DOES_NOTHING, check_able, check_line
from pbem.games.gnomeball.orders import (
    Activate,
    AlwaysIntercept,
    AlwaysPlace,
    Choice,
    Done,
    DropPlan,
    Halt,
    Home,
    KeepOn,
    Place,
    PlaceSame,
    Team,
    Whenever,
)
from pbem.games.gnomeball.parts import RACE_OF, VERBS
from pbem.games.gnomeball.races import RACES, TEAM_SIZE
from pbem.games.gnomeball.squares import CORNERS, SQUARES, zone
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.toss import TOSS
from pbem.games.gnomeball.verbs import Macro
from pbem.play.conditions import Condition, Test
from pbem.play.grid import Square
from pbem.play.orders import passes
from pbem.play.requests import Order, Pick, Seat

_TRIES = 6


def sample_line(state: Field, seat: Seat, pick: Pick) -> Activate:
    """An activation of one of the seat's characters, or of the one whose activation is open."""
    begun = state.active.who if state.active is not None else ""
    for _ in range(_TRIES):
        who = begun or pick.one(state.unused(seat))
        line = Activate(who, tuple(_parts(state, who, pick)))
        if passes(partial(check_line, state, seat), line):
            return line
    return Activate("", (DOES_NOTHING,))


def _parts(state: Field, who: Id, pick: Pick) -> list[Part]:
    """Free declarations, then a purposeful action or any other."""
    free = [part for part in _tried(state, who, pick, 0, 1) if pick.chance(VERBS[part.verb].chance)]
    if free and pick.chance(20):
        return free
    return free + (_purpose(state, who, pick) if pick.chance(60) else _plain(state, who, pick))


def _tried(state: Field, who: Id, pick: Pick, *steps: int) -> Iterator[Part]:
    """What a random player would try among everything that the character can do in these steps."""
    for verb in VERBS.values():
        if verb.step in steps and passes(partial(check_able, state, who), verb.word):
            what = verb.sample(state, who, pick)
            if what is not None:
                yield Part(verb.word, what)


def _purpose(state: Field, who: Id, pick: Pick) -> list[Part]:
    """The holder tosses or carries the gnome, the others run for it."""
    if state.holder == who and pick.chance(80 if state.characters[who].fish else 30):
        return [Part("toss", TOSS.sample(state, who, pick) or "")]
    macros = [part for part in _tried(state, who, pick, 2, 3) if isinstance(VERBS[part.verb], Macro)]
    punts = state.holder == who and pick.chance(50)
    return [macros[0], *([Part("punt")] if punts else [])]


def _plain(state: Field, who: Id, pick: Pick) -> list[Part]:
    """A move or none, and an action, often the power of its race; whether that is legal is checked later."""
    actions = [part for part in _tried(state, who, pick, 3) if not isinstance(VERBS[part.verb], Macro)]
    powers = [part for part in actions if part.verb in RACE_OF and pick.chance(VERBS[part.verb].chance)]
    action = pick.one(powers or [part for part in actions if part.verb not in RACE_OF])
    if VERBS[action.verb].alone:
        return [action]
    ways = [part for part in _tried(state, who, pick, 2) if not isinstance(VERBS[part.verb], Macro)]
    moves = [part for part in reversed(ways) if pick.chance(VERBS[part.verb].chance)]
    return [*moves[:1], action]


# Set-up and restart.


def sample_set_up(state: Field, seat: Seat, pick: Pick) -> Order:
    """A line of the secret mail, or its end."""
    memory = state.memory(seat)
    if not memory.team and pick.chance(90):
        return sample_team(pick)
    if not memory.home and not memory.place and state.settings.homes == "pick" and pick.chance(50):
        return Home(tuple(pick.some(CORNERS, pick.number(1, 4))))
    if not memory.place and pick.chance(50):
        corner = memory.home[0] if memory.home else "a1"
        return _sample_place([f"{seat}{number}" for number in range(1, TEAM_SIZE + 1)], zone(corner), pick)
    return Done()


def sample_team(pick: Pick) -> Team:
    """Any five; now and then all Blood Elves."""
    races = list(RACES)
    team = ["bloodelf"] * TEAM_SIZE if pick.chance(10) else [pick.one(races) for _ in range(TEAM_SIZE)]
    leader = pick.below(TEAM_SIZE + 1)
    return Team(tuple(race + ("*" if number == leader else "") for number, race in enumerate(team)))


def _sample_place(ids: Sequence[Id], squares: Sequence[Square], pick: Pick) -> Place:
    named = pick.some(ids, pick.number(1, len(ids)))
    return Place(tuple(zip(named, pick.some(squares, len(named)), strict=True)))


def sample_landing(state: Field, own: Sequence[Id], pick: Pick) -> Order:
    """Squares for Draenei, or the end."""
    memory = state.memory(own[0][0])
    if memory.place or pick.chance(30):
        return Done()
    barred = {*state.occupied(), state.gnome_square}
    return _sample_place(own, [square for square in SQUARES if square not in barred], pick)


def sample_restart(state: Field, seat: Seat, pick: Pick) -> Order:
    """A new placement, or the old one."""
    if pick.chance(60):
        return PlaceSame()
    taken = {square for _, square in state.memory(seat).place}
    return _sample_place(
        state.ids(seat), [square for square in zone(state.homes[seat]) if square not in taken], pick
    )


# Lines that come unasked: standing orders, plans, and what waits in the queue.

_TESTS = (Test("yes"), Test("loose"), Test("dead", negated=True), Test("we hold"), Test("they hold"))


def sample_unasked(state: Field, seat: Seat, pick: Pick) -> Order | None:
    """A line that a seat may send at any time; None if it has no characters."""
    own, others = state.ids(seat), [who for who in state.ids() if who[0] != seat]
    if state.phase == "setup" or not own or not others:
        return pick.one((AlwaysPlace("same"), AlwaysPlace("auto"), *[AlwaysIntercept("ask")] * 3))
    first, second = pick.one(_TESTS), _sample_test(pick.one(own), pick.one(others), pick)
    when = Condition((first, second))
    either = (Activate("any", (Part("hunt", "holder"),)), Activate("any", (DOES_NOTHING,)))
    squares = zone(state.homes[seat])
    return pick.one(
        (
            *[AlwaysIntercept("ask")] * 3,
            AlwaysIntercept(pick.one(("yes", "no", "except worgen"))),
            AlwaysPlace(pick.one(("same", "auto", "ask"))),
            AlwaysPlace("squares", _sample_place(own, squares, pick).squares),
            Whenever(Condition((first,)), (Activate("any", (Part("fetch"),)),)),
            Whenever(when, either),
            DropPlan(),
            KeepOn(),
            Choice(when, (Activate("", (DOES_NOTHING,)),)),
            Halt(when),
        )
    )


def _sample_test(own: Id, other: Id, pick: Pick) -> Test:
    who = pick.one((own, other))
    form = pick.one(("{} holds", "{} down", "{} used", "{} hp {}", "{} reach {}", "{} near {}"))
    what = {
        "{} hp {}": str(pick.number(1, 5)),
        "{} reach {}": pick.one((other, "gnome", pick.one(SQUARES))),
        "{} near {}": pick.one((other, "gnome")),
    }.get(form)
    return Test(form, (who,) if what is None else (who, what), negated=pick.chance(30))
