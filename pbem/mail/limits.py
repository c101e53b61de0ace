"""Limits on what the world may ask of us: one table, which the host may change in `pbem.toml` under `[limits]`.

The text below each limit is that of docs/hosts/configuration.md, which `make commands` writes. `listener` and `guests`
enforce the limits of the SMTP dialogue, `bounds` those of the contents of a letter.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

MAX_LETTER = 4 * 1024 * 1024
"""Maximum size of a letter that is read, and so of one that may be accepted."""

Count = Annotated[int, Meta(ge=0)]
Size = Annotated[int, Meta(ge=1, le=MAX_LETTER)]
Seconds = Annotated[float, Meta(ge=0)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits for one client, and for all together. 0 switches a limit off, except those of letters and their contents:
    they always have one. Times in seconds, sizes in bytes."""

    letter_bytes: Size = 256 * 1024
    """The largest letter by SMTP."""
    lmtp_letter_bytes: Size = 1024 * 1024
    """The largest letter by LMTP."""
    recipients: Count = 10
    """Recipients of one letter. The client is told to send to the others later."""
    letters: Count = 20
    """Letters of one session (SMTP only)."""
    refused_recipients: Count = 5000
    """Recipients beyond `recipients` in one session. After that the session ends."""
    connections: Count = 50
    """Connections of all clients at once, by SMTP. One in five is kept for networks that have brought letters of
    players."""
    lmtp_connections: Count = 50
    """Connections at once, by LMTP. They do not count as `connections`."""
    connections_per_address: Count = 5
    """Connections of one client at once (SMTP only)."""
    connections_per_minute: Count = 60
    """Connections of one client within a minute, by SMTP from another machine."""
    bad_sessions_per_hour: Count = 10
    """Sessions in which one client broke a limit or said nothing, by SMTP from another machine. After that it is
    refused for the rest of the hour."""
    errors: Count = 10
    """Refusals in one session."""
    unknown_commands: Count = 3
    """Unknown commands in one session."""
    idle_commands: Count = 20
    """Commands such as NOOP or RSET without a letter between them."""
    command_bytes: Count = 512
    """The longest SMTP command."""
    command_seconds: Seconds = 60
    """Seconds until the next command."""
    stress_seconds: Seconds = 3
    """Seconds until the first command if more than half of the connections are taken. If all are taken, the client that
    has been silent longest makes room."""
    data_seconds: Seconds = 120
    """Seconds for a letter to arrive."""
    session_seconds: Seconds = 600
    """Seconds for a whole session."""
    reading_seconds: Seconds = 60
    """Seconds of processor time, within an hour, for reading long and HTML letters of one domain. Further ones wait."""
    hops: Count = 30
    """Servers that a letter may have passed."""
    header_bytes: Annotated[int, Meta(ge=1)] = 64 * 1024
    """Size of a letter's header. A letter above this limit, or above one of the next two, is set aside."""
    mime_depth: Annotated[int, Meta(ge=1, le=100)] = 20  # the library that takes letters apart is recursive
    """How deep the parts of a letter can be nested; at most 100."""
    mime_parts: Annotated[int, Meta(ge=1)] = 100
    """Parts of a letter."""
