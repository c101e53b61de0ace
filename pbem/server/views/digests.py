"""One mail a day, for players who want no more.

News that can wait (see `mailer.can_wait`) are stored with the time at which they are due, and without the position:
that is told as it stands when they are written. So nothing is stale, undo takes back what nobody has read yet, and each
event is reported once, in this mail or in one that goes out before it. All that waits for a player is taken and told in
one transaction: once, however many processes look for it, and nothing is lost if one dies.
"""

import logging
from collections.abc import Mapping

from msgspec import Struct

from pbem.mail.prose import listed
from pbem.mail.tokens import Token
from pbem.server.core.context import Service
from pbem.server.core.times import DAY, HOUR, moment, next_hour
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.notices import Body
from pbem.server.matches.repository import MatchRepository
from pbem.server.views.observers import Observers
from pbem.store import passing
from pbem.store.rows import Player

log = logging.getLogger("pbem.digests")


class DigestMail(Mail, frozen=True):
    """The daily mail: where it is the reader's turn, and the number of one match, for examples."""

    template = "digest"

    asked: list[str]
    first: int


class TitledMail(Mail, frozen=True):
    """One match of a daily mail."""

    template = "titled"

    number: int


class UnshownMail(Mail, frozen=True):
    """A match that cannot be shown."""

    template = "unshown"

    number: int


class Sent(Struct, frozen=True):
    """A digest that has gone out, or would: to whom, and which matches it is about, in words."""

    handle: str
    about: str


class _Section(Struct, frozen=True):
    """What a digest says about one match, in which turn it is (if known), and the line about it at the top if it is the
    reader's move."""

    body: Body | None
    turn: int | None = None
    asked: str = ""


class Digests(Service):
    """Sends the daily mails."""

    _repository: MatchRepository
    _mailer: Mailer
    _observers: Observers

    def reschedule(self, player: Player) -> None:
        """A player wants their mail in a different way: waiting news come at their hour, or soon if they should wait no
        longer."""
        now, liked = self._context.now(), player.preferences
        self._store.news.reschedule(
            player.id, next_hour(now, player.zone, liked.hour) if liked.daily else now
        )

    def due(self) -> list[Sent]:
        """The daily mails that are due."""
        players = map(self._store.people.player, self._store.news.due(self._context.now()))
        return [
            Sent(each.handle, _matches(self._store.news.matches(each.id))) for each in players if _reads(each)
        ]

    def send_due(self) -> list[Sent]:
        """Send the daily mails that are due. One that cannot be written is tried again an hour later."""
        sent = []
        for number in self._store.news.due(self._context.now()):
            try:
                with self._store.transaction():
                    sent += self._send(self._store.people.player(number))
            except Exception as error:
                if passing(error):
                    raise
                log.exception("the daily mail of player %d cannot be written", number)
                with self._store.transaction():
                    self._store.news.reschedule(number, self._context.now() + HOUR)
        return sent

    def _send(self, player: Player) -> list[Sent]:
        """Tell a player all that waits for them; nothing if another process has told it meanwhile."""
        if not _reads(player):
            self._store.news.reschedule(player.id, self._context.now() + DAY)
            return []
        waiting = self._store.news.matches(player.id)
        matches = map(self._store.matches.match, waiting)
        found = {
            row.id: self._section(player, row.id) for row in matches if self._repository.is_playable(row)
        }
        sections = {match: section for match, section in found.items() if section is not None}
        if len(found) < len(waiting):  # these wait until their games are installed again
            self._store.news.reschedule(player.id, self._context.now() + DAY)
        if not sections:
            return []
        sections = dict(sorted(sections.items(), key=lambda each: not each[1].asked))  # their moves first
        moves = {match: each for match, each in sections.items() if each.asked} | self._elsewhere(
            player, sections
        )
        shown = {**sections, **moves}
        turns = {match: each.turn for match, each in shown.items() if each.turn is not None}
        digest = self._store.news.note_digest(player.id, self._context.now(), turns)
        asked = sorted(moves)
        self._mailer.plain(
            DigestMail(asked=[moves[match].asked for match in asked], first=(asked or list(shown))[0]),
            player,
            f"your turn in {_matches(asked)}" if asked else f"news of {_matches(list(sections))}",
            Dispatch(f"digest-{digest}", auto_submitted=True),
            token=Token("player", player.id, player.generation, digest),
            parts=tuple(each.body for each in sections.values() if each.body is not None),
        )
        return [Sent(player.handle, _matches(list(sections)))]

    def _elsewhere(self, player: Player, told: Mapping[int, _Section]) -> dict[int, _Section]:
        """Other matches in which it is their move: they have had a separate mail about each already."""
        matches, found = self._store.matches, {}
        for row in matches.of_player(player.id, ("running",)):
            mine = next(seat for seat in matches.seats(row.id) if seat.player == player.id)
            turn = self._store.log.last_turn(row.id)
            if (
                row.id in told
                or not self._repository.is_playable(row)
                or mine.since is None
                or row.paused is not None
                or turn is None
            ):
                continue
            title = self._context.games.of(row.game).title
            when = f" Your time is up on {moment(mine.due, player.zone)}." if mine.due is not None else ""
            how = f"Its board has come in a mail of its own; to have it again write: show {row.id}"
            found[row.id] = _Section(None, turn.number, f"Match {row.id} ({title}).{when} {how}")
        return found

    def _section(self, player: Player, number: int) -> _Section | None:
        """What a player is told about a match; None if they have nothing to do with it anymore."""
        try:
            with self._store.transaction():
                return self._told(player, number)
        except Exception as error:
            if passing(error):
                raise
            # One damaged match must not hold back the others.
            log.exception("match %d cannot be told in a digest", number)
            self._store.news.take(player.id, number)
            return _Section(Body.of(UnshownMail(number)))

    def _told(self, player: Player, number: int) -> _Section | None:
        mailer, observers = self._mailer, self._observers
        loaded = self._repository.load(number)
        turn = loaded.match.turn.number
        seat = loaded.seat_of(player)
        if seat is not None:
            asked = ""
            if seat.seat in loaded.match.asks and not loaded.match.over:
                when = mailer.standing.deadlines(loaded, seat) if seat.since is not None else []
                asked = " ".join([f"Match {number} ({loaded.game.title}).", *when[:1]])
            return _Section(_titled(number, mailer.in_digest(loaded, seat)), turn, asked)
        happened = mailer.take_waiting(player.id, number)
        followed = [each for each in self._store.watch.observers(number) if each.player == player.id]
        if not followed:
            return None
        mail, story = observers.seen_by(loaded, followed[0], player, happened)
        return _Section(_titled(number, Body.of(mail, loaded.game.name, story)), turn)


def _titled(number: int, body: Body) -> Body:
    return Body.of(TitledMail(number), body.game, parts=(body,))


def _reads(player: Player) -> bool:
    """Whether a digest would be read: news waits on for a player who wants no mail, or whom none reaches."""
    return not (player.disabled or player.quiet or player.unreachable is not None)


def _matches(numbers: list[int]) -> str:
    """`match 12`, `matches 12 and 15`, `7 matches`."""
    if len(numbers) == 1:
        return f"match {numbers[0]}"
    if len(numbers) > 5:
        return f"{len(numbers)} matches"
    return f"matches {listed(numbers)}"
