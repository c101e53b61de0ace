"""One door of legality: what a check refuses for ever does not wait for its turn either."""

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from pbem.games.elfball.field.state import Support
from pbem.play.conformance import kept
from pbem.play.dice import NoDice, ProvableDice
from pbem.play.game import State
from pbem.play.match import Match, opening
from pbem.play.orders import OrderError, Refused
from pbem.play.record import Tail
from pbem.play.requests import Order, Seat, seeded
from tests.games.ours import OURS

from .dodgeball.court import Court, M
from .elfball.pitch import Played
from .gnomeball.pitch import Pitch
from .slargeball.pitch import Table
from .toxic_gnome.boards import BOARD_A, drawn, match

NAMES = {
    "dodgeball": r"[SN][1-5]",
    "elfball": r"[A-X]",
    "gnomeball": r"[A-D][1-9]",
    "slargeball": r"b?[DTNR][12]?|G",
    "toxic-gnome": r"[A-Z]{3,}|[a-e][0-9]+",
}
"""What the figures of each game look like; of Toxic Gnome its words and squares."""


def wrong(name: str, state: State, seat: Seat) -> tuple[list[str], list[str]]:
    """Figures that there never are, and some of another seat."""
    match name:
        case "dodgeball":
            return ["S4", "N5", "S9"], ["N1"] if seat == "S" else ["S1"]
        case "elfball":
            others = [each for each in getattr(state, "players", {}) if (each < "M") != (seat == "N")]
            return [each for each in "LX" if each not in getattr(state, "players", {})], others[:1]
        case "gnomeball":
            raising = any(each.race == "valkyr" for each in getattr(state, "characters", {}).values())
            return [] if raising else ["A9", "B9"], ["B1"] if seat == "A" else ["A1"]
        case "slargeball":
            return ["2T1", "C", "bH"], ["bT1"] if seat == "R" else ["rT1"]
    return ["QXZ", "f4"], []


def positions(name: str, seed: int, letters: int) -> Iterator[tuple[Tail, Match[Any], Seat, Order]]:
    """The positions of a random match, who is asked, and an order that answers."""
    game, pick = OURS[name], seeded(f"{name}/{seed}")
    options = game.read_options({"pawns": "3"} if name == "dodgeball" else {}, 2)
    seats = game.seats(options, 2)
    dice = ProvableDice(hashlib.sha256(str(seed).encode()).digest(), name, ())
    tail = Tail(opening(game, options, {seat: f"P{seat}" for seat in seats}))
    for _ in range(letters):
        found = Match(game, tail, dice)
        found.settle()
        if found.over:
            return
        tail = kept(found)
        seat = pick.one(sorted(found.asks))
        order = found.asks[seat].sample(pick)
        yield tail, found, seat, order
        found.play(seat, [str(order)])
        tail = kept(found)


def answer(found: Match[Any], seat: Seat, order: Order) -> None:
    """Answer what is asked, if the order can."""
    ask = found.asks[seat]
    if isinstance(order, ask.takes):
        ask.check(order)
    elif ask.edit is not None and isinstance(order, ask.edits):
        ask.edit(order, False)
    else:
        found.game.vet(found.state, seat, order)


def refused(act: Callable[[], object]) -> str:
    """Why something is refused, or empty."""
    try:
        act()
    except Refused as error:
        return str(error)
    except OrderError:
        pass
    return ""


@pytest.mark.parametrize("name", OURS)
def test_a_wrong_name_is_refused_at_both_doors(name: str) -> None:
    """An order that answers what is asked gets a name that nobody has, or is given to another's figure: if that is
    refused now it is refused for ever, so it does not wait; if it is not, it may wait."""
    game, tried = OURS[name], 0
    for seed in range(4):
        for tail, found, seat, order in positions(name, seed, 80):
            words = str(order).split()
            spots = [at for at, word in enumerate(words) if re.fullmatch(NAMES[name], word.strip(",:"))]
            nobodies, others = wrong(name, found.state, seat)
            for at in spots:
                for instead in (*nobodies, *(others if not at else ())):
                    line = " ".join([*words[:at], instead, *words[at + 1 :]])
                    try:
                        new = game.read(line)
                    except OrderError:
                        continue
                    now = refused(partial(answer, Match(game, tail, NoDice()), seat, new))
                    ever = refused(partial(game.vet, found.state, seat, new))
                    assert bool(now) == bool(ever), (seed, seat, line, now, ever)
                    tried += bool(now)
    assert tried > 20


