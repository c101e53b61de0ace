"""Dialogues at the door. `C:` is what the client says, `S:` how the server's next reply begins; replies of
several lines count as one. `S: (closed)` is the end of the connection. `\\n` and the like are escapes."""

import asyncio
import gc
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from pbem.mail.listener import Envelope, Limits, Listener

KNOWN = {"pbem@example.com", "pbem+good@example.com", "postmaster@example.com"}
TO_DATA = """
    S: 220 mx.example.com ESMTP
    C: EHLO client
    S: 250-mx.example.com
    C: MAIL FROM:<alice@example.org>
    S: 250
    C: RCPT TO:<pbem+good@example.com>
    S: 250
    C: DATA
    S: 354
"""


class Door:
    """A listener under test and what it has taken."""

    def __init__(self, limits: Limits, *, lmtp: bool) -> None:
        self.listener = Listener(
            self._deposit, KNOWN.__contains__, limits=limits, hostname="mx.example.com", domain="example.com"
        )
        self.lmtp = lmtp
        self.letters: list[Envelope] = []
        self.before_deposit: Callable[[], Awaitable[None]] | None = None
        self.address = ("", 0)

    async def _deposit(self, envelope: Envelope) -> None:
        if self.before_deposit is not None:
            await self.before_deposit()
        self.letters.append(envelope)

    async def start(self) -> None:
        self.address = await self.listener.start("127.0.0.1", 0, lmtp=self.lmtp)

    async def talk(self, script: str) -> None:
        """Hold the dialogue of `script` over a connection of its own."""
        reader, writer = await asyncio.open_connection(*self.address)
        try:
            await dialogue(reader, writer, script)
        finally:
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)


async def dialogue(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, script: str) -> None:
    for step in filter(str.strip, script.split("\n")):
        who, _, text = step.strip().partition(":")
        text = text.removeprefix(" ").encode("latin-1").decode("unicode_escape")
        if who == "C":
            writer.write(text.encode("latin-1") + b"\r\n")
            await writer.drain()
        elif text == "(closed)":
            assert await asyncio.wait_for(reader.read(), 5) == b""
        else:
            reply = line = await asyncio.wait_for(reader.readline(), 5)
            while line[3:4] == b"-":
                line = await asyncio.wait_for(reader.readline(), 5)
                reply += line
            assert reply.decode("ascii").startswith(text), f"{step.strip()!r} expected, {reply!r} came"


@asynccontextmanager
async def door(*, lmtp: bool = False, **limits: float) -> AsyncIterator[Door]:
    opened = Door(Limits(**limits), lmtp=lmtp)  # type: ignore[arg-type]
    await opened.start()
    try:
        yield opened
    finally:
        await opened.listener.stop(grace=0.2)


def hold(script: str, *, lmtp: bool = False, **limits: float) -> list[Envelope]:
    """The letters that the server has taken after `script`."""

    async def run() -> list[Envelope]:
        async with door(lmtp=lmtp, **limits) as opened:
            await opened.talk(script)
        return opened.letters

    return asyncio.run(run())


def test_a_letter_is_taken() -> None:
    (letter,) = hold(
        TO_DATA
        + """
        C: Subject: x
        C:
        C: MOVE e4
        C: .
        S: 250 2.0.0 kept
        C: QUIT
        S: 221
        S: (closed)
        """
    )
    assert letter == Envelope(
        raw=b"Subject: x\r\n\r\nMOVE e4\r\n",
        return_path="alice@example.org",
        recipients=("pbem+good@example.com",),
        peer="127.0.0.1",
        protocol="smtp",
    )


def test_two_letters_in_one_session() -> None:
    one = "C: MAIL FROM:<a@b.org>\nS: 250\nC: RCPT TO:<pbem@example.com>\nS: 250\n"
    one += "C: DATA\nS: 354\nC: x\nC: .\nS: 250\n"
    assert len(hold("S: 220\nC: HELO me\nS: 250\n" + one + one)) == 2


def test_s01_silence_is_cut() -> None:
    hold("S: 220\nS: 421 4.4.2\nS: (closed)", command_seconds=0.05)


