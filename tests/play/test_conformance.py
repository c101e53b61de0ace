"""The kit: a good game passes it, and each law is broken once to show that the kit finds it."""

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import msgspec
import pytest

from pbem.mail.prose import Templates
from pbem.play import conformance
from pbem.play.board import Board, Mark
from pbem.play.conformance import Nonconforming, Tally, audit, playout
from pbem.play.game import Game, Option, Options, State, View, random_bot
from pbem.play.grid import Grid
from pbem.play.match import Match
from pbem.play.orders import Refused
from pbem.play.record import Row
from pbem.play.requests import Ask, Event, Order, Pick, Rules, Seat, ask, ask_all, die

from .toy import (
    Act,
    Done,
    Duel,
    Grabbed,
    Hit,
    Memory,
    Put,
    React,
    Rest,
    Ring,
    Struck,
    ToyProse,
    Typed,
    Welcomed,
    act_ask,
    after,
    plan_ask,
)

RESERVED = ("help", "show", "resign")


def play(
    game: Game[Any], *, prose: ToyProse | None = None, seeds: int = 6, limit: int = 300, **options: str
) -> Tally:
    tally = Tally()
    for seed in range(seeds):
        tally.add(
            playout(game, options=options, players=2, seed=seed, prose=prose or ToyProse(), limit=limit)
        )
    return tally


def test_the_toy_passes_and_everything_in_it_is_met() -> None:
    audit(Duel(), ToyProse(), RESERVED)
    tally = play(Duel(), seeds=15, omen="on")
    assert tally.unmet(Duel()) == []
    assert tally.endings == {"goal": 15}
    assert tally.letters > tally.answers > tally.turns > 0


def test_a_sample_may_be_an_edit() -> None:
    """A draft is fuzzed line by line, and a random player sends its lines."""

    class Drafter(Duel):
        def turn(self, state: Ring) -> Rules[None]:
            drafting = plan_ask(state, state.to_act)
            yield from ask(msgspec.structs.replace(drafting, sample=either, auto=Done, edit=note))
            yield from super().turn(state)

    def either(pick: Pick) -> Order:
        return Put("moon") if pick.chance(50) else Done()

    def note(order: Put, first: bool) -> str:
        return "noted"

    assert play(Drafter(), seeds=10).orders["Put"]
    state = Typed(seats=["A", "B"])
    drafting = msgspec.structs.replace(plan_ask(state, "A"), sample=lambda pick: Put("moon"))
    assert random_bot(state, drafting, Pick(lambda bound: 0)) == "put moon"


def test_a_game_of_three_passes_too() -> None:
    for seed in range(5):
        playout(Duel(), options={}, players=3, seed=seed, prose=ToyProse())


def test_the_same_seed_plays_the_same_match() -> None:
    assert play(Duel(), seeds=2) == play(Duel(), seeds=2)


def test_without_the_dearer_laws_a_broken_preview_goes_unseen() -> None:
    playout(Forgetful(), options={}, players=2, seed=1, prose=ToyProse(), thorough=False)


def test_what_was_not_met_is_named() -> None:
    assert Tally().unmet(Duel())[:2] == ["Hit", "Grab"]
    assert "Omened" in play(Duel(), seeds=3).unmet(Duel())


# Each law, broken.


class Twice(Duel):
    """The toy with two plans in a row and no die between them; the first seat leaves the second to a standing order."""

    def turn(self, state: Ring) -> Rules[None]:
        return self.plans(state) if state.phase == "plan" else super().turn(state)

    def plans(self, state: Ring) -> Rules[None]:
        seats = [seat for seat in state.seats if seat not in state.gone]
        yield from ask_all(*[plan_ask(state, seat) for seat in seats])
        state.to_act = after(state, state.to_act)  # everybody sees that
        first, *others = (plan_ask(state, seat) for seat in seats)
        first = msgspec.structs.replace(first, standing=lambda: Done(("sun",)))
        yield from ask_all(first, *others)
        state.phase = "play"


def test_what_two_secret_asks_in_a_row_have_opened_is_no_secret() -> None:
    assert play(Twice()).answers > 0


