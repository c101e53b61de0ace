"""Teams and the set-up: ELFBALL-24 to 31, 93, 98, 99, 166, 183."""

from typing import Any

import pytest

from pbem.games.elfball.field.events import NewTest, NobodyForFaceOff, Recovered, SetUpRolled, TeamNamed
from pbem.games.elfball.field.players import FORMATIONS, LISTS, POSITIONS, TEAM_SIZE
from pbem.games.elfball.field.state import Half
from pbem.games.elfball.teams.rosters import LOT
from pbem.play.match import LetterRefused
from pbem.play.orders import split_lines

from .pitch import GAME, Played

NORTH = (
    "A Dryad bench; B Dryad bench; C Hunter bench; D Striker bench; E Thrower bench; F Thrower bench; "
    "G Swinetaur bench; "
)
SOUTH = "M Hunter bench; N Imp bench; O Imp bench; P Imp bench; Q Striker bench; R Striker bench"


def setting(text: str = NORTH + SOUTH, **given: Any) -> Played:
    """A Test that North sets up first."""
    return Played(text, phase="setup", **given)


def test_the_match_is_a_series_of_tests() -> None:
    """ELFBALL-24: a goal ends a Test; with `goals` 2 the next one is set up, by the scorer first."""
    text = "A Striker x21 3; M Imp c20; N Imp e22; B Imp e12"
    pitch = Played(text, ball="A", goals=2, setter="S", options={"goals": "2"})
    pitch.play("N", "A move w22")
    assert (pitch.state.test, pitch.state.score, pitch.state.result) == (2, {"N": 1, "S": 0}, None)
    assert pitch.asks == {"N": "setup"}
    assert pitch.told(NewTest) == [NewTest(2, "N")]


def test_seats() -> None:
    """ELFBALL-25: seat 1 is North, seat 2 is South, for the whole match."""
    assert Played().state.seats == ["N", "S"]


def test_who_sets_up_first() -> None:
    """ELFBALL-26: a D6 each, North's first, again while equal; the lower sets up first, then the other, openly."""
    pitch = Played(dice="4 4 5 3")
    pitch.play("N", "team gnolls")
    pitch.play("S", "team hammer")
    assert pitch.told(SetUpRolled) == [SetUpRolled(4, 4), SetUpRolled(5, 3, "S")]
    assert pitch.asks == {"S": "setup"}
    pitch.play("S", "setup spread M N O P Q R")
    assert pitch.at("M") == "n23"
    assert pitch.asks == {"N": "setup"}


def test_the_start_of_a_test() -> None:
    """ELFBALL-27: ball on m22, no Momentum, nobody marked; barred players are back, those in Recovery are not."""
    text = (
        "A Dryad k20 1; B Hunter bench barred; C Hunter g8 dazed; D Imp recovery; E Imp infirmary; F Imp ejected; "
        + SOUTH
    )
    given: dict[str, Any] = {"moved": {"N": "A"}, "shifted": True, "half": Half("A", "")}
    pitch = setting(text, ball="A", momentum=3, **given)
    state = pitch.state
    assert (state.ball, state.momentum, state.moved) == ("m22", 0, {})
    assert (state.shifted, state.half) == (False, None)
    assert pitch.about("N").example == "setup spread A B C"
    assert pitch.refusal("N", "setup spread A D") == "D is in Recovery"
    assert pitch.refusal("N", "setup spread A E") == "E is in the Infirmary"
    assert pitch.refusal("N", "setup spread A F") == "F is ejected for the match"
    pitch.play("N", "setup spread A B C")
    assert pitch.posture("C") == "standing"
    assert not pitch.state.players["B"].barred


