"""Commands for finding people to play with: seek and join, limits and blocks, players and standings, rematches."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.challenges import read_proposal
from pbem.server.commands.words import (
    read_count,
    read_game,
    read_number,
    read_options,
    read_player,
    read_table,
)
from pbem.server.lobby.offers import MOST_OPEN, Offers, Proposal
from pbem.server.matches.bots import OPEN
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome, below, combine
from pbem.server.views.observers import Observers
from pbem.server.views.player_directory import PlayerDirectory
from pbem.store.rows import MatchRow, SeatRow


class Seek(Command):
    """An offer to everybody."""

    name = "seek"

    def __init__(self, offers: Offers, company: PlayerDirectory) -> None:
        self._offers = offers
        self._company = company

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Put the offer up, or list what there is."""
        if not words:
            return below(self._company.open_offers(letter.sender))
        game = read_game(letter, words[0])
        rest, texts = read_options(words[1:], game)
        if rest:
            raise Refused(f"{rest[0]}? To offer a match to somebody write: challenge {game.name} {rest[0]}")
        players = read_count(texts, "players", min(game.players), 64)
        games = read_count(texts, "games", 1, MOST_OPEN)
        self._offers.check_open(letter.sender, games)
        proposal = read_proposal(game, texts, players)
        offers = [self._offers.offer(letter, proposal, [OPEN] * (players - 1)) for _ in range(games)]
        which = " and ".join(f"match {number}" for number, _ in offers)
        text = f"{which}, {game.title}, may be joined by anybody: join {offers[0][0]}"
        return combine(text, [outcome for _, outcome in offers])


