"""Every command, as a letter and the mails it leads to, word for word: tests/letters/commands.

The file of a command bears its name; where there are more of them, a word behind a hyphen tells them apart. Above its
first line of equals signs stands what happens, in YAML:

    scene: match           where it begins: strangers, players, match, vote, over, rated, league, paired,
                           tournament or round
    letters:               what comes in, one after another
    - Ann: S1 move b2      a letter to the server from ann@example.org
    - Ann replies: undo    an answer to her latest mail
    - days: 8              so much time passes; cron runs each day

Below it stand the mails to which the last of these leads. `pytest --bless` writes them anew: read them as the player
who gets them would.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import yaml

from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS, command_named
from pbem.server.ops.reminders import run_reminders
from tests.docs.pages import page, section
from tests.server.office import Mail, Office

FOLDER = Path(__file__).parents[2] / "letters" / "commands"
FILES = sorted(FOLDER.glob("*.txt"))
RULE = "=" * 78
DAY = 86_400


def strangers(office: Office) -> None:
    """Nobody is registered."""


def players(office: Office) -> None:
    """Ann, Ben and Cat are players."""
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)


def match(office: Office) -> None:
    """Ann and Ben play match 1, Dodgeball!, with three pawns each; Ann is asked. Cat is there, too."""
    office.begin()
    office.register("Cat")


def vote(office: Office) -> None:
    """The same, with policy=vote and a day for each move."""
    office.begin("pawns=3 placement=fixed policy=vote pace=1d")
    office.register("Cat")


def over(office: Office) -> None:
    """The same as `match`, which Ben has given up."""
    match(office)
    office.write("ben@example.org", "confirm resign")


def rated(office: Office) -> None:
    """The same after a few moves of each, so that it is rated."""
    match(office)
    office.play_on()
    office.write("ben@example.org", "confirm resign")


def league(office: Office) -> None:
    """Ann runs the league Autumn, of Elfball, in which her Owls and Ben's Black Bats play. Cat is there, too."""
    players(office)
    office.write(
        "ann@example.org", "league new Autumn\nteam new Owls nightelves: 2 hunter, 6 imp\nleague add Owls"
    )
    office.write("ben@example.org", 'team new "Black Bats" gnolls\nleague add "Black Bats" league=Autumn')
    office.write("ann@example.org", 'league add "Black Bats" league=Autumn')


def paired(office: Office) -> None:
    """The same, and both teams are in match 1."""
    league(office)
    office.write("ann@example.org", 'league pair Owls "Black Bats"')


def tournament(office: Office) -> None:
    """Ann directs Spring, a round robin of Dodgeball! that she and Ben have entered; Cat is there, too."""
    players(office)
    office.write(
        "ann@example.org", "tournament new Spring dodgeball form=round-robin pawns=3 placement=fixed"
    )
    office.write("ann@example.org", "enter Spring")
    office.write("ben@example.org", "enter Spring")


def round_(office: Office) -> None:
    """The same with Cat, and the first round is being played."""
    tournament(office)
    office.write("cat@example.org", "enter Spring")
    office.write("ann@example.org", "tournament start Spring")
    office.app.rounds.run()


SCENES: dict[str, Callable[[Office], None]] = {
    scene.__name__.rstrip("_"): scene
    for scene in (strangers, players, match, vote, over, rated, league, paired, tournament, round_)
}


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """What stands above the line."""

    scene: str
    letters: list[dict[str, str | int]]


def case_of(path: Path) -> Case:
    return msgspec.convert(yaml.safe_load(path.read_text("utf-8").partition(RULE)[0]), Case)


class Correspondence:
    """An office, and all that has been mailed by it."""

    def __init__(self, scene: str) -> None:
        self.office = Office()
        SCENES[scene](self.office)
        self.mails = self.office.mails()

    def happens(self, step: dict[str, str | int]) -> list[tuple[str, Mail]]:
        """What one step leads to."""
        ((who, what),) = step.items()
        if isinstance(what, int):
            for _ in range(what):
                self.office.time += DAY
                run_reminders(self.office.app)
        else:
            name, _, how = who.partition(" ")
            address = name if "@" in name else f"{name.lower()}@example.org"
            assert self._send(address, how, what) == "done"
        found = self.office.mails()
        self.mails += found
        return found

    def _send(self, address: str, how: str, text: str) -> str:
        if how == "replies":
            latest = [mail for to, mail in self.mails if to == address][-1]
            return self.office.reply(address, latest, text, quote=False)
        assert how == ""
        return self.office.write(address, text)


def as_text(to: str, mail: Mail) -> str:
    """A mail as its reader sees it."""
    text = mail.text.removeprefix("(reply above this line)\n\n").strip("\n")
    files = [f"Attached: {file.get_filename()}" for file in mail.message.iter_attachments()]
    return "\n".join([f"To: {to}", f"Subject: {mail.subject}", *files, "", text, "", RULE, ""])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_mails_that_a_letter_leads_to(path: Path, bless: bool) -> None:
    case = case_of(path)
    correspondence = Correspondence(case.scene)
    for step in case.letters:
        found = correspondence.happens(step)
    head = path.read_text("utf-8").partition(RULE)[0]
    now = f"{head}{RULE}\n" + "".join(as_text(to, mail) for to, mail in found)
    if bless:
        path.write_text(now, "utf-8")
    assert now.split("\n") == path.read_text("utf-8").split("\n")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_help_a_letter_and_its_section_for_players(command: CommandSpec) -> None:
    office = Office()
    office.write("ann@example.org", f"help {command.name}")
    told = " ".join(command.help.replace("`", '"').split())
    assert told in office.mail_to("ann@example.org").flat
    assert f"    {command.usage[0]}\n" in section(page("docs/players/reference.md"), command.name)
    lines = [
        str(text).split("\n")
        for path in FILES
        if path.stem == command.name
        for text in case_of(path).letters[-1].values()
    ]
    assert any(
        command_named(line.split()[0]) is command for (first, *more) in lines for line in (first, *more)
    ), f"write a letter with it, tests/letters/commands/{command.name}.txt; then: pytest --bless"


def test_every_letter_is_that_of_a_command() -> None:
    assert {path.stem.partition("-")[0] for path in FILES} == {command.name for command in COMMANDS}
