"""The rows that the store returns: plain values without behavior."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

MatchStatus: TypeAlias = Literal["offered", "running", "over", "void"]
SeatStatus: TypeAlias = Literal["invited", "accepted", "declined", "open"]


class Preferences(Struct, frozen=True, omit_defaults=True):
    """A player's mail settings.

    `daily`: mail that can wait comes once a day, at `hour` (0 to 23) in their own zone. `lists_first`: a position is
    described in words before it is drawn; `board`: it is drawn at all; `changes`: only what has changed is told, in
    words; `own_side`: it is drawn from their side of the board, where it has sides. `detail`: whether mails explain
    everything each time (`auto`: the first few do); `receipts`: how long mails are that ask nothing; `hints`: whether
    they tell how good the best answer is; `site`: pages for everybody show the player by handle; `picture`: a board in
    HTML is a picture.
    """

    daily: bool = False
    hour: int = 18
    lists_first: bool = False
    board: bool = True
    own_side: bool = False
    changes: bool = False
    detail: Literal["auto", "full", "brief"] = "auto"
    receipts: Literal["short", "full", "off"] = "short"
    hints: bool = False
    site: bool = False
    picture: bool = False


class Player(Struct, frozen=True):
    """A person. `address` is where their mail goes; `zone` an IANA name; `auto_vacation`: a day off before being late.

    Reply addresses of another `generation` are void. `quiet`: send only answers to their own letters;
    `unreachable`: since when mail to them has been bouncing.
    """

    id: int
    handle: str
    address: str
    zone: str
    text_only: bool
    disabled: bool
    created: int
    auto_vacation: bool = False
    generation: int = 0
    quiet: bool = False
    unreachable: int | None = None
    preferences: Preferences = Preferences()

    @property
    def gone(self) -> bool:
        """Has the player left the server for good?"""
        return self.disabled and not self.address


class Writer(Struct, frozen=True):
    """A player as the writer of a letter that answers a mail of a seat.

    `address` is that of theirs which they have written from, as they have confirmed it. `holder` is the player number
    of that seat with the generation of its reply addresses (None: there is no such seat); `throttled`: letters of
    theirs wait; `bounced`: mail to them has come back; `proposed`: a letter put right waits for their yes.
    """

    player: Player
    address: str
    holder: tuple[int, int] | None
    throttled: bool
    bounced: bool
    proposed: bool


class Bounce(Struct, frozen=True):
    """Bounces of a player's address on one day (since 1970): when the latest came, the highest weight, and its note."""

    day: int
    at: int
    weight: float
    note: str


class Confirmation(Struct, frozen=True):
    """A question that waits for a yes.

    Only `address` may answer it or, where that is empty, its `player` from any address of theirs. `about` is what the
    question is about, by its kind; `expires`: from when on no answer counts (None: none is too late).

    To the players of a match a question has a row for each of them who has not said yes: `seat` asks it, or is what it
    is about, and `mail` is the last one that went out before.
    """

    id: int
    kind: str
    player: int | None
    address: str
    about: str
    asked: int
    expires: int | None
    match: int | None = None
    seat: str = ""
    mail: int = 0

    def has_expired(self, now: int) -> bool:
        """Is it too late for an answer?"""
        return self.expires is not None and now >= self.expires


class Terms(Struct, frozen=True, omit_defaults=True):
    """How much time a match gives, in seconds, and what happens to a late player.

    A seat's clock begins with `bank` and runs down while it is asked; each question but the first adds `add`, up to
    `cap`.
    A fixed time for each move is the case in which all three are equal. `weekends`: clocks stop on weekends;
    `vacation`: also on days that the player has booked. `policy` has the step for each missed deadline in a row;
    the last one is repeated. `level` is how well the house plays, should it have a seat.
    """

    add: int = 604_800
    bank: int = 604_800
    cap: int = 604_800
    weekends: bool = False
    vacation: bool = True
    policy: tuple[str, ...] = ("nag",)
    level: str = "normal"


