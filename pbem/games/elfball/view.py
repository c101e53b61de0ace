"""The field as both managers see it, and the same in words (section 2.3 of the rules)."""

import functools
import textwrap

from pbem.games.elfball.field.hexes import (
    ATTACKED,
    CENTRE_LINE,
    CIRCLES,
    EDGE,
    FACE_OFF,
    GOALS,
    GRID,
    GUARDIAN,
    NORTH,
    OTHER,
    OWN_GOAL,
    ROWS,
    SEATS,
    SOUTH,
    TITLES,
)
from pbem.games.elfball.field.players import ATTRIBUTES, LISTS, open_lists
from pbem.games.elfball.field.state import BOXES, SEAT_OF, Letter, Pitch, Player, team_title
from pbem.games.elfball.rolls.hooks import ABILITIES
from pbem.play.board import Board, Mark, Place, Terrain, own, said
from pbem.play.game import View
from pbem.play.hexgrid import DIRECTION_NAMES, DIRECTIONS, LONG_NAMES, Hex, facing
from pbem.play.hexgrid import turned as turned_by
from pbem.play.requests import Seat

WIDTH = 74
_LOOKS = {
    way: said(name, LONG_NAMES[way]) if LONG_NAMES[way] != name else name
    for way, name in DIRECTION_NAMES.items()
}
_WORDS = {"down": "Down", "dazed": "Dazed"}
_ROW = " {:1} {:{width}}  {}"
NUMBERS = {NORTH: 0, SOUTH: 1}
_SIDES = {NUMBERS[seat]: TITLES[seat] for seat in SEATS}
BALL = Mark("*", kind="ball")
HELD = Mark("*", kind="ball", held=True)
_PLACES = frozenset({*GUARDIAN.values(), *FACE_OFF["N"], *FACE_OFF["S"]})
_CIRCLES = frozenset[Hex]().union(*(circle for seat in SEATS for circle in CIRCLES[seat].values()))

_ABOUT_FACE = 3  # sixths of a circle


def _legend(turned: bool) -> tuple[str, ...]:
    marks = {way: facing("A", turned_by(way, _ABOUT_FACE if turned else 0)).strip() for way in DIRECTIONS}
    return (
        "A hex is the letter of its row and its number: m22 is the center.",
        "Players: capital letters North, small ones South; a mark where they look:",
        "   ".join(f"{mark} {way} {DIRECTION_NAMES[way]}" for way, mark in marks.items()),
        "_A_ Down   ~A~ Dazed   *A' holds the ball   (*) the ball on the ground",
        "# edge line   - center line   @ goal",
    )


LEGENDS = {turned: _legend(turned) for turned in (False, True)}
ATTRIBUTE_TERMS = (said("J Jog   M Might   T Tackle   D Dodge   S Skill   G Grit", ""),)
DICE_TERMS = (
    said(
        "Challenge dice: X flop   - blank   * star   S success",
        "The faces of challenge dice are flop, blank, star and success.",
    ),
)
SETUP_LEGEND = (": Rover circles  + Guardian hexes and face-off places",)


_MID_GAME = (
    "A Dryad l21 3; B Dryad e22 4; C Hunter g12 3; D Striker k20 1; E Thrower i16 5; F Thrower h33 1; "
    "G Dryad bench 1; H Hunter bench 1; I Midfielder bench 1; J Striker recovery 1; M Hunter n23 6; "
    "N Imp j19 2; O Imp p25 1; P Imp s12 1; Q Striker u22 6; R Imp r27 1; S Hunter bench 1; "
    "T Imp bench 1; U Imp bench 1; V Striker bench 1"
)
"""Players, where they are, where they look."""


def mid_game() -> Pitch:
    """The position that the rulebook shows."""
    players = dict[Letter, Player]()
    for part in _MID_GAME.split("; "):
        letter, position, at, looks = part.split()
        players[letter] = Player(position, at, int(looks))
    players["F"].posture, players["O"].posture = "down", "dazed"
    return Pitch(players=players, ball="D", active="S", moved={"N": "D", "S": "R"})


