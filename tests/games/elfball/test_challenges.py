"""Words, dice and Momentum: ELFBALL-1 to 7, 16 to 23, 176 to 179."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from pbem.games.elfball.field.events import (
    ActionOver,
    Caught,
    Dashed,
    Disengaged,
    Injured,
    Intercepted,
    PickedUp,
    Shifted,
    Shoved,
    Tackled,
    Thrown,
)
from pbem.games.elfball.field.kinds import SPENDING
from pbem.games.elfball.field.players import POSITIONS
from pbem.games.elfball.field.prompts import Forecast
from pbem.games.elfball.field.state import LETTERS, SEAT_OF, Policy
from pbem.games.elfball.rolls.challenges import Challenge
from pbem.games.elfball.rolls.chances import Help, at_least, flop, helped
from pbem.games.elfball.rolls.rolling import attempt, foresee, net_of
from pbem.play.requests import seeded

from .pitch import Played, after, plain

BALL = "A Midfielder k20 3; M Imp u22"
"""A may step onto the ball on l21: a Pick-up with 3 dice and target 1."""


def pick_up(dice: str, line: str = "A go ball", **given: Any) -> PickedUp:
    """The Pick-up of `BALL`."""
    return after(BALL, line, dice, ball="l21", **given).told(PickedUp)[0]


def test_players_and_teams() -> None:
    """ELFBALL-1: every letter is a player of one of the two teams."""
    assert {SEAT_OF[letter] for letter in LETTERS["N"]} == {"N"}
    assert {SEAT_OF[letter] for letter in LETTERS["S"]} == {"S"}


def test_attributes_and_types() -> None:
    """ELFBALL-2: six attributes and a Type; with an attribute of 0 no die is rolled, which is no flop."""
    dryad = POSITIONS["Dryad"]
    assert (dryad.jog, dryad.might, dryad.tackle, dryad.dodge, dryad.skill, dryad.grit) == (6, 4, 1, 4, 2, 4)
    assert dryad.type == "Defender"
    rules = attempt(Played(BALL).state, Challenge("catch", "A", 0, (2,)))
    with pytest.raises(StopIteration) as end:
        next(rules)
    assert (end.value.value.faces, end.value.value.net, end.value.value.flopped) == ("", 0, False)


def test_the_faces() -> None:
    """ELFBALL-3: 1 is a flop, 2 and 3 are blanks, 4 is a star, 5 and 6 are successes."""
    assert plain(pick_up("1 5 6", action=None)).faces == "XSS"
    assert plain(pick_up("2 3 5")).faces == "--S"


def test_stars_bring_dice() -> None:
    """ELFBALL-4: a star is a success and one more die, batch by batch, without end."""
    assert plain(pick_up("* * -  * S  *  -")).faces == "**-*S*-"
    assert plain(pick_up("* * -  * S  *  -")).net == 5


def test_major_stars() -> None:
    """ELFBALL-5: with `star major` a star counts as two and brings no die."""
    dice = plain(pick_up("* X -", options={"star": "major"}, star_major=True))
    assert (dice.faces, dice.net) == ("*X-", 1)
    assert net_of("**SX", major=True) == 4


def test_net_and_flop() -> None:
    """ELFBALL-6: more flops than successes is a flop; as many of both is not."""
    assert pick_up("X S - 2").result == "fail"
    assert pick_up("X X S 2").result == "flop"


def test_targets() -> None:
    """ELFBALL-7: a target below 1 is 1; at the target is a success, below it a failure; what is above is extra."""
    helped = "A Midfielder k20 3; B Imp l23 5; M Imp u22"
    dice = plain(after(helped, "A go ball", "S - -", ball="l21").told(PickedUp)[0])
    assert (dice.working, dice.target, dice.earned) == ("1-1(B)", 1, 0)
    assert plain(pick_up("S S S")).earned == 2
    assert pick_up("- - - 2").result == "fail"


def test_the_track_holds_six() -> None:
    """ELFBALL-16: counters from 0 to 6; a Test begins with none."""
    assert plain(pick_up("S S S", momentum=5)).momentum == 6
    assert Played().state.momentum == 0


def test_what_earns() -> None:
    """ELFBALL-17: each success beyond the target of an own challenge; not a Dash, not those of the other team."""
    assert plain(pick_up("S S -")).earned == 1
    dash = after("A Striker k20 3; M Imp u22", "A dash 2, move l21", "S S", momentum=2, ball="g20").told(
        Dashed
    )[0]
    assert plain(dash).earned == 0
    text = "A Striker k20 2; N Imp g8; M Striker k24 5; B Imp k28 5"
    caught = after(text, "A throw b", "S S S -  S S S S", ball="A").told(Intercepted)[0]
    assert plain(caught).earned == 0


def test_own_dice_replaced() -> None:
    """ELFBALL-18: once for each challenge, not after a flop; new stars bring dice, and a replaced die loses nothing."""
    dice = plain(pick_up("- - X 2", momentum=3))  # flopped: nothing helps
    assert (dice.given, dice.net) == ("", -1)
    dice = plain(pick_up("- - -  *  *  -", momentum=3))
    assert (dice.faces, dice.given, dice.taken, dice.net, dice.momentum) == ("*--*-", "-", "**-", 2, 3)
    dice = plain(pick_up("X S -  X  2", momentum=3))
    assert (dice.faces, dice.net, dice.momentum) == ("XS-", 0, 2)  # no second time


def test_a_star_that_is_replaced_keeps_its_die() -> None:
    """ELFBALL-18, ruling R34: the die a star has added stays in the list."""
    text = "A Striker k20 2; M Striker k24 5; B Imp k28 5; N Imp g8"
    dice = plain(
        after(text, "A throw b", "S S S -  * S - -  S  -", ball="A", momentum=1).told(Intercepted)[0]
    )
    assert (dice.faces, dice.given, dice.taken) == ("-S--S", "*", "-")


def test_rival_dice_replaced() -> None:
    """ELFBALL-19: dice of an Intercept, a Catch or an Injury of the other team, once for each roll; it may flop."""
    text = "A Striker k20 2; M Striker k24 5; B Imp k28 5; N Imp g8"
    rolled = after(text, "A throw b", "S S S -  S S X S  X  S S -", ball="A", momentum=1).told(Intercepted)[0]
    assert rolled.result == "fail"
    assert plain(rolled).given == "S"
    assert plain(rolled).taken == "X"


SHIFTS = {
    "a Pick-up that fails": ("A Midfielder k20 3; M Imp u22", "A go ball", "- - - 2", "l21"),
    "a throw that is lost": ("A Midfielder k20 3; M Imp u22", "A throw i20", "S - -", "A"),
    "a Throw that flops": ("A Midfielder k20 3; M Imp u22", "A throw n19", "X - - 2", "A"),
    "a Disengage that flops": ("A Midfielder k20 3; M Imp k22 5", "A move k18", "X - -", "g20"),
    "an Impact that flops": ("A Imp k20 2; M Ogre k22 5", "A tackle m", "X -", "g20"),
    "a Tackle that flops": ("A Hunter k20 2; M Imp k22 5", "A tackle m", "X - - -", "g20"),
    "a Shove that flops": ("A Hunter k20 2; M Imp k22 5", "A shove m", "X - -", "g20"),
}


@pytest.mark.parametrize("case", SHIFTS.values(), ids=SHIFTS)
def test_what_is_a_shift(case: tuple[str, str, str, str]) -> None:
    """ELFBALL-20: each of these ends the action, hands the counters over, and drops the rest of the line."""
    text, line, dice, ball = case
    pitch = after(text, f"{line}, face 1", dice, ball=ball, momentum=0)
    assert [event.seat for event in pitch.told(Shifted)] == ["S"]
    assert (pitch.state.active, pitch.state.shifted) == ("S", True)


@pytest.mark.parametrize("dice", ["-", "X"])
def test_a_dash_that_does_not_succeed_is_a_shift(dice: str) -> None:
    """ELFBALL-20, ELFBALL-79: the counters not paid go to the other team."""
    pitch = after("A Striker k20 3; M Imp u22", "A dash 1 keep, move l21", dice, momentum=3, ball="g20")
    assert pitch.told(Shifted) == [Shifted("S", 2)]
    assert pitch.state.momentum == 2


def test_what_is_no_shift() -> None:
    """ELFBALL-21: a Disengage that fails, a flop of the other team, the ball knocked loose, being sent off."""
    assert not after("A Midfielder k20 3; M Imp k22 5", "A move k18", "- - -", ball="g20").told(Shifted)
    loose = after("A Hunter k20 2; M Imp k22 5; N Imp g8", "A tackle m", "S S S S  2", ball="M")
    assert loose.state.ball == "k24"
    assert not loose.told(Shifted)
    injured = after(
        "A Widowmaker k20 2; M Imp k22 2", "A tackle m", "S S S S *  S  X X", ball="g20", momentum=0
    )
    assert injured.told(Injured)[0].dice.flopped
    assert not injured.told(Shifted)
    assert not after("A Striker c20 1; M Imp u22", "A move b19 a18 out", ball="g20").told(Shifted)


def test_an_action_without_a_shift_clears_the_track() -> None:
    """ELFBALL-22: the counters left are gone."""
    pitch = after(BALL, "A pass", momentum=4)
    assert pitch.told(ActionOver) == [ActionOver("A", 4)]
    assert pitch.state.momentum == 0


def test_no_roll_waits_for_a_mail() -> None:
    """ELFBALL-23: what is replaced is settled beforehand, so the line runs to its end with no ask between."""
    pitch = after(BALL, "A go ball", "- - -  S", ball="l21", momentum=2)
    assert pitch.asks == {"S": "turn"}
    assert pitch.labels() == ["pick-up", "momentum"]


def _throws(dice: int, *, major: bool, stars: int = 5) -> dict[tuple[str, ...], Fraction]:
    """All rolls of so many dice with their chances, without those that bring more stars than these."""
    found: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for _ in range(dice):
        found = _joined(found, _one(major=major, stars=stars))
    return found


def _one(*, major: bool, stars: int) -> dict[tuple[str, ...], Fraction]:
    """One die with those that its stars bring."""
    sixth = Fraction(1, 6)
    found: dict[tuple[str, ...], Fraction] = {("X",): sixth, ("-",): 2 * sixth, ("S",): 2 * sixth}
    if major:
        return {**found, ("*",): sixth}
    for depth in range(1, stars + 1):
        for last in "X-S":
            found[("*",) * depth + (last,)] = sixth**depth * (1 if last == "X" else 2) * sixth
    return found


def _joined(
    one: dict[tuple[str, ...], Fraction], other: dict[tuple[str, ...], Fraction]
) -> dict[tuple[str, ...], Fraction]:
    found: dict[tuple[str, ...], Fraction] = {}
    for first, chance in one.items():
        for second, more in other.items():
            key = (*sorted((*first, *second)),)
            found[key] = found.get(key, Fraction(0)) + chance * more
    return found


@pytest.mark.parametrize("major", [False, True])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("target", [1, 2, 3])
def test_chances_with_an_ability_die(dice: int, target: int, major: bool) -> None:
    """ELFBALL-116, ELFBALL-180: a die that fails is replaced, the first flop, else the first blank."""
    succeeds = flops = Fraction(0)
    for faces, chance in _throws(dice, major=major).items():
        net = net_of("".join(faces), major=major)
        bad = next((sign for sign in "X-" if sign in faces), "")
        if net >= target or not bad:
            succeeds += chance * (net >= target)
            continue
        for fresh, more in _one(major=major, stars=5).items():
            after_it = net + (bad == "X") + net_of("".join(fresh), major=major)
            succeeds += chance * more * (after_it >= target)
            flops += chance * more * (after_it < 0)
    found = helped(dice, target, Help(saved=True, wanted=target), major=major)
    assert [float(each) for each in found] == pytest.approx([float(succeeds), float(flops)], abs=2e-3)


POLICIES = [
    Policy("needed"),
    Policy("needed", aim=1),
    Policy("all", reserve=1),
    Policy("all", aim=1),
    Policy("keep"),
]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: SPENDING.write(policy))
@pytest.mark.parametrize("major", [False, True])
@pytest.mark.parametrize(("ability", "counters"), [("", 1), ("", 3), (" with agile", 0), (" with agile", 2)])
def test_the_odds_told_are_those_of_many_rolls(
    policy: Policy, major: bool, ability: str, counters: int
) -> None:
    """ELFBALL-18, 116, 177, 180: Momentum and ability dice are counted as the rules would spend them."""
    start = Played(f"A Striker k20 1{ability}; M Imp u22", momentum=counters, star_major=major).state
    challenge = Challenge("pickup", "A", 3, (2,), rider=policy, on="skill")
    told, pick, counts = foresee(start, challenge), seeded("pick-up"), Counter[str]()
    for _ in range(1500):
        start.momentum, start.saved = counters, []
        rules, value = attempt(start, challenge), None
        try:
            while True:
                request = rules.send(value)
                value = tuple(pick.number(1, 6) for _ in range(request.count))  # type: ignore[union-attr]  # it rolls dice alone
        except StopIteration as end:
            counts["success"] += end.value.succeeded
            counts["flop"] += end.value.flopped
    assert (counts["success"] / 15, counts["flop"] / 15) == pytest.approx((told.success, told.flop), abs=4.5)
    assert (told.counters > 0) == (policy.how != "keep" and counters > (policy.reserve or 0))


def test_a_preview_reckons_with_an_ability_die() -> None:
    """ELFBALL-116: the odds of a challenge tell which ability they count on; none that is kept back or used."""
    plain_one = Played("A Striker k20 1", ball="l21").match.preview("N", ["A go ball"])
    agile = Played("A Striker k20 1 with agile", ball="l21")
    for line, ability, success in (("A go ball", "Agile", 89), ("A go ball, pickup save no", "", 73)):
        told = agile.match.preview("N", [line]).outlook
        assert isinstance(told, Forecast)
        assert [(each.ability, each.success) for each in told.odds] == [(ability, success)]
    assert isinstance(plain_one.outlook, Forecast)
    assert [(each.ability, each.success) for each in plain_one.outlook.odds] == [("", 73)]


@pytest.mark.parametrize(
    ("dice", "major", "chances"),
    [
        (1, False, (16.7, 47.2, 7.9, 1.3, 0.2, 0.0, 0.0)),
        (2, False, (14.8, 59.0, 28.4, 7.8, 1.8, 0.4, 0.1)),
        (3, False, (13.3, 67.3, 41.7, 19.3, 6.5, 1.8, 0.5)),
        (4, False, (11.6, 73.0, 51.7, 30.0, 13.9, 5.2, 1.6)),
        (5, False, (10.2, 77.4, 59.5, 39.5, 22.1, 10.3, 4.1)),
        (6, False, (8.9, 80.8, 65.7, 47.6, 30.2, 16.5, 7.8)),
        (1, True, (16.7, 50.0, 16.7, 0.0, 0.0, 0.0, 0.0)),
        (2, True, (13.9, 63.9, 36.1, 13.9, 2.8, 0.0, 0.0)),
        (3, True, (11.6, 72.2, 50.0, 27.8, 11.6, 3.2, 0.5)),
        (4, True, (9.6, 78.0, 60.1, 39.9, 22.0, 9.6, 3.2)),
        (5, True, (8.1, 82.3, 67.7, 50.0, 32.3, 17.7, 8.1)),
        (6, True, (6.7, 85.5, 73.7, 58.3, 41.7, 26.3, 14.5)),
    ],
)
def test_the_table_of_chances(dice: int, major: bool, chances: tuple[float, ...]) -> None:
    """ELFBALL-176: flop, then 1 to 6 and more, in per cent."""
    found = [flop(dice, major=major), *(at_least(dice, target, major=major) for target in range(1, 7))]
    assert [round(float(each) * 100, 1) for each in found] == pytest.approx(chances, abs=0.051)


@pytest.mark.parametrize(
    ("rider", "rolled", "given"),
    [
        ("keep", "- - - 2", ""),
        ("needed", "- - - S", "-"),
        ("", "X S - S", "X"),
        ("aim 1", "- S X S S", "X-"),
        ("aim 2", "- - -  S S S", "---"),
        ("all", "X - S  S S", "X-"),
        ("all", "S - -", ""),
        ("all reserve 2", "- - -  S", "-"),
        ("needed reserve 3", "- - - 2", ""),
    ],
)
def test_policies_for_own_dice(rider: str, rolled: str, given: str) -> None:
    """ELFBALL-177: as many as net lacks to the aim, or all; flops first, then blanks, never what counts."""
    event = pick_up(rolled, f"A go ball, pickup {rider}" if rider else "A go ball", momentum=3)
    assert "".join(sorted(plain(event).given, key="X-".index)) == given


@pytest.mark.parametrize(
    ("rider", "rolled", "given"),
    [
        ("keep", "S S S -", ""),
        ("needed", "S S S -  - -  S S -", "SS"),
        ("all", "S S S *  -  - - - - S S -", "SSS*"),
        ("needed", "S X - -  S S -", ""),
    ],
)
def test_policies_for_the_others_dice(rider: str, rolled: str, given: str) -> None:
    """ELFBALL-178: only what succeeds as rolled is pressed, stars first, then successes."""
    text = "A Striker k20 2; M Striker k24 5; B Imp k28 5; N Imp g8"
    pitch = after(text, f"A momentum rival {rider}, throw b", f"S S S - {rolled}", ball="A", momentum=6)
    assert "".join(sorted(pitch.told(Intercepted)[0].dice.given, key="S*".index)) == given


def test_their_injury_is_kept_unless_said() -> None:
    """ELFBALL-178: word `injury`, default `keep`, against a target of 4."""
    text, dice = "A Widowmaker k20 2; M Zombie k22 2", "S S S S -  S S S S - -"
    for line, given in (("A tackle m", ""), ("A momentum injury needed, tackle m", "S")):
        pitch = Played(text, dice=f"{dice}{' -' if given else ''}", ball="g20", momentum=2)
        pitch.play("N", line)
        assert pitch.told(Injured)[0].dice.given == given
        assert pitch.told(Injured)[0].result == ("bench" if given else "dazed")


def test_the_nearest_policy_counts() -> None:
    """ELFBALL-179: behind the challenge, then the action's, then the standing one of the kind, then that for all."""
    for lines, line, rolled, given in (
        ((), "A go ball", "- - - S", 1),
        (("always momentum keep",), "A go ball", "- - - 2", 0),
        (("always momentum keep", "always momentum pickup all"), "A go ball", "- - - S S S", 3),
        (("always momentum pickup all",), "A momentum pickup keep, go ball", "- - - 2", 0),
        ((), "A go ball, momentum pickup keep", "- - - 2", 0),
        ((), "A go ball, if down: momentum pickup keep", "- - - S", 1),
        ((), "A if loose: momentum keep, go ball", "- - - 2", 0),
        (("always momentum pickup keep",), "A momentum all, go ball", "- - - S S S", 3),
        (("always momentum keep",), "A momentum keep, go ball, pickup needed", "- - - S", 1),
        (("always momentum reserve 5",), "A go ball", "- - - 2", 0),
        (("always momentum throw all",), "A go ball", "- - - S", 1),
    ):
        pitch = Played(BALL, dice=rolled, ball="l21", momentum=5)
        pitch.play("N", *lines, line)
        assert len(pitch.told(PickedUp)[0].dice.given) == given, (lines, line)


