"""The letters of a mailbox: which of them go into the inbox table, what the ledger notes, and who is told."""

import hashlib

from msgspec import Struct, structs

from pbem.mail.fetched import envelope_of
from pbem.mail.hooks import Envelope
from pbem.mail.mailbox import Listed
from pbem.mail.reading import Letter, LetterError, read
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.store.mailbox import UNREAD, LedgerRow, LetterState, Place

OLD = "it was there before the server first read the mailbox"
TOO_LARGE = "too large"


class Fetched(Struct, frozen=True):
    """A letter that has been fetched: its envelope, its place, and when it arrived."""

    envelope: Envelope
    place: Place
    listed: Listed
    sha256: str
    arrived: int


class BoxLetters(Service):
    """What the database knows of the letters of a mailbox."""

    _mailer: Mailer
    _limits: RateLimits

    def __post_init__(self) -> None:
        super().__post_init__()
        self._boxes = self._store.mailboxes
        self.account = self._context.config.mailbox.address.lower()

    # What is fetched.

    def fetched(self, place: Place, listed: Listed, raw: bytes) -> Fetched:
        """A letter as it was fetched. It arrived when the server says, but not before the last complete look began, nor
        later than now."""
        tokens, now = self._context.tokens, self._context.now()
        status = self._boxes.status(self.account)
        earliest = status.synced or status.began or now
        envelope = envelope_of(
            raw, self._context.config.limits, lambda address: tokens.find((address,)) is not None
        )
        arrived = max(min(earliest, now), min(listed.arrived or now, now))
        return Fetched(envelope, place, listed, hashlib.sha256(raw).hexdigest(), arrived)

    def knows(self, fetched: Fetched) -> bool:
        """Has a letter with the same bytes been stored before? Called within the transaction that stores it."""
        return self._boxes.knows(self.account, fetched.sha256)

    def note(self, fetched: Fetched, note: str = "") -> None:
        """Note a letter that is stored by the same transaction, or was stored before."""
        listed = structs.replace(fetched.listed, arrived=fetched.arrived)
        self._note(fetched.place, listed, "stored", sha256=fetched.sha256, note=note)

    # What is not.

    def skip_old(self, listed: list[Listed], folder: str, epoch: int) -> None:
        """Note the first look: letters that are there remain unread, unless the host wants them read."""
        with self._context.store.transaction():
            if not self._context.config.mailbox.read_old:
                for each in listed:
                    self._note(Place(folder, epoch, each.uid), each, "skipped", note=OLD)
            self._boxes.begin(self.account, self._context.now(), epoch)

    def skip(self, place: Place, listed: Listed, note: str) -> None:
        """Note that a letter is not read."""
        with self._context.store.transaction():
            self._note(place, listed, "skipped", note=note)

    def count_try(self, place: Place, most: int) -> bool:
        """Note that a letter could not be fetched; returns whether it is given up, after several tries."""
        with self._context.store.transaction():
            row = self._boxes.at(self.account, place)
            tries = (row.tries if row is not None and row.state == "trying" else 0) + 1
            state: LetterState = "skipped" if tries >= most else "trying"
            nothing, note = Listed(place.uid, UNREAD, "", 0), "the server's answer cannot be understood"
            self._note(place, nothing, state, tries=tries, note=note)
        return tries >= most

    def refuse_large(self, header: bytes) -> None:
        """Tell a player, a few times a day, that their letter is too large; nobody else is told."""
        config = self._context.config
        letter = self._read(header)
        if letter is None or letter.kind != "human":
            return
        player = self._context.store.people.at(letter.sender)
        if player is None or player.disabled or not self._limits.take("too large", player.id):
            return
        most = config.limits.lmtp_letter_bytes // 1024
        key = hashlib.sha256(header).hexdigest()[:32]
        with self._context.store.transaction():
            self._mailer.not_done(
                player,
                f"your letter is too large: {most} KB is the maximum. Please send it without attachments",
                Dispatch(f"too-large-{key}", letter.message_id),
            )

    # What lies among the junk.

    def is_for_us(self, header: bytes) -> bool:
        """Does a letter go to a valid reply address, or answer a mail of ours to its writer?"""
        letter = self._read(header)
        if letter is None or letter.kind == "own":
            return False
        token = self._context.tokens.find(letter.recipients)
        if token is not None:
            return token.kind != "bounce"
        return self._context.store.post.latest_of(letter.references, [letter.sender]) is not None

    def _read(self, header: bytes) -> Letter | None:
        config = self._context.config
        try:
            return read(
                header.rstrip(b"\r\n") + b"\r\n\r\n",
                domain=config.domain,
                local=config.name,
                limits=config.limits,
            )
        except LetterError:
            return None

    def _note(
        self,
        place: Place,
        listed: Listed,
        state: LetterState,
        *,
        sha256: str = "",
        tries: int = 0,
        note: str = "",
    ) -> None:
        what = (listed.message_id, listed.size, listed.arrived)
        self._boxes.put(self.account, place, LedgerRow(place.uid, sha256, *what, state, tries, note))
