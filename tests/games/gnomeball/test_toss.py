"""Tossing, catching and intercepting: GNOMEBALL-40 to 52 and 134."""

import pytest

from pbem.games.gnomeball.events import Caught, GnomeHurt, Intercepted, Odds, Scored, Thwump, Tossed
from pbem.play.match import Match
from pbem.play.queues import SPENT
from pbem.play.record import Tail

from .pitch import GAME, Pitch


@pytest.mark.parametrize(
    ("tosser", "may"),
    [
        ("human", 4),
        ("orc", 5),
        ("human copperback=true", 6),
        ("orc copperback=true", 7),
        ("orc copperback=true was=B1", 5),
    ],
)
def test_ranges(tosser: str, may: int) -> None:
    """GNOMEBALL-40: 4, a copperback 6, an Orc 1 more; GNOMEBALL-94; in any direction, to any other square."""
    race, _, rest = tosser.partition(" ")
    pitch = Pitch(f"A1 {race} a9 {rest}, B2 human j9", gnome="A1", rolls=(3,))
    assert pitch.refusal("A", "A1 toss a1") == f"a1 is 8 away; A1 tosses up to {may}."
    assert pitch.refusal("A", "A1 toss a9") == "A1 stands on a9; a toss goes to another square."
    pitch.play("A", f"A1 toss a{9 - may}")
    assert pitch.state.gnome.at == f"a{9 - may}"


def test_backwards_only() -> None:
    """GNOMEBALL-41: the square aimed at must be closer to its player's home; a copperback is free of this."""
    pitch = Pitch("A1 human e5, A2 human a5 copperback=true, B1 human j9", gnome="A1")
    assert pitch.refusal("A", "A1 toss e7") == (
        "e7 is no closer to your home than e5; only the copperback may toss there."
    )
    assert "no closer" in pitch.refusal("A", "A1 toss f3")  # as far from home as e5
    assert "no closer" in Pitch("A1 human a1, B1 human j9", gnome="A1").refusal("A", "A1 toss b2")
    free = Pitch("A1 human e5 copperback=true, B1 human j9", gnome="A1", rolls=(5,))
    free.play("A", "A1 toss e7")
    assert free.state.gnome.at == "e7"


def test_only_the_square_aimed_at_must_lie_backwards() -> None:
    """GNOMEBALL-41: where the gnome ends is not tested."""
    pitch = Pitch("A1 human a5, B1 human j9", gnome="A1", rolls=(1,))
    pitch.play("A", "A1 toss a4")
    assert pitch.state.gnome.at == "a5"


@pytest.mark.parametrize(
    ("there", "needs"),
    [("A2 human a1", 3), ("A2 human c5", 3), ("A2 dwarf c5", 4), ("A2 undead c5", 2), ("B2 dwarf c5", 4)],
)
def test_a_preview_tells_the_odds_of_the_catcher(there: str, needs: int) -> None:
    """GNOMEBALL-45, GNOMEBALL-46: whoever stands on the square aimed at needs its own number; else 3 are on target."""
    pitch = Pitch(f"A1 human e5, {there}, B1 human j9", gnome="A1")
    assert pitch.match.preview("A", ["A1 toss c5"]).outlook == Odds("toss", needs)


@pytest.mark.parametrize(("die", "end"), [(1, "d5"), (2, "b5"), (3, "c5"), (6, "c5")])
def test_the_toss_die(die: int, end: str) -> None:
    """GNOMEBALL-43: 3 or more on target, 2 one square beyond even past the range, 1 one square before."""
    pitch = Pitch("A1 human e5, B1 human j9", gnome="A1", rolls=(die,))
    pitch.play("A", "A1 toss c5")
    assert pitch.told(Tossed) == [Tossed("A1", "e5", "c5", die, end)]
    assert pitch.state.gnome.at == end


