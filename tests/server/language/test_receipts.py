"""What became of lines, as it may be mailed to one who has perhaps not written them."""

import pytest

from pbem.play.fates import LineResult
from pbem.server.language.receipts import COLUMNS_TOLD, hide_arguments


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("list", "list"),
        ("show 12", "show 12"),
        ("accept 12 please", "accept 12 ..."),
        ("buy http://spam.example", "buy ..."),
        ("http://spam.example now", "... now"),
        ("say come to spam.example", "say come ..."),
    ],
)
def test_two_plain_words_of_a_line_are_shown(line: str, shown: str) -> None:
    (line_result,) = hide_arguments([LineResult(line, "refused", "")])
    assert line_result.line == shown


def test_an_answer_that_quotes_the_line_does_not_give_it_away() -> None:
    """Neither what stands behind its first word, nor a word that is not plain."""
    (line_result,) = hide_arguments(
        [LineResult("tell ben see spam.example", "refused", "There is no BEN SEE SPAM.EXAMPLE; see: players")]
    )
    assert line_result == LineResult("tell ben ...", "refused", "There is no ...; see: players")


def test_of_a_long_line_nothing_is_said() -> None:
    line = "x" * (COLUMNS_TOLD + 1)
    assert hide_arguments([LineResult(line, "refused", f"what is {line[:9]}?")]) == [
        LineResult("...", "refused", "")
    ]


def test_all_that_a_text_quotes_of_a_line_is_left_out_in_any_letter_case() -> None:
    """However often; and where small letters are more signs than great ones, as in the Turkish I, all of it."""
    line, told = "buy now at a.example", 'There is no "NOW AT A.EXAMPLE", nor now at a.example.'
    (line_result,) = hide_arguments([LineResult(line, "refused", told)])
    assert line_result.text == 'There is no "...", nor ....'
    assert hide_arguments([LineResult("buy \u0130 now", "refused", "There is no \u0130 now")])[0].text == ""
