"""docs/architecture.md: its rooms are those of the contract, in their order, and its files are there."""

import re
import tomllib

from tests.docs.pages import ROOT, page

PAGE = page("docs/architecture.md")


def test_the_rooms_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == ["pbem.server"]]
    table = PAGE.partition("## The rooms of the server")[2].partition("## Where is")[0]
    rooms = [re.findall(r"`(\w+)`", row.split("|")[1]) for row in table.split("\n") if row.startswith("| `")]
    assert rooms == [layer.split(" | ") for layer in layers]


def test_its_files_are_there() -> None:
    server = ROOT / "pbem" / "server"
    named = re.findall(r"`((?:pbem|templates)/[\w/]+(?:\.\w+)?)`", PAGE)
    rooms = re.findall(r"`([a-z]+/[a-z_]+\.py)`", PAGE)
    assert len(named) >= 5
    assert len(rooms) >= 9
    assert [name for name in named if not (ROOT / name.replace("GAME", "dodgeball")).exists()] == []
    assert [name for name in rooms if not (server / name).exists()] == []
    ways = re.findall(r"^ +((?:ops|inbox|reading|views|mailing)/\w+)", PAGE, re.M)
    assert len(ways) >= 8
    assert [name for name in ways if not (server / f"{name}.py").exists()] == []
