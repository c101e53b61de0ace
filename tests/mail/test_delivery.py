"""The two ways out: a relay that may refuse, break or fall silent, and Maildirs."""

import asyncio
import mailbox
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mail.delivery import RETRY, Delivery, Maildir, Outcome, Relay, next_try
from tests.mail.mta import DROP, SILENCE, FakeMta

RAW = b"Subject: x\r\nDate: Sat, 21 Nov 2026 10:00:00 +0100\r\n\r\n.dot\r\nFrom\r\n"

# --- the relay -----------------------------------------------------------------------------------


@asynccontextmanager
async def relay(seconds: float = 5.0) -> AsyncIterator[tuple[FakeMta, Relay]]:
    mta = FakeMta()
    server = await asyncio.start_server(mta.serve, "127.0.0.1", 0)
    way_out = Relay(
        "127.0.0.1", server.sockets[0].getsockname()[1], hostname="mx.example.com", seconds=seconds
    )
    try:
        yield mta, way_out
    finally:
        await way_out.close()
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0.01)  # the server's side of the connections ends


async def send(way_out: Delivery, raw: bytes = RAW) -> Outcome:
    return await way_out.deliver("pbem-b+x@example.com", "alice@example.org", raw)


def test_letters_go_over_one_connection_as_they_are() -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            assert [(await send(way_out)).status for _ in range(3)] == ["sent"] * 3
            assert mta.connections == 1
            assert mta.letters == [RAW.replace(b"\r\n.dot", b"\r\n..dot") + b".\r\n"] * 3
            assert mta.heard[:4] == [
                "EHLO mx.example.com",
                "MAIL FROM:<pbem-b+x@example.com>",
                "RCPT TO:<alice@example.org>",
                "DATA",
            ]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("verb", "outcome"),
    [
        ("MAIL", Outcome("later", "451 4.3.0 later", "way")),
        ("MAIL", Outcome("later", "530 5.7.0 log in first", "way")),
        ("RCPT", Outcome("later", "450 4.2.0 greylisted", "recipient")),
        ("RCPT", Outcome("failed", "550 5.1.1 no such user", "recipient")),
        ("DATA", Outcome("later", "451 4.3.0 later", "letter")),
        ("DATA", Outcome("failed", "554 5.5.1 no", "letter")),
        (".", Outcome("later", "452 4.3.1 disk full", "letter")),
        (".", Outcome("failed", "554 5.7.1 spam", "letter")),
    ],
)
def test_o05_refusals_of_a_letter(verb: str, outcome: Outcome) -> None:
    """The reply decides, and the connection serves the next letter."""

    async def run() -> None:
        async with relay() as (mta, way_out):
            mta.says[verb] = [outcome.reply]
            assert await send(way_out) == outcome
            assert (await send(way_out)).status == "sent"
            assert mta.connections == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    ("verb", "reply"),
    [
        ("connect", "554 5.7.1 go away"),
        ("connect", "421 4.3.2 busy"),
        ("connect", DROP),
        ("MAIL", "421 4.3.2 closing"),
        ("MAIL", DROP),
        ("RCPT", DROP),
        ("DATA", DROP),
        (".", DROP),  # unknown whether it was taken: it is sent once more
        (".", "421 4.3.2 closing"),
    ],
)
def test_o05_trouble_with_the_connection_means_later(verb: str, reply: str) -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            mta.says[verb] = [reply]
            outcome = await send(way_out)
            assert (outcome.status, outcome.about) == ("later", "way")
            assert (await send(way_out)).status == "sent"
            assert mta.connections == 2

    asyncio.run(run())


@pytest.mark.parametrize("verb", ["connect", "MAIL", "."])
def test_o05_silence_means_later(verb: str) -> None:
    async def run() -> None:
        async with relay(seconds=0.1) as (mta, way_out):
            mta.says[verb] = [SILENCE]
            assert (await send(way_out)).status == "later"
            assert (await send(way_out)).status == "sent"

    asyncio.run(run())


@pytest.mark.parametrize("reply", [DROP, "421 4.4.2 idle for too long"])
def test_a_kept_connection_that_the_relay_has_closed_costs_no_attempt(reply: str) -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            await send(way_out)
            mta.says["MAIL"] = [reply]
            assert (await send(way_out)).status == "sent"
            assert mta.connections == 2
            assert len(mta.letters) == 2

    asyncio.run(run())


