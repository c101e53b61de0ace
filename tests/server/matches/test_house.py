"""The house plays at the level that was wanted, and everybody sees at which."""

import pytest

from tests.server.office import Office, ask

ANN = "ann@example.org"


@pytest.fixture
def office() -> Office:
    """Ann, and nobody else."""
    office = Office()
    office.register("Ann")
    office.mails()
    return office


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("challenge dodgeball house", "normal"),
        ("challenge dodgeball house level=easy", "easy"),
        ("challenge toxic-gnome house level=hard tiles=6", "hard"),
        ("challenge slargeball house LEVEL=Hard lineup=standard", "hard"),
        ("challenge gnomeball house level=easy", "easy"),
        ("challenge elfball house level=hard", "hard"),
        ("challenge elfball house level=advanced,easy", "easy"),
        ("challenge elfball house level=advanced", "normal"),
    ],
)
def test_the_level_is_kept_and_shown(office: Office, line: str, level: str) -> None:
    """It stands with the terms of the match, and behind the name of the house."""
    ask(office, ANN, line)
    found = office.find_match()
    assert found.row.terms.level == level
    assert found.names[found.seats[1].seat] == f"{level} house"
    assert found.row.options.get("level", "basic") == ("advanced" if "advanced" in line else "basic")


def test_the_level_stands_beside_the_board(office: Office) -> None:
    """Where the others' names are."""
    assert (
        "North (hard house)" in ask(office, ANN, "challenge dodgeball house level=hard placement=fixed").flat
    )


@pytest.mark.parametrize("line", ["list", "preview S1 move b4"])
def test_the_level_stands_in_lists_and_previews(office: Office, line: str) -> None:
    ask(office, ANN, "challenge dodgeball house level=hard pawns=3 placement=fixed")
    assert "hard house" in ask(office, ANN, line).flat


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("challenge dodgeball house level=extreme", "level=extreme: level may be easy, normal, hard"),
        ("seek dodgeball level=hard", "level=hard says how well the house plays"),
        ("challenge dodgeball open level=hard", "Write for example: challenge dodgeball house level=hard"),
        ("challenge dodgeball house levle=hard", 'Did you mean "level"?'),
    ],
)
def test_a_level_that_means_nothing_is_refused(office: Office, line: str, refusal: str) -> None:
    """An unknown one, and one for a match in which the house has no seat."""
    assert refusal in ask(office, ANN, line).flat


def test_rematch_and_fork_keep_the_level(office: Office) -> None:
    """And a fork may change it, but nothing else."""
    ask(office, ANN, "challenge dodgeball house level=hard placement=fixed")
    ask(office, ANN, "done")
    ask(office, ANN, "confirm resign")
    ask(office, ANN, "rematch 1")
    assert "in a fork you can change only the level" in ask(office, ANN, "fork 1#1 house pawns=3").flat
    ask(office, ANN, "fork 1#1 house")
    ask(office, ANN, "fork 1#1 house level=easy")
    levels = {row.id: row.terms.level for row in office.app.store.matches.all()}
    assert [levels[number] for number in sorted(levels)] == ["hard", "hard", "hard", "easy"]


def test_who_has_accepted_is_told_where_people_play_too(office: Office) -> None:
    """That the house is ready is no news to those who have waited for somebody else."""
    office.register("Ben")
    office.write("ann@example.org", "challenge gnomeball ben house")
    office.mails()
    office.write("ben@example.org", "accept 1")
    assert all("Everybody has accepted: the match begins." in mail.flat for _, mail in office.mails())