def test_the_face_off_place() -> None:
    """ELFBALL-28: exactly one player, no Monster, on one of the two places, with m22 in front."""
    pitch = setting()
    assert pitch.refusal("N", "setup A g8, B e22") == "setup: one player takes the face-off, on l21 or l23"
    assert (
        pitch.refusal("N", "setup A l21, C l23, B e22")
        == "setup: one player takes the face-off, on l21 or l23"
    )
    assert (
        pitch.refusal("N", "setup A l21 1, B e22") == "setup: A takes the face-off and must have m22 in front"
    )
    for way in (2, 3, 4):
        pitch.match.asks["N"].check(pitch.match.game.read(f"setup A l21 {way}, B e22"))


def test_no_monster_takes_the_face_off() -> None:
    """ELFBALL-28, ELFBALL-93: the place is barred for Monsters."""
    assert setting().refusal("N", "setup spread G A") == "setup: G is a Monster and may not take the face-off"


def test_the_guardian_hex() -> None:
    """ELFBALL-29: exactly one player, if there is a second one."""
    assert setting().refusal("N", "setup A l21") == "e22 needs a player"
    alone = setting("A Dryad bench; " + SOUTH)
    alone.play("N", "setup A l21")
    assert alone.asks == {"S": "setup"}


def test_the_rover_circles() -> None:
    """ELFBALL-30: up to two in each circle, nobody anywhere else; fewer are allowed, the rest stay on the Bench."""
    pitch = setting()
    refused = "setup A l21, B e22, C g8, D g10, E g12"
    assert pitch.refusal("N", refused) == "a third player in the north-west circle"
    assert pitch.refusal("N", "setup A l21, B e22, C k20") == "setup: k20 is not one of your places (C)"
    assert pitch.refusal("N", "setup A l21, B e22, C s8") == "setup: s8 is not one of your places (C)"
    assert pitch.refusal("N", "setup A l21, B e22, C g8, D g8") == "setup: two players on g8"
    pitch.play("N", "setup A l21, B e22, C g8")
    assert pitch.at("D") == "bench"


def test_a_team_that_cannot_fill_its_face_off_place() -> None:
    """ELFBALL-31, ruling R7: without an available non-Monster the match is lost; for both it is a draw."""
    text = "A Swinetaur bench; B Dryad infirmary; " + SOUTH
    pitch = setting(text)
    assert str(pitch.state.result) == "S>N"
    assert pitch.told(NobodyForFaceOff) == [NobodyForFaceOff(("N",))]
    both = setting("A Swinetaur bench; M Ogre bench; N Imp recovery")
    assert str(both.state.result) == "N=S"


def test_recovery_ends_when_both_are_set_up() -> None:
    """ELFBALL-27, ELFBALL-84: those in Recovery go to the Bench before the face-off, from where they may enter."""
    text = "A Dryad bench; B Hunter bench; C Imp recovery; M Hunter bench; N Imp bench; O Imp recovery"
    pitch = setting(text, dice="S S X -  - - -  S S")
    pitch.play("N", "setup spread A B")
    assert pitch.at("C") == "recovery"
    pitch.play("S", "setup spread M N")
    assert pitch.told(Recovered) == [Recovered(("C", "O"))]
    pitch.play("N", "pickup")
    pitch.play("N", "enter C c14")
    assert pitch.at("C") == "c14"


def test_formations() -> None:
    """Section 6.4: fewer letters leave the later places empty; single players may be changed; South is turned round."""
    pitch = setting(dice="S - - -  - - -")
    pitch.play("N", "setup spread A B C D, A l23 4, D h31")
    found = {letter: (pitch.at(letter), pitch.looks(letter)) for letter in "ABCDE"}
    assert found == {"A": ("l23", 4), "B": ("e22", 3), "C": ("g8", 3), "D": ("h31", 4), "E": ("bench", 1)}
    pitch.play("S", "setup inside M N O P Q R")
    assert [pitch.at(letter) for letter in "MNOPQR"] == ["n21", "u22", "s30", "r31", "s14", "r13"]
    assert [pitch.looks(letter) for letter in "MNOPQR"] == [1, 1, 6, 6, 1, 1]
    assert FORMATIONS["deep"] == ("l21", "e22", "f11", "g10", "f33", "g34")
    assert FORMATIONS["forward"] == ("l23", "e22", "h11", "h13", "h31", "h33")


