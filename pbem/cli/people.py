"""Commands about players and letters."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click
import msgspec

from pbem.cli.completion import MATCH, PLAYER
from pbem.cli.facts import dated, incoming_facts, outgoing_facts, player_facts
from pbem.cli.later import Later
from pbem.cli.root import Failed, Setting, all_option, db_option, json_option, main, setting
from pbem.cli.terminal import say, say_json, say_pages
from pbem.server.core.times import moment
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.cli import tables
    from pbem.server.admin import host, personal
    from pbem.server.ops.application import Application
else:
    tables = Later("pbem.cli.tables")
    host, personal = Later("pbem.server.admin.host"), Later("pbem.server.admin.personal")


@main.group()
def player() -> None:
    """Players."""


@player.command("add")
@db_option
@click.argument("handle", metavar="NAME")
@click.argument("address")
@setting
def player_add(where: Setting, handle: str, address: str) -> None:
    """Add a player whose address you have verified; they get the welcome mail."""
    with where.acting(create=True) as app:
        added = host.add_player(app, handle, address)
    say(f"{added.handle} <{added.address}> is player {added.id}")


@player.command("list")
@db_option
@all_option
@json_option
@setting
def player_list(where: Setting, whole: bool, as_json: bool) -> None:
    """Players, by name."""
    say_pages(host.all_players(where.app()), _print_players, _told, whole=whole, as_json=as_json)


def _told(player: Player) -> Any:
    return dated(player_facts(player))


def _print_players(players: Sequence[Player]) -> None:
    grid = tables.Grid("name", "address", "zone", "since", "", box=None)
    for each in players:
        grid.add_row(each.handle, each.address, each.zone, moment(each.created, "UTC"), _state(each))
    tables.out.print(grid)


def _state(player: Player) -> str:
    """Why a player gets no mail, if there is a reason."""
    states = {
        "has left": player.gone,
        "disabled": player.disabled and not player.gone,
        "wants no mail": player.quiet,
        "mail comes back": player.unreachable is not None,
    }
    return ", ".join(state for state, so in states.items() if so)


@player.command("show")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@json_option
@setting
def player_show(where: Setting, handle: str, as_json: bool) -> None:
    """A player and their matches."""
    app = where.app()
    found = host.player(app, handle)
    bounces = app.store.people.bounces(found.id)
    if as_json:
        matches = host.matches_of(app, found)
        say_json(dated({**player_facts(found), "bounces": bounces, "matches": matches}))
        return
    state = f", {_state(found)}" if _state(found) else ""
    say(f"{found.handle} <{found.address}>, {found.zone}{state}")
    if found.unreachable is not None:
        say(f"mail has been bouncing since {moment(found.unreachable, 'UTC')}; see: pbem player reachable")
    for bounce in bounces:
        say(f"  {moment(bounce.at, 'UTC')}  {bounce.weight:g}  {bounce.note}")
    say(app.lists.own(found))


@player.command("reachable")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@setting
def player_reachable(where: Setting, handle: str) -> None:
    """Treat a player as reachable again: send them their boards, and restart their clocks."""
    with where.acting() as app:
        found = host.reach_player(app, handle)
    say(f"{found.handle} can be reached")


@player.command("revoke")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@setting
def player_revoke(where: Setting, handle: str) -> None:
    """Make all reply addresses of a player void, and mail them their boards with new ones."""
    with where.acting() as app:
        found = host.revoke_player(app, handle)
    say(f"all reply addresses of {found.handle} are new")


@player.command("address")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@click.argument("address")
@setting
def player_address(where: Setting, handle: str, address: str) -> None:
    """Send a player's mail to another of their addresses; letters from the old one still count."""
    with where.acting() as app:
        found = host.move_player(app, handle, address)
    say(f"mail for {found.handle} goes to {found.address}")


@player.command("disable")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@click.option("--enable", is_flag=True, help="Let the player in again.")
@setting
def player_disable(where: Setting, handle: str, enable: bool) -> None:
    """Ignore a player from now on; their matches continue by their deadline policies."""
    with where.acting() as app:
        found = host.disable_player(app, handle, not enable)
    say(f"{found.handle} is {'enabled' if enable else 'disabled'}")


@player.command("remove")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@click.option(
    "--purge", is_flag=True, help="Erase their addresses and letters, too; also of one who has left."
)
@click.option(
    "--address", "more", multiple=True, metavar="ADDRESS", help="With --purge: another address to erase."
)
@click.option("--yes", is_flag=True, help="Do not ask first.")
@setting
def player_remove(where: Setting, handle: str, purge: bool, more: tuple[str, ...], yes: bool) -> None:
    """Remove a player for good, as if they had written: leave server. It cannot be undone."""
    app = where.app()
    if not (purge and host.player(app, handle).gone):
        for line in app.deletion.consequences(host.present(app, handle)):
            say(line)
    erased = ", and erase all their addresses and letters" if purge else ""
    if not yes:
        click.confirm(f"Remove {handle} from this server for good{erased}?", abort=True)
    if purge:
        found = personal.purge_player(app, handle, more)
    else:
        with app.store.transaction():
            found = host.remove_player(app, handle)
    say(f"{found.handle} has left; the name stays in the records, and nobody else can have it")
    if purge:
        say("their addresses and letters are erased here; for backups see docs/hosts/people.md")


