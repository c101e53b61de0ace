"""`make docs`: the pages are built as a website, without a warning, and it can be searched."""

import json
import re
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


@pytest.fixture(scope="module")
def index(website: Path) -> list[dict[str, str]]:
    """What the search of the website knows: sections of pages."""
    found: list[dict[str, str]] = json.loads((website / "search/search_index.json").read_text("utf-8"))[
        "docs"
    ]
    return found


QUESTIONS = {
    "players/": (
        "password", "register", "bot", "invite", "elo", "holiday", "deadline", "time zone", "spam", "undo", "takeback",
        "resign", "draw", "unsubscribe", "screen reader", "dark mode", "tournament", "standing order",
        "another address", "attachment", "observer", "too many mails", "opponent does not answer", "limits", "log in",
        "color-blind", "out of office", "crooked", "abort", "two accounts", "rude", "print", "computer", "chat", "slow",
        "lost", "spectate", "timeout", "statistics", "typo", "privacy", "mute", "report", "pause", "cost",
        "surrender", "nickname", "stalls", "mobile", "solo", "private", "resend", "image",
    ),
    "hosts/": (
        "gmail", "outlook", "docker", "podman", "port 25", "spf", "dkim", "postfix", "systemd", "cron", "backup",
        "restore", "upgrade", "disk", "gdpr", "ban", "dispute", "prometheus", "postgresql", "kubernetes", "spam",
        "log", "static host", "alarm", "move to another machine", "registration", "invitation", "domain", "firewall",
        "raspberry", "windows", "plug-in", "boot", "disk is full", "uninstall", "rename", "block list", "certificate",
        "postmaster", "maintenance", "monitor", "private", "requirements", "update", "performance", "moderate",
        "announce", "capacity", "migrate", "administrator", "troubleshooting", "corrupt", "alert", "privacy", "cheat",
        "ssl",
    ),
    "authors/": (
        "die", "shuffle", "secret", "board", "bot", "template", "rulebook", "entry point", "undo", "version", "league",
        "deadline", "translation", "scenario", "random matches", "grammar", "color", "example", "tie", "ranking",
        "option", "eliminate", "simultaneous", "debug", "publish", "observer", "deck", "random setup", "license",
        "tutorial", "timeout", "turn order", "migrate", "translate", "hidden", "image",
        "more than two players", "teammate", "variant", "api", "fog of war", "resign",
    ),
}  # fmt: skip
"""What readers look for, by the words that they would search with, below the pages that are for them."""


@pytest.mark.parametrize(
    ("folder", "words"), [(each, words) for each in QUESTIONS for words in QUESTIONS[each]]
)
def test_a_word_finds_its_page(index: list[dict[str, str]], folder: str, words: str) -> None:
    found = {
        entry["location"]
        for entry in index
        if re.search(rf"\b{words}", f"{entry['title']} {entry['text']}", re.IGNORECASE)
    }
    assert any(each.startswith(folder) for each in found), f"no page in {folder} has {words!r}"


def test_blocks_of_commands_within_lists_are_blocks(website: Path) -> None:
    page = (website / "hosts/mail-server/index.html").read_text("utf-8")
    assert "```" not in page
    assert "<code>useradd" in page.replace('<code class="language-sh">', "<code>")
