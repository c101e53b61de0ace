"""The door of a game: options, states, old shapes, and what is blanked for others."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import field

from pbem.play.game import Game, Option, OptionError, State, View, copy, masked
from pbem.play.match import opening
from pbem.play.record import Result
from pbem.play.requests import Seat, seeded

from .toy import Duel, Memory, Opened, Rested, Ring, Typed, snapshot

GAME = Duel()


# Options.


def test_options_not_named_have_their_defaults() -> None:
    assert GAME.read_options({"goal": "12"}, 2) == {"goal": "12", "omen": "off", "patience": "40"}


@pytest.mark.parametrize(
    ("texts", "players", "reason"),
    [
        ({"gaol": "12"}, 2, 'Duel has no option "gaol". Did you mean "goal"?'),
        ({"xyzzy": "12"}, 2, 'Duel has no option "xyzzy". Its options: goal, omen, patience'),
        ({"goal": "0"}, 2, "goal=0: goal may be 1 to 99"),
        ({"goal": "100"}, 2, "goal=100: goal may be 1 to 99"),
        ({"goal": "-3"}, 2, "goal=-3: goal may be 1 to 99"),
        ({"goal": "five"}, 2, "goal=five: goal may be 1 to 99"),
        ({"omen": "maybe"}, 2, "omen=maybe: omen may be on, off"),
        ({}, 4, "Duel is for 2 or 3 players, not 4"),
        ({"omen": "on"}, 3, "omen=on: an omen is for two"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(
    texts: dict[str, str], players: int, reason: str
) -> None:
    with pytest.raises(OptionError) as error:
        GAME.read_options(texts, players)
    assert str(error.value) == reason


def test_a_value_is_read_in_its_canonical_form() -> None:
    goal, omen, _ = GAME.options
    assert (goal.read(" 007 "), omen.read(" ON"), goal.read("\u0663")) == ("7", "on", "3")


@given(st.text() | st.integers().map(str) | st.just("9" * 5000))
def test_any_text_is_a_value_or_an_option_error(text: str) -> None:
    option = Option("width", "off", "", values=("off",), low=3, high=20)
    try:
        value = option.read(text)
    except OptionError:
        return
    assert option.read(value) == value


def test_the_range_of_an_option_is_told_in_words() -> None:
    assert Option("a", "x", "", values=("x", "y"), low=3, high=5).range == "x, y or 3 to 5"
    assert Option("a", "x", "", values=("x",)).range == "x"


# States.


def test_a_new_match_knows_its_seats_and_names() -> None:
    turn = opening(GAME, GAME.read_options({}, 2), {"A": "anna", "B": "bert"})
    state = GAME.decode(turn.state)
    assert (state.seats, state.names, state.phase) == (["A", "B"], {"A": "anna", "B": "bert"}, "plan")
    assert (turn.number, turn.row, turn.die, turn.event, turn.version) == (0, 0, 0, 0, 2)


def test_unknown_fields_of_a_position_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="pionts"):
        GAME.decode(b'{"pionts": {}}')
    with pytest.raises(msgspec.ValidationError, match="drafft"):
        GAME.decode(b'{"private": {"A": {"drafft": []}}}')


def test_a_snapshot_of_an_older_version_is_upgraded_and_one_of_today_is_not() -> None:
    old = b'{"score": {"A": 3}, "private": {"A": {"react": "dodge"}}}'
    assert GAME.decode(old, 1) == Typed(points={"A": 3}, private={"A": Memory(react="dodge")})
    with pytest.raises(msgspec.ValidationError):
        GAME.decode(old, 2)
    with pytest.raises(msgspec.ValidationError):
        GAME.decode(old)


def test_an_upgrade_reads_every_type_that_a_snapshot_writes() -> None:
    class Odd(State, kw_only=True):
        squares: dict[int, str] = field(default_factory=dict)
        blob: bytes = b""

    class OddGame(Duel):
        version = 5
        state = Odd

    odd = Odd(squares={3: "x"}, blob=b"\x00\xff")
    assert OddGame().decode(msgspec.json.encode(odd), 4) == odd  # type: ignore[comparison-overlap]


def test_events_of_a_stored_turn_come_back_as_they_were() -> None:
    events = [Opened("A", ("fog",)), Rested("B")]
    assert GAME.decode_events(msgspec.json.encode(events)) == events
    assert GAME.decode_events(b"[]") == []


def test_a_copy_is_ones_own_to_try_things_on() -> None:
    state = Typed(points={"A": 1}, private={"A": Memory(draft=["fog"])})
    other = copy(state)
    assert other == state
    other.points["A"] = 9
    other.memory("A").draft.append("sun")
    assert (state.points, state.memory("A").draft) == ({"A": 1}, ["fog"])


memories = st.dictionaries(
    st.sampled_from("ABC"),
    st.builds(Memory, react=st.sampled_from(["", "dodge"]), draft=st.lists(st.sampled_from(["fog", "sun"]))),
)


@given(memories, memories, st.sampled_from(["A", "B", "C", None]))
def test_a_masked_state_does_not_depend_on_the_memory_of_others(
    one: dict[Seat, Memory], two: dict[Seat, Memory], seat: Seat | None
) -> None:
    if seat in one:
        two[seat] = one[seat]
    else:
        two.pop(seat or "", None)
    first, second = masked(Typed(private=one), seat), masked(Typed(private=two), seat)
    assert first == second
    assert set(first.private) <= {seat}


def test_masking_leaves_the_state_itself_alone() -> None:
    state = Typed(private={"A": Memory(), "B": Memory()})
    assert masked(state, "A").private == {"A": Memory()}
    assert len(state.private) == 2


class Huddle(Typed):
    """Where A and B plan together."""

    def open_to(self, seat: Seat) -> Sequence[Seat]:
        return {"A": "B", "B": "A"}.get(seat, "")


def test_a_side_may_plan_together() -> None:
    """A game may open the memory of seats to each other, and to nobody else."""
    state = Huddle(private={"A": Memory(), "B": Memory(), "C": Memory()})
    seen = {seat: set(masked(state, seat).private) for seat in ("A", "B", "C", None)}
    assert seen == {"A": {"A", "B"}, "B": {"A", "B"}, "C": {"C"}, None: set()}


# Defaults of a game.


class Teams(Duel):
    def sides(self, seats: object) -> list[tuple[Seat, ...]]:
        return [("A", "C"), ("B", "D")]


@pytest.mark.parametrize(
    ("left", "places"),
    [
        ([], None),
        (["A"], None),
        (["A", "B"], None),
        (["A", "B", "C"], (("B", "D"), ("A", "C"))),
        (["A", "B", "C", "D"], (("B", "D"), ("A", "C"))),
    ],
)
def test_a_match_is_decided_when_one_side_alone_has_anybody_left(
    left: list[Seat], places: tuple[tuple[str, ...], ...] | None
) -> None:
    decided = Teams().decided(Typed(seats=list("ABCD"), left=left))
    assert decided == (Result(places, "resigned") if places else None)


def test_who_has_not_left_is_still_in() -> None:
    assert GAME.still_in(Typed(seats=["A", "B", "C"])) == ["A", "B", "C"]
    assert GAME.still_in(Typed(seats=["A", "B", "C"], left=["B"])) == ["A", "C"]
    assert GAME.still_in(Typed(seats=["A", "B"], left=["B", "A"])) == []


def test_a_game_need_not_have_standing_orders_plans_or_departures() -> None:
    class Plain(Game[Ring]):
        pass

    game, state = Plain(), Typed(seats=["A", "B"])
    assert game.always(state, "A", GAME.read("always dodge")) is None
    assert game.sample_always(state, "A", seeded("x")) is None
    assert game.heard(state, "A") is False
    assert game.memory(state, "A") == []
    assert game.recall(state, "A") == []
    assert game.foresee(state, "A") is None
    assert game.upgrade({"a": 1}, 1) == {"a": 1}
    before = snapshot(state, state.seats)
    game.leave(state, "A")
    assert snapshot(state, state.seats) == before


def test_what_mails_say_of_standing_orders() -> None:
    class Keeping(Game[Ring]):
        def memory(self, state: Ring, seat: Seat) -> list[str]:
            return ["always dodge", "always hit"]

    assert Keeping().recall(Typed(seats=["A"]), "A") == ["Your standing orders: always dodge; always hit"]


def test_each_seat_plays_for_itself_unless_the_game_says_otherwise() -> None:
    assert GAME.sides(["A", "B"]) == [("A",), ("B",)]


def test_a_view_shows_a_seat_its_own_draft_and_nobody_elses() -> None:
    state = Typed(seats=["A", "B"], private={"A": Memory(draft=["fog"])})

    def lists(seat: Seat | None) -> str:
        view: View = GAME.view(masked(state, seat), seat)
        return " ".join(view.lists)

    assert "fog" in lists("A")
    assert "fog" not in lists("B") + lists(None)