class Join(Command):
    """Taking an open seat."""

    name = "join"

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Sit down."""
        words = [word for word in words if word.lower() not in ("match", "seat", "as")]
        offered = self._offers.joinable(letter.sender)
        line = f"join {words[0] if words and words[0].isdecimal() else offered[0] if offered else 12}"
        if len(words) > 2:
            raise Refused(f"Write {line}, or {line} SEAT")
        number = read_number(words[:1], f"Join which match? For example: {line}. What is offered: seek")
        outcome = self._offers.join(letter, number, words[1] if len(words) > 1 else "")
        waits = f"you play in match {number}; it begins when all seats are taken"
        return replace(outcome, text=waits if outcome.offers else f"match {number} begins")


class Rematch(Command):
    """The same again."""

    name = "rematch"

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Offer it."""
        if not words and letter.current is None and not letter.turns:
            raise Refused(
                f"Which match? Answer its last mail with rematch, or write for example: {self.spec.example}"
            )
        offered = self._offered(letter, words)
        if offered is not None:
            return self._accepted(letter, *offered)
        loaded = read_table(letter, words, self.name)
        if not loaded.match.over:
            raise Refused(f"Match {loaded.number} is not over yet")
        again = self._offers.again(loaded, letter.sender)
        if again is not None:
            if again[1].status == "accepted":
                raise Refused(
                    f"It is offered already, as match {again[0].id}, and the others have not all answered"
                )
            return self._accepted(letter, *again)
        seats = [*loaded.seats[1:], loaded.seats[0]]  # everybody moves up one seat
        place = next(index for index, seat in enumerate(seats) if seat.player == letter.sender.id)
        people = letter.context.store.people
        players = [people.player(seat.player) for seat in seats if seat.player != letter.sender.id]
        row = loaded.row
        proposal = Proposal(
            loaded.game,
            row.options,
            row.terms,
            seat=loaded.match.state.seats[place],
            rated=row.rated,
            rematch=row.id,
        )
        others = [player for player in players if player is not None]
        number, outcome = self._offers.offer(letter, proposal, others)
        text = f"match {number} is offered to the same players; it begins when all have accepted"
        return replace(outcome, text=text)

    def _accepted(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """Who wants the same as somebody else before them accepts it."""
        outcome = self._offers.accept(letter, row, seat)
        waits = f"it was offered to you already, as match {row.id}, and you have accepted"
        begins = f"it was offered to you already: match {row.id} begins"
        return replace(outcome, text=waits if outcome.offers else begins)

    def _offered(self, letter: LetterContext, words: list[str]) -> tuple[MatchRow, SeatRow] | None:
        """The offer that is meant, where it is one to play an earlier match once more: its own mail is answered."""
        number = int(words[0]) if words and words[0].isdecimal() else letter.current
        matches, offers = letter.context.store.matches, self._offers
        row = matches.match(number) if number is not None else None
        if row is None or row.status != "offered":
            return None
        for over in matches.of_player(letter.sender.id, ("over",)):
            loaded = letter.repository.load(over.id) if over.game == row.game else None
            again = offers.again(loaded, letter.sender) if loaded is not None else None
            if again is not None and again[0].id == row.id and again[1].status == "invited":
                return again
        return None


class Limit(Command):
    """How many matches are enough."""

    name = "limit"

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Set a limit, or tell all."""
        company, player = letter.context.store.company, letter.sender
        if words:
            game = read_game(letter, words[0]).name if len(words) == 2 else ""
            word = words[-1].lower()
            if len(words) > 2 or not (word == "off" or (word.isdecimal() and int(word) < 1000)):
                raise Refused(f"Write for example: {self.spec.example}, limit 5, or: limit off")
            company.set_limit(player.id, game, None if word == "off" else int(word))
        limits = company.limits(player.id)
        told = listed(_limit_told(letter, name, most) for name, most in limits.items())
        off = ", ".join(" ".join(filter(None, ("limit", name, "off"))) for name in limits)
        return Outcome(f"you take {told}; to lift that write: {off}" if told else "you have set no limits")


def _limit_told(letter: LetterContext, game: str, most: int) -> str:
    title = letter.context.games.named(game).title if game else ""
    challenges = f"no challenges to {title}" if title else "no challenges"
    already = f" while you play {most} {'match' if most == 1 else 'matches'}{' of it' if title else ''}"
    return f"{challenges} at all" if most == 0 else f"{challenges}{already} already"


class Block(Command):
    """Not with them."""

    name = "block"

    def __init__(self, observers: Observers) -> None:
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Block somebody, or list those who are."""
        company = letter.context.store.company
        if words:
            other = read_player(letter, words[0])
            if other.id == letter.sender.id:
                raise Refused("You cannot block yourself")
            company.block(letter.sender.id, other.id, True)
            self._observers.part(letter.sender, other)
        blocked = company.blocked_by(letter.sender.id)
        if not blocked:
            return Outcome("blocked: nobody")
        return Outcome(
            f"blocked: {', '.join(blocked)}; who is blocked cannot challenge you, join what you offer or write to you,"
            f" and is not told of it. Matches that you play together go on. To undo it: unblock {blocked[-1]}"
        )


class Unblock(Command):
    """With them again."""

    name = "unblock"

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Take it back."""
        if len(words) != 1:
            raise Refused(f"Whom? For example: {self.spec.example}")
        company = letter.context.store.company
        company.block(letter.sender.id, read_player(letter, words[0]).id, False)
        return Outcome(f"blocked: {', '.join(company.blocked_by(letter.sender.id)) or 'nobody'}")


class Players(Command):
    """Who plays here."""

    name = "players"

    def __init__(self, company: PlayerDirectory) -> None:
        self._company = company

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Add the list to the answer."""
        if len(words) > 1:
            raise Refused("Write players, or players and part of a name, for example: players an")
        return below(self._company.players(words[0] if words else ""))


class Standings(Command):
    """Who is best."""

    name = "standings"

    def __init__(self, company: PlayerDirectory) -> None:
        self._company = company

    def run(self, letter: LetterContext, words: list[str], text: str) -> Outcome:
        """Add the tables to the answer."""
        if len(words) > 1:
            raise Refused(f"One game, please, for example: {self.spec.example}")
        games = [read_game(letter, words[0])] if words else list(letter.context.games)
        return below(self._company.standings(games))
