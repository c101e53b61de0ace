"""The set-up of a Test (ELFBALL-24 to 31, 104, 183)."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from pbem.games.elfball.actions.naming import IN_BOX, own_player, own_player_left
from pbem.games.elfball.field.events import NewTest, NobodyForFaceOff, Placed, Recovered
from pbem.games.elfball.field.hexes import (
    CENTRE,
    CIRCLES,
    FACE_OFF,
    GRID,
    GUARDIAN,
    OTHER,
    SEATS,
    SOUTH,
    TITLES,
    default_facing,
    half_turn,
)
from pbem.games.elfball.field.kinds import FORMATION, HEX, LETTER, SIX, WAY
from pbem.games.elfball.field.lines import Common, Done, Turn
from pbem.games.elfball.field.players import FORMATIONS
from pbem.games.elfball.field.prompts import SetUpTeam
from pbem.games.elfball.field.state import FRONT, Letter, Pitch
from pbem.games.elfball.teams.potions import Potion, doses_left, patients
from pbem.play.forms import Form, Many, Word
from pbem.play.orders import Refused
from pbem.play.record import Result
from pbem.play.requests import Ask, Order, Pick, Rules, Seat, ask


class Placing(Struct, frozen=True):
    """A player on a hex, looking in a direction (0: as is usual there)."""

    letter: str
    at: str
    looks: int = 0


_PLACING: Form[Placing] = Form(
    "{letter} {at} [{looks}]",
    Placing,
    letter=LETTER,
    at=HEX,
    looks=Word("DIRECTION", WAY.pattern, lambda word: int(WAY.read(word)), wants="a direction", named=True),
    wants="a player and a hex",
)


class Setup(Common, Order, frozen=True):
    """Where the players stand when a Test begins: by a formation, by hand, or both."""

    form: ClassVar = Form(
        "setup {formation} {letters} , {placings}",
        also=("setup {formation} {letters}", "setup {placings}"),
        formation=FORMATION,
        letters=SIX,
        placings=Many(_PLACING, ","),
        says={
            "setup spread A B C D E F": "a formation, and who is in it",
            "setup A l21 3, B e22, C g8": "or player by player",
        },
    )

    formation: str = ""
    letters: tuple[str, ...] = ()
    placings: tuple[Placing, ...] = ()

    def vet(self, state: Pitch, seat: Seat) -> None:
        placings = _placings(seat, self)
        for placing in placings:
            own_player_left(state, seat, placing.letter)
        _check_places(state, seat, placings)


# A Test.


def set_up(state: Pitch) -> Rules[None]:
    """Both teams are set up, one after the other (ELFBALL-26 to 31)."""
    _clear(state)
    yield NewTest(state.test, state.setter)
    unable = {seat for seat in SEATS if not _face_offs(state, seat) and not _curable(state, seat)}
    for seat in (state.setter, OTHER[state.setter]):
        order = yield from _prepare(state, seat, unopposed=bool(unable))
        if order:
            yield _place(state, seat, order)
        elif not _face_offs(state, seat):
            unable.add(seat)
    if unable:
        seats = tuple(seat for seat in SEATS if seat in unable)
        state.result = _walkover(seats)
        yield NobodyForFaceOff(seats)
        return
    yield from _recover(state)
    state.phase = "faceoff"


def _clear(state: Pitch) -> None:
    """Forget what held for the last Test only, and take everybody off the field (ELFBALL-27)."""
    for player in state.players.values():
        if player.on_field:
            player.at = "bench"
        player.posture, player.barred = "standing", False
        if player.fortune:
            player.fortune.hurt = player.fortune.frog = False
    for support in state.support.values():
        support.cheered = support.drunk = 0
    state.struck, state.bribed, state.stage, state.bound = [], [], 0, ""
    state.ball, state.momentum, state.shifted, state.moved, state.half = CENTRE, 0, False, {}, None


def _recover(state: Pitch) -> Rules[None]:
    """Who is in Recovery when the teams stand is back on the Bench (ELFBALL-84)."""
    recovered = [letter for seat in SEATS for letter in state.boxed(seat, "recovery")]
    for letter in recovered:
        state.players[letter].at = "bench"
    if recovered:
        yield Recovered(tuple(recovered))


def _prepare(state: Pitch, seat: Seat, *, unopposed: bool) -> Rules[Setup | None]:
    """Potions, then the set-up (ELFBALL-107); None if the manager cannot or, `unopposed`, need not set up.

    A team without a player for the face-off has not lost while a dose could still bring one (ELFBALL-31).
    """
    while not unopposed if _face_offs(state, seat) else _curable(state, seat):
        order = yield from ask(_setting(state, seat))
        if not isinstance(order, Potion):
            return order if isinstance(order, Setup) else None
        yield from order.run(state)
    return None


def _place(state: Pitch, seat: Seat, order: Setup) -> Placed:
    for placing in order.placings:
        player = state.players[placing.letter]
        player.at, player.looks = placing.at, placing.looks
        if placing.at in FACE_OFF[seat] and player.type == "Monster":
            state.bribed.append(placing.letter)  # ELFBALL-104
    return Placed(seat, tuple((each.letter, each.at, each.looks) for each in order.placings))


def _face_offs(state: Pitch, seat: Seat) -> list[Letter]:
    """Those who may take the face-off (ELFBALL-28, 93): with a bribed referee anybody (ELFBALL-104)."""
    return [letter for letter in state.boxed(seat, "bench") if _suited(state, seat, letter)]


def _curable(state: Pitch, seat: Seat) -> list[Letter]:
    """Those who may take the face-off if a dose brings them to the Bench (ELFBALL-107, 109)."""
    ill = patients(state, seat) if doses_left(state, seat) else []
    return [letter for letter in ill if _suited(state, seat, letter)]


def _suited(state: Pitch, seat: Seat, letter: Letter) -> bool:
    return state.backing(seat).referee or state.players[letter].type != "Monster"


def _walkover(unable: Sequence[Seat]) -> Result:
    """ELFBALL-31."""
    if len(unable) == len(SEATS):
        return Result((SEATS,), "nobody can take the face-off")
    (loser,) = unable
    return Result(((OTHER[loser],), (loser,)), f"{TITLES[loser]} has nobody for the face-off")


def check_setup(state: Pitch, seat: Seat, order: Setup) -> Setup:
    """The set-up with every player, hex and direction named, or refused (section 6.4, ELFBALL-28 to 30)."""
    placings, bench = _placings(seat, order), state.boxed(seat, "bench")
    for placing in placings:
        if own_player(state, seat, placing.letter) not in bench:
            raise Refused(f"{placing.letter} is {IN_BOX[state.players[placing.letter].at]}")
    _check_places(state, seat, placings)
    if len(bench) > 1 and all(placing.at != GUARDIAN[seat] for placing in placings):
        raise Refused(f"{GUARDIAN[seat]} needs a player")
    return Setup("", (), placings)


def _placings(seat: Seat, order: Setup) -> tuple[Placing, ...]:
    """Where an order puts each player, and where they look, or refused."""
    hexes = FORMATIONS.get(order.formation, ())
    if seat == SOUTH:
        hexes = tuple(map(half_turn, hexes))
    formed = {letter: Placing(letter, at) for letter, at in zip(order.letters, hexes, strict=False)}
    by_hand = {placing.letter: placing for placing in order.placings}
    if len(formed) < len(order.letters) or len(by_hand) < len(order.placings):
        raise Refused("setup: a player is named twice")
    return tuple(
        Placing(each.letter, each.at, each.looks or default_facing(seat, each.at))
        for each in (formed | by_hand).values()
    )


def _check_places(state: Pitch, seat: Seat, placings: Sequence[Placing]) -> None:
    """Refuse hexes that are no places of this seat or hold too many, and a face-off that nobody can take."""
    taken = Counter(placing.at for placing in placings)
    allowed = {*FACE_OFF[seat], GUARDIAN[seat]}.union(*CIRCLES[seat].values())
    for placing in placings:
        if taken[placing.at] > 1:
            raise Refused(f"setup: two players on {placing.at}")
        if placing.at not in allowed:
            raise Refused(f"setup: {placing.at} is not one of your places ({placing.letter})")
    facing = [placing for placing in placings if placing.at in FACE_OFF[seat]]
    if len(facing) != 1:
        raise Refused(f"setup: one player takes the face-off, on {' or '.join(FACE_OFF[seat])}")
    for name, circle in CIRCLES[seat].items():
        if sum(taken[each] for each in circle) > 2:
            raise Refused(f"a third player in the {name} circle")
    letter = facing[0].letter
    if not _suited(state, seat, letter):
        raise Refused(f"setup: {letter} is a Monster and may not take the face-off")
    if GRID.direction(facing[0].at, CENTRE) not in FRONT[facing[0].looks]:
        raise Refused(f"setup: {letter} takes the face-off and must have {CENTRE} in front")


def automatic(state: Pitch, seat: Seat) -> Setup:
    """ELFBALL-183."""
    players = state.players
    able = _face_offs(state, seat)
    proper = [each for each in able if players[each].type != "Monster"]
    face_off = max(proper or able, key=lambda each: players[each].attribute("might"))
    rest = [letter for letter in state.boxed(seat, "bench") if letter != face_off]
    rest.sort(key=lambda each: -players[each].attribute("tackle") - players[each].attribute("grit"))
    return Setup("spread", (face_off, *rest[:1], *sorted(rest[1:])[:4]))


def _setting(state: Pitch, seat: Seat) -> Ask[Setup | Turn]:
    """Set the team up; or, if nobody can take the face-off, give a potion or give up."""

    def check(order: Setup | Turn) -> Setup | Turn:
        match order:
            case Potion():
                order.vet(state, seat)
                return order.check(state, ())
            case Setup():
                return check_setup(state, seat, order)
        return order

    def standing() -> Setup | None:
        memory = state.memory(seat)
        return Setup(memory.formation, memory.placed) if memory.formation and able else None

    able = _face_offs(state, seat)
    usual: Setup | Turn = automatic(state, seat) if able else Done()
    available = tuple(state.boxed(seat, "bench"))
    monsters = tuple(letter for letter in available if letter not in able)
    ill = _curable(state, seat) if not able else patients(state, seat) if doses_left(state, seat) else ()
    return Ask[Setup | Turn](
        seat=seat,
        name="setup",
        takes=(Setup, Potion) if able else (Potion, Done),
        check=check,
        sample=lambda pick: _sample(state, seat, pick),
        auto=lambda: usual,
        about=SetUpTeam(
            seat,
            monsters,
            str(usual) if able else "",
            tuple(FORMATIONS),
            tuple(ill),
        ),
        standing=standing,
    )


def _sample(state: Pitch, seat: Seat, pick: Pick) -> Setup | Turn:
    """Some formation with some players, or a potion before it."""
    ill = patients(state, seat) if doses_left(state, seat) else []
    if not _face_offs(state, seat):
        return Potion(pick.one(ill)) if pick.chance(80) else Done()
    if ill and pick.chance(30):
        return Potion(pick.one(ill))
    first = pick.one(_face_offs(state, seat))
    others = [each for each in state.boxed(seat, "bench") if each != first]
    rest = pick.some(others, min(len(others), 5))
    return Setup(pick.one(list(FORMATIONS)), (first, *rest))
