"""deploy/: the files for containers say the same as each other, and as docs/hosts."""

import re
import shutil
import subprocess
import tomllib
from typing import Any

import pytest
import yaml

from pbem.server.core.config import given
from tests.docs.pages import ROOT, block, page

CONTAINERFILE = page("deploy/Containerfile")
COMPOSE: dict[str, Any] = yaml.safe_load(page("deploy/compose.yaml"))
POSTFIX = page("deploy/postfix.sh")
HOSTS = page("docs/hosts/mail-server.md")


def stage(name: str) -> str:
    """The lines of one stage of the Containerfile."""
    (found,) = re.findall(rf"^FROM \S+ AS {name}\n((?:(?!FROM ).*\n?)*)", CONTAINERFILE, re.M)
    return str(found)


def test_the_example_is_a_configuration_of_a_real_server() -> None:
    config = given(ROOT / "deploy" / "example.toml", {"PBEM_DOMAIN": "play.example"}, {}).config()
    assert not config.trial
    assert not config.trusts_from
    assert config.dkim.key_file


def test_server_and_postfix_find_each_other() -> None:
    settings = tomllib.loads(page("deploy/example.toml"))
    port = settings["lmtp"].removeprefix("0.0.0.0:")
    assert f"lmtp:inet:pbem:{port} }}" in POSTFIX
    assert f"EXPOSE {port}\n" in stage("pbem")
    assert f"smtplib.LMTP('127.0.0.1', {port}, " in str(COMPOSE["services"]["pbem"]["healthcheck"]["test"])
    assert {"pbem", settings["relay"].split(":")[0]} < set(COMPOSE["services"])
    assert f"{settings['relay'].split(':')[1]}/inet = " in POSTFIX


def test_the_world_reaches_postfix_and_nothing_else() -> None:
    assert {name: service.get("ports") for name, service in COMPOSE["services"].items()} == {
        "pbem": None,
        "chores": None,
        "postfix": ["25:25"],
    }
    assert "mynetworks = 127.0.0.0/8'" in POSTFIX
    assert re.findall(r"smtpd_relay_restrictions = (.*)'", POSTFIX) == [
        "permit_mynetworks, reject_unauth_destination"
    ]


def test_whoever_is_waited_for_can_be_healthy() -> None:
    """By compose.yaml itself: images of Podman's format have no health check."""
    services = COMPOSE["services"]
    waited_for = {
        name
        for service in services.values()
        for name, how in service.get("depends_on", {}).items()
        if how["condition"] == "service_healthy"
    }
    assert waited_for == {"pbem"}
    assert all(services[name]["healthcheck"]["test"][0] == "CMD" for name in (*waited_for, "postfix"))
    assert "HEALTHCHECK" not in CONTAINERFILE


def test_what_must_last_is_in_volumes() -> None:
    for name in ("pbem", "postfix"):
        (folders,) = re.findall(r"^VOLUME \[(.*)\]", stage(name), re.M)
        mounted = [volume.split(":") for volume in COMPOSE["services"][name]["volumes"]]
        assert [place for kind, place, *_ in mounted if kind in COMPOSE["volumes"]] == re.findall(
            r'"(.+?)"', folders
        )
    settings = tomllib.loads(page("deploy/example.toml"))
    for path in (settings["db"], settings["dkim"]["key_file"]):
        assert path.startswith("/var/lib/pbem/")
    assert "copy=/var/backups/pbem/" in page("deploy/chores.sh")


def test_every_variable_has_its_line_in_the_example() -> None:
    needed = set(re.findall(r"\$\{(\w+)", page("deploy/compose.yaml")))
    assert needed == set(re.findall(r"^(\w+)=", page("deploy/example.env"), re.M))


def test_postfix_knows_the_addresses_of_the_page() -> None:
    (written,) = re.findall(r"pbem_recipients <<END\n(.*?)END", POSTFIX, re.S)
    told = block(HOSTS, "pbem_recipients")
    assert written.replace("$pattern", r"play\.example").replace(r"\$", "$").replace("\\\\", "\\") == told


def test_what_is_copied_into_the_images_can_be_run_there() -> None:
    for name in re.findall(r"^COPY (deploy/\S+)", CONTAINERFILE, re.M):
        assert (ROOT / name).stat().st_mode & 0o111, f"chmod +x {name}"


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed here")
def test_shellcheck_finds_nothing() -> None:
    subprocess.run(["shellcheck", *map(str, (ROOT / "deploy").glob("*.sh"))], check=True)
