"""What the host may do, and what `check` finds."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pbem.play.game import OptionError
from pbem.play.orders import Refused
from pbem.play.record import Record
from pbem.server.admin import acts, host
from pbem.server.core.games import UnknownGame
from pbem.server.inbox.runner import LetterRunner
from pbem.store.rows import SeatRow, Terms
from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.fixture
def played(office: Office) -> Office:
    """A match of some turns, one of them taken back."""
    office.begin()
    office.write(ANN, "S1 move b4")
    office.write(ANN, "undo")
    for _ in range(5):
        office.write(office.asked(), "done")
    office.write(office.asked(), "S2 move d3" if office.asked() == ANN else "N2 move d6")
    office.mails()
    return office


# Players and matches.


def test_a_player_added_by_the_host_is_welcomed(office: Office) -> None:
    added = host.add_player(office.app, "Ann", "Ann@Example.ORG")
    assert added.address == ANN
    assert "Welcome, Ann!" in office.mail_to(ANN).text
    for handle, address in (
        ("Ann", "other@example.org"),
        ("Other", ANN),
        ("x", "x@example.org"),
        ("Xy", "nowhere"),
    ):
        with pytest.raises(Refused):
            host.add_player(office.app, handle, address)
    assert len(office.store.people.all()) == 1


def test_a_match_begins_at_once_and_everybody_is_told(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")
    terms = Terms(3600, 3600, 3600, policy=("skip",))
    number = host.create(office.app, "dodgeball", ["ann", "ben"], {"pawns": "4"}, terms)
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    assert "The host has started this match for you." in mails[ANN].flat
    row = office.find_match(number).row
    assert (row.options["pawns"], row.terms) == ("4", terms)


def test_matches_that_cannot_be_created(office: Office) -> None:
    office.register("Ann")
    office.register("Ben")

    def create(name: str, handles: list[str], texts: dict[str, str]) -> int:
        return host.create(office.app, name, handles, texts, Terms())

    with pytest.raises(UnknownGame):
        create("chess", ["ann", "ben"], {})
    with pytest.raises(OptionError):
        create("dodgeball", ["ann", "ben"], {"pawns": "77"})
    with pytest.raises(OptionError):
        create("dodgeball", ["ann"], {})
    with pytest.raises(Refused, match="there is no player zoe; see: pbem player list"):
        create("dodgeball", ["ann", "zoe"], {})
    with pytest.raises(Refused, match="nobody can have two seats"):
        create("dodgeball", ["ann", "Ann"], {})
    assert office.store.matches.all() == []


def test_the_overview_and_the_details_hold_no_secret(played: Office) -> None:
    (summary,) = host.overview(played.app, None)
    assert (summary.status, summary.players) == ("running", ("Ann", "Ben"))
    assert len(summary.waits_for) == 1
    assert summary.since == played.time
    facts = msgspec.json.encode(host.details(played.app, 1)).decode()
    row = played.find_match().row
    assert row.seed.hex() not in facts
    assert sum(batch["void"] for batch in host.details(played.app, 1)["log"]) == 1
    with pytest.raises(Refused, match="there is no match 7; see: pbem match list"):
        host.details(played.app, 7)


def test_the_board_for_an_observer_and_a_seat(played: Office) -> None:
    text = "\n".join(host.board(played.app, 1, None))
    assert "center line" in text
    assert re.search(r"waits for: (South \(Ann\)|North \(Ben\)) \(action\)", text)
    assert host.board(played.app, 1, "S")
    with pytest.raises(Refused, match="there is no seat X; seats: S N"):
        host.board(played.app, 1, "X")
    with pytest.raises(Refused, match="there is no match 9 that has begun"):
        host.board(played.app, 9, None)


def test_the_host_takes_letters_back_one_by_one(played: Office) -> None:
    rows = played.log()
    who = acts.undo(played.app, 1)
    assert re.fullmatch(r"the last letter of (South \(Ann\)|North \(Ben\)) is taken back", who)
    mails = dict(played.mails())
    assert all("The host has taken the last letter of" in mail.flat for mail in mails.values())
    assert set(mails) == {ANN, BEN}
    assert played.log() == rows[:-1]
    opening = rows[: next(n for n, row in enumerate(rows) if not row.faces)]
    while played.log() != opening:  # the dice before the first letter are nobody's
        acts.undo(played.app, 1)
    with pytest.raises(Refused, match="nothing has happened in match 1 yet"):
        acts.undo(played.app, 1)
    assert played.find_match().match.asks
    assert host.check(played.app) == []


def test_a_check_of_a_database_that_is_in_use_finds_nothing_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter is done between the look at the log and the look at the clocks."""
    office = Office(path=tmp_path / "games.db")
    office.begin()
    other = Office(path=tmp_path / "games.db")
    other.letters = office.letters
    look = office.store.matches.seats

    def seats(match: int) -> list[SeatRow]:
        other.write(other.asked(), "done")
        return look(match)

    monkeypatch.setattr(office.store.matches, "seats", seats)
    assert host.check(office.app) == []
    assert len(other.store.log.batches(1)) > 1


