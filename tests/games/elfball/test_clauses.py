"""Every clause of the rulebook is cited by a test or a scenario; its errors and its lines are those of the game."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pbem.games.elfball.field.events import Lost
from pbem.games.elfball.field.players import ATTRIBUTES, FORMATIONS, LISTS, POSITIONS, Place
from pbem.games.elfball.orders import read
from pbem.games.elfball.rolls.hooks import ABILITIES
from pbem.games.elfball.teams.potions import EFFECTS
from pbem.mail.prose import find_folder
from pbem.play.scenario import read_scenarios, run_scenario
from tests.games.drawing import text_board

from .pitch import GAME, Played, after

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "scenarios" / "elfball"
RULES = (find_folder("docs/rules") / "elfball.md").read_text()
CLAUSE = re.compile(r"ELFBALL-\d+")


def test_every_clause_is_cited() -> None:
    """Clauses of the rulebook and clauses cited in tests and scenarios are the same."""
    sources = [path for path in HERE.glob("test_*.py") if path.name != Path(__file__).name]
    cited = {
        clause
        for path in (*sources, *SCENARIOS.glob("*.yaml"))
        for clause in CLAUSE.findall(path.read_text())
    }
    written = set(re.findall(r"\*\*(ELFBALL-\d+)\*\*", RULES))
    assert sorted(written - cited) == []
    assert sorted(cited - written) == []
    assert len(written) == 192


def test_abilities_potions_and_spells_have_scenarios() -> None:
    """Each ability in several: used, and not used or at its limit; all ten results of a potion; all three spells."""
    texts = [text for path in SCENARIOS.glob("*.yaml") for text in path.read_text().split("---\n")]
    titles = "|".join(each.title for each in ABILITIES.values())
    clauses = dict(re.findall(rf"\*\*(ELFBALL-\d+)\*\* \*\*({titles})\*\*", RULES))
    assert len(clauses) == len(ABILITIES)
    cited = Counter(CLAUSE.findall("".join(re.findall(r"^clauses: (.*)$", "\n".join(texts), re.M))))
    assert [f"{title}, {clause}" for clause, title in clauses.items() if cited[clause] < 2] == []
    told = "".join(texts)
    results = set(re.findall(r"type: Dosed, player: J.*?effect: (\w+)", told))
    assert results | set(re.findall(r'faces: "?(?:SS|\*\*)"?, effect: (\w+)', told)) == set(EFFECTS.values())
    assert all(f"wizard {spell} " in told for spell in ("shock", "inferno", "frog"))


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """The worked examples, as `pbem scenario` plays them."""
    for scenario in read_scenarios(path.read_text()):
        assert run_scenario(GAME, scenario) == ""


def test_the_pictures_of_the_rulebook() -> None:
    """Section 2.3: the empty field and the position in mid-game are those that a mail shows."""
    empty, middle = re.findall(r"```\n(a .*?)```", RULES, re.DOTALL)
    placing = Played("A Imp bench; B Imp bench; M Imp bench", phase="setup").state
    assert empty.splitlines() == list(text_board(GAME, placing))
    assert middle.splitlines() == list(text_board(GAME, GAME.picture()))


def test_the_formations_of_the_rulebook() -> None:
    """Section 6.4: the formations that it shows are those of the game."""
    formations = re.findall(r"^\| `(\w+)` \| (.*) \|$", RULES.split("| Formation |")[1], re.MULTILINE)
    assert {name: tuple(hexes.split(" | ")) for name, hexes in formations[: len(FORMATIONS)]} == FORMATIONS


def test_the_lines_of_the_rulebook_can_be_read() -> None:
    """Every whole line that the rulebook shows is one."""
    table = RULES.split("| Line | What happens |")[1].split("\n\n")[0]
    lines = re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)
    assert len(lines) == 5
    assert all(read(line) for line in lines)


def test_the_team_lists_of_the_rulebook_are_those_of_the_game() -> None:
    """ELFBALL-98: every position with its number, its attributes and its Type, and the usual ten."""
    written = {}
    for title, name, about, table in re.findall(r"^#### (.*)\n\n`(\w+)`: (.*)\n\n((?:\|.*\n)+)", RULES, re.M):
        written[name] = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()[2:]]
        assert title == LISTS[name].title
        assert about.removesuffix(" Only with `lists=all`.") == f"{LISTS[name].about}."
    assert written == {name: [_row(place) for place in each.places] for name, each in LISTS.items()}


def _row(place: Place) -> list[str]:
    (what,) = {POSITIONS[name] for name in place.names}
    numbers = [str(getattr(what, each)) for each in ATTRIBUTES]
    return [str(place.most), " / ".join(place.names), *numbers, what.type, str(place.default)]


SIX = "A Imp k20 2; B Imp k22 2; C Imp k24 2; D Imp k26 2; E Imp k28 2; F Imp k30 2; G Imp bench; M Imp u22"
FIVE = (
    "A Hunter k20 2; B Imp e22 3; C Imp n3 5; D Imp g30 4; E Imp k14 2; F Hunter h35 down; J Imp recovery; "
)
SETUP = "A Imp bench; B Imp bench; C Ogre bench; D Imp bench; E Imp bench; M Imp bench"
ERRORS = [
    (FIVE + "M Imp u22", "A move k21", "k21: there is no such hex (row k has even numbers 4-40)"),
    (
        FIVE + "M Imp u22",
        "A move j19 h19",
        "move j19 h19: h19 is not next to j19 (neighbors: i20 j21 k20 k18 j17 i18)",
    ),
    (FIVE + "N Imp i20 1", "A move j19 i20", "i20 is taken by N"),
    (FIVE + "M Imp u22", "D pass", "D moved last; choose another player (A B C E F)"),
    (FIVE + "Q Imp u22", "Q pass", "Q is not your player"),
    (SIX, "G pass", "G is on the Bench; use: enter G HEX"),
    (FIVE + "M Imp u22", "F move h37", "F is Down and can only stand (2 paces) or pass"),
    (
        FIVE + "M Imp u22",
        "C move n5 n7 n9 n11 n13 n15 n17 n19",
        "C has 0 paces left; one free challenge is still possible",
    ),
    (FIVE + "M Imp u22", "A tackle k22", "tackle k22: nobody there"),
    (FIVE + "Q Imp k22 down", "A tackle q", "Q is Down; only Cheapshot may tackle them"),
    (FIVE + "Q Imp u22", "A tackle q", "Q is not next to you"),
    ("A Imp i22 6; D Imp e12; N Imp h21 1; R Imp g20", "A shove n", "shove N: the hex behind (g20) is taken"),
    (
        "A Imp k26 5; D Imp u20; M Imp u22",
        "A move k24, throw e12",
        "throw e12: 9 paces; more than 6 must be the only thing in the action",
    ),
    ("A Imp h25 2; D Imp u20; Q Imp h33", "A throw h33", "h33: Q stands there"),
    (FIVE + "M Imp u22", "C move n1", "n1 is the edge line: you would be sent off (add: out)"),
    (FIVE + "M Imp u22", "A dash, move k22", "dash: no Momentum left"),
    (SETUP, "setup spread C A B", "setup: C is a Monster and may not take the face-off"),
    (SETUP, "setup A l21", "e22 needs a player"),
    (SETUP, "setup A l21, B e22, C g8, D g10, E g12", "a third player in the north-west circle"),
    (SIX, "enter G e12", "enter: six players are on the field"),
    (FIVE + "M Imp u22", "enter J e12", "J is in Recovery"),
    ("A Imp e22; D Imp g8; G Imp bench; M Imp u22", "enter G k20", "k20 is not a stairway hex of yours"),
    (FIVE + "M Imp u22", "A tackle m aim", "aim needs a number, 0 to 6"),
]


@pytest.mark.parametrize(("text", "line", "told"), ERRORS, ids=[told for _, _, told in ERRORS])
def test_the_error_table(text: str, line: str, told: str) -> None:
    """Section 6.3: what a manager is told, word for word."""
    phase = "setup" if text == SETUP else "play"
    assert Played(text, phase=phase, ball="A", moved={"N": "D"}).refusal("N", line) == told


def test_the_error_table_is_whole() -> None:
    """Section 6.3: the rulebook promises no text that is not tested above; a second attempt is told after a die."""
    table = RULES.split("## When a line is refused")[1].split("## Options")[0]
    texts = set(re.findall(r"`([^`]+)`", table))
    pitch = after("A Hunter k20 2; N Imp k22 2; M Imp u22", "A tackle n keep, tackle n", "- - - -", ball="g8")
    tested = {told for _, _, told in ERRORS} | {event.why for event in pitch.told(Lost)}
    assert texts <= tested
