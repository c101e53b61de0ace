"""Records by mail, and new matches that begin at a turn of an old one."""

import json
from email.message import EmailMessage

import pytest

from pbem.desk import host
from pbem.desk.forks import RECORDS_A_DAY
from pbem.desk.games import Games
from pbem.play.record import Record, verify_dice
from tests.desk.office import Mail, Office

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))


@pytest.fixture
def office() -> Office:
    """A match of four turns between Ann and Ben that Ben has resigned; Cat is somebody else."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    office.register("Cat")
    for who, line in (
        (ANN, "S1 move b4; done"),
        (BEN, "always dodge\ndone"),
        (ANN, "done"),
        (BEN, "confirm resign"),
    ):
        office.write(who, line)
    office.mails()
    return office


def ask(office: Office, who: str, line: str) -> Mail:
    """What somebody gets for a line."""
    office.mails()
    office.write(who, line)
    return [mail for to, mail in office.mails() if to == who][-1]


def record_of(office: Office, who: str = ANN) -> bytes:
    """The file that `export` sends."""
    office.mails()
    office.write(who, "export 1")
    (mail,) = [mail for to, mail in office.mails() if to == who and mail.kind == "record"]
    (file,) = mail.message.iter_attachments()
    assert file.get_filename() == "match-1.json"
    return file.get_payload(decode=True)  # type: ignore[return-value]  # of one part it is bytes


def with_file(office: Office, who: str, line: str, data: bytes, name: str = "match-1.json") -> Mail:
    """The answer to a letter with an attached file."""
    office.mails()
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = who, "pbem@play.example", ""
    letter["Message-ID"] = f"<file-{office.letters}@example.org>"
    office.letters += 1
    letter.set_content(line)
    letter.add_attachment(data, maintype="application", subtype="json", filename=name)
    assert office.deliver(letter.as_bytes()) == "done"
    return [mail for to, mail in office.mails() if to == who][-1]


# Export.


def test_the_record_of_a_match_comes_as_a_file_that_anybody_can_check(office: Office) -> None:
    record = Record.from_json(record_of(office))
    assert (record.players, str(record.result)) == ({"S": "Ann", "N": "Ben"}, "S>N")
    assert verify_dice(record) > 0


def test_mail_with_a_file_holds_text_and_html_as_ever(office: Office) -> None:
    office.write(ANN, "export 1")
    (mail,) = [mail for _, mail in office.mails() if mail.kind == "record"]
    assert "This is the record of match 1, Dodgeball!: Ann and Ben." in mail.flat
    html = mail.message.get_body(("html",))
    assert html is not None
    assert max(map(len, mail.raw.split(b"\r\n"))) <= 998
    office.write(ANN, "settings text on")
    office.mails()
    office.write(ANN, "export 1")
    (mail,) = [mail for _, mail in office.mails() if mail.kind == "record"]
    assert mail.message.get_body(("html",)) is None
    assert len(list(mail.message.iter_attachments())) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("export 9", "There is no match 9 that has begun"),
        ("export", "Write for example: export 12"),
        ("export all", "Write for example: export 12"),
    ],
)
def test_records_that_cannot_be_had(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat


def test_a_running_match_keeps_its_secrets(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    assert "Match 2 is not over: until then its record holds secrets" in ask(office, ANN, "export 2").flat


def test_so_many_records_a_day(office: Office) -> None:
    for _ in range(RECORDS_A_DAY):
        office.write(ANN, "export 1")
    assert f"{RECORDS_A_DAY} records a day are enough" in ask(office, ANN, "export 1").flat


# Forks.


def test_a_fork_begins_where_the_turn_began(office: Office) -> None:
    told = ask(office, ANN, "fork 1#3").flat
    assert (
        "match 2, Dodgeball!, is offered to Ben; it begins where match 1, turn 3 began, with dice of its own; it is not"
        " rated" in told
    )
    office.write(BEN, "accept 2")
    table = office.table(2)
    assert table.match.state.pawns["S1"] == "b4"
    assert table.match.state.private == {}
    assert [seat.handle for seat in table.seats] == ["Ann", "Ben"]
    assert office.asked(2) == BEN
    office.write(BEN, "match 2\ndone")
    assert office.asked(2) == ANN
    office.write(ANN, "match 2\nconfirm resign")
    assert office.table(2).row.status == "over"
    assert [change.match for change in office.store.company.changes()] == [1, 1]
    assert host.check(office.desk) == []
    assert Record.from_json(office.desk.tables.record(2).to_json()).origin == "match 1, turn 3"


def test_a_fork_against_the_house_begins_at_once(office: Office) -> None:
    office.write(BEN, "fork 1#2 house")
    assert [seat.handle for seat in office.table(2).seats] == ["house", "Ben"]
    assert office.asked(2) == BEN
    assert host.check(office.desk) == []


def test_anybody_may_fork_what_is_over(office: Office) -> None:
    office.write(CAT, "fork 1#2 ann")
    mail = dict(office.mails())[ANN]
    assert "It begins where match 1, turn 2 began, with dice of its own." in mail.flat
    assert "The match is not rated." in mail.flat


@pytest.mark.parametrize("game", [game.name for game in Games()])
def test_every_game_can_be_forked(game: str) -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, f"challenge {game} house")
    for _ in range(12):
        table = office.table()
        if table.match.turn.number > 1 or table.match.over:
            break
        ask_open = next(iter(table.match.asks.values()))
        office.write(ANN, f"match 1\n{ask_open.auto()}")
    assert "MATCH 1 AT THE BEGINNING OF TURN 2" in ask(office, ANN, "show 1#2").text
    office.write(ANN, "fork 1#2 house")
    assert office.table(2).row.status in ("running", "over")
    assert host.check(office.desk) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fork", "From which turn of which match? For example: fork 12#7 house"),
        ("fork 1", "From which turn of which match?"),
        ("fork 9#1", "There is no match 9 that has begun"),
        ("fork 1#77", "Match 1 has had turns 1 to"),
        ("fork 1#2 zoe", "There is no player zoe"),
        ("fork 1#2 ann", "Everybody can have one seat only"),
        ("fork 1#2 ben cat", "Name the other player, or house"),
    ],
)
def test_forks_that_cannot_be(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat
    assert len(office.store.matches.all()) == 1


def test_a_running_match_is_forked_by_its_players_only(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    assert "Match 2 is not over, and you do not play in it" in ask(office, CAT, "fork 2#1 house").flat


# Import.


def test_a_record_comes_back_as_a_new_match(office: Office) -> None:
    told = with_file(office, ANN, "import #3 cat", record_of(office))
    assert "is offered to Cat; it begins where a record of match 1, turn 3 began" in told.flat
    assert "was not read" not in told.flat
    office.write(CAT, "accept 2")
    assert [seat.handle for seat in office.table(2).seats] == ["Ann", "Cat"]
    assert host.check(office.desk) == []


def test_the_record_of_a_fork_can_be_brought_too(office: Office) -> None:
    office.write(ANN, "fork 1#3 house")
    office.write(ANN, "match 2\nconfirm resign")
    office.mails()
    office.write(ANN, "export 2")
    (mail,) = [mail for _, mail in office.mails() if mail.kind == "record"]
    (file,) = mail.message.iter_attachments()
    data = file.get_content()
    assert (
        "it begins where a record of match 2, turn 1 began"
        in with_file(office, ANN, "import #1 ben", data).flat
    )


def test_a_record_that_has_been_changed_is_refused(office: Office) -> None:
    fields = json.loads(record_of(office))
    fields["rows"] = [row for row in fields["rows"] if row[0] != "roll"]
    told = with_file(office, ANN, "import #1 ben", json.dumps(fields).encode())
    assert "The record does not hold together" in told.flat


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        ("import #1 ben", {"version": 99}, "The record is of version 99 of Dodgeball!; here it is"),
        ("import #1 ben", {"seed": ""}, "The record is of a match that is not over"),
        ("import #1 ben", {"game": "chess"}, "is no record of a match here: There is no game"),
        ("import #1 ben", {"rows": 7}, "is no record of a match here"),
        ("import #99 ben", {}, "The record has turns 1 to"),
        ("import ben", {}, "From which turn of the record?"),
    ],
)
def test_records_that_cannot_be_brought(
    office: Office, line: str, change: dict[str, object], reason: str
) -> None:
    data = json.dumps({**json.loads(record_of(office)), **change}).encode()
    assert reason in with_file(office, ANN, line, data).flat
    assert len(office.store.matches.all()) == 1


def test_without_a_file_there_is_nothing_to_import(office: Office) -> None:
    assert "No record is attached to your letter" in ask(office, ANN, "import #1 ben").flat


def test_a_file_that_nobody_asked_for_is_not_read(office: Office) -> None:
    assert "The attached file was not read." in with_file(office, ANN, "list", b"{}").flat
