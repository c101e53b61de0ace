"""Mail through a provider: in the account's name, slowly, and what the provider's refusals mean."""

import asyncio

import pytest

from pbem.mail.delivery import Outcome
from pbem.mail.submission import Submission, says_limit


class Provider:
    """Answers as it is told; the time passes only while somebody sleeps."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.time = 0.0
        self.handed: list[tuple[float, str, str]] = []

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        self.handed.append((self.time, sender, to))
        return self.outcomes.pop(0) if self.outcomes else Outcome("sent", "250 ok")

    async def close(self) -> None:
        """Nothing to close."""

    async def sleep(self, seconds: float) -> None:
        self.time += seconds


def deliver(provider: Provider, *to: str) -> list[Outcome]:
    way = Submission(provider, "our@p.example", 3.0, clock=lambda: provider.time, sleep=provider.sleep)

    async def run() -> list[Outcome]:
        return [await way.deliver("our-b+token@p.example", each, b"raw") for each in to]

    return asyncio.run(run())


def test_every_envelope_sender_is_the_account_and_letters_keep_their_distance() -> None:
    provider = Provider()
    deliver(provider, "a@x", "b@x", "c@x")
    assert provider.handed == [(at, "our@p.example", to) for at, to in ((0, "a@x"), (3, "b@x"), (6, "c@x"))]


@pytest.mark.parametrize(
    "reply",
    [
        "550 5.4.5 Daily user sending quota exceeded. For more information",
        "550-5.4.5 Daily user sending limit exceeded",
        "554 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
        "450 Requested mail action not taken: too many messages",
        "421 4.7.0 Rate limit reached",
    ],
)
def test_a_limit_says_nothing_about_the_letter(reply: str) -> None:
    assert says_limit(reply)
    (outcome,) = deliver(Provider(Outcome("failed", reply, "letter")), "a@x")
    assert (outcome.status, outcome.about) == ("later", "limit")


@pytest.mark.parametrize(
    "reply",
    [
        "552 5.2.2 mailbox full, quota exceeded",
        "550 5.1.1 no such user",
        "554 5.7.1 spam",
        "450 4.2.2 over quota",
    ],
)
def test_other_refusals_are_left_as_they_are(reply: str) -> None:
    refused = Outcome("failed", reply, "recipient")
    assert deliver(Provider(refused), "a@x") == [refused]


def test_a_refused_login_is_not_tried_again_and_again() -> None:
    refused = Outcome("later", "SMTPAuthenticationError: (535, '5.7.8 no')", "way")
    (outcome,) = deliver(Provider(refused), "a@x")
    assert outcome.about == "limit"
