"""The kit that every game must pass, the words of this one, and its bots."""

import hashlib
import re
from collections import Counter
from typing import Any

import pytest

from pbem.games.slargeball.bots import normal
from pbem.games.slargeball.events import Bounced, BreakPlay, Scored, Settled, in_full
from pbem.games.slargeball.orders import Always, Narration
from pbem.games.slargeball.state import Pitch
from pbem.games.slargeball.teams import STATS
from pbem.mail.prose import Templates
from pbem.play.conformance import Tally, audit, playout
from pbem.play.dice import ProvableDice
from pbem.play.game import Bot, masked, random_bot
from pbem.play.match import Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Ask, seeded
from pbem.server.language.command_table import command_words
from tests.games.meeting import meet_the_rest

from .pitch import GAME, Table, played

TEMPLATES = Templates()


def told_of(ask: Ask[Any], state: Any) -> str:
    """The question, and how it is answered, as a player's first mails tell it."""
    return f"{TEMPLATES.prompt('slargeball', ask, state)} {TEMPLATES.how_to('slargeball', ask, state)}"


THOROUGH: list[tuple[int, dict[str, str]]] = [
    (2, {"turns": "6"}),
    (2, {"turns": "5", "mode": "strict", "sprawl": "off"}),
    (3, {"turns": "5", "lineup": "standard", "line": "28"}),
    (2, {"turns": "5", "squads": "3", "line": "26"}),
    (2, {"turns": "5", "lineup": "standard", "squads": "5", "line": "28"}),
]
QUICK: list[tuple[int, dict[str, str]]] = [
    (2, {"turns": "40", "lineup": "standard", "line": "28"}),
    (2, {"turns": "12", "mode": "strict", "line": "28"}),
    (4, {"turns": "12", "huddle": "off", "line": "28"}),
    (2, {"squads": "3", "turns": "20", "lineup": "standard", "line": "28"}),
    (2, {"squads": "5", "turns": "20", "lineup": "standard", "line": "28"}),
]
"""From slargelines so near the middle the balls are soon in the air."""
RARE = {kind.__name__ for kind in (Bounced, BreakPlay, Scored, Settled)}
"""They need several lucky dice one after another; positions of their own bring them about."""
STANDING = {kind.__name__ for kind in (Always, Narration)}
"""They answer nothing: only the thorough playouts send them."""


def test_the_game_has_what_every_game_must() -> None:
    """Names, forms, and no order that begins with a command of the server."""
    audit(GAME, TEMPLATES, command_words())


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), THOROUGH)
def test_random_matches_obey_the_laws(players: int, options: dict[str, str]) -> None:
    """From one to five squads a side, in both modes, with all that the kit looks at."""
    met = playout(GAME, options=options, players=players, seed=players, prose=TEMPLATES)
    assert sum(met.endings.values()) == 1


@pytest.mark.slow
def test_random_matches_meet_everything() -> None:
    """Every order that answers something, and every event that is not rare, at least once."""
    met = Tally()

    def play(seed: int) -> Tally:
        players, options = QUICK[seed % len(QUICK)]
        return playout(GAME, options=options, players=players, seed=seed, prose=TEMPLATES, thorough=False)

    for seed in range(15):
        met.add(play(seed))
    meet_the_rest(GAME, met, play, RARE | STANDING)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 11))
def test_every_number_of_players(players: int) -> None:
    """2 to 10 in two sides, one to five squads: random matches of the shortest length come to an end."""
    options = {"turns": "5", "lineup": "standard"}
    met = playout(GAME, options=options, players=players, seed=players, prose=TEMPLATES, thorough=False)
    assert sum(met.endings.values()) == 1


def test_rare_events_have_their_prose() -> None:
    """A ball on heads is fumbled, bounces and settles; another is carried into the bunker, and play breaks."""
    figures = {"rT1": "30,12", "bT1": "40,12", "bN1": "40,19", "bD": "60,1"}
    heads = played(figures, balls=["rT1"], red="T1 fling bT1", rolls=[1, 6, 1, 4, 3, 4, 5, 6, 1, 6])
    goal = played({"rG": "61,16", "bD": "10,1"}, balls=["rG"], red="G score", rolls=[2])
    told = {
        type(event).__name__: TEMPLATES.event("slargeball", event, table.state.names)
        for table in (heads, goal)
        for event in table.match.events
    }
    assert set(told) >= RARE
    assert told["Flung"] == "rT1 flings ball1 to bT1 on 40,12 (fling 1, max 4)!"
    assert told["Bounced"] == (
        "Nobody near is left standing: ball1 bounces on, 3 and 4 inches toward 6 o'clock, and comes down on 40,19."
    )
    assert (
        told["Tried"]
        == "bN1 reaches for ball1 and fumbles (nab 5, max 4); Ballbonk 6 (4 or less fells), and it keeps its feet."
    )
    assert told["Settled"] == "Ball1 rolls to rest on 40,18 (settle 1)."
    assert told["Scored"] == "GOAL for Red! rG has carried ball1 into the bunker. The score: Red 1, Blue 0."
    assert told["BreakPlay"] == (
        "Break Play: the turn is over with the goal. All who can stand go back to their places."
    )


