"""The matches of a competition: how they begin, what they have led to, and how they end before their time."""

from collections.abc import Sequence

import msgspec

from pbem.competitions.record import Settled
from pbem.competitions.values import Kind, Number, Pairing, Result
from pbem.play import record as play
from pbem.play.record import ANNULLED
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.pages import GIVEN_UP, Competition, stake
from pbem.server.core.context import Service
from pbem.server.leagues.teams import TeamService, teams_of
from pbem.server.lobby.starting import MatchStarter
from pbem.server.mailing.mailer import MatchNews
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.skills import Skills
from pbem.server.settling.settling import Settling, Telling
from pbem.store.competitions import PairingRow
from pbem.store.rows import MatchRow, Origin, SeatRow


class Playing(Service):
    """Begins and ends matches of competitions."""

    _repository: MatchRepository
    _settling: Settling
    _starter: MatchStarter
    _teams: TeamService
    _competitions: Competitions
    _skills: Skills

    def begin(self, held: Competition, pairing: Pairing) -> int:
        """Begin the match of a pairing, and store both; returns its number."""
        row = held.row
        players = [self._store.people.player(held.entrants[each].player) for each in pairing.seats]
        game = self._context.games.of(row.game)
        number = self._repository.offer(game, row.options, players, row.terms, rated=not held.plan.teams)
        if held.plan.teams:
            self._field_teams(held, pairing, number)
        due = self._context.now() + held.plan.seconds if held.plan.seconds else None
        self._store.competitions.pair(row.id, pairing.key, number, due, stake(held, pairing, due))
        who = f" {' - '.join(held.names(pairing.seats))}." if held.plan.teams else " your match begins."
        self._starter.begin(number, f"{row.name}:{who}")
        return number

    def _field_teams(self, held: Competition, pairing: Pairing, number: int) -> None:
        """Put the teams of a pairing into its match as they are now."""
        row, game = held.row, self._context.games.of(held.row.game)
        seats = game.seats(row.options, len(pairing.seats))
        state = game.new(row.options, seats)
        state.seats = list(seats)
        by_seat = {}
        for seat, each in zip(seats, pairing.seats, strict=True):
            team = held.entrants[each].team
            assert team is not None
            teams_of(game).enter(state, seat, self._teams.decode(self._store.teams.team(team)))
            by_seat[seat] = team
        source = f"{row.name}, {' - '.join(held.names(pairing.seats))}"
        self._store.matches.set_origin(number, Origin(game.version, msgspec.json.encode(state), source))
        self._store.teams.engage(number, row.id, by_seat)

    def annul(self, match: int, reason: str) -> None:
        """End a match so that nobody wins it, it moves no rating, and brings no team anything."""
        loaded = self._repository.load(match)
        if not loaded.match.over:
            self._end_for_nothing(
                loaded, play.Result((tuple(loaded.match.state.seats),), f"{ANNULLED}: {reason}")
            )

    def walk_over(
        self, pairing: Pairing, match: int, places: tuple[tuple[Number, ...], ...], reason: str
    ) -> None:
        """End a match, if it is being played, by walkover: it moves no rating, and brings no team anything."""
        loaded = self._repository.load(match)
        if not loaded.match.over:
            seats = seats_of(pairing, loaded.seats, places)
            self._end_for_nothing(loaded, play.Result(seats, reason))

    def _end_for_nothing(self, loaded: LoadedMatch, result: play.Result) -> None:
        self._store.teams.release(loaded.number)
        loaded.match.end(result, "host")
        self.publish(loaded)

    def publish(self, loaded: LoadedMatch, headline: str = "") -> None:
        """Tell the players of a match what has been decided about it, and store it."""
        self._settling.publish(loaded, Telling(MatchNews(headline=headline)))

    def publish_text(self, number: int, headline: str) -> None:
        """The same, by the number of the match."""
        self.publish(self._repository.load(number), headline)

    def end_late(self, held: Competition, match: MatchRow) -> MatchRow:
        """End a match whose date has passed: by the game's own score, or drawn."""
        loaded = self._repository.load(match.id)
        if not loaded.match.over:
            places, seats = list[tuple[str, ...]](), tuple(loaded.match.state.seats)
            score = loaded.game.score(loaded.match.state) if held.plan.late == "score" else None
            if score is not None:
                for points in sorted({score.points[seat] for seat in seats}, reverse=True):
                    places.append(tuple(seat for seat in seats if score.points[seat] == points))
            level = len(places) < 2
            how = "it is drawn" if level else f"its score in {score.unit} decides it" if score else ""
            loaded.match.end(
                play.Result(tuple(places) if places else (seats,), f"its date has passed, and {how}"), "host"
            )
            self.publish(loaded, f"The date of this match has passed, so {how}, as was announced at entry.")
        return self._store.matches.match(match.id)

    def scores(self, held: Competition, number: int) -> tuple[int, ...]:
        """What the game has counted in a match, by seat, where the table needs it."""
        if not {"scored", "difference"} & set(held.plan.ties):
            return ()
        loaded = self._repository.load(number)
        if not loaded.match.over:
            return ()
        if held.plan.teams:
            teams = teams_of(loaded.game)
            brought = [teams.result(loaded.match.state, seat.seat) for seat in loaded.seats]
            return tuple(each.scored for each in brought)
        score = loaded.game.score(loaded.match.state)
        return tuple(score.points[seat.seat] for seat in loaded.seats) if score is not None else ()

    def kind(self, match: MatchRow) -> Kind:
        """A match that was given up before it had really begun moves no rating: it is a walkover."""
        given_up = match.rated and match.reason in GIVEN_UP
        if given_up and not self._repository.is_under_way(self._repository.load(match.id)):
            return "forfeit"
        return "played"

    def settle(
        self,
        held: Competition,
        pairing: Pairing,
        places: tuple[tuple[Number, ...], ...],
        kind: Kind,
    ) -> Result:
        """Note a result, with the scores of the match if it has been played."""
        row = held.pairings.get(pairing.key)
        played = row is not None and row.match is not None and kind == "played"
        scores = self.scores(held, row.match) if played and row is not None and row.match is not None else ()
        result = Result(pairing, places, kind, scores)
        self._competitions.note(held.row, Settled(result))
        if row is None:
            self._store.competitions.pair(held.row.id, pairing.key, None, None, "")
            row = PairingRow(held.row.id, *pairing.key, None, None, False, "", None)
        self._store.competitions.settle(row, self._context.now())
        return result

    def correct(
        self, pairing: Pairing, match: int, places: tuple[tuple[Number, ...], ...], reason: str
    ) -> None:
        """Give a match that is over another result, which reaches ratings and records."""
        seats = seats_of(pairing, self._store.matches.seats(match), places)
        self._skills.correct(match, play.Result(seats, reason))

    def places(self, pairing: Pairing, match: MatchRow) -> tuple[tuple[Number, ...], ...]:
        """The entrants by place, of a match that is over."""
        seats = self._store.matches.seats(match.id)
        number = {seat.seat: each for seat, each in zip(seats, pairing.seats, strict=True)}
        places = play.Result.parse(match.result, match.reason).places
        return tuple(tuple(number[seat] for seat in place) for place in places)


def seats_of(
    pairing: Pairing, seats: Sequence[SeatRow], places: tuple[tuple[Number, ...], ...]
) -> tuple[tuple[str, ...], ...]:
    """The seats by place, of entrants by place."""
    seat_of = {each: seat.seat for each, seat in zip(pairing.seats, seats, strict=True)}
    return tuple(tuple(seat_of[each] for each in place) for place in places)
