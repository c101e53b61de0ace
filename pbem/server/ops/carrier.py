"""Carrying out letters that have been read, each in a savepoint of its own, in the transactions of the server."""

import errno
import math
import traceback

from pbem.mail.reader import ReaderDied
from pbem.mail.tokens import without_tokens
from pbem.server.core import fates
from pbem.server.matches.bots import Undecided
from pbem.server.ops.application import Application
from pbem.server.ops.readings import MAX_ATTEMPTS, PutOff, Reading, Readings
from pbem.store import passing
from pbem.store.rows import Incoming

_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE}


def not_its_fault(error: BaseException) -> bool:
    """Whether a letter could not be carried out for lack of disk, files or a lock: then it is tried again."""
    return passing(error) or (isinstance(error, OSError) and error.errno in _DISK)


class Carrier:
    """Carries letters out. A faulty one is set aside, and the host is told."""

    def __init__(self, app: Application, readings: Readings) -> None:
        self._app = app
        self._post = app.store.post
        self._readings = readings

    def carry_out(self, reading: Reading, *, beside: bool = False) -> None:
        """Carry out one letter, in a savepoint of its own.

        One that crashes the server or its reader is set aside; one that a bot has to think about is undone, if bots
        think `beside`, and comes again. Errors that are not the letter's fault are raised, see `not_its_fault`.
        """
        incoming, outcome, thought = reading
        if self._readings.waits(reading):
            return
        if not self._post.claim(incoming.id, incoming.lane):
            return  # another server has done it, or has an earlier one in hand
        if isinstance(outcome, PutOff):
            self._post.throttle(incoming.id, self._app.now() + math.ceil(outcome.seconds), "")
            fates.begin(self._app.store)
            fates.note_incoming(self._app.store, incoming, "throttled", self._app.now())
        elif isinstance(outcome, ReaderDied):
            self._give_up(incoming, MAX_ATTEMPTS)
        else:
            self._app.bots.beside = beside and not thought
            try:
                self._app.handler.handle(incoming, outcome)
            except Undecided as undecided:
                self._readings.think(reading, undecided.think)
            except Exception as error:
                if not_its_fault(error):
                    raise
                self._post.close(incoming.id, "failed", without_tokens(traceback.format_exc()))
                self._set_aside(incoming, error)
            finally:
                self._app.bots.beside = False

    def recover(self) -> None:
        """Carry out the letters that a stopped server has left, and begin to read those that take longer. One that
        kills the process is given up at the third try."""
        store, last = self._app.store, 0
        while waiting := self._post.waiting(1, self._app.now(), after=last):
            (incoming,) = waiting
            last = incoming.id
            with store.transaction():
                if not self._post.claim(incoming.id, incoming.lane):
                    continue  # another server has it in hand
                self._post.attempt(incoming.id)
            if incoming.attempts < MAX_ATTEMPTS:
                self._readings.add([incoming])
                for reading in self._readings.ready:
                    with store.transaction():
                        self.carry_out(reading)
                self._readings.ready.clear()
                continue
            with store.transaction():
                if self._post.claim(incoming.id, ""):
                    self._give_up(incoming, incoming.attempts)
        # The host may have lifted a cap. Done only now, since this is no attempt.
        with store.transaction():
            self._post.free_throttled(self._app.now())

    def _give_up(self, incoming: Incoming, attempts: int) -> None:
        self._post.close(incoming.id, "failed", f"given up after {attempts} tries")
        self._set_aside(incoming, None)

    def _set_aside(self, incoming: Incoming, error: Exception | None) -> None:
        number = incoming.id
        fates.begin(self._app.store)
        fates.note_incoming(self._app.store, incoming, "failed", self._app.now())
        told = f"letter {number} has crashed the server and is set aside; see: pbem inbox show {number}"
        self._app.alarms.send("letter", told, error)
