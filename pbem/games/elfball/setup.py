"""Teams and the set-up of a Test (ELFBALL-24 to 31, 98, 99, 183)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pbem.games.elfball.events import (
    NameTeam,
    NewTest,
    NobodyForFaceOff,
    Placed,
    Recovered,
    SetUpRolled,
    SetUpTeam,
    TeamNamed,
)
from pbem.games.elfball.field import (
    CENTRE,
    CIRCLES,
    FACE_OFF,
    GRID,
    GUARDIAN,
    NORTH,
    OTHER,
    SEATS,
    SOUTH,
    TITLES,
    default_facing,
    half_turn,
)
from pbem.games.elfball.naming import IN_BOX, own_player
from pbem.games.elfball.orders import Placing, Setup, Team
from pbem.games.elfball.state import LETTERS, Letter, Pitch, Player
from pbem.games.elfball.teams import FORMATIONS, LISTS, TEAM_SIZE, Place, TeamList, open_lists, plural
from pbem.play.hexgrid import Hex, turned
from pbem.play.orders import Refused, nearest
from pbem.play.record import Result
from pbem.play.requests import Ask, Pick, Rules, Seat, ask, ask_all, die, draw

LOT = "lot"
"""In place of a list: one is drawn."""


# Teams.


def name_teams(state: Pitch) -> Rules[None]:
    """Both managers name their teams (ELFBALL-99); then dice say who sets up first (ELFBALL-26)."""
    answers = yield from ask_all(*(_naming(state, seat) for seat in SEATS))
    for seat in SEATS:
        order = answers[seat]
        assert isinstance(order, Team)
        name, picks = order.name, order.picks
        if name == LOT:
            name = yield from draw("lot", open_lists(state.all_lists))
            picks = _default(LISTS[name])
        _hire(state, seat, name, picks)
        players = tuple((letter, state.players[letter].position) for letter in state.team(seat))
        yield TeamNamed(seat, LISTS[name].title, players)
    while True:
        north = yield from die("set-up")
        south = yield from die("set-up")
        if north != south:
            break
        yield SetUpRolled(north, south)
    state.setter = NORTH if north < south else SOUTH
    yield SetUpRolled(north, south, state.setter)
    state.phase = "setup"


def check_team(state: Pitch, order: Team) -> Team:
    """The team with every player named, or refused (ELFBALL-98)."""
    if order.name == LOT:
        return order
    name = _list_named(order.name, open_lists(state.all_lists))
    chosen = LISTS[name]
    if not order.picks:
        return Team(name, _default(chosen))
    picks = tuple((count, _position(chosen, words)) for count, words in order.picks)
    counts = Counter[Place]()
    for count, position in picks:
        counts[_place_of(chosen, position)] += count
    for place, count in counts.items():
        if count > place.most:
            raise Refused(f"{place.names[0]}: {chosen.title} may have {place.most}, not {count}")
    if counts.total() != TEAM_SIZE:
        raise Refused(f"a team has {TEAM_SIZE} players, not {counts.total()}")
    return Team(name, tuple((count, position.lower()) for count, position in picks))


def _list_named(words: str, names: Sequence[str]) -> str:
    """The list of this name or title; else refused, with those whose titles have most of the words."""
    titles = {name: re.findall(r"[a-z]+", LISTS[name].title.lower()) for name in names}
    for name, title in titles.items():
        if words in (name, " ".join(title)):
            return name
    likeness = {
        name: sum(bool(nearest(word, (name, *titles[name]), cutoff=0.75)) for word in words.split())
        for name in names
    }
    most = max(likeness.values())
    meant = " or ".join(name for name in names if likeness[name] == most)
    hint = f"Did you mean {meant}?" if most else f"Lists: {' '.join(names)}"
    raise Refused(f"team {words}: there is no such list. {hint}")


def _default(chosen: TeamList) -> tuple[tuple[int, str], ...]:
    return tuple((place.default, place.names[0].lower()) for place in chosen.places)


def _position(chosen: TeamList, words: str) -> str:
    """A position of the list by its name, or by a word of it, in the singular or the plural."""
    names = [name for place in chosen.places for name in place.names]
    forms = {name: (name.lower(), plural(name).lower()) for name in names}
    exact = [name for name in names if words in forms[name]]
    found = exact or [name for name in names if any(words in form.split() for form in forms[name])]
    if len(found) != 1:
        raise Refused(f'{chosen.title} have no "{words}". They have: {", ".join(names)}')
    return found[0]


def _place_of(chosen: TeamList, position: str) -> Place:
    return next(place for place in chosen.places if position in place.names)


def _hire(state: Pitch, seat: Seat, name: str, picks: Sequence[tuple[int, str]]) -> None:
    """Letters are given in the order of the manager's line (ELFBALL-98)."""
    state.lists[seat] = name
    positions = [_position(LISTS[name], words) for count, words in picks for _ in range(count)]
    for letter, position in zip(LETTERS[seat], positions, strict=False):
        state.players[letter] = Player(position)


