"""Lines that are legal, picked at random: for the test kit, for bots, and for examples in mails."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.games.gnomeball.lines import check_line
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
from pbem.games.gnomeball.parts import Part
from pbem.games.gnomeball.races import RACES, TEAM_SIZE
from pbem.games.gnomeball.squares import CORNERS, DIRECTIONS, HOMES, SQUARES, to_home, within, zone
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.toss import toss_range
from pbem.games.gnomeball.ways import ways
from pbem.play.conditions import Condition, Test
from pbem.play.grid import Square
from pbem.play.orders import passes
from pbem.play.requests import Order, Pick, Seat

PASS = Part("pass")
_TRIES = 6


def sample_line(state: Field, seat: Seat, pick: Pick) -> Activate:
    """An activation of one of the seat's characters, or of the one whose activation is open."""
    begun = state.active.who if state.active is not None else ""
    for _ in range(_TRIES):
        who = begun or pick.one(state.unused(seat))
        line = Activate(who, tuple(_parts(state, who, pick)))
        if passes(partial(check_line, state, seat), line):
            return line
    return Activate("", (PASS,))


def _parts(state: Field, who: Id, pick: Pick) -> list[Part]:
    race = state.characters[who].race
    parts: list[Part] = []
    if race == "goblin" and state.characters[who].explosives and pick.chance(70):
        parts.append(Part("detonate"))
    if race == "orc" and state.characters[who].left and pick.chance(40):
        parts.append(Part("frenzy"))
    if race == "bloodelf" and pick.chance(30):
        parts.append(Part("look pretty", pick.one(("", "the gnome", "itself"))))
    if parts and pick.chance(20):
        return parts
    return parts + (_macro(state, who, pick) if pick.chance(60) else _plain(state, who, pick))


def _macro(state: Field, who: Id, pick: Pick) -> list[Part]:
    if state.holder == who and pick.chance(80 if state.characters[who].fish else 30):
        return [Part("toss", _backwards(state, who, pick))]
    if state.holder == who:
        return [Part("carry"), *([Part("punt")] if pick.chance(50) else [])]
    if not state.holder and pick.chance(80):
        return [Part("fetch")]
    enemies = [other for other in state.standing() if other[0] != who[0]]
    targets = [*enemies, "gnome", *(["holder"] * 3 if state.holder[:1] not in ("", who[0]) else [])]
    return [Part("hunt", pick.one(targets))]


def _backwards(state: Field, who: Id, pick: Pick) -> Square:
    """A square to toss to, which lies closer to home where one does; a team-mate's rather than another."""
    start, home = state.characters[who].at, state.homes[who[0]]
    near = sorted(within(start, toss_range(state, who)))
    back = [square for square in near if to_home(square, home) < to_home(start, home)] or near
    return pick.one([square for square in back if state.on(square)] or back)


def _plain(state: Field, who: Id, pick: Pick) -> list[Part]:
    home = HOMES[state.homes[who[0]]]
    action = _action(state, who, pick)
    if action.verb == "tend":
        return [action]
    if state.characters[who].race == "human" and state.characters[who].left and pick.chance(30):
        return [Part("hearth", pick.one(home)), action]
    squares = sorted(square for square in ways(state, who) if square != state.characters[who].at)
    if squares and pick.chance(60):
        return [Part("move", pick.one(squares)), action]
    return [action]


def _action(state: Field, who: Id, pick: Pick) -> Part:
    """Something the character may have the means for; whether it is legal after its move remains to be seen."""
    character = state.characters[who]
    enemies = [other for other in state.standing() if other[0] != who[0]]
    if character.left and pick.chance(50):
        verb = {
            "tauren": "stomp", "undead": "plague", "troll": "regenerate", "goblin": "plant", "nightelf": "tend",
            "vrykul": "howl", "tuskarr": "fish",
        }.get(character.race, "pass")  # fmt: skip
        if verb == "howl":
            return Part(verb, pick.one(tuple(DIRECTIONS)))
        if verb in ("plague", "fish") and enemies:
            return Part(verb, state.holder if state.holder in enemies else pick.one(enemies))
        if verb not in ("plague", "fish"):
            return Part(verb)
    if state.holder == who:
        near = sorted(within(character.at, toss_range(state, who)))
        return pick.one((Part("toss", pick.one(near)), Part("punt"), PASS))
    close = [other for other in state.standing() if other in enemies or pick.chance(20)]
    return pick.one((Part("pick up"), Part("attack", pick.one([*close, "gnome"])), PASS))


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
    """A line a seat may send at any time; None where it has nobody to speak of."""
    own, others = state.ids(seat), [who for who in state.ids() if who[0] != seat]
    if state.phase == "setup" or not own or not others:
        return pick.one((AlwaysPlace("same"), AlwaysPlace("auto"), *[AlwaysIntercept("ask")] * 3))
    first, second = pick.one(_TESTS), _sample_test(pick.one(own), pick.one(others), pick)
    when = Condition((first, second))
    either = (Activate("any", (Part("hunt", "holder"),)), Activate("any", (PASS,)))
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
            Choice(when, (Activate("", (PASS,)),)),
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
