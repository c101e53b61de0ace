"""Setting up: GNOMEBALL-8 to 21, 137 and 138."""

import pytest

from pbem.games.gnomeball.events import FirstTurn, GnomeCame, Homes, Placed, Teams
from pbem.games.gnomeball.squares import zone
from pbem.play.game import masked

from .pitch import GAME, Pitch

TEAM = "team tauren undead orc* troll human"


def started(*mails: tuple[str, ...], rolls: tuple[int, ...] = (1, 1), **given: object) -> Pitch:
    """A match after everybody's mail for the set-up."""
    pitch = Pitch(rolls=rolls, players=len(mails), **given)  # type: ignore[arg-type]  # its fields
    for seat, lines in zip("ABCD", mails, strict=False):
        pitch.play(seat, *lines, "done")
    return pitch


def test_five_characters_of_any_race_any_number_of_times() -> None:
    """GNOMEBALL-8: five, the same race as often as one likes, no Gnome."""
    pitch = started(("team orc orc orc or va",), (TEAM,))
    assert [pitch.one(f"A{number}").race for number in range(1, 6)] == ["orc"] * 4 + ["valkyr"]
    fresh = Pitch()
    assert fresh.refusal("A", "team orc orc gnome orc orc") == "A gnome cannot join a team: it is the ball."
    assert fresh.refusal("A", "team orc orc orc orc") == "A team has 5 characters; you named 4."


def test_one_copperback_or_none() -> None:
    """GNOMEBALL-9: a star marks one of the five, or nobody."""
    pitch = started(("team orc troll* human dwarf goblin",), ("team orc troll human dwarf goblin",))
    assert [who for who in pitch.state.ids() if pitch.state.leads_tosses(who)] == ["A2"]
    assert (
        Pitch().refusal("A", "team orc* orc* human human human")
        == "Only one character can be the copperback."
    )


def test_ids_follow_the_team_line() -> None:
    """GNOMEBALL-10: A1 to A5 in the order of the line, by seat letter."""
    pitch = started(("team go hu dw ne be",), (TEAM,), (TEAM,))
    assert [pitch.one(who).race for who in pitch.state.ids("A")] == [
        "goblin",
        "human",
        "dwarf",
        "nightelf",
        "bloodelf",
    ]
    assert pitch.state.ids("C") == ["C1", "C2", "C3", "C4", "C5"]


def test_a_team_is_told_by_its_ids() -> None:
    """GNOMEBALL-10: as it will be called."""
    assert Pitch().play("A", TEAM)[0].text == (
        "Your team: A1 Tauren, A2 Undead, A3 Orc (copperback), A4 Troll, A5 Human"
    )


@pytest.mark.parametrize(("wish", "corner"), [("j1", "j1"), ("se", "j1"), ("nw", "a10"), ("a1", "a1")])
def test_a_corner_of_ones_choice(wish: str, corner: str) -> None:
    """GNOMEBALL-11: any corner, next to another player's or opposite, by either name."""
    pitch = started((TEAM, f"home {wish}"), (TEAM, "home j10"), rolls=(1, 1))
    assert pitch.state.homes == {"A": corner, "B": "j10"}


def test_first_choices_that_differ_need_no_die() -> None:
    """GNOMEBALL-12: everybody has their first choice."""
    pitch = started((TEAM, "home j1 a1"), (TEAM, "home a1 j1"))
    assert pitch.told(Homes) == [Homes((("A", "j1"), ("B", "a1")), "", 0)]


@pytest.mark.parametrize(
    ("die", "homes"),
    [
        (1, {"A": "a1", "B": "j1", "C": "j10"}),
        (3, {"A": "j10", "B": "a1", "C": "j1"}),
        (6, {"A": "j10", "B": "j1", "C": "a1"}),
    ],
)
def test_a_die_orders_wishes_that_clash(die: int, homes: dict[str, str]) -> None:
    """GNOMEBALL-12: who is named takes the first free corner of their list, then the others in seat order."""
    mails = ((TEAM, "home a1 j10"), (TEAM, "home a1 j1"), (TEAM, "home a1 j1 a10"))
    if die == 1:
        mails = ((TEAM, "home a1 j10"), (TEAM, "home a1 j1"), (TEAM, "home a1 j10"))
    pitch = started(*mails, rolls=(die, 1, 1))
    assert pitch.state.homes == homes


def test_the_home_order_of_four_rolls_5_and_6_again() -> None:
    """GNOMEBALL-12: the table of the first turn serves here too."""
    pitch = started(*[(TEAM, "home a1")] * 4, rolls=(5, 6, 2, 1, 1))
    assert pitch.told(Homes)[0].first == "B"
    assert pitch.state.homes == {"A": "j1", "B": "a1", "C": "j10", "D": "a10"}


