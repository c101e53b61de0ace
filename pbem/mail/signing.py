"""DKIM (RFC 6376): our own signatures, for hosts without a mail server that signs.

The library comes with the extra `pbem[dkim]`. A letter is signed at each delivery, as a mail server would do it: the
outbox keeps it as it was written.
"""

import asyncio
import base64
import binascii
import re
from pathlib import Path
from typing import Protocol

from pbem.mail.delivery import Delivery, Outcome

_SELECTOR = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)
_TXT = 255  # octets of one string of a TXT record (RFC 1035, 3.3.14)
_RSA = bytes.fromhex("06092a864886f70d0101010500")  # the identifier of RSA keys, and NULL for no parameters
_SEQUENCE, _INTEGER, _BITS = 0x30, 0x02, 0x03


class SigningError(Exception):
    """Letters cannot be signed; the text says what is missing."""


class Sign(Protocol):
    """The signing function of the library."""

    def __call__(
        self,
        message: bytes,
        selector: bytes,
        domain: bytes,
        privkey: bytes,
        *,
        canonicalize: tuple[bytes, bytes],
    ) -> bytes:
        """The header field to put in front."""


class Signer:
    """Signs for one domain with an RSA key. Raises `SigningError` when the library, the file or the key is no good."""

    def __init__(self, domain: str, selector: str, key_file: str) -> None:
        try:
            import dkim
            from dkim.crypto import UnparsableKeyError, parse_pem_private_key
        except ImportError as error:
            raise SigningError("DKIM needs a library: pip install 'pbem[dkim]'") from error
        if not _SELECTOR.fullmatch(selector):
            raise SigningError(
                f"{selector!r} is not a DKIM selector: letters, digits and hyphens, for example pbem1"
            )
        try:
            self._key = Path(key_file).read_bytes()
            # dkimpy has no types
            numbers: dict[str, int] = parse_pem_private_key(self._key)  # type: ignore[no-untyped-call]
        except (OSError, UnparsableKeyError, binascii.Error) as error:
            raise SigningError(f"{key_file} is not an RSA key in PEM form: {error}") from error
        self.domain = domain
        self.selector = selector
        self._modulus, self._exponent = numbers["modulus"], numbers["publicExponent"]
        self._sign: Sign = dkim.sign

    def signed(self, raw: bytes) -> bytes:
        """The letter with its signature in front."""
        field = self._sign(
            raw,
            self.selector.encode(),
            self.domain.encode(),
            self._key,
            canonicalize=(b"relaxed", b"relaxed"),
        )
        return field + raw

    @property
    def name(self) -> str:
        """The DNS name of the public key."""
        return f"{self.selector}._domainkey.{self.domain}"

    @property
    def record(self) -> str:
        """The text of the TXT record (RFC 6376, 3.6.1)."""
        numbers = _der(_SEQUENCE, _integer(self._modulus) + _integer(self._exponent))
        key = _der(_SEQUENCE, _der(_SEQUENCE, _RSA) + _der(_BITS, b"\0" + numbers))
        return f"v=DKIM1; k=rsa; p={base64.b64encode(key).decode()}"

    @property
    def zone_line(self) -> str:
        """The record as a line of a zone file, in strings that are short enough."""
        text = self.record
        strings = " ".join(f'"{text[start : start + _TXT]}"' for start in range(0, len(text), _TXT))
        return f"{self.name}. IN TXT ( {strings} )"


def _der(tag: int, body: bytes) -> bytes:
    """One element of ASN.1, in its distinguished encoding (X.690)."""
    size = len(body)
    if size < 0x80:
        return bytes([tag, size]) + body
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + body


def _integer(number: int) -> bytes:
    return _der(_INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))


class Signed:
    """A delivery that signs what it hands over."""

    def __init__(self, way: Delivery, signer: Signer) -> None:
        self._way = way
        self._signer = signer

    async def deliver(self, sender: str, to: str, raw: bytes) -> Outcome:
        """See `Delivery`."""
        signed = await asyncio.to_thread(self._signer.signed, raw)  # some 20 ms of arithmetic
        return await self._way.deliver(sender, to, signed)

    async def close(self) -> None:
        """See `Delivery`."""
        await self._way.close()
