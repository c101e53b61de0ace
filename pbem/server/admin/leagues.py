"""What the host may do with leagues and teams from the command line."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pbem.server.admin.host import player
from pbem.server.ops.application import Application


class TeamFacts(Struct, frozen=True):
    """A team in one line."""

    name: str
    game: str
    manager: str
    league: str
    match: int


def open_league(app: Application, name: str, commissioner: str, game: str, texts: dict[str, str]) -> str:
    """Open a league; returns its table. Raises `Refused`."""
    with app.store.transaction():
        league = app.leagues.open(player(app, commissioner), app.teams.game_named(game), name, texts)
    return "\n".join(app.leagues.table(league))


def close(app: Application, name: str) -> str:
    """Close a league. Raises `Refused`."""
    league = app.leagues.named(name)
    with app.store.transaction():
        app.leagues.close(league)
    return f"the league {league.name} is closed"


def add(app: Application, name: str, team: str) -> str:
    """Let a team play in a league. Raises `Refused`."""
    league, found = app.leagues.named(name), app.teams.named(team)
    with app.store.transaction():
        app.leagues.add(league, found, None)
    return f"{found.name} plays in the league {league.name}"


def drop(app: Application, name: str, team: str) -> str:
    """Take a team out of a league. Raises `Refused`."""
    league, found = app.leagues.named(name), app.teams.named(team)
    with app.store.transaction():
        app.leagues.drop(league, found, None)
    return f"{found.name} has left the league {league.name}"


def pair(app: Application, name: str, teams: Sequence[str]) -> str:
    """Begin a match of a league. Raises `Refused`."""
    league, found = app.leagues.named(name), [app.teams.named(team) for team in teams]
    with app.store.transaction():
        number = app.starter.pair(league, found, app.teams)
    return f"match {number}: {' - '.join(team.name for team in found)}"


def found(app: Application, name: str, manager: str, game: str, text: str) -> str:
    """Found a team; returns its sheet. Raises `Refused`."""
    with app.store.transaction():
        team = app.teams.found(player(app, manager), app.teams.game_named(game), name, text)
    return "\n".join(app.teams.sheet(team))


def change(app: Application, name: str, verb: str, text: str) -> str:
    """Change a team; returns its sheet. Raises `Refused`."""
    with app.store.transaction():
        team = app.teams.change(app.teams.named(name), verb, text)
    return "\n".join(app.teams.sheet(team))


def teams(app: Application) -> list[TeamFacts]:
    """All teams, in the order of their names."""
    leagues = {row.id: row.name for row in app.store.leagues.leagues()}
    return [
        TeamFacts(
            row.name,
            row.game,
            handle_of(app, row.manager),
            leagues[row.league] if row.league is not None else "",
            row.match,
        )
        for row in app.store.leagues.all_teams()
    ]


def handle_of(app: Application, number: int) -> str:
    """The name of a player."""
    found = app.store.people.player(number)
    assert found is not None
    return found.handle
