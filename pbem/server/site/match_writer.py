"""Writes the pages of one match: those of turns that have ended since the last time, and the one of the match."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from pbem.boards import looks, svg
from pbem.server.core.context import Context
from pbem.server.core.games import NotInstalled
from pbem.server.mailing.match_summaries import changed_options
from pbem.server.mailing.standing import Standing
from pbem.server.matches.repository import LoadedMatch, MatchRepository, Misfit
from pbem.server.site.competition_pages import CompetitionPages
from pbem.server.site.courses import Entry, course, follow, told_score
from pbem.server.site.folder import Folder
from pbem.server.site.layout import Layout, framed, is_broad
from pbem.server.site.match_pages import MatchPages, Turn
from pbem.server.site.names import Names
from pbem.server.site.pictures import Pictures
from pbem.server.views.replays import Replays
from pbem.store.pages import PageMatch

Digest: TypeAlias = Callable[[Any], str]

LISTED = 120
"""Maximum number of turns that the page of a match lists; of a longer one it lists every second turn, or fewer."""


class Pages(Struct, frozen=True):
    """What the pages of a match were made from: `now` is all of it, `base` what all its turns have in common; `turn` is
    the last one with a page, made from the snapshot `last`. `players` are those on whose pages it is; `course` is the
    score by turns."""

    now: str
    base: str
    turn: int
    last: str
    players: tuple[str, ...]
    course: list[Entry]


class MatchWriter:
    """Writes pages of matches into a folder."""

    def __init__(
        self,
        context: Context,
        repository: MatchRepository,
        layout: Layout,
        folder: Folder,
        competitions: CompetitionPages,
        key: bytes,
    ) -> None:
        self._store = context.store
        self._repository = repository
        self._layout = layout
        self._folder = folder
        self._competitions = competitions
        self._key = key
        self.pages = MatchPages(context, repository, Replays(context, repository), Standing(context))
        self.pictures = Pictures(folder, layout.site_url)

    def is_stale(self, page: PageMatch, before: Pages | None, names: Names) -> bool:
        """Whether pages are to be written, given what they were made from."""
        return before is None or before.now != self.digest([page, self._base(page, names)])

    def digest(self, value: Any) -> str:
        """A value in short, which nobody else can work out: everybody may read the note of a site."""
        return hashlib.blake2b(msgspec.json.encode(value), key=self._key, digest_size=8).hexdigest()

    def _base(self, page: PageMatch, names: Names) -> str:
        shown = [names.shown.get(seat.player, "") for seat in page.seats]
        return self.digest([shown, page.version, page.competition])

    def write(self, page: PageMatch, before: Pages | None, names: Names, *, anew: bool) -> Pages | None:
        """Write what is out of date, or `anew` all of it; returns what the pages were made from. None: its rules have
        changed, and the server will bring it under them soon; or its game is not installed."""
        try:
            loaded = self._repository.find(page.number)
        except (Misfit, NotInstalled):
            return None
        assert loaded is not None
        loaded.names = names.of_match(loaded.seats, loaded.row.terms)
        base = self._base(page, names)
        first = 0 if anew or before is None or before.base != base else self._kept(page, before)
        entries = [entry for entry in before.course if entry[0] < first] if before is not None else []
        entries = self._write_turns(page, loaded, names, first, entries)
        for number in range(page.turn + 1, before.turn + 1 if before is not None else 0):
            self._folder.remove(f"m/{page.number}/{number}")
        self.pictures.draw()
        return Pages(
            self.digest([page, base]),
            base,
            page.turn,
            self.digest([page.turn, page.batch]),
            names.shown_in(page),
            entries,
        )

    def _kept(self, page: PageMatch, before: Pages) -> int:
        """The first turn whose page is out of date: the last one that has a page, unless that has been taken back."""
        kept = self._store.log.turn_at(page.number, before.turn)
        same = kept is not None and self.digest([kept.number, kept.batch]) == before.last
        return before.turn if same else 0

    def _write_turns(
        self, page: PageMatch, loaded: LoadedMatch, names: Names, first: int, entries: list[Entry]
    ) -> list[Entry]:
        """Write the pages of the turns from number `first` on, and the one of the match; returns its course."""
        replay = self.pages.replay(loaded, first)
        facts = self._facts(page, loaded, names)
        record = self.pages.record(loaded, replay) if loaded.match.over else None
        if record is not None:
            self._folder.write(f"m/{page.number}/record.json", record)
        else:
            self._folder.remove(f"m/{page.number}/record.json")
        root, players = f"m/{page.number}/", self._players(loaded, names)
        turn: Turn | None = None
        shown: dict[str, Any] = {}
        for turn in self.pages.turns(loaded, replay, first):
            path, newest, before = f"{root}{turn.number}/", turn.number == page.turn, entries
            entries = follow(entries, turn.number, turn.points)
            shown = self._shown(path, turn, page.turn - turn.number)
            self._write(
                path,
                "turn",
                **facts,
                **shown,
                turn=turn,
                players=players(path),
                before=turn.number - 1 if turn.number > entries[0][0] else None,
                after=None if newest else turn.number + 1,
                score=told_score(loaded, entries[-1]) if before and entries is not before else "",
            )
        assert turn is not None
        begun = entries[0][0]
        self._write(
            root,
            "match",
            **facts,
            **shown,
            turn=turn,
            players=players(root),
            record=record is not None,
            course=course(loaded, entries),
            listed=_listed(begun, page.turn, entries),
        )
        return entries

    def _facts(self, page: PageMatch, loaded: LoadedMatch, names: Names) -> dict[str, Any]:
        """What all pages of a match show."""
        origin = self._store.matches.origin(loaded.number)
        return {
            "card": self.pages.card(loaded.row, loaded.seats, names),
            "number": loaded.number,
            "game": loaded.game,
            "turns": page.turn,
            "handles": [shown for seat in loaded.seats if (shown := names.shown.get(seat.player))],
            "options": changed_options(loaded.game, loaded.row.options),
            "waiting": self.pages.waiting(loaded),
            "end": self.pages.end(loaded, names),
            "origin": origin.source if origin is not None and page.competition is None else "",
            "contest": self._competitions.of_match(page),
        }

    def _players(self, loaded: LoadedMatch, names: Names) -> Callable[[str], str]:
        seats = [
            (loaded.title(seat.seat), loaded.game.side_of(seat.seat), names.shown.get(seat.player, ""))
            for seat in loaded.seats
        ]
        return self._layout.once("players", seats=seats)

    def _shown(self, path: str, turn: Turn, age: int) -> dict[str, Any]:
        """The board of a page, and the address of its picture."""
        if turn.board is None:
            return {"picture": "", "broad": False, "image": ""}
        drawn = svg.draw(turn.board, looks.PAGE)
        return {
            "picture": framed(drawn, svg.columns(turn.board)),
            "broad": is_broad(turn.board),
            "image": self.pictures.address(path, turn.board, drawn, age=age),
        }

    def _write(self, path: str, template: str, **facts: Any) -> None:
        self._folder.write(f"{path}index.html", self._layout.page(template, path, **facts))


def _listed(begun: int, last: int, entries: Sequence[Entry]) -> list[int]:
    """The turns that are listed: all, or some of them and those in which the score has changed."""
    step = -(-(last - begun + 1) // LISTED)
    changes = {turn for turn, _ in entries} if step > 1 and len(entries) < LISTED else set()
    return sorted({*range(begun, last + 1, step), *changes, last})
