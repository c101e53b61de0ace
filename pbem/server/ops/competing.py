"""Competitions go on while the server runs: beside its letters, some matches at a time.

A round that takes long to pair is computed in a process of its own; nothing waits for that.
"""

import asyncio
import logging
from asyncio.subprocess import PIPE
from collections.abc import Callable

import msgspec

from pbem.competitions.pairing import COMMAND, SECONDS, Task, decode, encode
from pbem.competitions.values import Pairing
from pbem.server.competitions.rounds import Wanted
from pbem.server.ops.application import Application
from pbem.store import SqlError, busy

log = logging.getLogger("pbem.server")

EVERY = 1.0
"""Seconds between two looks."""


class PairingFailed(Exception):
    """The process has not answered; the text is for the host."""


async def paired(task: Task) -> list[Pairing]:
    """Pair a round in a process of its own. Raises `PairingFailed`."""
    process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        out, _err = await asyncio.wait_for(process.communicate(encode(task)), SECONDS)
        return decode(out)
    except (TimeoutError, msgspec.MsgspecError) as error:
        raise PairingFailed("a round could not be paired; it is tried again") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def look_after(app: Application, wake: Callable[[], None], alarm: Callable[[Exception], None]) -> None:
    """Settle what is over and begin what is due, until cancelled. `wake` is called when there is something to deliver,
    `alarm` when the database cannot be used."""
    under_way: dict[int, asyncio.Task[None]] = {}
    try:
        while True:
            more = False
            try:
                with app.store.transaction():
                    app.skills.catch_up()
                wanted, more = app.rounds.look()
                for each in wanted:
                    if each.number not in under_way or under_way[each.number].done():
                        under_way[each.number] = asyncio.create_task(_pair(app, each, alarm))
                if app.rounds.written:
                    app.rounds.written = False
                    wake()
            except SqlError as error:
                if not busy(error):
                    alarm(error)
            await asyncio.sleep(0 if more else EVERY)
    finally:
        for task in under_way.values():
            task.cancel()
        await asyncio.gather(*under_way.values(), return_exceptions=True)


async def _pair(app: Application, wanted: Wanted, alarm: Callable[[Exception], None]) -> None:
    """Compute a round while other competitions go on, and take it if nothing has changed meanwhile."""
    try:
        pairings = await paired(wanted.task)
        with app.store.transaction():
            app.rounds.apply(wanted, pairings)
    except PairingFailed as error:
        with app.store.transaction():
            app.alarms.send("pairing", str(error), error)
        await asyncio.sleep(60 * EVERY)
    except SqlError as error:  # it is computed again
        if not busy(error):
            alarm(error)
