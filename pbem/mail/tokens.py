"""Signed tokens in reply addresses: they make a plain reply an authorized order for one position.

A token is a few small numbers and a truncated HMAC-SHA256 over them, in base32 without padding. Lower case a-z and 2-7
only, since some mail programs change the case of a whole address (I8). It holds no secret: it names something, and the
signature shows that we named it. A forged token and a damaged one look alike (S28): both are simply not found.
"""

import base64
import binascii
import functools
import hmac
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec

Kind = Literal["confirm", "player", "seat", "bounce", "invite", "leave"]

_KINDS: tuple[Kind, ...] = get_args(Kind)  # in the order of their codes, which go into tokens
_SIGNATURE = 10  # bytes: 80 bits
_NUMBER_BITS = 42
_MAILS = 2**21 - 1  # three bytes
_PURPOSE = b"pbem reply address 1\0"
_ID_PURPOSE = b"pbem message id 1\0"
_WRITTEN = r"[A-Za-z2-7]{18,62}(?![A-Za-z0-9])"  # at least a kind, a number and the signature
_TOKEN = re.compile(r"\+" + _WRITTEN)
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_ESCAPED = re.compile(r"(?<=%2[Bb])" + _WRITTEN)


def without_tokens(text: str) -> str:
    """`text` with every reply token in it starred: each is a key, and no log or mail should hold it."""
    text = _TOKEN.sub("+(hidden)", text)
    return _ESCAPED.sub("(hidden)", text) if "%2" in text else text


class Token(msgspec.Struct, frozen=True):
    """What a reply address stands for.

    `seat`: match number, seat index, turn number, generation; `player`: player id, generation, and the number of the
    answered digest, if any; `confirm`, for a question that waits for a yes: its number, and the generation of the
    player whom it is about, if there is one; `invite`, for the question whether somebody outside wants to play: its
    number, and 1 if they have accepted and only a name is missing; `bounce`: outbox id; `leave`, for the unsubscribe
    requests of mail programs: player id.

    `mail` says which mail of ours it stands in, for those that may answer a question beside their moves: programs and
    relays change Message-IDs and leave them out (see `mail_number`).

    A token is void if its generation is not the current one of its seat or player: so all of them are revoked at once.
    Numbers that a kind does not use are 0.
    """

    kind: Kind
    a: int
    b: int = 0
    c: int = 0
    d: int = 0
    mail: int = 0


OF_HOST = ("postmaster", "abuse")
"""Local parts at which every domain reaches those who run it (RFC 5321, 4.5.1; RFC 2142, 2 and 4)."""


def mail_number(message_id: str) -> int:
    """The number of a mail in its own reply address. Others of the same seat and turn have, almost certainly, another
    one."""
    return zlib.crc32(message_id.encode("utf-8", "replace")) % _MAILS + 1


