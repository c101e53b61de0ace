"""Leagues: who runs one, which teams play in it, and its table.

A team plays in a league once both its manager and the commissioner have added it. From then on the commissioner may
pair it without asking its manager before each match.
"""

from typing import Any

import msgspec

from pbem.mail.prose import fit
from pbem.play.game import Game, OptionError
from pbem.play.leagues import Standing, table
from pbem.play.orders import Refused, did_you_mean
from pbem.server.core.context import Service
from pbem.server.core.terms import must_suit_mail, read_terms, told_terms
from pbem.server.core.times import DAY, span
from pbem.server.leagues.teams import TeamService, check_name, only, quoted, teams_of
from pbem.server.letters.questions import open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.match_summaries import changed_options
from pbem.store.rows import Confirmation, LeagueRow, Player, TeamRow

LEAST = DAY  # time for the first move of a match that nobody has been asked about

REQUEST = "league"
"""The kind of the question whether a team shall play in a league."""

MOST_LEAGUES = 5  # maximum number of open leagues of one commissioner

_HEADING = f"{'':26} played  won drawn lost  scored  points"


class LeagueMail(Mail, frozen=True):
    """What has become of a team in a league."""

    template = "league"

    league: str
    team: str
    what: str


class LeagueQuestionMail(Mail, frozen=True, kw_only=True):
    """May a team play in a league? `mine`: it is the reader's."""

    template = "league_question"

    league: str
    team: str
    by: str
    mine: bool
    title: str
    options: list[str]
    terms: list[str]
    line: str


