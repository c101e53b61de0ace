"""The ball (ELFBALL-50 to 58, 68, 69): lost, bouncing, rebounding, picked up, caught.

Whatever comes to a player's hex is settled here, until the ball lies or is held. `fall` is the one way in which players
come to lie or leave the field by a blow: the ball that one of them held drops when all of them have fallen.
"""

from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from pbem.games.elfball.actions.naming import turn, way_to
from pbem.games.elfball.field.events import Bounced, Caught, LetBy, Lies, PickedUp, Rebounded, Received
from pbem.games.elfball.field.hexes import CENTRE, GRID, WHITE, rebounds
from pbem.games.elfball.field.kinds import LOOKS
from pbem.games.elfball.field.lines import Common
from pbem.games.elfball.field.prompts import Chance
from pbem.games.elfball.field.state import SEAT_OF, Box, Letter, Pitch, Policy
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge, around
from pbem.games.elfball.rolls.chances import at_least, percent
from pbem.games.elfball.rolls.momentum import Shift
from pbem.games.elfball.rolls.rolling import attempt, foresee
from pbem.play.forms import Form
from pbem.play.hexgrid import Direction, Hex
from pbem.play.requests import Ask, Order, Rules, ask, die

Flight: TypeAlias = Literal["spiral", "short", "loose"]
"""How a ball comes: a perfect spiral, wobbly to a hex next to the thrower, or in any other way (ELFBALL-68)."""


class Reply(Common, Order, frozen=True):
    """What a player does about a ball that comes their way."""

    unasked: ClassVar[str] = "No ball is on its way to a player of yours"


class Catch(Reply, frozen=True):
    """The player attempts a Catch, and looks this way afterwards."""

    form: ClassVar = Form(
        "catch [face {looks}]", looks=LOOKS, says={"catch face 3": "try for a ball that comes"}
    )

    looks: str = ""


class LetGo(Reply, frozen=True):
    """Nobody attempts anything."""

    form: ClassVar = Form("no", says={"no": "let it go by"})


def fall(state: Pitch, fallen: dict[Letter, Literal["down", "dazed"] | Box]) -> Rules[bool]:
    """Players become Down or Dazed or go to a box; then the ball drops that one of them held (ELFBALL-52, 86).

    Returns whether a player of the active team has flopped a Catch.
    """
    loose = state.ball_hex if state.holder in fallen else None
    for letter, fate in fallen.items():
        player = state.players[letter]
        if fate == "down" or fate == "dazed":
            player.posture = fate
        else:
            take_off(state, letter, fate, barred=fate == "bench")
            player.mark().hurt = player.barred
    return (yield from drop(state, loose)) if loose else False


def flop(state: Pitch, letter: Letter) -> Rules[None]:
    """The acting player has flopped a challenge that is a Shift in Momentum, and is Down (ELFBALL-20)."""
    yield from fall(state, {letter: "down"})
    raise Shift


def take_off(state: Pitch, letter: Letter, box: Box, *, barred: bool = False) -> None:
    """A player leaves the field for a box beside it, if `barred` until the end of the Test (ELFBALL-83 to 85)."""
    player = state.players[letter]
    player.at, player.posture, player.barred = box, "standing", barred


def drop(state: Pitch, start: Hex) -> Rules[bool]:
    """The ball bounces one hex from here and comes to rest somewhere (ELFBALL-52). Returns as `fall` does."""
    state.ball = start
    _, at = yield from _bounce(start)
    return (yield from settle(state, start, at))


def to_centre(state: Pitch) -> Rules[bool]:
    """The referee puts the ball on the center hex (ELFBALL-89). Returns as `fall` does."""
    state.ball = CENTRE
    there = state.on(CENTRE)
    if there and state.players[there].stands:
        state.ball = there
        yield Received(there, "centre")
        return False
    if there:
        return (yield from drop(state, CENTRE))
    yield Lies(CENTRE)
    return False


def settle(state: Pitch, origin: Hex, at: Hex, flight: Flight = "loose") -> Rules[bool]:
    """The ball comes into a hex from another one and is settled (ELFBALL-53 to 57). Returns as `fall` does.

    Where both hexes are the same the ball has not entered it, and drops freely from there (ELFBALL-58, 71).
    """
    fumbled = False
    while True:
        state.ball = at
        there = state.on(at)
        white = at in WHITE and origin != at
        looker = None
        if there and state.players[there].stands:
            result = yield from _received(state, there, flight)
            if result == "held":
                return fumbled
            fumbled = fumbled or (result == "flop" and SEAT_OF[there] == state.active)
            looker = there if result == "look" else None
        elif not there and not white:
            yield Lies(at)
            return fumbled
        flight = "loose"
        if white:
            way, origin, at = yield from rebound(state, origin, at)
        else:
            origin = at
            way, at = yield from _bounce(at)
        if looker:
            yield from turn(state, looker, way)


