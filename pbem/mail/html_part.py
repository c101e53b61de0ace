"""The HTML part of a letter, in pieces: boards, headings, tables and paragraphs.

It is for phones as well as for wide screens. A board is as large as the screen lets it be: its whole width is always to
be seen, since its letters are measured by the width of the window. Mail programs drop style sheets, so all styles stand
in the elements; what they do not know of these they skip. No line is longer than 78 characters, so that the part needs
no encoding.
"""

import re
from collections.abc import Mapping, Set
from functools import lru_cache
from html import escape

from pbem.mail.colours import DARK, FIELD, NIGHT, NIGHT_FIELD, NIGHT_INK, PAGE, Paint, to_html
from pbem.mail.tables import GAP, Table, find_tables, split_cells
from pbem.marks import END, MARKS, is_marked, plain, remarked

COLUMNS = 78  # of a line of the source

_TYPED = 60  # lines indented by two are typed as they are to be read, unless they are longer and have no gaps
_TOLD = "  > "  # before a line of the reader's letter, with what came of it
_HEADING = re.compile(r"[A-Z][A-Z0-9 ,:'!-]{3,}(?: \([^()]*\))?")
# A phone may not break a line between a pawn and its square (S1 b4), a word and its number (ball 2), or two dice.
# Marks may be around these words.
_TOGETHER = re.compile(
    rf" (?=[{MARKS}]?[a-z]?\d\b)(?:(?:(?<=\b[A-Z]\d )|(?<=\b[A-Z]\d{END} ))(?=[{MARKS}]?[a-z])"
    rf"|(?:(?<=[a-z] )|(?<=[a-z]{END} ))(?=[{MARKS}]?\d)|(?:(?<=\b\d )|(?<=\b\d{END} ))(?=[{MARKS}]?\d))"
)
_KEPT = "\xa0"
_CLASSES = re.compile(r'class="?([\w -]*)')
_NIGHT = {"dr": f"background:{NIGHT_FIELD}!important;color:{NIGHT_INK}!important"}
_SOFT_END = re.compile(r" \n *")
_LABEL = "a drawing made of letters and signs"

# The size of a board's letters in hundredths of the window's width is this by the number of letters in a line: a letter
# is 0.6 of its size wide, and a tenth of the width is for margins.
_BOARD_SHARE = 150
_LARGEST = 13  # pixels
# For programs that cannot take the smaller of two sizes: hundredths of the window's shorter side.
_LARGEST_SHARE = 2.4

_PAGE = f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
{{title}}
<style>
@media (prefers-color-scheme: dark) {{{{
.pg{{{{background:{NIGHT}!important;color:{NIGHT_INK}!important}}}}
{{style}}
}}}}
</style>
</head>
<body class="pg" style="margin:0;padding:10px;max-width:44em;
font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.45;
word-wrap:break-word;-webkit-text-size-adjust:100%;
color:{DARK};background:{PAGE}">
{{body}}
</body>
</html>
"""
# Style rules repeat, since mail programs drop style sheets. Fonts first: boards depend on them. Of several sizes the
# last one counts that a program knows.
_BOARD = f"""\
<pre class="dr" role="img"
aria-label="{_LABEL}"
style="font-family:Consolas,Menlo,monospace;line-height:1.2;
font-size:12px;font-size:{{share}}vmin;font-size:min({_LARGEST}px,{{width}}vw);
overflow-x:auto;padding:6px 4px;color:{{colour}};background:{FIELD}">
{{lines}}
</pre>"""
_BLOCK = """\
<pre style="font-family:Consolas,Menlo,monospace;font-size:14px;
white-space:pre-wrap">
{lines}
</pre>"""
_ITEM = '<span style="display:inline-block;text-indent:0">{words}</span>'
_TABLE = '<table cellpadding="3" style="border-collapse:collapse;font-size:14px">'
_ROW = '<tr valign="top">'
_NAME = '<th scope="col" align="left">{name}</th>'
_FIRST = '<th scope="row" align="left">{words}</th>'
_HEADLINE = '<h3 style="font-size:16px;margin:1em 0 0.3em">{line}</h3>'


def title(subject: str) -> str:
    """The element of the document's title."""
    return _folded(f"<title>{escape(subject)}</title>")


def classes(html: str) -> frozenset[str]:
    """The names of the classes that a piece of the document uses."""
    return frozenset(" ".join(set(_CLASSES.findall(html))).split())


def page(title: str, body: str, used: Set[str], paint: Paint) -> str:
    """The whole document, from its title and its blocks, with rules for the classes that these use."""
    style = "\n".join(
        [f".{name}{{{rule}}}" for name, rule in (*_NIGHT.items(), *paint.style.items()) if name in used]
    )
    return _PAGE.format(title=title, style=style, body=body)


