"""Records by mail, and new matches that begin at a turn of an old one."""

import json
from base64 import b64encode
from email.message import EmailMessage
from typing import Any

import pytest
from msgspec import structs

from pbem.play.checking import replay
from pbem.play.game import opening
from pbem.play.record import Record, verify_dice
from pbem.server.admin import host
from pbem.server.core.times import DAY
from tests.games.ours import OURS
from tests.server.office import Mail, Office, ask

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


def record_of(office: Office, who: str = ANN) -> bytes:
    """The file that `export` sends."""
    office.mails()
    office.write(who, "export 1")
    (mail,) = [mail for to, mail in office.mails() if to == who and mail.kind == "record"]
    (file,) = mail.message.iter_attachments()
    assert file.get_filename() == "match-1.json"
    return file.get_payload(decode=True)  # type: ignore[return-value]  # of one part it is bytes


@pytest.mark.parametrize("end", ["confirm resign", "draw"])
@pytest.mark.parametrize(
    ("game", "options", "lines"),
    [
        ("dodgeball", "pawns=3", ("place b c g",)),
        ("toxic-gnome", "", ("start a",)),
        ("elfball", "", ("team nightelves",)),
        ("gnomeball", "", ("team troll worgen undead orc* tauren", "done")),
        ("slargeball", "", ("D 18,12",)),
        ("slargeball", "lineup=standard", ("D fetch", "done", "T1 hold", "done 3")),
    ],
)
def test_b39_what_was_never_opened_is_in_no_record(
    game: str, options: str, lines: tuple[str, ...], end: str
) -> None:
    """Neither an answer nor a draft, whoever exports it; the check goes through without them."""
    office = Office()
    office.begin(options, game=game)
    office.write(ANN, "\n".join(lines))
    assert any(row.seat for row in office.log())
    office.write(BEN, end)
    office.write(ANN, "accept draw 1")
    assert office.find_match().row.status == "over"
    for data in (record_of(office, BEN), host.export(office.app, 1, secrets=False).to_json()):
        record = Record.from_json(data)
        assert not [row for row in record.rows if row.kind in ("answer", "edit")]
        assert not office.app.games.named(game).decode(record.turns[-1].state).private
        assert replay(office.app.games.named(game), record).state.result == record.result


def rewritten(office: Office, record: Record, **changes: Any) -> bytes:
    """A record that another server could have made: the same orders, with other names, and no seal of ours."""
    game = office.app.games.named(record.game)
    changed = structs.replace(record, seal="", **changes)
    first = opening(game, changed.options, {seat: changed.players[seat] for seat in changed.seats})
    return structs.replace(changed, turns=[first]).to_json()


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


def test_standing_orders_stay_secret_in_a_record(office: Office) -> None:
    """What they have answered stands in it as answers; the match is checked without them."""
    assert "always dodge" in [row.text for row in office.log()]
    record = Record.from_json(record_of(office, CAT))
    assert not [row for row in record.rows if "always" in (row.name, *row.text.split())]
    assert not [turn for turn in record.turns if b"dodge" in turn.state]
    assert replay(office.app.games.named("dodgeball"), record).state.result == record.result


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
    most = office.app.limits.most("record")
    for _ in range(most):
        office.write(ANN, "export 1")
    assert f"{most} records a day are enough" in ask(office, ANN, "export 1").flat


# Forks.


def test_a_fork_begins_where_the_turn_began(office: Office) -> None:
    told = ask(office, ANN, "fork 1#3").flat
    assert (
        "match 2, Dodgeball!, is offered to Ben; it begins where match 1, turn 3 began, with dice of its own; it is not"
        " rated" in told
    )
    office.write(BEN, "accept 2")
    loaded = office.find_match(2)
    assert loaded.match.state.pawns["S1"] == "b4"
    assert loaded.match.state.private == {}
    assert [seat.handle for seat in loaded.seats] == ["Ann", "Ben"]
    assert office.asked(2) == BEN
    office.write(BEN, "match 2\ndone")
    assert office.asked(2) == ANN
    office.write(ANN, "match 2\nconfirm resign")
    assert office.find_match(2).row.status == "over"
    assert [change.match for change in office.store.company.changes()] == [1, 1]
    assert host.check(office.app) == []
    assert Record.from_json(office.app.repository.record(2).to_json()).origin == "match 1, turn 3"


