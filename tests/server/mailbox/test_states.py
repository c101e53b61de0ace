"""The connection to a mailbox as a table, and what becomes of a letter by what is known of its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.mailbox import Listed
from pbem.server.mailbox.decisions import Action, decide
from pbem.server.mailbox.states import (
    BUSY_SECONDS,
    IDLE_SECONDS,
    LONGEST_BACKOFF,
    POLL_SECONDS,
    REFUSED_SECONDS,
    TRIES,
    Connection,
    Event,
    State,
    follow,
)
from pbem.store.mailbox import UNREAD, LedgerRow, LetterState

EVENTS: tuple[Event, ...] = (
    *("connected", "synced", "more", "woken", "broken", "refused", "changed", "busy", "untried", "rested"),
)


@pytest.mark.parametrize(
    ("event", "state", "seconds"),
    [
        ("connected", "sync", 0.0),
        ("synced", "watch", IDLE_SECONDS),
        ("more", "sync", 0.0),
        ("woken", "sync", 0.0),
        ("broken", "backoff", 5.0),
        ("refused", "refused", REFUSED_SECONDS),
        ("changed", "connect", 0.0),
        ("busy", "backoff", 20.0),
        ("untried", "stopped", 30.0),
        ("rested", "connect", 0.0),
    ],
)
def test_which_state_follows_which(event: Event, state: State, seconds: float) -> None:
    after = follow(Connection(), event)
    assert (after.state, after.seconds) == (state, seconds)


def test_a_server_that_cannot_wake_us_is_asked() -> None:
    assert follow(Connection(), "synced", idles=False).seconds == POLL_SECONDS


def test_pauses_grow_until_a_connection_has_lasted() -> None:
    """Some servers end each IDLE at once: connecting alone is no sign that all is well."""
    connection, pauses = Connection(), []
    for _ in range(9):
        connection = follow(connection, "broken")
        pauses.append(connection.seconds)
        for event in ("rested", "connected", "synced"):
            connection = follow(connection, event)
    assert pauses == [5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0, LONGEST_BACKOFF]
    assert follow(follow(connection, "woken"), "broken").seconds == 5.0


def test_a_lease_is_waited_for_no_longer_than_it_lasts() -> None:
    assert follow(Connection(), "busy", leased=7).seconds == 7
    assert follow(Connection(), "busy", leased=60).seconds == BUSY_SECONDS


@given(st.lists(st.sampled_from(EVENTS)))
def test_no_more_logins_are_tried_than_a_provider_bears(events: list[Event]) -> None:
    """After some refusals in a row it is given up, whatever else happens in between; and no pause is endless."""
    connection, refused = Connection(), 0
    for event in events:
        connection = follow(connection, event)
        if event in ("connected", "woken", "untried", "changed"):
            refused = 0
        refused += event == "refused"
        assert connection.seconds <= LONGEST_BACKOFF
        if refused >= TRIES and event == "refused":
            assert (connection.state, connection.seconds) == ("refused", 0.0)


def row(state: LetterState, size: int = 100, message_id: str = "<a>") -> LedgerRow:
    return LedgerRow(1, "", message_id, size, 0, state, 0, "")


@pytest.mark.parametrize(
    ("known", "old", "action"),
    [
        (None, False, "read"),
        (None, True, "skip"),
        (row("stored"), False, "move"),
        (row("filed"), False, "move"),
        (row("gone"), True, "move"),
        (row("stored", message_id="<b>"), True, "read"),  # numbered anew
        (row("stored", size=99), False, "read"),
        (row("trying", UNREAD, ""), False, "read"),
        (row("skipped", UNREAD, ""), False, "leave"),
        (row("skipped"), False, "leave"),
        (row("skipped", size=99), False, "read"),
    ],
)
def test_what_is_done_with_a_letter(known: LedgerRow | None, old: bool, action: Action) -> None:
    assert decide(Listed(1, 100, "<a>", 0), known, old=old, largest=1000) == action


def test_a_letter_without_message_id_is_read_to_see_whether_it_is_the_same() -> None:
    assert decide(Listed(1, 100, "", 0), row("stored", message_id=""), old=False, largest=1000) == "read"


def test_too_large_a_letter_is_refused_once() -> None:
    assert decide(Listed(1, 1001, "<a>", 0), None, old=False, largest=1000) == "refuse"
    assert decide(Listed(1, 1001, "<a>", 0), row("skipped", 1001), old=False, largest=1000) == "leave"