def test_beyond_the_range_and_the_edge() -> None:
    """GNOMEBALL-43: a 2 flies past the range; GNOMEBALL-44: but not off the field."""
    past = Pitch("A1 human a7, B1 human j9", gnome="A1", rolls=(2,))
    past.play("A", "A1 toss a3")
    assert past.state.gnome.at == "a2"
    edge = Pitch("A1 human a4, A2 undead a1, B1 human j9", gnome="A1", rolls=(2,))
    edge.play("A", "A1 toss a1")
    assert edge.state.holder == "A2"


@pytest.mark.parametrize(
    ("race", "die", "caught"),
    [("human", 3, True), ("dwarf", 3, False), ("dwarf", 4, True), ("undead", 3, True), ("worgen", 3, True)],
)
def test_the_toss_die_is_the_catching_roll(race: str, die: int, caught: bool) -> None:
    """GNOMEBALL-45: 3, an Undead 2, a Dwarf 4; catching is not optional and works for anybody's character."""
    for who in ("A2", "B2"):
        pitch = Pitch(
            f"A1 human e5, {who} {race} c5, B1 human j9", gnome="A1", rolls=(die, *((1,) * (who == "B2")))
        )
        pitch.play("A", "A1 toss c5")
        assert (pitch.state.holder == who) == caught


@pytest.mark.parametrize(
    ("where", "race", "caught"), [("c5", "undead", True), ("b5", "undead", True), ("b5", "human", False)]
)
def test_a_2_is_caught_by_an_undead_only(where: str, race: str, caught: bool) -> None:
    """GNOMEBALL-46: on the intended square as it passes over, or on the square beyond."""
    pitch = Pitch(f"A1 human e5, A2 {race} {where}, B1 human j9", gnome="A1", rolls=(2,))
    pitch.play("A", "A1 toss c5")
    assert (pitch.state.holder == "A2") == caught


def test_nobody_else_catches_on_the_way() -> None:
    """GNOMEBALL-46: a friend under the flight neither catches nor intercepts."""
    pitch = Pitch("A1 human e5, A2 undead d5, B1 human j9", gnome="A1", rolls=(6,))
    pitch.play("A", "A1 toss c5")
    assert pitch.state.gnome.at == "c5"
    assert not pitch.told(Intercepted)


@pytest.mark.parametrize(("race", "needs"), [("human", 5), ("undead", 4), ("dwarf", 6)])
def test_interceptions(race: str, needs: int) -> None:
    """GNOMEBALL-47: enemies within 1 square of a flight square roll 5+, an Undead 4+, a Dwarf 6; success ends the
    flight on the interceptor's own square."""
    for face in (needs, needs - 1):
        pitch = Pitch(f"A1 human e5, A2 human c5, B1 {race} d6, B2 human j9", gnome="A1", rolls=(3, face))
        pitch.play("A", "A1 toss c5")
        assert pitch.told(Intercepted) == [Intercepted("B1", "d5", face, needs, face == needs)]
        assert pitch.state.holder == ("B1" if face == needs else "A2")


def test_who_may_try() -> None:
    """GNOMEBALL-47: not at the tosser's own square, not diagonally, and each once only."""
    pitch = Pitch("A1 human e5, B1 human e6, B2 human d7, B3 human c4, B4 human f5", gnome="A1", rolls=(3, 1))
    pitch.play("A", "A1 toss b4")  # by way of d5 and c4 (halves toward zero)
    assert [(event.who, event.at) for event in pitch.told(Intercepted)] == [("B3", "c4")]


def test_reach_takes_diagonal_interceptors_in() -> None:
    """GNOMEBALL-5: option `reach 1.5` serves interception as well."""
    pitch = Pitch("A1 human e5, B1 human c6, B2 human j9", gnome="A1", rolls=(3, 1), settings={"reach": 1.5})
    pitch.play("A", "A1 toss d4")
    assert not pitch.told(Intercepted)
    near = Pitch("A1 human e5, B1 human c5, B2 human j9", gnome="A1", rolls=(3, 1), settings={"reach": 1.5})
    near.play("A", "A1 toss d4")
    assert [event.who for event in near.told(Intercepted)] == ["B1"]


