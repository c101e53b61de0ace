"""Providers whose servers are known, and guesses for all others."""

from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct


class Provider(Struct, frozen=True, forbid_unknown_fields=True):
    """The servers of a provider, how many mails it lets an account send in a day, and what to know before beginning.

    `refused`: why it cannot be used at all.
    """

    imap: str
    smtp: str
    smtp_tls: Literal["tls", "starttls"] = "tls"
    mails_a_day: int = 200
    plus: bool = True
    advice: str = ""
    refused: str = ""
    domains: tuple[str, ...] = ()


def provider_of(address: str) -> Provider:
    """The provider of an address, or a guess at one."""
    domain = address.lower().rpartition("@")[2]
    text = resources.files(__package__).joinpath("providers.toml").read_bytes()
    known = msgspec.toml.decode(text, type=dict[str, list[Provider]])["providers"]
    guess = Provider(f"imap.{domain}:993", f"smtp.{domain}:465")
    return next((each for each in known if domain in each.domains), guess)
