"""docs/architecture.md: its rooms are those of the contract, in their order, and its files are there."""

import re
import tomllib

from tests.docs.pages import ROOT, page

PAGE = page("docs/architecture.md")


def test_the_rooms_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == ["pbem.server"]]
    table = PAGE.partition("## The rooms of the server")[2].partition("\n## ")[0]
    rooms = [re.findall(r"`(\w+)`", row.split("|")[1]) for row in table.split("\n") if row.startswith("| `")]
    assert rooms == [layer.split(" | ") for layer in layers]


def test_its_files_are_there() -> None:
    """A file of a room without `pbem/server/`, a module also without `.py`."""
    places = (ROOT, ROOT / "pbem", ROOT / "pbem" / "server")
    named = re.findall(r"`([a-z_]+/[\w/]*\w(?:\.\w+)?)`|^ +([a-z]+/\w+)  ", PAGE, re.M)
    assert len(named) >= 100
    files = ["".join(each).replace("GAME", "dodgeball").replace("NAME", "list") for each in named]
    there = [
        each for each in files for place in places for end in ("", ".py") if (place / f"{each}{end}").exists()
    ]
    assert set(files) - set(there) == set()
