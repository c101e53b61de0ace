"""What is known of a letter while its lines are read and carried out. Their results are in `outcome`."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.game import Game
from pbem.play.match import LineResult
from pbem.play.orders import Refused
from pbem.server.core.context import Context
from pbem.server.language.arguments import Known
from pbem.server.language.yes_no import names_in
from pbem.server.letters.answered import find_answered
from pbem.server.letters.letter_matches import LetterMatches
from pbem.server.letters.outcome import Outcome
from pbem.server.mailing.mailer import Dispatch
from pbem.server.matches.repository import LoadedMatch, MatchRepository, Stale
from pbem.store.rows import Confirmation, MatchRow, Outgoing, Player, SeatRow


def players_only(context: Context) -> Refused:
    """The refusal of what strangers cannot do."""
    how = "" if context.joining else ". To become one write: register NAME"
    return Refused(f"This is for players{how}")


_NAMES_MATCH = re.compile(r"\W*(?:match|game|accept)\W+(\d{1,9})\b", re.IGNORECASE)
"""A line that turns to another match."""


class LetterContext(Struct, frozen=True, dict=True, eq=False):
    """A letter as its next line finds it.

    `token` is the key of the address that was written to, `addressed` the match whose mail is answered, `current` the
    match of lines that name none. `turns` are those of the matches that the answered mail shows, by number (None: it is
    too old to know). `waited`: it waited for the yes of its sender, so `turns` are those in which it came. `proven`: it
    shows who wrote it; otherwise `source` is where it came from. `transcript` is what has been noted about lines while
    they were read; `done` is the number of lines that have been handled.
    """

    context: Context
    matches: LetterMatches
    inbox: int
    mail: Letter
    player: Player | None
    token: Token | None = None
    addressed: int | None = None
    current: int | None = None
    turns: Mapping[int, int] | None = {}
    waited: bool = False
    proven: bool = False
    source: str = ""
    transcript: list[LineResult] = []
    done: int = 0

    @property
    def sender(self) -> Player:
        """The player who wrote; raises `Refused` for a stranger."""
        if self.player is None:
            raise players_only(self.context)
        return self.player

    @property
    def repository(self) -> MatchRepository:
        """The repository, for matches in which the sender has no seat."""
        return self.matches.repository

    @property
    def dispatch(self) -> Dispatch:
        """For the letters that answer this one. Answers to a letter that proves nothing do not delay anybody's
        boards."""
        return Dispatch(
            f"inbox-{self.inbox}", self.mail.message_id, informational=not self.proven, source=self.source
        )

    @functools.cached_property
    def games(self) -> list[Game[Any]]:
        """The games whose orders this letter may contain: of the matches whose mail it answers, and of others that it
        names; in a new letter, of all running matches of its sender."""
        matches = self.context.store.matches
        rows: Iterable[MatchRow] = ()
        if self.current is not None or self.turns:
            named = filter(None, map(_NAMES_MATCH.match, self.mail.lines))
            numbers = dict.fromkeys([self.current, *(self.turns or ()), *(int(found[1]) for found in named)])
            rows = filter(None, (matches.find(number) for number in numbers if number is not None))
        elif self.player is not None:
            rows = matches.of_player(self.player.id, ("running",))
        games = self.context.games
        return [games.of(name) for name in dict.fromkeys(row.game for row in rows) if name in games.names]

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """The people who may be named in a yes or a no: the sender, and the players of the match whose mail is
        answered."""
        seats = self.context.store.matches.seats(self.addressed) if self.addressed is not None else []
        own = [self.player.handle] if self.player is not None else []
        return names_in(self.mail.sender, self.mail.writer, *own, *(seat.handle for seat in seats))

    @functools.cached_property
    def asked_about(self) -> frozenset[str]:
        """The words for what the match of this letter asks its sender."""
        number = self.match_concerned() if self.player is not None else None
        loaded = self.find_match_if_any(number) if number is not None else None
        return frozenset(each.kind for each in self.asked(loaded)) if loaded is not None else frozenset()

    @functools.cached_property
    def known(self) -> Known:
        """What words may mean in a line that is only read: games need their full names."""
        games = self.context.games.names
        return Known(lambda word: word.lower() if word.lower() in games else "")

    @functools.cached_property
    def answered(self) -> Outgoing | None:
        """The mail to its sender that this letter answers."""
        return find_answered(self.context, self.mail, self.player)

    @property
    def is_too_late(self) -> bool:
        """Whether the mail that this letter answers has asked a question that does not wait anymore."""
        mail, store = self.answered, self.context.store
        token = self.context.tokens.find((mail.reply_to,)) if mail is not None else None
        return token is not None and token.kind == "confirm" and store.confirmations.find(token.a) is None

    # The match that is meant.

    def find_match(self, number: int | None = None) -> LoadedMatch:
        """A match the sender plays in: by number, or the one this letter is about. Raises `Refused`."""
        return self.matches.find(self.sender, number or self.match_meant())

    def find_match_if_any(self, number: int | None) -> LoadedMatch | None:
        """A match the sender plays in, or None."""
        try:
            return self.find_match(number)
        except Refused:
            return None

    def offers(self) -> dict[int, tuple[MatchRow, SeatRow]]:
        """The challenges in which the sender has a seat, by number, each with that seat."""
        matches, mine = self.context.store.matches, self.sender.id
        return {
            row.id: (row, next(seat for seat in matches.seats(row.id) if seat.player == mine))
            for row in matches.of_player(mine, ("offered",))
        }

    def asked(self, loaded: LoadedMatch) -> list[Confirmation]:
        """The questions of a match that wait for the sender."""
        return [each for each in loaded.questions if each.player == self.sender.id]

    def seat(self, loaded: LoadedMatch) -> SeatRow:
        """The sender's seat in a match."""
        seat = loaded.seat_of(self.sender)
        assert seat is not None
        return seat

    def running_matches(self) -> str:
        """The numbers of the sender's running matches, for refusals."""
        return self.matches.list_running(self.sender)

    def match_meant(self) -> int:
        """The number of the match that orders of this letter are for. Raises `Refused`."""
        if self.current is not None:
            return self.current
        if self.turns and len(self.turns) == 1:
            return next(iter(self.turns))
        return self.matches.only_running(self.sender)

    def match_concerned(self) -> int | None:
        """The match of the sender that this letter is about, if it has begun."""
        return self.current if self.current and self.find_match_if_any(self.current) else None

    def not_stale(self, loaded: LoadedMatch, seat: SeatRow) -> None:
        """Refuse lines written for a position that had passed before this letter; `seat` is the sender's."""
        loaded.must_go_on()
        asked = seat.seat in loaded.match.asks
        how = "Look at the board below and answer this mail"
        if not asked:
            how = "Nothing is asked of you now; for the board, answer: show"
        if self.turns is None:
            raise Stale(
                f"You have answered a mail that is so old that I no longer know what it showed you. {how}"
            )
        turn = self.turns.get(loaded.number, loaded.before.turn)
        if turn != loaded.before.turn:
            of = "Your letter has come in" if self.waited else "You have answered a mail of"
            raise Stale(f"{of} turn {turn + 1}; now it is turn {loaded.before.turn + 1}. {how}")

    # What changes from line to line.

    def remark(self, text: str) -> None:
        """Note how the letter was read: that is told even if nothing of it is done."""
        self.transcript.append(LineResult("", "noted", text))

    def after(self, outcome: Outcome) -> LetterContext:
        """The letter as the next line finds it."""
        gone = outcome.as_it_is
        turns = self.turns
        if turns is not None and gone in turns:
            turns = {number: turn for number, turn in turns.items() if number != gone}
        return structs.replace(self, current=outcome.turns_to or self.current, turns=turns)
