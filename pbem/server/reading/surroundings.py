"""Where the lines of a letter stand: the match that they are for, and what is asked there."""

import contextlib
from typing import Any

from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.answering.about import About
from pbem.server.letters.letter_context import LetterContext
from pbem.server.reading.finder import Position

_LOOKED_AT = 30
"""Maximum number of lines of a letter in which a wish finds whom and what it is about."""


class Surroundings:
    """A letter, and the match that its lines have turned to."""

    def __init__(self, letter: LetterContext) -> None:
        self.letter = letter
        self._known: dict[int | None, Position | None] = {}
        self.turn_to(None)

    def turn_to(self, number: int | None) -> None:
        """The lines below are for this match; None: for the one whose mail is answered."""
        self.turned = number
        self.position = self._position_of(number or self.letter.current)

    def _position_of(self, number: int | None) -> Position | None:
        letter = self.letter
        if letter.player is None:
            return None
        if number not in self._known:
            found = None
            with contextlib.suppress(Refused):
                wanted = number if number is not None else letter.match_meant()
                # Only what a letter is certainly about is kept: settings in it may change how a board is shown.
                loaded = (
                    letter.find_match_if_any(wanted) if number is not None else letter.repository.find(wanted)
                )
                seat = loaded.seat_of(letter.sender) if loaded is not None else None
                if loaded is not None and seat is not None:
                    found = Position(loaded.game, loaded, seat.seat)
                else:
                    found = Position(game_of(letter, wanted))
            self._known[number] = found
        return self._known[number]

    @property
    def positions(self) -> list[Position]:
        """Where a line may be an order: first in the match it is for."""
        own = [self.position] if self.position is not None else []
        games = {position.game for position in own}
        return [*own, *(Position(game) for game in self.letter.games if game not in games)]

    def reads(self, text: str) -> bool:
        """Whether a text is an order in a match that it may be for."""
        if self.position is not None and self.position.read_line(text) is not None:
            return True
        return any(
            other.read_line(text) is not None for other in self.positions if other is not self.position
        )

    def about(self) -> About:
        """What a question of these lines is about."""
        letter, position = self.letter, self.position
        loaded = position.loaded if position is not None else None
        seat = letter.seat(loaded) if loaded is not None else None
        return About(
            letter.context,
            letter.player,
            loaded,
            seat,
            letter.games,
            "\n".join(letter.mail.lines[:_LOOKED_AT]),
        )

    def asks(self, number: int | None) -> bool:
        """Whether a match waits for a yes or a no from the sender."""
        letter = self.letter
        if number is None:
            return False
        if number == letter.addressed and self._invited(number):
            return True
        loaded = letter.find_match_if_any(number)
        if loaded is None:
            return False
        return bool(letter.asked(loaded))

    def _invited(self, number: int) -> bool:
        """Whether the sender is invited to a match, or was until it was called off: then the answer says so."""
        matches = self.letter.context.store.matches
        row = matches.find(number)
        return (
            row is not None
            and row.status in ("offered", "void")
            and any(
                seat.player == self.letter.sender.id and seat.status == "invited"
                for seat in matches.seats(number)
            )
        )


def game_of(letter: LetterContext, number: int) -> Game[Any]:
    """The game of a match the sender plays in, or is invited to. Raises `Refused`."""
    try:
        return letter.find_match(number).game
    except Refused:
        offers = letter.offers()
        if number not in offers:
            raise
        return letter.context.games.of(offers[number][0].game)
