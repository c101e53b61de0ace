"""What one line of a letter is: an order, a command, an answer, or nothing that is understood.

The structure decides. An order is a line that a game of this letter can read; a command begins with the word of one; an
answer is a yes or a no in any words, to a question of just that kind. Nothing else is ever carried out. The position of
a line in its letter is the business of `lines`; here only the match matters that the lines above have turned to.
"""

import contextlib
import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from pbem.play.conditional import is_conditional, lines_of
from pbem.play.game import Game
from pbem.play.glossary import Entries, find_word
from pbem.play.orders import Refused, Unreadable, nearest, split_lines, tidy
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD, COMMANDS, MATCH, command_named
from pbem.server.language.glossary import SHARED, is_lost, topics_of
from pbem.server.language.passwords import is_hidden
from pbem.server.language.yes_no import answer_of, is_courtesy
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.legacy_words import NEEDLESS
from pbem.server.reading.line import Line

ORDERS_LIMIT = 200
"""Maximum number of orders read in one letter, counting those between `;`."""

LONGEST_ORDER = 400
"""Maximum number of characters of an order with its condition: the time to read one may grow with its square."""

_LIKE = 0.78
"""How similar (of 1) a word must be to one that may have been meant."""

_PLEASE = re.compile(
    r"^\s*(?:please|pls),?\s+(?=\S)|(?:\s+|,\s*)(?:please|pls|thanks|thank you)[\s.!]*$", re.IGNORECASE
)

_FIGURE = re.compile(r"[a-z]{1,2}\d+\b|[b-hj-z]\b", re.IGNORECASE)
"""The name of a figure or a square at the beginning of a line: S1, b4, Q."""

_NO_TALK = re.compile(
    r"\?|\b[a-z]{1,2}\d+\b|\b(?:not|never|wait|unless|instead|if|undo|resign|give up)\b|n't\b", re.IGNORECASE
)
"""Signs of a question, names of figures and squares, and words that may take back, or put off, what is beside them."""


def is_order(game: Game[Any], text: str) -> bool:
    """Whether a text is one order of a game, perhaps with a condition."""
    if len(text) > LONGEST_ORDER:
        return False
    try:
        game.read_line(text)
    except Unreadable:
        return False
    return True


@functools.lru_cache(maxsize=64)
def first_words(game: Game[Any] | None) -> frozenset[str]:
    """The words with which orders of a game begin, after the name of a figure; without a game, those of the commands
    that change something."""
    if game is None:
        commands = [command for command in COMMANDS if command.changes or command.name == "resign"]
        return frozenset(word for command in commands for word in (command.name, *command.also))
    forms = [form.split() for form in game.forms]
    words = [word for form in forms for word in form[: 2 if form[0] == "ID" or _FIGURE.match(form[0]) else 1]]
    return frozenset(word for word in words if re.fullmatch("[a-z]{2,}", word))


@functools.lru_cache(maxsize=8192)  # people use few words to begin a line
def _is_like(word: str, words: frozenset[str]) -> bool:
    """Whether a word is one of these or nearly one, or one with its letters in a different order."""
    if word in words or len(word) < 3:
        return word in words
    letters = sorted(word)
    near = nearest(word, words, cutoff=_LIKE) if len(word) > 3 else ""
    return near[:1] == word[0] or any(letters == sorted(each) for each in words)


def game_of(letter: LetterContext, number: int) -> Game[Any]:
    """The game of a match the sender plays in, or is invited to. Raises `Refused`."""
    try:
        return letter.find_match(number).game
    except Refused:
        offers = letter.offers()
        if number not in offers:
            raise
        return letter.context.games.named(offers[number][0].game)


def plain(line: str) -> str:
    """A line in lower case, without meaningless signs at its end."""
    return tidy(line).lower().rstrip(",")


def without_please(line: str) -> str:
    """A line without a polite word at its beginning or end."""
    return _PLEASE.sub("", line)


