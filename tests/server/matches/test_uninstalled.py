"""A game that is uninstalled after it was played: nobody's letter fails, its matches wait, and go on afterwards."""

import asyncio
from pathlib import Path

import pytest

from pbem.mail.delivery import Outcome as Delivered
from pbem.server.admin.doctor import findings
from pbem.server.admin.host import begun, board, check, details, export, remove_player
from pbem.server.core.config import Config
from pbem.server.core.games import NotInstalled
from pbem.server.core.times import DAY, HOUR
from pbem.server.figures.screen import draw
from pbem.server.ops.heartbeat import Heartbeat
from pbem.server.ops.reminders import run_reminders, seats_at_risk
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from tests.server.competitions.competing import go_on, held, lose, opened, running
from tests.server.figures.looking import look_at
from tests.server.office import Mail, Office, answer, ask, begin, reply, steps

ANN, BEN, CARL = "ann@example.org", "ben@example.org", "carl@example.org"
WAITS = "This server no longer has the game Dodgeball; match 1 waits until the host installs it again"


@pytest.fixture
def missing() -> tuple[Office, dict[str, Mail]]:
    """Ann and Ben play match 1, in which Ann is asked; its game has been uninstalled."""
    office = Office()
    boards = office.begin()
    office.uninstall("dodgeball")
    return office, boards


def over(*, installed: bool = False) -> Office:
    """A rated match that Ann has lost to Ben, whose game has been uninstalled."""
    office = begin()
    office.play_on()
    office.write(ANN, "confirm resign 1")
    assert office.store.matches.match(1).status == "over"
    office.mails()
    office.uninstall(*(() if installed else ("dodgeball",)))
    return office


@pytest.mark.parametrize(
    "line",
    ["a b4", "done", "resign", "undo", "draw", "show", "hello, what now?", "", "yes", "accept draw", "preview a b4",
     "history", "say hello", "extend 2d", "pause", "always dodge", "help", "reach a", "export 1", "fork 1", "rematch"],
)  # fmt: skip
def test_a_letter_for_its_running_match_is_answered_and_changes_nothing(
    missing: tuple[Office, dict[str, Mail]], line: str
) -> None:
    office, boards = missing
    log = office.store.log.batches(1)
    told = answer(office, ANN, boards[ANN], line)
    assert WAITS in told.flat or line in ("help", "export 1")
    assert office.store.log.batches(1) == log
    assert office.mails() == []


@pytest.mark.parametrize(
    "body", ["match 1\na b4", "a b4", "show 1", "match 1\nresign", "observe 1", "history 1"]
)
def test_so_is_a_new_letter(missing: tuple[Office, dict[str, Mail]], body: str) -> None:
    office, _ = missing
    assert WAITS in ask(office, ANN, body).flat


@pytest.mark.parametrize(
    "command",
    ["list", "record", "record ben", "record ann ben", "list observe", "standings", "history ben", "games",
     "players", "seek", "help", "settings", "settings receipts off", "settings mail daily",
     "vacation 2026-12-24 2026-12-26", "zone Europe/Paris", "competitions", "block ben", "list dodgeball",
     "revoke", "address new@example.org", "which matches do I play?", "whose turn is it?"],
)  # fmt: skip
@pytest.mark.parametrize("ended", [False, True])
def test_other_letters_of_its_players_are_answered(command: str, ended: bool) -> None:
    if ended:
        office = over()
    else:
        office = begin()
        office.uninstall("dodgeball")
    assert office.write(ANN, command) == "done"
    assert office.mails()


def test_lists_name_the_game() -> None:
    office = over()
    assert "1: Dodgeball, Ann lost, Ben won (resigned)" in ask(office, ANN, "history ben").flat
    assert "1: Dodgeball with Ben: over, you lost (resigned)" in ask(office, ANN, "list").flat
    record = ask(office, ANN, "record").flat
    assert "Dodgeball: 1342" in record
    assert "won 0, drawn 0, lost 1" in record
    assert "Dodgeball: Ann won 0, drawn 0, lost 1" in ask(office, ANN, "record ann ben").flat


def test_what_needs_the_rules_of_a_finished_match_is_refused_with_the_reason() -> None:
    office = over()
    for line in ("show 1", "history 1", "export 1", "fork 1"):
        told = ask(office, ANN, line).flat
        assert (
            "no longer has the game Dodgeball; match 1 cannot be shown until the host installs it again"
            in told
        )


