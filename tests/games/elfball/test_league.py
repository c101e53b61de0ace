"""What a match leaves behind and what a league makes of it: ELFBALL-100 to 103, 110 to 115, section 10."""

from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from pbem.games.elfball.field.events import Goal, Injured
from pbem.games.elfball.field.hexes import OTHER
from pbem.games.elfball.field.state import LETTERS, SEAT_OF, Pitch
from pbem.games.elfball.teams import league
from pbem.games.elfball.teams.league import Career, Learned, Member, Outcome, Rules, Sheet, outcome
from pbem.games.elfball.teams.potions import Dosed
from pbem.games.elfball.teams.team_lines import LeagueTeams
from pbem.mail.prose import Templates
from pbem.play import leagues
from pbem.play.dice import ProvableDice
from pbem.play.game import masked
from pbem.play.match import Match, opening
from pbem.play.orders import Refused
from pbem.play.record import Result, Tail
from pbem.play.requests import seeded

from .pitch import GAME, Played, after

RULES = Rules()
IN_A_MATCH = Rules(match=12)
FROZEN = "the team is playing match 12; changes when it is over"
PICKS = ((2, "hunter"), (3, "midfielder"), (2, "striker"), (1, "keg"), (2, "cheerleaders"))
TEAMS = LeagueTeams()
OPTIONS = GAME.read_options(TEAMS.free, 2)


def sheet(*, experience: int = 0, learned: tuple[str, ...] = ()) -> Sheet:
    """A team of seven worth 120, its first player with experience."""
    founded = league.found("widows", PICKS, RULES)
    first = founded.members[0]
    member = Member(1, first.position, experience=experience, learned=tuple(map(Learned, learned)))
    return Sheet("widows", (member, *founded.members[1:]), founded.support)


def refusal(change: Callable[[], object]) -> str:
    """Why a change is refused."""
    with pytest.raises(Refused) as told:
        change()
    return str(told.value)


def brought(*careers: Career, goals: int = 0, against: int = 0) -> Outcome:
    """What a match has brought."""
    verdict = leagues.verdict(Result((("N",), ("S",)) if goals > against else (("S",), ("N",))), "N")
    return Outcome(verdict=verdict, scored=goals, against=against, careers=careers)


def test_founding() -> None:
    """ELFBALL-100, ELFBALL-101: rookies and support, within the list and the cap."""
    assert sheet().value == 7 * 15 + 3 * 5
    assert [(each.slot, each.position) for each in sheet().active][:3] == [
        (1, "Hunter"),
        (2, "Hunter"),
        (3, "Midfielder"),
    ]
    for picks, why in (
        (((3, "hunter"), (4, "striker")), "Black Widows may have 2 Hunters"),
        (((5, "striker"), (2, "hunter")), "Black Widows may have 4 Strikers"),
        (((2, "widowmaker"), (4, "striker")), "Black Widows may have 1 Widowmaker"),
        (((2, "hunter"), (3, "striker")), "a team has at least 6 players"),
        (((2, "hunter with agile"), (4, "striker")), "rookies know no abilities yet"),
        (((2, "hunter"), (4, "striker"), (1, "wizard")), "wizard: only with the option wizard=yes"),
        (((2, "hunter"), (4, "striker"), (3, "keg")), "keg: a team may have 2, not 3"),
        (((2, "dwarf"), (4, "striker")), 'Black Widows have no "dwarf". They have: Hunter, Midfielder, '),
    ):
        assert refusal(partial(league.found, "widows", picks, RULES)).startswith(why)
    over = refusal(lambda: league.found("widows", PICKS, Rules(cap=110)))
    assert over == "that makes 120 of 110: cut or sell something first"
    dwarves = refusal(lambda: league.found("hammer", ((13, "dwarf"),), Rules(cap=200)))
    assert dwarves == "Dwarves, Thunder Hammer clan may have 12 Dwarves"


