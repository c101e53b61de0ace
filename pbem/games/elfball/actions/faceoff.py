"""The face-off (ELFBALL-32 to 36): both roll, and the winner has a free challenge before their team's first turn."""

from typing import ClassVar, Literal, get_args

from pbem.games.elfball.actions.ball import pick_up
from pbem.games.elfball.actions.blows import Shove, Tackle
from pbem.games.elfball.actions.naming import LYING, turn
from pbem.games.elfball.field.events import Dice, FaceOffDone, FaceOffRolled, FaceOffWon, Ran
from pbem.games.elfball.field.hexes import CENTRE, FACE_OFF, FACE_OFF_CIRCLE, GRID, NORTH, OTHER, SEATS, SOUTH
from pbem.games.elfball.field.kinds import HEX, LOOKS, POLICY, FaceOffWord
from pbem.games.elfball.field.lines import Common
from pbem.games.elfball.field.prompts import FreeChallenge
from pbem.games.elfball.field.state import PLAIN, SEAT_OF, Action, Letter, Pitch, Policy
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.games.elfball.rolls.momentum import Shift, earn
from pbem.games.elfball.rolls.rolling import net_of, save, thrown, worst
from pbem.play.forms import Form, one_of
from pbem.play.hexgrid import Hex
from pbem.play.orders import Refused
from pbem.play.requests import Ask, Forget, Order, Rules, Seat, ask

SIMPLE_DICE = 6
"""With `faceoff simple` both roll so many dice (ELFBALL-36)."""

_FREE_STEPS = 2
_WORDS: tuple[FaceOffWord, ...] = ("pickup", "tackle", "shove", "nothing")
_SIMPLE_WORDS: tuple[FaceOffWord, ...] = ("ball", "tackle")
_AT_OTHER: tuple[FaceOffWord, ...] = ("tackle", "shove")


_AS_AN_ACTION = {"pickup": "go ball", "ball": "go ball", "tackle": "tackle q", "shove": "shove q"}


class FaceOff(Common, Order, frozen=True):
    """What the winner of the face-off does: `word`, the hex gone to, how Momentum is used, where they look then."""

    form: ClassVar = Form(
        "{word} [{at}] [{policy}] [face {looks}]",
        word=one_of(*get_args(FaceOffWord)),
        at=HEX,
        policy=POLICY,
        looks=LOOKS,
        says={
            "pickup": "face-off won: go for the ball",
            "tackle l23 all face 3": "or for the other, by way of l23",
            "shove": "or push the other",
            "nothing": "or stay",
            "ball": "simple face-off: take the ball",
        },
    )

    word: FaceOffWord
    at: str = ""
    looks: str = ""
    policy: Policy = PLAIN

    def vet(self, state: Pitch, seat: Seat) -> None:
        acts = (
            state.action is not None and SEAT_OF[state.action.player] == seat
        )  # `tackle l23` may go on with it
        if state.phase == "play" and not acts:
            raise Refused(
                f'"{self}" answers a face-off, and none is open; "always faceoff {self.word}" answers every one you'
                f" win. The line of a turn begins with a player, as in: A {_AS_AN_ACTION.get(self.word, 'pass')}"
            )
        if not (self.at and self.word in _AT_OTHER):  # so an action may go on, too
            _check_words(state, self)


def face_off(state: Pitch) -> Rules[None]:
    """From the first die of the face-off to the first turn of the Test."""
    winner = yield from _rolled_off(state)
    seat, other = SEAT_OF[winner], _faced(state, OTHER[SEAT_OF[winner]])
    state.active, state.beaten = seat, OTHER[seat]
    might, theirs = (state.players[each].attribute("might") for each in (winner, other))
    counters = 0 if state.simple else earn(state, max(0, theirs - might))  # ELFBALL-33
    yield FaceOffWon(seat, winner, counters)
    state.action = Action(winner, 1)  # the free challenge costs no Jog: this pace is nobody's
    if state.simple:
        yield from _simple(state, winner, other)
    else:
        yield from _free_challenge(state, winner, other)
    state.action, state.struck = None, []
    state.phase = "play"
    yield Forget((FaceOff,), "the face-off is over")


def _faced(state: Pitch, seat: Seat) -> Letter:
    """The player of a team who stands on a face-off place."""
    return next(letter for letter in state.fielded(seat) if state.players[letter].at in FACE_OFF[seat])


