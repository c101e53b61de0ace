"""Full-text search over texts that are not in the database, such as rulebooks and help: an index of SQLite's FTS5 in
memory, whatever the server's own database is."""

import contextlib
import sqlite3
from collections.abc import Iterable, Sequence

from msgspec import Struct

NAME_WEIGHT, BODY_WEIGHT = 4.0, 1.0


class Passage(Struct, frozen=True):
    """A text to be found: its name or heading, the text itself, and what the caller knows it by. `aside`: it belongs to
    another subject than the one that is searched for."""

    name: str
    body: str
    key: str = ""
    aside: bool = False


class Found(Struct, frozen=True):
    """A passage that was found, with the words of the query that stand in its name, and in its name or body."""

    passage: Passage
    in_name: frozenset[str]
    words: frozenset[str]


class FullText:
    """An index of passages; words are found in all their forms (Porter's stemming)."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages: Sequence[Passage] = tuple(passages)
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(
            "CREATE VIRTUAL TABLE passages USING fts5 (name, body, tokenize = 'porter unicode61')"
        )
        rows = [(n, each.name, each.body) for n, each in enumerate(self._passages)]
        self._db.executemany("INSERT INTO passages (rowid, name, body) VALUES (?, ?, ?)", rows)

    def search(self, words: Sequence[str], most: int = 8) -> list[Found]:
        """The passages that hold any of these words, the best first (BM25; a word in a name counts four times)."""
        terms = {word: _quoted(word) for word in words}
        if not terms:
            return []
        rows = self._db.execute(
            "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, ?, ?) LIMIT ?",
            (" OR ".join(terms.values()), NAME_WEIGHT, BODY_WEIGHT, most),
        )
        best = [number for (number,) in rows]
        held = {word: self._holding(term, best) for word, term in terms.items()}
        named = {word: self._holding(f"name : {term}", best) for word, term in terms.items()}
        return [
            Found(
                self._passages[number],
                frozenset(word for word in words if number in named[word]),
                frozenset(word for word in words if number in held[word]),
            )
            for number in best
        ]

    def share(self, word: str) -> float:
        """In which share of the passages a word stands."""
        (count,) = self._db.execute(
            "SELECT count(*) FROM passages WHERE passages MATCH ?", (_quoted(word),)
        ).fetchone()
        return int(count) / max(len(self._passages), 1)

    def _holding(self, query: str, among: Sequence[int]) -> set[int]:
        """Which of these passages match a query."""
        marks = ", ".join("?" * len(among))
        rows = self._db.execute(
            f"SELECT rowid FROM passages WHERE passages MATCH ? AND rowid IN ({marks})", (query, *among)
        )
        return {number for (number,) in rows}


def stems(texts: Sequence[str]) -> list[frozenset[str]]:
    """The words of each text, in the form in which the index has them."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'porter unicode61')")
        db.execute("CREATE VIRTUAL TABLE words USING fts5vocab (texts, instance)")
        db.executemany("INSERT INTO texts (rowid, text) VALUES (?, ?)", enumerate(texts))
        found: list[set[str]] = [set() for _ in texts]
        for word, number in db.execute("SELECT term, doc FROM words"):
            found[number].add(word)
    return [frozenset(words) for words in found]


def _quoted(word: str) -> str:
    """A word of a query that FTS5 takes for nothing else; it ends queries at a NUL."""
    return '"' + word.replace("\0", " ").replace('"', '""') + '"'
