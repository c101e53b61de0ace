"""The targets of `make fuzz`, for a moment: with what they know, what they do not, and what broke them once."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task, read_here
from tools.fuzz import costs, targets
from tools.fuzz.costs import BOUND, Recipe
from tools.fuzz.seeds import findings_of, seeds_of, words_of
from tools.fuzz.targets import TARGETS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def offices() -> None:
    """Those of the targets are made before any test, or they would end with the first one that makes them."""
    targets._office()
    targets._busy_office()


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_known(name: str) -> None:
    """The seeds of a target, and its findings of old."""
    seeds = list(itertools.islice(seeds_of(name), 100))
    assert len(seeds) >= 5
    for data in (*seeds, *(path.read_bytes() for path in findings_of(name))):
        TARGETS[name](data)


@pytest.mark.parametrize("name", ["letters", "orders", "server", "dialogues"])
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_something_else(name: str, data: st.DataObject) -> None:
    pieces = st.sampled_from([*words_of(name), b" ", b"\n", b"\r\n"]) | st.binary(max_size=10)
    TARGETS[name](b"".join(data.draw(st.lists(pieces, max_size=40))))


def test_b33_a_letter_that_costs_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In units of what the machine takes for other work at the same time, so on any machine."""
    letter = Recipe("answer", "plain", 80, b"hello ").encode()
    TARGETS["costs"](letter)

    def slow(task: Task) -> Letter | LetterError:
        for _ in range(int(2 * BOUND)):
            costs.work()
        return read_here(task)

    monkeypatch.setattr(targets, "read_here", slow)
    with pytest.raises(AssertionError, match="100 are allowed: Recipe"):
        TARGETS["costs"](letter)
