"""A match by mutt, Postfix and Dovecot; and what a host does with such a system, as docs/hosts tells them.

Asked for by PBEM_INTEGRATION=1, which `make integration` sets; skipped with the reason where it cannot be.
"""

import os
import re
import shutil
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.play.game import masked
from pbem.play.requests import seeded
from pbem.server.core.config import Config
from pbem.server.ops.application import Application
from pbem.store import Store
from pbem.store.seals import KEY_FILE
from tests.integration.world import World, file, missing, until
from tests.server.running import letter

pytestmark = [
    pytest.mark.skipif("PBEM_INTEGRATION" not in os.environ, reason="a real mail system: make integration"),
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("integration"),
]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    reason = missing()
    if reason:
        pytest.skip(reason)
    world = World()
    try:
        world.start()
        for name in ("ann", "ben"):
            world.write(name, f"register {name.title()}")
            world.wait(name, "answer this mail")
            world.answer(name, "answer this mail", "yes")
            world.wait(name, "welcome")
        yield world
    finally:
        world.stop()


def move(world: World, number: int) -> str:
    """Let whoever is asked answer, as the house would play; returns their name, or nothing when the match is over."""
    store = Store(world.database)
    repository = Application(store, Config()).repository
    until(lambda: repository.find(number), "the beginning of the match")
    loaded = repository.load(number)
    store.close()
    assert loaded is not None
    if loaded.match.over:
        return ""
    seat, ask = next(iter(loaded.match.asks.items()))
    name = loaded.seats[[each.seat for each in loaded.seats].index(seat)].handle.lower()
    line = loaded.game.bots["normal"](
        masked(loaded.match.state, seat), ask, seeded(str(loaded.match.row_count))
    )
    subject = f"[pbem {number}]"
    before = {each: len(world.box(each)) for each in ("ann", "ben")}
    world.wait(name, subject)
    world.answer(name, subject, line)
    until(lambda: len(world.box(name)) > before[name], f"the answer to {name}'s {line}")
    return name


def letters(world: World, status: str) -> int:
    """How many letters have come to that."""
    store = Store(world.database)
    count = store.post.counts().get(f"inbox {status}", 0)
    store.close()
    return count


def test_a_match_is_played_by_answering_mails(world: World) -> None:
    """Registered, challenged, accepted, played and resigned in mutt; everybody's mail came by Postfix and Dovecot."""
    world.answer("ann", "welcome", "challenge dodgeball ben pawns=3 placement=fixed")
    world.wait("ben", "challenges you")
    world.answer("ben", "challenges you", "accept")
    movers = [move(world, 1) for _ in range(6)]
    assert {"ann", "ben"} == set(filter(None, movers))
    if move(world, 1):
        world.answer("ann", "[pbem 1]", "confirm resign")
        world.wait("ben", "the match is over")
    assert letters(world, "failed") == 0
    assert letters(world, "held") == 0
    mail = world.box("ben")[-1]
    assert mail["From"].endswith("<pbem@play.example>")
    assert re.fullmatch(r"<pbem-b\+[a-z2-7]+@play\.example>", str(mail["Return-Path"]))
    assert "status=deferred" not in world.log()
    assert world.pbem("check") == "1 matches checked, 0 problems\n"


def test_s30_a_header_in_utf8_comes_through_postfix(world: World) -> None:
    """Postfix, set up as docs/hosts says, offers SMTPUTF8, and hands such a letter on only where that is offered."""
    before = len(world.box("ann"))
    raw = letter("ann@home.example", "help", 77, "pbem@play.example")
    raw = raw.replace(b"From: ann@home.example", "From: Anné <ann@home.example>".encode())
    with smtplib.SMTP("127.0.0.1", world.port, timeout=60) as client:
        client.ehlo()
        assert client.has_extn("smtputf8")
        client.sendmail("ann@home.example", ["pbem@play.example"], raw, ["SMTPUTF8", "BODY=8BITMIME"])
    until(lambda: len(world.box("ann")) > before, "an answer")
    assert "5.6.7" not in world.log()
    assert "Undelivered" not in str(world.box("ann")[-1]["Subject"])


@pytest.mark.parametrize("to", ["nobody@play.example", "pbem+@play.example", "pbemx@play.example"])
def test_unknown_addresses_are_refused_in_the_dialogue(world: World, to: str) -> None:
    """So no bounce is ever needed for them."""
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        world.post(letter("eve@elsewhere.example", "help", 1, to), "eve@elsewhere.example", to)
    assert refused.value.recipients[to][0] == 550


def test_what_only_looks_like_an_address_of_ours_is_refused_by_the_game_server(world: World) -> None:
    """Postfix lets it through; nobody else can know which tokens are true. The sender's mail server bounces it."""
    to = "pbem+aaaaaaaaaaaaaaaaaaaaaaaaaaaa@play.example"
    world.post(letter("cat@home.example", "help", 2, to), "cat@home.example", to)
    assert "550 5.1.1 no such address" in world.wait("cat", "Undelivered Mail").as_string()


