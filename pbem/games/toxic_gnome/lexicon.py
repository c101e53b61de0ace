"""The word list: what is a word (TOXIC-GNOME-16, TOXIC-GNOME-17).

The lists are those of SCOWL, packed in the folder `lists` beside this module with their license; tools/build_words.py
builds them. A list is read when it is first needed, in some tens of milliseconds, and kept for the life of the process.
It is checked against the checksum below, so that the same rules version means the same words everywhere.
"""

import functools
import gzip
import hashlib
from bisect import bisect_left
from importlib import resources

SHA256 = {
    "standard": "3dcca1117605b3d3e9da674ff091fdc921537d4c97297e11e5385d5731a29952",
    "standard-two": "4e887a754ae766679b90baabe8c968fe4940a3313796699471538b4c38f0f521",
    "large": "11747423d693f4bc9845611983c5544f4dd923302a1e994e0c886550c808d804",
    "large-two": "3713fe5f8e6b00070606e827f7043ea003505ae19fa0d1799cab08497a050e7e",
}
"""Of each list unpacked: sorted, one word a line, each line ending in a newline. `-two`: the words of two letters."""


class Lexicon:
    """A sorted word list, in capitals as on the tiles."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def __contains__(self, word: str) -> bool:
        place = bisect_left(self.words, word)
        return self.words[place : place + 1] == [word]

    def __len__(self) -> int:
        return len(self.words)

    def beginning(self, prefix: str, low: int = 0, high: int | None = None) -> tuple[int, int]:
        """Where in `words[low:high]` those with this beginning stand: from the first up to the second number."""
        first = bisect_left(self.words, prefix, low, high)
        return first, self.end_of(prefix, first, high)

    def end_of(self, prefix: str, low: int, high: int | None) -> int:
        """The index in `words[low:high]` after the words with this beginning, which come first."""
        return bisect_left(self.words, prefix + "[", low, high)  # "[" comes after "Z"


def checksum(text: bytes) -> str:
    """The SHA-256 of a list, in hex."""
    return hashlib.sha256(text).hexdigest()


@functools.cache
def lexicon(name: str, shortest: int) -> Lexicon:
    """The list of this name (`standard`, `large`) with words of at least `shortest` letters, 3 or 2.

    Raises `RuntimeError` if the file is not the list of this version of the rules.
    """
    words = _read(name)
    if shortest == 2:
        words = sorted(words + _read(f"{name}-two"))
    return Lexicon(words)


def _read(name: str) -> list[str]:
    packed = resources.files(__package__).joinpath("lists", f"{name}.txt.gz").read_bytes()
    text = gzip.decompress(packed)
    if checksum(text) != SHA256[name]:
        raise RuntimeError(f"the word list {name} is damaged: its SHA-256 is {checksum(text)}")
    return text.decode("ascii").upper().split()
