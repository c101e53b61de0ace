"""Commands for finding people to play with: seek and join, rematches, limits and blocks."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.challenges import read_proposal
from pbem.server.commands.words import find_player, take_count
from pbem.server.language.arguments import Arguments, Known, split_options
from pbem.server.lobby.offers import MOST_OPEN, Offers, Proposal
from pbem.server.matches.bots import OPEN
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome, below, combine
from pbem.server.views.observers import Observers
from pbem.server.views.player_directory import PlayerDirectory
from pbem.store.rows import MatchRow, SeatRow

MOST_LIMITED = 999
"""Maximum number of matches that a limit may name."""


class Seek(Command, frozen=True):
    """Offer a match to everybody, or list what is offered."""

    name = "seek"

    offers: Offers
    directory: PlayerDirectory

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        game, *rest = split_options(text.split(), known)[0] or [""]
        if rest and (found := known.find_game(game)):
            return f"{rest[0]}? To offer a match to somebody write: challenge {found} {rest[0]}"
        return super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if not arguments.game:
            return below(self.directory.open_offers(letter.sender))
        game, options = letter.context.games.named(arguments.game), dict(arguments.options)
        players = take_count(options, "players", min(game.players), 64)
        games = take_count(options, "games", 1, MOST_OPEN)
        self.offers.check_open(letter.sender, games)
        proposal = read_proposal(game, options, players)
        offers = [self.offers.offer(letter, proposal, [OPEN] * (players - 1)) for _ in range(games)]
        which = " and ".join(f"match {number}" for number, _ in offers)
        text = f"{which}, {game.title}, may be joined by anybody: join {offers[0][0]}"
        return combine(text, [outcome for _, outcome in offers])


class Join(Command, frozen=True):
    """Take an open seat."""

    name = "join"

    offers: Offers

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        line = f"join {next(iter(self.offers.joinable(letter.sender)), 12)}"
        return f"Write: {line}, or {line} SEAT. What is offered: seek"

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number = arguments.number
        assert number is not None
        outcome = self.offers.join(letter, number, arguments.word)
        waits = f"you play in match {number}; it begins when all seats are taken"
        return replace(outcome, text=waits if outcome.offers else f"match {number} begins")


class Rematch(Command, frozen=True):
    """Offer the same match again."""

    name = "rematch"

    offers: Offers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if arguments.number is None and letter.current is None and not letter.turns:
            raise Refused(
                f"Which match? Answer its last mail with rematch, or write for example: {self.spec.example}"
            )
        offered = self._offered(letter, arguments.number)
        if offered is not None:
            return self._accepted(letter, *offered)
        loaded = letter.find_match(arguments.number)
        if not loaded.match.over:
            raise Refused(f"Match {loaded.number} is not over yet")
        again = self.offers.again(loaded, letter.sender)
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
        number, outcome = self.offers.offer(letter, proposal, others)
        text = f"match {number} is offered to the same players; it begins when all have accepted"
        return replace(outcome, text=text)

    def _accepted(self, letter: LetterContext, row: MatchRow, seat: SeatRow) -> Outcome:
        """Who wants the same as somebody else before them accepts it."""
        outcome = self.offers.accept(letter, row, seat)
        waits = f"it was offered to you already, as match {row.id}, and you have accepted"
        begins = f"it was offered to you already: match {row.id} begins"
        return replace(outcome, text=waits if outcome.offers else begins)

    def _offered(self, letter: LetterContext, number: int | None) -> tuple[MatchRow, SeatRow] | None:
        """The offer that is meant, where it is one to play an earlier match once more: its own mail is answered."""
        matches, offers = letter.context.store.matches, self.offers
        number = number if number is not None else letter.current
        row = matches.match(number) if number is not None else None
        if row is None or row.status != "offered":
            return None
        for over in matches.of_player(letter.sender.id, ("over",)):
            loaded = letter.repository.load(over.id) if over.game == row.game else None
            again = offers.again(loaded, letter.sender) if loaded is not None else None
            if again is not None and again[0].id == row.id and again[1].status == "invited":
                return again
        return None


class Limit(Command, frozen=True):
    """Take no challenges beyond so many matches; alone it tells the limits."""

    name = "limit"

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        company, player, number = letter.context.store.company, letter.sender, arguments.number
        if number is not None and number > MOST_LIMITED:
            raise Refused(f"A limit is {MOST_LIMITED} at most; to have none write: limit off")
        if number is not None or arguments.words:
            company.set_limit(player.id, arguments.game, number)
        limits = company.limits(player.id)
        told = listed(_limit_told(letter, name, most) for name, most in limits.items())
        off = ", ".join(" ".join(filter(None, ("limit", name, "off"))) for name in limits)
        return Outcome(f"you take {told}; to lift that write: {off}" if told else "you have set no limits")


def _limit_told(letter: LetterContext, game: str, most: int) -> str:
    title = letter.context.games.named(game).title if game else ""
    challenges = f"no challenges to {title}" if title else "no challenges"
    already = f" while you play {most} {'match' if most == 1 else 'matches'}{' of it' if title else ''}"
    return f"{challenges} at all" if most == 0 else f"{challenges}{already} already"


class Block(Command, frozen=True):
    """Have nothing to do with a player; alone it tells whom one has blocked."""

    name = "block"

    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        company = letter.context.store.company
        if arguments.name:
            other = find_player(letter, arguments.name)
            if other.id == letter.sender.id:
                raise Refused("You cannot block yourself")
            company.block(letter.sender.id, other.id, True)
            self.observers.part(letter.sender, other)
        blocked = company.blocked_by(letter.sender.id)
        if not blocked:
            return Outcome("blocked: nobody")
        return Outcome(
            f"blocked: {', '.join(blocked)}; who is blocked cannot challenge you, join what you offer or write to you,"
            f" and is not told of it. Matches that you play together go on. To undo it: unblock {blocked[-1]}"
        )


class Unblock(Command, frozen=True):
    """Take a block back."""

    name = "unblock"

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        company = letter.context.store.company
        company.block(letter.sender.id, find_player(letter, arguments.name).id, False)
        return Outcome(f"blocked: {', '.join(company.blocked_by(letter.sender.id)) or 'nobody'}")
