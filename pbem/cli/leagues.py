"""Commands about leagues and teams: what managers and commissioners can do by mail, for any team."""

import click
import msgspec
from rich.table import Table as Grid

from pbem.cli.completion import GAME, PLAYER
from pbem.cli.facts import dated
from pbem.cli.root import Setting, db_option, json_option, main, setting
from pbem.cli.tables import out
from pbem.cli.terminal import say, say_json
from pbem.play.leagues import CHANGES
from pbem.server.admin.host import player
from pbem.server.core.times import moment
from pbem.server.ops.application import Application

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
    with where.acting() as app:
        opened = app.leagues.open(player(app, commissioner), app.teams.game_named(game), name, texts)
        told = app.leagues.table(opened)
    say("\n".join(told))


@league.command("close")
@db_option
@click.argument("name")
@setting
def league_close(where: Setting, name: str) -> None:
    """End a league; what is being played still counts. Its managers are told."""
    with where.acting() as app:
        found = app.leagues.named(name)
        app.leagues.close(found)
    say(f"the league {found.name} is closed")


@league.command("add")
@db_option
@click.argument("name")
@click.argument("team")
@setting
def league_add(where: Setting, name: str, team: str) -> None:
    """Let a team play in a league; its manager and the commissioner are told."""
    with where.acting() as app:
        found, one = app.leagues.named(name), app.teams.named(team)
        app.leagues.add(found, one, None)
    say(f"{one.name} plays in the league {found.name}")


@league.command("drop")
@db_option
@click.argument("name")
@click.argument("team")
@setting
def league_drop(where: Setting, name: str, team: str) -> None:
    """Take a team out of a league; its results stay."""
    with where.acting() as app:
        found, one = app.leagues.named(name), app.teams.named(team)
        app.leagues.drop(found, one, None)
    say(f"{one.name} has left the league {found.name}")


@league.command("pair")
@db_option
@click.argument("name")
@click.argument("teams", nargs=-1, required=True, metavar="TEAM...")
@setting
def league_pair(where: Setting, name: str, teams: tuple[str, ...]) -> None:
    """Begin a match between teams of a league, in the order of the seats."""
    with where.acting() as app:
        some = [app.teams.named(team) for team in teams]
        number = app.starter.pair(app.leagues.named(name), some)
    say(f"match {number}: {' - '.join(team.name for team in some)}")


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
        say_json(
            [
                dated({**msgspec.to_builtins(row), "commissioner": _handle(app, row.commissioner)})
                for row in rows
            ]
        )
        return
    grid = Grid("name", "game", "commissioner", "teams", "opened", "closed", box=None)
    for row in rows:
        grid.add_row(
            row.name,
            row.game,
            _handle(app, row.commissioner),
            str(len(app.store.leagues.teams_in(row.id))),
            moment(row.created, "UTC"),
            "" if row.closed is None else moment(row.closed, "UTC"),
        )
    out.print(grid)


def _handle(app: Application, number: int) -> str:
    found = app.store.people.player(number)
    return found.handle


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
    with where.acting() as app:
        founded = app.teams.found(player(app, manager), app.teams.game_named(game), name, " ".join(text))
        sheet = app.teams.sheet(founded)
    say("\n".join(sheet))


@team.command("list")
@db_option
@json_option
@setting
def team_list(where: Setting, as_json: bool) -> None:
    """All teams."""
    app = where.app()
    leagues = {row.id: row.name for row in app.store.leagues.leagues()}
    facts = [
        {
            "name": row.name,
            "game": row.game,
            "manager": _handle(app, row.manager),
            "league": leagues[row.league] if row.league is not None else "",
            "match": row.match,
        }
        for row in app.store.leagues.all_teams()
    ]
    if as_json:
        say_json(facts)
        return
    grid = Grid("name", "game", "manager", "league", "match", box=None)
    for each in facts:
        grid.add_row(*(str(value or "") for value in each.values()))
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
        with where.acting() as app:
            sheet = app.teams.sheet(app.teams.change(app.teams.named(name), verb, " ".join(text)))
        say("\n".join(sheet))


for each in CHANGES:
    _change(each)
