"""The door where a script cannot say it: timing, memory, crowds, and what happens round a deposit.

The rest is in tests/dialogues.
"""

import asyncio
import tracemalloc

import pytest

from pbem.mail.guests import Guests
from pbem.mail.limits import Limits
from pbem.mail.listener import Envelope
from tests.mail.dialogues import TO_DATA, Door, door, say

KIB = 1024


def test_s02_five_hundred_clients_that_say_nothing() -> None:
    """Beyond the limit each one is told so at once, and a session that has begun goes on."""

    async def run() -> None:
        async with door(Limits(connections=50, connections_per_address=0, stress_seconds=0)) as opened:
            busy = await opened.call()
            await say(busy, TO_DATA)
            idle = [await opened.call() for _ in range(500)]
            greetings = [await asyncio.wait_for(reader.readline(), 5) for reader, _ in idle]
            assert [greeting[:9] for greeting in greetings] == [b"220 mx.ex"] * 49 + [b"421 4.3.2"] * 451
            await say(busy, "C: x\nC: .\nS: 250")
            for _, writer in [busy, *idle]:
                writer.close()

    asyncio.run(run())


class Wire(asyncio.Transport):
    """The connection of a client from any address, which says nothing."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 4711)})
        self.heard = b""
        self.closed = False
        self.session: asyncio.Protocol | None = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Hear a reply."""
        self.heard += data

    def close(self) -> None:
        """Be closed, soon after as any connection is."""
        if not self.closed and self.session is not None:
            asyncio.get_running_loop().call_soon(self.session.connection_lost, None)
        self.closed = True

    def abort(self) -> None:
        """The same."""
        self.close()

    def is_closing(self) -> bool:
        """Whether it is."""
        return self.closed


async def silent_clients(opened: Door, *addresses: str) -> list[Wire]:
    """Clients that connect at once and say nothing."""
    wires = [Wire(address) for address in addresses]
    for wire in wires:
        wire.session = opened.listener.session()
        wire.session.connection_made(wire)
    await asyncio.sleep(0)
    return wires


def test_s36_ten_addresses_with_five_silent_clients_each_keep_nobody_out() -> None:
    """A player's network never, a new client not for long; and the silent ones are remembered."""

    async def run() -> None:
        async with door(Limits(stress_seconds=0.3)) as opened:
            opened.listener.guests.welcome("198.51.100.1")
            crowd = [f"192.0.2.{n % 10}" for n in range(50)]
            silent = await silent_clients(opened, *crowd)
            player, stranger = await silent_clients(opened, "198.51.100.7", "203.0.113.1")
            greetings = [wire.heard[:3] for wire in (*silent, player, stranger)]
            assert greetings == [b"220"] * 40 + [b"421"] * 10 + [b"220", b"421"]
            async with asyncio.timeout(10):
                while not silent[39].closed:  # noqa: ASYNC110  # nothing tells of it
                    await asyncio.sleep(0.05)
            (stranger,) = await silent_clients(opened, "203.0.113.1")
            assert stranger.heard.startswith(b"220")
            assert sum(wire.closed for wire in silent[:40]) >= 20  # who came into a crowd had little time
            assert silent[39].heard.endswith(b"421 4.4.2 timeout, closing\r\n")

    asyncio.run(run())


def test_s36_one_byte_now_and_then_is_silence() -> None:
    """Within a command and within a letter; a slow letter that comes on is none."""

    async def run() -> None:
        async with door(Limits(connections=2, stress_seconds=0.3)) as opened:
            slow, dripping = await opened.call(), await opened.call()
            for client in (slow, dripping):
                await say(client, TO_DATA)
            for _ in range(8):
                slow[1].write(b"x" * 98 + b"\r\n")
                dripping[1].write(b"x")
                await asyncio.sleep(0.05)
            await opened.talk("S: 220\nC: QUIT\nS: 221")
            await say(dripping, "S: 421 4.4.2 too silent")
            await say(slow, "C: .\nS: 250")
            for _, writer in (slow, dripping):
                writer.close()

    asyncio.run(run())


def test_s04_a_deadline_counts_from_the_command_not_from_the_last_byte() -> None:
    async def run() -> None:
        async with door(Limits(command_seconds=0.4)) as opened:
            reader, writer = await opened.call()
            await reader.readline()
            began = asyncio.get_running_loop().time()
            for _ in range(3):
                await asyncio.sleep(0.1)
                writer.write(b"N")
            assert (await reader.read()).startswith(b"421 4.4.2")
            assert asyncio.get_running_loop().time() - began < 0.6  # and not 0.3 + 0.4
            writer.close()

    asyncio.run(run())


