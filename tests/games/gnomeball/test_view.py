"""The picture and the words beside it."""

from pbem.games.gnomeball.races import RACES
from pbem.games.gnomeball.view import LEGEND
from tests.games.drawing import board_of, text_board

from .pitch import GAME, Pitch

EMPTY = """\
     a     b     c     d     e     f     g     h     i     j
10   .     .     .     .     .     .     .     .     =B=   =B=   10
 9   .     .     .     .     .     .     .     .     =B=   =B=    9
 8   .     .     .     .     .     .     .     .     .     .      8
 7   .     .     .     .     .     .     .     .     .     .      7
 6   .     .     .     .     .     .     .     .     .     .      6
 5   .     .     .     .     .     @     .     .     .     .      5
 4   .     .     .     .     .     .     .     .     .     .      4
 3   .     .     .     .     .     .     .     .     .     .      3
 2   =A=   =A=   .     .     .     .     .     .     .     .      2
 1   =A=   =A=   .     .     .     .     .     .     .     .      1
     a     b     c     d     e     f     g     h     i     j"""

MIDGAME = """\
     a     b     c     d     e     f     g     h     i     j
10   .     .     .     .     .     .     .     .     =B=   =B=   10
 9   .     .     .     .     .     .     .     .     =B=   =B=    9
 8   .     .     .     .     .     .     .     B3    .     .      8
 7   .     .     .     .     A4    B2    A6    .     .     .      7
 6   .     .     .     .     B5    .     A1@   B1    .     .      6
 5   .     .     .     x     .     A2    .     .     .     .      5
 4   .     .     .     A3    .     .     .     .     .     .      4
 3   .     .     A5    .     .     .     .     .     .     .      3
 2   =A=   =A=   .     .     .     .     .     .     .     .      2
 1   =A=   =A=   .     .     .     .     .     .     .     .      1
     a     b     c     d     e     f     g     h     i     j"""


TURNED = """\
     j     i     h     g     f     e     d     c     b     a
 1   .     .     .     .     .     .     .     .     =A=   =A=    1
 2   .     .     .     .     .     .     .     .     =A=   =A=    2
 3   .     .     .     .     .     .     .     A5    .     .      3
 4   .     .     .     .     .     .     A3    .     .     .      4
 5   .     .     .     .     A2    .     x     .     .     .      5
 6   .     .     B1    A1@   .     B5    .     .     .     .      6
 7   .     .     .     A6    B2    A4    .     .     .     .      7
 8   .     .     B3    .     .     .     .     .     .     .      8
 9   =B=   =B=   .     .     .     .     .     .     .     .      9
10   =B=   =B=   .     .     .     .     .     .     .     .     10
     j     i     h     g     f     e     d     c     b     a"""


def midgame() -> Pitch:
    """The position of the rulebook's picture."""
    return Pitch(
        "A1 orc g6 copperback=true wounds=2 used=true spent=1 slow=2, A2 tauren f5 spent=1,"
        "A3 goblin d4 used=true spent=1 explosives=d5, A4 valkyr e7 wounds=3 spent=1, A5 human c3 fish=2,"
        "A6 worgen g7 wounds=3 was=B4 form=1, B1 dwarf h6 used=true, B2 undead f7 wounds=1 spent=1 stunned=true,"
        "B3 tuskarr h8 copperback=true spent=1, B5 vrykul e6 wounds=4 spent=1",
        gnome="A1", hp=2, cycle=9, scores={"A": 8, "B": 4}, turn="B",
    )  # fmt: skip


def test_the_empty_field() -> None:
    """GNOMEBALL-2: homes are marked, all else is plain; the picture is 67 wide."""
    board = text_board(GAME, Pitch("A1 human -, B1 human d4").state)
    assert "\n".join(board).replace("B1", ". ") == EMPTY
    assert max(map(len, board)) == 67


def test_a_position_in_mid_game() -> None:
    """GNOMEBALL-100: characters, the holder, explosives on an empty square; the list says it all in words."""
    view = GAME.view(midgame().state, None)
    assert "\n".join(text_board(GAME, midgame().state)) == MIDGAME
    assert view.lists == (
        "Cycle 9. A Ann 8, B Ben 4.",
        "",
        "Gnome: alive, 2 of 3 hit points, held by A1 on g6.",
        "Explosives: d5 (A3).",
        "",
        "A1  g6  hp 3/5  used  HOLDS GNOME; frenzy 1 left; slow 2 left",
        "A2  f5  hp 7/7        stomp used",
        "A3  d4  hp 5/5  used  explosives on d5",
        "A4  e7  hp 2/5        1 of 2 kills raised",
        "A5  c3  hp 5/5        hearthstone ready; fish 2 left to bite",
        "A6  g7  hp 2/5        was B4; worgen form",
        "B1  h6  hp 5/5  used  -",
        "B2  f7  hp 4/5        barrel used; stunned",
        "B3  h8  hp 5/5        1 fish left",
        "B5  e6  hp 1/5        howl used",
    )


