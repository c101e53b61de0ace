"""Mail goes out through a provider within what it allows, and none is lost when it is enough."""

import asyncio
from typing import Any

import pytest

from pbem.mail.delivery import Outcome, Relays
from pbem.mail.submission import Submission
from pbem.server.core.config import Config
from pbem.server.departures.quota import Quota
from pbem.server.departures.ways import delivery_for
from tests.server.mailbox.test_identity import ACCOUNT, office
from tests.server.office import Office
from tests.store.mails import finished

DAY = 86_400


class Provider:
    """Takes what it is handed, unless it is told otherwise."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.taken: list[str] = []

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        outcome = self.outcomes.pop(0) if self.outcomes else Outcome("sent", "250 ok")
        if outcome.status == "sent":
            self.taken.append(to)
        return outcome

    async def close(self) -> None:
        """Nothing to close."""


def send(office: Office, *names: str, raw: bytes = b"raw", **more: Any) -> None:
    for name in names:
        finished(office.store.post, f"{name}@x", f"<{name}@z>", raw, office.time, kind="answer", **more)


def deliver(office: Office, provider: Provider) -> list[str]:
    before = len(provider.taken)
    asyncio.run(office.worker(provider).deliver_due())
    return provider.taken[before:]


def test_no_more_than_its_share_leaves_within_24_hours() -> None:
    strict = office(mails_a_day=10)
    provider = Provider()
    send(strict, *(f"p{number}" for number in range(9)))
    assert len(deliver(strict, provider)) == 7
    strict.time += 3600
    assert deliver(strict, provider) == []
    strict.time += DAY - 3600
    assert len(deliver(strict, provider)) == 2
    assert strict.store.post.counts() == {"outbox sent": 9}


def test_the_count_is_kept_in_the_database() -> None:
    """A server that is started anew goes on counting."""
    strict = office(mails_a_day=10)
    send(strict, *(f"p{number}" for number in range(7)))
    deliver(strict, Provider())
    strict.configure(strict.config)
    assert Quota(strict.app.context, strict.app.alarms).room() == 0


def test_what_answers_a_letter_leaves_first() -> None:
    strict = office(mails_a_day=3)
    head = b"From: x\r\nAuto-Submitted: auto-%b\r\n\r\n"
    send(strict, "told", raw=head % b"generated", tells=True)
    send(strict, "asked", raw=head % b"generated")
    send(strict, "answered", raw=head % b"replied")
    assert deliver(strict, Provider()) == ["answered@x", "asked@x"]


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("later", "550 5.4.5 Daily user sending limit exceeded", "limit"),
        Outcome("later", "SMTPAuthenticationError: (535, 'no')", "limit"),
    ],
)
def test_a_refusal_of_the_provider_lets_everything_wait_and_loses_nothing(outcome: Outcome) -> None:
    strict = office()
    provider = Provider(outcome)
    send(strict, "one", "two", "three")
    assert deliver(strict, provider) == []
    strict.time += 1800
    send(strict, "four")
    assert deliver(strict, provider) == []
    row = strict.store.post.outgoing(1)
    assert row is not None
    assert row.attempts == 0
    strict.time += 1801
    assert sorted(deliver(strict, provider)) == ["four@x", "one@x", "three@x", "two@x"]


def test_strangers_get_few_mails() -> None:
    """Providers lock accounts that write to many whom they do not know."""
    assert office().app.limits.most("mails outside") == 20
    assert Office(relay="mx.example:25").app.limits.most("mails outside") == 100


def test_the_way_out_is_the_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAILBOX_PASSWORD", "secret")
    way = delivery_for(office().config)
    assert isinstance(way, Submission)
    assert isinstance(delivery_for(Config(relay="mx.example:25")), Relays)
    assert office().config.relay_user == ACCOUNT