DODGE = Court(M, to_act="N").match
GNOMES = Pitch("A1 human d4, A2 orc c3, A3 vrykul b3, B1 human j9, B2 tuskarr j8", turn="B").match
STUNNED = Pitch("A1 human d4 stunned=true, B1 human j9").match
ELVES = Played("A Imp k20 2; B Imp i22 2; M Imp u22; N Imp u24", ball="g22", active="S").match
FACING = Played("A Imp bench; B Imp bench; M Imp bench; N Imp bench", phase="setup", setter="S").match
ABLE = Played(
    "A Imp k20 2 with react, lead pass; B Striker i22 2; C Imp ejected; D Hunter bench; M Imp u22; N Imp u24",
    ball="g22",
    active="S",
    support={"N": Support(potions=1, wizard=True)},
).match
SQUADS = Table({"rT1": "30,16", "rG": "31,20", "bT1": "40,16"}).match
GNOME = match(drawn(BOARD_A, to_move="2"))


@pytest.mark.parametrize(
    ("found", "seat", "line", "why"),
    [
        (DODGE, "S", "S1 pass S1", "S1 cannot pass to itself"),
        (DODGE, "S", "S1 pass N2", "N2 is not one of South's pawns"),
        (DODGE, "S", "S1 throw S2", "S2 is not one of North's pawns"),
        (GNOMES, "A", "A1 howl ne", "A1 is a Human; it cannot howl."),
        (GNOMES, "A", "A1 howl ne or A2 howl ne", "A1 is a Human.* / A2 is an Orc"),
        (GNOMES, "A", "if loose: A1 frenzy, attack B1", "A1 is a Human; it cannot frenzy."),
        (GNOMES, "A", "A1 hunt A2", "A2 is on your side."),
        (GNOMES, "A", "A1 carry a1", "a1 is not an enemy home; those are j10"),
        (GNOMES, "A", "A1 move d5, punt A", "A is not an enemy home"),
        (GNOMES, "A", "A1 hearth e5", "e5 is not in your home"),
        (GNOMES, "A", "A1 attack A1", "A1 cannot attack itself."),
        (GNOMES, "A", "any pass", '"any" is for plan lines'),
        (GNOMES, "A", "A1 move d5, move d6", "One move in an activation."),
        (GNOMES, "A", "A2 attack gnome, move c4", "The move comes before the action."),
        (GNOMES, "A", "whenever loose: B1 pass", "B1 does not serve you."),
        (GNOMES, "A", "whenever loose: A1 howl ne", "A1 is a Human; it cannot howl."),
        (
            GNOMES,
            "A",
            "whenever loose: any toss c4, pass",
            'One action in an activation; "toss" was the first.',
        ),
        (GNOMES, "A", "place A1 b2 A2 b2", "b2 is taken."),
        (GNOMES, "A", "always place A1 b2 A2 b2", "b2 is taken."),
        (ELVES, "N", "A tackle b", "tackle B: B is on your own team"),
        (ELVES, "N", "A go ball, if ball: shove b", "shove B: B is on your own team"),
        (ELVES, "N", "A throw m", "throw M: M is on the other team"),
        (ELVES, "N", "taunt A b 1", "B is on your own team"),
        (ELVES, "N", "enter A k20", "k20 is not a stairway hex of yours"),
        (ELVES, "N", "wizard shock m", "you have no Wizard"),
        (ELVES, "N", "potion b", "no dose is left"),
        (ELVES, "N", "cheer 2", "no Cheerleaders left in this Test"),
        (ELVES, "N", "setup A l21 3, B l23 5", "one player takes the face-off"),
        (ELVES, "N", "setup A l21 3, A e22", "a player is named twice"),
        (ELVES, "N", "setup A l21 3, B k20", "k20 is not one of your places"),
        (ELVES, "N", "B move l19 m26", "move l19 m26: m26 is not next to l19"),
        (ELVES, "N", "A face 1, on fail end, move l19 m26", "m26 is not next to l19"),
        (ELVES, "N", "A move n1 o2", "n1 is the edge line: you would be sent off"),
        (ELVES, "N", "A go n1", "go n1: go never leads onto the edge line"),
        (ELVES, "N", "A go next a", "go next A: nobody else is there"),
        (ELVES, "N", "A throw a", "throw A: that is where A stands"),
        (ELVES, "N", "A face a, go ball", "face A: that is where A stands"),
        (
            ELVES,
            "N",
            "A go ball, throw b only",
            "throw B: .* a throw with only must be the only thing in the action",
        ),
        (ELVES, "N", "A stand, pickup", "pickup: a step onto the ball picks it up"),
        (ELVES, "N", "A dash, face ball", "dash: nothing behind it could be done"),
        (ELVES, "N", "A surge k22", "A knows no Momentum steps"),
        (ELVES, "N", "A swarm b k22", "A does not know Swarm"),
        (ELVES, "N", "A tackle m with steal", "A does not know Steal"),
        (ELVES, "N", "A shove m with plough", "A does not know Plough"),
        (ELVES, "N", "A throw b with scramble", "A does not know Scramble"),
        (ELVES, "N", "A throw k24 with bank 3", "A does not know Bankshot"),
        (ELVES, "N", "A throw b with lead k22", "A does not know Lead Pass"),
        (ELVES, "N", "quickling A", "A does not know Quickling"),
        (ELVES, "N", "taunt A m 1", "A does not know Taunt"),
        (ELVES, "N", "react A l21", "A does not know React"),
        (ELVES, "N", "tackle l, end", "there is no player L in this match"),
        (ELVES, "N", "enter A c14 face a", "face A: that is where A stands"),
        (ELVES, "N", "intercept A face a", "face A: that is where A stands"),
        (ELVES, "N", "setup A l21 6", "A takes the face-off and must have m22 in front"),
        (ABLE, "N", "react A l21 l25", "l25 is not next to l21"),
        (ABLE, "N", "react A n1", "A cannot go to n1; only the acting player can"),
        (ABLE, "N", "C go ball", "C is ejected for the match"),
        (ABLE, "N", "enter C c14", "C is ejected for the match"),
        (ABLE, "N", "A face c", "C is ejected for the match"),
        (ABLE, "N", "potion C", "potion C: C is ejected for the match"),
        (ABLE, "N", "potion D steal", "potion D steal: a potion gives general abilities only"),
        (ABLE, "N", "wizard shock b", "wizard shock B: B is on your own team"),
        (ABLE, "N", "wizard shock l", "there is no player L in this match"),
        (ABLE, "N", "wizard inferno n1", "wizard inferno n1: n1 is not a hex of the field"),
        (FACING, "N", "ball", "the answers here are pickup, tackle, shove, nothing"),
        (FACING, "N", "pickup l23", "pickup l23: no hex is needed here"),
        (SQUADS, "R", "T1 score", "Only a Goalie"),
        (GNOME, "1", "word qxz", "QXZ is not in the word list"),
        (GNOME, "1", "word yours to f4", "f4 is not a square"),
        (GNOME, "1", "step f4", "f4 is neither a direction nor a square"),
    ],
)
def test_refused_for_ever(found: Match[Any], seat: Seat, line: str, why: str) -> None:
    assert re.search(why, refused(lambda: found.game.vet(found.state, seat, found.game.read(line))))