def test_s02_too_many_connections() -> None:
    async def run() -> None:
        async with door(connections=2) as opened:
            kept = [await asyncio.open_connection(*opened.address) for _ in range(2)]
            for reader, _ in kept:
                await reader.readline()
            await opened.talk("S: 421 4.3.2\nS: (closed)")
            reader, writer = kept[0]
            await dialogue(reader, writer, "C: NOOP\nS: 250\nC: QUIT\nS: 221\nS: (closed)")
            await opened.talk("S: 220\nC: QUIT\nS: 221")
            for _, writer in kept:
                writer.close()

    asyncio.run(run())


def test_s02_too_many_connections_from_one_address_but_not_from_our_own_mta() -> None:
    async def run(*, lmtp: bool, reply: str) -> None:
        async with door(lmtp=lmtp, connections_per_address=1) as opened:
            reader, writer = await asyncio.open_connection(*opened.address)
            await reader.readline()
            await opened.talk(reply)
            writer.close()

    asyncio.run(run(lmtp=False, reply="S: 421 4.3.2\nS: (closed)"))
    asyncio.run(run(lmtp=True, reply="S: 220 mx.example.com LMTP"))


def test_s03_a_client_that_only_says_noop() -> None:
    hold("S: 220\n" + "C: NOOP\nS: 250\n" * 4 + "S: 421 4.7.0\nS: (closed)", idle_commands=4)


def test_s03_a_session_has_an_end() -> None:
    hold("S: 220\nS: 421 4.4.2\nS: (closed)", session_seconds=0.05)


def test_s04_a_deadline_counts_from_the_command_not_from_the_last_byte() -> None:
    async def run() -> None:
        async with door(command_seconds=0.4) as opened:
            reader, writer = await asyncio.open_connection(*opened.address)
            await reader.readline()
            began = asyncio.get_running_loop().time()
            for _ in range(3):
                await asyncio.sleep(0.1)
                writer.write(b"N")
            assert (await reader.read()).startswith(b"421 4.4.2")
            assert asyncio.get_running_loop().time() - began < 0.6  # and not 0.3 + 0.4
            writer.close()

    asyncio.run(run())


def test_s06_recipients_beyond_the_limit_are_put_off() -> None:
    (letter,) = hold(
        "S: 220\nC: EHLO me\nS: 250\nC: MAIL FROM:<a@b.org>\nS: 250\n"
        + "C: RCPT TO:<pbem@example.com>\nS: 250\n" * 2
        + "C: RCPT TO:<pbem@example.com>\nS: 452 4.5.3\n" * 20
        + "C: DATA\nS: 354\nC: x\nC: .\nS: 250\n",
        recipients=2,
    )
    assert letter.recipients == ("pbem@example.com",) * 2


def test_s07_data_without_a_line_end_is_cut_and_memory_stays_flat() -> None:
    async def run() -> None:
        async with door(letter_bytes=64 * 1024) as opened:
            reader, writer = await asyncio.open_connection(*opened.address)
            await dialogue(reader, writer, TO_DATA)
            gc.collect()
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for _ in range(64):
                writer.write(b"x" * 256 * 1024)
                try:
                    await writer.drain()
                except ConnectionError:
                    break
            else:
                pytest.fail("16 MiB were taken for a letter of at most 64 KiB")
            assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024  # KiB
            writer.close()
            assert opened.letters == []

    asyncio.run(run())


@pytest.mark.parametrize("lmtp", [False, True])
def test_s08_too_big_is_said_once_after_the_dot(lmtp: bool) -> None:
    script = TO_DATA + "C: xxxxxxxxxx\n" * 15 + "C: .\nS: 552 5.3.4\nC: MAIL FROM:<a@b.org>\nS: 250"
    if lmtp:
        script = script.replace("EHLO", "LHLO").replace("ESMTP", "LMTP")
    assert hold(script, lmtp=lmtp, letter_bytes=100) == []


