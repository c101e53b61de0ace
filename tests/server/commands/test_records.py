"""Records of players, lists of finished matches, and offers for some players only."""

import pytest

from pbem.server.core.times import DAY
from pbem.server.matches.wants import RELIABLE, Wants, read
from pbem.server.views.records import HEIGHT, plot
from pbem.store.rows import RatingChange
from tests.server.office import Office, ask, steps

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"


def finished() -> Office:
    """Ann and Ben have finished two matches; Cat is there, too."""
    office = Office()
    office.register("Cat")
    for number, loser in ((1, ANN), (2, BEN)):
        office.begin("pawns=3 placement=fixed")
        office.play_on(number)
        office.write(loser, f"confirm resign {number}")
        office.time += 100 * DAY
    office.mails()
    return office


def test_two_players_against_each_other() -> None:
    told = ask(finished(), CAT, "record ann ben").flat
    assert "ANN AGAINST BEN Dodgeball!: Ann won 1, drawn 0, lost 1" in told


def test_who_has_played_nothing_has_a_record_too() -> None:
    told = ask(finished(), ANN, "record cat").flat
    assert "RECORD OF CAT no rated match yet" in told


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("history ann ben", [2, 1]),
        ("history dodgeball ann ben", [2, 1]),
        ("history ann cat", []),
        ("history dodgeball 2026", [1]),
        ("history ben 2027", [2]),
        ("history dodgeball page=2", []),
    ],
)
def test_finished_matches_are_found(line: str, numbers: list[int]) -> None:
    lines = ask(finished(), CAT, line).text.split("\n")
    found = [int(each.split(":")[0]) for each in lines if each.strip()[:1].isdigit() and "Dodgeball!" in each]
    assert found == numbers


def test_the_course_of_a_rating_is_drawn() -> None:
    changes = [
        RatingChange(at, 1, "Ann", "toy", 0, points) for at, points in enumerate((1500, 1600, 1550, 1700))
    ]
    lines = plot(changes)
    assert len(lines) == HEIGHT
    assert lines[0] == "    1700 |   *"
    assert lines[-1] == "    1500 |*"
    assert plot(changes[:2]) == []


def test_an_offer_for_a_range_of_ratings() -> None:
    office = finished()
    office.write(ANN, "seek dodgeball rating=1700-1900 pawns=3")
    office.mails()
    told = ask(office, CAT, "join 3").flat
    assert "This offer is for ratings from 1700 to 1900; yours is 1500" in told
    assert "For players rated 1700 to 1900." in ask(office, CAT, "seek").flat
    office.write(ANN, "seek dodgeball rating=1400-1600 pawns=3")
    office.mails()
    assert office.write(CAT, "join 4") == "done"
    assert office.store.matches.match(4).status == "running"


def test_an_offer_for_reliable_players() -> None:
    office = Office()
    office.register("Cat")
    office.begin("pawns=3 placement=fixed pace=1d")
    late = office.asked()
    office.time += 2 * DAY
    assert "nag" in dict(steps(office))
    office.write(late, "confirm resign 1")
    other = BEN if late == ANN else ANN
    office.write(other, "seek dodgeball reliable pawns=3")
    office.mails()
    told = ask(office, late, "join 2").flat
    assert "you have finished 0 of 1 matches without missing one or losing by walkover" in told
    assert "late once, 0 of 1 matches without" in ask(office, CAT, "players").flat
    assert office.write(CAT, "join 2") == "done"
    assert office.store.matches.match(2).status == "running"


@pytest.mark.parametrize("text", ["", "reliable", "1400-1700", "1400-1700 reliable"])
def test_what_is_wanted_round_trips(text: str) -> None:
    assert str(read(text)) == text


def test_a_range_that_is_none() -> None:
    office = finished()
    assert "rating=1700-1400: write a range" in ask(office, ANN, "seek dodgeball rating=1700-1400").flat
    assert Wants().reliable is False
    assert 0 < RELIABLE < 1
