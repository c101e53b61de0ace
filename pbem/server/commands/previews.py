"""The command that tells what orders would do, without doing them."""

from __future__ import annotations

from typing import Any

from pbem.mail.prose import fill
from pbem.play.conditional import lines_of
from pbem.play.fates import Preview as Play
from pbem.play.game import masked
from pbem.play.match import LetterRefused, Match
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.commands.words import index_of_turn
from pbem.server.language.arguments import Arguments
from pbem.server.mailing.position import lay_out, view_for
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.outcome import Outcome
from pbem.store.rows import SeatRow


class Preview(Command, frozen=True):
    """What would happen, up to the first die: orders are played on a copy."""

    name = "preview"

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        loaded = letter.find_match(arguments.number)
        seat = letter.seat(loaded)
        match, when = loaded.match, ""
        if arguments.turn is not None:
            turn = index_of_turn(loaded, arguments.turn)
            match, when = letter.repository.at_turn(loaded, turn), f" in turn {turn + 1}"
        lines = lines_of(arguments.text) or self._waiting(loaded, seat)
        if not lines:
            raise Refused("Your queue is empty; preview what? For example: preview ORDER")
        writer, preview, remark = _tried(loaded, match, seat.seat, lines, waiting=not arguments.text)
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
            lay_out(position, seat.preferences, legend=False),
        ]
        return Outcome("see the preview below", ("\n".join(answer),))

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
