"""Commands about a match one plays in."""

from __future__ import annotations

import re
from typing import Any

from pbem.mail.prose import fill
from pbem.play.conditional import AskMe, is_conditional, lines_of
from pbem.play.facts import listed
from pbem.play.fates import Preview as Play
from pbem.play.game import Game, masked
from pbem.play.match import LetterRefused, Match
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.challenges import read_proposal
from pbem.server.commands.words import (
    read_count,
    read_either,
    read_game,
    read_number,
    read_options,
    read_table,
)
from pbem.server.core.rates import RateLimits
from pbem.server.lobby.draws_and_takebacks import DrawsAndTakebacks
from pbem.server.mailing.position import Layout, lay_out, view_for
from pbem.server.matches.repository import LoadedMatch
from pbem.server.matches.willing import is_offered_to
from pbem.server.reading.letter_context import LetterContext
from pbem.server.views.help import HelpPages
from pbem.server.views.observers import Observers
from pbem.store.rows import Player, SeatRow

_MOMENT = re.compile(r"\s*(\d+)?(?:#(-?\d{1,9}))?:?(?:\s+|$)")


def _moment(text: str) -> tuple[int | None, int | None, str]:
    """Match, turn and the rest out of `12#7 rest`; what is not there is None."""
    found = _MOMENT.match(text)
    if found is None or found[1] == found[2] is None:
        return None, None, text
    number, turn = found[1], found[2]
    return int(number) if number else None, int(turn) if turn else None, text[found.end() :]


_SHOW = "Write show, show 12, show #7, show 12#7, or show and the name of a game"


def _back(turn: int, now: int) -> int:
    """The number of a turn as its own, counted from 0, where players count from 1, or back from now."""
    return now + turn if turn < 0 else turn - 1


class Show(Command):
    """The position now."""

    name = "show"

    def __init__(self, about: HelpPages, observers: Observers) -> None:
        self._help = about
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """The match is shown in the answer."""
        number, turn, rest = _moment(text)
        if words and number is None and turn is None:
            letter.sections.append(self._new(letter, words))
            return "see below"
        if rest:
            raise Refused(_SHOW)
        own = number is None or _is_own(letter, number)
        observers, reader = self._observers, letter.sender
        loaded = letter.find_match(number) if own else observers.public(reader, number or 0)
        if turn is not None:
            seat = letter.seat(loaded).seat if own else None
            turn = _back(turn, loaded.match.turn.number)
            letter.sections.append(self._help.position(loaded, seat, reader.preferences, turn))
        elif own:
            letter.shown.add(loaded.number)
        else:
            letter.sections.append(observers.board(loaded, reader))
        return "see below"

    def _new(self, letter: LetterContext, words: list[str]) -> str:
        """The board of a match that has not been offered yet."""
        try:
            game = read_game(letter, words[0])
        except Refused as error:
            raise Refused(f"{_SHOW}. {error}") from error
        rest, texts = read_options(words[1:], game)
        if rest:
            raise Refused(
                f"{rest[0]}? Write for example: show {game.name} option=value; see: help {game.name}"
            )
        players = read_count(texts, "players", min(game.players), 64)
        proposal = read_proposal(game, texts, players)
        return self._help.new_board(letter.sender, game, proposal.options, players)


def _is_own(letter: LetterContext, number: int) -> bool:
    """Whether the sender has a seat in a match, or is offered one."""
    return letter.find_match_if_any(number) is not None or is_offered_to(
        letter.context.store, letter.sender, number
    )


class History(Command):
    """All that happened."""

    name = "history"

    def __init__(self, about: HelpPages, observers: Observers) -> None:
        self._help = about
        self._observers = observers

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Add the story to the answer, or the list."""
        if words and not words[0].isdecimal():
            letter.sections.append(self._finished(letter, words))
        elif len(words) == 1 and not _is_own(letter, int(words[0])):
            letter.sections.append(self._observers.story(letter.sender, int(words[0])))
        else:
            loaded = read_table(letter, words, self.name)
            letter.sections.append(self._help.history(loaded, letter.seat(loaded).seat, letter.sender.zone))
        return "see below"

    def _finished(self, letter: LetterContext, words: list[str]) -> str:
        try:
            named = [read_either(letter, word) for word in words]
        except Refused as error:
            raise Refused(f"Write history, history 12, or history and a game or a name. {error}") from error
        games = [each for each in named if isinstance(each, Game)]
        players = [each for each in named if isinstance(each, Player)]
        if len(games) > 1 or len(players) > 1:
            raise Refused("Of one game, of one player, or of both, for example: history dodgeball ben")
        return self._observers.finished(
            letter.sender, games[0] if games else None, players[0] if players else None
        )


class Dice(Command):
    """What the dice of a match are made of."""

    name = "dice"

    def __init__(self, about: HelpPages) -> None:
        self._help = about

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Add the dice to the answer."""
        loaded = read_table(letter, words, self.name)
        letter.sections.append(self._help.dice(loaded))
        return "see below"


