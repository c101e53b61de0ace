"""Figures and players in prose have the color of their side, because the fields of events say what they are."""

import re
from typing import Any

import pytest

from pbem.mail.prose import Templates
from pbem.marks import MARKS, is_marked, own, plain
from pbem.play.game import Game
from pbem.server.mailing.owners import mark, tell
from tests.games.ours import OURS
from tests.games.test_turned import positions

TEMPLATES = Templates()
FIGURES = {"dodgeball": r"[SN]\d", "gnomeball": r"[ABCD]\d+", "slargeball": r"[rb]\d?[A-Z]\d?"}
"""Figures whose names are no other words, either."""


def stories(game: Game[Any], seed: int) -> list[tuple[str, str]]:
    """What is told of a random match, marked and plain."""
    from pbem.play.conformance import kept
    from pbem.play.dice import ProvableDice
    from pbem.play.match import Match, opening
    from pbem.play.record import Tail
    from pbem.play.requests import seeded

    pick, seats = seeded(f"{game.name}/{seed}"), game.seats(game.read_options({}, 2), 2)
    names = {seat: f"P{seat}" for seat in seats}
    tail, told = Tail(opening(game, game.read_options({}, 2), names)), []
    for _ in range(60):
        match: Match[Any] = Match(game, tail, ProvableDice(bytes(32), str(seed), ()))
        match.settle()
        if match.over:
            break
        asked = pick.one(sorted(match.asks))
        before = len(match.events)
        match.play(asked, [str(match.asks[asked].sample(pick))])
        told += [
            (tell(TEMPLATES, game, event, names), TEMPLATES.event(game.name, event, names))
            for event in match.events[before:]
        ]
        tail = kept(match)
    return told


@pytest.mark.parametrize("name", OURS)
def test_marks_change_no_word(name: str) -> None:
    for marked, bare in stories(OURS[name], 3):
        assert plain(marked) == bare


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_in_a_story_is_in_the_color_of_its_side(name: str) -> None:
    game, found = OURS[name], 0
    for marked, bare in stories(game, 5):
        for figure in re.findall(rf"(?<!\w){FIGURES[name]}(?!\w)", bare):
            assert own(figure, game.side_of_figure(figure)) in marked, (figure, bare)
            found += 1
    assert found > 10


def test_players_are_in_the_color_of_their_side() -> None:
    marked, _ = stories(OURS["toxic-gnome"], 1)[0]
    assert all(own(f"P{seat}", side) in marked for side, seat in enumerate("12"))


def test_a_letter_that_is_no_player_is_not_colored() -> None:
    """In Elfball a letter is a player only where its event says so."""
    for marked, bare in stories(OURS["elfball"], 2):
        assert marked.count(MARKS[0]) + marked.count(MARKS[1]) <= len(bare)
    game = OURS["elfball"]
    assert (game.side_of_figure("A"), game.side_of_figure("M")) == (0, 1)
    assert mark(game, None) is None


def test_positions_in_words_are_marked_too() -> None:
    """For mails; whoever only wants the words has them plain."""
    for name, game in OURS.items():
        *_, state = positions(game, 2, 1, letters=8)
        told, view = game.describe(state, None), game.view(state, None)
        assert any(map(is_marked, (*told.header, *told.lists))), name
        assert told.plain() == view
        assert not any(
            map(is_marked, (*view.header, *view.lists, *(row for each in view.tables for row in each)))
        )
