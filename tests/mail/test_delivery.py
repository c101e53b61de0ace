"""A relay, which may refuse, break or fall silent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from pbem.mail.delivery import RETRY, Delivery, Outcome, Relay, Relays, next_try
from tests.mail.mta import DROP, SILENCE, FakeMta

RAW = b"Subject: x\r\nDate: Sat, 21 Nov 2026 10:00:00 +0100\r\n\r\n.dot\r\nFrom\r\n"


@pytest.fixture(autouse=True, params=["pipelining", "one by one"])
def pipelining(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Relays may know PIPELINING."""
    known: bool = request.param == "pipelining"
    monkeypatch.setattr(FakeMta, "pipelining", known)
    return known


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
            assert reply in outcome.reply or reply == DROP or verb == "connect"
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


def test_what_may_be_said_at_once_is_said_at_once_to_a_relay_that_knows_it(pipelining: bool) -> None:
    async def run() -> None:
        async with relay(seconds=0.1) as (mta, way_out):
            mta.says["MAIL"] = [SILENCE]
            assert (await send(way_out)).status == "later"
            verbs = [line.split()[0] for line in mta.heard]
            assert verbs == ["EHLO", "MAIL", *(["RCPT", "DATA"] if pipelining else [])]

    asyncio.run(run())


def test_a_relay_that_waits_for_a_letter_that_nobody_may_get_gets_an_empty_one() -> None:
    """RFC 2920, 3.1: DATA was said before the answer to RCPT was there."""

    async def run() -> None:
        async with relay() as (mta, way_out):
            mta.says["RCPT"] = ["550 5.1.1 no such user"]
            mta.says["DATA"] = ["354 go on"]
            assert await send(way_out) == Outcome("failed", "550 5.1.1 no such user", "recipient")
            assert (await send(way_out)).status == "sent"
            assert mta.connections == len(mta.letters) == 1

    asyncio.run(run())


def test_a_reply_of_several_lines_is_one() -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            mta.says["RCPT"] = ["450-4.2.0 come again\r\n450 4.2.0 in an hour"]
            assert (await send(way_out)).reply == "450 4.2.0 come again 4.2.0 in an hour"
            assert (await send(way_out)).status == "sent"

    asyncio.run(run())


@pytest.mark.parametrize("reply", ["what?", "25\r\n0", "250 ok\r\n250 and again", "-" * 100_000])
def test_a_relay_that_speaks_no_smtp_gets_nothing_twice(reply: str) -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            mta.says["."] = [reply]
            await send(way_out)
            assert len(mta.letters) == 1
            assert (await send(way_out)).status == "sent"
            assert len(mta.letters) == 2

    asyncio.run(run())


def test_what_is_said_in_between_is_not_taken_for_an_answer() -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            mta.says["."] = ["250 ok\r\n421 4.4.2 that was the last one"]
            await send(way_out)
            assert (await send(way_out)).status == "sent"
            assert mta.connections == 2

    asyncio.run(run())


@pytest.mark.parametrize(
    ("raw", "sent"),
    [
        (b".a\r\n..b\r\n", b"..a\r\n...b\r\n"),
        (b"a\nb\r.c", b"a\r\nb\r\n..c\r\n"),
        (b"a", b"a\r\n"),
        (b"", b"\r\n"),
    ],
)
def test_lines_end_with_crlf_and_their_first_dots_are_doubled(raw: bytes, sent: bytes) -> None:
    async def run() -> None:
        async with relay() as (mta, way_out):
            await send(way_out, raw)
            assert mta.letters == [sent + b".\r\n"]

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


async def send_at_once(relays: Relays, count: int) -> list[str]:
    outcomes = await asyncio.gather(*(send(relays) for _ in range(count)))
    return [outcome.status for outcome in outcomes]


def test_several_letters_go_at_once_over_a_connection_each() -> None:
    async def run() -> None:
        async with relay() as (mta, first):
            relays = Relays(first, 4)
            mta.seconds = 0.01
            for _ in range(2):
                assert await send_at_once(relays, 9) == ["sent"] * 9
                assert (mta.connections, mta.at_once) == (4, 4)
            await relays.close()
            assert mta.heard.count("QUIT") == 4
            assert await send_at_once(relays, 2) == ["sent"] * 2
            assert mta.connections == 6
            await relays.close()

    asyncio.run(run())


def test_a_relay_that_lets_in_only_a_few_beside_each_other_costs_no_attempt() -> None:
    async def run() -> None:
        async with relay() as (mta, first):
            relays = Relays(first, 6)
            mta.seconds, mta.most = 0.01, 2
            one = asyncio.create_task(send(relays))
            await asyncio.sleep(0.04)  # it is let in
            assert await send_at_once(relays, 9) == ["sent"] * 9
            assert (await one).status == "sent"
            assert mta.at_once == 2
            assert mta.connections <= 6
            mta.most = 6
            assert await send_at_once(relays, 9) == ["sent"] * 9
            assert mta.at_once == 2
            await relays.close()
            assert await send_at_once(relays, 9) == ["sent"] * 9
            assert mta.at_once == 6
            await relays.close()

    asyncio.run(run())


def test_a_connection_that_breaks_is_replaced_by_a_new_one() -> None:
    async def run() -> None:
        async with relay() as (mta, first):
            relays = Relays(first, 3)
            mta.seconds = 0.01
            mta.says["RCPT"] = ["250 ok", DROP]
            assert sorted(await send_at_once(relays, 9)) == ["later", *["sent"] * 8]
            assert (mta.connections, mta.at_once) == (4, 3)
            await relays.close()

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
