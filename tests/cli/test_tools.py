"""pbem scenario, check, backup, doctor, tidy, dkim."""

import json
import re
import threading
import time
from pathlib import Path

import pytest

from pbem.cli import tools
from pbem.server.admin import doctor as examination
from pbem.server.core.config import Config
from pbem.server.ops.server import Server
from tests.cli.conftest import Pbem
from tests.games.ours import OURS
from tests.mail.mta import mta_beside
from tests.operation.sending import until
from tests.server.office import Office
from tests.server.running import Process, free_port, maildir, post, running

SCENARIOS = Path(__file__).parent.parent / "scenarios" / "dodgeball"


def test_scenarios_pass(pbem: Pbem) -> None:
    one = sorted(SCENARIOS.glob("*.yaml"))[0]
    assert pbem("scenario", one).output == "1 passed, 0 failed\n"
    assert pbem("scenario", SCENARIOS).output.endswith(" passed, 0 failed\n")


def test_a_scenario_that_fails_shows_its_first_difference(pbem: Pbem, folder: Path) -> None:
    text = (SCENARIOS / "06-a-hit.yaml").read_text()
    (folder / "wrong.yaml").write_text(
        text.replace("S", "Q", 1) if "to_act: S" in text else text + "\nsurprise: 1\n"
    )
    (folder / "broken.yaml").write_text("game: [\n")
    (folder / "chess.yaml").write_text(text.replace("game: dodgeball", "game: chess"))
    for name, reason in (
        ("wrong.yaml", ""),
        ("broken.yaml", "not a valid scenario"),
        ("chess.yaml", "no game"),
    ):
        assert reason in pbem("scenario", name, code=1).output
    empty = folder / "empty"
    empty.mkdir()
    assert pbem("scenario", empty, code=1).output == "0 passed, 0 failed\n"


def test_check(pbem: Pbem, played: Office) -> None:
    assert pbem("check").output == "1 matches checked, 0 problems\n"
    assert json.loads(pbem("check", "--json").stdout) == []
    played.store.db.execute("UPDATE log SET die = 7 WHERE number = 1")
    output = pbem("check", code=1).output
    assert output.endswith("1 matches checked, 1 problems\n")
    assert output.startswith("match 1: batch 1 begins at row ")
    assert len(json.loads(pbem("check", "--json", code=1).stdout)) == 1


@pytest.mark.sqlite
def test_backup(pbem: Pbem, played: Office) -> None:
    assert pbem("backup", "copy.db").output == "copy.db is a complete copy\n"
    assert "copy.db exists; pbem backup never overwrites a file" in pbem("backup", "copy.db", code=1).output
    assert "1 matches checked, 0 problems" in pbem("check", "--db", "copy.db").output


def test_doctor_on_a_healthy_server(pbem: Pbem, played: Office, folder: Path) -> None:
    """It need not be told where the server listens."""
    pbem("deliver")  # letters of the fixture's clock, which is not today's
    with Process(folder) as server:
        server.ready()
        pbem("remind")
        output = pbem("doctor").output
    in_a_file = played.store.file is not None
    kept = "database file games.db" if in_a_file else f"database {played.store.name}"
    assert "bad" not in output
    assert ("MB free" in output) is in_a_file
    for words in (
        f"listener 127.0.0.1:{server.port}: answers",
        "the server was there",
        f"{kept} is sound",
        *OURS,
        f"maildirs can be written below {folder}/mail/",
    ):
        assert words in output


