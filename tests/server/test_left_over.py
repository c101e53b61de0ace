"""Lines that are left over when what they were for has come to an end by itself."""

from tests.server.office import Office, play

ANN = "ann@example.org"


def test_lines_that_are_not_needed_any_more_are_no_failure(office: Office) -> None:
    """DODGEBALL-9: the turn is over with the third die; `done` is left over, and the answer is not "not done"."""
    office.begin()
    mail = play(office, ANN, "S1 move b2", "S2 move d2", "S3 move g2", "done")[ANN]
    assert "what it would end is over already" in mail.flat
    assert "not done" not in mail.subject
