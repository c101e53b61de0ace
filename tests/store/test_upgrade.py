"""Databases of earlier versions: opened, brought up to date and played on. docs/hosts/running.md, "Upgrade"."""

import hashlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from pbem.competitions import forms
from pbem.competitions.rated import verify_ratings
from pbem.competitions.standings import Standing
from pbem.mail.tokens import Token
from pbem.play.requests import seeded
from pbem.server.admin import acts, host
from pbem.server.competitions.pages import Competition
from pbem.store import Store, StoreError
from pbem.store.damage import examine
from pbem.store.migrations import Migration
from pbem.store.schema import all_migrations
from pbem.store.versions import KEPT_SINCE, _tables_of
from tests.games.ours import OURS
from tests.server.office import Office
from tests.store.make_database import FOLDER, play_on, unpack

FIRST = FOLDER / "0001_first.sql"
"""Three matches under way in one way or another, one that is over, and somebody who wants to become a player."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(FIRST.read_text())
    return path


def dump(path: Path) -> str:
    """Everything in a database but when it was migrated."""
    with closing(sqlite3.connect(path)) as database:
        return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+", "", "\n".join(database.iterdump()))


@pytest.mark.sqlite
def test_every_match_is_sound_before_and_after_and_goes_on(old: Path) -> None:
    office = Office(path=old)
    assert host.check(office.app) == []
    assert [row.status for row in office.store.matches.all()] == ["over", "running", "offered", "running"]
    office.letters = 1000
    asked = office.asked(1)
    assert office.write(asked, "match 1\ndone") == "done"
    assert office.asked(1) != asked
    assert office.write("ben@example.org", "accept 2") == "done"
    assert office.find_match(2).match.asks
    acts.resume(office.app, 3)
    assert office.find_match(3).row.paused is None
    (registration,) = office.store.confirmations.pending("confirm", office.time, address="dan@example.org")
    assert registration.about == "Dan"
    assert host.check(office.app) == []


@pytest.mark.sqlite
def test_a_deadline_of_before_is_the_deadline_of_after(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database:
        before = database.execute("SELECT match, n, since, due FROM seats ORDER BY match, n").fetchall()
    store = Store(old)
    seats = [seat for number in range(1, 5) for seat in store.matches.seats(number)]
    after = [(seat.match, seat.index, seat.since, seat.due) for seat in seats]
    store.close()
    assert after == before


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Migration]]:
    """The tables of a version to come, which adds a column and a table."""

    def hats(db: Database) -> None:
        db.execute("ALTER TABLE players ADD COLUMN hat TEXT NOT NULL DEFAULT 'none'")
        db.execute("CREATE TABLE hats (name TEXT PRIMARY KEY) STRICT")

    tomorrow = [*all_migrations(), Migration("9999_hats", hats)]
    monkeypatch.setattr("pbem.store.schema._ALL", tomorrow)
    _tables_of.cache_clear()
    yield tomorrow
    _tables_of.cache_clear()


@pytest.mark.sqlite
@pytest.mark.usefixtures("later")
def test_a_later_version_adds_to_what_is_there(old: Path) -> None:
    store = Store(old)
    assert [row[0] for row in store.db.execute("SELECT DISTINCT hat FROM players")] == ["none"]
    assert [row.status for row in store.matches.all()] == ["over", "running", "offered", "running"]
    store.close()
    before = dump(old)
    Store(old).close()
    assert dump(old) == before


@pytest.mark.sqlite
@pytest.mark.usefixtures("later")
def test_an_upgrade_that_fails_leaves_the_old_database(old: Path) -> None:
    """All migrations are one transaction: the version before can go on with it."""
    with closing(sqlite3.connect(old)) as database:
        database.execute("CREATE TABLE hats (text)")
    before = dump(old)
    with pytest.raises(StoreError, match="hats already exists"):
        Store(old)
    assert dump(old) == before


@pytest.mark.sqlite
def test_the_database_of_a_later_version_is_left_alone(old: Path, later: list[Migration]) -> None:
    Store(old).close()
    before = dump(old)
    with pytest.MonkeyPatch.context() as today:
        today.setattr("pbem.store.schema._ALL", later[:-1])
        with pytest.raises(StoreError, match="is of a later version of pbem \\(it knows 9999_hats\\)"):
            Store(old)
    assert dump(old) == before


@pytest.mark.sqlite
def test_i39_addresses_of_before_are_found_by_their_mailbox(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database, database:
        database.execute(
            "UPDATE addresses SET address = 'a.nn@googlemail.com' WHERE address = 'ann@example.org'"
        )
        database.execute("INSERT INTO unwanted VALUES ('eve+games@example.org', 1)")
    store = Store(old)
    ann = store.people.at("ann@gmail.com")
    assert ann is not None
    assert ann.handle == "Ann"
    assert store.company.refuses_mail("eve@example.org")
    (registration,) = store.confirmations.pending("confirm", 0, address="dan+x@example.org")
    assert registration.address == "dan@example.org"
    store.close()


@pytest.mark.sqlite
def test_what_was_offered_in_an_old_database_can_still_be_answered(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database, database:
        database.execute("UPDATE seats SET draw = 1, draw_mail = 1 WHERE match = 1 AND n = 0")
        undo = '{"seat":"N","batch":0,"what":"turn 1 on","agreed":[],"mail":1}'
        database.execute("UPDATE matches SET undo = ? WHERE id = 1", (undo,))
    office = Office(path=old)
    offering, asked = office.store.matches.seats(1)
    draw, undo_asked = sorted(office.find_match().questions, key=lambda each: each.kind)
    assert (draw.kind, draw.seat, draw.player, draw.mail) == ("draw", offering.seat, asked.player, 1)
    assert (undo_asked.kind, undo_asked.seat, undo_asked.player) == ("undo", asked.seat, offering.player)
    office.letters = 1000
    assert office.write(offering.address, "decline undo 1") == "done"
    assert not office.find_match().open("undo")
    assert office.write(asked.address, "accept draw 1") == "done"
    assert office.find_match().match.over
    assert office.store.confirmations.of_match(1) == []


@pytest.mark.sqlite
def test_who_was_asked_to_play_on_in_an_old_database_can_still_do_so(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database, database:
        database.execute(
            "INSERT INTO players (id, handle, key, address, created) VALUES (99, 'Zoe', 'zoe', 'zoe@example.org', 1)"
        )
        database.execute("INSERT INTO addresses VALUES ('zoe@example.org', 99)")
        database.execute("UPDATE seats SET vote = 1, missed = 1 WHERE match = 1 AND n = 0")
        database.execute("INSERT INTO votes (match, n, voter, choice) VALUES (1, 0, 1, 'Zoe')")
    office = Office(path=old)
    office.letters = 1000
    assert office.write("zoe@example.org", "takeover 1") == "done"
    assert office.store.matches.seats(1)[0].handle == "Zoe"


@pytest.mark.sqlite
def test_more_time_asked_for_in_an_old_database_can_still_be_given(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database, database:
        seats = database.execute(
            "SELECT seat, player, since FROM seats WHERE match = 1 ORDER BY n"
        ).fetchall()
        (by, _, since), (_, player, _) = sorted(seats, key=lambda each: each[2] is None)
        about = f'{{"match":1,"seats":["{by}"],"since":[{since}],"more":86400,"by":"{by}"}}'
        values = ("extension", player, "", about, 0, 2**40)
        database.execute(
            "INSERT INTO confirmations (kind, player, address, about, asked, expires) VALUES (?, ?, ?, ?, ?, ?)",
            values,
        )
    office = Office(path=old)
    before = next(seat for seat in office.find_match().seats if seat.seat == by)
    (question,) = office.find_match().open("extension")
    address = next(seat.address for seat in office.find_match().seats if seat.player == player)
    token = office.app.signer.address(Token("confirm", question.id, 0))
    office.letters = 1000
    assert office.write(address, "yes", to=token) == "done"
    after = next(seat for seat in office.find_match().seats if seat.seat == by)
    assert before.due is not None
    assert after.due == before.due + 86_400


@pytest.mark.sqlite
def test_what_waited_for_a_mail_of_the_day_in_an_old_database_comes_in_it_once(old: Path) -> None:
    with closing(sqlite3.connect(old)) as database, database:
        player, handle = database.execute(
            "SELECT p.id, p.handle FROM players p JOIN seats s ON s.player = p.id WHERE s.match = 1 ORDER BY s.n"
        ).fetchall()[1]
        database.execute("UPDATE players SET preferences = '{\"daily\":true}' WHERE id = ?", (player,))
        database.execute(
            "INSERT INTO digests (id, player, due, sent, turns) VALUES (7, ?, 1, 2, '{\"1\":3}')", (player,)
        )
        database.execute("INSERT INTO digests (id, player, due) VALUES (8, ?, 9)", (player,))
        for news in (
            '{"headline":"Ann has resigned.","said":["Ann says: Bye"]}',
            '{"said":["Ann says: Hello"]}',
        ):
            database.execute("INSERT INTO later (digest, match, news) VALUES (8, 1, ?)", (news.encode(),))
    office = Office(path=old)
    assert office.store.news.turns(7, player) == {1: 3}
    office.mails()
    assert [each.handle for each in office.app.digests.send_due()] == [handle]
    assert office.app.digests.send_due() == []
    (mail,) = [mail for _, mail in office.mails() if mail.kind == "digest"]
    assert "Ann has resigned." in mail.flat
    assert "Ann says: Bye Ann says: Hello" in mail.flat


LANDED = {
    "0001_first": "43871782d5b4a5a9a678f18f023fb09ddb5bbf7be4461b60e5b7f2cc62fba877",
    "0002_leagues": "93e610958d189ae9e36fd166713527278f685b35490ca9f86552266a7e902f43",
    "0003_acts": "3c9fed062a34e047d04f363be5b71505d32e3f7b51f6530ee7cf5bf53e4fa47b",
    "0004_figures": "dbac09d2e5fe515fd9e83d407a7e1e6e2093c7cfbcdd0ff7fe78bf3e2a5dfbcf",
    "0005_views": "65f7fc4c83144766f086ae163a7e00bbce37dbe555601feae3bd82f7b1be4b09",
    "0006_mailbox": "cb0ff8901c389132108ad7b7b497648cbc57d0623b8356a912e25a6e7a35d47c",
    "0007_standings": "d987ef148b95e7da91714e06206d90b74827619206cc8e32eed86fc2d06e1dbb",
    "0008_lanes": "cffebd160480442ab029be877b8c5a85beecd65b7c6ca77d7e48580d1e3a99fd",
    "0009_few_of_many": "be30f32be461612650f3d8ef6daa869af255463861e8bf35e10c7ddf0e28e375",
    "0010_answered": "79f821dc9bf1da319b55ebf3c3faf7f52ef8cd8600fff73d5d1e06b3be39bea6",
    "0011_mailboxes": "4572affab6eabed48a0a57d9603e86254a272789fd453832d03e71795e1db8b5",
    "0012_sources": "6bc031d2535ac186c215f1821e71e4ab7da8ae1c337b9eb9cd70e0dd68cf7dbc",
    "0013_questions": "ab92ea08cb57f2364fc0be60e0d09120d0c82106e17654dc5d6d91e2da1278c3",
    "0014_competitions": "af7fe5158a1c8e22ce17c93442c3d6b28c31f6c2f55d7594201ff66d66f1a27a",
    "0015_news": "ab0b3d92aad4004f916620708c8815becbe630187baac05d6e300b10788851a4",
    "0016_seasons": "0c6e76cd48756e68ac37e361f38f54ff53f33bb8212be2ee587944572a40eab1",
    "0017_leagues": "b6ff4b35b090f01d4f0f52f7077003ef492f488a66a1a7f8740b1d79caddf8fe",
    "0018_corrections": "93a3dfe9c45367b961255aefc20763e85ecb918439b71db67eecad3f56bab8c9",
    "0019_counts": "c466ad92af64cadee4fb7966d00300633f2b0d6bbb9b06d84ca8352e72c5080a",
}
"""The statements of each migration that has landed, as SHA-256. A line is added, and none is ever changed."""


def fingerprints() -> dict[str, str]:
    """The statements that each migration makes, in their order, as SHA-256."""
    found = {}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        statements: list[str] = []
        empty.set_trace_callback(statements.append)
        for migration in all_migrations():
            statements.clear()
            migration.fn(Database(empty))
            found[migration.name] = hashlib.sha256("".join(statements).encode()).hexdigest()
    return found


def test_no_migration_that_has_landed_is_ever_changed() -> None:
    """Databases that it has been made in would not be migrated again. Change tables by a new migration."""
    assert fingerprints() == LANDED


@pytest.mark.sqlite
@pytest.mark.parametrize("version", ["6db84426"])
def test_a_database_of_each_landed_schema_is_upgraded_and_all_its_matches_go_on(
    version: str, tmp_path: Path
) -> None:
    """Made by `tests/store/make_database.py` with the tree of that commit."""
    path = tmp_path / "games.db"
    unpack(version, path)
    office = Office(path=path)
    assert [row.game for row in reversed(office.store.matches.all("running"))] == list(OURS)
    assert host.check(office.app) == []
    office.letters = 1000
    assert len(office.mails()) > 20  # what waited is still put into words
    pick = seeded("later")
    for number in range(1, len(OURS) + 1):
        before = office.find_match(number).match.event_count
        for _ in range(4):
            play_on(office, number, pick)
        assert office.find_match(number).match.event_count > before
    assert host.check(office.app) == []
    office.store.close()


@pytest.mark.sqlite
def test_leagues_of_before_go_on_as_competitions(tmp_path: Path) -> None:
    """With their tables, their running match, a team that has left, and a question that waits."""
    path = tmp_path / "games.db"
    unpack("9970fe1e-season", path)
    office = Office(path=path)
    assert host.check(office.app) == []
    office.letters = 1000
    old = {mail.subject for _, mail in office.mails()}
    autumn, spring = (office.app.competitions.named(name) for name in ("Autumn League", "Spring"))
    assert office.app.competitions.named("Autumn").plan.form == "ladder"  # of the same name before
    assert (autumn.row.status, spring.row.status) == ("running", "over")
    assert [(autumn.name(line.number), line.points, line.scored) for line in lines_of(autumn)] == [
        ("Owls", 3, 1), ("Cats", 3, 1), ("Black Bats", 0, 0), ("Doves", 0, 0)
    ]  # fmt: skip
    assert [autumn.name(each.number) for each in autumn.field.entrants if each.withdrawn] == ["Doves"]
    office.app.rounds.run()
    assert not office.mails()
    assert office.write("ben@example.org", "match 5\nconfirm resign") == "done"
    office.app.rounds.run()
    told = [mail for _, mail in office.mails() if mail.kind == "competition"]
    assert {mail.subject for mail in told} == {"[pbem] Autumn League: Cats beat Black Bats"}
    (question,) = office.store.confirmations.pending("entry", office.time)
    assert "shall Eels play in the league Autumn?" in "".join(old)
    token = office.app.signer.address(Token("confirm", question.id, 0))
    assert office.write("ann@example.org", "yes", to=token) == "done"
    autumn = office.app.competitions.named("Autumn League")
    assert {each.handle for each in autumn.entrants.values()} > {"Eels"}
    assert office.write("dan@example.org", 'league add Doves league="Autumn League"') == "done"
    assert office.write("ann@example.org", "league add Doves") == "done"
    assert office.write("ann@example.org", "league pair Doves Eels") == "done"
    assert host.check(office.app) == []
    office.store.close()


@pytest.mark.sqlite
def test_ratings_of_before_are_replayed_and_told_once(tmp_path: Path) -> None:
    """Made with the tree of af749a10, whose ratings were points alone."""
    path = tmp_path / "games.db"
    unpack("af749a10-rated", path)
    office = Office(path=path)
    office.letters = 1000
    office.mails()
    with office.store.transaction():
        assert office.app.skills.catch_up()
        assert not office.app.skills.catch_up()
    assert host.check(office.app) == []
    rating = office.store.company.rating(1, "dodgeball")
    assert rating is not None
    assert (rating.won, rating.lost) == (2, 1)
    told = []
    pick = seeded("later")
    for _ in range(4):
        play_on(office, 4, pick)
        told += [(to, mail.flat.count("computed again from all your results")) for to, mail in office.mails()]
    assert {to: sum(count for who, count in told if who == to) for to, _ in told} == {
        "ann@example.org": 1,
        "ben@example.org": 1,
    }
    record = office.app.skills.record("dodgeball")
    assert len(record.matches) == 3
    assert verify_ratings(record) == []
    office.store.close()


def lines_of(held: Competition) -> list[Standing]:
    return forms.table(held.plan, held.field)


@pytest.mark.sqlite
@pytest.mark.parametrize("version", ["4ee92092", "21177ab"])
def test_a_database_of_before_the_kept_ones_is_refused_untouched(version: str, tmp_path: Path) -> None:
    """Of 4ee92092 the first migration has been changed since; those of 21177ab have been put into one."""
    path = tmp_path / "games.db"
    unpack(version, path)
    before = path.read_bytes()
    with pytest.raises(
        StoreError, match=f"earlier, unreleased version.*since {KEPT_SINCE}.*Nothing has been"
    ):
        Store(path)
    told = examine(path)
    assert isinstance(told, str)
    assert "earlier, unreleased version" in told
    assert path.read_bytes() == before
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text()
    assert f"since {KEPT_SINCE}" in changelog
