"""The positions that questions are asked about: each is a turn of a recorded match, played on from there.

Dodgeball: South to move with the dice 4 2 2; S1 b4 and S2 d4 with balls, S3 g1; N1 b6, N2 d8, N3 g5 with a ball.
Toxic Gnome: Ann on c1, an R of MARCH. Gnomeball: after the set-up, the gnome loose on f5. Slargeball: the first plan.
Elfball: after the face-off, A holds the ball on m22 beside M.
"""

import functools
from pathlib import Path
from typing import NamedTuple

from pbem.play.record import Record
from pbem.server.admin import host
from pbem.server.answering.about import About
from pbem.server.matches.repository import LoadedMatch
from tests.server.office import Office

RECORDS = Path(__file__).parent / "records"
BEGINNINGS = {
    "dodgeball": ("16", 4, ()),
    "toxic-gnome": ("5", 2, ()),
    "gnomeball": ("6", 2, ()),
    "slargeball": ("7", 1, ("ann", "ben")),
    "elfball": ("8", 4, ()),
}


class Place(NamedTuple):
    """An office with a match between Ann, on the first seat, and Ben."""

    office: Office
    number: int

    @property
    def loaded(self) -> LoadedMatch:
        """The match as it stands."""
        return self.office.find_match(self.number)

    def about(self, handle: str = "ann") -> About:
        """A question of a player about the match."""
        loaded, context = self.loaded, self.office.app.context
        player = context.store.people.named(handle)
        assert player is not None
        return About(context, player, loaded, loaded.seat_of(player), [loaded.game])


def set_up(game: str) -> Place:
    """A new office with this position."""
    record, turn, ready = BEGINNINGS[game]
    office = Office()
    ann, ben = office.register("Ann"), office.register("Ben")
    host.take_over(office.app, Record.from_json((RECORDS / f"{record}.json").read_bytes()))
    office.mails()
    office.write(ann, f"fork {record}#{turn} ben")
    office.reply(ben, office.mail_to(ben), "accept")
    number = next(row.id for row in office.store.matches.all() if row.status == "running")
    for name in ready:
        office.write(f"{name}@example.org", f"match {number}\ndone")
    office.mails()
    return Place(office, number)


@functools.cache
def place(game: str) -> Place:
    """The same, made once: for questions, which change nothing."""
    return set_up(game)


def about(where: str) -> About:
    """A question of Ann in a position, or without a match, or of a stranger."""
    if where in BEGINNINGS:
        return place(where).about()
    context = place("dodgeball").office.app.context
    player = context.store.people.named("ann") if where == "no match" else None
    return About(context, player)
