"""Names and addresses that players may have."""

import re
from collections.abc import Collection

import email_validator

from pbem.mail import addresses
from pbem.play.orders import Refused

LONGEST = 16  # maximum number of characters in a name

HANDLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,15}")
for _name in ("local", "localhost"):  # a trial server on one machine mails to ann@localhost
    email_validator.SPECIAL_USE_DOMAIN_NAMES.remove(_name)

RESERVED = frozenset(
    (
        "house", "open", "pbem", "server", "host", "admin", "postmaster", "draw", "undo", "all", "everybody",
        "everyone", "anybody", "anyone", "somebody", "someone", "nobody", "none", "result", "new", "on", "off",
        "me", "you", "it", "us", "him", "her", "them", "this", "that", "yes", "no", "please", "thanks",
    )
)  # fmt: skip
"""Words used in places where a name could be, or that are the server's own; see `sounds_official` for the like."""

_OFFICES = (
    "abuse|admin(?:istrator|istration|istrators|s)?|daemon|hostmaster|host|house|mailer|moderators?"
    "|pbem|postmaster|server|staff|support|sysadmin|system|webmaster"
)
_OFFICE = re.compile(_OFFICES)
_SEVERAL = re.compile(f"(?:the|{_OFFICES})+")
_LIKE_LETTERS = str.maketrans("013457", "oieast")


def sounds_official(name: str) -> bool:
    """Whether a name sounds like the server's own, or its host's: `HOUSE_`, `Admin1`, `pbem-server`, `H0use`."""
    for plain in (name.lower(), name.lower().translate(_LIKE_LETTERS)):
        words = re.findall(r"[a-z]+", plain)
        if any(map(_OFFICE.fullmatch, words)) or _SEVERAL.fullmatch("".join(words)):
            return True
    return False


def check_handle(handle: str, taken: Collection[str]) -> str:
    """Return the handle if anybody may have it; `taken` are words that begin lines. Raises `Refused`."""
    if not HANDLE.fullmatch(handle):
        raise Refused(
            "That cannot be a name here: 2 to 16 letters from a to z, digits, - or _, beginning with a letter"
        )
    if handle.lower() in RESERVED or handle.lower() in taken:
        raise Refused(f"{handle} is a word that this server understands, so it cannot be a name")
    if sounds_official(handle):
        raise Refused(f"{handle} sounds like the server or its host, so it cannot be a name")
    return handle


def check_address(address: str) -> str:
    """Return the address in its normal form; raises `Refused`."""
    try:
        found = email_validator.validate_email(
            address, check_deliverability=False, globally_deliverable=False, test_environment=True
        )
    except email_validator.EmailNotValidError as error:
        raise Refused(f"{address} cannot be mailed to: {error}") from error
    address = addresses.normalise(found.normalized)  # the spelling in which From is read
    if not address:
        raise Refused(
            f"{found.normalized} cannot be mailed to: only ASCII characters are allowed before the @"
        )
    return address
