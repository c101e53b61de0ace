"""What a manager names, found on the field or refused: players, hexes, directions. Checks begin here.

A refusal's text names players by capital letters, whichever way the manager wrote them.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import astuple

from pbem.games.elfball.field.events import Turned
from pbem.games.elfball.field.hexes import ATTACKED, GRID, OTHER, TITLES
from pbem.games.elfball.field.state import SEAT_OF, Letter, Pitch
from pbem.games.elfball.rolls import hooks
from pbem.play.hexgrid import Direction, Hex
from pbem.play.names import Names, places
from pbem.play.orders import Refused
from pbem.play.requests import Rules, Seat

IN_BOX = {
    "bench": "on the Bench",
    "recovery": "in Recovery",
    "infirmary": "in the Infirmary",
    "ejected": "ejected for the match",
}
_NORTH_AND_SOUTH: dict[str, tuple[Direction, Direction]] = {"north": (1, 6), "south": (3, 4)}
LYING = {"standing": "standing", "down": "Down", "dazed": "Dazed"}


def some_player(state: Pitch, letter: Letter) -> Letter:
    """A player of the match, on the field or off it."""
    if letter not in state.players:
        raise Refused(f"there is no player {letter} in this match")
    return letter


def names(state: Pitch, seat: Seat) -> Names:
    """All players by letter, the hexes, and the ball."""
    figures = {letter: SEAT_OF[letter] for letter in state.players or SEAT_OF}
    roles = {letter: player.position for letter, player in state.players.items()}
    sides = {title: side for side, title in TITLES.items()}
    return Names(figures, places(GRID), sides, {"ball": state.ball}, roles)


def refuse_strangers(state: Pitch, part: Struct) -> None:
    """Refuse an order or an item of one that names a player who is not in the match."""
    for value in astuple(part):
        if isinstance(value, str) and value in SEAT_OF:
            some_player(state, value)


def own_player(state: Pitch, seat: Seat, letter: Letter) -> Letter:
    """A player of a seat's own team, on the field or off it."""
    if SEAT_OF[some_player(state, letter)] != seat:
        raise Refused(f"{letter} is not your player")
    return letter


def own_player_left(state: Pitch, seat: Seat, letter: Letter) -> Letter:
    """A player of a seat's own team who has not been ejected: of the others only that can never change."""
    at = state.players[own_player(state, seat, letter)].at
    if at == "ejected":
        raise Refused(f"{letter} is {IN_BOX[at]}")
    return letter


def player_on_field(state: Pitch, letter: Letter) -> Letter:
    """A player of either team on the field."""
    player = state.players[some_player(state, letter)]
    if not player.on_field:
        raise Refused(f"{letter} is {IN_BOX[player.at]}")
    return letter


def hex_of(state: Pitch, target: str) -> Hex:
    """A hex, or the hex of a player: the two are interchangeable as targets."""
    return target if target in GRID else state.players[player_on_field(state, target)].at


def opponent_beside(
    state: Pitch,
    verb: str,
    player: Letter,
    target: str,
    lying: Callable[[Letter], bool] = lambda found: False,
) -> Letter:
    """An opponent next to a player, named by letter or hex, who must stand unless `lying` says otherwise."""
    found = state.on(target) if target in GRID else player_on_field(state, target)
    if found is None:
        raise Refused(f"{verb} {target}: nobody there")
    no_mate(f"{verb} {target}", player, found)
    if GRID.direction(state.players[player].at, state.players[found].at) is None:
        action, at = state.acting, state.players[player].at
        there = f"; {player} is on {at} by then, with {in_paces(action.paces)} left" if action.busy else ""
        raise Refused(f"{found} is not next to you{there}")
    if not state.players[found].stands and not lying(found):
        why = "only Cheapshot may tackle them" if verb == "tackle" else "only a standing player can be shoved"
        raise Refused(f"{found} is {LYING[state.players[found].posture]}; {why}")
    return found


def no_mate(what: str, player: Letter, found: Letter) -> None:
    """Refuse what is aimed at a player of the same team."""
    if SEAT_OF[found] == SEAT_OF[player]:
        raise Refused(f"{what}: {found} is on your own team")


def own_place(what: str, player: Letter) -> Refused:
    """The refusal of what a player aims at the hex that is their own."""
    return Refused(f"{what}: that is where {player} stands")


def must_stand(state: Pitch, player: Letter) -> None:
    """What only a standing player can do (ELFBALL-14)."""
    piece = state.players[player]
    if not piece.stands:
        cost = in_paces(standing_cost(state, player))
        raise Refused(f"{player} is {LYING[piece.posture]} and can only stand ({cost}) or pass")


def standing_cost(state: Pitch, player: Letter) -> int:
    """What getting up costs in paces (ELFBALL-45)."""
    piece, seat = state.players[player], SEAT_OF[player]
    cost: int = (5 if piece.posture == "down" else 8) - piece.attribute("grit")
    cost -= sum(rises(piece.posture) for rises in hooks.of(piece, "rises"))
    cost -= len(state.facing(piece.at, seat))
    cost += len(state.facing(piece.at, OTHER[seat]))
    return max(0, cost)


def way_to(state: Pitch, player: Letter, target: str) -> Direction:
    """The direction that is named, or towards what is named (ELFBALL-13)."""
    if target in ("1", "2", "3", "4", "5", "6"):
        return int(target)
    piece = state.players[player]
    match target:
        case "ball":
            goal = state.ball_hex
        case "goal":
            goal = ATTACKED[SEAT_OF[player]]
        case "north" | "south":  # between two directions: as towards a hex that lies so (ELFBALL-13)
            ways = _NORTH_AND_SOUTH[target]
            return piece.looks if piece.looks in ways else min(ways)
        case _:
            goal = hex_of(state, target)
    if goal == piece.at:
        raise own_place(f"face {target}", player)
    return GRID.towards(piece.at, goal, piece.looks)


def turn(state: Pitch, player: Letter, way: Direction) -> Rules[None]:
    """Turn a player; not told if they look that way already."""
    if state.players[player].looks != way:
        state.players[player].looks = way
        yield Turned(player, way)


def in_paces(count: int) -> str:
    """`1 pace`, `2 paces`."""
    return f"{count} pace{'' if count == 1 else 's'}"
