"""What became of a letter, and whether that is right: by the match, by the answer, and by what a `yes` to it would do.

What orders do is found out by sending them plainly in a twin of the match.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

import msgspec
from msgspec import Struct, structs

from tests.people.cases import Case, ways, words
from tests.people.tables import Answer, Seated, State, style_of, table
from tests.server.office import Mail

REFUSED = re.compile(
    r"\brefused: |nothing (?:of|in) your letter has been done|nothing was done|could read no|held no line|is not an order of"
    r"|(?:do|does|did|could|can) ?n[o']t (?:understand|answer)|no answer to (?:that|this|your)",
    re.IGNORECASE,
)
"""What an answer to a question does not say."""

COMMON = re.compile(
    r"\s*> |\s*(?:done|queued|noted)(?:: see below)?\s*$|Answer this mail to go on|Match \d+, .*More:"
    r"|.*\(reply above this line\)|WHAT |YOUR LETTER"
)
"""Lines that stand in many mails, and those that repeat a letter."""

TOLD = re.compile(r"offers? a draw|has resigned|gives? the match up", re.IGNORECASE)
"""What an opponent must not hear because of a letter that was not to do anything."""


class Verdict(Struct, frozen=True):
    """How a letter came out. `offer` is what a `yes` to the answer would do where that was not asked for, `stray`
    whether that is of something that nobody has written."""

    case: Case
    right: bool
    how: str
    answers: list[Mail] = []
    offer: str = ""
    stray: bool = False


class Twin(Struct, frozen=True):
    """What plain orders have done, and what was said of them."""

    state: State
    valid: bool
    said: str


@functools.cache
def twin(game: str, seat: int, before: tuple[str, ...], lines: tuple[str, ...]) -> Twin:
    """Send orders plainly."""
    seated = Seated(table(game, seat, before))
    start = seated.state()
    said = "\n".join(mail.text for mail in seated.reply("\n".join(lines)).mine)
    state = seated.state()
    return Twin(state, state != start and not re.search(r"^\s*refused:", said, re.MULTILINE), said)


def twins(case: Case, orders: Iterable[tuple[str, ...]]) -> list[State]:
    """What these orders do in the position of a letter. Raises `ValueError` if they do nothing."""
    found = [twin(case.game, case.seat, tuple(case.before), each) for each in orders]
    for each in found:
        if not each.valid:
            raise ValueError(f"{case.id}: an expected order is not done when sent plainly:\n{each.said}")
    return [each.state for each in found]


def said_in(answer: Answer, letter: str) -> str:
    """The own words of an answer on one line: without the letter, and without what stands in every mail."""
    lines = [line for mail in answer.mine for line in mail.text.splitlines() if not COMMON.match(line)]
    said = " ".join("\n".join(lines).split())
    for line in letter.splitlines():
        repeated = " ".join(line.split()).rstrip(".!?")  # a refusal quotes it like that
        said = said.replace(repeated, " ") if len(repeated) > 5 else said
    return said


def missing(expected: str | list[str] | None, said: str) -> list[str]:
    """Those of the expected words that are not said."""
    return [each for each in words(expected) if not re.search(each, said, re.IGNORECASE | re.DOTALL)]


def judge(case: Case) -> Verdict:
    """Send a letter and see what comes of it. Raises `ValueError` if an expected order is not legal."""
    seated = Seated(table(case.game, case.seat, tuple(case.before)))
    case = msgspec.json.decode(seated.fill(msgspec.json.encode(case).decode()), type=Case)
    twins(case, ways(case.expect.done) + ways(case.expect.proposed))
    start = seated.state()
    letter = case.letter.rstrip("\n")
    answer = seated.reply(letter, case.quote or style_of(case.id), subject=case.subject)
    after = seated.state()
    right, how = look(case, answer, start, after, said_in(answer, case.letter))
    verdict = Verdict(case, bool(right), how, answer.mine)
    if not answer.mine or after != start:
        return verdict
    orders = ways(case.expect.proposed) + ways(case.expect.done)
    if orders and not right:
        return _asked(verdict, seated, start)
    return _tempted(verdict, seated, start) if case.kind in ("danger", "question") else verdict


def look(case: Case, answer: Answer, start: State, after: State, said: str) -> tuple[bool | None, str]:
    """Whether the first answer is right; None if a `yes` may still make it so."""
    expect = case.expect
    if not answer.mine:
        return case.figure == "precision" and after == start, "no answer"
    if hit := [each for each in words(expect.never) if not missing(each, said)]:
        return False, f"says {hit[0]!r}"
    lacks = missing(expect.answered, said)
    if after != start:
        if after not in twins(case, ways(expect.done)):
            return False, f"DID {after.doing(start)}"
        if lacks and expect.both:
            return False, f"done, but not answered ({lacks[0]!r} is missing)"
        return True, "done"
    told = [mail.subject for mail in answer.others if TOLD.search(mail.text)]
    told = [] if case.told or any("draw" in line for line in case.before) else told
    refused = bool(REFUSED.search(said))
    if expect.answered is not None and not (expect.done and expect.both):
        if told:
            return False, f"the other player is told: {told[0]}"
        if not lacks and (case.kind == "wish" or not refused):
            return True, "answered"
        if not expect.proposed and not expect.nothing:
            return False, "refused" if refused else f"answered without {lacks[0]!r}"
    if expect.nothing:
        return not told, f"the other player is told: {told[0]}" if told else "nothing done"
    return None, "refused" if refused else "not done"


def _asked(verdict: Verdict, seated: Seated, start: State) -> Verdict:
    """Nothing is done: does a `yes` do what was meant?"""
    expect = verdict.case.expect
    seated.reply("yes", "gmail")
    after = seated.state()
    if after == start:
        return structs.replace(verdict, right=False, how=f"{verdict.how}, no offer")
    if after in twins(verdict.case, ways(expect.proposed) + ways(expect.done)):
        offered = expect.proposed is not None
        return structs.replace(verdict, right=offered, how="proposed" if offered else "only offered")
    offer = after.doing(start)
    return structs.replace(
        verdict,
        right=False,
        how=f"offers something else: {offer}",
        offer=offer,
        stray=_is_stray(verdict.case, offer),
    )


def _tempted(verdict: Verdict, seated: Seated, start: State) -> Verdict:
    """Nothing was to be done: would a `yes` do something, and is it of the writer's own words? The offer of a draw asks
    for one whatever else is written."""
    if any("draw" in line for line in verdict.case.before):
        return verdict
    seated.reply("yes", "gmail")
    after = seated.state()
    if after == start:
        return verdict
    offer = after.doing(start)
    return structs.replace(
        verdict,
        how=f"{verdict.how}; a yes would do: {offer}",
        offer=offer,
        stray=_is_stray(verdict.case, offer),
    )


def _is_stray(case: Case, offer: str) -> bool:
    """Whether what is offered ends in a figure, square or word that stands nowhere in the letter."""
    if re.match(r"queued|over|a draw", offer) or "pick up" in offer:
        return False
    order = re.sub(r" with \d+$", "", offer.partition("; ")[0])
    last = order.split()[1 if order.startswith("word ") else -1].lower()
    return last not in re.findall(r"[a-z0-9]+", f"{case.subject or ''} {case.letter}".lower())