def test_letters_wait_in_postfix_while_the_server_is_down(world: World) -> None:
    """And are done when it is back, once each."""
    done = letters(world, "done")
    world.stop_server()
    for number in range(5):
        world.write("ann", f"help\n\n{number}")
    until(lambda: world.log().count("status=deferred") >= 5, "a deferred letter")
    assert world.run("postqueue", "-c", str(world.postfix), "-p").count("pbem@play.example") == 5
    world.start_server()
    until(lambda: letters(world, "done") == done + 5, "the letters that have waited")


def test_mail_to_a_mailbox_that_is_gone_comes_back_to_its_token(world: World) -> None:
    """Dovecot refuses it, Postfix bounces it, and the bounce counts against the player whose mail it was."""
    world.write("cat", "register Cat")
    world.wait("cat", "answer this mail")
    world.answer("cat", "answer this mail", "yes")
    world.wait("cat", "welcome")
    world.users("ann", "ben")
    world.write("cat", "help")

    def counted() -> list[float]:
        store = Store(world.database)
        cat = store.people.named("cat")
        assert cat is not None
        found = [bounce.weight for bounce in store.people.bounces(cat.id)]
        store.close()
        return found

    until(lambda: counted() == [1.0], "the bounce")
    world.users("ann", "ben", "cat")
    world.answer("cat", "welcome", "list")
    until(lambda: counted() == [], "the sign of life")


def test_too_big_a_letter_is_refused_in_the_dialogue(world: World) -> None:
    with pytest.raises(smtplib.SMTPSenderRefused) as refused:
        world.post(letter("ann@home.example", "x" * 3_000_000, 3), "ann@home.example", "pbem@play.example")
    assert refused.value.smtp_code == 552


# What a host does.


def cron(world: World, name: str) -> str:
    """Run a line of the crontab of docs/hosts, and return what cron would mail."""
    (line,) = file(name).strip().splitlines()
    command = line.split(maxsplit=6)[6].replace(r"\%", "%")
    return world.shell(world.here(command))


def test_the_lines_for_cron(world: World) -> None:
    """They say nothing when all is well."""
    assert re.fullmatch(r"\d+ done\n", cron(world, "crontab").splitlines(keepends=True)[-1])
    assert cron(world, "crontab, daily") == ""


@pytest.mark.sqlite
def test_the_line_for_backups(world: World) -> None:
    """It says nothing; a copy is there then, and whole."""
    assert cron(world, "crontab, backup") == ""
    (copy,) = world.backups.glob("pbem-*.db")
    shutil.copy(world.state / KEY_FILE, world.backups)  # by which a copy elsewhere can be looked at
    assert world.run(str(world.here("/opt/pbem/bin/pbem")), "--db", str(copy), "check").endswith(
        " 0 problems\n"
    )
    copy.unlink()


def steps(world: World, lines: list[str], copy: Path) -> None:
    """Carry out a shell block of docs/hosts; systemd is played by hand, and pip has nothing new."""
    for each in lines:
        line = each.replace(str(world.backups / "pbem-2027-01-31.db"), str(copy))
        if line.startswith("systemctl stop pbem"):
            world.stop_server()
        elif line.startswith("systemctl start pbem"):
            world.start_server()
        elif "pip install" not in line:
            world.shell(line)


@pytest.mark.sqlite
def test_backup_and_restore(world: World) -> None:
    """What stands in the copy is there again; who answers an old mail is answered, from the old key."""
    copy = world.backups / "copy.db"
    world.pbem("backup", str(copy))
    world.stop_server()
    Path(world.database).write_bytes(b"the disk has gone bad" * 1000)
    restore = world.here(file("shell, restore")).splitlines()
    steps(world, restore[1:], copy)
    count = len(world.box("ann"))
    world.answer("ann", "welcome", "list")
    until(lambda: len(world.box("ann")) > count, "the answer")
    assert letters(world, "held") == 0


@pytest.mark.sqlite
def test_upgrade(world: World) -> None:
    """`pbem check` before and after, and a backup between them."""
    steps(world, world.here(file("shell, upgrade")).splitlines(), world.backups)
    assert len(list(world.backups.glob("before-*.db"))) == 1
    assert world.pbem("doctor").count("ok") > 5


def test_a_flood_of_letters_from_one_mail_server_is_taken(world: World) -> None:
    """More than go in one session or to one connection, but less than half of what strangers may write in an hour: none
    is put off, none is lost.

    They are of strangers, whose answers wait for their turn; so nobody comes behind them here.
    """
    put_off = world.log().count("status=deferred")
    with smtplib.SMTP("127.0.0.1", world.port, timeout=60) as client:
        for number in range(40):
            sender = f"s{number}@home.example"
            client.sendmail(sender, ["pbem@play.example"], letter(sender, "help", f"flood-{number}"))

    def taken() -> int:
        store = Store(world.database)
        rows = store.post.inbox(None, 1000)
        store.close()
        return sum(bool(row.return_path) and b"<flood-" in row.raw for row in rows)

    until(lambda: taken() == 40, "the flood")
    assert world.log().count("status=deferred") == put_off
