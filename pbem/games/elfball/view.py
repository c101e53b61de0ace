"""The field as both managers see it, and the same in words (section 2.3 of the rules)."""

from __future__ import annotations

from pbem.games.elfball.field import (
    ATTACKED,
    CENTRE_LINE,
    CIRCLES,
    EDGE,
    FACE_OFF,
    GOALS,
    GRID,
    GUARDIAN,
    ROWS,
    SEATS,
    SOUTH,
    TITLES,
)
from pbem.games.elfball.naming import way_in_words
from pbem.games.elfball.state import FIELD_SIZE, Letter, Pitch, Player, team_title
from pbem.games.elfball.teams import ATTRIBUTES
from pbem.play.game import View
from pbem.play.hexgrid import Direction, Hex
from pbem.play.requests import Seat

WIDTH = 74
_LOOKS: dict[Direction, tuple[str, str]] = {  # what stands before and behind the letter of a standing player
    1: (" ", "'"),
    2: (" ", ">"),
    3: (" ", ","),
    4: (",", " "),
    5: ("<", " "),
    6: ("'", " "),
}
_LYING = {"down": "_", "dazed": "~"}
_NUMBERS = 33
"""The column where the attributes of a player begin; a line with all notes is then 75 wide."""
_WORDS = {"down": "Down", "dazed": "Dazed"}
_PLACES = frozenset({*GUARDIAN.values(), *FACE_OFF["N"], *FACE_OFF["S"]})
_CIRCLES = frozenset[Hex]().union(*(circle for seat in SEATS for circle in CIRCLES[seat].values()))

LEGEND = (
    "A hex is the letter of its row and its number: m22 is the centre.",
    "Players: capital letters North, small ones South; a mark where they look:",
    "A' 1 ne   A> 2 east   A, 3 se   ,A 4 sw   <A 5 west   'A 6 nw",
    "_A_ Down   ~A~ Dazed   *A' holds the ball   (*) the ball on the ground",
    "# edge line   - centre line   @ goal",
    "J Jog   M Might   T Tackle   D Dodge   S Skill   G Grit",
    "Challenge dice: X flop   - blank   * star   S success",
)
SETUP_LEGEND = (": Rover circles  + Guardian hexes and face-off places",)


_MID_GAME: dict[Letter, tuple[str, str, Direction]] = {
    "A": ("Dryad", "l21", 3),
    "B": ("Dryad", "e22", 4),
    "C": ("Hunter", "g12", 3),
    "D": ("Striker", "k20", 1),
    "E": ("Thrower", "i16", 5),
    "F": ("Thrower", "h33", 1),
    "G": ("Dryad", "bench", 1),
    "H": ("Hunter", "bench", 1),
    "I": ("Midfielder", "bench", 1),
    "J": ("Striker", "recovery", 1),
    "M": ("Hunter", "n23", 6),
    "N": ("Imp", "j19", 2),
    "O": ("Imp", "p25", 1),
    "P": ("Imp", "s12", 1),
    "Q": ("Striker", "u22", 6),
    "R": ("Imp", "r27", 1),
    "S": ("Hunter", "bench", 1),
    "T": ("Imp", "bench", 1),
    "U": ("Imp", "bench", 1),
    "V": ("Striker", "bench", 1),
}


def mid_game() -> Pitch:
    """The position that the rulebook shows."""
    players = {letter: Player(position, at, looks) for letter, (position, at, looks) in _MID_GAME.items()}
    players["F"].posture, players["O"].posture = "down", "dazed"
    return Pitch(players=players, ball="D", active="S", turn=9, moved={"N": "D", "S": "R"})


def draw(state: Pitch) -> View:
    """Board, lists and legend: nothing is hidden."""
    placing = state.phase == "setup"
    return View(_board(state, placing), tuple(_lists(state)), LEGEND + (SETUP_LEGEND if placing else ()))


def _board(state: Pitch, placing: bool) -> tuple[str, ...]:
    """One line a row, its letter at both ends: the empty field, and what stands and lies on it."""
    lines = dict(_FIELDS[placing])
    figures = {
        player.at: _figure(state, letter, player)
        for letter, player in state.players.items()
        if player.on_field
    }
    if state.holder is None:
        figures[state.ball] = "(*)"
    for name, figure in figures.items():
        line, start = lines[name[0]], _column(name)
        lines[name[0]] = line[:start] + figure + line[start + 3 :]
    return tuple(lines.values())


def _column(name: Hex) -> int:
    """Where the cell of a hex begins."""
    return 2 + 3 * int(name[1:]) // 2


