"""The kit that every game must pass, and the words of this one."""

import re
from typing import Any

import pytest

from pbem.games.elfball.actions.referee import Banned
from pbem.games.elfball.field.events import Deserted, NobodyForFaceOff, Recovered, TurnPassed
from pbem.games.elfball.field.hexes import CIRCLES, FACE_OFF, GRID, GUARDIAN, SEATS
from pbem.games.elfball.orders import read
from pbem.mail.prose import Templates
from pbem.play.conformance import Tally, audit, playout
from pbem.play.dice import ProvableDice
from pbem.play.game import masked
from pbem.play.match import Match, opening
from pbem.play.orders import Unreadable
from pbem.play.record import Tail
from pbem.play.requests import Ask, seeded
from pbem.server.language.command_table import command_words
from tests.games.meeting import meet_the_rest

from .pitch import GAME, Played, after

TEMPLATES = Templates()


def told_of(ask: Ask[Any], state: Any) -> str:
    """The question, and how it is answered, as a player's first mails tell it."""
    return f"{TEMPLATES.prompt('elfball', ask, state)} {TEMPLATES.how_to('elfball', ask, state)}"


OPTIONS: list[dict[str, str]] = [
    {"preset": "quick"},
    {},
    {"timed": "6", "lists": "all"},
    {"double": "yes", "goals": "2"},
    {"star": "major"},
]
ADVANCED = {"level": "advanced", "wizard": "yes", "extras": "yes", "goals": "2"}
RARE = {kind.__name__ for kind in (Banned, Deserted, NobodyForFaceOff, Recovered, TurnPassed)}
"""They need an Impcrusher, a team without players, or one in Recovery at a goal: other tests
bring them about."""


def test_the_game_has_what_every_game_must() -> None:
    """Names, forms, and no order that begins with a command of the server."""
    audit(GAME, TEMPLATES, command_words())


@pytest.mark.slow
def test_random_matches_obey_the_laws_and_meet_everything() -> None:
    """Random matches come to an end, by every way to end, with every order and every event that is not rare."""
    met = Tally()
    for seed in range(6):
        met.add(playout(GAME, options=OPTIONS[seed % len(OPTIONS)], players=2, seed=seed, prose=TEMPLATES))
    for seed in range(16):
        options = OPTIONS[seed % len(OPTIONS)]
        met.add(playout(GAME, options=options, players=2, seed=seed, prose=TEMPLATES, thorough=False))
    for seed in range(28):
        options = ADVANCED | ({"double": "yes"} if seed % 4 == 3 else {})
        met.add(playout(GAME, options=options, players=2, seed=seed, prose=TEMPLATES, thorough=seed < 2))
    meet_the_rest(
        GAME,
        met,
        lambda seed: playout(GAME, options=ADVANCED, players=2, seed=seed, prose=TEMPLATES, thorough=False),
        RARE,
    )
    assert set(met.endings) >= {"first to 1 goal", "the cards are used up", "resigned"}


@pytest.mark.slow
def test_captains_play_a_match() -> None:
    """The better player of the house brings matches to an end by goals, and in reasonable time."""
    for seed in range(3):
        pick, turns = seeded(str(seed)), 0
        opened = opening(GAME, GAME.read_options({}, 2), {"N": "Ann", "S": "Ben"})
        match = Match(GAME, Tail(opened), ProvableDice(bytes(32), str(seed), ()))
        match.settle()
        while not match.over:
            seat = min(match.asks)
            line = GAME.bots["normal"](masked(match.state, seat), match.asks[seat], pick)
            assert match.play(seat, [line])[0].status == "done"
            turns += 1
            assert turns < 400
        assert match.state.result is not None
        assert match.state.result.reason == "first to 1 goal"


