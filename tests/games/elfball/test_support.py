"""Teams, potions, kegs, injuries, experience, the Wizard, machines: ELFBALL-97, 100 to 115, 167 to 173, 181, 182."""

import itertools
import re
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from pbem.games.elfball.actions.injuries import lower
from pbem.games.elfball.actions.referee import Banned
from pbem.games.elfball.field.events import Injured, NobodyForFaceOff, Shifted, TeamNamed
from pbem.games.elfball.field.state import Memory, Policy, Support
from pbem.games.elfball.teams import rosters
from pbem.games.elfball.teams.potions import Dosed
from pbem.games.elfball.teams.rosters import LOT, Team
from pbem.games.elfball.wizard import Backfired, Burnt, Frogged, Shocked
from pbem.mail.prose import Templates
from pbem.play.fates import LetterRefused
from pbem.play.match import Match
from pbem.play.record import Tail

from .pitch import GAME, Played, after, plain

AWAY = "; P Imp u22; R Imp x21"
ADVANCED = {"level": "advanced", "wizard": "yes", "extras": "yes"}


# Teams.


@pytest.mark.parametrize(
    ("line", "players", "support"),
    [
        (
            "team nightelves: 2 hunter with cutblock, 5 imp, striker with agile focused, referee, 2 cheerleaders,"
            " keg, 2 potions",
            "ABCDEFGH",
            {"referee": 1, "cheerleader": 2, "keg": 1, "potion": 2},
        ),
        ("team widows: 2 hunter, 4 striker; support: keg 1", "ABCDEF", {"keg": 1}),
        ("team widows: 2 hunter, striker 4; support: referee, keg 2", "ABCDEF", {"referee": 1, "keg": 2}),
    ],
)
def test_how_a_team_may_be_written(line: str, players: str, support: dict[str, int]) -> None:
    """ELFBALL-98 to 100, section 10.2: a bare word is one of them; the support as in the form of `team new`."""
    pitch = Played(options=ADVANCED, dice="1 2")
    pitch.play("N", line)
    pitch.play("S", "team gnolls")
    assert set(pitch.state.team("N")) == set(players)
    assert {name: n for name, n in rosters.counted(pitch.state.support["N"]).items() if n} == support


def test_the_order_of_abilities_does_not_matter() -> None:
    """ELFBALL-113: a Basic one counts for an Advanced one wherever it stands."""
    pitch = Played(options=ADVANCED, dice="1 2")
    pitch.play("N", "team nightelves: hunter with collision agile cutblock, 5 imp")
    pitch.play("S", "team gnolls")
    assert {*pitch.state.players["A"].abilities} == {"agile", "cutblock", "collision"}


def test_every_example_of_a_team_is_legal() -> None:
    """Each team that help shows can be named in some match."""
    help_text = Path("templates/games/elfball/help.j2").read_text()
    told = " ".join(" ".join([*GAME.meanings, help_text, *itertools.chain(*GAME.entries.values())]).split())
    shown = {line for line in GAME.meanings if line.startswith("team ")}
    shown |= {*re.findall(r'"(team (?!new|name|buy|learn|hire|cut|sell|sheet)[^"]+)"', told)}
    assert len(shown) > 5
    for line in sorted(shown):
        refusals = []
        for options in (ADVANCED, {}):
            try:
                Played(options=options).play("N", line)
                break
            except LetterRefused as error:
                refusals.append(str(error))
        assert len(refusals) < 2, (line, refusals)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("team gnolls: 5 hunter, 3 safety", "Hunter: Gnolls may have 4, not 5"),
        ("team gnolls: 4 hunter, 1 safety", "a team has 6 to 12 players, not 5"),
        (
            "team gnolls: 4 hunter, 4 safety, 2 midfielder, 2 striker, 1 keg",
            "that is 185 points of 180: leave something out",
        ),
        ("team gnolls: 4 hunter, 4 safety, 5 cheerleaders", "cheerleader: a team may have 4, not 5"),
        (
            "team gnolls: 4 hunter with taunt, 4 safety",
            "hunter with taunt: Taunt is for Little Guys; a Hunter is a Hunter",
        ),
        ("team gnolls: 4 hunter with psycho, 4 safety", "hunter with psycho: Psycho needs Grapple first"),
        (
            "team gnolls: 4 hunter with agile agile, 4 safety",
            "hunter with agile agile: Agile is known already",
        ),
        ("team gnolls: 4 hunter with luck, 4 safety", "there is no ability luck"),
        ("team gnomes: 6 gnome, 2 impcrusher", "Impcrusher: a team may have one"),
        (
            "team hammer: 5 dwarf, 1 impcrusher with agile",
            "impcrusher with agile: an Impcrusher learns nothing",
        ),
        ("team samhaino: 1 deadwood, 1 horror, 4 hunter", "Deadwood: Samhaino may have 1, not 2"),
        (
            "team deadlings: 6 zombie with everlasting",
            "zombie with everlasting: Everlasting needs Fear first",
        ),
    ],
)
def test_what_a_team_may_not_be(line: str, why: str) -> None:
    """ELFBALL-100, ELFBALL-101, ELFBALL-113, ELFBALL-167, ELFBALL-168: points, numbers, Types, Basics first."""
    told = Played(options=ADVANCED).refusal("N", line)
    assert told == why


