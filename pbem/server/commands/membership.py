"""Commands for joining the server, changing address, and staying safe."""

import re

from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.language.arguments import Arguments, Known
from pbem.server.language.introductions import FILLERS, asked_for
from pbem.server.language.names import check_address
from pbem.server.letters.handles import check_wanted, nearest_free
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, asked_by_mail
from pbem.server.people.addresses import Addresses
from pbem.server.questions.farewell import AccountDeletion
from pbem.server.questions.registration import Registrations


class Register(Command, frozen=True):
    registrations: Registrations

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments(text=text)  # whatever this is, a similar name is proposed

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        text = asked_for(f"register {arguments.text}") or arguments.text
        text = "" if text.lower().strip(".!") in FILLERS else text
        if letter.player is not None:
            raise Refused(f"You are registered already, as {letter.player.handle}")
        self.registrations.check_admitted(letter.mail.sender)
        try:
            handle = check_wanted(letter.context, text)
        except Refused as error:
            # A person who gets this because of a forged letter reads nothing of it but plain words.
            plain = re.fullmatch(r"[^\W\d_][\w' -]*", text)
            wanted = text if plain else letter.mail.sender.partition("@")[0]
            raise Refused(
                f"{error}. This one is free: register {nearest_free(letter.context, wanted)}"
            ) from error
        self.registrations.require_room(check_address(letter.mail.sender))
        return Outcome(
            f"a mail to {letter.mail.sender} is on its way; answer it to become {handle}", registers=handle
        )


class Revoke(Command, frozen=True):
    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        letter.context.store.people.revoke(letter.sender.id)
        told = "all reply addresses before this mail are void; answer only mails from this one on"
        return _with_boards(letter, told)


class Address(Command, frozen=True):
    addresses: Addresses

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        addresses, address, player = self.addresses, arguments.name, letter.sender
        if not address:
            return Outcome(addresses.describe(player))
        if arguments.words:
            told = addresses.remove(player, address, letter.mail.sender, letter.dispatch)
        else:
            told = addresses.change(player, address, letter.dispatch)
        return _with_boards(letter, told)


def _with_boards(letter: LetterContext, told: str) -> Outcome:
    """Players whose mail goes elsewhere now, or who have new reply addresses, get all their boards."""
    before, now = letter.sender, letter.context.store.people.player(letter.sender.id)
    moved = (now.address, now.generation) != (before.address, before.generation)
    boards = letter.matches.running(before) if moved else []
    return Outcome(told, shows=tuple(loaded.number for loaded in boards))


class Leave(Command, frozen=True):
    deletion: AccountDeletion

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        self.deletion.ask(letter.sender, letter.dispatch)
        return asked_by_mail()

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        return (
            "Leave what? To give up a match: resign. To stop following one: unobserve 12. To leave this server for"
            " good: leave server"
        )