def test_s08_the_limit_is_exact() -> None:
    assert len(hold(TO_DATA + "C: 12345678\nC: .\nS: 250", letter_bytes=10)) == 1
    assert hold(TO_DATA + "C: 123456789\nC: .\nS: 552", letter_bytes=10) == []


def test_s09_s10_parameters_of_mail() -> None:
    hold(
        """
        S: 220
        C: EHLO me
        S: 250-mx.example.com
        C: MAIL FROM:<a@b.org> SIZE=99999999
        S: 552
        C: MAIL FROM:<a@b.org> SIZE=abc
        S: 501
        C: MAIL FROM:<a@b.org> SIZE=1 SIZE=2
        S: 501
        C: MAIL FROM:<a@b.org> BODY=BINARYMIME
        S: 501
        C: MAIL FROM:<a@b.org> AUTH=<>
        S: 555
        C: MAIL FROM:<a@b.org> SMTPUTF8
        S: 501
        C: MAIL FROM:<a@b.org> BODY=8BITMIME SIZE=100
        S: 250
        """
    )


def test_s10_nothing_is_announced_that_is_not_done() -> None:
    hold(
        "S: 220\nC: EHLO me\n"
        "S: 250-mx.example.com\\r\\n250-SIZE 262144\\r\\n250-8BITMIME\\r\\n250-PIPELINING\\r\\n"
        "250 ENHANCEDSTATUSCODES\\r\\n"
    )


def test_s11_unknown_verbs() -> None:
    hold("S: 220\n" + "C: XYZZY\nS: 500\n" * 3 + "S: 421 4.7.0\nS: (closed)")


def test_s11_errors_of_any_kind_run_out() -> None:
    hold("S: 220\n" + "C: RCPT TO:<a@b.org>\nS: 503\n" * 10 + "S: 421 4.7.0\nS: (closed)")


def test_s12_a_web_browser() -> None:
    hold("S: 220\nC: GET / HTTP/1.1\nS: (closed)")


def test_s13_a_command_of_100_kilobytes() -> None:
    hold(f"S: 220\nC: NOOP {'x' * 100_000}\nS: 500 5.5.2\nC: NOOP\nS: 250\nC: {'x' * 600}\nS: 500 5.5.2")


def test_s14_s30_what_is_not_visible_ascii() -> None:
    hold(
        "S: 220\n" + "".join(f"C: MAIL FROM:<a{c}@b.org>\nS: 501 5.5.2\n" for c in ("\\0", "\\x1b", "\\xff"))
    )


def test_s15_bare_line_feeds_in_commands() -> None:
    hold("S: 220\nC: NOOP\\nNOOP\nS: 500 5.5.2\nS: 250")
    hold("S: 220\nC: NOOP\\nNOOP\nS: 250\nS: 250", lmtp=True)


def test_s16_a_whole_session_in_one_packet() -> None:
    lines = ["EHLO me", "MAIL FROM:<a@b.org>", "RCPT TO:<pbem@example.com>", "RCPT TO:<x@example.com>"]
    lines += ["DATA", "x", ".", "QUIT"]
    replies = "S: 220\nS: 250\nS: 250\nS: 250\nS: 550\nS: 354\nS: 250 2.0.0\nS: 221\nS: (closed)"
    assert len(hold("C: " + "\\r\\n".join(lines) + "\n" + replies)) == 1


def test_s17_a_client_that_goes_right_after_the_dot() -> None:
    """Whether it half-closes, closes or breaks the connection: the letter is kept."""

    async def run(how: str) -> list[Envelope]:
        async with door() as opened:
            started = asyncio.Event()
            go_on = asyncio.Event()

            async def before() -> None:
                started.set()
                await go_on.wait()

            opened.before_deposit = before
            reader, writer = await asyncio.open_connection(*opened.address)
            await dialogue(reader, writer, TO_DATA + "C: x\nC: .")
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
                await dialogue(reader, writer, "S: 250 2.0.0\nS: (closed)")
            writer.close()
        return opened.letters

    for how in ("half-close", "close", "abort"):
        assert len(asyncio.run(run(how))) == 1