def test_a_team_for_points() -> None:
    """ELFBALL-100, ELFBALL-102, ELFBALL-110: players, abilities and support, up to the cap; letters in order."""
    line = (
        "team samhaino: 1 horror, 4 hunter with fear, 1 thrower with agile focused, 1 referee, 2 cheerleaders, 1 keg,"
        " 2 potions, 1 wizard"
    )
    pitch = Played(options=ADVANCED | {"goals": "2"}, dice="1 2")
    pitch.play("N", line)
    assert pitch.asks == {"S": "team"}
    pitch.play("S", "team gnolls")
    assert pitch.told(TeamNamed)[0].players[-1] == ("F", "Thrower (Agile, Focused)")
    assert pitch.told(TeamNamed)[0].support == ("referee", "2 cheerleaders", "keg", "2 potions", "wizard")
    assert pitch.state.support["N"] == Support(referee=True, cheerleaders=2, kegs=1, potions=2, wizard=True)
    assert pitch.state.players["B"].abilities == ("fear",)
    low = Played(options=ADVANCED | {"cap": "100"})
    assert (
        low.refusal("N", "team gnolls: 4 hunter, 3 safety")
        == "that is 105 points of 100: leave something out"
    )


@pytest.mark.parametrize("cap", ["90", "148", "180", "400"])
def test_the_usual_team_is_legal(cap: str) -> None:
    """ELFBALL-100, ELFBALL-103: of every list, for every cap."""
    pitch = Played(options={"level": "advanced", "cap": cap, "lists": "all"})
    ask = pitch.match.asks["N"]
    for order in ask.options() if ask.options else ():
        full = ask.check(order)
        assert ask.check(full) == full
    assert ask.check(Team(LOT)) == Team(LOT)


def test_the_basic_level_has_neither() -> None:
    """ELFBALL-98: no abilities and no support; the machine of `extras` is an exception (ELFBALL-168)."""
    basic = Played()
    assert 'no "keg"' in basic.refusal("N", "team gnolls: 4 hunter, 3 safety, 2 striker, 1 keg")
    assert basic.refusal("N", "team gnolls: 4 hunter with agile, 3 safety, 3 striker").endswith(
        "the advanced level"
    )
    extras = Played(options={"extras": "yes"}, dice="1 2")
    extras.play("N", "team hammer: 9 dwarf, 1 impcrusher")
    extras.play("S", "team gnolls")
    assert extras.state.players["J"].known == ("cheapshot",)


# Kegs, injuries.


def hurt(
    dice: str, *, kegs: int = 0, advanced: bool = True, memory: Memory | None = None, who: str = "Hunter"
) -> Played:
    """M is hit by a Punishing Hit of A."""
    text = f"A Hunter k20 2; M {who} k22 2" + AWAY
    given: dict[str, Any] = {"support": {"S": Support(kegs=kegs)}, "advanced": advanced}
    if memory:
        given["private"] = {"S": memory}
    return after(text, "A tackle m", f"S S S -  {dice}", ball="g8", **given)


