"""Twin runs: the same match played twice with other secrets of one seat, to see whether anybody else's mail differs.

A match is begun and played for a while by letters made by lot. Then the world is doubled. In each twin one player, the
keeper, sends other lines that are nobody else's business: standing orders, lines that wait, an answer or a draft for
what several are asked at once; or one of the twins merely looks at the board. From then on the same letters come in
both, with all that players may ask for, try, take back and get wrong, and every mail to anybody but the keeper must be
the same in both, but for its Message-ID and those to which it refers, and so must every page of the site. The run ends
as soon as the secret has come to light by the rules: when what everybody knows of the two matches (dice, opened
answers, what happened, who is asked) is not the same anymore.
"""

import difflib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.play.checking import published
from pbem.play.game import masked
from pbem.play.log import ALWAYS
from pbem.play.orders import OrderError
from pbem.play.requests import Ask, Seat, seeded
from pbem.server.matches.repository import LoadedMatch
from pbem.server.ops.application import Application
from pbem.server.ops.reminders import run_reminders
from pbem.server.site.folder import Folder
from pbem.server.site.site import NOTE, Site
from tests.games.ours import OURS
from tests.server.office import TEMPLATES, Mail, Office
from tests.server.running import UNCAPPED
from tools.playouts import draw_options

NAMES = ("Ann", "Ben", "Cat", "Dan")
WATCHER = "eve@example.org"
PLAYERS = {"toxic-gnome": 3, "gnomeball": 3, "slargeball": 2, "dodgeball": 2, "elfball": 2}
"""So many players a match has at most here; one fewer in half of the runs where the game allows it."""

WARM, AFTER = 30, 16
"""At most so many letters come before the world is doubled, and afterwards."""

LOOKS = ("show", "history", "queue", "facts", "dice", "list", "preview", "help", "show 1#1", "history 1")
DOES = ("undo", "undo", "undo", "draw", "decline draw", "accept draw", "accept undo", "decline undo", "clear", "nudge",
        "say hello", "nonsense", "settings mail daily", "settings mail always")  # fmt: skip

_IDS = re.compile(rb"<[\w.-]+@play\.example>|=_[0-9a-f]{32}|(?:\+|%2B)[a-z2-7]{18,62}")
"""Names of mails, which reply addresses hold, too, and boundaries: they need not be the same."""


class Leak(AssertionError):
    """Somebody's mail tells what is another player's secret; the text says how to get there again."""