def test_wishes_come_before_fallbacks() -> None:
    """GNOMEBALL-137: only lists are compared; seats without one get the corner opposite the lowest seat's, or the
    first free one, after every list has been gone through."""
    pitch = started((TEAM,), (TEAM, "home a1 j10"), (TEAM, "home j10"))
    assert pitch.state.homes == {"A": "a10", "B": "a1", "C": "j10"}
    lone = started((TEAM,), (TEAM, "home a10"))
    assert lone.state.homes == {"A": "j1", "B": "a10"}
    nobody = started((TEAM,), (TEAM,), (TEAM,), (TEAM,))
    assert nobody.state.homes == {"A": "a1", "B": "j10", "C": "a10", "D": "j1"}
    assert nobody.told(Homes)[0].die == 0


def test_fallbacks_follow_the_order_of_choosing() -> None:
    """GNOMEBALL-137: after a roll, lists that are spent fall back in that order."""
    pitch = started((TEAM, "home a1"), (TEAM, "home a1"), (TEAM, "home a1"), rolls=(5, 1, 1))
    assert pitch.state.homes == {"C": "a1", "A": "j10", "B": "a10"}


def test_one_secret_mail_revealed_together() -> None:
    """GNOMEBALL-13: all are asked at once; nobody sees anything, and a mail may be changed, until the last is in."""
    pitch = Pitch(rolls=(1, 1))
    assert pitch.asks == {"A": "setup", "B": "setup"}
    before = GAME.view(masked(pitch.state, "B"), "B")
    assert pitch.line_results("A", TEAM, "home a1", "place e4 d5") == ["noted"] * 3
    assert GAME.memory(pitch.state, "A") == [TEAM, "home a1", "place e4 d5"]
    assert pitch.asks == {"B": "setup"}
    assert GAME.view(masked(pitch.state, "B"), "B") == before
    assert not pitch.match.events
    pitch.play("A", "place A1 c3")
    pitch.play("B", "done")
    assert pitch.told(Placed)[0].places[:2] == (("A1", "c3"), ("A2", "e4"))


def test_nothing_is_left_of_a_mail_that_has_been_revealed() -> None:
    """GNOMEBALL-13: its squares are where everybody stands now."""
    pitch = started((TEAM, "home a1", "place A1 e4"), (TEAM, "home j10"))
    assert GAME.memory(pitch.state, "A") == []


def test_a_mail_without_a_part_waits_for_done() -> None:
    """GNOMEBALL-13: the mail ends with `done`, or when team, home and place are all in."""
    pitch = Pitch()
    pitch.play("A", TEAM, "home a1")
    assert pitch.asks == {"A": "setup", "B": "setup"}
    pitch.play("A", "place A1 b3")
    assert pitch.asks == {"B": "setup"}


def test_squares_within_four_of_home_all_different() -> None:
    """GNOMEBALL-14: home squares included; one too far or twice named is refused."""
    pitch = started((TEAM, "home a1", "place a1 b2 f2 d5 b6"), (TEAM,))
    assert pitch.at("A1", "A2", "A3", "A4", "A5") == ["a1", "b2", "f2", "d5", "b6"]
    fresh = Pitch()
    assert fresh.refusal("A", "place A1 g3") == "g3 is 5.5 from your home; the starting zone goes to 4."
    assert fresh.refusal("A", "place e4 e4") == "e4 is taken."
    assert fresh.refusal("A", "place A1 e4", "place A2 e4") == "e4 is taken."
    assert fresh.refusal("A", "place B1 e4") == "B1 does not serve you."
    assert fresh.refusal("A", "place e4 e3 e2 e1 d1 d2") == "You named 6 squares for 5 characters."


@pytest.mark.parametrize(
    ("first", "square", "onto"),
    [("a1", "f2", "e9"), ("j10", "f7", "f7"), ("j1", "f3", "f8"), ("a10", "d8", "g8")],
)
def test_squares_are_written_for_the_first_wish_and_mirrored(first: str, square: str, onto: str) -> None:
    """GNOMEBALL-15: columns or rows or both are turned round, so that corner lands on corner."""
    others = [corner for corner in ("a1", "j10", "a10", "j1") if corner != first]
    wishes = f"home {first} j10"
    rolls = (4, 1, 1)  # B chooses first
    if first == "j10":
        pitch = started((TEAM, wishes, f"place A1 {square}"), (TEAM, f"home {others[0]}"))
    else:
        pitch = started((TEAM, wishes, f"place A1 {square}"), (TEAM, f"home {first}"), rolls=rolls)
    assert pitch.state.homes["A"] == "j10"
    assert pitch.at("A1") == [onto]