def test_doctor_finds_what_is_wrong(pbem: Pbem, played: Office, folder: Path) -> None:
    played.store.post.close(1, "failed", "x")
    assert "bad  letters: " in pbem("doctor", code=1).output.replace("   ", "  ")
    assert "; see: pbem inbox list --status failed" in pbem("doctor", code=1).output
    (folder / "pbem.toml").write_text('relay = "127.0.0.1:1"\nlmtp = "127.0.0.1:1"\nbelieve_from = true\n')
    output = pbem("doctor", code=1).output.replace("   ", "  ")
    assert "bad  relay 127.0.0.1:1 does not accept mail: SMTPConnectError" in output
    assert "bad  lmtp 127.0.0.1:1: no answer; start it with: pbem serve" in output
    assert "bad  mail domain: localhost, which nobody else can write to; set domain" in output
    assert "bad  From is believed: anybody who knows a player's address can play for them" in output
    (folder / "file").touch()
    (folder / "pbem.toml").write_text('maildir = "file/mail"\n')
    assert "bad  maildirs cannot be written below file/mail/" in pbem("doctor", code=1).output.replace(
        "   ", "  "
    )


@pytest.mark.sqlite
def test_doctor_finds_a_disk_that_is_nearly_full(
    pbem: Pbem, played: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examination, "_free_megabytes", lambda path: 3)
    assert "bad  disk: 3 MB free" in pbem("doctor", code=1).output.replace("   ", "  ")


@pytest.mark.sqlite
def test_doctor_makes_no_database(pbem: Pbem, folder: Path) -> None:
    assert "there is no database games.db; start a server" in pbem("doctor", code=1).output
    assert list(folder.iterdir()) == []


def test_doctor_changes_nothing(pbem: Pbem, played: Office, folder: Path) -> None:
    before = played.dump()
    pbem("doctor", code=1)
    assert played.dump() == before
    assert not (folder / "mail").exists()


def test_doctor_tells_when_server_and_cron_were_last_there(pbem: Pbem, played: Office, folder: Path) -> None:
    now = int(time.time())
    output = pbem("doctor", code=1).output
    assert "note the server has never run" in output
    assert "ok   pbem remind need not run, because the server is in trial mode" in output
    (folder / "pbem.toml").write_text('lmtp = "127.0.0.1:1"\n')
    assert (
        "bad  pbem remind has never run: nobody is reminded; let cron or a timer run it"
        in pbem("doctor", code=1).output
    )
    played.store.set_note("alive", str(now - 120))
    played.store.set_note("reminded", str(now - 3 * 86_400))
    output = pbem("doctor", code=1).output
    assert "ok   the server was there 2 minutes ago" in output
    assert "bad  pbem remind has run 3 days ago" in output
    played.store.set_note("reminded", str(now + 86_400))
    assert "has the clock been set back?" in pbem("doctor", code=1).output
    played.store.set_note("alive", str(now - 300))
    assert "bad  the server was there 5 minutes ago" in pbem("doctor", code=1).output


def test_doctor_sees_a_server_that_has_stopped(pbem: Pbem, folder: Path) -> None:
    with Process(folder) as server:
        server.ready()
        assert "bad" not in pbem("doctor").output
        server.stop()
    output = pbem("doctor", code=1).output
    assert f"bad  listener 127.0.0.1:{server.port}: no answer; start it with: pbem serve" in output


def test_doctor_sees_that_cron_is_late(pbem: Pbem, played: Office) -> None:
    """Also where it has never run."""
    Path("pbem.toml").write_text('listen = "127.0.0.1:1"\n')  # where nobody listens, whatever else runs here
    overdue = "UPDATE seats SET next_reminder = ? WHERE since IS NOT NULL"
    played.store.db.execute(overdue, [int(time.time()) - 46 * 3600])
    assert (
        "bad  a reminder is overdue by 1 day and 22 hours: does cron run pbem remind?"
        in pbem("doctor", code=1).output
    )
    played.store.db.execute(overdue, [int(time.time()) - 6 * 3600])
    assert "overdue" not in pbem("doctor", code=1).output


def test_doctor_sees_what_has_piled_up(pbem: Pbem, played: Office) -> None:
    played.store.people.set_unreachable(1, 1)
    played.store.post.lease([1], 1)
    output = pbem("doctor", code=1).output
    assert "note mail to Ann comes back; see: pbem player show Ann" in output
    assert "bad  a mail has not gone out for " in output