def _naming(state: Pitch, seat: Seat) -> Ask[Team]:
    names = open_lists(state.all_lists)
    return Ask(
        seat=seat,
        name="team",
        takes=(Team,),
        check=lambda order: check_team(state, order),
        sample=lambda pick: Team(pick.one([LOT, *names])),
        auto=lambda: Team(LOT),
        about=NameTeam(names),
        example=lambda: Team("nightelves"),
        options=lambda: [Team(name) for name in names],
    )


# A Test.


def set_up(state: Pitch) -> Rules[None]:
    """Both teams are set up, one after the other (ELFBALL-26 to 31)."""
    for player in state.players.values():
        if player.on_field:
            player.at = "bench"
        player.posture, player.barred = "standing", False
    state.ball, state.momentum, state.shifted, state.moved, state.half = CENTRE, 0, False, {}, None
    yield NewTest(state.test, state.setter)
    unable = tuple(seat for seat in SEATS if not _face_offs(state, seat))
    if unable:
        state.result = _walkover(unable)
        yield NobodyForFaceOff(unable)
        return
    for seat in (state.setter, OTHER[state.setter]):
        order = yield from ask(_setting(state, seat))
        for placing in order.placings:
            player = state.players[placing.letter]
            player.at, player.looks = placing.at, placing.looks
        yield Placed(seat, tuple((each.letter, each.at, each.looks) for each in order.placings))
    recovered = [letter for seat in SEATS for letter in state.boxed(seat, "recovery")]
    if recovered:  # ELFBALL-84
        for letter in recovered:
            state.players[letter].at = "bench"
        yield Recovered(tuple(recovered))
    state.phase = "faceoff"


def _face_offs(state: Pitch, seat: Seat) -> list[Letter]:
    """Those who may take the face-off (ELFBALL-28, 93)."""
    return [letter for letter in state.boxed(seat, "bench") if state.players[letter].type != "Monster"]


def _walkover(unable: Sequence[Seat]) -> Result:
    """ELFBALL-31."""
    if len(unable) == len(SEATS):
        return Result((SEATS,), "nobody can take the face-off")
    (loser,) = unable
    return Result(((OTHER[loser],), (loser,)), f"{TITLES[loser]} has nobody for the face-off")


def check_setup(state: Pitch, seat: Seat, order: Setup) -> Setup:
    """The set-up with every player, hex and direction named, or refused (section 6.4, ELFBALL-28 to 30)."""
    places = {letter: (at, 0) for letter, at in _formation(seat, order.formation, order.letters)}
    if len(places) < len(order.letters):
        raise Refused("setup: a player is named twice")
    by_hand = [placing.letter for placing in order.placings]
    if len(set(by_hand)) < len(by_hand):
        raise Refused("setup: a player is named twice")
    places.update({placing.letter: (placing.at, placing.looks) for placing in order.placings})
    for letter in places:
        _available(state, seat, letter)
    _legal_hexes(state, seat, {letter: at for letter, (at, _) in places.items()})
    placings = tuple(
        Placing(letter, at, looks or default_facing(seat, at)) for letter, (at, looks) in places.items()
    )
    for placing in placings:
        if placing.at in FACE_OFF[seat]:
            _looks_at_centre(placing)
    return Setup("", (), placings)


