"""Rules that have changed under running matches: design section 3, "a match is stamped with its rules version"."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import field

from pbem.mail.prose import Templates
from pbem.play.game import Game, Options, State, View
from pbem.play.orders import Refused, Unreadable
from pbem.play.record import verify_dice
from pbem.play.requests import Ask, Event, Order, Rules, Seat, ask, die
from pbem.server.admin import acts, host
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.ops.application import Application
from pbem.server.ops.reminders import run_reminders
from pbem.store import Store
from tests.operation.sending import until
from tests.server.office import Mail, Office
from tests.server.running import maildir, running

ANN, BEN = "ann@example.org", "ben@example.org"


class Climb(Order, frozen=True):
    """Go up so many steps."""

    steps: int

    def __str__(self) -> str:
        return f"climb {self.steps}"


class Nod(Order, frozen=True):
    """Let it pass."""

    def __str__(self) -> str:
        return "nod"


class Windy(Event, frozen=True):
    """How the wind blows today."""

    face: int


class Climbed(Event, frozen=True):
    """Somebody has gone up."""

    seat: str
    steps: int


class Stairs(State, kw_only=True):
    """Who climbs next, and how high each one is."""

    turn: int = 0
    height: dict[str, int] = field(default_factory=dict)


class Climbing(Game[Stairs]):
    """A turn is a die for the wind, one player's climb, and the nod of the other; then it is the other's turn."""

    name, title, version, summary, credit = "climbing", "Climbing", 1, "Up the stairs.", "Nobody's."
    players, state, orders, events = (2,), Stairs, (Climb, Nod), (Windy, Climbed)
    forms: ClassVar[tuple[str, ...]] = ("climb N", "nod")
    most = 9

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        return ("A", "B")

    def seat_title(self, seat: Seat) -> str:
        return f"Climber {seat}"

    def new(self, options: Options, seats: Sequence[Seat]) -> Stairs:
        return Stairs()

    def read(self, text: str) -> Order:
        match text.split():
            case ["climb", steps] if steps.isdecimal():
                return Climb(int(steps))
            case ["nod"]:
                return Nod()
        raise Unreadable("Climb or nod", "climb 1")

    def turn(self, state: Stairs) -> Rules[None]:
        seat, other = state.seats[state.turn % 2], state.seats[1 - state.turn % 2]
        face = yield from die("wind")
        yield Windy(face)
        climb = yield from ask(
            Ask[Climb](seat, "climb", (Climb,), self.check, lambda p: Climb(1), lambda: Climb(1))
        )
        state.height[seat] = state.height.get(seat, 0) + climb.steps
        yield Climbed(seat, climb.steps)
        yield from ask(Ask[Nod](other, "nod", (Nod,), lambda o: o, lambda p: Nod(), Nod))
        state.turn += 1

    def check(self, order: Climb) -> Climb:
        if order.steps > self.most:
            raise Refused(f"{order.steps} are too many")
        return order

    def describe(self, state: Stairs, seat: Seat | None) -> View:
        return View(tuple(f"{name} is at {height}" for name, height in state.height.items()))


class Stricter(Climbing):
    """The same under a new number: nobody climbs more than two steps."""

    version = 2
    most = 2


class Strictest(Climbing):
    """And then only one."""

    version = 3
    most = 1


class Calm(Climbing):
    """And no wind anymore."""

    version = 4

    def turn(self, state: Stairs) -> Rules[None]:
        rules = super().turn(state)
        next(rules)  # the die
        rules.send((1,))
        yield from rules


class Worlds:
    """One database under one set of rules after the other."""

    def __init__(self, folder: Path) -> None:
        (folder / "events.j2").write_text(
            "{% macro windy(e, names) %}Wind {{ e.face }}.{% endmacro %}"
            "{% macro climbed(e, names) %}{{ names[e.seat] }} climbs {{ e.steps }}.{% endmacro %}"
            "{% macro ask_climb(about, state) %}How far?{% endmacro %}"
            "{% macro ask_nod(about, state) %}Well?{% endmacro %}"
        )
        (folder / "help.j2").write_text("{% macro overview() %}x{% endmacro %}")
        self.folder = folder
        self.office = self.under(Climbing())
        self.office.begin("", game="climbing")

    def under(self, game: Game[Any], later: int = 0) -> Office:
        """A server that has just started with these rules."""
        office = Office([game], path=self.folder / "games.db", words=Templates({"climbing": self.folder}))
        if hasattr(self, "office"):
            office.time = self.office.time + later
            office.letters, office.seen = self.office.letters, self.office.seen
        self.office = office
        return office

    def play(self, *lines: tuple[str, str]) -> list[tuple[str, Mail]]:
        """Letters one after another; returns the mails after the last one."""
        mails: list[tuple[str, Mail]] = []
        for address, line in lines:
            assert self.office.write(address, line) == "done"
            mails = self.office.mails()
        return mails


@pytest.fixture
def worlds(tmp_path: Path) -> Worlds:
    return Worlds(tmp_path)


def outdated(office: Office) -> list[int]:
    """The matches that are to be renewed."""
    return [number for page in office.app.renewal.outdated() for number in page]


def faces(office: Office) -> list[int]:
    """The dice of the live log."""
    return [face for row in office.log() for face in row.faces]


def test_a_turn_that_goes_through_goes_on_under_the_new_number(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 2"))
    office = worlds.under(Stricter())
    assert outdated(office) == [1]
    assert not office.app.renewal.try_renew(1)
    assert office.mails() == []
    worlds.play((BEN, "nod"))
    assert [turn.version for turn in office.store.log.turns(1)] == [1, 2]
    assert outdated(office) == []
    assert host.check(office.app) == []


def test_a_turn_that_does_not_go_through_goes_back_to_its_start_and_all_are_told(worlds: Worlds) -> None:
    """The snapshot lies within a batch: Ben's nod has ended one turn and rolled the wind of the next."""
    worlds.play((ANN, "climb 1"), (BEN, "nod\nclimb 5"))
    before = faces(worlds.office)
    office = worlds.under(Stricter(), later=5 * 86_400)
    assert outdated(office) == [1]
    assert office.app.renewal.try_renew(1)
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    told = "The rules of Climbing have changed, and the turn in progress does not fit the new ones."
    assert told in mails[ANN].flat
    assert told in mails[BEN].flat
    assert "your turn (turn 2)" in mails[BEN].subject
    assert "new rules" in mails[ANN].subject
    assert office.asked() == BEN
    assert office.find_match().match.state.height == {"A": 1}
    assert faces(office) == before
    (seat,) = [seat for seat in office.find_match().seats if seat.due is not None]
    assert seat.since == office.time
    assert host.check(office.app) == []
    assert not office.app.renewal.try_renew(1)
    assert office.mails() == []


