"""What a command does: one small object for each entry of `pbem.server.language.command_table`.

Its class has the name of its entry, which says what it is for. A command gets the letter that its line is part of, and
the text after its word. It acts within the transaction of the letter and returns its outcome; it raises `Refused` if it
cannot be done.
"""

from collections.abc import Collection

from msgspec import Struct

from pbem.play.orders import Refused
from pbem.server.answering.about import about_of
from pbem.server.core.games import UnknownGame
from pbem.server.language.arguments import Arguments, Known, is_number
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.proposer import append_sentence
from pbem.store.rows import SeatRow


class Command(Struct, frozen=True):
    """One line for the server itself. Its fields are the services that it needs."""

    @property
    def spec(self) -> CommandSpec:
        """How it is written and described."""
        return BY_WORD[type(self).__name__.lower()]

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        """Do it. Raises `Refused`."""
        raise NotImplementedError

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        """Parse the text after its word. Raises `Refused`."""
        known = self.known(letter)
        found = self.spec.parse(text, known)
        if found is None:
            raise Refused(self.refusal(letter, text, known))
        return found

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        """What a player is told whose arguments fit no form of this command."""
        here = about_of(letter).game
        how = self.spec.how(text, here.name) if here is not None else self.spec.how(text)
        first = "".join(text.split()[:1])
        named = is_number(first) or letter.context.store.people.named(first) is not None
        try:
            if first and self.spec.names_game and not named:
                letter.context.games.named(first)
        except UnknownGame as error:
            return append_sentence(str(error), how)
        return how

    def is_match(self, letter: LetterContext, word: str) -> bool:
        """Whether a word, in a place for a number, is that of a match."""
        return is_number(word)

    def known(self, letter: LetterContext) -> Known:
        """What words may mean here. No player has the full name of a game, but perhaps its beginning."""
        games, people = letter.context.games, letter.context.store.people
        names_player = any("NAME" in form.split() for form in self.spec.usage)

        def find_game(word: str) -> str:
            exact = word.lower().rstrip("!") in games.names
            if not exact and names_player and people.named(word) is not None:
                return ""
            try:
                return games.named(word).name
            except UnknownGame:
                return ""

        def options_of(game: str) -> Collection[str]:
            return [option.name for option in games.named(game).options]

        return Known(find_game, is_match=lambda word: self.is_match(letter, word), options_of=options_of)


class InMatch(Command, frozen=True):
    """A command about a match of the sender: the one whose number is given, or the one that the letter is about."""

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        return self.act(letter, loaded, letter.seat(loaded))

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        """Do it in a match, for the sender's seat. Raises `Refused`."""
        raise NotImplementedError