def test_short_and_full_narration() -> None:
    """Short leaves out the misses and their dice; full tells every die, what it needed, and every square."""
    figures = {"rT1": "30,16", "bT1": "33,16", "rD": "60,30", "bD": "10,1"}
    table = played(figures, red="T1 chase bT1", blue="narration full", rolls=[4, 5])
    heard = {
        seat: [GAME.tell(masked(table.state, seat), seat, event) for event in table.match.events]
        for seat in "RB"
    }
    assert heard["R"] == table.match.events
    assert [
        [TEMPLATES.event("slargeball", event, table.state.names) for event in heard[seat][:2]]
        for seat in "RB"
    ] == [
        ["Red's Tremple: rT1 to 32,16.", "Whaps: not one blow lands (2 misses)."],
        [
            "Red's Tremple: rT1 30,16 by 31,16 to 32,16.",
            "Whaps: not one blow lands; rT1 misses bT1 (4, needs 3 or less), bT1 misses rT1 (5, needs 3 or less).",
        ],
    ]


@pytest.mark.parametrize(
    ("figures", "given", "rolls", "told"),
    [
        (
            {"rT1": "30,16", "bT1": "31,16"},
            {"red": "T1 move 25,16"},
            [5, 6, 6],
            "Red's Tremple: rT1 cannot break away (break 5, needs 2 or less).",
        ),
        (
            {"rD": "30,16", "bN1": "31,16", "bT1": "60,1"},
            {"down": {"bN1": ""}, "red": "D move 34,16 through"},
            [3, 6, 6],
            "Red's Defensive Grelker: rD to 31,16, mired (pile 3, needs 2 or less). rD is stuck in the pile and"
            " might as well be unconscious.",
        ),
        (
            {"rN1": "30,16", "bT1": "60,1"},
            {"balls": ["rN1"], "red": "N1 fling 35,16"},
            [3, 1, 1],
            "rN1 flings ball1 to 35,16 (fling 3, needs 2 or less), but it drifts 1 inch toward 12 o'clock, to"
            " 35,15!",
        ),
        (
            {"rT1": "30,16", "rT2": "34,16", "bT1": "60,1"},
            {"balls": ["rT1"], "red": "T1 fling T2"},
            [1, 3, 6, 1],
            "rT2 reaches for ball1 and fumbles (nab 3, needs 2 or less); Ballbonk 6 (4 or less fells), and it keeps"
            " its feet.",
        ),
        (
            {"rT1": "30,16", "rN1": "31,15", "bT1": "60,1"},
            {"balls": ["31,16"]},
            [5, 6],
            "Ball1 on 31,16: rN1 misses it (nab 5, needs 4 or less); rT1 misses it (nab 6, needs 2 or less).",
        ),
        (
            {"rT1": "30,16", "bR": "40,16"},
            {"down": {"bR": ""}},
            [4],
            "Still out: bR (wake 4, needs 2 or less).",
        ),
    ],
)
def test_full_narration_says_what_a_failed_roll_needed(
    figures: dict[str, str], given: dict[str, Any], rolls: list[int], told: str
) -> None:
    """SLARGEBALL-50, SLARGEBALL-51, SLARGEBALL-73, SLARGEBALL-83, SLARGEBALL-88, SLARGEBALL-91: break, pile, fling,
    nab in the air and on the ground, wake."""
    table = played(figures, rolls=rolls, **given)
    heard = [TEMPLATES.event("slargeball", in_full(event), table.state.names) for event in table.match.events]
    assert told in [text.strip() for text in heard]


def test_every_event_and_decision_has_words_and_no_others() -> None:
    """A macro for each, one for what is foreseen, and help for each decision."""
    others = {
        "ask_lineup",
        "ask_plan",
        "ask_move",
        "ask_whap",
        "ask_fling",
        "how_lineup",
        "how_plan",
        "foreseen",
        "break_aways",
        "grabs",
    }
    assert len(set(TEMPLATES.macros("slargeball")) - others) == len(GAME.events)
    assert sorted(TEMPLATES.decisions("slargeball")) == ["fling", "lineup", "move", "plan", "whap"]


def test_help_tells_what_every_figure_can_do() -> None:
    """SLARGEBALL-1, SLARGEBALL-2: the four numbers of each position."""
    assert "help slargeball kinds" in " ".join(TEMPLATES.overview("slargeball").split())
    told = " ".join(GAME.entries["kinds"])
    for kind, each in STATS.items():
        numbers = f"({kind}: Move {each.move}, Whap {each.whap}, Fling {each.fling}, Nab {each.nab})"
        assert f"{each.title} {numbers}" in told


def test_the_credit_line() -> None:
    """The author's game and notice, word for word."""
    assert GAME.credit == (
        "Slargeball! Miniatures Rules for the National Sport of Irvania, Draft Rules 2, 20 August 2001, by Dave Ferris"
        " (Irvania.com; page last updated 11 June 2016). The source carries no further copyright notice. This is a"
        " play-by-mail adaptation."
    )


