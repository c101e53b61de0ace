"""Answers to the mail that asks a manager or a commissioner whether a team shall play in a league."""

from pbem.play.orders import Refused
from pbem.server.leagues.leagues import REQUEST, LeagueMail, LeagueService
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted
from pbem.server.mailing.mailer import Mailer
from pbem.store.rows import Confirmation, LeagueRow, TeamRow


class LeagueEntry(Question):
    """Reads whether the other side wants a team to play in a league; `LeagueService` asks."""

    kind = REQUEST
    question = "shall the team play in the league?"
    keeps_lines = True

    _mailer: Mailer
    _leagues: LeagueService

    def others(self, question: Confirmation) -> list[str]:
        """The manager of the team, and the commissioner."""
        league, team = map(int, question.about.split())
        store = self._store.leagues
        people = (store.team(team).manager, store.league(league).commissioner)
        return [self._store.people.player(number).handle for number in people]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Let the team in, if the other side still wants that."""
        league, team = self._about(reply)
        self._leagues.add(league, team, reply.player)
        return self._tell(reply, league, team, "joined")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Withdraw the request; whoever made it is told."""
        league, team = self._about(reply)
        self._leagues.drop(league, team, reply.player)
        return self._tell(reply, league, team, "declined")

    def _tell(self, reply: Reply, league: LeagueRow, team: TeamRow, what: str) -> Outcome:
        subject = f"the league {league.name}"
        self._mailer.plain(LeagueMail(league.name, team.name, what), reply.player, subject, reply.dispatch)
        return noted(f"{team.name} and the league {league.name}: {what}")

    def _about(self, reply: Reply) -> tuple[LeagueRow, TeamRow]:
        league, team = map(int, reply.question.about.split())
        row = self._store.leagues.team(team)
        if row.proposed != league or row.proposer == reply.player.id:
            raise Refused("This answer is no longer needed")
        return self._store.leagues.league(league), row
