"""Commands about competitions and ratings: everything that a director does, for the host."""

from pathlib import Path

import click
import msgspec
from rich.table import Table as Grid

from pbem.cli.completion import GAME, PLAYER
from pbem.cli.proofs import proof_of
from pbem.cli.root import Failed, Setting, db_option, json_option, main, setting
from pbem.cli.tables import out
from pbem.cli.terminal import say, say_json
from pbem.server.admin.host import player
from pbem.server.competitions.entering import numbers_of, read_length
from pbem.server.competitions.pages import plan_of

reason_option = click.option(
    "--reason", metavar="TEXT", required=True, help="Recorded, and told to everybody."
)


@main.group()
def competition() -> None:
    """Tournaments, cups, ladders, leagues: open them, and act as their director."""


@competition.command("list")
@db_option
@json_option
@setting
def competition_list(where: Setting, as_json: bool) -> None:
    """All competitions."""
    app = where.app()
    facts = [
        {
            "name": row.name,
            "game": row.game,
            "form": plan_of(row).form,
            "status": row.status,
            "entrants": len(app.store.competitions.entrants(row.id)),
            "director": app.competitions.director(row),
        }
        for row in app.store.competitions.all()
    ]
    if as_json:
        say_json(facts)
        return
    grid = Grid("name", "game", "form", "status", "entrants", "director", box=None)
    for each in facts:
        grid.add_row(*map(str, each.values()))
    out.print(grid)


@competition.command("show")
@db_option
@click.argument("name")
@json_option
@setting
def competition_show(where: Setting, name: str, as_json: bool) -> None:
    """The table, the matches and the acts of the director; as JSON, the lines of the table."""
    app = where.app()
    held = app.competitions.named(name)
    if as_json:
        lines = app.competitions.record(held).table
        say_json([{"name": held.name(line.number), **msgspec.to_builtins(line)} for line in lines])
        return
    say(app.competitions.page(held, "UTC"))


@competition.command("new")
@db_option
@click.argument("name")
@click.option("--game", metavar="GAME", type=GAME, required=True, help="Which game is played.")
@click.option(
    "--director", metavar="PLAYER", type=PLAYER, default="", help="Who directs it; the host, if left out."
)
@click.option(
    "-o",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Its form, as in `help tournament`, or an option of its matches.",
)
@setting
def competition_new(where: Setting, name: str, game: str, director: str, options: tuple[str, ...]) -> None:
    """Open a competition for entry."""
    for option in options:
        if "=" not in option:
            raise click.BadParameter(f"{option!r} is not KEY=VALUE", param_hint="-o")
    texts = dict(option.lower().split("=", 1) for option in options)
    with where.acting() as app:
        by = player(app, director) if director else None
        held = app.competitions.open(by, app.games.named(game), name, texts)
        told = app.competitions.page(held, "UTC")
    say(told)


@competition.command("start")
@db_option
@click.argument("name")
@setting
def competition_start(where: Setting, name: str) -> None:
    """Close the entries, and begin the first matches."""
    with where.acting() as app:
        held = app.desk.start(app.competitions.named(name), None)
    app.rounds.run()
    say(f"{held.row.name} has begun")


@competition.command("enter")
@db_option
@click.argument("name")
@click.argument("entrant", type=PLAYER)
@setting
def competition_enter(where: Setting, name: str, entrant: str) -> None:
    """Let somebody in who has asked you for it: a player, or the team that plays. They are told."""
    with where.acting() as app:
        held = app.competitions.named(name)
        if held.plan.teams:
            app.entries.add(held, app.teams.named(entrant), None)
        else:
            app.desk.let_in(held, player(app, entrant))
    say(f"{entrant} is in {held.row.name}")


@competition.command("withdraw")
@db_option
@click.argument("name")
@click.argument("entrant", type=PLAYER)
@reason_option
@setting
def competition_withdraw(where: Setting, name: str, entrant: str, reason: str) -> None:
    """Take a player out, or a team; their running matches are walkovers."""
    with where.acting() as app:
        entrant = app.desk.withdraw(app.competitions.named(name), None, entrant, reason)
    app.rounds.run()
    say(f"{entrant} has left {name}")


@competition.command("pair")
@db_option
@click.argument("name")
@click.argument("entrants", nargs=-1, required=True, metavar="ENTRANT...")
@setting
def competition_pair(where: Setting, name: str, entrants: tuple[str, ...]) -> None:
    """Begin a match of an open competition, in the order of the seats."""
    with where.acting() as app:
        held = app.competitions.named(name)
        number = app.desk.pair(held, None, list(entrants))
    say(f"match {number}: {' - '.join(held.names(numbers_of(held, list(entrants))))}")