class LeagueService(Service):
    """Opens and closes leagues, and adds and removes teams."""

    _teams: TeamService
    _mailer: Mailer

    def open(self, commissioner: Player, game: Game[Any], name: str, texts: dict[str, str]) -> LeagueRow:
        """Open a league; `texts` are options of its matches, and of their time. Raises `Refused`."""
        mine = [row for row in self._store.leagues.leagues() if row.commissioner == commissioner.id]
        if sum(row.closed is None for row in mine) >= MOST_LEAGUES:
            raise Refused(f"You run {MOST_LEAGUES} leagues already, which is the maximum")
        check_name(name)
        terms, fixed = read_terms(texts), teams_of(game).options
        for option, value in fixed.items():
            if texts.setdefault(option, value) != value:
                raise Refused(f"{option}={texts[option]}: leagues of {game.title} play with {option}={value}")
        if not self._context.config.trial:
            must_suit_mail(terms.bank, terms.add, terms.cap)
            if terms.bank < LEAST:
                raise Refused(
                    f"Matches of a league begin without asking, so {span(LEAST)} is the minimum for a move. Write for"
                    " example pace=3d"
                )
        try:
            options = game.read_options(texts, game.players[0])
        except OptionError as error:
            raise Refused(str(error)) from error
        league = self._store.leagues.open(
            game.name, name, commissioner.id, options, terms, self._context.now()
        )
        if league is None:
            raise Refused(f"There is a league {name} already; choose another name")
        return league

    def close(self, league: LeagueRow) -> None:
        """Close a league; running matches still count for its table. Its managers are told. Raises `Refused`."""
        must_be_open(league)
        for team in self._store.leagues.teams_in(league.id):
            self._tell_sides(league, team, "closed", but=league.commissioner)
        self._store.leagues.close(league.id, self._context.now())

    def add(self, league: LeagueRow, team: TeamRow, by: Player | None) -> bool:
        """Add a team, for its manager or a commissioner; True once it plays in the league, False if the other side is
        asked. The host (None) may decide alone. Raises `Refused`."""
        must_be_open(league)
        if team.league is not None:
            other = self._store.leagues.league(team.league)
            raise Refused(f"{team.name} plays in the league {other.name}")
        if team.game != league.game:
            raise Refused(f"{league.name} is a league of {self._context.games.named(league.game).title}")
        _check_says_so(by, league, team)
        teams_of(self._context.games.named(league.game)).admit(self._teams.decode(team), league.options)
        both = team.manager == league.commissioner
        agreed = team.proposed == league.id and by is not None and team.proposer != by.id
        if by is not None and not both and not agreed:
            self._store.leagues.propose(team.id, league.id, by.id)
            self._ask(league, team, by)
            return False
        self._store.leagues.place(team.id, league.id)
        self._store.confirmations.delete(*self._waiting(league, team))
        self._tell_sides(league, team, "joined", but=by.id if by else 0)
        return True

    def drop(self, league: LeagueRow, team: TeamRow, by: Player | None) -> None:
        """Take a team out of a league: its results stay. The other side is told. Raises `Refused`."""
        if league.id not in (team.league, team.proposed):
            raise Refused(f"{team.name} does not play in the league {league.name}")
        _check_says_so(by, league, team)
        if team.match:
            raise Refused(f"{team.name} is playing match {team.match}; wait until it is over")
        what = "dropped" if team.league is not None else "declined"
        self._store.leagues.place(team.id, None)
        self._store.confirmations.delete(*self._waiting(league, team))
        self._tell_sides(league, team, what, but=by.id if by else 0)

    # Finding.

    def named(self, name: str) -> LeagueRow:
        """Find a league by name. Raises `Refused`."""
        league = self._store.leagues.league_named(name)
        if league is None:
            near = did_you_mean(name, [each.name for each in self._store.leagues.leagues()])
            raise Refused(f"There is no league {name}. {near or 'To open one: league new'}")
        return league

    def own(self, player: Player, name: str = "") -> LeagueRow:
        """Find a commissioner's league by name; without one, their only open league. Raises `Refused`."""
        if name:
            league = self.named(name)
            if league.commissioner != player.id:
                raise Refused(f"You do not run the league {league.name}")
            return league
        mine = [row for row in self._open() if row.commissioner == player.id]
        return only("league", mine, "You run no league. To open one: league new")

    def meant(self, player: Player, name: str = "", team: TeamRow | None = None) -> LeagueRow:
        """Find the league that a player means: by its name; otherwise the one their team belongs to or is proposed for,
        or their own, or the only one in which a team of theirs plays. Raises `Refused`."""
        if name:
            return self.named(name)
        if team is not None and (number := team.league or team.proposed) is not None:
            return self._store.leagues.league(number)
        numbers = {each.league for each in self._store.leagues.teams_of(player.id)}
        mine = [row for row in self._open() if row.commissioner == player.id or row.id in numbers]
        return only("league", mine, "Which league? Write league=NAME at the end of the line")

    def _open(self) -> list[LeagueRow]:
        return [row for row in self._store.leagues.leagues() if row.closed is None]

    # Showing.

    def standings(self, league: LeagueRow) -> list[Standing]:
        """The table of a league, with its teams and those that have left it."""
        teams = teams_of(self._context.games.named(league.game))
        names = {team.id: team.name for team in self._store.leagues.all_teams()}
        outcomes = [
            (names[seat.team], msgspec.json.decode(seat.outcome, type=teams.outcome))
            for seat in self._store.leagues.results(league.id)
            if seat.outcome is not None
        ]
        return table([team.name for team in self._store.leagues.teams_in(league.id)], outcomes)

    def table(self, league: LeagueRow) -> list[str]:
        """The table in lines, and the running matches."""
        commissioner = self._store.people.player(league.commissioner)
        ended = ", closed" if league.closed is not None else ""
        game = self._context.games.named(league.game)
        lines = [f"{league.name}, {game.title}, run by {commissioner.handle}{ended}"]
        chosen = self._chosen(league)
        lines += fit(f"Options: {', '.join(chosen)}").split("\n") if chosen else []
        rows = self.standings(league)
        if rows:
            lines.append(_HEADING)
        lines += [
            f"{row.team:<26} {row.played:>6} {row.won:>4} {row.drawn:>5} {row.lost:>4}"
            f"  {f'{row.scored}:{row.against}':>6}  {row.points:>6}"
            for row in rows
        ]
        names = {team.id: team.name for team in self._store.leagues.all_teams()}
        playing: dict[int, list[str]] = {}
        for seat in self._store.leagues.results(league.id):
            if seat.outcome is None:
                playing.setdefault(seat.match, []).append(names[seat.team])
        lines += [f"Match {match}: {' - '.join(teams)}" for match, teams in playing.items()]
        return lines

    def _chosen(self, league: LeagueRow) -> list[str]:
        """The options of a league that are not as usual."""
        game = self._context.games.named(league.game)
        fixed = teams_of(game).options
        return [
            f"{name}={value}"
            for name, value in changed_options(game, league.options).items()
            if name not in fixed
        ]

    # Asking and telling.

    def _waiting(self, league: LeagueRow, team: TeamRow) -> list[Confirmation]:
        rows = self._store.confirmations.pending(REQUEST, self._context.now())
        return [row for row in rows if row.about == f"{league.id} {team.id}"]

    def _ask(self, league: LeagueRow, team: TeamRow, by: Player) -> None:
        """Mail the other side the question, with all that they would agree to, unless they are asked already."""
        asked = self._store.people.player(league.commissioner if by.id == team.manager else team.manager)
        if not asked.address:
            return
        if self._waiting(league, team):
            return
        about, now = f"{league.id} {team.id}", self._context.now()
        self._mailer.plain(
            LeagueQuestionMail(
                league=league.name,
                team=team.name,
                by=by.handle,
                mine=asked.id == team.manager,
                title=self._context.games.named(league.game).title,
                options=self._chosen(league),
                terms=told_terms(league.terms),
                line=f"league add {quoted(team.name)} league={quoted(league.name)}",
            ),
            asked,
            f"shall {team.name} play in the league {league.name}?",
            Dispatch(f"league-{about}-{now}", auto_submitted=True),
            token=open_question(self._context, REQUEST, player=asked, about=about),
            kind="league",
        )

    def _tell_sides(self, league: LeagueRow, team: TeamRow, what: str, *, but: int) -> None:
        for player in {team.manager, league.commissioner} - {but}:
            self._tell(player, league, team, what)

    def _tell(self, number: int, league: LeagueRow, team: TeamRow, what: str) -> None:
        player = self._store.people.player(number)
        if not player.address:
            return
        dispatch = Dispatch(f"league-{league.id}-{team.id}-{what}-{self._context.now()}", auto_submitted=True)
        subject = f"the league {league.name}"
        self._mailer.plain(LeagueMail(league.name, team.name, what), player, subject, dispatch)


def must_be_open(league: LeagueRow) -> None:
    """Raises `Refused` if a league is closed."""
    if league.closed is not None:
        raise Refused(f"The league {league.name} is closed")


def _check_says_so(by: Player | None, league: LeagueRow, team: TeamRow) -> None:
    if by is not None and by.id not in (team.manager, league.commissioner):
        raise Refused(f"Only the manager of {team.name} and the commissioner of {league.name} may do that")