@pytest.mark.parametrize(
    ("dice", "kegs", "how", "net", "drunk"),
    [
        ("S S - - - -", 1, "yes", 3, 1),
        ("S - - - - -", 2, "both", 3, 2),
        ("S S S - - -", 2, "both", 4, 1),
        ("S - - - - -", 1, "both", 2, 1),
        ("- - - - - -", 2, "both", 0, 0),
        ("X X S - - -", 2, "yes", -1, 0),
        ("S S S S - -", 2, "both", 4, 0),
        ("S S - - - -", 2, "no", 2, 0),
    ],
)
def test_kegs(dice: str, kegs: int, how: Any, net: int, drunk: int) -> None:
    """ELFBALL-106, ELFBALL-181: one success more, if it is neither flopped nor 0; by standing order."""
    pitch = hurt(dice, kegs=kegs, memory=Memory(keg=how))
    injured = pitch.told(Injured)[0]
    assert (plain(injured).net, pitch.state.support["S"].drunk) == (net, drunk)
    helped = {0: "", 1: " A keg has helped.", 2: " 2 kegs have helped."}[drunk]
    told = " ".join(Templates().event("elfball", injured, {}).split())
    assert ("keg" in told) == bool(drunk)
    assert helped in told


def test_injuries_that_last() -> None:
    """ELFBALL-82, ELFBALL-114, ELFBALL-115: a flop ends a career, 0 costs an attribute; not at the basic level."""
    over = hurt("X - - - - -")
    assert (over.state.players["M"].now.ended, over.at("M")) == ("career", "infirmary")
    lasting = hurt("- - - - - -")
    assert (lasting.told(Injured)[0].lasting, lasting.state.players["M"].attribute("jog")) == ("jog", 5)
    basic = hurt("- - - - - -", advanced=False)
    assert (basic.state.players["M"].now.lost, basic.told(Injured)[0].lasting) == ((), "")


def test_which_attribute_an_injury_costs() -> None:
    """ELFBALL-115: among equal ones the manager's choice, else Jog, Skill, Dodge, Tackle, Might, Grit."""
    pitch = Played("A Gnomish Contraption k20 2" + AWAY, ball="g8", advanced=True)
    assert [lower(pitch.state, "A") for _ in range(3)] == ["jog", "tackle", "might"]
    wanted = Played(
        "A Gnomish Contraption k20 2" + AWAY, ball="g8", private={"N": Memory(lose=("might", "jog"))}
    )
    assert [lower(wanted.state, "A") for _ in range(3)] == ["might", "jog", "tackle"]


# Potions.


def dosed(dice: str, line: str = "potion J", at: str = "infirmary", **player: Any) -> Played:
    """A potion in North's turn."""
    pitch = Played(
        "A Imp k20 2; J Midfielder bench" + AWAY, ball="g8", dice=dice, support={"N": Support(potions=1)}
    )
    state = pitch.state
    state.players["J"].at = at
    for name, value in player.items():
        own = name in ("barred", "abilities")
        setattr(state.players["J"] if own else state.players["J"].mark(), name, value)

    turn = msgspec.structs.replace(pitch.match.turn, state=msgspec.json.encode(state))
    pitch.match = Match(GAME, Tail(turn), pitch.dice)
    pitch.match.settle()
    pitch.play("N", line)
    return pitch


