"""What goes on by itself: results come in, matches begin, everybody is told.

look (settle what is over) -> pair (beside the server, if that takes long) -> begin (some matches at a time) -> tell

Each pairing is stored in the transaction in which its match begins, under a key that is unique: a crash pairs nobody
twice and leaves nobody out. A round that was computed is taken only if the field is still the one it was computed from.
"""

import subprocess
import time
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from pbem.competitions import forms
from pbem.competitions.pairing import COMMAND, SECONDS, Task, decode, encode
from pbem.competitions.record import Divided, Paired, Settled, Voided, Withdrawn
from pbem.competitions.values import Kind, Number, Pairing, Result
from pbem.mail.prose import listed
from pbem.play import record as play
from pbem.play.record import ANNULLED
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.pages import (
    LATE,
    Competition,
    day,
    prospect,
    stake,
    table_for,
    told_result,
)
from pbem.server.core.context import Service
from pbem.server.leagues.teams import TeamService, quoted, teams_of
from pbem.server.lobby.starting import MatchStarter
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import LoadedMatch, MatchRepository, Misfit
from pbem.server.settling.settling import Settling, Telling
from pbem.store import passing
from pbem.store.competitions import NEAR, CompetitionRow, PairingRow
from pbem.store.rows import MatchRow, Origin

AT_A_TIME = 0.03
"""Seconds for which matches of a round are begun before others have their turn."""


QUICK = 64
"""Entrants of a Swiss whose rounds take no more than a second or two."""


class CompetitionNoteMail(Mail, frozen=True):
    """A note of a director to everybody, or of the server to the director."""

    template = "competition_note"

    competition: str
    by: str
    text: str


class CompetitionMail(Mail, frozen=True, kw_only=True):
    """How a competition stands, or has ended."""

    template = "competition"

    competition: str
    champions: list[str]
    over: bool
    why: str
    results: list[str]
    table: str
    next: str
    seed: str
    page: str


class Wanted(Struct, frozen=True):
    """A round to be computed for a competition."""

    number: int
    task: Task


