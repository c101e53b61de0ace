"""docs/authors/: the game of the tutorial is a whole game, and what the pages say of the framework is so."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest
import yaml

from pbem.cli import main
from pbem.play import driver, requests
from pbem.play.game import Game, Option
from pbem.play.record import Result
from pbem.play.scenario import read_scenarios, run_scenario
from tests.docs.pages import ROOT, code, page, section, table
from tests.games.ours import OURS
from tests.server.office import Office

TUTORIAL = page("docs/authors/README.md")
REFERENCE = page("docs/authors/reference.md")
INSIDE = page("docs/authors/inside.md")
FILES = dict(re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", TUTORIAL, re.S))


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The game of the page, as a package."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("pig")
    for name in ("pig", "test_pig"):
        sys.modules.pop(name, None)


def test_the_game_keeps_the_laws_by_the_test_of_the_page(pig: ModuleType) -> None:
    assert pig.Pig.name == "pig"
    importlib.import_module("test_pig").test_pig_keeps_the_laws()


def test_its_scenario_passes_and_would_fail_if_it_were_wrong(pig: ModuleType) -> None:
    (scenario,) = read_scenarios(FILES["lost.yaml"])
    assert run_scenario(pig.Pig(), scenario) == ""
    (wrong,) = read_scenarios(FILES["lost.yaml"].replace("dice: [5, 1]", "dice: [5, 2, 1]"))
    assert run_scenario(pig.Pig(), wrong) != ""


def test_it_is_played_by_mail(pig: ModuleType) -> None:
    office = Office([pig.Pig()])
    ann, ben = office.register("Ann"), office.register("Ben")
    office.write(ann, "challenge pig ben goal=20")
    office.reply(ben, office.mail_to(ben), "accept\nalways hold at 8")
    asked = dict(office.mails())[ann]
    assert "The sum is 0." in asked.text
    office.reply(ann, asked, "preview roll")
    assert "One time in six the 0 would be lost." in office.mail_to(ann).text
    office.reply(ann, asked, "always hold at 8")
    over = dict(office.mails())[ann]
    assert re.search(r"the match is over: you (won|lost)", over.subject)
    assert "20 points" in over.flat


def test_its_entry_point_is_ours() -> None:
    assert '[project.entry-points."pbem.games"]' in FILES["pyproject.toml"]
    assert '[project.entry-points."pbem.games"]' in page("pyproject.toml")


def test_the_tables_name_what_there_is() -> None:
    told = table(section(REFERENCE, "What rules may yield"))
    words = [code(row[0])[0].split("(")[0] for row in told]
    assert words == ["Event", "Roll", "Draw", "Ask", "AskAll", "Forget", "Close"]
    assert all(hasattr(requests, word) for word in words)
    shorts = {word for row in told for word in re.findall(r"yield from (\w+)\(", row[2])}
    assert all(callable(getattr(requests, short)) for short in shorts)
    assert shorts == {"roll", "die", "draw", "ask", "ask_all"}
    assert f"after {driver.AUTOMATIC_LIMIT} answers" in TUTORIAL
    assert f"after {driver.AUTOMATIC_LIMIT} answers" in REFERENCE


def test_the_results_and_options_of_the_tables_are_such() -> None:
    told = table(section(REFERENCE, "Results: wins, draws and rankings"))
    results = [eval(code(row[1])[0], {"Result": Result}) for row in told]  # our own page
    assert [str(each) for each in results] == ["A>B", "A=B", "C>A>B", "A>B=C"]
    assert [each.drawn for each in results] == [False, True, False, False]
    kinds = table(section(REFERENCE, "Options of a match"))
    options = [eval(code(row[1])[0], {"Option": Option}) for row in kinds]
    assert [each.range for each in options] == ["free, fixed", "yes, no", "20 to 200", "all or 1 to 9"]
    assert all(each.read(each.default) == each.default for each in options)


def test_the_hooks_of_the_page_are_those_of_a_game() -> None:
    hooks = re.findall(r"`game\.(\w+)\(", REFERENCE)
    assert len(hooks) > 15
    for hook in hooks:
        assert callable(getattr(Game, hook)), hook


def test_commands_that_help_to_debug_exist() -> None:
    lines = re.findall(r"`pbem (?:--debug)?([a-z ]*)", section(REFERENCE, "Debug a game"))
    assert len(lines) > 6
    for line in lines:
        command: click.Command = main
        for word in line.split():
            if isinstance(command, click.Group):
                found = command.get_command(click.Context(command), word)
                assert found is not None, line
                command = found


def test_the_places_that_a_game_inside_the_project_touches_are_there() -> None:
    places = [place for row in table(section(INSIDE, "A game inside this project")) for place in code(row[0])]
    assert len(places) > 8
    for place in places:
        assert (ROOT / place.replace("NAME", "dodgeball")).exists(), place
        assert place in ("CHANGELOG.md",) or "NAME" in place or "dodgeball" in page(place).lower()


def test_the_modules_of_the_frame_are_there() -> None:
    modules = [module for row in table(section(REFERENCE, "Modules")) for module in code(row[0])]
    assert len(modules) > 8
    for module in modules:
        importlib.import_module(f"pbem.play.{module}")


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("A new line of Slargeball!", "slargeball"),
        ("A new race or verb of Gnomeball", "gnomeball"),
        ("A new item or ability of Elfball", "elfball"),
    ],
)
def test_the_places_that_a_new_verb_touches_are_there(title: str, game: str) -> None:
    """Files, and the tables of words in a template."""
    told = section(INSIDE, title)
    files = [word for word in code(told) if word.endswith((".py", ".j2"))]
    assert len(files) > 3
    for name in files:
        place = name if "/" in name and name.endswith(".j2") else f"pbem/games/{game}/{name}"
        assert (ROOT / place.replace("RACE", "orc")).exists(), place
    template = page(f"templates/games/{game}/events.j2")
    for name in (word for word in code(told) if re.fullmatch("_[a-z]+", word)):
        assert f"{{% set {name} = " in template


def test_every_game_has_its_walk() -> None:
    walks = re.findall(r"^## (.+)$", page("docs/authors/walkthroughs.md"), re.M)
    assert sorted(walks) == sorted(game.title for game in OURS.values())


def test_the_yaml_of_the_page_is_yaml() -> None:
    assert yaml.safe_load(FILES["lost.yaml"])["game"] == "pig"
