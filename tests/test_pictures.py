"""The tool that takes pictures of mails, as far as it goes without a browser."""

from unittest import mock

from click.testing import CliRunner

from tests.games.ours import OURS
from tools.pictures import choose, main


def test_without_a_browser_it_says_what_is_missing() -> None:
    with mock.patch("shutil.which", return_value=None):
        result = CliRunner().invoke(main, ["dodgeball"])
    assert result.exit_code == 1
    assert "needs Chromium or Chrome" in result.output


def test_it_finds_a_mail_of_each_kind() -> None:
    mails = choose(OURS["dodgeball"])
    assert list(mails) == ["1-first", "2-middle", "3-receipt", "4-refusal", "5-end"]
    assert all("<html" in html for html in mails.values())
    assert "refused" in mails["4-refusal"]
    assert "The match is over" in mails["5-end"]