def test_the_order_of_attempts() -> None:
    """GNOMEBALL-48: the toss die first; then square by square, who stands on it before who stands beside, then by seat
    from the seat after the tosser's, then by id."""
    pitch = Pitch(
        "B1 human f5, A1 human d6, A2 human d5, C1 human d4, C2 human e4, A3 human c6",
        gnome="B1", players=3, turn="B", rolls=(3, 1, 1, 1, 1, 1), homes={"A": "j10", "B": "a1", "C": "j1"},
    )  # fmt: skip
    pitch.play("B", "B1 toss c5")
    assert [(event.who, event.at) for event in pitch.told(Intercepted)] == [
        ("C2", "e5"), ("A2", "e5"), ("C1", "d5"), ("A1", "d5"), ("A3", "c5"),
    ]  # fmt: skip


def test_who_stands_under_the_flight_goes_first() -> None:
    """GNOMEBALL-48: before those beside the square, though their seat comes earlier."""
    pitch = Pitch(
        "B1 human f5, C1 human e4, A1 human e5", gnome="B1", players=3, turn="B", rolls=(3, 1, 1),
        homes={"A": "j10", "B": "a1", "C": "j1"},
    )  # fmt: skip
    pitch.play("B", "B1 toss c5")
    assert [event.who for event in pitch.told(Intercepted)] == ["A1", "C1"]


def test_interceptors_come_before_catchers_on_the_same_square() -> None:
    """GNOMEBALL-48: an enemy on the landing square tries to intercept and, failing that, catches."""
    pitch = Pitch("A1 human e5, B1 human d5, B2 human j9", gnome="A1", rolls=(3, 2))
    pitch.play("A", "A1 toss d5")
    assert pitch.told(Intercepted)[0].made is False
    assert pitch.told(Caught) == [Caught("B1", "d5")]


def test_stunned_and_used_characters_may_try() -> None:
    """GNOMEBALL-49: stun, howl and being used speak of activations only."""
    pitch = Pitch(
        "A1 human e5, B1 human d5 stunned=true howled=true used=true, B2 human j9", gnome="A1", rolls=(3, 5)
    )
    pitch.play("A", "A1 toss c5")
    assert pitch.state.holder == "B1"


def test_trying_is_a_choice() -> None:
    """GNOMEBALL-49: who declines does not roll; GNOMEBALL-136: nothing else is asked in another's turn."""
    pitch = Pitch("A1 human e5, B1 human d6, B2 human j9", gnome="A1", rolls=(3,))
    pitch.play("B", "always ask intercept")
    pitch.play("A", "A1 toss c5")
    assert pitch.asks == {"B": "intercept"}
    assert pitch.state.gnome.at == "d5"
    again = Match(GAME, Tail(pitch.match.turn, pitch.match.rows), pitch.dice)
    assert again.state.gnome.at == "d5"
    pitch.play("B", "ignore")
    assert not pitch.told(Intercepted)
    assert pitch.state.gnome.at == "c5"


def test_thwump() -> None:
    """GNOMEBALL-50: neither intercepted nor caught it takes 1 damage and lies loose, in a home too, for no points."""
    pitch = Pitch("A1 human h9 copperback=true, B1 human j1", gnome="A1", rolls=(3,))
    pitch.play("A", "A1 toss i9")
    assert pitch.told(Thwump) == [Thwump("i9", 2)]
    assert (pitch.state.gnome.at, pitch.state.scores) == ("i9", {})


def test_catching_in_an_enemy_home_scores() -> None:
    """GNOMEBALL-51: for the catcher's or interceptor's player; a fall there scores nothing."""
    pitch = Pitch("A1 human c2, B1 human b2, B2 human j9", gnome="A1", rolls=(3, 5, 1))
    pitch.play("A", "A1 toss b1")
    assert [(event.seat, event.who) for event in pitch.told(Scored)] == [("B", "B1")]
    assert pitch.state.scores == {"B": 8}


