"""The targets of `make fuzz`, for a moment: with what they know, what they do not, and what broke them once."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tools.fuzz.seeds import findings_of, seeds_of, words_of
from tools.fuzz.targets import TARGETS

FINDINGS = [
    pytest.param(name, path, id=f"{name}-{path.name}") for name in TARGETS for path in findings_of(name)
]


@pytest.mark.parametrize(("name", "path"), FINDINGS)
def test_what_was_found_once(name: str, path: Path) -> None:
    TARGETS[name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_of_a_target(name: str) -> None:
    seeds = list(itertools.islice(seeds_of(name), 100))
    assert len(seeds) >= 5
    for seed in seeds:
        TARGETS[name](seed)


@pytest.mark.parametrize("name", ["letters", "orders", "desk", "dialogues"])
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_something_else(name: str, data: st.DataObject) -> None:
    pieces = st.sampled_from([*words_of(name), b" ", b"\n", b"\r\n"]) | st.binary(max_size=10)
    TARGETS[name](b"".join(data.draw(st.lists(pieces, max_size=40))))
