"""What is printed: where it cannot be written (O13), and what may stand in it (O15)."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.terminal import safe, safe_json
from tests.cli.conftest import Pbem
from tests.server.office import Office

COMMANDS = [
    "--help",
    "match list --help",
    "game list",
    "player list",
    "match board 1",
    "match export 1 --secrets",
]


def run(command: str, *, stdout: int, stderr: int | None = None) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with Python's usual buffers."""
    line = [sys.executable, "-m", "pbem", *command.split()]
    return subprocess.run(line, check=False, text=True, stdout=stdout, stderr=stderr)


@pytest.mark.parametrize("command", COMMANDS)
def test_o13_output_onto_a_full_disk_is_one_sentence_and_exit_code_1(played: Office, command: str) -> None:
    """Python would make it 120, with a traceback."""
    with open("/dev/full", "w") as full:
        done = run(command, stdout=full.fileno(), stderr=subprocess.PIPE)
        assert (done.returncode, done.stderr) == (1, "Error: [Errno 28] No space left on device\n")
        assert run(command, stdout=full.fileno(), stderr=full.fileno()).returncode == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_o13_output_that_nobody_reads_ends_a_command_without_a_word(played: Office, command: str) -> None:
    """`pbem match board 1 | head -1`"""
    reader, writer = os.pipe()
    os.close(reader)
    done = run(command, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_o13_output_that_cannot_be_written_undoes_nothing(folder: Path) -> None:
    with open("/dev/full", "w") as full:
        added = run("player add ann ann@example.org", stdout=full.fileno(), stderr=subprocess.PIPE)
    assert added.returncode == 1
    assert "ann@example.org" in run("player list", stdout=subprocess.PIPE).stdout


def test_o13_a_closed_output_is_no_error(played: Office) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m pbem game list >&-"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


# What may stand in it.

EVIL = "\x1b]0;owned\x07\x1b[31mred\x9b2J\u202eback\r over\x7f"
SHOWN = r"\x1b]0;owned\x07\x1b[31mred\x9b2J\u202eback\r over\x7f"


def test_o15_what_would_steer_a_terminal_is_shown_as_its_escape() -> None:
    assert safe(EVIL) == SHOWN
    assert safe("a\tb\r\nc\nd \xa0é 😀\udcff") == "a\tb\nc\nd \xa0é 😀\\udcff"
    assert safe_json(f'"{EVIL[-1]}\x9b"') == '"\\u007f\\u009b"'


def test_o15_no_command_prints_an_escape_sequence_of_a_letter(pbem: Pbem, played: Office) -> None:
    """Nor takes what another mail server says for colours."""
    played.write("ann@example.org", f"say {EVIL}")
    number = len(played.store.post.inbox(None, 999))
    played.store.post.close(number, "failed", f"{EVIL} [red]not red[/red] [/nothing] :smile:")
    played.store.post.delivered(1, "new", f"550 {EVIL} [/nothing] see [bold]", 9_999_999_999)
    shown = pbem("inbox", "show", number).output
    assert SHOWN.partition(r"\r")[0] in shown
    listed = pbem("inbox", "list", "--limit", 999).output
    assert f"{SHOWN} [red]not red[/red] [/nothing] :smile:" in listed
    sent = pbem("outbox", "list", "--limit", 999).output
    assert f"550 {SHOWN} [/nothing] see [bold]" in sent
    refused = pbem("match", "create", "\x1b[31mchess", "ann", code=1).output
    assert "\\x1b[31mchess" in refused
    as_json = pbem("inbox", "list", "--json", "--limit", 999).output
    for text in (shown, listed, sent, refused, as_json):
        assert text.replace("\n", "").isprintable()


def test_o15_colours_of_our_own_reach_a_terminal(folder: Path) -> None:
    """Where the terminal has no such character, it is shown as its escape as well."""
    (folder / "bröken.yaml").write_text("game: [\n")
    outside, inside = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "pbem", "scenario", "bröken.yaml"]
    done = subprocess.run(command, check=False, env=environment, stdout=inside, stderr=inside)
    os.close(inside)
    shown = os.read(outside, 9999).decode("ascii")
    os.close(outside)
    assert done.returncode == 1
    assert "\x1b[31munreadable\x1b[0m br\\xf6ken.yaml" in shown
