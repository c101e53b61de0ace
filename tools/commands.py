"""`make commands`: docs/players/reference.md, written from the sources of the help mails.

Commands come from `pbem/server/language/commands.toml`, settings from `pbem/server/language/settings.toml`, limits from
the constants of the program.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from pbem.mail.reading import MAX_LINES
from pbem.server.clocks import vacations
from pbem.server.commands.messages import NOTES
from pbem.server.competitions import entering
from pbem.server.core.config import Config
from pbem.server.core.limits import limits_of
from pbem.server.core.times import DAY
from pbem.server.inbox.execution import COMMANDS_LIMIT
from pbem.server.language.command_spec import CommandSpec, HelpPage
from pbem.server.language.command_table import CHAPTERS, Chapter
from pbem.server.language.setting_table import SETTINGS
from pbem.server.leagues.teams import MOST_TEAMS
from pbem.server.lobby import challenges, offers
from pbem.server.people import addresses
from pbem.server.questions.extension import LONGEST as LONGEST_EXTENSION
from pbem.server.reading.reader import ORDERS_LIMIT

PAGE = Path(__file__).resolve().parents[1] / "docs/players/reference.md"

HIDDEN = frozenset({"signup", "join-server"})
"""Words of other servers, understood but not taught."""

_INTRODUCTION = """\
# Commands and settings

<!-- Written by `make commands` from the sources of the help mails. Do not edit this page. -->

Commands work in every letter, in every match, beside the orders of the game. `help COMMAND` mails you the text below.
`help dodgeball` explains the orders of a game.

- Words in capitals stand for your own: a `NAME`, the `NUMBER` of a match, a `GAME`.
- You can leave out anything in brackets.
- If you do not reply to a mail of the match, put its number behind the command: `show 12`, `undo 12`, `say 12 Hello`.
- In a reply to a mail of another match, `say 12: Hello` needs the colon.
- `match 12` makes the lines below it belong to match 12. `match 12: S1 move b4` does so for one line.

If you know other servers: there are no passwords, the command comes first, and orders need no word in front. If you
write a password anyway, it is dropped before the letter is read.
"""
LONG = 100
"""Number of words from which a paragraph of help is laid out as a list of sentences."""

_SETTINGS = """\
The word alone shows your settings. In the lines below you can leave it out: `mail daily`. [Your mails](mails.md)
explains what they are good for.

| Write | What it does |
|---|---|
| `settings zone ZONE` | times are shown in this time zone: `Europe/Berlin`, `Germany` or `UTC+2` |
| `settings hour 18` | your daily mail comes at this hour, from 0 to 23 |
"""


_LIMITS = """\
## Limits

You will hardly notice these limits. They keep a mistake or a joke from becoming a flood of mail. A day begins with the
first letter counted in it. Limits marked \\* can be changed by your host.

| What | At most |
|---|---|
"""


def manual() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, "\n".join(_contents()), *map(_chapter, CHAPTERS), _limits()])


def _contents() -> Iterator[str]:
    yield "## Contents\n"
    for chapter in CHAPTERS:
        title = _title(chapter.title)
        commands = ", ".join(f"[{command.name}](#{command.name})" for command in chapter.commands)
        yield f"- [{title}](#{title.lower().replace(' ', '-')})\n    - {commands}"
    yield "- [Limits](#limits)\n"


def _title(capitals: str) -> str:
    return capitals.capitalize()


def _chapter(chapter: Chapter) -> str:
    return "\n".join([f"## {_title(chapter.title)}\n", *map(_entry, chapter.commands)])


def _entry(command: CommandSpec) -> str:
    also = ", ".join(f"`{word}`" for word in command.also if word not in HIDDEN)
    told = [_forms(command), _help(command)]
    if command.name == "settings":  # its table has all other forms
        told = [f"    {command.form}", _settings()]
    parts = [
        f"### {command.name}",
        f"{command.summary[0].upper()}{command.summary[1:]}.",
        *told,
        *map(_page, command.pages),
        f"Example: `{command.example}`" + (f". Also understood: {also}" if also else ""),
    ]
    return "\n\n".join(parts) + "\n"


def _forms(command: CommandSpec) -> str:
    return "\n".join(f"    {form}" for form in command.usage)


def _help(command: CommandSpec) -> str:
    """The text of the help mail; a long paragraph as a list, a sentence an item."""
    return "\n\n".join(map(_paragraph, command.help.split("\n\n")))


def _paragraph(text: str) -> str:
    if len(text.split()) < LONG:
        return text
    return "\n".join(f"- {sentence}" for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z`])", text))


def _page(page: HelpPage) -> str:
    rows = "\n".join(f"| `{line}` | {means} |" for line, means in page.lines)
    return f"**{page.title}.** {page.text}\n\n| Line | What it does |\n|---|---|\n{rows}"


def _settings() -> str:
    rows = []
    for name, values in SETTINGS.items():
        for word, value in values.items():
            means = re.sub(r",? ?at \{hour\}:00, \{zone\}", " at your hour", value.means)
            means = re.sub(r"settings \w+ \w+", r"`\g<0>`", means)
            rows.append(f"| `settings {name} {word}` | {means} |\n")
    return (_SETTINGS + "".join(rows)).rstrip("\n")


def _limits() -> str:
    limits = limits_of(Config(lmtp="/socket"))  # those of a server that others can reach
    caps = Config().caps
    rows = [
        ("letters handled at once; later ones wait", f"{limits['letters'].most} an hour \\*"),
        ("lines in one letter", str(MAX_LINES)),
        ("orders in one letter", str(ORDERS_LIMIT)),
        ("commands in one letter", str(COMMANDS_LIMIT)),
        ("lines sent with `say`", f"{limits['say'].most} a day \\*"),
        ("messages sent with `tell`", f"{limits['tell'].most} a day"),
        ("`note`: notes on one match", str(NOTES)),
        ("`nudge` in one match", "once a day"),
        ("asking for a draw, a takeback or more time", "once until the next move"),
        ("`extend`: time at once", f"{LONGEST_EXTENSION // DAY} days"),
        ("`export`: records of matches", f"{limits['record'].most} a day"),
        ("people you invite by mail address", f"{limits['guest'].most} a day"),
        ("challenges to one player without an answer", f"{caps.challenges_waiting} \\*"),
        ("open offers (`seek`)", str(offers.MOST_OPEN)),
        ("days until an offer lapses (`expires`)", f"{challenges.LONGEST}; {offers.OFFER_DAYS} by default"),
        ("`vacation`: vacations booked at a time", str(vacations.MOST)),
        ("`address`: addresses of one player", str(addresses.MOST)),
        ("`address`: new addresses you try", f"{limits['move'].most} a day \\*"),
        ("new competitions (`tournament new`, `league new`, `cup`)", f"{limits['tournament'].most} a day"),
        ("competitions you direct at a time", str(entering.MOST_OPEN)),
        ("competitions you play in at a time", str(entering.MOST_ENTERED)),
        ("entrants of one competition", str(entering.MOST_ENTRANTS)),
        ("`tournament write`", f"{limits['to all'].most} a day"),
        ("teams of one manager", str(MOST_TEAMS)),
    ]
    return _LIMITS + "".join(f"| {what} | {most} |\n" for what, most in rows)


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
