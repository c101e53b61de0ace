"""HTML to text.

HTML parsers are not trusted: crafted documents stall or crash every one of them (M34). So this runs in a process
that may die (see `reader`), and a document is first measured in linear passes: the parser's time
grows with the square of the nested tags, and of the attributes of one element.
"""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_HTML = 256 * 1024  # characters of a document that are read; the rest is cut
MAX_TEXT = 64 * 1024  # characters of the resulting text
MAX_TAGS = 10_000  # no letter has as many
MAX_ATTRIBUTES = 200  # of one tag
MAX_ROOTS = (
    20  # <html> and <body>: those of quoted letters are made one with the first, with all their attributes
)

# A tag as the tokenizer of HTML reads it, and the first attribute too many. It backtracks nowhere.
_ATTRIBUTE = r"""[\s/]*+=?[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
_TAG = re.compile(rf"</?[a-zA-Z][^\s/>]*+(?:{_ATTRIBUTE}){{0,{MAX_ATTRIBUTES}}}+({_ATTRIBUTE})?")
_ROOT = re.compile(r"<(?:html|body)\b", re.IGNORECASE)


class HtmlError(Exception):
    """The document could not be turned into text; the text is for the log."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DROPPED_TAGS = _words("""
    head script style title template noscript svg math object iframe noframes select textarea button
    blockquote
    """)
# Elements in which mail programs put the quote or the signature.
_DROPPED_CLASSES = _words("""
    gmail_quote gmail_quote_container gmail_extra gmail_attr gmail_signature x_gmail_quote moz-cite-prefix
    moz-signature moz-forward-container yahoo_quoted protonmail_quote protonmail_signature_block zmail_extra
    tutanota_quote ms-outlook-mobile-reference-message
    """)
_DROPPED_IDS = _words("signature isforwardcontent mail-editor-reference-message-container reply-intro")
_HEADER_BLOCK = "divrplyfwdmsg"  # Outlook: what follows it, though outside of it, is the original
_ORIGINAL = "-----Original Message-----"
_HIDDEN = ("display:none", "visibility:hidden", "mso-hide:all")
_BLOCKS = _words("""
    address article aside center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr
    li main nav ol p pre section table tbody tfoot thead tr ul
    """)


def to_text(html: str) -> str:
    """The text that a reader would see and the sender wrote: lines end at blocks and breaks, `<pre>` stays as it is,
    and whatever is hidden, scripted, quoted or a signature is left out (M28, M35). Raises HtmlError."""
    html = html[:MAX_HTML]
    if html.count("<") > MAX_TAGS:
        raise HtmlError(f"{html.count('<')} tags")
    if any(tag[1] for tag in _TAG.finditer(html)):
        raise HtmlError(f"more than {MAX_ATTRIBUTES} attributes in one tag")
    if len(_ROOT.findall(html)) > MAX_ROOTS:
        raise HtmlError("too many documents in one")
    root = LexborHTMLParser(html).root
    if root is None:
        return ""
    lines: list[str] = []
    line: list[str] = []
    size = 0

    def end_line(*, always: bool = False) -> None:
        nonlocal size
        text = "".join(line).rstrip()
        if text or always:
            lines.append(text)
            size += len(text) + 1
        line.clear()

    # A stack rather than recursion: documents nest as deep as they like. An entry is a node to visit, or
    # a string that closes one: "\n" ends a line, "<pre>" leaves preformatted text.
    stack: list[LexborNode | str] = [root]
    preformatted = 0
    while stack and size < MAX_TEXT:
        node = stack.pop()
        if isinstance(node, str):
            end_line()
            preformatted -= node == "<pre>"
            continue
        if node.next is not None and node is not root:
            stack.append(node.next)
        if node.is_text_node:
            text = node.text_content or ""
            if preformatted:
                first, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
                line.append(first)
                for more in rest:
                    end_line(always=True)
                    line.append(more)
            else:
                _append_words(line, text)
            continue
        if not node.is_element_node:
            continue
        tag = node.tag or ""
        if tag == "br":
            end_line(always=True)
            continue
        if _is_original(node):
            end_line()
            lines.append(_ORIGINAL)
            break
        if _is_dropped(node, tag):
            continue
        if tag in _BLOCKS:
            end_line()
            preformatted += tag == "pre"
            stack.append("<pre>" if tag == "pre" else "\n")
        elif tag in ("td", "th"):
            _append_words(line, " ")
        if node.child is not None:
            stack.append(node.child)
    end_line()
    return "\n".join(lines)[:MAX_TEXT]


def _append_words(line: list[str], text: str) -> None:
    """Append `text` with each run of blanks reduced to one, and none at the start of a line or after another."""
    words = " ".join(text.replace("\n", " ").replace("\t", " ").replace("\r", " ").split(" "))
    while "  " in words:
        words = words.replace("  ", " ")
    if words.startswith(" ") and (not line or line[-1].endswith(" ")):
        words = words[1:]
    if words:
        line.append(words)


def _is_original(node: LexborNode) -> bool:
    return (node.attributes.get("id") or "").lower() == _HEADER_BLOCK


def _is_dropped(node: LexborNode, tag: str) -> bool:
    if tag in _DROPPED_TAGS:
        return True
    attributes = node.attributes
    if not attributes:
        return False
    if "hidden" in attributes or (attributes.get("id") or "").lower() in _DROPPED_IDS:
        return True
    if not _DROPPED_CLASSES.isdisjoint((attributes.get("class") or "").lower().split()):
        return True
    style = "".join((attributes.get("style") or "").lower().split())
    return any(hidden in style for hidden in _HIDDEN)
