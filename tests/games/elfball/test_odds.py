"""What mails tell of the dice ahead, and where players can go."""

from collections import Counter

import pytest

from pbem.games.elfball.field.hexes import FIELD, GOALS
from pbem.games.elfball.field.prompts import Policies, Tried
from pbem.games.elfball.field.state import Memory, Policy
from pbem.games.elfball.field.ways import find_way, reachable
from pbem.games.elfball.odds import MOST, paces_of
from pbem.play.dice import ProvableDice
from pbem.play.game import masked
from pbem.play.match import Match
from pbem.play.orders import Refused
from pbem.play.record import Tail
from pbem.play.requests import Event

from .pitch import GAME, Played

LOOSE = "A Midfielder k20 3; B Striker k24 3; C Imp g8; M Imp u22"


def odds(pitch: Played, seat: str = "N") -> list[Event]:
    """What the mail of a seat's ask tells."""
    return list(GAME.odds(masked(pitch.state, seat), pitch.match.asks[seat]))


def lines(pitch: Played, seat: str = "N") -> list[str]:
    """The lines whose odds are told."""
    return [each.line for each in odds(pitch, seat) if isinstance(each, Tried)]


def test_who_can_get_at_a_loose_ball() -> None:
    """ELFBALL-51, 176: those in reach, the best first, and the policy of Momentum with its counters."""
    told = odds(Played(LOOSE, ball="l21", momentum=1))
    assert [(each.line, each.odds[0].success) for each in told if isinstance(each, Tried)] == [
        ("B go ball", 85),
        ("A go ball", 82),
    ]
    assert told[-1] == Policies(1, "needed", ())


def test_the_policies_in_force_are_the_managers_own() -> None:
    """ELFBALL-179: those of the seat that is asked; the other team's are nobody's business."""
    own = Memory(momentum={"tackle": Policy("all", aim=1), "": Policy("keep")})
    pitch = Played(LOOSE, ball="l21", momentum=1, private={"N": own, "S": Memory(intercept="never")})
    assert odds(pitch)[-1] == Policies(1, "keep", (("tackle", "all aim 1"),))
    assert [each.odds[0].success for each in odds(pitch) if isinstance(each, Tried)] == [73, 67]


def test_who_can_get_at_the_holder() -> None:
    """ELFBALL-73, 74, 118: from behind where that is in reach, and by a Steal of who knows it; not who is marked."""
    text = "A Midfielder m20 2; B Striker m28 5 with steal; C Imp g8; M Imp m24 2"
    told = lines(Played(text, ball="M", moved={"N": "C"}))
    assert told == ["A go behind M, tackle M", "B go behind M, tackle M with steal"]
    assert lines(Played(text, ball="M", moved={"N": "A"})) == ["B go behind M, tackle M with steal"]


def test_what_the_holder_may_do() -> None:
    """ELFBALL-49, 60, 94: run home, if that needs dice and is in reach, and throw to the mates next to the goal."""
    pitch = Played("A Striker t21 3; B Striker p21 3; C Imp d23; M Imp t23 5; N Imp m2", ball="A")
    assert lines(pitch) == ["A go goal", "A throw B", "A throw C"]
    assert lines(Played("A Striker c20 3; M Imp u22", ball="A")) == []
    far = Played("A Striker g20 3; M Imp u22", ball="A", momentum=2)
    assert odds(far) == [Policies(2, "needed", ())]


def test_a_player_who_waits_for_more_is_told_as_well() -> None:
    """ELFBALL-187: of the acting player alone, with the paces that are left."""
    pitch = Played(LOOSE, ball="l21")
    pitch.play("N", "A face 3, wait")
    assert pitch.asks == {"N": "continue"}
    assert lines(pitch) == ["A go ball"]


def test_odds_cost_no_more_than_a_few_lines() -> None:
    """Each line is carried out in thought."""
    near = "A Imp l19 3; B Imp k20 3; C Imp k22 3; D Imp k24 3; E Imp l23 3; F Imp m20 3; M Imp u22"
    assert len(lines(Played(near, ball="l21"))) == MOST


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (LOOSE, {"ball": "l21"}),
        ("A Striker t21 3; B Imp p21 3; M Imp t23 5; N Imp g8", {"ball": "A", "momentum": 2}),
        ("A Midfielder m20 2; B Imp m28 5; M Imp m24 2; N Imp l23 4", {"ball": "M", "momentum": 1}),
    ],
)
def test_the_odds_told_are_those_of_many_matches(text: str, given: dict[str, object]) -> None:
    """Every line is played many times, by the rules with real dice: as often as is told, its first roll succeeds."""
    start = Played(text, **given)  # type: ignore[arg-type]  # fields of the state
    for told in odds(start):
        if not isinstance(told, Tried):
            continue
        first, counts = told.odds[0], Counter[str]()
        for number in range(400):
            match = Match(GAME, Tail(start.match.turn), ProvableDice(bytes(32), f"{told.line}{number}", ()))
            match.settle()
            match.play("N", [told.line])
            dice = next(event.dice for event in match.events if hasattr(event, "dice"))
            counts["success"] += dice.succeeded
            counts["flop"] += dice.flopped
        assert (counts["success"] / 4, counts["flop"] / 4) == pytest.approx(
            (first.success, first.flop), abs=7
        )


def test_where_a_player_can_go() -> None:
    """ELFBALL-45, 47, 49: as far as the paces go, without a roll and with one; a lying player gets up first."""
    pitch = Played("A Zombie g20 3; B Imp g22 3; C Imp m22 3 down; M Imp h23 6; N Imp u22", ball="f19")
    told = GAME.reach(pitch.state, "N", "a")
    assert told[:2] == ["A on g20 has 4 paces.", "Without a roll:"]
    assert "With a Disengage on the way:" in told
    assert "once up again" in GAME.reach(pitch.state, "N", "C")[0]
    assert GAME.reach(pitch.state, "N", "N")[0].startswith("N on u22 has ")
    with pytest.raises(Refused):
        GAME.reach(pitch.state, "N", "Z")


def test_the_hexes_told_are_those_that_go_leads_to() -> None:
    """ELFBALL-49, 189: exactly those in reach; a step out of a hex that an opponent faces needs a roll."""
    pitch = Played("A Imp g20 3; B Imp g22 3; M Imp e20 4; N Imp f17 2; O Imp u22", ball="i20")
    state, paces = pitch.state, paces_of(pitch.state, "A")
    free = [name for name in FIELD if name not in GOALS and not state.on(name)]
    ways = {name: find_way(state, "A", [name]) for name in free}
    assert reachable(state, "A", paces, rolling=True) == {
        name for name, way in ways.items() if way is not None and len(way) <= paces
    }
    watched = {name for name in free if state.facing(name, "S")}
    unwatched = reachable(state, "A", paces, rolling=False)
    straight = {n for n, way in ways.items() if way is not None and len(way) <= paces}
    straight = {name for name in straight if watched.isdisjoint((ways[name] or [])[:-1])}
    assert straight <= unwatched < reachable(state, "A", paces, rolling=True)
    state.players["M"].at = "f21"  # facing A
    assert reachable(state, "A", paces, rolling=False) == set()
