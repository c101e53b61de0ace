"""What is found out about a provider by letters that go through it."""

from pathlib import Path

import pytest

from pbem.server.core.findings import Finding
from pbem.server.departures.ways import delivery_for
from pbem.server.mailbox.opening import open_box
from pbem.server.mailbox.probe import PAUSE_SECONDS, Probe, Profile, read_profile
from pbem.server.mailbox.providers import provider_of
from tests.mail.provider import FakeProvider, provider_beside
from tests.server.mailbox.fetching import ACCOUNT, config

RESULTS = (
    b"Received: from mx (mx) by store.play.example\r\n"
    b"Authentication-Results: mx7.play.example; dmarc=pass header.from=elsewhere.example\r\n"
    b"Received: from out.elsewhere.example by mx.play.example\r\n"
)


def probe(
    provider: FakeProvider, folder: Path, *, outside: bool = False, write: bool = True
) -> tuple[Probe, list[Finding]]:
    settings = config(provider.imap, folder, smtp=f"localhost:{provider.port}", seconds_between=0)
    time = [0.0]

    def pause(seconds: float) -> None:
        assert seconds == PAUSE_SECONDS
        time[0] += seconds

    found = Probe(
        settings,
        lambda: open_box(settings.mailbox),
        lambda: delivery_for(settings),
        outside=outside,
        pause=pause,
        clock=lambda: time[0],
    )
    steps = []
    for step in found.run():
        steps.append(step)
        if "Subject: " in step.text and write:
            key = step.text.rpartition(" ")[2].encode()
            provider.imap.deliver(RESULTS + b"Subject: " + key + b"\r\n\r\nhello\r\n")
    return found, steps


def test_what_the_provider_says_of_letters_from_elsewhere(tmp_path: Path) -> None:
    """Both settings that are needed without plus."""
    with provider_beside(ACCOUNT, tmp_path) as provider:
        _, steps = probe(provider, tmp_path, outside=True)
    assert steps[-1].text.endswith('authserv_id = "mx7.play.example", received = 2')


def test_five_minutes_are_waited_and_no_more(tmp_path: Path) -> None:
    with provider_beside(ACCOUNT, tmp_path) as provider:
        found, steps = probe(provider, tmp_path, outside=True, write=False)
    assert steps[-1] == Finding("bad", "no such letter has arrived within 300 seconds")
    assert found.profile == Profile()


def test_without_plus_a_probe_for_plus_fails(tmp_path: Path) -> None:
    with provider_beside(ACCOUNT, tmp_path, plus=False) as provider:
        found, steps = probe(provider, tmp_path)
    assert found.profile is None
    assert Finding("bad", "account+tag does not arrive with its tag: set plus = false in [mailbox]") in steps


def test_the_letters_of_the_probe_are_deleted_and_others_are_not(tmp_path: Path) -> None:
    with provider_beside(ACCOUNT, tmp_path) as provider:
        provider.arrive(b"Subject: somebody else's\r\n\r\nhello\r\n")
        probe(provider, tmp_path)
        assert len(provider.imap.box()) == 1


def test_a_profile_that_is_not_there() -> None:
    assert read_profile("") is None
    assert read_profile("{}") == Profile()


@pytest.mark.parametrize(
    ("address", "imap", "plus"),
    [
        ("a@gmail.com", "imap.gmail.com:993", True),
        ("a@gmx.de", "imap.gmx.net:993", False),
        ("a@club.example", "imap.club.example:993", True),
    ],
)
def test_servers_are_known_or_guessed(address: str, imap: str, plus: bool) -> None:
    found = provider_of(address)
    assert (found.imap, found.plus, found.refused) == (imap, plus, "")
    assert provider_of("a@outlook.com").refused
