"""Carrying out the pieces of a letter that has been read.

Pieces are carried out from top to bottom, adjacent orders of one match together. A refusal before the first die makes
the whole letter void. What stands below `match 12` is a part of its own, which is void, or done, by itself. Questions
are answered whatever becomes of the rest, and talk is left alone.
"""

import contextlib
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from pbem.mail.prose import fill, listed
from pbem.play.fates import Status
from pbem.play.match import LetterRefused, LineResult
from pbem.play.orders import OrderError, Refused
from pbem.server.answering.about import about_of
from pbem.server.answering.questions import answer_surely
from pbem.server.answering.wishes import changes_anything
from pbem.server.commands import Commands
from pbem.server.inbox.parts import name_of, parts_accepted, parts_of
from pbem.server.inbox.results import Results, left_alone
from pbem.server.language.command_table import MATCH
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import LoadedMatch, Stale
from pbem.server.questions.takeback import would_take_back
from pbem.server.reading.asking import MANY_QUESTIONS
from pbem.server.reading.pieces import Order, Ordered, Piece, Question, Talk, Unread, Wish, shown
from pbem.server.reading.proposer import append_sentence, explain, meant_as_one, put_right, tried
from pbem.server.reading.sentences import bare
from pbem.server.reading.unread import NOT_LOOKED_AT, UNKNOWN_LIMIT
from pbem.server.views.help import HelpPages
from pbem.store.rows import SeatRow

IN_PART = "A line could not be carried out: see below."
"""What a letter is told first if its other lines are done for good."""

_HELD = "not done, because of the line that is refused"
_WAITS = "not done before you answer"

COMMANDS_LIMIT = 20
"""Maximum number of commands in one letter."""

NO_ANSWER = (
    "I have no answer to that. For your options, answer: help. For what has happened: history. For where a figure can"
    " go: reach, and its name"
)

_GUESSED = "Dice would be rolled, so I ask first"

LEFT_ALONE = "Left alone, as no order: {}."

_TALK_TOLD = 240
"""Maximum length of what is repeated of talk that was left alone."""


