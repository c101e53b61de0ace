"""Limits on what the world may ask of us: one table, which the host may change in `pbem.toml` under `[limits]`.

docs/hosts.md explains each. `listener` and `guests` enforce those of the SMTP dialogue, `bounds` those of the contents
of a letter.
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

    letter_bytes: Size = 256 * 1024  # by SMTP
    lmtp_letter_bytes: Size = 1024 * 1024
    recipients: Count = 10  # of one letter; the client must send to the others later
    letters: Count = 20  # of one session, SMTP only
    refused_recipients: Count = 5000  # of one session, beyond those of a letter
    connections: Count = 50  # by SMTP, at once
    lmtp_connections: Count = 50
    connections_per_address: Count = 5  # SMTP only, as the next two
    connections_per_minute: Count = 60  # of one address
    bad_sessions_per_hour: Count = 10  # of one address: sessions that we had to end
    errors: Count = 10  # 5xx replies of one session
    unknown_commands: Count = 3
    idle_commands: Count = 20  # NOOP, RSET, VRFY, ... without a letter between them
    command_bytes: Count = 512
    command_seconds: Seconds = 60
    stress_seconds: Seconds = 3  # until the first command, if more than half of the connections are taken
    data_seconds: Seconds = 120
    session_seconds: Seconds = 600
    reading_seconds: Seconds = (
        60  # of the processor, for the letters of one source within an hour; others wait
    )
    hops: Count = 30  # servers that a letter came through
    header_bytes: Annotated[int, Meta(ge=1)] = 64 * 1024
    mime_depth: Annotated[int, Meta(ge=1, le=100)] = 20  # the library that takes letters apart is recursive
    mime_parts: Annotated[int, Meta(ge=1)] = 100