class MatchNumber(Command):
    """Which match the lines behind it are for."""

    name = "match"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Turn to another match."""
        number = read_number(words, "Write match 12" if words else "Which match? For example: match 12")
        loaded = letter.find_match(number)
        letter.current = number
        if number == letter.addressed:
            letter.turns.pop(
                number, None
            )  # who names the match in an answer to its mail means it as it is now
        return f"{loaded.game.title}, turn {loaded.match.turn.number + 1}"


class Preview(Command):
    """What would happen, up to the first die."""

    name = "preview"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Play on a copy and show what comes out."""
        first = text.partition(" ")[0].rstrip(":")
        number, turn, text = _moment(text) if "#" in first or first.isdecimal() else (None, None, text)
        loaded = letter.find_match(number)
        seat = letter.seat(loaded)
        match, when = loaded.match, ""
        if turn is not None:
            turn = _back(turn, loaded.match.turn.number)
            match, when = letter.repository.at_turn(loaded, turn), f" in turn {turn + 1}"
        lines = lines_of(text) or self._waiting(loaded, seat)
        if not lines:
            raise Refused("Your queue is empty; preview what? For example: preview ORDER")
        writer, preview, remark = _tried(loaded, match, seat.seat, lines, waiting=not text)
        name, names = loaded.game.name, loaded.names
        state = masked(preview.state, seat.seat)
        events = [loaded.game.tell(state, seat.seat, event) for event in preview.events]
        if preview.outlook is not None:
            events.append(preview.outlook)
        told = [
            f"{line_result.line}: {line_result.text}"
            for line_result in preview.line_results
            if line_result.status == "noted"
        ]
        told += [letter.context.templates.event(name, event, names) for event in events]
        by = "" if writer == seat.seat else f", as if {loaded.title(writer)} wrote it"
        head = f"PREVIEW of {'; '.join(lines)}{when}{by} (nothing of this has happened):"
        position = view_for(loaded.game, state, seat.seat, seat.preferences)
        answer = [
            fill(head, "", "  "),
            *(fill(line, "  ", "  ") for line in told or ["Nothing would happen yet."]),
            fill(_stop(preview.stop, idle=not told), "  ", "  "),
            *([fill(remark, "  ", "  ")] if remark else []),
            "",
            lay_out(position, seat.preferences, Layout(legend=False)),
        ]
        letter.sections.append("\n".join(answer))
        return "see the preview below"

    @staticmethod
    def _waiting(loaded: LoadedMatch, seat: SeatRow) -> list[str]:
        """What `preview` alone tries: the draft, handed in, and the queue."""
        ask = loaded.match.asks.get(seat.seat)
        draft = [str(ask.ends)] if ask is not None and ask.ends and loaded.match.drafting(seat.seat) else []
        return [*draft, *loaded.match.waiting(seat.seat)]


def _tried(
    loaded: LoadedMatch, match: Match[Any], seat: str, lines: list[str], *, waiting: bool
) -> tuple[str, Play, str]:
    """Whose lines these are, what they would do, and what else is to be said. Raises `Refused`.

    They are those of somebody else who alone is asked, where they could answer so; lines that are `waiting` are one's
    own.
    """
    other = match.asked_alone
    asked = loaded.title(other) if other else ""
    remark = ""
    if other not in ("", seat) and not waiting:
        try:
            preview = match.preview(other, lines, reader=seat)
            if any(line_result.status == "done" for line_result in preview.line_results):
                return other, preview, f"What {asked} has in store is not known, and does not count."
        except LetterRefused as refused:
            remark = f'As a line of {asked}, who is asked now, it would be refused: "{refused}"'
    try:
        return seat, match.preview(seat, lines), remark
    except LetterRefused as refused:
        told = f"{refused.line}: {refused}".rstrip(".")
        if not other and not match.over:
            remark = "What all are asked at once can be tried for oneself alone"
        raise Refused(f"{told}. {remark}" if remark else told) from refused