class MatchRow(Struct, frozen=True):
    """A match: offered, running or over.

    `salts` are in the order in which they were given. `owner` is the player who offered it (None: the host),
    `expires` when the offer lapses; `rated`: it counts for the standings; `observed`: somebody follows it;
    `questions`: some wait for its players. `stake`: what it is about in its competition; `wants`: whom an offer to
    everybody is for. `played` is what its log leads to, if the result has been corrected.
    """

    id: int
    game: str
    version: int
    options: dict[str, str]
    status: MatchStatus
    terms: Terms
    seed: bytes
    salts: tuple[str, ...]
    created: int
    started: int | None
    finished: int | None
    result: str
    reason: str
    paused: int | None
    owner: int | None
    expires: int
    rated: bool
    observed: bool = False
    questions: bool = False
    stake: str = ""
    wants: str = ""
    played: str | None = None


class SeatRow(Struct, frozen=True):
    """A seat of a match, with its player.

    `told` counts the events its player has been told; `since` is when the open question was asked, `due` its deadline,
    `next_reminder` when the next reminder or the deadline comes; `reminded` is the number of reminders sent, and
    `reminded_at` the time of the last one. `bank` is the running time left when the clock was started (or now, if it
    does not run; None before its first start), `missed` the number of deadlines missed in a row; `vote`: the others
    are asked what to do about the seat. `began` is the handle of the player who had the seat when the match began;
    `public`: the seat was offered to everybody. `shown` are checksums of what the player has been shown of the
    position, `turn_mails` the number of mails that have asked the seat something.
    `last_mail` is the Message-ID of the last letter to the seat about this match, for threading. Reply addresses
    of another `generation` are void. `disabled`, `quiet` and `unreachable` are the player's; `noted`: they keep notes
    about the match; `away_until` is when their last vacation ends, or has ended; `tidings` wait for their next mail.
    """

    match: int
    index: int
    seat: str
    player: int
    public: bool
    handle: str
    address: str
    zone: str
    text_only: bool
    status: SeatStatus
    salt: str
    queue: tuple[str, ...]
    told: int
    since: int | None
    due: int | None
    next_reminder: int | None
    reminded: int
    bank: int | None
    missed: int
    vote: bool
    began: str
    last_mail: str
    reminded_at: int | None
    generation: int
    disabled: bool
    quiet: bool
    unreachable: int | None
    preferences: Preferences
    shown: frozenset[int]
    turn_mails: int
    noted: bool = False
    away_until: int | None = None
    tidings: str = ""

    @property
    def gone(self) -> bool:
        """Has the player left the server for good?"""
        return self.disabled and not self.address


StopKind: TypeAlias = Literal["vacation", "silent", "pause", "outage", "game"]


class StopRow(Struct, frozen=True):
    """Clocks stand still from `start` to `end` (None: still open): a player's, a match's, or (neither) all."""

    id: int
    kind: StopKind
    player: int | None
    match: int | None
    start: int
    end: int | None


