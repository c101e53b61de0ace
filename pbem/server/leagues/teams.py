"""Teams: founded and changed by their managers, or by the host.

A team is stored as one version after another, each with the line that led to it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from pbem.play.game import Game
from pbem.play.leagues import Teams
from pbem.play.orders import Refused, did_you_mean
from pbem.server.core.context import Service
from pbem.server.core.games import UnknownGame
from pbem.server.language.arguments import Known
from pbem.server.language.command_table import command_named
from pbem.server.language.names import sounds_official
from pbem.server.language.yes_no import ANSWER_WORDS
from pbem.store.competitions import CompetitionRow
from pbem.store.rows import Player, TeamRow

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 '.-]{1,23}")

_NO_GAMES = Known(lambda word: "")

MOST_TEAMS = 10  # maximum number of teams of one player


def check_name(name: str) -> str:
    """Check that a team or a league may have this name: mails name it, so it may not be a line that somebody could be
    led to copy, nor sound like the server. Raises `Refused`."""
    if not _NAME.fullmatch(name) or name != " ".join(name.split()):
        raise Refused(
            f'"{name}" cannot be a name: 2 to 24 letters, digits, spaces and signs such as - and \', beginning with'
            " a letter"
        )
    first, _, rest = name.partition(" ")
    command = command_named(first)
    if name.lower() in ANSWER_WORDS or (command is not None and command.parse(rest, _NO_GAMES) is not None):
        raise Refused(f'"{name}" has a meaning for this server, so it cannot be a name')
    if sounds_official(name):
        raise Refused(f'"{name}" sounds like the server or its host, so it cannot be a name')
    return name


def quoted(name: str) -> str:
    """A name as it is written in a line: in quotes if it contains blanks."""
    return f'"{name}"' if " " in name else name


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_Thing = TypeVar("_Thing", bound=_Named)


def only(kind: str, things: Sequence[_Thing], none: str) -> _Thing:
    """The only one of these. Raises `Refused`: with the words `none` if there are none."""
    if len(things) == 1:
        return things[0]
    names = " or ".join(f"{kind}={quoted(each.name)}" for each in things)
    raise Refused(f"Which {kind}? Write {names} at the end of the line" if names else none)


class TeamService(Service):
    """Founds, changes and shows teams."""

    def found(self, manager: Player, game: Game[Any], name: str, text: str) -> TeamRow:
        """Make a new team from the text after its name. Raises `Refused`."""
        if len(self._store.teams.of_manager(manager.id)) >= MOST_TEAMS:
            raise Refused(f"You manage {MOST_TEAMS} teams already, which is the maximum")
        check_name(name)
        teams = teams_of(game)
        team = teams.found(text, self._free(game))
        note = f"new {quoted(name)} {text}"
        founded = self._store.teams.found(
            game.name, name, manager.id, msgspec.json.encode(team), note, self._context.now()
        )
        if founded is None:
            raise Refused(f"There is a team {name} already; choose another name")
        return founded

    def change(self, team: TeamRow, verb: str, text: str) -> TeamRow:
        """Apply one of the changes of `pbem.play.leagues` to a team. Raises `Refused`."""
        teams = teams_of(self._game(team))
        after = teams.change(self.decode(team), verb, text, self.options(team), team.match)
        self.store(team, after, f"{verb} {text}")
        return self._store.teams.team(team.id)

    def describe(self, before: TeamRow, after: TeamRow) -> str:
        """A change in words, and the team after it."""
        told = teams_of(self._game(after)).describe(self.decode(before), self.decode(after))
        return f"{told}. {after.name}: {self.summary(after)}"

    def store(self, team: TeamRow, after: Struct, note: str) -> None:
        """Store the next version of a team, and what led to it."""
        self._store.teams.change(team.id, msgspec.json.encode(after), note, self._context.now())

    def sheet(self, team: TeamRow) -> list[str]:
        """A team in lines: its name, manager and league, and the game's description."""
        manager = self._store.people.player(team.manager)
        playing = self._competition(team)
        where = f"in {playing.name}" if playing else "in no league"
        now = f", playing match {team.match}" if team.match else ""
        return [f"{team.name}, managed by {manager.handle}, {where}{now}", *self._described(team)]

    def summary(self, team: TeamRow) -> str:
        """The first line of the game's description of a team."""
        return self._described(team)[0]

    def _described(self, team: TeamRow) -> Sequence[str]:
        return teams_of(self._game(team)).sheet(self.decode(team), self.options(team))

    def named(self, name: str) -> TeamRow:
        """Find a team by name. Raises `Refused`."""
        team = self._store.teams.named(name)
        if team is None:
            near = did_you_mean(name, [each.name for each in self._store.teams.all()])
            raise Refused(f"There is no team {name}. {near or 'To found one: team new'}")
        return team

    def own(self, player: Player, name: str = "") -> TeamRow:
        """Find a player's team by name; without one, their only team. Raises `Refused`."""
        if name:
            team = self.named(name)
            if team.manager != player.id:
                raise Refused(f"{team.name} is not your team")
            return team
        teams = self._store.teams.of_manager(player.id)
        return only("team", teams, "You have no team. To found one: team new")

    # Of a team and its game.

    @property
    def forms(self) -> list[str]:
        """How lines about teams are written, for each game that has teams."""
        return [form for game in self._context.games if game.teams is not None for form in game.teams.forms]

    def game_named(self, name: str = "") -> Game[Any]:
        """The game of a new team or league: by its name, or the only one that has teams. Raises `Refused`."""
        if name:
            try:
                return self._context.games.named(name)
            except UnknownGame as error:
                raise Refused(str(error)) from error
        games = [game for game in self._context.games if game.teams is not None]
        return only("game", games, "No game here has teams")

    def decode(self, team: TeamRow) -> Struct:
        """Decode a team for its game."""
        return msgspec.json.decode(team.data, type=teams_of(self._game(team)).team)

    def options(self, team: TeamRow) -> Mapping[str, str]:
        """The options that apply to a team: those of its league."""
        playing = self._competition(team)
        return playing.options if playing else self._free(self._game(team))

    def _competition(self, team: TeamRow) -> CompetitionRow | None:
        return (
            self._store.competitions.competition(team.competition) if team.competition is not None else None
        )

    def _free(self, game: Game[Any]) -> Mapping[str, str]:
        return game.read_options(teams_of(game).free, game.players[0])

    def _game(self, team: TeamRow) -> Game[Any]:
        return self._context.games.of(team.game)


def teams_of(game: Game[Any]) -> Teams[Any, Any, Any]:
    """The team rules of a game. Raises `Refused` if it has none."""
    if game.teams is None:
        raise Refused(f"{game.title} has no teams and no leagues")
    return game.teams
