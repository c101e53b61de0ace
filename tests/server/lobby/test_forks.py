"""Records by mail, and new matches that begin at a turn of an old one."""

import pytest

from pbem.play.checking import replay
from pbem.play.record import Record, verify_dice
from pbem.server.admin import host
from tests.games.ours import OURS
from tests.server.office import Office, ask

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
        ("export", "Write: export 12"),
        ("export all", "Write: export 12"),
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
    office.play_on(2)
    office.write(ANN, "match 2\nconfirm resign")
    assert office.find_match(2).row.status == "over"
    assert office.store.company.changes() == []
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
    assert "It begins where match 1, turn 2 began, but with its own dice." in mail.flat
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


def test_a_fork_of_ones_only_match_needs_no_number() -> None:
    office = Office()
    office.begin()
    office.write(ANN, "fork #1")
    assert office.mail_to(BEN).kind == "challenge"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fork", "Write: fork 12#7, or fork 12#7 ben"),
        ("fork 1", "Match 1 can be played on from turns 1 to 5; write for example: fork 1#5 house"),
        ("fork 9#1", "There is no match 9 that has begun"),
        ("fork 1#77", "Match 1 can be played on from turns 1 to 5; write for example: fork 1#5 house"),
        ("fork 1#2 zoe", "There is no player zoe"),
        ("fork 1#2 ann", "Nobody can have two seats"),
        ("fork 1#2 ben cat", "Name one other player; house is possible too"),
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
    assert "e.g. fork 2#2 house" in mail.flat
    assert "match 3 begins" in ask(office, ANN, "fork 2#2 house").flat
    refused = ask(office, ANN, "fork 2#3").flat
    assert "Match 2 can be played on from turns 1 to 2; write for example: fork 2#2 house" in refused


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


def test_names_that_players_gave_stay_where_they_were_given() -> None:
    """SLARGEBALL-8: a nickname is its player's, so a fork goes without."""
    game = OURS["slargeball"]
    state = game.new(game.read_options({}, 2), ("R", "B"))
    state.nicknames["rT1"] = "Rude"
    assert game.parted(state).nicknames == {}
