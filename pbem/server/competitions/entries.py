"""Teams that enter a competition: by their managers, and where its director wants to agree to each, by both.

Nobody's team plays without its manager's word. Whoever is second makes it so; until then the other side is asked.
"""

from pbem.play.orders import Refused
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.pages import Competition
from pbem.server.competitions.prospects import prospect
from pbem.server.core.context import Service
from pbem.server.core.terms import told_terms
from pbem.server.leagues.teams import TeamService, only, quoted, teams_of
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted, open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.match_summaries import changed_options
from pbem.store.rows import Confirmation, Player, TeamRow

REQUEST = "entry"
"""The kind of the question whether a team shall play in a competition."""


class LeagueMail(Mail, frozen=True):
    """What has become of a team in a league."""

    template = "league"

    league: str
    team: str
    what: str
    next: str = ""
    line: str = ""


class LeagueQuestionMail(Mail, frozen=True, kw_only=True):
    """May a team play in a league? `mine`: it is the reader's. `line` says yes to it, `drop` takes it out later."""

    template = "league_question"

    league: str
    team: str
    by: str
    mine: bool
    title: str
    options: list[str]
    terms: list[str]
    line: str
    drop: str = "league drop"


class Entries(Service):
    """Lets teams in and out."""

    _competitions: Competitions
    _teams: TeamService
    _mailer: Mailer

    def add(self, held: Competition, team: TeamRow, by: Player | None) -> bool:
        """Let a team in, for its manager or the director; True once it is in, False if the other side is asked. The
        host (None) may decide alone. Raises `Refused`."""
        self._competitions.check_team(held, team)
        _check_says_so(by, held, team)
        needed = {team.manager, held.row.director} if held.plan.asks else {team.manager}
        said = {by.id} if by is not None else needed
        if team.proposed == held.row.id and team.proposer is not None:
            said.add(team.proposer)
        if by is not None and not needed - {None} <= said:
            self._store.teams.propose(team.id, held.row.id, by.id)
            self._ask(held, team, by)
            return False
        self._store.confirmations.delete(*self._waiting(held, team))
        manager = self._store.people.player(team.manager)
        held = self._competitions.enter(manager, held, team)
        self._tell_sides(held, team, "joined", but=by.id if by else 0)
        return True

    def drop(self, held: Competition, team: TeamRow, by: Player | None) -> None:
        """Take a team out, or refuse one that has been proposed. The other side is told, unless the competition has
        begun: then all are. Raises `Refused`."""
        self.check_drop(held, team, by)
        if team.competition == held.row.id:
            self._competitions.withdraw(self._store.people.player(team.manager), held, team, by=by)
        self._store.teams.place(team.id, None)
        self._store.confirmations.delete(*self._waiting(held, team))
        if team.competition is None or held.row.status == "open":
            what = "dropped" if team.competition is not None else "declined"
            self._tell_sides(held, team, what, but=by.id if by else 0)

    def check_drop(self, held: Competition, team: TeamRow, by: Player | None) -> None:
        """Raise `Refused` if a team cannot be taken out now, or not by this player."""
        if held.row.id not in (team.competition, team.proposed):
            raise Refused(f"{team.name} does not play in {held.row.name}")
        _check_says_so(by, held, team)
        if team.match and held.plan.form == "open":
            raise Refused(f"{team.name} is playing match {team.match}; wait until it is over")

    def meant(self, player: Player, name: str = "", team: TeamRow | None = None) -> Competition:
        """Find the competition of teams that a player means: by its name; otherwise the one that their team plays in or
        is wanted for, or that they direct, or the only one with a team of theirs. Raises `Refused`."""
        if name:
            held = self._competitions.named(name)
            if not held.plan.teams:
                raise Refused(f"{held.row.name} is played by players, not by teams; see: tournament")
            return held
        store = self._store.competitions
        if team is not None and (number := team.competition or team.proposed) is not None:
            return self._competitions.load(store.competition(number))
        numbers = {each.competition for each in self._store.teams.of_manager(player.id)}
        mine = [held for held in self._going() if held.row.director == player.id or held.row.id in numbers]
        found = only(
            "league", [held.row for held in mine], "Which league? Write league=NAME at the end of the line"
        )
        return next(held for held in mine if held.row.id == found.id)

    def own(self, player: Player, name: str = "") -> Competition:
        """Find a competition of teams that a player directs: by name, or the only one. Raises `Refused`."""
        if name:
            held = self.meant(player, name)
            if held.row.director != player.id:
                raise Refused(f"You do not run the league {held.row.name}")
            return held
        mine = [held for held in self._going() if held.row.director == player.id]
        found = only("league", [held.row for held in mine], "You run no league. To open one: league new")
        return next(held for held in mine if held.row.id == found.id)

    def _going(self) -> list[Competition]:
        rows = [row for row in self._store.competitions.all() if row.status != "over"]
        return [held for held in map(self._competitions.load, reversed(rows)) if held.plan.teams]

    # Asking and telling.

    def _waiting(self, held: Competition, team: TeamRow) -> list[Confirmation]:
        rows = self._store.confirmations.pending(REQUEST, self._context.now())
        return [row for row in rows if row.about == f"{held.row.id} {team.id}"]

    def _ask(self, held: Competition, team: TeamRow, by: Player) -> None:
        """Mail the other side the question, with all that they would agree to, unless they are asked already."""
        other = held.row.director if by.id == team.manager else team.manager
        assert other is not None
        asked = self._store.people.player(other)
        if not asked.address or self._waiting(held, team):
            return
        row, about, now = held.row, f"{held.row.id} {team.id}", self._context.now()
        game = self._context.games.of(row.game)
        fixed = teams_of(game).options
        self._mailer.plain(
            LeagueQuestionMail(
                league=row.name,
                team=team.name,
                by=by.handle,
                mine=asked.id == team.manager,
                title=game.title,
                options=[
                    f"{name}={value}"
                    for name, value in changed_options(game, row.options).items()
                    if name not in fixed
                ],
                terms=told_terms(row.terms),
                line=f"league add {quoted(team.name)} league={quoted(row.name)}",
                drop=f"league drop {quoted(team.name)}",
            ),
            asked,
            f"may {team.name} play in {row.name}?",
            Dispatch(f"entry-{about}-{now}", auto_submitted=True),
            token=open_question(self._context, REQUEST, player=asked, about=about),
            kind="league",
        )

    def _tell_sides(self, held: Competition, team: TeamRow, what: str, *, but: int) -> None:
        for number in sorted({team.manager, held.row.director} - {but, None}, key=str):
            assert number is not None
            player = self._store.people.player(number)
            if player.address:
                what_of = f"entry-{held.row.id}-{team.id}-{what}-{self._context.now()}"
                self.tell(player, held, team, what, Dispatch(what_of, auto_submitted=True))

    def tell(self, player: Player, held: Competition, team: TeamRow, what: str, dispatch: Dispatch) -> None:
        """Write to somebody what has become of an entry."""
        told = {"joined": f"{team.name} is in", "dropped": f"{team.name} is out"}
        subject = f"{held.row.name}: {told.get(what, f'{team.name} will not play')}"
        number, row = held.number_of_team(team.id), held.row
        coming = "" if number is None or player.id != team.manager else prospect(held, number)
        mail = LeagueMail(row.name, team.name, what, coming, f"tournament {quoted(row.name)}")
        self._mailer.plain(mail, player, subject, dispatch)


