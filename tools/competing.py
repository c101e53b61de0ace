"""Whole competitions by mail, each in its full size or a small one: `make matches`, and the tests.

Everything is done by letters: entering, every move of every match, challenges. At the end the record must follow from
its seed, the database must be sound, and all entrants must have been told who has won.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, structs

from pbem.competitions import forms
from pbem.competitions.record import verify
from pbem.server.admin import host
from pbem.server.competitions.pages import Competition, table
from pbem.server.core.times import DAY
from tools.world import World

NAME = "Spring"
SHORT = "pawns=3 placement=fixed stall=8"


class Form(Struct, frozen=True):
    """What is played, by how many in full and in a small run, and after how many `seasons` or `matches` it ends."""

    game: str
    options: str
    players: int
    small: int
    seasons: int = 0
    matches: int = 0


FORMS = {
    "swiss": Form("dodgeball", f"form=swiss rounds=6 {SHORT}", 64, 6),
    "double-round-robin": Form("dodgeball", f"form=double-round-robin {SHORT}", 8, 3),
    "knock-out": Form("dodgeball", f"form=knock-out bestof=3 {SHORT}", 16, 4),
    "divisions": Form("dodgeball", f"form=divisions break=3d {SHORT}", 18, 3, seasons=2),
    "tables": Form("toxic-gnome", "form=tables players=4 rounds=4 tiles=6", 20, 6),
    "ladder": Form("dodgeball", f"form=ladder {SHORT}", 10, 4, matches=100),
}
"""By what `python -m tools.matches` calls them."""


class Report(Struct, frozen=True):
    """How a competition went: matches, letters, mails, its last table, and what is wrong."""

    matches: int
    letters: int
    mails: int
    table: list[str]
    problems: list[str]


class Played(World):
    """A competition and its players, who are all of the house."""

    def __init__(self, name: str, *, small: bool = False) -> None:
        super().__init__(name)
        self.form = FORMS[name]
        self.matches = min(self.form.matches, 20) if small else self.form.matches
        count = self.form.small if small else self.form.players
        self.names = [f"P{number}" for number in range(1, count + 1)]

    @property
    def held(self) -> Competition:
        """The competition as it stands."""
        return self.app.competitions.named(NAME)

    def play(self) -> Report:
        """From the first letter to the champion."""
        for name in self.names:
            host.add_player(self.app, name, self.address(name))
        self.write(self.names[0], f"tournament new {NAME} {self.form.game} {self.form.options}")
        for name in self.names:
            self.write(name, f"enter {NAME}")
        self.write(self.names[0], f"tournament start {NAME}")
        for _ in range(1000):
            self.go_on()
            if self.held.row.status == "over":
                break
            self._between()
            self.play_all()
        return Report(
            len(self.store.matches.all()),
            self.letters,
            len(self.store.post.outbox(None, 1_000_000)),
            table(self.held),
            list(self._problems()),
        )

    def _between(self) -> None:
        """What players and the director do when no match is running."""
        if self.store.matches.all("running"):
            return
        if self.form.seasons and self.held.row.wake is not None:
            if len(self.held.field.seasons) == self.form.seasons:
                self.write(self.names[0], f"tournament close {NAME} the year is over")
            self.time += 3 * DAY
        if self.matches:
            if len(self.store.matches.all()) >= self.matches:
                self.write(self.names[0], f"tournament close {NAME} the year is over")
                return
            self._challenge()

    def _challenge(self) -> None:
        """Somebody challenges whoever is next above, who declines now and then; a challenge a day, since nobody who has
        declined can be asked again at once."""
        self.time += DAY
        order = self.held.names(forms.ladder_order(self.held.field))
        place = self.pick.below(len(order) - 1) + 1
        self.write(order[place], f"ladder {NAME} {order[place - 1]}")
        self.write(order[place - 1], "decline ladder" if self.pick.below(5) == 0 else "accept ladder")

    def _problems(self) -> Iterator[str]:
        held = self.held
        if held.row.status != "over":
            yield f"it is {held.row.status}"
        record = structs.replace(self.app.competitions.record(held), seed=held.row.seed.hex())
        yield from verify(record)
        yield from self.store.problems()
        yield from host.check(self.app)
        seen = Counter(
            (each, pairing.round)
            for pairing in held.field.pairings()
            for each in pairing.seats
            if held.plan.form in ("swiss", "tables")
        )
        if set(seen.values()) - {1}:
            yield "somebody has two matches in one round"
        if seen and len(seen) != len(self.names) * held.field.rounds:
            yield "somebody has been left out of a round"
        champions = held.names(forms.champions(held.plan, held.field))
        told = {
            row.recipient
            for row in self.store.post.outbox(None, 1_000_000)
            if row.kind == "competition" and any(name in str(row) for name in champions)
        }
        if told != {self.address(name) for name in self.names}:
            yield f"{len(told)} of {len(self.names)} have been told who has won"
