"""Games and options as people write them: titles of two words, blanks round the sign, spans in words."""

import pytest

from tests.server.office import Office, ask

ANN = "ann@example.org"


@pytest.fixture
def office() -> Office:
    """Ann and Ben play here."""
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    return office


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("challenge toxic gnome ben", "match 1, Toxic Gnome, is offered to Ben"),
        ("challenge Toxic Gnome carl@example.org", "match 1, Toxic Gnome, is offered to"),
        ("challenge toxic gnome Zoe", "There is no player Zoe"),
        ("challenge toxicgnome with ben", "match 1, Toxic Gnome, is offered to Ben"),
        ("challenge ben toxic gnome", "The game comes first. Write: challenge toxic-gnome ben"),
        ("toxicgnome with ben", "Perhaps you meant: challenge toxic-gnome ben"),
        ("seek toxic gnome", "match 1, Toxic Gnome, may be joined by anybody"),
        ("observe toxic gnome", "you follow every match of Toxic Gnome that begins from now on"),
        ("observe toxic_gnome result", "how each new match of Toxic Gnome ends"),
        ("help toxic gnome", "TOXIC GNOME"),
        ("rules toxic gnome 1", "TOXIC-GNOME-1 Two to five players"),
        ("list toxic gnome", "MATCHES OF TOXIC GNOME"),
        ("limit toxic gnome 2", "no challenges to Toxic Gnome while you play 2"),
        ("rules dodgeball toxic gnome", 'Dodgeball! has no clause or chapter "toxic gnome"'),
    ],
)
def test_a_title_of_two_words_is_understood(office: Office, line: str, told: str) -> None:
    """It may stand wherever a game does, and behind a game it is none."""
    assert told in ask(office, ANN, line).flat


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("challenge dodgeball ben pawns = 4 pace = 3d", "Options: pawns=4. Time for each move: 3 days."),
        ("challenge dodgeball ben, Pace = 3 Days policy=skip, vote", "Time for each move: 3 days."),
        ("challenge toxic-gnome ben tiles=6, pace 2 days", "Options: tiles=6. Time for each move: 2 days."),
        ("challenge dodgeball ben pawns 4, pace= 2 weeks.", "Options: pawns=4. Time for each move: 14 days."),
        ("seek toxic-gnome players=4 pace=2 days", "Time for each move: 2 days."),
        ("seek dodgeball pace =36 hours expires = 3 days", "Time for each move: 1 day and 12 hours."),
    ],
)
def test_options_with_blanks_are_understood(office: Office, line: str, told: str) -> None:
    """What is unmistakable is no player's name."""
    office.write(ANN, line)
    office.mails()
    number = office.store.matches.all()[0].id
    row = office.store.matches.match(number)
    assert row is not None
    seat = office.store.matches.seats(number)[0]
    assert told in " ".join(office.app.summaries.told(row, seat, "UTC").split())


def test_steps_of_a_policy_may_stand_apart(office: Office) -> None:
    """A comma and a blank part them, and names behind another option stay names."""
    office.write(ANN, "challenge dodgeball ben policy = skip, vote rated=no")
    assert office.store.matches.all()[0].terms.policy == ("skip", "vote")


def test_an_option_without_a_value_takes_none_of_the_next(office: Office) -> None:
    """`pawns= pace=3d` is refused for its own sake."""
    assert "pawns=" in ask(office, ANN, "challenge dodgeball ben pawns= pace=3d").flat
    assert not office.store.matches.all()