class Pages(Folder):
    """A folder in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.written = 0

    def read(self, path: str) -> bytes | None:
        """A file."""
        return self.files.get(path)

    def write(self, path: str, data: str | bytes) -> None:
        """Keep a file; notes of what has been written have a key of their own in each world."""
        if path != NOTE:
            self.files[path] = data.encode() if isinstance(data, str) else data

    def names(self, path: str) -> list[str]:
        """What is in a folder; nobody asks where there are no pictures."""
        return []

    def remove(self, path: str) -> None:
        """Remove a folder or a file."""
        self.files = {name: data for name, data in self.files.items() if not name.startswith(path)}


class MatchesOnly(Site):
    """A site without what depends on no match."""

    def _write_lasting(self) -> None:
        pass


class Twins:
    """One run. `told` counts the mails that were compared, `kind` says what sort of secret it was."""

    def __init__(self, game: str, seed: str) -> None:
        self.seed = f"{game}/{seed}"
        self.pick = seeded(self.seed)
        self.game = OURS[game]
        self.told = 0
        self.kind = ""
        self.script: list[str] = []
        self.lines: dict[Seat, list[str]] = {}
        self.seen: dict[int, int] = {}
        self.last: dict[tuple[int, str], Mail] = {}
        self.known: list[tuple[Any, ...]] = []
        self.offices = [self._begin()]
        self.keeper: Seat = ""
        self._read()

    def run(self) -> None:
        """Play, double the world, and play on. Raises `Leak`."""
        for _ in range(self.pick.below(self.pick.one((3, WARM)))):
            self._step()
            if self._table().match.over:
                return
        seats = self.pick.some(self._table().match.state.seats, len(self._table().match.state.seats))
        self._stir(seats[-1])
        found = ((seat, self._secrets(seat)) for seat in seats)
        self.keeper, secrets = next(((seat, each) for seat, each in found if each is not None), ("", None))
        if self._table().match.over or secrets is None:
            return
        rival = seats[-1] if self.keeper != seats[-1] else seats[0]
        self.offices.append(doubled(self.offices[0]))
        self._copy_memory()
        before = known(self.offices[0])
        self._write(self._address(self.keeper), *secrets)
        for now in self.known:
            if now[:-1] == before[:-1] and now != before:
                raise self._leak("what is secret stands in the position of all", [str(before), str(now)])
        if self.pick.chance(50):
            self._write(self._address(rival), self.pick.one(["undo", "undo", "show", *DOES]))
        for _ in range(AFTER):
            if not self.same:
                return
            self._step()
        if self.pick.chance(40):
            self._end(rival)

    def _end(self, rival: Seat) -> None:
        """All agree to a draw, and the rival looks at what everybody may have then.

        A draft that has been handed in stands in the record as it was written, with lines that were changed.
        """
        for seat in self._table().match.state.seats:
            self._write(self._address(seat), "draw")
        record = self.offices[0].app.repository.record(1)
        lines = published(self.game, record).rows
        drafts = any((row.kind, row.seat) == ("edit", self.keeper) and row.name != ALWAYS for row in lines)
        for line in ("show 1#2", "history 1", *(() if drafts else ("export 1",))):
            self._write(self._address(rival), line)

    def _stir(self, rival: Seat) -> None:
        """Let a rival of the keeper do something, by lot, that can be taken back or waits for the others."""
        secrets = self._secrets(rival)
        line = self.pick.one([secrets[0] if secrets is not None else "", "draw", "undo", ""])
        if line:
            self._write(self._address(rival), line)

    # Beginning.

    def _begin(self) -> Office:
        count = PLAYERS[self.game.name]
        count -= count - 1 in self.game.players and self.pick.chance(50)
        options = draw_options(self.game, count, self.pick)
        office = Office(seed=self.seed.encode().ljust(32, b".")[:32], caps=UNCAPPED)
        words = " ".join(f"{name}={value}" for name, value in options.items())
        office.begin(words, *NAMES[1:count], game=self.game.name)
        office.register("Eve")
        office.write(WATCHER, "observe 1")
        self.script.append(f"{count} players, {words}")
        return office

    def _table(self, at: int = 0) -> LoadedMatch:
        return self.offices[at].find_match()

    def _address(self, seat: Seat) -> str:
        return next(row.address for row in self._table().seats if row.seat == seat)

    # The secrets.

    def _secrets(self, seat: Seat) -> tuple[str, str] | None:
        """Two letters of a seat that are nobody else's business; None where it has nothing to send."""
        for make in self.pick.some((self._standing, self._waiting, self._answers), 3):
            self.kind = make.__name__.removeprefix("_")
            if (secrets := make(seat)) is not None:
                return secrets
        return None

    def _standing(self, seat: Seat) -> tuple[str, str] | None:
        match = self._table().match
        made = [self.game.sample_always(match.state, seat, self.pick) for _ in range(4)]
        lines = [str(order) for order in made if order is not None]
        if seat in match.asks or not lines:
            return None  # it could answer at once
        return "\n".join(lines[:2]), self.pick.one(["show", "\n".join(lines[2:]), lines[-1]])

    def _waiting(self, seat: Seat) -> tuple[str, str] | None:
        lines = self.lines.get(seat, [])
        if seat in self._table().match.asks or not lines:
            return None
        made = [self.pick.one(lines) for _ in range(4)]
        if self.pick.chance(30):
            made[0] = f"if turn is {self._table().match.turn.number + 3} then {made[0]} else ask"
        return "\n".join(made[:2]), self.pick.one(["show", made[2], "\n".join(made[2:])])

    def _answers(self, seat: Seat) -> tuple[str, str] | None:
        match = self._table().match
        ask = match.asks.get(seat) or match.answered.get(seat)
        if ask is None or len(match.asks) + len(match.answered) < 2:
            return None
        lines = [self._line(ask) for _ in range(12)]
        edits = [line for line in lines if isinstance(self.game.order_of(line), ask.edits)]
        answers = [line for line in lines if line not in edits]
        if seat in match.answered:
            return (answers[0], "show") if answers else None
        if edits and self.pick.chance(50):
            return "\n".join(edits[:2]), self.pick.one(["show", edits[-1]])
        if len(answers) > 1 and set(match.asks) != {seat}:
            drafts = "\n".join(edits[:3])
            return f"{drafts}\n{answers[0]}", answers[-1]
        return None

    # Letters.

    def _line(self, ask: Ask[Any]) -> str:
        """Some legal line."""
        order = ask.sample(self.pick)
        try:
            return str(order if isinstance(order, ask.edits) else ask.check(order))
        except OrderError:
            return str(order)

    def _step(self) -> None:
        """A letter by lot, or time that passes."""
        pick, match = self.pick, self._table().match
        chance = pick.below(100)
        if chance < 6:
            self._wait(pick.one([3600, 86_400, 3 * 86_400]))
        elif chance < 12:
            self._write(WATCHER, pick.one(["show 1", "history 1", "list", "list ben"]))
        elif chance < 55 and match.asks:
            seat = pick.one(sorted(match.asks))
            self._write(self._address(seat), *self._played(seat))
        else:
            self._write(self._address(self._somebody()), self._tried(pick.one(match.state.seats)))

    def _somebody(self) -> Seat:
        """Whoever is not the keeper."""
        seats: list[Seat] = self._table().match.state.seats
        return self.pick.one([seat for seat in seats if seat != self.keeper])

    def _played(self, seat: Seat) -> list[str]:
        """An answer of a seat that is asked, as it would be in each world; the keeper's is the same in both."""
        state = self.pick.below(1_000_000)
        made = []
        for at in range(1 if seat == self.keeper else len(self.offices)):
            match, pick = self._table(at).match, seeded(f"{self.seed}/{state}")
            bot = self.game.bots[pick.one(("easy", "normal", "random"))]
            line: str = bot(masked(match.state, seat), match.asks[seat], pick)
            made.append(line)
        if len(set(made)) > 1:
            raise self._leak(f"the bot of {seat} plays otherwise", made)
        self.lines.setdefault(seat, []).extend(made[0].split("\n"))
        if self.pick.chance(10):
            return [f"{made[0]}\n{self.pick.one([*LOOKS, *DOES])}"]
        return made[:1]

    def _tried(self, of: Seat) -> str:
        """Something that is no move: a question, a preview of somebody's line, a wish, or a line that is wrong."""
        line = self.pick.one(self.lines.get(of) or ["done"])
        return self.pick.one(
            [self.pick.one(LOOKS), self.pick.one(DOES), self.pick.one(DOES), f"preview {line}", line]
        )

    def _wait(self, seconds: int) -> None:
        self.script.append(f"{seconds} seconds")
        for office in self.offices:
            office.time += seconds
            run_reminders(office.app)
        self._compare()

    def _write(self, sender: str, *texts: str) -> None:
        """Send a letter to each world, sometimes as an answer to the last mail."""
        self.script.append(f"{sender}: {' | '.join(texts)!r}")
        answers = self.pick.chance(70)
        for at, office in enumerate(self.offices):
            text, mail = texts[at % len(texts)], self.last.get((at, sender))
            if answers and mail is not None:
                office.thread(sender, mail, text)
            else:
                office.write(sender, text if sender == WATCHER else f"match 1\n{text}")
        self._compare()

    # Comparing.

    def _read(self) -> list[list[tuple[str, str, Mail]]]:
        """The mails to others than the keeper since the last look, in each world: to whom, what counts of them, and
        themselves."""
        found = []
        keeper = self._address(self.keeper) if self.keeper else ""
        for at, office in enumerate(self.offices):
            rows = [row for row in office.store.post.outbox(None, 1000) if row.id > self.seen.get(at, 0)]
            mails = []
            for row in reversed(rows):
                raw = office.writer.mail(row)
                self.seen[at], mail = row.id, Mail(raw, row.kind)
                if row.kind == "match":
                    self.last[at, row.recipient] = mail
                if row.recipient != keeper:
                    mails.append((row.recipient, _IDS.sub(b"<>", raw).decode(), mail))
            found.append(sorted(mails, key=lambda each: each[:2]) if keeper else mails)
        return found

    @property
    def same(self) -> bool:
        """Whether everybody knows the same of both matches."""
        return self.known[0] == self.known[1]

    def _compare(self) -> None:
        mails = self._read()
        if len(mails) < 2:
            return
        self.known = [known(office) for office in self.offices]
        if not self.same:
            return
        pages = [self._pages(office) for office in self.offices]
        if pages[0] != pages[1]:
            paths = [
                path for path in pages[0].keys() | pages[1].keys() if pages[0].get(path) != pages[1].get(path)
            ]
            raise self._leak(
                f"the page {paths[0]} differs", [each.get(paths[0], b"").decode() for each in pages]
            )
        one, two = ([each[:2] for each in world] for world in mails)
        self.told += len(one)
        if one == two:
            return
        odd = list((Counter(one) - Counter(two)).elements()), list((Counter(two) - Counter(one)).elements())
        texts = ["\n".join(f"To {to}\n{body}" for to, body in world) for world in odd]
        raise self._leak("their mails differ", texts)

    @staticmethod
    def _pages(office: Office) -> dict[str, bytes]:
        """All pages about matches, as everybody can read them now."""
        pages = Pages()
        MatchesOnly(office.app.context, office.app.repository, office.app.competitions, pages).refresh()
        return pages.files

    def _leak(self, what: str, texts: Sequence[str]) -> Leak:
        one, two = (text.splitlines() for text in texts)
        diff = difflib.unified_diff(one, two, lineterm="", n=2)
        return Leak("\n".join([f"{self.seed}: {what}", *self.script, *diff]))

    def _copy_memory(self) -> None:
        self.seen[1] = self.seen[0]
        self.last.update({(1, to): mail for (_, to), mail in self.last.items()})


