"""What is stored of one person: handed out whole, and erased whole; matches of others go on and can be read."""

import base64
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pbem.play.orders import Refused
from pbem.server.admin import host, personal
from pbem.store import Store
from pbem.store.personal import KEYED, OF_NOBODY, OWN
from tests.mail.outbound import TOKEN
from tests.server.office import Office, dump

ANN, BEN = "ann@example.org", "ben@example.org"


def lively(path: str | Path = ":memory:") -> Office:
    """Ben has written in many ways: orders, messages, notes, from another address, and where nobody knows him."""
    office = Office(path=path)
    office.begin()
    office.write(office.asked(), "done")
    office.write(BEN, "match 1\nsay Hello, this is ben@example.org!\nnote remember the flank")
    office.write(BEN, "settings zone Europe/Berlin\nvacation 2026-12-24 2026-12-31\nobserve dodgeball")
    office.write(ANN, "help\n\nOn Monday Ben <Ben@Example.org> wrote:\n> hello", subject="to ben@example.org")
    office.write(ANN, "guest ben+other@example.org dodgeball")
    office.write("x@example.org", "invite me", headers=["Cc: Ben@example.org"])
    host.move_player(office.app, "ben", "ben.two@gmail.com")
    office.write("ben.two@gmail.com", "list")
    office.app.limits.take("stranger", "bentwo@gmail.com")
    office.write(office.asked(), "done")
    return office


def test_every_table_is_somebodys_or_nobodys() -> None:
    """A new table is put into one of these lists."""
    with closing(Store(":memory:")) as store:
        tables = {table.name for table in store._engine.tables()}
    assert tables == {*OWN, *KEYED, *OF_NOBODY}
    assert len(tables) == len(OWN) + len(KEYED) + len(OF_NOBODY)


def test_all_about_a_player_is_handed_out() -> None:
    office = lively()
    told = personal.export_person(office.app, "ben")
    text = msgspec.json.encode(told).decode()
    assert told["player"] == "Ben"
    assert [row["address"] for row in told["addresses"]] == ["ben.two@gmail.com", BEN]
    assert told["players"][0]["zone"] == "Europe/Berlin"
    assert {row["status"] for row in told["inbox"]} == {"done"}
    assert "remember the flank" in text
    assert "done" in [order for row in told["log"] for order in row["rows"]]
    assert told["stops"]
    assert told["tallies"]
    assert told["heard"]
    assert [row["recipient"] for row in told["outbox"]].count(ANN) == 0


def test_no_secret_is_handed_out_with_it() -> None:
    """Neither of the match, nor keys to it."""
    office = lively()
    text = msgspec.json.encode(personal.export_person(office.app, "ben")).decode()
    row = office.find_match().row
    for secret in (row.seed.hex(), base64.b64encode(row.seed).decode(), *row.salts):
        assert secret not in text
    assert all(seat.salt not in text for seat in office.find_match().seats if seat.salt)
    assert not TOKEN.search(text)


@pytest.mark.parametrize("left_before", [False, True])
def test_nothing_of_a_purged_player_is_left_but_the_name(left_before: bool) -> None:
    office = lively()
    if left_before:
        host.remove_player(office.app, "ben")
    personal.purge_player(office.app, "ben", [BEN] if left_before else ())
    text = dump(office.store).lower()
    for address in (BEN, "ben.two@gmail.com", "bentwo@gmail.com"):
        assert address not in text
        assert address.encode().hex() not in text
    assert host.player(office.app, "ben").gone
    assert office.app.store.people.named("Ben") is not None
    assert ANN in text


def test_matches_of_a_purged_player_are_sound_and_can_be_read() -> None:
    office = lively()
    personal.purge_player(office.app, "ben")
    assert host.check(office.app) == []
    assert host.export(office.app, 1, secrets=False).players["N"] == "Ben"
    office.seen = office.store.post.outbox(None, 1)[0].id
    office.write(ANN, "history 1")
    assert "Ben" in office.mail_to(ANN).flat


def test_an_address_of_somebody_else_is_not_erased() -> None:
    office = lively()
    with pytest.raises(Refused, match="Ann has one of these addresses"):
        personal.purge_player(office.app, "ben", [ANN])
    assert not host.player(office.app, "ben").gone


def test_the_house_is_nobody_to_be_purged(office: Office) -> None:
    office.begin()
    office.write(ANN, "challenge dodgeball house")
    house = next(player.handle for player in office.store.people.all() if not player.address)
    with pytest.raises(Refused, match="belongs to the server"):
        personal.purge_player(office.app, house)


@pytest.mark.sqlite
def test_the_file_itself_holds_the_address_no_more(tmp_path: Path) -> None:
    """Not even in its free pages, or in the write-ahead log."""
    office = lively(tmp_path / "games.db")
    personal.purge_player(office.app, "ben")
    for file in tmp_path.glob("games.db*"):
        for address in (BEN, "ben.two@gmail.com"):
            assert address.encode() not in file.read_bytes().lower(), file
    office.store.close()
