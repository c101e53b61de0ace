"""`make docs`: the pages are built as a website, without a warning, and it can be searched."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT


@pytest.fixture(scope="module")
def website(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("website")
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
    return folder


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("vacation", "players/time/"),
        ("screen reader", "players/mails/"),
        ("port 25", "hosts/containers/"),
        ("mails_an_hour", "hosts/configuration/"),
        ("restore", "hosts/running/"),
        ("forget", "authors/reference/"),
    ],
)
def test_a_word_finds_its_page(website: Path, words: str, address: str) -> None:
    index = json.loads((website / "search/search_index.json").read_text("utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"] if words in entry["text"].lower()}
    assert address in found


def test_blocks_of_commands_within_lists_are_blocks(website: Path) -> None:
    page = (website / "hosts/mail-server/index.html").read_text("utf-8")
    assert "```" not in page
    assert "<code>useradd" in page.replace('<code class="language-sh">', "<code>")
