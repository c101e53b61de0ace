"""A draw: offered by one player, agreed to by all others. The house agrees to everything."""

from pbem.play.orders import Refused
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.letters.questions import MatchQuestion, handles
from pbem.server.matches.repository import ACTS, HOUSE, LoadedMatch
from pbem.store.rows import Confirmation


class Draw(MatchQuestion):
    """Ends a match without a winner. It is about the number of rows after which it was offered."""

    kind = "draw"
    nothing = "Nobody else has offered a draw. To offer one write: draw"
    request = "offer; see below"
    agrees = "agrees to a draw."
    declined = "does not want a draw now."
    ended = "there is no offer of a draw anymore"

    def ask(self, letter: LetterContext, loaded: LoadedMatch) -> Outcome:
        """Offer a draw, or agree to one. Raises `Refused`."""
        loaded.must_go_on()
        seat, people, open_ones = letter.seat(loaded), loaded.people(), loaded.open(self.kind)
        letter.not_stale(loaded, seat)
        if seat not in people:
            raise Refused("You are out of this match")
        for mine in open_ones:
            if mine.player == seat.player:
                return self.agree(letter, loaded, mine)
        if open_ones:
            missing = handles(loaded.waiting(open_ones))
            return Outcome(f"your offer of a draw stands already; still to agree: {missing}")
        others = [other for other in people if other.index != seat.index]
        about = str(loaded.match.row_count)
        if not others:  # the house would agree at once, so the writer is asked
            house = next((other.seat for other in loaded.seats if other.handle == HOUSE), "")
            self.put(loaded, house, about, [seat])
            told = (
                f"Do you want to end match {loaded.number} in a draw? The house agrees. If so, answer with: accept"
                " draw, or with the word yes alone"
            )
            return Outcome(told, shows=(loaded.number,), asks=True)
        self.require_patience(letter, loaded)
        self.put(loaded, seat.seat, about, others)
        headline = f"{loaded.title(seat.seat)} offers a draw."
        announcement = Announcement(loaded.number, headline, f"{seat.handle} offers a draw")
        told = f"your offer of a draw stands; still to agree: {handles(others)}"
        return Outcome(told, announces=(announcement,))

    def carry_out(self, letter: LetterContext, loaded: LoadedMatch, question: Confirmation) -> Outcome:
        """End the match."""
        loaded.match.end(loaded.game.agreed(loaded.match.state), "order")
        return Outcome("the match is drawn", announces=(Announcement(loaded.number),))

    def settle(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """End the match once all who are left have agreed."""
        if loaded.waiting(loaded.same(question)):
            return None
        loaded.match.end(loaded.game.agreed(loaded.match.state), "order")
        return "All who are left have agreed to a draw."

    def lapses(self, loaded: LoadedMatch, question: Confirmation) -> str | None:
        """With the first answer of a player who has not agreed: by their letter, from their queue, or by the server at
        their deadline. An answer that replaces one still secret has no such effect."""
        match, asked = loaded.match, {seat.seat for seat in loaded.waiting(loaded.same(question))}
        before = match.row_count - len(match.rows)
        first = max(int(question.about) - before, len(match.loaded.rows))
        moved = any(
            row.kind == "answer"
            and row.by in ACTS
            and row.seat in asked
            and not (match.log.is_open(index) and row.seat in loaded.before.answered)
            for index, row in enumerate(match.rows[first:], first)
        )
        return "The match has gone on: the offer of a draw has lapsed." if moved else None
