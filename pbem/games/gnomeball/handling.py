"""Getting hold of the gnome, picking it up, and punting it (GNOMEBALL-34, 38, 39, 58 to 63, 71)."""

from pbem.games.gnomeball.events import Caught, PickedUp, Punted
from pbem.games.gnomeball.gnome import new_gnome, roll_for
from pbem.games.gnomeball.scoring import score
from pbem.games.gnomeball.squares import to_home
from pbem.games.gnomeball.state import Field, Id
from pbem.games.gnomeball.verbs import Verb, trait
from pbem.games.gnomeball.words import HOME
from pbem.play.orders import Refused
from pbem.play.requests import Rules, Seat

PUNT_REACH = 4


def hold(state: Field, who: Id, *, caught: bool) -> Rules[None]:
    """Let a character hold the gnome: in an enemy home that is a Gnomedown, counted after what the catch does to the
    gnome (GNOMEBALL-71, 74)."""
    state.gnome.at = who
    _change_sides(state, who[0])
    if caught:
        yield Caught(who, state.characters[who].at)
        yield from trait(state, "catches", who)
    yield from arrive(state, who)


def arrive(state: Field, who: Id) -> Rules[None]:
    """A holder who stands in an enemy home scores (GNOMEBALL-32, 71)."""
    if state.holder == who and state.home_under(state.characters[who].at, who[0]):
        yield from score(state, who, "gnomedown")


def _change_sides(state: Field, seat: Seat) -> None:
    """A change of the side that holds wakes nobody: plans without `keep on` are suspended (GNOMEBALL-128, 147)."""
    if state.side == seat:
        return
    for owner, memory in state.private.items():
        if not memory.keep_on and (state.side or owner != seat):
            memory.asleep = True
    state.side = seat


def check_at_hand(state: Field, who: Id) -> None:
    """Raises `Refused` if the gnome is not within arm's length of the character (GNOMEBALL-5)."""
    away = state.from_gnome(state.characters[who].at)
    if away > state.settings.reach:
        raise Refused(f"The gnome is {away:g} away; you reach {state.settings.reach:g}.")


def check_loose(state: Field) -> None:
    """Raises `Refused` if somebody holds the gnome."""
    if state.holder:
        raise Refused("The gnome is not on the ground.")


def _check_pick_up(state: Field, who: Id, what: str) -> str:
    check_loose(state)
    check_at_hand(state, who)
    return ""


def _pick_up(state: Field, who: Id, what: str) -> Rules[None]:
    """It is then held on the character's square; in an enemy home that scores (GNOMEBALL-38, 39)."""
    yield PickedUp(who, state.gnome.at)
    yield from hold(state, who, caught=False)


PICK_UP = Verb(
    word="pick up",
    said="grab, take, collect, pick up, pickup, take up, lift, snatch, scoop up, seize",
    form="pick/get/p [up]",
    step=3,
    says={"A3 move f5, pick up": "go, and take the gnome"},
    help={
        "pick up, pick": (
            "An action: takes the gnome from the ground, at the character's own feet or on one of the four"
            ' squares beside it; no die is rolled. An example: "A1 move f6, pick up". With the option'
            " homes=pick players choose their corners."
        ),
    },
    check=_check_pick_up,
    run=_pick_up,
    sample=lambda state, who, pick: None if state.holder else "",
)


def check_holds(state: Field, who: Id) -> None:
    """Raises `Refused` if the character does not hold the gnome."""
    if state.holder != who:
        raise Refused(f"{who} does not hold the gnome.")


def enemy_home(state: Field, who: Id, named: str) -> Seat:
    """The enemy home that a corner or a seat's letter means, by default the nearest; raises `Refused`."""
    check_home(state, who, named)
    if not named:
        return state.nearest_home(state.characters[who].at, who[0])[0]
    return next(seat for seat, corner in state.enemy_homes(who[0]).items() if named in (seat, corner))


def check_home(state: Field, who: Id, named: str) -> None:
    """Raises `Refused` if a corner or a seat's letter means no enemy home."""
    homes = state.enemy_homes(who[0])
    if named and homes and named not in (*homes, *homes.values()):
        raise Refused(f"{named} is not an enemy home; those are {', '.join(homes.values())}.")


def punt_distance(state: Field, who: Id, seat: Seat) -> float:
    """How far the character is from a player's home."""
    return to_home(state.characters[who].at, state.homes[seat])


def punt_needs(state: Field, who: Id, seat: Seat) -> int:
    """From what face on a punt at a player's home goes over it: more than the distance (GNOMEBALL-58)."""
    return int(punt_distance(state, who, seat)) + 1


def _check_punt(state: Field, who: Id, what: str) -> str:
    """The corner of the home in full; raises `Refused` (GNOMEBALL-58, 60, 61)."""
    check_holds(state, who)
    seat = enemy_home(state, who, what)
    far = punt_distance(state, who, seat)
    if far > PUNT_REACH:
        raise Refused(f"{who} is {far:g} from home {state.homes[seat]}; a punt needs {PUNT_REACH} or less.")
    return state.homes[seat]


def _punt(state: Field, who: Id, what: str) -> Rules[None]:
    """More than the distance, and it flies over the home; else it splatters and a new one comes (GNOMEBALL-58, 59)."""
    seat = enemy_home(state, who, what)
    needs = punt_needs(state, who, seat)
    face = yield from roll_for("punt", needs)
    over = face >= needs
    yield Punted(who, seat, face, needs, over)
    if over:
        yield from score(state, who, "gone")
    else:
        yield from new_gnome(state)


PUNT = Verb(
    word="punt",
    said="kick, boot, drop-kick",
    form="punt/k [{what}]",
    what=HOME,
    step=3,
    says={"A1 punt": "kick it over a home within 4"},
    help={
        "punt, kick": (
            'An action of the holder within 4 squares of an enemy home: "A1 punt" kicks the gnome over it if'
            " the die shows more than the distance. That is a Gnome-R-Gone!; otherwise the gnome splatters, and"
            ' a new one comes to the center. "A1 punt j10" names the home where two are near.'
        ),
    },
    vet=check_home,
    check=_check_punt,
    run=_punt,
    sample=lambda state, who, pick: "" if state.holder == who else None,
)
