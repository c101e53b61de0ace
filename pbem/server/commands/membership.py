"""The commands by which people come in, move, and lock their doors."""

from __future__ import annotations

import re

from pbem.play.orders import Refused
from pbem.server.absence.account_deletion import AccountDeletion
from pbem.server.commands.base import Command
from pbem.server.language.names import check_address
from pbem.server.people.addresses import Addresses
from pbem.server.people.registrations import Registrations
from pbem.server.reading.handles import check_wanted, nearest_free
from pbem.server.reading.letter_context import LetterContext


class Register(Command):
    """The door: a name is asked for, and the address proves itself by answering."""

    name = "register"

    def __init__(self, registrations: Registrations) -> None:
        self._registrations = registrations

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Note the wish and mail the question."""
        if letter.player is not None:
            raise Refused(f"You are registered already, as {letter.player.handle}")
        try:
            handle = check_wanted(letter.context, text)
        except Refused as error:
            # Who gets this because of a forged letter reads nothing of it but words.
            plain = re.fullmatch(r"[^\W\d_][\w' -]*", text)
            wanted = text if plain else letter.mail.sender.partition("@")[0]
            raise Refused(
                f"{error}. Free is, for example: register {nearest_free(letter.context, wanted)}"
            ) from error
        self._registrations.ask(handle, check_address(letter.mail.sender), letter.dispatch)
        return f"a mail to {letter.mail.sender} is on its way; answer it to become {handle}"


class Revoke(Command):
    """Locks changed."""

    name = "revoke"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Begin a new generation of reply addresses, and hand them out."""
        if words:
            raise Refused(f"Write: {self.spec.form}")
        letter.context.store.people.revoke(letter.sender.id)
        letter.shown |= {loaded.number for loaded in letter.running()}
        return "all reply addresses before this mail are void; answer only mails from this one on"


class Address(Command):
    """Where mail goes."""

    name = "address"

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Ask the new address, drop an old one, or tell which there are."""
        addresses, before = self._addresses, letter.sender
        if not words:
            return addresses.describe(before)
        if words[0].lower() in ("remove", "drop", "delete") and len(words) == 2:
            told = addresses.remove(before, words[1], letter.mail.sender, letter.dispatch)
        elif len(words) == 1 and "@" in words[0]:
            told = addresses.change(before, words[0], letter.dispatch)
        else:
            raise Refused(f"Write for example: {self.spec.example}, or: address remove ann@example.org")
        if addresses.reload(before) != before:  # boards with the addresses of today
            letter.shown |= {loaded.number for loaded in letter.running()}
        return told


class Leave(Command):
    """Good-bye."""

    name = "leave"

    def __init__(self, deletion: AccountDeletion) -> None:
        self._deletion = deletion

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Mail the question."""
        if [word.lower() for word in words] != ["server"]:
            raise Refused(
                "Leave what? To give up a match: resign. To follow one no more: unobserve 12. To leave this server for"
                " good: leave server"
            )
        self._deletion.ask(letter.sender, letter.dispatch)
        letter.answered_by_mail()
        return (
            "nothing has happened yet; a mail asks you whether you mean it, and tells what would come of it"
        )
