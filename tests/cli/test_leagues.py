"""pbem league, pbem team."""

import json

import pytest

from tests.cli.conftest import Pbem


@pytest.fixture
def league(pbem: Pbem) -> Pbem:
    """Two teams in a league."""
    for name in ("Ann", "Ben"):
        pbem("player", "add", name, f"{name}@example.org")
    pbem("league", "new", "Autumn", "--commissioner", "ann", "-o", "cap=190", "-o", "pace=3d")
    pbem("team", "new", "Owls", "nightelves:", "2", "hunter,", "6", "imp", "--manager", "ann")
    pbem("team", "new", "Red Bats", "widows", "--manager", "ben", "--game", "elfball")
    for team in ("Owls", "Red Bats"):
        assert f"{team} plays in the league Autumn" in pbem("league", "add", "autumn", team).output
    return pbem


def test_a_league(league: Pbem) -> None:
    """Opened, filled, paired, looked at and closed."""
    assert "Owls      elfball  Ann      Autumn" in league("team", "list").output
    (row,) = json.loads(league("league", "list", "--json").stdout)
    assert (row["name"], row["options"]["cap"], row["terms"]["add"]) == ("Autumn", "190", 3 * 86_400)
    assert league("league", "pair", "autumn", "owls", "red bats").output == "match 1: Owls - Red Bats\n"
    assert "Match 1: Owls - Red Bats" in league("league", "table", "autumn").output
    league("match", "adjudicate", "1", "N>S", "--reason", "weather")
    table = json.loads(league("league", "table", "autumn", "--json").stdout)
    assert [(each["team"], each["won"], each["lost"]) for each in table] == [
        ("Owls", 1, 0),
        ("Red Bats", 0, 1),
    ]
    assert "Red Bats has left" in league("league", "drop", "autumn", "red bats").output
    assert "is closed" in league("league", "close", "autumn").output
    assert "closed" in league("league", "list").output
    league("check")


def test_a_team(league: Pbem) -> None:
    """Changed as its manager does, with a log of what has changed it."""
    assert '9 Striker "Ida"' in league("team", "hire", "owls", "striker", "as", '"Ida"').output
    assert "potion" in league("team", "buy", "owls", "potion").output
    league("team", "name", "owls", "1", "Uhu")
    sheet = league("team", "sheet", "owls", "--log").output
    assert sheet.startswith(
        "Owls, managed by Ann, in the league Autumn\nNight Elves, worth 140 of 190 points\n"
    )
    assert [line.partition("  ")[2] for line in sheet.splitlines()[-4:]] == [
        "new Owls nightelves: 2 hunter, 6 imp",
        'hire striker as "Ida"',
        "buy potion",
        "name 1 Uhu",
    ]
    (owls, bats) = json.loads(league("team", "list", "--json").stdout)
    assert (owls["name"], bats["manager"], bats["match"]) == ("Owls", "Ben", 0)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["league", "new", "Autumn", "--commissioner", "ann"], "There is a league Autumn already"),
        (["league", "new", "Winter", "--commissioner", "zoe"], "there is no player zoe"),
        (["league", "new", "Winter", "--commissioner", "ann", "--game", "chess"], 'There is no game "chess"'),
        (["league", "table", "Winter"], "There is no league Winter"),
        (["league", "pair", "autumn", "owls", "owls"], "Ann manages both teams"),
        (["league", "pair", "autumn", "owls"], "A match of Elfball is not for 1 teams"),
        (["team", "sheet", "bats"], "There is no team bats"),
        (["team", "cut", "owls", "x"], "write: team cut SLOT"),
        (["team", "learn", "owls", "1", "agile"], "slot 1 has 0 points and 0 abilities: the next comes at 5"),
    ],
)
def test_what_is_refused(league: Pbem, arguments: list[str], why: str) -> None:
    assert why in league(*arguments, code=1).output


def test_options_are_key_and_value(pbem: Pbem) -> None:
    pbem("league", "new", "Autumn", "--commissioner", "ann", "-o", "cap", code=2)
