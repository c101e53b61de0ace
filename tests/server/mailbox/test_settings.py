"""The table [mailbox]: what may stand in it, what follows from it, and where its password is."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.server.core.config import Config, ConfigError, Given, as_served, given, listens, settings_in_force
from pbem.server.core.mailbox_settings import Mailbox, PasswordError

TABLE = {"address": "our.games@p.example", "imap": "imap.p.example:993", "smtp": "smtp.p.example:465"}


def config(**more: Any) -> Config:
    return Given({"mailbox": {**TABLE, **more}}, {}).config()


def test_the_mailbox_is_the_only_door() -> None:
    found = config()
    assert (found.listen, found.lmtp, found.name, found.domain) == ("", "", "our.games", "p.example")
    assert (found.relay, found.relay_tls, found.relay_user) == (TABLE["smtp"], "tls", TABLE["address"])
    assert not found.trial
    assert not found.trusts_from


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"address": "no address"}, "is not a plain address"),
        ({"address": "a+b@p.example"}, "is not a plain address"),
        ({"imap": ""}, 'imap = "": it is missing'),
        ({"imap": "imap.p.example"}, "is not HOST:PORT"),
        ({"address": f"{'x' * 32}@p.example"}, "too long for reply addresses"),
        ({"authserv_id": "*"}, "would believe everybody"),
        ({"authserv_id": "*.*"}, "would believe everybody"),
        ({"done": "INBOX"}, "three folders"),
        ({"imap_tls": "none"}, "imap_tls"),
        ({"mails_a_day": 0}, "mails_a_day"),
        ({"seconds_between": 60}, "seconds_between"),
        ({"pasword": "x"}, "pasword"),
    ],
)
def test_what_cannot_be(more: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why.replace("*", r"\*")):
        config(**more)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('address = "a b"\n', 'pbem.toml, line 2: mailbox.address = "a b": it is not a plain address'),
        ('address = "a@p.example"\n', "pbem.toml, line 1: mailbox.imap: it is missing: .*imap.p.example:993"),
        (
            'address = "a@p.example"\nimap = "p"\nsmtp = "p:1"\n',
            "pbem.toml, line 3: mailbox.imap = \"p\": 'p' is not HOST:PORT",
        ),
        (
            'address = "a@p.example"\nimap = "p:1"\nsmtp = "p"\n',
            "pbem.toml, line 4: mailbox.smtp = \"p\": 'p' is not HOST:PORT",
        ),
        ("plus = false\n", "pbem.toml, line 1: mailbox.address: it is missing"),
    ],
)
def test_it_is_told_where_a_setting_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pbem.toml").write_text(f"[mailbox]\n{text}")
    with pytest.raises(ConfigError, match=told):
        given(None, {}, {}).config()


def test_a_long_address_will_do_without_plus() -> None:
    assert config(address=f"{'x' * 40}@p.example", plus=False).name == "x" * 40


def test_another_door_beside_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text('lmtp = "/run/lmtp"\n[mailbox]\n' + "".join(f'{k} = "{v}"\n' for k, v in TABLE.items()))
    with pytest.raises(ConfigError, match=r"lmtp = '/run/lmtp', but mail goes through the mailbox"):
        given(path, {}, {}).config()


def test_the_commands_beside_the_server_know_it() -> None:
    """All they need is the database."""
    noted = msgspec.json.encode(settings_in_force(config(plus=False))).decode()
    beside = as_served(Given({}, {}), noted, msgspec.json.encode(listens(config())).decode())
    assert beside.mailbox.address == TABLE["address"]
    assert not beside.mailbox.plus
    assert beside.domain == "p.example"


# The password.


def test_a_password_of_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAILBOX_PASSWORD", "one")
    assert Mailbox(password_file="/nowhere").password() == "one"


def test_a_password_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("secret\n")
    path.chmod(0o644)
    with pytest.raises(PasswordError, match="chmod 600"):
        Mailbox(password_file=str(path)).password()
    path.chmod(0o600)
    assert Mailbox(password_file=str(path)).password() == "secret"


def test_a_password_command() -> None:
    assert Mailbox(password_command="printf 'secret\\nmore'").password() == "secret"


@pytest.mark.parametrize("command", ["false secret", "/nowhere/at/all secret", "'secret"])
def test_a_command_that_fails_tells_no_secret(command: str) -> None:
    with pytest.raises(PasswordError) as refused:
        Mailbox(password_command=command).password()
    assert "secret" not in str(refused.value)


def test_no_password_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_MAILBOX_PASSWORD", raising=False)
    with pytest.raises(PasswordError, match="no password"):
        Mailbox().password()


@pytest.mark.parametrize(
    ("pattern", "name", "vouched"),
    [
        ("mx.google.com", "MX.Google.com", True),
        ("mx*.messagingengine.com", "mx7.messagingengine.com", True),
        ("mx*.messagingengine.com", "mx7.messagingengine.com.evil.example", False),
        ("", "", False),
    ],
)
def test_whose_results_are_the_providers(pattern: str, name: str, vouched: bool) -> None:
    assert Mailbox(authserv_id=pattern).vouches(name) == vouched
