"""Words that are commands and orders at once."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.games.gnomeball import Gnomeball
from pbem.mail.prose import Templates
from pbem.play.game import Game, Options, State, View
from pbem.play.orders import Unreadable
from pbem.play.record import Result
from pbem.play.requests import Ask, Event, Order, Rules, Seat, ask
from tests.server.office import Office


class Shrug(Order, frozen=True):
    """Let it pass."""

    def __str__(self) -> str:
        return "decline"


class Passed(Event, frozen=True):
    """It is over."""


class Tossing(Game[State]):
    """A game that asks one question, which `decline` answers."""

    name, title, version, summary, credit = "tossing", "Tossing", 1, "One question.", "Nobody's."
    players, state, orders, events, forms = (2,), State, (Shrug,), (Passed,), ("shrug",)

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        return ("A", "B")

    def seat_title(self, seat: Seat) -> str:
        return f"Side {seat}"

    def new(self, options: Options, seats: Sequence[Seat]) -> State:
        return State()

    def read(self, text: str) -> Order:
        if text == "decline":
            return Shrug()
        raise Unreadable("One word only", "decline")

    def turn(self, state: State) -> Rules[None]:
        yield from ask(Ask[Shrug]("B", "toss", (Shrug,), lambda o: o, lambda pick: Shrug(), Shrug))
        state.result = Result((("A",), ("B",)), "it flew by")
        yield Passed()

    def describe(self, state: State, seat: Seat | None) -> View:
        return View(("A field.",))


@pytest.fixture
def office(tmp_path: Path) -> Office:
    (tmp_path / "events.j2").write_text(
        "{% macro passed(e, names) %}It flies by.{% endmacro %}"
        "{% macro ask_toss(about, state) %}Catch it?{% endmacro %}"
    )
    (tmp_path / "help.j2").write_text("{% macro overview() %}x{% endmacro %}")
    office = Office([Tossing()], words=Templates({"tossing": tmp_path}))
    office.register("Ann")
    office.register("Ben")
    return office


def test_a_command_that_answers_what_is_asked_is_an_order(office: Office) -> None:
    """`decline` answers the toss while it is asked about, and declines a challenge else."""
    office.write("ann@example.org", "challenge tossing ben")
    office.reply("ben@example.org", dict(office.mails())["ben@example.org"], "decline")
    assert "challenge 1 is off" in dict(office.mails())["ben@example.org"].flat
    office.write("ann@example.org", "challenge tossing ben")
    office.reply("ben@example.org", dict(office.mails())["ben@example.org"], "accept")
    board = dict(office.mails())["ben@example.org"]
    office.reply("ben@example.org", board, "decline")
    assert "It flies by." in dict(office.mails())["ann@example.org"].flat


def test_gnomeball_knows_both_words() -> None:
    """The rulebook says `ignore`, the toss may be declined all the same."""
    assert Gnomeball().read("decline") == Gnomeball().read("ignore")
