"""Letters between the inbox and the desk: read beside the server, in their order, and not for ever."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from pbem.mail.limits import Limits
from pbem.mail.reader import Reader, ReaderDied
from pbem.mail.reader_child import Answer
from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task, read_at_once, read_here
from pbem.server.ops.readings import MAX_ATTEMPTS, PutOff, Readings
from pbem.store.rows import Incoming
from tests.server.office import START, Office

HTML = "Content-Type: text/html"


class Slow(Reader):
    """A reader in this process that takes its time, and dies of some letters."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Task] = []
        self.go_on = asyncio.Event()

    async def read(self, task: Task, source: str = "") -> Answer:
        """Read when told to."""
        self.asked.append(task)
        await self.go_on.wait()
        if b"poison" in task.raw or (b"bomb" in task.raw and not task.plainly):
            raise ReaderDied("poisoned")
        letter = read_here(task)
        assert isinstance(letter, Letter)
        return Answer(letter, "", 10.0)


class Room:
    """Readings under test, with letters out of nowhere."""

    def __init__(self, limits: Limits) -> None:
        self._office = Office(limits=limits)
        self.woken = 0
        self.readings = Readings(self._office.config, self._wake)
        self.reader = self.readings._reader = Slow()
        self._number = 0

    def _wake(self) -> None:
        self.woken += 1

    def letter(self, sender: str, text: str, *, html: bool = False) -> Incoming:
        """One more letter of the inbox."""
        self._number += 1
        raw = f"From: {sender}\r\n{HTML if html else 'X: y'}\r\n\r\n{text}\r\n".encode()
        return Incoming(self._number, START, sender, ("pbem@play.example",), raw, "new", 0, "")

    def add(self, *letters: Incoming) -> None:
        """Let them be read."""
        self.readings.add(letters)

    @property
    def ready(self) -> list[int]:
        """The numbers of those that have been read."""
        return [reading.incoming.id for reading in self.readings.ready]

    async def settle(self) -> None:
        """Let the reader go on, and wait until all is read."""
        self.reader.go_on.set()
        await self.readings.close(5)


def room(work: Callable[[Room], Awaitable[None]], **limits: float) -> None:
    """Do something with readings."""

    async def run() -> None:
        await work(Room(Limits(**limits)))  # type: ignore[arg-type]  # its fields

    asyncio.run(run())


def test_b33_nobody_waits_for_a_costly_letter_of_somebody_else() -> None:
    async def work(room: Room) -> None:
        room.add(
            room.letter("ann@example.org", "help", html=True),
            room.letter("ben@example.org", "help"),
            room.letter("cat@example.org", "help"),
        )
        assert (room.ready, room.woken) == ([2, 3], 0)
        await asyncio.sleep(0)
        assert room.ready == [2, 3]
        await room.settle()
        assert (room.ready, room.woken) == ([2, 3, 1], 1)

    room(work)


def test_letters_of_one_sender_stay_in_their_order() -> None:
    """By whatever way they came, and whichever of them are costly."""

    async def work(room: Room) -> None:
        letters = [room.letter("Ann <ann@example.org>", f"help {n}", html=n % 2 == 0) for n in range(6)]
        room.add(*letters[:3])
        room.add(*letters[3:])
        room.add(room.letter("ben@example.org", "help"))
        assert room.ready == [7]
        await room.settle()
        assert room.ready == [7, 1, 2, 3, 4, 5, 6]
        room.add(room.letter("ann@example.org", "help"))
        assert room.ready[-1] == 8  # nothing to wait for anymore

    room(work)


def test_a_letter_that_is_being_read_is_not_read_twice() -> None:
    """It still waits in the inbox, where it is found again."""

    async def work(room: Room) -> None:
        letter = room.letter("ann@example.org", "help", html=True)
        room.add(letter)
        await asyncio.sleep(0)
        room.add(letter)
        await room.settle()
        assert (room.ready, len(room.reader.asked)) == ([1], 1)

    room(work)


def test_a_letter_may_come_again_before_its_last_task_has_been_cleared_away() -> None:
    """A bot thinks about a letter that has only just been read; what the first task leaves is its own."""

    async def work(room: Room) -> None:
        letter = room.letter("ann@example.org", "help")
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        first = room.readings._begin(letter, "ann@example.org", asyncio.sleep(0))
        second = room.readings._begin(letter, "ann@example.org", asyncio.sleep(0.01))
        await first
        await asyncio.sleep(0)
        assert room.readings._under_way == {letter.id: second}
        await second
        await asyncio.sleep(0)
        assert (room.readings._under_way, room.readings._last, failures) == ({}, {}, [])

    room(work)


def test_o08_a_letter_that_kills_its_reader_is_given_up_after_three_tries() -> None:
    """All but the first without HTML."""

    async def work(room: Room) -> None:
        room.add(room.letter("ann@example.org", "poison", html=True))
        await room.settle()
        (reading,) = room.readings.ready
        assert isinstance(reading.outcome, ReaderDied)
        assert [task.plainly for task in room.reader.asked] == [False] + [True] * (MAX_ATTEMPTS - 1)

    room(work)


def test_o08_a_letter_that_cannot_be_read_at_once_costs_nobody_but_its_sender(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault in reading does not stop the server, which would meet the same letter when it starts again."""

    def fail(task: Task) -> Letter | LetterError | None:
        if b"poison" in task.raw:
            raise ValueError("embedded null character")
        return read_at_once(task)

    monkeypatch.setattr("pbem.server.ops.readings.read_at_once", fail)

    async def work(room: Room) -> None:
        room.add(room.letter("ann@example.org", "poison"), room.letter("ben@example.org", "help"))
        assert room.ready == [2]
        await room.settle()
        assert room.ready == [2, 1]
        assert isinstance(room.readings.ready[1].outcome, ReaderDied)

    room(work)


def test_b33_what_kills_the_reader_by_its_html_is_read_without() -> None:
    async def work(room: Room) -> None:
        room.add(room.letter("ann@example.org", "bomb", html=True))
        await room.settle()
        (reading,) = room.readings.ready
        assert isinstance(reading.outcome, Letter)
        assert reading.outcome.lines == ()

    room(work)


def test_b33_a_source_that_has_taken_its_time_waits_for_the_next_hour() -> None:
    """Its short plain letters are done as ever, and so is what comes from elsewhere."""

    async def work(room: Room) -> None:
        room.add(*(room.letter("ann@example.org", "help", html=True) for _ in range(2)))  # ten seconds each
        await room.settle()
        for sender, html in (
            ("ben@example.org", True),
            ("ann@example.org", False),
            ("cat@example.net", True),
        ):
            room.add(room.letter(sender, "help", html=html))
        await room.settle()
        late = next(each.outcome for each in room.readings.ready if each.incoming.id == 3)
        assert isinstance(late, PutOff)
        assert 3590 < late.seconds <= 3600
        assert all(isinstance(each.outcome, Letter) for each in room.readings.ready if each.incoming.id != 3)

    room(work, reading_seconds=20)


def test_a_reader_that_cannot_be_started_is_no_fault_of_the_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.server.ops.readings.RETRY_SECONDS", 0.01)
    failures = iter([OSError("no memory"), OSError("no memory")])

    async def work(room: Room) -> None:
        read = room.reader.read

        async def sometimes(task: Task, source: str = "") -> Answer:
            if error := next(failures, None):
                raise error
            return await read(task, source)

        monkeypatch.setattr(room.reader, "read", sometimes)
        room.add(room.letter("ann@example.org", "help", html=True))
        await room.settle()
        assert room.ready == [1]

    room(work)
