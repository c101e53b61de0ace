"""Where a yes or a no goes that stands in a letter: to the question that it answers."""

from collections.abc import Mapping

from pbem.play.orders import Refused
from pbem.server.core.context import Service
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, Verb


class Router(Service):
    """Finds the question that is meant, and answers it.

    `_kinds` are those that can be answered so, by their words.
    """

    _kinds: Mapping[str, Question]

    def answer(self, letter: LetterContext, verb: Verb, word: str, number: int | None) -> Outcome:
        """Say yes or no to a question of the kind that a `word` names, or without one to the only one that waits: about
        match `number`, or the one that the letter is about. Raises `Refused`."""
        about = number or letter.current
        kinds = [self._kinds[word]] if word else list(self._kinds.values())
        found = {kind: kind.waiting(letter, about, verb, named=bool(word)) for kind in kinds}
        meant = [kind for kind, questions in found.items() if questions]
        if len(meant) > 1:
            which = ", or: ".join(sorted(f"{verb} {kind.kind}" for kind in meant))
            raise Refused(f"{verb.capitalize()} what? Write: {which}")
        if not meant:
            reasons = (kind.why_nothing_waits(letter, about, verb) for kind in kinds)
            nothing = kinds[0].nothing if word else f"There is nothing to {verb}"
            raise Refused(next(filter(None, reasons), nothing))
        (kind,) = meant
        matches = list(dict.fromkeys(each.match for each in found[kind]))
        if len(matches) > 1:
            first, which = f"{word} {matches[0]}".strip(), ", ".join(map(str, matches))
            raise Refused(f"Several {kind.kind}s wait: {which}. Write for example: {verb} {first}")
        question = found[kind][0]
        kind.must_have_read(letter, question, verb, named=bool(word))
        reply = Reply(question, letter, "yes" if verb == "accept" else "no")
        return (kind.on_yes(reply) if verb == "accept" else kind.on_no(reply)) or Outcome()