def test_a_home_named_after_the_squares_must_fit_them() -> None:
    """GNOMEBALL-15: without a home line squares are meant for a1, so a later one may not contradict them."""
    assert Pitch().refusal("A", "place A1 e4", "home j10") == (
        "e4 is 7 from your home; the starting zone goes to 4."
    )


def test_draenei_squares_are_mirrored_with_the_rest() -> None:
    """GNOMEBALL-15: those of the set-up mail are; those of a later mail are meant as written."""
    mail = ("team draenei draenei orc orc orc", "home a1 j10", "place A1 c7 A3 e4")
    pitch = started(mail, (TEAM, "home a1"), rolls=(4, 1, 1))
    assert pitch.asks == {"A": "draenei"}
    pitch.play("A", "place A2 c7")
    assert pitch.at("A1", "A2") == ["h4", "c7"]


def test_default_squares() -> None:
    """GNOMEBALL-16: those not placed take the first free ones of the list, in id order, mirrored as needed."""
    pitch = started((TEAM, "home a1", "place A2 d5"), (TEAM, "home j10"))
    assert pitch.at("A1", "A2", "A3", "A4", "A5") == ["e4", "d5", "d4", "d3", "c4"]
    assert pitch.at("B1", "B2", "B3", "B4", "B5") == ["f7", "g6", "g7", "g8", "h7"]
    rest = ("e3", "c5", "c3", "e2", "b5", "f2", "b6", "a1", "b1", "c1", "d1", "e1", "f1", "a2")
    assert zone("a1")[5:19] == rest


def test_clashes_between_neighbours() -> None:
    """GNOMEBALL-17: the later seat keeps a square both want; the other's character takes the nearest free one of its
    own zone, after all others stand."""
    pitch = started(
        (TEAM, "home a1", "place A1 f2 A2 e2"), (TEAM, "home j1", "place B1 f2 B2 e2"), rolls=(1, 1)
    )
    assert pitch.at("B1", "B2") == ["f2", "e2"]
    assert pitch.at("A1", "A2", "A3") == ["f1", "d2", "e4"]  # no default square is kept for who is displaced
    assert pitch.told(Placed)[0].displaced == ("A1", "A2")
    ties = started(
        (TEAM, "home a1", "place A1 e1 A2 d1 A3 e2"), (TEAM, "home j1", "place B1 e1"), rolls=(1, 1)
    )
    assert ties.at("A1") == ["f1"]  # d1 and e2 are taken, f1 is 1 away


@pytest.mark.parametrize(
    ("homes", "dice", "square"),
    [
        (("a1", "j10"), (3,), "e6"),
        (("a1", "j10"), (4,), "f5"),
        (("a10", "j1"), (3,), "e5"),
        (("j1", "a10"), (4,), "f6"),
        (("a1", "j1"), (1,), "e5"),
        (("a1", "j1"), (2,), "f5"),
        (("a1", "j1"), (5, 6, 3), "e6"),
        (("a1", "a10"), (4,), "f6"),
    ],
)
def test_the_gnome_comes_to_the_centre(homes: tuple[str, str], dice: tuple[int, ...], square: str) -> None:
    """GNOMEBALL-18: between opposite homes one of the two squares equally far from both; else one of four."""
    pitch = started((TEAM, f"home {homes[0]}"), (TEAM, f"home {homes[1]}"), rolls=(*dice, 1))
    assert pitch.told(GnomeCame)[0] == GnomeCame(square, dice[-1])


def test_three_players_use_all_four_centre_squares() -> None:
    """GNOMEBALL-18: in every other case than two opposite homes."""
    pitch = started((TEAM, "home a1"), (TEAM, "home j10"), (TEAM, "home j1"), rolls=(1, 1))
    assert pitch.state.gnome.at == "e5"


def test_a_gnome_teleported_onto_somebody_lies_at_his_feet() -> None:
    """GNOMEBALL-19: nobody catches it, nobody holds it, it takes no damage."""
    pitch = Pitch("A1 human h6, B1 undead f5, B2 human j9", gnome="A1", rolls=(1, 5))
    pitch.play("A", "A1 punt")
    assert (pitch.state.gnome.at, pitch.state.gnome.hp, pitch.state.holder) == ("f5", 3, "")