def test_hiring_and_cutting() -> None:
    """ELFBALL-101, ELFBALL-102: a rookie takes the first free slot; not below six by cutting, not over the cap."""
    smaller = league.cut(sheet(), 2, RULES)
    assert (smaller.value, [each.slot for each in smaller.active]) == (105, [1, 3, 4, 5, 6, 7])
    assert refusal(lambda: league.cut(smaller, 3, RULES)) == "a team may not be cut below 6 players"
    hired = league.hire(smaller, "thrower", RULES, "Nils")
    assert [(each.slot, each.name) for each in hired.active][1] == (2, "Nils")
    assert refusal(lambda: league.hire(sheet(), "midfielder", RULES)) == "Black Widows may have 3 Midfielders"
    assert refusal(lambda: league.cut(sheet(), 9, RULES)) == "slot 9 is empty"
    assert league.rename(sheet(), 3, "Ida").active[2].name == "Ida"
    twelve = league.found("hammer", ((12, "dwarf"),), Rules())
    assert refusal(lambda: league.hire(twelve, "dwarf", Rules(cap=200))).endswith("may have 12 Dwarves")
    imps = league.found("nightelves", ((8, "imp"), (2, "hunter"), (2, "striker")), Rules())
    assert refusal(lambda: league.hire(imps, "imp", Rules())).startswith("that makes 195 of 180")


def test_support() -> None:
    """ELFBALL-102, ELFBALL-104 to 107: bought and sold at its price, up to its number."""
    assert league.buy(sheet(), "keg", RULES).support == {"keg": 2, "cheerleader": 2}
    assert league.sell(sheet(), "cheerleaders", RULES, 2).support == {"keg": 1}
    assert refusal(lambda: league.buy(sheet(), "keg", RULES, 2)) == "keg: a team may have 2, not 3"
    assert refusal(lambda: league.sell(sheet(), "potion", RULES)) == "the team has no potions"
    assert refusal(lambda: league.sell(sheet(), "keg", RULES, 2)) == "the team has 1 keg"
    assert refusal(lambda: league.buy(sheet(), "flag", RULES)) == (
        "there is no flag to buy; there are: referee, cheerleader, keg, potion, wizard"
    )
    assert league.buy(sheet(), "wizard", Rules(wizard=True)).value == 140


@pytest.mark.parametrize(
    ("experience", "learned", "ability", "why"),
    [
        (9, ("agile",), "focused", "slot 1 has 9 points and 1 ability: the next comes at 10"),
        (4, (), "agile", "slot 1 has 4 points and 0 abilities: the next comes at 5"),
        (10, ("agile",), "agile", "slot 1 knows Agile already"),
        (5, (), "taunt", "Taunt is for Little Guys; slot 1 is a Hunter"),
        (5, (), "psycho", "Psycho needs Grapple first"),
        (5, (), "fear", "Fear is for Undead, and for all of Samhaino; slot 1 is a Hunter"),
        (5, (), "luck", "there is no ability luck"),
    ],
)
def test_what_cannot_be_learned(experience: int, learned: tuple[str, ...], ability: str, why: str) -> None:
    """ELFBALL-112, ELFBALL-113: five points an ability, by Type, Basic first, never twice."""
    before = sheet(experience=experience, learned=learned)
    assert refusal(lambda: league.learn(before, 1, ability, RULES)) == why


def test_learning() -> None:
    """ELFBALL-100, ELFBALL-112: at once or later; it is worth 5 points, and something must go if that is too much."""
    taught = league.learn(sheet(experience=10), 1, "agile", RULES)
    taught = league.learn(taught, 1, "focused", RULES)
    assert (taught.active[0].abilities, taught.value, taught.active[0].due) == (("agile", "focused"), 130, 0)
    assert "focused" not in league.learnable(taught, 1)
    assert "cutblock" in league.learnable(taught, 1)
    over = refusal(lambda: league.learn(sheet(experience=5), 1, "agile", Rules(cap=120)))
    assert over == "that makes 125 of 120: cut or sell something first"
    ghosts = league.found("samhaino", ((4, "hunter"), (4, "midfielder")), RULES)
    assert "fear" in league.learnable(ghosts, 1)


