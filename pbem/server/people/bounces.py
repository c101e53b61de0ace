"""Mail that comes back: which players cannot be reached, what that changes, and how they are reached again.

Every letter goes out under an envelope sender of its own, a signed token (VERP), so that what comes to this address is
about this letter, whatever it says. If a mail system has lost that address, the Message-ID of the returned mail
identifies the letter.

A day with a failure for good counts 1, one with a failure that may pass a half. Three within thirty days make a player
unreachable: mailing lists wait for five within a week, but a game is slow, and from an ask to its deadline a player
gets two or three mails. And nobody should lose a match to a question that never arrived: if a mail sent since the ask
has failed for good, or the last one of the match was refused for whatever reason, even as spam, the deadline makes its
player unreachable instead of late. Any sign of life restarts the count.

While a player is unreachable their clocks stand still, those who play with them know, and their mail waits in the
outbox but for a probe now and then. A letter of theirs, a probe that does not come back, or the host brings them back.

But a player holds the key to their own bounce addresses. So a report about a mail counts for nothing once its reader
has written; a player who has written since they were asked is late like anybody else; and the number of days a year on
which clocks stand still for this is limited. After that they run, and at the deadline the others vote about the seat.
"""

from pbem.mail.delivery import Outcome, next_try
from pbem.mail.reading import Letter
from pbem.mail.reports import HARD, NONE, Failure, refused
from pbem.mail.submission import says_limit
from pbem.server.clocks.clocks import reckon
from pbem.server.core.context import Service
from pbem.server.core.mailbox_settings import PAUSE_SECONDS
from pbem.server.core.times import DAY
from pbem.server.mailing.alarms import Alarms
from pbem.server.mailing.broadcasts import Broadcasts
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.due import PROBE
from pbem.store.rows import Outgoing, Player, SeatRow

YEAR = 365 * DAY

MANY = 3  # players whose mail is refused within a day, after which the host is told

PATIENCE = 14  # after this many probes in vain the next ones are sent once a week


class ProbeMail(Mail, frozen=True):
    """Can you read this?"""

    template = "probe"

    handle: str


