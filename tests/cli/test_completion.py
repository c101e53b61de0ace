"""What a shell offers when a command is half written."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from pbem.cli import main
from tests.cli.conftest import Pbem
from tests.games.ours import OURS
from tests.place import place
from tests.server.office import Office


def offered(line: str) -> list[str]:
    """What is offered for the last word of a line, which may be empty."""
    *words, last = line.split(" ")
    return [
        item.value for item in BashComplete(main, {}, "pbem", "_PBEM_COMPLETE").get_completions(words, last)
    ]


@pytest.mark.parametrize("line", ["game rules ", "demo ", "match create ", "team new --game "])
def test_games(folder: Path, line: str) -> None:
    assert set(OURS) <= set(offered(line))
    assert offered(f"{line}Elf") == ["elfball"]


@pytest.mark.parametrize(
    "line",
    ["player show ", "match create elfball ", "match create elfball ann ", "competition new x --director "],
)
def test_players(played: Office, line: str) -> None:
    assert {"Ann", "Ben"} <= set(offered(line))
    assert offered(f"{line}aN") == ["Ann"]


def test_matches_with_what_they_are(played: Office) -> None:
    assert offered("match show ") == offered("match board 1") == ["1"]
    assert offered("match undo 2") == []
    (item,) = BashComplete(main, {}, "pbem", "").get_completions(["match", "show"], "")
    assert item.help == "dodgeball, running"


@pytest.mark.parametrize(
    "line",
    [
        "--db {db} player show ",
        "player show --db {db} ",
        "--config other.toml player show ",
    ],
)
def test_the_database_is_the_one_that_the_command_would_use(
    played: Office, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.delenv("PBEM_DB", raising=False)
    (folder / "there").mkdir()
    other = Office(path=folder / "there" / "games.db")
    other.register("Zoe")
    (folder / "other.toml").write_text(f'db = "{place("there/games.db")}"')
    found = offered(line.format(db=place("there/games.db")))
    assert "Zoe" in found
    assert "Ann" not in found


def test_where_there_is_nothing_to_read_nothing_is_offered_and_nothing_made(folder: Path) -> None:
    (folder / "broken.db").write_bytes(b"no database" * 1000)
    (folder / "pbem.toml").write_text("relai = 1")
    nobody = "--db postgresql://pbem@/games?host=/none "
    for options in ("--db none.db ", "--db no/such/folder.db ", "--db broken.db ", "--db . ", nobody, ""):
        assert offered(f"{options}player show ") == []
        assert offered(f"{options}match show ") == []
    assert sorted(path.name for path in folder.iterdir()) == ["broken.db", "pbem.toml"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_its_shell_can_read(pbem: Pbem, shell: str, tmp_path: Path) -> None:
    script = pbem("completion", shell).output
    assert "_PBEM_COMPLETE" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed here")
def test_bash_completes_a_command(played: Office, folder: Path) -> None:
    """With the script, as somebody who presses Tab behind the beginning of a name."""
    program = folder / "bin" / "pbem"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m pbem "$@"\n')
    program.chmod(0o755)
    script = """
        PATH=$PWD/bin:$PATH
        eval "$(pbem completion bash)"
        COMP_WORDS=(pbem player show be) COMP_CWORD=3
        _pbem_completion pbem
        echo "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("Ben\n", "")