def test_the_order_of_the_set_up() -> None:
    """GNOMEBALL-20: homes, other characters, the gnome; then Draenei, anywhere but on a character or on the gnome;
    then the first turn."""
    pitch = started(
        ("team draenei orc orc orc orc", "home a1"), ("team orc orc orc orc dr", "home j10"), rolls=(1, 1)
    )
    assert pitch.asks == {"A": "draenei", "B": "draenei"}
    assert (pitch.state.gnome.at, pitch.at("A1", "A2")) == ("e6", ["", "e4"])
    assert not pitch.told(FirstTurn)
    assert pitch.refusal("A", "place A1 f7") == "f7 is taken."
    assert pitch.refusal("A", "place A1 e6") == "e6 is taken."
    assert pitch.refusal("A", "place A2 a5") == "A2 does not serve you."
    before = GAME.view(masked(pitch.state, "B"), "B")
    pitch.play("A", "place j9")
    assert GAME.view(masked(pitch.state, "B"), "B") == before
    pitch.play("B", "done")
    assert pitch.at("A1", "B5") == ["j9", "h7"]
    assert [type(event).__name__ for event in pitch.match.events][-3:] == ["Placed", "Placed", "FirstTurn"]


def test_draenei_squares_out_of_the_set_up_mail() -> None:
    """GNOMEBALL-20: squares left over from the set-up mail answer for all that are named and free."""
    mail = ("team draenei orc orc orc orc", "home a1", "place A1 h8 A2 e4")
    assert started(mail, (TEAM, "home j10"), rolls=(1, 1)).at("A1", "A2") == ["h8", "e4"]
    taken = started(mail, (TEAM, "home j10", "place B1 h8"), rolls=(1, 1))
    assert taken.asks == {"A": "draenei"}
    taken.play("A", "done")
    assert taken.at("A1", "A5") == ["c4", "d3"]


def test_draenei_who_want_one_square() -> None:
    """GNOMEBALL-138: the last seat keeps it; who is displaced has the whole grid, but never the gnome's square."""
    draenei = "team draenei orc orc orc orc"
    pitch = started((draenei, "home a1"), (draenei, "home j10"), (draenei, "home j1"), rolls=(3, 1))
    assert pitch.state.gnome.at == "e6"
    for seat in "ABC":
        pitch.play(seat, f"place {seat}1 e5")
    assert pitch.at("A1", "B1", "C1") == ["f5", "f6", "e5"]
    assert [event.displaced for event in pitch.told(Placed)[-3:]] == [("A1",), ("B1",), ()]


@pytest.mark.parametrize(
    ("players", "dice", "seat"),
    [
        *((2, (face,), seat) for face, seat in enumerate("AAABBB", start=1)),
        *((3, (face,), seat) for face, seat in enumerate("AABBCC", start=1)),
        *((4, (face,), seat) for face, seat in enumerate("ABCD", start=1)),
        (4, (6, 5, 4), "D"),
    ],
)
def test_the_toss_for_first_turn(players: int, dice: tuple[int, ...], seat: str) -> None:
    """GNOMEBALL-21: the table by number of players; that player begins at once, and play goes on in seat order."""
    pitch = started(*[(TEAM,)] * players, rolls=(1, *dice))
    assert pitch.told(FirstTurn) == [FirstTurn(seat, dice[-1])]
    assert pitch.asks == {seat: "activation"}
    pitch.play(seat, "pass")
    after = "ABCD"[("ABCD".index(seat) + 1) % players]
    assert pitch.asks == {after: "activation"}


def test_who_does_not_answer_gets_the_default_team() -> None:
    """GNOMEBALL-148: tauren undead orc* troll human, home and squares by the fallbacks."""
    pitch = Pitch(rolls=(1, 1))
    pitch.match.answer_automatically("A")
    pitch.play("B", "team orc orc orc orc orc")
    pitch.match.answer_automatically("B")
    assert pitch.told(Teams) == [
        Teams("A", ("tauren", "undead", "orc*", "troll", "human")), Teams("B", ("orc",) * 5),
    ]  # fmt: skip
    assert pitch.state.homes == {"A": "a1", "B": "j10"}


def test_homes_may_be_given() -> None:
    """GNOMEBALL-11: with `homes opposite` seats A, B, C, D have a1, j10, a10, j1, and squares are written for a1."""
    options = {"homes": "opposite"}
    pitch = Pitch(options=options, players=3, rolls=(1, 1))
    assert pitch.refusal("A", "home j1") == "The homes are given in this match; squares are written for a1."
    for seat in "ABC":
        assert pitch.line_results(seat, TEAM, "place e4") == ["noted", "noted"]
    assert pitch.state.homes == {"A": "a1", "B": "j10", "C": "a10"}
    assert pitch.at("A1", "B1", "C1") == ["e4", "f7", "e7"]


def test_a_draft_is_no_standing_order() -> None:
    """What is chosen for the set-up is told apart from what stays in force."""
    pitch = Pitch()
    pitch.play("A", TEAM, "always place same")
    assert GAME.recall(pitch.state, "A") == [
        f"Your draft: {TEAM}",
        "Your standing orders: always place same",
    ]