def _stop(where: str, *, idle: bool) -> str:
    """Where a preview stopped, as a sentence; an idle one has not begun."""
    kind, _, what = where.partition(": ")
    if kind == "dice":
        return f"Then dice are rolled ({what})."
    if kind == "your next decision" and idle:
        return f"You are asked something else first ({what}): put its answer before these lines."
    if kind == "your next decision":
        return f"Then you are asked again ({what})."
    again = "'s next decision"
    if kind.endswith(again):
        return f"Then {kind.removesuffix(again)} is asked again ({what})."
    return f"Then {kind.replace(' decides', ' is asked')} ({what})." if what else f"Then comes {where}."


class Queue(Command):
    """What is waiting."""

    name = "queue"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Tell the queue and the standing orders."""
        loaded = read_table(letter, words, self.name)
        seat = letter.seat(loaded)
        waiting = loaded.match.waiting(seat.seat)
        memory = loaded.game.memory(loaded.match.state, seat.seat)
        standing = f"Standing orders: {'; '.join(memory) or 'none'}"
        if any(map(is_conditional, waiting)):  # its own orders stand between semicolons, too
            return "\n".join(["waiting, line by line:", *waiting, standing])
        return f"waiting: {'; '.join(waiting) or 'nothing'}. {standing}"


class Facts(Command):
    """What conditional lines may speak of."""

    name = "facts"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """List the facts."""
        loaded = read_table(letter, words, self.name)
        letter.sections += ["FACTS, AS THEY ARE NOW", *listed(loaded.match.facts(letter.seat(loaded).seat))]
        return "see below"


class Clear(Command):
    """Empty the queue."""

    name = "clear"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Drop all queued lines of the sender."""
        loaded = read_table(letter, words, self.name)
        seat = letter.seat(loaded).seat
        gone = loaded.match.waiting(seat)
        queue = loaded.match.queues.get(seat, [])
        queue[:] = [order for order in queue if isinstance(order, AskMe)]
        letter.shown.add(loaded.number)
        return f"dropped: {'; '.join(gone)}" if gone else "your queue was empty"


class Undo(Command):
    """Take the last letter back."""

    name = "undo"

    def __init__(self, agreements: DrawsAndTakebacks) -> None:
        self._agreements = agreements

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Cut, or ask."""
        return self._agreements.undo(letter, read_table(letter, words, self.name))


class Draw(Command):
    """Offer or agree to a draw."""

    name = "draw"

    def __init__(self, agreements: DrawsAndTakebacks) -> None:
        self._agreements = agreements

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Note the wish; with the last one the match ends."""
        return self._agreements.accept_draw(letter, read_table(letter, words, self.name))


class Resign(Command):
    """Ask, so that no typing error resigns."""

    name = "resign"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Only tell how."""
        loaded = read_table(letter, words, self.name)
        letter.seat(loaded)
        if loaded.match.over:
            raise Refused("The match is over")
        return (
            f"nothing has happened yet. To give up match {loaded.number} for good answer with: confirm resign"
        )


class Confirm(Command):
    """The second half of resigning."""

    name = "confirm"

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Leave the match."""
        if [word.lower() for word in words[:1]] != ["resign"]:
            raise Refused(
                "Confirm what? Orders need no second word. To give a match up write: confirm resign"
            )
        loaded = read_table(letter, words[1:], "confirm resign")
        seat = letter.seat(loaded)
        if loaded.match.over or seat.seat in loaded.match.state.left:
            raise Refused("There is nothing to resign any more")
        loaded.match.leave(seat.seat)
        letter.announce(loaded, f"{loaded.title(seat.seat)} has resigned.")
        return f"you have resigned match {loaded.number}"


class Say(Command):
    """A word to the others."""

    name = "say"

    def __init__(self, limits: RateLimits) -> None:
        self._limits = limits

    def run(self, letter: LetterContext, words: list[str], text: str) -> str:
        """Keep it for the letters that are written when this one is done."""
        loaded, text = letter.match_first(text)
        if not text:
            raise Refused("Say what? For example: say Good luck!")
        if not self._limits.take("say", letter.sender.id):
            return f"not passed on: {self._limits.most('say')} lines a day are enough"
        letter.said.setdefault(loaded.number, []).append(f"{letter.sender.handle} says: {text}")
        return "passed on"