def test_pause_and_resume_only_what_runs(played: Office) -> None:
    with pytest.raises(Refused, match="match 1 is not paused"):
        acts.resume(played.app, 1)
    acts.pause(played.app, 1)
    assert next(host.overview(played.app, None)).status == "paused"
    with pytest.raises(Refused, match="match 1 is paused already"):
        acts.pause(played.app, 1)
    acts.resume(played.app, 1)


def test_adjudication_ends_a_match(played: Office) -> None:
    for places in ("S", "S>X", "S>N>S", ""):
        with pytest.raises(Refused, match="does not name each seat once: S N"):
            acts.adjudicate(played.app, 1, places, "x")
    acts.adjudicate(played.app, 1, "N>S", "nobody answers anymore")
    mails = dict(played.mails())
    assert "The host has ended this match: nobody answers anymore" in mails[ANN].flat
    assert mails[BEN].subject.endswith("won")
    with pytest.raises(Refused, match="match 1 is over"):
        acts.adjudicate(played.app, 1, "S>N", "again")
    with pytest.raises(Refused, match="match 1 is over"):
        acts.pause(played.app, 1)
    assert host.check(played.app) == []


@pytest.mark.parametrize("moved", [False, True])
def test_a_match_that_the_host_ends_before_its_first_move_is_not_rated(moved: bool) -> None:
    """Else matches could be made and ended for the sake of somebody's rating."""
    office = Office()
    office.register("Ann")
    office.register("Ben")
    host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms())
    office.write(ANN, "always dodge 1")
    if moved:
        office.write(ANN, "place a b c d e")
    office.mails()
    acts.adjudicate(office.app, 1, "S>N", "a favour")
    mail = dict(office.mails())[ANN]
    assert ("No rating changes" in mail.flat) is not moved
    assert bool(office.store.company.changes()) is moved
    assert host.check(office.app) == []


# Records.


def test_a_running_match_is_exported_only_with_its_secrets(played: Office) -> None:
    with pytest.raises(Refused, match="its record holds secrets"):
        host.export(played.app, 1, secrets=False)
    assert host.export(played.app, 1, secrets=True).seed == played.find_match().row.seed.hex()
    with pytest.raises(Refused, match="there is no match 2 that has begun"):
        host.export(played.app, 2, secrets=True)


@pytest.mark.parametrize("over", [False, True])
def test_a_record_goes_on_elsewhere(played: Office, over: bool) -> None:
    if over:
        acts.adjudicate(played.app, 1, "S=N", "by agreement")
    record = Record.from_json(host.export(played.app, 1, secrets=True).to_json())
    other = Office()
    with pytest.raises(Refused, match="there is no player Ann"):
        host.take_over(other.app, record)
    other.register("Ann")
    other.register("Ben")
    assert host.take_over(other.app, record) == 1
    assert other.log() == played.log()
    assert other.find_match().match.state == played.find_match().match.state
    mails = dict(other.mails())
    assert set(mails) == (set() if over else {ANN, BEN})
    if not over:
        assert "The host has brought this match here" in mails[ANN].flat
        assert "WHAT HAPPENED" not in mails[ANN].text
        played.write(played.asked(), "done")
        other.write(other.asked(), "done")
        assert other.log() == played.log()
    assert host.check(other.app) == []
    with pytest.raises(Refused, match="there is already a match 1 here"):
        host.take_over(other.app, record)


