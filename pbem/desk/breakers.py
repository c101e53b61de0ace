"""Caps on mail: what one player may write, what one address may get, and what may leave the house at all.

Nothing is lost to a cap. A letter that is one too many waits in the inbox and is done in its turn; a mail that is one
too many waits in the outbox. Only letters that prove nothing, or in which nothing can be read, are left without an
answer beyond theirs: two machines that answer each other fall silent (I23), and nobody floods somebody else through us.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import structs

from pbem.desk.alarms import ALARMS, alarm
from pbem.desk.identity import Ignored, Sender
from pbem.desk.mailer import Occasion
from pbem.desk.times import DAY, HOUR, moment
from pbem.store.rows import Outgoing

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

MISREAD = "nothing in it could be read"
"""The note of such letters, by which they are counted."""

EACH_LETTER = 2
"""Mails that a letter of its owner adds to what an address may get: the answer, and what comes of it."""


class Breakers:
    """The caps of a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._post = desk.store.post
        caps = desk.config.caps
        self.caps = (
            structs.replace(
                caps,
                letters_an_hour=0,
                letters_waiting=0,
                mails_an_hour=0,
                mails_a_day=0,
                all_mails_an_hour=0,
            )
            if desk.config.trial
            else caps
        )

    # Letters that come in.

    def admit(self, sender: Sender) -> None:
        """Raise `Ignored` for one letter too many that does not prove who wrote it."""
        cap = self.caps.unproven_a_day
        if not sender.proven and cap:
            last = self._post.done_before(sender.address, cap, proven=False)
            if last is not None and last > self._desk.now() - DAY:
                raise Ignored("enough letters of this address today that prove nothing")

    def wait_until(self, number: int, sender: Sender) -> int | None:
        """When letter `number` of a player who writes too much is done; None: at once.

        Those that wait are done in the order in which they came, each in a place of its own.
        """
        cap, now = self.caps.letters_an_hour, self._desk.now()
        if not cap or sender.player is None or not sender.proven:
            return None
        ahead = self._post.waiting_from(sender.address, number)
        last = self._post.done_before(sender.address, cap, proven=True)
        if not ahead and (last is None or last + HOUR <= now):
            return None
        rounds, place = divmod(ahead, cap)
        freed = self._post.done_before(sender.address, cap - place, proven=True)
        return max(now + 1, (freed or now) + HOUR * (1 + rounds))

    def told_to_wait(self, sender: Sender, due: int) -> None:
        """Tell a player, once a day, that his letters wait."""
        player = sender.player
        assert player is not None
        if not self._post.count_since(player.address, "throttled", self._desk.now() - DAY):
            self._desk.mailer.plain(
                "throttled",
                player.address,
                "your letters wait",
                Occasion(f"throttled-{player.id}-{self._desk.now()}", automatic=True),
                player=player,
                cap=self.caps.letters_an_hour,
                moment=moment(due, player.zone),
            )

    def full(self, recipients: Iterable[str]) -> bool:
        """Whether so many letters of whom a reply address belongs to wait that no more can be taken now."""
        if not self.caps.letters_waiting or not self._post.any_throttled():
            return False
        owner = self._desk.identity.owner_of(recipients)
        waiting = map(self._post.waiting_from, self._desk.store.people.addresses(owner.id) if owner else ())
        return sum(waiting) >= self.caps.letters_waiting

    def may_ask(self, address: str, kind: str) -> bool:
        """Whether one more question of a kind may go to an address today."""
        cap = self.caps.questions_a_day
        return not cap or self._post.count_since(address, kind, self._desk.now() - DAY) < cap

    def misread(self, sender: Sender) -> bool:
        """Note one more letter in which nothing could be read: whether it is the last that is answered today."""
        before = self._post.notes_since(sender.address, MISREAD, self._desk.now() - DAY)
        cap = self.caps.misread_a_day
        if cap and before >= cap:
            raise Ignored("one more in which nothing could be read")
        return before + 1 == cap

    # Mails that go out.

    def shut_until(self) -> int | None:
        """Until when nothing leaves the house, because too much has left it within the hour; the host is told."""
        cap = self.caps.all_mails_an_hour
        last = self._post.sent_before(cap) if cap else None
        if last is None or last + HOUR <= self._desk.now():
            return None
        alarm(
            self._desk,
            "flood",
            f"{cap} mails have been sent within an hour; the others wait. If that is right for your server, set"
            " all_mails_an_hour in [caps]; if not, something makes it write too much: see pbem outbox list",
        )
        return last + HOUR

    def within_caps(self, letters: list[Outgoing]) -> list[Outgoing]:
        """Those of some letters that may go now; the others are put off, to be delivered in their turn."""
        going: list[Outgoing] = []
        ahead: Counter[str] = Counter()
        for letter in letters:
            due = None if letter.kind.startswith(ALARMS) else self._opens(letter.recipient, ahead)
            if due is None:
                ahead[letter.recipient] += 1
                going.append(letter)
            else:
                self._post.put_off(letter.id, due, "waits: this address has had enough mails for now")
        return going

    def _opens(self, recipient: str, ahead: Counter[str]) -> int | None:
        """When an address may get one more mail than the ones ahead; None: now."""
        now = self._desk.now()
        for cap, time in ((self.caps.mails_an_hour, HOUR), (self.caps.mails_a_day, DAY)):
            due = self._free(recipient, cap - ahead[recipient], time, now) if cap else None
            if due is not None:
                cap += EACH_LETTER * self._post.done_since(recipient, now - time)
                due = self._free(recipient, cap - ahead[recipient], time, now)
            if due is not None:
                return due
        return None

    def _free(self, recipient: str, room: int, time: int, now: int) -> int | None:
        """When less than `room` mails lie in the last `time` seconds; None: they do so now."""
        last = self._post.sent_before(max(1, room), recipient)
        if room < 1:
            return (last or now) + time
        return last + time if last is not None and last + time > now else None