def test_a_fork_against_the_house_begins_at_once(office: Office) -> None:
    office.write(BEN, "fork 1#2 house")
    assert [seat.handle for seat in office.find_match(2).seats] == ["house", "Ben"]
    assert office.asked(2) == BEN
    assert host.check(office.app) == []


def test_anybody_may_fork_what_is_over(office: Office) -> None:
    office.write(CAT, "fork 1#2 ann")
    mail = dict(office.mails())[ANN]
    assert "It begins where match 1, turn 2 began, with dice of its own." in mail.flat
    assert "The match is not rated." in mail.flat


@pytest.mark.parametrize("game", OURS)
def test_every_game_can_be_forked(game: str) -> None:
    office = Office()
    office.register("Ann")
    office.write(ANN, f"challenge {game} house")
    for _ in range(12):
        loaded = office.find_match()
        if loaded.match.turn.number > 1 or loaded.match.over:
            break
        ask_open = next(iter(loaded.match.asks.values()))
        office.write(ANN, f"match 1\n{ask_open.auto()}")
    assert "MATCH 1 AT THE BEGINNING OF TURN 2" in ask(office, ANN, "show 1#2").text
    office.write(ANN, "fork 1#2 house")
    assert office.find_match(2).row.status in ("running", "over")
    assert host.check(office.app) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fork", "From which turn of which match? For example: fork 12#7 house"),
        ("fork 1", "Match 1 can be played on from turns 1 to 5; write for example: fork 1#5 house"),
        ("fork 9#1", "There is no match 9 that has begun"),
        ("fork 1#77", "Match 1 can be played on from turns 1 to 5; write for example: fork 1#5 house"),
        ("fork 1#2 zoe", "There is no player zoe"),
        ("fork 1#2 ann", "Everybody can have one seat only"),
        ("fork 1#2 ben cat", "Name one other player; house will do, too"),
    ],
)
def test_forks_that_cannot_be(office: Office, line: str, reason: str) -> None:
    assert reason in ask(office, ANN, line).flat
    assert len(office.store.matches.all()) == 1


def test_a_running_match_is_forked_by_its_players_only(office: Office) -> None:
    office.begin("pawns=3 placement=fixed")
    assert "Match 2 is not over, and you do not play in it" in ask(office, CAT, "fork 2#1 house").flat


def test_a_proposed_turn_works(office: Office) -> None:
    """The line in the mail of a record, and that in a refusal, name a turn that can be played on from."""
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, "match 2\nconfirm resign")
    office.mails()
    office.write(ANN, "export 2")
    (mail,) = [mail for _, mail in office.mails() if mail.kind == "record"]
    assert "e.g. import #2 house" in mail.flat
    (file,) = mail.message.iter_attachments()
    assert "match 3 begins" in with_file(office, ANN, "import #2 house", file.get_content()).flat
    refused = ask(office, ANN, "fork 2#3").flat
    assert "Match 2 can be played on from turns 1 to 2; write for example: fork 2#2 house" in refused
    assert "match 4 begins" in ask(office, ANN, "fork 2#2 house").flat


def test_no_turn_is_proposed_from_which_somebody_had_left() -> None:
    """Cat resigns in turn 2, and the others play on: what is proposed is before that."""
    office = Office()
    office.begin("", "Ben", "Cat", game="gnomeball")
    for _ in range(200):
        loaded = office.find_match()
        if loaded.match.turn.number == 1:
            break
        seat, wanted = next(iter(loaded.match.asks.items()))
        who = f"{loaded.names[seat].lower()}@example.org"
        office.write(who, f"match 1\n{wanted.auto()}")
    assert office.find_match().match.turn.number == 1
    office.write(CAT, "match 1\nconfirm resign")
    office.write(ANN, "match 1\nconfirm resign")
    office.mails()
    told = ask(office, BEN, "fork 1#9").flat
    assert "can be played on from turns 1 to 2; write for example: fork 1#2 house Cat" in told


