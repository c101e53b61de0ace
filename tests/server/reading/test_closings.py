"""How people take leave of a server and of each other, in languages that nobody has listed (M38)."""

import pytest

from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"
UTF8 = ["Content-Type: text/plain; charset=utf-8"]


def count_played(office: Office, body: str) -> tuple[int, str]:
    """How many orders a letter of Ann's plays, and what she is told of its lines."""
    board = office.begin()[ANN]
    before = len(office.log())
    office.deliver(office.raw(ANN, body, to=board.reply_to, headers=UTF8), to=board.reply_to)
    told = dict(office.mails())[ANN].text.partition("YOUR LETTER\n")[2].partition("\n\n")[0]
    return [row.kind for row in office.log()[before:]].count("answer"), told


@pytest.mark.parametrize(
    "closing",
    [
        *(
            "Mvh,",
            "Mvh",
            "Un saludo,",
            "/Ann",
            "// Ann",
            "-Ann",
            "_Ann_",
            "Ann \U0001f600",
            "Med v\u00e4nlig h\u00e4lsning\nAnn",
        ),
        *("Atenciosamente,\nAnn", "Terveisin\n/Ann", "\u00dcdv\u00f6zlettel,", "Groetjes,\nToad"),
        *("\u0421 \u0443\u0432\u0430\u0436\u0435\u043d\u0438\u0435\u043c,\nAnn", "Vennlig hilsen\nann"),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_m38_a_closing_is_no_order_in_any_language(office: Office, closing: str, gap: str) -> None:
    """Where it is in no list it is left alone, and told."""
    answers, told = count_played(office, f"S1 move b4{gap}{closing}")
    assert answers == 1
    assert told.count("  >") == 1


@pytest.mark.parametrize(
    "line",
    [
        "S1 mvoe b9,\nAnn",
        "plcae them,\nAnn",
        "pass S2,\nDone",
        "S1 move b4,",
        "mov b4,\nAnn",
        "psas,",
        "mvoe it\nAnn",
    ],
)
def test_m38_what_could_be_an_order_is_no_closing(office: Office, line: str) -> None:
    answers, told = count_played(office, f"S1 move b4\n{line}")
    assert answers == 0
    assert "refused" in told or "dropped" in told


@pytest.mark.parametrize(
    "line",
    [
        "Hello",
        "Hi Ben,",
        "Hej Ben!",
        "Cool!",
        "Wow!",
        "\u041f\u0440\u0438\u0432\u0435\u0442",
        "Merhaba!",
        "Shalom, Ben",
        "Bravo",
        "Yikes",
    ],
)
@pytest.mark.parametrize("below", [True, False])
def test_m38_a_greeting_or_a_cry_stops_no_order(office: Office, line: str, below: bool) -> None:
    """It is left alone, below the orders as above them."""
    answers, _ = count_played(office, f"S1 move b4\n\n{line}" if below else f"{line}\n\nS1 move b4")
    assert answers == 1


@pytest.mark.parametrize("line", ["Merhaba", "\u041f\u0440\u0438\u0432\u0435\u0442"])
def test_m38_a_word_between_orders_stops_none(office: Office, line: str) -> None:
    assert count_played(office, f"S1 move b4\n{line}\nS2 move d4")[0] == 2


@pytest.mark.parametrize("line", ["dogde", "psas!", "trhow N2", "dnoe!", "S1", "k7"])
def test_m38_a_word_that_may_be_an_order_is_no_remark(office: Office, line: str) -> None:
    assert count_played(office, f"S1 move b4\n\n{line}")[0] == 0


def test_m38_an_order_behind_a_greeting_is_done_and_half_a_one_asked_back(office: Office) -> None:
    assert count_played(office, "S1 move b4\nHi S2 move d2")[0] == 2
    assert count_played(office, "S1 move b4\nHey Ann, S1")[0] == 0


def test_m38_the_lines_of_a_message_are_no_closing(office: Office) -> None:
    board = office.begin()[ANN]
    office.thread(ANN, board, "say I bring my brothers,\nPeter\nand Paul, too")
    assert "I bring my brothers, Peter and Paul, too" in dict(office.mails())[BEN].flat