def _formation(seat: Seat, name: str, letters: Sequence[Letter]) -> Iterable[tuple[Letter, Hex]]:
    hexes = FORMATIONS.get(name, ())
    if seat == SOUTH:
        hexes = tuple(map(half_turn, hexes))
    return zip(letters, hexes, strict=False)


def _available(state: Pitch, seat: Seat, letter: Letter) -> None:
    own_player(state, seat, letter)
    if state.players[letter].at != "bench":
        raise Refused(f"{letter} is {IN_BOX[state.players[letter].at]}")


def _legal_hexes(state: Pitch, seat: Seat, at: dict[Letter, Hex]) -> None:
    taken = Counter(at.values())
    allowed = {*FACE_OFF[seat], GUARDIAN[seat]}.union(*CIRCLES[seat].values())
    for letter, name in at.items():
        if taken[name] > 1:
            raise Refused(f"setup: two players on {name}")
        if name not in allowed:
            raise Refused(f"setup: {name} is no place of yours ({letter})")
    facing = [letter for letter, name in at.items() if name in FACE_OFF[seat]]
    if len(facing) != 1:
        raise Refused(f"setup: one player takes the face-off, on {' or '.join(FACE_OFF[seat])}")
    if facing[0] not in _face_offs(state, seat):
        raise Refused(f"setup: {facing[0]} is a Monster and may not take the face-off")
    if GUARDIAN[seat] not in taken and len(state.boxed(seat, "bench")) > 1:
        raise Refused(f"{GUARDIAN[seat]} needs a player")
    for name, circle in CIRCLES[seat].items():
        if sum(taken[each] for each in circle) > 2:
            raise Refused(f"a third player in the {name} circle")


def _looks_at_centre(placing: Placing) -> None:
    """ELFBALL-28: the centre hex is in front of the face-off player."""
    way = GRID.direction(placing.at, CENTRE)
    assert way is not None
    if placing.looks not in (turned(way, -1), way, turned(way, 1)):
        raise Refused(f"setup: {placing.letter} takes the face-off and must have {CENTRE} before him")


def automatic(state: Pitch, seat: Seat) -> Setup:
    """ELFBALL-183."""
    players = state.players
    face_off = max(_face_offs(state, seat), key=lambda each: players[each].attribute("might"))
    rest = [letter for letter in state.boxed(seat, "bench") if letter != face_off]
    rest.sort(key=lambda each: -players[each].attribute("tackle") - players[each].attribute("grit"))
    return Setup("spread", (face_off, *rest[:1], *sorted(rest[1:])[:4]))


def _setting(state: Pitch, seat: Seat) -> Ask[Setup]:
    def check(order: Setup) -> Setup:
        return check_setup(state, seat, order)

    def standing() -> Setup | None:
        memory = state.memory(seat)
        return Setup(memory.formation, memory.placed) if memory.formation else None

    usual = automatic(state, seat)
    available = tuple(state.boxed(seat, "bench"))
    monsters = tuple(letter for letter in available if state.players[letter].type == "Monster")
    return Ask(
        seat=seat,
        name="setup",
        takes=(Setup,),
        check=check,
        sample=lambda pick: _sample(state, seat, pick),
        auto=lambda: usual,
        about=SetUpTeam(
            seat,
            available,
            monsters,
            str(usual),
            tuple(FORMATIONS),
            FACE_OFF[seat],
            GUARDIAN[seat],
            tuple((name, tuple(sorted(hexes, key=GRID.place))) for name, hexes in CIRCLES[seat].items()),
        ),
        example=lambda: usual,
        standing=standing,
    )


def _sample(state: Pitch, seat: Seat, pick: Pick) -> Setup:
    """Some formation with some players."""
    first = pick.one(_face_offs(state, seat))
    others = [each for each in state.boxed(seat, "bench") if each != first]
    rest = pick.some(others, min(len(others), 5))
    return Setup(pick.one(list(FORMATIONS)), (first, *rest))