def match_of(players: int, options: dict[str, str], seed: int, bots: dict[str, Bot]) -> Match[Pitch]:
    """A match of bots, by side, played through text."""
    values = GAME.read_options(options, players)
    seats = GAME.seats(values, players)
    dice = ProvableDice(hashlib.sha256(str(seed).encode()).digest(), "bots", ())
    match = Match(GAME, Tail(opening(GAME, values, {seat: seat for seat in seats})), dice)
    match.settle()
    pick = seeded(str(seed))
    while not match.over:
        seat, ask = next(iter(match.asks.items()))
        match.play(seat, split_lines(bots[seat[0]](masked(match.state, seat), ask, pick).split("\n")))
    return match


@pytest.mark.slow
def test_a_bot_that_can_win() -> None:
    """Against random play, on either side, it wins matches, and loses none."""
    results = Counter[str]()
    for seed in range(6):
        bots: dict[str, Bot] = {"RB"[seed % 2]: normal, "BR"[seed % 2]: random_bot}
        match = match_of(2, {"lineup": "standard", "squads": "2"}, seed, bots)
        assert match.state.result is not None
        winners = match.state.result.places[0]
        results["drawn" if len(winners) == 2 else "won" if bots[winners[0]] is normal else "lost"] += 1
    assert results["won"] > 1
    assert not results["lost"]


def test_the_bot_answers_every_ask_of_mode_strict() -> None:
    """It leaves all to its plan."""
    options = {"mode": "strict", "turns": "5", "squads": "3"}
    assert match_of(2, options, 1, {"R": normal, "B": normal}).state.result is not None


def test_a_turn_of_five_squads_asks_each_seat_once() -> None:
    """SLARGEBALL-45: ten seats, one letter each a turn."""
    match = match_of(10, {"turns": "5", "lineup": "standard"}, 1, {"R": normal, "B": normal})
    rows = [row for turn in match.turns for row in match.rows if turn.number == 1]
    assert sum(row.kind == "answer" for row in rows) == 5 * 10


def test_what_the_prompts_say() -> None:
    """Each names the figures concerned and how to answer."""
    table = Table()
    assert "columns 45-64" in told_of(table.match.asks["B"], table.state)
    figures = {"r1T1": "30,16", "rH": "20,33", "b1T1": "31,16", "b1D": "60,1"}
    strict = Table(figures, squads=3, strict=True, balls=["r1T1", "1,1"], rolls=[6, 6])
    assert '"H activate"' in told_of(strict.match.asks["R"], strict.state)
    strict.play("R", "done")
    strict.play("B", "done")
    told: dict[str, str] = {}
    while not strict.match.over:
        seat, ask = next(iter(strict.match.asks.items()))
        told[f"{seat} {ask.name}"] = told_of(ask, strict.state)
        strict.play(seat, "1T1 nofling; done" if ask.name == "fling" else "done")
    assert told["B move"].startswith("It is the turn of 1T1 to move.")
    assert told["R move"].startswith("Coaches act now.")
    assert told["R whap"].startswith("Whaps come next: 1T1 may strike.")
    assert told["R fling"].startswith("Flings come next: 1T1 has a ball.")


@pytest.mark.parametrize(("players", "line"), [(2, "20"), (4, "16"), (6, "28")])
def test_the_prompt_of_a_line_up_shows_a_line_that_can_be_sent(players: int, line: str) -> None:
    """A figure of the seat, on a square behind its own slargeline, wherever that is."""
    table = Table(players=players, options={"line": line})
    for seat, ask in table.match.asks.items():
        prompt = told_of(ask, table.state)
        shown = re.search(r'as in "(.+?)"', prompt)
        assert shown is not None
        table.play(seat, shown[1])


def test_who_has_a_coach_is_told_how_to_send_it_on() -> None:
    """The commander of squad 3, and nobody else."""
    table = Table({"r1D": "1,1"}, players=6, squads=3, balls=["5,5", "6,6"])
    told = {seat: told_of(ask, table.state) for seat, ask in table.match.asks.items()}
    assert [seat for seat, prompt in told.items() if '"H activate"' in prompt] == ["R3", "B3"]


def test_what_the_prompts_show_as_an_example() -> None:
    """A line that is always of use, for a figure that is concerned; and one that is legal for a Coach."""
    figures = {"r1T1": "30,16", "rH": "20,33", "b1T1": "31,16", "b1D": "60,1"}
    table = Table(figures, squads=3, strict=True, balls=["r1T1", "1,1"], rolls=[6, 6])
    shown: dict[str, str] = {}
    while not table.match.over:
        seat, ask = next(iter(table.match.asks.items()))
        shown[f"{seat} {ask.name} {table.match.asked}"] = GAME.example(table.state, ask, seeded("example"))
        table.play(seat, "1T1 nofling; done" if ask.name == "fling" else "done")
    assert list(shown.values()) == [
        "all goal; all fetch; done", "all goal; all fetch; done", "1D fetch; done", "1T1 fetch; done",
        "1T1 fetch; done", "done", "1T1 whap any; done", "1T1 whap any; done", "1T1 fling goal; done",
    ]  # fmt: skip
