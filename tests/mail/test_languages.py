"""Sentences of mails: each goes through the catalogue, and the catalogue changes nothing but words."""

from __future__ import annotations

import gettext
import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import jinja2
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import nodes

from pbem.mail.languages import FACT
from pbem.mail.prose import Words, find_folder

ROOT = Path(__file__).parents[2]
MAILS = sorted((find_folder("templates") / "mails").glob("*.j2"))
PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|[A-Z]{2,} [A-Z]{2,}")
TYPED = re.compile(  # what one types or computes with is the same in every language
    r"\s+(e\.g\.|write:|rules dodgeball|settings zone|HMAC)"
)


def catalogue(sentences: dict[str, str]) -> gettext.GNUTranslations:
    """A catalogue as a translator would compile it."""
    found = Catalog(locale="de")
    for english, other in sentences.items():
        found.add(english, other)
    file = io.BytesIO()
    write_mo(file, found)
    file.seek(0)
    return gettext.GNUTranslations(file)


def outside(node: nodes.Node) -> Iterator[str]:
    """All text of a template that no catalogue could change."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Call) and isinstance(child.node, nodes.Name) and child.node.name == "_":
            for fact in child.kwargs:
                yield from outside(fact)
        elif isinstance(child, nodes.TemplateData):
            yield from child.data.split("\n")
        elif isinstance(child, nodes.Const) and isinstance(child.value, str):
            yield child.value
        else:
            yield from outside(child)


@pytest.mark.parametrize("path", MAILS, ids=lambda path: str(path.stem))
def test_every_sentence_of_a_mail_goes_through_the_catalogue(path: Path) -> None:
    template = jinja2.Environment().parse(path.read_text())
    left = [text for text in outside(template) if PROSE.search(text) and not TYPED.match(text)]
    assert left == []


def test_the_catalogue_in_the_project_is_that_of_the_templates() -> None:
    """`make catalogue` has been run since a sentence was changed."""
    mapping = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    methods = [(each["pattern"], each["method"]) for each in mapping]
    found = extract_from_dir(str(ROOT), methods)
    with (ROOT / "locale" / "pbem.pot").open("rb") as file:
        kept = {message.id for message in read_po(file) if message.id}
    assert kept == {message for _, _, message, _, _ in found}


def test_a_sentence_is_said_in_its_own_order() -> None:
    english = (
        "%(who)s asks whether you have forgotten match %(number)s, %(game)s: you were asked %(asked)s ago."
        " Your answer still counts."
    )
    words = Words(catalogue=catalogue({english: "Seit %(asked)s wartet %(who)s in Partie %(number)s."}))
    game = SimpleNamespace(title="Dodgeball!")
    text = words.mail("nudge", who="South (Ann)", number=12, game=game, asked="2 days", due="")
    assert text.startswith("Seit 2 days wartet South (Ann) in Partie 12.\n")
    assert "To see the board and what you are asked" in text  # not translated yet


def test_what_no_catalogue_knows_is_said_in_english() -> None:
    facts = {
        "who": "Ann",
        "number": 12,
        "game": SimpleNamespace(title="Dodgeball!"),
        "asked": "2 days",
        "due": "",
    }
    assert Words(catalogue=catalogue({})).mail("nudge", **facts) == Words().mail("nudge", **facts)


def test_sentences_name_their_facts_and_hold_no_other_percent() -> None:
    """A sentence is no format string: what is not a fact stays as it is."""
    with (ROOT / "locale" / "pbem.pot").open("rb") as file:
        for message in read_po(file):
            assert "%" not in FACT.sub("", str(message.id)), message.id