def test_a_running_match_is_listed(missing: tuple[Office, dict[str, Mail]]) -> None:
    office, _ = missing
    assert (
        "1: Dodgeball with Ben: waits until the host installs the game again" in ask(office, ANN, "list").flat
    )


def test_nobody_is_late_and_the_time_comes_back() -> None:
    office = Office()
    boards = office.begin()
    due = office.find_match().seats[0].due or office.find_match().seats[1].due
    assert due is not None
    office.time += DAY
    office.uninstall("dodgeball")
    office.time += 90 * DAY
    assert steps(office) in ([], [("tidy", "")])
    assert seats_at_risk(office.app) == []
    assert office.mails() == []
    office.uninstall()
    assert [seat.due for seat in office.find_match().seats if seat.since] == [due + 90 * DAY]
    assert reply(office, ANN, boards[ANN], "done")
    assert office.asked() == BEN


def test_a_reminder_before_the_server_has_looked_waits() -> None:
    office = begin()
    office.time += 90 * DAY
    due = office.store.matches.due(office.time)
    assert due
    office.uninstall("dodgeball")
    office.store.stops.close("game", office.time, match=1)
    for seat in due:
        office.store.matches.change_seat(office.store.matches.seats(1)[seat.index], seat)
    assert [(step.match, step.what) for step in run_reminders(office.app) if step.match] == [(1, "wait")]


def test_the_server_looks_when_it_begins() -> None:
    office = begin()
    office.uninstall("dodgeball")
    office.store.stops.close("game", office.time, match=1)
    Heartbeat(office.app, lambda error: None).begin()
    assert office.store.stops.open_matches("game") == [1]


def test_the_host_is_told() -> None:
    office = begin()
    office.uninstall("dodgeball")
    told = "game dodgeball is not installed: match 1 waits until you install it again"
    assert any(finding.level == "bad" and finding.text == told for finding in findings(office.app))
    assert "GAME dodgeball IS NOT INSTALLED: match 1 waits" in draw(look_at(office.app))[0]
    assert check(office.app) == []
    with pytest.raises(NotInstalled, match="match 1 waits"):
        office.app.repository.load(1)


def test_an_offer_waits() -> None:
    office = Office()
    for name in ("Ann", "Ben", "Carl"):
        office.register(name)
    office.write(ANN, "challenge dodgeball ben")
    offer = dict(office.mails())[BEN]
    office.write(ANN, "seek dodgeball")
    office.mails()
    office.uninstall("dodgeball")
    assert WAITS in answer(office, BEN, offer, "accept").flat
    assert "no longer has the game Dodgeball" in ask(office, CARL, "join 2").flat
    assert "2: Dodgeball" in ask(office, CARL, "seek").flat
    assert {seat.status for seat in office.store.matches.seats(1)} == {"accepted", "invited"}
    office.uninstall()
    office.reply(BEN, offer, "accept")
    assert office.store.matches.match(1).status == "running"


def test_an_offer_lapses_or_is_called_off() -> None:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write(ANN, "challenge dodgeball ben")
    office.write(ANN, "challenge dodgeball ben")
    office.mails()
    office.uninstall("dodgeball")
    assert office.write(BEN, "decline 1") == "done"
    assert "Dodgeball" in office.mail_to(ANN).subject
    office.time += 60 * DAY
    assert ("lapse", "") in steps(office)


def test_a_player_who_leaves_the_server_is_out_of_it_afterwards() -> None:
    office = begin()
    office.uninstall("dodgeball")
    asked = ask(office, ANN, "leave server")
    assert "you are out of it when the host has installed the game again" in asked.flat
    reply(office, ANN, asked, "yes")
    assert office.store.matches.seats(1)[0].gone
    office.uninstall()
    loaded = office.find_match()
    assert loaded.match.over or any(seat.vote for seat in loaded.seats)
    assert "has left the server for good" in office.mail_to(BEN).flat


def test_news_for_a_daily_mail_wait() -> None:
    office = begin()
    office.write(BEN, "settings mail daily")
    office.write(ANN, "done")
    office.mails()
    ben = office.store.people.at(BEN)
    assert ben is not None
    assert office.store.news.matches(ben.id) == [1]
    office.uninstall("dodgeball")
    office.time += 2 * DAY
    assert office.app.digests.send_due() == []
    assert office.store.news.due(office.time) == []
    office.uninstall()
    office.time += 2 * DAY
    assert [sent.handle for sent in office.app.digests.send_due()] == ["Ben"]


