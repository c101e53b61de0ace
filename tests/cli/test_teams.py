"""pbem team, and competitions of teams."""

import json

import pytest

from tests.cli.conftest import Pbem

OPTIONS = [part for option in ("form=open", "teams=yes", "cap=190", "pace=3d") for part in ("-o", option)]


@pytest.fixture
def league(pbem: Pbem) -> Pbem:
    """Two teams in a league."""
    for name in ("Ann", "Ben"):
        pbem("player", "add", name, f"{name}@example.org")
    pbem("competition", "new", "Autumn", "--game", "elfball", "--director", "ann", *OPTIONS)
    pbem("competition", "start", "autumn")
    pbem("team", "new", "Owls", "nightelves:", "2", "hunter,", "6", "imp", "--manager", "ann")
    pbem("team", "new", "Red Bats", "widows", "--manager", "ben", "--game", "elfball")
    for team in ("Owls", "Red Bats"):
        assert f"{team} is in Autumn" in pbem("competition", "enter", "autumn", team).output
    return pbem


def test_a_league(league: Pbem) -> None:
    """Opened, filled, paired, looked at and closed."""
    assert "Owls      elfball  Ann      Autumn" in league("team", "list").output
    assert league("competition", "pair", "autumn", "owls", "red bats").output == "match 1: Owls - Red Bats\n"
    assert "match 1: Owls - Red Bats" in league("competition", "show", "autumn").output
    league("match", "adjudicate", "1", "N>S", "--reason", "weather")
    league("remind")
    table = json.loads(league("competition", "show", "autumn", "--json").stdout)
    assert [(each["name"], each["won"], each["lost"]) for each in table] == [
        ("Owls", 1, 0),
        ("Red Bats", 0, 1),
    ]
    left = league("competition", "withdraw", "autumn", "red bats", "--reason", "sold")
    assert "Red Bats has left" in left.output
    told = league("competition", "close", "autumn", "--reason", "winter")
    assert "Over. Winner: Owls." in told.output
    league("check")


def test_a_team(league: Pbem) -> None:
    """Changed as its manager does, with a log of what has changed it."""
    assert '9 Striker "Ida"' in league("team", "hire", "owls", "striker", "as", '"Ida"').output
    assert "potion" in league("team", "buy", "owls", "potion").output
    league("team", "name", "owls", "1", "Uhu")
    sheet = league("team", "sheet", "owls", "--log").output
    assert sheet.startswith("Owls, managed by Ann, in Autumn\nNight Elves, worth 140 of 190 points\n")
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
        (["competition", "new", "Autumn", "--game", "elfball"], "There is a competition Autumn already"),
        (
            ["competition", "new", "Winter", "--game", "elfball", "--director", "zoe"],
            "there is no player zoe",
        ),
        (["competition", "new", "Winter", "--game", "dodgeball", "-o", "teams=yes"], "has no teams"),
        (["competition", "enter", "autumn", "owls"], "Owls plays in Autumn"),
        (["competition", "pair", "autumn", "owls", "owls"], "Name each team once"),
        (["competition", "pair", "autumn", "owls"], "A match of Elfball is not for 1 teams"),
        (["team", "sheet", "bats"], "There is no team bats"),
        (["team", "cut", "owls", "x"], "write: team cut SLOT"),
        (["team", "learn", "owls", "1", "agile"], "slot 1 has 0 points and 0 abilities: the next comes at 5"),
    ],
)
def test_what_is_refused(league: Pbem, arguments: list[str], why: str) -> None:
    assert why in league(*arguments, code=1).output


def test_options_are_key_and_value(pbem: Pbem) -> None:
    pbem("competition", "new", "Autumn", "--game", "elfball", "-o", "cap", code=2)
