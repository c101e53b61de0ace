"""What a sentence is in which orders may stand among other words.

For each: orders found; question; take-back; courtesy; bare answer; other forms of an order; unread; wish; talk.
"""

from collections.abc import Sequence

from msgspec import structs

from pbem.server.answering.questions import is_question
from pbem.server.language.command_table import command_named
from pbem.server.language.yes_no import is_courtesy, is_hedged
from pbem.server.reading.asking import Asking
from pbem.server.reading.bare_answers import bare_answer
from pbem.server.reading.clauses import (
    ACTION,
    as_one,
    before_the_end,
    behind_so,
    clauses_of,
    first_refused,
    with_subject,
)
from pbem.server.reading.contradictions import contradicts
from pbem.server.reading.finder import Position, Span, find_orders, names_in
from pbem.server.reading.forms import Reworded
from pbem.server.reading.guessing import ending, longer_with_slip, said_order, told_to_do
from pbem.server.reading.judge import (
    Verdict,
    ends_turn,
    is_doubtful,
    is_request,
    is_small_talk,
    judge,
    phrases,
    strange_words,
    takes_back,
)
from pbem.server.reading.meanings import Meanings, is_kin
from pbem.server.reading.other_words import MENDINGS, add_to, other_words
from pbem.server.reading.pieces import Order, Ordered, Piece, Talk, Unread, Wish
from pbem.server.reading.reasons import CONTRADICTS, DOUBTED, OFFERED, TAKEN_BACK, UNKNOWN, WAITS
from pbem.server.reading.respelling import as_orders_say, respelled
from pbem.server.reading.sentence_shapes import (
    LIKEWISE,
    are_legal,
    asks_first,
    directs_figure,
    is_branch,
    is_legal,
    is_never_part,
    is_prose,
    is_wished,
    keeps_names,
    left_out,
    only_ends,
    only_line,
    orders_above,
    repeats_offer,
    size_of,
    stands_alone,
    waits_in_words,
    written_as,
)
from pbem.server.reading.sentences import SENTENCE, Sentence, bare
from pbem.server.reading.several import ALIKE
from pbem.server.reading.surroundings import Surroundings
from pbem.server.reading.unread import (
    NOT_LOOKED_AT,
    UNKNOWN_LIMIT,
    looks_like_an_order,
    nearly_one,
    why_unread,
)

_OF_STRANGERS = 120
"""Maximum number of words and signs of a sentence of a stranger that may be for us."""