def test_policies_of_other_challenges() -> None:
    """ELFBALL-179: the rider behind an item is for its challenge: Disengage, Throw, Tackle, Shove, Dash."""
    cases: list[tuple[str, str, str, type[Any]]] = [
        ("A Midfielder k20 3; M Imp k22 5", "A move k18 all", "- - - S S S", Disengaged),
        ("A Midfielder k20 3; M Imp u22", "A throw i20 all", "- - - S S S", Thrown),
        ("A Hunter k20 2; M Imp k22 5", "A tackle m all", "- - - - S S S S", Tackled),
        ("A Hunter k20 2; M Imp k22 2", "A shove m all", "- - - S S S", Shoved),
        ("A Hunter k20 2; M Imp u22", "A dash 2 all, move l21", "- - S S", Dashed),
    ]
    for text, line, dice, kind in cases:
        pitch = Played(text, dice=dice, ball="A" if kind is Thrown else "g20", momentum=6)
        pitch.play("N", line)
        assert set(pitch.told(kind)[0].dice.given) == {"-"}, line
        assert "-" not in pitch.told(kind)[0].dice.faces, line


def test_a_policy_is_made_of_what_is_said() -> None:
    """ELFBALL-179: what the nearer one leaves open is taken from the one behind it."""
    assert Policy(aim=1).over(Policy("all", 0, 2)) == Policy("all", 1, 2)
    assert Policy("keep", 0, 0).over(Policy("all", 3, 3)) == Policy("keep", 0, 0)


def test_an_own_catch_is_pressed_too() -> None:
    """ELFBALL-18: every challenge of the active team, also the Catch of a teammate."""
    pitch = after(
        "A Striker k20 2; B Midfielder k26 5; M Imp u22",
        "A throw b",
        "S - - -  - - -  S S",
        ball="A",
        momentum=2,
    )
    assert pitch.told(Caught)[0].result == "held"
