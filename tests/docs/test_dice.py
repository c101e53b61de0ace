"""docs/dice.md: its program works out the dice of real matches, and notices a forged one."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.play.record import dice_in
from pbem.server.admin import host
from tests.docs.pages import page
from tests.server.office import Mail, Office


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (source,) = re.findall(r"```python\n(.*?)```", page("docs/dice.md"), re.S)
    assert source.count("\n") < 50
    path = tmp_path / "check_dice.py"
    path.write_text(source)
    return path


@pytest.fixture
def office() -> Office:
    """A match of Ann and Ben that has ended after some dice; 1 is its number."""
    office = Office()
    ann, ben = office.register("Ann"), office.register("Ben")
    office.write(ann, "challenge dodgeball ben pawns=3 placement=fixed")
    office.reply(ben, office.mail_to(ben), "accept")
    for _ in range(6):
        asked = next((address, mail) for address, mail in office.mails() if "your turn" in mail.subject)
        office.reply(asked[0], asked[1], "done")
    return office


def finish(office: Office) -> Mail:
    """Ann gives up; the mail that she gets about it."""
    office.mails()
    office.write("ann@example.org", "confirm resign")
    return office.mail_to("ann@example.org")


def run(program: Path, text: str | bytes) -> subprocess.CompletedProcess[str]:
    path = program.with_name("match.txt")
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return subprocess.run([sys.executable, program, path], capture_output=True, text=True, check=False)


def test_the_program_checks_an_exported_record(program: Path, office: Office) -> None:
    finish(office)
    record = host.export(office.app, 1, secrets=False)
    assert dice_in(record.rows) > 20
    result = run(program, record.to_json())
    assert (result.returncode, result.stdout) == (
        0,
        f"all {dice_in(record.rows)} dice come from the seed\n",
    )


def test_the_program_checks_the_mail_that_answers_dice(program: Path, office: Office) -> None:
    over = finish(office)
    office.reply("ann@example.org", over, "dice")
    mail = office.mail_to("ann@example.org")
    record = host.export(office.app, 1, secrets=False)
    result = run(program, mail.text)
    assert (result.returncode, result.stdout) == (
        0,
        f"all {dice_in(record.rows)} dice come from the seed\n",
    )


def test_a_forged_die_is_noticed(program: Path, office: Office) -> None:
    over = finish(office)
    office.reply("ann@example.org", over, "dice")
    text = office.mail_to("ann@example.org").text
    first, *_ = re.findall(r"d6 (\d)", text)
    forged = re.sub(r"d6 \d", f"d6 {int(first) % 6 + 1}", text, count=1)
    result = run(program, forged)
    assert result.returncode == 1
    assert "die 0 (South start dice) should be" in result.stderr


def test_another_seed_is_noticed(program: Path, office: Office) -> None:
    over = finish(office)
    office.reply("ann@example.org", over, "dice")
    text = office.mail_to("ann@example.org").text
    result = run(program, re.sub(r"seed \w+", f"seed {'11' * 32}", text))
    assert (result.returncode, result.stderr) == (1, "this is not the seed that was promised\n")


def test_the_promise_comes_before_the_salts(office: Office) -> None:
    office.mails()
    office.write("ann@example.org", "challenge dodgeball ben pawns=3")
    both = dict(office.mails())
    row = office.store.matches.match(2)
    assert row is not None
    promise = hashlib.sha256(row.seed).hexdigest()
    assert promise in both["ann@example.org"].text
    assert promise in both["ben@example.org"].text
    assert not row.salts
    office.reply("ben@example.org", both["ben@example.org"], "accept")
    started = office.store.matches.match(2)
    assert started is not None
    accepted = f"<letter-{office.letters}@example.org>"
    assert started.salts[1] == hashlib.sha256(accepted.encode()).hexdigest()[:16]


def test_a_running_match_tells_no_seed(office: Office) -> None:
    office.mails()
    office.write("ann@example.org", "dice")
    mail = office.mail_to("ann@example.org")
    row = office.store.matches.match(1)
    assert row is not None
    assert row.seed.hex() not in mail.text
    assert all(salt in mail.text for salt in row.salts)
    assert not re.search(r"^ *d6 ", mail.text, re.M)


def test_help_dice_answers(office: Office) -> None:
    office.mails()
    office.write("stranger@example.org", "help dice")
    mail = office.mail_to("stranger@example.org")
    assert "HMAC-SHA256(seed" in mail.text
    assert "commitment" in mail.text


def test_the_program_checks_drawn_cards_too(program: Path) -> None:
    office = Office()
    ann, ben = office.register("Ann"), office.register("Ben")
    office.write(ann, "challenge toxic-gnome ben")
    office.reply(ben, office.mail_to(ben), "accept")
    office.write(ann, "confirm resign")
    record = host.export(office.app, 1, secrets=False)
    assert {row.kind for row in record.rows if row.faces} == {"draw"}
    office.mails()
    office.write(ann, "dice 1")
    for text in (record.to_json(), office.mail_to(ann).text):
        result = run(program, text)
        assert (result.returncode, result.stdout) == (
            0,
            f"all {dice_in(record.rows)} dice come from the seed\n",
        )
