"""A server in the open, without sockets: it has a relay, and believes nobody."""

import asyncio

from pbem.mail.delivery import Outcome
from pbem.mail.tasks import read_here
from pbem.server.core.config import Caps
from pbem.server.core.letter_tasks import task_of
from tests.server.office import Mail, Office


class Way:
    """A relay that takes everything."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, bytes]] = []

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        self.taken.append((to, raw))
        return Outcome("sent", "250 fine")

    async def close(self) -> None:
        """Nothing to close."""


def open_office(**caps: int) -> Office:
    """A server in the open: it has a relay, and believes nobody."""
    return Office(relay="mx.example:25", host="host@play.test", caps=Caps(**caps))


def become(office: Office, name: str) -> Mail:
    """Make a player by mail alone; the welcome, whose reply address proves who writes."""
    address = f"{name.lower()}@example.org"
    office.write(address, f"register {name}")
    office.reply(address, office.mail_to(address), "yes")
    return office.mail_to(address)


def deliver(office: Office) -> list[str]:
    """What goes out now, to whom."""
    way = Way()
    asyncio.run(office.worker(way).deliver_due())
    return [to for to, _ in way.taken]


def work(office: Office) -> list[str]:
    """What the desk does with the letters that wait and are due now."""
    with office.store.transaction():
        return [
            office.app.handler.handle(incoming, read_here(task_of(office.app.config, incoming)))
            for incoming in office.store.post.waiting(999, office.time)
        ]
