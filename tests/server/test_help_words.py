"""Every word that a mail of a game uses is explained by `help WORD`; the words are taken from the games themselves."""

from __future__ import annotations

import re

import pytest

from pbem.mail.prose import fill
from pbem.play.game import LEVELS
from pbem.play.orders import Unreadable
from pbem.server.core.terms import POLICIES
from pbem.server.language.command_table import COMMANDS
from pbem.server.language.glossary import SHARED, topic_of
from pbem.server.lobby.challenges import OF_EVERY_MATCH
from tests.games.ours import OURS
from tests.games.vocabulary import vocabulary
from tests.server.office import Mail, Office, answer, ask

ANN = "ann@example.org"

SMALL = frozenset(
    # Closed classes: articles, pronouns, prepositions, conjunctions, auxiliaries, numerals. No sentence is without them.
    """
    where when how a an the this that these those it its they their them there here who which what everybody nobody other others one
    ones another some any each every either both again also only just now more less few many several
    at by for from in into of off on onto over to up with without above below beside between before after
    and or but not if than then as so yet is are was be been being has have had can cannot may must will do does
    two three four five six seven eight nine ten second third
    """.split()
    + ["left", "sees", "write", "roll", "rolled"]  # what remains, whoever looks, a mail, a die: as everybody says it
)
"""Exceptions: they need no entry, though some have one where a game means something by them."""


@pytest.fixture(scope="module")
def boards() -> dict[str, tuple[Office, Mail]]:
    """For each game a match, and a mail that asks Ann something."""
    found = {}
    for game in OURS:
        office = Office()
        mails = office.begin("", game=game)
        found[game] = office, mails[ANN]
    return found


@pytest.mark.parametrize("name", OURS)
def test_every_word_of_a_game_has_help(boards: dict[str, tuple[Office, Mail]], name: str) -> None:
    """Of its forms, options, decisions and facts, and of what boards, lists, legends and sheets say; asked in a match."""
    office, board = boards[name]
    words = [word for word in vocabulary(name) if word not in SMALL or word in OURS[name].entries]
    lacking = []
    for start in range(0, len(words), 20):
        some = words[start : start + 20]
        told = answer(office, ANN, board, "\n".join(f"help {word}" for word in some)).text
        office.time += 3600  # nobody asks so much at once
        lacking += [word for word in some if not _is_explained(name, word, told)]
    assert {word: vocabulary(name)[word] for word in lacking} == {}


def _is_explained(game: str, word: str, told: str) -> bool:
    """Whether a mail has an entry for a word (or what it is the plural of), or for the decision of that name."""
    title = re.escape(OURS[game].title)
    single = {word, *(word.removesuffix(ending) + one for ending, one in (("s", ""), ("es", ""), ("ies", "y")))}
    return any(
        re.search(rf"^({title}, {re.escape(each)}:|{re.escape(each)}, in every game:)", told, re.MULTILINE)
        for each in single
    )