class Asking(Duel):
    """The toy with its `act` ask changed."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return request

    def turn(self, state: Ring) -> Rules[None]:
        if state.phase != "play":
            return super().turn(state)
        return self.changed(super().turn(state), state)

    def changed(self, rules: Rules[None], state: Ring) -> Rules[None]:
        value: Any = None
        while True:
            try:
                request = rules.send(value)
            except StopIteration:
                return
            if isinstance(request, Ask) and request.name == "act":
                request = self.change(request, state)
            value = yield request


class Unsettled(Asking):
    """check(check(o)) differs."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return msgspec.structs.replace(
            request, check=lambda order: Rest() if isinstance(order, Hit) else Hit("B")
        )


class Mumbling(Duel):
    """An order does not read as it is written."""

    def read(self, text: str) -> Order:
        order = super().read(text)
        return React("block") if order == React("dodge") else order


class Illegal(Asking):
    """The sampler offers what the check refuses."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return msgspec.structs.replace(request, sample=lambda pick: Hit("Q"))


class Misleading(Duel):
    """What it proposes in place of a line is refused."""

    def near(self, state: Ring, ask: Ask[Any], line: str) -> str:
        return "hit Q"


class Foreign(Asking):
    """The sampler offers a line that the ask does not take."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return msgspec.structs.replace(request, sample=lambda pick: Done(), check=lambda order: order)


class BadAuto(Asking):
    """The automatic answer is refused."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return msgspec.structs.replace(request, auto=lambda: Hit("Q"))


class WrongAuto(Asking):
    """The automatic answer is of another kind."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return msgspec.structs.replace(request, auto=lambda: Done(), check=lambda order: order)


class BadOptions(Asking):
    """An option is refused."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        return msgspec.structs.replace(request, options=lambda: [Rest(), Hit("Q")])


class BadStanding(Asking):
    """The standing order is of a kind that the ask does not take."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        def check(order: Act) -> Act:
            return order if isinstance(order, React) else request.check(order)

        return msgspec.structs.replace(request, check=check, standing=lambda: React("dodge"))


class Writing(Asking):
    """The check of a legal order writes to the state."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        def check(order: Act) -> Act:
            state.score(request.seat, 1)
            return request.check(order)

        return msgspec.structs.replace(request, check=check)


class Scribbling(Duel):
    """What a mail tells of the dice writes to the state."""

    def odds(self, state: Ring, ask: Ask[Any]) -> Sequence[Event]:
        state.score(ask.seat, 1)
        return super().odds(state, ask)


class Unnamed(Duel):
    """It tells odds of a kind that it does not name, so that no notice can be read again."""

    outlooks = ()


class Pacing(Duel):
    """Who looks where a figure may go sends it there."""

    def reach(self, state: Ring, seat: Seat, name: str) -> list[str]:
        state.score(seat, 1)
        return ["  everywhere"]


class Scrawling(Duel):
    """The search for what was meant writes to the state."""

    def near(self, state: Ring, ask: Ask[Any], line: str) -> str | None:
        state.score(ask.seat, 1)
        return ""


class Foreboding(Duel):
    """What a preview foresees comes true."""

    def foresee(self, state: Ring, seat: Seat) -> Event | None:
        state.score(seat, 1)
        return None


class Strict(Duel):
    """What is asked for is refused for ever."""

    def vet(self, state: Ring, seat: Seat, order: Order) -> None:
        if isinstance(order, Hit):
            raise Refused("never")


class HalfRefused(Asking):
    """The check writes before it refuses."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        def check(order: Act) -> Act:
            if isinstance(order, Hit) and order.at not in state.rivals(request.seat):
                state.score(request.seat, 1)
                raise Refused("nobody there")
            return request.check(order)

        return msgspec.structs.replace(request, check=check)


