"""Rows, results, and the record of a match that anybody may check."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.dice import ProvableDice, commitment
from pbem.play.match import Match
from pbem.play.record import Record, ReplayError, Result, Row, Tail, dice_in, verify_dice
from pbem.play.requests import seeded

from .toy import Duel, Table

SEED = bytes(range(32))


def finished() -> Record:
    """A whole match with dice and cards, opened at its end."""
    t = Table(dice=ProvableDice(SEED, "duel-5", ("x", "y")), options={"goal": "9"})
    pick = seeded("finished")
    while t.asks:
        seat = sorted(t.asks)[0]
        hit = t.asks[seat] == "act" and len(t.rows) % 2
        t.play(seat, "hit" if hit else str(t.match.asks[seat].sample(pick)))
    return Record(
        game="duel",
        version=2,
        match="duel-5",
        options={"goal": "9"},
        seats=("A", "B"),
        players={"A": "anna", "B": "bert"},
        salts=("x", "y"),
        commitment=commitment(SEED),
        seed=SEED.hex(),
        rows=t.rows,
        turns=t.turns,
        result=t.state.result,
    )


def test_every_die_of_a_finished_match_can_be_worked_out_anew() -> None:
    record = finished()
    kinds = {row.kind for row in record.rows}
    assert {"roll", "draw", "answer"} <= kinds
    assert verify_dice(record) == dice_in(record.rows) >= 5


@pytest.mark.parametrize("kind", ["roll", "draw"])
def test_a_tampered_die_is_found_and_its_row_named(kind: str) -> None:
    record = finished()
    index = [row.kind for row in record.rows].index(kind)  # type: ignore[arg-type]  # one of them
    row = record.rows[index]
    faces = (row.faces[0] % row.sides + 1, *row.faces[1:])
    record.rows[index] = msgspec.structs.replace(row, faces=faces)
    with pytest.raises(ReplayError) as error:
        verify_dice(record)
    assert error.value.row == index


@pytest.mark.parametrize("sides", [0, -1, 2**70])
def test_a_die_with_impossible_sides_is_tampering_too(sides: int) -> None:
    record = finished()
    index = [row.kind for row in record.rows].index("roll")
    record.rows[index] = msgspec.structs.replace(record.rows[index], sides=sides)
    with pytest.raises(ReplayError) as error:
        verify_dice(record)
    assert error.value.row == index


def test_a_roll_taken_out_of_the_log_is_found() -> None:
    record = finished()
    del record.rows[[row.kind for row in record.rows].index("roll")]
    with pytest.raises(ReplayError):
        verify_dice(record)


@pytest.mark.parametrize("seed", ["00" * 32, "", "no hex"])
def test_a_seed_that_was_not_promised_is_refused(seed: str) -> None:
    record = finished()
    record.seed = seed
    with pytest.raises(ValueError, match=r"seed|hex"):
        verify_dice(record)


def test_a_record_replays_to_its_own_end() -> None:
    record = Record.from_json(finished().to_json())
    dice = ProvableDice(bytes.fromhex(record.seed), record.match, record.salts)
    match = Match(Duel(), Tail(record.turns[0], record.rows), dice, validate=True)
    assert match.state.result == record.result
    assert match.turns == record.turns[1:]


def test_a_record_is_json_with_one_field_a_line_and_round_trips() -> None:
    record = finished()
    text = record.to_json()
    assert Record.from_json(text) == record
    assert b'\n "game": "duel",\n' in text
    with pytest.raises(msgspec.ValidationError):
        Record.from_json(b"{}")


def test_a_row_is_a_short_array_that_round_trips() -> None:
    row = Row("roll", "hit", faces=(6, 1), sides=6)
    text = msgspec.json.encode(row)
    assert text.startswith(b'["roll","hit"')
    assert msgspec.json.decode(text, type=Row) == row


places = st.lists(
    st.lists(st.sampled_from("ABCDEFG"), min_size=1, max_size=3).map(tuple), min_size=1, max_size=4
).map(tuple)


@given(places, st.sampled_from(["", "goal"]))
def test_a_result_round_trips_as_text(ranks: tuple[tuple[str, ...], ...], reason: str) -> None:
    result = Result(ranks, reason)
    assert Result.parse(str(result), reason) == result


def test_a_result_is_drawn_where_all_share_the_first_place() -> None:
    assert str(Result((("S",), ("N",)))) == "S>N"
    assert str(Result((("S", "N"),))) == "S=N"
    assert Result((("S", "N"),)).drawn
    assert not Result((("S",), ("N",))).drawn
