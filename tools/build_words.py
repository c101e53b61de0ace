"""Builds Toxic Gnome's word lists out of Debian's package `scowl`.

    apt-get install scowl && python tools/build_words.py

It writes the packed lists and the package's copyright notice into pbem/games/toxic_gnome/lists/ and leaves files
alone that are as they should be. It needs to run again only for a new word list, which is a new rules version of the
game: the checksums in pbem/games/toxic_gnome/lexicon.py and the rules text change with it.
"""

import gzip
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from pbem.games.toxic_gnome.lexicon import SHA256, checksum

SCOWL = Path("/usr/share/dict/scowl")
NOTICE = Path("/usr/share/doc/scowl/copyright")
TARGET = Path(__file__).resolve().parent.parent / "pbem/games/toxic_gnome/lists"

CATEGORIES = ("english", "american", "british", "british_z", "canadian", "australian")
STANDARD_SIZES = (10, 20, 35, 40, 50, 55, 60)
LARGE_SIZES = (*STANDARD_SIZES, 70)

ADDED = {"semic"}  # the original's own example plays it; SCOWL has it only at size 95
UNIT_SYMBOLS = {"csc", "csch", "dkl", "hhd"}  # left over among the words of size 70
TWO_LETTER_SYMBOLS = {"cs", "es", "gs", "ks", "ls", "ms", "rs", "ts"}  # plurals of letters, and unit signs
LARGE_TWO_LETTER_SYMBOLS = TWO_LETTER_SYMBOLS | {"kb", "lm", "ln", "lx", "mb", "mf", "ps", "ss"}


def read(sizes: Iterable[int]) -> set[str]:
    """The words of two letters or more, without accents, apostrophes and capitals."""
    lines: set[str] = set()
    for size in sizes:
        for category in CATEGORIES:
            path = SCOWL / f"{category}-words.{size}"
            if path.exists():
                lines.update(path.read_text("latin-1").split("\n"))
    return {line for line in lines if re.fullmatch("[a-z]{2,}", line)}


def lists() -> dict[str, set[str]]:
    """Every list by the name of its file."""
    standard, large = read(STANDARD_SIZES), read(LARGE_SIZES)
    return {
        "standard": {word for word in standard if len(word) > 2} | ADDED,
        "standard-two": {word for word in standard if len(word) == 2} - TWO_LETTER_SYMBOLS,
        "large": {word for word in large if len(word) > 2} - UNIT_SYMBOLS | ADDED,
        "large-two": {word for word in large if len(word) == 2} - LARGE_TWO_LETTER_SYMBOLS,
    }


def main() -> int:
    """Write what has changed; 1 where a list is not the one whose checksum the game names."""
    wrong = 0
    TARGET.mkdir(exist_ok=True)
    for name, words in lists().items():
        text = "".join(f"{word}\n" for word in sorted(words)).encode("ascii")
        as_it_should_be = checksum(text) == SHA256[name]
        wrong += not as_it_should_be
        sys.stdout.write(f"{name}: {len(words):,} words, SHA-256 {checksum(text)}")
        sys.stdout.write("\n" if as_it_should_be else f"; the game names {SHA256[name]}\n")
        path = TARGET / f"{name}.txt.gz"
        if not path.exists() or gzip.decompress(path.read_bytes()) != text:
            path.write_bytes(gzip.compress(text, mtime=0))
    shutil.copyfile(NOTICE, TARGET / "COPYRIGHT")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