# Import.


def test_a_record_comes_back_as_a_new_match(office: Office) -> None:
    told = with_file(office, ANN, "import #3 cat", record_of(office))
    assert "is offered to Cat; it begins where match 1, turn 3 began" in told.flat
    assert "was not read" not in told.flat
    office.write(CAT, "accept 2")
    assert [seat.handle for seat in office.find_match(2).seats] == ["Ann", "Cat"]
    assert host.check(office.app) == []


def test_the_record_of_a_fork_can_be_brought_too(office: Office) -> None:
    office.write(ANN, "fork 1#3 house")
    office.write(ANN, "match 2\nconfirm resign")
    office.mails()
    office.write(ANN, "export 2")
    (mail,) = [mail for _, mail in office.mails() if mail.kind == "record"]
    (file,) = mail.message.iter_attachments()
    data = file.get_content()
    assert "it begins where match 2, turn 1 began" in with_file(office, ANN, "import #1 ben", data).flat


def test_a_record_that_has_been_changed_is_refused(office: Office) -> None:
    fields = json.loads(record_of(office))
    fields["rows"] = [row for row in fields["rows"] if row[0] != "roll"]
    told = with_file(office, ANN, "import #1 ben", json.dumps(fields).encode())
    assert "The record does not hold together" in told.flat


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        ("import #1 ben", {"version": 99}, "it is of version 99 of the rules of Dodgeball!; here they are"),
        ("import #1 ben", {"seed": ""}, "its seed or its first position is missing"),
        ("import #1 ben", {"turns": []}, "its seed or its first position is missing"),
        ("import #1 ben", {"seed": "zz"}, "The record does not hold together: non-hexadecimal"),
        ("import #1 ben", {"options": {}}, "its options are not written as they are here"),
        ("import #1 ben", {"options": {"pawns": "x"}}, "pawns=x: pawns may be 3, 4, 5"),
        ("import #1 ben", {"options": {"x": "YOU IDIOT"}}, "has no option"),
        ("import #1 ben", {"seats": ["S"], "players": {"S": "Ann"}}, "is for 2 players, not 1"),
        ("import #1 ben", {"seats": ["N", "S"]}, "its seats are not those of Dodgeball!"),
        ("import #1 ben", {"players": {"S": "Ann"}}, "its seats are not those of Dodgeball!"),
        ("import #1 ben", {"match": "1. YOU IDIOT BEN"}, "it does not give its match a number"),
        ("import #1 ben", {"salts": ["x" * 10_000] * 2}, "it holds names or salts that no match has"),
        ("import #1 ben", {"salts": ["x"] * 1000}, "it holds names or salts that no match has"),
        ("import #1 ben", {"rows": [["answer", "", "", "x" * 10_000]]}, "no match has a line so long"),
        (
            "import #1 ben",
            {"rows": [["heard"]] * 10_001},
            "The record has 10001 rows; at most 10000 are read",
        ),
        (
            "import #0 ben",
            {},
            "The record can be played on from turns 1 to 5; write for example: import #5 ben",
        ),
        ("import #1 ben", {"game": "chess"}, "is no record of a match here: There is no game"),
        ("import #1 ben", {"rows": 7}, "is no record of a match here"),
        (
            "import #99 ben",
            {},
            "The record can be played on from turns 1 to 5; write for example: import #5 ben",
        ),
        ("import ben", {}, "From which turn of the record?"),
    ],
)
def test_records_that_cannot_be_brought(
    office: Office, line: str, change: dict[str, object], reason: str
) -> None:
    data = json.dumps({**json.loads(record_of(office)), **change}).encode()
    assert reason in with_file(office, ANN, line, data).flat
    assert len(office.store.matches.all()) == 1


