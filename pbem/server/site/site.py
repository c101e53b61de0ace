"""A site kept fresh: which pages are out of date, and in what order they are written.

A file among the pages notes what each match was when its pages were written (`Made`), as digests with a secret key,
since everybody may read it. A run compares that with the database and writes the pages of matches that have changed,
then those of their games and players, then the front page. A match that has gone on keeps the pages of its earlier
turns. The note is written last: a run that dies is simply done again, and no match in the database is changed.
"""

import hashlib
from collections.abc import Iterable, Sequence
from importlib import metadata, util
from typing import Any

import msgspec
from msgspec import Struct

from pbem.boards import svg
from pbem.play.board import Board
from pbem.play.game import Game
from pbem.server.core.context import Context
from pbem.server.language.command_table import CHAPTERS
from pbem.server.mailing.match_summaries import changed_options
from pbem.server.mailing.standing import Standing
from pbem.server.matches.repository import LoadedMatch, MatchRepository, Misfit
from pbem.server.matches.skills import listed_since
from pbem.server.site.folder import Folder
from pbem.server.site.layout import Layout
from pbem.server.site.match_pages import Card, MatchPages, Turn
from pbem.server.site.names import Names
from pbem.server.site.rulebooks import chapters
from pbem.server.views.replays import Replays
from pbem.store.pages import PageMatch
from pbem.store.rows import MatchRow, Rating

NOTE = ".pbem-site.json"
LISTED = 50
"""Maximum number of matches in a list, and of players in standings."""
PICTURE_WIDTH = 800
"""Width in pixels of the picture that other sites show for a match."""


class Pages(Struct, frozen=True):
    """What the pages of a match were made from: `now` is all of it, `base` what all its turns have in common; `turn` is
    the last one with a page, made from the snapshot `last`. `players` are those on whose pages it is."""

    now: str
    base: str
    turn: int
    last: str
    players: tuple[str, ...]


class Made(Struct):
    """What a site was made from: `form` changes with everything that all pages depend on; `shown` are the players with
    pages."""

    form: str = ""
    matches: dict[int, Pages] = {}
    shown: list[str] = []