@pytest.mark.parametrize(
    ("dice", "effect", "at", "gained", "attribute"),
    [
        ("X X", "death", "infirmary", (), ""),
        ("- X", "seizure", "infirmary", (), "jog"),
        ("X S", "coma", "infirmary", (), ""),
        ("* X", "woozy", "infirmary", (), ""),
        ("- -", "cramp", "recovery", (), ""),
        ("S S", "cure", "bench", (), ""),
        ("S -", "basic", "bench", ("agile",), ""),
        ("- *", "two", "bench", ("agile", "nimble"), ""),
        ("* S", "advanced", "bench", ("agile", "focused"), ""),
        ("* *", "attribute", "bench", (), "skill"),
    ],
)
def test_the_ten_results(dice: str, effect: str, at: str, gained: tuple[str, ...], attribute: str) -> None:
    """ELFBALL-107, ELFBALL-108, ELFBALL-182: two dice as a pair, without a roll for stars."""
    pitch = dosed(dice, lost=("might",), ended="career")
    (told,) = pitch.told(Dosed)
    assert (told.effect, told.at, told.gained, told.attribute) == (effect, at, gained, attribute)
    player = pitch.state.players["J"]
    cured = effect in ("cramp", "cure", "basic", "two", "advanced", "attribute")
    assert player.now.lost == (() if cured else ("might", "jog") if effect == "seizure" else ("might",))
    assert player.now.ended == ("" if cured else "life" if effect == "death" else "career")
    assert (player.now.gained, pitch.asks) == (gained, {"N": "turn"})


def test_what_is_wanted_of_a_potion() -> None:
    """ELFBALL-107, ELFBALL-109, ELFBALL-182: what stands behind it; who has the Basic one gains the Advanced only."""
    assert dosed("S -", "potion J steady").told(Dosed)[0].gained == ("steady",)
    assert dosed("- *", "potion J buff steady").told(Dosed)[0].gained == ("buff", "steady")
    assert dosed("S *", "potion J grapple").told(Dosed)[0].gained == ("grapple", "psycho")
    assert dosed("S *", "potion J bankshot", abilities=("agile",)).told(Dosed)[0].gained == ("bankshot",)
    assert dosed("S *", abilities=("agile", "focused")).told(Dosed)[0].gained == ("nimble", "slippery")
    assert dosed("* *", "potion J grit").state.players["J"].attribute("grit") == 4
    assert dosed("* *", "potion J jog").told(Dosed)[0].attribute == "skill"  # 6 already
    assert (
        dosed("S -", abilities=("agile", "nimble", "grapple", "buff", "resilient", "steady"))
        .told(Dosed)[0]
        .gained
        == ()
    )


def test_potions_and_bars() -> None:
    """ELFBALL-107, ELFBALL-109: from the Bench to Recovery; a bar of an injury is lifted, one of the referee is not."""
    assert dosed("* X", at="bench").at("J") == "recovery"
    assert not dosed("S S", at="bench", barred=True, hurt=True).state.players["J"].barred
    assert dosed("S S", at="bench", barred=True).state.players["J"].barred


def test_who_may_have_a_potion() -> None:
    """ELFBALL-107: no one on the field, ejected, or twice; as many doses as were bought."""
    pitch = dosed("S S")
    assert pitch.refusal("N", "potion J") == "potion J: no dose is left"
    twice = Played(
        "A Imp k20 2; J Imp bench" + AWAY, ball="g8", dice="S S", support={"N": Support(potions=2)}
    )
    twice.play("N", "potion J")
    assert twice.refusal("N", "potion J") == "potion J: J has already had a dose in this match"
    text = "A Imp k20 2; I Impcrusher bench; J Imp ejected; K Imp bench"
    more = Played(text + AWAY, ball="g8", support={"N": Support(potions=1)})
    assert more.refusal("N", "potion P") == "P is not your player"
    assert more.refusal("N", "potion A") == "potion A: A is on the field"
    assert more.refusal("N", "potion J") == "potion J: J is ejected for the match"
    assert more.refusal("N", "potion I") == "potion I: I is an Impcrusher and takes no potions"
    assert more.refusal("N", "potion K taunt") == "potion K taunt: a potion gives general abilities only"