def test_a_server_that_starts_under_new_rules_sees_to_it_by_itself(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to write first."""
    worlds.play((ANN, "climb 5"))
    worlds.office.store.close()
    words = Templates({"climbing": worlds.folder})

    def app(store: Store, config: Config) -> Application:
        return Application(store, config, games=Games([Stricter()]), words=words)

    monkeypatch.setattr("pbem.server.ops.server.Application", app)
    post = worlds.folder / "mail"
    config = Config(
        db=str(worlds.folder / "games.db"), listen="127.0.0.1:0", maildir=str(post), domain="play.example"
    )

    def told(address: str) -> bool:
        return any("new rules" in str(mail["Subject"]) for mail in maildir(post, address))

    running(config, lambda server, port: until(lambda: told(ANN) and told(BEN)))


def test_nothing_is_taken_out_of_the_log_and_the_match_can_be_played_on(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 1"), (BEN, "nod\nclimb 5"))
    rows = [row for batch in worlds.office.store.log.batches(1, void=True) for row in _rows(batch.rows)]
    office = worlds.under(Stricter())
    office.app.renewal.try_renew(1)
    kept = [row for batch in office.store.log.batches(1, void=True) for row in _rows(batch.rows)]
    assert [row for row in kept if row in rows] == [*rows, rows[-2]]  # the wind is rolled again, as it was
    office.mails()
    worlds.play((BEN, "climb 2"), (ANN, "nod\nclimb 1"), (BEN, "nod"))
    assert office.find_match().match.state.height == {"A": 2, "B": 2}
    assert host.check(office.app) == []
    assert verify_dice(office.app.repository.record(1, secrets_too=True)) == 4


def _rows(text: bytes) -> list[Any]:
    return msgspec.json.decode(text, type=list[Any])


def test_a_letter_written_before_is_not_set_aside_but_shown_the_board(worlds: Worlds) -> None:
    """The server has not got round to that match yet when an answer to the old question comes in."""
    (asked,) = [mail for to, mail in worlds.play((ANN, "climb 5")) if to == BEN]
    office = worlds.under(Stricter())
    assert office.reply(BEN, asked, "nod") == "done"
    to_ben = [mail for to, mail in office.mails() if to == BEN]
    assert "The rules of Climbing have changed" in to_ben[0].flat
    assert (
        "refused: nod" in to_ben[1].flat.lower()
        or "The rules have changed since you were asked" in to_ben[1].flat
    )
    assert office.asked() == ANN
    assert office.find_match().match.state.height == {}
    assert office.reply(ANN, dict(worlds.play((ANN, "climb 2")))[ANN], "say sorry") == "done"
    assert host.check(office.app) == []


def test_a_question_is_answered_and_a_resignation_is_obeyed_all_the_same(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 5"))
    office = worlds.under(Stricter())
    assert office.write(BEN, "history") == "done"
    assert "Climber A (Ann) climbs 5" not in dict(office.mails())[BEN].flat
    office = worlds.under(Strictest())
    worlds.play((ANN, "climb 1"))
    assert office.write(BEN, "resign") == "done"
    assert "confirm resign" in dict(office.mails())[BEN].flat


def test_who_has_resigned_in_that_turn_stays_away(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 5"), (BEN, "confirm resign"))
    office = worlds.under(Stricter())
    assert office.find_match().match.over
    assert outdated(office) == []


def test_a_deadline_does_not_strike_before_the_turn_has_begun_anew(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 5"))
    office = worlds.under(Stricter(), later=30 * 86_400)
    assert [(step.what, step.handle) for step in run_reminders(office.app)] == [("rules", "Ben")]
    assert run_reminders(office.app) == []
    assert office.asked() == ANN


def test_the_host_undoes_under_todays_rules(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 5"), (BEN, "nod\nclimb 5"))
    office = worlds.under(Stricter())
    said = "the rules have changed, so its turn has gone back to its start; nothing else is taken back"
    assert acts.undo(office.app, 1) == said
    assert office.asked() == BEN
    with pytest.raises(Refused, match="The rules have changed since then, so it cannot be taken back"):
        acts.undo(office.app, 1)
    assert office.asked() == BEN


def test_the_story_is_told_from_where_todays_rules_can_follow_it(worlds: Worlds) -> None:
    worlds.play((ANN, "climb 5"), (BEN, "nod"))
    office = worlds.under(Calm())
    assert office.app.renewal.try_renew(1)
    worlds.play((BEN, "climb 2"), (ANN, "nod"), (ANN, "climb 1"))
    story = office.app.about.history(office.find_match(), "A", "UTC")
    assert "The rules have changed since then, so the story begins at turn 2." in story
    assert "Ben climbs 2." in story
    assert "climbs 5" not in story


def test_a_match_that_cannot_be_read_at_all_is_left_alone(
    worlds: Worlds, caplog: pytest.LogCaptureFixture
) -> None:
    worlds.play((ANN, "climb 5"))

    class Changed(Stricter):
        def upgrade(self, state: dict[str, Any], version: int) -> dict[str, Any]:
            raise KeyError("height")

    office = worlds.under(Changed())
    before = office.dump()
    with caplog.at_level(logging.ERROR):
        assert not office.app.renewal.try_renew(1)
    assert "match 1 cannot be brought under the new rules" in caplog.text
    assert office.dump() == before


def test_a_game_that_is_not_installed_any_more_is_named(
    worlds: Worlds, caplog: pytest.LogCaptureFixture
) -> None:
    office = worlds.under(Stricter())
    office.app.games.names.clear()
    assert outdated(office) == []
    assert "the game climbing is not installed" in caplog.text


def test_who_takes_a_seat_over_gets_the_match_under_the_new_rules(worlds: Worlds) -> None:
    """Its turn has gone back to the start before they sit down, so what they are shown is what they are asked."""
    office = worlds.office
    office.register("Cat")
    asked, other = office.asked(), office.other(office.asked())
    late = next(seat for seat in office.find_match().seats if seat.address == asked)
    office.store.matches.set_missed(1, late.index, 3, True)
    worlds.play((other, "vote cat"))
    office = worlds.under(Calm())
    assert office.write("cat@example.org", "takeover 1") == "done"
    assert not office.app.renewal.renew(1)
    assert office.write("cat@example.org", "climb 1") == "done"
    told = [(row.kind, row.text) for row in office.log() if row.seat == late.seat]
    assert told == [("handover", ""), ("answer", "climb 1")]
    assert host.check(office.app) == []
