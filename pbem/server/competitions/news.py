"""What entrants and directors are mailed: results and the table, news at the end of a round, the champion.

When a round or the whole of it is over, all are written to, some of them at a time.
"""

import hashlib
import time
from collections.abc import Sequence

from pbem.competitions import forms
from pbem.competitions.values import Number, Result
from pbem.mail.prose import listed
from pbem.server.competitions.pages import (
    GIVEN_UP,
    Competition,
    after_round,
    completed,
    playing,
    table_for,
    told_result,
)
from pbem.server.competitions.prospects import prospect
from pbem.server.core.context import Service
from pbem.server.leagues.teams import quoted
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.competitions import PairingRow
from pbem.store.rows import Player

AT_A_TIME = 0.012
"""Seconds for which matches of a round are begun, or mails about it written, before others have their turn."""


class CompetitionNoteMail(Mail, frozen=True):
    """A note of a director to everybody, or of the server to the director."""

    template = "competition_note"

    by: str
    text: str


class CompetitionMail(Mail, frozen=True, kw_only=True):
    """How a competition stands, or has ended; for its director with the `matches` that are being played."""

    template = "competition"

    competition: str
    champions: list[str]
    over: bool
    why: str
    results: list[str]
    table: str
    matches: list[str]
    next: str
    seed: str
    line: str


