"""The macros `fetch`, `hunt` and `carry`: their plain parts (GNOMEBALL-130 to 133, 147)."""

from collections.abc import Callable, Iterable

from pbem.games.gnomeball.handling import check_holds, check_home, check_loose, enemy_home
from pbem.games.gnomeball.squares import FIELD, distance, to_home, within
from pbem.games.gnomeball.state import Field, Id, Part
from pbem.games.gnomeball.verbs import Macro, check_target
from pbem.games.gnomeball.ways import ways
from pbem.games.gnomeball.words import HOME, QUARRY
from pbem.play.grid import Square
from pbem.play.orders import Refused
from pbem.play.requests import Pick


def _squares(state: Field, who: Id) -> dict[Square, int]:
    """Where the character may end its move, its own square included, with the cost (GNOMEBALL-133, 147)."""
    if state.active is not None and state.active.moved:
        return {state.characters[who].at: 0}
    return ways(state, who)


def _best(state: Field, who: Id, squares: Iterable[Square], key: Callable[[Square], float]) -> Square:
    """The square with the smallest key; of several the one nearest to an enemy home, then by column, then by row."""
    keys = {square: key(square) for square in squares}
    least = min(keys.values())
    tied = [square for square, value in keys.items() if value == least]
    if len(tied) == 1:
        return tied[0]
    homes = tuple(state.enemy_homes(who[0]).values())
    return min(tied, key=lambda square: (min(to_home(square, home) for home in homes), FIELD.place(square)))


def _going(state: Field, who: Id, to: Square) -> list[Part]:
    return [] if to == state.characters[who].at else [Part("move", to)]


def _towards(state: Field, who: Id, goal: Square, action: Part) -> list[Part]:
    """Go to the cheapest square from which the action reaches the goal, and do it; otherwise as near as possible."""
    costs = _squares(state, who)
    near = within(goal, state.settings.reach)
    able = [square for square in costs if square in near]
    if able:
        to = _best(state, who, able, costs.__getitem__)
        return [*_going(state, who, to), action]
    return _going(state, who, _best(state, who, costs, lambda square: distance(square, goal)))


def _fetch(state: Field, who: Id, what: str) -> list[Part]:
    check_loose(state)
    return _towards(state, who, state.gnome_square, Part("pick up"))


FETCH = Macro(
    word="fetch",
    said=(
        "go and get, go get, run and get, go and fetch, go fetch, get hold of, retrieve, go for, "
        "run to get, run for, pick up, grab, take, get, collect, snatch"
    ),
    form="fetch",
    step=3,
    says={"A2 fetch": "run to the gnome and take it"},
    help={
        "fetch": (
            '"A2 fetch" goes to the loose gnome by the shortest way and picks it up, or comes as near as it can.'
        ),
    },
    plain=_fetch,
    sample=lambda state, who, pick: None if state.holder or pick.chance(20) else "",
)


def _hunt(state: Field, who: Id, what: str) -> list[Part]:
    if what == "gnome":
        return _towards(state, who, state.gnome_square, Part("attack", "gnome"))
    target = state.enemy_holder(who[0]) if what == "holder" else check_target(state, who, what)
    if not target:
        raise Refused("No enemy holds the gnome.")
    return _towards(state, who, state.characters[target].at, Part("attack", target))


def _sample_quarry(state: Field, who: Id, pick: Pick) -> str | None:
    """The gnome or an enemy, the holder most of all; a holder hunts nobody."""
    if state.holder == who:
        return None
    holder = ["holder"] * 3 if state.enemy_holder(who[0]) else []
    return pick.one([*state.enemies(who[0]), "gnome", *holder])


HUNT = Macro(
    word="hunt",
    said="hunt down, chase, pursue, go after, track",
    form="hunt {what}",
    what=QUARRY,
    step=3,
    says={"A3 hunt holder": "run to its holder and attack"},
    help={
        "hunt": (
            '"A3 hunt B1" goes where it can attack B1, and attacks, or comes as near as it can. "A3 hunt'
            ' holder" goes for the enemy that holds the gnome, "A3 hunt gnome" for the gnome itself.'
        ),
    },
    plain=_hunt,
    sample=_sample_quarry,
)


def _carry(state: Field, who: Id, what: str) -> list[Part]:
    check_holds(state, who)
    corner = state.homes[enemy_home(state, who, what)]
    return _going(state, who, _best(state, who, _squares(state, who), lambda square: to_home(square, corner)))


CARRY = Macro(
    word="carry",
    said="bring, bear, run home, run for home, head home, head for home, bring home, carry home, take home",
    form="carry [{what}]",
    what=HOME,
    step=2,
    says={"A1 carry, punt": "run for a home, punt if near"},
    help={
        "carry": (
            '"A1 carry" takes the gnome as far as it can toward the nearest enemy home, and into it if'
            ' possible; "A1 carry j10" names the home. "A1 carry, punt" kicks as well, if it comes within 4.'
        ),
    },
    vet=check_home,
    plain=_carry,
    sample=lambda state, who, pick: "" if state.holder == who else None,
)
