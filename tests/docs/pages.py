"""The documents, as the tests read them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def page(name: str) -> str:
    """The text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """What stands below a heading, up to the next one of its depth or above."""
    found = re.search(rf"^(#+) {re.escape(title)}$\n(.*?)(?=^#{{1,2}} |\Z)", text, re.M | re.S)
    assert found, f"there is no section {title!r}"
    return found.group(2)


def table(text: str) -> list[list[str]]:
    """The rows of the first table, without its head, as cells."""
    lines = [line for line in text.split("\n") if line.startswith("|")]
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines]
    return rows[2:]


def code(text: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", text)