def rebound(state: Pitch, origin: Hex, struck: Hex) -> Rules[tuple[Direction, Hex, Hex]]:
    """The ball springs back from a white hex (ELFBALL-55 to 57): which way, from where, and into what hex."""
    paces = yield from die("rebound")
    allowed = rebounds(struck, origin)
    bank = state.action.bank if state.action else None
    way = bank.way if bank else 0
    while way not in allowed:
        way = yield from die("rebound direction")
    if bank:  # ELFBALL-128, 190: also where the direction was rolled
        near = [paces, paces + 1, *([paces - 1] if paces > 1 else [])]
        paces = min(near, key=lambda each: GRID.distance(_sprung(struck, way, each)[0], bank.at))
    at, gone = _sprung(struck, way, paces)
    yield Rebounded(struck, way, gone, at)
    return way, struck, at


def _sprung(struck: Hex, way: Direction, paces: int) -> tuple[Hex, int]:
    """Where a rebound comes down or strikes the next white hex, and after how many paces."""
    at, gone = struck, 0
    while gone < paces and (gone == 0 or at not in WHITE):
        at, gone = GRID.neighbours(at)[way], gone + 1
    return at, gone


def pick_up(state: Pitch, letter: Letter, rider: Policy) -> Rules[None]:
    """The Pick-up of a player who has come to the ball's hex (ELFBALL-51). Raises `Shift` unless they get it."""
    at = state.players[letter].at
    challenge = hooks.challenge(state, "pickup", letter, "skill", (1,), around(state, letter), rider)
    dice = yield from attempt(state, challenge)
    yield PickedUp(letter, at, dice, dice.told("held", "fail", "flop"))
    if dice.succeeded:
        state.ball = letter
        state.acting.got = True
        return
    if dice.flopped:
        state.players[letter].posture = "down"
    yield from drop(state, at)
    raise Shift


def _bounce(start: Hex) -> Rules[tuple[Direction, Hex]]:
    """One hex in a D6 direction: which way, and into what hex."""
    way = yield from die("bounce")
    at = GRID.neighbours(start)[way]
    yield Bounced(start, at)
    return way, at


def _received(state: Pitch, letter: Letter, flight: Flight) -> Rules[Literal["held", "look", "fail", "flop"]]:
    """A ball comes to a standing player (ELFBALL-53, 68, 69): after `look`, a miss, they turn to the ball."""
    at = state.players[letter].at
    if flight != "loose":
        state.ball = letter
        yield Received(letter, flight)
        return "held"
    reply = yield from ask(_catching(state, letter))
    if isinstance(reply, LetGo):
        yield LetBy(letter, at)
        return "fail"
    dice = yield from attempt(state, receiving(state, "catch", letter))
    if dice.flopped:
        state.players[letter].posture = "down"
        yield Caught(letter, at, dice, "flop")
        return "flop"
    if dice.succeeded:
        state.ball = letter
    yield Caught(letter, at, dice, "held" if dice.succeeded else "fail")
    if reply.looks and reply.looks != "ball":
        yield from turn(state, letter, way_to(state, letter, reply.looks))
    return "held" if dice.succeeded else "look" if reply.looks == "ball" else "fail"


def receiving(state: Pitch, kind: Literal["catch", "intercept"], letter: Letter) -> Challenge:
    """The challenge of an Intercept, and of a Catch (ELFBALL-67, 69)."""
    return hooks.challenge(state, kind, letter, "skill", (2,), around(state, letter))


def plain_chance(state: Pitch, challenge: Challenge) -> Fraction:
    """The chance of a challenge on which nothing is spent."""
    return at_least(challenge.dice, challenge.target, major=state.star_major)


def _catching(state: Pitch, letter: Letter) -> Ask[Catch | LetGo]:
    seat = SEAT_OF[letter]
    challenge = receiving(state, "catch", letter)
    chance = plain_chance(state, challenge)

    def check(order: Catch | LetGo) -> Catch | LetGo:
        return order if isinstance(order, LetGo) else Catch(checked_look(state, letter, order.looks))

    def standing() -> Catch | LetGo | None:
        memory = state.memory(seat)
        how = memory.catch
        action = state.action
        if action and action.receive and letter == action.receiver:
            how = action.receive
        elif letter in memory.letting:
            how = "no"
        if how == "ask":
            return None
        if how == "no" or (how.endswith("%") and chance * 100 < int(how[:-1])):
            return LetGo()
        return Catch()

    options: list[Catch | LetGo] = [Catch(), Catch("ball"), Catch("3"), LetGo()]
    return Ask[Catch | LetGo](
        seat=seat,
        name="catch",
        takes=(Catch, LetGo),
        check=check,
        sample=lambda pick: pick.one(options),
        auto=Catch,
        about=Chance(letter, percent(chance)),
        options=lambda: options,
        standing=standing,
        outlook=lambda: foresee(state, challenge),
    )


def checked_look(state: Pitch, letter: Letter, looks: str) -> str:
    """Where a player is to look after a try for the ball: a direction out of what is named, or refused.

    Where nothing is named the manager's standing order counts. `ball` stays, since nobody knows yet where it goes.
    """
    usual = "ball" if state.memory(SEAT_OF[letter]).reface == "ball" else ""
    looks = looks or usual
    return looks if looks in ("", "ball") else str(way_to(state, letter, looks))
