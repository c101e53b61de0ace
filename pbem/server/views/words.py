"""What `help WORD` says: the entry of a word, where the reader's own match shows it, and lines that use it."""

import itertools
import re
from collections.abc import Sequence
from typing import Any

from pbem.mail.prose import Templates, fill
from pbem.play.game import Game, masked
from pbem.play.glossary import find_word, words_like
from pbem.play.orders import Refused, did_you_mean
from pbem.play.requests import seeded
from pbem.server.core.context import Service
from pbem.server.language.glossary import SHARED
from pbem.server.letters.letter_context import LetterContext
from pbem.server.mailing.position import lay_out, position_for
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import Preferences

PARTS = ("orders", "options", "sample")  # parts that the help of a game leaves out, by name
SHOWN = 2  # maximum number of lines of a board that show what a word means
FORMS = 8  # maximum number of forms shown with a word
TRIES = 8  # maximum number of legal answers searched for a line that uses a word


class WordPages(Service):
    """The help on words of games, and on those that all games share."""

    def of_game(self, game: Game[Any], name: str, letter: LetterContext) -> str:
        """The help on a word of a game: an entry of its own, a decision, a word of its orders, or one of the parts of
        its help. Raises `Refused`."""
        if part := self._part(game, name, letter):
            return part
        known = self._context.templates.decisions(game.name)
        word = find_word(game.entries, name)
        if word is not None:
            decision = (
                self._context.templates.decision(game.name, word).split("\n\n") if word in known else []
            )
            return self._entry(game, word, letter, decision)
        if name in known:
            text = f"{game.title}, {name}: {self._context.templates.decision(game.name, name)}"
            return "\n\n".join(map(fill, text.split("\n\n")))
        forms = _forms(game, [name])
        if forms:
            return self._context.templates.mail("help_forms", game=game, word=name, forms=forms)
        hint = did_you_mean(name, [*known, *game.entries]) or f"Its decisions: {', '.join(known)}."
        raise Refused(
            f'{game.title} asks nothing called "{name}". {hint} On a rule: rules {game.name} {name}'
        )

    def known_here(self, letter: LetterContext, name: str) -> str:
        """What is known of a word where a letter is written: in the game of its match, and in all games; without a
        match, or if these do not know it, in every game that has an entry for it. "" if there is nothing."""
        here, everywhere = game_here(letter), shared(self._context.templates, name)
        if " " in name and name in SHARED:
            return everywhere  # a game may know the last of its words only: give up
        mine = here is not None and (everywhere or self._has(here, name))
        games = [here] if here is not None and mine else list(self._context.games)
        told = [self.of_game(game, name, letter) for game in games if self._has(game, name)]
        return "\n".join(filter(None, (*told, everywhere)))

    def _part(self, game: Game[Any], name: str, letter: LetterContext) -> str:
        """All orders of a game, all its options, or a sample position; "" for any other word."""
        if name == "orders":
            return self._context.templates.mail("help_orders", game=game)
        if name == "options" and game.options:
            return self._context.templates.mail("help_options", game=game)
        picture = game.picture() if name == "sample" else None
        if picture is None:
            return ""
        preferences = letter.player.preferences if letter.player else Preferences()
        position = position_for(game, picture, None, preferences)
        return self._context.templates.mail("help_sample", game=game, position=lay_out(position, preferences))

    def _has(self, game: Game[Any], name: str) -> bool:
        known = (*PARTS, *self._context.templates.decisions(game.name))
        return find_word(game.entries, name) is not None or name in known

    def _entry(self, game: Game[Any], word: str, letter: LetterContext, decision: list[str]) -> str:
        alike = words_like(game.entries, word)
        loaded = letter.find_match_if_any(letter.current) if letter.player is not None else None
        mine = loaded if loaded is not None and loaded.game is game else None
        return self._context.templates.mail(
            "help_entry",
            game=game,
            word=word,
            told=game.entries[word],
            decision=decision,
            option=next((option for option in game.options if option.name == word), None),
            forms=_forms(game, alike)[:FORMS],
            number=mine.number if mine is not None else None,
            seen=_seen(mine, letter, alike) if mine is not None else [],
            line=_line(mine, letter, alike) if mine is not None else "",
        )


def shared(words: Templates, name: str) -> str:
    """The help on a word that belongs to all games; "" for any other."""
    word = find_word(SHARED, name)
    return words.mail("help_shared", word=word, told=SHARED[word]) if word is not None else ""


def game_here(letter: LetterContext) -> Game[Any] | None:
    """The game of the match that a letter is about; None if it is about none."""
    if letter.current is None or letter.player is None:
        return None
    return letter.find_match().game


def _holds(words: Sequence[str], text: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)", text, re.IGNORECASE) for word in words)


def _forms(game: Game[Any], words: Sequence[str]) -> list[str]:
    return [form for form in game.forms if {*words}.intersection(re.findall(r"[\w']+", form.lower()))]


def _seen(loaded: LoadedMatch, letter: LetterContext, words: Sequence[str]) -> list[str]:
    seat = letter.seat(loaded).seat
    view = loaded.game.view(loaded.seen_by(seat), seat)
    lines = (*view.header, *view.lists, *(line for table in view.tables for line in table))
    return [" ".join(line.split()) for line in lines if _holds(words, line)][:SHOWN]


def _line(loaded: LoadedMatch, letter: LetterContext, words: Sequence[str]) -> str:
    """A line with one of these words that the reader could send now and that a prompt may show, or ""."""
    ask = loaded.match.asks.get(letter.seat(loaded).seat)
    if ask is None:
        return ""
    state, pick = (
        masked(loaded.match.state, ask.seat),
        seeded(f"{loaded.number}/{loaded.match.stage}/{words[0]}"),
    )
    shown = itertools.islice(loaded.game.examples(state, ask, pick), TRIES)
    lines = (line.strip() for each in shown for line in re.split("[\n;]", each))
    return next((line for line in lines if _holds(words, line)), "")
