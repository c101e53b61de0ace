"""The log is the match: loading, undo, snapshots and what happens where a log does not fit."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.play.dice import ScriptedDice
from pbem.play.match import LetterRefused, Match
from pbem.play.record import ReplayError, Row, Tail, Turn, dice_in
from pbem.play.requests import Event, Pick, Rules, Seat, ask, die, roll, seeded

from .toy import Act, Duel, Memory, Rested, Ring, Table, Typed, act_ask


def picture(match: Match[Ring]) -> tuple[object, ...]:
    queues = {seat: list(map(str, queue)) for seat, queue in match.queues.items() if queue}
    asks = {seat: ask.name for seat, ask in match.asks.items()}
    return (
        msgspec.json.encode(match.state),
        asks,
        list(match.answered),
        queues,
        match.row_count,
        match.event_count,
    )


LINES = (
    "hit", "hit b", "hit c", "grab", "rest", "when 2 grab", "halt", "dodge", "block", "put moon", "put sun",
    "done", "done fog", "bow", "always dodge", "always rest", "always nothing",
)  # fmt: skip


seeds = st.integers(0, 10**6)
lengths = st.integers(1, 25)
QUICK = settings(max_examples=40, deadline=None)


def random_letter(t: Table, pick: Pick) -> tuple[Seat, list[str]]:
    """Mostly of somebody who is asked, with lines that mostly fit."""
    asks = t.match.asks
    if not asks or pick.chance(30):
        return pick.one("ABC"), [pick.one(LINES) for _ in range(pick.number(0, 3))]
    seat = pick.one(sorted(asks))
    fitting = [str(asks[seat].sample(pick)) for _ in range(pick.number(1, 3))]
    return seat, [*fitting, *[pick.one(LINES) for _ in range(pick.number(0, 2))]]


def played(seed: int, length: int) -> tuple[Table, list[tuple[Seat, list[str]]]]:
    """A random match of three, with the letters that were not refused."""
    pick = seeded(str(seed))
    t = Table(players=3, options={"patience": "30", "goal": "6"})
    sent: list[tuple[Seat, list[str]]] = []
    for _ in range(length):
        if pick.chance(3):
            t.leave(pick.one("ABC"))
            sent.clear()
        letter = random_letter(t, pick)
        try:
            t.play(letter[0], *letter[1])
            sent.append(letter)
        except LetterRefused:
            continue
    return t, sent


@QUICK
@given(seeds, lengths)
def test_a_loaded_match_is_the_live_one_and_loading_adds_no_row(seed: int, length: int) -> None:
    t, _ = played(seed, length)
    again = t.load(validate=True)
    assert again.fresh == []
    assert again.turns == []
    assert picture(again) == picture(t.match)
    assert again.reports == {}


@QUICK
@given(seeds, lengths)
def test_a_replay_from_the_first_row_makes_the_same_snapshots_and_events(seed: int, length: int) -> None:
    t, _ = played(seed, length)
    again = t.load(turn=0, validate=True)
    assert again.turns == t.turns[1:]
    assert again.rows == t.rows
    assert picture(again) == picture(t.match)
    stored: list[Event] = [event for turn in again.turns for event in t.game.decode_events(turn.events)]
    assert stored == again.events[: len(stored)]


@QUICK
@given(seeds, lengths, st.integers(1, 25))
def test_undo_and_the_same_letters_give_the_same_rows(seed: int, length: int, back: int) -> None:
    t, sent = played(seed, length)
    rows, turns, queues = list(t.rows), list(t.turns), t.queues
    again = sent[-back:]
    for _ in again:
        t.undo()
    for seat, lines in again:
        t.play(seat, *lines)
    assert (t.rows, t.turns, t.queues) == (rows, turns, queues)


@QUICK
@given(seeds, lengths)
def test_a_preview_of_any_letter_leaves_no_trace_and_meets_no_die(seed: int, length: int) -> None:
    t, _ = played(seed, length)
    match = t.load()
    before = picture(match)
    for seat in "ABC":
        _, lines = random_letter(t, seeded(f"{seed}/{seat}"))
        try:
            match.preview(seat, lines)
        except LetterRefused:
            continue
    assert picture(match) == before


def test_the_toy_is_nasty_enough_for_these_laws() -> None:
    """Random play meets dice, cards, queues, standing orders and departures."""
    seen: set[tuple[str, str]] = set()
    for seed in range(40):
        seen |= {(row.kind, row.by) for row in played(seed, 25)[0].rows}
    assert {kind for kind, _ in seen} >= {"roll", "draw", "answer", "edit", "heard", "leave"}
    assert {by for kind, by in seen if kind == "answer"} == {"order", "queue", "standing", "auto"}


# Snapshots.


def test_a_turn_counts_the_rows_dice_and_events_before_it_and_keeps_its_own_events() -> None:
    t = Table(dice=ScriptedDice([6, 6, 1, "gem"]), position=Typed(private={"B": Memory(react="dodge")}))
    t.play("A", "hit", "grab")
    t.play("B", "rest", "rest")
    first, second = t.turns[1:3]
    assert (first.number, first.row, first.die, first.event) == (1, 6, 4, 2)
    assert (second.number, second.row, second.die, second.event) == (2, 8, 4, 4)
    assert [type(event).__name__ for event in t.game.decode_events(first.events)] == ["Struck", "Grabbed"]
    assert [type(event).__name__ for event in t.game.decode_events(second.events)] == ["Rested", "Rested"]
    assert first.version == 2
    assert dice_in(t.rows) == 4


def test_events_of_a_turn_played_in_several_letters_are_all_kept_with_it() -> None:
    t = Table(position=Typed())
    t.play("A", "rest")
    t.play("A", "rest")
    assert len(t.game.decode_events(t.turns[1].events)) == 2
    assert t.turns[1].event == 2


def test_dice_go_on_counting_across_snapshots() -> None:
    """A match loaded from any snapshot rolls the same next die."""
    t = Table(position=Typed())
    t.play("A", "grab", "grab")
    for turn in range(len(t.turns)):
        match = t.load(turn=turn)
        match.play("B", ["hit", "hit"])
        match.play("A", ["dodge"])
        if turn == 0:
            rows = match.rows[-3:]
        assert match.rows[-3:] == rows


def test_an_old_position_is_brought_to_todays_shape() -> None:
    game = Duel()
    state = b'{"seats":["A","B"],"score":{"A":4},"private":{"A":{"draft":["fog"]}}}'
    match = Match(game, Tail(Turn(0, 0, 0, 0, 1, state)), ScriptedDice([]))
    assert match.state.points == {"A": 4}
    assert match.state.memory("A").draft == ["fog"]


# A log that does not fit.


def kept() -> Table:
    """Six rows: an edit, an answer, a standing order, an answer out of it, two rolls."""
    t = Table(dice=ScriptedDice([6, 5, 1, "bell"]), position=Typed())
    t.play("A", "rest")
    t.play("B", "always dodge")
    t.play("A", "hit")
    return t


def test_the_kept_match_loads() -> None:
    t = kept()
    assert [row.kind for row in t.rows] == ["answer", "edit", "answer", "answer", "roll", "roll"]
    assert t.load(turn=0, validate=True).state.points == {"A": 1}


def put(row: Row, **fields: object) -> Row:
    return msgspec.structs.replace(row, **fields)


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, lambda row: put(row, name="react")),
        (0, lambda row: put(row, seat="B")),
        (0, lambda row: put(row, text="whistle")),
        (0, lambda row: put(row, text="dodge")),
        (0, lambda row: put(row, kind="roll")),
        (0, lambda row: put(row, kind="draw")),
        (1, lambda row: put(row, text="dodge")),
        (1, lambda row: put(row, text="always fly")),
        (1, lambda row: put(row, text="whistle")),
        (1, lambda row: put(row, name="act")),
        (1, lambda row: put(row, kind="heard")),
        (3, lambda row: put(row, kind="heard")),
        (3, lambda row: put(row, name="plan")),
        (4, lambda row: put(row, name="guard")),
        (4, lambda row: put(row, sides=8)),
        (4, lambda row: put(row, faces=(6,))),
        (4, lambda row: put(row, kind="draw")),
        (5, lambda row: put(row, kind="answer")),
    ],
)
def test_a_replay_names_the_first_row_that_differs(number: int, change: Callable[[Row], Row]) -> None:
    t = kept()
    t.rows[number] = change(t.rows[number])
    with pytest.raises(ReplayError) as error:
        t.load(turn=0)
    assert error.value.row == number
    assert str(error.value).startswith(f"row {number}: ")


def test_the_number_of_a_row_counts_from_the_beginning_of_the_match() -> None:
    t = kept()
    t.play("B", "rest", "grab")
    assert len(t.turns) == 3
    t.rows[-1] = put(t.rows[-1], text="stone")
    for turn in range(2):
        with pytest.raises(ReplayError) as error:
            t.load(turn=turn)
        assert error.value.row == 8


def test_a_card_that_is_not_in_the_stock_is_no_card() -> None:
    t = Table(dice=ScriptedDice(["ash"]), position=Typed())
    t.play("A", "grab")
    t.rows[1] = put(t.rows[1], text="stone")
    with pytest.raises(ReplayError, match="row 1"):
        t.load()


def test_an_edit_that_the_ask_does_not_take_is_named() -> None:
    t = Table()
    t.play("A", "put moon", "put sun")
    for text in ("done", "put soap", "rest"):
        rows = [t.rows[0], put(t.rows[1], text=text)]
        with pytest.raises(ReplayError, match="row 1"):
            Match(t.game, Tail(t.turns[0], rows), t.dice)


def test_a_row_too_many_is_named() -> None:
    t = Table(position=Typed(phase="bow", points={"A": 9}))
    t.play("B", "bow")
    rows = [*t.rows, t.rows[0]]
    with pytest.raises(ReplayError) as error:
        Match(t.game, Tail(t.turns[0], rows), t.dice)
    assert error.value.row == 1


def test_a_log_that_ends_before_a_die_is_named() -> None:
    t = kept()
    del t.rows[5]
    with pytest.raises(ReplayError, match="row 5: the log ends before this roll: guard"):
        t.load(turn=0)


def test_loading_trusts_the_log_and_validation_does_not() -> None:
    t = Table(position=Typed())
    t.play("A", "rest")
    t.rows[0] = put(t.rows[0], text="hit Z")
    assert t.load(turn=0).asks.keys() == {"Z"}
    with pytest.raises(ReplayError, match="there is no") as error:
        t.load(turn=0, validate=True)
    assert error.value.row == 0


def test_validation_finds_an_answer_that_is_not_in_full() -> None:
    t = Table(position=Typed())
    t.play("A", "hit")
    t.rows[0] = put(t.rows[0], text="hit")
    with pytest.raises(ReplayError, match="row 0: hit has become hit B"):
        t.load(validate=True)


def test_after_a_change_of_rules_the_row_that_diverges_is_named() -> None:
    class Changed(Duel):
        version = 3

        def turn(self, state: Ring) -> Rules[None]:
            act = yield from ask(act_ask(state, state.to_act))
            yield from die("luck")
            yield from ask(act_ask(state, state.to_act))
            assert isinstance(act, Act)

    t = kept()
    t.game = Changed()
    with pytest.raises(ReplayError) as error:
        Match(t.game, Tail(t.turns[0], t.rows), t.dice)
    assert error.value.row == 1


def test_an_answer_reaches_the_rules_alike_live_and_replayed() -> None:
    got: list[Act] = []

    class Watched(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            got.append((yield from ask(act_ask(state, "A"))))
            yield Rested("A")
            yield from roll("never", count=2)
            yield from ask(act_ask(state, "A"))

    t = Table(Watched(), position=Typed())
    t.play("A", "hit")
    t.load()
    assert got[0] == got[1]
    assert str(got[0]) == "hit B"
