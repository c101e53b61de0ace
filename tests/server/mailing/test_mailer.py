"""What the mails look like: their headers, and the first three that a newcomer gets, word for word."""

import itertools
import re
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from pbem.mail.tasks import read_here
from pbem.play.game import masked
from pbem.play.record import Result
from pbem.play.requests import seeded
from pbem.server.core.letter_tasks import task_of
from tests.server.office import START, Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"
GOLDEN = Path(__file__).parents[2] / "letters" / "golden"


def newcomer() -> dict[str, bytes]:
    """The first three mails of Ben's life here, as bytes."""
    office = Office()
    office.register("Ann")
    office.write(BEN, "register Ben")
    office.reply(BEN, office.mail_to(BEN), "yes", quote=False)
    office.write(ANN, "challenge dodgeball ben placement=fixed")
    invitation = dict(office.mails())[BEN]
    office.reply(BEN, invitation, "accept", quote=False)
    rows = [row for row in reversed(office.store.post.outbox(None, 100)) if row.recipient == BEN]
    return {row.kind: office.writer.mail(row) for row in rows if row.kind in ("confirm", "welcome", "match")}


def test_the_first_three_mails_of_a_newcomer(bless: bool) -> None:
    """`pytest --bless` writes them anew."""
    mails = newcomer()
    assert list(mails) == ["confirm", "welcome", "match"]
    for number, (kind, raw) in enumerate(mails.items(), 1):
        path = GOLDEN / f"newcomer-{number}-{kind}.eml"
        if bless:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(raw)
        assert raw.decode().split("\r\n") == path.read_bytes().decode().split("\r\n"), path.name


def test_the_same_letters_make_the_same_mails() -> None:
    assert newcomer() == newcomer()


@pytest.fixture(scope="module")
def mails() -> list[Mail]:
    """Mails of every kind."""
    office = Office()
    boards = office.begin()
    office.reply(ANN, boards[ANN], "S1 move b4\ndone\nsay Gr\u00fc\u00df dich!")
    office.reply("eve@example.org", boards[BEN], "x")
    office.write(BEN, "challenge dodgeball ann\nhelp\nrules dodgeball 1")
    office.write(ANN, "decline 2")
    rows = office.store.post.outbox(None, 100)
    found = [Mail(office.writer.mail(row), row.kind) for row in reversed(rows)]
    kinds = {mail.kind for mail in found}
    assert kinds == {"confirm", "welcome", "challenge", "answer", "match", "leaked", "declined"}
    return found


def test_every_mail_has_the_headers_of_a_good_citizen(mails: list[Mail]) -> None:
    seen = set()
    for mail in mails:
        message = mail.message
        assert re.fullmatch(r"(pbem|pbem match \d) <pbem@play\.example>", message["From"])
        assert re.fullmatch(r"(\w+ <)?\w+@example\.org>?", message["To"])
        assert "Cc" not in message
        assert parsedate_to_datetime(message["Date"]).timestamp() == START
        assert re.fullmatch(rf"<{mail.kind}\.\d+\.[0-9a-f]{{20}}@play\.example>", mail.id)
        seen.add(mail.id)
        assert message["Auto-Submitted"] in ("auto-replied", "auto-generated")
        assert message["X-Auto-Response-Suppress"] == "All"
        assert message["X-Loop"] == "pbem@play.example"
        assert message["List-Help"] == "<mailto:pbem@play.example?subject=help>"
        assert "Precedence" not in message
        assert message["MIME-Version"] == "1.0"
    assert len(seen) == len(mails)


def test_reply_addresses_are_short_and_survive_a_change_of_case(mails: list[Mail]) -> None:
    for mail in mails:
        assert re.fullmatch(r"pbem\+[a-z2-7]{16,58}@play\.example", mail.reply_to)


def test_mails_of_a_match_are_one_thread(mails: list[Mail]) -> None:
    threads: dict[str, list[EmailMessage]] = {}
    for mail in mails:
        if mail.kind == "match":
            threads.setdefault(str(mail.message["To"]), []).append(mail.message)
    assert len(threads) == 2
    for messages in threads.values():
        assert len(messages) > 1
        for earlier, later in itertools.pairwise(messages):
            references = str(later["References"]).split()
            assert references[0] == "<match.1@play.example>"
            assert earlier["Message-ID"] in references
            assert later["In-Reply-To"] == references[-1]
            assert later["List-Id"] == "<match-1.play.example>"
            assert later["Subject"].startswith("[pbem 1] Dodgeball! - ")


