"""Rulebooks for plain text mail: Markdown is parsed, and its tree rendered as text.

What Markdown marks with signs is shown by layout: headings in capitals, hanging lists, drawings between BOARD_OPEN and
BOARD_CLOSE, tables in columns if they fit and otherwise row by row. Code (to be typed) stands in quotation marks, as
in the other mails, but not in columns; emphasis is dropped. No line is longer than a mail allows, except in drawings,
which stay as they are.
"""

from collections.abc import Iterable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pbem.mail.prose import fill
from pbem.mail.text import TEXT_WIDTH
from pbem.mail.writing import BOARD_CLOSE, BOARD_OPEN

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
_GAPS = ("  ", " ")  # between the columns of a table: the wider one if it fits
_NESTED = "  "


def as_mail(markdown: str) -> str:
    """A text in Markdown as the text of a mail, with blank lines between its blocks.

    >>> print(as_mail("# Dice\\n\\nA `done`\\nends *it*."), end="")
    DICE
    <BLANKLINE>
    A "done" ends it.
    """
    return "\n\n".join(_blocks(SyntaxTreeNode(_PARSER.parse(markdown)).children)) + "\n"


def _blocks(nodes: Iterable[SyntaxTreeNode], indent: str = "") -> Iterator[str]:
    for node in nodes:
        match node.type:
            case "heading":
                yield fill(_plain(node, mark="").upper(), indent)
            case "paragraph":
                yield fill(_plain(node), indent)
            case "fence" | "code_block":
                yield f"{BOARD_OPEN}\n{node.content.rstrip()}\n{BOARD_CLOSE}"
            case "bullet_list" | "ordered_list":
                yield _list(node, indent)
            case "table":
                yield _table(node, indent + _NESTED)
            case "blockquote":
                yield from _blocks(node.children, indent + _NESTED)


def _list(node: SyntaxTreeNode, indent: str) -> str:
    """The items, one below the other; blank lines surround those with more than one paragraph."""
    start = int(node.attrs.get("start", 1))
    text, was_long = "", False
    for number, item in enumerate(node.children, start):
        mark = "- " if node.type == "bullet_list" else f"{number}. "
        blocks = _item(item, mark, indent)
        is_long = len(blocks) > 1
        text += ("\n\n" if was_long or is_long else "\n") if text else ""
        text += "\n\n".join(blocks)
        was_long = is_long
    return text


def _item(item: SyntaxTreeNode, mark: str, indent: str) -> list[str]:
    hang = " " * len(mark)
    first, *rest = item.children
    if first.type != "paragraph":
        return [indent + mark.rstrip(), *_blocks(item.children, indent + hang)]
    return [fill(mark + _plain(first), indent, hang), *_blocks(rest, indent + hang)]


def _table(node: SyntaxTreeNode, indent: str) -> str:
    cells = [row.children for part in node.children for row in part.children]
    rows = [[_plain(cell, mark="") for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = TEXT_WIDTH - len(indent) - sum(widths)
    gap = next((each for each in _GAPS if len(each) * (len(widths) - 1) <= room), None)
    if gap is None:
        names, *told = ([_plain(cell) for cell in row] for row in cells)
        return "\n".join(fill(line, indent, _NESTED) for line in _sentences(names, told))
    if any(rows[0]):
        rows.insert(1, ["-" * width for width in widths])
    else:
        del rows[0]  # a table without a heading
    return "\n".join(
        (indent + gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    )


def _sentences(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows too long for columns. Of two columns the second explains the first; of more, each cell gets its heading."""
    if len(names) == 2 or not any(names):
        headed = [names, *rows] if any(names) else rows
        yield from (f"{first}: {'; '.join(filter(None, others))}" for first, *others in headed)
        return
    for first, *others in rows:
        named = (
            f"{name}: {cell}" if name else cell for name, cell in zip(names[1:], others, strict=True) if cell
        )
        yield f"{names[0]} {first}. {'; '.join(named)}"


def _plain(node: SyntaxTreeNode, mark: str = '"') -> str:
    """The words of a paragraph, heading or cell, without marks except around code."""
    match node.type:
        case "softbreak" | "hardbreak":
            return " "
        case "code_inline":
            return f"{mark}{node.content}{mark}"
    return "".join(_plain(child, mark) for child in node.children) if node.children else node.content
