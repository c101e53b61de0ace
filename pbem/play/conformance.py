"""The test kit that every game must pass, ours and other people's.

`playout` plays one random match through text, as letters would, and checks the laws on the way: every sampled,
standing and automatic answer passes its check, and `vet` refuses none of them; looking (boards, prompts, odds, hints,
previews, `foresee`, `reach`, `near`) changes nothing; a loaded match equals the live one; snapshots round-trip; events
and views can be stored; refused lines change nothing; an undo and the same orders give the same rows; boards are 7-bit
and fit, also turned; every event, prompt and outlook has its prose; no other player sees a draft, a standing order or a
secret answer; any player may leave at any moment; some seat is always asked, and every match ends. `audit` checks what
needs no match. Both raise `Nonconforming`.

    from pbem.play.conformance import audit, playout
    for seed in range(50):
        playout(MyGame(), options={}, players=2, seed=seed, prose=prose)
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from pbem.play.audit import Nonconforming as Nonconforming
from pbem.play.audit import Prose as Prose
from pbem.play.audit import audit as audit
from pbem.play.board import turn
from pbem.play.conditional import Conditional, is_conditional
from pbem.play.dice import ProvableDice
from pbem.play.drawing import draw
from pbem.play.facts import Facts
from pbem.play.game import Game, State, View, masked
from pbem.play.match import LetterRefused, Match, opening
from pbem.play.orders import OrderError, Refused, split_lines, tidy
from pbem.play.record import Tail
from pbem.play.requests import Ask, Event, Order, Pick, Seat
from pbem.play.tally import Tally as Tally

BOARD_WIDTH = 76

Lines: TypeAlias = tuple[str, ...]
Shown: TypeAlias = tuple[View, list[tuple[Lines, Lines]]]
"""A position in words, and as text boards with their legends: the usual way and turned."""

GLUED = re.compile(r"[a-z0-9][.!?:][A-Z]")  # what a block tag at the end of a template line leaves


def seeded(seed: str) -> Pick:
    """A `Pick` that makes the same choices for the same seed, on every machine and version."""
    counter = 0

    def below(bound: int) -> int:
        nonlocal counter
        counter += 1
        digest = hashlib.blake2b(f"{seed}/{counter}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % bound

    return Pick(below)


def playout(
    game: Game[Any],
    *,
    options: Mapping[str, str],
    players: int,
    seed: int,
    prose: Prose,
    limit: int = 20_000,
    thorough: bool = True,
) -> Tally:
    """Play one random match to its end, within `limit` letters. `thorough=False` skips the expensive laws."""
    run = _Playout(game, options, players, seed, prose, thorough)
    try:
        return run.play(limit)
    except (Nonconforming, KeyboardInterrupt):
        raise
    except Exception as error:
        raise Nonconforming(f"{run.where()}: {type(error).__name__}: {error}") from error


def playouts(
    game: Game[Any],
    *,
    prose: Prose,
    players: Sequence[int],
    options: Sequence[Mapping[str, str]] = ({},),
    least: int = 30,
    most: int = 3000,
) -> Tally:
    """Play random matches until every kind of order and event has been met: `least` of them with all laws, then only as
    far as they are needed. Raises `Nonconforming` after `most`, and names what has not been met."""
    met = Tally()
    while met.matches < least or met.unmet(game):
        seed = met.matches
        if seed == most:
            raise Nonconforming(f"{game.name}: in {most} matches nobody met {', '.join(met.unmet(game))}")
        met.add(
            playout(
                game,
                options=options[seed % len(options)],
                players=players[seed % len(players)],
                seed=seed,
                prose=prose,
                thorough=seed < least,
            )
        )
        met.matches += 1
    return met


def kept(match: Match[Any]) -> Tail:
    """What a store would keep of a match."""
    queues = {seat: [str(order) for order in queue] for seat, queue in match.queues.items()}
    return Tail(match.turn, match.rows[match.turn.row - match.loaded.turn.row :], queues)


class _Playout:
    def __init__(
        self,
        game: Game[Any],
        options: Mapping[str, str],
        players: int,
        seed: int,
        prose: Prose,
        thorough: bool,
    ) -> None:
        self.game = game
        self.pick = seeded(f"{game.name}/{seed}")
        self.seed = seed
        self.prose = prose
        self.thorough = thorough
        self.tally = Tally()
        values = game.read_options(options, players)
        seats = game.seats(values, players)
        self.dice = ProvableDice(hashlib.sha256(str(seed).encode()).digest(), game.name, ())
        self.tail = Tail(opening(game, values, {seat: f"P{seat}" for seat in seats}))
        self.known: dict[Seat, Facts] = {}
        self.last = ""
        self.letters = 0

    def where(self) -> str:
        return f"{self.game.name}, seed {self.seed}, letter {self.letters} ({self.last})"

    def fail(self, law: str) -> Nonconforming:
        return Nonconforming(f"{self.where()}: {law}")

    def load(self, *, validate: bool = False) -> Match[Any]:
        return Match(self.game, self.tail, self.dice, validate=validate)

    def play(self, limit: int) -> Tally:
        match = self.load()
        match.settle()
        self.store(match, 0)
        while not match.over:
            if self.letters >= limit:
                raise self.fail(f"no end after {limit} letters")
            match = self.load(validate=self.thorough)
            for seat in match.asks:
                if seat not in match.state.seats:
                    raise self.fail(f"a dead end: {seat} is asked and has no seat")
            self.letters += 1
            told = len(match.events)
            asked = match.asked
            if self.letter(match):
                if self.thorough and match.asked == asked:
                    self.secret(match)
                self.store(match, told)
        self.tally.letters = self.letters
        self.tally.turns = match.turn.number
        assert match.state.result is not None
        self.tally.endings[match.state.result.reason] += 1
        return self.tally

    def letter(self, match: Match[Any]) -> bool:
        """Play one letter of a seat that is asked, and now and then of one that is not.

        False if it was refused: then the match must be dropped.
        """
        pick = self.pick
        seat = pick.one(sorted(match.asks))
        ask = match.asks[seat]
        if self.thorough and pick.chance(15):
            return self.standing(match, pick.one(match.state.seats))
        if self.thorough and pick.chance(10):
            return self.mutated(match, seat, ask)
        if self.thorough and pick.chance(5):
            self.departed(pick.one(match.state.seats))
        if self.thorough and self.letters % 20 == 0:
            self.handed_over(match.state.seats[self.letters // 20 % len(match.state.seats)])
        if pick.below(1000) < 3 and len(match.state.left) + 1 < len(match.state.seats):
            self.last = f"{seat} leaves"
            match.leave(seat)
            return True
        if pick.chance(5):
            self.last = f"{seat}: auto"
            match.answer_automatically(seat)
            return True
        sample = ask.sample(pick)
        self.last = f"{seat}: {sample}"
        edit = isinstance(sample, ask.edits)
        order = sample if edit else ask.check(sample)
        self.tally.orders.update({type(sample).__name__, type(order).__name__})
        self.tally.asks[ask.name] += 1
        self.tally.answers += 1
        self.vetted(match, seat, sample, order)
        if not edit and ask.check(order) != order:
            raise self.fail(f"check(check(o)) differs: {order} became {ask.check(order)}")
        self.readable(order)
        line = self.readable(sample)
        if self.thorough:
            self.previewed(match, seat, line)
        (fate,) = match.play(seat, [line])
        if fate.status != ("noted" if edit else "done"):
            raise self.fail(f"a sampled order does not answer {ask.name}: it was {fate.status} {fate.text}")
        if self.thorough and pick.chance(20):
            again = self.load()
            again.play(seat, [line])
            if again.rows != match.rows:
                raise self.fail("the same order after an undo has led elsewhere")
        return True

    def vetted(self, match: Match[Any], seat: Seat, *orders: Order) -> None:
        """Check that `vet` refuses nothing that can be answered now."""
        for order in orders:
            try:
                self.game.vet(match.state, seat, order)
            except OrderError as error:
                raise self.fail(f"vet refuses {order}, which answers what is asked: {error}") from error

    def departed(self, seat: Seat) -> None:
        """Check what would happen if a seat left now."""
        fork = self.load()
        last, self.last = self.last, f"{seat} leaves"
        fork.leave(seat)
        if self.picture(Match(self.game, kept(fork), self.dice, validate=True)) != self.picture(fork):
            raise self.fail("the loaded match differs from the live one")
        self.last = last

    def handed_over(self, seat: Seat) -> None:
        """Check that a new player in a seat continues its turn without the secrets of the player before."""
        fork = self.load()
        last, self.last = self.last, f"{seat} is handed over"
        fork.hand_over(seat)
        if fork.game.memory(fork.state, seat) and seat not in fork.state.left:
            raise self.fail("who has been handed a seat knows what the one before has kept secret")
        turn = fork.turn.number
        while not fork.over and fork.turn.number == turn:
            fork.answer_automatically(min(fork.asks))
        if self.picture(Match(self.game, kept(fork), self.dice, validate=True)) != self.picture(fork):
            raise self.fail("the loaded match differs from the live one")
        self.last = last

    def standing(self, match: Match[Any], seat: Seat) -> bool:
        """Give a standing order for a seat, whether it is asked or not."""
        order = self.game.sample_always(match.state, seat, self.pick)
        if order is None or seat not in self.game.still_in(match.state):
            return False
        self.last = f"{seat}: {order}"
        self.tally.orders[type(order).__name__] += 1
        match.play(seat, [self.readable(order)])
        return True

    def readable(self, order: Order) -> str:
        line = tidy(str(order))
        if self.game.read(line) != order:
            raise self.fail(f"read(str(o)) differs: {order!r} became {self.game.read(line)!r}")
        if is_conditional(line):
            raise self.fail(f"{line!r} would be taken for a conditional line")
        return line

    def previewed(self, match: Match[Any], seat: Seat, line: str) -> None:
        """Check that a preview leaves no trace in the match, so that boards stay the same."""
        before = self.position(match)
        preview = match.preview(seat, [line])
        for event in (*preview.events, *([preview.outlook] if preview.outlook else [])):
            self.tell(event, match)
        self.game.view(masked(preview.state, seat), seat)
        if self.position(match) != before:
            raise self.fail(f"a preview of {line!r} has changed the match")

    def mutated(self, match: Match[Any], seat: Seat, ask: Ask[Any]) -> bool:
        """Check that a damaged line is refused in words, or is another legal line; it must never crash."""
        words = str(ask.sample(self.pick)).split()
        at = self.pick.below(len(words))
        words[at : at + 1] = self.pick.one(
            [[words[at][:-1]], [], [self.pick.one(["x9", "z", "99", "a1", *words])], [words[at], words[at]]]
        )
        text = tidy(" ".join(words))
        self.last = f"{seat}: {text} (mutated)"
        if not text:
            return False
        before = msgspec.json.encode(match.state)
        near = self.game.near(masked(match.state, seat), ask, text)
        if msgspec.json.encode(match.state) != before:
            raise self.fail(f"looking for a line near to {text!r} has changed the match")
        if near:
            try:
                (fate,) = self.load().play(seat, [near])
            except LetterRefused as refused:
                raise self.fail(f"{near!r} is no legal order near to {text!r}: {refused}") from refused
            if fate.status not in ("done", "noted"):
                raise self.fail(f"{near!r} is no answer to {ask.name}, but near to {text!r}: {fate.status}")
        try:
            match.play(seat, [text])
        except LetterRefused as refused:
            if not str(refused):
                raise self.fail("a refusal without a word") from refused
            if not match.fresh and msgspec.json.encode(match.state) != before:
                raise self.fail("a refused line has changed the state") from refused
            return False
        return True

    def store(self, match: Match[Any], told: int) -> None:
        """Keep what a store would keep, and check the laws of loading. `told` events are not new."""
        fresh = match.events[told:]
        for event in fresh:
            self.tally.events[type(event).__name__] += 1
            self.tell(event, match)
        for seat in match.state.seats if self.thorough and fresh else ():
            state = masked(match.state, seat)
            for event in fresh:
                if (heard := self.game.tell(state, seat, event)) is not event:
                    self.tell(heard, match)
        self.tail = kept(match)
        if not self.thorough:
            self.fits(self.shown(masked(match.state, None), None))
            return
        before = self.position(match)
        views = self.views(match)
        self.look(match, views)
        if self.position(match) != before:
            raise self.fail("looking has changed the match")
        state = self.game.decode(match.turn.state, match.turn.version)
        if msgspec.json.encode(state) != match.turn.state:
            raise self.fail("a snapshot does not survive decoding and encoding")
        again = self.load(validate=True)
        if self.position(again) != self.position(match) or self.views(again) != views:
            raise self.fail("the loaded match differs from the live one")
        if again.fresh:
            raise self.fail("loading has added a row")

    def views(self, match: Match[Any]) -> dict[Seat | None, Shown]:
        """What everybody is shown."""
        return {seat: self.shown(masked(match.state, seat), seat) for seat in (None, *match.state.seats)}

    def shown(self, state: State, seat: Seat | None) -> Shown:
        """What a seat is shown of a position."""
        board = self.game.board(state, seat)
        boards = () if board is None else (board, turn(board))
        return self.game.describe(state, seat), [(draw(each), each.legend) for each in boards]

    def secret(self, match: Match[Any]) -> None:
        """Check that edits and answers that are still secret change nothing that others see.

        Not for a letter that has led on to another ask: its answers have been opened.
        """
        for row in match.fresh:
            if row.kind not in ("edit", "heard") and not (
                row.kind == "answer" and row.seat in match.answered
            ):
                return
        before = self.views(self.load())
        writers = {row.seat for row in match.fresh}
        for seat, shown in self.views(match).items():
            known = set() if seat is None else {seat, *match.state.open_to(seat)}
            if not writers & known and shown != before[seat]:
                raise self.fail(f"{seat or 'everybody'} sees what is another seat's secret")

    def picture(self, match: Match[Any]) -> tuple[object, ...]:
        """Everything that must be equal between a live match and the same match loaded."""
        return self.position(match), self.views(match)

    def position(self, match: Match[Any]) -> tuple[object, ...]:
        """The same without boards: the state, the asks and the queued lines."""
        asks = {seat: ask.name for seat, ask in match.asks.items()}
        queues = {seat: list(map(str, queue)) for seat, queue in match.queues.items() if queue}
        return msgspec.json.encode(match.state), asks, queues

    def tell(self, event: Event, match: Match[Any]) -> None:
        if type(event) in (*self.game.events, *self.game.outlooks):
            try:
                self.game.decode_events(msgspec.json.encode([event]))
            except msgspec.ValidationError as error:
                raise self.fail(f"{event} cannot be stored: {error}") from error
        text = self.prose.event(self.game.name, event, match.state.names)
        if not text.strip() or not text.isascii():
            raise self.fail(f"no prose, or not in plain ASCII: {text!r} for {event}")
        if GLUED.search(text):
            raise self.fail(f"two sentences without a blank between them: {text!r}")

    def look(self, match: Match[Any], views: Mapping[Seat | None, Shown]) -> None:
        """Check all that players are shown, and what answers for them."""
        self.boards(match, views)
        for seat in match.state.seats:
            self.seat(match, seat)
        for seat, ask in match.asks.items():
            self.prompt(match, seat, ask)
            self.answers(match, seat, ask)

    def boards(self, match: Match[Any], views: Mapping[Seat | None, Shown]) -> None:
        """Check that boards fit and are 7-bit, and that those who are shown the same see the same."""
        for shown in views.values():
            self.fits(shown)
        if self.game.same_view and any(shown != views[None] for shown in views.values()):
            raise self.fail("same_view is set, but not everybody is shown the same")

    def seat(self, match: Match[Any], seat: Seat) -> None:
        """Check what a seat may ask about, whether it is asked or not."""
        facts, own = match.facts(seat), masked(match.state, seat)
        self.conditional(facts, seat, match.row_count)
        self.game.recall(own, seat)
        if (ahead := self.game.foresee(own, seat)) is not None:
            self.tell(ahead, match)
        with contextlib.suppress(Refused):
            self.game.reach(own, seat, list(facts)[match.row_count % len(facts)].split()[0])

    def prompt(self, match: Match[Any], seat: Seat, ask: Ask[Any]) -> None:
        """Check that what is asked has a prompt, a help text, and odds in words."""
        own = masked(match.state, seat)
        if not self.prose.prompt(self.game.name, ask, own).strip():
            raise self.fail(f"no prompt for {ask.name}")
        if self.game.decisions and ask.name not in self.game.decisions:
            raise self.fail(f"{ask.name} is asked, but not among the decisions of the game")
        if not self.prose.decision(self.game.name, ask.name).strip():
            raise self.fail(f"no help text for {ask.name}")
        hint = self.game.hint(own, ask) if match.row_count % 8 == 0 else None
        for event in (*self.game.odds(own, ask), *([hint] if hint else [])):
            self.tell(event, match)
            if type(event) not in (*self.game.events, *self.game.outlooks):
                raise self.fail(f"not among the outlooks of the game: {event}")

    def answers(self, match: Match[Any], seat: Seat, ask: Ask[Any]) -> None:
        """Check that the automatic answer, the example and all options are legal."""
        try:
            automatic = ask.check(ask.auto())
        except OrderError as error:
            raise self.fail(f"the automatic answer to {ask.name} is refused: {error}") from error
        if not isinstance(automatic, ask.takes):
            raise self.fail(f"the automatic answer to {ask.name} is of another kind: {automatic!r}")
        shown = self.game.example(masked(match.state, seat), ask, self.pick, match.turn.number)
        for line in split_lines([shown]):
            example = self.game.read(line)
            if not isinstance(example, ask.edits):
                ask.check(example)
        for option in ask.options() if ask.options is not None else ():
            ask.check(option)

    def conditional(self, facts: Facts, seat: Seat, which: int) -> None:
        """Check that each fact can be asked for by name, has its value now, and never takes an impossible one."""
        name, fact = list(facts.items())[which % len(facts)]
        try:
            order = self.game.read_line(f"if {name} is {fact.now} then ask")
            holds = isinstance(order, Conditional) and order.fitted(facts).choose(facts, bool)[0]
        except OrderError as error:
            raise self.fail(f"the condition {name!r} is {fact.now!r} is refused: {error}") from error
        if not holds:
            raise self.fail(f"the condition {name!r} is {fact.now!r} is not read as what it says")
        for name, before in self.known.get(seat, {}).items():
            if name in facts and before.fit(name, "is", str(facts[name].now))[0]:
                raise self.fail(
                    f"the fact {name!r} has become {facts[name].now!r}, which it never could: {before}"
                )
        self.known[seat] = facts

    def fits(self, shown: Shown) -> None:
        view, boards = shown
        try:
            msgspec.json.decode(msgspec.json.encode(view), type=View)
        except msgspec.ValidationError as error:
            raise self.fail(f"the view cannot be stored: {error}") from error
        for line in (*view.plain().header, *(line for board, _ in boards for line in board)):
            if len(line) > BOARD_WIDTH or not line.isascii() or not line.isprintable():
                raise self.fail(f"a board line is too wide or not plain ASCII: {line!r}")
