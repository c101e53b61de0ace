"""`pbem competition` and `pbem ratings`: the host as director."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.server.office import Office


@pytest.fixture
def cup(pbem: Pbem) -> Pbem:
    """A knock-out of three, directed by the host, that has begun."""
    for name in ("Ann", "Ben", "Cat"):
        pbem("player", "add", name, f"{name}@example.org")
    told = pbem("competition", "new", "Spring", "--game", "dodgeball", "-o", "form=knock-out", "-o", "size=3")
    assert "run by the host" in told.output
    for name in ("Ann", "Ben", "Cat"):
        pbem("competition", "enter", "spring", name)
    pbem("remind")
    return pbem


def test_a_cup_is_played_by_decisions(cup: Pbem, folder: Path) -> None:
    """Results, a correction, a letter to all, the champion, the record."""
    (row,) = json.loads(cup("competition", "list", "--json").stdout)
    assert (row["form"], row["status"], row["entrants"], row["director"]) == (
        "knock-out",
        "running",
        3,
        "the host",
    )
    page = cup("competition", "show", "spring").output
    assert "has a bye" in page
    (names,) = [line.split() for line in page.splitlines() if "match 1 is being played" in line]
    winner, loser = names[0], names[2].rstrip(",")
    assert f"{winner} beat {loser}" in cup("competition", "result", 1, winner, "--reason", "weather").output
    assert f"{loser} beat {winner}" in cup("competition", "result", 1, loser, "--reason", "misread").output
    assert "7d more" in cup("competition", "extend", "spring", "7d", "--reason", "the fair").output
    assert "sent to 3" in cup("competition", "write", "spring", "Good luck").output
    cup("competition", "result", 3, loser, "--walkover", "--reason", "nobody came")
    page = cup("competition", "show", "spring").output
    assert f"Winner: {loser}." in page
    assert "the host: 7 days more for all running matches (the fair)" in page
    file = folder / "spring.json"
    file.write_text(cup("competition", "export", "spring").stdout, "utf-8")
    assert "follow from its seed" in cup("competition", "verify", file).output
    file.write_text(file.read_text("utf-8").replace('"seats": [', '"seats": [9, ', 1), "utf-8")
    cup("competition", "verify", file, code=1)
    cup("verify", file, code=1)
    cup("check")


def test_an_open_competition_is_directed(pbem: Pbem) -> None:
    for name in ("Ann", "Ben", "Cat"):
        pbem("player", "add", name, f"{name}@example.org")
    pbem("competition", "new", "Club", "--game", "dodgeball", "--director", "ann", "-o", "form=open")
    for name in ("Ann", "Ben"):
        pbem("competition", "enter", "club", name)
    pbem("competition", "start", "club")
    assert "match 1: Ann - Ben" in pbem("competition", "pair", "club", "ann", "ben").output
    assert (
        "Cat plays on for ben"
        in pbem("competition", "replace", "club", "ben", "Cat", "--reason", "ill").output
    )
    assert "Ben directs club" in pbem("competition", "director", "club", "Ben").output
    assert "has left" in pbem("competition", "withdraw", "club", "Cat", "--reason", "gone").output
    assert (
        "No match of Club" in pbem("competition", "extend", "club", "3d", "--reason", "late", code=1).output
    )
    assert (
        "only the forms swiss and tables"
        in pbem("competition", "bye", "club", "ann", "--reason", "away", code=1).output
    )
    told = pbem("competition", "close", "club", "--reason", "the year is over").output
    assert "Over. Winner: Ann." in told


def test_ratings_are_worked_out_again(pbem: Pbem, played: Office) -> None:
    played.play_on()
    played.write("ann@example.org", "confirm resign 1")
    assert pbem("ratings", "--rebuild").output == "ratings after 1 matches\n"
    assert "Choose --rebuild" in pbem("ratings", code=2).output


def test_ratings_are_verified_offline(pbem: Pbem, played: Office, folder: Path) -> None:
    played.play_on()
    played.write("ann@example.org", "confirm resign 1")
    file = folder / "ratings.json"
    file.write_text(pbem("ratings", "--export", "dodgeball").stdout, "utf-8")
    assert "the ratings of dodgeball follow from its 1 matches" in pbem("verify", file).output
    record = json.loads(file.read_text("utf-8"))
    record["ratings"]["Ann"]["mu"] += 1e-9
    file.write_text(json.dumps(record), "utf-8")
    assert "the rating of Ann does not follow" in pbem("verify", file, code=1).output
