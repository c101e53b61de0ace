"""The targets of `make fuzz`, for a moment: with what they know, what they do not, and what broke them once."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tools.fuzz.seeds import findings_of, seeds_of, words_of
from tools.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_known(name: str) -> None:
    """The seeds of a target, and its findings of old."""
    seeds = list(itertools.islice(seeds_of(name), 100))
    assert len(seeds) >= 5
    for data in (*seeds, *(path.read_bytes() for path in findings_of(name))):
        TARGETS[name](data)


@pytest.mark.parametrize("name", ["letters", "orders", "desk", "dialogues"])
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_something_else(name: str, data: st.DataObject) -> None:
    pieces = st.sampled_from([*words_of(name), b" ", b"\n", b"\r\n"]) | st.binary(max_size=10)
    TARGETS[name](b"".join(data.draw(st.lists(pieces, max_size=40))))
