"""An office for the cases of operation."""

import pytest

from tests.server.office import Office


@pytest.fixture
def office() -> Office:
    """A server on trial, without sockets, whose clock only moves when told."""
    return Office()
