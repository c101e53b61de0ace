"""Letters that are legal moves, without end.

In a match without a stall limit both sides run to and fro on their two back rows: one letter is one whole turn, three
pawns, one step each, legal with any dice. So every letter spends all dice, ends the turn, and is news to both players;
and nothing needs to be looked up to write the next one. The letters look like what a mail program sends: orders on top,
the board mail quoted below.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from pbem.mail.tokens import Token, TokenSigner

DOMAIN = "bench.example"
GAME = "dodgeball"
OPTIONS = {"placement": "fixed", "stall": "off"}
RUNNERS = ((1, "a"), (3, "d"), (5, "g"))
"""Pawns of the fixed placement with their columns: none gets into another's way."""

_SEATS = ("S", "N")
_HANDLES = ("Ann", "Ben")

_LETTER = """\
Return-Path: <{sender}>
Received: from client.example by relay.example with ESMTP; Mon, 2 Nov 2026 10:00:00 +0000
From: {handle} <{sender}>
To: pbem <{recipient}>
Subject: Re: [pbem {match}] Dodgeball! - your move
Date: Mon, 2 Nov 2026 10:00:00 +0000
Message-ID: <{match}.{ply}@client.example>
In-Reply-To: <match.{match}@bench.example>
References: <match.{match}@bench.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

{orders}

On Mon, 2 Nov 2026 at 09:00, pbem match {match} <pbem@bench.example> wrote:
""".replace("\n", "\r\n")


class Post(Struct, frozen=True):
    """A letter with its envelope; no line of `raw` begins with a dot."""

    sender: str
    recipient: str
    raw: bytes


class Start(Struct, frozen=True):
    """How the matches of a database begin: who is to act, in which turn, a board mail to quote, the token key."""

    seat: str
    turn: int
    board_mail: str
    key: bytes


def handle(match: int, seat: int) -> str:
    """What the player in a seat of a match is called: every match has its own two."""
    return f"{_HANDLES[seat]}{match}"


def address(match: int, seat: int) -> str:
    """Where the player in a seat gets their mail."""
    return f"{handle(match, seat).lower()}@client.example"


class Letters:
    """Writes the moves of all matches that have begun like `start`."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._first = _SEATS.index(start.seat)
        self._mint = TokenSigner(start.key, DOMAIN)
        self._quoted = "".join(f"> {line}\r\n" for line in start.board_mail.splitlines()).encode()

    def moves(self, matches: Sequence[int], ply: int) -> Iterator[Post]:
        """Move number `ply` in each of these matches, then the next one in each, without end."""
        return (self.move(match, each) for each in count(ply) for match in matches)

    def move(self, match: int, ply: int) -> Post:
        """Move number `ply` of a match, from 0 on."""
        seat = (self._first + ply) % 2
        row = ((1, 2), (8, 7))[seat][ply // 2 % 2 == 0]
        orders = "\r\n".join(f"{_SEATS[seat]}{pawn} move {column}{row}" for pawn, column in RUNNERS)
        sender = address(match, seat)
        recipient = self._mint.address(Token("seat", match, seat, self._start.turn + ply))
        head = _LETTER.format(
            sender=sender,
            handle=handle(match, seat),
            recipient=recipient,
            match=match,
            ply=ply,
            orders=orders,
        )
        return Post(sender, recipient, head.encode() + self._quoted)