def test_a_fork_that_is_taken_over_begins_where_it_began(played: Office) -> None:
    """Its first position is not its game's, so where it comes from is kept with it."""
    number = played.store.matches.all()[0].id
    played.write("ann@example.org", f"fork {number}#2 house")
    record = host.export(played.app, number + 1, secrets=True)
    other = Office()
    other.register("Ann")
    other.write("ann@example.org", "challenge dodgeball house")  # so that there is a house
    assert host.take_over(other.app, record) == number + 1
    assert host.check(other.app) == []
    assert other.app.repository.record(number + 1).origin == record.origin


def test_a_record_that_a_player_has_got_is_played_on_from_where_the_host_brings_it_in(played: Office) -> None:
    """The way for a file that somebody has, in place of a letter: `fork` works as on the server of the match."""
    played.write(ANN, "confirm resign 1")
    played.mails()
    played.write(BEN, "export 1")
    (file,) = dict(played.mails())[BEN].message.iter_attachments()
    other = Office()
    for name in ("Ann", "Ben", "Cat"):
        other.register(name)
    assert host.take_over(other.app, Record.from_json(file.get_content())) == 1
    other.write("cat@example.org", "fork 1#3 ben")
    assert "It begins where match 1, turn 3 began, but with its own dice." in dict(other.mails())[BEN].flat
    other.write(BEN, "accept 2")
    assert [seat.handle for seat in other.find_match(2).seats] == ["Cat", "Ben"]
    assert host.check(other.app) == []


def tampered(record: Record, **changes: object) -> Record:
    return msgspec.structs.replace(record, **changes)


def at_first(record: Record, **changes: object) -> Record:
    """The record with something else in its first position."""
    return tampered(record, turns=[msgspec.structs.replace(record.turns[0], **changes), *record.turns[1:]])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: tampered(r, game="chess"), "no game"),
        (lambda r: tampered(r, version=99), "it is of version 99 of the rules of Dodgeball!"),
        (lambda r: tampered(r, seed=""), "without its seed"),
        (lambda r: tampered(r, seed="xyz"), "contradicts itself"),
        (lambda r: tampered(r, seed="00" * 32), "the seed is not the one promised"),
        (lambda r: tampered(r, salts=("1", "2")), "the seed gives"),
        (lambda r: tampered(r, match="7"), "the seed gives"),
        (lambda r: tampered(r, rows=r.rows[1:]), "contradicts itself"),
        (lambda r: tampered(r, rows=r.rows[:-3]), "contradicts itself"),
        (
            lambda r: tampered(r, rows=[*r.rows[:-1], msgspec.structs.replace(r.rows[-1], text="S1 fly")]),
            "row",
        ),
        (lambda r: tampered(r, rows=[msgspec.structs.replace(r.rows[0], sides=0), *r.rows[1:]]), "row 0"),
        (lambda r: tampered(r, turns=[]), "its first position is missing"),
        (lambda r: tampered(r, players={"S": "Ann"}), "its seats are not those of Dodgeball!"),
        (lambda r: tampered(r, seats=("N", "S")), "its seats are not those of Dodgeball!"),
        (lambda r: tampered(r, seats=("S",), players={"S": "Ann"}), "is for 2 players, not 1"),
        (lambda r: tampered(r, options={}), "its options are written differently here"),
        (lambda r: tampered(r, options={"pawns": "x"}), "pawns=x: pawns may be 3, 4, 5"),
        (lambda r: tampered(r, options={"x": "y"}), "has no option"),
        (lambda r: tampered(r, match="1. x"), "it does not give its match a number"),
        (lambda r: tampered(r, salts=("x" * 10_000,) * 2), "it has names or salts that no match can have"),
        (lambda r: tampered(r, salts=("x",) * 1000), "it has names or salts that no match can have"),
        (
            lambda r: tampered(r, rows=[msgspec.structs.replace(r.rows[0], text="x" * 10_000)]),
            "a line of it is too long for any match",
        ),
        (lambda r: at_first(r, number=5), "its first row is not the beginning of a match"),
        (lambda r: at_first(r, row=5), "its first row is not the beginning of a match"),
        (lambda r: at_first(r, die=5), "its first row is not the beginning of a match"),
        (lambda r: at_first(r, event=5), "its first row is not the beginning of a match"),
        (lambda r: at_first(r, version=5), "its first row is not the beginning of a match"),
        (lambda r: at_first(r, state=b'{"x":1}'), "does not begin as its game begins"),
        (lambda r: at_first(r, state=b"{}"), "does not begin as its game begins"),
        (
            lambda r: tampered(r, turns=[*r.turns[:-1], msgspec.structs.replace(r.turns[-1], row=1)]),
            "snapshot of turn",
        ),
    ],
)
def test_a_record_that_was_tampered_with_is_refused(
    played: Office, change: Callable[[Record], Record], reason: str
) -> None:
    record = host.export(played.app, 1, secrets=True)
    other = Office()
    other.register("Ann")
    other.register("Ben")
    with pytest.raises((Refused, UnknownGame), match=reason):
        host.take_over(other.app, change(record))
    assert other.store.matches.all() == []