def doubled(office: Office) -> Office:
    """Another office, in which everything is as in the first."""
    twin = Office(caps=UNCAPPED)
    office.store.db.conn.backup(twin.store.db.conn)
    twin.time, twin.letters = office.time, office.letters
    twin.app = Application(
        twin.store,
        twin.config,
        games=office.app.context.games,
        now=lambda: twin.time,
        seed=lambda: b"s" * 32,
        words=TEMPLATES,
    )
    return twin


def known(office: Office) -> tuple[Any, ...]:
    """What everybody may know of the match."""
    match, log = office.find_match().match, office.log()
    earlier = len(log) - len(match.rows)
    rows = [
        msgspec.structs.replace(row, by="order")
        for index, row in enumerate(log, -earlier)
        if not (match.log.is_secret(index) if index >= 0 else row.kind in ("edit", "heard"))
    ]
    asks = {seat: ask.name for seat, ask in match.asks.items()}
    closed = office.store.db.conn.execute("SELECT events FROM turns ORDER BY number").fetchall()
    events = [*closed, msgspec.json.encode(match.events)]
    position = msgspec.json.encode(masked(match.state, None))
    return match.turn.number, match.event_count, rows, asks, sorted(match.answered), events, position


def run_twins(game: str, seeds: Sequence[str]) -> Counter[str]:
    """So many runs; how many of each sort of secret there were, and how many mails were compared. Raises `Leak`."""
    met: Counter[str] = Counter()
    for seed in seeds:
        twins = Twins(game, seed)
        twins.run()
        if twins.told:
            met[twins.kind] += 1
            met["mails"] += twins.told
    return met
