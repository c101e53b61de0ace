"""The child process of `pbem.mail.html`: one HTML document in, its text out, again and again.

Run by path in an isolated interpreter; it imports nothing of pbem. Frames in both directions are four bytes
of length (big-endian) and that many bytes of UTF-8. Its limits are set before anything foreign is read;
whatever goes wrong ends the process, and the parent starts another one.
"""

import resource
import sys
import time

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_TEXT = 64 * 1024
MEMORY = 512 * 1024 * 1024
CPU_SECONDS = 1  # of one document


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DROPPED_TAGS = _words("""
    head script style title template noscript svg math object iframe noframes select textarea button
    blockquote
    """)
# Where mail programs put the quote, or the signature, into an element of its own.
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


def text_of(html: str) -> str:
    """The text a reader would see and the sender wrote: lines where blocks and breaks end them, `<pre>` as it
    stands, without what is hidden, scripted, quoted or a signature (M28, M35)."""
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
    """Append `text` with runs of blanks made one, and none where the line has just begun or has one."""
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


def main() -> None:
    """Answer frames until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    while len(head := stdin.read(4)) == 4:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + CPU_SECONDS, hard))
        html = stdin.read(int.from_bytes(head, "big")).decode("utf-8", "replace")
        answer = text_of(html).encode("utf-8", "replace")
        stdout.write(len(answer).to_bytes(4, "big") + answer)
        stdout.flush()


if __name__ == "__main__":
    main()