def test_a_potion_before_the_set_up() -> None:
    """ELFBALL-107, ELFBALL-31: it leaves the set-up open; to kill one's last face-off player with it is to lose."""
    text = "A Imp bench; B Imp infirmary; M Imp bench; N Imp bench"
    pitch = Played(text, phase="setup", dice="S S", support={"N": Support(potions=2)})
    assert pitch.refusal("N", "potion M") == "M is not your player"
    pitch.play("N", "potion B", "setup spread A B")
    assert (pitch.at("B"), pitch.asks) == ("e22", {"S": "setup"})
    alone = Played(
        "A Imp bench; M Imp bench; N Imp bench", phase="setup", dice="X X", support={"N": Support(potions=1)}
    )
    alone.play("N", "potion A")
    assert alone.told(NobodyForFaceOff)[0].seats == ("N",)


LAME = "A Ogre bench; B Imp infirmary; C Imp recovery; M Imp bench; N Imp bench"


def lame(dice: str, text: str = LAME, south: int = 0) -> Played:
    """North has nobody for the face-off, but two doses."""
    support = {"N": Support(potions=2), "S": Support(potions=south)}
    return Played(text, phase="setup", dice=dice, support=support, advanced=True)


def test_a_potion_for_who_is_to_take_the_face_off() -> None:
    """ELFBALL-31, ELFBALL-107, section 7: a team has not lost while a dose could bring somebody to the Bench."""
    cured = lame("X S  S S")
    assert (cured.asks, cured.told(NobodyForFaceOff)) == ({"N": "setup"}, [])
    cured.play("N", "potion B", "potion C", "setup spread C A")
    assert (cured.at("C"), cured.asks) == ("l21", {"S": "setup"})
    for dice, lines in (("X S  - -", ("potion B", "potion C")), ("", ("done",))):
        lost = lame(dice)
        lost.play("N", *lines)
        assert str(lost.state.result) == "S>N"
    hopeless = lame("", "A Ogre infirmary; M Imp bench; N Imp bench")
    assert str(hopeless.state.result) == "S>N"
    auto = lame("")
    auto.match.answer_automatically("N")
    assert str(auto.state.result) == "S>N"


def test_potions_of_both_teams_for_the_face_off() -> None:
    """ELFBALL-31, ELFBALL-107: each team has its own chance; if neither can take the face-off, it is a draw."""
    text = "A Imp infirmary; M Imp infirmary; N Ogre bench"
    both = lame("X S  S S", text, south=1)
    both.play("N", "potion A")
    assert (both.asks, both.state.result) == ({"S": "setup"}, None)
    both.play("S", "potion M")
    assert str(both.state.result) == "S>N"
    draw = lame("X S", text, south=1)
    draw.play("N", "potion A")
    draw.play("S", "done")
    assert str(draw.state.result) == "N=S"


def test_the_last_doses() -> None:
    """ELFBALL-107, ELFBALL-96: after the last goal, for those who have some left; then the match is over."""
    text = "A Imp v21 3; J Imp infirmary; M Imp m4 2"
    pitch = Played(text, ball="A", dice="S S", support={"N": Support(potions=1)}, advanced=True)
    pitch.play("N", "A move w22")
    assert (pitch.asks, pitch.state.result) == ({"N": "postgame"}, None)
    assert pitch.refusal("N", "potion M") == "M is not your player"
    pitch.play("N", "potion J")
    assert pitch.state.result is not None
    assert (pitch.state.result.reason, pitch.at("J")) == ("first to 1 goal", "bench")
    nobody = after(
        "A Imp v21 3; J Imp ejected; M Imp m4 2", "A move w22", ball="A", support={"N": Support(potions=1)}
    )
    assert nobody.state.result is not None
    gone = Played(text, ball="A", support={"N": Support(potions=1)}, advanced=True)
    gone.play("N", "A move w22")
    gone.match.leave("N")
    assert gone.state.result is not None
    assert (gone.state.result.places[0], gone.state.score) == (("N",), {"N": 1, "S": 0})


# Experience.


