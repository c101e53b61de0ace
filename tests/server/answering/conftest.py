"""The positions that questions are asked in are made before the first test: what a test opens is closed behind it."""

import pytest

from tests.server.answering.positions import BEGINNINGS, place


@pytest.fixture(scope="session", autouse=True)
def positions(every_mail: None, every_log_line: None) -> None:
    """Make them all."""
    for game in BEGINNINGS:
        place(game)
