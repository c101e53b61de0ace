"""The kit that every game must pass, and the words of this one."""

from pbem.desk.commands import command_words
from pbem.games.elfball import Elfball
from pbem.mail.prose import Words
from pbem.play.conformance import Tally, audit, playout

GAME = Elfball()
WORDS = Words()
OPTIONS: list[dict[str, str]] = [
    {},
    {"preset": "quick"},
    {"double": "yes", "goals": "2"},
    {"timed": "6", "lists": "all"},
    {"star": "major"},
]


def test_the_game_has_what_every_game_must() -> None:
    """Names, forms, and no order that begins with a command of the server."""
    audit(GAME, WORDS, command_words())


def test_random_matches_obey_the_laws_and_meet_everything() -> None:
    """Random matches come to an end, by every way to end, with every order and nearly every event."""
    met = Tally()
    for seed in range(8):
        met.add(playout(GAME, options=OPTIONS[seed % len(OPTIONS)], players=2, seed=seed, prose=WORDS))
    for seed in range(40):
        options = OPTIONS[seed % len(OPTIONS)]
        met.add(playout(GAME, options=options, players=2, seed=seed, prose=WORDS, thorough=False))
    print(met)
    assert met.unmet(GAME) == []
