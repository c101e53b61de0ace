"""`python -m tests.people [FOLDER ...]`: how well letters of people are understood; without a folder, ours."""

import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import click

from tests.people.cases import OWN, load
from tests.people.judging import Verdict, judge
from tests.people.newcomers import Newcomer, Story, Told, stories
from tests.server.office import Mail

FIGURES = ("recall", "precision", "questions")
WANTED = {"recall": 0.95, "precision": 1.0, "questions": 0.9}
LINES = 16  # of an answer, in a report


def shares(verdicts: list[Verdict]) -> dict[str, tuple[int, int]]:
    """For each figure how many letters came out right, and of how many."""
    right, of = Counter[str](), Counter[str]()
    for verdict in verdicts:
        of[verdict.case.figure] += 1
        right[verdict.case.figure] += verdict.right
    return {figure: (right[figure], of[figure]) for figure in FIGURES if of[figure]}


def failure(verdict: Verdict) -> str:
    """A letter that came out wrong, with the beginning of its answer."""
    case = verdict.case
    subject = [f"Subject: {case.subject}"] if case.subject is not None else []
    lines = [*case.before, *subject, *case.letter.rstrip().splitlines()]
    return shown(f"{case.id} ({case.kind}, {case.game}): {verdict.how}", lines, verdict.answers)


def refusal(story: Story, told: Told) -> str:
    """A letter of a newcomer that was not understood."""
    head = f"{story.name}, letter {story.letters.index(told.step) + 1}: {told.how}"
    return shown(head, told.step.letter.splitlines(), told.answers)


def shown(head: str, letter: list[str], answers: list[Mail]) -> str:
    """A letter and the beginning of its answer."""
    lines = answers[-1].text.splitlines() if answers else ["no answer"]
    return "\n".join(
        [f"--- {head}", *(f"    {line}" for line in letter), *(f"    | {line}" for line in lines[:LINES])]
    )


def themes(verdicts: list[Verdict]) -> str:
    """A line for each theme and figure."""
    groups = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.case.theme, verdict.case.figure].append(verdict)
    lines = []
    for (theme, figure), group in sorted(groups.items()):
        right = sum(each.right for each in group)
        offered = sum(each.how == "only offered" for each in group)
        only = f"   ({offered} only offered)" if offered else ""
        lines.append(f"{theme:<18} {figure:<10} {right:>3} of {len(group):>3}{only}")
    return "\n".join(lines)


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Ids and games; parts of them will do.")
@click.option("--quiet", is_flag=True, help="The figures alone.")
def main(folders: tuple[Path, ...], only: str, quiet: bool) -> None:
    """Send the letters of FOLDERS, or ours, and report what became of them."""
    began = time.monotonic()
    cases = [case for case in load(*(folders or OWN)) if re.search(only, f"{case.id} {case.game}")]
    verdicts = []
    mistakes = 0
    for case in cases:
        try:
            verdicts.append(judge(case))
        except ValueError as error:
            mistakes += 1
            print(f"MISTAKE IN THE LETTERS: {error}")
    wrong = [verdict for verdict in verdicts if not verdict.right]
    if not quiet:
        for verdict in wrong:
            print(failure(verdict))
    print(themes(verdicts))
    for story in [] if folders or only else stories():
        told = Newcomer(story).tell()
        for letter in told:
            if letter.how == "refused" and not quiet:
                print(refusal(story, letter))
        how = Counter(letter.how for letter in told)
        counts = ", ".join(f"{how[name]} {name}" for name in ("understood", "after a yes", "refused"))
        print(f"{story.name}, the first {len(told)} letters: {counts}")
    blocked = sum(each.how.endswith("no offer") for each in wrong)
    offers = [each for each in verdicts if each.offer]
    print(f"Without a way out: {blocked}. Unasked offers: {len(offers)}; of what nobody has written:")
    for each in offers:
        if each.stray:
            print(f"    {each.case.letter!r} -> {each.offer}")
    figures = shares(verdicts)
    text = ", ".join(f"{name} {right} of {of} ({right / of:.1%})" for name, (right, of) in figures.items())
    print(f"{len(verdicts)} letters in {time.monotonic() - began:.0f} s: {text}")
    met = all(right / of >= WANTED[name] for name, (right, of) in figures.items())
    sys.exit(0 if met and not mistakes else 1)


if __name__ == "__main__":
    main()
