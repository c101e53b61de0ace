"""`make ear`: how long it takes to listen to the mails of a match.

    python -m tools.ear [GAME ...] [--matches 2]

Players of the house play matches by mail, with `settings board off changes`. The mails that ask something, from the
fifth on, are spoken by espeak-ng where it is installed, at 175 words a minute; elsewhere their words are counted. A
turn may take 45 seconds in Dodgeball, 150 in Slargeball and 90 in the other games; the tool fails where the median
takes longer.
"""

import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping

import click

from tools.mails import EARLY, Table, play

SETTINGS = "settings board off changes"
SPEED = 175  # words a minute
SECONDS: Mapping[str, int] = {"dodgeball": 45, "slargeball": 150}  # there fourteen figures move at once
USUAL_SECONDS = 90
_WAV = (22_050 * 2, 44)  # bytes of a second, and of the head
_SPOKEN_WORD = re.compile(r"[^\W_]+")


def heard(game: str, seed: int) -> Iterator[str]:
    """The texts of a match's turn mails, as those hear them who have nothing drawn and only changes told."""
    asked = dict[str, int]()
    for mail in play(Table(game, seed), seed, settings=SETTINGS):
        if mail.asks:
            asked[mail.recipient] = asked.get(mail.recipient, 0) + 1
            if asked[mail.recipient] > EARLY:
                yield mail.text


def count(text: str) -> float:
    """The seconds that a text takes by its number of words."""
    return len(_SPOKEN_WORD.findall(text)) * 60 / SPEED


def speak(text: str) -> float:
    """The seconds for which espeak-ng speaks a text."""
    command = ["espeak-ng", "-v", "en", "-s", str(SPEED), "--stdout"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True, timeout=60)  # noqa: S603  # a speaker
    each_second, head = _WAV
    return (len(done.stdout) - head) / each_second


@click.command()
@click.argument("names", nargs=-1)
@click.option("--matches", default=2, show_default=True, help="Of each game.")
def main(names: tuple[str, ...], matches: int) -> None:
    """Listen to the turn mails of NAMES, or of every game."""
    spoken = shutil.which("espeak-ng") is not None
    measure: Callable[[str], float] = speak if spoken else count
    click.echo("spoken by espeak-ng" if spoken else "espeak-ng is not installed: words are counted")
    wrong = False
    for name in names or ("dodgeball", "toxic-gnome", "gnomeball", "slargeball", "elfball"):
        seconds = [measure(text) for seed in range(matches) for text in heard(name, seed)]
        middle, most = statistics.median(seconds), SECONDS.get(name, USUAL_SECONDS)
        wrong |= middle > most
        click.echo(f"{name}: {middle:.0f} s (median), {max(seconds):.0f} s at most; {most} s are wanted")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
