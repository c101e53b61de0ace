"""A season of a league by mail: teams are founded, paired round robin, played by players of the house, and taught.

Everything is done by letters, as bytes in and mails out, but without sockets: also what managers do with the lines that
the mail after a match has given them. When the last match is over, the table and the teams are worked out once more
from the logs of all matches.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.policy import default

from msgspec import Struct

from pbem.competitions import forms
from pbem.games.elfball.field.events import Goal
from pbem.games.elfball.teams.league import Sheet, outcome
from pbem.games.elfball.teams.rosters import ABILITY, ROOKIE, SUPPORT
from pbem.play.checking import replay
from pbem.server.admin import host
from pbem.server.competitions.pages import table
from tools.world import World

LEAGUE = "Season"
LISTS = ("nightelves", "widows", "gnolls", "hammer", "samhaino", "deadlings", "gnomes", "timberline")

_READY = re.compile(r"^ +e\.g\. +(team .*)$", re.MULTILINE)


class Report(Struct, frozen=True):
    """How a season went: its matches, letters, mails and changes of teams, its table, and what does not add up."""

    matches: int
    letters: int
    mails: int
    changes: int
    table: list[str]
    problems: list[str]


class Season(World):
    """A server, its managers, and their letters."""

    def __init__(self, teams: int, seed: str = "season") -> None:
        super().__init__(seed)
        self.names = [f"Team{number}" for number in range(1, teams + 1)]
        self.mails = 0

    def play(self) -> Report:
        """From the first letter to the last."""
        for name in self.names:
            host.add_player(self.app, _manager(name), self.address(name))
        self.write(self.names[0], f"league new {LEAGUE}")
        for name, team_list in zip(self.names, itertools.cycle(LISTS), strict=False):
            self.write(name, f"team new {name} {team_list}\nleague add {name} league={LEAGUE}")
        self.write(self.names[0], "\n".join(f"league add {name}" for name in self.names[1:]))
        self._read_mails()
        for pairs in rounds(self.names):
            self.go_on()
            self.write(self.names[0], "\n".join(f"league pair {home} {away}" for home, away in pairs))
            self.play_all()
            self._read_mails()
        self.go_on()
        league = self.app.competitions.named(LEAGUE)
        changes = sum(len(self.store.teams.versions(self.app.teams.named(name).id)) for name in self.names)
        matches = len(self.store.matches.all())
        return Report(
            matches,
            self.letters,
            self.mails,
            changes - len(self.names) - 2 * matches,
            table(league),
            [*self.store.problems(), *host.check(self.app), *self._sums()],
        )

    def address(self, name: str) -> str:
        """Of a manager, by the name of their team or their own."""
        return super().address(name if name.startswith("manager-") else _manager(name))

    def _read_mails(self) -> None:
        """Read what has come; who has been given lines for their team sends the first of them."""
        seen = self.mails
        rows = sorted(self.store.post.outbox(None, 1_000_000), key=lambda row: row.id)
        self.mails = len(rows)
        for row in rows[seen:]:
            text = message_from_bytes(self.writer.mail(row), policy=default).get_body(("plain",))
            assert text is not None
            if row.kind == "result" and (ready := _READY.findall(text.get_content())):
                self.write(row.recipient.partition("@")[0], ready[0])

    # Adding up.

    def _sums(self) -> Iterator[str]:
        """What does not follow from the logs of all matches."""
        points, experience = Counter[str](), Counter[str]()
        for row in self.store.matches.all("over"):
            record = self.app.repository.record(row.id, secrets_too=True)
            match = replay(self.app.games.named(row.game), record)
            goals = Counter(event.seat for event in match.events if isinstance(event, Goal))
            for seat in self.store.teams.seats(row.id):
                team = self.store.teams.team(seat.team)
                brought = outcome(match.state, seat.seat)
                if brought.scored != goals[seat.seat]:
                    yield f"match {row.id}: {seat.seat} scored {goals[seat.seat]}, not {brought.scored}"
                points[team.name] += 3 * (brought.verdict == "won") + (brought.verdict == "drawn")
                experience[team.name] += sum(career.experience for career in brought.careers)
        held = self.app.competitions.named(LEAGUE)
        for standing in forms.table(held.plan, held.field):
            team_name = held.name(standing.number)
            if (standing.points, standing.played) != (points[team_name], len(self.names) - 1):
                yield f"{team_name} has {standing.points} points after {standing.played} matches"
        for name in self.names:
            sheet = self.app.teams.decode(self.app.teams.named(name))
            assert isinstance(sheet, Sheet)
            if sum(member.experience for member in sheet.members) != experience[name]:
                yield f"{name} has not the experience of its matches, {experience[name]}"
            support = sum(SUPPORT[thing].price * count for thing, count in sheet.support.items())
            learned = sum(len(member.learned) for member in sheet.active)
            if not sheet.value == ROOKIE * len(sheet.active) + ABILITY * learned + support <= 180:
                yield f"{name} is worth {sheet.value}"


def rounds(names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """A round robin of an even number of teams: everybody once against everybody."""
    first, *others = names
    for turn in range(len(others)):
        ring = [first, *others[turn:], *others[:turn]]
        half = len(ring) // 2
        yield [
            (home, away) if turn % 2 else (away, home)
            for home, away in zip(ring[:half], reversed(ring[half:]), strict=True)
        ]


def _manager(name: str) -> str:
    return f"manager-{name}".lower()
