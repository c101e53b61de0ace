"""What goes on by itself: results come in, matches begin, everybody is told.

look (settle what is over) -> pair (beside the server, if that takes long) -> begin (some matches at a time) -> tell

Each pairing is stored in the transaction in which its match begins, under a key that is unique: a crash pairs nobody
twice and leaves nobody out. A round that was computed is taken only if the field is still the one it was computed from.
"""

import subprocess
import time
from collections.abc import Sequence

from msgspec import Struct

from pbem.competitions import forms, groups
from pbem.competitions.pairing import COMMAND, SECONDS, Task, decode, encode
from pbem.competitions.record import Divided, Noted, Paired, Voided, Withdrawn
from pbem.competitions.values import Number, Pairing, Result
from pbem.mail.prose import listed
from pbem.play import record as play
from pbem.play.record import WALKOVER
from pbem.server.competitions.challenges import LadderChallenge
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.news import AT_A_TIME, News, round_news
from pbem.server.competitions.pages import (
    LATE,
    Competition,
    completed,
    day,
    stake,
)
from pbem.server.competitions.playing import Playing
from pbem.server.core.context import Service
from pbem.server.leagues.teams import quoted
from pbem.server.mailing.alarms import Alarms
from pbem.server.matches.repository import Misfit
from pbem.store import passing
from pbem.store.competitions import NEAR, CompetitionRow, PairingRow

QUICK = 64
"""Entrants of a Swiss whose rounds take no more than a second or two."""


class Wanted(Struct, frozen=True):
    """A round to be computed for a competition."""

    number: int
    task: Task


