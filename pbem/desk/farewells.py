"""Leaving the server for good: asked back with all that would come of it, and done once and for all.

Matches cannot be left hanging: where the others may vote on a seat they are asked at once what shall become of it,
in every other match it is given up. What is known of the player is forgotten, but for his name, which stands in the
records of his matches and is never given to anybody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import structs

from pbem.desk.addresses import GRACE
from pbem.desk.ballots import voters
from pbem.desk.identity import Ignored
from pbem.desk.lines import read_lines, text_of
from pbem.desk.mailer import MatchNews, Occasion
from pbem.desk.questions import read_answer
from pbem.desk.times import moment
from pbem.desk.visit import Visit
from pbem.desk.yes_no import answer_of
from pbem.mail.prose import listed
from pbem.mail.reading import Letter
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.store.rows import Incoming, MatchRow, Player, SeatRow

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.identity import Sender
    from pbem.desk.tables import Table


QUESTION = "do you want to leave for good?"


class Farewells:
    """Those of a desk's players who leave it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store

    def waiting(self, player: Player) -> str:
        """The Subject of the question, while a yes to it counts; "" where it has not been asked."""
        asked = self._store.post.count_since(player.address, "farewell", self._desk.now() - GRACE)
        return QUESTION if asked else ""

    def ask(self, player: Player, occasion: Occasion) -> None:
        """Mail the question whether it is meant. Raises `Refused`."""
        if not self._desk.addresses.settled(player):
            raise Refused(
                f"Your mail has gone to another address within the last {GRACE // 86_400} days. Until they are over I"
                " take no leave: it might be somebody else who wants it"
            )
        if not self._desk.limits.take("farewell", player.id):
            raise Refused("You have been asked often enough today; please look for the mail that asks you")
        self._ask(player, occasion, again=False)

    def _ask(self, player: Player, occasion: Occasion, *, again: bool) -> None:
        """Mail the question; `again`: the answer was more than a plain yes."""
        self._desk.mailer.plain(
            "farewell",
            player.address,
            QUESTION,
            Occasion(f"farewell-{occasion.key}", occasion.in_reply_to),
            player=player,
            token=Token("farewell", player.id, player.generation, self._desk.now()),
            consequences=self.consequences(player),
            again=again,
        )

    def heard(self, incoming: Incoming, letter: Letter, sender: Sender) -> str:
        """The answer to that question; returns a note, "" for what is meant for somebody else.

        A yes that comes too late, or after the player's mail has moved, is no more than a wish to be asked again.
        """
        assert sender.player is not None
        assert sender.token is not None
        if not sender.proven:
            return ""
        occasion = Occasion(f"inbox-{incoming.id}", letter.message_id)
        fresh = sender.token.c + GRACE > self._desk.now() and self._desk.addresses.settled(sender.player)
        answer = read_answer(letter, sender.player.handle, strict=True)
        if answer != "yes":
            if not fresh or letter.away or self._does_something(incoming, letter, sender.player):
                return ""
            return self._stays(sender.player, sender.token.c, occasion, no=answer == "no")
        if not fresh:
            self._desk.visit(incoming, structs.replace(letter, lines=("leave server",)), sender)
            return "said yes to a question that counts no more"
        self.leave(sender.player, occasion)
        return f"{sender.player.handle} has left for good"

    def _does_something(self, incoming: Incoming, letter: Letter, player: Player) -> bool:
        """Whether a letter holds a line for the server beside a no, which then deals with it as with any other."""
        rest = tuple(line for line in letter.lines if answer_of(line) != "no")
        visit = Visit(self._desk, incoming.id, letter, player, proven=True)
        lines = read_lines(visit, text_of(visit, structs.replace(letter, lines=rest)))
        return any(not line.error for line in lines)

    def _stays(self, player: Player, asked: int, occasion: Occasion, *, no: bool) -> str:
        """Nobody leaves who has not said so: he is told, or first asked once more where he has not said no, either."""
        take = self._desk.limits.take
        if not no and take("farewell again", player.id) and take("farewell", player.id):
            self._ask(player, occasion, again=True)
            return "said neither yes nor no, and is asked again whether to leave"
        if not take("stays" if no else "stays so far", player.id):
            raise Ignored("no yes to the question whether to leave, which has been answered today")
        self._desk.mailer.plain(
            "stays",
            player.address,
            "you stay",
            occasion,
            player=player,
            no=no,
            question=QUESTION,
            until=moment(asked + GRACE, player.zone),
        )
        return "said no to leaving" if no else "has not said whether to leave"

    def consequences(self, player: Player) -> list[str]:
        """What would become of a player's matches, one by one."""
        found = []
        for row, seats in self._matches(player, "running"):
            title = f"Match {row.id}, {self._desk.games.named(row.game).title}"
            others = [seat.handle for seat in seats if seat.player != player.id]
            with_whom = f" with {listed(others)}" if others else ""
            what = (
                "the others decide who plays on for you, or what else shall become of your seat"
                if self._is_voted_on(row, seats, player)
                else "you resign"
            )
            found.append(f"{title}{with_whom}: {what}")
        for row, seats in self._matches(player, "offered"):
            title = f"Match {row.id}, {self._desk.games.named(row.game).title}, which has not begun"
            seat = _seat_of(player, seats)
            stands = seat.public and row.owner != player.id
            found.append(f"{title}: {'your seat is free again' if stands else 'the offer is off'}")
        return found

    def leave(self, player: Player, occasion: Occasion) -> None:
        """Take a player off this server. Those who play with him are told; one last mail goes to him."""
        running, offered = self._matches(player, "running"), self._matches(player, "offered")
        self._forget(player)
        self._desk.mailer.plain("gone", player.address, "good-bye", occasion, handle=player.handle)
        for row, _ in running:
            table = self._desk.table(row.id)
            assert table is not None
            self._take_leave(table, player)
        for row, seats in offered:
            self._desk.offers.give_back(player, row, _seat_of(player, seats), f"left-{player.id}")

    def _forget(self, player: Player) -> None:
        store, now = self._store, self._desk.now()
        for address in store.people.addresses(player.id):
            store.post.withdraw(address)
        store.stops.end(player.id, now)
        store.watch.forget(player.id)
        store.daily.forget(player.id)
        store.company.forget(player.id)
        store.people.leave(player.id)

    def _take_leave(self, table: Table, player: Player) -> None:
        seat = table.seat_of(player)
        assert seat is not None
        who = table.title(seat.seat)
        if "vote" in table.row.terms.policy and voters(table, seat):
            self._store.matches.set_missed(table.number, seat.index, max(seat.missed, 1), True)
            table.refresh(self._store)
            headline = (
                f"{who} has left the server for good. You are asked what shall become of the seat; see below."
            )
        else:
            headline = f"{who} has left the server for good, and so this match."
            # Where nobody is left who could vote on them, those who went before are given up, too.
            alone = not voters(table, seat)
            for each in table.seats:
                if each.index == seat.index or (each.gone and alone):
                    table.match.leave(each.seat)
        self._desk.conclude(
            table,
            by=None,
            inbox=None,
            answer=None,
            news=lambda mine: MatchNews(headline=headline),
            everybody=True,
        )

    def _matches(
        self, player: Player, status: Literal["running", "offered"]
    ) -> list[tuple[MatchRow, list[SeatRow]]]:
        """A player's matches of a status, with their seats."""
        matches = self._store.matches
        return [(row, matches.seats(row.id)) for row in matches.of_player(player.id, (status,))]

    def _is_voted_on(self, row: MatchRow, seats: list[SeatRow], player: Player) -> bool:
        """Whether a seat is left to the others; they do not vote who have left, and no more does the house."""
        table = self._desk.tables.load(row.id) if "vote" in row.terms.policy else None
        return table is not None and bool(voters(table, _seat_of(player, seats)))


def _seat_of(player: Player, seats: list[SeatRow]) -> SeatRow:
    return next(seat for seat in seats if seat.player == player.id)
