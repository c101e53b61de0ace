"""Chapter: the word list, and who finds words in it."""

import hashlib
from importlib import resources

import pytest

from pbem.games import toxic_gnome
from pbem.games.toxic_gnome import ToxicGnome
from pbem.games.toxic_gnome.finder import Finder, some_word
from pbem.games.toxic_gnome.lexicon import SHA256, lexicon
from pbem.games.toxic_gnome.state import Formed
from pbem.games.toxic_gnome.tiles import RED
from pbem.play.requests import seeded
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, check, drawn


@pytest.mark.parametrize(
    ("name", "shortest", "count"),
    [
        ("standard", 3, 79_867),
        ("standard", 2, 79_867 + 61),
        ("large", 3, 115_622),
        ("large", 2, 115_622 + 77),
    ],
)
def test_how_many_words(name: str, shortest: int, count: int) -> None:
    """TOXIC-GNOME-16, TOXIC-GNOME-17: as many as the rules say, sorted, each once, none shorter than allowed."""
    words = lexicon(name, shortest).words
    assert len(lexicon(name, shortest)) == len(words) == count
    assert words == sorted(set(words))
    assert min(map(len, words)) == shortest


def test_the_checksums_belong_to_the_rules_version() -> None:
    """TOXIC-GNOME-16: another list is another version of the rules, since what it allows decides matches."""
    lists = "\n".join(f"{name} {SHA256[name]}" for name in sorted(SHA256))
    digest = hashlib.sha256(lists.encode()).hexdigest()
    assert {1: "9f1cef43cf3a86f666beebad3a15f0af331f9d4aeadd129a58794dd59d85488d"}[
        ToxicGnome.version
    ] == digest


def test_the_checksum_is_of_the_list_unpacked() -> None:
    """TOXIC-GNOME-16: sorted, small letters, one word a line, each line with its end."""
    text = "".join(f"{word.lower()}\n" for word in lexicon("standard", 3).words)
    assert hashlib.sha256(text.encode()).hexdigest() == SHA256["standard"]


def test_a_damaged_list_is_not_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """TOXIC-GNOME-16: a file that is not the list of this version is an error, never a shorter list."""
    monkeypatch.setitem(SHA256, "standard", "0" * 64)
    with pytest.raises(RuntimeError, match="the word list standard is damaged"):
        lexicon.__wrapped__("standard", 3)


def test_words_of_the_sheet() -> None:
    """TOXIC-GNOME-16, TOXIC-GNOME-21: what the rule sheet plays is in the list, the red tiles too."""
    words = lexicon("standard", 3)
    for word in ("TAFFY", "YOUR", "RAZORS", "SEMIC", *RED):
        assert word in words
    for word in ("TAFF", "", "Z", "ZZZZ", "A", "taffy", "SEMICS"):
        assert word not in words


def test_words_by_their_beginning() -> None:
    """The part of the list that begins so, and nothing where no word does."""
    words = lexicon("standard", 3)
    first, last = words.beginning("TAFF")
    assert words.words[first:last] == [word for word in words.words if word.startswith("TAFF")]
    first, last = words.beginning("ZZZZ")
    assert first == last


def test_the_licence_lies_beside_the_lists() -> None:
    """The notice that must go along with the words does."""
    notice = resources.files(toxic_gnome).joinpath("lists", "COPYRIGHT").read_text("utf-8")
    assert "Copyright 2000-2011 by Kevin Atkinson" in notice
    assert "Permission to use, copy, modify, distribute and sell these word" in notice
    assert "Kevin Atkinson" in ToxicGnome.credit


def test_walking_to_words() -> None:
    """What is met on the way are words that may be formed, with their ends; used ones are left out."""
    state = drawn(BOARD_A, used={"TEA": Formed("2")})
    finder, pick = Finder(state, "d1"), seeded("walks")
    met = dict(found for _ in range(300) for found in finder.walk(pick))
    assert len(met) > 20
    assert "TEA" not in met
    assert met["TAR"] == ["b1", "b2"]
    for word in met:
        assert check(state, "1", f"word {word} highest").startswith(f"word {word} to ")


def test_finding_some_word() -> None:
    """What is found can be played; where there is nothing, nothing is found."""
    state = drawn(BOARD_C)
    pick = seeded("words")
    for _ in range(50):
        word = some_word(state, "1", pick)
        assert word is None or check(state, "1", str(word)) == str(word)
    barren = drawn("""
   2   X      X      X      X      X
   1!  X      X      X1     X2     X
    """)
    assert some_word(barren, "1", pick) is None
