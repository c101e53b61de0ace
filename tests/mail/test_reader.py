"""Letters are read in a process that may die, and nothing which happens in there matters (M34)."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable

import pytest

from pbem.mail import tasks
from pbem.mail.reader import Reader, ReaderDied, read_alone
from pbem.mail.reading import NO_TEXT, Letter, LetterError, read
from pbem.mail.reports import HARD, Failure
from pbem.mail.tasks import SHORT, Task, read_at_once, read_here

FROM = b"From: alice@example.org\n"
HTML = FROM + b"Content-Type: text/html\n\n"
EVASIVE = HTML + b'<!-- <p a="--><p ' + b" ".join(b"a%d" % n for n in range(38_000)) + b'>">x'
"""The tag with all the attributes does not look like one. The parser takes seconds for it."""

REPORT = b"From: mailer-daemon@mx.example\nSubject: failure\n\n"
QMAIL = (
    REPORT
    + b"Hi. This is the qmail-send program at mx.example.\n\n<ann@example.org>:\nNo mailbox. (#5.1.1)\n"
)


def reading(work: Callable[[Reader], Awaitable[None]], seconds: float = 30.0) -> None:
    """Let something be done with a reader."""

    async def run() -> None:
        reader = Reader(seconds)
        try:
            await work(reader)
        finally:
            await reader.close()

    asyncio.run(run())


def test_one_process_serves_many_letters() -> None:
    async def work(reader: Reader) -> None:
        assert not reader.running
        for number in range(3):
            answer = await reader.read(Task(HTML + b"<p>%d</p>" % number))
            assert answer.letter is not None
            assert answer.letter.lines == (str(number),)
            assert 0 <= answer.seconds < 1
        assert reader.running

    reading(work)


def test_a_letter_is_the_same_wherever_it_is_read() -> None:
    raw = b"Authentication-Results: mx; dmarc=pass\n" + FROM + b"Subject: Re: hello\n\nS1 move b4\n\n-- \nA\n"
    task = Task(raw, recipients=("pbem@play.example",), return_path="", domain="play.example")

    async def work(reader: Reader) -> None:
        answer = await reader.read(task)
        assert answer.outcome == read_at_once(task) == read_here(task)
        assert isinstance(answer.outcome, Letter)

    reading(work)


def test_i4_of_a_letter_that_nobody_has_vouched_for_nothing_is_believed() -> None:
    raw = b"Authentication-Results: mx; dmarc=pass\n" + HTML + b"x"
    believed, other = read_here(Task(raw)), read_here(Task(raw, vouched=False))
    assert isinstance(believed, Letter)
    assert isinstance(other, Letter)
    assert (len(believed.auth), len(other.auth)) == (1, 0)


def test_what_is_out_of_bounds_is_refused_by_either() -> None:
    task = Task(FROM + b"X: y\n" * 20_000)

    async def work(reader: Reader) -> None:
        refused = (await reader.read(task)).outcome
        assert isinstance(refused, LetterError)
        assert str(refused) == str(read_here(task)) == "header of 100024 bytes"

    reading(work)


def test_m34_a_process_that_died_is_replaced() -> None:
    async def work(reader: Reader) -> None:
        await reader.read(Task(HTML + b"x"))
        assert reader._process is not None
        os.kill(reader._process.pid, signal.SIGKILL)
        with pytest.raises(ReaderDied):
            await reader.read(Task(HTML + b"x"))
        assert not reader.running
        assert (await reader.read(Task(HTML + b"y"))).letter is not None

    reading(work)


def test_m34_a_process_that_does_not_answer_is_killed() -> None:
    async def work(reader: Reader) -> None:
        with pytest.raises(ReaderDied, match="no answer in time"):
            await reader.read(Task(HTML + b"x"))
        assert not reader.running

    reading(work, seconds=0.0)


def test_b33_a_letter_that_takes_too_long_ends_the_process_and_is_read_without_html() -> None:
    """A bomb that nobody has thought of costs no more than the limit; its sender is told that it could not be read."""

    async def work(reader: Reader) -> None:
        with pytest.raises(ReaderDied):
            await reader.read(Task(EVASIVE))
        letter = (await reader.read(Task(EVASIVE, plainly=True))).letter
        assert letter is not None
        assert (letter.sender, letter.lines, letter.notes) == ("alice@example.org", (), (NO_TEXT,))

    reading(work)


def test_b33_a_source_with_many_costly_letters_delays_its_own() -> None:
    """Sources take turns: a letter of another one waits for one of them, not for all."""

    async def work(reader: Reader) -> None:
        done: list[str] = []

        async def read_of(source: str) -> None:
            await reader.read(Task(HTML + b"x"), source)
            done.append(source)

        many = [asyncio.create_task(read_of("@flood.example")) for _ in range(10)]
        await asyncio.sleep(0)
        await read_of("@example.org")
        assert done.index("@example.org") <= 2
        await asyncio.gather(*many)

    reading(work)


def test_whoever_gives_up_waiting_leaves_a_reader_that_works() -> None:
    async def work(reader: Reader) -> None:
        waiting = asyncio.create_task(reader.read(Task(EVASIVE)))
        await asyncio.sleep(0.2)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert (await reader.read(Task(HTML + b"y"))).letter is not None

    reading(work)


@pytest.mark.parametrize(
    ("raw", "at_once"),
    [
        (FROM + b"\nhello", True),
        (FROM + b"\n" + b"x" * SHORT, False),
        (HTML + b"hello", False),
        (REPORT + b"no such user", True),
    ],
)
def test_m27_short_plain_letters_need_no_process(raw: bytes, at_once: bool) -> None:
    assert (read_at_once(Task(raw)) is not None) == at_once
    if at_once:
        assert read_at_once(Task(raw)) == read(raw)


def test_what_is_read_at_once_costs_little() -> None:
    """The worst letters of that size that are known: lines that might each introduce a quote, in parts within parts."""
    worst = [
        FROM + b"\n" + line * (SHORT // len(line) - 20) for line in (b"x:\n", b":\n", b"a@b 1:1 2 3 4:\n")
    ]
    for raw in worst:
        start = time.process_time()
        assert read_at_once(Task(raw)) is not None
        assert time.process_time() - start < 0.3


def test_a_report_in_no_standard_form_is_looked_at_in_the_process_if_it_may_count() -> None:
    """At the address of one letter of ours only: others say nothing, whatever is in them."""
    failure = Failure(HARD, "permanent failure, in a report of no standard form")
    bounced = Task(QMAIL, return_path="", bounced=True)
    assert read_at_once(bounced) is None

    async def work(reader: Reader) -> None:
        letter = (await reader.read(bounced)).letter
        assert letter is not None
        assert letter.failure == failure
        plain = (await reader.read(Task(QMAIL, return_path="", bounced=True, plainly=True))).letter
        assert plain is not None
        assert plain.failure is None

    reading(work)
    other = read_at_once(Task(QMAIL, return_path=""))
    assert isinstance(other, Letter)
    assert other.failure is None


def test_a_command_beside_the_server_reads_with_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SHORT", 0)
    letter = read_alone(Task(FROM + b"\nhello"))
    assert isinstance(letter, Letter)
    assert letter.lines == ("hello",)
    assert isinstance(read_alone(Task(FROM + b"X: y\n" * 20_000)), LetterError)