def test_experience() -> None:
    """ELFBALL-111, ELFBALL-168: a point for each player on the field when their team scores; a machine gets none."""
    text = "A Imp v21 3; B Imp k20 down; C Imp bench; D Impcrusher k24 3; M Imp m4 2; N Imp m6 2"
    pitch = after(text, "A move w22", ball="A", goals=2, advanced=True)
    won = {letter: player.now.experience for letter, player in pitch.state.players.items()}
    assert won == {"A": 1, "B": 1, "C": 0, "D": 0, "M": 0, "N": 0}
    basic = after(text, "A move w22", ball="A", goals=2)
    assert basic.state.players["A"].now.experience == 0


def test_experience_of_a_concession() -> None:
    """ELFBALL-97, R58: a point for all of the other team who are not in the Infirmary; ejected ones are not."""
    text = "A Imp v21 3; M Imp m4 2; N Imp bench; O Imp infirmary; P Imp ejected; Q Imp recovery"
    pitch = Played(text, ball="A", advanced=True)
    pitch.match.leave("N")
    assert [pitch.state.players[each].now.experience for each in "AMNOPQ"] == [0, 1, 1, 0, 1, 1]


# Machines.


@pytest.mark.parametrize(("dice", "at"), [("X", "ejected"), ("-", "k22"), ("S", "k22")])
def test_the_impcrusher(dice: str, at: str) -> None:
    """ELFBALL-168: after each turn in which it acted one die is rolled; a flop by its face ejects it."""
    pitch = after("A Impcrusher k20 2; B Imp e22 3" + AWAY, "A move k22", dice, ball="g8")
    assert (pitch.at("A"), pitch.told(Banned)[0].ejected) == (at, dice == "X")
    ball = after("A Impcrusher k20 2; B Imp e22 3" + AWAY, "A pass", "X 2", ball="A")
    assert ball.state.ball == "k22"
    assert (
        after("A Impcrusher k20 2; M Ogre k22 down" + AWAY, "A tackle m", "- - - - -  S", ball="g8").at("A")
        == "k20"
    )


# The Wizard.


def spell(line: str, dice: str, text: str = "A Imp k20 2; M Imp k26 2; N Imp k28 2", **given: Any) -> Played:
    """North's Wizard casts a spell."""
    given = {"ball": "g8", "support": {"N": Support(wizard=True)}, "moved": {"N": "A"}} | given
    pitch = Played(text + AWAY, dice=dice, **given)
    pitch.play("N", line)
    assert pitch.dice.left == []
    return pitch


@pytest.mark.parametrize(
    ("dice", "result", "posture"),
    [
        ("S S - - -", "down", "down"),
        ("S S S - -", "dazed", "dazed"),
        ("S - - - -", "fail", "standing"),
        ("S S S S -  S S S S - -", "injury", "dazed"),
    ],
)
def test_system_shock(dice: str, result: str, posture: str) -> None:
    """ELFBALL-169, ELFBALL-170: five dice against Might - 1; in place of an action, which marks nobody."""
    pitch = spell("wizard shock m", dice, "A Imp k20 2; M Zombie k26 2")
    assert (pitch.told(Shocked)[0].result, pitch.posture("M")) == (result, posture)
    assert (pitch.asks, pitch.state.moved, pitch.state.support["N"].spent) == ({"S": "turn"}, {}, True)


def test_system_shock_at_the_holder() -> None:
    """ELFBALL-170: +2; a result never improves the state of one who lies."""
    held = spell("wizard shock m", "S S S - -  1", ball="M")
    assert (held.told(Shocked)[0].dice.working, held.posture("M")) == ("2-1+2(ball)", "down")
    text = "A Imp k20 2; M Imp k26 2; N Imp l25 2"
    for holder in ("A", "N"):
        other = spell("wizard shock m", "S - - - -", text, ball=holder)
        assert other.told(Shocked)[0].dice.working == "2-1", "somebody else holds it"
    lying = spell("wizard shock m", "S - - - -", "A Imp k20 2; M Imp k26 dazed")
    assert lying.posture("M") == "dazed"
    own = Played("A Imp k20 2; B Imp k22 2" + AWAY, ball="g8", support={"N": Support(wizard=True)})
    assert own.refusal("N", "wizard shock b") == "wizard shock B: B is on your own team"


