"""The kit that every game must pass, and the words of this one."""

import pytest

from pbem.games.dodgeball.throwing import chances
from pbem.mail.prose import Templates
from pbem.play.conformance import Tally, audit, playout
from pbem.server.language.command_table import command_words

from .court import GAME, Court, M

TEMPLATES = Templates()
OPTIONS: list[dict[str, str]] = [
    {},
    {"pawns": "4", "stall": "8"},
    {"pawns": "3", "stall": "off", "placement": "fixed"},
]


def test_the_game_has_what_every_game_must() -> None:
    """Names, forms, and no order that begins with a command of the server."""
    audit(GAME, TEMPLATES, command_words())


@pytest.mark.slow
def test_random_matches_obey_the_laws_and_meet_everything() -> None:
    """Random matches come to an end, by every way to end, with every order and event."""
    met = Tally()
    for seed in range(15):
        met.add(playout(GAME, options=OPTIONS[seed % len(OPTIONS)], players=2, seed=seed, prose=TEMPLATES))
    for seed in range(60):
        options = {"pawns": "3", "stall": "8"}  # few to throw, and little patience
        met.add(playout(GAME, options=options, players=2, seed=seed, prose=TEMPLATES, thorough=False))
    assert met.unmet(GAME) == []
    assert {
        "all pawns of North are out",
        "all pawns of South are out",
        "nobody has thrown for 8 turns",
        "resigned",
    } == set(met.endings)


def test_a_throw_in_words() -> None:
    """A throw, its answer and its outcome, as players read them."""
    court = Court(M, rolls=(4, 4, 2, 5))
    court.play("S", "S1 throw N5")
    ask = court.match.asks["N"]
    assert "S1 throws at your N5 on g5: dodge or catch?" in TEMPLATES.prompt("dodgeball", ask, court.state)
    assert ask.outlook is not None
    odds = TEMPLATES.event("dodgeball", ask.outlook(), court.state.names)
    assert f"If it dodges, N5 is hit in {chances('dodge')['hit']} of 36 cases" in odds
    catching = chances("catch")
    assert (
        f"N5 is hit in {catching['hit']} of 36 cases, and catches the ball in {catching['caught']}." in odds
    )
    assert "lands if it misses: f4, f5, f6, g4, g6, h4, h5 or h6." in TEMPLATES.how_to(
        "dodgeball", ask, court.state
    )
    court.play("N", "catch")
    assert [TEMPLATES.event("dodgeball", event, court.state.names) for event in court.match.events] == [
        "S1 spends the 5, takes aim and throws ball 1 at N5 on g5!",
        "N5 reaches for it. S1 rolls 4, N5 rolls 4: it slips through the fingers. N5 is out,"
        " and balls 1 and 3 lie on g5.",
    ]


@pytest.mark.parametrize("name", ["placing", "action", "react", "put"])
def test_every_decision_is_explained(name: str) -> None:
    """There is help for each decision, and for none else."""
    assert TEMPLATES.decision("dodgeball", name)
    assert TEMPLATES.decisions("dodgeball") == ["placing", "action", "react", "put"]


def test_the_credit_line() -> None:
    """The designer's game and notice, word for word."""
    assert GAME.credit == (
        "Dodgeball! was designed by Daniel Kast, Majestic Twelve Games. Copyright Daniel Kast / Majestic Twelve"
        " Games. All rights reserved. Coded for play by e-mail on the designer's public go-ahead. Do not take"
        " internally. Your mileage may vary."
    )
