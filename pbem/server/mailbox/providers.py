"""Providers whose servers are known, so that nobody has to look them up. Guesses for all others."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Provider(Struct, frozen=True):
    """The servers of a provider, how many mails it lets an account send in a day, and what to know before one begins.

    `refused`: why it cannot be used at all.
    """

    imap: str
    smtp: str
    smtp_tls: Literal["tls", "starttls"] = "tls"
    mails_a_day: int = 200
    plus: bool = True
    advice: str = ""
    refused: str = ""


_GOOGLE = Provider(
    "imap.gmail.com:993",
    "smtp.gmail.com:465",
    mails_a_day=500,
    advice="Gmail wants an app password: turn on 2-step verification, then make one at"
    " https://myaccount.google.com/apppasswords",
)
_FASTMAIL = Provider(
    "imap.fastmail.com:993",
    "smtp.fastmail.com:465",
    advice="Fastmail wants an app password: Settings, Privacy & Security, Connected apps & API tokens",
)
_GMX = Provider(
    "imap.gmx.net:993",
    "mail.gmx.net:465",
    plus=False,
    advice="GMX lets programs in only when you allow POP3/IMAP in its settings on the web",
)
_GMX_COM = Provider("imap.gmx.com:993", "mail.gmx.com:465", plus=False, advice=_GMX.advice)
_POSTEO = Provider("posteo.de:993", "posteo.de:465", plus=False)
_MICROSOFT = Provider(
    "outlook.office365.com:993",
    "smtp-mail.outlook.com:587",
    "starttls",
    refused="Outlook.com lets programs in by OAuth2 only, which pbem cannot do; take an account at another provider,"
    " such as Fastmail or Gmail",
)

_KNOWN = {
    **dict.fromkeys(("gmail.com", "googlemail.com"), _GOOGLE),
    **dict.fromkeys(("fastmail.com", "fastmail.fm"), _FASTMAIL),
    **dict.fromkeys(("gmx.de", "gmx.net", "gmx.at", "gmx.ch"), _GMX),
    "gmx.com": _GMX_COM,
    **dict.fromkeys(("posteo.de", "posteo.net"), _POSTEO),
    **dict.fromkeys(("outlook.com", "hotmail.com", "live.com", "msn.com"), _MICROSOFT),
}


def provider_of(address: str) -> Provider:
    """The provider of an address, or a guess at one."""
    domain = address.lower().rpartition("@")[2]
    return _KNOWN.get(domain) or Provider(f"imap.{domain}:993", f"smtp.{domain}:465")