def describe(state: Pitch) -> View:
    """The position in words: nothing is hidden. Before the teams are named there is nothing but lists of players."""
    if state.phase == "teams":
        return View(tuple(_team_lists(state)))
    lists = (*_standing(state), *_team(state, NORTH), *_team(state, SOUTH))
    terms = ATTRIBUTE_TERMS if state.phase == "setup" else ATTRIBUTE_TERMS + DICE_TERMS
    return View(lists, tables=(*(_sheet(state, seat) for seat in _shown(state)), terms))


def _shown(state: Pitch) -> tuple[Seat, ...]:
    """Whose players are told of with their numbers: at a set-up those of the team that is being set up."""
    if state.phase != "setup":
        return SEATS
    return (OTHER[state.setter] if state.fielded(state.setter) else state.setter,)


def draw(state: Pitch) -> Board | None:
    """The position as a board. Before the teams are named there is nothing to draw."""
    if state.phase == "teams":
        return None
    placing = state.phase == "setup"
    more = (SETUP_LEGEND if placing else ()) + _glossary(state)
    legend, turned = ((*LEGENDS[each], *more) for each in (False, True))
    marks: dict[Hex, tuple[Mark, ...]] = {}
    for letter, player in state.players.items():
        if player.on_field:
            marks[player.at] = (_mark(letter, player), *([HELD] if state.holder == letter else []))
    if state.holder is None:
        marks[state.ball] = (BALL, *marks.get(state.ball, ()))
    return Board("Elfball", FIELDS[placing], marks, _SIDES, legend, turned)


def _mark(letter: Letter, player: Player) -> Mark:
    shown, side = (letter.lower(), 1) if letter in "MNOPQRSTUVWX" else (letter, 0)
    states = () if player.posture == "standing" else (player.posture,)
    return Mark(shown, side, "player", player.looks, states, name=letter)


def _glossary(state: Pitch) -> tuple[str, ...]:
    """What the abilities in this match do, by name."""
    known = sorted({name for player in state.players.values() for name in player.known})
    return tuple(f"{ABILITIES[name].title}: {ABILITIES[name].about}" for name in known)


def _place(name: Hex, placing: bool) -> Place:
    """A hex with its number and what is drawn on it."""
    ground, side = "", None
    if name in EDGE:
        ground = "edge"
    elif name in CENTRE_LINE:
        ground = "line"
    elif name in GOALS:
        ground, side = "goal", NUMBERS[next(seat for seat in SEATS if OWN_GOAL[seat] == name)]
    elif placing:
        ground = "spot" if name in _PLACES else "circle" if name in _CIRCLES else ""
    return Place(name, int(name[1:]), ROWS.index(name[0]), ground, side, "" if name in EDGE else name[1:])


FIELDS = {
    placing: Terrain("hexes", tuple(_place(name, placing) for name in GRID), tuple(ROWS))
    for placing in (False, True)
}
"""The field, and whether players are being placed on it."""


def _team_lists(state: Pitch) -> list[str]:
    """What the managers may choose from: each list with what it is like."""
    names = open_lists(state.all_lists)
    width = max(map(len, names))
    lists = (f"  {name:{width}}  {LISTS[name].title} ({LISTS[name].about})" for name in names)
    return ["The lists:", *lists]


def _standing(state: Pitch) -> list[str]:
    score = ", ".join(f"{_called(seat)} {state.score[seat]}" for seat in SEATS)
    until = f"{state.cards} cards left" if state.timed else f"first to {state.goals}"
    lines = [f"Test {state.test}. Score {score} ({until})."]
    if state.phase in ("faceoff", "play") and state.result is None:
        moved = ", ".join(
            f"{_called(seat)} {_lettered(state.moved[seat])}" for seat in SEATS if seat in state.moved
        )
        last = f" Moved last: {moved}." if moved else ""
        lines.append(f"{_called(state.active)} to act. Momentum {state.momentum}.{last}")
    attacks = ", ".join(f"{_called(seat)} attacks {ATTACKED[seat]}" for seat in SEATS)
    lines.append(f"Ball: {_ball(state)}. {attacks}.")
    return lines


def _ball(state: Pitch) -> str:
    return f"held by {_lettered(state.holder)} on {state.ball_hex}" if state.holder else f"on {state.ball}"


