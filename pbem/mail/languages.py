"""Translated sentences, from gettext catalogues.

A template says `_("It is the turn of %(who)s.", who=handle)`, or `ngettext("%(num)s pawn is left.", "%(num)s pawns are
left.", e.left)` if the words depend on a number. The catalogue is consulted when the template is compiled, not when it
is rendered: a sentence becomes pieces of text with expressions between them, as if it had been written so. So a mail
costs the same in every language, and English, the language of the templates, needs no catalogue.

In the help texts of games every paragraph is a sentence in this sense, without a mark.

In a macro, a fact that is not given by name is a field of the macro's first argument, the event or the ask:
`{% macro scored(e, names) %}{{ _("%(pawn)s scores.") }}` uses `e.pawn`.
"""

import functools
import gettext
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Any, BinaryIO

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

FACT = re.compile(r"%\((\w+)\)s")
"""The place of a fact in a sentence."""

NUMBERS = range(200)
"""Numbers that together need every plural form of any language."""


def N_(sentence: str) -> str:  # noqa: N802  # gettext's tradition
    """Marks a sentence in a table for translation; it is looked up where it is used."""
    return sentence


class Sentences:
    """Translated sentences outside templates, by the same calls as in templates."""

    def __init__(self, catalogue: gettext.NullTranslations) -> None:
        self._catalogue = catalogue
        self._lists = {
            "and": self.gettext("%(others)s and %(last)s"),
            "or": self.gettext("%(others)s or %(last)s"),
            "nor": self.gettext("%(others)s nor %(last)s"),
        }

    def gettext(self, sentence: str, **facts: object) -> str:
        return _filled(self._catalogue.gettext(sentence), facts)

    def ngettext(self, one: str, many: str, num: int, **facts: object) -> str:
        """A sentence whose words depend on a number, which is one of its facts: `%(num)s`."""
        return _filled(self._catalogue.ngettext(one, many, num), {"num": num, **facts})

    def listed(self, words: Iterable[object], last: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`; `last` may be `or` and `nor`, too."""
        texts = [str(word) for word in words]
        if len(texts) < 2:
            return "".join(texts)
        return _filled(self._lists[last], {"others": ", ".join(texts[:-1]), "last": texts[-1]})


def _filled(text: str, facts: Mapping[str, object]) -> str:
    return _format(text) % facts if facts else text


@functools.cache
def _format(text: str) -> str:
    """A sentence as a format string in which only its facts are placeholders."""
    pieces = enumerate(FACT.split(text))
    return "".join(f"%({piece})s" if number % 2 else piece.replace("%", "%%") for number, piece in pieces)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, separated by blank lines; each becomes one line."""
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def paragraphs_of_help(
    file: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """All paragraphs of a `help.j2`, in the form that Babel expects: line, function, sentence, comments."""
    environment = jinja2.Environment(trim_blocks=True)  # noqa: S701  # it writes nothing
    for macro in environment.parse(file.read().decode()).find_all(nodes.Macro):
        text = "".join(data.data for data in macro.find_all(nodes.TemplateData))
        for paragraph in paragraphs(text):
            yield macro.lineno, None, paragraph, []


class Translated(jinja2.Environment):
    """Templates with the sentences of a catalogue."""

    def __init__(self, catalogue: gettext.NullTranslations, **options: Any) -> None:
        super().__init__(**options)
        self.catalogue = catalogue
        self.filters["listed"] = Sentences(catalogue).listed
        self.filters["form"] = lambda number, one, many: catalogue.ngettext(one, many, number)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One plain dict: every rendering copies it, and Jinja's `ChainMap` is slow to copy."""
        return {**self.globals, **(d or {})}


class _Translator(NodeTransformer):
    """Replaces each `_(...)` and `ngettext(...)` by the sentence of the catalogue."""

    def __init__(self, environment: Translated) -> None:
        self._environment = environment
        self._catalogue = environment.catalogue
        self._help: nodes.Name | None = None  # the first argument of the macro we are in

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802  # the name is Jinja's, as those below
        """Facts that are not given are fields of the macro's first argument."""
        self._help = node.args[0] if node.args else None
        self.generic_visit(node)
        self._help = None
        return node

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:  # noqa: N802
        """Make each sentence part of the text around it, so that nothing is joined twice."""
        self.generic_visit(node)
        return list(_statements(node.nodes))

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        """Replace a call of `_` or `ngettext`, with its facts by name, by their concatenation."""
        self.generic_visit(node)
        if not isinstance(node.node, nodes.Name) or node.node.name not in ("_", "ngettext"):
            return node
        facts = {fact.key: fact.value for fact in node.kwargs}
        if node.node.name == "_":
            (sentence,) = node.args
            whole = self._sentence(self._catalogue.gettext(sentence.as_const()), facts)
        else:
            one, many, number = node.args
            whole = self._counted(one.as_const(), many.as_const(), number, {"num": number, **facts})
        return whole.set_lineno(node.lineno).set_environment(self._environment)

    def _sentence(self, text: str, facts: dict[str, nodes.Expr]) -> nodes.Expr:
        pieces: list[nodes.Expr] = [
            self._fact(piece, facts) if number % 2 else nodes.Const(piece)
            for number, piece in enumerate(FACT.split(text))
            if piece
        ]
        return nodes.Concat(pieces) if len(pieces) > 1 else pieces[0]

    def _fact(self, name: str, facts: dict[str, nodes.Expr]) -> nodes.Expr:
        if name in facts or self._help is None:
            return facts[name]
        return nodes.Getattr(nodes.Name(self._help.name, "load"), name, "load")

    def _counted(self, one: str, many: str, number: nodes.Expr, facts: dict[str, nodes.Expr]) -> nodes.Expr:
        """The form for a number. A form for a single number, as in `1 pawn`, needs no catalogue."""
        forms = [self._catalogue.ngettext(one, many, each) for each in NUMBERS]
        usual, *others = dict.fromkeys(forms)
        whole = self._sentence(usual, facts)
        for form in others:
            if forms.count(form) == 1:
                asked, answer = number, nodes.Const(forms.index(form))
            else:
                words = [nodes.Const(one), nodes.Const(many)]
                asked, answer = nodes.Filter(number, "form", words, [], None, None), nodes.Const(form)
            met = nodes.Compare(asked, [nodes.Operand("eq", answer)])
            whole = nodes.CondExpr(met, self._sentence(form, facts), whole)
        return whole


def _statements(said: Iterable[nodes.Expr]) -> Iterator[nodes.Node]:
    """Expressions as output statements: a sentence as its pieces, a choice of forms as an `if`."""
    pieces: list[nodes.Expr] = []
    for each in said:
        if isinstance(each, nodes.CondExpr) and each.expr2 is not None:
            if pieces:
                yield nodes.Output(pieces)
            yield nodes.If(each.test, list(_statements([each.expr1])), [], list(_statements([each.expr2])))
            pieces = []
        else:
            pieces += each.nodes if isinstance(each, nodes.Concat) else [each]
    if pieces:
        yield nodes.Output(pieces)


class _Generator(CodeGenerator):
    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        assert isinstance(self.environment, Translated)
        super().visit_Template(_Translator(self.environment).visit(node), frame)


Translated.code_generator_class = _Generator
