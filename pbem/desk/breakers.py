"""Caps on mail: what one player may write, what one address may get, and what may leave the house at all.

Nothing is lost to a cap. A letter that is one too many waits in the inbox and is done in its turn; a mail that is one
too many waits in the outbox. What its reader must answer, what he is merely told, and what goes to strangers are
counted apart, so that none of them keeps another waiting. Only letters that prove nothing, or are like others in which
nothing could be read or that changed nothing, are left without an answer beyond theirs: two machines that answer each
other fall silent (I23), and nobody floods somebody else through us. A person who tries is always answered.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from pbem.desk.alarms import ALARMS
from pbem.desk.identity import Ignored, Sender
from pbem.desk.mailer import Occasion
from pbem.desk.times import DAY, HOUR, moment
from pbem.mail.addresses import mailbox, normalise
from pbem.store.rows import Outgoing, Player

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

MISREAD = "nothing in it could be read"
"""How the note of such letters begins, by which they are counted."""

CHANGES_NOTHING = "it changes nothing"
"""The same of letters that only ask for something, such as a list or help."""

VARIED = 4
"""So many times as often as one that is like others may a letter of its own kind be answered in a day; so may letters
that are alike, but hold lines which are known."""

LIKE_OTHERS = (
    "I answer no more letters like this one until tomorrow: several have come today, and in none could I read anything."
    " Any other letter is answered as ever. If you meant an order, see below how it is written."
)
ASKED_OFTEN = (
    "I answer no more letters like this one until tomorrow: very many have come today that are alike, and change"
    " nothing. Any other letter is answered as ever."
)
ONE_AN_HOUR = (
    "Very many letters of yours have come today in which I could read nothing. Until tomorrow I answer such letters"
    " once an hour at most; one that holds a line which I know, help for example, is answered as ever."
)

FEW_WORDS = 5
"""In letters of so many words numbers count: squares and pawns are half of an order."""

EACH_LETTER = 2
"""Mails that a letter of its owner adds to what an address may get: the answer, and what comes of it."""


KEPT_OF_STRANGERS = 8192
"""So many bytes are kept of a letter that proves nothing and is done with: enough to see what it was."""


class Purse(Struct, frozen=True):
    """A count of mails: to an address those which only tell (`tells`) or the others; or (None) to strangers, in one
    mailbox, of one domain (`@example.org`) or to all of them ("")."""

    to: str
    tells: bool | None
    cap: int
    time: int


def _kind_of(lines: Iterable[str]) -> str:
    """What letters have in common that differ in nothing but numbers, or (where they are short) not even in those."""
    words = re.findall(r"\w+", " ".join(lines).lower())
    if len(words) > FEW_WORDS:
        words = [word for word in words if not any(sign.isdigit() for sign in word)]
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:8]


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
                strangers_an_hour=0,
                strangers_of_a_domain=0,
                said_a_day=0,
            )
            if desk.config.trial
            else caps
        )
        self._hour, self._letters = 0, Counter[str]()
        self._from_strangers: deque[int] = deque(maxlen=self.caps.strangers_an_hour or None)

    # Letters that come in.

    def admit(self, sender: Sender) -> None:
        """Raise `Ignored` for one letter too many that does not prove who wrote it."""
        cap = self.caps.unproven_a_day
        if not sender.proven and cap:
            last = self._post.done_before(sender.counted, cap, proven=False)
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

    def full(self, recipients: Sequence[str], return_path: str) -> bool:
        """Whether a letter cannot be taken now, because too many of the kind wait, or have come within the hour.

        It is asked before anybody has read the letter: whoever hands it over keeps it and comes again.
        """
        if self._desk.mint.find(recipients) is None:
            sender = normalise(return_path)
            known = self._desk.store.people.at(sender) is not None
            return self._too_many(sender) if known else self._crowded()
        if self._too_many(min(recipients)):
            return True
        if not self.caps.letters_waiting or not self._post.any_throttled():
            return False
        owner = self._desk.identity.owner_of(recipients)
        waiting = map(self._post.waiting_from, self._desk.store.people.addresses(owner.id) if owner else ())
        return sum(waiting) >= self.caps.letters_waiting

    def _too_many(self, key: str) -> bool:
        """Count one more letter to a reply address, or from a player's; whether more come within an hour than he could
        have done and waiting."""
        hour = self._desk.now() // HOUR
        if hour != self._hour:
            self._hour, self._letters = hour, Counter()
        self._letters[key] += 1
        done, waiting = self.caps.letters_an_hour, self.caps.letters_waiting
        return done > 0 and waiting > 0 and self._letters[key] > done + waiting

    def _crowded(self) -> bool:
        """Count one more letter of a stranger; whether it is too much, or too many mails to strangers wait."""
        if not self.caps.strangers_an_hour:
            return False
        now, seen = self._desk.now(), self._from_strangers
        if len(seen) == seen.maxlen and seen[0] > now - HOUR:
            return True
        if self._post.waiting_outside() >= self.caps.strangers_an_hour:
            return True
        seen.append(now)
        return False

    def may_ask(self, address: str, kind: str) -> bool:
        """Whether one more question of a kind may go to an address today."""
        cap = self.caps.questions_a_day
        return not cap or self.asked_today(address, kind) < cap

    def asked_today(self, address: str, kind: str) -> int:
        """How many mails of a kind have been written to an address within a day; to a stranger, whatever his tag."""
        since = self._desk.now() - DAY
        if self._desk.store.people.at(address) is not None:
            return self._post.count_since(address, kind, since)
        return self._post.count_out_since(mailbox(address), kind, since)

    def may_say(self, player: Player) -> bool:
        """Count one more line of a player to the others in a match; whether it may be passed on today."""
        cap = self.caps.said_a_day
        return not cap or self._desk.store.watch.message(player.id, "say", self._desk.now(), DAY) <= cap

    def misread(self, sender: Sender, lines: Iterable[str]) -> tuple[str, str]:
        """The note of one more letter in which nothing could be read, and what its writer is told before he is answered
        no more as he has been. Raises `Ignored` where he is not.

        A machine writes the same again and again, but for numbers and names of its own: letters that are alike are
        answered a few times a day. A person tries this and that, and may believe that he has moved: whatever else he
        writes is answered, very much of it once an hour. So machines whose letters differ come to rest, too (I23): what
        is not answered is not answered back.
        """
        cap, today = self.caps.misread_a_day, self._desk.now() - DAY
        note = f"{MISREAD} ({_kind_of(lines)})"
        if not cap:
            return note, ""
        alike = self._post.notes_since(sender.counted, note, today, proven=sender.proven)
        if alike >= cap:
            raise Ignored("one more like others in which nothing could be read")
        all_misread = functools.partial(
            self._post.notes_since, sender.counted, MISREAD, proven=sender.proven, begins=True
        )
        before = all_misread(today)
        if before > cap * VARIED and all_misread(self._desk.now() - HOUR):
            raise Ignored("one more within the hour in which nothing could be read")
        if alike + 1 == cap:
            return note, LIKE_OTHERS
        return note, ONE_AN_HOUR if before >= cap * VARIED else ""

    def asked_again(self, sender: Sender, lines: Iterable[str]) -> tuple[str, str]:
        """The note of one more letter that changes nothing, and what its writer is told before he is answered no more.
        Raises `Ignored` where very many of a day are alike: then a machine writes them, whose text happens to hold a
        line that we know (I23)."""
        note = f"{CHANGES_NOTHING} ({_kind_of(lines)})"
        cap = 0 if self._desk.config.trial else self.caps.misread_a_day * VARIED
        today = self._desk.now() - DAY
        if not cap:
            return note, ""
        alike = self._post.notes_since(sender.counted, note, today, proven=sender.proven)
        if alike >= cap:
            raise Ignored("one more like others that change nothing")
        return note, ASKED_OFTEN if alike + 1 == cap else ""

    # Mails that go out.

    def shut_until(self) -> int | None:
        """Until when nothing leaves the house for players, because too much has left it within the hour; the host is
        told."""
        cap = self.caps.all_mails_an_hour
        last = self._post.sent_before(cap, self._desk.now() - HOUR) if cap else None
        if last is None:
            return None
        self._desk.alarms.send(
            "flood",
            f"{cap} mails have been sent within an hour; the others wait. If that is right for your server, set"
            " all_mails_an_hour in [caps]; if not, something makes it write too much: see pbem outbox list",
        )
        return last + HOUR

    def within_caps(self, letters: list[Outgoing]) -> list[Outgoing]:
        """Those of some letters that may go now; the others are put off, to be delivered in their turn."""
        going: list[Outgoing] = []
        ahead: Counter[Purse] = Counter()
        crowd = False
        for letter in letters:
            purses = [] if letter.kind.startswith(ALARMS) else self._purses(letter)
            opens = [(self._opens(purse, ahead[purse]), purse) for purse in purses]
            shut = [(due, purse) for due, purse in opens if due is not None]
            if not shut:
                ahead.update(purses)
                going.append(letter)
                continue
            due = max(due for due, _ in shut)
            crowd = crowd or any(not purse.to for _, purse in shut)
            self._post.put_off(letter.id, due, "waits: this address has had enough mails for now")
        if crowd:
            self._desk.alarms.send(
                "strangers",
                f"{self.caps.strangers_an_hour} mails have been sent to strangers within an hour; the others wait."
                " Players get theirs as ever. Somebody may be writing to the server in made-up names: see pbem inbox"
                " list",
            )
        return going

    def _purses(self, letter: Outgoing) -> list[Purse]:
        """What a letter is counted against. What only tells never keeps from its reader what he is asked, and no
        stranger's mail keeps players waiting."""
        caps = self.caps
        if not letter.mailbox:
            hour = Purse(letter.recipient, letter.tells, caps.mails_an_hour, HOUR)
            return [hour, Purse(letter.recipient, letter.tells, caps.mails_a_day, DAY)]
        domain = letter.mailbox[letter.mailbox.index("@") :]
        return [
            Purse(letter.mailbox, None, caps.mails_an_hour, HOUR),
            Purse(letter.mailbox, None, caps.mails_a_day, DAY),
            Purse(domain, None, caps.strangers_of_a_domain, HOUR),
            Purse("", None, caps.strangers_an_hour, HOUR),
        ]

    def _opens(self, purse: Purse, ahead: int) -> int | None:
        """When one more mail than the ones ahead may go out; None: now."""
        if not purse.cap:
            return None
        due = self._free(purse, purse.cap - ahead)
        if due is not None and purse.tells is not None:
            since = self._desk.now() - purse.time
            earned = EACH_LETTER * self._post.done_since(purse.to, since)
            due = self._free(purse, purse.cap + earned - ahead)
        return due

    def _free(self, purse: Purse, room: int) -> int | None:
        """When less than `room` mails lie in the time of a purse; None: they do so now."""
        now = self._desk.now()
        count, since = max(1, room), now - purse.time
        if purse.tells is None:
            last = self._post.sent_out_before(purse.to, count, since)
        else:
            last = self._post.sent_to_before(purse.to, purse.tells, count, since)
        if room < 1:
            return (last or now) + purse.time
        return None if last is None else last + purse.time
