"""Sentences of templates in other languages, out of gettext catalogues.

A template says `_("It is the turn of %(who)s.", who=handle)`. The sentence is looked up when the template is compiled,
not when it is filled in: it becomes pieces of text with expressions between them, as if it had been written so. So a
mail costs the same in every language, and English, the language of the templates, needs no catalogue.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import MutableMapping
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

FACT = re.compile(r"%\((\w+)\)s")
"""A place in a sentence that a fact is put into."""


class Translated(jinja2.Environment):
    """Templates whose sentences are those of a catalogue."""

    catalogue: gettext.NullTranslations = gettext.NullTranslations()

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One plain dict: every rendering copies it, and a `ChainMap`, as Jinja makes it, is slow to copy."""
        return {**self.globals, **(d or {})}


class _Sentences(NodeTransformer):
    """Puts what the catalogue says in the place of each `_(...)`."""

    def __init__(self, environment: Translated) -> None:
        self._environment = environment

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  # the name is Jinja's
        """A call of `_`, with its facts by name, becomes their concatenation; any other stays."""
        self.generic_visit(node)
        if not isinstance(node.node, nodes.Name) or node.node.name != "_":
            return node
        (sentence,) = node.args
        facts = {fact.key: fact.value for fact in node.kwargs}
        text = self._environment.catalogue.gettext(sentence.as_const())
        pieces = [
            facts[piece] if number % 2 else nodes.Const(piece)
            for number, piece in enumerate(FACT.split(text))
            if piece
        ]
        whole = nodes.Concat(pieces, lineno=node.lineno) if len(pieces) > 1 else pieces[0]
        return whole.set_environment(self._environment)


class _Generator(CodeGenerator):
    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        assert isinstance(self.environment, Translated)
        super().visit_Template(_Sentences(self.environment).visit(node), frame)


Translated.code_generator_class = _Generator