def test_a_mail_that_has_not_left_waits() -> None:
    office = begin()
    office.write(ANN, "done")
    number = max(row.id for row in office.store.post.outbox("new", 100) if row.recipient == BEN)
    office.uninstall("dodgeball")
    assert deliver(office, number) == ("new", f"{WAITS.partition(';')[0]}")
    office.time += HOUR
    office.uninstall()
    assert deliver(office, number) == ("sent", "250 ok")


@pytest.mark.parametrize("ended", [False, True])
def test_pages_show_it(tmp_path: Path, ended: bool) -> None:
    office = over(installed=True) if ended else begin()
    for name in (ANN, BEN):
        office.write(name, "settings site on")
    for uninstalled in (("dodgeball",), ()):
        office.uninstall(*uninstalled)
        for folder in ("kept", "new"):
            app = office.app
            Site(app.context, app.repository, app.competitions, Folder(tmp_path / folder)).refresh()
            for page in ("index.html", "p/Ann/index.html", "all/0/index.html"):
                assert "Dodgeball" in (tmp_path / folder / page).read_text()


@pytest.mark.parametrize(
    "line",
    ["competitions", "show Spring", "standings Spring", "enter Spring", "withdraw Spring", "help Spring",
     "tournament close Spring never mind", "tournament withdraw Spring Ben gone", "tournament extend Spring 3d ill",
     "tournament result 1 Ann agreed", "list", "leave server"],
)  # fmt: skip
def test_its_competitions_wait(line: str) -> None:
    office = opened("round-robin")
    go_on(office)
    number, names = next(iter(running(office).items()))
    lose(office, number, names[0])
    office.mails()
    office.uninstall("dodgeball")
    assert office.app.rounds.look() == ([], False)
    for name in (ANN, BEN):
        assert office.write(name, line) == "done"
        assert any(to == name for to, _ in office.mails())
    office.uninstall()
    go_on(office)
    assert len(held(office).field.results) == 1


def deliver(office: Office, number: int) -> tuple[str, str]:
    """Deliver all that can leave; what has become of one mail."""
    asyncio.run(office.worker(Taking()).deliver_due())
    row = office.store.post.outgoing(number)
    assert row is not None
    return row.status, row.reply


class Taking:
    """A way out that takes every mail."""

    async def deliver(self, sender: str, to: str, raw: bytes) -> Delivered:
        """Take it."""
        return Delivered("sent", "250 ok")

    async def close(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize("line", ["draw", "undo", "extend 2d"])
@pytest.mark.parametrize("answered", ["yes", "no", "accept", "accept draw 1"])
def test_a_question_of_before_is_answered_afterwards(line: str, answered: str) -> None:
    office = begin()
    office.write(ANN, "done" if line == "undo" else "S1 move b3")
    office.mails()
    office.write(ANN, line)
    question = dict(office.mails())[BEN]
    office.uninstall("dodgeball")
    waiting = office.store.confirmations.of_match(1)
    assert waiting
    assert WAITS in answer(office, BEN, question, answered).flat
    assert office.store.confirmations.of_match(1) == waiting
    office.uninstall()
    assert office.reply(BEN, question, "yes") == "done"
    assert office.store.confirmations.of_match(1) == []


def test_a_held_letter_and_a_confirmed_one_change_nothing() -> None:
    office = begin()
    office.configure(Config(domain="play.example", believe_from=False))
    office.uninstall("dodgeball")
    log = office.store.log.batches(1)
    assert office.write(ANN, "confirm resign 1") == "held"
    assert WAITS in answer(office, ANN, office.mail_to(ANN), "yes").flat
    assert office.write(ANN, "match 1\ndone") == "done"
    assert WAITS in office.mail_to(ANN).flat
    assert office.store.log.batches(1) == log


def test_what_the_host_does_to_it_is_refused_with_the_reason() -> None:
    office = begin()
    office.uninstall("dodgeball")
    assert details(office.app, 1)["game"] == "dodgeball"
    for act in (lambda: board(office.app, 1, None), lambda: begun(office.app, 1)):
        with pytest.raises(NotInstalled, match="match 1 waits"):
            act()
    assert export(office.app, 1, secrets=True).game == "dodgeball"
    remove_player(office.app, "ann")
    assert office.store.matches.seats(1)[0].gone
