"""Lines that are whole orders or commands, and a yes or a no where one is asked for.

The structure decides. An order is a line that a game of this letter can read; a command begins with the word of one; an
answer is a yes or a no in any words, to a question of just that kind.
"""

import re

from msgspec import structs

from pbem.play.conditional import is_conditional, lines_of
from pbem.play.orders import split_lines, tidy
from pbem.server.answering.questions import answer_surely, is_question
from pbem.server.answering.wishes import agrees_by_wish, wish_in
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import BY_WORD, MATCH, command_named
from pbem.server.language.phrases import words_of
from pbem.server.language.yes_no import answer_of, behind_yes, is_hedged
from pbem.server.reading.finder import find_orders
from pbem.server.reading.judge import is_doubtful, phrases
from pbem.server.reading.pieces import Order, Ordered, Piece, Unread
from pbem.server.reading.sentence_shapes import is_legal
from pbem.server.reading.sentences import Sentence, plainly
from pbem.server.reading.surroundings import Surroundings

_PLEASE = re.compile(
    r"^\s*(?:please|pls),?\s+(?=\S)|(?:\s+|,\s*)(?:please|pls|thanks|thank you)[\s.!]*$", re.IGNORECASE
)

_FEW = 2
"""A line of more words than that, in no form of the command with whose word it begins, may be a sentence."""


