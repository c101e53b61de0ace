"""Marks in texts: whose a word is, and how it is said.

A game that tells of a figure, or a sentence that names a player, puts a mark around the word, a control character for
its side and one for its end (`own`). Marks have no width. Whoever needs the words alone takes the marks away (`plain`);
the HTML part of mails turns them into colors.

What is written in signs is said in words: `said("ne", "north-east")` holds both. A text is read as the one
(`in_writing`, for all who see it) or as the other (`in_speech`, for those who have it read to them) before it becomes
part of a mail. These do not stand within each other.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

MARKS = "\x0e\x0f\x10\x11\x12\x13"
"""One for each side that has a color."""

END = "\x15"
_SAY, _OR, _SAID = "\x16", "\x17", "\x18"
_BOTH = re.compile(f"{_SAY}([^{_SAY}{_SAID}]*){_OR}([^{_SAY}{_SAID}]*){_SAID}")
_MARK = re.compile(f"[{MARKS}{END}]")
_EACH_MARK = re.compile(f"([{MARKS}{END}])")
_BETWEEN = "\0"
_BLANKS = f" \n\xa0{_BETWEEN}"
_BLANK = re.compile(f"[{_BLANKS}]")


@lru_cache(maxsize=4096)  # the same figures and players are named in every mail of a match
def own(word: str, side: int | None) -> str:
    """A word with the mark of a side; without one if there is no such color."""
    return f"{MARKS[side]}{word}{END}" if word and side is not None and side < len(MARKS) else word


def said(written: str, spoken: str) -> str:
    """A text that is written in one way and said in another."""
    return f"{_SAY}{written}{_OR}{spoken}{_SAID}"


def in_writing(text: str) -> str:
    """A text as those read it who see it."""
    return _BOTH.sub(r"\1", text) if _SAY in text else text


def in_speech(text: str) -> str:
    """A text as it is said."""
    return _BOTH.sub(r"\2", text) if _SAY in text else text


def plain(text: str) -> str:
    """A text without marks, as it is written."""
    return _MARK.sub("", _BOTH.sub(r"\1", text) if _SAY in text else text)


def is_marked(text: str) -> bool:
    return _MARK.search(text) is not None


def remarked(texts: Sequence[str], marked: str) -> list[str]:
    """Plain texts with the marks of another one.

    Together they hold its characters in the same order, with other blanks: it has been broken into lines or cells.
    """
    if not is_marked(marked):
        return list(texts)
    whole, at = _BETWEEN.join(texts), 0
    pieces: list[str] = []
    before, *others = _EACH_MARK.split(marked)
    for mark, behind in zip(others[::2], others[1::2], strict=True):
        letters = len(before) - len(_BLANK.findall(before))
        end = _past(whole, at, letters) if letters else at
        if mark != END:  # it stands at the next letter
            while end < len(whole) and whole[end] in _BLANKS:
                end += 1
        pieces += (whole[at:end], mark)
        at, before = end, behind
    return "".join([*pieces, whole[at:]]).split(_BETWEEN)


def _past(text: str, at: int, letters: int) -> int:
    """Where a text goes on behind so many letters, not counting blanks."""
    end = at
    while letters:
        start, end = end, end + letters
        letters = len(_BLANK.findall(text, start, end))
    return end