def test_s05_a_slow_letter_has_a_time_of_its_own() -> None:
    """It may take longer than a command, but not for ever; of one cut off nothing is kept."""
    assert Limits().data_seconds >= 120

    async def run() -> None:
        async with door(Limits(command_seconds=0.2, data_seconds=0.6)) as opened:
            slow, slower = await opened.call(), await opened.call()
            for client in (slow, slower):
                await say(client, TO_DATA)
            for _ in range(4):
                await asyncio.sleep(0.1)
                for _, writer in (slow, slower):
                    writer.write(b"x\r\n")
            await say(slow, "C: .\nS: 250")
            slower[1].write(b"x\r\n")
            await say(slower, "S: 421 4.4.2\nS: (closed)")
            assert [letter.raw for letter in opened.letters] == [b"x\r\n" * 4]
            for _, writer in (slow, slower):
                writer.close()

    asyncio.run(run())


async def flood(opened: Door, piece: bytes, count: int) -> tuple[int, bytes]:
    """Send a letter of `count` pieces; the bytes that memory grew by at its height, and the reply.

    The client works in this process too: what it holds is counted as well.
    """
    reader, writer = await opened.call()
    await say((reader, writer), TO_DATA)
    tracemalloc.start()
    try:
        for _ in range(count):
            writer.write(piece)
            await writer.drain()
        writer.write(b"\r\n.\r\n")
        reply = await asyncio.wait_for(reader.readline(), 20)
    except ConnectionError:
        reply = b"(closed)"
    finally:
        _, height = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    writer.close()
    return height, reply


def test_s07_two_hundred_megabytes_without_a_line_end() -> None:
    """The session is closed early, and memory stays flat."""

    async def run() -> None:
        async with door() as opened:
            height, reply = await flood(opened, b"x" * 200 * KIB, 1000)
            assert reply == b"(closed)"
            assert height < 2048 * KIB
            assert opened.letters == []

    asyncio.run(run())


def test_s08_a_million_short_lines() -> None:
    """All are read, nothing is kept, memory stays flat, and there is one reply."""

    async def run() -> None:
        async with door() as opened:
            height, reply = await flood(opened, b"x\r\n" * 10_000, 100)
            assert reply.startswith(b"552 5.3.4")
            assert height < 2048 * KIB
            assert opened.letters == []

    asyncio.run(run())


@pytest.mark.parametrize("how", ["half-close", "close", "abort"])
def test_s17_a_client_that_goes_right_after_the_dot(how: str) -> None:
    """Whether it half-closes, closes or breaks the connection: the letter is kept."""

    async def run() -> list[Envelope]:
        async with door() as opened:
            started, go_on = asyncio.Event(), asyncio.Event()

            async def before() -> None:
                started.set()
                await go_on.wait()

            opened.before_deposit = before
            reader, writer = await opened.call()
            await say((reader, writer), TO_DATA + "C: x\nC: .")
            await started.wait()
            if how == "half-close":
                writer.write_eof()
            elif how == "close":
                writer.close()
            else:
                writer.transport.abort()
            await asyncio.sleep(0.02)
            go_on.set()
            if how == "half-close":
                await say((reader, writer), "S: 250 2.0.0\nS: (closed)")
            writer.close()
        return opened.letters

    assert len(asyncio.run(run())) == 1


def test_s34_many_greetings_at_once() -> None:
    """Thirty clients, each with all the idle commands it may have: nobody uses up another's."""

    async def run() -> None:
        async with door(Limits(connections_per_address=0, idle_commands=11)) as opened:
            greetings = "C: EHLO client\nS: 250\n" * 10
            await asyncio.gather(*(opened.talk("S: 220\n" + greetings) for _ in range(30)))

    asyncio.run(run())


def test_s35_stalled_handshakes_do_not_stop_others() -> None:
    """Clients that begin TLS where there is none, and wait: the next one is served meanwhile."""

    async def run() -> None:
        async with door() as opened:
            stalled = [await opened.call() for _ in range(3)]
            for _, writer in stalled:
                writer.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
            await opened.talk("S: 220\nC: QUIT\nS: 221")
            for _, writer in stalled:
                writer.close()

    asyncio.run(run())


