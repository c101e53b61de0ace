"""pbem game, pbem match, pbem verify."""

import json
from pathlib import Path

import pytest

from pbem.server.admin import host
from pbem.store import Store
from tests.cli.conftest import Pbem
from tests.server.office import Office


def test_games_and_their_rules(pbem: Pbem) -> None:
    assert "dodgeball" in pbem("game", "list").output
    facts = json.loads(pbem("game", "list", "--json").stdout)
    assert any(fact["name"] == "dodgeball" and fact["players"] == [2] for fact in facts)
    assert "DODGEBALL-40" in pbem("game", "rules", "dodgeball").output
    assert 'There is no game "dogball"' in pbem("game", "rules", "dogball", code=1).output


def test_create_list_show_board(pbem: Pbem) -> None:
    for name in ("Ann", "Ben"):
        pbem("player", "add", name, f"{name}@example.org")
    pbem("match", "create", "dodgeball", "ann", "ben", "-o", "pawns=4", "-o", "pace=3d", "-o", "policy=skip")
    (row,) = json.loads(pbem("match", "list", "--json").stdout)
    assert (row["match"], row["players"], row["waits_for"]) == (1, ["Ann", "Ben"], ["Ann", "Ben"])
    assert "Ann Ben" in pbem("match", "list", "--status", "running").output
    assert "Ann" not in pbem("match", "list", "--status", "over").output
    shown = pbem("match", "show", 1).stdout
    assert "match 1: dodgeball (pawns=4 placement=secret stall=16), running" in shown
    assert "Time for each move: 3 days." in shown
    facts = json.loads(pbem("match", "show", 1, "--json").stdout)
    assert (facts["options"]["pawns"], facts["terms"]["add"], facts["terms"]["policy"]) == (
        "4",
        3 * 86_400,
        ["skip"],
    )
    board = pbem("match", "board", 1, "--seat", "S").output
    assert "center line" in board
    assert "waits for: South (Ann) (placing), North (Ben) (placing)" in board


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["create", "dodgeball", "ann", "zoe"], "there is no player zoe; see: pbem player list"),
        (["create", "dogball", "ann", "ben"], 'There is no game "dogball"'),
        (["create", "dodgeball", "ann", "ben", "-o", "pawns=99"], "pawns may be 3, 4, 5"),
        (["create", "dodgeball", "ann", "ben", "-o", "pace=soon"], "pace: 'soon' is not a length of time"),
        (["create", "dodgeball", "ann", "ben", "-o", "policy=kill"], "policy=kill: policy may be nag, skip"),
        (["create", "dodgeball", "ann"], "is for 2 players"),
        (["show", "9"], "there is no match 9; see: pbem match list"),
        (["show", "9" * 40], "there is no match"),
        (["board", "9"], "there is no match 9 that has begun"),
        (["board", "1", "--seat", "X"], "there is no seat X; seats: S N"),
        (["undo", "9"], "there is no match 9"),
        (["resume", "1"], "match 1 is not paused"),
        (["adjudicate", "1", "S", "--reason", "x"], "S does not name each seat once: S N"),
        (["export", "1"], "to move it to another server add --secrets"),
        (["export", "9"], "there is no match 9"),
    ],
)
def test_what_cannot_be_done_says_so(pbem: Pbem, played: Office, arguments: list[str], reason: str) -> None:
    before = played.dump()
    assert reason in pbem("match", *arguments, code=1).output
    assert played.dump() == before


def test_stepping_in(pbem: Pbem, played: Office) -> None:
    rows = len(played.log())
    assert "is taken back" in pbem("match", "undo", 1).output
    assert len(played.log()) < rows
    assert pbem("match", "pause", 1).output == "match 1 is paused\n"
    assert pbem("match", "resume", 1).output == "match 1 goes on\n"
    assert pbem("match", "adjudicate", 1, "S=N", "--reason", "a storm").output == "match 1 is over: S=N\n"
    assert played.find_match().row.reason == "adjudicated: a storm"


def test_rewind_substitute_annul(pbem: Pbem, played: Office) -> None:
    pbem("player", "add", "Cat", "cat@example.org")
    output = pbem("match", "rewind", "1#2", "--reason", "a fault of the rules").output
    assert output == "match 1 is at the beginning of turn 2 again\n"
    assert pbem("match", "substitute", 1, "S", "cat").output == "Cat plays on for South (Ann) in match 1\n"
    shown = pbem("match", "show", 1).output
    assert "turn 2: The host has taken this match back to the beginning of turn 2; " in shown
    assert "turn 2: The host has decided that Cat plays on for South (Ann)." in shown
    assert pbem("match", "annul", 1, "--reason", "rain").output == "match 1 is annulled\n"
    assert played.find_match().row.reason == "annulled: rain"
    for wrong in ("1", "1#0", "1#", "#2", "x#1", "1#-1"):
        assert "is not N#TURN, for example 12#5" in pbem("match", "rewind", wrong, code=2).output


