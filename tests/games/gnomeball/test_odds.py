"""What mails tell of the dice ahead, and where characters may go."""

import pytest

from pbem.games.gnomeball.events import Attacked, Attacks, Drops, Punt
from pbem.games.gnomeball.lines import check_line
from pbem.games.gnomeball.orders import Activate, read
from pbem.games.gnomeball.powers.tauren import Stomp, Stomped
from pbem.games.gnomeball.powers.undead import Barrel, Plagued
from pbem.games.gnomeball.squares import SQUARES
from pbem.games.gnomeball.state import Active, Field
from pbem.play.game import masked
from pbem.play.orders import Refused
from pbem.play.requests import Event

from .pitch import GAME, Pitch


def odds(pitch: Pitch, seat: str = "A") -> list[Event]:
    """What the mail of the seat's ask tells."""
    return list(GAME.odds(masked(pitch.match.state, seat), pitch.match.asks[seat]))


def test_who_may_get_at_whom_and_what_it_needs() -> None:
    """GNOMEBALL-30, 54, 64, 90, 93: after a move, at whom it reaches then; once moved, from where it stands."""
    pitch = Pitch(
        "A1 tauren d4, A2 undead a1, A3 human c1 used=true, B1 human d8, B2 troll e5, B3 human j9", gnome="B2"
    )
    assert odds(pitch) == [
        Attacks((("A1", ("B1", "B2", "gnome")),), 4),
        Drops("B2", 4),
        Stomp("A1", ("B1", "B2"), 4),
        Barrel("A2", ("B2",), 2),
    ]
    state = pitch.match.state
    state.characters["A1"].at, state.active = "d5", Active("A1", moved=True)
    told = GAME.odds(masked(state, "A"), pitch.match.asks["A"])
    assert told == [Attacks((("A1", ("B2", "gnome")),), 4), Drops("B2", 4), Stomp("A1", ("B2",), 4)]


def test_a_power_that_is_used_up_is_not_told_of() -> None:
    """GNOMEBALL-84: a stomp and a barrel serve once."""
    pitch = Pitch("A1 tauren d4 spent=1, A2 undead c4 spent=1, B1 human e5", gnome="j1")
    assert odds(pitch) == [Attacks((("A1", ("B1",)), ("A2", ("B1",))), 4)]


def test_a_power_that_reaches_nobody_is_not_told_of() -> None:
    """GNOMEBALL-88: a stomp and a barrel need an enemy."""
    assert odds(Pitch("A1 tauren d4, A2 undead c4, B1 human j9", gnome="j1")) == []


def test_a_holder_near_a_home_is_told_of_the_punt() -> None:
    """GNOMEBALL-58: more than the distance; nobody is near enough for anything else."""
    pitch = Pitch("A1 undead g9, B1 human a1", gnome="A1")
    assert [each for each in odds(pitch) if isinstance(each, Punt)] == [Punt("A1", "B", 3)]
    assert Drops("A1", 5) in odds(pitch)


def legal(state: Field, seat: str, who: str, action: str) -> bool:
    """Whether the rules let a character do that after some move, or where it stands."""
    lines = (f"{who} {action}", *(f"{who} move {square}; {action}" for square in SQUARES))
    for line in lines:
        order = read(line.replace(";", ","))
        assert isinstance(order, Activate)
        try:
            check_line(state, seat, order)
        except Refused:
            continue
        return True
    return False


@pytest.mark.parametrize(
    "characters",
    [
        "A1 human d4, A2 dwarf c4, A3 human d5, A4 human e4 stunned=true, B1 human d3, B2 orc g7, B3 human d1",
        "A1 human d4, A2 troll d5 slow=2, A3 worgen e4 form=1, A4 orc a9 howled=true, B1 human d8, B2 orc e7",
    ],
)
def test_the_pairs_are_those_that_the_rules_let_meet(characters: str) -> None:
    """Every enemy that is named may be attacked after some move, and no other."""
    pitch = Pitch(characters, gnome="f5")
    state = pitch.match.state
    (attacks,) = [each for each in odds(pitch) if isinstance(each, Attacks)]
    told = {(who, target) for who, targets in attacks.pairs for target in targets}
    able = [who for who in state.unused("A") if not state.characters[who].stunned]
    names = [*state.standing("B"), "gnome"]
    assert told == {(who, name) for who in able for name in names if legal(state, "A", who, f"attack {name}")}


@pytest.mark.parametrize("face", range(1, 7))
def test_the_numbers_are_those_that_the_rules_roll_by(face: int) -> None:
    """GNOMEBALL-54, 90, 93."""
    told = odds(Pitch("A1 undead d4, A2 tauren e5, B1 human d5, B2 human e6", gnome="B1"))
    needs = {type(each): each.needs for each in told if isinstance(each, Attacks | Barrel | Stomp)}
    attack = Pitch("A1 undead d4, B1 human d5", rolls=(face,))
    attack.play("A", "A1 attack B1")
    assert (attack.told(Attacked)[0].damage > 0) == (face >= needs[Attacks])
    barrel = Pitch("A1 undead d4, B1 human d5", rolls=(face,))
    barrel.play("A", "A1 plague B1")
    assert barrel.told(Plagued)[0].hit == (face >= needs[Barrel])
    stomp = Pitch("A1 tauren d4, B1 human d5", rolls=(face,))
    stomp.play("A", "A1 stomp")
    assert bool(stomp.told(Stomped)[0].stunned) == (face >= needs[Stomp])


def test_where_a_character_may_go() -> None:
    """GNOMEBALL-30, 31: round others, as far as its squares go; anybody's, and none that is off the field."""
    pitch = Pitch("A1 dwarf a1 slow=1, A2 human b1, B1 human a3 used=true, B2 human -", gnome="f5")
    state = pitch.match.state
    assert GAME.reach(state, "A", "a1") == [
        "A1 (Dwarf) on a1 may move 2, a diagonal step counting 1.5. It reaches:",
        "  a2 to b2",
    ]
    assert "It has been activated in this cycle." in GAME.reach(state, "A", "B1")[0]
    with pytest.raises(Refused, match="B2 is off the field"):
        GAME.reach(state, "A", "B2")
    with pytest.raises(Refused, match="There is no A9; on the field are A1 A2 B1"):
        GAME.reach(state, "A", "A9")
    with pytest.raises(Refused, match="There is no B7"):
        GAME.reach(state, "A", "B7")
