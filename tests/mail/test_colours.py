"""Colors in prose: words that are marked are in the color of their side, and no text becomes markup."""

import pytest

from pbem.mail.colours import DARK, PAGE, Owned, Paint, bare, like, split_marks
from pbem.mail.html_part import prose
from pbem.mail.prose import fill, fit
from pbem.marks import MARKS, in_speech, in_writing, own, plain, said

PAINT = Paint(("#00609a", "#a83c00"))
BLUE, RED = "<font class=c0 color=#00609a>{}</font>", "<font class=c1 color=#a83c00>{}</font>"


def shown(text: str) -> str:
    """A paragraph in HTML, as one line."""
    return " ".join(prose(text, PAINT).split()).removeprefix("<p> ").removesuffix(" </p>")


def test_a_word_of_a_side_is_the_word_until_it_is_told() -> None:
    figure = Owned("S1", 0)
    assert figure == "S1"
    assert {"S1": 5}[figure] == 5
    assert figure[0] == "S"
    for told in (str(figure), f"{figure}", f"{figure!s}", "%s" % figure, " and ".join(map(str, [figure]))):  # noqa: UP031  # each of them is used
        assert told == own("S1", 0) != "S1"


def test_only_marked_words_are_in_color() -> None:
    """Not what is spelled like them."""
    assert shown(f"{own('A', 0)} throws; A hex is free.") == f"{BLUE.format('A')} throws; A hex is free."
    told = f"{own('S1', 0)} hits {own('N2', 1)} on b4."
    assert shown(told) == f"{BLUE.format('S1')} hits {RED.format('N2')} on b4."


def test_what_belongs_together_stays_together() -> None:
    assert shown(f"{own('S1', 0)} b4") == f"{BLUE.format('S1')}&nbsp;b4"


def test_b29_a_name_is_never_markup() -> None:
    assert shown(f"{own('<b>', 0)} meets <i>&amp;") == f"{BLUE.format('&lt;b&gt;')} meets &lt;i&gt;&amp;amp;"


def test_a_side_without_a_color_has_none() -> None:
    assert own("X", None) == own("X", len(MARKS)) == "X"
    assert shown(f"{own('X', 5)} waits") == "X waits"


def test_rows_of_a_table_keep_their_marks() -> None:
    """Columns are found as if there were none."""
    rows = [
        f"  {own(name, side)}   e{row}  up" for name, side, row in (("A", 0, 2), ("B", 0, 4), ("C", 1, 7))
    ]
    html = prose("\n".join(rows), PAINT)
    assert html.count("<td>") == 6
    assert html.count('<th scope="row"') == 3
    assert BLUE.format("A") in " ".join(html.split())
    assert RED.format("C") in " ".join(html.split())


def test_marks_have_no_width() -> None:
    """Lines are broken where they would be without them, and the text part shows none."""
    words = " ".join(f"{own(f'S{n % 9}', n % 2)} goes" for n in range(60))
    for indent, hang in (("", ""), ("  ", "  "), (" ", "   ")):
        assert plain(fill(words, indent, hang)) == fill(plain(words), indent, hang)
        assert plain(fit(words, indent, hang)) == fit(plain(words), indent, hang)


@pytest.mark.parametrize("text", ["\x0eS1", "S1\x15", "\x0e\x0fS1\x15", "\x15\x0e"])
def test_marks_without_an_end_are_dropped(text: str) -> None:
    words, spans = split_marks(text)
    assert words == plain(text)
    assert len(spans) <= 1


def test_a_word_may_take_the_color_of_another() -> None:
    assert str(like("South", Owned("S", 0))) == own("South", 0)
    assert like("South", "S") == "South"


def test_every_color_can_be_read() -> None:
    """4.5 to 1 for text."""
    from tests.boards.test_looks import contrast

    assert min(contrast(color, PAGE) for color in (*PAINT.sides, DARK)) >= 4.5


def test_what_is_said_in_another_way() -> None:
    """A text is read as it is written or as it is said; without marks it is as it is written."""
    text = f"{own('A', 0)} looks {said('ne', 'north-east')}; {said(own('B', 1), own('player B', 1))} rests."
    assert plain(text) == "A looks ne; B rests."
    assert in_writing(text) == f"{own('A', 0)} looks ne; {own('B', 1)} rests."
    assert in_speech(text) == f"{own('A', 0)} looks north-east; {own('player B', 1)} rests."
    assert plain(str(Owned("A", 0, "player A"))) == "A"
    assert plain(in_speech(str(Owned("A", 0, "player A")))) == "player A"
    assert [str(each) for each in bare([Owned("A", 0, "player A"), "B"])] == [own("A", 0), "B"]