class Bounces(Service):
    """What is known about the addresses of players."""

    _mailer: Mailer
    _alarms: Alarms
    _broadcasts: Broadcasts

    # Evidence against an address.

    def find_returned(self, letter: Letter, failure: Failure) -> Outgoing | None:
        """Find our letter that a report returns, by its Message-ID and the address it went to.

        Only its reader knows the Message-ID, which is signed.
        """
        if letter.kind != "bounce":
            return None
        return self._store.post.latest_of(letter.references, [failure.recipient])

    def take(self, letter: Letter, sent: Outgoing | None) -> str:
        """Count what a report says about the letter `sent`; returns a note for the inbox."""
        player = self._reader(sent)
        if sent is None or player is None:
            return "a bounce of a letter that nobody waits for"
        failure = letter.failure
        if failure is None:
            return f"not recognized as a bounce of letter {sent.id}"
        if self._context.config.mailbox.address and says_limit(failure.note):
            return self._send_again(sent, failure.note)
        if self._has_written(player, sent.created):
            return f"a bounce of letter {sent.id}, whose reader has written since"
        if failure.final and sent.status == "sent":
            self._store.post.delivered(sent.id, "failed", failure.note, now=self._context.now())
        self.count(player, failure)
        return f"bounce of letter {sent.id}: {failure.note}"

    def _send_again(self, sent: Outgoing, note: str) -> str:
        """The account may send no more for now: that says nothing about the reader, and the letter waits.

        Its reader could forge such a report: all mail waits for it once a day at most.
        """
        account, now = self._context.config.mailbox.address.lower(), self._context.now()
        if self._store.mailboxes.status(account).paused <= now - DAY:
            self._store.mailboxes.pause(account, now + PAUSE_SECONDS)
        wait = next_try(max(1, sent.attempts))
        if sent.status == "sent" and wait is not None:
            due = now + max(PAUSE_SECONDS, int(wait.total_seconds()))
            self._store.post.delivered(sent.id, "new", note, due)
        self._alarms.send("quota", f"the provider of {account} takes no more mail for now: {note}")
        return f"a limit of the provider; letter {sent.id} goes out again"

    def count_undelivered(self, letter: Outgoing, outcome: Outcome) -> None:
        """The relay has permanently refused a letter, or it has been given up."""
        player = self._reader(letter)
        if outcome.about == "way":  # the fault is not with this letter
            self._alarms.send(
                "relay",
                f"mail {letter.id} is given up, because the relay could not be reached: {outcome.reply}",
            )
        elif player is not None:
            self.count(player, refused(outcome.reply, recipient=outcome.about == "recipient"))

    def count(self, player: Player, failure: Failure) -> None:
        """Add a failure to what is known; enough of them make a player unreachable."""
        now = self._context.now()
        self._store.people.bounced(player.id, now // DAY, now, failure.weight, failure.note)
        if player.unreachable is None and 0 < self._context.config.bounces.score <= self.score(player):
            self._mark_unreachable(player, now)
        if failure.weight == NONE:
            self._tell_of_refusals(now, failure)

    def _tell_of_refusals(self, now: int, failure: Failure) -> None:
        """Tell the host if mail to many players is refused, which is not the fault of their addresses."""
        refused_today = self._store.people.refused_since(now - DAY)
        if refused_today >= MANY:
            self._alarms.send(
                "refusals",
                f"mail to {refused_today} players has been refused within a day, although their addresses are right:"
                f" {failure.note}. See: pbem outbox list --status failed, and pbem doctor",
            )

    def score(self, player: Player, since: int = 0) -> float:
        """The score against a player's address, now or since a moment."""
        first = max(since, self._context.now() - self._context.config.bounces.days * DAY)
        return sum(bounce.weight for bounce in self._store.people.bounces(player.id) if bounce.at >= first)

    def not_late(self, seat: SeatRow) -> bool:
        """Whether a seat whose time is up could not be reached at all since it was asked; then it does not count as
        late."""
        player = self._store.people.player(seat.player)
        assert seat.since is not None
        come_back = self._context.config.bounces.score and (
            self.score(player, seat.since) >= HARD or self._never_arrived(player, seat, seat.since)
        )
        if not come_back or player.unreachable is not None or self._has_written(player, seat.since):
            return False
        if self._left(player) <= self._context.now() - seat.since:  # the clock would have run meanwhile
            return False
        self._mark_unreachable(player, seat.since)
        return True

    def _never_arrived(self, player: Player, seat: SeatRow, since: int) -> bool:
        """Whether the last mail that has told a seat about its match since a moment has failed."""
        post = self._store.post
        mails = [*post.of_kind_since(player.address, "digest", since)]
        if last := post.latest_of([seat.last_mail], [player.address]):
            mails.append(last)
        left = [mail for mail in mails if mail.created >= since and mail.status in ("sent", "failed")]
        return bool(left) and max(left, key=lambda mail: mail.id).status == "failed"

    def _has_written(self, player: Player, since: int) -> bool:
        return bool(self._store.post.done_since(player.address, since))

    def _reader(self, letter: Outgoing | None) -> Player | None:
        player = self._store.people.at(letter.recipient) if letter is not None else None
        return player if player and letter and player.address == letter.recipient else None

    # Lost and found.

    def _left(self, player: Player) -> int:
        now = self._context.now()
        stops = self._store.stops.of_player(player.id, "silent")
        spent = (min(now, stop.end or now) - max(stop.start, now - YEAR) for stop in stops)
        return self._context.config.bounces.most_days * DAY - sum(each for each in spent if each > 0)

    def _mark_unreachable(self, player: Player, since: int) -> None:
        """Declare a player unreachable: their clocks stand still since a moment, no mail goes to them from now on, and
        the others are told why."""
        now, left = self._context.now(), self._left(player)
        self._store.people.set_unreachable(player.id, now)
        self._store.post.hold(player.address)
        who, most = player.handle, self._context.config.bounces.most_days
        if left > 0:
            self._store.stops.add("silent", since, since + left, player=player.id)
            headline = (
                f"Mail to {who} comes back. Until that is fixed, the clock of {who} is stopped,"
                f" for {most} days a year at most; see below when their time is up."
            )
        else:
            headline = (
                f"Mail to {who} comes back, but the clock of {who} runs: it has been stopped long enough."
            )
        reckon(self._store, self._store.matches.running_clocks(player.id), now)
        self._broadcasts.tell_others(player, headline, f"lost-{player.id}-{now}")
        self._alarms.send(
            "bounces",
            f"mail to {player.handle} comes back; see: pbem player show {player.handle}",
        )

    def note_sign_of_life(self, player: Player) -> None:
        """A sign of life: the player has their mail again, and their clocks go on."""
        self._store.people.forget_bounces(player.id)
        if player.unreachable is None:
            return
        now = self._context.now()
        self._store.people.set_unreachable(player.id, None)
        self._store.post.release_held(player.address, now)
        for stop in self._store.stops.of_player(player.id, "silent"):
            if stop.end is None or stop.end > now:
                self._store.stops.shorten(stop.id, now)
        reckon(self._store, self._store.matches.running_clocks(player.id), now)
        key = f"found-{player.id}-{now}"
        self._broadcasts.tell_others(player, f"{player.handle} can be reached again; the clock goes on.", key)
        back = self._store.people.player(player.id)
        headline = "Mail to you had come back, and your clock was stopped. Now it runs again."
        self._broadcasts.send_boards(back, headline, key)

    # Probes, set off by cron.

    def look_after(self, player: Player) -> str:
        """What must be done about an unreachable player now: `probe`, `return`, or nothing yet."""
        since = player.unreachable
        assert since is not None
        now, step = self._context.now(), self._context.config.bounces.probe_seconds
        probes = self._store.post.of_kind_since(player.address, PROBE, since)
        if not probes:
            return "probe" if now >= since + step else ""
        last = probes[-1]
        back = last.status == "failed" or any(
            bounce.at >= last.created for bounce in self._store.people.bounces(player.id)
        )
        if last.status == "sent" and not back and now >= last.created + step:
            return "return"
        wait = step if len(probes) < PATIENCE else max(step, 7 * DAY)
        return "probe" if back and now >= last.created + wait else ""

    def probe(self, player: Player) -> None:
        """Mail to an unreachable player, to see whether it comes back."""
        dispatch = Dispatch(f"probe-{player.id}-{self._context.now()}", auto_submitted=True)
        self._mailer.plain(ProbeMail(player.handle), player, "can you read this?", dispatch)