@pytest.mark.slow
def test_captains_play_at_the_advanced_level() -> None:
    """They name, set up and use a team, with potions and cheers; every line of theirs is legal."""
    used = set[str]()
    for seed in range(10):
        pick, options = seeded(str(seed)), GAME.read_options(ADVANCED, 2)
        match = Match(
            GAME,
            Tail(opening(GAME, options, {"N": "Ann", "S": "Ben"})),
            ProvableDice(bytes(32), str(seed), ()),
        )
        match.settle()
        for _ in range(800):
            if match.over:
                break
            seat = min(match.asks)
            line = GAME.bots["normal"](masked(match.state, seat), match.asks[seat], pick)
            assert match.play(seat, [line])[0].status == "done"
            used.add(line.split()[0])
        assert match.over
    assert used >= {"team", "setup", "potion", "cheer"}


def test_a_tackle_in_words() -> None:
    """A roll as managers read it: target, dice, Momentum, and what came of it."""
    text = "A Hunter k20 2; M Imp k22 5; P Imp u22"
    pitch = after(text, "A tackle m aim 1", "S S - S  S  2", ball="M", momentum=1)
    told = [TEMPLATES.event("elfball", event, pitch.state.names) for event in pitch.match.events]
    assert told == [
        "A tackles M (target 5-2, so 3; S S - S; Momentum has - rolled again: S; net 4; Momentum 0): a Solid Hit, M is"
        " Down.",
        "The ball bounces from k22 to k24.",
        "The ball lies on k24.",
        "A is done.",
    ]


def test_dice_are_told_as_they_fell() -> None:
    """Section 8: in the order of the roll, also those that Momentum has rolled again."""
    text = "A Midfielder k20 2; M Imp k22 5; P Imp u22"
    pitch = after(text, "A shove m aim 1", "- * X  S  S", ball="g8", momentum=2)
    told = TEMPLATES.event("elfball", pitch.match.events[0], pitch.state.names)
    assert (
        "(target 2-2, so 1; - * X S; Momentum has X rolled again: S; net 3, which earns 2 counters;" in told
    )


def test_the_prompt_of_a_turn() -> None:
    """Section 8: why the Momentum is what it is, whom one may not choose, and who must Disengage."""
    pitch = Played(
        "A Hunter k20 2; B Imp e22 3; C Imp g8 3; G Imp bench; M Imp k22 5",
        moved={"N": "B"},
        momentum=2,
        shifted=True,
    )
    prompt = told_of(pitch.match.asks["N"], pitch.state)
    assert "It is your turn, with Momentum 2. One of A C may act." in prompt
    assert "Your Momentum comes from a Shift." in prompt
    assert "Write a player's letter and what they do" in prompt
    assert "B moved last and cannot act this turn." in prompt
    assert "A must Disengage from M before every step." in prompt
    assert 'Or bring in a replacement (G), as in "enter G c14".' in prompt


def test_a_shift_without_counters() -> None:
    """Section 8: a Shift that brings nothing is not told as a gift."""
    pitch = Played("A Hunter k20 2; B Imp e22 3; M Imp u22", shifted=True)
    prompt = told_of(pitch.match.asks["N"], pitch.state)
    assert "with Momentum 0." in prompt
    assert "Shift" not in prompt


def test_the_prompt_of_the_teams() -> None:
    """ELFBALL-98: every line that it shows may be sent."""
    ask = Played().match.asks["N"]
    shown = re.findall(r'"(team [^"]+)"', told_of(ask, Played().state))
    assert len(shown) == 2
    for line in shown:
        ask.check(read(line))


def test_the_prompt_of_a_set_up() -> None:
    """Section 6.4: a formation is all that is asked for, in whose order its players come."""
    for setter, monster, order in (("N", "", "west, two in the east"), ("S", "O", "east, two in the west")):
        text = "A Imp bench; B Imp bench; M Imp bench; N Imp bench; O Ogre bench"
        pitch = Played(text, phase="setup", setter=setter)
        prompt = told_of(pitch.match.asks[setter], pitch.state)
        assert f"two Rovers in the {order}" in prompt
        assert "spread, forward, deep or inside" in prompt
        assert ("A Monster (O) cannot take the face-off." in prompt) == bool(monster)