class Rounds(Service):
    """Settles results, and pairs the next round."""

    _competitions: Competitions
    _playing: Playing
    _news: News
    _challenges: LadderChallenge
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
            if row.id in self._broken or row.game not in self._context.games.names:
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
        if not pairings:
            self._store.competitions.set_look(wanted.number, False)
        return True

    def _load(self, number: int) -> Competition:
        return self._competitions.load(self._store.competitions.competition(number))

    def _go_on(self, row: CompetitionRow) -> tuple[Wanted | None, bool]:
        held = self._load(row.id)
        if held.row.telling:
            return None, self._news.tell_on(held)
        held = self._mind_the_desk(held)
        if held.row.status != "running":
            for entrant in held.entrants.values():
                if held.row.status == "open" and self._store.people.player(entrant.player).gone:
                    self._store.competitions.take_out(row.id, entrant.number)
            self._store.competitions.set_look(row.id, False)
            return None, False
        left = self._let_go(held)
        held = self._load(row.id)
        settled = self._settle(held)
        held = self._load(row.id)
        if held.plan.form == "ladder":
            held = self._challenges.look(held)
        if left:
            self.lead_on_and_tell(held, settled, "", f"{listed(left)} {have(left)} left the server.")
            return None, True
        held, wanted, again = self.lead_on(held)
        if wanted is not None and groups.is_between_rounds(held.field):
            return wanted, False  # all are told of the end of a round when the next one has been paired
        again = self._news.tell(held, settled, begun=not again) or again
        return wanted, again

    def lead_on(self, held: Competition) -> tuple[Competition, Wanted | None, bool]:
        """Do what follows from the results: pairings between the wrong entrants end, the next ones begin, and at last
        it is over. Returns how it stands then, the round to be computed, and whether more matches are to begin."""
        number, wanted = held.row.id, None
        for pairing in forms.overtaken(held.plan, held.field):
            self.void(held, pairing)
        held = self._load(number)
        if forms.takes_long(held.plan, held.field) and not forms.is_over(held.plan, held.field):
            wanted = Wanted(number, Task(held.plan, held.field))
        elif held.plan.form != "swiss":
            held = self._divide(held)
            if due := forms.due(held.plan, held.field):
                self._pair(held, due)
                held = self._load(number)
        again = self._begin(held)
        held = self._load(number)
        if not again:
            self.restake(held)
            if forms.is_over(held.plan, held.field):
                self.finish(held)
                held = self._load(number)
            self._store.competitions.set_look(number, wanted is not None)
        return held, wanted, again

    def lead_on_and_tell(
        self, held: Competition, settled: Sequence[Result], news: str, why: str, *, left: Number | None = None
    ) -> None:
        """Do what follows from results, then tell all of them, and what follows; also whoever has `left`."""
        held, wanted, _ = self.lead_on(held)
        if wanted is None:  # otherwise they are told of the end of a round with the next one
            round_ = max(completed(held), held.row.told)
            if (
                round_ > held.row.told
                and held.row.status == "running"
                and held.plan.form not in forms.UNROUNDED
            ):
                over = round_news(held, round_)
                why = f"{why} {over[0].upper()}{over[1:]}."
            self._store.competitions.set_told(held.row.id, round_, 0)
        self._news.tell_all(held, settled, news, why, left=left)

    def withdrawn(self, held: Competition, number: Number, news: str, why: str) -> None:
        """Settle the matches of somebody who has just withdrawn, and tell all."""
        settled = self._settle(held)
        self.lead_on_and_tell(self._load(held.row.id), settled, news, why, left=number)

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
        store.set_told(held.row.id, season.after - 1, 0)  # of its beginning whoever waits is told
        self._competitions.note(held.row, Divided(season))
        return self._load(held.row.id)

    # Results.

    def _mind_the_desk(self, held: Competition) -> Competition:
        """Give a competition to the host whose director has left the server, and tell all."""
        director = None if held.row.director is None else self._store.people.player(held.row.director)
        if director is None or not director.gone or held.row.status == "over":
            return held
        self._store.competitions.set_director(held.row.id, None)
        self._competitions.note(held.row, Noted(f"directs it, since {director.handle} has left the server"))
        what = f"{director.handle}, who directed {held.row.name}, has left the server."
        for number in held.players:
            entrant = self._store.people.player(number)
            if entrant.address:
                self._news.note_to(held, entrant, f"{what} The host directs it now.", "a new director")
        self._alarms.send(
            "director", f"{what} You direct it now: pbem competition show {quoted(held.row.name)}"
        )
        return self._load(held.row.id)

    def _let_go(self, held: Competition) -> list[str]:
        """Withdraw entrants who have left the server; returns their names."""
        left = []
        for number, entrant in held.entrants.items():
            player = self._store.people.player(entrant.player)
            if player.gone and not held.field.find(number).withdrawn:
                last = forms.last_round(held.plan, held.field, number)
                self._competitions.note(held.row, Withdrawn(number, last))
                left.append(entrant.handle)
        return left

    def _settle(self, held: Competition) -> list[Result]:
        """Take over the results of matches that are over, or whose date has passed, and of entrants who have left."""
        settled = []
        for pairing in held.field.running:
            row = held.pairings.get(pairing.key)
            if row is None or row.match is None:
                if any(held.field.find(each).withdrawn for each in pairing.seats):
                    settled.append(
                        self._playing.settle(held, pairing, self._walkover(held, pairing), "forfeit")
                    )
                continue
            match = self._store.matches.match(row.match)
            if any(held.field.find(each).withdrawn for each in pairing.seats) and match.status == "running":
                left = [held.name(each) for each in pairing.seats if held.field.find(each).withdrawn]
                why = f"{WALKOVER}: {listed(left)} {have(left)} withdrawn from {held.row.name}"
                places = self._walkover(held, pairing)
                settled.append(self._playing.settle(held, pairing, places, "forfeit"))
                self._playing.walk_over(pairing, row.match, places, why)
            elif match.status == "over":
                result = play.Result.parse(match.result, match.reason)
                if result.annulled and held.plan.form in forms.UNROUNDED:
                    self.drop(held, pairing)
                elif result.annulled:
                    self._store.competitions.void(row)  # so that it begins again
                else:
                    settled.append(
                        self._playing.settle(
                            held, pairing, self._playing.places(pairing, match), self._playing.kind(match)
                        )
                    )
            elif row.due is not None and row.due <= self._context.now():
                if back := self._back_from_vacation(held, pairing):
                    self._store.competitions.set_due(row, back + NEAR)
                elif held.plan.late == "director":
                    self._news.ask_director(held, row)
                else:
                    match = self._playing.end_late(held, match)
                    settled.append(
                        self._playing.settle(held, pairing, self._playing.places(pairing, match), "played")
                    )
            elif row.due is not None and row.due - NEAR <= self._context.now() and not row.warned:
                self._warn(held, row)
        return settled

    def _back_from_vacation(self, held: Competition, pairing: Pairing) -> int | None:
        """When the last of those who are on vacation comes back; None if none is."""
        now = self._context.now()
        back = [self._store.stops.away_until(held.entrants[each].player, now) for each in pairing.seats]
        return max((each for each in back if each is not None), default=None)

    @staticmethod
    def _walkover(held: Competition, pairing: Pairing) -> tuple[tuple[Number, ...], ...]:
        left = tuple(each for each in pairing.seats if held.field.find(each).withdrawn)
        here = tuple(each for each in pairing.seats if each not in left)
        return tuple(filter(None, (here, left)))

    def _warn(self, held: Competition, row: PairingRow) -> None:
        """Tell the players of a match, and the director, that its date is near."""
        assert row.match is not None
        assert row.due is not None
        self._store.competitions.set_warned(row)
        if held.plan.seconds <= 2 * NEAR:
            return  # they have just been told
        text = f"Match {row.match} has time until {day(row.due)}. If it is not over then, it {LATE[held.plan.late]}."
        self._playing.publish_text(row.match, text)
        self._news.note_to_director(held, f"match {row.match} is near its date", text)

    def void(self, held: Competition, pairing: Pairing) -> None:
        """Let a pairing count no longer, since an earlier result has been corrected; its match ends."""
        row = held.pairings.get(pairing.key)
        if row is not None and row.match is not None:
            self._store.competitions.set_stake(row, f"{held.row.name}: this pairing counts no longer.")
            self._playing.annul(row.match, f"an earlier result of {held.row.name} has been corrected")
        self.drop(held, pairing)

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
                self._playing.settle(held, pairing, (pairing.seats,), "half bye" if excused else "bye")

    def _begin(self, held: Competition) -> bool:
        """Begin matches that have been paired; True if there are more of them."""
        end = time.monotonic() + AT_A_TIME
        for pairing in held.field.running:
            if pairing.key in held.pairings:
                continue
            if time.monotonic() >= end:
                return True
            self._playing.begin(held, pairing)
        return False

    def restake(self, held: Competition) -> None:
        """What matches are about may have become clearer."""
        for pairing in held.field.running:
            row = held.pairings.get(pairing.key)
            if row is not None and (about := stake(held, pairing, row.due)) != row.stake:
                self._store.competitions.set_stake(row, about)

    # The end.

    def finish(self, held: Competition) -> None:
        """End a competition, whose seed is then open."""
        self._store.competitions.set_wake(held.row.id, None)
        self._store.teams.set_free(held.row.id)
        self._store.competitions.set_status(held.row.id, "over", self._context.now())


def have(who: Sequence[str]) -> str:
    """The verb for some people."""
    return "have" if len(who) > 1 else "has"


def _is_quick(wanted: Wanted) -> bool:
    return len(wanted.task.field.entrants) <= QUICK
