"""Answers out of rulebook, help and commands, found by the words of a question."""

import re

from pbem.server.answering.about import About, table_of
from pbem.server.answering.fitting import NEAREST, Fit
from pbem.server.answering.phrases import said
from pbem.server.answering.plain import plain
from pbem.server.answering.position import Position
from pbem.server.answering.search import content_words, search
from pbem.server.answering.terms import first_sentences, games_named
from pbem.server.answering.told import Told
from pbem.server.answering.wishes import command_meant, wish_in
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import command_named
from pbem.store.fulltext import Passage

SURE = 0.6
"""The share of the words of a question that a passage about something else must hold to be its answer."""


def clause_too(asked: str, position: Position) -> list[str]:
    found = search(position.table.context, position.game, content_words(asked), 40)
    rules = [each for each in found if re.search(r"^rules .*\d$", each.passage.key)]
    best = [
        each
        for each in rules
        if (len(each.words), len(each.in_name)) == (len(rules[0].words), len(rules[0].in_name))
    ]
    # A chapter begins with what is usual.
    best.sort(key=lambda each: int(re.sub(r"\D", "", each.passage.key)))
    return [told_passage(each.passage) for each in best][:1]


def of_command_asked(sentence: str, asked: str, about: About) -> Told:
    """The command that a question is for, if it is on how to do something, or about no match."""
    if about.player is None or (about.loaded is not None and not said("how").match(asked)):
        return None
    return of_command(sentence, about)


def from_texts(asked: str, about: About) -> Fit:
    """What rulebook, help and commands say."""
    named = games_named(asked, about)
    game = about.game or (named[0] if len(named) == 1 else None)
    known = game.name.split("-") if game in named and game is not None else []
    position = table_of(about)
    if position is not None:  # what is named on the board stands in no rulebook
        known += [name.lower() for name in Position(position).names.figures]
    words = content_words(asked, known)
    last = asked.lower().rpartition(" ")[2]
    if game is not None and len(words) == 1 and last not in words and last in game.entries:
        words.append(last)  # When is a pawn out?
    found = search(about.context, game, words, 12)
    if about.player is None:
        found = [each for each in found if not is_for_players(each.passage)]
    if len(words) == 1 and not said("of_obligation").match(asked):  # clauses say what one must and may
        found.sort(key=lambda each: not each.passage.key.startswith("help "))
    if not said("how").match(asked):  # a form says little on what something is
        found.sort(key=lambda each: each.passage.key == "form")
    if not found:
        return Fit()
    best, *others = found
    share = len(best.words) / len(words)
    if best.passage.key == "form":
        forms = [each for each in found if each.passage.key == "form"]
        told = [
            f"Write for example: {'; '.join(f'{each.passage.name} ({each.passage.body})' for each in forms[:4])}",
            *[told_passage(each.passage) for each in others if each.passage.key != "form"][:1],
        ]
        return Fit(told, share)
    told = [told_passage(best.passage)]
    more = [
        each
        for each in others
        if len(each.words) >= len(best.words) and each.passage.key.split()[0] == best.passage.key.split()[0]
    ]
    if len(best.words) > 1:  # with one word in common, others may speak of anything
        told += [told_passage(each.passage) for each in more[:1]]
    return Fit(told if best.in_name or share >= SURE else [NEAREST, *told], share)


def is_for_players(passage: Passage) -> bool:
    """Whether a passage is about a command that strangers do not have."""
    kind, _, name = passage.key.partition(" ")
    command = command_named(name) if kind == "command" else None
    return command is not None and command.who != "anyone"


def of_command(sentence: str, about: About) -> Told:
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


def told_passage(passage: Passage) -> str:
    """A passage with where it comes from."""
    key, name, body = passage.key, passage.name, passage.body
    kind, _, rest = key.partition(" ")
    if kind == "command" and (command := command_named(rest)) is not None:
        how = ", or: ".join(form for form in command.usage[:3])
        return f"Write: {how}. It does this: {command.summary}. More: help {rest}"
    if kind == "rules":
        game, _, number = rest.partition(" ")
        head = f"{game.upper()}-{number}" if number else name
        return f"{head}: {first_sentences(body, 480)}"
    if kind == "form":
        return f"{name}: {body}"
    return f"{first_sentences(body, 480)} More: {key}"
