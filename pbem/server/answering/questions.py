"""Whether a sentence is a question, and its answer: about this position, about a word, from the lists below the board,
or from rulebook, help and commands. The first that has one answers; nothing is ever changed, and nothing refused."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from pbem.mail.prose import fill
from pbem.play.game import Game
from pbem.play.glossary import find_word
from pbem.play.orders import OrderError
from pbem.server.answering.about import About, table_of
from pbem.server.answering.figures import about_what_is_named
from pbem.server.answering.kinds import kinds_of, speaks_of
from pbem.server.answering.ordering import how_to, is_legal, refusal, what_now, would
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import plain, sentences
from pbem.server.answering.position import Position, Statement, grouped
from pbem.server.answering.search import above_floor, content_words, search
from pbem.server.answering.server import for_strangers, of_games, of_people, of_server
from pbem.server.answering.standing import how_things_stand
from pbem.server.answering.subjects import Subjects, subjects_in, verbs_of
from pbem.server.answering.told import Told
from pbem.server.answering.wishes import command_meant, wish_in
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.server.language.glossary import SHARED, is_lost
from pbem.store.fulltext import Found, FullText, Passage

MOST_LINES = 12
"""Maximum number of lines of an answer."""

LONGEST = 400
"""Maximum number of characters of a question that are looked at."""

Way: TypeAlias = Callable[[str, About], Told]
"""A way to find an answer to a sentence."""

_TOPIC = re.compile(
    r"^(?:what (?:is|are|was|does|do)|who (?:is|are)|explain(?: to me)?|define|what about|how does|meaning of"
    r"|tell me about|what can|what could|(?:what is )?the meaning (?:of|from)|what is meant by|what means|how about|meaning of"
    r"|how to understand|what it (?:is|means)(?: to)?|the word|the term|describe) "
    r"(?:the (?:word|term|sign|symbol|letter|abbreviation) )?(?:an? |the |my |this |these |any )?(?P<topic>.{1,40}?)"
    r"(?: (?:mean|means|stand for|stands for|good for|do|does|work|works|for|here|exactly|in this game|in general))?$"
)

_TOPIC_FIRST = re.compile(
    r"^(?:what )?(?:the word |the term )?(?:an? |the |my |this |these |any )?(?P<topic>[^ ]+(?: [^ ]+)??)"
    r"(?: (?:is|are|means?|does|stands? for))?$"
)
"""`what a copperback is`, or the word alone: `frenzy?`."""


def is_question(text: str) -> bool:
    """Whether a sentence asks something, with a question mark or without."""
    sentence = text.strip()[-LONGEST:]
    marked = re.search(r"\w.*\?[\s\"')?!]*$", sentence) is not None
    bare = plain(sentence)
    if said("exclaiming").match(sentence) or said("telling").match(sentence):
        return marked and not sentence.lower().startswith("what a")
    return (
        marked
        or said("asking").search(bare) is not None
        or said("asking_for").match(bare) is not None
        or said("asking_within").search(sentence) is not None
    )


def answer(text: str, about: About, before: str = "") -> str | None:
    """The answer to a question, at most 12 lines, the fact first; None if nothing is found above the floor. `before` is
    what stands before it, which it may speak of."""
    return _first_answer(text, about, before, (_of_the_match, _of_what_is_known))


def answer_surely(text: str, about: About) -> str | None:
    """The answer to a question if it is not only found by its words in texts on other things."""
    return _first_answer(text, about, "", (_of_the_match,))


def how_it_stands(text: str, about: About) -> str | None:
    """How the match stands that a question is about which nothing else answers; None if it is about no match."""
    table = table_of(about)
    asked = plain(text)
    if table is None or table.loaded.match.over or not asked:
        return None
    position = Position(table)
    shape = subjects_in(asked, position).shape
    if not any(
        speaks_of(shape, each)
        for each in ("me", "them", "who_named", "fig", "kind", "sq", "ball", "of_match")
    ):
        return None
    told = how_things_stand(position) or []
    return _laid_out([*told, "If you asked something else: help, or help and a word."])


def _first_answer(text: str, about: About, before: str, ways: Sequence[Way]) -> str | None:
    asked = sentences(text[:LONGEST])
    asked = [each for each in asked if is_question(each)] or asked
    for sentence in asked:
        here = about.of_match_named(sentence)
        for way in ways:
            if told := way(sentence, here):
                return _laid_out(told)
        if before and not content_words(sentence):  # Explosives? Are there any?
            subject = plain(before)
            for way in ways:
                if told := way(before, here) or way(f"what about {subject}", here):
                    return _laid_out(told)
    return None


def _of_the_match(sentence: str, about: About) -> Told:
    """What the match, the lists of its mails or the glossary of its game say."""
    table = table_of(about)
    asked = plain(sentence)
    if not asked:
        return None
    position = Position(table) if table is not None else None
    if told := of_people(asked, about) or (of_server(asked, about) if position is None else None):
        return told
    subjects = subjects_in(asked, position) if position is not None else None
    if position is not None and subjects is not None:
        if told := _about_position(sentence, asked, subjects, position, about):
            return told
    own = said("of_others").search(asked) is not None  # rather how things are than what a word means
    if own and position is not None and (told := _from_lists(asked, position)):
        return told
    if told := _about_word(asked, about, position):
        return told
    if position is not None and subjects is not None:
        if told := _from_lists(asked, position) or about_what_is_named(position, subjects):
            return told
    return None


def _of_what_is_known(sentence: str, about: About) -> Told:
    """What rulebook, help and commands say."""
    asked = plain(sentence)
    if not asked:
        return None
    if about.player is None and about.game is None:
        return _found(sentence, asked, about) or for_strangers(about, _of_command(sentence, about))
    return of_games(asked, about) or _found(sentence, asked, about) or _unknown(asked, about)


def _unknown(asked: str, about: About) -> Told:
    """That nothing in a game is called by the only word that a question is about."""
    topic = _TOPIC.match(asked.lower())
    words = content_words(asked)
    if about.game is None or topic is None or len(words) != 1 or words[0] not in topic["topic"].split():
        return None
    if not words[0].isalpha() or search(about.context, about.game, words, 1):
        return None
    return [
        f"Nothing in {about.game.title} is called {words[0]}.",
        f"The words of the game: help {about.game.name}",
    ]


def _about_position(sentence: str, asked: str, subjects: Subjects, position: Position, about: About) -> Told:
    """What this match says to it."""
    if is_lost(sentence) or is_lost(asked):
        return what_now(position)
    if told := _order_within(subjects, position):
        return told
    if said("how_to_do").match(subjects.shape) and (told := _of_command(sentence, about)):
        return told
    ordering = said("how_to_order").match(subjects.shape) and not subjects.figures
    if ordering and (told := how_to(position, subjects)):
        return [*told, *_clause_too(asked, position)]
    for kind in kinds_of(subjects.shape):
        if told := kind(position, subjects):
            return told
    return None


def _order_within(subjects: Subjects, position: Position) -> Told:
    """A question that holds an order: what the order would do."""
    words = list(subjects.words[:14])
    around = said("around_an_order").match(subjects.shape) is not None
    verbs = verbs_of(position)
    spans = sorted(
        ((end - at, at, end) for at in range(len(words)) for end in range(at + 2, len(words) + 1)),
        reverse=True,
    )
    word = re.search(
        r"\bis (\w+) (?:a|an|any)? ?(?:valid |legal |good |allowed |possible )?(\w+)$",
        " ".join(words),
        re.IGNORECASE,
    )
    lines = [f"{word[2].lower()} {word[1]}"] if word and word[2].lower() in position.game.verbs else []
    spelt = [each for each in words if re.fullmatch("[A-Z]{2,}", each) and not position.names.figure(each)]
    lines += [f"{verb} {each}" for each in spelt for verb in position.game.verbs]
    certain = frozenset(lines)
    lines += [
        " ".join(words[at:end])
        for _, at, end in spans
        if (around or at == 0) and (position.names.figure(words[at]) or words[at].lower() in verbs)
    ]
    for line in lines[:60]:
        if len(line.split()) < 2 or not _reads(position, line):
            continue
        if is_legal(position, line):
            return [f"Yes, you could: {position.game.order_of(line)}", *would(position, line)]
        mine = line in certain or position.own(position.names.figure(line.split()[0]))
        if mine and (why := refusal(position, line)):
            return [f"No: {line}: {why}"]
    return None


def _reads(position: Position, line: str) -> bool:
    try:
        position.game.read_line(line)
    except OrderError:
        return False
    return True


def _clause_too(asked: str, position: Position) -> list[str]:
    found = search(position.table.context, position.game, content_words(asked), 40)
    rules = [each for each in found if re.search(r"^rules .*\d$", each.passage.key)]
    best = [
        each
        for each in rules
        if (len(each.words), len(each.in_name)) == (len(rules[0].words), len(rules[0].in_name))
    ]
    # A chapter begins with what is usual.
    best.sort(key=lambda each: int(re.sub(r"\D", "", each.passage.key)))
    return [_passage(each) for each in best][:1]


# Words.


def _about_word(asked: str, about: About, position: Position | None) -> Told:
    """What a word means: in the game, then here."""
    found = _TOPIC.match(asked.lower()) or _TOPIC_FIRST.match(asked.lower())
    if found is None:
        return None
    topic = found["topic"].strip()
    if len(topic.split()) > 3 or not re.search(r"[\w*]", topic):
        return None
    games = [position.game] if position is not None else _games_named(asked, about) or list(about.games)
    for game in games:
        for word in _variants(topic):
            if (entry := find_word(game.entries, word)) is not None and _is_it(entry, word):
                return [*_paragraphs(game.entries[entry]), f"More: help {game.name} {entry}"]
    if position is None and (named := _games_named(topic, about)):
        return [
            named[0].summary,
            _first_sentences(about.context.templates.overview(named[0].name), 600),
            f"More: help {named[0].name}",
        ]
    for word in _variants(topic):
        if (shared := find_word(SHARED, word)) is not None and _is_it(shared, word):
            return [*SHARED[shared]]
    command = command_named(topic.split()[0]) if len(topic.split()) == 1 else None
    if command is not None:
        return [
            f"{command.usage[0]}: {command.summary}.",
            _first_sentences(command.help, 400),
            f"More: help {command.name}",
        ]
    return None


_SPELLINGS = (("center", "centre"), ("defense", "defence"), ("color", "colour"))
"""Words in American and in British spelling."""


def _variants(topic: str) -> list[str]:
    """A topic, also in the other spelling, as the rulebooks may have it."""
    british = american = topic
    for here, there in _SPELLINGS:
        british, american = british.replace(here, there), american.replace(there, here)
    spelled = [topic, american, british]
    return list(
        dict.fromkeys(
            (
                *spelled,
                topic.split("=")[0],
                *(each.replace("-", "") for each in spelled),
                *(each.replace(" ", "-") for each in spelled),
                *(each.replace(" ", "") for each in spelled),
            )
        )
    )


def _is_it(entry: str, topic: str) -> bool:
    """Whether an entry is about all of a topic: not only about the last word of several that mean something."""
    rest = [word for word in topic.split() if word not in entry.split() and not entry.startswith(word[:4])]
    return len(rest) <= 1


def _paragraphs(told: Sequence[str]) -> list[str]:
    return [text for text in told if text.strip()]


def _games_named(asked: str, about: About) -> list[Game[Any]]:
    low = f" {about.context.games.joined(asked.lower())} "
    return [about.context.games.named(name) for name in about.context.games.names if f" {name} " in low]


# Lists and passages.


def _from_lists(asked: str, position: Position) -> Told:
    """What header, lists and tables say of the words of a question about how things are."""
    rules = said("of_rules").match(asked) and not said("of_possession").match(asked)
    if rules or not said("of_state").match(asked):
        return None
    words = content_words(asked)
    if not words:
        return None
    title = position.game.seat_title(position.seat)
    statements = [*position.statements, *position.terms]
    passages = [Passage(_name_of(each), each.text, str(n)) for n, each in enumerate(statements)]
    terms = [str(n) for n in range(len(position.statements), len(statements))]
    called = {
        name.lower(): position.game.seat_title(seat) for seat, name in position.table.loaded.names.items()
    }
    of_somebody = said("of_somebody").match(asked) is not None
    found = above_floor(FullText(passages), words, 12, called, floor=1 if of_somebody else 2)
    if not found:
        return None
    named = [*called, *(position.game.seat_title(seat) for seat in position.state.seats)]
    if of_somebody and (theirs := [each for each in found if _names_any(each.passage.body, named)]):
        found = theirs
    best = max(len(each.words) for each in found)
    if all(each.passage.key in terms for each in found) and best < max(2, len(words) - 1):
        return None
    kept = [statements[int(each.passage.key)] for each in found if len(each.words) == best]
    kept = [each for each in kept if each not in position.terms] or kept
    own = re.search(r"\b(?:my|mine|i|our|we)\b", asked.lower())
    others = [position.game.seat_title(seat) for seat in position.state.seats if seat != position.seat]
    if own and (
        mine := [
            each for each in kept if title in each.head or not any(other in each.head for other in others)
        ]
    ):
        kept = mine
    signs = [each.text.split()[0] for each in kept if re.match(r"\W ", each.text)]  # * the copperback
    kept += [each for each in position.statements if not {*signs}.isdisjoint(each.text.split())]
    return grouped(dict.fromkeys(kept))[:8]


def _names_any(text: str, names: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names)


def _name_of(statement: Statement) -> str:
    """What a statement is about: the words above it and before its colon; all of it if it is short."""
    name, colon, _ = statement.text.partition(":")
    own = name if colon or len(statement.text.split()) < 5 else ""
    return f"{statement.head} {own}".strip()


def _found(sentence: str, asked: str, about: About) -> Told:
    """What rulebook, help and commands say."""
    named = _games_named(asked, about)
    game = about.game or (named[0] if len(named) == 1 else None)
    known = game.name.split("-") if game in named and game is not None else []
    position = table_of(about)
    if position is not None:  # what is named on the board stands in no rulebook
        known += [name.lower() for name in Position(position).names.figures]
    words = content_words(asked, known)
    if about.player is not None and said("how").match(asked) and (told := _of_command(sentence, about)):
        return told
    if about.loaded is None and about.player is not None and (told := _of_command(sentence, about)):
        return told
    found = search(about.context, game, words, 12)
    if about.player is None:
        found = [each for each in found if not _is_for_players(each)]
    if len(words) == 1 and not said("of_obligation").match(asked):  # clauses say what one must and may
        found.sort(key=lambda each: not each.passage.key.startswith("help "))
    if not said("how").match(asked):  # a form says little on what something is
        found.sort(key=lambda each: each.passage.key == "form")
    if not found:
        return _of_command(sentence, about) if about.player is not None else None
    best, *others = found
    if best.passage.key == "form":
        forms = [each for each in found if each.passage.key == "form"]
        return [
            f"Write for example: {'; '.join(f'{each.passage.name} ({each.passage.body})' for each in forms[:4])}",
            *[_passage(each) for each in others if each.passage.key != "form"][:1],
        ]
    told = [_passage(best)]
    more = [
        each
        for each in others
        if len(each.words) >= len(best.words) and each.passage.key.split()[0] == best.passage.key.split()[0]
    ]
    told += [_passage(each) for each in more[:1]]
    return told


def _is_for_players(found: Found) -> bool:
    """Whether a passage is about a command that strangers do not have."""
    kind, _, name = found.passage.key.partition(" ")
    command = command_named(name) if kind == "command" else None
    return command is not None and command.who != "anyone"


def _of_command(sentence: str, about: About) -> Told:
    """The command that a sentence asks for, filled in as far as it is known."""
    wish = wish_in(sentence, about)
    if wish is not None:
        command, how = command_named(wish.command.split()[0]), f"Write: {wish.command}"
    elif (meant := command_meant(sentence, about)) is not None:
        command, how = meant[0], f"Write for example: {meant[1]}"
    else:
        words = [
            word for word in content_words(sentence) if word not in (about.game.verbs if about.game else ())
        ]
        command = next(filter(None, map(_command_called, words)), None)
        how = (
            f"Write for example: {command.example}"
            if command is not None and said("how").match(plain(sentence))
            else ""
        )
    if command is None or not how:
        return None
    return [how, f"{command.name}: {command.summary}.", f"More: help {command.name}"]


def _command_called(word: str) -> CommandSpec | None:
    command = command_named(word)
    return command if command is not None and word not in command.everyday else None


def _passage(found: Found) -> str:
    """A passage with where it comes from."""
    key, name, body = found.passage.key, found.passage.name, found.passage.body
    kind, _, rest = key.partition(" ")
    if kind == "command" and (command := command_named(rest)) is not None:
        how = ", or: ".join(form for form in command.usage[:3])
        return f"Write: {how}. It does this: {command.summary}. More: help {rest}"
    if kind == "rules":
        game, _, number = rest.partition(" ")
        head = f"{game.upper()}-{number}" if number else name
        return f"{head}: {_first_sentences(body, 480)}"
    if kind == "form":
        return f"{name}: {body}"
    return f"{_first_sentences(body, 480)} More: {key}"


def _first_sentences(text: str, most: int) -> str:
    """The beginning of a text, whole sentences."""
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    cut = flat[:most]
    ends = [found.end() for found in re.finditer(r"[.!?](?= )", cut)]
    return cut[: ends[-1]] if ends else f"{cut.rsplit(' ', 1)[0]} [...]"


def _laid_out(told: Sequence[str]) -> str:
    """The paragraphs of an answer as lines of a mail."""
    lines = list(_lines(told))
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    return "\n".join([*lines[: MOST_LINES - 1], "[...]"])


def _lines(told: Sequence[str]) -> Iterator[str]:
    for text in told:
        hang = "  " if text.startswith("  ") else ""
        yield from fill(text, hang, hang).split("\n")
