"""The tool that takes pictures of mails, as far as it goes without a browser."""

from unittest import mock

import msgspec
import pytest
from click.testing import CliRunner

from tests.games.ours import OURS
from tools.pictures import BRIEF, Size, choose, faults, main


def test_without_a_browser_it_says_what_is_missing() -> None:
    with mock.patch("shutil.which", return_value=None):
        result = CliRunner().invoke(main, ["dodgeball"])
    assert result.exit_code == 1
    assert "needs Chromium or Chrome" in result.output


def test_it_finds_a_mail_of_each_kind() -> None:
    mails = choose(OURS["dodgeball"])
    assert list(mails) == ["1-first", "2-middle", "3-receipt", "4-refusal", "5-end"]
    assert all("<html" in html for html in mails.values())
    assert "Do you want this" in mails["4-refusal"]
    assert "The match is over" in mails["5-end"]


GOOD = Size(height=900, wide=[], top=200, foot=600, letters=14, texts=[])


@pytest.mark.parametrize(
    ("game", "name", "width", "changed", "fault"),
    [
        ("dodgeball", "2-middle", 360, {}, ""),
        ("dodgeball", "1-first", 320, {"wide": ["TABLE"]}, "wider than the window: TABLE"),
        ("dodgeball", "2-middle", 320, {"letters": 13}, "the letters of a figure have 13 px, not 14"),
        ("elfball", "2-middle", 320, {"letters": 12}, ""),
        ("dodgeball", "2-middle", 1200, {"letters": 13, "top": 400}, ""),
        ("dodgeball", "2-middle", 360, {"top": 301}, "the board starts at 301 px, not 300"),
        ("dodgeball", "1-first", 360, {"top": 301}, ""),
        ("elfball", "2-middle", 360, {"foot": 701}, "the board ends at 701 px, not 700"),
        ("slargeball", "2-middle", 360, {"foot": 800}, ""),
    ],
)
def test_what_is_wrong_with_a_mail(
    game: str, name: str, width: int, changed: dict[str, object], fault: str
) -> None:
    found = list(faults(game, name, msgspec.structs.replace(GOOD, **changed), width))
    assert found == ([fault] if fault else [])


def test_a_brief_mail_is_short_and_can_be_answered_by_a_tap() -> None:
    mails = choose(OURS["gnomeball"])
    assert "More: show" in mails["2-middle"]
    assert len(mails["2-middle"]) < BRIEF
    assert mails["2-middle"].index("mailto:") < mails["2-middle"].index('class="bd"')
