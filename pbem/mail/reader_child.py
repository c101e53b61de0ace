"""The process of `pbem.mail.reader`: reads one letter after another and returns the contents.

It holds nothing but the letter: no database, no keys. Frames in both directions are four bytes of length (big-endian)
and that many bytes of MessagePack. Limits on memory and CPU time are set before anything foreign is read: exceeding
them ends the process without an answer.
"""

import os
import resource
import signal
import sys
import time

import msgspec

from pbem.mail.reading import Letter, LetterError
from pbem.mail.tasks import Task, read_here

MEMORY = 512 * 1024 * 1024
CPU_SECONDS = 0.6  # of one letter; here the worst one known takes a third of it


class Answer(msgspec.Struct, frozen=True):
    """The result of reading a letter, and the CPU time it took."""

    letter: Letter | None
    error: str  # why there is none
    seconds: float

    @property
    def outcome(self) -> Letter | LetterError:
        """The letter, or why it cannot be read."""
        return self.letter if self.letter is not None else LetterError(self.error)


def answer(task: Task) -> Answer:
    start = time.process_time()
    outcome = read_here(task)
    letter, error = (None, str(outcome)) if isinstance(outcome, LetterError) else (outcome, "")
    return Answer(letter, error, time.process_time() - start)


def main() -> None:
    """Answer frames until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    os.nice(5)
    decoder, encoder = msgspec.msgpack.Decoder(Task), msgspec.msgpack.Encoder()
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    while len(head := stdin.read(4)) == 4:
        task = decoder.decode(stdin.read(int.from_bytes(head, "big")))
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)  # its signal ends the process at any point
        frame = encoder.encode(answer(task))
        signal.setitimer(signal.ITIMER_PROF, 0)
        stdout.write(len(frame).to_bytes(4, "big") + frame)
        stdout.flush()


if __name__ == "__main__":
    main()
