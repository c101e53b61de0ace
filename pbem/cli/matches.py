"""Commands about games and matches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from pbem.cli.completion import GAME, MATCH, PLAYER
from pbem.cli.facts import dated
from pbem.cli.later import Later
from pbem.cli.root import Failed, Setting, all_option, db_option, json_option, main, setting
from pbem.cli.terminal import say, say_json, say_pages
from pbem.server.core.times import moment, read_span
from pbem.store.rows import Terms

if TYPE_CHECKING:
    from pbem.cli import tables
    from pbem.mail import markdown
    from pbem.play import record as records
    from pbem.server.admin import acts, host
    from pbem.server.core import games as installed
    from pbem.server.core import terms
else:
    tables, markdown = Later("pbem.cli.tables"), Later("pbem.mail.markdown")
    records, terms = Later("pbem.play.record"), Later("pbem.server.core.terms")
    acts, host = Later("pbem.server.admin.acts"), Later("pbem.server.admin.host")
    installed = Later("pbem.server.core.games")


@main.group()
def game() -> None:
    """The games of this installation."""


@game.command("list")
@db_option
@json_option
def game_list(as_json: bool) -> None:
    """All games, with their players and options."""
    games = list(installed.Games())
    if as_json:
        facts = [
            {"name": each.name, "title": each.title, "players": each.players, "options": each.options}
            for each in games
        ]
        say_json(facts)
        return
    grid = tables.Grid("name", "players", "what it is", "options", box=None)
    for each in games:
        options = " ".join(f"{option.name}={option.default}" for option in each.options)
        grid.add_row(each.name, " ".join(map(str, each.players)), each.summary, options)
    tables.out.print(grid)


@game.command("rules")
@db_option
@click.argument("name", type=GAME)
def game_rules(name: str) -> None:
    """The rulebook of a game."""
    games = installed.Games()
    say(markdown.as_mail(games.rulebook(games.named(name)).read_text(encoding="utf-8")))


@main.group()
def match() -> None:
    """Matches: create, inspect and intervene."""


@match.command("create")
@db_option
@click.argument("name", metavar="GAME", type=GAME)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...", type=PLAYER)
@click.option(
    "-o",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game, or of time (pace=3d); may be repeated.",
)
@setting
def match_create(where: Setting, name: str, players: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Start a match for registered players; it begins at once and everybody is mailed.

    Options are those of the game, and those of time as in a challenge: -o pawns=4 -o pace=3d -o policy=skip,forfeit.
    """
    for option in options:
        if "=" not in option:
            raise click.BadParameter(f"{option!r} is not KEY=VALUE", param_hint="-o")
    texts = dict(option.lower().split("=", 1) for option in options)
    time = terms.read_terms(texts)
    with where.acting() as app:
        number = host.create(app, name, players, texts, time)
        told = host.in_words(app, number)
    say(f"match {number} has begun: {told}")


@match.command("list")
@db_option
@click.option("--status", type=click.Choice(["offered", "running", "over", "void"]), help="Only these.")
@all_option
@json_option
@setting
def match_list(where: Setting, status: str | None, whole: bool, as_json: bool) -> None:
    """Matches, newest first, and the players each waits for."""
    say_pages(host.overview(where.app(), status), _print_matches, dated, whole=whole, as_json=as_json)


def _print_matches(rows: Sequence[host.Summary]) -> None:
    grid = tables.Grid("match", "game", "status", "players", "waits for", "since", "result", box=None)
    for row in rows:
        since = moment(row.since, "UTC") if row.since is not None else ""
        grid.add_row(
            str(row.match),
            row.game,
            row.status,
            " ".join(row.players),
            " ".join(row.waits_for),
            since,
            row.result,
        )
    tables.out.print(grid)


@match.command("show")
@db_option
@click.argument("number", type=MATCH)
@json_option
@setting
def match_show(where: Setting, number: int, as_json: bool) -> None:
    """What the server knows of a match: seats, clocks, log. Secrets of running matches are left out."""
    facts = host.details(where.app(), number)
    if as_json:
        say_json(dated(facts))
        return
    options = " ".join(f"{name}={value}" for name, value in facts["options"].items())
    state = "paused" if facts["paused_since"] is not None else facts["status"]
    say(f"match {number}: {facts['game']} ({options}), {state}")
    for line in terms.told_terms(msgspec.convert(facts["terms"], Terms)):
        say(line)
    say(
        f"began {_when(facts['started'])}, ended {_when(facts['finished'])}: {facts['result']} {facts['reason']}"
    )
    seats = tables.Grid(
        "seat", "player", "status", "asked since", "time is up", "reminded", "queued lines", box=None
    )
    for seat in facts["seats"]:
        clock = (_when(seat["asked_since"]), _when(seat["due"]))
        seats.add_row(
            seat["seat"],
            seat["player"],
            seat["status"],
            *clock,
            str(seat["reminders"]),
            str(seat["queued lines"]),
        )
    tables.out.print(seats)
    log = tables.Grid("batch", "seat", "letter", "rows", "at", "", box=None)
    for batch in facts["log"]:
        taken_back = "taken back" if batch["void"] else ""
        letter = str(batch["letter"] or "")
        log.add_row(
            str(batch["batch"]), batch["seat"], letter, str(batch["rows"]), _when(batch["at"]), taken_back
        )
    tables.out.print(log)
    for act in facts["acts"]:
        say(f"{_when(act['at'])}, turn {act['turn']}: {act['text']}")


