"""What all tests share: one flag that writes golden files anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --bless` takes what comes out now for right; look at the difference before you commit it."""
    parser.addoption("--bless", action="store_true", help="write the golden mails anew")


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--bless"))
