"""Whole letters in an ordinary match of Dodgeball!."""

from tests.server.office import Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"


def answered(office: Office, body: str) -> Mail:
    """What Ann is told about a letter that answers her first board."""
    board = office.begin("pawns=3 placement=fixed")[ANN]
    office.reply(ANN, board, body)
    return dict(office.mails())[ANN]


def rows(office: Office) -> list[str]:
    """The orders of Ann that count."""
    return [
        row.text for row in office.log() if row.kind == "answer" and row.seat == "S" and row.by == "order"
    ]
