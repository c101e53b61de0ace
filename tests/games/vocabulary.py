"""The words that a game uses: in forms, options, decisions and facts, and in what boards and lists say of a match."""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from pbem.play.board import Board
from pbem.play.game import Game, View
from pbem.server.core.games import Games
from tools.arena import Score, bot_named, play

MATCHES: dict[str, tuple[dict[str, str], ...]] = {
    "dodgeball": ({},),
    "elfball": ({"preset": "quick"}, {"level": "advanced", "lists": "all", "wizard": "yes"}),
    "gnomeball": ({"points": "8"}, {"points": "8", "tempo": "all"}),
    "slargeball": ({"squads": "3", "turns": "9"}, {"turns": "6"}),
    "toxic-gnome": ({"tiles": "6"}, {"tiles": "8"}),
}
"""Options of short matches between two who play anything legal, so that much happens."""

_WORD = re.compile(r"(?!\b[rb][A-Z]\b)[A-Za-z][\w'-]*")  # rG and bH are figures of Slargeball


def words_in(texts: Iterable[str]) -> Iterator[str]:
    """The words of texts in small letters: no ids and squares (S1, a4), and no single letters."""
    for text in texts:
        for word in _WORD.findall(re.sub(r'"[^"]*"', "", text)):
            bare = word.removesuffix("'s").strip("'-_").lower()
            if len(bare) > 1 and not any(map(str.isdigit, bare)):
                yield bare


def text_of(game: Game[Any], view: View, board: Board | None) -> str:
    """All that a view says in words, but what stands in an entry word for word: that is an explanation itself."""
    legend = board.legend if board is not None else ()
    lines = (*view.header, *view.lists, *legend, *(line for table in view.tables for line in table))
    text = " ".join(" ".join(lines).split())
    for piece in _told(game):
        if piece in text:  # a pattern for each of them would take most of the time
            text = re.sub(rf"(?<!\w){re.escape(piece)}(?!\w)", "", text)
    return text


@functools.cache
def _told(game: Game[Any]) -> list[str]:
    """The clauses of several words in the entries of a game, the longest first."""
    told = " : ".join(" : ".join(each) for each in game.entries.values())
    pieces = {piece.strip() for piece in re.split(r"[.:;()]+,?(?=\s|$)|(?<=\s)\(", told)}
    return sorted((piece for piece in pieces if " " in piece), key=len, reverse=True)


@functools.cache
def vocabulary(name: str) -> dict[str, str]:
    """The words of a game, each with where it was found first."""
    game = Games().named(name)
    found: dict[str, str] = {}

    def add(where: str, texts: Iterable[str]) -> None:
        for word in words_in(texts):
            found.setdefault(word, where)

    add("a form", (_without_tiles(game, form) for form in game.forms))
    add("an option", (word for option in game.options for word in (option.name, *option.values)))
    add("a decision", game.decisions)
    if game.teams is not None:
        add("a form of teams", game.teams.forms)
    for number, options in enumerate(MATCHES[name]):
        _watch(game, options, number, add)
    return found


def _without_tiles(game: Game[Any], text: str) -> str:
    """A text without the tiles of Toxic Gnome and the words that players form: these mean what they mean."""
    return re.sub(r"\b[A-Z]{2,}\b|[A-Z*]{5}", "", text) if game.name == "toxic-gnome" else text


def _watch(game: Game[Any], options: dict[str, str], seed: int, add: Any) -> None:
    """A match, and all that is shown of it to those who are asked."""
    random = bot_named(game, "random")
    assert random is not None

    def spy(state: Any, ask: Any, pick: Any) -> str:
        own = {*state.names.values()}
        shown = _without_tiles(game, text_of(game, game.view(state, ask.seat), game.board(state, ask.seat)))
        add("a board", [re.sub(rf"\b({'|'.join(own)})\b", "", shown)])
        add("a fact", game.facts(state, ask.seat))
        return random(state, ask, pick)

    play(game, [spy, spy], seed, Score(), options)