def _rolled_off(state: Pitch) -> Rules[Letter]:
    """ELFBALL-32. Returns the winner; a loser who flopped is Down."""
    players = {seat: _faced(state, seat) for seat in SEATS}
    north, south = players[NORTH], players[SOUTH]
    state.saved = []
    while True:
        state.active = NORTH  # nobody's dice are pressed; the log needs an order
        dice = yield from _both_rolled(state, players)
        net = {seat: _net(dice[seat]) for seat in SEATS}
        if net[NORTH] == net[SOUTH]:  # equal, or both have flopped
            yield FaceOffRolled(north, dice[NORTH], south, dice[SOUTH])
            if dice[NORTH].flopped:  # a new face-off, with ability dice of its own (ELFBALL-121)
                state.saved = []
            continue
        winner = NORTH if net[NORTH] > net[SOUTH] else SOUTH
        if dice[OTHER[winner]].flopped:
            state.players[players[OTHER[winner]]].posture = "down"
        yield FaceOffRolled(north, dice[NORTH], south, dice[SOUTH], players[winner])
        state.saved = []
        return players[winner]


def _net(dice: Dice) -> int:
    """What a roll is worth here: all flops are alike."""
    return -1 if dice.flopped else dice.net


def _both_rolled(state: Pitch, players: dict[Seat, Letter]) -> Rules[dict[Seat, Dice]]:
    """One roll of both, with the ability dice of those who would not win with it (ELFBALL-180)."""
    challenges, dice = dict[Seat, Challenge](), dict[Seat, Dice]()
    for seat, letter in players.items():
        count = SIMPLE_DICE if state.simple else state.players[letter].attribute("might")
        on: Literal["might", ""] = "" if state.simple else "might"
        challenge = hooks.prepared(state, Challenge("faceoff", letter, count, earns=None, on=on))
        faces = yield from thrown(state, challenge)
        challenges[seat] = challenge
        dice[seat] = Dice(faces, net_of(faces, major=state.star_major), rolled=faces)
    before = {seat: _net(dice[seat]) for seat in SEATS}
    for seat, challenge in challenges.items():
        ability, place = hooks.saver(state, challenge), worst(dice[seat].faces)
        if ability and place >= 0 and before[seat] <= before[OTHER[seat]]:
            faces, _, gave, got = yield from save(state, challenge, dice[seat].faces, place, ability)
            net, fell = net_of(faces, major=state.star_major), dice[seat].rolled
            dice[seat] = Dice(faces, net, rolled=fell, ability=ability, gave=gave, got=got)
    return dice


def _free_challenge(state: Pitch, winner: Letter, other: Letter) -> Rules[None]:
    """ELFBALL-34, 35: whatever comes of it, there is no Shift."""
    order = yield from ask(_asking(state, winner, other))
    try:
        match order.word:
            case "pickup":
                yield from _run(state, winner, [CENTRE])
                yield from pick_up(state, winner, order.policy)
            case "tackle":
                yield from _run(state, winner, _ways(state, winner, other)[order.at])
                yield from Tackle(other, order.policy).do(state, (), 0)
            case "shove":
                yield from _run(state, winner, _ways(state, winner, other)[order.at])
                yield from Shove(other, order.policy).do(state, (), 0)
            case _:
                yield FaceOffDone(winner, "nothing")
    except Shift:
        pass
    yield from _turned(state, winner, order)


def _turned(state: Pitch, winner: Letter, order: FaceOff) -> Rules[None]:
    """If the winner stands, the manager chooses where they look (ELFBALL-34)."""
    if order.looks and state.players[winner].stands:
        yield from turn(state, winner, int(order.looks))


def _simple(state: Pitch, winner: Letter, other: Letter) -> Rules[None]:
    """ELFBALL-36."""
    player = state.players[winner]
    might, skill = player.attribute("might"), player.attribute("skill")
    order = FaceOff("tackle" if might > skill else "ball")
    if might == skill:
        order = yield from ask(_asking(state, winner, other))
    if order.word == "ball":
        state.ball = winner
        yield FaceOffDone(winner, "ball", at=player.at)
    else:
        yield from _run(state, winner, next(iter(_ways(state, winner, other).values())))
        yield from turn(state, winner, GRID.towards(player.at, state.players[other].at))
        if state.players[other].stands:
            state.players[other].posture = "down"
            yield FaceOffDone(winner, "tackle", other, player.at)
    yield from _turned(state, winner, order)


