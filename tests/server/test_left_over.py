"""Lines that are left over when what they were for has come to an end by itself."""

from tests.server.office import Office, play

ANN = "ann@example.org"


def test_lines_that_are_not_needed_any_more_are_no_failure(office: Office) -> None:
    """DODGEBALL-9: the turn is over with the third die; `done` is left over, and the answer is not "not done"."""
    office.begin()
    mail = play(office, ANN, "S1 move b2", "S2 move d2", "S3 move g2", "done")[ANN]
    assert "what it would end is over already" in mail.flat
    assert "not done" not in mail.subject


def test_a_done_for_a_turn_that_nobody_has_seen_says_so_and_goes_by_clear(office: Office) -> None:
    """F1: a second `done` would give up the next turn. It waits, since it was asked for, and says exactly that."""
    office.begin()
    play(office, ANN, "done")
    mail = play(office, ANN, "done")[ANN]
    warning = 'queued: "done" waits and will give up your whole next turn. To take it back, answer: clear'
    assert f"> done {warning}" in mail.flat
    assert office.find_match().match.waiting("S") == ["done"]
    play(office, ANN, "clear")
    assert office.find_match().match.waiting("S") == []
