"""docs/hosts/ names every setting and every command, and its files hold together."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.mail.delivery import RETRY
from pbem.mail.limits import Limits
from pbem.mail.tokens import Token, TokenSigner
from pbem.server.admin import doctor
from pbem.server.core.config import Config, given
from pbem.server.core.settings import names_of
from tests.docs.pages import ROOT, block, code, page, pages, section, table
from tools.configuration import KINDS, renewed
from tools.host_commands import manual

HOSTS = pages("docs/hosts")
CONFIGURATION = page("docs/hosts/configuration.md")
RUNNING = page("docs/hosts/running.md")
UNITS = ROOT / "deploy" / "systemd"


def file(name: str) -> str:
    """A file that a page shows, behind a comment with its name."""
    return block(HOSTS, name)


def commands(group: click.Group, path: str = "pbem") -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def test_the_tables_of_settings_are_up_to_date() -> None:
    assert renewed(CONFIGURATION) == CONFIGURATION, "write them anew: make commands"


def test_every_setting_has_its_row_and_a_text() -> None:
    """Those of tables, too."""
    rows = {code(row)[0] for row in re.findall(r"^\| `.*", CONFIGURATION, re.M)}
    assert rows >= {name.rpartition(".")[2] for name in names_of(Config)}
    tables = {type(field.default) for field in msgspec.structs.fields(Config)}
    assert {kind for kind in KINDS if kind is not Config} == {
        each for each in tables if issubclass(each, msgspec.Struct)
    }
    assert {f"settings of {kind.__name__}" for kind in KINDS} == set(
        re.findall(r"<!-- (settings of \w+) -->", CONFIGURATION)
    )


def test_the_example_with_a_provider_is_a_configuration(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(file("pbem.toml, by a provider"))
    config = given(path, {}, {}).config()
    assert config.relay_tls == "starttls"
    assert config.dkim.key_file
    assert config.host


def test_the_example_is_a_configuration_of_a_real_server(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(file("pbem.toml"))
    config = given(path, {}, {}).config()
    assert not config.trial
    assert not config.trusts_from
    socket = config.lmtp.removeprefix("/var/spool/postfix/")  # to which Postfix's paths are relative
    assert f"lmtp:unix:{socket} }}" in file("main.cf")
    assert str(Path(config.lmtp).parent) in file("shell, once")
    assert f"ReadWritePaths={Path(config.lmtp).parent}" in (UNITS / "pbem.service").read_text()


def test_the_page_of_commands_is_up_to_date() -> None:
    assert page("docs/hosts/commands.md") == manual(), "write it anew: make man"


@pytest.mark.parametrize("name", [name for name, _ in commands(main)])
def test_every_command_has_help(name: str) -> None:
    result = CliRunner().invoke(main, [*name.split()[1:], "--help"])
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_commands_of_the_text_exist_with_their_options() -> None:
    known = dict(commands(main))
    text = HOSTS.replace(page("docs/hosts/commands.md"), "")
    lines = re.findall(r"(?:/opt/pbem/bin/)?(pbem(?: --config \S+)? [a-z]+[^`\n&|#]*)", text)
    seen = 0
    for line in lines:
        words = line.replace("--config /etc/pbem.toml ", "").split()
        name = next((name for name in (" ".join(words[:3]), " ".join(words[:2])) if name in known), None)
        if name is None:
            continue
        seen += 1
        options = {"--help", *(option for each in known[name].params for option in each.opts)}
        assert {word for word in words if word.startswith("--")} <= options, line
    assert seen > 40


def test_units_and_crontab_call_commands_that_exist() -> None:
    known = dict(commands(main))
    called = {}
    for path in UNITS.glob("pbem*.service"):
        called[path.stem] = re.findall(r"/opt/pbem/bin/pbem(?: --\w+ \S+)? (\w+)", path.read_text())
    assert called == {
        "pbem": ["serve"],
        "pbem-remind": ["remind"],
        "pbem-backup": ["backup"],
        "pbem-check": ["check", "doctor"],
    }
    assert {f"pbem {name}" for names in called.values() for name in names} <= set(known)
    assert f"pbem {file('crontab').split()[-1]}" in known


def test_every_unit_is_explained_and_every_timer_started() -> None:
    told = {code(row[0])[0] for row in table(section(RUNNING, "Services and timers"))}
    timed = {path.stem for path in UNITS.glob("*.timer")}
    assert told == {path.name for path in UNITS.glob("*.*") if path.is_file()} - {
        f"{name}.service" for name in timed
    }
    started = file("shell, units").splitlines()[-1].removeprefix("systemctl enable --now ").split()
    assert set(started) == {"pbem.service", *(f"{name}.timer" for name in timed)}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    """No unknown key, no wrong value, and no process that may do more than it must. The program is one that is here."""
    shutil.copytree(UNITS, tmp_path, dirs_exist_ok=True)
    units = sorted(path for path in tmp_path.iterdir() if path.is_file())
    for unit in units:
        unit.write_text(unit.read_text().replace("/opt/pbem/bin/pbem", sys.executable))
    called = [["verify", "--man=no", *map(str, units)]]
    called += [
        ["security", "--offline=true", "--threshold=20", str(each)]
        for each in units
        if each.match("pbem*.service")
    ]
    for arguments in called:
        done = subprocess.run(
            ["systemd-analyze", *arguments],
            env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr


def test_what_to_watch_for_is_what_the_log_says() -> None:
    source = "".join(path.read_text() for path in (ROOT / "pbem").rglob("*.py"))
    for row in table(section(RUNNING, "Alarms and the log")):
        assert code(row[0])[0] in source


def test_postfix_takes_every_address_of_ours_and_no_other() -> None:
    signer = TokenSigner(b"k" * 32, "play.example")
    patterns = [re.compile(line.split("/")[1], re.I) for line in file("pbem_recipients").splitlines()]
    kinds = (Token("seat", 12, 1, 30), Token("player", 3), Token("confirm", 99, 3), Token("invite", 1))
    ours = [
        "pbem@play.example",
        "postmaster@play.example",
        "abuse@play.example",
        signer.bounce_address(Token("bounce", 77)),
    ]
    ours += [signer.address(token) for token in kinds]
    for address in ours:
        assert any(pattern.search(address) for pattern in patterns), address
        assert signer.owns(address)
    for address in ("ann@play.example", "pbem+@play.example", "pbem+a@play.example.org", "pbem@play-example"):
        assert not any(pattern.search(address) for pattern in patterns), address


def test_addresses_of_an_old_domain_become_ours() -> None:
    """The tokens in them are still good: no domain is signed."""
    key = b"k" * 32
    old, new = TokenSigner(key, "old.example"), TokenSigner(key, "play.example")
    pattern, _, becomes = file("pbem_old").strip().rpartition(" ")
    tokens = (Token("seat", 12, 1, 30), Token("player", 3))
    given = {old.address(token): new.address(token) for token in tokens}
    bounce = Token("bounce", 77)
    given |= {old.bounce_address(bounce): new.bounce_address(bounce), "pbem@old.example": "pbem@play.example"}
    for address, wanted in given.items():
        found = re.fullmatch(pattern.strip().strip("/"), address)
        assert found
        assert becomes.replace("${1}", found[1]) == wanted
        assert new.owns(wanted)
    assert not re.fullmatch(pattern.strip().strip("/"), "ann@old.example")
    assert "regexp:/etc/postfix/pbem_old" in file("main.cf, old domain")


def test_a_mailbox_has_a_unit_and_a_crontab_that_call_what_exists() -> None:
    unit, crontab = file("user unit"), file("crontab, mailbox")
    assert re.findall(r"bin/pbem (\w+)", unit) == ["serve"]
    assert re.findall(r"bin/pbem (\w+)", crontab) == ["backup", "check", "doctor"]
    assert {f"pbem {name}" for name in ("serve", "backup", "check", "doctor")} <= set(dict(commands(main)))
    assert not re.search(r"(?<!\\)%", crontab), "cron reads a bare % as the end of the line"
    assert "~/.config/systemd/user/pbem.service" in HOSTS


def test_a_full_disk_is_told_by_the_numbers_of_the_program() -> None:
    told = section(RUNNING, "When the disk is full")
    assert f"`min_free` ({Config().min_free} MB)" in told
    assert f"warns below {doctor.ENOUGH_MEGABYTES} MB" in told


def test_numbers_are_those_of_the_program() -> None:
    minutes = [int(wait.total_seconds() // 60) for wait in RETRY]
    assert minutes[:4] == [1, 5, 15, 30]
    assert round(sum(minutes) / 60 / 24) == 4
    (limit,) = re.findall(r"message_size_limit = (\d+)", file("main.cf"))
    assert 0.9 < int(limit) / Limits().lmtp_letter_bytes < 1  # its own fields come on top


def test_every_status_of_a_letter_is_explained() -> None:
    told = {code(row[0])[0] for row in table(section(RUNNING, "Letters that came in"))}
    (status,) = (each for each in dict(commands(main))["pbem inbox list"].params if each.name == "status")
    assert isinstance(status.type, click.Choice)
    assert told == set(status.type.choices)