def test_the_places_of_a_set_up() -> None:
    """Section 6.4: "help setup" names every one, for who does not see the picture."""
    text = " ".join(TEMPLATES.decision("elfball", "setup").split())
    for seat in SEATS:
        face_off = " or ".join(FACE_OFF[seat])
        assert f"the face-off on {face_off}, the Guardian on {GUARDIAN[seat]}, Rovers" in text
        for name, hexes in CIRCLES[seat].items():
            assert f"in the {name} on {' '.join(sorted(hexes, key=GRID.place))}" in text


def test_what_both_managers_read_names_the_player() -> None:
    """ELFBALL-186: what a player leaves out is told to both; a refusal says `you`."""
    after_dice = {
        "A tackle m, tackle m": 'A leaves out "tackle M": A has already attempted a Tackle in this action.',
        "A tackle m, shove n": 'A leaves out "shove N": N is not next to A; A is on k20 by then, with 5 paces left.',
        "A tackle m, move j19 i18 h17 g16 f15 e14 d13, dash": 'A leaves out "dash": no Momentum left.',
    }
    for line, told in after_dice.items():
        pitch = after("A Hunter k20 2; M Imp k22 2; N Imp u22; P Imp v23", line, "- - - -", ball="g8")
        assert told in [TEMPLATES.event("elfball", event, pitch.state.names) for event in pitch.match.events]


def test_a_face_off_in_words() -> None:
    """ELFBALL-32, 33: what was rolled, who has won, and why there is Momentum."""
    pitch = Played("A Imp l21 3; B Imp e22; M Hunter n23 6; N Imp u22", phase="faceoff", dice="S S - - X")
    assert [TEMPLATES.event("elfball", event, pitch.state.names) for event in pitch.match.events] == [
        "The face-off: A rolls S S, net 2; M rolls - - X, net -1. A wins it, and M goes Down.",
        "A has the first word, and North (Ann) the first turn, with 1 counter of Momentum, since A was the weaker one.",
    ]
    buffed = Played(
        "A Imp l21 3 with buff; B Imp e22; M Hunter n23 6; N Imp u22", phase="faceoff", dice="S X S - -  S"
    )
    assert TEMPLATES.event("elfball", buffed.match.events[0], buffed.state.names).startswith(
        "The face-off: A rolls S X (Buff has X rolled again: S), net 2; M rolls S - -, net 1. A wins it"
    )
    prompt = told_of(pitch.match.asks["N"], pitch.state)
    assert "A has won the face-off, with Momentum 1. A has a free challenge" in prompt


@pytest.mark.parametrize(
    "name", ["team", "setup", "faceoff", "turn", "continue", "intercept", "catch", "postgame"]
)
def test_every_decision_is_explained(name: str) -> None:
    """There is help for each decision, and for none else."""
    assert TEMPLATES.decision("elfball", name)
    assert len(TEMPLATES.decisions("elfball")) == 8


def test_the_help_on_a_turn_shows_lines_that_can_be_read() -> None:
    """Section 6.1: every word that it quotes is a line, a part of one, or a condition."""
    quoted = re.findall(r'"([^"]+)"', " ".join(TEMPLATES.decision("elfball", "turn").split()))
    assert len(quoted) > 30
    for text in {*quoted} - {"not", "and"}:
        assert any(_reads(line.format(text)) for line in ("{}", "A {}", "A if {}: end")), text


def _reads(line: str) -> bool:
    try:
        return bool(read(line))
    except Unreadable:
        return False


def test_the_credit_line() -> None:
    """The authors and the notice, word for word."""
    assert GAME.credit == (
        "Elfball: rules design Tom Anders, Phil Bowen, Max Haider and Eric Reiter; rulebook edited by Tom Anders;"
        " graphics Eric Reiter and Melvin de Voor. Copyright 2007 Impact! Miniatures, all rights reserved. This server"
        " is not connected with Impact! Miniatures; the miniatures and the boxed game are theirs."
    )
