"""A line that can never be done is refused at once: it does not wait, and drives out nothing that waits."""

import pytest

from tests.server.office import Office, ask, play

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("S9 move b9", "S9 is not one of your pawns. Yours: S1 S2 S3"),
        ("N1 move b7", "N1 is not one of your pawns"),
        ("S1 move b9", "There is no square b9"),
        ("S1 move b6", "b6 is in North's half"),
        ("S1 throw N9", "N9 is not one of North's pawns: N1 N2 N3"),
        ("S1 throw b2", "b2 is not in North's half"),
        ("S1 pass N1", "N1 is not one of South's pawns: S1 S2 S3"),
        ("S1 move and go", '"and" is not a square'),
        ("S1 move a3 and watch out", "Do you want this: S1 move a3 e.g. yes"),
        ("S1 move a4, pick gnome", "Do you want this: S1 move a4 e.g. yes"),
        ("A1 move f6, pick gnome", '"pick" is not understood here'),
        ("if S1 is b4 then N1 move b7", "N1 is not one of your pawns"),
        ("if can S1 throw N9 then done", "N9 is not one of North's pawns"),
    ],
)
def test_it_replaces_nothing(office: Office, line: str, why: str) -> None:
    """Dodgeball, while North is to move."""
    office.begin()
    play(office, ANN, "done", "S1 move a2", "S1 throw N2")
    before = office.log(), office.find_match().match.waiting("S")
    assert before[1] == ["S1 move a2", "S1 throw N2"]
    told = ask(office, ANN, line).flat
    assert why in told
    assert (office.log(), office.find_match().match.waiting("S")) == before


def test_what_is_out_stays_out(office: Office) -> None:
    """A pawn that is out never acts again."""
    office.begin()
    play(office, ANN, "S1 move b4", "done")
    play(office, BEN, "done")
    play(office, ANN, "S1 throw N1")
    office.write(BEN, "catch")
    match = office.find_match().match
    (out,) = [pawn for pawn in ("S1", "N1") if pawn not in match.state.pawns]
    owner = ANN if out == "S1" else BEN
    if office.asked() == owner:
        play(office, owner, "done")
    assert f"{out} is out of the game" in ask(office, owner, f"{out} move b4").flat


@pytest.mark.parametrize(
    ("game", "options", "seat", "good", "bad", "why"),
    [
        ("slargeball", "squads=1 lineup=own", "R", "all fetch", "squad 2 hold", "not squad 2"),
        ("slargeball", "squads=1 lineup=own", "R", "all fetch", "2T1 hold", "There is no figure 2T1"),
        ("slargeball", "squads=1 lineup=own", "R", "all fetch", "H activate T1", "There is no Coach"),
        ("slargeball", "squads=1 lineup=own", "R", "all fetch", "T1 score", "Only a Goalie"),
        ("slargeball", "squads=1 lineup=own", "R", "all fetch", "T1 move 99,99", "over an edge"),
        ("gnomeball", "", "A", "A1 pick up", "A9 fetch", "There is no A9"),
        ("gnomeball", "", "A", "A1 pick up", "B1 fetch", "B1 does not serve you"),
        ("gnomeball", "", "A", "A1 pick up", "A1 attack C2", "There is no C2"),
        ("gnomeball", "", "A", "A1 pick up", "if B9 down: A1 fetch", "There is no B9"),
        ("toxic-gnome", "", "1", "word cat", "word qqqqq", "QQQQQ is not in the word list"),
        ("toxic-gnome", "", "1", "word cat", "step up", "up is neither a direction nor a square"),
    ],
)
def test_it_is_so_in_the_other_games(
    office: Office, game: str, options: str, seat: str, good: str, bad: str, why: str
) -> None:
    """Nothing asks for such lines while teams line up or are chosen."""
    office.begin(options, game=game)
    play(office, ANN, good)
    before = office.find_match().match.waiting(seat)
    assert before
    assert why in ask(office, ANN, bad).flat
    assert office.find_match().match.waiting(seat) == before


def test_of_elfball_players(office: Office) -> None:
    """Nobody knows them before the teams are named; then each has those of their own side."""
    office.begin("", game="elfball")
    play(office, ANN, "A go ball")
    assert office.find_match().match.waiting("N") == ["A go ball"]
    play(office, ANN, "team nightelves")
    play(office, BEN, "team nightelves")
    for line, why in (
        ("M go ball", "M is not your player"),
        ("L go ball", "there is no player L in this match"),
        ("A go next X, tackle X", "there is no player X in this match"),
        ("enter M e12", "M is not your player"),
    ):
        assert why in ask(office, ANN, line).flat
        assert office.find_match().match.waiting("N") == ["A go ball"]