def test_a_record_from_elsewhere_says_nothing_of_its_writer_to_others(office: Office) -> None:
    """Of what its writer could choose, only a legal position gets to anybody else."""
    played = Record.from_json(record_of(office))
    names = {"S": "Rude-Words", "N": "Worse-Words"}
    told = with_file(office, ANN, "import #1 ben", rewritten(office, played, players=names))
    assert "is offered to Ben; it begins where turn 1 of a record began" in told.flat
    office.write(BEN, "accept 2")
    office.write(ANN, "match 2\nshow")
    assert not [mail for _, mail in office.mails() if "Words" in mail.text]


def test_a_record_of_this_server_is_known_by_its_seal(office: Office) -> None:
    """What begins within another match can be checked only as far as that beginning."""
    office.write(ANN, "fork 1#3 house")
    office.write(ANN, "match 2\nconfirm resign")
    record = office.app.forks.sealed(office.app.repository.record(2))
    fields = json.loads(record.to_json())
    for change in ({"seal": ""}, {"seal": "f" * 64}, {"origin": "match 2, turn 4"}, {"seal": "\u00e9"}):
        told = with_file(office, ANN, "import #1 ben", json.dumps({**fields, **change}).encode())
        assert "nobody here vouches for that beginning" in told.flat
    assert len(office.store.matches.all()) == 2


def test_a_first_position_of_ones_own_is_refused(office: Office) -> None:
    """A pawn beside the board would crash whoever looks at it."""
    fields = json.loads(record_of(office))
    first = Record.from_json(record_of(office)).turns[0]
    for state in (first.state.replace(b'"size":3', b'"size":1000'), b"{}", b'{"x":1}', b"[" * 10_000):
        fields["turns"][0]["state"] = b64encode(state).decode()
        told = with_file(office, ANN, "import #1 ben", json.dumps({**fields, "origin": "x"}).encode())
        assert "The record does not hold together" in told.flat
        told = with_file(office, ANN, "import #1 ben", json.dumps(fields).encode())
        assert "The record does not hold together" in told.flat


@pytest.mark.parametrize("field", ["number", "row", "die", "event", "version"])
def test_a_first_position_stands_at_the_beginning(office: Office, field: str) -> None:
    fields = json.loads(record_of(office))
    fields["turns"][0][field] += 5
    told = with_file(office, ANN, "import #1 ben", json.dumps(fields).encode())
    assert "what stands first is no beginning of a match" in told.flat


def test_a_letter_brings_one_record(office: Office) -> None:
    told = with_file(office, ANN, "import #1 ben\nimport #2 ben", record_of(office))
    assert "One import in a letter is enough" in told.flat
    assert len(office.store.matches.all()) == 1


def test_so_many_records_are_read_in_a_day(office: Office) -> None:
    """Each is played through again, so those that are refused count too."""
    data = record_of(office)
    for _ in range(office.app.limits.most("import") - 1):
        with_file(office, ANN, "import #1 ben", b"{}")
    assert "match 2 begins" in with_file(office, ANN, "import #1 house", data).flat
    assert "10 records a day are read" in with_file(office, ANN, "import #1 ben", data).flat
    assert "match 3 begins" in with_file(office, BEN, "import #1 house", data).flat
    office.time += DAY
    assert "match 4 begins" in with_file(office, ANN, "import #1 house", data).flat


def test_names_that_players_gave_stay_where_they_were_given() -> None:
    """SLARGEBALL-8: a nickname is its player's, so a fork goes without."""
    game = OURS["slargeball"]
    state = game.new(game.read_options({}, 2), ("R", "B"))
    state.nicknames["rT1"] = "Rude"
    assert game.parted(state).nicknames == {}


def test_without_a_file_there_is_nothing_to_import(office: Office) -> None:
    assert "No record is attached to your letter" in ask(office, ANN, "import #1 ben").flat


def test_a_file_that_nobody_asked_for_is_not_read(office: Office) -> None:
    assert "The attached file was not read." in with_file(office, ANN, "list", b"{}").flat
