"""The others' votes about a late seat: to wait, to let the house or another player go on, or to take the seat out."""

from pbem.play.orders import Refused, did_you_mean
from pbem.server.absence.deadlines import give_new_time
from pbem.server.core.context import Service
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.matches.ballots import CHOICES, decided, voters
from pbem.server.matches.bots import house_player
from pbem.server.matches.repository import LoadedMatch
from pbem.server.matches.willing import apart, check_willing
from pbem.server.questions.substitute import Substitute
from pbem.store.rows import Player, SeatRow


class Votes(Service):
    """What the others want done about a late seat. Silence decides nothing: the deadline is extended until there is a
    majority, and an answer by the late player ends the vote."""

    _substitutes: Substitute

    def vote(self, letter: LetterContext, loaded: LoadedMatch, choice: str, late: SeatRow) -> Outcome:
        """Record a vote; a majority is carried out at once. Raises `Refused`."""
        mine = letter.seat(loaded)
        if mine.index == late.index:
            raise Refused("The vote is about your own seat: simply answer what you are asked")
        if mine.index not in voters(loaded, late):
            raise Refused("You are out of this match, so you have no vote")
        if choice == "wait" and late.gone:
            raise Refused(f"{late.handle} has left the server for good; there is nobody to wait for")
        if choice not in CHOICES:
            choice = self._substitute(letter.sender, loaded, choice).handle
        self._store.matches.cast(loaded.number, late.index, mine.index, choice)
        self._substitutes.withdraw(loaded, late)
        done = decided(self._store, loaded, late)
        if done is None:
            headline = f"{loaded.title(mine.seat)} votes about {loaded.title(late.seat)}: {choice}."
            needed = len(voters(loaded, late)) // 2 + 1
            told = f"your vote: {choice}; {needed} equal votes decide, and until then you can change yours"
        else:
            told, headline = self._carry_out(letter, loaded, late, done)
        announcement = Announcement(loaded.number, headline)
        return Outcome(told, shows=(loaded.number,), announces=(announcement,))

    def _substitute(self, voter: Player, loaded: LoadedMatch, name: str) -> Player:
        player = self._store.people.named(name)
        if player is None or player.disabled:
            near = did_you_mean(name, [*CHOICES, *self._store.people.handles_like(name)])
            told = f"Vote for {', '.join(CHOICES)}, or for a player's name; there is no player {name}"
            raise Refused(f"{told}. {near}" if near else told)
        if loaded.seat_of(player) is not None:
            raise Refused(f"{player.handle} has a seat in this match already")
        check_willing(self._store, voter, player, loaded.game)
        if apart(self._store, player, loaded.seats):
            raise Refused(f"{player.handle} cannot be asked to play in this match")
        return player

    def _carry_out(
        self, letter: LetterContext, loaded: LoadedMatch, late: SeatRow, choice: str
    ) -> tuple[str, str]:
        who = loaded.title(late.seat)
        if choice == "wait":
            self._store.matches.set_missed(loaded.number, late.index, 0, False)
            loaded.refresh(self._store)
            give_new_time(self._store, loaded, loaded.seats[late.index], self._context.now())
            return (
                "a majority wants to wait: the deadline is extended",
                f"The vote is over: the match waits for {who}.",
            )
        if choice == "house":
            self._substitutes.replace(loaded, late, house_player(self._store, self._context.now()))
            return "the house plays on in that seat", f"The vote is over: the house plays on for {who}."
        if choice == "forfeit":
            loaded.match.leave(late.seat, "deadline")
            return "the seat is out of the match", f"The vote is over: {who} is out for being late."
        self._substitutes.ask(loaded, late, choice, str(letter.inbox))
        return (
            f"{choice} is asked to take the seat",
            f"The vote is over: {choice} is asked to play on for {who}.",
        )
