"""What the host has to know at once."""

from pathlib import Path

import pytest

from pbem.server.core.config import ConfigError, given
from tests.server.office import Office

DAY = 86_400


def test_the_host_is_mailed_once_a_day_of_each_kind() -> None:
    office = Office(host="host@example.org")
    for kind in ("flood", "flood", "bounces"):
        office.app.alarms.send(kind, f"something about {kind}")
    assert [(to, mail.kind) for to, mail in office.mails()] == [
        ("host@example.org", "alarm-flood"),
        ("host@example.org", "alarm-bounces"),
    ]
    office.time += DAY + 1
    office.app.alarms.send("flood", "again")
    assert "again" in office.mail_to("host@example.org").text


def test_without_an_address_it_is_only_logged(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    office.app.alarms.send("flood", "too much mail")
    assert office.mails() == []
    assert "too much mail" in caplog.text


def test_an_address_that_is_none_is_no_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="is not an address that alarms could be mailed to"):
        given(None, {"PBEM_HOST": "you at home"}, {}).config()