def test_doctor_tries_the_relay_as_far_as_the_login(pbem: Pbem, played: Office, folder: Path) -> None:
    (folder / "password").write_text("secret\n")
    (folder / "password").chmod(0o644)
    with mta_beside() as mta:
        setting = f'relay = "127.0.0.1:{mta.port}"\nbelieve_from = false\n'
        (folder / "pbem.toml").write_text(setting)
        assert f"ok   relay 127.0.0.1:{mta.port} accepts mail: 250 ok" in pbem("doctor", code=1).output
        more = f'{setting}relay_user = "pbem"\nrelay_password_file = "password"\n'
        (folder / "pbem.toml").write_text(more)
        output = pbem("doctor", code=1).output
    assert f"bad  relay 127.0.0.1:{mta.port}, logged in as pbem does not accept mail: SMTP" in output
    assert "bad  password is readable by others: chmod 600" in output
    assert "secret" not in output


def test_doctor_fails_where_no_mail_can_come_in(
    pbem: Pbem, played: Office, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pbem.toml").write_text('relay = "127.0.0.1:1"\ndomain = "games.example.org"\n')
    monkeypatch.setattr(examination, "_asked", lambda name, kind: [])
    assert "bad  DNS: games.example.org has no MX: nobody can write to it" in pbem("doctor", code=1).output


@pytest.mark.parametrize(
    ("verb", "reply", "level"),
    [
        ("MAIL", "550 not from here", "bad"),
        ("MAIL", "530 authentication required", "bad"),
        ("RCPT", "554 relaying denied", "bad"),
        ("RCPT", "450 greylisted", "note"),
        ("connect", "421 too busy", "bad"),
    ],
)
def test_doctor_offers_the_relay_a_letter(
    pbem: Pbem, played: Office, folder: Path, verb: str, reply: str, level: str
) -> None:
    """To the host, but nothing is sent."""
    with mta_beside() as mta:
        (folder / "pbem.toml").write_text(f'relay = "127.0.0.1:{mta.port}"\nhost = "host@example.org"\n')
        mta.says[verb] = [reply]
        found = json.loads(pbem("doctor", "--json", code=1).stdout)
        assert mta.letters == []
        assert verb != "RCPT" or "RCPT TO:<host@example.org>" in mta.heard
    (relay,) = [each for each in found if each["text"].startswith("relay")]
    assert relay["level"] == level
    assert reply[4:] in relay["text"]


def test_doctor_knows_how_often_cron_runs(pbem: Pbem, played: Office) -> None:
    """Twice an hour, and twice missed: that is late. One that runs once a day is not, after a day and a half."""
    now = int(time.time())
    Path("pbem.toml").write_text('lmtp = "127.0.0.1:1"\n')

    def told(period: int, ago: int) -> str:
        played.store.note_run(now - ago - period)
        played.store.note_run(now - ago)
        found = json.loads(pbem("doctor", "--json", code=1).stdout)
        return next(str(each["level"]) for each in found if each["text"].startswith("pbem remind"))

    assert told(1800, 3500) == "ok"
    assert told(1800, 4000) == "bad"
    assert told(10, 3000) == "ok"
    assert told(86_400, 130_000) == "ok"
    assert told(86_400, 180_000) == "bad"
    assert told(30 * 86_400, 180_000) == "bad"


def test_doctor_notes_a_listener_for_everybody(pbem: Pbem, played: Office) -> None:
    Path("pbem.toml").write_text('relay = "127.0.0.1:1"\nlisten = "0.0.0.0:1"\n')
    assert (
        "note listener 0.0.0.0:1: anybody can reach it, with no mail server" in pbem("doctor", code=1).output
    )


def test_doctor_looks_up_the_names(
    pbem: Pbem, played: Office, folder: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pbem.toml").write_text(
        f'relay = "127.0.0.1:1"\ndomain = "play.example"\n[dkim]\nkey_file = "{key}"\n'
    )
    records: dict[tuple[str, str], list[str] | None] = {
        ("play.example", "MX"): ["10 mail.play.example."],
        ("play.example", "TXT"): ["something", "v=spf1 mx -all"],
    }
    monkeypatch.setattr(examination, "_asked", lambda name, kind: records.get((name, kind), []))
    output = pbem("doctor", code=1).output
    assert "ok   DNS: mail for play.example goes to 10 mail.play.example." in output
    assert "ok   DNS: SPF v=spf1 mx -all" in output
    assert "note DNS: DMARC is missing at _dmarc.play.example" in output
    assert "bad  DNS: DKIM is not what pbem dkim prints at pbem._domainkey.play.example" in output
    printed = "".join(re.findall(r'"([^"]*)"', pbem("dkim").output))
    records["pbem._domainkey.play.example", "TXT"] = [printed]
    assert "ok   DNS: DKIM is right at pbem._domainkey.play.example" in pbem("doctor", code=1).output
    records["play.example", "MX"] = None
    assert "note DNS: no answer about play.example" in pbem("doctor", code=1).output
    records["play.example", "MX"] = []
    assert (
        "note DNS: play.example has no MX: nobody can write to it from outside"
        in pbem("doctor", code=1).output
    )
    records["play.example", "AAAA"] = ["2001:db8::1"]
    told = "note DNS: play.example has no MX, so mail goes to its own address"
    assert told in pbem("doctor", code=1).output
    records["play.example", "MX"] = ["0 ."]
    assert "bad  DNS: play.example says that it accepts no mail (MX 0 .)" in pbem("doctor", code=1).output


def test_a_key_that_is_none_is_told(pbem: Pbem, played: Office, folder: Path) -> None:
    assert "no key_file in [dkim]" in pbem("dkim", code=1).output
    (folder / "pbem.toml").write_text('relay = "127.0.0.1:1"\n[dkim]\nkey_file = "none.pem"\n')
    for command in ("dkim", "doctor"):
        assert "dkim: none.pem is not an RSA key in PEM form" in pbem(command, code=1).output


def test_tidy(pbem: Pbem, played: Office, folder: Path) -> None:
    played.store.db.execute("UPDATE outbox SET status = 'sent', created = 1")
    played.store.db.execute("UPDATE inbox SET received = 1")
    count = int(pbem("tidy", "--dry-run").output.split()[0])
    assert count > 9
    assert pbem("tidy").output == f"{count} letters deleted\n"
    assert pbem("tidy").output == "0 letters deleted\n"
    (folder / "pbem.toml").write_text("keep_days = 0\n")
    assert "keep_days is 0: letters are kept forever" in pbem("tidy", code=1).output


def test_a_mail_to_itself_comes_round(pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here without a mail server between: the server's own mail is handed to it again."""
    port = free_port()

    def work(server: Server, _: int) -> None:
        own = folder / "mail" / "pbem@localhost"

        def carry() -> None:
            until(lambda: maildir(folder / "mail", "pbem@localhost") != [])
            (path,) = (own / "new").iterdir()
            head = b"Authentication-Results: mx.example; dmarc=pass header.from=localhost\r\n"
            post(port, head + path.read_bytes().replace(b"\n", b"\r\n"), sender="pbem-b+x@localhost")

        thread = threading.Thread(target=carry)
        thread.start()
        output = pbem("doctor", "--mail").output
        thread.join()
        assert "ok   it came back; Authentication-Results: mx.example; dmarc=pass" in output

    running(Config(listen=f"127.0.0.1:{port}"), work)


def test_a_mail_to_itself_that_gets_lost(pbem: Pbem, played: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "MAIL_SECONDS", 0.1)
    assert "has not come back within 0.1 seconds" in pbem("doctor", "--mail", code=1).output