class Void(Exception):
    """Nothing of the letter, or of one part of it, is done.

    `pieces` are those of that part, with the reason in place of each that is refused; `about` is the match that they
    were for. `stale`: its writer has not seen the current position; `too_late`: the orders are for a match that is
    over.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        about: int | None = None,
        *,
        stale: bool = False,
        too_late: bool = False,
    ) -> None:
        super().__init__()
        self.pieces = list(pieces)
        self.about = about
        self.stale = stale
        self.too_late = too_late


class Execution(Struct, eq=False):
    """Carries out the pieces of one letter."""

    _letter: LetterContext
    _commands: Commands
    _help: HelpPages
    _done: dict[str, frozenset[int]] = {}  # the matches touched by each part that is done

    def obey(self, pieces: Sequence[Piece], *, accepted: int = 0) -> Results:
        """Carry the pieces out. Raises `Void` if nothing of the letter may be done.

        What stands below `match 12` is a part of its own, which may be void by itself. If the first `accepted`
        paragraphs are what was proposed, so is each command that concerns no match of its writer, and what cannot be
        read below.
        """
        self._letter.matches.begin_part()
        results = Results.begin(self._letter)
        commands = [piece for piece in pieces if isinstance(piece, Ordered)]
        if len(commands) > COMMANDS_LIMIT:
            error = f"more than {COMMANDS_LIMIT} commands in one letter"
            raise Void(_without(pieces, [commands[COMMANDS_LIMIT]], [error]), self._letter.current)
        parts = parts_of(pieces, self._letter.current) if commands else []
        if accepted and len(parts) < 2:
            parts = parts_accepted(pieces, self._letter.current, accepted)
        return self._obey_parts(parts, results) if len(parts) > 1 else self._obey_part(pieces, results)

    def refuse(self, pieces: Sequence[Piece], void: Void) -> Results:
        """What the writer is told if nothing of the letter is done, and all of it has been rolled back."""
        letter = self._letter
        before = [void.about, letter.addressed, *letter.matches]
        letter.matches.forget()
        number = next((each for each in before if each and letter.find_match_if_any(each)), None)
        unread = [piece for piece in void.pieces if isinstance(piece, Unread)]
        if (
            number is not None
            and letter.find_match(number).match.over
            and not any(isinstance(piece, Order | Ordered) for piece in pieces)
            and not any(piece.offered for piece in unread)
        ):
            next_one = Outcome(sections=(self._help.after_match(letter.find_match(number)),))
            letter.matches.forget()
            return Results.begin(structs.replace(letter, current=None)).add(outcome=next_one)
        letter = structs.replace(letter, current=number)
        helpless = len(unread) >= UNKNOWN_LIMIT or (
            not letter.games and not any(isinstance(piece, Order | Ordered) for piece in void.pieces)
        )
        whole = [_as_voided(piece, void.pieces) for piece in pieces]
        proposal = put_right(letter, whole)
        told = _refused(letter, whole, asks=bool(proposal))
        if len(unread) < UNKNOWN_LIMIT and (talk := left_alone(letter, whole)):
            told.append(LineResult("", "noted", talk))
        sections = (*_answers(whole), *self._told(letter, whole))
        if helpless and letter.player is not None and not proposal and not sections:
            start = (
                self._help.start(letter.player)
                if number is None
                else "To see how orders are written, answer with: help"
            )
            sections = (start,)
        results = Results.void(letter, told, sections=sections, proposal=proposal)
        if number is not None and any(_shows_board(piece, letter) for piece in whole):
            return results.add(outcome=Outcome(shows=(number,)))
        return results

    def _told(self, letter: LetterContext, pieces: Sequence[Piece]) -> Iterator[str]:
        """What commands tell that change nothing: it is told whatever becomes of the lines beside them."""
        for piece in pieces if letter.player is not None else ():
            if not isinstance(piece, Ordered) or piece.command is MATCH:
                continue
            line = f"{piece.command.name} {piece.arguments}".strip()
            if changes_anything(piece.command, line) or piece.command.ends:
                continue
            with contextlib.suppress(OrderError, LetterRefused):
                yield from self._commands.run(piece.command, letter, piece.arguments).sections

    def _obey_parts(self, parts: list[tuple[int | None, list[Piece]]], results: Results) -> Results:
        """Carry out a letter for several matches. Raises `Void` if a failed part touches a match that another part has
        changed, and nothing is irrevocable."""
        failed: list[str] = []
        unclear: list[str] = []
        for number, part in parts:
            name = name_of(number, part)
            self._letter.matches.begin_part()
            try:
                with self._letter.context.store.transaction():
                    results = self._obey_part(part, results)
            except Void as void:
                if self._letter.matches.touched & set().union(*self._done.values()):
                    raise
                self._letter.matches.drop_part()
                letter = results.letter
                whole = _ready(put_right(letter, void.pieces)) if len(part) > 1 else ()
                sections = (*_answers(void.pieces), *whole)
                refused = _refused(letter, void.pieces, asks=False)
                results = results.add(*refused, outcome=Outcome(sections=sections))
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

    def _obey_part(self, pieces: Sequence[Piece], results: Results) -> Results:
        """Carry out pieces that belong together. Raises `Void`."""
        for piece in pieces:
            if isinstance(piece, Unread) and not piece.alone:
                raise Void(pieces, results.letter.current)
        for together in _runs(pieces):
            first = together[0]
            if isinstance(first, Ordered):
                results = self._run(first, results, pieces)
            else:
                orders = [piece for piece in together if isinstance(piece, Order)]
                results = self._play(orders, results, pieces)
        guessed = [piece for piece in pieces if isinstance(piece, Order) and not piece.sure]
        if (
            guessed and self._irrevocable
        ):  # what cannot be taken back is carried out as written, or not at all
            raise Void(
                [
                    Unread(
                        text=piece.text,
                        why=_GUESSED,
                        instead=(piece.order,),
                        offered=True,
                        match=piece.match,
                        number=piece.number,
                    )
                    if piece in guessed
                    else piece
                    for piece in pieces
                ],
                results.letter.current,
            )
        return self._tell(pieces, results)

    def _tell(self, pieces: Sequence[Piece], results: Results) -> Results:
        """What is told of questions, of talk, and of what holds nothing but itself."""
        letter = results.letter
        for piece in pieces:
            if isinstance(piece, Question):
                told = self._answer(piece, letter)
                text = "see below" if told else NO_ANSWER
                answer = Outcome(sections=(told,) if told else self._after_match(letter))
                results = results.add(LineResult(shown(piece, letter), "answered", text), outcome=answer)
            elif isinstance(piece, Wish):  # of a stranger
                results = results.add(outcome=Outcome(follows=(piece.command,)))
        results = _offer_beside(pieces, results)
        talk = [piece for piece in pieces if isinstance(piece, Talk)]
        return results.leave_alone(talk) if talk else results

    def _answer(self, piece: Question, letter: LetterContext) -> str:
        """The answer to a question. One on a match is of the position behind the orders of the letter."""
        about = about_of(letter)
        touched = about.loaded is not None and about.loaded.number in self._letter.matches.touched
        if not touched or piece.answer in ("", MANY_QUESTIONS):
            return piece.answer
        return answer_surely(piece.text, about, piece.before) or piece.answer

    def _after_match(self, letter: LetterContext) -> tuple[str, ...]:
        """What there is to do without a match, or after one that is over."""
        if letter.current is None:
            return (
                (self._help.start(letter.player),) if letter.player is not None and not letter.games else ()
            )
        loaded = letter.find_match_if_any(letter.current)
        return (self._help.after_match(loaded),) if loaded is not None and loaded.match.over else ()

    def _run(self, piece: Ordered, results: Results, part: Sequence[Piece]) -> Results:
        command = piece.command
        # The lines behind a `match 12` are for no other match.
        changes = command.changes or command is MATCH
        try:
            outcome = self._commands.run(command, results.letter, piece.arguments)
        except (OrderError, LetterRefused) as error:
            if changes and not self._irrevocable:
                stale = isinstance(error, Stale)
                raise Void(
                    _without(part, [piece], [str(error)]), results.letter.current, stale=stale
                ) from error
            refused = LineResult(shown(_refusal(piece, ""), results.letter), "refused", str(error))
            return results.add(refused, refused=IN_PART if changes else "")
        status: Status = "asked" if outcome.asks else "done"
        results = results.add(LineResult(piece.text, status, outcome.text), outcome=outcome)
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

    def _play(self, orders: list[Order], results: Results, part: Sequence[Piece]) -> Results:
        letter, loaded = results.letter, None
        try:
            loaded = letter.find_match(orders[0].match)
            seat = letter.seat(loaded)
            letter.not_stale(loaded, seat)
        except Refused as error:
            if not self._irrevocable:
                late = loaded is not None and loaded.match.over
                raise Void(
                    _without(part, orders, [str(error)] * len(orders)),
                    letter.current,
                    stale=isinstance(error, Stale),
                    too_late=late,
                ) from error
            refused = [LineResult(order.text, "refused", str(error)) for order in orders]
            return results.add(*refused, refused=IN_PART)
        try:
            line_results = loaded.match.play(seat.seat, [order.order for order in orders], going_on=True)
        except LetterRefused as refusal:
            fresh = letter.repository.load(loaded.number)
            why = _why_refused(fresh, seat, orders, refusal)
            voided = [why if piece is orders[refusal.index] else piece for piece in part]
            if not self._irrevocable:
                raise Void(voided, letter.current) from refusal
            rest = [piece if piece is not orders[refusal.index] else why for piece in orders]
            line_results = _refused(letter, rest, asks=False)
            if not loaded.match.irrevocable:  # it is another match of this letter that is, or its beginning
                fresh.before = structs.replace(fresh.before, rolled=loaded.before.rolled)
                loaded = fresh
                self._letter.matches.put(fresh)
        found = {each.status for each in line_results}
        results = results.add(
            *_with_readings(orders, line_results),
            *_replaced(loaded, seat),
            outcome=Outcome(shows=(loaded.number,)),
            # An order that is merely not needed anymore is no failure.
            refused=IN_PART if "refused" in found else "",
        )
        if "queued" not in found:
            return results
        queued = [(loaded.number, each) for each in line_results if each.status == "queued"]
        return structs.replace(results, queued=(*results.queued, *queued))


def _offer_beside(pieces: Sequence[Piece], results: Results) -> Results:
    """Offer what is wished for beside what is done, unless a yes to the same mail would answer something else."""
    letter = results.letter
    asks = letter.proven and not (results.outcome.confirms or letter.asked_about)
    for piece in pieces:
        if isinstance(piece, Unread):
            status: Status = "asked" if asks and piece.instead else "left alone"
            results = results.add(LineResult(shown(piece, letter), status, _why(letter, piece, asks=asks)))
            results = results.propose(*piece.instead) if asks else results
    return results


def _runs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Split pieces that are carried out into runs: each command by itself, orders together between commands."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        above = runs[-1][0] if runs else None
        if isinstance(piece, Order) and isinstance(above, Order) and above.match == piece.match:
            runs[-1].append(piece)
            continue
        if isinstance(piece, Order | Ordered):
            runs.append([piece])
    return runs


def _with_readings(orders: Sequence[Order], results: Sequence[LineResult]) -> list[LineResult]:
    """The results of orders; before each that was not written so, how it was read."""
    told: list[LineResult] = []
    for order, result in zip(orders, results, strict=True):
        if order.text != order.order and bare(order.text).lower() != bare(order.order).lower():
            told.append(LineResult(order.text, "read as", order.order))
        told.append(result)
    return told


def _refusal(piece: Piece, why: str, instead: str = "") -> Unread:
    """The reason in place of a piece that is refused."""
    return Unread(
        text=piece.text,
        why=why,
        instead=(instead,) if instead else (),
        match=piece.match,
        number=piece.number,
        paragraph=piece.paragraph,
    )


def _without(part: Sequence[Piece], refused: Sequence[Piece], reasons: Sequence[str]) -> list[Piece]:
    """The pieces of a part, with reasons in place of those refused."""
    why = {piece.number: reason for piece, reason in zip(refused, reasons, strict=True)}
    return [_refusal(piece, why[piece.number]) if piece.number in why else piece for piece in part]


def _as_voided(piece: Piece, voided: Sequence[Piece]) -> Piece:
    return next((each for each in voided if each.number == piece.number), piece)


def _why_refused(
    fresh: LoadedMatch, seat: SeatRow, orders: Sequence[Order], refused: LetterRefused
) -> Unread:
    """Why an order is refused, and what may have been meant."""
    texts = [order.order for order in orders]
    order = orders[refused.index]
    if whole := meant_as_one(fresh, seat, texts, refused.index):
        return _refusal(
            order, append_sentence(str(refused.error), f"Perhaps you meant, as one line: {whole}")
        )
    told = explain(fresh, seat, refused.line, refused.error, texts[: refused.index])
    return _refusal(order, told.why, told.instead)


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


def _answers(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """The answers to the questions among some pieces."""
    return tuple(piece.answer for piece in pieces if isinstance(piece, Question) and piece.answer)


def _why(letter: LetterContext, piece: Unread, *, asks: bool) -> str:
    """The reason why a piece is not done, with what was probably meant unless the reason says it."""
    meant = "; ".join(piece.instead)
    if not meant or meant in piece.why:
        return piece.why
    asked = asks and piece.offered
    alone = asked and piece.instead == ("undo",) and not piece.alone
    if alone and (loaded := letter.find_match_if_any(piece.match)) is not None:
        meant = f"undo (takes back: {'; '.join(would_take_back(letter, loaded)) or 'nothing'})"
    if piece.wish and not asks:
        return append_sentence(piece.why, f"I ask one thing at a time. To ask for this, write: {meant}")
    offers = piece.offered and not asked and not piece.wish
    loaded = letter.find_match_if_any(piece.match or letter.current) if offers else None
    against = tried(loaded, letter.seat(loaded), piece.instead[0])[1] if loaded is not None else ""
    if against:
        return append_sentence(piece.why, f'Perhaps you meant "{meant}", but that is refused: {against}')
    told = append_sentence(piece.why, f"{'Do you want this' if asked else 'Perhaps you meant'}: {meant}")
    return append_sentence(told, "If so, answer: yes") if asked and piece.alone else told


def _shows_board(piece: Piece, letter: LetterContext) -> bool:
    """Whether a piece asks for the board of the match that a letter is about, which may be told of any letter."""
    shows = isinstance(piece, Ordered) and piece.command.name == "show" and not piece.arguments
    return shows and letter.current is not None


def _refused(letter: LetterContext, pieces: Sequence[Piece], *, asks: bool) -> list[LineResult]:
    """The results of pieces none of which is done; `asks`: a yes would do them as they are meant."""
    told: list[LineResult] = []
    for piece in pieces:
        text = shown(piece, letter)
        if isinstance(piece, Unread):
            unseen = piece.why == NOT_LOOKED_AT
            kept: Status = "left alone" if piece.alone else "dropped" if unseen else "refused"
            status = "asked" if asks and piece.offered and piece.instead else kept
            told.append(LineResult(text, status, _why(letter, piece, asks=asks)))
        elif isinstance(piece, Question):
            told.append(LineResult(text, "answered", "see below" if piece.answer else NO_ANSWER))
        elif _shows_board(piece, letter):
            told.append(LineResult(text, "done", "see below"))
        elif isinstance(piece, Order | Ordered):
            told.append(LineResult(text, "dropped", _WAITS))
    if any(each.status == "refused" for each in told):
        return [structs.replace(each, text=_HELD) if each.text == _WAITS else each for each in told]
    return told