def test_catching_at_home_is_nothing_special() -> None:
    """GNOMEBALL-52: a toss home to a teammate is caught, and that is all."""
    pitch = Pitch("A1 human c4, A2 human b2, B1 human j9", gnome="A1", rolls=(3,))
    pitch.play("A", "A1 toss b2")
    assert (pitch.state.holder, pitch.state.scores) == ("A2", {})


def test_policies_of_interception() -> None:
    """GNOMEBALL-134: every seat tries unless it says otherwise; a Worgen in its form may be left out while the gnome
    lives; `always ask intercept` brings the question back."""
    position = "A1 human e5, B1 worgen d6 form=1, B2 human j9"
    assert GAME.memory(Pitch(position).state, "B") == []
    for order, hp, tries in (
        ("always intercept", 3, 1),
        ("never intercept", 3, 0),
        ("always intercept except worgen", 3, 0),
        ("always intercept except worgen", 0, 1),
    ):
        pitch = Pitch(position, gnome="A1", hp=hp, rolls=(3, *((1,) * tries)))
        pitch.play("B", order)
        pitch.play("A", "A1 toss c5")
        assert len(pitch.told(Intercepted)) == tries
        assert pitch.asks == {"B": "activation"}
    human = Pitch("A1 human e5, B1 worgen d6, B2 human j9", gnome="A1", rolls=(3, 1))
    human.play("B", "always intercept except worgen")
    human.play("A", "A1 toss c5")
    assert len(human.told(Intercepted)) == 1


def test_claws_on_a_catch() -> None:
    """GNOMEBALL-115: a Worgen in its form does 2 damage to the gnome it catches or intercepts, at once."""
    caught = Pitch("A1 human e5, A2 worgen c5 form=1, B1 human j9", gnome="A1", rolls=(3,))
    caught.play("A", "A1 toss c5")
    assert caught.told(GnomeHurt) == [GnomeHurt(2, 1, "claws")]
    intercepted = Pitch("A1 human e5, B1 worgen d5 form=1, B2 human j9", gnome="A1", rolls=(3, 5))
    intercepted.play("A", "A1 toss c5")
    assert (intercepted.state.holder, intercepted.state.gnome.hp) == ("B1", 1)
    picked = Pitch("A1 worgen e5, B1 human j9", gnome="e5")
    picked.play("A", "A1 pick up")
    assert not picked.told(GnomeHurt)


def test_a_preview_stops_at_the_others_choice() -> None:
    """GNOMEBALL-134: it shows the toss die ahead, and never what another seat would do."""
    pitch = Pitch("A1 human e5, B1 human d6, B2 human j9", gnome="A1")
    assert pitch.match.preview("A", ["A1 toss c5"]).stop == "dice: toss"


def test_a_pass_behind_a_toss_is_not_for_the_next_activation() -> None:
    """GNOMEBALL-122: Ben decides about the toss first. It ends the activation, and with it Ann's turn: her `pass` would
    give up an activation that she has not seen."""
    pitch = Pitch(
        "A1 human e5, A2 human a9, B1 human d6, B2 human j9", gnome="A1", rolls=(3,), settings={"tempo": 1}
    )
    pitch.play("B", "always ask intercept")
    told = pitch.play("A", "A1 toss c5", "pass")
    assert told[1].text == '"pass" waits for this turn, and goes with it'
    pitch.play("B", "ignore")
    assert pitch.queue("A") == []
    assert pitch.reports("A") == [("pass", SPENT)]
    pitch.play("B", "B1 move d5")
    pitch.play("B", "pass")
    assert pitch.asks == {"A": "activation"}
    told = pitch.play("B", "pass", "B2 pass")
    assert [each.text for each in told] == [
        f'"{line}" waits and will give up {what}. To take it back, answer: clear'
        for line, what in (("pass", "your next activation"), ("B2 pass", "the next activation of B2"))
    ]