def test_a_standing_formation() -> None:
    """Section 5: `always formation` sets the team up; where it no longer fits the manager is asked."""
    pitch = setting(setter="S", dice="S - - -  - - -")
    pitch.play("N", "always formation spread A B C")
    pitch.play("S", "setup spread M N")
    assert pitch.at("A") == "l21"
    again = setting(setter="S")
    again.play("N", "always formation spread G B C")
    again.play("S", "setup spread M N")
    assert again.asks == {"N": "setup"}


def test_refusals_of_a_set_up() -> None:
    """Section 6.3: whose the players are, and that each is named once."""
    pitch = setting()
    assert pitch.refusal("N", "setup spread A M") == "M is not your player"
    assert pitch.refusal("N", "setup spread A A") == "setup: a player is named twice"
    assert pitch.refusal("N", "setup spread A B, C g8, C g10") == "setup: a player is named twice"
    assert pitch.refusal("N", "setup spread A K") == "there is no player K in this match"


def test_the_automatic_set_up() -> None:
    """ELFBALL-183: the strongest non-Monster, the rest's best Tackle + Grit, four others by letter, spread."""
    pitch = setting()
    pitch.match.answer_automatically("N")
    # Dryads have Might 4, Hunter 4 + 3 beats Dryad 1 + 4.
    assert [pitch.at(letter) for letter in "ABCDEFG"] == ["l21", "g8", "e22", "g14", "g30", "g36", "bench"]


def test_ten_players_of_one_list() -> None:
    """ELFBALL-98: ten within the numbers of one list; letters in the order of the line; else the default ten."""
    pitch = Played(dice="1 2")
    assert pitch.refusal("N", "team nightelves: 3 hunter, 7 imp") == "Hunter: Night Elves may have 2, not 3"
    assert pitch.refusal("N", "team nightelves: 2 hunter, 6 imp") == "a team has 10 players, not 8"
    assert pitch.refusal("N", "team nightelves: 10 dwarf") == (
        'Night Elves have no "dwarf". They have: Hunter, Imp, Striker'
    )
    assert (
        pitch.refusal("N", "team widows: 2 widowmaker, 8 striker")
        == "Widowmaker: Black Widows may have 1, not 2"
    )
    assert (
        pitch.refusal("N", "team deadlings: 2 ghoul, 1 wight, 6 zombie, 1 mummy")
        == "Ghoul: Deadlings may have 2, not 3"
    )
    pitch.play("N", "team gnomes: 3 contraptions, 7 gnomes")
    pitch.play("S", "team nightelves")
    positions = [pitch.state.players[letter].position for letter in "ABCDEFGHIJ"]
    assert positions == ["Gnomish Contraption"] * 3 + ["Gnome"] * 7
    assert pitch.state.team("S") == list("MNOPQRSTUV")
    assert [pitch.state.players[letter].position for letter in "MOU"] == ["Hunter", "Imp", "Striker"]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("team gnolls: 4 safeties, 4 hunters, 2 strikers", "team gnolls: 4 safety, 4 hunter, 2 striker"),
        ("team deadlings: 2 mummies, 2 ghouls, 6 zombies", "team deadlings: 2 mummy, 2 ghoul, 6 zombie"),
        ("team blackrock: 6 dwarves, 4 hobimps", "team blackrock: 6 dwarf, 4 hobimp"),
        (
            "team blackrock: 6 dwarf, 2 centaurs, 2 hobimp",
            "team blackrock: 6 dwarf, 2 dwarven centaur, 2 hobimp",
        ),
        (
            "team Valkyries: 4 weremen, 4 midfielder, 2 striker",
            "team valkyries: 4 wereman, 4 midfielder, 2 striker",
        ),
        (
            "team Desert Dogs: 2 dervish, 4 midfielders, 2 defenders, 2 strikers",
            "team dogs: 2 dervish, 4 midfielder, 2 defender, 2 striker",
        ),
    ],
)
def test_how_a_team_is_named(line: str, read: str) -> None:
    """ELFBALL-98: positions in the plural, as the book writes it."""
    assert str(Played().match.asks["N"].check(GAME.read(line))) == read


