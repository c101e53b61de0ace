"""A word of the host to all players."""

from pbem.server.core.config import Caps
from pbem.server.core.times import DAY, HOUR
from pbem.server.mailing.broadcasts import ACTIVE
from tests.server.office import Office

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))
TEXT = "Tomorrow the server moves.\n\nAll clocks stand still until it is back."


def send(office: Office) -> list[str]:
    """Broadcast; returns whom."""
    office.mails()
    with office.store.transaction():
        office.app.broadcasts.broadcast(office.app.broadcasts.audience(), "the server moves", TEXT)
    return [to for to, _ in office.mails()]


def test_all_who_want_mail_get_the_same_once(office: Office) -> None:
    office.begin()
    for name in ("Cat", "Dan", "Eve"):
        office.register(name)
    office.write("dan@example.org", "settings mail off")
    eve = office.store.people.named("eve")
    assert eve is not None
    office.store.people.disable(eve.id)
    office.mails()
    with office.store.transaction():
        office.app.broadcasts.broadcast(office.app.broadcasts.audience(), "the server moves", TEXT)
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN, CAT}
    assert mails[CAT].subject == "[pbem] the server moves"
    assert "The host of this server writes to all players: Tomorrow the server moves." in mails[CAT].flat
    assert "moves.\n\nAll clocks" in mails[CAT].text
    assert send(office) == []


def test_who_has_long_been_silent_and_plays_nothing_is_left_alone(office: Office) -> None:
    office.begin()
    for name in ("Cat", "Dan"):
        office.register(name)
    office.time += ACTIVE - DAY
    office.write(CAT, "games")
    office.time += 2 * DAY
    assert send(office) == [ANN, BEN, CAT]


def test_half_of_what_may_leave_in_an_hour_is_left_for_boards() -> None:
    office = Office(caps=Caps(all_mails_an_hour=4), relay="mx.example:25", believe_from=True)
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    assert send(office) == [ANN, BEN, CAT]
    due = {row.recipient: row.due for row in office.store.post.outbox(None, 100) if row.kind == "broadcast"}
    assert due == {ANN: office.time, BEN: office.time, CAT: office.time + HOUR}
