"""Carrying out the lines of a letter that have been read.

They are done from top to bottom, neighbouring orders of one match as one play. Whatever is refused before the first
die makes the letter void. What stands below `match 12` is a part of its own: it is void, or done, by itself.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from pbem.mail.prose import fill, listed
from pbem.play.match import LetterRefused, LineResult
from pbem.play.orders import OrderError, Refused
from pbem.server.commands import Commands
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import MATCH
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.letter_context import LetterContext
from pbem.server.reading.line import Line, by_match
from pbem.server.reading.lines import UNKNOWN_LIMIT
from pbem.server.reading.suggestions import append_sentence, explain, joined, put_right
from pbem.server.views.help import HelpPages
from pbem.store.rows import SeatRow

IN_PART = "A line of your letter could not be carried out; see below which."
"""What a letter is told first whose other lines are done for good."""

COMMANDS_LIMIT = 20
"""Maximum number of commands in one letter."""


_OF_A_PART = (
    "player", "current", "turns", "transcript", "sections", "said", "shown", "headlines", "everybody", "offered",
    "mailed", "queued",
)  # fmt: skip
"""What a part of a letter changes in its context, beside the matches."""


class Void(Exception):
    """Nothing of the letter is done, or of one part of it; `errors` tells why, by the `id` of a line."""

    def __init__(self, errors: Mapping[int, str]) -> None:
        super().__init__()
        self.errors = errors


class Execution:
    """Carries out the lines of one letter."""

    def __init__(self, letter: LetterContext, commands: Commands, about: HelpPages) -> None:
        self._letter = letter
        self._commands = commands
        self._help = about

    def obey(self, lines: list[Line]) -> None:
        """Carry the lines out. Raises `Void` when nothing of the letter may be done.

        What stands behind `match 12` is a part of its own, which may be void by itself.
        """
        helpless = sum(bool(line.error) for line in lines) >= UNKNOWN_LIMIT
        try:
            _check_length(lines)
            parts = _parts(lines, self._letter.current)
            if len(parts) > 1:
                self._obey_parts(parts)
            else:
                self._obey_part(lines)
        except Void as void:
            self._letter.transcript = self._letter.remarks.copy()
            self._letter.transcript += _refused(lines, void.errors)
            helpless = helpless or (not self._letter.games and all(line.strange for line in lines))
            first_steps = [self._help.start(self._letter.player)] if helpless and self._letter.player else []
            self._letter.sections = first_steps or self._put_right(lines, void)
            self._letter.refused = (
                "Nothing of your letter has been done, because of the line that is refused below."
            )
            raise

    def _obey_parts(self, parts: list[tuple[int | None, list[Line]]]) -> None:
        """Carry out a letter for several matches. Raises `Void` where what is void has to do with a match of which
        something is done, and nothing is irrevocable."""
        done = self._letter.done
        failed: list[str] = []
        unclear: list[str] = []
        for number, part in parts:
            name = f"match {number}" if number else "what stands above them"
            before, matches, self._letter.used = self._memory(), dict(self._letter.matches), set()
            try:
                with self._letter.context.store.transaction():
                    self._obey_part(part)
            except Void as void:
                touched = self._letter.used | {
                    n for n, loaded in self._letter.matches.items() if matches.get(n) is not loaded
                }
                if touched & set().union(*done.values()):
                    raise
                for each in touched:
                    self._letter.matches.pop(each, None)
                for attribute, value in before.items():
                    setattr(self._letter, attribute, value)
                self._letter.transcript += _refused(part, void.errors)
                whole = self._put_right(part, void)
                self._letter.sections += whole
                unclear += [] if whole else [name]
                failed.append(name)
                if number is not None and self._letter.find_match_if_any(number) is not None:
                    self._letter.failed.append(number)
            else:
                done[name] = self._letter.used
        if failed:
            self._letter.refused = (
                f"Not done, because of a line that is refused below: {listed(failed)}."
                f" Done: {listed(done) or 'nothing'}."
            )
        if unclear and len(unclear) < len(failed):
            self._letter.sections.append(
                fill(f"The lines for {listed(unclear)} are not among these: see above.")
            )

    def _put_right(self, lines: list[Line], void: Void) -> list[str]:
        whole = put_right(self._letter, lines, [line for line in lines if id(line) in void.errors])
        return [whole] if whole else []

    def _memory(self) -> dict[str, Any]:
        """What this letter has come to so far."""
        kept = {name: copy.copy(getattr(self._letter, name)) for name in _OF_A_PART}
        return {**kept, "said": {number: list(said) for number, said in self._letter.said.items()}}

    def _obey_part(self, lines: list[Line]) -> None:
        """Carry lines out that belong together. Raises `Void`."""
        wrong = [line for line in lines if line.error]
        if wrong:
            raise Void({id(line): line.error for line in wrong[:UNKNOWN_LIMIT]})
        index = 0
        while index < len(lines):
            line = lines[index]
            if line.command is None:
                end = index
                while end < len(lines) and lines[end].command is None:
                    end += 1
                self._play(lines[index:end])
                index = end
            else:
                self._run(line, line.command)
                index += 1

    def _run(self, line: Line, command: CommandSpec) -> None:
        # The lines behind a `match 12` are for no other match.
        changes = command.changes or command is MATCH
        try:
            if command.who == "player" and self._letter.player is None:
                raise Refused("This is for players. To become one write: register NAME")
            told = self._commands.run(command, self._letter, line.arguments)
            self._letter.sections = list(dict.fromkeys(self._letter.sections))  # who asks twice is told once
            self._letter.transcript.append(LineResult(line.text, "done", told))
        except (OrderError, LetterRefused) as error:
            if changes and not self._irrevocable:
                raise Void({id(line): str(error)}) from error
            self._letter.transcript.append(LineResult(line.text, "refused", str(error)))
            if changes:
                self._letter.refused = IN_PART

    @property
    def _irrevocable(self) -> bool:
        """Whether something has come to light by these lines, or by any of a letter whose parts cannot be void one
        without the other: then it goes line by line."""
        used, parts = self._letter.used, self._letter.done.values()
        numbers = used.union(*parts) if any(used & part for part in parts) else used
        matches = [self._letter.matches[number] for number in numbers if number in self._letter.matches]
        return any(loaded.rolled or loaded.match.irrevocable for loaded in matches)

    def _play(self, orders: list[Line]) -> None:
        try:
            loaded = self._letter.find_match(orders[0].match)
            self._letter.not_stale(loaded)
        except Refused as error:
            if not self._irrevocable:
                raise Void({id(line): str(error) for line in orders}) from error
            self._letter.transcript += [LineResult(line.text, "refused", str(error)) for line in orders]
            self._letter.refused = IN_PART
            return
        seat = self._letter.seat(loaded)
        try:
            line_results = loaded.match.play(seat.seat, [line.text for line in orders], going_on=True)
        except LetterRefused as refused:
            fresh = self._letter.repository.load(loaded.number)
            assert fresh is not None
            above = [line.text for line in orders[: refused.index]]
            if whole := joined(fresh, seat, [line.text for line in orders], refused.index):
                reason = append_sentence(str(refused.error), f"Perhaps you meant, as one line: {whole}")
            else:
                reason, orders[refused.index].instead = explain(
                    fresh, seat, refused.line, refused.error, above
                )
            if not self._irrevocable:
                raise Void({id(orders[refused.index]): reason}) from refused
            line_results = [
                LineResult(line.text, "dropped", "not done, because of the line that is refused")
                for line in orders
            ]
            line_results[refused.index] = LineResult(refused.line, "refused", reason)
            if not loaded.match.irrevocable:  # it is another match of this letter that is, or its beginning
                fresh.rolled = loaded.rolled
                loaded = self._letter.matches[loaded.number] = fresh
        start = len(self._letter.transcript)
        self._letter.transcript.extend(line_results)
        self._letter.queued += [
            (loaded.number, start + i)
            for i, line_result in enumerate(line_results)
            if line_result.status == "queued"
        ]
        self._tell_replaced(loaded, seat)
        if any(
            line_result.status == "refused" for line_result in line_results
        ):  # what is only not needed any more is no failure
            self._letter.refused = IN_PART
        self._letter.shown.add(loaded.number)

    def _tell_replaced(self, loaded: LoadedMatch, seat: SeatRow) -> None:
        """New lines replace waiting ones of their kind: say which."""
        if not loaded.match.replaced:
            return
        waiting = loaded.match.waiting(seat.seat)
        gone = [str(order) for order in loaded.match.replaced if str(order) not in waiting]
        if gone:
            self._letter.transcript.append(
                LineResult("", "noted", f"This letter replaces what was waiting: {'; '.join(gone)}.")
            )


def _check_length(lines: list[Line]) -> None:
    """Raise `Void` where a letter holds too many commands."""
    commands = [line for line in lines if line.command is not None]
    if len(commands) > COMMANDS_LIMIT:
        raise Void({id(commands[COMMANDS_LIMIT]): f"more than {COMMANDS_LIMIT} commands in one letter"})


def _parts(lines: list[Line], current: int | None) -> list[tuple[int | None, list[Line]]]:
    """The lines of each match that a letter turns to by `match 12`, behind those before it does.

    They are one part where it comes back to a match.
    """
    parts = [(_match_of(part[0], current), part) for part in by_match(lines) if part]
    numbers = [number for number, _ in parts]
    return parts if len(set(numbers)) == len(numbers) else [(current, lines)]


def _match_of(first: Line, current: int | None) -> int | None:
    if first.command is not MATCH:
        return current
    return int(first.arguments) if first.arguments.isdecimal() else None


def _refused(lines: list[Line], errors: Mapping[int, str]) -> list[LineResult]:
    """The fates of lines of which none is done."""
    return [
        LineResult(line.text, "refused", errors[id(line)])
        if id(line) in errors
        else LineResult(line.text, "dropped", "not done, because of the line that is refused")
        for line in lines
    ]
