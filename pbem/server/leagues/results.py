"""What a finished match brings its teams: they change, and their managers are told.

This happens in the transaction in which the match ends, however it ends: played out, resigned, drawn or adjudicated. A
stored outcome is never overwritten, so nothing counts twice; a fork is another match, of no teams.
"""

from typing import Any

import msgspec

from pbem.server.core.context import Service
from pbem.server.leagues.teams import TeamService, quoted, teams_of
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import TeamSeat


class AfterMatchMail(Mail, frozen=True, kw_only=True):
    """What a match has done to a team; `report` is for the macro of that name of the game."""

    template = "after_match"

    number: int
    team: str
    against: str
    league: str
    report: dict[str, Any]
    suffix: str


class TeamResults(Service):
    """Takes over what matches bring to teams."""

    _teams: TeamService
    _mailer: Mailer

    def take_over(self, loaded: LoadedMatch) -> None:
        """Let a match count for its teams, if it is over and has not been counted yet."""
        if not loaded.match.over:
            return
        seats = self._store.teams.seats(loaded.number)
        for seat in seats:
            outcome = teams_of(loaded.game).result(loaded.match.state, seat.seat)
            if self._store.teams.settle(loaded.number, seat.seat, msgspec.json.encode(outcome)):
                others = [self._store.teams.team(each.team).name for each in seats if each.seat != seat.seat]
                self._apply(loaded, seat, outcome, ", ".join(others))

    def _apply(self, loaded: LoadedMatch, seat: TeamSeat, outcome: Any, against: str) -> None:
        team = self._store.teams.team(seat.team)
        competition = self._store.competitions.competition(seat.competition)
        teams, before = teams_of(loaded.game), self._teams.decode(team)
        after = teams.take_over(before, loaded.number, outcome)
        self._teams.store(team, after, f"match {loaded.number}")
        manager = self._store.people.player(team.manager)
        if not manager.address:
            return
        report = teams.report(before, after, outcome, competition.options)
        several = len(self._store.teams.of_manager(manager.id)) > 1
        self._mailer.plain(
            AfterMatchMail(
                number=loaded.number,
                team=team.name,
                against=against,
                league=competition.name,
                report=report,
                suffix=f" team={quoted(team.name)}" if several else "",
            ),
            manager,
            f"{team.name} after match {loaded.number}",
            Dispatch(f"after-match-{loaded.number}-{seat.seat}", auto_submitted=True, informational=True),
            kind="result",
            game=loaded.game.name,
        )
