"""Each law of reading by letters that show it: what is carried out of them, and what is said.

The match is an ordinary one of Dodgeball!: Ann has S1 a2, S2 c3 and S3, and the dice 3 3 3.
"""

import pytest

from pbem.server.reading import reader
from tests.server.office import Office
from tests.server.reading.whole import ANN, answered, rows

S1 = "S1 move a2 b3 with 3"


def played(text: str) -> tuple[list[str], str]:
    """The squares that figures go to in a letter, and its answer."""
    office = Office()
    mail = answered(office, text)
    return [" ".join((row.split()[0], row.split(" with")[0].split()[-1])) for row in rows(office)], mail.flat


def offered(text: str) -> tuple[list[str], list[str], str]:
    """What a letter does, what a yes to its answer does then, and the answer."""
    office = Office()
    mail = answered(office, text)
    before = rows(office)
    office.reply(ANN, mail, "yes")
    return before, rows(office)[len(before) :], mail.flat


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("I think S1 move b3", ["S1 b3"]),
        ("S1 moves to b3 :-)", ["S1 b3"]),
        ("a) S1 move b3 b) S2 move c2", ["S1 b3", "S2 c2"]),
        ("S1 move b3, then S2 move c2", ["S1 b3", "S2 c2"]),
        ("Hi Ben! My move: S1 move b3 (sorry for the delay)", ["S1 b3"]),
    ],
)
def test_r1_orders_are_found_in_sentences(text: str, moves: list[str]) -> None:
    assert played(text)[0] == moves


@pytest.mark.parametrize(
    "text", ["I am done with work now", "Well done, S1 move b3", "Hello done, S1 move b3"]
)
def test_r1a_an_order_of_one_word_is_none_beside_others(text: str) -> None:
    assert "done" not in played(text)[0]


def test_r1a_an_order_of_one_word_counts_alone() -> None:
    office = Office()
    answered(office, "S1 move b3\ndone, please :-)")
    assert rows(office)[1:] == ["done"]


def test_r1b_two_orders_for_one_figure_are_alternatives() -> None:
    assert played("S1 move b3, S1 move c3")[0] == []
    assert played("S1 move b2, then S1 move c2")[0] == ["S1 b2", "S1 c2"]


def test_r2_a_name_outside_an_order_is_doubt() -> None:
    assert played("S1 move b3 near N2")[0] == []


@pytest.mark.parametrize(
    "text", ["Frankly blubbering S1 move b3", "S1 move b3 is what Ben fears", "Everyone says: S1 move b3"]
)
def test_r3_what_is_not_known_is_offered(text: str) -> None:
    done, after_yes, _ = offered(text)
    assert not done
    assert len(after_yes) == 1


@pytest.mark.parametrize(
    "text", ["I will not S1 move b3", "S1 move b3 or S2 move c2", "if you like S1 move b3 unless"]
)
def test_r3_a_no_an_or_and_an_if_are_asked_about(text: str) -> None:
    done, after_yes, said = offered(text)
    assert not done
    assert not after_yes
    assert "doubt" in said or "refused" in said


def test_r3a_a_question_with_an_order_is_answered_and_voids_nothing() -> None:
    moves, said = played("Can S1 move b3?\nS2 move c2")
    assert moves == ["S2 c2"]
    assert "Can S1 move b3?" in said


@pytest.mark.parametrize(
    "text",
    [
        "S1 move b3 \U0001f6ab", "S1 move b3 (not really)", "S1 move b3 / b2", "S1 move b3 [deleted]", "[ ] S1 move b3",
        "First choice S1 move b3, second choice S2 move d3", "S1 move b3 // draft", "S1 move b3 - but check with Ben",
    ],
)  # fmt: skip
def test_r3_doubt_behind_a_break_counts(text: str) -> None:
    assert played(text)[0] == []


@pytest.mark.parametrize("text", ["Could you please move S1 to b3?", "May I move S1 to b3, please?"])
def test_r3a_a_request_is_offered(text: str) -> None:
    done, after_yes, _ = offered(text)
    assert not done
    assert len(after_yes) == 1