@pytest.mark.parametrize(
    ("found", "seat", "line"),
    [
        (GNOMES, "A", "A1 howl ne or A1 pass"),
        (GNOMES, "A", "A1 howl ne or B1 pass or A1 pass"),
        (STUNNED, "A", "A1 hunt A9"),
        (GNOMES, "A", "A2 frenzy, attack A1"),
        (GNOMES, "B", "B2 fish A1"),
        (GNOMES, "A", "A1 carry, punt j10"),
        (GNOMES, "A", "A1 hearth a2"),
        (GNOMES, "A", "A1 carry, punt, attack B1"),
        (GNOMES, "A", "A2 move c4, frenzy"),
        (GNOMES, "A", "whenever loose: any fetch or any pass"),
        (ELVES, "N", "A go ball, tackle m"),
        (ELVES, "N", "A go ball, throw a"),
        (ELVES, "N", "A if ball: throw a"),
        (ELVES, "N", "A wait, throw a"),
        (ELVES, "N", "A pass, move l19 m26"),
        (ABLE, "N", "A throw b with lead k22 m26"),
        (ELVES, "N", "A move m4 m2 out"),
        (ELVES, "N", "A move m4 m2"),
        (ELVES, "N", "A move w22"),
        (ELVES, "N", "A dash, go goal"),
        (ABLE, "N", "D throw k24 with bank 3"),
        (ABLE, "N", "react A l21 l23"),
        (ABLE, "N", "wizard frog b"),
        (ABLE, "N", "potion B sprinter might"),
        (FACING, "N", "tackle k20"),
        (ELVES, "N", "A throw b"),
        (ELVES, "N", "setup A l21 3, B e22"),
    ],
)
def test_what_may_become_legal_waits(found: Match[Any], seat: Seat, line: str) -> None:
    assert not refused(lambda: found.game.vet(found.state, seat, found.game.read(line)))
