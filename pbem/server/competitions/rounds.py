"""What goes on by itself: results come in, matches begin, everybody is told.

look (settle what is over) -> pair (beside the server, if that takes long) -> begin (some matches at a time) -> tell

Each pairing is stored in the transaction in which its match begins, under a key that is unique: a crash pairs nobody
twice and leaves nobody out. A round that was computed is taken only if the field is still the one it was computed from.
"""

import subprocess
import time
from collections.abc import Sequence

from msgspec import Struct

from pbem.competitions import forms
from pbem.competitions.pairing import COMMAND, SECONDS, Task, decode, encode
from pbem.competitions.record import Paired, Settled, Voided, Withdrawn
from pbem.competitions.values import Kind, Number, Pairing, Result
from pbem.mail.prose import listed
from pbem.play import record as play
from pbem.play.record import ANNULLED
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.pages import Competition, day, prospect, quoted, stake, told_result
from pbem.server.core.context import Service
from pbem.server.lobby.starting import MatchStarter
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.mailer import Dispatch, Mailer, MatchNews
from pbem.server.mailing.mails import Mail
from pbem.server.matches.repository import LoadedMatch, MatchRepository, Misfit
from pbem.server.settling.settling import Settling, Telling
from pbem.store import passing
from pbem.store.competitions import NEAR, CompetitionRow, PairingRow
from pbem.store.rows import MatchRow

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
                    self._store.competitions.take_out(row.id, entrant.player)
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
        elif due := forms.due(held.plan, held.field):
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
                if result.annulled:
                    self._store.competitions.void(row)  # so that it begins again
                else:
                    settled.append(
                        self.settle(held, pairing, self._places(pairing, match), self._kind(match))
                    )
            elif row.due is not None and row.due <= self._context.now():
                if held.plan.late == "draw":
                    settled.append(self.settle(held, pairing, (pairing.seats,), "played"))
                    self._end_late(row)
                else:
                    self._ask_director(held, row)
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
        """Note a result."""
        result = Result(pairing, places, kind)
        self._competitions.note(held.row, Settled(result))
        row = held.pairings.get(pairing.key)
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

    def _kind(self, match: MatchRow) -> Kind:
        """A match that was given up before it had really begun moves no rating: it is a walkover."""
        given_up = match.reason in ("resigned", "forfeited")
        return "forfeit" if given_up and not self._store.company.changes(match.id) else "played"

    @staticmethod
    def _walkover(held: Competition, pairing: Pairing) -> tuple[tuple[Number, ...], ...]:
        left = tuple(each for each in pairing.seats if held.field.find(each).withdrawn)
        here = tuple(each for each in pairing.seats if each not in left)
        return tuple(filter(None, (here, left)))

    def _end_late(self, row: PairingRow) -> None:
        """End a match whose date has passed: it is drawn."""
        assert row.match is not None
        loaded = self._repository.load(row.match)
        if not loaded.match.over:
            seats = tuple(loaded.match.state.seats)
            loaded.match.end(play.Result((seats,), "drawn, since its date has passed"), "host")
            headline = "The date of this match has passed, so it is drawn, as was announced at entry."
            self.publish(loaded, headline)

    def _warn(self, held: Competition, row: PairingRow) -> None:
        """Tell the players of a match, and the director, that its date is near."""
        assert row.match is not None
        assert row.due is not None
        self._store.competitions.set_warned(row)
        if held.plan.seconds <= 2 * NEAR:
            return  # they have just been told
        then = "it is drawn" if held.plan.late == "draw" else "the director decides it"
        text = f"Match {row.match} has time until {day(row.due)}; if it is not over then, {then}."
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
        """End a match so that it moves no rating."""
        loaded = self._repository.load(match)
        if not loaded.match.over:
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
        number = self._repository.offer(game, row.options, players, row.terms)
        due = self._context.now() + held.plan.seconds if held.plan.seconds else None
        self._store.competitions.pair(row.id, pairing.key, number, due, stake(held, pairing, due))
        self._starter.begin(number, f"{row.name}: your match begins.")
        return number

    def restake(self, held: Competition) -> None:
        """What matches are about may have become clearer."""
        for pairing in held.field.running:
            row = held.pairings.get(pairing.key)
            if row is not None and (about := stake(held, pairing, row.due)) != row.stake:
                self._store.competitions.set_stake(row, about)

    # Telling.

    def finish(self, held: Competition) -> None:
        """End a competition, whose seed is then open."""
        self._store.competitions.set_status(held.row.id, "over", self._context.now())

    def _tell(self, held: Competition, settled: Sequence[Result], *, begun: bool) -> bool:
        """Write to those whose matches have just ended; or, when a round or the competition is over, begin to write to
        all, and return True."""
        round_, director = completed(held), held.row.director
        whole = begun and round_ > held.row.told and held.plan.form not in forms.ENDLESS
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
        news = "" if over else f"round {round_} is over" if round_ else "it begins"
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
            news = f"{listed(champions)} {'win' if len(champions) > 1 else 'wins'}"
        news = news or (told_result(held, results[0]) if results else "how it stands")
        now = self._context.now()
        self._mailer.plain(
            CompetitionMail(
                competition=held.row.name,
                champions=champions,
                over=over,
                why=why,
                results=[told_result(held, each) for each in results],
                table=held.table,
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


def completed(held: Competition) -> int:
    """The last round all of whose matches are over."""
    running = [pairing.round for pairing in held.field.running]
    return min(running) - 1 if running else held.field.round
