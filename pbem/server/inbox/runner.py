"""Carrying out one letter whose writer is known: its lines are read, done, and answered."""

from collections.abc import Mapping
from contextlib import nullcontext

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.server.commands import Commands
from pbem.server.core.context import Ignored, Service
from pbem.server.core.rates import RateLimits
from pbem.server.inbox.answers import Answers
from pbem.server.inbox.execution import Execution, Void
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.letter_matches import LetterMatches
from pbem.server.letters.outcome import Outcome
from pbem.server.matches.repository import MatchRepository
from pbem.server.people.alike import judge
from pbem.server.people.held_letters import HeldLetters, must_prove
from pbem.server.people.identity import Sender
from pbem.server.people.proposals import Proposals
from pbem.server.reading.line import Line, changes, is_misread
from pbem.server.reading.lines import read_lines, text_of
from pbem.server.views.digests import Digests
from pbem.server.views.help import HelpPages
from pbem.store.rows import Incoming

_DAMAGED = "signs of this line were damaged on the way, so it is not read; please write it again"


class LetterRunner(Service):
    """Carries out letters."""

    _repository: MatchRepository
    _limits: RateLimits
    _commands: Commands
    _help: HelpPages
    _answers: Answers
    _digests: Digests
    _held: HeldLetters
    _proposals: Proposals

    def run(
        self,
        incoming: Incoming,
        mail: Letter,
        sender: Sender,
        renewed: frozenset[int] = frozenset(),
        *,
        noted: Mapping[int, int] | None = None,
    ) -> tuple[str, str]:
        """Carry out the lines of a letter and answer it; returns what became of it, and a note.

        `renewed` are matches that have been brought under new rules for it; for a letter that was held, `noted` are the
        turns of matches in which it came.
        """
        match, turns = self._digests.find_answered(sender.token)
        if noted and turns is not None:
            turns = {**noted, **turns}
        letter = LetterContext(
            self._context,
            LetterMatches(self._context, self._repository, renewed),
            incoming.id,
            mail,
            sender.player,
            token=sender.token,
            addressed=match,
            current=match,
            turns=turns,
            waited=noted is not None,
            proven=sender.proven,
            source=sender.source,
        )
        may_accept = sender.proposed and sender.proven
        accepted = self._proposals.accepted(mail, sender.player, match) if may_accept else []
        text = accepted or text_of(letter, mail)
        lines = read_lines(letter, text)
        if "\ufffd" in "".join(text):
            lines = [_checked(line) for line in lines]
        if mail.away and all(line.error for line in lines):
            raise Ignored(f"a notice of absence: {mail.subject}")
        note = ""
        if letter.player is not None and not any(changes(each) for each in lines):
            verdict = judge(self._limits, sender, mail, misread=all(map(is_misread, lines)))
            note = verdict.note
            if verdict.brief:
                self._answers.write_briefly(letter, verdict.brief)
                return "done", note
            if verdict.remark:
                letter.remark(verdict.remark)
        execution = Execution(letter, self._commands, self._help)
        only_orders = letter.player is not None and all(line.command is None for line in lines)
        try:
            # Orders alone store nothing until all of them are known to be good.
            with nullcontext() if only_orders else self._context.store.transaction():
                if must_prove(letter, lines):
                    return self._held.hold(incoming, letter.sender, lines, sender, letter.dispatch)
                results = execution.obey(lines) if lines else self._answers.nothing_read(letter)
                return "done", self._answers.close(results) or note
        except Void as void:
            if void.too_late:
                self._limits.require("too late", f"{void.about} {letter.sender.id}")
            results = execution.refuse(lines, void)
            number = results.letter.current
            if number is not None and void.stale:
                results = results.add(outcome=Outcome(shows=(number,)))
            return "done", self._answers.close(results) or note


def _checked(line: Line) -> Line:
    """The line; one with signs that could not be decoded is neither order nor command, whatever it may resemble. Words
    for people stay as they are."""
    talk = line.said or (line.command is not None and line.command.prose)
    if "\ufffd" not in f"{line.text}{line.written}" or talk:
        return line
    return structs.replace(line, error=_DAMAGED, strange=True, instead="", certain=False)
