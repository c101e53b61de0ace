"""A site kept fresh: which pages are out of date, and in what order they are written.

A file among the pages notes what each match was when its pages were written (`Made`), as digests with a secret key,
since everybody may read it. A run compares that with the database and writes the pages of matches that have changed,
then those of their competitions, games and players, then the front page. A match that has gone on keeps the pages of
its earlier turns. The note is written last: a run that dies is simply done again, and no match in the database is
changed.
"""

from collections.abc import Iterable, Sequence
from importlib import metadata
from typing import Any

import msgspec
from msgspec import Struct

from pbem.play.game import Game
from pbem.server.competitions.entering import Competitions
from pbem.server.core.context import Context
from pbem.server.language.command_table import CHAPTERS
from pbem.server.matches.repository import MatchRepository
from pbem.server.matches.skills import listed_since
from pbem.server.site import house, people
from pbem.server.site.competition_pages import CompetitionPages, Notice
from pbem.server.site.folder import Folder
from pbem.server.site.layout import Entry, Layout
from pbem.server.site.match_pages import Card
from pbem.server.site.match_writer import MatchWriter, Pages
from pbem.server.site.names import Names
from pbem.server.site.rulebooks import chapters
from pbem.store.pages import PageCompetition, PageMatch
from pbem.store.rows import MatchRow, Rating

NOTE = ".pbem-site.json"
LISTED = 50
"""Maximum number of matches in a list, and of players in standings."""
FEW = 20
"""The same on pages with several lists."""


class Held(Struct, frozen=True):
    """What the pages of a competition were made from, in short, on whose pages it is, and how it stands."""

    now: str
    players: tuple[str, ...]
    notice: Notice


class Made(Struct):
    """What a site was made from: `form` changes with everything that all pages depend on; `shown` are the players with
    pages."""

    form: str = ""
    matches: dict[int, Pages] = {}
    competitions: dict[int, Held] = {}
    shown: list[str] = []


class Stale(Struct, frozen=True):
    """What is out of date: matches, competitions, the games and players on whose pages they are, and the `groups` of
    the list of all matches."""

    matches: Sequence[PageMatch]
    competitions: Sequence[PageCompetition]
    games: frozenset[str]
    players: frozenset[str]
    groups: frozenset[int]