@competition.command("result")
@db_option
@click.argument("match", type=int)
@click.argument("winner")
@click.option("--walkover", is_flag=True, help="A walkover: no rating changes.")
@reason_option
@setting
def competition_result(where: Setting, match: int, winner: str, walkover: bool, reason: str) -> None:
    """Decide a match, or correct its result. WINNER is a player, or draw."""
    with where.acting() as app:
        told = app.desk.result(match, None, winner, reason, walkover=walkover)
    app.rounds.run()
    say(told)


@competition.command("again")
@db_option
@click.argument("match", type=int)
@reason_option
@setting
def competition_again(where: Setting, match: int, reason: str) -> None:
    """Let a match be played again; it counts for nothing itself."""
    with where.acting() as app:
        app.desk.again(match, None, reason)
    app.rounds.run()
    say(f"match {match} is played again")


@competition.command("bye")
@db_option
@click.argument("name")
@click.argument("entrant")
@reason_option
@setting
def competition_bye(where: Setting, name: str, entrant: str, reason: str) -> None:
    """Give an entrant a half-point bye in the next round."""
    with where.acting() as app:
        held = app.competitions.named(name)
        round_ = app.desk.bye(held, None, entrant, reason)
    (who,) = held.names(numbers_of(held, [entrant]))
    say(f"{who} has a half-point bye in round {round_}")


@competition.command("replace")
@db_option
@click.argument("name")
@click.argument("old")
@click.argument("new", type=PLAYER)
@reason_option
@setting
def competition_replace(where: Setting, name: str, old: str, new: str, reason: str) -> None:
    """Give an entrant's place, with its results and running matches, to another player."""
    with where.acting() as app:
        app.desk.replace(app.competitions.named(name), None, old, new, reason)
    say(f"{new} plays on for {old}")


@competition.command("extend")
@db_option
@click.argument("what", metavar="MATCH|NAME")
@click.argument("time", metavar="7d")
@reason_option
@setting
def competition_extend(where: Setting, what: str, time: str, reason: str) -> None:
    """Give a match, or all running matches of a competition, more time until their date."""
    seconds = read_length(time)
    with where.acting() as app:
        if what.isdecimal():
            app.desk.extend(int(what), None, seconds, reason)
        else:
            app.desk.extend_round(app.competitions.named(what), None, seconds, reason)
    say(f"{time} more")


@competition.command("write")
@db_option
@click.argument("name")
@click.argument("text")
@setting
def competition_write(where: Setting, name: str, text: str) -> None:
    """Write to all entrants."""
    with where.acting() as app:
        count = app.desk.write(app.competitions.named(name), None, text)
    say(f"sent to {count} entrants")


@competition.command("director")
@db_option
@click.argument("name")
@click.argument("director", type=PLAYER)
@setting
def competition_director(where: Setting, name: str, director: str) -> None:
    """Let a player direct a competition."""
    with where.acting() as app:
        app.desk.direct(app.competitions.named(name), None, director)
    say(f"{director} directs {name}")


@competition.command("close")
@db_option
@click.argument("name")
@reason_option
@setting
def competition_close(where: Setting, name: str, reason: str) -> None:
    """End a competition as it stands; its running matches go on, and count for nothing in it. A ladder, an open
    competition or a season ends with its last match."""
    with where.acting() as app:
        held = app.desk.close(app.competitions.named(name), None, reason)
        told = app.competitions.page(held, "UTC")
    say(told)


@competition.command("export")
@db_option
@click.argument("name")
@setting
def competition_export(where: Setting, name: str) -> None:
    """Print the record of a competition as JSON, for anybody to verify."""
    app = where.app()
    say(
        msgspec.json.format(
            msgspec.json.encode(app.competitions.record(app.competitions.named(name)))
        ).decode()
    )


@competition.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def competition_verify(file: Path) -> None:
    """Recompute every pairing, seat and table of an exported competition, offline; `pbem verify` does the same."""
    found = proof_of(file.read_bytes())
    if found is None:
        raise Failed(f"{file} is not a record of a competition")
    problems, told = found
    if problems:
        raise Failed("\n".join(problems))
    say(told)


@main.command()
@db_option
@click.option("--rebuild", is_flag=True, help="Compute all ratings again from the stored results.")
@click.option(
    "--export",
    "game",
    metavar="GAME",
    type=GAME,
    help="The rated matches of a game as JSON, for `pbem verify`.",
)
@setting
def ratings(where: Setting, rebuild: bool, game: str | None) -> None:
    """Compute all ratings again, or print the rated matches of a game. The same results give the same numbers, to the
    last bit."""
    if rebuild == bool(game):
        raise click.UsageError("Choose --rebuild, or --export GAME.")
    if game:
        say(msgspec.json.format(msgspec.json.encode(where.app().skills.record(game))).decode())
        return
    with where.acting() as app:
        count = app.skills.rebuild()
    say(f"ratings after {count} matches")
