"""The documents, as the tests read them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def page(name: str) -> str:
    """The text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def pages(folder: str) -> str:
    """The texts of all documents in a folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).glob("*.md")))


def block(text: str, name: str) -> str:
    """The file or the commands that a page shows behind a comment with their name, without the indent of a list."""
    (found,) = re.findall(rf"^( *)<!-- {re.escape(name)} -->\n *```\w*\n(.*?)^ *```", text, re.M | re.S)
    indent, lines = found
    return re.sub(rf"^{indent}", "", str(lines), flags=re.M)


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
