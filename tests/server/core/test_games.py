"""Which games there are, by what they may be called, and whose templates they bring along."""

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pbem.games.dodgeball import Dodgeball
from pbem.server.core.games import Games, UnknownGame
from tests.games.ours import OURS
from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.mark.parametrize("name", ["dodgeball", "DODGEBALL", "Dodgeball!", "dodge"])
def test_a_game_is_known_by_an_unmistakable_beginning(name: str) -> None:
    assert Games().named(name).name == "dodgeball"


@pytest.mark.parametrize("name", ["", "!", "x", "dodgeballs"])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(UnknownGame, match="There is no game"):
        Games().named(name)


def test_our_own_games_come_through_the_same_door_as_others() -> None:
    assert set(OURS) < set(Games().names)
    assert not set(OURS) & set(Games().template_folders())


def test_another_game_is_installed_wherever_tests_run() -> None:
    """A suite that is green takes no other game for ours, neither here nor in the programs that it starts."""
    assert "croquet" in Games().names
    assert "croquet" not in OURS
    listed = subprocess.run(
        [sys.executable, "-m", "pbem", "game", "list", "--json"], capture_output=True, text=True, check=True
    )
    assert {"croquet", *OURS} <= {game["name"] for game in json.loads(listed.stdout)}


def test_a_game_of_another_package_brings_its_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "elsewhere_game"
    (package / "templates").mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from pbem.games.dodgeball import Dodgeball\n\n\nclass Elsewhere(Dodgeball):\n    name = 'elsewhere'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = __import__("elsewhere_game")
    games = Games([module.Elsewhere()])
    assert games.template_folders() == {"elsewhere": package / "templates"}
    (package / "templates").rmdir()
    assert games.template_folders() == {}
    del sys.modules["elsewhere_game"]


class Later(Dodgeball):
    """The same rules under a new number."""

    version = 2


def test_a_match_goes_on_under_a_new_version_of_its_rules(tmp_path: Path) -> None:
    old = Office(path=tmp_path / "games.db")
    old.begin()
    old.write(ANN, "S1 move b4")
    new = Office([Later()], path=tmp_path / "games.db")
    new.letters, new.seen = old.letters, 10_000
    assert new.write(ANN, "done") == "done"
    assert new.asked() == BEN
    turns = new.store.log.turns(1)
    assert [turn.version for turn in turns] == [1, 1, 2]
    assert "THE STORY" in new.app.about.history(new.find_match(), "S", "UTC")


def test_an_entry_point_bears_the_name_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("croquet", "pbem.games.dodgeball:Dodgeball", "pbem.games")
    monkeypatch.setattr("pbem.server.core.installed.entry_points", lambda group: [point])
    with pytest.raises(UnknownGame, match='The entry point "croquet" leads to a game called "dodgeball"'):
        Games().named("croquet")
