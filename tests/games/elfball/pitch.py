"""Positions in short, and a match played from one.

    pitch = Played("A Striker k20 1; M Imp j19 3; N Imp u22 down; G Hunter bench", ball="A", dice="S S X - 4")

A player is a letter, a position, a place, a direction (or `down`, `dazed`, `barred`), and abilities behind
`with`. Dice are the signs of challenge dice (`X` flop, `-` blank, `*` star, `S` success) and faces of a D6,
in the order in which they fall.
"""

from typing import Any, TypeVar

import msgspec
import pytest

from pbem.games.elfball import Elfball
from pbem.games.elfball.field.events import Dice
from pbem.games.elfball.field.state import Pitch, Player
from pbem.play.dice import ScriptedDice
from pbem.play.match import LetterRefused, LineResult, Match, opening
from pbem.play.orders import split_lines
from pbem.play.record import Tail
from pbem.play.requests import Event

E = TypeVar("E", bound=Event)

GAME = Elfball()
FACES = {"X": 1, "-": 2, "*": 4, "S": 5}


def players(text: str) -> dict[str, Player]:
    """The players of a position in short."""
    found: dict[str, Player] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        letter, *words = part.split()
        at = next(index for index, word in enumerate(words) if word[0].islower())
        player = Player(" ".join(words[:at]), words[at])
        if "with" in words:  # abilities, with commas between them
            named = " ".join(words[words.index("with") + 1 :])
            player.abilities = tuple(map(str.strip, named.split(",")))
            words = words[: words.index("with")]
        for word in words[at + 1 :]:
            match word:
                case "down":
                    player.posture = "down"
                case "dazed":
                    player.posture = "dazed"
                case "barred":
                    player.barred = True
                case way:
                    player.looks = int(way)
        found[letter] = player
    return found


def faces(text: str) -> list[int | str]:
    """Forced dice; a word is the item of a draw."""
    return [FACES.get(word, int(word) if word.isdecimal() else word) for word in text.split()]


class Played:
    """A match in a position in short, or from its start where none is given, with forced dice."""

    def __init__(
        self, text: str = "", *, dice: str = "", options: dict[str, str] | None = None, **given: Any
    ) -> None:
        turn = opening(GAME, GAME.read_options(options or {}, 2), {"N": "Ann", "S": "Ben"})
        if text:
            fresh = GAME.decode(turn.state)
            fresh.phase, fresh.players = "play", players(text)
            for name, value in given.items():
                setattr(fresh, name, value)
            turn = msgspec.structs.replace(turn, state=msgspec.json.encode(fresh))
        self.dice = ScriptedDice(faces(dice))
        self.match = Match(GAME, Tail(turn), self.dice)
        self.match.settle()

    @property
    def state(self) -> Pitch:
        """The position now."""
        return self.match.state

    @property
    def asks(self) -> dict[str, str]:
        """The names of the open asks by seat."""
        return {seat: ask.name for seat, ask in self.match.asks.items()}

    def about(self, seat: str) -> Any:
        """What the open ask of a seat tells beside the state."""
        return self.match.asks[seat].about

    def play(self, seat: str, *lines: str) -> list[LineResult]:
        """One letter, which must not be refused."""
        return self.match.play(seat, split_lines(lines))

    def refusal(self, seat: str, *lines: str) -> str:
        """Why a letter is refused, before any die."""
        tail = Tail(self.match.turn, self.match.rows[self.match.turn.row - self.match.loaded.turn.row :])
        with pytest.raises(LetterRefused) as refused:
            Match(GAME, tail, ScriptedDice([])).play(seat, split_lines(lines))
        return str(refused.value)

    def told(self, kind: type[E]) -> list[E]:
        """All events of one kind so far."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def at(self, letter: str) -> str:
        """Where a player is."""
        return self.state.players[letter].at

    def looks(self, letter: str) -> int:
        """Where a player looks."""
        return self.state.players[letter].looks

    def posture(self, letter: str) -> str:
        """A player's posture."""
        return self.state.players[letter].posture

    def labels(self) -> list[str]:
        """The names of all rolls so far."""
        return [row.name for row in self.match.rows if row.kind == "roll"]


def after(text: str, line: str, dice: str = "", **given: Any) -> Played:
    """A position after one line of North, with all its dice used."""
    pitch = Played(text, dice=dice, **given)
    pitch.play(given.get("active", "N"), line)
    assert pitch.dice.left == []
    return pitch


def plain(event: Any) -> Dice:
    """The dice of an event."""
    dice: Dice = event.dice
    return dice