# Letters that failed.


def test_a_failed_letter_is_done_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.register("Ann")
    with office.store.transaction():
        number = office.store.post.receive(office.raw(ANN, "games"), ANN, ("pbem@play.example",), office.time)
        office.store.post.close(number, "failed", "Traceback")
    with monkeypatch.context() as patched:
        patched.setattr(LetterRunner, "run", lambda *_: 1 / 0)
        with pytest.raises(
            Refused, match=f"letter {number} has crashed the server again; see: pbem inbox show {number}"
        ):
            host.retry(office.app, number)
    row = office.store.post.incoming(number)
    assert row is not None
    assert (row.status, "ZeroDivisionError" in row.note) == ("failed", True)
    assert host.retry(office.app, number) == "done"
    assert "GAMES" in office.mail_to(ANN).text
    for wrong in (number, 4711, 10**30):
        with pytest.raises(Refused, match="has not failed; see: pbem inbox list --status failed"):
            host.retry(office.app, wrong)


# check


def test_check_finds_nothing_in_a_sound_database(played: Office) -> None:
    assert host.check(played.app) == []


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM log WHERE match = 1 AND number = 3", "the batches of the log are numbered"),
        (
            "DELETE FROM log WHERE match = 1 AND number = (SELECT max(number) FROM log)",
            "mails have told more",
        ),
        ("UPDATE log SET void = 1 WHERE number = 3", "it should be"),
        ("UPDATE log SET rows = replace(rows, 'done', 'dome') WHERE number = 2", "row"),
        ("UPDATE log SET rows = replace(rows, 'roll', 'rill') WHERE number = 2", "match 1: "),
        ("UPDATE log SET rows = '[]' WHERE number = 2", "it should be"),
        ("UPDATE log SET rows = x'00' WHERE number = 2", "match 1: "),
        ("UPDATE log SET die = die + 1 WHERE number = 4", "it should be"),
        ("UPDATE matches SET seed = x'00'", "the seed of its dice is damaged"),
        ('UPDATE matches SET salts = \'["a", "b"]\'', "the seed gives"),
        ("UPDATE matches SET status = 'over'", "disagree on whether it is over"),
        ("UPDATE matches SET result = 'S>N', reason = 'bribed'", "the record says"),
        (
            "UPDATE turns SET state = replace(state, '\"quiet\":', '\"quiet\":1') WHERE number = 5",
            "snapshot of turn 5",
        ),
        ("UPDATE seats SET since = NULL", "clocks run for"),
        ("DELETE FROM seats", "match 1: "),
        ("PRAGMA foreign_keys = OFF; DELETE FROM players WHERE id = 2", "points to nothing in players"),
    ],
)
def test_check_finds_what_was_tampered_with(played: Office, statement: str, found: str) -> None:
    statement = statement.replace("replace(rows, ", "replace(CAST(rows AS TEXT), ").replace(
        "replace(state, ", "replace(CAST(state AS TEXT), "
    )
    for part in statement.split("; "):
        part = re.sub(r"SET (rows|state) = (replace\(.*\)) WHERE", r"SET \1 = CAST(\2 AS BLOB) WHERE", part)
        played.store.db.conn.execute(part.replace("'[]'", "CAST('[]' AS BLOB)"))
    problems = host.check(played.app)
    assert problems
    assert any(found in problem for problem in problems), problems
