"""What a match leaves behind and what a league makes of it: ELFBALL-100 to 103, 110 to 115, section 10."""

from collections.abc import Callable

import pytest

from pbem.games.elfball import league
from pbem.games.elfball.advanced_events import Dosed
from pbem.games.elfball.careers import Career, Outcome, outcome, outcomes
from pbem.games.elfball.events import Goal, Injured
from pbem.games.elfball.field import OTHER
from pbem.games.elfball.league import (
    Engaged,
    LeagueError,
    Learned,
    Member,
    NotHired,
    NotLearned,
    OverCap,
    Rules,
    Sheet,
    TakenOver,
    TooFew,
)
from pbem.games.elfball.state import LETTERS, SEAT_OF, Pitch
from pbem.play.conformance import seeded
from pbem.play.dice import ProvableDice
from pbem.play.game import masked
from pbem.play.match import Match, opening
from pbem.play.record import Tail

from .pitch import GAME, Played, after

RULES = Rules()
PICKS = ((2, "hunter"), (3, "midfielder"), (2, "striker"), (1, "keg"), (2, "cheerleaders"))


def sheet(*, experience: int = 0, learned: tuple[str, ...] = ()) -> Sheet:
    """A team of seven worth 120, its first player with experience."""
    founded = league.found("Owls", "ann", "widows", PICKS, RULES)
    first = founded.members[0]
    member = Member(1, first.position, experience=experience, learned=tuple(map(Learned, learned)))
    return Sheet("Owls", "ann", "widows", (member, *founded.members[1:]), founded.support)


def test_founding() -> None:
    """ELFBALL-100, ELFBALL-101: rookies and support, within the list and the cap."""
    assert sheet().value == 7 * 15 + 3 * 5
    assert [(each.slot, each.position) for each in sheet().active][:3] == [
        (1, "Hunter"),
        (2, "Hunter"),
        (3, "Midfielder"),
    ]
    for picks, error, why in (
        (((3, "hunter"), (4, "striker")), NotHired, "Hunter: Black Widows may have 2, not 3"),
        (((2, "hunter"), (3, "striker")), TooFew, "a team has at least 6 players"),
        (((2, "hunter with agile"), (4, "striker")), NotLearned, "rookies know no abilities yet"),
        (((2, "hunter"), (4, "striker"), (1, "wizard")), NotHired, "wizard: only with the option wizard=yes"),
        (((2, "dwarf"), (4, "striker")), NotHired, "have no"),
    ):
        with pytest.raises(error) as told:
            league.found("Owls", "ann", "widows", picks, RULES)
        assert why in str(told.value)
    with pytest.raises(OverCap) as over:
        league.found("Owls", "ann", "widows", PICKS, Rules(cap=110))
    assert str(over.value) == "that makes 120 of 110: cut or sell something first"


def test_hiring_and_cutting() -> None:
    """ELFBALL-101, ELFBALL-102: a rookie takes the first free slot; not below six by cutting, not over the cap."""
    smaller = league.cut(sheet(), 2)
    assert (smaller.value, [each.slot for each in smaller.active]) == (105, [1, 3, 4, 5, 6, 7])
    with pytest.raises(TooFew, match="may not be cut below 6 players"):
        league.cut(smaller, 3)
    hired = league.hire(smaller, "thrower", RULES, "Nils")
    assert [(each.slot, each.name) for each in hired.active][1] == (2, "Nils")
    with pytest.raises(NotHired, match="Black Widows may have 3"):
        league.hire(sheet(), "midfielder", RULES)
    with pytest.raises(NotHired, match="slot 9 is empty"):
        league.cut(sheet(), 9)
    assert league.rename(sheet(), 3, "Ida").active[2].name == "Ida"


def test_support() -> None:
    """ELFBALL-102, ELFBALL-104 to 107: bought and sold at its price, up to its number."""
    assert league.buy(sheet(), "keg", RULES).support == {"keg": 2, "cheerleader": 2}
    assert league.sell(sheet(), "cheerleader", 2).support == {"keg": 1}
    with pytest.raises(NotHired, match="keg: a team may have 2, not 3"):
        league.buy(sheet(), "keg", RULES, 2)
    with pytest.raises(NotHired, match="the team has no potions"):
        league.sell(sheet(), "potion")
    with pytest.raises(NotHired, match="there is no flag to buy"):
        league.buy(sheet(), "flag", RULES)
    assert league.buy(sheet(), "wizard", Rules(wizard=True)).value == 140


@pytest.mark.parametrize(
    ("experience", "learned", "ability", "why"),
    [
        (9, ("agile",), "focused", "slot 1 has 9 points and 1 ability: the next comes at 10"),
        (4, (), "agile", "slot 1 has 4 points and 0 abilities: the next comes at 5"),
        (10, ("agile",), "agile", "slot 1 knows Agile already"),
        (5, (), "taunt", "Taunt is for Little Guys; slot 1 is a Hunter"),
        (5, (), "psycho", "Psycho needs Grapple first"),
        (5, (), "fear", "Fear is for Undead; slot 1 is a Hunter"),
        (5, (), "luck", "there is no ability luck"),
    ],
)
def test_what_cannot_be_learned(experience: int, learned: tuple[str, ...], ability: str, why: str) -> None:
    """ELFBALL-112, ELFBALL-113: five points an ability, by Type, Basic first, never twice."""
    with pytest.raises(NotLearned) as told:
        league.learn(sheet(experience=experience, learned=learned), 1, ability, RULES)
    assert str(told.value) == why


