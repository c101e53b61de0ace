"""Where a yes or a no goes that stands in a letter: to the question of its match that it answers."""

from collections.abc import Mapping
from typing import Literal

from pbem.play.orders import Refused
from pbem.server.core.context import Service
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import MatchQuestion, handles


class Router(Service):
    """Finds the question that is meant, and answers it."""

    _kinds: Mapping[str, MatchQuestion]

    def answer(
        self, letter: LetterContext, verb: Literal["accept", "decline"], kind: str, number: int | None
    ) -> Outcome:
        """Say yes or no to a question of a match: to one of a `kind`, or without one to the only one that is open.
        Raises `Refused`."""
        loaded = letter.find_match(number)
        mine = letter.asked(loaded)
        kinds = [kind] if kind else sorted({each.kind for each in mine})
        if len(kinds) > 1:
            which = ", or: ".join(f"{verb} {each}" for each in kinds)
            raise Refused(f"{verb.capitalize()} what? Write: {which}")
        if not kinds:
            raise Refused(f"There is nothing to {verb}")
        asked = self._kinds[kinds[0]]
        for question in mine:
            if question.kind == asked.kind:
                asked.must_have_read(letter, loaded, question, verb, named=bool(kind))
                answer = asked.agree if verb == "accept" else asked.refuse
                return answer(letter, loaded, question)
        loaded.must_go_on()
        for question in loaded.open(asked.kind):  # its sender has asked it, or agreed to it
            if verb == "decline":
                return asked.refuse(letter, loaded, question)
            if question.seat != letter.seat(loaded).seat:
                missing = handles(loaded.waiting(loaded.same(question)))
                return Outcome(f"you have agreed already; still to agree: {missing}")
        raise Refused(asked.nothing)