class News(Service):
    """Writes to entrants and directors."""

    _mailer: Mailer
    _alarms: Alarms

    def tell(self, held: Competition, settled: Sequence[Result], *, begun: bool) -> bool:
        """Write to those whose matches have just ended; or, when a round or the competition is over, begin to write to
        all, and return True."""
        round_, director = completed(held), held.row.director
        if held.plan.form in forms.UNROUNDED:
            round_ = held.row.told if held.field.made else 0  # only of its beginning
        if held.row.status == "over" or (begun and round_ > held.row.told):
            self._store.competitions.set_told(held.row.id, max(round_, held.row.told), 1)
            self._store.competitions.set_look(held.row.id, True)
            return True
        concerned, told = (
            {each for result in settled for each in result.pairing.seats},
            self._told(held, settled),
        )
        news = told_result(held, settled[0]) if settled else ""
        for number in sorted(concerned):
            self.write(held, held.entrants[number].player, told, news, number)
        if settled and director is not None and held.number_of(director) not in concerned:
            self.write(held, director, told, news, held.number_of(director))
        return False

    def tell_on(self, held: Competition) -> bool:
        """Write to some more entrants that a round, or all of it, is over. True if there is more to do."""
        over, round_, end = held.row.status == "over", held.row.told, time.monotonic() + AT_A_TIME
        begins = not over and has_just_begun(held, round_)
        results = [result for result in held.field.results if result.pairing.round == max(round_, 1)]
        told = [] if begins and round_ else self._told(held, results)
        news = "" if over else round_news(held, round_)
        then = held if over else after_round(held, round_)
        for number in held.readers:
            if number < held.row.telling:
                continue
            if time.monotonic() >= end:
                self._store.competitions.set_told(held.row.id, round_, number)
                return True
            if not begins or not held.field.busy(number):  # the others have got their first board
                self.write(held, held.entrants[number].player, told, news, number, then=then)
        director = held.row.director
        if director is not None and held.number_of(director) is None:
            self.write(held, director, told, news, None, then=then)
        self._store.competitions.set_told(held.row.id, round_, 0)
        return True

    def tell_all(
        self,
        held: Competition,
        results: Sequence[Result],
        news: str,
        why: str = "",
        *,
        left: Number | None = None,
    ) -> None:
        """Write to all entrants, also to the one who has just `left`, and to the director, how it stands, and `why`."""
        concerned = {left, *(each for result in results for each in result.pairing.seats)}
        told = self._told(held, results)
        news = news or (told_result(held, results[0]) if results else "how it stands")
        for number, entrant in held.entrants.items():
            if number in concerned or number in held.readers:
                self.write(held, entrant.player, told, news, number, why)
        if held.row.director is not None and held.number_of(held.row.director) is None:
            self.write(held, held.row.director, told, news, None, why)

    def write(
        self,
        held: Competition,
        player: int,
        results: Sequence[str],
        news: str,
        number: Number | None,
        why: str = "",
        then: Competition | None = None,
    ) -> None:
        """Write to somebody how it stands, or stood `then`, and to an entrant what comes next for them."""
        reader = self._store.people.player(player)
        if not reader.address:
            return
        over = held.row.status == "over"
        champions = held.names(forms.champions(held.plan, held.field)) if over else []
        if champions:
            news = won_by(champions)
        now = self._context.now()
        self._mailer.plain(
            CompetitionMail(
                competition=held.row.name,
                champions=champions,
                over=over,
                why=why,
                results=list(results),
                table=table_for(then or held, number),
                matches=playing(held, reader.zone)
                if player == held.row.director and _has_lines(held)
                else [],
                next=prospect(held, number) if number is not None else "",
                seed=held.row.seed.hex() if over else "",
                line=f"tournament {quoted(held.row.name)}",
            ),
            reader,
            f"{held.row.name}: {news}",
            Dispatch(
                f"competition-{held.row.id}-{len(held.field.results)}-{news}-{now}",
                auto_submitted=True,
                informational=True,
            ),
        )

    def _told(self, held: Competition, results: Sequence[Result]) -> list[str]:
        """Results in words."""
        return [self._told_one(held, each) for each in results]

    def _told_one(self, held: Competition, result: Result) -> str:
        """A result in words, and why it is a walkover although somebody has lost a match."""
        told, match = told_result(held, result), held.match_of(result.pairing)
        if result.kind != "forfeit" or match is None or self._store.matches.reason(match) not in GIVEN_UP:
            return told
        return f"{told}: match {match} ended before each side had made a few moves"

    def ask_director(self, held: Competition, row: PairingRow) -> None:
        """The date of a match has passed, and its director decides; asked once."""
        self._store.competitions.set_due(row, None)
        text = (
            f"The date of match {row.match} of {held.row.name} has passed. Decide it, or give it more time, for"
            f" example: tournament extend {row.match} 7d the other side was ill"
        )
        if held.row.director is None:
            self._alarms.send("competition", text)
            return
        self.note_to_director(held, f"match {row.match} is late", text)

    def note_to_director(self, held: Competition, what: str, text: str) -> None:
        """Write to the director, if that is a player."""
        if held.row.director is not None:
            self.note_to(held, self._store.people.player(held.row.director), text, what)

    def note_to(self, held: Competition, player: Player, text: str, what: str, writer: str = "") -> None:
        """Write a text to somebody, `what` it is about in the Subject; of a `writer`, if it is a letter of theirs."""
        name = hashlib.sha256(f"{what}/{text}".encode()).hexdigest()[:16]  # two notes of one letter are two
        self._mailer.plain(
            CompetitionNoteMail(writer, text),
            player,
            f"{held.row.name}: {what}",
            Dispatch(f"competition-{held.row.id}-{name}-{self._context.now()}", auto_submitted=True),
            kind="director",
        )


def _has_lines(held: Competition) -> bool:
    """Whether the table of a competition does not show its matches, as a bracket does."""
    return held.plan.form not in forms.BRACKETS


def has_just_begun(held: Competition, round_: int) -> bool:
    """Whether the end of a round is the beginning of the competition, or of a season."""
    seasons = held.field.seasons
    return held.row.wake is None and round_ == (seasons[-1].after if seasons else 0)


def round_news(held: Competition, round_: int) -> str:
    """What has happened at the end of a round, in a few words; of round 0, the beginning."""
    if held.row.wake is not None:
        champions = held.names(forms.champions(held.plan, held.field))
        return f"season {len(held.field.seasons)} is over; {won_by(champions)}"
    if has_just_begun(held, round_):
        return f"season {len(held.field.seasons)} begins" if round_ else "it begins"
    if held.plan.form == "knock-out":
        first = next(each for each in held.field.pairings() if each.round == round_)
        return f"{forms.round_title(held.plan, held.field, first)} is over"
    return f"round {round_} is over"


def won_by(champions: list[str]) -> str:
    """Who has won: `Ann wins`."""
    return f"{listed(champions)} {'win' if len(champions) > 1 else 'wins'}"