def test_letters_sent_at_once_take_turns() -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            outcomes = await asyncio.gather(*(send(way_out) for _ in range(5)))
            assert {o.status for o in outcomes} == {"sent"}
            assert mta.connections == 1

    asyncio.run(run())


def test_no_relay_there() -> None:
    outcome = asyncio.run(send(Relay("127.0.0.1", 1, hostname="mx.example.com")))
    assert outcome.status == "later"
    assert "SMTPConnectError" in outcome.reply


def test_the_schedule_lasts_four_days() -> None:
    assert [next_try(n) for n in (1, 2, 3, 4, 5)] == [
        timedelta(minutes=1),
        timedelta(minutes=5),
        timedelta(minutes=15),
        timedelta(minutes=30),
        timedelta(hours=1),
    ]
    assert timedelta(days=3.9) < sum(RETRY, timedelta()) <= timedelta(days=4)
    assert next_try(len(RETRY)) == timedelta(hours=8)
    assert next_try(len(RETRY) + 1) is None


# --- Maildirs ------------------------------------------------------------------------------------


def test_a_letter_lies_in_its_readers_maildir(tmp_path: Path) -> None:
    outcome = asyncio.run(send(Maildir(tmp_path)))
    assert outcome.status == "sent"
    (message,) = mailbox.Maildir(tmp_path / "alice@example.org", create=False)
    assert message["Subject"] == "x"
    (file,) = (tmp_path / "alice@example.org" / "new").iterdir()
    assert file.read_bytes() == RAW.replace(b"\r\n", b"\n")
    assert file.name.startswith("1795251600.")  # the letter's date: names sort by age
    assert list((tmp_path / "alice@example.org" / "tmp").iterdir()) == []


def test_the_same_bytes_twice_are_one_letter(tmp_path: Path) -> None:
    async def run() -> None:
        for way_out in (Maildir(tmp_path), Maildir(tmp_path)):
            await send(way_out)
            await send(way_out, RAW + b"another\r\n")

    asyncio.run(run())
    assert len(list((tmp_path / "alice@example.org" / "new").iterdir())) == 2


def test_o01_a_letter_that_counts_as_sent_is_found_after_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is on the disk before it has its name, and the folder with that name before `deliver` returns."""
    synced: list[tuple[str, int]] = []
    new = tmp_path / "mail" / "alice@example.org" / "new"

    def fsync(descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}")).relative_to(tmp_path)
        synced.append((str(path), len(list(new.iterdir()))))

    monkeypatch.setattr(os, "fsync", fsync)
    assert asyncio.run(send(Maildir(tmp_path / "mail"))).status == "sent"
    (file,) = new.iterdir()
    assert synced == [
        ("mail/alice@example.org", 0),
        ("mail", 0),
        (".", 0),
        (f"mail/alice@example.org/tmp/{file.name}", 0),
        ("mail/alice@example.org/new", 1),
    ]


@pytest.mark.parametrize(
    "address", ["../../etc/passwd", "..", ".hidden@x", "a/b@x", "a\0b@x", "", "x" * 400 + "@x", "ü@x", "A@X"]
)
def test_no_address_leaves_the_root(tmp_path: Path, address: str) -> None:
    way_out = Maildir(tmp_path / "mail")
    assert way_out.folder(address).parent == tmp_path / "mail"
    assert asyncio.run(way_out.deliver("", address, RAW)).status == "sent"
    (folder,) = (tmp_path / "mail").iterdir()
    assert not folder.name.startswith(".")
    assert folder.name == folder.name.lower().replace("%2e", "%2E").replace("%2f", "%2F").replace(
        "%c3%bc", "%C3%BC"
    )


def test_different_addresses_have_different_folders() -> None:
    way_out = Maildir("mail")
    addresses = ["a/b@x", "a%2Fb@x", "a_b@x", "x" * 300 + "@x", "x" * 301 + "@x", "", "%00"]
    assert len({way_out.folder(address) for address in addresses}) == len(addresses)


def test_o02_a_disk_that_cannot_be_written_means_later(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file, not a folder")
    assert asyncio.run(send(Maildir(tmp_path / "mail"))).status == "later"


def test_letters_without_a_date_have_names_too(tmp_path: Path) -> None:
    for raw in (
        b"x\r\n",
        b"x: y\r\nDate: yesterday\r\n",
        b"x: y\r\nDate: Sat, 21 Nov 99999 10:00:00 +0100\r\n",
    ):
        assert asyncio.run(send(Maildir(tmp_path), raw)).status == "sent"
    assert len(list((tmp_path / "alice@example.org" / "new").iterdir())) == 3