class WholeLines:
    """Reads lines that are for the server as they stand."""

    def __init__(self, here: Surroundings) -> None:
        self._here = here
        self._known: dict[tuple[int | None, str], list[str]] = {}

    def orders_of(self, line: str) -> list[str]:
        """The orders of a line that contains nothing else; none for any other line."""
        key = self._here.turned, line
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._orders_of(line)
        return known

    def _orders_of(self, line: str) -> list[str]:
        for text in dict.fromkeys((plainly(line), line)):
            conditional = is_conditional(tidy(text))
            pieces = lines_of(text) if conditional else split_lines([text])
            if re.search("(?i)pls|please|thank", text):
                pieces = [without_please(piece) for piece in pieces]
            if pieces and all(map(self.is_order, pieces)):
                return pieces
        return []

    def is_order(self, text: str) -> bool:
        """Whether a text is an order in any match that it may be for. A command word is an order only if the match asks
        for just that."""
        if not self._here.reads(text) or phrases("idioms").cover(words_of(text)):
            return False
        word = text.split(" ", 1)[0]
        return self.begins(text) is None or (word == text and self._is_asked_for(word))

    def _is_asked_for(self, word: str) -> bool:
        ask = self._here.position.ask if self._here.position is not None else None
        order = self._here.position.read(word) if self._here.position is not None else None
        return ask is not None and order is not None and isinstance(order, ask.takes)

    def order(self, text: str, order: str, *, sure: bool = True, whole: bool = True) -> Piece:
        """An order for the match of its line."""
        return Order(text=text, order=order, match=self._here.turned, sure=sure, whole=whole)

    def commands(self, line: str) -> list[Piece]:
        """The commands and orders of a line, between its `;`, or the answer that it is; none for any other line."""
        if tidy(f"settings {line}").lower() in BY_WORD["settings"].usage:
            return [Ordered(text=line.strip(), command=BY_WORD["settings"], arguments=tidy(line))]
        if (said := self._answer(line) or self._agreement(line)) is not None:
            return [said]
        command = self.command(line)
        if command is not None and command.prose:
            arguments, everyday = _behind_word(line), self.sentence_of(line) is not None
            if everyday and not command.goes_on and line.rstrip().endswith(_GOES_ON):
                return []
            return [Ordered(text=line.strip(), command=command, arguments=arguments, everyday=everyday)]
        pieces = [without_please(piece) for piece in split_lines([plainly(line)])]
        if not any(map(self.command, pieces)):
            return []
        found = [self._piece(piece, line, single=len(pieces) == 1) for piece in pieces]
        return [piece for piece in found if piece is not None] if found and all(found) else []

    def _piece(self, text: str, line: str, *, single: bool) -> Piece | None:
        command = self.command(text)
        written = line.strip() if single else text
        if command is None:
            return self.order(text, text) if self.is_order(text) else None
        arguments = text.partition(" ")[2].strip()
        found = Ordered(
            text=written,
            command=command,
            arguments=arguments.rstrip(": ") if command is MATCH else arguments,
            everyday=self.sentence_of(line) is not None,
        )
        if command.everyday and not command.changes and line.rstrip().endswith("?") and is_question(line):
            return None
        if not self.fits(found) and (
            is_question(line)
            or self._is_sentence(text, command)
            or self._is_wished(text, command)
            or self._holds_an_order(arguments)
        ):
            return None
        if command.final and self.fits(found) and not self._is_alone(command, line):
            told = f"This cannot be taken back, so it counts only alone on a line, in just these words: {command.form}"
            return Unread(text=written, why=told)
        return found

    def _is_wished(self, text: str, command: CommandSpec) -> bool:
        """Whether a line that fits no form of its command is a wish for it all the same: `undo that`."""
        _, *others = words_of(text)
        if command.ends or not others or not phrases("small").cover(others):
            return False
        wish = wish_in(text, self._here.about())
        if wish is None or wish.command.split(" ", 1)[0] != command.name:
            return False
        return command.parse(wish.command.partition(" ")[2], self._here.letter.known) is not None

    def _holds_an_order(self, arguments: str) -> bool:
        """Whether what stands behind the word of a command is an order: `Please enter S2 move d3.`"""
        position, text = self._here.position, arguments.strip(" :,.!")
        if position is None:
            return False
        spans = find_orders(position, Sentence(text, plainly(text)))
        return any(" " in span.line and is_legal(position, span) for span in spans)

    def _is_sentence(self, text: str, command: CommandSpec) -> bool:
        """Whether a text that begins with the word of a command, in none of its forms, is rather a sentence."""
        words = words_of(plainly(text))
        known = {part for form in command.usage + command.tolerated for part in form.split()}
        strange = [word for word in words[1:] if word not in known and not word.isdecimal()]
        named = any(part.isupper() and part != "NUMBER" for part in known)
        prose = "," in text or not _OF_PROSE.isdisjoint(words)
        if strange and (not named or (prose and len(words) > _FEW)):
            wish = wish_in(text, self._here.about())
            name, _, rest = wish.command.partition(" ") if wish is not None else ("", "", "")
            completed = bool(rest) and not named and command.name not in command.usage  # export this match
            if name and (name != command.name or completed) and not (named and command.prose):
                return True
        return (
            not named
            and len(words) > _FEW
            and len(strange) > 1
            and (command.grave or not command.changes)
            and not command.names_game
        )

    def _is_alone(self, command: CommandSpec, line: str) -> bool:
        word, *arguments = line.lower().rstrip(".! \t").split()
        return (
            word == command.name and command.parse(" ".join(arguments), self._here.letter.known) is not None
        )

    def command(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins, unless the line is a sentence (`who is this`) that cannot be for
        us."""
        found = self.begins(line)
        if found is not None and found.name == "tell" and _TELL_ME.match(line):
            talk = _TELL_ABOUT.match(line) is not None
            return None if talk or answer_surely(line, self._here.about()) else found
        if found is None or not found.everyday or (found.changes and self._here.letter.player is not None):
            return found
        return None if len(line.split()) > 1 and self.sentence_of(line) else found

    def begins(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins; None if games share the word, and the line is an order of one."""
        if line.split(" ", 1)[0][-1:].isdigit():  # a figure or a square: no command ends so
            return None
        word, _, text = without_please(low(line)).partition(" ")
        command = command_named(word)
        if command is None or not command.shared:
            return command
        first = without_please(next(iter(lines_of(line)), ""))
        order = self._here.reads(first) or (
            self._here.letter.current is not None
            and any(word in position.first_words for position in self._here.positions)
        )
        return None if order and command.parse(text, self._here.letter.known) is None else command

    def sentence_of(self, line: str) -> CommandSpec | None:
        """The command with whose word a line begins that may as well be a sentence, since it fits no form but that of
        any text; None for any other line."""
        word, _, text = without_please(low(line)).partition(" ")
        command = self.begins(line)
        if command is None or word.rstrip(":") not in command.everyday:
            return None
        context = self._here.letter.context
        known = structs.replace(
            self._here.letter.known, is_name=lambda name: context.store.people.named(name) is not None
        )
        if command.prose:
            known = structs.replace(known, is_match=lambda word: word.rstrip(":") in self._matches)
        found = command.parse(context.games.joined(text), known, is_alone=False)
        return command if found is None else None

    @property
    def _matches(self) -> list[str]:
        """The numbers of the matches that the sender plays in or follows."""
        player, store = self._here.letter.player, self._here.letter.context.store
        if player is None:
            return []
        own = [row.id for row in store.matches.of_player(player.id, ("running",))]
        return [str(number) for number in (*own, *store.watch.observed_by(player.id))]

    def fits(self, piece: Piece) -> bool:
        """Whether a piece is an order, an answer, or a command in one of its forms."""
        if not isinstance(piece, Ordered):
            return isinstance(piece, Order)
        return piece.agrees or piece.command.parse(piece.arguments, self._here.letter.known) is not None

    def _answer(self, line: str) -> Ordered | None:
        """The command that a yes or a no in other words means, if just that has been asked."""
        letter = self._here.letter
        word, _, rest = low(line).partition(" ")
        command = command_named(word)
        if letter.player is None or (command is not None and command.parse(rest, letter.known) is not None):
            return None
        said = answer_of(line, letter.names | letter.asked_about)
        if not said:
            return None
        if self._here.asks(self._here.turned or letter.current):
            command = BY_WORD["accept" if said == "yes" else "decline"]
            return Ordered(text=line.strip(), command=command, agrees=True)
        return None

    def _agreement(self, line: str) -> Ordered | Unread | None:
        """The answer that a line is, or probably is, if it agrees to just what is asked: `Draw accepted`."""
        if (accepted := self._accepted(line) or self._wished_for(line)) is not None:
            return accepted
        number = self._here.turned or self._here.letter.current
        loaded = self._here.letter.find_match_if_any(number) if number is not None else None
        words, command = words_of(line), self.begins(line)
        if command is not None and command.parse(" ".join(words[1:]), self._here.letter.known) is not None:
            return None
        if loaded is None or len(words) > _AGREEMENT or _AGREED.isdisjoint(words) or is_doubtful(line):
            return None
        kind = next((each.kind for each in self._here.letter.asked(loaded) if each.kind in words), "")
        others = [word for word in words if word != kind and word not in _AGREED]
        if not kind or not phrases("small").cover(others, self._here.letter.names):
            return None
        meant = f"accept {kind}"
        return Unread(
            text=line.strip(), why=f"Perhaps you meant: {meant}", instead=(meant,), match=self._here.turned
        )

    def _wished_for(self, line: str) -> Ordered | None:
        """A yes that says what it agrees to: `Sure, let's call it even.`"""
        letter = self._here.letter
        if letter.player is None or not letter.asked_about or not is_hedged(line, letter.names):
            return None
        names = letter.names | letter.asked_about
        if not agrees_by_wish(line, letter.asked_about, self._here.about(), names, strict=False):
            return None
        return Ordered(text=line.strip(), command=BY_WORD["accept"], agrees=True)

    def _accepted(self, line: str) -> Ordered | None:
        """The words that accept what is asked, in front of others that are only kind: `Accept draw, it was nice.`"""
        first, *rest = re.split(r"[,.;!]+\s*", line.strip(), maxsplit=1)
        text = without_please(low(first))
        command = self.begins(text)
        if not any(rest) or command is None or command.name != "accept":
            return None
        arguments = text.partition(" ")[2]
        asked = self._here.letter.asked_about.intersection(arguments.split())
        if not asked or command.parse(arguments, self._here.letter.known) is None:
            return None
        more = behind_yes([f"yes, {rest[0]}"], self._here.letter.names)
        kind = more is not None and not is_doubtful(rest[0])
        return Ordered(text=line.strip(), command=command, arguments=arguments) if kind else None


_OF_PROSE = frozenset(("me", "my", "mine", "i", "we", "us", "our", "you", "your"))
"""Most sentences have one of these words; no name does."""


_GOES_ON = (":", ",")
"""How a line ends that is no command: it leads to the one below it."""

_AGREED = frozenset(("accepted", "agreed", "granted", "accept", "agree", "grant"))
_AGREEMENT = 6
"""Maximum number of words of a line that agrees."""


_TELL_ME = re.compile(r"\s*(?:please,? )?tell (?:me|us)\b", re.IGNORECASE)
_TELL_ABOUT = re.compile(
    rf"{_TELL_ME.pattern} (?:about|more|all|everything|something|your|when|soon)\b", re.IGNORECASE
)
"""What a friend is asked to write about, and no player is called."""


def without_please(line: str) -> str:
    """A line without a polite word at its beginning or end."""
    return _PLEASE.sub("", line)


def low(line: str) -> str:
    """A line in lower case, without meaningless signs at its end."""
    return tidy(line).lower().rstrip(",")


def _behind_word(line: str) -> str:
    """The text after the first word of a line, as it was written."""
    word = without_please(low(line)).split(" ", 1)[0]
    start = line.lower().find(word)
    return line[start + len(word) :].strip() if start >= 0 else tidy(line).partition(" ")[2]
