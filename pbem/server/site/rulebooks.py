"""Rulebooks as pages: one for each chapter, with an address for each clause."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct

from pbem.server.site.layout import slug

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


class Chapter(Struct, frozen=True):
    """A chapter: its title, its part of an address, its text as HTML, and the first and the last of its clauses."""

    title: str
    slug: str
    html: Markup
    clauses: tuple[str, ...]


def chapters(game: str, markdown: str) -> Iterator[Chapter]:
    """The chapters of a rulebook; the first one has what stands before their headings."""
    mark = re.escape(game.upper())
    for number, text in enumerate(re.split(r"^(?=###? )", markdown, flags=re.M)):
        heading, _, body = text.partition("\n")
        title = heading.lstrip("# ").strip() if number else "In short"
        html = _PARSER.render(body)
        # The headings within a chapter are two steps deeper in the book than on its page.
        html = re.sub(r"<(/?)h([45])>", lambda found: f"<{found[1]}h{int(found[2]) - 2}>", html)
        html = re.sub(
            rf"<li>(\s*(?:<p>)?)<strong>{mark}-([\w.]+)</strong>",
            rf'<li id="c\2">\1<a href="#c\2"><strong>{mark}-\2</strong></a>',
            html,
        )
        html = re.sub(r"<pre>", '<pre tabindex="0">', html)
        html = re.sub(r"<table>", '<div class="wide" tabindex="0"><table>', html).replace(
            "</table>", "</table></div>"
        )
        clauses = tuple(re.findall(r'<li id="c([\w.]+)">', html))
        yield Chapter(title, slug(title), Markup(html), clauses)  # noqa: S704  # made by the parser, which escapes
