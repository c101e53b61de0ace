"""Commands about teams: what managers can do by mail, for any team."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.completion import GAME, PLAYER
from pbem.cli.later import Later
from pbem.cli.root import Setting, db_option, json_option, main, setting
from pbem.cli.terminal import say, say_json
from pbem.play.leagues import CHANGES
from pbem.server.core.times import moment

if TYPE_CHECKING:
    from pbem.cli import tables
    from pbem.server.admin import host
    from pbem.server.ops.application import Application
else:
    tables, host = Later("pbem.cli.tables"), Later("pbem.server.admin.host")


game_option = click.option(
    "--game", metavar="GAME", type=GAME, default="", help="Needed if several games have teams."
)


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
        founded = app.teams.found(host.player(app, manager), app.teams.game_named(game), name, " ".join(text))
        sheet = app.teams.sheet(founded)
    say("\n".join(sheet))


@team.command("list")
@db_option
@json_option
@setting
def team_list(where: Setting, as_json: bool) -> None:
    """All teams."""
    app = where.app()
    names = {row.id: row.name for row in app.store.competitions.all()}
    facts = [
        {
            "name": row.name,
            "game": row.game,
            "manager": _handle(app, row.manager),
            "league": names[row.competition] if row.competition is not None else "",
            "match": row.match,
        }
        for row in app.store.teams.all()
    ]
    if as_json:
        say_json(facts)
        return
    grid = tables.Grid("name", "game", "manager", "league", "match", box=None)
    for each in facts:
        grid.add_row(*(str(value or "") for value in each.values()))
    tables.out.print(grid)


@team.command("sheet")
@db_option
@click.argument("name")
@click.option("--log", is_flag=True, help="Also show everything that has changed it.")
@setting
def team_sheet(where: Setting, name: str, log: bool) -> None:
    """The sheet of a team."""
    app = where.app()
    found = app.teams.named(name)
    say("\n".join(app.teams.sheet(found)))
    if log:
        for version in app.store.teams.versions(found.id):
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