class Wordless(Asking):
    """A refusal says nothing."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        def check(order: Act) -> Act:
            if isinstance(order, Hit) and order.at not in state.rivals(request.seat):
                raise Refused("")
            return request.check(order)

        return msgspec.structs.replace(request, check=check)


class Crashing(Asking):
    """A damaged line crashes the check."""

    def change(self, request: Ask[Act], state: Ring) -> Ask[Act]:
        def check(order: Act) -> Act:
            if isinstance(order, Hit) and order.at:
                state.seats.index(order.at)
            return request.check(order)

        return msgspec.structs.replace(request, check=check)


class Hidden(Duel):
    """What happens depends on something outside the state."""

    def __init__(self) -> None:
        self.turns = itertools.count()

    def turn(self, state: Ring) -> Rules[None]:
        state.rounds += next(self.turns) % 2
        return super().turn(state)


class Swayed(Duel):
    """The same order leads elsewhere the second time."""

    def __init__(self) -> None:
        self.grabs = itertools.count()

    def turn(self, state: Ring) -> Rules[None]:
        request = act_ask(state, state.to_act)

        def check(order: Act) -> Act:
            return order if isinstance(order, Hit) else Hit("AB"[next(self.grabs) % 2])

        yield from ask(msgspec.structs.replace(request, check=check))
        yield from die("luck")


class Forgetful(Duel):
    """The view shows what a preview has left in the game object."""

    def __init__(self) -> None:
        self.hits = 0

    def turn(self, state: Ring) -> Rules[None]:
        self.hits += 1
        return super().turn(state)

    def describe(self, state: Ring, seat: Seat | None) -> View:
        return View((f"{self.hits} turns begun",))


class Fragile(Typed, kw_only=True):
    decoded: int = 0

    def __post_init__(self) -> None:
        self.decoded += 1


class Unstable(Duel):
    """A snapshot does not survive decoding and encoding."""

    state = Fragile

    def new(self, options: Options, seats: Sequence[Seat]) -> Ring:
        return Fragile(phase="plan", patience=int(options["patience"]))


class Gossip(Duel):
    """A draft is seen by everybody, since it lies in the open state."""

    def always(self, state: Ring, seat: Seat, order: Order) -> str | None:
        echo = super().always(state, seat, order)
        if echo:
            state.rounds += 1
        return echo

    def describe(self, state: Ring, seat: Seat | None) -> View:
        return View((str(state.rounds),))


class Wide(Duel):
    """The board is too wide for a mail."""

    def board(self, state: Ring, seat: Seat | None) -> Board:
        return Board("", Grid(16, 2).terrain("boxes"), {})


class OneLine(Duel):
    """The header is a line, not a tuple of lines."""

    def describe(self, state: Ring, seat: Seat | None) -> View:
        return View((), header=cast("Any", "Round 1"))


class Pretty(Duel):
    """The board is not 7-bit."""

    def board(self, state: Ring, seat: Seat | None) -> Board:
        return Board("", Grid(2, 2).terrain("boxes"), {"a1": (Mark("\u2588"),)})


class Tabbed(Duel):
    """The board has a tab in it."""

    def board(self, state: Ring, seat: Seat | None) -> Board:
        return Board("", Grid(2, 2).terrain("boxes"), {"a1": (Mark("\t"),)})


class Winking(Duel):
    """It says that everybody is shown the same, and is wrong."""

    same_view = True

    def describe(self, state: Ring, seat: Seat | None) -> View:
        return View((f"{seat} looks",))


class Nowhere(Duel):
    """Something is on a place that the field does not have."""

    def board(self, state: Ring, seat: Seat | None) -> Board:
        return Board("", Grid(2, 2).terrain("boxes"), {"c3": (Mark("X"),)})


class Miscounting(Duel):
    """An event holds a number where it says that it holds a name."""

    def turn(self, state: Ring) -> Rules[None]:
        yield Grabbed(cast("Any", 1), "moon")
        yield from super().turn(state)


class Endless(Duel):
    """Nobody ever wins."""

    def turn(self, state: Ring) -> Rules[None]:
        yield from ask(act_ask(state, state.to_act))
        state.to_act = after(state, state.to_act)


class Runaway(Duel):
    """The rules never ask anybody."""

    def turn(self, state: Ring) -> Rules[None]:
        yield Welcomed()


class Ghost(Duel):
    """Somebody is asked who does not sit at the table."""

    def turn(self, state: Ring) -> Rules[None]:
        yield from ask(msgspec.structs.replace(act_ask(state, "A"), seat="Z"))


class Clinging(Duel):
    """Who leaves crashes the game."""

    def leave(self, state: Ring, seat: Seat) -> None:
        del state.points["nobody"]

    def decided(self, state: State) -> None:
        return None


class Unleft(Duel):
    """A departure leads elsewhere when it is loaded again."""

    def __init__(self) -> None:
        self.departures = itertools.count()

    def decided(self, state: Ring) -> None:
        if state.left:
            state.rounds += next(self.departures)


class Dumb(ToyProse):
    def __init__(self, *missing: str) -> None:
        self.missing = missing

    def event(self, game: str, event: Event, names: Mapping[Seat, str]) -> str:
        return "" if type(event).__name__ in self.missing else super().event(game, event, names)

    def prompt(self, game: str, ask: Ask[Any], state: State) -> str:
        return "" if ask.name in self.missing else super().prompt(game, ask, state)

    def decision(self, game: str, name: str) -> str:
        return "" if f"help {name}" in self.missing else super().decision(game, name)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Unsettled, r"check\(check\(o\)\) differs"),
        (Mumbling, r"read\(str\(o\)\) differs"),
        (Illegal, 'Refused: there is no "Q"'),
        (Foreign, "a sampled order does not answer act: it was queued"),
        (BadAuto, "the automatic answer to act is refused"),
        (WrongAuto, "the automatic answer to act is of another kind"),
        (BadOptions, 'Refused: there is no "Q"'),
        (BadStanding, "does not answer act"),
        (Writing, "looking has changed the match|a preview"),
        (Scribbling, "looking has changed the match"),
        (Unnamed, "not among the outlooks of the game"),
        (Pacing, "looking has changed the match"),
        (Scrawling, "looking for a line near to .* has changed the match"),
        (Foreboding, "looking has changed the match"),
        (Strict, "vet refuses hit .*, which answers what is asked: never"),
        (HalfRefused, "a refused line has changed the state"),
        (Wordless, "a refusal without a word"),
        (Crashing, "ValueError"),
        (Hidden, "the loaded match differs|ReplayError"),
        (Swayed, "has led elsewhere|check"),
        (Misleading, "'hit Q' is no legal order near to"),
        (Forgetful, "a preview of .* has changed the match|the loaded match differs"),
        (Unstable, "a snapshot does not survive"),
        (Gossip, "everybody sees what is another seat's secret"),
        (Wide, "too wide or not plain ASCII"),
        (OneLine, "the view cannot be stored: Expected `array`, got `str`"),
        (Miscounting, "cannot be stored: Expected `str`, got `int`"),
        (Pretty, "too wide or not plain ASCII"),
        (Tabbed, "too wide or not plain ASCII"),
        (Winking, "not everybody is shown the same"),
        (Nowhere, "KeyError: 'c3'"),
        (Endless, "no end after 300 letters"),
        (Runaway, "run on without asking anybody"),
        (Ghost, "a dead end: Z is asked"),
        (Clinging, r"leaves\): KeyError"),
        (Unleft, r"leaves\): the loaded match differs"),
    ],
)
def test_a_broken_game_is_caught_by_the_law_it_breaks(game: type[Duel], law: str) -> None:
    with pytest.raises(Nonconforming, match=law) as error:
        play(game(), seeds=80)
    assert str(error.value).startswith("duel, seed "), "the text says how to get there again"


@pytest.mark.parametrize(
    ("missing", "law"),
    [
        ("Struck", "no prose, or not in plain ASCII"),
        ("HitOdds", "no prose, or not in plain ASCII"),
        ("react", "no prompt for react"),
        ("help react", "no help text for react"),
    ],
)
def test_missing_words_are_caught(missing: str, law: str) -> None:
    with pytest.raises(Nonconforming, match=law):
        play(Duel(), prose=Dumb(missing))


def test_a_template_that_lacks_a_word_is_named(tmp_path: Path) -> None:
    """Also for a table of words in a template: `'dict object' has no attribute` alone helps nobody."""
    (tmp_path / "events.j2").write_text("{% macro struck(e, names) %}{{ {'n': 'north'}.e }}{% endmacro %}")
    templates = Templates({"duel": tmp_path})

    class Telling(ToyProse):
        def event(self, game: str, event: Event, names: Mapping[Seat, str]) -> str:
            if isinstance(event, Struck):
                return templates.event(game, event, names)
            return super().event(game, event, names)

    with pytest.raises(Nonconforming, match=r"games/duel/events\.j2, macro struck: .* no attribute 'e'"):
        play(Duel(), prose=Telling())


def test_an_event_without_a_template_is_named() -> None:
    class Silent(ToyProse):
        def macros(self, game: str) -> list[str]:
            return [name for name in super().macros(game) if name != "struck"]

    with pytest.raises(Nonconforming, match=r"it lacks macro struck\(e, names\)"):
        audit(Duel(), Silent(), RESERVED)


def test_prose_must_be_plain_ascii() -> None:
    class Fancy(ToyProse):
        def event(self, game: str, event: Event, names: Mapping[Seat, str]) -> str:
            return "caf\u00e9"

    with pytest.raises(Nonconforming, match="not in plain ASCII"):
        play(Duel(), prose=Fancy())


# Laws that only a broken frame can break.


class Appending(Match[Any]):
    """A driver that adds a row when it loads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kwargs.get("validate"):
            self.rows.append(Row("heard", seat="A"))

    @property
    def row_count(self) -> int:
        return super().row_count


