"""The director's desk: every act that a competition needs of a person, each in its record with the reason.

Its director does them by mail; the host does all of them, from the command line.
"""

from msgspec import structs

from pbem.competitions import forms
from pbem.competitions.record import Closed, Excused, Noted, Paired
from pbem.competitions.values import Kind, Number, Pairing, Result
from pbem.mail.prose import listed
from pbem.play import record as play
from pbem.play.orders import Refused, did_you_mean
from pbem.play.record import ANNULLED, WALKOVER
from pbem.server.competitions.entering import THE_HOST, Competitions, numbers_of
from pbem.server.competitions.entries import Entries
from pbem.server.competitions.news import News
from pbem.server.competitions.pages import Competition, correctable, day, told_result
from pbem.server.competitions.playing import Playing, seats_of
from pbem.server.competitions.rounds import Rounds
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import span
from pbem.server.leagues.teams import quoted
from pbem.server.matches.repository import MatchRepository
from pbem.server.matches.skills import Skills
from pbem.server.questions.substitute import Substitute
from pbem.store.competitions import PairingRow
from pbem.store.rows import Player

DRAWN = "draw"
"""Stands in the place of a winner."""


class Desk(Service):
    """Does what a director decides. `by` is the director; None stands for the host, who may do everything."""

    _competitions: Competitions
    _entries: Entries
    _rounds: Rounds
    _playing: Playing
    _news: News
    _repository: MatchRepository
    _skills: Skills
    _substitutes: Substitute
    _limits: RateLimits

    def start(self, held: Competition, by: Player | None) -> Competition:
        """Close the entry, and let it begin. Raises `Refused`."""
        self._check_directs(held, by)
        return self._competitions.start(held)

    def let_in(self, held: Competition, player: Player) -> None:
        """Let a player in who has asked the host for it, and tell them. Raises `Refused`."""
        self._competitions.enter(player, held)
        name = quoted(held.row.name)
        text = f"The host has entered you in {held.row.name}. To see it write: tournament {name}. To leave it write:"
        self._news.note_to(held, player, f"{text} withdraw {name}", "you are in")

    def pair(self, held: Competition, by: Player | None, handles: list[str]) -> int:
        """Begin a match between entrants of an open competition, by seat; returns its number. Raises `Refused`."""
        self._check_directs(held, by)
        if held.plan.form != "open":
            raise Refused(f"{held.row.name} makes its own pairings: its form is {held.plan.form}")
        must_be_played(held)
        numbers = numbers_of(held, handles)
        if len(set(numbers)) < len(numbers):
            raise Refused(f"Name each {'team' if held.plan.teams else 'player'} once")
        busy = [held.name(each) for each in numbers if held.field.find(each).withdrawn]
        if busy:
            raise Refused(f"{busy[0]} has withdrawn")
        game = self._context.games.of(held.row.game)
        if len(numbers) not in game.players:
            what = "teams" if held.plan.teams else "players"
            raise Refused(f"A match of {game.title} is not for {len(numbers)} {what}")
        players = [self._store.people.player(held.entrants[each].player) for each in numbers]
        if len({player.id for player in players}) < len(players):
            twice = next(player.handle for player in players if players.count(player) > 1)
            raise Refused(f"{twice} manages both teams, and cannot play against themselves")
        for each, player in zip(numbers, players, strict=True):
            if player.disabled:
                raise Refused(f"{player.handle}, who plays as {held.name(each)}, does not play here anymore")
            team = held.entrants[each].team
            if team is not None and (match := self._store.teams.team(team).match):
                raise Refused(f"{held.name(each)} is playing match {match}; one match at a time")
        rounds = [sum(pairing.has(each) for pairing in held.field.pairings()) for each in numbers]
        return self._meet(held, by, tuple(numbers), max(rounds) + 1)

    def _meet(self, held: Competition, by: Player | None, seats: tuple[Number, ...], round_: int) -> int:
        table = 1 + max((each.table for each in held.field.pairings() if each.round == round_), default=0)
        pairing = Pairing(round_, table, seats)
        self._competitions.note(held.row, Paired((pairing,), ruled=True), by)
        return self._playing.begin(self._competitions.load(held.row), pairing)

    def result(
        self, number: int, by: Player | None, winner: str, reason: str, *, walkover: bool = False
    ) -> str:
        """Decide a match, or correct its result: won by an entrant, drawn, or a walkover, which moves no rating.
        Everybody is told, once it is clear what follows. Raises `Refused`."""
        held, row = self._result_of(number, by)
        pairing = next(each for each in held.field.pairings() if each.key == row.key)
        if winner.lower() == DRAWN:
            if walkover:
                raise Refused("A walkover needs a winner")
            places: tuple[tuple[Number, ...], ...] = (pairing.seats,)
        else:
            (first,) = numbers_of(held, [winner])
            if first not in pairing.seats:
                raise Refused(f"{held.name(first)} does not play in match {number}")
            places = ((first,), tuple(each for each in pairing.seats if each != first))
        corrected = any(result.pairing == pairing for result in held.field.results)
        kind: Kind = "forfeit" if walkover else "played"
        if held.row.status == "over":
            _check_stays_over(held, Result(pairing, places, kind))
        self._end(number, by, pairing, places, reason, walkover=walkover)
        result = self._playing.settle(held, pairing, places, kind)
        told, was = told_result(held, result), held
        self._note(held, by, f"match {number}, {'corrected: ' if corrected else ''}{told}", reason)
        did = f"has {'corrected' if corrected else 'decided'} match {number}"
        news = f"{_name(by)} {did}"
        own = by is not None and held.number_of(by.id) in pairing.seats
        why = f"{_subject(by)} {did}{', which is their own' if own else ''}: {reason}"
        ratings = self._skills.told(number) if corrected else []
        now = f" Ratings now: {listed(ratings)}." if ratings else ""
        held = self._competitions.load(held.row)
        if held.row.status == "running":
            self._rounds.lead_on_and_tell(held, [result], news, f"{why.rstrip('.')}.{now}")
        else:
            self._news.tell_all(held, [result], news, f"{why.rstrip('.')}.{_dethroned(was, held)}{now}")
        return told

    def again(self, number: int, by: Player | None, reason: str) -> None:
        """Let a match be played again, and count for nothing itself. Everybody is told. Raises `Refused`."""
        held, row = self._find(number, by)
        pairing = next(each for each in held.field.pairings() if each.key == row.key)
        loaded = self._repository.load(number)
        if held.plan.form == "ladder" and row.settled is not None:
            raise Refused(f"Match {number} has changed the ladder already. Correct its result instead")
        if held.plan.form in ("swiss", "tables") and pairing.round < held.field.round:
            raise Refused(f"Round {held.field.round} has been paired by this result. Correct it instead")
        if held.plan.teams and loaded.match.over:
            raise Refused(f"Match {number} has changed its teams already. Correct its result instead")
        if loaded.match.over:
            self._playing.correct(pairing, number, (pairing.seats,), f"{ANNULLED} by {_name(by)}: {reason}")
        else:
            self._playing.annul(number, f"it is played again: {reason}")
        self._rounds.drop(held, pairing)
        self._competitions.note(held.row, Paired((pairing,), ruled=True), by, reason)
        self._note(held, by, f"match {number} is played again", reason)
        news = f"match {number} is played again"
        why = f"{_subject(by)} lets match {number} be played again{_because(reason)}."
        self._rounds.lead_on_and_tell(self._competitions.load(held.row), [], news, why)

    def _result_of(self, number: int, by: Player | None) -> tuple[Competition, PairingRow]:
        """The competition of a match whose result can be set, also for some time after its end. Raises `Refused`."""
        held = self._competitions.of_match(number)
        if held.row.status != "over" or self._context.now() > correctable(held.row):
            return self._find(number, by)
        self._check_directs(held, by)
        return held, next(row for row in held.pairings.values() if row.match == number)

    def _end(
        self,
        number: int,
        by: Player | None,
        pairing: Pairing,
        places: tuple[tuple[Number, ...], ...],
        reason: str,
        *,
        walkover: bool,
    ) -> None:
        """End the match itself; one that is over gets another result."""
        why = f"by {_name(by)}: {reason}"
        loaded = self._repository.load(number)
        if loaded.match.over:
            self._playing.correct(pairing, number, places, f"{WALKOVER if walkover else 'corrected'} {why}")
        elif walkover:
            self._playing.walk_over(pairing, number, places, f"{WALKOVER} {why}")
        else:
            result = play.Result(seats_of(pairing, loaded.seats, places), f"adjudicated {why}")
            loaded.match.end(result, "host")
            self._playing.publish(loaded, f"{_subject(by)} has decided this match.")

    def bye(self, held: Competition, by: Player | None, handle: str, reason: str) -> int:
        """Give an entrant a half-point bye in the next round; returns its number. Raises `Refused`."""
        self._check_directs(held, by)
        if held.plan.form not in ("swiss", "tables"):
            raise Refused(f"{held.row.name} has no byes: only the forms swiss and tables have them")
        if held.row.status == "over":
            raise Refused(f"{held.row.name} is over")
        (number,) = numbers_of(held, [handle])
        name, begun, round_ = held.name(number), held.row.status == "running", held.field.round + 1
        if begun and round_ > held.field.rounds:
            raise Refused(f"{held.row.name} is in its last round")
        given = held.field.find(number).byes if begun else self._competitions.excused(held).get(name, ())
        if round_ in given:
            raise Refused(f"{name} has a bye in round {round_} already")
        event = Excused(number, round_) if begun else Excused(0, round_, name)
        self._competitions.note(held.row, event, by, reason)
        told = f"{held.name(number)} has a half-point bye in round {round_}"
        self._note(held, by, told, reason)
        self._tell(held, f"{told}: {reason}.", told)
        return round_

    def withdraw(self, held: Competition, by: Player | None, handle: str, reason: str) -> str:
        """Take an entrant out who does not write anymore; returns their name. Raises `Refused`."""
        self._check_directs(held, by)
        (number,) = numbers_of(held, [handle])
        name, entrant = held.name(number), held.entrants[number]
        self._note(held, by, f"{name} is out", reason)
        why = f"{_subject(by)} has taken {name} out{_because(reason)}."
        self.leave(held, number, f"{name} is out", why, by=by, reason=reason)
        if held.row.status == "open" and entrant.team is None:
            text = f"{_subject(by)} has taken you out of {held.row.name}{_because(reason)}."
            self._news.note_to(held, self._store.people.player(entrant.player), text, "you are out")
        return name

    def leave(
        self, held: Competition, number: Number, news: str, why: str, *, by: Player | None, reason: str = ""
    ) -> None:
        """Let an entrant out; all are told the `news` and `why`, once the matches that they were playing are settled;
        before the start only the director. Raises `Refused`."""
        entrant = held.entrants[number]
        if entrant.team is not None:
            self._entries.drop(held, self._store.teams.team(entrant.team), by)
        else:
            player = self._store.people.player(entrant.player)
            self._competitions.withdraw(player, held, by=by, reason=reason)
        if held.row.status == "running":
            self._rounds.withdrawn(self._competitions.load(held.row), number, news, why)
        elif by is None or by.id != held.row.director:
            self._news.note_to_director(held, news, why)

    def check_replace(
        self, held: Competition, by: Player | None, old: str, new: str
    ) -> tuple[Number, Player]:
        """Whose place somebody may have, and who that is. Raises `Refused`."""
        self._check_directs(held, by)
        (number,) = numbers_of(held, [old])
        player = self._present(new)
        if held.number_of(player.id) is not None:
            raise Refused(f"{player.handle} is in {held.row.name} already")
        if held.row.status == "over":
            raise Refused(f"{held.row.name} is over")
        return number, player

    def replace(self, held: Competition, by: Player | None, old: str, new: str, reason: str) -> None:
        """Give an entrant's place, with its results and running matches, to another player, who has agreed to it.
        Raises `Refused`."""
        number, player = self.check_replace(held, by, old, new)
        team = held.entrants[number].team
        self._store.competitions.replace(held.row.id, number, player.id)
        if team is not None:
            self._store.teams.hand_over(team, player.id)
        was = held.entrants[number].manager
        what = f"{player.handle} manages {held.name(number)} in place of {was}"
        what = what if team is not None else f"{player.handle} plays on for {was}"
        self._note(held, by, what, reason)
        for pairing in held.running(number):
            match = held.match_of(pairing)
            if match is None:
                continue
            loaded = self._repository.load(match)
            seat = loaded.seats[pairing.seats.index(number)]
            if not loaded.match.over and loaded.seat_of(player) is None:
                self._substitutes.replace(loaded, seat, player, by=_directing(held, by))
                self._playing.publish(loaded, f"{player.handle} plays on for {seat.handle}: {reason}.")
        self._tell(held, f"{what}: {reason}.", what)

    def extend(self, number: int, by: Player | None, seconds: int, reason: str) -> None:
        """Give a match more time until its date. Raises `Refused`."""
        held, row = self._find(number, by)
        if row.settled is not None:
            raise Refused(f"Match {number} has its result already")
        (due,) = self._extend(held, [row], seconds)
        self._note(held, by, f"{span(seconds)} more for match {number}", reason)
        told = f"The director gives this match {span(seconds)} more, until {day(due)}: {reason}."
        self._playing.publish(self._repository.load(number), told)

    def extend_round(self, held: Competition, by: Player | None, seconds: int, reason: str) -> int:
        """Give all matches that are being played more time; returns their number. Raises `Refused`."""
        self._check_directs(held, by)
        rows = [row for row in held.pairings.values() if row.settled is None]
        if not rows:
            raise Refused(f"No match of {held.row.name} is being played")
        dates = self._extend(held, rows, seconds)
        self._note(held, by, f"{span(seconds)} more for all running matches", reason)
        until = f"until {day(dates[0])}" if len(set(dates)) == 1 else "with these dates"
        told = f"All matches that are being played have {span(seconds)} more, {until}: {reason}."
        if len(set(dates)) > 1:
            each = (f"match {row.match} until {day(due)}" for row, due in zip(rows, dates, strict=True))
            told += f"\n\n{listed(each)}."
        self._tell(held, told, "more time")
        return len(rows)

    def _extend(self, held: Competition, rows: list[PairingRow], seconds: int) -> list[int]:
        """Give pairings other dates; returns these."""
        if not held.plan.seconds:
            raise Refused(f"Matches of {held.row.name} have no final date, only their clocks")
        now = self._context.now()
        dates = [max(row.due or now, now) + seconds for row in rows]
        for row, due in zip(rows, dates, strict=True):
            self._store.competitions.set_due(row, due)
        self._rounds.restake(self._competitions.load(held.row))
        return dates

    def write(self, held: Competition, by: Player | None, text: str) -> int:
        """Write to all entrants; returns how many there are. Raises `Refused`."""
        self._check_directs(held, by)
        if by is not None:
            self._limits.require("to all", by.id)
        self._note(held, by, "a letter to all", text)
        return self._tell(held, text, f"a letter from {_name(by)}", _directing(held, by))

    def check_direct(self, held: Competition, by: Player | None, handle: str) -> Player:
        """Who is to direct a competition. Raises `Refused`."""
        self._check_directs(held, by)
        player = self._present(handle)
        if player.id == held.row.director:
            raise Refused(f"{player.handle} directs {held.row.name} already")
        return player

    def direct(self, held: Competition, by: Player | None, handle: str) -> None:
        """Give a competition to another director, who has agreed to it. Raises `Refused`."""
        player = self.check_direct(held, by, handle)
        self._store.competitions.set_director(held.row.id, player.id)
        self._note(held, by, f"{player.handle} is the director now", "")
        told, what = f"{player.handle} is the director of {held.row.name} now.", "a new director"
        self._tell(held, told, what)
        for number in (held.row.director, player.id if by is None else None):  # who has agreed knows it
            if number is not None and held.number_of(number) is None:
                self._news.note_to(held, self._store.people.player(number), told, what)

    def check_close(self, held: Competition, by: Player | None) -> None:
        """Raise `Refused` if a competition cannot be closed, or not by this player."""
        self._check_directs(held, by)
        if held.row.status == "over":
            raise Refused(f"{held.row.name} is over already")
        if held.field.closed:
            raise Refused(f"{held.row.name} is closed already, and over when its last match is")

    def close(self, held: Competition, by: Player | None, reason: str) -> Competition:
        """End a competition: its table as it stands is the last one; what is being played goes on, and counts for
        nothing here. Where nobody can be left behind, it is over as soon as all matches are: of a ladder, of a season.
        Raises `Refused`."""
        self.check_close(held, by)
        self._note(held, by, "closed", reason)
        if held.row.status == "running":
            self._competitions.note(held.row, Closed(), by, reason)
            held = self._competitions.load(held.row)
            if held.plan.form in forms.ENDLESS and not forms.is_over(held.plan, held.field):
                why = f"{_subject(by)} has closed it{_because(reason)}."
                news = f"{why} Matches that are being played still count; then it is over."
                self._news.tell_all(held, (), f"closed by {_name(by)}", news)
                return held
        for pairing in held.field.running:
            self._rounds.drop(held, pairing)
            if (match := held.match_of(pairing)) is not None:
                why = f"{held.row.name} is closed{_because(reason)}. This match goes on, but does not count for it."
                self._playing.publish_text(match, why)
        self._rounds.finish(held)
        held = self._competitions.load(self._store.competitions.competition(held.row.id))
        self._news.tell_all(
            held, (), f"closed by {_name(by)}", f"{_subject(by)} has closed it{_because(reason)}."
        )
        return held

    def _find(self, number: int, by: Player | None) -> tuple[Competition, PairingRow]:
        held = self._competitions.of_match(number)
        self._check_directs(held, by)
        if held.row.status != "running":
            raise Refused(f"{held.row.name} is over")
        return held, next(row for row in held.pairings.values() if row.match == number)

    def _check_directs(self, held: Competition, by: Player | None) -> None:
        if by is not None and held.row.director != by.id:
            raise Refused(
                f"{held.row.name} is directed by {self._competitions.director(held.row)}, not by you"
            )

    def _present(self, handle: str) -> Player:
        player = self._store.people.named(handle)
        if player is None or player.disabled or not player.address:
            near = did_you_mean(handle, self._store.people.handles_like(handle))
            raise Refused(f"There is no player {handle}. {near or 'All players: players'}")
        return player

    def _note(self, held: Competition, by: Player | None, what: str, reason: str) -> None:
        self._competitions.note(held.row, Noted(what), by, reason)

    def _tell(self, held: Competition, text: str, what: str, writer: str = "") -> int:
        players = [self._store.people.player(number) for number in held.players]
        for player in players:
            self._news.note_to(held, player, text, what, writer)
        return len(players)