def drawing(lines: list[str]) -> str:
    """A drawing in text, scaled to the window. It is a picture with a label, which nobody has to hear sign by sign."""
    width = _BOARD_SHARE / max(map(len, lines))
    return _BOARD.format(
        width=f"{width:.2f}",
        share=f"{min(width, _LARGEST_SHARE):.2f}",
        colour=DARK,
        lines=escape("\n".join(lines)),
    )


def prose(piece: str, paint: Paint) -> str:
    """A heading with the lines directly below it, a paragraph, text in columns, or several of these."""
    lines = _SOFT_END.sub(" ", piece).split("\n")
    heading = ""
    if _HEADING.fullmatch(lines[0]):
        heading = _folded(_HEADLINE.format(line=escape(lines.pop(0))))
    if not lines:
        return heading
    longest = 0 if heading else _TYPED
    texts = plain("\n".join(lines)).split("\n")
    marked = dict(zip(texts, lines, strict=True))
    found = list(find_tables(texts))
    parts = [
        _table(each, marked, paint)
        if isinstance(each, Table)
        else _paragraph([marked[line] for line in each], longest if len(found) == 1 else 0, paint)
        for each in found
    ]
    return "\n".join((heading, *parts) if heading else parts)


def _table(table: Table, marked: Mapping[str, str], paint: Paint) -> str:
    lines = [_TABLE]
    if table.names:
        lines += [_ROW, *(_NAME.format(name=escape(name)) for name in table.names), "</tr>"]
    lines += [_row(marked[line], table.columns, paint) for line in table.lines]
    return "\n".join([*lines, "</table>"])


def _paragraph(lines: list[str], longest: int, paint: Paint) -> str:
    text = plain("\n".join(lines))
    if f"\n{_TOLD}" not in f"\n{text}" and all(_is_typed(line, longest) for line in lines):
        return _BLOCK.format(lines=escape(text))
    words = "\n".join([_line(line, paint) for line in lines]).removesuffix("<br>")
    return f"<p>\n{words}\n</p>"


def _is_typed(line: str, longest: int) -> bool:
    """Is a line typed as it is to be read, such as an order? One without gaps is, if it is shorter than prose."""
    return (
        line.startswith("  ")
        and not is_marked(line)
        and (len(line) <= longest or GAP.search(line) is not None)
    )


# Most lines of a match's mail stand in the one before, too.


@lru_cache(maxsize=4096)
def _row(line: str, columns: tuple[int, ...], paint: Paint) -> str:
    """A row of a table; the first cell says what it is about."""
    found = split_cells(plain(line), columns)
    texts = [text for text, _ in found]
    cells = []
    for (_, span), words in zip(found, _words(remarked(texts, line), paint), strict=True):
        if span > 1:
            cells.append(f'<td colspan="{span}">{words}</td>')
        elif cells:
            cells.append(f"<td>{words}</td>")
        else:
            cells.append(_FIRST.format(words=words))
    return _folded("\n".join([_ROW, *cells, "</tr>"]))


@lru_cache(maxsize=4096)
def _line(line: str, paint: Paint) -> str:
    """A line of a paragraph; indented ones hang a little."""
    own = line.strip(" ")
    indent = (len(line.rstrip(" ")) - len(own)) / 4
    (words,) = _words([own], paint)
    return _folded(_hanging(words, indent + 1) if indent else f"{words}<br>")


def _words(texts: list[str], paint: Paint) -> list[str]:
    """Texts of one line each as HTML, what belongs together kept together."""
    html = to_html(_TOGETHER.sub(_KEPT, "\n".join(texts)), paint).replace(_KEPT, "&nbsp;")
    return [_items(line) if "  " in line else line for line in html.split("\n")]


def _items(line: str) -> str:
    """A line with gaps: it is broken there first, and within what stands between them only if it must."""
    return "&nbsp;&nbsp; ".join(
        [_ITEM.format(words=words.strip()) for words in line.split("  ") if words.strip()]
    )


def _hanging(line: str, indent: float) -> str:
    return f'<span style="display:block;padding-left:{indent}em;text-indent:-1em"\n>{line}</span>'


def _folded(html: str) -> str:
    """HTML with its long lines broken at blanks, be they between words or within a tag."""
    lines: list[str] = []
    for line in html.split("\n"):
        if len(line) <= COLUMNS:
            lines.append(line)
        else:
            lines += _at_blanks(line)
    return "\n".join(lines)


def _at_blanks(line: str) -> list[str]:
    pieces = []
    while len(line) > COLUMNS and (end := line.rfind(" ", 0, COLUMNS + 1)) > 0:
        pieces.append(line[:end])
        line = line[end + 1 :]
    return [*pieces, line]