def test_a_team_in_a_match() -> None:
    """ELFBALL-102, R22, section 10.2: it is frozen while it plays, but for the names of its players."""
    before = sheet(experience=5)
    changes: tuple[Callable[[], Sheet], ...] = (
        lambda: league.hire(before, "thrower", IN_A_MATCH),
        lambda: league.cut(before, 1, IN_A_MATCH),
        lambda: league.buy(before, "keg", IN_A_MATCH),
        lambda: league.sell(before, "keg", IN_A_MATCH),
        lambda: league.learn(before, 1, "agile", IN_A_MATCH),
    )
    for change in changes:
        assert refusal(change) == FROZEN
    assert TEAMS.change(before, "name", '1 "Ida"', OPTIONS, 12).active[0].name == "Ida"


def test_of_several_errors_the_first_in_the_table_is_told() -> None:
    """R61: over the cap, too few, experience, wrong Type, no Basic, known, in a match, number."""
    before, tight = sheet(), Rules(cap=120, match=12)
    assert refusal(lambda: league.learn(before, 1, "taunt", tight)).startswith("that makes 125 of 120")
    assert refusal(lambda: league.learn(before, 1, "taunt", IN_A_MATCH)).startswith("slot 1 has 0 points")
    learner = sheet(experience=5)
    assert refusal(lambda: league.learn(learner, 1, "quickling", IN_A_MATCH)).startswith("Quickling is for")
    assert refusal(lambda: league.learn(learner, 1, "psycho", IN_A_MATCH)) == "Psycho needs Grapple first"
    knows = sheet(experience=10, learned=("agile",))
    assert refusal(lambda: league.learn(knows, 1, "agile", IN_A_MATCH)) == "slot 1 knows Agile already"
    six = league.cut(before, 1, RULES)
    assert refusal(lambda: league.cut(six, 2, IN_A_MATCH)) == "a team may not be cut below 6 players"
    assert refusal(lambda: league.hire(before, "midfielder", IN_A_MATCH)) == FROZEN
    assert refusal(lambda: league.hire(before, "midfielder", tight)).startswith("that makes 135 of 120")


def test_joining_a_league() -> None:
    """Section 10.2, ELFBALL-103, 167, 168: within the league's cap and options; teams that lost players may play."""
    league.admit(sheet(), RULES)
    assert refusal(lambda: league.admit(sheet(), Rules(cap=100))).startswith("that makes 120 of 100")
    orcs = league.found("orcs", ((2, "defender"), (4, "midfielder")), Rules(all_lists=True))
    assert refusal(lambda: league.admit(orcs, RULES)).endswith("only with the option lists=all")
    shadow = TEAMS.found("samhaino: 1 horror, 4 hunter, 1 thrower; support: wizard", OPTIONS)
    assert "wizard=yes" in refusal(lambda: league.admit(shadow, Rules(extras=True)))
    for line, extra in (
        ("samhaino: 1 horror, 4 hunter, 1 thrower", "Samhaino Horror"),
        ("gnomes: 1 impcrusher, 5 gnome", "Impcrusher"),
    ):
        rare = TEAMS.found(line, OPTIONS)
        league.admit(rare, Rules(extras=True))
        refused = f"{extra}: only with the option extras=yes"
        assert refusal(partial(league.admit, rare, RULES)) == refused
    few = league.take_over(sheet(), 1, brought(*(Career(slot, ended="life") for slot in (1, 2, 3))))
    league.admit(few, RULES)


@pytest.mark.parametrize(
    ("line", "value", "players"),
    [
        ("nightelves", 165, 10),
        ("night elves: 2 hunter, 4 imp", 90, 6),
        (
            "nightelves: 2 hunter, 3 imp, 2 strikers; support: referee, cheerleader 2, keg 1, potion 1, wizard",
            105 + 25 + 20,
            7,
        ),
        ("Nightelves: 6 Imp; support: 2 kegs, 3 potions", 90 + 25, 6),
    ],
)
def test_how_a_team_is_founded(line: str, value: int, players: int) -> None:
    """Section 10.2: a list, players, support; without players the usual ten."""
    founded = TEAMS.found(line, OPTIONS)
    assert (founded.value, len(founded.active)) == (value, players)
    assert msgspec.json.decode(msgspec.json.encode(founded), type=TEAMS.team) == founded