def test_a_spell_that_backfires() -> None:
    """ELFBALL-173, ELFBALL-20: somebody of the own Bench, by lot, goes to Recovery; a Shift."""
    text = "A Imp k20 2; B Imp bench; C Imp bench; M Imp k26 2"
    pitch = spell("wizard shock m", "X - - - -  2", text)
    assert (pitch.told(Backfired)[0].player, pitch.at("C"), bool(pitch.told(Shifted))) == (
        "C",
        "recovery",
        True,
    )
    assert spell("wizard frog m", "X - - - -").told(Backfired)[0].player == ""


@pytest.mark.parametrize(("bar", "barred"), [("the referee", True), ("an injury", False)])
def test_a_cure_after_a_backfire(bar: str, barred: bool) -> None:
    """ELFBALL-173, ELFBALL-109: a spell that backfires lifts no bar; a potion lifts one that an injury has brought."""
    text = "A Imp k20 2; B Imp bench barred; M Imp k26 2"
    support = {"N": Support(wizard=True, potions=1)}
    pitch = Played(text + AWAY, ball="g8", support=support, dice="X - - - -  S S")
    pitch.state.players["B"].mark().hurt = bar == "an injury"
    pitch.play("N", "wizard shock m")
    pitch.play("S", "M pass")
    pitch.play("N", "potion B")
    assert (pitch.at("B"), pitch.state.players["B"].barred) == ("bench", barred)


def test_inferno() -> None:
    """ELFBALL-171: the hex, then directions 1 to 6, both teams, who lies too; all rolls before a ball bounces."""
    text = "A Imp j21 2; M Imp k20 2; N Imp k22 dazed; O Imp i20 2"
    dice = "S S - - -  X - - - -  - -  - - - - -  1"
    pitch = spell("wizard inferno k20", dice, text, ball="M", advanced=True)
    assert [(event.player, event.result) for event in pitch.told(Burnt)] == [
        ("M", "down"),
        ("A", "injury"),
        ("N", "dazed"),
    ]
    assert (pitch.posture("M"), pitch.at("A"), pitch.posture("N")) == ("down", "infirmary", "dazed")
    assert pitch.told(Shifted) == []


@pytest.mark.parametrize(
    ("words", "memory", "dice", "given"),
    [
        ("", Memory(), "S - - - -  S  S - - - -", ["-", ""]),  # needed, but keep against the others
        ("", Memory(momentum={"injury": Policy("keep")}), "S - - - -  S - - - -", ["", ""]),
        ("", Memory(momentum={"injury": Policy("all")}), "S - - - -  S S S S  S S - - -", ["----", ""]),
        (" needed", Memory(), "S - - - -  S  S S - - -  -", ["-", "S"]),
        (" keep", Memory(), "S - - - -  S - - - -", ["", ""]),
        (" aim 1", Memory(), "S - - - -  S S  S S - - -", ["--", ""]),
        (" all reserve 2", Memory(), "S - - - -  S S  S S - - -", ["--", ""]),
    ],
)
def test_momentum_in_an_inferno(words: str, memory: Memory, dice: str, given: list[str]) -> None:
    """ELFBALL-178, ELFBALL-179: for the own team `needed`, against the other `keep`, unless the manager says otherwise,
    for good or behind the spell: then the words count for all whom it burns."""
    text = "A Imp k20 2; M Imp k22 2"
    pitch = spell(f"wizard inferno k20{words}", dice, text, momentum=4, private={"N": memory})
    assert [event.dice.given for event in pitch.told(Burnt)] == given


def test_ability_dice_of_the_others_are_not_the_wizards() -> None:
    """ELFBALL-180: `save no` behind a spell is for the own players only."""
    text = "A Imp k20 2 with nimble; M Imp k22 2 with nimble"
    pitch = spell("wizard inferno k20 keep save no", "S - - - -  S - - - -  S", text, advanced=True)
    assert [event.dice.ability for event in pitch.told(Burnt)] == ["", "nimble"]


