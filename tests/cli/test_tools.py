"""pbem scenario, check, backup, doctor."""

import json
from pathlib import Path

import pytest

from pbem.desk import doctor as examination
from tests.cli.conftest import Pbem
from tests.desk.office import Office

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
    for name, reason in (("wrong.yaml", ""), ("broken.yaml", "unreadable"), ("chess.yaml", "no game")):
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


def test_backup(pbem: Pbem, played: Office) -> None:
    assert pbem("backup", "copy.db").output == "copy.db is a complete copy\n"
    assert "copy.db exists; a backup overwrites nothing" in pbem("backup", "copy.db", code=1).output
    assert "1 matches checked, 0 problems" in pbem("check", "--db", "copy.db").output


def test_doctor_on_a_healthy_server(pbem: Pbem, played: Office) -> None:
    output = pbem("doctor").output
    assert "bad" not in output
    for words in (
        "database file games.db is sound",
        "games: dodgeball",
        "maildirs can be written below mail/",
        "MB free",
    ):
        assert words in output


def test_doctor_finds_what_is_wrong(
    pbem: Pbem, played: Office, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.store.post.close(1, "failed", "x")
    assert "bad  letters: " in pbem("doctor", code=1).output.replace("   ", "  ")
    monkeypatch.setattr(examination, "_free_megabytes", lambda path: 3)
    assert "bad  disk: 3 MB free" in pbem("doctor", code=1).output.replace("   ", "  ")
    (folder / "pbem.toml").write_text('relay = "127.0.0.1:1"\nlmtp = "127.0.0.1:1"\nbelieve_from = true\n')
    output = pbem("doctor", code=1).output.replace("   ", "  ")
    assert "bad  relay 127.0.0.1:1: SMTPConnectError" in output
    assert "ok  lmtp 127.0.0.1:1: nothing listens there now" in output
    assert "bad  mail domain: localhost" in output
    assert "bad  From is believed" in output
    (folder / "file").touch()
    (folder / "pbem.toml").write_text('maildir = "file/mail"\n')
    assert "bad  maildirs can be written below file/mail/" in pbem("doctor", code=1).output.replace(
        "   ", "  "
    )