@pytest.mark.parametrize(
    ("verb", "line", "why"),
    [
        ("hire", "", 'write: team hire POSITION [as "NAME"]'),
        ("cut", "x", "write: team cut SLOT"),
        ("cut", "", "write: team cut SLOT"),
        ("buy", "", "write: team buy THING [N]"),
        ("name", "3", 'write: team name SLOT "NAME"'),
        ("name", '3 "A name without end"', "a name has 1 to 16 plain characters"),
        ("name", '3 "Zoë"', "a name has 1 to 16 plain characters"),
        ("learn", "agile", "write: team learn SLOT ABILITY"),
    ],
)
def test_lines_that_cannot_be_read(verb: str, line: str, why: str) -> None:
    """Section 10.2: the form of the line is told."""
    assert refusal(lambda: TEAMS.change(sheet(), verb, line, OPTIONS, 0)) == why


def test_lines_of_managers() -> None:
    """Section 10.2: each change by its line."""
    team = sheet(experience=10)
    for verb, line, told in (
        ("learn", "1 cutblock", "1 Hunter has learned Cutblock"),
        ("learn", "1 Collision", "1 Hunter has learned Collision"),
        ("hire", 'thrower as "Nils"', '8 Thrower "Nils" is hired'),
        ("buy", "potion 2", "2 potions bought"),
        ("sell", "cheerleader", "1 cheerleader sold"),
        ("cut", "7", "7 Striker is cut"),
        ("name", '1 "Ida"', "slot 1 is Ida now"),
    ):
        before, team = team, TEAMS.change(team, verb, line, OPTIONS, 0)
        assert TEAMS.describe(before, team) == told
    assert TEAMS.sheet(team, OPTIONS) == [
        "Black Widows, worth 135 of 180 points",
        "                                          J M T D S G  XP",
        ' 1 Hunter "Ida"                           6 3 4 3 2 3  10',
        "     Cutblock, Collision",
        " 2 Hunter                                 6 3 4 3 2 3   0",
        " 3 Midfielder                             6 3 3 3 3 3   0",
        " 4 Midfielder                             6 3 3 3 3 3   0",
        " 5 Midfielder                             6 3 3 3 3 3   0",
        " 6 Striker                                6 3 2 4 4 2   0",
        ' 8 Thrower "Nils"                         6 2 3 3 4 3   0',
        "Support: 1 keg, 1 cheerleader, 2 potions",
        "Collision: double counters from Impacts and Tackles.",
        'Cutblock: "tackle q with cutblock", after a step: a stronger opponent',
        "  without Impact, but Down after it.",
        "Potions may cure players between two turns; see: help potion",
    ]


def test_goals_on_the_sheet() -> None:
    """Section 10.1: the goals of each match add up, and stand with the abilities of the player."""
    team = sheet(experience=5, learned=("agile",))
    for match, goals in ((1, 1), (2, 2)):
        team = league.take_over(team, match, brought(Career(1, goals, goals=goals), Career(2, 1, goals=1)))
    assert [each.goals for each in team.active] == [3, 2, 0, 0, 0, 0, 0]
    lines = TEAMS.sheet(team, OPTIONS)
    assert lines[3:6] == [
        "     3 goals; Agile",
        " 2 Hunter                                 6 3 4 3 2 3   2",
        "     2 goals",
    ]


def test_the_sheet_fits_a_mail() -> None:
    """Section 10.2: within 74 columns, whatever the players are called and know."""
    team = sheet(experience=100)
    for ability in (
        "steady",
        "buff",
        "grapple",
        "nimble",
        "agile",
        "resilient",
        "cutblock",
        "rugged",
        "slippery",
    ):
        team = league.learn(team, 1, ability, RULES)
    team = league.rename(team, 1, "M" * 16)
    assert max(map(len, TEAMS.sheet(team, OPTIONS))) <= 74


