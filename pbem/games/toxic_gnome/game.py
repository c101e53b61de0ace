"""Toxic Gnome: the wiring of its rules to the frame."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pbem.games.toxic_gnome.bots import easy, hard, normal
from pbem.games.toxic_gnome.events import BestWord
from pbem.games.toxic_gnome.facts import facts, names
from pbem.games.toxic_gnome.finder import Finder
from pbem.games.toxic_gnome.orders import (
    GRAMMAR,
    ORDERS,
    SAYINGS,
    AlwaysShift,
    AlwaysStart,
    Branch,
    ListRows,
    Start,
    Step,
    Word,
    read,
)
from pbem.games.toxic_gnome.running import SHIFTS, ranking
from pbem.games.toxic_gnome.state import Memory, Treadmill, row_of
from pbem.games.toxic_gnome.steps import possible_steps, vet_step
from pbem.games.toxic_gnome.telling import score
from pbem.games.toxic_gnome.tiles import COLUMNS, tile_set
from pbem.games.toxic_gnome.turn import set_up, take_turn
from pbem.games.toxic_gnome.view import describe, draw
from pbem.games.toxic_gnome.words import vet_behind, vet_word
from pbem.play.asked import read_asked
from pbem.play.board import Board
from pbem.play.game import Game, Option, Options, random_bot
from pbem.play.glossary import read_entries
from pbem.play.orders import Refused, Unreadable, first_passing, nearest
from pbem.play.record import Result
from pbem.play.requests import Ask, Event, Order, Pick, Rules, Seat, events_in


class ToxicGnome(Game[Treadmill]):
    """A word game for two to five on a treadmill of letters."""

    name = "toxic-gnome"
    title = "Toxic Gnome"
    version = 1  # of the rules and of the word lists: a list with another checksum is another version
    summary = "Trace words up a treadmill of letters; the last player to fall off its lower end wins."
    credit = (
        "Toxic Gnome is a word game from www.zemita.net; rules by its author there, all rights the author's.\n"
        "The tiles used by this server are not those of the original: they are a set made for it, apart from\n"
        "the red tiles MAMBO, SLIDE and TWERK, which the original names.\n"
        "Word list: SCOWL, copyright 2000-2011 Kevin Atkinson and others, used by permission of its license."
    )
    players = (2, 3, 4, 5)
    options = (
        Option(
            "tiles",
            "12",
            "rows of the treadmill: 8 is a short game, 12 the standard, 16 a long one",
            low=6,
            high=20,
        ),
        Option(
            "difficulty",
            "normal",
            "easy leaves the tiles with rare letters out, hard those with common ones",
            ("normal", "easy", "hard"),
        ),
        Option("words", "standard", "the word list: 79,867 words, or 115,622", ("standard", "large")),
        Option("minlen", "3", "the least length of a word", ("3", "2")),
        Option("gnome", "10", "rounds without a run before the treadmill runs by itself", ("6", "10", "off")),
        Option("grace", "off", "on: nobody is eliminated before their first turn", ("off", "on")),
    )
    state = Treadmill
    orders = ORDERS
    events, outlooks = events_in(__package__)
    forms = GRAMMAR.forms
    meanings = GRAMMAR.meanings
    verbs = GRAMMAR.verbs
    sayings: ClassVar[Mapping[str, str]] = SAYINGS
    basics = ("start c", "word TAFFY", "word TAFFY highest", "step left", "step back")
    entries = read_entries(__package__)
    asked = read_asked(__package__)
    decisions = ("start", "turn", "shift")
    bots = {  # noqa: RUF012  # typed where it is declared
        "random": random_bot,
        "easy": easy,
        "normal": normal,
        "hard": hard,
    }

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """Seats are numbered, as the tokens on the board are."""
        return tuple("12345"[:players])

    def seat_title(self, seat: Seat) -> str:
        """`Player 1`."""
        return f"Player {seat}"

    def new(self, options: Options, seats: Sequence[Seat]) -> Treadmill:
        """No tile is laid yet: the set-up draws them."""
        return Treadmill(
            phase="start",
            length=int(options["tiles"]),
            words=options["words"],
            shortest=int(options["minlen"]),
            gnome=0 if options["gnome"] == "off" else int(options["gnome"]),
            grace=options["grace"] == "on",
            stock=tile_set(options["difficulty"]),
            fresh=list(seats),
        )

    facts = staticmethod(facts)
    names = staticmethod(names)
    score = staticmethod(score)
    read = staticmethod(read)

    def turn(self, state: Treadmill) -> Rules[None]:
        """The set-up, or one player's turn."""
        return set_up(state) if state.phase == "start" else take_turn(state)

    describe = staticmethod(describe)

    def side_of(self, seat: Seat) -> int:
        """In the order of the seats."""
        return int(seat) - 1

    def board(self, state: Treadmill, seat: Seat | None) -> Board | None:
        """The same for everybody, once the treadmill is laid."""
        return draw(state)

    def examples(self, state: Treadmill, ask: Ask[Order], pick: Pick) -> Iterator[str]:
        """The automatic answer: the server never suggests a word (TOXIC-GNOME-20)."""
        yield str(ask.auto())

    def always(self, state: Treadmill, seat: Seat, order: Order) -> str | None:
        """Standing orders for the start and for red tiles, and how the rows are shown."""
        if isinstance(order, AlwaysStart):
            if state.phase != "start":
                raise Refused(Start.unasked)
            state.memory(seat).start = order.column
            return f"From now on your token starts on column {order.column}."
        if isinstance(order, AlwaysShift):
            state.memory(seat).shift = order.way
            if not order.way:
                return "From now on you are asked how a red tile is laid."
            where = "straight" if order.way == "straight" else f"one space to the {order.way}"
            return f"From now on your red tiles are laid {where}, unless your word order says otherwise."
        if isinstance(order, ListRows):
            state.memory(seat).rows = order.on
            return f"From now on the rows are {'spelled out' if order.on else 'not spelled out'} below the board."
        return None

    def hint(self, state: Treadmill, ask: Ask[Any]) -> Event | None:
        """How far the best word leads, never which it is (TOXIC-GNOME-20)."""
        if ask.name != "turn":
            return None
        square = state.tokens[ask.seat]
        row = Finder(state, square).highest_row()
        return BestWord(row - row_of(square), top=row == state.highest) if row else BestWord(None)

    def reach(self, state: Treadmill, seat: Seat, name: str) -> list[str]:
        """Where a token can step; where words lead is for the players to find."""
        if name not in state.tokens:
            known = (
                f"in play are {' '.join(state.tokens)}" if state.tokens else "none is on the treadmill yet"
            )
            raise Refused(f"There is no token {name}; {known}")
        steps = possible_steps(state, name).values()
        return [f"Token {name} on {state.tokens[name]} may step to {' or '.join(steps)}; words lead further."]

    def vet(self, state: Treadmill, seat: Seat, order: Order) -> None:
        """A word must be one that may still be formed, and a step must lead somewhere."""
        match order:
            case Word():
                vet_word(state, seat, order)
            case Step():
                vet_step(order)

    vet_behind = staticmethod(vet_behind)

    def near(self, state: Treadmill, ask: Ask[Any], line: str) -> str | None:
        """The player's own word with an end that it may have, or a step; never another word (TOXIC-GNOME-20)."""
        if ask.name != "turn":
            return None
        try:
            order = read(line)
        except Unreadable:
            order = None
        if isinstance(order, Word):
            ended = (Word((Branch(each.word, "highest"),), order.red) for each in order.branches)
            found = first_passing(ended, ask.check)
            return str(ask.check(found)) if found else ""
        return nearest(line, [str(Step(way)) for way in possible_steps(state, ask.seat)], cutoff=0.0)

    def memory(self, state: Treadmill, seat: Seat) -> list[str]:
        """The standing orders in force."""
        own = state.private.get(seat, Memory())
        lines: list[Order] = []
        if own.start and state.phase == "start":
            lines.append(AlwaysStart(own.start))
        if own.shift:
            lines.append(AlwaysShift(own.shift))
        if own.rows:
            lines.append(ListRows(True))
        return [str(line) for line in lines]

    def sample_always(self, state: Treadmill, seat: Seat, pick: Pick) -> Order:
        """One of all kinds; one for the start only before it."""
        kinds: list[Order] = [AlwaysShift(pick.one((*SHIFTS, ""))), ListRows(pick.chance(50))]
        if state.phase == "start":
            kinds.append(AlwaysStart(pick.one(COLUMNS)))
        return pick.one(kinds)

    def decided(self, state: Treadmill) -> Result | None:
        """Over when all but one have resigned or been eliminated (TOXIC-GNOME-33, TOXIC-GNOME-38)."""
        return Result(ranking(state), "resigned") if len(state.still_in) <= 1 else None

    def still_in(self, state: Treadmill) -> list[Seat]:
        """Those whose token stands on the treadmill (TOXIC-GNOME-33)."""
        return state.still_in

    def agreed(self, state: Treadmill) -> Result:
        """A draw is shared by those still in (TOXIC-GNOME-41)."""
        return Result(ranking(state), "draw agreed")

    def leave(self, state: Treadmill, seat: Seat) -> None:
        """The token of a player who leaves comes off (TOXIC-GNOME-38)."""
        state.take_off_leavers()