def _empty(name: Hex, placing: bool) -> str:
    """A hex without anything: its number, and the sign of what is drawn on it."""
    if name in EDGE:
        return " # "
    sign = "-" if name in CENTRE_LINE else "@" if name in GOALS else " "
    if placing and sign == " ":
        sign = "+" if name in _PLACES else ":" if name in _CIRCLES else " "
    return f"-{name[1:]:<2}" if sign == "-" else f"{sign}{name[1:]:>2}"


def _empty_row(row: str, placing: bool) -> str:
    line = [" "] * WIDTH
    line[0] = line[-1] = row
    for name in GRID:
        if name[0] == row:
            start = _column(name)
            line[start : start + 3] = _empty(name, placing)
    return "".join(line)


_FIELDS = {placing: {row: _empty_row(row, placing) for row in ROWS} for placing in (False, True)}


def _figure(state: Pitch, letter: Letter, player: Player) -> str:
    shown = letter.lower() if letter in "MNOPQRSTUVWX" else letter
    if player.posture != "standing":
        mark = _LYING[player.posture]
        return f"{mark}{shown}{mark}"
    before, behind = _LOOKS[player.looks]
    if state.holder == letter:
        return f"{'*' if before == ' ' else before}{shown}{'*' if behind == ' ' else behind}"
    return f"{before}{shown}{behind}"


def _lists(state: Pitch) -> list[str]:
    if state.phase == "teams":
        return ["Both managers name their teams, in secret."]
    return [*_standing(state), "", *_team(state, SEATS[0]), *_team(state, SOUTH)]


def _standing(state: Pitch) -> list[str]:
    score = ", ".join(f"{TITLES[seat]} {state.score[seat]}" for seat in SEATS)
    until = f"{state.cards} cards left" if state.timed else f"first to {state.goals}"
    lines = [f"Test {state.test}, turn {state.turn}. Score {score} ({until})."]
    if state.phase == "play" and state.result is None:
        lines.append(f"{TITLES[state.active]} to act. Momentum {state.momentum}.")
    attacks = ", ".join(f"{TITLES[seat]} attacks {ATTACKED[seat]}" for seat in SEATS)
    lines.append(f"Ball: {_ball(state)}.  {attacks}.")
    return lines


def _ball(state: Pitch) -> str:
    return f"held by {state.holder} on {state.ball_hex}" if state.holder else f"on {state.ball}"


def _team(state: Pitch, seat: Seat) -> list[str]:
    """A table of those on the field and those who may come onto it, and below it who sits where beside the field."""
    name = state.names.get(seat)
    title = f"{TITLES[seat]}{f' ({name})' if name else ''}, {team_title(state, seat)}"
    shown = [*state.fielded(seat), *_waiting(state, seat)]
    above = title if len(title) < _NUMBERS else ""  # a longer one has a line of its own
    lines = [] if above and shown else [title]
    lines += [f"{above:<{_NUMBERS}}J M T D S G  where"] if shown else []
    lines += [_line(state, seat, letter) for letter in shown]
    boxes = [("Bench", "bench"), ("Recovery", "recovery"), ("Infirmary", "infirmary"), ("Ejected", "ejected")]
    words = []
    for word, box in boxes:
        inside = [
            f"{letter}{' (barred)' if state.players[letter].barred else ''}"
            for letter in state.team(seat)
            if state.players[letter].at == box
        ]
        if inside or word != "Ejected":
            words.append(f"{word}: {' '.join(inside) or '-'}")
    return [*lines, f"   {'   '.join(words)}"]


def _waiting(state: Pitch, seat: Seat) -> list[Letter]:
    """Those on the Bench whom their manager may set up or bring in now."""
    if state.phase != "setup" and len(state.fielded(seat)) == FIELD_SIZE:
        return []
    return [letter for letter in state.boxed(seat, "bench") if not state.players[letter].barred]


def _line(state: Pitch, seat: Seat, letter: Letter) -> str:
    player = state.players[letter]
    notes = ["BALL"] if state.holder == letter else []
    notes += ["moved last"] if state.moved.get(seat) == letter else []
    where = "Bench"
    if player.on_field:
        way = way_in_words(player.looks) if len(notes) < 2 else player.looks  # both notes need the room
        where = f"{player.at} {f'looks {way}' if player.stands else _WORDS[player.posture]}"
    who = f" {letter} {player.position:<18} {player.type}"
    numbers = " ".join(str(player.attribute(each)) for each in ATTRIBUTES)
    return f"{who:<{_NUMBERS}}{numbers}  {where}  {'; '.join(notes)}".rstrip()
