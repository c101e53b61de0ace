"""The host sets the limits of what comes in, in a table of pbem.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.config import ConfigError, load_config
from pbem.mail.limits import Limits
from tests.desk.office import Office


def test_a_table_of_limits_changes_those_it_names(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text('domain = "play.example"\n\n[limits]\nletters = 0\ncommand_seconds = 2.5\n')
    assert load_config(file, {}, {}).limits == Limits(letters=0, command_seconds=2.5)


def test_a_limit_that_does_not_exist_is_named(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text("[limits]\nleters = 0\n")
    with pytest.raises(ConfigError, match="leters"):
        load_config(file, {}, {})


@pytest.mark.parametrize(
    "wrong", ["errors = -1", "mime_depth = 0", "mime_depth = 101", "data_seconds = 'long'"]
)
def test_a_limit_that_cannot_be_is_named(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text(f"[limits]\n{wrong}\n")
    with pytest.raises(ConfigError, match=wrong.split()[0]):
        load_config(file, {}, {})


def test_the_desk_reads_letters_within_the_limits_of_the_host() -> None:
    office = Office(limits=Limits(header_bytes=500))
    assert office.write("ann@example.org", "help", headers=["X-Long: " + "x" * 500]) == "failed"
    assert office.write("ann@example.org", "help") == "done"


def test_limits_are_no_matter_of_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text("[limits]\nletters = 3\n")
    assert load_config(file, {"PBEM_LIMITS": "none"}, {}).limits.letters == 3