def test_create_says_which_game_begins(pbem: Pbem) -> None:
    for name in ("Ann", "Ben"):
        pbem("player", "add", name, f"{name}@example.org")
    output = pbem("match", "create", "dodgeball", "ann", "ben", "-o", "pawns=4").output
    options = "pawns=4 placement=secret stall=16"
    assert output == f"match 1 has begun: Dodgeball! ({options}): South (Ann), North (Ben)\n"


def test_export_verify_import(pbem: Pbem, played: Office, folder: Path) -> None:
    pbem("match", "adjudicate", 1, "N>S", "--reason", "for the test")
    pbem("match", "export", 1, "--to", "record.json")
    assert json.loads(pbem("match", "export", 1).stdout) == json.loads(Path("record.json").read_text())
    assert "all 15 dice come from the seed" in pbem("verify", "record.json").output
    assert "N>S (adjudicated: for the test)" in pbem("verify", "record.json").output
    assert (
        "there is no player Ann"
        in pbem("match", "import", "record.json", "--db", played_less(), code=1).output
    )
    for name in ("Ann", "Ben"):
        pbem("player", "add", name, f"{name}@example.org", "--db", "there.db")
    assert pbem("match", "import", "record.json", "--db", "there.db").output == "match 1\n"
    assert (
        "there is already a match 1 here"
        in pbem("match", "import", "record.json", "--db", "there.db", code=1).output
    )
    pbem("check", "--db", "there.db")
    again = json.loads(pbem("match", "export", 1, "--db", "there.db").stdout)
    assert again["rows"] == json.loads(Path("record.json").read_text())["rows"]


def played_less() -> str:
    """A database without players."""
    Store("empty.db").close()
    return "empty.db"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"faces": [\n    3', '"faces": [\n    4', "the seed gives"),
        ('"N>S"', '"S>N"', "it leads to"),
        ('"done"', '"dome"', "record.json: "),
        ('"seed": "', '"seed": "00', "the seed is not the one promised"),
        ('"game": "dodgeball"', '"game": "chess"', 'There is no game "chess"'),
        ('"rows"', '"rowz"', "record.json: "),
        ("{", "", "record.json: "),
    ],
)
def test_a_record_that_was_tampered_with(
    pbem: Pbem, played: Office, folder: Path, old: str, new: str, reason: str
) -> None:
    pbem("match", "adjudicate", 1, "N>S", "--reason", "for the test")
    path = folder / "record.json"
    pbem("match", "export", 1, "--to", path)
    text = path.read_text()
    if old == '"faces": [\n    3':
        at = text.index("[", text.index('"roll"'))
        digit = next(i for i in range(at, len(text)) if text[i].isdigit())
        text = text[:digit] + str(7 - int(text[digit])) + text[digit + 1 :]
    else:
        assert old in text or old == '"N>S"'
        if old == '"N>S"':
            result = json.loads(text)
            result["result"]["places"] = [["S"], ["N"]]
            text = json.dumps(result)
        else:
            text = text.replace(old, new, 1)
    path.write_text(text)
    assert reason in pbem("verify", "record.json", code=1).output
    pbem("match", "import", "record.json", "--db", played_less(), code=1)


def test_the_record_of_a_running_match_is_not_verified(pbem: Pbem, played: Office) -> None:
    pbem("match", "export", 1, "--secrets", "--to", "record.json")
    assert "but the match is not over" in pbem("verify", "record.json", code=1).output
    text = json.loads(Path("record.json").read_text())
    Path("record.json").write_text(json.dumps({**text, "seed": ""}))
    assert "its seed is still secret" in pbem("verify", "record.json", code=1).output


def test_a_running_match_moves_to_another_server(pbem: Pbem, played: Office) -> None:
    pbem("match", "export", 1, "--secrets", "--to", "record.json")
    for name in ("Ann", "Ben"):
        pbem("player", "add", name, f"{name}@example.org", "--db", "there.db")
    pbem("match", "import", "record.json", "--db", "there.db")
    there = Office(path="there.db")
    there.write(there.asked(), "done")
    played.write(played.asked(), "done")
    assert there.log() == played.log()
    assert host.check(there.app) == []