def _check_stays_over(held: Competition, result: Result) -> None:
    """Raise `Refused` if a correction would change who meets whom, since all of that has been played."""
    results = tuple(result if each.pairing == result.pairing else each for each in held.field.results)
    field = structs.replace(held.field, results=results)
    if forms.overtaken(held.plan, field) or not forms.is_over(held.plan, field):
        raise Refused(
            f"{held.row.name} is over, and this correction would change who meets whom. Only results on which no other"
            " match depends can be corrected now"
        )


def _dethroned(was: Competition, held: Competition) -> str:
    """That a correction has taken the title from somebody."""
    before, after = (held.names(forms.champions(each.plan, each.field)) for each in (was, held))
    lost = [name for name in before if name not in after]
    return f" {listed(lost)} {'is' if len(lost) == 1 else 'are'} no longer the champion." if lost else ""


def must_be_played(held: Competition) -> None:
    """Raise `Refused` unless matches can begin."""
    if held.row.status != "running" or held.field.closed:
        begun = held.row.status != "open"
        raise Refused(f"{held.row.name} is not being played {'anymore' if begun else 'yet'}")


def _because(reason: str) -> str:
    return f": {reason.rstrip('.')}" if reason else ""


def _directing(held: Competition, by: Player | None) -> str:
    return f"{by.handle}, who directs {held.row.name}," if by is not None else "The host of this server"


def _subject(by: Player | None) -> str:
    """Who has decided something, at the beginning of a sentence."""
    return by.handle if by is not None else "The host"


def _name(by: Player | None) -> str:
    return by.handle if by is not None else THE_HOST
