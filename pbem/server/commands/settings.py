"""The command by which players choose how they get their mail."""

from pbem.server.clocks.clocks import move
from pbem.server.commands.base import Command
from pbem.server.core.times import moment
from pbem.server.language.arguments import Arguments
from pbem.server.language.setting_table import SETTINGS
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome, below
from pbem.server.mailing.broadcasts import wish
from pbem.server.people.settings import change, list_settings, tell_meaning, tell_setting
from pbem.server.views.digests import Digests


class Settings(Command, frozen=True):
    digests: Digests

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        return Arguments(words=tuple(text.split()))  # each setting has values of its own

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        before, store, now = letter.sender, letter.context.store, letter.context.now()
        if not arguments.words:
            return below(list_settings(before, now))
        if len(arguments.words) == 1 and arguments.words[0].lower() in SETTINGS:
            return below(tell_setting(before, arguments.words[0].lower(), now))
        name, player = change(before, arguments.words, now)
        store.people.change(
            player.id,
            zone=player.zone,
            text_only=player.text_only,
            quiet=player.quiet,
            preferences=player.preferences,
        )
        self.digests.reschedule(player)
        told = tell_meaning(player, name, now)
        if player.zone != before.zone:
            move(store, before, now)
            letter.matches.reckon(player)
            told += _deadlines(letter, player.zone)
        # Others are told if a player wants no mail anymore, or wants it again; then that player gets all their boards.
        heard = before.quiet != player.quiet
        back = name == "mail" and arguments.words[-1].lower() == "on"
        numbers = [loaded.number for loaded in letter.matches.running(player)] if heard or back else []
        return Outcome(
            told,
            shows=() if player.quiet else tuple(numbers),
            announces=tuple(Announcement(number, wish(player, player.quiet)) for number in numbers if heard),
        )


def _deadlines(letter: LetterContext, zone: str) -> str:
    """The sender's deadlines where no clock runs at weekends, since those have changed."""
    store = letter.context.store
    told = ""
    for seat in store.matches.running_clocks(letter.sender.id):
        row = store.matches.match(seat.match)
        if row.terms.weekends and seat.due is not None:
            told += f"; your time in match {row.id} is up on {moment(seat.due, zone)}"
    return told