class Traced(Match[Any]):
    """A driver whose previews leave a trace."""

    def preview(self, seat: Seat, lines: Sequence[str], *, reader: Seat = "") -> Any:
        preview = super().preview(seat, lines, reader=reader)
        self.state.private[seat] = Memory(react="dodge")
        return preview


class Random(Match[Any]):
    """A driver that leads elsewhere after an undo."""

    times = itertools.count()

    def play(self, seat: Seat, lines: Sequence[str], *, going_on: bool = False) -> Any:
        line_results = super().play(seat, lines, going_on=going_on)
        self.rows[-1] = msgspec.structs.replace(self.rows[-1], name=f"{next(self.times)}")
        return line_results


@pytest.mark.parametrize(
    ("driver", "law"),
    [
        (Appending, "loading has added a row"),
        (Traced, "a preview of .* has changed the match"),
        (Random, "the same order after an undo has led elsewhere|ReplayError"),
    ],
)
def test_a_broken_driver_is_caught(
    driver: type[Match[Any]], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "Match", driver)
    with pytest.raises(Nonconforming, match=law):
        play(Duel())


# What needs no match.


def test_an_order_may_not_begin_like_a_command_of_the_server() -> None:
    with pytest.raises(Nonconforming, match="the server's command 'rest'"):
        audit(Duel(), ToyProse(), ("rest",))


