"""What a question is asked about, and by whom."""

import contextlib
import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from pbem.play.game import Game, State
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.server.answering.phrases import said
from pbem.server.core.context import Context
from pbem.server.letters.letter_context import LetterContext
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.store.rows import Player, SeatRow


class About(Struct, frozen=True):
    """The surroundings of a question. `player` is who asks (None: a stranger); `loaded` the match that it is about, if
    any, with their `seat` in it; `games` are those that may be meant where no match is, `letter` is all that
    was written."""

    context: Context
    player: Player | None = None
    loaded: LoadedMatch | None = None
    seat: SeatRow | None = None
    games: Sequence[Game[Any]] = ()
    letter: str = ""

    def of_newcomer(self) -> "About":
        """The same, of the player that a stranger would be."""
        newcomer = Player(0, "", "", "UTC", text_only=False, disabled=False, created=0)
        return self if self.player is not None else structs.replace(self, player=newcomer)

    def of_match_named(self, sentence: str) -> "About":
        """The same, of the match of the asker that a sentence names by its number."""
        named = re.search(r"\b(?:match|game) (?:number |no\.? ?|#)?(\d{1,9})\b", sentence, re.IGNORECASE)
        number = int(named[1]) if named is not None else self.number_named(sentence)
        if number is None or self.player is None:
            return self
        loaded = MatchRepository(self.context).find(number)
        seat = next((row for row in loaded.seats if row.player == self.player.id), None) if loaded else None
        if loaded is None or seat is None:
            return self
        return About(self.context, self.player, loaded, seat, [loaded.game], self.letter)

    def number_named(self, text: str) -> int | None:
        """The number of the only running match of the asker with the opponent, or of the game, that a text names:
        `the game with the house`; None for that which it is about anyway."""
        named = re.search(
            r"\b(?:match|game|one)\b(?: \w+){0,2}? (?:with|against|versus|vs) (?:the )?([\w-]+)",
            text,
            re.IGNORECASE,
        )
        if self.player is None or named is None:
            return None
        who = HOUSE if said("wish_bot_named").fullmatch(named[1]) else named[1].lower()
        matches = self.context.store.matches
        found = [
            row.id
            for row in matches.of_player(self.player.id, ("running",))
            if who
            in (
                row.game,
                *(seat.handle.lower() for seat in matches.seats(row.id) if seat.player != self.player.id),
            )
        ]
        here = self.loaded.number if self.loaded is not None else None
        return found[0] if len(found) == 1 and found[0] != here else None

    @property
    def game(self) -> Game[Any] | None:
        """The game that is certainly meant: of the match, or the only one."""
        if self.loaded is not None:
            return self.loaded.game
        return self.games[0] if len(self.games) == 1 else None


def about_of(letter: LetterContext, loaded: LoadedMatch | None = None) -> About:
    """What a question of a letter is about: this match, or the one that the letter is about, or the only one of its
    writer."""
    if loaded is None and letter.player is not None:
        with contextlib.suppress(Refused):
            loaded = letter.find_match(letter.match_meant())
    seat = letter.seat(loaded) if loaded is not None else None
    games = [loaded.game] if loaded is not None else letter.games
    return About(letter.context, letter.player, loaded, seat, games)


class Table(Struct, frozen=True):
    """The match of a question as its seat may know it: everything that is told of a position comes from here."""

    context: Context
    loaded: LoadedMatch
    row: SeatRow

    @property
    def seat(self) -> Seat:
        """Whose view it is."""
        return self.row.seat

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.loaded.game

    @property
    def state(self) -> State:
        """The state with the secrets of this seat alone."""
        return self.loaded.seen_by(self.row.seat)


def table_of(about: About) -> Table | None:
    """The match of a question, if there is one in which its writer has a seat."""
    if about.loaded is None or about.seat is None:
        return None
    return Table(about.context, about.loaded, about.seat)
