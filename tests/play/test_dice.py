"""Dice that anybody can work out anew, and dice for tests."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.play.dice import DiceError, DieAhead, NoDice, ProvableDice, ScriptedDice, commitment
from pbem.play.requests import Draw, Roll

SEED = bytes(range(32))
GOLDEN_D6 = (4, 1, 2, 6, 6, 5, 1, 5)
GOLDEN_CARDS = [7, 2, 6, 1, 1, 6, 6, 10]


def recipe(seed: bytes, match: str, salts: list[str], number: int, sides: int) -> int:
    """The recipe of the documentation, written a second time."""
    text = "/".join([match, *salts, str(number)])
    suffix = ""
    for again in range(1, 1000):
        digest = hmac.new(seed, (text + suffix).encode("utf-8"), hashlib.sha256).hexdigest()
        value = int(digest[:16], 16)
        if value // sides < 2**64 // sides:
            return value % sides + 1
        suffix = f"/{again}"
    raise AssertionError


@given(
    st.binary(min_size=32, max_size=32),
    st.text("dodgeball-17\u00e9", max_size=8),
    st.lists(st.text("salt \u20ac", max_size=8), max_size=4),
    st.integers(0, 10**6),
    st.integers(1, 1000) | st.sampled_from([2**63 + 1, 2**63 - 1, 2**64 // 3 * 2]),
)
def test_a_die_is_what_the_recipe_says(seed: bytes, match: str, salts: list[str], n: int, sides: int) -> None:
    """Also where a die has so many sides that most values must be thrown away."""
    assert ProvableDice(seed, match, salts).face(n, sides) == recipe(seed, match, salts, n, sides)


def test_the_first_dice_of_a_match_never_change() -> None:
    """Golden values: matches that have been played depend on them."""
    dice = ProvableDice(SEED, "dodgeball-17", ["north wind", "s0uth"])
    assert dice.roll(0, Roll("throw", 6, 8)) == GOLDEN_D6
    assert [dice.draw(n, Draw("card", tuple("abcdefghijk"))) for n in range(8)] == GOLDEN_CARDS


def test_match_salts_and_number_all_matter() -> None:
    def faces(match: str, salts: list[str], first: int = 0) -> tuple[int, ...]:
        return ProvableDice(SEED, match, salts).roll(first, Roll("", 1000, 5))

    assert (
        len(
            {
                faces("1", ["a"]),
                faces("2", ["a"]),
                faces("1", ["b"]),
                faces("1", ["a", ""]),
                faces("1", ["a"], 5),
            }
        )
        == 5
    )


def test_dice_of_one_roll_are_the_next_dice_of_the_match() -> None:
    dice = ProvableDice(SEED, "m", [])
    assert dice.roll(3, Roll("two", 6, 2)) == (dice.face(3, 6), dice.face(4, 6))


@pytest.mark.parametrize(("sides", "limit"), [(3, 13.82), (7, 22.46), (11, 29.59)])
def test_no_face_is_favoured(sides: int, limit: float) -> None:
    """Chi-square over 6,000 dice of a fixed seed, at one in a thousand."""
    dice = ProvableDice(SEED, "fair", ["salt"])
    count = 6_000
    seen = Counter(dice.face(n, sides) for n in range(count))
    assert sorted(seen) == list(range(1, sides + 1))
    expected = count / sides
    assert sum((found - expected) ** 2 / expected for found in seen.values()) < limit


def test_a_die_of_so_many_sides_that_values_repeat_is_not_biased() -> None:
    """With 3 * 2**62 sides a plain remainder would give the lowest third half of all dice."""
    dice = ProvableDice(SEED, "wide", [])
    sides = 3 * 2**62
    low = sum(dice.face(n, sides) <= sides // 3 for n in range(1_000))
    assert 270 < low < 400


@pytest.mark.parametrize("sides", [0, -6, 2**64 + 1])
def test_a_die_without_sides_or_with_too_many_is_an_error(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        ProvableDice(SEED, "m", []).face(0, sides)


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# Scripted dice.


def test_scripted_dice_come_in_the_order_of_the_script() -> None:
    dice = ScriptedDice([4, 2, "gem", 6])
    assert dice.roll(0, Roll("throw", count=2)) == (4, 2)
    assert dice.draw(2, Draw("card", ("ash", "gem"))) == 1
    assert dice.left == [6]


def test_scripted_dice_that_run_out_name_the_roll() -> None:
    with pytest.raises(DiceError, match="no forced die is left for: throw"):
        ScriptedDice([]).roll(0, Roll("throw"))


@pytest.mark.parametrize("face", [0, 7, "gem", -1, True])
def test_a_scripted_face_must_be_on_the_die(face: int | str) -> None:
    with pytest.raises(DiceError, match=r"no face of a d6 \(throw\)"):
        ScriptedDice([face]).roll(0, Roll("throw"))


def test_a_scripted_item_must_be_in_the_stock() -> None:
    with pytest.raises(DiceError, match=r"'stone' cannot be drawn \(card\): ash gem"):
        ScriptedDice(["stone"]).draw(0, Draw("card", ("ash", "gem")))


def test_dice_of_a_preview_are_never_rolled() -> None:
    for request in (Roll("throw"), Draw("card", ("gem",))):
        with pytest.raises(DieAhead) as ahead:
            NoDice().roll(0, request) if isinstance(request, Roll) else NoDice().draw(0, request)
        assert ahead.value.request is request
