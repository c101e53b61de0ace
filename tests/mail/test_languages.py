"""Sentences of mails: each goes through the catalogue, and the catalogue changes nothing but words."""

import gettext
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

import jinja2
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import nodes

from pbem.games.gnomeball.events import Passed
from pbem.mail import prose
from pbem.mail.languages import FACT
from pbem.mail.prose import Templates, find_folder

ROOT = Path(__file__).parents[2]
TEMPLATES = [  # the pages of a site are in English
    path
    for path in sorted(find_folder("templates").rglob("*.j2"))
    if path.name != "help.j2" and path.parent.name != "site"
]
PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|[A-Z]{2,} [A-Z]{2,}")
TYPED = re.compile(  # what one types or computes with is the same in every language; and refusals are English
    r"\s+(e\.g\.|write:|rules dodgeball|settings (zone|lists)|HMAC)|next to |you would$"
)

MARKS = ("_", "ngettext")

TAPS = ("tap", "only_tap")
"""Filters that take lines to be sent, which are the same in every language."""


def catalogue(
    sentences: Mapping[str, str] | Mapping[tuple[str, str], tuple[str, ...]], locale: str = "de"
) -> gettext.GNUTranslations:
    """A catalogue as a translator would compile it."""
    found = Catalog(locale=locale)
    for english, other in sentences.items():
        found.add(english, other)
    file = io.BytesIO()
    write_mo(file, found)
    file.seek(0)
    return gettext.GNUTranslations(file)


def outside(node: nodes.Node) -> Iterator[str]:
    """All text of a template that no catalogue could change."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Call) and isinstance(child.node, nodes.Name) and child.node.name in MARKS:
            for fact in child.kwargs:
                yield from outside(fact)
        elif isinstance(child, nodes.Filter) and child.name in TAPS:
            continue
        elif isinstance(child, nodes.TemplateData):
            yield from child.data.split("\n")
        elif isinstance(child, nodes.Const) and isinstance(child.value, str):
            yield child.value
        else:
            yield from outside(child)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_sentence_of_a_template_goes_through_the_catalogue(path: Path) -> None:
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
    words = Templates(catalogue=catalogue({english: "Seit %(asked)s wartet %(who)s in Partie %(number)s."}))
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
    assert Templates(catalogue=catalogue({})).mail("nudge", **facts) == Templates().mail("nudge", **facts)


def test_sentences_name_their_facts_and_hold_no_other_percent() -> None:
    """Only what is written as a fact is filled in; a sentence with facts has no other per cent sign."""
    with (ROOT / "locale" / "pbem.pot").open("rb") as file:
        for message in read_po(file):
            text = str(message.id)
            rest = FACT.sub("", text)
            assert "%" not in rest if rest != text else "%(" not in rest, text


def test_a_number_takes_the_form_that_the_language_has_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Polish has three: for 1, for what ends in 2 to 4, and for the rest."""
    english = ("%(num)s pawn is left.", "%(num)s pawns are left.")
    polish = ("Zostal %(num)s pionek.", "Zostaly %(num)s pionki.", "Zostalo %(num)s pionkow.")
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "left.j2").write_text(f'{{{{ ngettext("{english[0]}", "{english[1]}", left) }}}}')
    monkeypatch.setattr(prose, "find_folder", lambda name: tmp_path)
    words = Templates(catalogue=catalogue({english: polish}, "pl"))
    told = [words.mail("left", left=number).strip() for number in (1, 2, 5, 22, 112)]
    assert told == [
        "Zostal 1 pionek.",
        "Zostaly 2 pionki.",
        "Zostalo 5 pionkow.",
        "Zostaly 22 pionki.",
        "Zostalo 112 pionkow.",
    ]
    assert words.sentences.ngettext(*english, 3) == "Zostaly 3 pionki."
    assert [Templates().mail("left", left=number).strip() for number in (1, 2)] == [
        "1 pawn is left.",
        "2 pawns are left.",
    ]


def test_a_list_ends_as_the_language_ends_it() -> None:
    german = Templates(catalogue=catalogue({"%(others)s or %(last)s": "%(others)s oder %(last)s"}))
    assert german.sentences.listed(["a1", "b2", "c3"], "or") == "a1, b2 oder c3"


def test_a_fact_that_is_not_given_is_a_field_of_what_is_told() -> None:
    words = Templates(catalogue=catalogue({"%(who)s waits and watches.": "Nichts tut %(who)s."}))
    assert words.event("gnomeball", Passed("A1"), {}) == "Nichts tut A1."


@pytest.mark.parametrize(
    "path", sorted(find_folder("templates").rglob("help.j2")), ids=lambda path: path.parent.name
)
def test_a_help_text_has_no_facts(path: Path) -> None:
    """A paragraph is looked up as it stands in the file."""
    macros = jinja2.Environment().parse(path.read_text()).find_all(nodes.Macro)
    assert not [
        each
        for macro in macros
        for each in macro.find_all(nodes.Output)
        if not all(isinstance(piece, nodes.TemplateData) for piece in each.nodes)
    ]