class TokenSigner:
    """Makes and reads the server's addresses. `key` is its secret, at least 16 bytes; `domain` and `local`
    are those of its plain address, as in `pbem@example.com`."""

    def __init__(self, key: bytes, domain: str, local: str = "pbem") -> None:
        if len(key) < 16:
            raise ValueError("the key must have at least 16 bytes")
        self._signer = hmac.new(key, _PURPOSE, "sha256")
        self._namer = hmac.new(key, _ID_PURPOSE, "sha256")
        self.domain = domain.lower()
        self.local = local.lower()

    def address(self, token: Token) -> str:
        """The reply address of `token`: `pbem+<token>@domain`, its local part at most 64 octets."""
        return f"{self.local}+{self._write(token)}@{self.domain}"

    def bounce_address(self, token: Token) -> str:
        """The envelope sender that takes the bounces for `token` (VERP): `pbem-b+<token>@domain`."""
        return f"{self.local}-b+{self._write(token)}@{self.domain}"

    def message_id(self, kind: str, match: int, key: str) -> str:
        """The Message-ID of a letter about `key`: always the same, and impossible to guess, so that an answer in its
        thread comes from a reader of it."""
        name = _signature(self._namer, key.encode("utf-8", "replace"))
        return f"<{kind}.{match}.{name.hex()}@{self.domain}>"

    def find(self, recipients: Iterable[str]) -> Token | None:
        """The first valid token among `recipients`."""
        return next(iter(self.find_all(recipients)), None)

    def find_all(self, recipients: Iterable[str]) -> list[Token]:
        """The valid tokens among `recipients`, each once, in any letter case, also with `%2B` for the plus.

        A bounce token counts only at a bounce address, and no other token does there.
        """
        found: list[Token] = []
        for address in recipients:
            local = self._local_part(address)
            for prefix in (f"{self.local}+", f"{self.local}-b+"):
                if local.startswith(prefix):
                    token = self._read(local.removeprefix(prefix))
                    if token is not None and (token.kind == "bounce") == prefix.endswith("-b+"):
                        found.append(token)
        return list(dict.fromkeys(found))

    def owns(self, address: str) -> bool:
        """Is `address` the server's: its plain address, one of its host, or one with a valid token?"""
        local = self._local_part(address)
        return local == self.local or local in OF_HOST or self.find((address,)) is not None

    def for_host(self, recipients: Sequence[str]) -> str:
        """The address of the host among `recipients`, if the letter is for nobody else here; otherwise nothing."""
        here = [address for address in recipients if self.owns(address)]
        others = [
            each
            for each in here
            if self._local_part(each) not in OF_HOST or self._local_part(each) == self.local
        ]
        return "" if others or not here else here[0].lower()

    def reserves(self, address: str) -> bool:
        """Must `address` belong to the server: does the server own it, or would it with a valid token?"""
        name = self._local_part(address).partition("+")[0]
        return name in (self.local, f"{self.local}-b") or name in OF_HOST

    def _local_part(self, address: str) -> str:
        """The local part of an address in our domain, in lower case; "" for all other addresses."""
        local, _, domain = address.strip().lower().rpartition("@")
        return local.replace("%2b", "+") if domain == self.domain else ""

    def _write(self, token: Token) -> str:
        payload = bytes([_KINDS.index(token.kind)]) + _bytes((token.a, token.b, token.c, token.d, token.mail))
        data = payload + _signature(self._signer, payload)
        return base64.b32encode(data).decode("ascii").rstrip("=").lower()

    @functools.lru_cache(maxsize=1024)  # noqa: B019  # one object of this class lives as long as its process
    def _read(self, text: str) -> Token | None:
        """Cached, since every letter's token is read twice: in the dialogue, and when the letter is handled."""
        try:
            data = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
        except (binascii.Error, ValueError):
            return None
        payload, signature = data[:-_SIGNATURE], data[-_SIGNATURE:]
        if not hmac.compare_digest(signature, _signature(self._signer, payload)):
            return None
        if "=" in text or _LETTERS.index(text[-1]) % (1 << len(text) * 5 % 8):
            return None  # padding, or spare bits of the last letter: there is one spelling only
        return Token(_KINDS[payload[0]], *_numbers(payload[1:]))


def _signature(begun: hmac.HMAC, payload: bytes) -> bytes:
    """The truncated HMAC of the payload, continuing one that has been begun."""
    whole = begun.copy()
    whole.update(payload)
    return whole.digest()[:_SIGNATURE]


def _bytes(numbers: Sequence[int]) -> bytes:
    """Seven bits in each byte, lowest first; the high bit says that more follow. Zeros at the end are left out."""
    while numbers and not numbers[-1]:
        numbers = numbers[:-1]
    out = bytearray()
    for number in numbers:
        if number < 0 or number.bit_length() > _NUMBER_BITS:
            raise ValueError(f"numbers of a token must be 0 or more, below 2**{_NUMBER_BITS}: {number}")
        while number > 0x7F:
            out.append(number & 0x7F | 0x80)
            number >>= 7
        out.append(number)
    return bytes(out)


def _numbers(data: bytes) -> list[int]:
    numbers: list[int] = []
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number = shift = 0
    return numbers or [0]
