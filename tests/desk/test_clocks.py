"""What a clock gets and does not get: with a new question, piece by piece, when an answer or a letter is taken back."""

import pytest

from pbem.desk import host
from pbem.desk.reminders import run_reminders
from tests.desk.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"
HOUR, DAY = 3600, 86_400


def begin(options: str, game: str = "dodgeball", *players: str) -> Office:
    office = Office()
    office.begin(f"pawns=3 placement=fixed {options}" if game == "dodgeball" else options, *players, game=game)
    return office


def hours_left(office: Office) -> list[float | None]:
    """What is left to each seat, in hours; None where its clock does not run."""
    return [None if seat.due is None else (seat.due - office.time) / HOUR for seat in office.table().seats]


# New questions.


def test_who_answers_last_has_as_much_for_the_next_question_as_who_answered_first() -> None:
    """Slargeball asks both for a line-up, then both for a plan, within one turn."""
    office = begin("pace=1d policy=forfeit", "slargeball")
    office.write(ANN, "done")
    office.time += 23 * HOUR
    office.write(BEN, "done")
    assert hours_left(office) == [24, 24]


def test_who_has_been_skipped_has_new_time_for_the_next_question_of_the_same_turn() -> None:
    office = begin("pace=1d policy=skip,forfeit", "slargeball")
    office.time += DAY
    assert [step.what for step in run_reminders(office.desk)] == ["skip", "skip"]
    assert hours_left(office) == [24, 24]
    office.time += 60
    assert run_reminders(office.desk) == []


def test_a_turn_played_piece_by_piece_gets_no_new_time() -> None:
    office = begin("pace=1d")
    office.time += 20 * HOUR
    office.write(ANN, "S1 move b4")
    assert hours_left(office) == [4, None]


def test_an_answer_that_is_taken_up_again_gets_no_new_time() -> None:
    """Who writes another line of a plan that he has handed in has what he had left when he handed it in."""
    office = begin("pace=1d", "slargeball")
    for _ in range(2):
        office.write(ANN, "D 12,12")
        office.time += 10 * HOUR
        office.write(ANN, "done")
    office.write(ANN, "D 12,12")
    assert hours_left(office)[0] == 4


# Undo.


@pytest.mark.parametrize("pause", [False, True])
def test_an_undo_by_consent_gives_back_what_was_left_however_long_the_others_wait(pause: bool) -> None:
    office = begin("pace=3d policy=forfeit")
    office.time += DAY
    office.write(ANN, "done")
    office.write(ANN, "undo")
    if pause:
        host.pause(office.desk, 1)
        office.time += 10 * DAY
        host.resume(office.desk, 1)
    office.time += 71 * HOUR
    office.write(BEN, "accept undo")
    assert hours_left(office) == [48, None]


def test_who_had_little_left_has_a_day_after_an_undo_by_consent() -> None:
    office = begin("pace=3d policy=forfeit")
    office.time += 3 * DAY - 60
    office.write(ANN, "done")
    office.write(ANN, "undo")
    office.time += DAY
    office.write(BEN, "accept undo")
    assert hours_left(office) == [24, None]


def test_no_clock_gains_by_undoing_again_and_again() -> None:
    office = begin("bank=2d add=1d most=10d")
    for _ in range(3):
        office.write(ANN, "done")
        office.write(ANN, "undo")
        office.write(BEN, "accept undo")
    office.write(ANN, "done")
    assert hours_left(office) == [None, 48]
    office.write(BEN, "done")
    assert hours_left(office) == [72, None]


def test_a_free_undo_gives_back_nothing_of_a_clock_that_has_run_all_along() -> None:
    office = begin("pace=3d")
    office.time += HOUR
    office.write(ANN, "S1 move b4")
    office.time += 2 * DAY
    office.write(ANN, "undo")
    assert hours_left(office) == [23, None]
