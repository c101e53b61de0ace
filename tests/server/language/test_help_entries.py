"""What `help` tells of the words of a game."""

import re

import pytest

from pbem.games.elfball.rolls.hooks import ABILITIES
from pbem.games.elfball.teams.potions import EFFECTS
from pbem.mail.prose import fill
from pbem.play.orders import Unreadable
from tests.games.ours import OURS
from tests.server.office import Office, ask

ANN = "ann@example.org"
ELFBALL = OURS["elfball"]


@pytest.fixture
def office() -> Office:
    office = Office()
    office.register("Ann")
    return office


@pytest.mark.parametrize("name", ABILITIES)
def test_each_ability(office: Office, name: str) -> None:
    """Section 3.21: in a sentence or two, with what it belongs to and what it needs."""
    ability = ABILITIES[name]
    told = ask(office, ANN, f"help elfball {name}").flat
    assert f"{ability.title} ({ability.belongs}): {ability.about}" in told
    assert (" It needs " in told) == ability.advanced
    assert ('"save no"' in told) == (ability.saves is not None)


def test_potions(office: Office) -> None:
    """ELFBALL-107: all ten results."""
    text = ask(office, ANN, "help potion").text
    results = re.findall(r"^ +([-X*S]) ([-X*S]): ", text, re.MULTILINE)
    assert sorted(map("".join, results)) == sorted(EFFECTS)
    assert "It costs 5 points; a team may have 3." in text


def test_a_word_of_any_game(office: Office) -> None:
    """Where no match is meant; two words too."""
    assert "Lead Pass (Thrower, Advanced)" in ask(office, ANN, "help lead pass").flat
    assert "Imp, a Little Guy: Jog 7, Might 2" in ask(office, ANN, "help imp").flat
    assert "Did you mean cutblock?" in ask(office, ANN, "help elfball cutblok").flat.replace('"', "")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("learn", "team learn 4 agile"),
        ("experience", "For every 5 points a player may learn one ability"),
        ("bribe", "Bribed referee: a Monster may take the face-off"),
        ("surge", "Goalie: Momentum steps"),
        ("support", "Wizard: 20 points, up to 1"),
    ],
)
def test_words_of_league_teams(office: Office, word: str, told: str) -> None:
    """ELFBALL-104 to 117: what a manager may want to look up."""
    assert told in ask(office, ANN, f"help {word}").flat


@pytest.mark.parametrize("word", ["ability", "abilities"])
def test_all_abilities_in_one_mail(office: Office, word: str) -> None:
    """ELFBALL-113: each with what it belongs to, and what it does."""
    mail = ask(office, ANN, f"help {word}")
    for ability in ABILITIES.values():
        assert f"{ability.title} ({ability.belongs}): {ability.about}" in mail.flat
    assert max(map(len, mail.text.split("\n"))) <= 74


def test_what_is_told_reads_as_no_order() -> None:
    """Somebody's mail program may lose the marks of a quotation."""
    for word, told in ELFBALL.entries.items():
        for line in "\n".join(map(fill, told)).split("\n"):
            with pytest.raises(Unreadable):
                pytest.fail(f"{word}: {ELFBALL.read(line.strip())}")