class SentenceReader:
    """Reads the sentences of one letter; `above` are always the pieces that stand above."""

    def __init__(self, here: Surroundings) -> None:
        self._here = here
        self._meanings, self._asking = Meanings(here), Asking(here)
        self._mended = self._explained = 0

    def read(self, sentence: Sentence, above: Sequence[Piece], *, alone: bool) -> list[Piece]:
        """The pieces that a sentence is; `alone`: its line holds nothing else."""
        if self._here.letter.player is None and len(sentence.tokens) > _OF_STRANGERS:
            return [Talk(text=sentence.text)]
        if (ended := self._ended(sentence, above)) is not None:
            return ended
        letter, position, text = self._here.letter, self._here.position, sentence.text
        if position is not None and position.loaded is not None:
            sentence = as_orders_say(position, sentence)
        if position is not None and ends_turn(sentence.words, letter.names):
            return [structs.replace(self._courtesy(sentence), plainly=True)]
        if position is not None and (is_never_part(position, sentence) or is_branch(sentence, above)):
            if waits_in_words(position, sentence):
                return [Unread(text=text, why=WAITS, unsettles=True, match=self._here.turned)]
            return [self._unread(sentence, above)]
        names = letter.names
        spans = find_orders(position, sentence) if position is not None else []
        idiom = phrases("idioms").cover(sentence.words, names)
        if idiom or (position is not None and any(is_prose(position, span) for span in spans)):
            spans = []
        legal = bool(spans) and position is not None and are_legal(position, spans)
        if legal:
            assert position is not None
            return self._best(position, sentence, spans)
        if position is not None and (same := self._likewise(position, sentence, above)) is not None:
            return [same]
        if self._hedges(sentence):
            return [Unread(text=text, why=why_unread(letter, position, sentence, self._here.turned)[0].why)]
        asks = is_question(text) and not directs_figure(position, sentence)
        ordered = letter.player is not None and any(
            isinstance(piece, Order | Ordered | Unread) for piece in above
        )
        taken_back = ordered and takes_back(sentence.plain, names)
        if taken_back and self._is_said_above(text, above):
            return [Talk(text=text)]
        if taken_back and not sentence.asks:
            return [Unread(text=text, why=TAKEN_BACK)]
        if asks and not is_request(sentence.plain):
            guess = self._meanings.guess(position, sentence) if is_wished(sentence) else None
            if guess is not None:
                return [self._offered(sentence, guess.line)]
            return self._asking.question(sentence, above)
        if taken_back:
            return [Unread(text=text, why=TAKEN_BACK)]
        if is_courtesy(text, names) or (position is None and is_small_talk(sentence.plain, names)):
            return [self._courtesy(sentence)]
        if idiom:
            return [Talk(text=text)]
        if position is not None:
            if (answered := self._bare_answer(position, sentence)) is not None:
                return [answered]
            if (reworded := self._reworded(position, sentence, above)) is not None:
                return reworded
            if spans and (refused := self._refused(position, sentence, spans, above)):
                return refused
        if is_small_talk(sentence.plain, names):
            return [self._courtesy(sentence)]
        if asks:  # politely, for something to be done
            guess = self._meanings.guess(position, sentence)
            if guess is not None:
                return [self._offered(sentence, guess.line)]
            return self._asking.question(sentence, above)
        if (held := self._looks_like_one(sentence, above, found=bool(spans))) is not None:
            return [held]
        if position is not None and contradicts(position, sentence, above):
            return [Unread(text=text, why=CONTRADICTS)]
        guess = self._meanings.guess(position, with_subject(position, sentence, above))
        if guess is not None and guess.begins:
            return [self._meant(position, sentence, above) or self._offered(sentence, guess.line)]
        if guess is not None:
            if (wish := self._ending(sentence, [guess.line])) is not None:
                return [wish]
            return [Talk(text=text, may_be=guess.line, match=self._here.turned)]
        if granted := self._asking.wishes(text):
            return list(granted)
        if letter.player is None:
            return [self._unread(sentence, above)] if alone else [Talk(text=text)]
        if (last := self._last_clause(sentence, above)) is not None:
            return [last]
        told = told_to_do(position, sentence) if position is not None else ""
        if told and self._explained <= UNKNOWN_LIMIT and not is_doubtful(text, names):
            return [self._unread(structs.replace(sentence, plain=told), above)]
        return [Talk(text=text)]

    def _is_said_above(self, text: str, above: Sequence[Piece]) -> bool:
        """Whether a sentence only wishes for the command above: `undo`, with `take it back` below it."""
        wish = self._asking.wish(text)
        commands = (piece for piece in above if isinstance(piece, Ordered))
        return wish is not None and any(
            " ".join((piece.command.name, piece.arguments)).strip() == wish.command for piece in commands
        )

    def _last_clause(self, sentence: Sentence, above: Sequence[Piece]) -> Piece | None:
        """The order with a slip that the last clause of a sentence is: `The service is over, so A1 fecth.`"""
        clause = behind_so(sentence)
        if clause is None or len(clause.words) > ACTION:
            return None
        found = self.read(clause, above, alone=False)
        lines = [line for piece in found if (line := only_line(piece))]
        return self._offered(sentence, *lines) if len(lines) == len(found) else None

    def _looks_like_one(self, sentence: Sentence, above: Sequence[Piece], *, found: bool) -> Piece | None:
        """What a sentence is that looks like an order or a command and is none; `found`: an order stands in it."""
        letter, position, names = self._here.letter, self._here.position, self._here.letter.names
        spelled = sentence
        short = len(sentence.tokens) <= SENTENCE
        if position is not None and short and "'s" not in sentence.plain:  # J's stats
            spelled = structs.replace(sentence, plain=respelled(position, sentence.plain))
        near = looks_like_an_order(position, spelled, names)
        if not near and (found or not nearly_one(letter, self._here.positions, spelled, names)):
            return None
        if position is not None and (refused := first_refused(position, spelled)):
            return self._order(sentence.text, refused, sure=False, whole=False)
        held = self._unread(spelled, above)
        lacks = isinstance(held, Unread) and not held.instead and held.why != NOT_LOOKED_AT
        if lacks and position is not None and repeats_offer(position, sentence, above):
            return Talk(text=sentence.text)
        return (self._meant(position, sentence, above) if lacks else None) or held

    def _ended(self, sentence: Sentence, above: Sequence[Piece]) -> list[Piece] | None:
        """Orders with a last clause that ends the turn: `S2 goes to d3, then I'm finished for this turn.`"""
        position = self._here.position
        if position is None or sentence.asks or len(sentence.tokens) > SENTENCE:
            return None
        parts = before_the_end(position, sentence)
        if parts is None:
            return None
        whole = other_words(position, sentence)
        ends = whole is not None and len(whole.spans) > 1 and whole.spans[-1].line == parts.order
        if whole is not None and ends and are_legal(position, whole.spans):
            return self._found(position, sentence, whole.spans, sure=whole.sure, beside=whole.beside)
        lines: list[str] = []
        before = self.read(parts.first, above, alone=False)
        if ends_turn(parts.last.words, self._here.letter.names) and all(
            isinstance(each, Order) for each in before
        ):
            end = structs.replace(self._courtesy(parts.last), text=parts.last.plain, plainly=True)
            return [*(structs.replace(each, text=parts.first.plain) for each in before), end]
        for piece in before:
            if isinstance(piece, Order):
                lines.append(piece.order)
            elif isinstance(piece, Unread) and piece.offered and not piece.wish:
                lines += piece.instead
            else:
                return None
        return [self._offered(sentence, *lines, parts.order)]

    def go_on(self, above: Piece, sentence: Sentence) -> Piece | None:
        """The order above with the action that this sentence adds to it: `A1 to e5. Then pick up.`"""
        position, line = self._here.position, only_line(above)
        if position is None or not line or sentence.asks or len(sentence.words) > ACTION:
            return None
        longer = add_to(position, line, sentence)
        if longer is None:
            return None
        span, sure = longer
        text = f"{above.text} {sentence.text}"
        verdict = judge(position, sentence, [span], self._here.letter.names)
        if isinstance(above, Order) and verdict is Verdict.CLEAR:
            return self._order(text, span.line, sure=above.sure and sure, whole=False)
        return self._offered(structs.replace(sentence, text=text), str(position.read(span.line)))

    def _likewise(self, position: Position, sentence: Sentence, above: Sequence[Piece]) -> Piece | None:
        """The order above for the one figure that this sentence names: `N1 the same.`"""
        line = only_line(above[-1]) if above else ""
        if not line or ALIKE.isdisjoint(sentence.words):
            return None
        named = [name for _, name in names_in(position, sentence)]
        others = {word for word in sentence.words if word not in (name.lower() for name in named)}
        if len(named) != 1 or others.isdisjoint(ALIKE) or not others - ALIKE <= LIKEWISE:
            return None
        own = f"{named[0]} {line.partition(' ')[2]}"
        if not is_legal(position, Span(0, 0, own)):
            return None
        if isinstance(above[-1], Order):
            return self._order(sentence.text, own, sure=False, whole=False)
        return self._offered(sentence, own)

    def together(self, sentences: Sequence[Sentence], pieces: Sequence[Piece]) -> Piece | None:
        """The order that several short sentences of one line can only mean: `Run, A, run! To the goal!`"""
        whole = as_one(sentences, pieces, self._here.letter.names)
        guess = self._meanings.guess(self._here.position, whole) if whole is not None else None
        if whole is None or guess is None or " " not in guess.line:
            return None
        return self._offered(whole, guess.line)

    def _refused(
        self, position: Position, sentence: Sentence, spans: Sequence[Span], above: Sequence[Piece]
    ) -> list[Piece]:
        """The pieces of a sentence that begins with orders none of which is legal: they are refused, never talk."""
        names = self._here.letter.names
        verdict = judge(position, sentence, spans, names)
        if verdict is Verdict.CLEAR:
            return [self._order(sentence.text, span.line, whole=False) for span in spans]
        before = sentence.plain[: sentence.tokens[spans[0].start].start()]
        if verdict is Verdict.UNKNOWN and is_small_talk(before, names) and len(spans[0].line.split()) > 1:
            held = Unread(text=sentence.text, why=OFFERED, match=self._here.turned)
            return [self._meant(position, sentence, above) or held]
        return []

    def _courtesy(self, sentence: Sentence) -> Talk:
        """A sentence that says nothing; it may end a turn."""
        position = self._here.position
        line = ending(position, sentence) if position is not None else ""
        aside = phrases("asides").found_in(sentence.words)
        return Talk(text=sentence.text, courtesy=not aside, may_be=line, match=self._here.turned)

    def _hedges(self, sentence: Sentence) -> bool:
        """Whether a sentence begins with a yes or a no that does not count, where one is asked for."""
        letter = self._here.letter
        if letter.player is None or not self._here.asks(self._here.turned or letter.current):
            return False
        return is_hedged(sentence.text, letter.names | letter.asked_about)

    def _best(self, position: Position, sentence: Sentence, spans: Sequence[Span]) -> list[Piece]:
        """The orders found in a sentence; where other words stand beside them, rather those in other words, if they say
        more of it."""
        found = self._found(position, sentence, spans)
        if isinstance(found[0], Unread) and self._mended < MENDINGS:
            self._mended += 1
            reworded = other_words(position, sentence)
            more = reworded is not None and size_of(reworded.spans) > size_of(spans)
            if reworded is not None and more and are_legal(position, reworded.spans):
                return self._found(
                    position, sentence, reworded.spans, sure=reworded.sure, beside=reworded.beside
                )
        return found

    def _found(
        self,
        position: Position,
        sentence: Sentence,
        spans: Sequence[Span],
        *,
        sure: bool = True,
        beside: str = "",
    ) -> list[Piece]:
        """The pieces that orders found in a sentence are, by the doubt about them; `beside`: words that they leave
        out."""
        text = sentence.text
        spans = list({span.line.lower(): span for span in reversed(spans)}.values())[::-1]
        verdict = judge(position, sentence, spans, self._here.letter.names)
        lines = tuple(span.line for span in spans)
        request = is_request(sentence.plain)
        asks = not sentence.asks and asks_first(sentence)
        if not request and (sentence.asks or (asks and not is_wished(sentence))):
            return [self._asking.of_orders(sentence, lines)]
        if verdict is not Verdict.CLEAR and all(only_ends(position, span) for span in spans):
            return [Talk(text=text)]
        if verdict is Verdict.HARD:
            return [self._doubted(sentence)]
        if verdict is Verdict.UNKNOWN and (longer := longer_with_slip(position, sentence, spans)):
            return [self._offered(sentence, longer)]
        if left := left_out(self._here.position, sentence, lines):
            return [self._doubted(sentence, beside=left)]
        if verdict is Verdict.UNKNOWN and not keeps_names(position, sentence, spans, self._here.letter.names):
            guess = self._meanings.guess(position, sentence)
            if guess is not None:
                return [self._offered(sentence, guess.line)]
            more = self._by_clauses(sentence) or self._meanings.with_more(position, sentence, spans[-1])
            return [more or self._doubted(sentence, beside=self._beside(sentence, spans))]
        if verdict is Verdict.UNKNOWN or asks or beside:
            return [self._offered(sentence, *lines, beside=beside or self._beside(sentence, spans))]
        alone = len(spans) == 1 and bare(text).lower() == lines[0].lower()
        told = [text] if len(spans) == 1 else [written_as(sentence, span, sure=sure) for span in spans]
        pairs = zip(told, spans, strict=True)
        return [self._order(each, span.line, sure=sure, whole=alone) for each, span in pairs]

    def _by_clauses(self, sentence: Sentence) -> Piece | None:
        """The orders of clauses one of which has a slip: `S1 mvoe b3 and S2 move d3`."""
        if self._explained >= UNKNOWN_LIMIT or is_doubtful(sentence.plain, self._here.letter.names):
            return None
        lines: list[str] = []
        for clause in clauses_of(sentence):
            for piece in self.read(clause, (), alone=True):
                line = only_line(piece)
                if not line:
                    return None
                lines.append(line)
        return self._offered(sentence, *lines) if lines else None

    def _reworded(self, position: Position, sentence: Sentence, above: Sequence[Piece]) -> list[Piece] | None:
        """Orders in other words: not more of them are looked for than a letter of a person has."""
        if self._mended >= MENDINGS or len(sentence.tokens) > SENTENCE:
            return None
        self._mended += 1
        reworded = other_words(position, sentence)
        if reworded is None:
            return self._respelled(position, sentence, above)
        if not are_legal(position, reworded.spans):
            return self._respelled(position, sentence, above) or self._illegal(
                position, sentence, reworded, above
            )
        if (
            all(span.end - span.start == 1 for span in reworded.spans)
            and len(reworded.spans[0].line.split()) == 1
        ):
            word = self._one_word(position, sentence, reworded.spans, sure=reworded.sure)
            return word or self._respelled(position, sentence, above)
        return self._found(position, sentence, reworded.spans, sure=reworded.sure, beside=reworded.beside)

    def _illegal(
        self, position: Position, sentence: Sentence, reworded: Reworded, above: Sequence[Piece]
    ) -> list[Piece] | None:
        """The refusals of a sentence that does several things which are not legal, or leaves other figures alone."""
        named = {name for _, name in names_in(position, sentence) if position.commands(name)}
        alone = not named <= set(reworded.spans[0].line.split())
        several = len(reworded.spans) > 1 or "," in reworded.spans[0].line or alone
        return (self._refused(position, sentence, reworded.spans, above) or None) if several else None

    def _respelled(
        self, position: Position, sentence: Sentence, above: Sequence[Piece]
    ) -> list[Piece] | None:
        plain = respelled(position, with_subject(position, sentence, above).plain)
        if plain == sentence.plain:
            return None
        other = structs.replace(sentence, plain=plain)
        spans = find_orders(position, other)
        if spans and are_legal(position, spans):
            return self._found(position, other, spans, sure=False)
        reworded = other_words(position, other)
        if reworded is not None and are_legal(position, reworded.spans):
            return self._found(position, other, reworded.spans, sure=False, beside=reworded.beside)
        if (answered := self._bare_answer(position, other)) is not None:
            return [answered]
        return self._illegal(position, other, reworded, above) if reworded is not None else None

    def _bare_answer(self, position: Position, sentence: Sentence) -> Piece | None:
        """A sentence that answers what is asked without its verb."""
        found = bare_answer(position, sentence, self._here.letter.names)
        if found is None:
            return None
        if found.verdict is Verdict.HARD:
            return self._doubted(sentence)
        if found.verdict is Verdict.UNKNOWN:
            return self._offered(sentence, found.line)
        return self._order(sentence.text, found.line, sure=found.sure, whole=False)

    def _meant(self, position: Position | None, sentence: Sentence, above: Sequence[Piece]) -> Piece | None:
        """What a sentence with words that nobody knows can only mean: the order that it says, with the one that the
        game would take instead, or another one."""
        said = said_order(position, sentence) if position is not None else ""
        held = (
            self._meanings.illegal(position, sentence, said, above) if position is not None and said else None
        )
        if held is not None and held.instead:
            return held
        guess = self._meanings.guess(position, sentence)
        if guess is not None and (position is None or held is None or is_kin(position, said, guess.line)):
            return self._offered(sentence, guess.line)
        return held

    def _doubted(self, sentence: Sentence, beside: str = "") -> Piece:
        why = f'{UNKNOWN} "{beside}" means, so nothing of it is done. Write each order alone'
        return Unread(text=sentence.text, why=why if beside else DOUBTED, match=self._here.turned)

    def _ending(self, sentence: Sentence, lines: Sequence[str]) -> Wish | None:
        """The wish to end a match that a sentence is, rather than an order of one word: `I'm done with this game`."""
        if any(len(line.split()) > 1 for line in lines):
            return None
        wish = self._asking.wish(sentence.text)
        if wish is None or not wish.ends_match:
            return None
        return Wish(text=sentence.text, command=wish.command, changes=wish.changes, ends=True)

    def _beside(self, sentence: Sentence, spans: Sequence[Span]) -> str:
        """The strange words beside orders; not those behind a word of ours, which may be a password."""
        word, games = sentence.words[0], self._here.letter.context.games.names
        ours = word in games or command_named(word) is not None
        return "" if ours else strange_words(sentence, spans, self._here.letter.names)

    def _offered(self, sentence: Sentence, *lines: str, beside: str = "") -> Piece:
        if (wish := self._ending(sentence, lines)) is not None:
            return wish
        if left := left_out(self._here.position, sentence, lines):  # R4
            return self._doubted(sentence, beside=left)
        why = f'I do not know "{beside}"' if beside else ""
        return Unread(text=sentence.text, why=why, instead=lines, offered=True, match=self._here.turned)

    def _one_word(
        self, position: Position, sentence: Sentence, spans: Sequence[Span], *, sure: bool
    ) -> list[Piece] | None:
        alone = position.asks_one_word or stands_alone(sentence, spans, self._here.letter.names)
        return self._found(position, sentence, spans, sure=sure) if alone else None

    def _unread(self, sentence: Sentence, above: Sequence[Piece]) -> Piece:
        self._explained += 1
        if self._explained > UNKNOWN_LIMIT:
            return Unread(text=sentence.text, why=NOT_LOOKED_AT, strange=True, match=self._here.turned)
        found, certain = why_unread(
            self._here.letter,
            self._here.position,
            sentence,
            self._here.turned,
            orders_above(above, self._here.turned),
        )
        if certain and found.instead and not sentence.asks:
            return self._order(sentence.text, found.instead[0], sure=False, whole=False)
        return found

    def is_near(self, sentence: Sentence) -> bool:
        """Whether a sentence begins like an order or a command, or nearly so."""
        names = self._here.letter.names
        return looks_like_an_order(self._here.position, sentence, names) or nearly_one(
            self._here.letter, self._here.positions, sentence, names
        )

    def _order(self, text: str, order: str, *, sure: bool = True, whole: bool = True) -> Piece:
        return Order(text=text, order=order, match=self._here.turned, sure=sure, whole=whole)
