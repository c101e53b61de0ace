"""Which parts of a position a mail shows, as a function of what its reader has been shown before."""

import msgspec
import pytest

from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN
from pbem.play.game import masked
from pbem.server.core.games import Games
from pbem.server.mailing.position import (
    Detail,
    Layout,
    Position,
    choose_layout,
    choose_orders,
    draw_again,
    join_layouts,
    lay_out,
    lay_out_apart,
    position_for,
    undrawn,
)
from pbem.store.rows import Preferences
from tests.games.ours import OURS
from tests.games.test_turned import positions

VIEW = Position(
    board=("x.", ".o"),
    lists=("South: S1 a1; S2 b1.", "Loose balls: none."),
    legend=("x a pawn",),
    header=("Turn 3.",),
    tables=(("A 5 3", "B 4 4"), ("C tile",)),
)
MOVED = Position(
    board=("x.", "o."),
    lists=("South: S1 a1; S2 a2.", "Loose balls: none."),
    legend=VIEW.legend,
    header=("Turn 4.",),
    tables=(VIEW.tables[0], ("D tile",)),
)
PLAIN, CHANGES, WORDS = Preferences(), Preferences(changes=True), Preferences(board=False)


def after(detail: Detail, liked: Preferences = PLAIN) -> frozenset[int]:
    """What has been shown by one mail of the first position."""
    return choose_layout(VIEW, liked, frozenset(), detail)[1]


@pytest.mark.parametrize(
    ("detail", "shown", "view", "expected"),
    [
        ("full", frozenset(), VIEW, Layout(tables=(0, 1))),
        ("full", after("full"), VIEW, Layout(tables=(0, 1))),
        ("brief", frozenset(), VIEW, Layout(tables=(0, 1))),  # nothing has been shown yet
        ("brief", after("full"), VIEW, Layout(legend=False, tables=())),
        ("brief", after("full"), MOVED, Layout(legend=False, tables=(1,))),  # a table that has changed
        ("receipt", frozenset(), VIEW, Layout(words=False, legend=False, tables=())),
        ("receipt", after("full"), VIEW, Layout(board=False, words=False, legend=False, tables=())),
        ("receipt", after("full"), MOVED, Layout(words=False, legend=False, tables=())),
    ],
)
def test_what_a_mail_shows(detail: Detail, shown: frozenset[int], view: Position, expected: Layout) -> None:
    assert choose_layout(view, PLAIN, shown, detail)[0] == expected


def test_what_a_receipt_leaves_out_counts_as_shown_only_if_it_was() -> None:
    shown = after("receipt")
    assert choose_layout(VIEW, PLAIN, shown, "brief")[0] == Layout(tables=(0, 1))
    shown = choose_layout(VIEW, PLAIN, after("full"), "receipt")[1]
    assert choose_layout(VIEW, PLAIN, shown, "brief")[0] == Layout(legend=False, tables=())


def test_who_wants_changes_only_is_told_what_has_moved() -> None:
    layout, shown = choose_layout(MOVED, CHANGES, after("full", CHANGES), "brief")
    assert lay_out(MOVED, CHANGES, layout) == " Turn 4.\n South: S2 a2.\n\n D tile"
    layout, _ = choose_layout(MOVED, CHANGES, shown, "brief")
    assert lay_out(MOVED, CHANGES, layout) == ""


def test_the_first_mail_to_them_shows_all() -> None:
    layout, _ = choose_layout(VIEW, CHANGES, frozenset(), "brief")
    assert BOARD_OPEN in lay_out(VIEW, CHANGES, layout)


def test_without_a_picture_the_words_are_all() -> None:
    layout, _ = choose_layout(VIEW, WORDS, frozenset(), "full")
    text = lay_out(VIEW, WORDS, layout)
    assert BOARD_OPEN not in text
    assert "x a pawn" not in text
    for line in (*VIEW.header, *VIEW.lists, *VIEW.tables[0], *VIEW.tables[1]):
        assert line in text


def test_a_mail_that_stands_for_two_shows_what_both_would() -> None:
    first, _ = choose_layout(VIEW, PLAIN, frozenset(), "brief")
    second, _ = choose_layout(MOVED, PLAIN, after("brief"), "receipt")
    both = join_layouts(first, second)
    assert (both.board, both.words, both.legend, both.tables) == (True, True, True, (0, 1))


def test_of_plans_only_what_is_new_is_told() -> None:
    plan = ["Your plan:", "  A: fetch", "  B: hold", "You vote for a break."]
    told, shown = choose_orders(plan, frozenset())
    assert told == plan
    assert choose_orders(plan, shown)[0] == []
    assert choose_orders(["Your plan:", "  A: goal", "  B: hold"], shown)[0] == ["Your plan:", "  A: goal"]


def test_no_words_beyond_the_width_of_a_mail() -> None:
    """Header, lists and legend are filled to 74 columns, their indent included."""
    long = " ".join(["abcd"] * 15)  # 74 columns; 75 behind the indent
    view = Position(board=("x.",), lists=(long,), legend=(long,), header=(long,))
    lines = [line.rstrip() for line in lay_out(view, PLAIN, Layout()).split("\n")]
    assert max(map(len, lines)) <= 74
    assert sum(line.endswith("  abcd") or line.strip() == "abcd" for line in lines) == 3


def test_a_board_that_its_reader_does_not_want_counts_as_shown() -> None:
    """So a game without tables knows, too, that this reader has had full mails, and writes brief ones."""
    bare = Position(board=VIEW.board, header=VIEW.header, lists=VIEW.lists)
    assert choose_layout(bare, WORDS, frozenset(), "full")[1]


def test_a_position_that_was_stored_without_a_scene_is_still_drawn() -> None:
    """As in the outbox of a server that is brought up to date."""
    old = msgspec.json.decode(b'{"board": ["x."], "lists": ["South: S1 a1."], "legend": []}', type=Position)
    assert draw_again(Games(), old, PLAIN) == old
    assert lay_out(old, PLAIN) == f"{BOARD_OPEN}\nx.\n{BOARD_CLOSE}\n\n South: S1 a1."


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("liked", [PLAIN, WORDS, Preferences(own_side=True)])
def test_a_scene_says_all_that_a_mail_tells_of_a_position(name: str, liked: Preferences) -> None:
    """Notices hold nothing else of one with a board."""
    game, games = OURS[name], Games()
    for state in positions(game, 2, 1, letters=8):
        for seat in (None, *state.seats):
            told = position_for(game, masked(state, seat), seat, liked)
            assert draw_again(games, undrawn(told), liked) == told
            assert undrawn(told) == (Position(scene=told.scene) if told.board else told)


def test_the_picture_comes_apart_from_the_words() -> None:
    """For a mail that tells the story between them, unless its reader wants the words first."""
    picture, words = lay_out_apart(VIEW, PLAIN, Layout())
    assert BOARD_OPEN in picture
    assert "x a pawn" in picture
    assert words == " Turn 3.\n\n South: S1 a1; S2 b1.\n Loose balls: none.\n\n A 5 3\n B 4 4\n\n C tile"
    picture, words = lay_out_apart(VIEW, Preferences(lists_first=True), Layout())
    assert (picture, BOARD_OPEN in words) == ("", True)
    assert lay_out_apart(VIEW, WORDS, Layout())[0] == ""