class Clock(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The clock of a seat as `Batch.clocks` notes it, with `votes` by voter if there is a vote about it."""

    since: int | None
    bank: int | None
    missed: int = 0
    vote: bool = False
    votes: dict[int, str] = {}


class Batch(Struct, frozen=True):
    """The rows of one letter (or deadline, or act of the host).

    `rows` is JSON; `row` and `die` count the rows and dice before it in the live log, `count` its own rows.
    `clocks` (JSON) has the `Clock` of each seat before it; `queues` the queued lines before and after, for
    each seat whose queue it changed. `seen`: another player has been told of it; `void`: it has been taken back.
    """

    match: int
    number: int
    seat: str
    inbox: int | None
    row: int
    count: int
    die: int
    rows: bytes
    at: int
    clocks: bytes
    queues: bytes
    seen: bool
    void: bool = False


class Running(NamedTuple):
    """A match that has begun: its row, its last snapshot, the live batches from that on in which it was made, and the
    number of the next one."""

    row: MatchRow
    turn: TurnRow
    batches: list[Batch]
    next_batch: int


class TurnRow(Struct, frozen=True):
    """A snapshot, see `pbem.play.record.Turn`; `batch` is the one in which it was made."""

    match: int
    number: int
    batch: int
    row: int
    die: int
    event: int
    version: int
    state: bytes
    events: bytes


class Incoming(Struct, frozen=True):
    """A raw letter as it was accepted."""

    id: int
    received: int
    return_path: str
    recipients: tuple[str, ...]
    raw: bytes
    status: str
    attempts: int
    note: str
    front: bool = True
    """It came through the host's own mail server."""
    peer: str = ""
    """The address of the delivering client; "" for a local socket."""
    lane: str = ""
    """Letters of a lane are done one after the other; those of none as they come."""
    sender: str = ""
    """The address of its writer, once it has been handled."""

    @property
    def writer(self) -> str:
        """Who has written it, as far as is known."""
        return self.sender or self.return_path


class Outgoing(Struct, frozen=True):
    """An outgoing letter: a `notice`, as JSON, until it is rendered; then `raw` bytes."""

    id: int
    created: int
    recipient: str
    message_id: str
    kind: str
    match: int | None
    reply_to: str
    notice: bytes
    raw: bytes
    status: str
    attempts: int
    due: int
    reply: str
    tells: bool
    """It only reports what others have done: nothing new is asked of its reader."""
    mailbox: str
    """The mailbox of a recipient who is not a player, without `+tag`; else ""."""
    source: str = ""
    """Where the letter that it answers came from, if that proves nothing."""


class Rating(Struct, frozen=True):
    """A player's results in the rated matches of a game, and what is believed of their skill since the last of them,
    at `at`. `mu` None: the points are of the old kind, and will be replaced."""

    player: int
    game: str
    points: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    mu: float | None = None
    sigma: float | None = None
    at: int = 0

    @property
    def matches(self) -> int:
        """Number of rated matches."""
        return self.won + self.drawn + self.lost


class RatingChange(Struct, frozen=True):
    """The change that one match made to a player's rating; `mu` and `sigma` after it (None: by the old kind)."""

    match: int
    player: int
    handle: str
    game: str
    before: int
    after: int
    mu: float | None = None
    sigma: float | None = None
    at: int = 0


class RatedMatch(Struct, frozen=True):
    """A match that counts for ratings: `seats` are (number of its change, seat, player)."""

    match: int
    game: str
    result: str
    reason: str
    at: int
    seats: list[tuple[int, str, int]]


class Observer(Struct, frozen=True):
    """A player who follows a match; `told` counts the events they know, `result_only`: tell them only the result."""

    match: int
    player: int
    told: int
    result_only: bool


class Note(Struct, frozen=True):
    """A player's private note, and its turn."""

    turn: int
    text: str


class Origin(Struct, frozen=True):
    """The position in which a forked match begins: a state without secrets, as JSON of rules `version`; `source`
    describes it for players."""

    version: int
    state: bytes
    source: str


class TeamRow(Struct, frozen=True):
    """A team, with its latest version as JSON of its game.

    `competition` is the one it plays in; `proposed` one that it may join as soon as the other side (not `proposer`)
    agrees; `match` the one it is in, or 0.
    """

    id: int
    game: str
    name: str
    manager: int
    competition: int | None
    proposed: int | None
    proposer: int | None
    match: int
    data: bytes


class TeamVersion(Struct, frozen=True):
    """A team as it was after a change, and what led to that."""

    number: int
    at: int
    note: str
    data: bytes


class TeamSeat(Struct, frozen=True):
    """A team in a match of a competition, and what that has brought it (None: it goes on)."""

    match: int
    seat: str
    competition: int
    team: int
    outcome: bytes | None