def test_an_answer_answers_and_news_are_generated(mails: list[Mail]) -> None:
    answers = [mail.message for mail in mails if mail.kind == "answer"]
    assert all(message["Auto-Submitted"] == "auto-replied" for message in answers)
    assert all(message["In-Reply-To"].startswith("<letter-") for message in answers)
    news = [mail.message for mail in mails if mail.kind in ("challenge", "leaked", "declined")]
    assert all(message["Auto-Submitted"] == "auto-generated" for message in news)


def test_text_is_plain_narrow_and_complete(mails: list[Mail]) -> None:
    for mail in mails:
        plain, html = mail.message.iter_parts()
        assert [plain.get_content_type(), html.get_content_type()] == ["text/plain", "text/html"]
        assert "format" not in plain["Content-Type"].params
        assert all(len(line) <= 78 and line == line.rstrip() for line in mail.text.split("\n"))
        assert mail.text.partition("\n")[0].endswith("(reply above this line)")
        if "center line" in mail.text:
            board = re.search(r'<table class="bd".*?</table>', str(html.get_content()), re.S)
            assert board is not None
            drawn = mail.text.partition("center line")[0].rpartition("\n\n")[2]
            figures = set(re.findall(r"[NS]\d", drawn))
            assert figures
            assert figures <= set(re.findall(r"[NS]\d", board[0]))
            receipt = "More: show, undo" in mail.flat
            assert ("South (Ann), 3 pawns: S1 " in mail.text) != receipt


def test_what_others_say_comes_through_in_any_script(mails: list[Mail]) -> None:
    assert any("Ann says: Gr\u00fc\u00df dich!" in mail.text for mail in mails)


def test_a_mail_is_put_into_the_outbox_once() -> None:
    """A letter that is done again after a crash makes the same mails under the same names."""
    office = Office()
    office.register("Ann")
    raw = office.raw(ANN, "help")
    with office.store.transaction():
        number = office.store.post.receive(raw, ANN, ("pbem@play.example",), office.time)
    incoming = office.store.post.incoming(number)
    assert incoming is not None
    for _ in range(2):
        office.store.db.execute("DELETE FROM heard WHERE inbox = ?", (number,))
        assert office.app.handler.handle(incoming, read_here(task_of(office.app.config, incoming))) == "done"
    assert len(office.mails()) == 1


def test_places_of_three_are_told_apart() -> None:
    """How a match of several ended, as each of its seats reads it."""
    office = Office()
    office.begin()
    loaded = office.find_match()
    outcomes = []
    for places in ("S>N", "N>S", "S=N", "S>N>X", "X>S>N", "X>Y>S>N", "A>B>C>D>E>F>S>N", "S=N>X"):
        loaded.match.state.result = Result.parse(places)
        outcomes.append([office.app.mailer.standing.outcome(loaded, seat) for seat in loaded.seats])
    assert outcomes == [
        ["won", "lost"],
        ["lost", "won"],
        ["drew", "drew"],
        ["won", "came second"],
        ["came second", "came third"],
        ["came third", "came fourth"],
        ["came 7th", "came 8th"],
        ["shared the win", "shared the win"],
    ]


TEAM = "team troll worgen undead orc* tauren"


@pytest.mark.parametrize("secret", [("show",), (TEAM,)])
def test_b39_the_example_of_a_prompt_does_not_tell_what_others_have_sent_in_secret(
    secret: tuple[str, ...],
) -> None:
    """It is as if they had sent nothing."""
    office = Office()
    board = office.begin("", game="gnomeball")[ANN]
    office.write(BEN, "\n".join(secret))
    (example,) = re.findall(r"e\.g\..*", board.text)
    office.mails()
    office.write(ANN, "show")
    assert example in office.mail_to(ANN).text


def test_b39_what_the_house_does_does_not_tell_what_others_have_sent_in_secret() -> None:
    """It plays the same whether or not Ben has sent another answer before."""
    played = []
    for answers in (("start d",), ("start c", "start d")):
        office = Office()
        for name in ("Ann", "Ben"):
            office.register(name)
        office.write(ANN, "challenge toxic-gnome ben house")
        office.reply(BEN, dict(office.mails())[BEN], "accept")
        for line in answers:
            office.write(BEN, line)
        office.write(ANN, "start c")
        while not any(row.seat == "3" and row.name != "start" for row in office.log()):
            loaded = office.find_match()
            ((seat, ask),) = loaded.match.asks.items()
            line = loaded.game.bots["random"](masked(loaded.match.state, seat), ask, seeded("a person"))
            assert office.write(office.asked(), line) == "done"
        played.append([row.text for row in office.log() if row.seat == "3"])
    assert played[0] == played[1]
