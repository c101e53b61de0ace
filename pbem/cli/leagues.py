"""Commands about leagues and teams: what managers and commissioners can do by mail, for any team."""

from __future__ import annotations

import click
from rich.table import Table as Grid

from pbem.cli.completion import GAME, PLAYER
from pbem.cli.root import Setting, db_option, json_option, main, setting
from pbem.cli.terminal import out, say, say_json
from pbem.play.leagues import CHANGES
from pbem.server.admin import leagues
from pbem.server.core.times import moment

game_option = click.option(
    "--game", metavar="GAME", type=GAME, default="", help="Needed if several games have teams."
)


@main.group()
def league() -> None:
    """Leagues: open and close them, let teams in and out, make matches."""


@league.command("new")
@db_option
@click.argument("name")
@click.option("--commissioner", metavar="PLAYER", type=PLAYER, required=True, help="Who runs it.")
@game_option
@click.option(
    "-o", "options", multiple=True, metavar="KEY=VALUE", help="An option of its matches, or of their time."
)
@setting
def league_new(where: Setting, name: str, commissioner: str, game: str, options: tuple[str, ...]) -> None:
    """Open a league."""
    for option in options:
        if "=" not in option:
            raise click.BadParameter(f"{option!r} is not KEY=VALUE", param_hint="-o")
    texts = dict(option.lower().split("=", 1) for option in options)
    say(leagues.open_league(where.app(), name, commissioner, game, texts))


@league.command("close")
@db_option
@click.argument("name")
@setting
def league_close(where: Setting, name: str) -> None:
    """End a league; what is being played still counts. Its managers are told."""
    say(leagues.close(where.app(), name))


@league.command("add")
@db_option
@click.argument("name")
@click.argument("team")
@setting
def league_add(where: Setting, name: str, team: str) -> None:
    """Let a team play in a league; its manager and the commissioner are told."""
    say(leagues.add(where.app(), name, team))


@league.command("drop")
@db_option
@click.argument("name")
@click.argument("team")
@setting
def league_drop(where: Setting, name: str, team: str) -> None:
    """Take a team out of a league; its results stay."""
    say(leagues.drop(where.app(), name, team))


@league.command("pair")
@db_option
@click.argument("name")
@click.argument("teams", nargs=-1, required=True, metavar="TEAM...")
@setting
def league_pair(where: Setting, name: str, teams: tuple[str, ...]) -> None:
    """Begin a match between teams of a league, in the order of the seats."""
    say(leagues.pair(where.app(), name, teams))


@league.command("table")
@db_option
@click.argument("name")
@json_option
@setting
def league_table(where: Setting, name: str, as_json: bool) -> None:
    """The table of a league, and the matches being played."""
    app = where.app()
    found = app.leagues.named(name)
    if as_json:
        say_json(app.leagues.standings(found))
        return
    say("\n".join(app.leagues.table(found)))


@league.command("list")
@db_option
@json_option
@setting
def league_list(where: Setting, as_json: bool) -> None:
    """All leagues."""
    app = where.app()
    rows = app.store.leagues.leagues()
    if as_json:
        say_json(rows)
        return
    grid = Grid("name", "game", "commissioner", "teams", "opened", "closed", box=None)
    for row in rows:
        grid.add_row(
            row.name,
            row.game,
            leagues.handle_of(app, row.commissioner),
            str(len(app.store.leagues.teams_in(row.id))),
            moment(row.created, "UTC"),
            "" if row.closed is None else moment(row.closed, "UTC"),
        )
    out.print(grid)


@main.group()
def team() -> None:
    """Teams: found them, show them, change them."""


@team.command("new")
@db_option
@click.argument("name")
@click.argument("text", nargs=-1, required=True, metavar="LIST...")
@click.option("--manager", metavar="PLAYER", type=PLAYER, required=True, help="Whose team it is.")
@game_option
@setting
def team_new(where: Setting, name: str, text: tuple[str, ...], manager: str, game: str) -> None:
    """Found a team. LIST is written as in a mail: 'nightelves: 2 hunter, 6 imp; support: keg 1'."""
    say(leagues.found(where.app(), name, manager, game, " ".join(text)))


@team.command("list")
@db_option
@json_option
@setting
def team_list(where: Setting, as_json: bool) -> None:
    """All teams."""
    app = where.app()
    facts = leagues.teams(app)
    if as_json:
        say_json(facts)
        return
    grid = Grid("name", "game", "manager", "league", "match", box=None)
    for each in facts:
        grid.add_row(each.name, each.game, each.manager, each.league, str(each.match or ""))
    out.print(grid)


@team.command("sheet")
@db_option
@click.argument("name")
@click.option("--log", is_flag=True, help="With everything that has changed it.")
@setting
def team_sheet(where: Setting, name: str, log: bool) -> None:
    """The sheet of a team."""
    app = where.app()
    found = app.teams.named(name)
    say("\n".join(app.teams.sheet(found)))
    if log:
        for version in app.store.leagues.versions(found.id):
            say(f"{moment(version.at, 'UTC')}  {version.note}")


def _change(verb: str) -> None:
    """Add the command that changes a team in one way."""

    @team.command(verb, help=f"Change a team as its manager does with `team {verb}` in a mail.")
    @db_option
    @click.argument("name")
    @click.argument("text", nargs=-1, required=True, metavar="WHAT...")
    @setting
    def change(where: Setting, name: str, text: tuple[str, ...]) -> None:
        say(leagues.change(where.app(), name, verb, " ".join(text)))


for each in CHANGES:
    _change(each)
