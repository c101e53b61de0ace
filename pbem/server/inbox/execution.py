"""Carrying out the lines of a letter that have been read.

Lines are carried out from top to bottom, adjacent orders of one match together. A refusal before the first die makes
the whole letter void. The lines below `match 12` are a part of their own, which is void, or done, by itself.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from pbem.mail.prose import fill, listed
from pbem.play.match import LetterRefused, LineResult
from pbem.play.orders import OrderError, Refused
from pbem.server.commands import Commands
from pbem.server.inbox.results import Results
from pbem.server.language.command_table import MATCH
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import LoadedMatch, Stale
from pbem.server.reading.line import Line, by_match
from pbem.server.reading.lines import UNKNOWN_LIMIT
from pbem.server.reading.suggestions import append_sentence, explain, joined, put_right
from pbem.server.views.help import HelpPages
from pbem.store.rows import SeatRow

IN_PART = "A line could not be carried out: see below."
"""What a letter is told first if its other lines are done for good."""

COMMANDS_LIMIT = 20
"""Maximum number of commands in one letter."""


class Void(Exception):
    """Nothing of the letter, or of one part of it, is done.

    `errors` tells why, by the number of a line; `about` is the match that the lines were for. `stale`: its writer has
    not seen the current position; `too_late`: the orders are for a match that is over.
    """

    def __init__(
        self,
        errors: Mapping[int, str],
        about: int | None = None,
        *,
        stale: bool = False,
        too_late: bool = False,
    ) -> None:
        super().__init__()
        self.errors = errors
        self.about = about
        self.stale = stale
        self.too_late = too_late


class Execution(Struct, eq=False):
    """Carries out the lines of one letter."""

    _letter: LetterContext
    _commands: Commands
    _help: HelpPages
    _done: dict[str, frozenset[int]] = {}  # the matches touched by each part that is done

    def obey(self, lines: list[Line]) -> Results:
        """Carry the lines out. Raises `Void` if nothing of the letter may be done.

        The lines below `match 12` are a part of their own, which may be void by itself.
        """
        _check_length(lines, self._letter)
        self._letter.matches.begin_part()
        results = Results.begin(self._letter)
        parts = _parts(lines, self._letter.current)
        return self._obey_parts(parts, results) if len(parts) > 1 else self._obey_part(lines, results)

    def refuse(self, lines: list[Line], void: Void) -> Results:
        """What the writer is told if nothing of the letter is done, and all of it has been rolled back."""
        letter = self._letter
        before = [void.about, letter.addressed, *letter.matches]
        letter.matches.forget()
        number = next((each for each in before if each and letter.find_match_if_any(each)), None)
        if (
            number is not None
            and letter.find_match(number).match.over
            and all(line.strange for line in lines)
        ):
            next_one = Outcome(sections=(self._help.after_match(letter.find_match(number)),))
            letter.matches.forget()
            return Results.begin(structs.replace(letter, current=None)).add(outcome=next_one)
        letter = structs.replace(letter, current=number)
        helpless = sum(bool(line.error) for line in lines) >= UNKNOWN_LIMIT or (
            not letter.games and all(line.strange for line in lines)
        )
        told = _refused(lines, void.errors)
        proposal = put_right(letter, lines, void.errors)
        if helpless and letter.player is not None and not proposal:
            start = (
                self._help.start(letter.player)
                if number is None
                else "To see how orders are written, answer with: help"
            )
            return Results.void(letter, told, sections=(start,))
        return Results.void(letter, told, proposal=proposal)

    def _obey_parts(self, parts: list[tuple[int | None, list[Line]]], results: Results) -> Results:
        """Carry out a letter for several matches. Raises `Void` if a failed part touches a match that another part has
        changed, and nothing is irrevocable."""
        failed: list[str] = []
        unclear: list[str] = []
        for number, part in parts:
            name = f"match {number}" if number else "what stands above them"
            self._letter.matches.begin_part()
            try:
                with self._letter.context.store.transaction():
                    results = self._obey_part(part, results)
            except Void as void:
                if self._letter.matches.touched & set().union(*self._done.values()):
                    raise
                self._letter.matches.drop_part()
                whole = _ready(put_right(results.letter, part, void.errors)) if len(part) > 1 else ()
                results = results.add(*_refused(part, void.errors), outcome=Outcome(sections=whole))
                unclear += [] if whole else [name]
                failed.append(name)
                if number is not None and results.letter.find_match_if_any(number) is not None:
                    results = structs.replace(results, failed=(*results.failed, number))
            else:
                self._done[name] = self._letter.matches.touched
        if failed:
            told = f"Not all is done. Not done, because of a line that is refused below: {listed(failed)}."
            results = structs.replace(results, refused=f"{told} Done: {listed(self._done) or 'nothing'}.")
        if unclear and len(unclear) < len(failed):
            hint = fill(f"The lines for {listed(unclear)} are not among these: see above.")
            results = results.add(outcome=Outcome(sections=(hint,)))
        return results

    def _obey_part(self, lines: list[Line], results: Results) -> Results:
        """Carry out lines that belong together. Raises `Void`."""
        wrong = [line for line in lines if line.error]
        if not wrong:
            return self._obey_readable(lines, results)
        void = Void({line.number: line.error for line in wrong[:UNKNOWN_LIMIT]}, results.letter.current)
        if self._irrevocable or not all(line.certain for line in wrong):
            raise void
        told = [LineResult(line.text, "read as", line.instead) for line in wrong]
        meant = [structs.replace(line, text=line.instead, error="") if line.error else line for line in lines]
        try:
            results = self._obey_readable(meant, results.add(*told))
        except Void as other:
            if other.stale or other.too_late:  # that is the error, not how it was written
                raise
            raise void from None
        if self._irrevocable:  # irrevocable lines are carried out as written, or not at all
            raise void
        return results

    def _obey_readable(self, lines: list[Line], results: Results) -> Results:
        for together in _runs(lines):
            first = together[0]
            orders = first.command is None
            results = self._play(together, results) if orders else self._run(first, results)
        return results

    def _run(self, line: Line, results: Results) -> Results:
        command = line.command
        assert command is not None
        # The lines behind a `match 12` are for no other match.
        changes = command.changes or command is MATCH
        try:
            outcome = self._commands.run(command, results.letter, line.arguments)
        except (OrderError, LetterRefused) as error:
            if changes and not self._irrevocable:
                stale = isinstance(error, Stale)
                raise Void({line.number: str(error)}, results.letter.current, stale=stale) from error
            refused = LineResult(line.text, "refused", str(error))
            return results.add(refused, refused=IN_PART if changes else "")
        results = results.add(LineResult(line.text, "done", outcome.text), outcome=outcome)
        letter = results.letter
        if not command.changes or letter.player is None:
            return results
        again = letter.context.store.people.player(letter.player.id)
        return structs.replace(results, letter=structs.replace(letter, player=again))

    @property
    def _irrevocable(self) -> bool:
        """Whether these lines have revealed something, or any lines of a letter whose parts depend on each other: from
        then on lines are refused one by one."""
        matches, parts = self._letter.matches, self._done.values()
        used = matches.touched
        numbers = used.union(*parts) if any(used & part for part in parts) else used
        loaded = [matches[number] for number in matches if number in numbers]
        return any(each.before.rolled or each.match.irrevocable for each in loaded)

    def _play(self, orders: list[Line], results: Results) -> Results:
        letter, loaded = results.letter, None
        try:
            loaded = letter.find_match(orders[0].match)
            letter.not_stale(loaded)
        except Refused as error:
            if not self._irrevocable:
                late = loaded is not None and loaded.match.over
                raise Void(
                    {line.number: str(error) for line in orders},
                    letter.current,
                    stale=isinstance(error, Stale),
                    too_late=late,
                ) from error
            refused = [LineResult(line.text, "refused", str(error)) for line in orders]
            return results.add(*refused, refused=IN_PART)
        seat = letter.seat(loaded)
        try:
            line_results = loaded.match.play(seat.seat, [line.text for line in orders], going_on=True)
        except LetterRefused as refusal:
            fresh = letter.repository.load(loaded.number)
            reason = _why_refused(fresh, seat, orders, refusal)
            if not self._irrevocable:
                raise Void({orders[refusal.index].number: reason}, letter.current) from refusal
            line_results = _refused(orders, {orders[refusal.index].number: reason})
            if not loaded.match.irrevocable:  # it is another match of this letter that is, or its beginning
                fresh.before = structs.replace(fresh.before, rolled=loaded.before.rolled)
                loaded = fresh
                self._letter.matches.put(fresh)
        queued = [(loaded.number, each) for each in line_results if each.status == "queued"]
        # An order that is merely not needed any more is no failure.
        bad = any(each.status == "refused" for each in line_results)
        results = results.add(
            *line_results,
            *_replaced(loaded, seat),
            outcome=Outcome(shows=(loaded.number,)),
            refused=IN_PART if bad else "",
        )
        return structs.replace(results, queued=(*results.queued, *queued))


def _runs(lines: list[Line]) -> list[list[Line]]:
    """Split lines into runs: each command by itself, adjacent orders together."""
    runs: list[list[Line]] = []
    for line in lines:
        if line.command is None and runs and runs[-1][0].command is None:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _why_refused(fresh: LoadedMatch, seat: SeatRow, orders: list[Line], refused: LetterRefused) -> str:
    """Why an order is refused; what may have been meant is noted in its line."""
    texts = [line.text for line in orders]
    if whole := joined(fresh, seat, texts, refused.index):
        return append_sentence(str(refused.error), f"Perhaps you meant, as one line: {whole}")
    told, orders[refused.index].instead = explain(
        fresh, seat, refused.line, refused.error, texts[: refused.index], alone=len(texts) == 1
    )
    return told


def _replaced(loaded: LoadedMatch, seat: SeatRow) -> list[LineResult]:
    """Say which waiting lines new ones of their kind have replaced."""
    if not loaded.match.replaced:
        return []
    waiting = loaded.match.waiting(seat.seat)
    gone = [str(order) for order in loaded.match.replaced if str(order) not in waiting]
    told = f"This letter replaces what was waiting: {'; '.join(gone)}."
    return [LineResult("", "noted", told)] if gone else []


def _ready(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Corrected lines, as a section of a mail."""
    whole = "\n        ".join(lines)
    return (
        (f"{fill('Your lines with that corrected, ready to be sent:')}\n\n  e.g.  {whole}",) if lines else ()
    )