def _when(seconds: int | None) -> str:
    return "-" if seconds is None else moment(seconds, "UTC")


@match.command("board")
@db_option
@click.argument("number", type=MATCH)
@click.option("--seat", help="As this seat sees it.")
@setting
def match_board(where: Setting, number: int, seat: str | None) -> None:
    """The board of a match, as an observer or a seat sees it."""
    say("\n".join(host.board(where.app(), number, seat)))


@match.command("undo")
@db_option
@click.argument("number", type=MATCH)
@setting
def match_undo(where: Setting, number: int) -> None:
    """Take back the last letter of a match; everybody is told. The dice stay the same."""
    with where.acting() as app:
        told = acts.undo(app, number)
    say(told)


@match.command("pause")
@db_option
@click.argument("number", type=MATCH)
@setting
def match_pause(where: Setting, number: int) -> None:
    """Stop the clocks of a match; everybody is told."""
    with where.acting() as app:
        acts.pause(app, number)
    say(f"match {number} is paused")


@match.command("resume")
@db_option
@click.argument("number", type=MATCH)
@setting
def match_resume(where: Setting, number: int) -> None:
    """Let the clocks run again from where they were stopped; everybody is told."""
    with where.acting() as app:
        acts.resume(app, number)
    say(f"match {number} goes on")


def _more(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    try:
        return read_span(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@match.command("extend")
@db_option
@click.argument("number", type=MATCH)
@click.argument("time", callback=_more)
@click.option("--seat", default="", help="Only this seat, or player; otherwise all whom the match waits for.")
@click.option("--reason", default="", help="Told to everybody.")
@setting
def match_extend(where: Setting, number: int, time: int, seat: str, reason: str) -> None:
    """Give more TIME (3d, 12h) to those whom a match waits for; everybody is told."""
    with where.acting() as app:
        told = acts.extend(app, number, time, seat, reason)
    say(told)


@match.command("revoke")
@db_option
@click.argument("number", type=MATCH)
@setting
def match_revoke(where: Setting, number: int) -> None:
    """Make all reply addresses of a match void, and mail everybody the board with new ones."""
    with where.acting() as app:
        acts.revoke_match(app, number)
    say(f"all reply addresses of match {number} are new")


@match.command("adjudicate")
@db_option
@click.argument("number", type=MATCH)
@click.argument("places", metavar="PLACES")
@click.option("--reason", required=True, help="Told to everybody, and kept in the record.")
@setting
def match_adjudicate(where: Setting, number: int, places: str, reason: str) -> None:
    """End a match by decree. PLACES are seats by rank: S>N, or S=N for a draw."""
    with where.acting() as app:
        acts.adjudicate(app, number, places, reason)
    say(f"match {number} is over: {places}")


def _moment(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, int]:
    """The numbers of a match and of one of its turns, the latter counted from 0."""
    match, _, turn = value.partition("#")
    if not (match.isdecimal() and turn.isdecimal() and int(turn)):
        raise click.BadParameter(f"{value!r} is not N#TURN, for example 12#5")
    return int(match), int(turn) - 1


@match.command("rewind")
@db_option
@click.argument("moment", metavar="N#TURN", callback=_moment)
@click.option("--reason", default="", help="Told to everybody.")
@setting
def match_rewind(where: Setting, moment: tuple[int, int], reason: str) -> None:
    """Take a match back to the beginning of a turn (N#TURN, 12#5); everybody is told. The dice stay the same."""
    with where.acting() as app:
        told = acts.rewind(app, *moment, reason)
    say(told)


@match.command("substitute")
@db_option
@click.argument("number", type=int)
@click.argument("seat")
@click.argument("player")
@click.option("--reason", default="", help="Told to everybody.")
@setting
def match_substitute(where: Setting, number: int, seat: str, player: str, reason: str) -> None:
    """Give a seat to another player, or to the house; everybody is told. SEAT may be its player's name."""
    with where.acting() as app:
        told = acts.substitute(app, number, seat, player, reason)
    say(told)


@match.command("annul")
@db_option
@click.argument("number", type=int)
@click.option("--reason", required=True, help="Told to everybody, and kept in the record.")
@setting
def match_annul(where: Setting, number: int, reason: str) -> None:
    """End a match so that it counts for nothing, neither for ratings nor for a league; everybody is told."""
    with where.acting() as app:
        acts.annul(app, number, reason)
    say(f"match {number} is annulled")


@match.command("export")
@db_option
@click.argument("number", type=MATCH)
@click.option("--secrets", is_flag=True, help="Of a running match too: only for moving it to another server.")
@click.option(
    "--to", "path", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead."
)
@setting
def match_export(where: Setting, number: int, secrets: bool, path: Path | None) -> None:
    """Print the record of a match as JSON, for `pbem verify` and `pbem match import`."""
    record = host.export(where.app(), number, secrets=secrets)
    if path is None:
        say_json(record, indent=1)
    else:
        path.write_bytes(record.to_json())
        say(f"match {number} is in {path}")


@match.command("import")
@db_option
@click.argument("path", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@setting
def match_import(where: Setting, path: Path) -> None:
    """Import a record: its players must be registered here under the same names."""
    try:
        record = records.Record.from_json(path.read_bytes())
    except ValueError as error:
        raise Failed(f"{path} is not a record: {error}") from error
    say(f"match {host.take_over(where.app(), record)}")
