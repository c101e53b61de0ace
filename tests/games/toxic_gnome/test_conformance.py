"""The kit that every game must pass."""

import pytest

from pbem.games.toxic_gnome import ToxicGnome
from pbem.mail.prose import Templates
from pbem.play.conformance import Tally, audit, playout
from pbem.server.language.command_table import command_words

OPTIONS: list[dict[str, str]] = [
    {},
    {"tiles": "6"},
    {"tiles": "8", "grace": "on", "gnome": "6"},
    {"tiles": "7", "difficulty": "hard"},
    {"tiles": "6", "difficulty": "easy", "gnome": "off"},
]
LONG = {"tiles": "20", "difficulty": "easy", "words": "large", "minlen": "2"}  # uses up the stock


def test_audit() -> None:
    """Names, forms, and no clash with the server's commands."""
    audit(ToxicGnome(), Templates(), command_words())


@pytest.mark.slow
def test_playouts() -> None:
    """Random matches of every number of players with every option keep the laws, and meet every order and event."""
    game, prose, total = ToxicGnome(), Templates(), Tally()
    cases = [(options, players) for players in game.players for options in OPTIONS] + [(LONG, 2), (LONG, 3)]
    for seed, (options, players) in enumerate(cases):
        total.add(playout(game, options=options, players=players, seed=seed, prose=prose))
    assert not total.unmet(game)
