"""Forms: how a line is written, once for reading, printing, listing and mending."""

import re
from typing import ClassVar, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.play.forms import FILLERS, Choice, Form, Line, Many, Word, flag, one_of
from pbem.play.grammar import Grammar
from pbem.play.mending import LONGEST, SEVERAL, Mender
from pbem.play.orders import Unreadable
from pbem.play.requests import Order

MAN = Word("MAN", "[ab][1-9]", str.upper, wants="a man", named=True)
SQUARE = Word("SQUARE", "[a-h][1-8]", str.lower, wants="a square", named=True)
COUNT = Word("COUNT", "[0-9]{1,3}", int, wants="a number")


class Walk(Order, frozen=True):
    """A man goes somewhere."""

    form: ClassVar = Form(
        "{man} walk/w {way} [for/with {pay}] [{slowly}]",
        also=("{man} {way=far}",),
        man=MAN,
        way=Many(SQUARE, between=("and",)),
        far=Many(Word("SQUARE", "[c-h][1-8]", str.lower, wants="a square", named=True)),
        pay=COUNT,
        slowly=flag("slowly"),
        says={"A1 walk c4": "go there", "A1 walk c4 d5 for 3 slowly": "by way of c4"},
    )
    man: str
    way: tuple[str, ...]
    pay: int = 0
    slowly: bool = False


class Hit(Order, frozen=True):
    """A man hits the first of some."""

    form: ClassVar = Form("{man} hit/h {targets}", man=MAN, targets=Many(MAN, "or"))
    man: str
    targets: tuple[str, ...]


class Rest(Order, frozen=True):
    """Nobody does anything."""

    form: ClassVar = Form("rest")


class Always(Order, frozen=True):
    """A standing order."""

    form: ClassVar = Form("always {how}", how=Choice({"rest": "rest", "ask me": "ask", "ask us": "ask"}))
    how: Literal["rest", "ask"]


class Look(Order, frozen=True):
    """Towards a side."""

    form: ClassVar = Form("look {side}", side=one_of("left", "right"))
    side: str


ORDERS = (Walk, Hit, Rest, Always, Look)
GRAMMAR = Grammar(
    "Toy",
    ORDERS,
    refused={"sleep": ("Nobody sleeps", "rest")},
    mend=Mender(
        {"punch": "hit", "ball": ""},
        lambda order: not isinstance(order, Hit) or order.man[0] != order.targets[0][0],
    ),
)

men = st.from_regex("[AB][1-9]", fullmatch=True)
squares = st.from_regex("[a-h][1-8]", fullmatch=True)
orders = st.one_of(
    st.builds(
        Walk, men, st.lists(squares, min_size=1, max_size=4).map(tuple), st.integers(0, 999), st.booleans()
    ),
    st.builds(Hit, men, st.lists(men, min_size=1, max_size=4).map(tuple)),
    st.builds(Rest),
    st.builds(Always, st.sampled_from(["rest", "ask"])),
    st.builds(Look, st.sampled_from(["left", "right"])),
)


@given(orders)
def test_what_is_printed_is_read_as_the_same(order: Order) -> None:
    assert GRAMMAR.read(str(order)) == order
    assert GRAMMAR.read(str(order).upper()) == order


@given(orders, st.data())
def test_small_words_in_front_of_names_say_nothing(order: Order, data: st.DataObject) -> None:
    filler = st.sampled_from(["", *sorted(FILLERS)])
    words = [
        f"{data.draw(filler)} {word}" if word[-1].isdigit() and not word.isdigit() else word
        for word in str(order).split()
    ]
    assert GRAMMAR.read(" ".join(words)) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("a1 w C4, d5 slowly with 7", Walk("A1", ("c4", "d5"), 7, slowly=True)),
        ("A1 walk slowly", None),
        ("A1 c4 to the d5", Walk("A1", ("c4", "d5"))),
        ("A1 b4", None),
        ("A1 walk b4 and b5", Walk("A1", ("b4", "b5"))),
        ("A1 h b1 or b2", Hit("A1", ("B1", "B2"))),
        ("always ask us", Always("ask")),
        ("look up", None),
    ],
)
def test_short_forms_and_free_order(line: str, order: Order | None) -> None:
    """Short words, brackets in any order, other templates of the same order."""
    assert GRAMMAR.exact(Line(line.replace(",", " ").split())) == order


def test_forms_are_listed_by_their_examples_or_their_words() -> None:
    assert GRAMMAR.forms == (
        "A1 walk c4",
        "A1 walk c4 d5 for 3 slowly",
        "MAN hit MAN [or MAN ...]",
        "rest",
        "always rest | ask me",
        "look left | right",
    )
    assert GRAMMAR.meanings["A1 walk c4"] == "go there"
    assert [str(GRAMMAR.read(line)) for line in GRAMMAR.meanings] == list(GRAMMAR.meanings)


MANY = "A1 wlak" + " c4" * LONGEST


