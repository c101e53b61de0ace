"""The host sets the limits of what comes in, in a table of pbem.toml."""

from pathlib import Path

import pytest

from pbem.mail.limits import Limits
from pbem.server.core.config import ConfigError, given
from tests.server.office import Office

ANN = "ann@example.org"


def test_a_table_of_limits_changes_those_it_names(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text('domain = "play.example"\n\n[limits]\nletters = 0\ncommand_seconds = 2.5\n')
    assert given(file, {}, {}).config().limits == Limits(letters=0, command_seconds=2.5)


def test_a_limit_that_does_not_exist_is_named(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text("[limits]\nleters = 0\n")
    with pytest.raises(ConfigError, match="leters"):
        given(file, {}, {}).config()


@pytest.mark.parametrize(
    "wrong",
    [
        "errors = -1",
        "mime_depth = 0",
        "mime_depth = 101",
        "data_seconds = 'long'",
        # O16: a letter that is taken can be read, so that its writer hears of it.
        "letter_bytes = 0",
        "lmtp_letter_bytes = 4194305",
    ],
)
def test_a_limit_that_cannot_be_is_named(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text(f"[limits]\n{wrong}\n")
    with pytest.raises(ConfigError, match=wrong.split()[0]):
        given(file, {}, {}).config()


def test_the_desk_reads_letters_within_the_limits_of_the_host() -> None:
    office = Office(limits=Limits(header_bytes=500))
    assert office.write("ann@example.org", "help", headers=["X-Long: " + "x" * 500]) == "failed"
    assert office.write("ann@example.org", "help") == "done"


# What a letter may cost, and how much is written because of it.


def test_b25_a_letter_holds_two_hundred_orders(office: Office) -> None:
    """Those between semicolons count, too; what is left out is named, as lines beyond the first two hundred are."""
    board = office.begin()[ANN]
    office.reply(
        ANN, board, "S1 move b4; done\n" + "S1 move b1; S1 move b4\n" * 99 + "S2 move d2", quote=False
    )
    mail = dict(office.mails())[ANN]
    assert "Only the first 200 orders were read, those above this line: S2 move d2" in mail.flat
    assert len(office.find_match().match.queues["S"]) == 198


def test_b28_below_five_lines_that_mean_nothing_none_is_looked_at(office: Office) -> None:
    board = office.begin()[ANN]
    office.reply(ANN, board, "\n".join(f"S1 fly b{n}" for n in range(1, 9)), quote=False)
    mail = office.mail_to(ANN)
    assert mail.text.count("Perhaps you meant") == 1
    assert "4 more lines were refused." in mail.flat
    assert "b6" not in mail.text


def test_b20_what_is_told_of_a_long_letter_is_bounded(office: Office) -> None:
    """Each line is cut; of very many the first are told, and all that were refused."""
    board = office.begin()[ANN]
    lines = ["always dodge"] * 150
    long = "S1 move b4 " + "x" * 900
    office.reply(ANN, board, "\n".join([*lines, long]), quote=False)
    mail = office.mail_to(ANN)
    assert f"> {long[:300]} [...] refused: " in mail.flat
    assert len(mail.raw) < 10_000
    for how_full, told in (("brief", 0), ("full", 100)):
        office.write(ANN, f"settings detail {how_full}")
        office.mails()
        office.reply(ANN, board, "\n".join(lines), quote=False)
        mail = office.mail_to(ANN)
        assert mail.text.count("> always dodge") == told
        assert "50 more lines are not listed here." in mail.flat
        assert len(mail.raw) < 60_000


def test_b34_a_line_of_more_than_four_hundred_characters_is_no_order(office: Office) -> None:
    """Also one that some game would read; the refusal says why, and how such a line gets to the others."""
    board = office.begin()[ANN]
    long = "S1 throw N1" + " or N1" * 70
    assert str(office.find_match().game.order_of(long)) == long
    office.reply(ANN, board, f"S1 move b4\n{long}", quote=False)
    told = office.mail_to(ANN).flat
    assert "An order has at most 400 characters, and this line has more. To write to the others" in told
    assert not any(row.text.startswith("S1 move") for row in office.log())


def test_b20_a_long_queue_is_told_in_part(office: Office) -> None:
    board = office.begin()[ANN]
    office.reply(ANN, board, "S1 move b4; done\n" + "S1 move b1; S1 move b4\n" * 15, quote=False)
    mail = dict(office.mails())[ANN]
    assert "S1 move b4; and 10 more" in mail.flat


def test_who_asks_the_same_twice_is_told_once(office: Office) -> None:
    office.register("Ann")
    office.write(ANN, "games\nrules dodgeball\n" * 10)
    mail = office.mail_to(ANN)
    assert mail.text.count("GAMES") == 1
    assert len(mail.raw) < 100_000
