"""The results of a letter's lines, in a form for mails."""

import re
from collections.abc import Sequence

from pbem.play.fates import LineResult

LINES_TOLD = 100  # maximum number of lines whose results a mail lists
COLUMNS_TOLD = 300  # maximum length of a line, and of its result, in a mail
LINES_OF_RECEIPT = 2  # maximum number of lines done whose results a receipt lists one by one

_PLAIN = re.compile(r"[\w#=-]{1,16}")


def abridge(line_results: Sequence[LineResult]) -> list[LineResult]:
    """Limit the results of lines, however many and long they are. What was refused comes first of all, in its place."""
    told = [
        each
        if len(each.line) <= COLUMNS_TOLD and len(each.text) <= COLUMNS_TOLD
        else LineResult(cut(each.line), each.status, cut(each.text))
        for each in line_results
    ]
    if len(told) <= LINES_TOLD:
        return told
    refused_first = sorted(range(len(told)), key=lambda at: told[at].status != "refused")
    shown = sorted(refused_first[:LINES_TOLD])
    left = LineResult("", "noted", f"{len(told) - LINES_TOLD} more lines are not listed here.")
    return [*(told[at] for at in shown), left]


def shorten(line_results: Sequence[LineResult]) -> list[LineResult]:
    """Shorten the results of lines for a mail that says only what it must: if many orders have simply been done, they
    are counted. Only orders and commands that were done count: never a line that was left alone, or a question."""
    told = abridge(line_results)
    if len(told) <= LINES_OF_RECEIPT:
        return told
    plain = [result for result in told if _is_plain(result)]
    if len(plain) <= LINES_OF_RECEIPT:
        return told
    count = LineResult("", "noted", f"{len(plain)} lines done: {plain[0].line} ... {plain[-1].line}")
    return [count, *(result for result in told if not _is_plain(result))]


def _is_plain(result: LineResult) -> bool:
    """Whether a line has been done, and there is nothing more to say than how it was read (`S1 move a2 b3 with 3`);
    notes are about plans that are shown as a whole."""
    done = result.status == "done" and result.text.split()[:1] in ([], result.line.split()[:1])
    return bool(result.line) and (done or (result.status == "noted" and "Warning" not in result.text))


def hide_arguments(line_results: Sequence[LineResult]) -> list[LineResult]:
    """Hide the arguments in a letter that does not prove who wrote it: it may be written in somebody else's name, so
    nothing of its own reaches them through us but two plain words of a line."""
    return [_guarded(line_result) for line_result in line_results]


def _guarded(line_result: LineResult) -> LineResult:
    words = line_result.line.split()
    told = [word if _PLAIN.fullmatch(word) else "..." for word in words[:2]]
    if len(words) > len(told):
        told.append("...")
    text = line_result.text
    if len(line_result.line) > COLUMNS_TOLD or len(text.lower()) != len(
        text
    ):  # e.g. the Turkish I: it is none of our words
        return LineResult(" ".join(told), line_result.status, "")
    parts = [" ".join(words[start:]) for start in range(1, len(words) - 1)]
    for part in (*parts, *(word for word in words if not _PLAIN.fullmatch(word))):
        text = _without(text, part.lower())
    return LineResult(" ".join(told), line_result.status, text)


def _without(text: str, part: str) -> str:
    """A text with dots in place of a part, in any letter case. Compiling a pattern for each part would take longer than
    anything else about a long line."""
    low, kept, start = text.lower(), list[str](), 0
    while (at := low.find(part, start)) >= 0:
        kept.append(text[start:at])
        start = at + len(part)
    return "...".join((*kept, text[start:]))


def cut(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= COLUMNS_TOLD else f"{text[:COLUMNS_TOLD]} [...]"