class Watched(Guests):
    """Guests whose misdeeds are written down."""

    blamed = welcomed = 0

    def misbehaved(self, peer: str) -> None:
        """Count it."""
        self.blamed += 1

    def welcome(self, peer: str) -> None:
        """Count it."""
        self.welcomed += 1


@pytest.mark.parametrize(
    ("recipients", "fails", "welcomed"),
    [
        (("pbem+good@example.com",), False, 1),
        (("postmaster@example.com", "pbem+good@example.com"), False, 1),
        (("pbem@example.com",), False, 0),
        (("pbem-b+good@example.com",), False, 0),
        (("pbem+good@example.com",), True, 0),
    ],
)
def test_s37_who_brings_a_letter_to_a_reply_address_is_known_from_then_on(
    recipients: tuple[str, ...],
    fails: bool,
    welcomed: int,
) -> None:
    """Not who brings it to an address that anybody knows, or a bounce; nor for a letter that is not kept."""

    async def fail() -> None:
        raise OSError

    async def run() -> None:
        async with door() as opened:
            opened.before_deposit = fail if fails else None
            watched = opened.listener.guests = Watched(Limits())
            named = "".join(f"C: RCPT TO:<{to}>\nS: 250\n" for to in recipients)
            await opened.talk(
                "S: 220\nC: EHLO client\nS: 250\nC: MAIL FROM:<alice@example.org>\nS: 250\n"
                f"{named}C: DATA\nS: 354\nC: x\nC: .\nS: {451 if fails else 250}"
            )
            assert watched.welcomed == welcomed

    asyncio.run(run())


@pytest.mark.parametrize(
    ("dialogue", "blamed"),
    [
        ("S: 220\nC: GET / HTTP/1.1\nS: (closed)", 1),
        ("S: 220\n3 times\n C: XYZZY\n S: 500\nS: 421\nS: (closed)", 1),
        ("S: 220\n2 times\n C: NOOP\n S: 250\nS: 421\nS: (closed)", 1),
        (TO_DATA + "C: {x*70000}\\\nS: 552\nS: (closed)", 1),
        ("S: 220\nS: 421 4.4.2\nS: (closed)", 1),
        ("S: 220\nC: NOOP\nS: 250\nS: 421 4.4.2\nS: (closed)", 0),
        ("S: 220\nC: XYZZY\nS: 500\nC: QUIT\nS: 221\nS: (closed)", 0),
    ],
)
def test_sessions_that_had_to_be_ended_are_remembered(dialogue: str, blamed: int) -> None:
    """Also those that said nothing at all (S36); not those that fell silent, or made a mistake."""

    async def run() -> None:
        async with door(Limits(letter_bytes=1000, idle_commands=2, command_seconds=0.3)) as opened:
            watched = opened.listener.guests = Watched(Limits())
            await opened.talk(dialogue)
            assert watched.blamed == blamed

    asyncio.run(run())


def test_o09_stop_lets_a_letter_finish_and_ends_the_others() -> None:
    async def run() -> None:
        async with door() as opened:
            idle = await opened.call()
            await say(idle, "S: 220")
            busy = await opened.call()
            await say(busy, TO_DATA)
            stopping = asyncio.create_task(opened.listener.stop(grace=5))
            await say(idle, "S: 421 4.3.2\nS: (closed)")
            with pytest.raises(ConnectionError):
                await opened.call()
            await say(busy, "C: x\nC: .\nS: 250 2.0.0\nS: 421 4.3.2\nS: (closed)")
            await stopping
            for _, writer in (idle, busy):
                writer.close()
            assert len(opened.letters) == 1

    asyncio.run(run())


def test_o09_stop_does_not_wait_for_ever_and_never_for_half_a_letter() -> None:
    async def run() -> None:
        async with door() as opened:
            client = await opened.call()
            await say(client, TO_DATA + "C: half")
            await opened.listener.stop(grace=0.05)
            await say(client, "S: 421 4.3.2")
            client[1].close()
            assert opened.letters == []

    asyncio.run(run())


def test_a_stopped_listener_may_be_started_again() -> None:
    async def run() -> None:
        async with door() as opened:
            await opened.listener.stop()
            await opened.start()
            await opened.talk("S: 220\nC: QUIT\nS: 221")

    asyncio.run(run())