def test_what_a_match_leaves_behind() -> None:
    """ELFBALL-111, ELFBALL-114, ELFBALL-115: experience, lasting injuries and removals, taken over exactly once."""
    result = brought(
        Career(1, 2), Career(2, 1, ("jog",)), Career(3, 0, (), "career"), Career(4, 0, (), "life"), goals=2
    )
    before = sheet(experience=3)
    after_it = league.take_over(before, 12, result)
    assert [(each.slot, each.experience) for each in after_it.active] == [
        (1, 5),
        (2, 1),
        (5, 0),
        (6, 0),
        (7, 0),
    ]
    assert [each.status for each in after_it.members if each.status != "active"] == ["retired", "dead"]
    assert (after_it.active[1].attribute("jog"), after_it.matches) == (5, (12,))
    with pytest.raises(ValueError, match="taken over already"):
        league.take_over(after_it, 12, result)
    report = TEAMS.report(before, after_it, result, OPTIONS)
    assert [(each["who"], each["won"], each["lost"], each["ended"]) for each in report["players"]] == [
        ("1 Hunter", 2, [], ""),
        ("2 Hunter", 1, [["jog", 5]], ""),
        ("3 Midfielder", 0, [], "career"),
        ("4 Midfielder", 0, [], "life"),
    ]
    assert report["learners"][0]["may"][:3] == ["Steady", "Buff", "Grapple"]
    assert (report["value"], report["lines"]) == (90, ["team learn 1 steady", "team hire midfielder"])


def test_two_lasting_injuries_of_one_match() -> None:
    """ELFBALL-115: each is told with the number that it left."""
    result = brought(Career(2, 0, ("jog", "jog")), goals=1)
    report = TEAMS.report(sheet(), league.take_over(sheet(), 12, result), result, OPTIONS)
    assert report["players"][0]["lost"] == [["jog", 5], ["jog", 4]]


@pytest.mark.parametrize(
    ("picks", "lines"),
    [
        (((8, "imp"), (2, "hunter"), (1, "striker"), (2, "keg")), ["team sell keg", "team learn 1 steady"]),
        (((8, "imp"), (2, "hunter"), (2, "striker")), ["team cut 12", "team learn 1 steady"]),
    ],
)
def test_a_full_team_makes_room_before_it_learns(
    picks: tuple[tuple[int, str], ...], lines: list[str]
) -> None:
    """Section 10.2, ELFBALL-102: why nothing can be learned, and the lines that lead to it."""
    before = league.found("nightelves", picks, Rules(cap=190))
    rules = {**OPTIONS, "cap": str(before.value)}
    result = brought(Career(1, 5), goals=1)
    team = league.take_over(before, 1, result)
    report = TEAMS.report(before, team, result, rules)
    assert (report["full"], report["lines"]) == (True, lines)
    names = {"number": 1, "league": "Autumn", "team": "Owls", "against": "Bats", "suffix": ""}
    told = Templates().mail("after_match", game=GAME, report=report, **names)
    assert "An ability costs 5, so sell support or cut a player" in " ".join(told.split())
    for line in lines:
        _, verb, rest = line.split(" ", 2)
        team = TEAMS.change(team, verb, rest, rules, 0)


def test_every_line_of_a_report_can_be_sent() -> None:
    """Section 10.2: the lines that a manager is given do what they say, one after the other."""
    for cap in (90, 95, 105, 180):
        rules = {**OPTIONS, "cap": str(cap)}
        before = league.found("widows", ((2, "hunter"), (4, "striker")), RULES)
        for careers in ((Career(1, 5), Career(2, 10)), (Career(3, ended="life"), Career(4, 5))):
            result = brought(*careers, goals=1)
            team = league.take_over(before, 1, result)
            for line in TEAMS.report(before, team, result, rules)["lines"]:
                _, verb, rest = line.split(" ", 2)
                team = TEAMS.change(team, verb, rest, rules, 0)


def test_a_league_team_takes_the_field() -> None:
    """ELFBALL-110: slot n is the nth letter; injuries, abilities and support come with it."""
    result = brought(Career(2, 0, ("jog", "might")), Career(3, 0, (), "career"), against=1)
    fresh = league.take_over(sheet(experience=5), 1, result)
    fresh = league.learn(fresh, 1, "cutblock", RULES)
    state = Pitch(players={})
    league.enter(state, "S", fresh)
    assert state.team("S") == ["M", "N", "P", "Q", "R", "S"]
    assert (
        state.players["M"].known,
        state.players["N"].attribute("jog"),
        state.players["N"].attribute("might"),
    ) == (("cutblock",), 5, 2)
    assert (state.backing("S").kegs, state.backing("S").cheerleaders) == (1, 2)


