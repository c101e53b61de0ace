"""What comes out of the store: plain values, without behaviour."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

MatchStatus: TypeAlias = Literal["offered", "running", "over", "void"]
SeatStatus: TypeAlias = Literal["invited", "accepted", "declined", "open"]


class Preferences(Struct, frozen=True, omit_defaults=True):
    """How a player wants his mail.

    `daily`: what can wait comes in one mail a day, at `hour` (0 to 23) of his own time. `lists_first`: a position is
    told in words before it is drawn; `board`: it is drawn at all; `own_side`: it is drawn from his side of the board,
    where that has sides.
    """

    daily: bool = False
    hour: int = 18
    lists_first: bool = False
    board: bool = True
    own_side: bool = False


class Player(Struct, frozen=True):
    """A person. `address` is where his mail goes; `zone` an IANA name; `auto_vacation`: a day off rather than late.

    Reply addresses of another `generation` are void. `quiet`: he wants nothing but answers to his own letters;
    `unreachable`: since when mail to him comes back.
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
        """Whether he has left the server for good."""
        return self.disabled and not self.address


class Bounce(Struct, frozen=True):
    """What speaks against a player's address on one day (since 1970): when last, how much at the worst, and why."""

    day: int
    at: int
    weight: float
    note: str


class Registration(Struct, frozen=True):
    """A handle somebody has asked for, and the address that must confirm it."""

    id: int
    handle: str
    address: str
    created: int


class AddressChange(Struct, frozen=True):
    """A player's wish that his mail go to `after`, asked at a moment and (None: not yet) done at another.

    `before` is where his mail went until it was done; `added`: it made the address his.
    """

    id: int
    player: int
    after: str
    asked: int
    before: str = ""
    added: bool = False
    done: int | None = None


class Terms(Struct, frozen=True, omit_defaults=True):
    """How much time a match gives, in seconds, and what happens to who is late.

    A seat's clock begins with `bank`; while it is asked, time runs down; with each question but the first it gets
    `add`, up to `cap`.
    Days for each move are the case in which all three are the same. `weekends`: no clock runs then; `vacation`: nor
    on days that its player has booked. `policy` names what is done at the first missed deadline in a row, at the
    second, and so on; the last one holds for all that follow. `level` is how well the house
    plays, should it have a seat.
    """

    add: int = 604_800
    bank: int = 604_800
    cap: int = 604_800
    weekends: bool = False
    vacation: bool = True
    policy: tuple[str, ...] = ("nag",)
    level: str = "normal"


class MatchRow(Struct, frozen=True):
    """A match, offered or running or over.

    `salts` are in the order in which they were given. `owner` is the player who has offered it (None: the host), and
    `expires` when the offer lapses; `rated`: it counts for the standings.
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
    undo: UndoRequest | None
    owner: int | None
    expires: int
    rated: bool


class UndoRequest(Struct, frozen=True):
    """Somebody wants to take back everything from batch `batch` on; `what` says in words from which turn on and what,
    `mail` is the number of the last letter that went out before."""

    seat: str
    batch: int
    what: str
    agreed: tuple[str, ...] = ()
    mail: int = 0


class SeatRow(Struct, frozen=True):
    """A place in a match with its player.

    `told` counts the events he has been told; `draw`: it offers a draw, or has agreed to one, and `draw_mail` is the
    number of the last letter that went out before; `since` is when he was asked what is open now, `due` his deadline,
    `next_reminder` the moment of the next reminder or of the deadline; `reminded` how many reminders of it went out,
    `reminded_at` when the last one of anything did. `bank`
    is the running time that was left when the clock was started (or is left now, when it does not run; None before
    its first start), `missed` counts deadlines missed in a row, `vote` says that the others are asked what to do
    about the seat. `began` is the handle of who had the seat when the match began;
    `public`: the seat was offered to everybody.
    `last_mail` is the Message-ID of the last letter to him about this match, for threading. Reply addresses of another
    `generation` are void. `disabled`, `quiet` and `unreachable` are the player's.
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
    draw: bool
    draw_mail: int
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

    @property
    def gone(self) -> bool:
        """Whether the player has left the server for good."""
        return self.disabled and not self.address


StopKind: TypeAlias = Literal["vacation", "silent", "pause", "outage"]


class StopRow(Struct, frozen=True):
    """Clocks stand still from `start` to `end` (None: nobody knows yet): a player's, a match's, or (neither) all."""

    id: int
    kind: StopKind
    player: int | None
    match: int | None
    start: int
    end: int | None


class Batch(Struct, frozen=True):
    """The rows of one letter (or deadline, or act of the host).

    `rows` is JSON, `row` and `die` count what lies before them in the live log, `count` how many rows there are.
    `clocks` is JSON too: `since` and `bank` of each seat when it was written; and `queues`: the lines that waited
    before and after it, for its own seat and each other whose queue it has changed. `seen`: a letter about it went to
    somebody else; `void`: it has been taken back.
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
    """Whether it came by the door of the host's own mail server."""
    peer: str = ""
    """The address of the client that handed it over; "" for a local socket."""


class Outgoing(Struct, frozen=True):
    """A letter on its way out: a `notice`, as JSON, until it is put into words, then `raw` bytes."""

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
    """It only tells what others have done: nothing new is asked of its reader."""
    mailbox: str
    """Of a recipient who is no player, without his `+tag`; else ""."""


class Rating(Struct, frozen=True):
    """What a player has achieved in the rated matches of a game."""

    player: int
    game: str
    points: int
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """How many matches it rests on."""
        return self.won + self.drawn + self.lost


class RatingChange(Struct, frozen=True):
    """What one match has done to a player's rating."""

    match: int
    player: int
    handle: str
    game: str
    before: int
    after: int


class Invitation(Struct, frozen=True):
    """Somebody who is no player yet has been asked by mail to take seat `index` of a match."""

    id: int
    match: int
    index: int
    address: str
    host: int
    created: int


class Observer(Struct, frozen=True):
    """A player who follows a match; `told` counts the events he knows, `result_only`: he only wants to hear the end."""

    match: int
    player: int
    told: int
    result_only: bool


class Note(Struct, frozen=True):
    """What a player has noted for himself, and in which turn."""

    turn: int
    text: str


class Origin(Struct, frozen=True):
    """Where a match begins that does not begin as its game does: a state without secrets, as JSON of rules `version`;
    `source` says in words where it comes from."""

    version: int
    state: bytes
    source: str
