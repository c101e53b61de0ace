"""A letter of orders alone is read by a short way: what comes of it is what the long way makes of it."""

import pytest

from pbem.play.game import masked
from pbem.play.requests import seeded
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading import lines as reading
from pbem.server.reading.line import Line
from pbem.server.reading.splitter import Splitter
from tests.games.ours import OURS
from tests.server.office import Office

LETTERS = 3
"""Letters of bots in each game."""

WAYS = (
    "{}",
    "{}\n\nAnn",
    "Hi Ben,\n{}",
    "* {}",
    "{}; {}",
    "{}\n{}",
    "{} please",
    "{},\n{}",
    "if turn is 1 then {}",
    "'{}'",
    "{}  # so be it",
    "match 1: {}",
    "match 1\n{}",
    "{}\nsay hello\n{}",
    "; ".join(["{}"] * 210),
)
"""How an order may stand in a letter."""


@pytest.mark.parametrize("game", OURS)
def test_both_ways_lead_to_the_same_lines(office: Office, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = reading._only_orders
    compared: list[str] = []
    letters: list[LetterContext] = []

    def splitter(letter: LetterContext) -> Splitter:
        letters.append(letter)
        return Splitter(letter)

    def both(known: Splitter, text: list[str]) -> list[Line]:
        found = short(known, text)
        if found:
            compared.append("\n".join(text))
            letter = letters[-1]
            assert found == reading._read(letter, Splitter(letter), text)
            assert letter.transcript == []
        return found

    monkeypatch.setattr(reading, "Splitter", splitter)
    monkeypatch.setattr(reading, "_only_orders", both)
    boards = office.begin("", game=game)
    pick = seeded(game)
    for _ in range(LETTERS):
        loaded, who = office.find_match(), office.asked()
        seat, ask = next(iter(loaded.match.asks.items()))
        lines = loaded.game.bot("normal")(masked(loaded.match.state, seat), ask, pick)
        for way in WAYS:
            with office.undone():
                office.reply(who, boards[who], way.replace("{}", lines.split("\n")[0]))
        assert office.reply(who, boards[who], lines) == "done"
        boards |= dict(office.mails())
    assert len(compared) > LETTERS
