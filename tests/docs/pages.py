"""The documents, as the tests read them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def page(name: str) -> str:
    """The text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """What stands below a heading, up to the next one of its depth or above."""
    found = re.search(rf"^(#+) {re.escape(title)}\n", text, re.M)
    assert found, f"there is no section {title!r}"
    rest = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found.group(1))}}} ", rest, re.M)
    return rest[: end.start()] if end else rest


def table(text: str) -> list[list[str]]:
    """The rows of the first table, without its head, as cells."""
    (lines,) = re.findall(r"(?:^\|.*\n)+", text, re.M)[:1]
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines.splitlines()]
    return rows[2:]


def code(text: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", text)
