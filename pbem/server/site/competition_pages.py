"""The pages of competitions: how each stands, its rounds, its rules, and how its lots can be checked.

They are made from the same values as the mails about it, with the names that pages show: `Player A` is the first seed,
or whoever entered first. What its director has written is not shown, since it may name players.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct, structs

from pbem.competitions import forms
from pbem.competitions.record import Noted, Started, commitment
from pbem.competitions.standings import NAMES
from pbem.competitions.values import Number, Pairing
from pbem.mail.prose import listed
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.pages import Competition, day, summary, told_result
from pbem.server.core.context import Context
from pbem.server.site import tables
from pbem.server.site.folder import Folder
from pbem.server.site.layout import Entry, Layout
from pbem.server.site.names import Names
from pbem.server.site.tables import Section
from pbem.store.pages import PageCompetition, PageMatch

BYTES = 18_000
"""Of the sections of one page, more or less."""
_ROOT = "\0"
"""Stands in links of sections for the way to the root, which is not the same from all pages."""
NEWEST = 50
"""Maximum number of results in a feed, and of those that a form without rounds lists."""


class Contest(Struct, frozen=True):
    """The competition that a match belongs to."""

    number: int
    name: str
    title: str


class Notice(Struct, frozen=True):
    """A competition in one line."""

    number: int
    name: str
    game: str
    title: str
    form: str
    status: str
    told: str

    @property
    def enter(self) -> str:
        """The name to write; empty if it cannot be entered."""
        return self.name if self.status == "open" else ""


class Meeting(Struct, frozen=True):
    """A pairing in one line, with its match."""

    key: tuple[int, int, int]
    told: str
    match: int | None
    settled: int | None


class Round(Struct, frozen=True):
    """A round with what is played in it, under the title of each part."""

    number: int
    groups: Sequence[tuple[str, Sequence[Meeting]]]


class CompetitionPages:
    """Writes pages of competitions into a folder."""

    def __init__(self, context: Context, competitions: Competitions, layout: Layout, folder: Folder) -> None:
        self._context = context
        self._store = context.store
        self._competitions = competitions
        self._layout = layout
        self._folder = folder
        self._names = Names({})
        self._loaded: dict[int, Competition] = {}

    def begin(self, names: Names) -> None:
        """Begin a run, with these names for players."""
        self._names = names
        self._loaded.clear()

    def of_match(self, page: PageMatch) -> Contest | None:
        """The competition that a match belongs to."""
        if page.competition is None:
            return None
        held = self._load(page.competition)
        key = next((key for key, row in held.pairings.items() if row.match == page.number), None)
        pairing = next((each for each in held.field.pairings() if each.key == key), None)
        title = "Part" if pairing is None else _capital(_title(held, pairing))
        return Contest(held.row.id, held.row.name, title)

    def notice(self, page: PageCompetition) -> Notice:
        """A competition in one line."""
        held = self._load(page.number)
        plan, count = held.plan, len(held.entrants)
        told = f"{count} of {plan.size} have entered" if plan.size else f"{count} entered so far"
        if page.status == "running":
            told = f"{count} {'teams' if plan.teams else 'players'}"
            if held.field.rounds:
                told += f", round {held.field.round} of {held.field.rounds}"
        elif page.status == "over":
            names = held.names(forms.champions(plan, held.field))
            told = f"won by {listed(names)}" if names else "nobody won"
        game = self._context.games.of(page.game)
        return Notice(
            page.number, held.row.name, page.game, game.title, form_title(plan.form), page.status, told
        )

    def write(self, page: PageCompetition) -> None:
        """Write all pages of a competition, and its feed."""
        held = self._load(page.number)
        root = f"c/{page.number}/"
        game = self._context.games.of(page.game)
        rounds = list(_rounds(held))
        facts: dict[str, Any] = {
            "row": held.row,
            "game": game,
            "form": form_title(held.plan.form),
            "rounds": [each.number for each in rounds],
        }
        sections = list(self._sections(held)) if held.field.entrants else []
        sheets = list(_packed(sections))
        self._write(
            root,
            "competition",
            **facts,
            sheet=self._linked(sheets[0], root),
            sheets=len(sheets),
            entered=[(each.handle, self._handle(held, number)) for number, each in held.entrants.items()],
            champions=held.names(forms.champions(held.plan, held.field)) if held.row.status == "over" else [],
            legend=tables.legend(held),
            told=summary(held, self._director(held), game),
            ties=[NAMES[each] for each in held.plan.ties],
            newest=rounds[-1] if rounds else _endless(held),
            commitment=commitment(held.row.seed) if held.row.seed else "",
            seed=held.row.seed.hex() if held.row.status == "over" else "",
        )
        for at, sheet in enumerate(sheets[1:], 2):
            path = f"{root}{at}/"
            self._write(path, "sheet", **facts, sheet=self._linked(sheet, path), at=at, sheets=len(sheets))
        for number in self._numbered(root):
            if number > len(sheets):
                self._folder.remove(f"{root}{number}")
        for at, each in enumerate(rounds):
            around = [rounds[near].number if 0 <= near < len(rounds) else None for near in (at - 1, at + 1)]
            self._write(
                f"{root}r/{each.number}/", "round", **facts, round=each, before=around[0], after=around[1]
            )
        for number in self._numbered(f"{root}r/"):
            if all(each.number != number for each in rounds):
                self._folder.remove(f"{root}r/{number}")
        if held.row.status == "over":
            self._folder.write(f"{root}record.json", self._record(held))
        self._write_feed(held, root)

    def players(self, page: PageCompetition) -> set[str]:
        """Those on whose pages it is."""
        return {self._names.shown[player] for player in page.entrants if player in self._names.shown}

    def _load(self, number: int) -> Competition:
        if number not in self._loaded:
            held = self._competitions.load(self._store.competitions.competition(number))
            entrants = {
                at: structs.replace(each, handle=self._names.of_entrant(each))
                for at, each in held.entrants.items()
            }
            self._loaded[number] = structs.replace(held, entrants=entrants)
        return self._loaded[number]

    def _sections(self, held: Competition) -> Iterator[Section]:
        def handle(number: Number) -> str:
            shown = self._handle(held, number)
            return f"{_ROOT}p/{shown}/{self._layout.index}" if shown else ""

        return tables.sections(held, lambda match: f"{_ROOT}m/{match}/{self._layout.index}", handle)

    def _linked(self, sheet: Sequence[Section], path: str) -> list[Section]:
        """Sections with the links that they have on the page of a path."""
        root = "../" * path.count("/")
        return [Section(each.title, Markup(each.html.replace(_ROOT, root))) for each in sheet]  # noqa: S704

    def _handle(self, held: Competition, number: Number) -> str:
        """The handle of an entrant who is shown."""
        entrant = held.entrants.get(number)
        return self._names.shown.get(entrant.player, "") if entrant is not None else ""

    def _director(self, held: Competition) -> str:
        if held.row.director is None:
            return "the host"
        return self._names.shown.get(held.row.director, "a player")

    def _record(self, held: Competition) -> bytes:
        """The record by which anybody can check it, with the names that pages show."""
        record = self._competitions.record(held)
        shown = all(each.player in self._names.shown for each in held.entrants.values())
        record.events = [
            event if shown or not isinstance(event, Started) else structs.replace(event, names=())
            for event in record.events
            if not isinstance(event, Noted)
        ]
        return msgspec.json.encode(record)

    def _numbered(self, path: str) -> list[int]:
        return [int(name) for name in self._folder.names(path) if name.isdecimal()]

    def _write_feed(self, held: Competition, path: str) -> None:
        tag = f"c/{held.row.id}"
        entries = [
            Entry(
                f"{_capital(_title(held, pairing))}: {each.told}",
                f"{tag}/{'/'.join(map(str, each.key))}",
                each.settled,
                f"m/{each.match}/" if each.match is not None else path,
                each.told,
            )
            for pairing, each in _meetings(held)
            if each.settled is not None
        ]
        if held.row.closed is not None:
            names = listed(held.names(forms.champions(held.plan, held.field)))
            told = f"{held.row.name} is over. " + (f"It was won by {names}." if names else "Nobody won it.")
            entries.append(Entry(told, f"{tag}/end", held.row.closed, path, told))
        entries.sort(key=lambda entry: -entry.updated)
        feed = self._layout.feed(path, held.row.name, entries[:NEWEST], held.row.created)
        self._folder.write(f"{path}feed.xml", feed)

    def _write(self, path: str, template: str, **facts: object) -> None:
        self._folder.write(f"{path}index.html", self._layout.page(template, path, **facts))


def form_title(form: forms.Form) -> str:
    """What a form is called in the middle of a sentence."""
    return {"swiss": "Swiss", "open": "open league"}.get(
        form, form.replace("double-", "double ").replace("round-robin", "round robin")
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _title(held: Competition, pairing: Pairing) -> str:
    """What the round of a pairing is called, with its part of the competition."""
    for part, inner in held.parts:
        if part.holds(pairing):
            return f"{part.title}, {forms.round_title(inner.plan, inner.field, part.inner(pairing))}"
    return forms.round_title(held.plan, held.field, pairing)


def _rounds(held: Competition) -> Iterator[Round]:
    """The rounds so far; brackets show them anyway, and forms without an end have none."""
    if held.plan.form in forms.BRACKETS or held.plan.form in forms.ENDLESS:
        return
    by_round: dict[int, dict[str, list[Meeting]]] = {}
    for pairing, each in _meetings(held):
        by_round.setdefault(pairing.round, {}).setdefault(_capital(_title(held, pairing)), []).append(each)
    for number, groups in sorted(by_round.items()):
        yield Round(number, list(groups.items()))


def _endless(held: Competition) -> Round:
    """All that is played, and the newest results, as one round."""
    found = [each for _, each in _meetings(held)]
    running = [each for each in found if each.settled is None]
    over = sorted((each for each in found if each.settled is not None), key=lambda each: -(each.settled or 0))
    groups = [("Being played", running)]
    if held.plan.form not in forms.BRACKETS:  # a bracket shows them anyway
        groups.append(("Newest results", over[:NEWEST]))
    return Round(1, [group for group in groups if group[1]])


def _meetings(held: Competition) -> Iterator[tuple[Pairing, Meeting]]:
    """All pairings in their order."""
    results = {result.pairing.key: result for result in held.field.results}
    for pairing in sorted(held.field.pairings()):
        row, result = held.pairings.get(pairing.key), results.get(pairing.key)
        match = row.match if row is not None else None
        if result is not None:
            yield (
                pairing,
                Meeting(
                    pairing.key,
                    told_result(held, result),
                    match,
                    (row.settled if row is not None else None) or held.row.created,
                ),
            )
        else:
            until = f", until {day(row.due)}" if row is not None and row.due is not None else ""
            told = f"{' - '.join(held.names(pairing.seats))}: being played{until}"
            yield pairing, Meeting(pairing.key, told, match, None)


def _packed(sections: Sequence[Section]) -> Iterator[list[Section]]:
    """Sections by page, so that none becomes too heavy; at least one page."""
    page: list[Section] = []
    size = 0
    for section in sections:
        if page and size + len(section.html) > BYTES:
            yield page
            page, size = [], 0
        page.append(section)
        size += len(section.html)
    yield page
