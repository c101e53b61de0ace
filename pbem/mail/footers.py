"""What programs and gateways add to a letter: footers, notices, warnings, pictures.

A footer ("Sent from my iPhone") is recognized by its first words and its form: it is short, one sentence, names a
program or a device, and comes last. So chat that begins like one stays. The others are recognized by their first words,
anywhere.
"""

import re
from collections.abc import Sequence
from unicodedata import category

from pbem.mail.phrases import FOOTERS, NOTICES, OUTSIDE, WARNINGS

_COLUMNS = 400  # a footer or warning is no longer than this
_WRAPPED = 60  # characters of a line that a mail program may have wrapped
_FOOTERS = 3  # maximum number of footers, one below another
_FEW, _MANY = 5, 12  # maximum number of words in a footer: without, and with the name of a program or device
_SIGNS = " *_()<>«»[]"
_PICTURES = re.compile(r"^[\W_]+")
_LINK = re.compile(r"[(<]\s?https?:")  # as programs write them: in brackets behind a name
_FRAME = (
    "[]*_=#<>!|-. \u26a0\ufe0f\U0001f6d1\U0001f6a8\u26d4\u2757"  # around a warning: signs and alarm pictures
)
_LIST_FOOTER = 8  # lines of the footer of a mailing list
_OF_A_LIST = re.compile(r"https?://|unsubscribe|mailing list|-(?:request|leave)@", re.IGNORECASE)
_VIA_GMAIL = re.compile(r"google\.com/gmail/about|\bvia gmail\b", re.IGNORECASE)
_TRACKER = "\u1427"  # stands in for the invisible picture of a tracker
# Words about the mail itself: `external sender`, `this email originated from outside`, or `EXTERNAL: ... mail`.
_FROM_OUTSIDE = re.compile(
    r"\bextern\w* (?:e-?)?(?:mail|message|sender|source|nachricht|absender)"
    r"|(?:mail|message|sender|nachricht|absender)(?: [\w'-]+){0,6} (?:outside|extern)"
    r"|^\W*extern\w*\W*[:\])].*(?:mail|message|sender|nachricht|absender)"
)
_LEFTOVER = re.compile(
    r"\[(?:image|inline image|cid)[^\[\]]*\]|<(?:https?:|mailto:|cid:|#)[^<>]*>", re.IGNORECASE
)


def drop_footers(kept: list[str]) -> None:
    """Remove footers from the end of the sender's own lines."""
    for _ in range(_FOOTERS):
        while kept and (not kept[-1] or is_rule(kept[-1])):
            kept.pop()
        if kept and is_footer(kept[-1]):
            kept.pop()
        elif (
            len(kept) > 1 and is_footer(kept[-2]) and (_LINK.search(kept[-2]) or kept[-1].startswith("http"))
        ):
            del kept[-2:]  # it was wrapped, or its link stands below
        else:
            return


def is_reaction(lines: Sequence[str]) -> bool:
    """Are these the words that Gmail sends with an emoji reaction, to programs that do not know one?"""
    written = [line for line in lines if line]
    return (
        len(written) == 2
        and not any(c.isalnum() for c in written[0])
        and len(written[1]) <= _COLUMNS
        and _VIA_GMAIL.search(written[1]) is not None
    )


def opens_list_footer(lines: Sequence[str], at: int) -> bool:
    """Does the footer of a mailing list begin here: a rule, and below it, to the end, a few lines with a link or a word
    about the list?"""
    if not is_rule(lines[at]) or len(lines) - at > 2 * _LIST_FOOTER:
        return False
    below = [line[:_COLUMNS] for line in lines[at + 1 :] if line.strip()]
    return len(below) <= _LIST_FOOTER and any(map(_OF_A_LIST.search, below))


def is_rule(line: str) -> bool:
    """A row of 20 or more underscores: the line that Outlook draws above an original."""
    return len(line) >= 20 and not line.strip().strip("_")


def is_footer(line: str) -> bool:
    """Is a line the footer of a program or a device (B11), and not chat that begins like one (M38)?"""
    text = _PICTURES.sub("", line).strip(_SIGNS)
    if len(line) > _COLUMNS or not text.lower().startswith(FOOTERS):
        return False
    if _LINK.search(text):
        return True
    sentence = text.partition(". ")[0].rstrip(".!")
    head, _, rest = sentence.partition(", ")
    words = head.split()
    chat = rest and not rest[0].isupper() and not rest.startswith(("an ", "please "))
    if chat or len(words) > _MANY or any(sign in sentence for sign in ":;?"):
        return False
    return len(words) <= _FEW or any(not word.islower() for word in words[2:])


def is_notice(text: str) -> bool:
    """Does a line begin a notice of a virus scanner, a lawyer or a program (B11)? The notice is the whole paragraph."""
    return len(text) <= _COLUMNS and text.lower().startswith(NOTICES)


def is_leftover(text: str) -> bool:
    """Is a line only the place of a picture, or the address of the link above it?"""
    return text == _TRACKER or (text[0] in "[<" and _LEFTOVER.fullmatch(text) is not None)


def is_warning(text: str) -> bool:
    """Is a line a gateway's warning above mail from outside: `[EXTERNAL]`, `CAUTION: ...` (M37)?"""
    lower = text[:_COLUMNS].lower()
    bare = lower.strip(_FRAME)
    if bare.startswith(WARNINGS):
        return True
    framed = text[0] in "[*=#<!|" or category(text[0]) == "So"  # a picture
    if bare in OUTSIDE and (framed or " " in bare):
        return True
    first = re.split(r"[^\w]", text.lstrip("[*_=#<!| "), maxsplit=1)[0]
    return _FROM_OUTSIDE.search(lower) is not None and (framed or (len(first) > 2 and first.isupper()))


def goes_on(warning: str, line: str) -> bool:
    """Is a line the rest of a wrapped warning?"""
    return len(warning) >= _WRAPPED and warning[-1] not in ".!?)]>*" and line[0].islower()