def test_the_outcome_of_a_match() -> None:
    """ELFBALL-97, ELFBALL-111, section 10.1: goals, who scored them, who gave up, and what became of each player."""
    text = "A Imp v21 3; B Imp k20 down; M Imp m4 2; N Imp m6 2"
    scored = after(text, "A move w22", ball="A", advanced=True)
    won, lost = outcome(scored.state, "N"), outcome(scored.state, "S")
    assert (won.scored, won.verdict, [(each.slot, each.experience, each.goals) for each in won.careers]) == (
        1,
        "won",
        [(1, 1, 1), (2, 1, 0)],
    )
    assert (lost.verdict, lost.careers, lost.conceded) == ("lost", (), False)
    gone = Played(text, ball="A", advanced=True)
    with pytest.raises(ValueError, match="not over"):
        outcome(gone.state, "N")
    gone.match.leave("N")
    assert (outcome(gone.state, "N").conceded, outcome(gone.state, "S").conceded) == (True, False)
    assert (outcome(gone.state, "S").verdict, outcome(gone.state, "S").scored) == ("won", 1)
    decreed = Played(text, ball="A", advanced=True)
    decreed.match.end(Result((("S",), ("N",)), "adjudicated: weather"), "host")
    assert (outcome(decreed.state, "N").verdict, outcome(decreed.state, "N").conceded) == ("lost", False)


def test_the_outcome_is_what_the_events_tell() -> None:
    """ELFBALL-111, ELFBALL-114, ELFBALL-115: experience and injuries add up from what was told of whole matches."""
    goals = injuries = 0
    for seed in range(6):
        opened = opening(
            GAME, GAME.read_options({"level": "advanced", "goals": "3"}, 2), {"N": "Ann", "S": "Ben"}
        )
        match, pick = (
            Match(GAME, Tail(opened), ProvableDice(bytes(32), str(seed), ())),
            seeded(f"league/{seed}"),
        )
        match.settle()
        lost: list[tuple[str, str]] = []
        points = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWX", 0)
        told = 0
        for _ in range(600):
            if match.over:
                break
            on_field = {seat: match.state.fielded(seat) for seat in ("N", "S")}
            seat = min(match.asks)
            match.play(seat, [GAME.bots["normal"](masked(match.state, seat), match.asks[seat], pick)])
            for event in match.events[told:]:
                match event:
                    case Goal(seat=scorers):
                        goals += 1
                        gone = {
                            each.player
                            for each in match.events[told:]
                            if isinstance(each, Injured) and each.result in ("bench", "recovery", "infirmary")
                        }
                        for letter in on_field[scorers]:
                            points[letter] += letter not in gone
                    case Injured(player=letter, lasting=lasting) if lasting:
                        lost.append((letter, lasting))
                    case Dosed(player=letter, effect="seizure", attribute=attribute):
                        lost.append((letter, attribute))
                    case Dosed(player=letter, effect=effect) if effect not in ("coma", "woozy", "death"):
                        lost = [each for each in lost if each[0] != letter]
            told = len(match.events)
        injuries += len(lost)
        if not match.over:
            continue
        for seat in ("N", "S"):
            result = outcome(match.state, seat)
            assert result.scored == match.state.score[seat] == sum(each.goals for each in result.careers)
            assert result.against == match.state.score[OTHER[seat]]
            won = {LETTERS[seat][each.slot - 1]: each.experience for each in result.careers}
            assert {letter: won.get(letter, 0) for letter in points if SEAT_OF[letter] == seat} == {
                letter: count for letter, count in points.items() if SEAT_OF[letter] == seat
            }
            found = sorted(
                (LETTERS[seat][each.slot - 1], name) for each in result.careers for name in each.lost
            )
            assert found == sorted(each for each in lost if SEAT_OF[each[0]] == seat)
    assert goals >= 6