def test_a_list_by_its_title() -> None:
    """Section 4: the title of a list names it, too; a word of a title brings the lists that have it."""
    pitch = Played(dice="1 2")
    for words, hint in (
        ("elves", "Did you mean nightelves or timberline?"),
        ("dwarfs", "Did you mean blackrock or hammer?"),
        ("night evles", "Did you mean nightelves?"),
        ("orcs", "Lists: blackrock deadlings dogs"),
    ):
        told = pitch.refusal("N", f"team {words}")
        assert told.startswith(f"team {words}: there is no such list. {hint}")
    pitch.play("N", "team Night Elves: 2 hunter, 6 imp, 2 striker")
    assert str(pitch.match.answer_of("N")) == "team nightelves: 2 hunter, 6 imp, 2 striker"
    pitch.play("N", "team dwarves black rock clan")
    assert str(pitch.match.answer_of("N")).startswith("team blackrock: ")


def test_one_position_under_several_names() -> None:
    """Section 4: names joined by `/` share their number, and a manager may use any of them."""
    pitch = Played(dice="1 2")
    pitch.play("N", "team deadlings: 1 ghoul, 1 wight, 2 deadwood, 6 skeletons")
    pitch.play("S", "team gnolls")
    assert [pitch.state.players[letter].position for letter in "ABE"] == ["Ghoul", "Wight", "Skeleton"]


def test_the_lists() -> None:
    """ELFBALL-98: seventeen standard lists and two more, each with ten by default within its numbers."""
    assert sum(not each.consent for each in LISTS.values()) == 17
    for each in LISTS.values():
        assert sum(place.default for place in each.places) == TEAM_SIZE
        assert all(place.default <= place.most for place in each.places)
        assert all(name in POSITIONS for place in each.places for name in place.names)


def test_both_name_their_teams_in_secret() -> None:
    """ELFBALL-99: at the same time; the first answer is told nobody and may be changed; both may take one list."""
    pitch = Played(dice="1 2")
    assert pitch.asks == {"N": "team", "S": "team"}
    pitch.play("N", "team gnolls")
    assert pitch.told(TeamNamed) == []
    pitch.play("N", "team hammer")
    pitch.play("S", "team hammer")
    assert [event.title for event in pitch.told(TeamNamed)] == ["Dwarves, Thunder Hammer clan"] * 2


def test_a_list_by_lot() -> None:
    """ELFBALL-98, section 5: who names none gets the default ten of a list that is drawn."""
    pitch = Played(dice="sarcos 1 2")
    pitch.match.answer_automatically("N")
    pitch.play("S", "team wind")
    assert pitch.state.lists == {"N": "sarcos", "S": "wind"}
    assert pitch.state.players["J"].position == "Terrorpin"
    assert LOT == "lot"


def test_all_lists() -> None:
    """ELFBALL-166: Orcs and Ratmen only with `lists all`."""
    with pytest.raises(LetterRefused, match="team orcs: there is no such list"):
        Played().match.play("N", split_lines(["team orcs"]))
    pitch = Played(dice="1 2", options={"lists": "all"})
    pitch.play("N", "team orcs")
    pitch.play("S", "team ratmen")
    assert pitch.state.players["J"].position == "Troll"


def test_the_automatic_guardian() -> None:
    """ELFBALL-183: Tackle and Grit together, and of equal ones the first by letter."""
    text = "A Dryad bench; B Widowmaker bench; C Zombie bench; D Skeleton bench; " + SOUTH
    pitch = setting(text)
    pitch.match.answer_automatically("N")
    assert [pitch.at(letter) for letter in "ABCD"] == ["l21", "g8", "e22", "g14"]