class TeamEntry(Question):
    """Reads whether the other side wants a team to play in a competition; `Entries` asks."""

    kind = REQUEST
    question = "may the team play in the league?"
    keeps_lines = True

    _competitions: Competitions
    _entries: Entries

    def others(self, question: Confirmation) -> list[str]:
        """The manager of the team, and the director."""
        number, team = map(int, question.about.split())
        director = self._store.competitions.competition(number).director
        people = filter(None, (self._store.teams.team(team).manager, director))
        return [self._store.people.player(each).handle for each in people]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Let the team in, if the other side still wants that."""
        held, team = self._about(reply)
        self._entries.add(held, team, reply.player)
        return self._tell(reply, self._competitions.named(held.row.name), team, "joined")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Withdraw the request; whoever made it is told."""
        held, team = self._about(reply)
        self._entries.drop(held, team, reply.player)
        return self._tell(reply, held, team, "declined")

    def _tell(self, reply: Reply, held: Competition, team: TeamRow, what: str) -> Outcome:
        self._entries.tell(reply.player, held, team, what, reply.dispatch)
        return noted(f"{team.name} and {held.row.name}: {what}")

    def _about(self, reply: Reply) -> tuple[Competition, TeamRow]:
        number, team = map(int, reply.question.about.split())
        row = self._store.teams.team(team)
        if row.proposed != number or row.proposer == reply.player.id:
            raise Refused("This answer is no longer needed")
        return self._competitions.load(self._store.competitions.competition(number)), row


def _check_says_so(by: Player | None, held: Competition, team: TeamRow) -> None:
    if by is not None and by.id not in (team.manager, held.row.director):
        raise Refused(f"Only the manager of {team.name} and the director of {held.row.name} may do that")