def test_learning() -> None:
    """ELFBALL-100, ELFBALL-112: at once or later; it is worth 5 points, and something must go if that is too much."""
    taught = league.learn(sheet(experience=10), 1, "agile", RULES)
    taught = league.learn(taught, 1, "focused", RULES)
    assert (taught.active[0].abilities, taught.value, taught.active[0].due) == (("agile", "focused"), 130, 0)
    assert "focused" not in league.learnable(taught, 1)
    assert "cutblock" in league.learnable(taught, 1)
    with pytest.raises(OverCap):
        league.learn(sheet(experience=5), 1, "agile", Rules(cap=120))
    ghosts = league.found("Ghosts", "ben", "samhaino", ((4, "hunter"), (4, "midfielder")), RULES)
    assert "fear" in league.learnable(ghosts, 1)
    assert league.described(taught)[1].startswith(" 1 Hunter  6 3 4 3 2 3  10 xp  Agile, Focused")


def test_a_team_in_a_match() -> None:
    """ELFBALL-102, R22: it is frozen, in one match at a time, until that is taken over or comes to nothing."""
    engaged = league.engage(sheet(), 12)
    changes: tuple[Callable[[], Sheet], ...] = (
        lambda: league.hire(engaged, "thrower", RULES),
        lambda: league.cut(engaged, 1),
        lambda: league.buy(engaged, "keg", RULES),
        lambda: league.engage(engaged, 13),
    )
    for change in changes:
        with pytest.raises(Engaged) as told:
            change()
        assert str(told.value) == "the team is playing match 12; changes when it is over"
    assert league.release(engaged, 12) == sheet()


def test_what_a_match_leaves_behind() -> None:
    """ELFBALL-111, ELFBALL-114, ELFBALL-115: experience, lasting injuries and removals, taken over exactly once."""
    result = Outcome(
        2,
        1,
        False,
        False,
        (Career(1, 2), Career(2, 1, ("jog",)), Career(3, 0, (), "career"), Career(4, 0, (), "life")),
    )
    before = league.engage(sheet(experience=3), 12)
    after_it = league.take_over(before, 12, result)
    assert [(each.slot, each.experience) for each in after_it.active] == [
        (1, 5),
        (2, 1),
        (5, 0),
        (6, 0),
        (7, 0),
    ]
    assert [each.status for each in after_it.members if each.status != "active"] == ["retired", "dead"]
    assert (after_it.active[1].attribute("jog"), after_it.matches, after_it.match) == (5, (12,), 0)
    for again in (after_it, league.engage(after_it, 13)):
        with pytest.raises(TakenOver):
            league.take_over(again, 12, result)
    with pytest.raises(Engaged):
        league.take_over(sheet(), 12, result)
    with pytest.raises(TakenOver):
        league.engage(after_it, 12)
    assert issubclass(TakenOver, LeagueError)


def test_a_league_team_takes_the_field() -> None:
    """ELFBALL-110: slot n is the nth letter; injuries, abilities and support come with it."""
    result = Outcome(0, 1, False, False, (Career(2, 0, ("jog", "might")), Career(3, 0, (), "career")))
    fresh = league.take_over(league.engage(sheet(experience=5), 1), 1, result)
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
    """ELFBALL-97, ELFBALL-111: goals, who gave up, and what became of each player."""
    text = "A Imp v21 3; B Imp k20 down; M Imp m4 2; N Imp m6 2"
    scored = after(text, "A move w22", ball="A", advanced=True)
    won, lost = outcome(scored.state, "N"), outcome(scored.state, "S")
    assert (won.goals, won.points, [(each.slot, each.experience) for each in won.careers]) == (
        1,
        "won",
        [(1, 1), (2, 1)],
    )
    assert (lost.points, lost.careers, lost.conceded) == ("lost", (), False)
    gone = Played(text, ball="A", advanced=True)
    with pytest.raises(ValueError, match="not over"):
        outcome(gone.state, "N")
    gone.match.leave("N")
    assert (outcome(gone.state, "N").conceded, outcome(gone.state, "S").won_by_concession) == (True, True)


def test_the_table() -> None:
    """Section 10.2: three points for a win, one for a draw; then goal difference, goals, name."""

    def result(goals: int, against: int) -> Outcome:
        return Outcome(goals, against, False, False, ())

    rows = league.table(
        [("Owls", "Bats", result(2, 1)), ("Cats", "Bats", result(1, 1)), ("Owls", "Cats", result(0, 1))]
    )
    assert [(row.team, row.played, row.points, row.goals, row.against) for row in rows] == [
        ("Cats", 2, 4, 2, 1),
        ("Owls", 2, 3, 2, 2),
        ("Bats", 2, 1, 2, 3),
    ]


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
        for seat, result in outcomes(match.state).items():
            assert result.goals == match.state.score[seat]
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