def test_s18_a_connection_that_breaks_in_data(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> list[Envelope]:
        async with door() as opened:
            for how in ("abort", "close"):
                reader, writer = await asyncio.open_connection(*opened.address)
                await dialogue(reader, writer, TO_DATA + "C: half a letter")
                if how == "abort":
                    writer.transport.abort()
                writer.close()
                await asyncio.sleep(0.02)
        return opened.letters

    assert asyncio.run(run()) == []
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "end", ["\\n.\\n", "\\n.\\r\\n", "\\r.\\r", "\\r\\n.\\n", "\\r\\n.\\r", "\\r.\\r\\n", "\\r\\n.\\0\\r\\n"]
)
def test_s19_false_ends_smuggle_no_second_letter(end: str) -> None:
    script = (
        TO_DATA + f"C: x{end}MAIL FROM:<evil@b.org>\\r\\nRCPT TO:<pbem@example.com>\\r\\nDATA\\r\\ny\nC: .\n"
    )
    letters = hold(script + ("S: 250" if "0" in end else "S: 550 5.6.11") + "\nC: NOOP\nS: 250")
    assert len(letters) == ("0" in end)
    (kept,) = hold(
        script.replace("EHLO", "LHLO").replace("ESMTP", "LMTP") + "S: 250\nC: NOOP\nS: 250", lmtp=True
    )
    assert b"evil" in kept.raw


def test_s20_one_dot_of_each_line_is_taken_off() -> None:
    (letter,) = hold(TO_DATA + "C: ..\nC: .MOVE\nC: ...x.\nC: y.\nC: .\nS: 250")
    assert letter.raw == b".\r\nMOVE\r\n..x.\r\ny.\r\n"


def test_m01_an_empty_letter_is_taken() -> None:
    (letter,) = hold(TO_DATA + "C: .\nS: 250")
    assert letter.raw == b""


def test_s21_s22_no_tls_and_no_login() -> None:
    hold("S: 220\nC: EHLO me\nS: 250\nC: STARTTLS\nS: 454\nC: AUTH PLAIN AGEAYg==\nS: 502")


def test_s23_commands_out_of_order() -> None:
    hold(
        """
        S: 220
        C: MAIL FROM:<a@b.org>
        S: 503
        C: EHLO me
        S: 250
        C: RCPT TO:<pbem@example.com>
        S: 503
        C: DATA
        S: 503
        C: MAIL FROM:<a@b.org>
        S: 250
        C: MAIL FROM:<a@b.org>
        S: 503
        C: DATA
        S: 503
        C: RCPT TO:<pbem@example.com>
        S: 250
        """
    )


def test_s24_the_null_sender() -> None:
    (letter,) = hold(TO_DATA.replace("<alice@example.org>", "<>") + "C: x\nC: .\nS: 250")
    assert letter.return_path == ""


def test_s25_s26_odd_addresses() -> None:
    hold(
        f"""
        S: 220
        C: EHLO me
        S: 250
        C: MAIL FROM:<a@b
        S: 553
        C: MAIL FROM:<@r1:a@[192.0.2.1]>
        S: 250
        C: RCPT TO:<{"x" * 200}@example.com>
        S: 550 5.1.1
        C: RCPT TO:<pbem%example.org@example.com>
        S: 550 5.1.1
        C: RCPT TO:<pbem@example.com@example.org>
        S: 550 5.7.1
        C: RCPT TO:<alice@example.org>
        S: 550 5.7.1
        C: RCPT TO:<PBEM@EXAMPLE.COM>
        S: 250
        """
    )


def test_s27_postmaster_without_a_domain() -> None:
    (letter,) = hold(TO_DATA.replace("<pbem+good@example.com>", "<Postmaster>") + "C: x\nC: .\nS: 250")
    assert letter.recipients == ("postmaster@example.com",)


def test_s28_s29_nothing_is_told() -> None:
    hold(
        """
        S: 220 mx.example.com ESMTP
        C: VRFY pbem
        S: 252 2.1.5
        C: VRFY nobody
        S: 252 2.1.5
        C: EXPN all
        S: 502
        C: HELP
        S: 214
        C: EHLO me
        S: 250
        C: MAIL FROM:<a@b.org>
        S: 250
        C: RCPT TO:<pbem+wrong@example.com>
        S: 550 5.1.1 no such address
        C: RCPT TO:<nobody@example.com>
        S: 550 5.1.1 no such address
        """
    )