def _run(state: Pitch, letter: Letter, way: list[Hex]) -> Rules[None]:
    """Free moves, looking in the direction of the last."""
    player = state.players[letter]
    if not way:
        return
    start = player.at
    for to in way:
        player.looks = GRID.direction(player.at, to) or player.looks
        player.at = to
    yield Ran(letter, start, tuple(way), None)


def _ways(state: Pitch, winner: Letter, other: Letter) -> dict[Hex, list[Hex]]:
    """The hexes next to the opponent to which free moves lead, and how: through empty hexes of the circle, never into
    the center (ELFBALL-34). Those with the fewest steps come first, then by row, then by number (R8, R9).

    No move needs a Disengage: no hex on the way is next to a place where the opponent may stand.
    """
    start = state.players[winner].at
    ways: dict[Hex, list[Hex]] = {start: []}
    for _ in range(_FREE_STEPS):
        for here, way in list(ways.items()):
            for near in GRID.neighbours(here).values():
                if near in FACE_OFF_CIRCLE and near != CENTRE and near not in ways and not state.on(near):
                    ways[near] = [*way, near]
    beside = GRID.neighbours(state.players[other].at).values()
    reached = sorted(ways.keys() & set(beside), key=lambda at: (len(ways[at]), GRID.place(at)))
    return {at: ways[at] for at in reached}


def _asking(state: Pitch, winner: Letter, other: Letter) -> Ask[FaceOff]:
    seat, stands = SEAT_OF[winner], state.players[other].stands
    words = _SIMPLE_WORDS if state.simple else _WORDS
    open_to = [word for word in words if not _why_not(state, winner, other, word)]
    options = [FaceOff(word) for word in open_to]
    default = FaceOff("ball" if state.simple else "pickup")

    def standing() -> FaceOff | None:
        wanted = next((word for word in words if word == state.memory(seat).faceoff), None)
        return None if wanted is None else FaceOff(wanted) if wanted in open_to else default

    return Ask(
        seat=seat,
        name="faceoff",
        takes=(FaceOff,),
        check=lambda order: _check(state, winner, other, order),
        sample=lambda pick: pick.one(options),
        auto=lambda: default,
        about=FreeChallenge(winner, other, stands, state.simple),
        options=lambda: options,
        standing=standing,
    )


def _check(state: Pitch, winner: Letter, other: Letter, order: FaceOff) -> FaceOff:
    """The answer with the hex that it goes to, or refused."""
    _check_words(state, order)
    if order.word not in _AT_OTHER or state.simple:
        return order
    if why := _why_not(state, winner, other, order.word):
        raise Refused(why)
    reached = _ways(state, winner, other)
    at = order.at or next(iter(reached))
    if at not in reached:
        raise Refused(f"{order.word} {at}: free moves lead to {' '.join(reached)}")
    return FaceOff(order.word, at, order.looks, order.policy)


def _check_words(state: Pitch, order: FaceOff) -> None:
    """Refuse what answers no face-off of this match."""
    words = _SIMPLE_WORDS if state.simple else _WORDS
    if order.word not in words:
        raise Refused(f"{order.word}: the answers here are {', '.join(words)}")
    if order.looks and not order.looks.isdecimal():
        raise Refused(f"face {order.looks}: a direction is needed here, 1 to 6")
    if order.word not in _AT_OTHER or state.simple:
        if order.at:
            raise Refused(f"{order.word} {order.at}: no hex is needed here")
        if (state.simple or order.word == "nothing") and order.policy != PLAIN:
            raise Refused(f"{order}: no dice are rolled here")


def _why_not(state: Pitch, winner: Letter, other: Letter, word: FaceOffWord) -> str:
    """Why the other, who lies, cannot be aimed at; empty where they can, or need not be."""
    loser = state.players[other]
    if word not in _AT_OTHER or loser.stands or state.simple:
        return ""
    if word == "tackle" and any(blow.lying for blow in hooks.of(state.players[winner], "blow")):  # Cheapshot
        return ""
    return f"{word}: {other} is {LYING[loser.posture]}; only the ball is left"