@pytest.mark.parametrize("field", ["credit", "forms", "orders", "events"])
def test_a_game_without_credit_forms_orders_or_events_is_no_game(field: str) -> None:
    class Bare(Duel):
        pass

    setattr(Bare, field, " " if field == "credit" else ())
    with pytest.raises(Nonconforming, match="no credit line, forms, orders or events"):
        audit(Bare(), ToyProse(), RESERVED)


def test_a_meaning_has_room_for_one_line() -> None:
    class Wordy(Duel):
        meanings: ClassVar[Mapping[str, str]] = {Duel.forms[0]: "hit " * 20}

    with pytest.raises(Nonconforming, match=f"room for .* characters: {Duel.forms[0]} - hit hit"):
        audit(Wordy(), ToyProse(), RESERVED)


def test_only_forms_have_a_meaning() -> None:
    class Wordy(Duel):
        meanings: ClassVar[Mapping[str, str]] = {"jump": "high"}

    with pytest.raises(Nonconforming, match="'jump' is explained or shown first, but is no form"):
        audit(Wordy(), ToyProse(), RESERVED)


@pytest.mark.parametrize("default", ["ON", "05", "maybe"])
def test_the_default_of_an_option_is_in_canonical_form(default: str) -> None:
    class Odd(Duel):
        pass

    Odd.options = (Option("omen", default, "", values=("on", "off"), low=1, high=9),)
    with pytest.raises(Nonconforming, match="option omen is not canonical"):
        audit(Odd(), ToyProse(), RESERVED)