def test_s31_lmtp_replies_once_for_each_recipient() -> None:
    to_data = """
        S: 220 mx.example.com LMTP
        C: EHLO me
        S: 500
        C: LHLO me
        S: 250
        C: MAIL FROM:<a@b.org>
        S: 250
        C: RCPT TO:<pbem@example.com>
        S: 250
        C: RCPT TO:<nobody@example.com>
        S: 550
        C: RCPT TO:<pbem@example.com>
        S: 250
        C: DATA
        S: 354
        """
    (letter,) = hold(to_data + "C: x\nC: .\nS: 250\nS: 250\nC: QUIT\nS: 221\nS: (closed)", lmtp=True)
    assert letter.protocol == "lmtp"
    hold(
        to_data + "C: xxxxxxx\nC: .\nS: 552\nS: 552\nC: QUIT\nS: 221\nS: (closed)", lmtp=True, letter_bytes=5
    )


@pytest.mark.parametrize("lmtp", [False, True])
def test_s32_s33_a_failing_deposit_is_451_and_says_nothing(
    lmtp: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with door(lmtp=lmtp) as opened:

            async def fail() -> None:
                raise ValueError("secret\r\n250 é")

            opened.before_deposit = fail
            script = TO_DATA + "C: x\nC: .\nS: 451 4.3.0 try later\\r\\n\nC: MAIL FROM:<a@b.org>\nS: 250"
            if lmtp:
                script = script.replace("EHLO", "LHLO").replace("ESMTP", "LMTP")
            await opened.talk(script)
            assert opened.letters == []

    asyncio.run(run())
    assert "secret" in caplog.text


def test_i24_a_letter_that_went_in_circles() -> None:
    assert hold(TO_DATA + "C: Received: from a\n" * 4 + "C:\nC: x\nC: .\nS: 554 5.4.6", hops=3) == []


def test_enough_letters_for_one_session() -> None:
    one = "C: MAIL FROM:<a@b.org>\nS: 250\nC: RSET\nS: 250\n"
    hold(
        "S: 220\nC: HELO me\nS: 250\n" + one * 2 + "C: MAIL FROM:<a@b.org>\nS: 421 4.7.0\nS: (closed)",
        letters=2,
    )


def test_o09_stop_lets_a_letter_finish_and_ends_the_others() -> None:
    async def run() -> None:
        async with door() as opened:
            idle = await asyncio.open_connection(*opened.address)
            await dialogue(*idle, "S: 220")
            busy = await asyncio.open_connection(*opened.address)
            await dialogue(*busy, TO_DATA)
            stopping = asyncio.create_task(opened.listener.stop(grace=5))
            await dialogue(*idle, "S: 421 4.3.2\nS: (closed)")
            with pytest.raises(ConnectionError):
                await asyncio.open_connection(*opened.address)
            await dialogue(*busy, "C: x\nC: .\nS: 250 2.0.0\nS: 421 4.3.2\nS: (closed)")
            await stopping
            for _, writer in (idle, busy):
                writer.close()
            assert len(opened.letters) == 1

    asyncio.run(run())


def test_o09_stop_does_not_wait_for_ever_and_never_for_half_a_letter() -> None:
    async def run() -> None:
        async with door() as opened:
            reader, writer = await asyncio.open_connection(*opened.address)
            await dialogue(reader, writer, TO_DATA + "C: half")
            await opened.listener.stop(grace=0.05)
            await dialogue(reader, writer, "S: 421 4.3.2")
            writer.close()
            assert opened.letters == []

    asyncio.run(run())


def test_a_stopped_listener_may_be_started_again() -> None:
    async def run() -> None:
        async with door() as opened:
            await opened.listener.stop()
            await opened.start()
            await opened.talk("S: 220\nC: QUIT\nS: 221")

    asyncio.run(run())