@player.command("export")
@db_option
@click.argument("handle", type=PLAYER, metavar="NAME")
@click.option(
    "--to",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file, readable by its owner alone.",
)
@setting
def player_export(where: Setting, handle: str, path: Path | None) -> None:
    """Print everything stored about one person, as JSON, for somebody who asks for their data."""
    facts = dated(personal.export_person(where.app(), handle))
    if path is None:
        say_json(facts)
        return
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(facts)))
    say(f"everything about {handle} is in {path}")


@main.command("broadcast")
@db_option
@click.argument("subject")
@click.argument("text", type=click.File())
@click.option("--yes", is_flag=True, help="Do not ask first.")
@setting
def broadcast_(where: Setting, subject: str, text: TextIO, yes: bool) -> None:
    """Send the text of a file (-: stdin) to all active players, once; blank lines separate its paragraphs."""
    app, words = where.app(), text.read().strip()
    if not words:
        raise click.UsageError("the text is empty")
    players = app.broadcasts.audience()
    if not players:
        raise Failed("there is nobody to write to")
    say(f"{subject}\n\n{words}\n")
    if not yes:
        click.confirm(f"Send this to {len(players)} players?", abort=True)
    with app.store.transaction():
        new = app.broadcasts.broadcast(players, subject, words)
    had = f" ({len(players) - new} have had this mail already)" if new < len(players) else ""
    say(f"{new} new mails{had}; see: pbem outbox list")


player_option = click.option("--player", metavar="PLAYER", type=PLAYER, help="Only this player's.")
match_option = click.option("--match", "number", metavar="N", type=MATCH, help="Only those of this match.")


def _number(app: Application, handle: str | None) -> int | None:
    """The number of a player, if one is named. Raises `Refused`."""
    return None if handle is None else host.player(app, handle).id


@main.group()
def inbox() -> None:
    """Incoming letters."""


@inbox.command("list")
@db_option
@click.option(
    "--status",
    type=click.Choice(["new", "done", "failed", "ignored", "duplicate", "held", "throttled"]),
    help="Only these.",
)
@player_option
@match_option
@click.option("--limit", default=20, show_default=True)
@json_option
@setting
def inbox_list(
    where: Setting, status: str | None, player: str | None, number: int | None, limit: int, as_json: bool
) -> None:
    """The newest letters and their status; --status failed shows what needs you."""
    app = where.app()
    rows = app.store.post.inbox(status, limit, player=_number(app, player), match=number)
    if as_json:
        say_json([dated(incoming_facts(row)) for row in rows])
        return
    grid = tables.Grid("letter", "received", "from", "status", "note", box=None)
    for row in rows:
        note = row.note.strip().split("\n")[-1]
        grid.add_row(str(row.id), moment(row.received, "UTC"), row.writer, row.status, note)
    tables.out.print(grid)


@inbox.command("show")
@db_option
@click.argument("number", type=int)
@setting
def inbox_show(where: Setting, number: int) -> None:
    """One letter as it came, and what became of it. Reply tokens in it are secrets of its sender."""
    row = where.app().store.post.incoming(number)
    if row is None:
        raise Failed(f"there is no letter {number}; see: pbem inbox list")
    say(f"{row.status} after {row.attempts} attempts\n{row.note}\n")
    say(row.raw.decode("utf-8", "backslashreplace"))


@inbox.command("retry")
@db_option
@click.argument("number", type=int)
@setting
def inbox_retry(where: Setting, number: int) -> None:
    """Handle a failed letter again, once its cause has been fixed."""
    say(f"letter {number}: {host.retry(where.app(), number)}")


@main.group()
def outbox() -> None:
    """Outgoing mails."""


@outbox.command("list")
@db_option
@click.option("--status", type=click.Choice(["new", "sent", "merged", "failed", "held"]), help="Only these.")
@player_option
@match_option
@click.option("--limit", default=20, show_default=True)
@json_option
@setting
def outbox_list(
    where: Setting, status: str | None, player: str | None, number: int | None, limit: int, as_json: bool
) -> None:
    """The newest mails and their delivery status."""
    app = where.app()
    rows = app.store.post.outbox(status, limit, player=_number(app, player), match=number)
    if as_json:
        say_json([dated(outgoing_facts(row)) for row in rows])
        return
    grid = tables.Grid("letter", "to", "kind", "match", "status", "tries", "next try", "last reply", box=None)
    for row in rows:
        due = moment(row.due, "UTC") if row.status == "new" else ""
        of_match = str(row.match or "")
        grid.add_row(
            str(row.id), row.recipient, row.kind, of_match, row.status, str(row.attempts), due, row.reply
        )
    tables.out.print(grid)


@outbox.command("retry")
@db_option
@click.argument("number", type=int)
@click.option("--yes", is_flag=True, help="Do not ask first, even if it has been sent.")
@setting
def outbox_retry(where: Setting, number: int, yes: bool) -> None:
    """Try a mail again now, even one that was given up or sent."""
    app = where.app()
    row = app.store.post.outgoing(number)
    if row is None:
        raise Failed(f"there is no mail {number}; see: pbem outbox list")
    if not (row.raw or row.notice) or row.status == "merged":
        raise Failed(f"mail {number} cannot be sent again: {row.reply}")
    if row.status == "sent" and not yes:
        click.confirm(f"Mail {number} has been sent to {row.recipient}. Send it again?", abort=True)
    app.store.post.delivered(number, "new", "", app.now())
    say(f"mail {number} is tried again by the server, or by: pbem deliver")
