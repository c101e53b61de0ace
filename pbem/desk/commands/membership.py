"""The commands by which people come in, move, and lock their doors."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

import email_validator

from pbem.desk.commands.base import Command
from pbem.mail import addresses
from pbem.play.orders import Refused

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

LONGEST = 16
"""A name has so many characters at most."""

HANDLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,15}")
for _name in ("local", "localhost"):  # a server that is tried out on one machine mails to ann@localhost
    email_validator.SPECIAL_USE_DOMAIN_NAMES.remove(_name)

RESERVED = frozenset(
    (
        "house", "open", "pbem", "server", "host", "admin", "postmaster", "draw", "undo", "all", "everybody",
        "everyone", "anybody", "anyone", "somebody", "someone", "nobody", "none", "result", "new", "on", "off",
        "me", "you", "it", "us", "him", "her", "them", "this", "that", "yes", "no", "please", "thanks",
    )
)  # fmt: skip
"""Words that stand where a name could, or sound like the server's own."""


def check_handle(handle: str, taken: Collection[str]) -> str:
    """The handle, if anybody may have it; `taken` are words that begin lines. Raises `Refused`."""
    if not HANDLE.fullmatch(handle):
        raise Refused(
            "That cannot be a name here: 2 to 16 letters from a to z, digits, - or _, beginning with a letter"
        )
    if handle.lower() in RESERVED or handle.lower() in taken:
        raise Refused(f"{handle} is a word of this server, so nobody can be called that")
    return handle


def check_address(address: str) -> str:
    """The address in its normal form; raises `Refused`."""
    try:
        found = email_validator.validate_email(
            address, check_deliverability=False, globally_deliverable=False, test_environment=True
        )
    except email_validator.EmailNotValidError as error:
        raise Refused(f"{address} cannot be mailed to: {error}") from error
    address = addresses.normalise(found.normalized)  # the spelling in which From is read
    if not address:
        raise Refused(f"{found.normalized} cannot be mailed to: only plain ASCII is understood before the @")
    return address


class Register(Command):
    """The door: a name is asked for, and the address proves itself by answering."""

    name = "register"
    also = ("signup", "join-server")
    usage = ("register NAME",)
    summary = "become a player"
    example = "register ann"
    help = (
        "You get a mail that must be answered once, with yes or with nothing: that shows that the address is"
        " yours. NAME is what others call you: 2 to 16 letters, digits, - or _."
    )
    who = "anyone"
    changes = False

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Note the wish and mail the question."""
        if visit.player is not None:
            raise Refused(f"You are registered already, as {visit.player.handle}")
        registrations = visit.desk.registrations
        try:
            handle = registrations.check(text)
        except Refused as error:
            # Who gets this because of a forged letter reads nothing of it but words.
            plain = re.fullmatch(r"[^\W\d_][\w' -]*", text)
            wanted = text if plain else visit.letter.sender.partition("@")[0]
            raise Refused(f"{error}. Free is, for example: register {registrations.near(wanted)}") from error
        registrations.ask(visit, handle, check_address(visit.letter.sender))
        return f"a mail to {visit.letter.sender} is on its way; answer it to become {handle}"


class Revoke(Command):
    """Locks changed."""

    name = "revoke"
    usage = ("revoke",)
    summary = "make the reply addresses of all mails that you have had so far void"
    example = "revoke"
    help = (
        "For when somebody else may have read your mails. A letter to an old address proves nothing any more: you are"
        " asked first whether it was you. You get the boards of all your matches anew; answer those."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Begin a new generation of reply addresses, and hand them out."""
        visit.desk.store.people.revoke(visit.sender.id)
        visit.shown |= {table.number for table in visit.running()}
        return "all reply addresses before this mail are void; answer only mails from this one on"


class Address(Command):
    """Where mail goes."""

    name = "address"
    also = ("addresses",)
    everyday = ("address", "addresses")
    usage = ("address NEW", "address remove OLD", "address")
    summary = "have your mail at another address, or drop one; alone: which are yours"
    example = "address ann@work.example"
    help = (
        "A mail goes to the new address; when it is answered with yes, your mail goes there. You may go on writing from"
        " the old one, which is told, and can take it back for two weeks. Between addresses of yours you change at"
        " once. An address that you remove is yours no more, and reply addresses in mails that went there open nothing."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Ask the new address, drop an old one, or tell which there are."""
        addresses = visit.desk.addresses
        if not words:
            return addresses.told(visit.sender)
        if words[0].lower() in ("remove", "drop", "delete") and len(words) == 2:
            return addresses.remove(visit, words[1])
        if len(words) != 1 or "@" not in words[0]:
            raise Refused(f"Write for example: {self.example}, or: address remove ann@example.org")
        return addresses.wish(visit, words[0])


class Leave(Command):
    """Good-bye."""

    name = "leave"
    usage = ("leave server",)
    summary = "leave this server for good; you are asked back first, with all that would come of it"
    example = "leave server"
    help = (
        "Nothing happens until you answer the mail that asks you with yes; it lists what would become of each of your"
        " matches. Then no mail comes to you any more, and it cannot be taken back. To give up one match write resign;"
        " for less mail, or none for a while, see help settings."
    )
    grave = True

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Mail the question."""
        if [word.lower() for word in words] != ["server"]:
            raise Refused(
                "Leave what? To give up a match: resign. To follow one no more: unobserve 12. To leave this server for"
                " good: leave server"
            )
        visit.desk.farewells.ask(visit.sender, visit.occasion)
        visit.answered_by_mail()
        return (
            "nothing has happened yet; a mail asks you whether you mean it, and tells what would come of it"
        )
