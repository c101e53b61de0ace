"""The kit that every game must pass, and the words of this one."""

import pytest

from pbem.desk.commands import command_words
from pbem.games.dodgeball.throwing import chances
from pbem.mail.prose import Words
from pbem.play.conformance import Tally, audit, playout

from .court import GAME, Court, M

WORDS = Words()
OPTIONS: list[dict[str, str]] = [
    {},
    {"stall": "8", "placement": "fixed"},
    {"pawns": "4"},
    {"pawns": "3", "stall": "off"},
]


def test_the_game_has_what_every_game_must() -> None:
    """DODGEBALL-6: names, forms, and no order that begins with a command of the server."""
    audit(GAME, WORDS, command_words())


def test_random_matches_obey_the_laws_and_meet_everything() -> None:
    """DODGEBALL-35, DODGEBALL-36: random matches come to an end, by every way to end, with every order and event."""
    met = Tally()
    for seed in range(28):
        met.add(playout(GAME, options=OPTIONS[seed % len(OPTIONS)], players=2, seed=seed, prose=WORDS))
    assert met.unmet(GAME) == []
    assert {"all pawns of North are out", "all pawns of South are out"} <= set(met.endings)


def test_a_throw_in_words() -> None:
    """DODGEBALL-28: a throw, its answer and its outcome, as players read them."""
    court = Court(M, rolls=(4, 4, 2, 5))
    court.play("S", "S1 throw N5")
    prompt = WORDS.prompt("dodgeball", court.match.asks["N"], court.state)
    assert f"({chances('dodge')['hit']} in 36 to be hit)" in prompt
    catching = chances("catch")
    assert f"({catching['hit']} in 36 to be hit, {catching['caught']} in 36 to put the thrower out)" in prompt
    court.play("N", "catch")
    assert [WORDS.event("dodgeball", event, court.state.names) for event in court.match.events] == [
        "S1 spends the 5, takes aim and throws ball 1 at N5 on g5!",
        "N5 reaches for it, 4 against 4: it slips through the fingers. N5 is out, and balls 1 and 3 lie on g5.",
    ]


@pytest.mark.parametrize("name", ["placing", "action", "react", "put"])
def test_every_decision_is_explained(name: str) -> None:
    """DODGEBALL-6: there is help for each decision, and for none else."""
    assert WORDS.decision("dodgeball", name)
    assert sorted(WORDS.decisions("dodgeball")) == ["action", "placing", "put", "react"]


def test_the_credit_line() -> None:
    """DODGEBALL-39: the designer's game and notice, word for word."""
    assert GAME.credit == (
        "Dodgeball! was designed by Daniel Kast, Majestic Twelve Games. Copyright Daniel Kast / Majestic Twelve"
        " Games. All rights reserved. Coded for play by e-mail on the designer's public go-ahead. Do not take"
        " internally. Your mileage may vary."
    )