def _check_length(lines: list[Line], letter: LetterContext) -> None:
    """Raise `Void` if a letter contains too many commands."""
    commands = [line for line in lines if line.command is not None]
    if len(commands) > COMMANDS_LIMIT:
        error = f"more than {COMMANDS_LIMIT} commands in one letter"
        raise Void({commands[COMMANDS_LIMIT].number: error}, letter.current)


def _parts(lines: list[Line], current: int | None) -> list[tuple[int | None, list[Line]]]:
    """The lines for each match that a letter turns to by `match 12`, after those above.

    If it comes back to a match, the whole letter is one part.
    """
    parts = [(_match_of(part[0], current), part) for part in by_match(lines) if part]
    numbers = [number for number, _ in parts]
    return parts if len(set(numbers)) == len(numbers) else [(current, lines)]


def _match_of(first: Line, current: int | None) -> int | None:
    if first.command is not MATCH:
        return current
    return int(first.arguments) if first.arguments.isdecimal() else None


def _refused(lines: list[Line], errors: Mapping[int, str]) -> list[LineResult]:
    """The results of lines none of which is done."""
    return [
        LineResult(line.text, "refused", errors[line.number])
        if line.number in errors
        else LineResult(line.text, "dropped", "not done, because of the line that is refused")
        for line in lines
    ]