@pytest.mark.parametrize("line", ["S2 jumpp", "S2 c2 c3 c4 c5", "S9 move", "mvoe S2 to c2", "S2"])
def test_r4_what_looks_like_an_order_is_never_dropped(line: str) -> None:
    moves, said = played(f"S1 move b3\n{line}")
    assert moves == [] or len(moves) == 2  # read with its slip
    assert line.split()[0] in said


@pytest.mark.parametrize("text", ["What a cold day!", "My sister has a new dog.", "Catch you later"])
@pytest.mark.parametrize("above", [True, False])
def test_r5_talk_costs_nothing(text: str, above: bool) -> None:
    assert played(f"{text}\n\nS1 move b3" if above else f"S1 move b3\n\n{text}")[0] == ["S1 b3"]


@pytest.mark.parametrize(
    "text",
    [
        "Scrap that.",
        "P.S. ignore the above",
        "Or rather not.",
        "Please wait with this until Sunday.",
        "Or perhaps not.",
    ],
)
def test_r5_what_takes_back_holds_the_letter(text: str) -> None:
    assert played(f"S1 move b3\n\n{text}")[0] == []
    assert played(f"S1 move b3\nCheers, Ann\n\n{text}")[0] == []


@pytest.mark.parametrize(
    "text",
    ["Let me run this past you first.", "Please keep it back until Sunday.", "Those were just my thoughts:"],
)
def test_r5_a_sentence_that_points_at_an_order_is_asked_about(text: str) -> None:
    """In words that are not known: the order is offered without it."""
    for letter in (f"S1 move b3\n{text}", f"{text}\nS1 move b3"):
        done, after_yes, _ = offered(letter)
        assert not done
        assert len(after_yes) == 1


def test_r6_orders_alone_count_as_done() -> None:
    _, said = played("Hello!\nS1 move b3\nIt rains.")
    assert "2 lines" not in said
    assert "3 lines" not in said
    assert '"It rains."' in said


def test_r8_a_wish_beside_an_order_never_acts() -> None:
    moves, _ = played("S1 move b3\nI quit this match")
    assert moves == []


def test_r9_a_bare_answer_is_an_answer() -> None:
    office = Office()
    mail = office.begin("", game="toxic-gnome")[ANN]
    office.reply(ANN, mail, "c")
    assert "start c" in [row.text for row in office.log() if row.by == "order"]


def test_r11_a_stranger_is_answered_whenever_they_write_something_new() -> None:
    office = Office()
    for text in ("Hi, how does this work?", "Great, my name is Tom. Please sign me up!"):
        assert office.write("tom@example.org", text) == "done"
        assert len(office.mails()) == 1


@pytest.mark.parametrize("line", ["dodgeball move 1 S1 move b3", "match 1: S1 move b3", "move 1 S1 move b3"])
def test_r12_old_habits_are_read(line: str) -> None:
    office = Office()
    office.begin("pawns=3 placement=fixed")
    office.write(ANN, line)
    assert [row.split()[0] for row in rows(office)] == ["S1"]


@pytest.mark.parametrize("beside", ["What a match so far!", "Why do you ask?", "My knee hurts, you know."])
def test_r13_a_yes_counts_alone(beside: str) -> None:
    office = Office()
    boards = office.begin("pawns=3 placement=fixed")
    office.reply("ben@example.org", boards["ben@example.org"], "draw")
    mail = dict(office.mails())[ANN]
    office.reply(ANN, mail, f"Yes\n{beside}")
    assert not office.find_match().match.over


@pytest.mark.parametrize(
    "text",
    [
        "S1 move b3",
        "S1 move b3\nS2 move c2\n\ndone",
        "s1 MOVE b3",
        "S1 move b3 with 3",
        "S1 move z9\nS2 move c2",
    ],
)
def test_a_letter_of_plain_orders_is_read_as_any_other(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It only takes less time."""
    short = Office()
    answered(short, text)
    monkeypatch.setattr(reader, "_only_orders", lambda here, lines: [])
    whole = Office()
    answered(whole, text)
    assert rows(short) == rows(whole)