def _team(state: Pitch, seat: Seat) -> list[str]:
    """Where everybody of a team is."""
    fielded = "; ".join(_where(state, letter) for letter in state.fielded(seat))
    lines = [f"{_title(state, seat)}: {fielded}."] if fielded else [f"{_title(state, seat)}:"]
    words = [
        f"{box.title()}: {said('', 'players ')}{', '.join(_named(state, letter) for letter in inside)}."
        for box in BOXES
        if (inside := state.boxed(seat, box))
    ]
    lines += [f"   {' '.join(words)}"] if words else []
    return lines + _support(state, seat)


def _title(state: Pitch, seat: Seat) -> str:
    name = state.names.get(seat)
    return f"{_called(seat)} ({own(name, NUMBERS[seat])})" if name else _called(seat)


def _called(seat: Seat) -> str:
    return own(TITLES[seat], NUMBERS[seat])


def _lettered(letter: Letter) -> str:
    side = NUMBERS[SEAT_OF[letter]]
    return said(own(letter, side), own(spoken(letter), side))


def spoken(letter: Letter) -> str:
    """A player as their letter is said, which alone would be heard as a word."""
    return f"player {letter}"


def _where(state: Pitch, letter: Letter) -> str:
    player = state.players[letter]
    how = f"looks {_LOOKS[player.looks]}" if player.stands else _WORDS[player.posture]
    side, named = NUMBERS[SEAT_OF[letter]], f"{player.position} {letter}"
    who = said(own(letter, side), own(named, side))
    return f"{who} {player.at} {how}{' with the ball' if state.holder == letter else ''}"


def _sheet(state: Pitch, seat: Seat) -> tuple[str, ...]:
    """The players of a team, wherever they are, with their numbers and abilities."""
    letters = state.team(seat)
    width = max(len(_what(player)) for player in state.players.values())
    return (
        f"{_title(state, seat)}, {team_title(state, seat)}",
        said(_ROW.format("", "", "J  M  T  D  S  G", width=width).rstrip(), ""),
        *(line for letter in letters for line in (_line(state, letter, width), *_abilities(state, letter))),
    )


def _abilities(state: Pitch, letter: Letter) -> list[str]:
    """What a player can do beside the numbers, in a line below the player's own."""
    player = state.players[letter]
    titles = [ABILITIES[name].title for name in player.known]
    titles += ["a frog"] if player.now.frog else []
    return [*_wrapped(", ".join(titles), "   ", "   ")] if titles else []


@functools.lru_cache(maxsize=1024)
def _wrapped(text: str, first: str, others: str) -> tuple[str, ...]:
    """A text in lines; kept, since wrapping the same words again was half of what a board cost."""
    return tuple(textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=others))


def _support(state: Pitch, seat: Seat) -> list[str]:
    """What the team has beside its players, and how much of it is left."""
    support = state.backing(seat)
    left = {
        "bribed referee": int(support.referee),
        "Cheerleaders": support.cheerleaders - support.cheered,
        "kegs": support.kegs - support.drunk,
        "potions": support.potions - support.dosed,
        "Wizard": int(support.wizard and not support.spent),
    }
    words = [f"{name} {count}" if name[-1] == "s" else name for name, count in left.items() if count]
    return [f"   Support left: {', '.join(words)}."] if words else []


def _named(state: Pitch, letter: Letter) -> str:
    own_letter = own(letter, NUMBERS[SEAT_OF[letter]])
    return f"{own_letter}{' (barred)' if state.players[letter].barred else ''}"


def _what(player: Player) -> str:
    """Their position, and their Type if that is another word."""
    return player.position if player.type == player.position else f"{player.position}, {player.type}"


def _line(state: Pitch, letter: Letter, width: int) -> str:
    player = state.players[letter]
    numbers = [player.attribute(each) for each in ATTRIBUTES]
    side = NUMBERS[SEAT_OF[letter]]
    written = _ROW.format(own(letter, side), _what(player), "  ".join(map(str, numbers)), width=width)
    told = ", ".join(f"{each} {number}" for each, number in zip(ATTRIBUTES, numbers, strict=True))
    return said(written, f" {own(spoken(letter), side)}, {_what(player)}: {told}.")