def test_a_position_in_mid_game_turned() -> None:
    """GNOMEBALL-100: B's home, in the north-east, comes to lie at the foot; squares keep their names."""
    turned = text_board(GAME, midgame().state, turned=True)
    assert turned is not None
    assert "\n".join(turned) == TURNED


def test_whose_field_is_turned() -> None:
    """GNOMEBALL-83: theirs whose homes are in the two upper corners; who has no home anymore sees it as all do."""
    homes = {"A": "j1", "B": "a10", "C": "j10"}
    pitch = Pitch("A1 human d4, B1 human b9, C1 human i9", players=4, left=["D"], gone=["D"], homes=homes)
    assert [seat for seat in "ABCD" if GAME.far(pitch.state, seat)] == ["B", "C"]


def test_the_gnome_on_the_ground() -> None:
    """GNOMEBALL-6: loose, at somebody's feet, dead or alive; it hides a home and explosives."""
    for gnome, hp, cell in (
        ("f5", 3, "@"),
        ("f5", 0, "%"),
        ("d4", 3, "A1+@"),
        ("d4", 0, "A1+%"),
        ("a1", 3, "@"),
    ):
        pitch = Pitch("A1 human d4, B1 goblin j8 explosives=f5", gnome=gnome, hp=hp)
        row = text_board(GAME, pitch.state)[11 - int(gnome[1:])]
        assert row[5 + 6 * "abcdefghij".index(gnome[0]) :].split()[0] == cell
    held = Pitch("A1 human d4, B1 human j8", gnome="A1", hp=0)
    assert "A1%" in text_board(GAME, held.state)[7]
    assert "Gnome: dead, 0 of 3 hit points, held by A1 on d4." in GAME.view(held.state, None).lists


def test_notes_on_characters() -> None:
    """GNOMEBALL-87: everything that hinders or helps stands in the list."""
    pitch = Pitch(
        "A1 orc d4 spent=2 frenzy=2 howled=true, A2 nightelf d5 tending=true, A3 nightelf d6 spent=1,"
        "A4 troll d7 spent=1, A8 goblin c9 spent=1, A5 human - spent=1, A6 human d9 spent=1,"
        "A7 bloodelf a5, B1 human j9",
    )
    lists = "\n".join(GAME.view(pitch.state, None).lists)
    for text in (
        "frenzies used; frenzied for 2; cannot move",
        "tending\n",
        "tending used",
        "regeneration used",
        "explosives used",
        "Off the field: A5.",
        "hearthstone used",
        "A7  a5",
    ):
        assert text in lists


def test_a_power_is_noted_once_it_is_used_up() -> None:
    """GNOMEBALL-84: until then there is nothing to note."""
    pitch = Pitch("A1 tauren d4, A2 goblin d5, B1 human j9")
    lists = "\n".join(GAME.view(pitch.state, None).lists)
    assert "A1  d4  hp 7/7        -\nA2  d5  hp 5/5        -\n" in lists


def test_before_and_between() -> None:
    """GNOMEBALL-13: before the teams are only races are shown; the other phases say what is going on."""
    start = Pitch(rolls=(1, 1))
    assert GAME.view(start.state, None).lists == (
        "The teams are being chosen; nobody sees another's before all are in.",
        f"Races: {', '.join(RACES)}.",
        'What each can do: write "rules gnomeball races".',
    )
    assert GAME.board(start.state, None) is None
    start.play("A", "team dr orc orc orc orc", "done")
    start.play("B", "team orc orc orc orc orc", "done")
    landing = GAME.view(start.state, None)
    assert landing.lists[0].endswith("The Draenei land.")
    assert "@" in "".join(text_board(GAME, start.state))
    scored = Pitch("A1 human h9, B1 human j1", gnome="A1", rolls=(1,))
    scored.play("A", "A1 move i9")
    assert GAME.view(scored.state, None).lists[0].endswith("Everybody is placed anew.")
    won = Pitch("A1 human h9, B1 human j1", gnome="A1", scores={"A": 19})
    won.play("A", "A1 move i9")
    assert GAME.view(won.state, None).lists[0].endswith("The match is over.")


def test_players_who_are_gone() -> None:
    """GNOMEBALL-83: they have no home anymore."""
    pitch = Pitch(
        "A1 human d4, D1 human i1", players=4, left=["B"], gone=["B"], out=["C"], homes={"A": "a1", "D": "j1"}
    )
    assert GAME.view(pitch.state, None).lists[0] == (
        "Cycle 1. A Ann 0, B Ben 0 (gone), C Cat 0 (out), D Dan 0."
    )


def test_the_legend_explains_every_sign() -> None:
    """GNOMEBALL-35: living and dead gnomes, and all other signs of the picture."""
    assert board_of(GAME, midgame().state, "A").legend == LEGEND
    assert all(
        sign in " ".join(LEGEND)
        for sign in ("=A=", "A1@", "A1%", "@ gnome", "% a dead", "A3+@", "x explosives")
    )
