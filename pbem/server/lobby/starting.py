"""Matches that begin at once, without asking anybody: the host's, and those of leagues."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.core.context import Service
from pbem.server.leagues.leagues import must_be_open
from pbem.server.leagues.teams import TeamService, teams_of
from pbem.server.mailing.mailer import MatchNews
from pbem.server.matches.repository import MatchRepository
from pbem.server.settling.settling import Settling, Telling
from pbem.server.views.observers import Observers
from pbem.store.rows import LeagueRow, Origin, Player, TeamRow, Terms


class MatchStarter(Service):
    """Begins matches, and tells their players."""

    _repository: MatchRepository
    _observers: Observers
    _settling: Settling
    _teams: TeamService

    def start(
        self,
        game: Game[Any],
        options: dict[str, str],
        players: Sequence[Player],
        terms: Terms,
        headline: str,
    ) -> int:
        """Begin a match for the host; returns its number."""
        number = self._repository.offer(game, options, players, terms)
        self.begin(number, headline, act=True)
        return number

    def pair(self, league: LeagueRow, pairing: Sequence[TeamRow]) -> int:
        """Begin a match of a league between these teams, in the order of the seats; returns its number. Raises
        `Refused`."""
        must_be_open(league)
        game = self._context.games.named(league.game)
        players = [self._manager(league, team) for team in pairing]
        if len(players) not in game.players:
            raise Refused(f"A match of {game.title} is not for {len(players)} teams")
        if len({player.id for player in players}) < len(players):
            raise Refused(f"{players[0].handle} manages both teams, and cannot play against themselves")
        number = self._repository.offer(game, league.options, players, league.terms, rated=False)
        seats = game.seats(league.options, len(players))
        state = game.new(league.options, seats)
        state.seats = list(seats)
        for seat, team in zip(seats, pairing, strict=True):
            teams_of(game).enter(state, seat, self._teams.decode(team))
        source = f"the league {league.name}, {' - '.join(team.name for team in pairing)}"
        self._store.matches.set_origin(number, Origin(game.version, msgspec.json.encode(state), source))
        by_seat = {seat: team.id for seat, team in zip(seats, pairing, strict=True)}
        self._store.leagues.engage(number, league.id, by_seat)
        self.begin(number, f"A match of {source}.")
        return number

    def _manager(self, league: LeagueRow, team: TeamRow) -> Player:
        if team.league != league.id:
            raise Refused(f"{team.name} does not play in the league {league.name}")
        if team.match:
            raise Refused(f"{team.name} is playing match {team.match}; one match at a time")
        manager = self._store.people.player(team.manager)
        if manager.disabled:
            raise Refused(f"{manager.handle}, who manages {team.name}, does not play here any more")
        return manager

    def begin(self, number: int, headline: str, *, act: bool = False) -> None:
        """Begin a match that has been offered to people who need not be asked. The salts of its dice are its seats,
        since everybody may read the record, and it must not tell who plays."""
        for seat in self._store.matches.seats(number):
            self._store.matches.answer_offer(number, seat.index, "accepted", seat.seat)
        loaded = self._repository.begin(number)
        self._observers.announce_beginning(loaded)
        self._settling.publish(loaded, Telling(MatchNews(headline=headline, act=act)))