def test_momentum_in_an_injury_of_the_own_team() -> None:
    """ELFBALL-178: in the own turn it is like any own challenge, with 4 as the target, 3 for a Rugged player."""
    for known, given, fate in (("", "--", "dazed"), (" with rugged", "-", "down")):
        dice = f"X -  S S - - - -  {' '.join('S' for _ in given)}"
        text = f"A Zombie k20 2{known}; M Imp x19 2"
        pitch = spell("wizard inferno k20", dice, text, momentum=4, advanced=True)
        (injured,) = pitch.told(Injured)
        assert (plain(injured).given, injured.result) == (given, fate)


@pytest.mark.parametrize(("reface", "looks"), [("keep", 2), ("ball", 5)])
def test_looking_after_the_ball_from_the_flames(reface: Literal["keep", "ball"], looks: int) -> None:
    """ELFBALL-11: who has come through an Inferno and still stands may be turned, by `always reface ball`."""
    pitch = spell("wizard inferno k24", "S S S - -", ball="k22", private={"S": Memory(reface=reface)})
    assert pitch.looks("M") == looks
    text = "A Imp k20 2; M Imp k26 dazed"
    lies = spell("wizard inferno k24", "S S S - -", text, ball="k22", private={"S": Memory(reface=reface)})
    assert lies.looks("M") == Played(text + AWAY, ball="k22").looks("M"), "who lies is not turned"


def test_transformation() -> None:
    """ELFBALL-172: a frog until the end of the Test; the ball drops; a lasting injury is to the own attributes."""
    pitch = spell("wizard frog m", "S S - - -  1", ball="M")
    frog = pitch.state.players["M"]
    assert (pitch.told(Frogged)[0].result, frog.attribute("jog"), frog.attribute("skill")) == (
        "success",
        7,
        0,
    )
    assert (frog.type, pitch.state.ball) == ("Little Guy", "j27")
    assert spell("wizard frog a", "S S - - -").state.players["A"].now.frog
    assert not spell("wizard frog m", "S - - - -").state.players["M"].now.frog


def test_a_wizard_for_everybody() -> None:
    """ELFBALL-169: at the basic level both teams have one, if the option is on."""
    pitch = Played(options={"wizard": "yes"}, dice="1 2")
    pitch.play("N", "team gnolls")
    pitch.play("S", "team gnolls")
    assert pitch.state.support == {"N": Support(wizard=True), "S": Support(wizard=True)}


def test_one_spell_a_match() -> None:
    """ELFBALL-169: and only for those who have a Wizard; counters may be used and earned."""
    pitch = spell("wizard shock m", "S S S S -  - -")
    for seat, line in (("S", "P pass"),):
        pitch.play(seat, line)
    assert pitch.refusal("N", "wizard frog m").endswith("your Wizard has already cast a spell in this match")
    assert (
        Played("A Imp k20 2" + AWAY, ball="g8").refusal("N", "wizard frog p")
        == "wizard frog P: you have no Wizard"
    )
    pressed = spell("wizard shock m", "- - - - -  S", momentum=1)
    assert pressed.told(Shocked)[0].result == "down"


def test_what_a_new_test_renews() -> None:
    """ELFBALL-105, ELFBALL-106, ELFBALL-107, ELFBALL-169: cheers and kegs, not doses and spells."""
    text = "A Imp bench; B Imp bench; M Imp bench; N Imp bench"
    used = Support(cheerleaders=1, kegs=1, potions=1, wizard=True, cheered=1, drunk=1, dosed=1, spent=True)
    left = Played(text, phase="setup", support={"N": used}).state.support["N"]
    assert (left.cheered, left.drunk, left.dosed, left.spent) == (0, 0, 1, True)


def test_a_frog_is_himself_again_in_the_next_test() -> None:
    """ELFBALL-172: until the end of the Test; what the frog has lost stays lost."""
    pitch = spell("wizard frog b", "S S - - -", "A Imp v21 3; B Imp k20 2; M Imp m4 2", ball="A", goals=2)
    pitch.play("S", "M pass")
    pitch.play("N", "A move w22")
    assert (pitch.asks, pitch.state.players["B"].now.frog) == ({"N": "setup"}, False)
