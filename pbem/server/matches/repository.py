"""A match in use: loaded from the store, changed by one letter (or deadline, or the host), and stored again.

Everything here happens inside the transaction of that letter. The `MatchRepository` loads, starts and stores; a
`LoadedMatch` holds one match with its seats while a letter is being dealt with.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.play.dice import ProvableDice, commitment
from pbem.play.game import Game, State, masked
from pbem.play.match import Match, opening
from pbem.play.orders import Refused
from pbem.play.record import Record, ReplayError, Result, Row, Tail, Turn
from pbem.play.requests import Event, Seat
from pbem.server.core.context import Context
from pbem.server.core.games import NotInstalled, Uninstalled
from pbem.server.matches.before import Before
from pbem.server.matches.skills import BEGIN, after_match
from pbem.server.matches.snapshots import read_rows, rows_behind, snapshot, turn_row
from pbem.store import Store
from pbem.store.rows import (
    Batch,
    Confirmation,
    MatchRow,
    Origin,
    Player,
    Rating,
    SeatRow,
    StopRow,
    Terms,
    TurnRow,
)

HOUSE = "house"
"""The name of the player that is always there; see `pbem.server.matches.bots`."""

ACTS = ("order", "queue", "deadline")
"""Sources of answers that count as acts at this moment; a standing order was given before."""

FEW = 3  # letters in which each side must have moved before a match that is given up is rated


class Stale(Refused):
    """The line was written without knowing the current position: its writer is shown that."""


class LoadedMatch:
    """One match with its seats. `match` is the loaded match; `row` and `seats` what the store says about it, but for
    clocks that `MatchRepository.keep` will store; `names` are those who play in the seats now; in the state stand those
    who began.

    `before` is the match as it was found. `stories` holds what mails tell of the events and of the board: by viewer,
    first event, length of the log, and how its reader wants to see it. `away` are vacations of the players, once asked
    for.
    """

    def __init__(
        self,
        game: Game[Any],
        row: MatchRow,
        seats: list[SeatRow],
        match: Match[Any],
        next_batch: int,
        votes: Mapping[Seat, dict[int, str]],
        questions: Sequence[Confirmation],
    ) -> None:
        """`votes` are those about late seats; `questions` wait for its players."""
        self.game = game
        self.number = row.id
        self.row = row
        self.seats = seats
        self.names = _names(row, seats)
        self._stored = list(seats)
        self.match = match
        self.next_batch = next_batch
        self.questions = list(questions)
        self.stories: dict[tuple[Seat | None, int, int, bool, bool, bool, Seat | None], Any] = {}
        self.away: list[StopRow] | None = None
        self.before = Before.take(match, seats, votes)

    def seat_of(self, player: Player) -> SeatRow | None:
        """The seat a player has here, if any."""
        for seat in self.seats:
            if seat.player == player.id:
                return seat
        return None

    def others(self, seat: SeatRow | None) -> list[SeatRow]:
        """All seats but this one."""
        return [other for other in self.seats if seat is None or other.index != seat.index]

    def people(self) -> list[SeatRow]:
        """The seats that are still in and whose players have a say: all but the house."""
        still_in = self.game.still_in(self.match.state)
        return [seat for seat in self.seats if seat.seat in still_in and seat.handle != HOUSE]

    def open(self, kind: str) -> list[Confirmation]:
        """The questions of a kind that wait for its players, one for each who has not said yes."""
        return [each for each in self.questions if each.kind == kind]

    def same(self, question: Confirmation) -> list[Confirmation]:
        """The rows of a question, one for each player who has not said yes."""
        return [each for each in self.open(question.kind) if each.about == question.about]

    def waiting(self, questions: Iterable[Confirmation]) -> list[SeatRow]:
        """The seats still in whose players have not said yes to these questions."""
        asked = {each.player for each in questions}
        return [seat for seat in self.people() if seat.player in asked]

    def reread_questions(self, store: Store) -> None:
        """Reread the questions after some have been asked or answered."""
        self.questions = store.confirmations.of_match(self.number)

    def must_go_on(self) -> None:
        """Refuse to act on a match that is over, or on a turn that has changed since its writer saw it."""
        if self.match.over:
            raise Refused("The match is over")
        if self.before.renewed:
            raise Stale(
                "The rules have changed since you were asked, and the turn has gone back to its start. Look at the"
                " board below and answer this mail"
            )

    def refresh(self, store: Store) -> None:
        """Reread the match and its seats after they have been changed in the store."""
        row = store.matches.match(self.number)
        self.row, self.seats = row, store.matches.seats(self.number)
        self.names = _names(self.row, self.seats)
        self._stored = list(self.seats)
        self.reread_questions(store)

    def save_seat(self, store: Store, seat: SeatRow) -> None:
        """Store what has changed of a seat: its clock, its queue, and what it has been told."""
        store.matches.change_seat(self._stored[seat.index], seat)
        self.seats[seat.index] = self._stored[seat.index] = seat

    def seen_by(self, seat: Seat | None, state: State | None = None) -> State:
        """The state, or another one, as a seat or an observer may know it, with the names of the present players."""
        seen: State = masked(self.match.state if state is None else state, seat)
        seen.names = self.names
        return seen

    def state_at(self, turn: Turn) -> State:
        """The state at the beginning of a turn, with all secrets."""
        state: State = self.game.decode(turn.state, turn.version)
        return state

    def title(self, seat: str) -> str:
        """A seat with its player, for prose: `South (Ann)`."""
        handle = self.names.get(seat, seat)
        title = self.game.seat_title(seat)
        return title if title == handle else f"{title} ({handle})"


def _names(row: MatchRow, seats: Sequence[SeatRow]) -> dict[str, str]:
    return {seat.seat: shown_name(seat, row.terms) for seat in seats}


def shown_name(seat: SeatRow, terms: Terms) -> str:
    """The name of a seat's player as others read it: the house with its level."""
    return f"{terms.level} {HOUSE}" if seat.handle == HOUSE else seat.handle


