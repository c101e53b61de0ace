"""Offices for the tests of the desk."""

import pytest

from tests.server.office import Office


@pytest.fixture
def office() -> Office:
    """A server on trial, on one machine: From is believed."""
    return Office()


@pytest.fixture
def strict() -> Office:
    """A server that is in the open: a letter must prove who wrote it."""
    return Office(believe_from=False)