@pytest.mark.parametrize(
    ("line", "text", "expected", "meant"),
    [
        ("", '"" is not an order of Toy', GRAMMAR.expected, ""),
        ("what is that", '"what is that" is not an order of Toy', GRAMMAR.expected, ""),
        ("sleep well", "Nobody sleeps", "rest", ""),
        ("A1 walk", 'The line cannot be read after "A1 walk"', 'a square, as in "A1 walk c4"', ""),
        ("A1 walk x9", '"x9" is not a square', 'a square, as in "A1 walk c4"', ""),
        ("A1 walk c4 for x", '"x" is not a number', 'a number, as in "A1 walk c4 d5 for 3 slowly"', ""),
        ("A1 walk c4 99", '"99" is not understood here', "", "A1 walk c4 for 99"),
        ("look left 9", '"9" is not understood here', "look left | right", ""),
        ("rest rest", '"rest" is not understood here', "rest", ""),
        ("look", 'The line cannot be read after "look"', "look left | right", ""),
        ("look letf", '"letf" is not understood here', "", "look left"),
        ("always ask", 'The line cannot be read after "always ask"', "always rest | ask me", ""),
        ("A1 wlak c4", '"A1 wlak c4" is not an order of Toy', "", "A1 walk c4"),
        ("walk A1 c4", '"walk A1 c4" is not an order of Toy', "", "A1 walk c4"),
        ("A1 punch the ball at B1", '"A1 punch the ball at B1" is not an order of Toy', "", "A1 hit B1"),
        ("A1 B9", '"A1 B9" is not an order of Toy', "", "A1 hit B9"),
        ("A1 rest", '"A1 rest" is not an order of Toy', "", "rest"),
        ("left please", '"left please" is not an order of Toy', "", "look left"),
        ("A1 hit B1 B2", '"B2" is not understood here', "", "A1 hit B1 or B2"),
        ("A1 walk c4 and see what comes", '"see" is not a square', "", "A1 walk c4"),
        ("A1 walk c4 and hit B1", SEVERAL, "", "A1 walk c4; A1 hit B1"),
        ("A1 walk c4, A2 d5 then B1 hit A1", SEVERAL, "", "A1 walk c4; A2 walk d5; B1 hit A1"),
        ("A1 walk, A2 walk d5", SEVERAL, "", ""),
        ("x" * 500, f'"{"x" * 500}" is not an order of Toy', GRAMMAR.expected, ""),
        (MANY, f'"{MANY}" is not an order of Toy', "behind A1 one of walk, hit", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_read(line: str, text: str, expected: str, meant: str) -> None:
    """Where reading got stuck and what was wanted there, or the line that was meant; nothing that was named is lost."""
    with pytest.raises(Unreadable) as error:
        GRAMMAR.read(line)
    assert (str(error.value), error.value.expected, error.value.nearest) == (text, expected, meant)


TEMPLATES = [
    "A1",
    "B2",
    "walk",
    "hit",
    "c4",
    "d5",
    "or",
    "for",
    "3",
    "slowly",
    "always",
    "rest",
    "the",
    "punch",
    "look",
]


@pytest.mark.parametrize(
    ("text", "meant", "certain"),
    [
        ("A1 wlak b4", "A1 walk b4", True),
        ("walk A1 b4", "A1 walk b4", True),  # a word in the wrong place
        ("B1 punch A1", "B1 hit A1", True),  # a word of another game
        ("please rset", "rest", False),  # two repairs
        ("A1 b4", "A1 walk b4", False),  # a word too few
        ("A1 walk b4 quickly", "A1 walk b4", False),  # a word too many
        ("look lift", "look left", True),
    ],
)
def test_a_proposal_is_certain_where_one_slip_of_the_pen_explains_the_line(
    text: str, meant: str, certain: bool
) -> None:
    with pytest.raises(Unreadable) as error:
        GRAMMAR.read(text)
    assert (error.value.nearest, error.value.certain) == (meant, certain)


def test_of_two_that_are_as_near_none_is_certain() -> None:
    class Turn(Order, frozen=True):
        form: ClassVar = Form("turn {side}", side=one_of("east", "west"))
        side: str

    with pytest.raises(Unreadable) as error:
        Grammar("Toy", (Turn,), mend=Mender()).read("turn aest")
    assert (error.value.nearest, error.value.certain) == ("turn west", False)


@given(orders, st.data())
def test_what_is_certain_names_what_was_written(order: Order, data: st.DataObject) -> None:
    """Figures, squares and numbers are never guessed."""
    words = str(order).split()
    at = data.draw(st.integers(0, len(words) - 1))
    words[at] = "".join(data.draw(st.permutations(words[at])))
    try:
        GRAMMAR.read(" ".join(words))
    except Unreadable as error:
        if error.certain:
            named = [
                sorted(re.findall(r"\w*\d\w*", line.lower())) for line in (" ".join(words), error.nearest)
            ]
            assert named[0] == named[1]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(TEMPLATES), max_size=9))
def test_whatever_is_proposed_is_read(words: list[str]) -> None:
    """It is an order, or several, and holds every man and square of the line; but for a man with what no man does."""
    if GRAMMAR.exact(Line(words)) is not None:
        return
    with pytest.raises(Unreadable) as error:
        GRAMMAR.read(" ".join(words))
    nearest = error.value.nearest
    if nearest:
        alone = nearest.split()[0] in GRAMMAR.first
        assert [str(GRAMMAR.read(line)) for line in nearest.split("; ")] == nearest.split("; ")
        named = {word.lower() for word in words if word in ("c4", "d5", *(() if alone else ("A1", "B2")))}
        assert named <= set(re.findall(r"\w+", nearest.lower()))
