"""README.md: its first screen is what the server really does, and its commands work as they are written."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, page, section
from tests.games.ours import OURS
from tests.server.office import Mail, Office

SEED = hashlib.sha256(b"readme 48").digest()  # with it Ann begins, with the dice 3 1 4, and hits
README = page("README.md")


def marked(name: str) -> str:
    """The block behind a comment that begins with this word."""
    (block,) = re.findall(rf"<!-- {name}\b[^>]*-->\n```\n(.*?)```", README, re.S)
    return str(block)


def play(letter: str) -> Mail:
    """The match of the first screen: what Ann gets back for her letter."""
    office = Office(seed=SEED)
    ann, ben = office.register("Ann"), office.register("Ben")
    office.write(ann, "challenge dodgeball ben")
    office.reply(ben, office.mail_to(ben), "accept")
    office.write(ann, "place a b d e g")
    office.write(ben, "place b c d f h\nalways dodge")
    asked = dict(office.mails())[ann]
    office.reply(ann, asked, letter)
    return office.mail_to(ann)


def test_the_first_screen_is_real() -> None:
    mail = play(marked("letter"))
    whole = f"Subject: {mail.subject}\n\n{mail.text}".replace("\r\n", "\n")
    for piece in marked("answer").split("[...]\n"):
        assert piece in whole, f"the mail is not as the README shows it; it is\n{whole}"


@pytest.fixture
def clone(tmp_path: Path) -> Iterator[Path]:
    """A folder that looks like a clone after `make serve`, with its server on a port of its own."""
    binaries = Path(sys.executable).parent
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/bin").symlink_to(binaries)
    command = [str(binaries / "pbem"), "serve", "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    ready = server.stdout.readline()
    (tmp_path / "port").write_text(ready.split("127.0.0.1:")[1].split()[0])
    yield tmp_path
    server.terminate()
    server.wait(20)
    server.stdout.close()


def test_the_first_match_works_as_written(clone: Path) -> None:
    """All blocks of shell commands, from top to bottom."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.S)
    environment = {**os.environ, "PBEM_LISTEN": f"127.0.0.1:{(clone / 'port').read_text()}"}
    told = []
    for block in blocks:
        run = subprocess.run(
            ["sh", "-e", "-c", block], cwd=clone, env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        assert "refused" not in run.stdout, run.stdout
        told.append(run.stdout)
    whole = "\n".join(told)
    assert whole.count("[pbem] welcome, ") == 3
    assert "[pbem 1] Dodgeball! - your turn" in whole  # against the house
    assert "match 2 begins" in whole
    assert "The teams line up." in whole
    assert "S1 b1; S2 d1; S3 g1" in whole
    assert "FIVE LINES TO BEGIN WITH" in told[-2]
    assert "S2 steps from d1 to d2" in told[-1] or "Your queue: S2 move d2" in told[-1]


def test_ci_runs_what_a_newcomer_is_told_to_run() -> None:
    told = re.findall(r"^    (make \w+)  ", section(README, "Try it"), re.M)
    assert told == ["make demo", "make serve"]
    called = re.findall(r'"\$\{bare\[@\]\}" (make \w+)', page(".ci/run"))
    assert called == ["make demo", "make test", "make serve"]


def test_its_make_targets_exist() -> None:
    targets = set(re.findall(r"(?:^    |`|^)make (\w+)", README, re.M))
    assert targets == {"demo", "serve", "lint", "docs"}
    assert targets <= set(re.findall(r"^(\w+):", page("Makefile"), re.M))


def test_every_game_of_ours_is_in_the_box_and_credited_word_for_word() -> None:
    flat = " ".join(README.split())
    for game in OURS.values():
        assert f"**{game.title}**" in section(README, "What is in the box"), (
            f"tell of {game.name} in README.md"
        )
        assert f"docs/rules/{game.name}.md" in README, f"link the rules of {game.name} in README.md"
        assert " ".join(game.credit.split()) in flat, f"add to the credits in README.md: {game.credit}"


def test_the_tree_names_every_room() -> None:
    (tree,) = re.findall(r"## The source tree\n\n```\n(.*?)```", README, re.S)
    rooms = {f"pbem/{path.name}/" for path in (ROOT / "pbem").iterdir() if (path / "__init__.py").exists()}
    assert rooms <= set(re.findall(r"^(\S+)", tree, re.M))
