"""Seeds of dice are sealed in the database: a copy of it tells nobody what will be rolled."""

import contextlib
import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

KEY_FILE = "pbem.key"
"""Name of the file, unless another one is named."""


class KeyFileError(Exception):
    """The key cannot be had, or is not the one that this database was sealed with; the text says what to do."""


class BrokenSeal(ValueError):
    """What is stored is no seed that was sealed with this key."""


class Seals:
    """Seals and opens seeds with one key of 32 bytes, by AES-SIV (RFC 5297)."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESSIV(key)

    def seal(self, seed: bytes) -> bytes:
        """A seed as it is stored."""
        return self._cipher.encrypt(seed, None)

    def open(self, sealed: bytes) -> bytes:
        """The seed again. Raises `BrokenSeal`."""
        try:
            return self._cipher.decrypt(sealed, None)
        except (InvalidTag, ValueError) as error:
            raise BrokenSeal("the seed of its dice is damaged") from error


def mark_of(key: bytes) -> str:
    """What the database remembers of a key, to recognize it."""
    return hashlib.sha256(b"pbem key" + key).hexdigest()[:16]


def read_key(path: Path, mark: str) -> bytes:
    """The key in a file; a new one where neither file nor `mark` says that there has been one.

    The file can be read by its owner alone. Raises `KeyFileError`.
    """
    try:
        if not path.exists() and not mark:
            _write(path, secrets.token_bytes(32))
        key = bytes.fromhex(path.read_text("ascii"))
    except FileNotFoundError as error:
        raise KeyFileError(
            f"{path.absolute()} is missing; it seals the dice of this database, so put it back"
        ) from error
    except (OSError, ValueError) as error:
        raise KeyFileError(f"{path} cannot be read as a key: {error}") from error
    if mark not in ("", mark_of(key)):
        raise KeyFileError(f"{path} is not the key that seals the dice of this database")
    return key


def _write(path: Path, key: bytes) -> None:
    """Write the file so that it is there whole or not at all, and never over another one."""
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(f"{key.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was quicker
            os.link(part, path)
    finally:
        os.unlink(part)
