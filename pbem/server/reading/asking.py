"""The questions and wishes of one letter."""

import re
from collections.abc import Sequence

from pbem.server.answering.questions import answer, answer_surely
from pbem.server.answering.wishes import Wish as Granted
from pbem.server.answering.wishes import wish_in, wishes_in
from pbem.server.language.introductions import without_introduction
from pbem.server.reading.bare_answers import BARE
from pbem.server.reading.judge import is_request, is_small_talk
from pbem.server.reading.pieces import Piece, Question, Wish
from pbem.server.reading.sentence_shapes import may_wish
from pbem.server.reading.sentences import Sentence
from pbem.server.reading.surroundings import Surroundings
from pbem.server.reading.unread import what_it_waits_for

_HERE_AND_NOW = re.compile(r"(?:\s+(?:here|now|then|today|again|please))+\W*$", re.IGNORECASE)

_THANKS = re.compile(
    r"(?:many )?(?:thanks|thank you|thx) (?:so much |very much |a lot )?for\b", re.IGNORECASE
)
"""What speaks of something that has been sent: `Thanks for the rulebook`."""

_WISHES = 7
"""Maximum number of sentences of a letter in which a wish is looked for."""

_QUESTIONS = 7
"""Maximum number of questions of a letter that are answered."""

MANY_QUESTIONS = f"A letter gets {_QUESTIONS} answers at most. Ask the rest in another letter."


class Asking:
    """What is asked and wished for in one letter, up to a number of each."""

    def __init__(self, here: Surroundings) -> None:
        self._here = here
        self._wished = self._questions = 0

    def question(self, sentence: Sentence, above: Sequence[Piece]) -> list[Piece]:
        """A question; if it asks for something to be done, or nothing answers it surely, rather its wishes."""
        text = sentence.text
        if self._questions >= _QUESTIONS:
            return [Question(text=text, answer=MANY_QUESTIONS)]
        self._questions += 1
        before = above[-1].text if above else ""
        told = answer_surely(text, self._here.about(), before)
        if not told or len(sentence.words) <= BARE or may_wish(text):
            if wishes := self.wishes(text):
                return list(wishes)
        elif self._only_says_how(text, told):
            wishes = self.wishes(text)
            if wishes and not (wishes[0].changes or wishes[0].ends):
                return list(wishes)
        if self._here.letter.player is None and len(sentence.words) > BARE:
            return [Question(text=text, answer=told or "")]  # a stranger is told what this is
        return [Question(text=text, answer=told or self._answer(text, before), before=before)]

    def _only_says_how(self, text: str, told: str) -> bool:
        """Whether an answer, or that to the first clause of a question, only says how to write a command."""
        first, comma, _ = text.partition(", ")
        how = "Write: "
        return told.startswith(how) or (
            bool(comma) and (answer_surely(f"{first}?", self._here.about()) or "").startswith(how)
        )

    def of_orders(self, sentence: Sentence, lines: tuple[str, ...]) -> Piece:
        """A question about orders."""
        self._questions += 1
        many = self._questions > _QUESTIONS
        told = MANY_QUESTIONS if many else self._answer(sentence.text)
        return Question(text=sentence.text, answer=told, orders=lines)

    def _answer(self, text: str, before: str = "") -> str:
        return answer(text, self._here.about(), before) or self._waiting_for() or ""

    def wishes(self, text: str) -> list[Wish]:
        """The wishes that a sentence is."""
        first = self.wish(text)
        if first is None:
            return []
        found = [first]
        if self._here.letter.player is not None and len(more := wishes_in(text, self._here.about())) > 1:
            found = more
        return [
            Wish(
                text=each.clause if len(found) > 1 else text,
                command=each.command,
                changes=each.changes,
                ends=each.ends_match,
            )
            for each in found
        ]

    def wish(self, text: str) -> Granted | None:
        """The wish that a sentence is, perhaps without its last small words."""
        self._wished += 1
        if self._wished > _WISHES or (_THANKS.match(text) and not is_request(text)):
            return None
        about, shorter = self._here.about(), _HERE_AND_NOW.sub("", text)
        found = wish_in(text, about)
        if about.player is None:  # what they want as a player waits until they are one
            return wish_in(without_introduction(text), about.of_newcomer()) or found
        if found is None and shorter != text:
            found = wish_in(shorter, about)
        if found is None and "," in text:
            first, _, rest = text.partition(",")
            found = wish_in(first, about) if is_small_talk(rest, self._here.letter.names) else None
        return found

    def _waiting_for(self) -> str:
        """What the match of a question that has no answer is waiting for, if it has not begun."""
        letter, position = self._here.letter, self._here.position
        number = self._here.turned or letter.current
        unborn = position is not None and position.loaded is None and number is not None
        return what_it_waits_for(letter, number) if unborn and number is not None else ""