class Misfit(Exception):
    """The turn in progress of a match does not fit the changed rules: see `pbem.server.settling.renewal`."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"match {number}: {why}")
        self.number = number


class MatchRepository:
    """Loads matches and saves them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store
        self._games = context.games

    # Loading.

    def is_playable(self, row: MatchRow) -> bool:
        """Whether the game of a match is installed. Without it a match can be listed, but not loaded."""
        return row.game in self._games.names

    def game_of(self, row: MatchRow) -> Game[Any]:
        """The game of a match whose rules are needed. Raises `NotInstalled`."""
        game = self._games.of(row.game)
        if isinstance(game, Uninstalled):
            what = "waits" if row.status in ("offered", "running") else "cannot be shown"
            raise game.missing(f"; match {row.id} {what} until the host installs it again")
        return game

    def load(self, number: int) -> LoadedMatch:
        """Load a match that has begun. Raises `Misfit` if its turn in progress does not fit changed rules, and
        `NotInstalled` if its game is not here anymore."""
        loaded = self.find(number)
        assert loaded is not None
        return loaded

    def find(self, number: int) -> LoadedMatch | None:
        """Load a match that has begun, or return None if there is none with this number. Raises `Misfit`,
        `NotInstalled`."""
        found = self._store.matches.running(number)
        if found is None:
            return None
        row, turn, batches, next_batch = found
        rows = rows_behind(turn, batches)
        try:
            loaded = self.build(row, turn, rows, next_batch)
        except NotInstalled:
            raise
        except Exception as error:  # new rules may fail anywhere on rows that they would not have produced
            if not rows or turn.version == self.game_of(row).version:
                raise
            raise Misfit(number, str(error)) from error
        unseen = not all(batch.seen for batch in batches)
        loaded.before = msgspec.structs.replace(loaded.before, unseen=unseen)
        return loaded

    def at_turn(self, loaded: LoadedMatch, number: int) -> Match[Any]:
        """Load a match at the beginning of a past turn; nothing of it can be stored. Raises `Refused`."""
        start = self.turn_of(loaded, number)
        try:
            return Match(loaded.game, Tail(start, []), self.dice(loaded.row))
        except ReplayError as error:
            raise Refused(f"Turn {number + 1} begins with dice, so there is nothing to try") from error

    def turn_of(self, loaded: LoadedMatch, number: int) -> Turn:
        """The snapshot at the beginning of a past turn. Raises `Refused`."""
        if not 0 <= number <= loaded.match.turn.number:
            raise Refused(f"Match {loaded.number} has turns 1 to {loaded.match.turn.number + 1}")
        kept = self._store.log.turn_at(loaded.number, number)
        assert kept is not None
        start = snapshot(kept)
        if kept.number < number:
            try:
                replay = Match(loaded.game, Tail(start, self.rows_since(kept)), self.dice(loaded.row))
            except ReplayError as error:  # the rules have changed in between
                raise Refused(f"That turn of match {loaded.number} was played by older rules") from error
            start = next(turn for turn in replay.turns if turn.number == number)
        return start

    def build(self, row: MatchRow, turn: TurnRow, rows: list[Row], next_batch: int) -> LoadedMatch:
        """Build a match as it is this many rows after a snapshot; later rows are stored in batch `next_batch`. Raises
        `ReplayError` if the rules do not lead there."""
        game = self.game_of(row)
        seats = self._store.matches.seats(row.id)
        queues = {seat.seat: list(seat.queue) for seat in seats if seat.queue}
        outdated = turn.version != game.version
        tail = Tail(snapshot(turn), rows, queues)
        match = Match(game, tail, self.dice(row), validate=outdated)
        match.turns.clear()  # after an undo a load may go through whole turns; those are no news
        votes = {seat.seat: self._store.matches.votes(row.id, seat.index) for seat in seats if seat.vote}
        questions = self._store.confirmations.of_match(row.id) if row.questions else []
        return LoadedMatch(game, row, seats, match, next_batch, votes, questions)

    def rows_since(self, turn: TurnRow) -> list[Row]:
        """The live rows after a snapshot."""
        return rows_behind(turn, self._store.log.batches(turn.match, turn.batch))

    def dice(self, row: MatchRow) -> ProvableDice:
        """The dice of a match; only after its start are the salts closed."""
        return ProvableDice(row.seed, str(row.id), row.salts)

    def events_since(self, loaded: LoadedMatch, told: int) -> list[Event]:
        """All events from number `told` on, also those of turns before the loaded one."""
        first = loaded.match.loaded.turn.event
        if told >= first:
            return loaded.match.events[told - first :]
        turn = self._store.log.turn_before_event(loaded.number, told)
        assert turn is not None
        try:
            replay = Match(loaded.game, Tail(snapshot(turn), self.rows_since(turn)), self.dice(loaded.row))
        except ReplayError:  # the rules have changed since: the loaded events must do
            return loaded.match.events
        return replay.events[told - turn.event : first - turn.event] + loaded.match.events

    # Beginning.

    def offer(
        self,
        game: Game[Any],
        options: dict[str, str],
        players: Sequence[Player],
        terms: Terms,
        *,
        owner: int | None = None,
        expires: int = 0,
        rated: bool = True,
    ) -> int:
        """Create a match, offered to these players in seat order; returns its number.

        `owner` is the player who offers it, `expires` the moment at which the offer lapses.
        """
        seats = game.seats(options, len(players))
        return self._store.matches.create(
            game.name,
            game.version,
            options,
            terms=terms,
            seed=self._context.new_seed(),
            now=self._context.now(),
            seats=[(seat, player.id) for seat, player in zip(seats, players, strict=True)],
            owner=owner,
            expires=expires,
            rated=rated,
        )

    def begin(self, number: int) -> LoadedMatch:
        """Begin a match that all have accepted: fix the salts and play to the first question."""
        row = self._store.matches.match(number)
        game = self.game_of(row)
        seats = self._store.matches.seats(number)
        self._store.matches.start(number, game.version, [seat.salt for seat in seats], self._context.now())
        row = self._store.matches.match(number)
        players = {seat.seat: seat.handle for seat in seats}
        origin = self._store.matches.origin(number)
        first = opening(game, row.options, players) if origin is None else _fork(game, origin, players)
        turn = turn_row(number, -1, first)
        self._store.log.add_turns([turn])
        loaded = self.build(row, turn, [], 0)
        loaded.match.settle()
        rolled = any(each.faces for each in loaded.match.fresh)
        self.keep(loaded, seat="", inbox=None, seen=True)  # rows that open a match belong to nobody's letter
        begun = self.load(number)
        begun.before = msgspec.structs.replace(begun.before, waiting=frozenset(), rolled=rolled)
        return begun

    # Storing.

    def keep(self, loaded: LoadedMatch, *, seat: str, inbox: int | None, seen: bool) -> None:
        """Store what a letter has changed: log, snapshots, queues, and the end of the match.

        `seen` says that others are mailed about it. The loaded `Match` is used up by this.
        """
        match, matches, log = loaded.match, self._store.matches, self._store.log
        fresh = match.fresh
        queues = {each.seat: match.queue(each.seat) for each in loaded.seats}
        if fresh:
            row = match.loaded.turn.row + len(match.loaded.rows)
            die = match.loaded.turn.die + sum(len(each.faces) for each in match.loaded.rows)
            rows = msgspec.json.encode(fresh)
            number = loaded.next_batch
            log.append(
                Batch(
                    loaded.number,
                    number,
                    seat,
                    inbox,
                    row,
                    len(fresh),
                    die,
                    rows,
                    self._context.now(),
                    loaded.before.clocks,
                    _queues_changed(loaded.seats, queues, seat),
                    seen,
                )
            )
            if match.turns:
                log.add_turns([turn_row(loaded.number, number, turn) for turn in match.turns])
        for each in loaded.seats:
            loaded.save_seat(self._store, msgspec.structs.replace(each, queue=queues[each.seat]))
        if match.over:
            result = match.state.result
            assert result is not None
            matches.finish(loaded.number, "over", str(result), result.reason, self._context.now())
            loaded.row = msgspec.structs.replace(loaded.row, status="over")

    def go_on(self, loaded: LoadedMatch) -> None:
        """Forget lateness that has passed: a player who has answered is no longer late, and the vote about a late
        player ends when they are not asked anymore."""
        late = [seat for seat in loaded.seats if seat.missed or seat.vote]
        if not late:
            return
        match, matches, changed = loaded.match, self._store.matches, False
        answered = {row.seat for row in match.fresh if (row.kind, row.by) == ("answer", "order")}
        for seat in late:
            if seat.seat in answered or seat.seat in match.state.left:
                matches.set_missed(loaded.number, seat.index, 0, False)
                changed = True
            elif seat.vote and not seat.gone and seat.seat not in match.asks:
                matches.set_missed(loaded.number, seat.index, seat.missed, False)
                changed = True
        if changed:
            loaded.refresh(self._store)

    def hand_over(self, loaded: LoadedMatch, seat: SeatRow, player: Player) -> None:
        """Give a seat to another player; nothing that the one before has said, sent or missed applies to them."""
        self._store.matches.set_player(loaded.number, seat.index, player.id)
        loaded.match.hand_over(seat.seat)
        loaded.refresh(self._store)

    def rate(self, loaded: LoadedMatch) -> None:
        """Rate a match that is over, if the people who began it have ended it: by its rules, or else after a few moves
        of each side. If the host has begun or ended it, somebody must have moved."""
        result = loaded.match.state.result
        if result is None or not result.counts or loaded.row.status == "over":
            return
        strangers = any(seat.handle == HOUSE or seat.handle != seat.began for seat in loaded.seats)
        sides = loaded.game.sides(loaded.match.state.seats)
        if not loaded.row.rated or strangers or len(sides) < 2:
            return
        by_host = any((row.kind, row.by) == ("end", "host") for row in loaded.match.fresh)
        if (by_host or loaded.row.owner is None) and not self._moved(loaded):
            return
        if self._given_up(loaded) and not self.is_under_way(loaded):
            return
        company, game = self._store.company, loaded.game.name
        before = {
            seat.seat: company.rating(seat.player, game) or Rating(seat.player, game, BEGIN)
            for seat in loaded.seats
        }
        company.rate(loaded.number, after_match(before, result, sides, self._context.now()))

    def _moved(self, loaded: LoadedMatch) -> bool:
        record = self.record(loaded.number)
        return msgspec.structs.replace(record, rows=[*record.rows, *loaded.match.fresh]).moved

    @staticmethod
    def _given_up(loaded: LoadedMatch) -> bool:
        """Whether a match has ended by something else than its rules or the host: nobody need have played for that."""
        agreed = any(row.kind == "end" and row.by != "host" for row in loaded.match.fresh)
        return agreed or bool(loaded.match.state.left)

    def is_under_way(self, loaded: LoadedMatch) -> bool:
        """Whether each side has moved in a few letters."""
        sides = loaded.game.sides(loaded.match.state.seats)
        letters = [read_rows(batch.rows) for batch in self._store.log.batches(loaded.number)]
        moves = Counter(
            seat
            for rows in (*letters, loaded.match.fresh)
            for seat in {row.seat for row in rows if row.kind == "answer" and row.by in ("order", "queue")}
        )
        return all(sum(moves[seat] for seat in side) >= FEW for side in sides)

    # Records.

    def record(self, number: int, *, secrets_too: bool = False) -> Record:
        """The whole of a match in one piece; without secrets of a running one unless asked for."""
        row = self._store.matches.match(number)
        seats = self._store.matches.seats(number)
        rows = [each for batch in self._store.log.batches(number) for each in read_rows(batch.rows)]
        return Record(
            game=row.game,
            version=row.version,
            match=str(row.id),
            options=row.options,
            seats=tuple(seat.seat for seat in seats),
            players={seat.seat: seat.began or seat.handle for seat in seats},
            salts=row.salts,
            commitment=commitment(row.seed),
            seed=row.seed.hex() if secrets_too or row.status == "over" else "",
            rows=rows,
            turns=[snapshot(turn) for turn in self._store.log.turns(number)],
            result=played(row) if row.result else None,
            origin=origin.source if (origin := self._store.matches.origin(number)) is not None else "",
        )


def played(row: MatchRow) -> Result:
    """The result that the log of a finished match leads to."""
    if row.played is not None:
        return msgspec.json.decode(row.played, type=Result)
    return Result.parse(row.result, row.reason)


def _queues_changed(seats: Sequence[SeatRow], queues: dict[str, tuple[str, ...]], writer: str) -> bytes:
    """What `Batch.queues` notes of a letter."""
    return msgspec.json.encode(
        {
            seat.seat: (seat.queue, queues[seat.seat])
            for seat in seats
            if seat.seat == writer or seat.queue != queues[seat.seat]
        }
    )


def _fork(game: Game[Any], origin: Origin, players: dict[str, str]) -> Turn:
    """The first snapshot of a match that begins at a turn of another one."""
    state = game.decode(origin.state, origin.version)
    state.names = players
    return Turn(0, 0, 0, 0, game.version, msgspec.json.encode(state))