class Site:
    """The pages of a server in a folder."""

    def __init__(
        self, context: Context, repository: MatchRepository, competitions: Competitions, folder: Folder
    ) -> None:
        self._context = context
        self._store = context.store
        self._layout = Layout(context)
        self._folder = folder
        self._names = Names({})
        with self._store.transaction():
            key = self._store.secret("site key")
        self._competitions = CompetitionPages(context, competitions, self._layout, folder)
        self._matches = MatchWriter(context, repository, self._layout, folder, self._competitions, key)

    def refresh(self, *, pictures: bool = False) -> int:
        """Write whatever is out of date; returns how many files have changed. `pictures`: draw those of all turns that
        have none."""
        self._folder.written = 0
        self._matches.pictures.begin(everything=pictures)
        made = self._read_note()
        form = self._form()
        fresh = made.form != form
        if fresh:
            made = Made(form, shown=made.shown)
            self._write_lasting()
        with self._store.reading():
            found, contests = self._store.pages.matches(), self._store.pages.competitions()
            self._names = Names(self._store.pages.shown())
        self._competitions.begin(self._names)
        stale = self._stale(found, contests, made, everything=fresh)
        for page in found if pictures else stale.matches:
            with self._store.reading():
                pages = self._matches.write(page, made.matches.get(page.number), self._names, anew=pictures)
            if pages is not None:
                made.matches[page.number] = pages
        shown = sorted(self._names.shown.values())
        if fresh or stale.matches or stale.competitions or made.shown != shown:
            with self._store.reading():
                self._write_others(stale, found, made)
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
            self._context.joining,
            *(f"{game.name} {game.version}" for game in self._context.games),
            *self._layout.sources(),
            *(self._rulebook(game) for game in self._context.games),
        ]
        return self._matches.digest(parts)

    def _stale(
        self,
        found: Sequence[PageMatch],
        contests: Sequence[PageCompetition],
        made: Made,
        *,
        everything: bool,
    ) -> Stale:
        matches = [
            page for page in found if self._matches.is_stale(page, made.matches.get(page.number), self._names)
        ]
        competitions = [
            page
            for page in contests
            if (before := made.competitions.get(page.number)) is None or before.now != self._now(page)
        ]
        minds = set(self._names.shown.values()).symmetric_difference(made.shown)
        players = set(minds)
        games = {page.game for page in matches} | {contest.game for contest in competitions}
        for page in matches:
            players.update(self._names.shown_in(page))
            if page.number in made.matches:
                players.update(made.matches[page.number].players)
        for contest in competitions:
            players.update(self._competitions.players(contest))
            if contest.number in made.competitions:
                players.update(made.competitions[contest.number].players)
        if everything or minds:  # whoever has changed their mind may be in the standings
            games = set(self._context.games.names)
        return Stale(
            matches,
            competitions,
            frozenset(games),
            frozenset(self._names.shown.values()) if everything else frozenset(players),
            frozenset(page.number // LISTED for page in (found if everything else matches)),
        )

    def _now(self, page: PageCompetition) -> str:
        shown = [self._names.shown.get(player, "") for player in page.entrants]
        director = "" if page.director is None else self._names.shown.get(page.director, "")
        return self._matches.digest([page, shown, director])

    def _write_others(self, stale: Stale, found: Sequence[PageMatch], made: Made) -> None:
        """Write the pages of competitions, and those on which they and matches are listed."""
        for contest in stale.competitions:
            self._competitions.write(contest)
            made.competitions[contest.number] = Held(
                self._now(contest),
                tuple(sorted(self._competitions.players(contest))),
                self._competitions.notice(contest),
            )
        notices = [held.notice for _, held in sorted(made.competitions.items(), reverse=True)]
        for game in self._context.games:
            if game.name in stale.games:
                self._write_game(game, [each for each in notices if each.game == game.name])
        for player, handle in self._names.shown.items():
            if handle in stale.players:
                mine = [held.notice for held in made.competitions.values() if handle in held.players]
                self._write_player(player, mine[::-1])
        for handle in set(made.shown).difference(self._names.shown.values()):
            self._folder.remove(f"p/{handle}")
        self._write_lists(stale.groups, found)
        self._write("c/", "competitions", notices=notices)
        self._write_front(notices)

    # Pages.

    def _write_lasting(self) -> None:
        """What does not depend on matches: style, script, help, rulebooks."""
        self._folder.write("site.css", self._layout.style())
        self._folder.write("keys.js", self._layout.file("keys.js"))
        self._write("help/", "help", chapters=CHAPTERS)
        for game in self._context.games:
            book = list(chapters(game.name, self._rulebook(game)))
            self._write(f"g/{game.name}/rules/", "rules", game=game, book=book)
            for at, chapter in enumerate(book):
                path = f"g/{game.name}/rules/{chapter.slug}/"
                self._write(path, "chapter", game=game, chapter=chapter, book=book, at=at)

    def _rulebook(self, game: Game[Any]) -> str:
        path = self._context.games.rulebook(game)
        return path.read_text(encoding="utf-8") if path.exists() else game.summary

    def _write_game(self, game: Game[Any], notices: Sequence[Notice]) -> None:
        running, over = self._cards("running", game=game.name), self._cards("over", game=game.name)
        since = listed_since(self._context.now())
        standings = [
            [
                self._rated(rating)
                for _, rating in self._store.company.best(game.name, LISTED, since, established=each)
            ]
            for each in (True, False)
        ]
        path = f"g/{game.name}/"
        self._write(
            path,
            "game",
            game=game,
            running=running[:FEW],
            over=over[:FEW],
            standings=standings,
            notices=notices,
            house=list(house.strength(game.title)),
        )
        self._write_feed(path, game.title, over)

    def _rated(self, rating: Rating) -> tuple[str, str, Rating]:
        """A row of the standings: the handle, or nothing for a player who is not shown."""
        return self._names.shown.get(rating.player, ""), people.told_points(rating), rating

    def _write_player(self, player: int, notices: Sequence[Notice]) -> None:
        handle, path = self._names.shown[player], f"p/{self._names.shown[player]}/"
        running, over = self._cards("running", player=player), self._cards("over", player=player)
        results = self._store.pages.results(player, people.COUNTED)
        by_game, rivals = people.record(results, player, self._names)
        finished, on_time = self._store.people.reliability(player)
        self._write(
            path,
            "player",
            handle=handle,
            ratings=people.ratings(self._context, player),
            by_game=[(name, self._context.games.of(name).title, by_game[name]) for name in sorted(by_game)],
            rivals=rivals,
            running=running[:FEW],
            over=over[:FEW],
            finished=finished,
            on_time=on_time,
            notices=notices[:FEW],
        )
        self._write_feed(path, handle, over)

    def _write_lists(self, changed: Iterable[int], found: Sequence[PageMatch]) -> None:
        """All matches by number, so many on a page that no page changes but those of matches that do."""
        groups = sorted({page.number // LISTED for page in found})
        self._write("all/", "all", groups=[(each, each * LISTED, (each + 1) * LISTED - 1) for each in groups])
        for group in changed:
            rows = self._store.matches.all(limit=LISTED, before=(group + 1) * LISTED)
            begun = [row for row in rows if row.id >= group * LISTED and row.status in ("running", "over")]
            self._write(f"all/{group}/", "group", cards=[self._card(row) for row in begun])

    def _write_front(self, notices: Sequence[Notice]) -> None:
        running, over = self._cards("running"), self._cards("over")
        games = list(self._context.games)
        self._write(
            "",
            "front",
            joining=self._context.joining,
            running=running[:FEW],
            over=over[:FEW],
            game_list=games,
            notices=notices,
        )
        self._write_feed("", self._context.own_address, over)

    def _cards(self, status: str, *, game: str | None = None, player: int | None = None) -> list[Card]:
        rows = self._store.matches.all(status, LISTED, game=game, player=player)
        return [self._card(row) for row in sorted(rows, key=lambda row: -(row.finished or row.id))]

    def _card(self, row: MatchRow) -> Card:
        return self._matches.pages.card(row, self._store.matches.seats(row.id), self._names)

    def _write_feed(self, path: str, title: str, over: list[Card]) -> None:
        """The results as an Atom feed."""
        entries = [
            Entry(
                f"{card.title}: {card.who}",
                f"m/{card.number}",
                card.updated,
                f"m/{card.number}/",
                card.outcome,
            )
            for card in over
        ]
        self._folder.write(f"{path}feed.xml", self._layout.feed(path, title, entries, 0))

    def _write(self, path: str, template: str, **facts: Any) -> None:
        self._folder.write(f"{path}index.html", self._layout.page(template, path, **facts))
