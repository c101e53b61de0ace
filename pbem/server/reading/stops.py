"""Where a text stops: at a bracket, a dash, a full stop, or before a clause that is a sentence of its own."""

import re


def up_to_a_break(text: str) -> str:
    """A text up to its first bracket or dash."""
    return re.split(r"\s[(\[{]|\s-+\s|\.{2,}", text, maxsplit=1)[0]


def up_to_a_stop(text: str) -> str:
    """A text up to its first bracket, dash or full stop."""
    for at, sign in enumerate(text):
        if sign in ".!?" and text[at + 1 : at + 2] == '"' and text[at + 2 :].lstrip()[:1].islower():
            continue  # "S1 move b3!" they shouted
        if (
            sign in "([{.!?;"
            or (sign == "-" and text[at - 1 : at] in (" ", "") and at > 0)
            or text[at : at + 3] == " - "
        ):
            return text[:at]
    return text


def behind_a_break(text: str) -> str:
    """The last clause of a text."""
    return re.split(r"[(\[{:;.!?]|\s-+\s|,\s+(?:so|therefore|hence|thus)\b", text)[-1]


def behind_so_or_but(text: str) -> str:
    """What stands before an order, without a clause that is a sentence of its own, and the reason for it."""
    return re.split(r",\s+(?:and\s+)?(?:so|therefore|hence|thus|but)\b", text)[-1]
