"""The kit that every game must pass, and the words of this one."""

from typing import Any

import pytest

from pbem.mail.prose import Templates
from pbem.play.conformance import Tally, audit, playout
from pbem.play.requests import Ask
from pbem.server.language.command_table import command_words
from tests.games.meeting import meet_the_rest

from .pitch import GAME, Pitch

TEMPLATES = Templates()


def told_of(ask: Ask[Any], state: Any) -> str:
    """The question, and how it is answered, as a player's first mails tell it."""
    return f"{TEMPLATES.prompt('gnomeball', ask, state)} {TEMPLATES.how_to('gnomeball', ask, state)}"


MATCHES: list[tuple[int, dict[str, str]]] = [
    (2, {"points": "8", "cap": "4"}),
    (3, {"points": "10", "cap": "3", "tempo": "all"}),
    (4, {"points": "6", "cap": "3", "tempo": "2", "reach": "1.5"}),
    (2, {"cap": "5", "faint": "out", "lead": "rotate"}),
    (3, {"cap": "4", "homes": "opposite"}),
]
ASKS = {"setup", "draenei", "activation", "rest", "intercept", "restart"}
LONG = {"cap": "25", "points": "60", "faint": "out"}


def test_the_game_has_what_every_game_must() -> None:
    """Names, forms, and no order that begins with a command of the server."""
    audit(GAME, TEMPLATES, command_words())


@pytest.mark.slow
def test_random_matches_obey_the_laws_and_meet_everything() -> None:
    """GNOMEBALL-136: random matches of two, three and four come to an end, with every order and every event, and
    nothing is asked but the six decisions."""
    met = Tally()
    for seed in range(10):
        players, options = MATCHES[seed % len(MATCHES)]
        met.add(playout(GAME, options=options, players=players, seed=seed, prose=TEMPLATES))
    for seed in range(15):
        players, options = MATCHES[seed % len(MATCHES)]
        met.add(playout(GAME, options=options, players=players, seed=seed, prose=TEMPLATES, thorough=False))
    for seed in range(15):
        met.add(playout(GAME, options=LONG, players=3, seed=seed, prose=TEMPLATES, thorough=False))
    meet_the_rest(
        GAME,
        met,
        lambda seed: playout(GAME, options=LONG, players=3, seed=seed, prose=TEMPLATES, thorough=False),
    )
    assert {"the cap of 4 cycles", "6 points reached", "nobody else is left on the field", "resigned"} <= set(
        met.endings
    )


def test_every_event_has_its_words_and_none_is_left_over() -> None:
    """A macro for each event, ask and outlook; some asks have another for beginners."""
    told = {kind.__name__.lower() for kind in GAME.events}
    beside = {kind.__name__.lower() for kind in GAME.outlooks}
    macros = {name for name in TEMPLATES.macros("gnomeball") if not name.startswith(("ask_", "how_"))}
    assert told <= {name.replace("_", "") for name in macros} <= told | beside
    assert {
        name.removeprefix("ask_") for name in TEMPLATES.macros("gnomeball") if name.startswith("ask_")
    } == ASKS
    assert {
        name.removeprefix("how_") for name in TEMPLATES.macros("gnomeball") if name.startswith("how_")
    } <= ASKS
    assert set(TEMPLATES.decisions("gnomeball")) == ASKS


@pytest.mark.parametrize("name", sorted(ASKS))
def test_every_decision_is_explained(name: str) -> None:
    """There is help for each decision."""
    assert len(TEMPLATES.decision("gnomeball", name)) > 80


def test_a_toss_in_words() -> None:
    """A toss, its prompt and its end, as players read them."""
    pitch = Pitch("A1 human e5, B1 human d6, B2 human j9", gnome="A1", rolls=(2, 4))
    pitch.play("B", "always ask intercept")
    pitch.play("A", "A1 toss c5")
    prompt = told_of(pitch.match.asks["B"], pitch.state)
    assert "A1 has tossed it toward c5" in prompt
    assert 'To "intercept" it, you need 5 or more.' in prompt
    pitch.play("B", "intercept")
    assert [TEMPLATES.event("gnomeball", event, pitch.state.names) for event in pitch.match.events] == [
        "A1 tosses the gnome from e5 toward c5, needs 3 and rolls 2: a little too hard; it comes down on b5.",
        "B1 leaps as the gnome comes by d5, needs 5 and rolls 4: only air.",
        "Thwump! Nobody catches the gnome, and it lies on b5 with 2 of 3 hit points.",
    ]


def test_the_credit_line() -> None:
    """The author, the setting, and their distance from this server, word for word."""
    assert GAME.credit == (
        'Gnomeball: a fan-made game by the forum member "Mint Berry Crunch", who wrote it for a forum contest; setting'
        " inspired by the Warcraft games (Blizzard Entertainment), with which neither the author nor this server has"
        " any connection."
    )


def test_options() -> None:
    """All of them, with their defaults, as the first state has them."""
    values = GAME.read_options({}, 2)
    settings = GAME.new(values, ("A", "B")).settings
    assert (settings.points, settings.tempo, settings.lead, settings.reach) == (20, 1, "fixed", 1)
    assert (settings.faint, settings.homes, settings.cap) == ("back", "pick", 60)
    other = GAME.new(
        GAME.read_options({"tempo": "all", "reach": "1.5", "cap": "0"}, 4), ("A", "B", "C", "D")
    ).settings
    assert (other.tempo, other.reach, other.cap) == (0, 1.5, 0)