class Site:
    """The pages of a server in a folder."""

    def __init__(self, context: Context, repository: MatchRepository, folder: Folder) -> None:
        self._context = context
        self._store = context.store
        self._repository = repository
        self._pages = MatchPages(context, repository, Replays(context, repository), Standing(context))
        self._layout = Layout(context)
        self._folder = folder
        self._names = Names({})
        with self._store.transaction():
            self._key = self._store.secret("site key")

    def refresh(self) -> int:
        """Write whatever is out of date; returns how many files have changed."""
        self._folder.written = 0
        made = self._read_note()
        form = self._form()
        fresh = made.form != form
        if fresh:
            made = Made(form, shown=made.shown)
            self._write_lasting()
        with self._store.reading():
            found, self._names = self._store.pages.matches(), Names(self._store.pages.shown())
        stale = [page for page in found if self._is_stale(page, made.matches.get(page.number))]
        shown = sorted(self._names.shown.values())
        if not (fresh or stale or made.shown != shown):
            return 0
        games, players = self._touched(stale, made)
        for page in stale:
            with self._store.reading():
                self._write_match(page, made)
        with self._store.reading():
            for game in self._context.games:
                if fresh or game.name in games:
                    self._write_game(game)
            for player, handle in self._names.shown.items():
                if fresh or handle in players:
                    self._write_player(player)
            for handle in set(made.shown).difference(shown):
                self._folder.remove(f"p/{handle}")
            self._write_lists({page.number // LISTED for page in (found if fresh else stale)}, found)
            self._write_front()
        made.shown = shown
        self._folder.write(NOTE, msgspec.json.encode(made))
        return self._folder.written

    def _read_note(self) -> Made:
        try:
            return msgspec.json.decode(self._folder.read(NOTE) or b"{}", type=Made)
        except msgspec.MsgspecError:
            return Made()

    def _form(self) -> str:
        """What all pages depend on, in short: this version, the templates, the settings, the rules."""
        config = self._context.config
        parts = [
            metadata.version("pbem"),
            config.site.site_url,
            config.site.docs_url,
            self._context.own_address,
            *(f"{game.name} {game.version}" for game in self._context.games),
            *self._layout.sources(),
            *(self._rulebook(game) for game in self._context.games),
        ]
        return self._digest(parts)

    def _base(self, page: PageMatch) -> str:
        return self._digest([[self._names.shown.get(seat.player, "") for seat in page.seats], page.version])

    def _is_stale(self, page: PageMatch, before: Pages | None) -> bool:
        return before is None or before.now != self._digest([page, self._base(page)])

    def _digest(self, value: Any) -> str:
        return hashlib.blake2b(msgspec.json.encode(value), key=self._key, digest_size=8).hexdigest()

    def _shown_in(self, page: PageMatch) -> tuple[str, ...]:
        return tuple(
            self._names.shown[seat.player] for seat in page.seats if seat.player in self._names.shown
        )

    def _touched(self, stale: Iterable[PageMatch], made: Made) -> tuple[set[str], set[str]]:
        """The games and players on whose pages something changes."""
        players = set(self._names.shown.values()).symmetric_difference(made.shown)
        games = (
            {game.name for game in self._context.games} if players else set()
        )  # they may be in the standings
        for page in stale:
            games.add(page.game)
            players.update(self._shown_in(page))
            if page.number in made.matches:
                players.update(made.matches[page.number].players)
        return games, players

    # Matches.

    def _write_match(self, page: PageMatch, made: Made) -> None:
        before = made.matches.get(page.number)
        try:
            loaded = self._repository.find(page.number)
        except Misfit:  # the server renews it soon
            return
        assert loaded is not None
        loaded.names = self._names.of_match(loaded.seats, loaded.row.terms)
        base, first = self._base(page), 0
        if before is not None and before.base == base:
            kept = self._store.log.turn_at(page.number, before.turn)
            if kept is not None and self._digest([kept.number, kept.batch]) == before.last:
                first = before.turn
        card = self._pages.card(loaded.row, loaded.seats, self._names)
        facts = self._facts(loaded, card)
        record = self._pages.record(loaded) if loaded.match.over else None
        if record is not None:
            self._folder.write(f"m/{page.number}/record.json", record)
        turn: Turn | None = None
        for turn in self._pages.turns(loaded, first):
            path = f"m/{page.number}/{turn.number}/"
            last = turn.number == page.turn
            self._write(path, "turn", **facts, turn=turn, last=last, first=turn.number == first == 0)
        if turn is not None:
            self._write_picture(page.number, turn.board)
            self._write(f"m/{page.number}/", "match", **facts, turn=turn, record=record is not None)
        for number in range(page.turn + 1, before.turn + 1 if before is not None else 0):
            self._folder.remove(f"m/{page.number}/{number}")
        made.matches[page.number] = Pages(
            self._digest([page, base]),
            base,
            page.turn,
            self._digest([page.turn, page.batch]),
            self._shown_in(page),
        )

    def _facts(self, loaded: LoadedMatch, card: Card) -> dict[str, Any]:
        """What all pages of a match show."""
        origin = self._store.matches.origin(loaded.number)
        return {
            "card": card,
            "number": loaded.number,
            "game": loaded.game,
            "turns": loaded.match.turn.number,
            "seats": [
                (
                    loaded.title(seat.seat),
                    loaded.game.side_of(seat.seat),
                    self._names.shown.get(seat.player, ""),
                )
                for seat in loaded.seats
            ],
            "options": changed_options(loaded.game, loaded.row.options),
            "waiting": self._pages.waiting(loaded),
            "end": self._pages.end(loaded, self._names),
            "origin": origin.source if origin is not None else "",
            "has_picture": self._has_pictures,
        }

    @property
    def _has_pictures(self) -> bool:
        return bool(self._layout.site_url) and util.find_spec("resvg_py") is not None

    def _write_picture(self, number: int, board: Board | None) -> None:
        """The picture that other sites show for a match; it needs an extra."""
        if not self._has_pictures or board is None:
            return
        import resvg_py

        drawn = resvg_py.svg_to_bytes(svg_string=svg.draw(board), width=PICTURE_WIDTH)
        self._folder.write(f"m/{number}/board.png", bytes(drawn))

    # Other pages.

    def _write_lasting(self) -> None:
        """What does not depend on matches: style, script, help, rulebooks."""
        self._folder.write("site.css", self._layout.style())
        self._folder.write("keys.js", self._layout.file("keys.js"))
        self._write("help/", "help", chapters=CHAPTERS)
        for game in self._context.games:
            book = list(chapters(game.name, self._rulebook(game)))
            self._write(f"g/{game.name}/rules/", "rules", game=game, book=book)
            for at, chapter in enumerate(book):
                self._write(
                    f"g/{game.name}/rules/{chapter.slug}/",
                    "chapter",
                    game=game,
                    chapter=chapter,
                    book=book,
                    at=at,
                )

    def _rulebook(self, game: Game[Any]) -> str:
        path = self._context.games.rulebook(game)
        return path.read_text(encoding="utf-8") if path.exists() else game.summary

    def _write_game(self, game: Game[Any]) -> None:
        running, over = self._cards("running", game=game.name), self._cards("over", game=game.name)
        since = listed_since(self._context.now())
        standings = [
            self._store.company.best(game.name, LISTED, since, established=each) for each in (True, False)
        ]
        named = [[self._rated(at, rating) for at, (_, rating) in enumerate(each)] for each in standings]
        path = f"g/{game.name}/"
        self._write(path, "game", game=game, running=running, over=over, standings=named)
        self._write_feed(path, game.title, over)

    def _rated(self, at: int, rating: Rating) -> tuple[str, Rating]:
        """A row of the standings: the handle, or nothing for a player who is not shown."""
        return self._names.shown.get(rating.player, ""), rating

    def _write_player(self, player: int) -> None:
        handle, path = self._names.shown[player], f"p/{self._names.shown[player]}/"
        games = list(self._context.games)
        ratings = [
            (game, found) for game in games if (found := self._store.company.rating(player, game.name))
        ]
        running, over = self._cards("running", player=player), self._cards("over", player=player)
        late = self._store.people.late(player)
        self._write(path, "player", handle=handle, ratings=ratings, running=running, over=over, late=late)
        self._write_feed(path, handle, over)

    def _write_lists(self, changed: Iterable[int], found: Sequence[PageMatch]) -> None:
        """All matches by number, so many on a page that no page changes but those of matches that do."""
        groups = sorted({page.number // LISTED for page in found})
        self._write("all/", "all", groups=[(each, each * LISTED, (each + 1) * LISTED - 1) for each in groups])
        for group in changed:
            rows = self._store.matches.all(limit=LISTED, before=(group + 1) * LISTED)
            begun = [row for row in rows if row.id >= group * LISTED and row.status in ("running", "over")]
            self._write(f"all/{group}/", "group", cards=[self._card(row) for row in begun])

    def _write_front(self) -> None:
        running, over = self._cards("running"), self._cards("over")
        self._write("", "front", running=running[:20], over=over[:20], game_list=list(self._context.games))
        self._write_feed("", self._context.own_address, over)

    def _cards(self, status: str, *, game: str | None = None, player: int | None = None) -> list[Card]:
        rows = self._store.matches.all(status, LISTED, game=game, player=player)
        return [self._card(row) for row in sorted(rows, key=lambda row: -(row.finished or row.id))]

    def _card(self, row: MatchRow) -> Card:
        return self._pages.card(row, self._store.matches.seats(row.id), self._names)

    def _write_feed(self, path: str, title: str, over: list[Card]) -> None:
        """The results as an Atom feed."""
        updated = max((card.updated for card in over), default=0)
        domain = self._context.config.domain
        self._folder.write(
            f"{path}feed.xml",
            self._layout.file(
                "feed.xml.j2", path=path, title=title, over=over, updated=updated, domain=domain
            ),
        )

    def _write(self, path: str, template: str, **facts: Any) -> None:
        self._folder.write(f"{path}index.html", self._layout.page(template, path, **facts))
