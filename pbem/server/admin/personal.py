"""What the host hands to somebody who asks for their data, or erases when they ask for that."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.mail.addresses import normalise
from pbem.mail.tokens import without_tokens
from pbem.play.orders import Refused
from pbem.play.record import Row
from pbem.server.admin.host import player
from pbem.server.mailing.mailer import Dispatch
from pbem.server.ops.application import Application
from pbem.store.addresses import mailbox
from pbem.store.rows import Player

_SECRET = {
    "matches": ("seed", "salts", "undo"),
    "seats": ("salt", "shown", "generation"),
    "log": ("clocks", "queues", "die", "row"),
    "players": ("key", "generation"),
}
"""Columns that are keys, or secrets of others in the same match."""


def export_person(app: Application, handle: str) -> dict[str, Any]:
    """Everything stored of a player, table by table. Reply tokens, which are keys, are starred. Raises `Refused`."""
    found = player(app, handle)
    with app.store.reading():
        rows = app.store.personal.rows(found.id)
        keyed = app.store.personal.keyed(_names(app, found))
    told = {table: [_told(table, row) for row in of_table] for table, of_table in rows.items() if of_table}
    return {"player": found.handle, **told, **{table: keys for table, keys in keyed.items() if keys}}


def _told(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: _text(value) for name, value in row.items() if name not in _SECRET.get(table, ())}
    if table == "log":  # the batch of a letter also holds dice, and what others had decided beforehand
        answers = msgspec.json.decode(row["rows"], type=list[Row])
        told["rows"] = [each.text for each in answers if each.seat == row["seat"] and each.kind == "answer"]
    return told


def _text(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        value = bytes(value).decode("utf-8", "backslashreplace")
    return without_tokens(value) if isinstance(value, str) else value


def purge_player(app: Application, handle: str, more: Iterable[str] = ()) -> Player:
    """Take a player off the server for good, unless they have left before, and erase their addresses and letters
    everywhere. Matches stay, with the name. Raises `Refused`.

    Of one who has left only the addresses are known from which they played; `more` are others of theirs.
    """
    found = player(app, handle)
    given = {normalise(address) or address for address in more}
    for owner in filter(None, map(app.store.people.at, given)):
        if owner != found:
            raise Refused(f"{owner.handle} has one of these addresses")
    if not found.address and not found.gone:
        raise Refused(f"{found.handle} belongs to the server")
    with app.store.transaction():
        given.update(app.store.personal.former_addresses(found.id) if found.gone else ())
        addresses = {*app.store.people.addresses(found.id), *given}
        names = _names(app, found, given)
        if not found.gone:
            app.deletion.leave(found, Dispatch(f"removed-{found.id}", auto_submitted=True))
        if addresses:
            app.store.personal.erase(addresses, names, app.now())
    app.store.compact()
    return found


def _names(app: Application, found: Player, more: Iterable[str] = ()) -> set[str]:
    """All forms in which the addresses of a player are stored."""
    addresses = {*app.store.people.addresses(found.id), *more}
    return addresses | {mailbox(address) for address in addresses}
