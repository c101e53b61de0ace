"""The index in memory: names weigh more, words are found in all their forms, and a query is never a mistake."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.store.fulltext import FullText, Passage

PASSAGES = (
    Passage("Throwing", "A pawn with a ball throws it at an opponent.", "25"),
    Passage("Moving", "A pawn runs; a ball that lies on its way is picked up. No throw is needed.", "13"),
    Passage("Winning", "The last team standing wins.", "35"),
)


def test_a_word_in_a_name_comes_first() -> None:
    found = FullText(PASSAGES).search(["throw"])
    assert [each.passage.key for each in found] == ["25", "13"]
    assert found[0].in_name == {"throw"}
    assert found[1].in_name == frozenset()


def test_it_says_which_words_were_found() -> None:
    (best, *_) = FullText(PASSAGES).search(["balls", "running", "nothing"])
    assert best.passage.key == "13"
    assert best.words == {"balls", "running"}


@given(st.lists(st.text(max_size=12), max_size=4))
def test_no_query_is_a_mistake(words: list[str]) -> None:
    FullText(PASSAGES).search([word for word in words if word.strip()])
