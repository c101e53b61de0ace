"""What a finished match of a league leaves behind: it goes into the teams, and their managers are told.

This happens in the transaction in which the match ends, however it ends: played out, resigned, drawn or adjudicated. A
stored outcome is never written over, so nothing counts twice; a fork is another match, of no league.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.server.core.context import Context
from pbem.server.leagues.teams import TeamService, quoted, teams_of
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import LeagueSeat


class LeagueResults:
    """Takes over what matches of leagues have brought."""

    def __init__(self, context: Context, teams: TeamService, mailer: Mailer) -> None:
        self._context = context
        self._teams = teams
        self._mailer = mailer
        self._leagues = context.store.leagues

    def take_over(self, loaded: LoadedMatch) -> None:
        """Let a match count for its league, if it is over and has not counted yet."""
        if not loaded.match.over:
            return
        seats = self._leagues.seats(loaded.number)
        for seat in seats:
            outcome = teams_of(loaded.game).result(loaded.match.state, seat.seat)
            if self._leagues.settle(loaded.number, seat.seat, msgspec.json.encode(outcome)):
                self._apply(loaded, seat, outcome, _against(self._context, seats, seat))

    def _apply(self, loaded: LoadedMatch, seat: LeagueSeat, outcome: Any, against: str) -> None:
        team, league = self._leagues.team(seat.team), self._leagues.league(seat.league)
        assert team is not None
        assert league is not None
        teams, before = teams_of(loaded.game), self._teams.decode(team)
        after = teams.take_over(before, loaded.number, outcome)
        self._teams.store(team, after, f"match {loaded.number}")
        manager = self._context.store.people.player(team.manager)
        if manager is None or not manager.address:
            return
        report = teams.report(before, after, outcome, league.options)
        several = len(self._leagues.teams_of(manager.id)) > 1
        self._mailer.plain(
            "after_match",
            manager.address,
            f"{team.name} after match {loaded.number}",
            Dispatch(f"after-match-{loaded.number}-{seat.seat}", auto_submitted=True, informational=True),
            player=manager,
            kind="result",
            game=loaded.game.name,
            number=loaded.number,
            team=team.name,
            against=against,
            league=league.name,
            report=report,
            suffix=f" team={quoted(team.name)}" if several else "",
        )


def _against(context: Context, seats: list[LeagueSeat], mine: LeagueSeat) -> str:
    """The names of the other teams of a match."""
    others = [context.store.leagues.team(seat.team) for seat in seats if seat.seat != mine.seat]
    return ", ".join(team.name for team in others if team is not None)
