"""What comes out of the store: plain values, without behaviour."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

MatchStatus: TypeAlias = Literal["offered", "running", "over", "void"]
SeatStatus: TypeAlias = Literal["invited", "accepted", "declined"]


class Player(Struct, frozen=True):
    """A person. `address` is where his mail goes; `zone` an IANA name.

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
    generation: int = 0
    quiet: bool = False
    unreachable: int | None = None


class Registration(Struct, frozen=True):
    """A handle somebody has asked for, and the address that must confirm it."""

    id: int
    handle: str
    address: str
    created: int


class MatchRow(Struct, frozen=True):
    """A match, offered or running or over. `salts` are in the order in which they were given."""

    id: int
    game: str
    version: int
    options: dict[str, str]
    status: MatchStatus
    pace: int
    policy: str
    seed: bytes
    salts: tuple[str, ...]
    created: int
    started: int | None
    finished: int | None
    result: str
    reason: str
    paused: int | None
    undo: UndoRequest | None


class UndoRequest(Struct, frozen=True):
    """Somebody wants to take back everything from batch `batch` on; `rows` is how long the log was then, `what` says in
    words what goes first."""

    seat: str
    batch: int
    rows: int
    what: str
    agreed: tuple[str, ...] = ()


class SeatRow(Struct, frozen=True):
    """A place in a match with its player.

    `told` counts the events he has been told; `since` is when he was asked what is open now, `due` his deadline,
    `next_reminder` the moment of the next reminder or of the deadline; `reminded` how many reminders went out.
    `last_mail` is the Message-ID of the last letter to him about this match, for threading. Reply addresses of another
    `generation` are void. `disabled`, `quiet` and `unreachable` are the player's.
    """

    match: int
    index: int
    seat: str
    player: int
    handle: str
    address: str
    zone: str
    text_only: bool
    status: SeatStatus
    salt: str
    queue: tuple[str, ...]
    told: int
    draw: bool
    since: int | None
    due: int | None
    next_reminder: int | None
    reminded: int
    last_mail: str
    generation: int
    disabled: bool
    quiet: bool
    unreachable: int | None


class Batch(Struct, frozen=True):
    """The rows of one letter (or deadline, or act of the host).

    `rows` is JSON, `row` and `die` count what lies before them in the live log, `count` how many rows there are.
    `due` is when the writer's time would have been up. `seen`: a letter about it went to another seat; `void`: it has
    been taken back.
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
    due: int | None
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


class Outgoing(Struct, frozen=True):
    """A finished letter on its way out."""

    id: int
    created: int
    recipient: str
    message_id: str
    kind: str
    match: int | None
    raw: bytes
    status: str
    attempts: int
    due: int
    reply: str
