"""`make commands`: docs/players/reference.md, written from the sources of the help mails.

Commands come from `pbem/server/language/commands.toml`, settings from `pbem/server/people/settings.toml`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from pbem.server.language.command_spec import CommandSpec, HelpPage
from pbem.server.language.command_table import CHAPTERS, Chapter
from pbem.server.people.settings import SETTINGS

PAGE = Path(__file__).resolve().parents[1] / "docs/players/reference.md"

HIDDEN = frozenset({"signup", "join-server"})
"""Words of other servers, understood but not taught."""

_INTRODUCTION = """\
# Commands and settings

<!-- Written by `make commands` from the sources of the help mails. Do not edit this page. -->

Commands work in every letter, in every match, beside the orders of the game. `help COMMAND` mails you the text below.
`help dodgeball` explains the orders of a game.

- Words in capitals stand for your own: a `NAME`, the `NUMBER` of a match, a `GAME`.
- What is in brackets can be left out.
- If you do not reply to a mail of the match, put its number behind the command: `show 12`, `undo 12`, `say 12 Hello`.
- In a reply to a mail of another match, `say 12: Hello` needs the colon.
- `match 12` makes the lines below it belong to match 12. `match 12: S1 move b4` does so for one line.

If you know other servers: there are no passwords, the command comes first, and orders need no word in front. A password
that you write all the same is dropped before the letter is read.
"""
_SETTINGS = """\
## Settings

`settings` shows yours. You can leave the word `settings` out. [Your mails](mails.md) explains what they are good for.

| Write | What it does |
|---|---|
| `settings zone ZONE` | times are shown in this time zone: `Europe/Berlin`, `Germany` or `UTC+2` |
| `settings hour 18` | your daily mail comes at this hour, from 0 to 23 |
"""


def manual() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, "\n".join(_contents()), *map(_chapter, CHAPTERS), _settings()])


def _contents() -> Iterator[str]:
    yield "## Contents\n"
    for title in [_title(chapter.title) for chapter in CHAPTERS] + ["Settings"]:
        yield f"- [{title}](#{title.lower().replace(' ', '-')})"
    yield ""


def _title(capitals: str) -> str:
    return capitals.capitalize()


def _chapter(chapter: Chapter) -> str:
    return "\n".join([f"## {_title(chapter.title)}\n", *map(_entry, chapter.commands)])


def _entry(command: CommandSpec) -> str:
    also = ", ".join(f"`{word}`" for word in command.also if word not in HIDDEN)
    parts = [
        f"### {command.name}",
        f"{command.summary[0].upper()}{command.summary[1:]}.",
        "\n".join(f"    {form}" for form in command.usage),
        command.help,
        *map(_page, command.pages),
        f"Example: `{command.example}`" + (f". Also understood: {also}" if also else ""),
    ]
    return "\n\n".join(parts) + "\n"


def _page(page: HelpPage) -> str:
    rows = "\n".join(f"| `{line}` | {means} |" for line, means in page.lines)
    return f"**{page.title}.** {page.text}\n\n| Line | What it does |\n|---|---|\n{rows}"


def _settings() -> str:
    rows = []
    for name, values in SETTINGS.items():
        for word, value in values.items():
            means = re.sub(r",? ?at \{hour\}:00, \{zone\}", " at your hour", value.means)
            rows.append(f"| `settings {name} {word}` | {means} |\n")
    return _SETTINGS + "".join(rows)


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