class Rounds(Service):
    """Settles results, begins matches, and tells entrants how it stands."""

    _competitions: Competitions
    _repository: MatchRepository
    _mailer: Mailer
    _settling: Settling
    _starter: MatchStarter
    _alarms: Alarms
    _teams: TeamService

    def __post_init__(self) -> None:
        super().__post_init__()
        self.written = False  # whether there is something to deliver since somebody looked here
        self._broken: set[int] = set()

    def run(self) -> None:
        """Do all that is due in all competitions, for a command beside the server, to which large rounds are left."""
        wanted, more = self.look()
        while more or any(map(_is_quick, wanted)):
            for each in filter(_is_quick, wanted):
                done = subprocess.run(  # noqa: S603  # our own module
                    COMMAND, input=encode(each.task), capture_output=True, check=True, timeout=SECONDS
                )
                with self._store.transaction():
                    self.apply(each, decode(done.stdout))
            wanted, more = self.look()

    def look(self) -> tuple[list[Wanted], bool]:
        """Do what is due and quick; returns the rounds that must be computed, and whether there is more to do."""
        wanted, more = list[Wanted](), False
        for row in self._store.competitions.to_look_at(self._context.now()):
            if row.id in self._broken:
                continue
            try:
                with self._store.transaction():
                    found, again = self._go_on(row)
            except Misfit:
                continue  # its rules have changed; once the match has been renewed it is looked at again
            except Exception as error:
                if passing(error):
                    raise
                self._broken.add(row.id)  # one that is damaged must not stop the others
                with self._store.transaction():
                    self._alarms.send("competition", f"the competition {row.name} cannot go on", error)
                continue
            self.written = True
            wanted += [found] if found is not None else []
            more = more or again
        return wanted, more

    def apply(self, wanted: Wanted, pairings: Sequence[Pairing]) -> bool:
        """Take a round that was computed, if the field is still the same; otherwise it is computed again."""
        held = self._load(wanted.number)
        if held.row.status != "running" or held.field != wanted.task.field:
            return False
        self._pair(held, pairings)
        return True

    def _load(self, number: int) -> Competition:
        return self._competitions.load(self._store.competitions.competition(number))

    def _go_on(self, row: CompetitionRow) -> tuple[Wanted | None, bool]:
        held = self._load(row.id)
        if held.row.telling:
            return None, self._tell_on(held)
        if held.row.status != "running":
            for entrant in held.entrants.values():
                if held.row.status == "open" and self._store.people.player(entrant.player).gone:
                    self._store.competitions.take_out(row.id, entrant.number)
            self._store.competitions.set_look(row.id, False)
            return None, False
        settled = self._settle(held)
        held = self._load(row.id)
        for pairing in forms.overtaken(held.plan, held.field):
            self.void(held, pairing)
        held = self._load(row.id)
        if held.plan.form == "swiss":
            if not held.field.running and not forms.is_over(held.plan, held.field):
                return Wanted(row.id, Task(held.plan, held.field)), False
        else:
            held = self._divide(held)
            if due := forms.due(held.plan, held.field):
                self._pair(held, due)
                held = self._load(row.id)
        again = self._begin(held)
        held = self._load(row.id)
        if not again:
            self.restake(held)
            if forms.is_over(held.plan, held.field):
                self.finish(held)
                held = self._load(row.id)
            self._store.competitions.set_look(row.id, False)
        again = self._tell(held, settled, begun=not again) or again
        return None, again

    def _divide(self, held: Competition) -> Competition:
        """Begin the next season of divisions, when the time between two seasons has passed."""
        season, store = forms.next_season(held.plan, held.field), self._store.competitions
        if season is None:
            return held
        now, wake = self._context.now(), held.row.wake
        if held.field.seasons and (wake is None or wake > now):
            if wake is None:
                store.set_wake(held.row.id, now + held.plan.rest)
            return self._load(held.row.id)
        store.set_wake(held.row.id, None)
        self._competitions.note(held.row, Divided(season))
        return self._load(held.row.id)

    # Results.

    def _settle(self, held: Competition) -> list[Result]:
        """Take over the results of matches that are over, or whose date has passed, and of entrants who have left."""
        for number, entrant in held.entrants.items():
            player = self._store.people.player(entrant.player)
            if player.gone and not held.field.find(number).withdrawn:
                self._competitions.note(held.row, Withdrawn(number, max(held.field.round, 1)))
                held = self._load(held.row.id)
        settled = []
        for pairing in held.field.running:
            row = held.pairings.get(pairing.key)
            if row is None or row.match is None:
                if any(held.field.find(each).withdrawn for each in pairing.seats):
                    settled.append(self.settle(held, pairing, self._walkover(held, pairing), "forfeit"))
                continue
            match = self._store.matches.match(row.match)
            if any(held.field.find(each).withdrawn for each in pairing.seats) and match.status == "running":
                left = listed(held.name(each) for each in pairing.seats if held.field.find(each).withdrawn)
                settled.append(self.settle(held, pairing, self._walkover(held, pairing), "forfeit"))
                self.annul(row.match, f"{left} has withdrawn from {held.row.name}")
            elif match.status == "over":
                result = play.Result.parse(match.result, match.reason)
                if result.annulled and held.plan.form in forms.UNROUNDED:
                    self.drop(held, pairing)
                elif result.annulled:
                    self._store.competitions.void(row)  # so that it begins again
                else:
                    settled.append(
                        self.settle(held, pairing, self._places(pairing, match), self._kind(match))
                    )
            elif row.due is not None and row.due <= self._context.now():
                if held.plan.late == "director":
                    self._ask_director(held, row)
                else:
                    match = self._end_late(held, match)
                    settled.append(self.settle(held, pairing, self._places(pairing, match), "played"))
            elif row.due is not None and row.due - NEAR <= self._context.now() and not row.warned:
                self._warn(held, row)
        return settled

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
        scores = self._scores(held, row.match) if played and row is not None and row.match is not None else ()
        result = Result(pairing, places, kind, scores)
        self._competitions.note(held.row, Settled(result))
        if row is None:
            self._store.competitions.pair(held.row.id, pairing.key, None, None, "")
            row = PairingRow(held.row.id, *pairing.key, None, None, False, "", None)
        self._store.competitions.settle(row, self._context.now())
        return result

    def _places(self, pairing: Pairing, match: MatchRow) -> tuple[tuple[Number, ...], ...]:
        seats = self._store.matches.seats(match.id)
        number = {seat.seat: each for seat, each in zip(seats, pairing.seats, strict=True)}
        places = play.Result.parse(match.result, match.reason).places
        return tuple(tuple(number[seat] for seat in place) for place in places)

    def _scores(self, held: Competition, number: int) -> tuple[int, ...]:
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

    def _kind(self, match: MatchRow) -> Kind:
        """A match that was given up before it had really begun moves no rating: it is a walkover."""
        given_up = match.rated and match.reason in ("resigned", "forfeited")
        return "forfeit" if given_up and not self._store.company.changes(match.id) else "played"

    @staticmethod
    def _walkover(held: Competition, pairing: Pairing) -> tuple[tuple[Number, ...], ...]:
        left = tuple(each for each in pairing.seats if held.field.find(each).withdrawn)
        here = tuple(each for each in pairing.seats if each not in left)
        return tuple(filter(None, (here, left)))

    def _end_late(self, held: Competition, match: MatchRow) -> MatchRow:
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

    def _warn(self, held: Competition, row: PairingRow) -> None:
        """Tell the players of a match, and the director, that its date is near."""
        assert row.match is not None
        assert row.due is not None
        self._store.competitions.set_warned(row)
        if held.plan.seconds <= 2 * NEAR:
            return  # they have just been told
        text = f"Match {row.match} has time until {day(row.due)}. If it is not over then, it {LATE[held.plan.late]}."
        self.publish(self._repository.load(row.match), text)
        if held.row.director is not None:
            self._note_to_director(held, held.row.director, f"match {row.match} is near its date", text)

    def _note_to_director(self, held: Competition, director: int, what: str, text: str) -> None:
        self._mailer.plain(
            CompetitionNoteMail(held.row.name, "", text),
            self._store.people.player(director),
            f"{held.row.name}: {what}",
            Dispatch(f"late-{held.row.id}-{what}-{self._context.now()}", auto_submitted=True),
            kind="director",
        )

    def annul(self, match: int, reason: str) -> None:
        """End a match so that it moves no rating, and brings no team anything."""
        loaded = self._repository.load(match)
        if not loaded.match.over:
            self._store.teams.release(match)
            seats = tuple(loaded.match.state.seats)
            loaded.match.end(play.Result((seats,), f"{ANNULLED}: {reason}"), "host")
            headline = f"This match ends, and moves no rating: {reason}."
            self.publish(loaded, headline)

    def publish(self, loaded: LoadedMatch, headline: str) -> None:
        """Tell the players of a match what has been decided about it, and store it."""
        self._settling.publish(loaded, Telling(MatchNews(headline=headline)))

    def void(self, held: Competition, pairing: Pairing) -> None:
        """Let a pairing count no longer, since an earlier result has been corrected; its match ends."""
        self.drop(held, pairing)
        row = held.pairings.get(pairing.key)
        if row is not None and row.match is not None:
            self.annul(row.match, "an earlier result has been corrected")

    def drop(self, held: Competition, pairing: Pairing) -> None:
        """Let a pairing count no longer; its match, if it has begun, is one like any other from now on."""
        self._competitions.note(held.row, Voided(pairing))
        row = held.pairings.get(pairing.key)
        if row is not None:
            self._store.competitions.void(row)

    # Matches.

    def _pair(self, held: Competition, pairings: Sequence[Pairing]) -> None:
        """Note pairings; byes are settled at once, the matches begin one after the other."""
        if not pairings:
            return
        self._competitions.note(held.row, Paired(tuple(pairings)))
        for pairing in pairings:
            if len(pairing.seats) == 1:
                (number,) = pairing.seats
                excused = pairing.round in held.field.find(number).byes
                self.settle(held, pairing, (pairing.seats,), "half bye" if excused else "bye")

    def _begin(self, held: Competition) -> bool:
        """Begin matches that have been paired; True if there are more of them."""
        end = time.monotonic() + AT_A_TIME
        for pairing in held.field.running:
            if pairing.key in held.pairings:
                continue
            if time.monotonic() >= end:
                return True
            self.begin(held, pairing)
        return False

    def begin(self, held: Competition, pairing: Pairing) -> int:
        """Begin the match of a pairing, and store both; returns its number."""
        row = held.row
        players = [self._store.people.player(held.entrants[each].player) for each in pairing.seats]
        game = self._context.games.named(row.game)
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
        row, game = held.row, self._context.games.named(held.row.game)
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

    def restake(self, held: Competition) -> None:
        """What matches are about may have become clearer."""
        for pairing in held.field.running:
            row = held.pairings.get(pairing.key)
            if row is not None and (about := stake(held, pairing, row.due)) != row.stake:
                self._store.competitions.set_stake(row, about)

    # Telling.

    def finish(self, held: Competition) -> None:
        """End a competition, whose seed is then open."""
        self._store.competitions.set_wake(held.row.id, None)
        self._store.teams.set_free(held.row.id)
        self._store.competitions.set_status(held.row.id, "over", self._context.now())

    def _tell(self, held: Competition, settled: Sequence[Result], *, begun: bool) -> bool:
        """Write to those whose matches have just ended; or, when a round or the competition is over, begin to write to
        all, and return True."""
        round_, director = completed(held), held.row.director
        whole = begun and round_ > held.row.told and held.plan.form not in forms.UNROUNDED
        if held.row.status == "over" or whole:
            self._store.competitions.set_told(held.row.id, max(round_, held.row.told), 1)
            self._store.competitions.set_look(held.row.id, True)
            return True
        concerned = {each for result in settled for each in result.pairing.seats}
        for number in sorted(concerned):
            self._write(held, held.entrants[number].player, settled, "", number)
        if settled and director is not None and held.number_of(director) not in concerned:
            self._write(held, director, settled, "", held.number_of(director))
        return False

    def _tell_on(self, held: Competition) -> bool:
        """Write to some more entrants that a round, or all of it, is over. True if there is more to do."""
        over, round_, end = held.row.status == "over", held.row.told, time.monotonic() + AT_A_TIME
        results = [result for result in held.field.results if result.pairing.round == max(round_, 1)]
        news = "" if over else round_news(held, round_)
        for number, entrant in held.entrants.items():
            if number < held.row.telling:
                continue
            if time.monotonic() >= end:
                self._store.competitions.set_told(held.row.id, round_, number)
                return True
            if over or round_ or not held.field.busy(number):  # the others have got their first board
                self._write(held, entrant.player, results, news, number)
        director = held.row.director
        if director is not None and held.number_of(director) is None and (over or round_):
            self._write(held, director, results, news, None)
        self._store.competitions.set_told(held.row.id, round_, 0)
        return True

    def tell_all(self, held: Competition, results: Sequence[Result], news: str, why: str = "") -> None:
        """Write to all entrants, and to the director, how it stands, and `why`."""
        for number, entrant in held.entrants.items():
            self._write(held, entrant.player, results, news, number, why)
        if held.row.director is not None and held.number_of(held.row.director) is None:
            self._write(held, held.row.director, results, news, None, why)

    def _write(
        self,
        held: Competition,
        player: int,
        results: Sequence[Result],
        news: str,
        number: Number | None,
        why: str = "",
    ) -> None:
        """Write to somebody how it stands, and to an entrant what comes next for them."""
        reader = self._store.people.player(player)
        if not reader.address:
            return
        over = held.row.status == "over"
        champions = held.names(forms.champions(held.plan, held.field)) if over else []
        if champions:
            news = won_by(champions)
        news = news or (told_result(held, results[0]) if results else "how it stands")
        now = self._context.now()
        self._mailer.plain(
            CompetitionMail(
                competition=held.row.name,
                champions=champions,
                over=over,
                why=why,
                results=[told_result(held, each) for each in results],
                table=table_for(held, number),
                next=prospect(held, number) if number is not None else "",
                seed=held.row.seed.hex() if over else "",
                page=f"tournament {quoted(held.row.name)}",
            ),
            reader,
            f"{held.row.name}: {news}",
            Dispatch(
                f"competition-{held.row.id}-{len(held.field.results)}-{news}-{now}",
                auto_submitted=True,
                informational=True,
            ),
        )

    def _ask_director(self, held: Competition, row: PairingRow) -> None:
        """The date of a match has passed, and its director decides; asked once."""
        self._store.competitions.set_due(row, None)
        text = (
            f"The date of match {row.match} of {held.row.name} has passed. Decide it, or give it more time, for"
            f" example: tournament extend {row.match} 7d"
        )
        if held.row.director is None:
            self._alarms.send("competition", text)
            return
        self._note_to_director(held, held.row.director, f"match {row.match} is late", text)


def _is_quick(wanted: Wanted) -> bool:
    return len(wanted.task.field.entrants) <= QUICK


def round_news(held: Competition, round_: int) -> str:
    """What has happened at the end of a round, in a few words; of round 0, the beginning."""
    if held.row.wake is not None:
        champions = held.names(forms.champions(held.plan, held.field))
        return f"season {len(held.field.seasons)} is over; {won_by(champions)}"
    if any(season.after == round_ for season in held.field.seasons):
        return f"season {len(held.field.seasons)} begins" if round_ else "it begins"
    return f"round {round_} is over"


def won_by(champions: list[str]) -> str:
    """Who has won: `Ann wins`."""
    return f"{listed(champions)} {'win' if len(champions) > 1 else 'wins'}"


def completed(held: Competition) -> int:
    """The last round all of whose matches are over."""
    running = [pairing.round for pairing in held.field.running]
    return min(running) - 1 if running else held.field.round
