"""Commands about a match that the sender plays in."""

from pbem.mail.prose import fill
from pbem.play.conditional import AskMe, is_conditional, lines_of
from pbem.play.facts import listed
from pbem.play.orders import Refused
from pbem.server.commands.base import Command, InMatch
from pbem.server.commands.words import has_seat, index_of_turn, take_count
from pbem.server.language.arguments import Arguments, Known, split_options
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome, below
from pbem.server.lobby.challenges import read_proposal
from pbem.server.mailing.position import find_hint, tell_legend
from pbem.server.matches.examples import example
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.proposer import append_sentence
from pbem.server.views.help import HelpPages
from pbem.server.views.observers import Observers
from pbem.server.views.previews import tell_preview, try_lines
from pbem.store.rows import SeatRow


class Show(Command, frozen=True):
    pages: HelpPages
    observers: Observers

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        game, *rest = split_options(text.split(), known)[0] or [""]
        if rest and (found := known.find_game(game)):
            return f"{rest[0]}? Write for example: show {found} option=value; see: help {found}"
        return super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number, turn, reader = arguments.number, arguments.turn, letter.sender
        if arguments.game:
            return below(self._new(letter, arguments))
        own = number is None or has_seat(letter, number)
        loaded = letter.find_match(number) if own else self.observers.public(reader, number or 0)
        if turn is not None:
            seat = letter.seat(loaded).seat if own else None
            turn = index_of_turn(loaded, turn)
            return below(self.pages.position(loaded, seat, reader.preferences, turn))
        if own:
            return Outcome("see below", explains=(loaded.number,))
        return below(self.observers.board(loaded, reader))

    def _new(self, letter: LetterContext, arguments: Arguments) -> str:
        game, options = letter.context.games.named(arguments.game), dict(arguments.options)
        players = take_count(options, "players", min(game.players), 64)
        proposal = read_proposal(game, options, players)
        return self.pages.new_board(letter.sender, game, proposal.options, players)


class Match(Command, frozen=True):
    """Which match the lines behind it are for."""

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number = arguments.number
        loaded = letter.find_match(number)
        # Naming the match in an answer to its mail means the match as it is now.
        as_it_is = number if number == letter.addressed else None
        told = f"{loaded.game.title}, turn {loaded.match.turn.number + 1}"
        return Outcome(told, turns_to=number, as_it_is=as_it_is)


class Queue(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        waiting = loaded.match.waiting(seat.seat)
        memory = loaded.game.memory(loaded.match.state, seat.seat)
        standing = f"Standing orders: {'; '.join(memory) or 'none'}"
        if any(map(is_conditional, waiting)):  # its own orders stand between semicolons, too
            return Outcome("\n".join(["waiting, line by line:", *waiting, standing]))
        return Outcome(f"waiting: {'; '.join(waiting) or 'nothing'}. {standing}")


class Facts(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below("FACTS, AS THEY ARE NOW", *listed(loaded.match.facts(seat.seat)))


class Legend(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below(tell_legend(loaded, seat))


class Reach(Command, frozen=True):
    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        seat = letter.seat(loaded).seat
        first, *rows = loaded.game.reach(loaded.seen_by(seat), seat, arguments.word)
        told = (fill(row, "    " if row.startswith("  ") else "  ", "  ") for row in rows)
        return below("\n".join([fill(first), *told]))


class Clear(InMatch, frozen=True):
    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        gone = loaded.match.waiting(seat.seat)
        queue = loaded.match.queues.get(seat.seat, [])
        queue[:] = [order for order in queue if isinstance(order, AskMe)]
        told = f"dropped: {'; '.join(gone)}" if gone else "your queue was empty"
        return Outcome(told, shows=(loaded.number,))


class Dice(InMatch, frozen=True):
    pages: HelpPages

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        return below(self.pages.dice(loaded))


class Resign(InMatch, frozen=True):
    """Only tells how to resign, so that nobody does it by a typing error."""

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        if loaded.match.over:
            raise Refused("The match is over")
        told = f"Do you want to give up match {loaded.number} for good? If so, answer with: confirm resign"
        if loaded.questions:
            return Outcome(told, asks=True)  # a yes might be meant for that
        return Outcome(
            f"{told}, or with the word yes alone", confirms=(f"confirm resign {loaded.number}",), asks=True
        )


class Confirm(InMatch, frozen=True):
    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        how = super().refusal(letter, text, known)
        what = "Confirm what? Orders need no second word."
        return how if text.lower().startswith("resign") else append_sentence(what, how)

    def act(self, letter: LetterContext, loaded: LoadedMatch, seat: SeatRow) -> Outcome:
        if loaded.match.over or seat.seat in loaded.match.state.left:
            raise Refused("There is nothing left to resign")
        loaded.match.leave(seat.seat)
        told = Announcement(loaded.number, f"{loaded.title(seat.seat)} has resigned.")
        return Outcome(f"you have resigned match {loaded.number}", announces=(told,))


class Preview(Command, frozen=True):
    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        seat = letter.seat(loaded)
        match, when = loaded.match, ""
        if arguments.turn is not None:
            turn = index_of_turn(loaded, arguments.turn)
            match, when = letter.repository.at_turn(loaded, turn), f" in turn {turn + 1}"
        lines = lines_of(arguments.text) or self._waiting(loaded, seat)
        if not lines:
            ask = match.asks.get(seat.seat)
            order = example(loaded, ask) if ask is not None and arguments.turn is None else "ORDER"
            raise Refused(f"Your queue is empty. Write what to preview, for example: preview {order}")
        writer, preview, remark = try_lines(loaded, match, seat, lines, waiting=not arguments.text)
        by = "" if writer == seat.seat else f", as if {loaded.title(writer)} wrote it"
        head = f"PREVIEW of {'; '.join(lines)}{when}{by} (nothing of this has happened):"
        templates = letter.context.templates
        if arguments.turn is None and writer == seat.seat:
            hint = find_hint(loaded, seat)
            remark = remark or (templates.event(loaded.game.name, hint, loaded.names) if hint else "")
        told = tell_preview(templates, loaded, seat, preview, head, remark)
        return Outcome("see the preview below", (told,))

    @staticmethod
    def _waiting(loaded: LoadedMatch, seat: SeatRow) -> list[str]:
        """What a bare `preview` tries: the draft, as if handed in, and the queue."""
        ask = loaded.match.asks.get(seat.seat)
        draft = [str(ask.ends)] if ask is not None and ask.ends and loaded.match.drafting(seat.seat) else []
        return [*draft, *loaded.match.waiting(seat.seat)]
