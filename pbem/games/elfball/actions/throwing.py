"""Throwing (ELFBALL-59 to 67, 70, 71): the throw, its flight, the string, and who may intercept."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal

from msgspec import Struct

from pbem.games.elfball.actions.ball import (
    LetGo,
    Reply,
    checked_look,
    drop,
    plain_chance,
    rebound,
    receiving,
    settle,
)
from pbem.games.elfball.actions.items import Act, Item
from pbem.games.elfball.actions.naming import hex_of, own_place, own_player, turn
from pbem.games.elfball.actions.paces import may_challenge, pay_challenge
from pbem.games.elfball.actions.surging import follow_up
from pbem.games.elfball.field.events import Intercepted, Strayed, Thrown, ThrowResult
from pbem.games.elfball.field.hexes import CENTRE, GRID, OTHER, WHITE
from pbem.games.elfball.field.kinds import HEX, HEXES, LETTER, LOOKS, POLICY, TARGET, WAY
from pbem.games.elfball.field.prompts import Chance, InterceptChoice
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Bank, Letter, Pitch, Policy
from pbem.games.elfball.field.ways import nearest_to
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Modifier, around
from pbem.games.elfball.rolls.chances import percent
from pbem.games.elfball.rolls.momentum import Shift
from pbem.games.elfball.rolls.rolling import attempt, foresee
from pbem.play.forms import Choice, Form, flag
from pbem.play.hexgrid import Hex, Leg, Place, stepped
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Rules, Seat, ask, die

SHORT, LONG = 6, 18
"""Maximum ranges (ELFBALL-60)."""

STRING = (3, 16)
"""The width of the band round the string, in hexes (ELFBALL-65)."""


class BankTo(Struct, frozen=True):
    """Where the rebound of a Bankshot goes (ELFBALL-190)."""

    form: ClassVar[Form[BankTo]] = Form("bank {way} [at {at}]", way=WAY, at=HEX)

    way: str
    at: str = ""


class Throw(Act, frozen=True):
    """A throw at a hex or a player; `receive` tells the own receiver whether to try a Catch.

    `scramble`, `bank`, `lead`: the abilities that are used (ELFBALL-128, 156, 158).
    """

    form: ClassVar = Form(
        "throw/t {target} [{only}] [{receive}] [{policy}] [with {scramble}] [with {bank}] [with lead {lead}]",
        said="toss, fling, lob, hurl, chuck, pass to, pass the ball, throw the ball, hand, hand off",
        target=TARGET,
        only=flag("only"),
        receive=Choice({"catch": "yes", "no catch": "no"}),
        policy=POLICY,
        scramble=flag("scramble"),
        bank=BankTo.form,
        lead=HEXES,
    )

    says: ClassVar = {
        "A throw d": "up to 6 paces, to D",
        "A throw d only": "as the only thing, up to 18",
        "A throw d no catch": "and D lets it go by",
    }
    learned: ClassVar = {
        "A throw b with lead k22 k24": "B goes on at once",
        "A throw k20 with bank 3 at l23": "by way of a white line",
        "A throw b with scramble": "far, and not alone",
    }
    about: ClassVar = {
        "throw": (
            '"A throw d" throws to D, "A throw k20" to a hex, up to six paces away. As the only thing of an'
            ' action it goes up to 18: "A throw d only". Skill is rolled; a miss comes down elsewhere, and'
            " a ball that ends with no player of your own shifts Momentum."
        ),
        "catch": (
            "A perfect spiral is caught without a roll; a wobbly ball by a player next to the thrower, too. Any other"
            ' takes a roll of Skill, with target 2, from whoever stands there: "A throw d no catch" lets it go by.'
        ),
        "only": '"A throw d only" throws up to 18 paces, if A does nothing else in the action.',
        "lead": '"A throw b with lead k22 k24" uses Lead Pass: B goes on at once with Momentum steps.',
        "bank": (
            '"A throw k20 with bank 3 at l23" uses Bankshot: the ball rebounds from that white line in that'
            " direction."
        ),
    }

    target: str
    only: bool = False
    receive: Literal["", "yes", "no"] = ""
    policy: Policy = PLAIN
    scramble: bool = False
    bank: BankTo | None = None
    lead: tuple[str, ...] = ()

    def vet(self, state: Pitch, letter: Letter) -> None:
        super().vet(state, letter)
        if SEAT_OF.get(self.target) == OTHER[SEAT_OF[letter]]:
            raise Refused(f"throw {self.target}: {self.target} is on the other team")

    @property
    def needs(self) -> Sequence[str]:
        wanted = {"scrambles": self.scramble, "banks": self.bank, "leads": self.lead}
        return [hook for hook, words in wanted.items() if words]

    def vet_ahead(self, state: Pitch, letter: Letter, line: Sequence[Item], at: int) -> None:
        super().vet_ahead(state, letter, line, at)
        if self.target == letter:
            raise own_place(f"throw {self.target}", letter)

    def do(self, state: Pitch, line: Sequence[Item], at: int) -> Rules[None]:
        """Until the ball is settled. Raises `Shift` where it is lost (ELFBALL-70)."""
        action = state.acting
        letter, player = action.player, state.players[action.player]
        there = _target(state, self)
        paces = GRID.distance(player.at, there)
        for hook in self.needs:
            hooks.need(state, letter, hook, str(self))
        reach, extra = _reach(state, self, paces, in_company(line, at))
        if GRID.lead(player.at, there, player.looks) < 0:  # not in the front arc (ELFBALL-61)
            yield from turn(state, letter, GRID.towards(player.at, there, player.looks))
        pay_challenge(state)
        action.long = reach == LONG and not extra
        to = state.on(there) or ""
        action.receiver, action.receive = to, self.receive
        far: list[Modifier] = [(2, "range")] if paces * 2 > reach else []
        far += [(extra, "scramble")] if extra else []
        modifiers = around(state, letter) + far
        dice = yield from attempt(
            state, hooks.challenge(state, "throw", letter, "skill", (1,), modifiers, self.policy)
        )
        if dice.flopped:
            yield Thrown(letter, there, to, paces, dice, "flop")
            yield from drop(state, player.at)
            raise Shift
        if self.bank:  # for a throw that flies, not for the bounce after a flop (ELFBALL-128, R60)
            action.bank = Bank(int(self.bank.way), self.bank.at or there)
        straight: ThrowResult = "spiral" if dice.net > dice.target else "wobbly"
        result: ThrowResult = dice.told(straight, "miss", "flop")
        yield Thrown(letter, there, to, paces, dice, result)
        nominal = GRID.place(there)
        if result == "miss":
            nominal = yield from _strayed(nominal)
        fumbled = yield from _fly(state, letter, nominal, spiral=result == "spiral", missed=result == "miss")
        action.receiver, action.receive, action.bank = "", "", None
        if fumbled or SEAT_OF.get(state.ball) != state.active:
            raise Shift
        if self.lead and state.ball != letter:
            yield from follow_up(state, letter, state.ball, self.lead)


def in_company(line: Sequence[Item], at: int) -> bool:
    """Whether other moves or challenges stand in a line."""
    return any(item.occupies for where, item in enumerate(line) if where != at)


def _target(state: Pitch, order: Throw) -> Hex:
    """The hex thrown at, or refused (ELFBALL-59)."""
    action = state.acting
    at = hex_of(state, order.target)
    there = state.on(at)
    if state.holder != action.player:
        raise Refused(f"throw {order.target}: {action.player} does not hold the ball")
    if there == action.player:
        raise own_place(f"throw {order.target}", there)
    if there and SEAT_OF[there] == OTHER[state.active]:
        raise Refused(f"{at}: {there} stands there")
    if there and not state.players[there].stands:
        raise Refused(f"{at}: {there} lies there")
    return at


def _reach(state: Pitch, order: Throw, paces: int, company: bool) -> tuple[int, int]:
    """The maximum range of this throw and what a Scramble adds to its target, or refused (ELFBALL-59, 60, 80, 156)."""
    action = state.acting
    may_challenge(state)
    if paces > LONG:
        raise Refused(f"throw {order.target}: {paces} paces; nobody throws farther than {LONG}")
    if paces <= SHORT and not order.only:
        return SHORT, 0
    alone = not (action.busy or action.dash or company)
    # After a Dash, too: R17 says that a Dash never allows a long throw, but ELFBALL-156 is an ability that goes before
    # it, since the rulebook lets a Scrambler "always attempt to throw 7 or more paces".
    scrambling: list[int] = hooks.of(state.players[action.player], "scrambles")
    if scrambling and not order.only and (order.scramble or not alone):
        return LONG, scrambling[0]
    if not alone:
        raise _not_alone(state, action.player, order)
    return LONG, 0


def _not_alone(state: Pitch, letter: Letter, order: Throw) -> Refused:
    """The refusal of a throw that must be alone, with its paces where both ends are on the field."""
    ends = (letter, order.target)
    on_field = all(each in GRID or state.players[each].on_field for each in ends)
    paces = GRID.distance(*(hex_of(state, each) for each in ends)) if on_field else 0
    what = f"more than {SHORT}" if paces > SHORT else "a throw with only"
    told = f"{paces} paces; " if paces else ""
    return Refused(f"throw {order.target}: {told}{what} must be the only thing in the action")


def refuse_company(state: Pitch, letter: Letter, line: Sequence[Item]) -> None:
    """Refuse items, their conditions left aside, among which a throw with `only` is not alone (ELFBALL-60)."""
    for at, item in enumerate(line):
        if isinstance(item, Throw) and item.only and in_company(line, at):
            raise _not_alone(state, letter, item)


# The flight.


def _strayed(target: Place) -> Rules[Place]:
    """The nominal hex of a miss (ELFBALL-62), which may lie off the field."""
    paces = yield from die("miss")
    way = yield from die("miss direction")
    nominal = stepped(target, way, paces)
    yield Strayed(paces, way, GRID.name(nominal) or "")
    return nominal


def _fly(state: Pitch, thrower: Letter, nominal: Place, *, spiral: bool, missed: bool) -> Rules[bool]:
    """The flight, the string, and the landing (ELFBALL-63 to 68). Returns whether the own team flopped a Catch."""
    start = state.players[thrower].at
    if nominal == GRID.place(start):  # ELFBALL-71
        return (yield from settle(state, start, start))
    origin, at = start, stop(start, nominal)
    points = [start, at]
    while at in WHITE and not state.standing_on(at):
        _, origin, at = yield from rebound(state, origin, at)
        points.append(at)
    yield from _intercept(state, thrower, points)
    short = not missed and GRID.distance(start, at) == 1
    return (yield from settle(state, origin, at, "spiral" if spiral else "short" if short else "loose"))


def stop(start: Hex, nominal: Place) -> Hex:
    """Where a ball thrown from one hex at another first comes to a stop (ELFBALL-63)."""
    for entered in Leg(GRID.place(start), nominal).path():
        names = [GRID.name(place) for place in entered]
        white = [name for name in names if name in WHITE]
        if white and len(white) == len(names):
            return min(filter(None, white), key=lambda each: (GRID.distance(each, CENTRE), int(each[1:])))
    name = GRID.name(nominal)
    assert name, "no ball leaves the field without crossing the edge line"
    return name


def under_string(points: Sequence[Hex], name: Hex) -> bool:
    """Whether a hex is under the string laid from point to point (ELFBALL-65); not its ends."""
    if name in (points[0], points[-1]):
        return False
    places = [GRID.place(point) for point in points]
    legs = (Leg(one, other) for one, other in itertools.pairwise(places) if one != other)
    return name in points or any(leg.touches(GRID.place(name), STRING) for leg in legs)


# Interceptions.


class Intercept(Reply, frozen=True):
    """This player attempts it, and looks this way afterwards."""

    form: ClassVar = Form(
        "intercept {letter} [face {looks}]",
        letter=LETTER,
        looks=LOOKS,
        says={"intercept Q face 3": "try for a ball that flies past"},
    )

    letter: str
    looks: str = ""

    def vet(self, state: Pitch, seat: Seat) -> None:
        if own_player(state, seat, self.letter) == self.looks:
            raise own_place(f"face {self.looks}", self.letter)


def _intercept(state: Pitch, thrower: Letter, points: Sequence[Hex]) -> Rules[None]:
    """A player of the other team may try (ELFBALL-66, 67). Raises `Shift` if they get the ball."""
    seat = OTHER[state.active]
    able = [
        letter
        for letter in state.fielded(seat)
        if state.players[letter].stands and _may_try(state, points, letter)
    ]
    if not able:
        return
    reply = yield from ask(_intercepting(state, thrower, points[-1], able))
    if isinstance(reply, LetGo):
        return
    letter = reply.letter
    dice = yield from attempt(state, receiving(state, "intercept", letter))
    yield Intercepted(letter, dice, dice.told("held", "fail", "flop"))
    if dice.flopped:
        state.players[letter].posture = "down"
        return
    if dice.succeeded:
        state.ball = letter
    looks = reply.looks
    if looks == "ball":
        looks = "" if dice.succeeded else points[-1]
    if looks:
        way = int(looks) if looks.isdecimal() else GRID.towards(state.players[letter].at, looks)
        yield from turn(state, letter, way)
    if dice.succeeded:
        raise Shift


def _may_try(state: Pitch, points: Sequence[Hex], letter: Letter) -> bool:
    """Whether the ball flies by a player closely enough (ELFBALL-66, 150)."""
    player = state.players[letter]
    if under_string(points, player.at):
        return True
    ends = (points[0], points[-1])

    def under(name: Hex) -> bool:
        return name in ends or under_string(points, name)

    return any(reaches(player.at, under) for reaches in hooks.of(player, "reaches"))


def _intercepting(
    state: Pitch, thrower: Letter, landing: Hex, able: Sequence[Letter]
) -> Ask[Intercept | LetGo]:
    seat = OTHER[state.active]
    chances = {each: plain_chance(state, receiving(state, "intercept", each)) for each in able}
    by_distance = nearest_to(state, state.players[thrower].at, able)
    best = max(by_distance, key=chances.__getitem__)  # ELFBALL-174: of equal ones the first

    def check(order: Intercept | LetGo) -> Intercept | LetGo:
        if isinstance(order, LetGo):
            return order
        if order.letter not in able:
            raise Refused(f"{order.letter} cannot intercept this throw; {' '.join(able)} may")
        return Intercept(order.letter, checked_look(state, order.letter, order.looks))

    options: list[Intercept | LetGo] = [
        LetGo(),
        *(Intercept(letter, look) for letter in able for look in ("", "ball")),
    ]
    return Ask[Intercept | LetGo](
        seat=seat,
        name="intercept",
        takes=(Intercept, LetGo),
        check=check,
        sample=lambda pick: pick.one(options),
        auto=lambda: Intercept(best),
        about=InterceptChoice(
            thrower, landing, tuple(Chance(letter, percent(chances[letter])) for letter in able)
        ),
        options=lambda: options,
        standing=lambda: _as_told(state.memory(seat).intercept, best, chances),
        outlook=lambda: foresee(state, receiving(state, "intercept", best)),
    )


def _as_told(told: str, best: Letter, chances: Mapping[Letter, Fraction]) -> Intercept | LetGo | None:
    """What a standing order answers: `ask`, `never`, `best`, `30%`, or letters in order."""
    if told == "ask":
        return None
    if told == "never":
        return LetGo()
    if told == "best" or (told.endswith("%") and chances[best] * 100 >= int(told[:-1])):
        return Intercept(best)
    return next((Intercept(letter) for letter in told.split() if letter in chances), LetGo())