class Splitter:
    """Finds out what the lines of one letter are."""

    def __init__(self, letter: LetterContext) -> None:
        self._letter = letter
        self.turn_to(None)

    def turn_to(self, number: int | None) -> None:
        """The lines below are for this match; None: for the one whose mail is answered."""
        self.turned = number
        self._game: Game[Any] | None = None
        wanted = number or self._letter.current
        if wanted is not None and self._letter.player is not None:
            with contextlib.suppress(Refused):
                self._game = game_of(self._letter, wanted)

    @property
    def _games(self) -> Iterator[Game[Any]]:
        """The games in which a line may be an order, first that of the match it is for."""
        if self._game is not None:
            yield self._game
        yield from (game for game in self._letter.games if game is not self._game)

    def split(self, line: str) -> list[Line]:
        """The orders and commands of a line, between its `;`, or the answer that it is; `strange` ones are not
        understood."""
        pieces = [without_please(piece) for piece in lines_of(line)]
        if pieces and all(map(self.is_order, pieces)):
            return [Line(piece, match=self.turned) for piece in pieces]
        if (topic := self._topic(line)) is not None:
            return [Line(line.strip(), BY_WORD["help"], topic)]
        if _is_setting(line):
            return [Line(line.strip(), BY_WORD["settings"], tidy(line))]
        if answer := self._answer(line):
            return [Line(line.strip(), *answer, answer=True)]
        command = self.command(line)
        if command is not None and command.prose and not self._is_hidden(tidy(line)):
            return [Line(line.strip(), command, _behind_word(line))]
        return [self._piece(piece, line) for piece in pieces]

    def _piece(self, text: str, line: str) -> Line:
        hidden = self._is_hidden(text)
        command = None if hidden else self.command(text)
        if command is not None:
            arguments = text.partition(" ")[2].strip()
            found = Line(text, command, arguments.rstrip(": ") if command is MATCH else arguments)
            if command.final and self.fits(found) and not self._is_alone(command, line):
                found.error = (
                    "This cannot be taken back, so it counts only alone on a line, in just these words:"
                    f" {command.form}"
                )
            return found
        strange = hidden or not self.is_order(text)
        said = strange and self._is_talk(line if _PLEASE.match(line) else text, hidden)
        return Line(text, match=self.turned, strange=strange, said=said)

    def _is_alone(self, command: CommandSpec, line: str) -> bool:
        word, *arguments = line.lower().rstrip(".! \t").split()
        return word == command.name and command.parse(" ".join(arguments), self._letter.known) is not None

    def _is_hidden(self, text: str) -> bool:
        return is_hidden(text, self._letter.context.games.names)

    def is_order(self, text: str) -> bool:
        """Whether a text is an order in any match that it may be for. A command word is an order only if the match asks
        for just that."""
        word = text.split(" ", 1)[0]
        if self._begins(text) is not None and not (word == text and self._is_asked_for(word)):
            return False
        return any(is_order(game, text) for game in self._games)

    def _is_asked_for(self, word: str) -> bool:
        number = self.turned or self._letter.current
        loaded = self._letter.find_match_if_any(number) if number and self._letter.player else None
        ask = loaded.match.asks.get(self._letter.seat(loaded).seat) if loaded else None
        try:
            return (
                loaded is not None and ask is not None and isinstance(loaded.game.order_of(word), ask.takes)
            )
        except Unreadable:
            return False

    def plain_orders(self, line: str) -> list[str]:
        """The orders of a line that contains only orders of the match whose mail is answered, without a condition or a
        command word; none for any other line."""
        game = self._game
        if game is None or is_conditional(tidy(line)):
            return []
        pieces = [without_please(piece) for piece in split_lines([line])]
        for piece in pieces:
            if not is_order(game, piece) or self._begins(piece) is not None:
                return []
        return pieces

    def reads(self, line: str) -> bool:
        """Whether a line is one or more orders; of these a letter may have `ORDERS_LIMIT`."""
        if line.count(";") > ORDERS_LIMIT:
            return False
        pieces = lines_of(line)
        return bool(pieces) and all(map(self.is_order, pieces))

    # Commands.

    def command(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins, unless the line is a sentence (`who is this`) that cannot be for
        us."""
        found = self._begins(line)
        if found is None or not found.everyday or (found.changes and self._letter.player is not None):
            return found
        return None if self.sentence_of(line) else found

    def _begins(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins; None if games share the word, and the line is an order of one."""
        word, _, text = without_please(plain(line)).partition(" ")
        command = command_named(word)
        if command is None or not command.shared:
            return command
        first = next(iter(lines_of(line)), "")
        order = any(is_order(game, without_please(first)) for game in self._games) or (
            self._letter.current is not None and any(word in first_words(game) for game in self._games)
        )
        return None if order and command.parse(text, self._letter.known) is None else command

    def sentence_of(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins that may as well be a sentence, since it fits no form but that of
        any text; None for any other line."""
        word, _, text = without_please(plain(line)).partition(" ")
        command = self._begins(line)
        if command is None or word.rstrip(":") not in command.everyday:
            return None
        context = self._letter.context
        known = structs.replace(
            self._letter.known, is_name=lambda name: context.store.people.named(name) is not None
        )
        if command.prose:
            known = structs.replace(known, is_match=lambda word: word.rstrip(":") in self._matches)
        found = command.parse(context.games.joined(text), known, is_alone=False)
        return command if found is None else None

    @functools.cached_property
    def _matches(self) -> list[str]:
        """The numbers of the matches that the sender plays in or follows."""
        player, store = self._letter.player, self._letter.context.store
        if player is None:
            return []
        own = [row.id for row in store.matches.of_player(player.id, ("running",))]
        return [str(number) for number in (*own, *store.watch.observed_by(player.id))]

    def fits(self, line: Line) -> bool:
        """Whether a line is an order, an answer, or a command in one of its forms."""
        command = line.command
        return line.answer or command is None or command.parse(line.arguments, self._letter.known) is not None

    # Lines that are not understood.

    def is_near(self, line: str) -> bool:
        """Whether a line begins like an order or a command, or nearly so."""
        text = tidy(line)
        if _FIGURE.match(text) or is_conditional(text):
            return True
        word = next(iter(re.findall(r"[^\W\d_]+", text.lower())), "")
        like = any(_is_like(word, first_words(game)) for game in (None, *self._games))
        return like and not is_courtesy(line, self._letter.names)

    def _is_talk(self, text: str, hidden: bool) -> bool:
        """Whether a line that is not understood may be ignored at the edges of a letter."""
        if plain(text).split(" ", 1)[0].rstrip(":") in NEEDLESS:
            return True
        return not (hidden or self.is_near(text) or _NO_TALK.search(text) or len(text) > LONGEST_ORDER)

    def goes_on(self, first: str, second: str) -> bool:
        """Whether two lines are one order that says more than the first alone.

        They are not if both begin with the name of a figure: each is an order of its own.
        """
        if _FIGURE.match(tidy(first)) and _FIGURE.match(tidy(second)):
            return False
        if len(first) + len(second) > LONGEST_ORDER:
            return False
        return any(_says_more(game, f"{first} {second}", first) for game in self._games)

    def _topic(self, line: str) -> str | None:
        """What a line asks help on (`what is a copperback?`, `how do I throw?`), if help knows it, "" for help itself;
        None for any other question."""
        if self._letter.player is not None and is_lost(line):
            return ""
        topics = topics_of(line)
        here = [
            game.entries for game in self._games
        ]  # `how do I form a word?` is no question about worgen form
        own = next((topic for topic in topics if any(find_word(each, topic) for each in here)), None)
        known = (SHARED, *(game.entries for game in self._letter.context.games))
        return own or next((topic for topic in topics if self._has_help(topic, known)), None)

    def _has_help(self, topic: str, known: Sequence[Entries]) -> bool:
        return command_named(topic) is not None or any(find_word(each, topic) for each in known)

    # Answers.

    def _answer(self, line: str) -> tuple[CommandSpec, str] | None:
        """The command, with its arguments, that a yes or a no in other words means, if just that has been asked."""
        letter = self._letter
        if letter.player is None or command_named(tidy(line)) is not None:
            return None
        said = answer_of(line, letter.names)
        if not said:
            return None
        if not self._asks(self.turned or letter.current):
            return None
        return BY_WORD["accept" if said == "yes" else "decline"], ""

    def _asks(self, number: int | None) -> bool:
        """Whether a match waits for a yes or a no from the sender: to a challenge, or to a question."""
        letter = self._letter
        if number is None:
            return False
        if number == letter.addressed and self._invited(number):
            return True
        loaded = letter.find_match_if_any(number)
        return loaded is not None and bool(letter.asked(loaded))

    def _invited(self, number: int) -> bool:
        """Whether the sender is invited to a match, or was until it was called off: then the answer says so."""
        matches = self._letter.context.store.matches
        row = matches.find(number)
        return (
            row is not None
            and row.status in ("offered", "void")
            and any(
                seat.player == self._letter.sender.id and seat.status == "invited"
                for seat in matches.seats(number)
            )
        )


def _says_more(game: Game[Any], whole: str, first: str) -> bool:
    try:
        more, less = ([str(game.read_line(piece)) for piece in lines_of(text)] for text in (whole, first))
    except Unreadable:
        return False
    if not less or len(more) != len(less):
        return False
    return re.match(rf"{re.escape(less[-1])}\b.", more[-1]) is not None


def _is_setting(line: str) -> bool:
    """Whether a line is a setting with its value, without the word `settings`: `hints on`."""
    return f"settings {tidy(line).lower()}" in BY_WORD["settings"].usage


def _behind_word(line: str) -> str:
    """The text after the first word of a line, as it was written."""
    word = without_please(plain(line)).split(" ", 1)[0]
    start = line.lower().find(word)
    return line[start + len(word) :].strip() if start >= 0 else tidy(line).partition(" ")[2]
