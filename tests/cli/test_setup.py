"""`pbem setup` asks, tries the account out, and writes what a server needs; `pbem doctor --mailbox` tries again."""

import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main, setup, tools
from pbem.mail.submission import Submission
from pbem.server.core.config import given
from pbem.server.departures import ways
from pbem.server.mailbox import probe
from pbem.store import Store
from tests.mail.imap import Folder
from tests.mail.provider import FakeProvider, provider_beside
from tests.server.office import dump

ACCOUNT = "our.games@provider.example"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the host is; the probe does not wait long, and its letters follow each other quickly."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(probe, "PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(setup, "SECONDS", 0.4)
    monkeypatch.setattr(tools, "SECONDS", 0.4)
    monkeypatch.setattr(
        ways, "Submission", lambda relay, account, seconds: Submission(relay, account, seconds / 100)
    )
    monkeypatch.setattr(sys, "argv", ["pbem", "setup"])
    return tmp_path


@pytest.fixture(params=[True, False], ids=["plus", "no plus"])
def provider(folder: Path, request: pytest.FixtureRequest) -> Iterator[FakeProvider]:
    with provider_beside(ACCOUNT, folder, plus=request.param) as provider:
        yield provider


def run(
    provider: FakeProvider, *more: str, password: str = "secret", address: str = ACCOUNT, host: str = ""
) -> Result:
    answers = [
        *more,
        address,
        password,
        f"localhost:{provider.imap.port}",
        f"localhost:{provider.port}",
        host,
        "",
    ]
    return CliRunner().invoke(main, ["setup", "--ca-file", "ca.pem"], input="\n".join(answers))


def test_four_questions_and_a_server_is_set_up(provider: FakeProvider, folder: Path) -> None:
    result = run(provider, host="me@elsewhere.example")
    assert result.exit_code == 0, result.output
    assert "secret" not in result.output
    for name in ("pbem.toml", "pbem-password"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    config = given(None, {}, {}).config()
    assert config.mailbox.plus == provider.plus
    assert (config.name, config.domain, config.listen) == ("our.games", "provider.example", "")
    assert config.host == "me@elsewhere.example"
    assert config.mailbox.password() == "secret"
    assert "secret" not in (folder / "pbem.toml").read_text()
    assert "pbem serve" in result.output
    with closing(Store("games.db")) as store:
        assert store.mailboxes.status(ACCOUNT).profile
        assert "secret" not in dump(store)
    assert provider.imap.box() == []


def test_nothing_is_replaced_without_asking(provider: FakeProvider, folder: Path) -> None:
    (folder / "pbem.toml").write_text("# mine\n")
    assert run(provider, "n").exit_code == 1
    assert (folder / "pbem.toml").read_text() == "# mine\n"
    assert run(provider, "y").exit_code == 0
    assert "[mailbox]" in (folder / "pbem.toml").read_text()


def test_a_wrong_password_is_told_and_nothing_is_written(provider: FakeProvider, folder: Path) -> None:
    result = run(provider, password="wrong")
    assert result.exit_code == 1
    assert "AUTHENTICATIONFAILED" in result.output
    assert not (folder / "pbem.toml").exists()
    assert not (folder / "pbem-password").exists()
    assert "wrong" not in result.output.replace("wrong usage", "")


def test_what_was_wrong_is_asked_again_and_all_else_is_kept(provider: FakeProvider, folder: Path) -> None:
    """One login for one wrong password: providers lock accounts over which somebody guesses."""
    servers = (f"localhost:{provider.imap.port}", f"localhost:{provider.port}")
    first = [ACCOUNT, "wrong", "localhost", servers[0], servers[1], "nobody", "me@elsewhere.example"]
    again = ["y", "", "secret", "", "", ""]
    result = CliRunner().invoke(main, ["setup", "--ca-file", "ca.pem"], input="\n".join([*first, *again, ""]))
    assert result.exit_code == 0, result.output
    assert result.output.count("AUTHENTICATIONFAILED") == 1
    assert "b'" not in result.output
    assert "'localhost' is not HOST:PORT" in result.output
    assert "'nobody' is not a plain address" in result.output
    config = given(None, {}, {}).config()
    assert config.host == "me@elsewhere.example"
    assert config.mailbox.password() == "secret"


def test_what_is_said_at_the_end_can_be_typed(provider: FakeProvider, folder: Path) -> None:
    output = run(provider).output
    assert f"Next, in {folder}:" in output
    (line,) = (line.strip() for line in output.splitlines() if "*/5 * * * *" in line)
    assert line.startswith(f"*/5 * * * * cd {folder} && /")


def test_a_provider_that_cannot_be_used(provider: FakeProvider, folder: Path) -> None:
    result = run(provider, address="games@outlook.com")
    assert result.exit_code == 1
    assert "accepts only OAuth2" in result.output


def test_doctor_tries_a_mailbox_out(provider: FakeProvider, folder: Path) -> None:
    run(provider)
    result = CliRunner().invoke(main, ["doctor", "--mailbox"])
    assert result.exit_code == 0, result.output
    assert "our Message-ID is kept" in result.output
    if provider.plus:
        assert "account+tag arrives; the tag is in Delivered-To, To" in result.output


def test_doctor_tells_what_has_become_of_letters(provider: FakeProvider, folder: Path) -> None:
    """A Message-ID that is replaced, our own mail as junk, forged results that are let through."""
    run(provider)
    provider.imap.special["Junk"] = "\\Junk"
    provider.imap.folders["Junk"] = Folder(3)
    provider.folder = "Junk"
    provider.change = lambda raw: raw.replace(b"Message-ID: <", b"Message-ID: <x@y>\r\nX-Old: <")
    result = CliRunner().invoke(main, ["doctor", "--mailbox"])
    assert "our Message-ID is replaced; answers are known by References" in result.output
    assert "our own mail is in Junk" in result.output
    assert "lets forged Authentication-Results through" in result.output


def test_a_probe_that_fails_shuts_the_door(provider: FakeProvider, folder: Path) -> None:
    run(provider)
    provider.says = ["550 5.7.1 no"] * 2
    result = CliRunner().invoke(main, ["doctor", "--mailbox"])
    assert result.exit_code == 1
    with closing(Store("games.db")) as store:
        assert store.mailboxes.status(ACCOUNT).profile == ""
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 1
    assert "not tried out yet; run: pbem doctor --mailbox" in result.output


def test_doctor_without_a_mailbox(folder: Path) -> None:
    result = CliRunner().invoke(main, ["doctor", "--mailbox"])
    assert result.exit_code == 1
    assert "pbem setup makes one" in result.output
