"""Connect Four keeps the laws of the frame, knows its rules, and is played by mail."""

from pathlib import Path

import pytest
from connect_four import ConnectFour, Position

from pbem.mail.prose import Templates
from pbem.play.conformance import audit, playouts
from pbem.play.scenario import read_scenarios, run_scenario
from pbem.server.answering.about import About
from pbem.server.answering.questions import answer
from pbem.server.language.command_table import command_words
from tests.server.office import Office, ask
from tools.arena import contest

HERE = Path(__file__).parent
PROSE = Templates({"connect-four": HERE / "connect_four" / "templates"})


@pytest.mark.slow
def test_it_keeps_the_laws() -> None:
    """Every kind of order and event is met; a full board is rare."""
    audit(ConnectFour(), PROSE, command_words())
    playouts(ConnectFour(), prose=PROSE, players=(2,))


@pytest.mark.parametrize(
    ("discs", "column", "result"),
    [
        ("{a1: R, b1: R, c1: R}", "d", "R>Y"),
        ("{d1: R, d2: R, d3: R}", "d", "R>Y"),
        ("{a4: R, b3: R, c2: R}", "d", "R>Y"),
        ("{a1: R, b2: R, d4: R, c1: Y, c2: Y}", "c", "R>Y"),
        ("{a1: R, b1: R}", "c", "none"),
    ],
)
def test_four_in_a_row_win(discs: str, column: str, result: str) -> None:
    """CONNECT-FOUR-2 and 3: a disc falls as far as it can; level, upright and slanting rows."""
    (scenario,) = read_scenarios(
        f"{{title: a row, game: connect-four, position: {{discs: {discs}}},"
        f' letters: [{{R: "drop {column}"}}], expect: {{result: {result}}}}}'
    )
    assert run_scenario(ConnectFour(), scenario) == ""


def test_a_full_column_is_refused() -> None:
    """CONNECT-FOUR-1: with the columns that are open."""
    game = ConnectFour()
    state = game.new({}, ("R", "Y"))
    state.discs = {f"d{row}": "RY"[row // 2 % 2] for row in range(1, 7)}
    assert state.open_columns() == list("cebfag")


@pytest.mark.parametrize("pair", [("hard", "normal"), ("normal", "easy"), ("paste", "random")])
def test_the_levels_differ(pair: tuple[str, str]) -> None:
    """No line is refused, and the better one wins most matches."""
    score = contest(ConnectFour(), pair, range(10), 60)
    assert score.refused == []
    assert score.won > 2 * score.lost


def test_questions_are_answered_without_a_line_for_it() -> None:
    """From its facts, forms, names and rulebook."""
    office = Office([ConnectFour()])
    ann, ben = office.register("Ann"), office.register("Ben")
    office.write(ann, "challenge connect-four ben")
    office.reply(ben, office.mail_to(ben), "accept")
    loaded = office.find_match()
    seat = next(row for row in loaded.seats if row.seat == "R")
    player = office.store.people.named(seat.handle)
    office.write(seat.address, "drop d")
    loaded = office.find_match()
    about = About(office.app.context, player, loaded, seat, [loaded.game])
    told = {
        question: " ".join((answer(question, about) or "").split())
        for question in (
            "What is on d1?", "Whose turn is it?", "Am I Red?", "How do I drop a disc?",
            "What happens if the board is full?",
        )
    }  # fmt: skip
    assert "On d1: Red." in told["What is on d1?"]
    assert "Waiting for Yellow" in told["Whose turn is it?"]
    assert "You are Red" in told["Am I Red?"]
    assert "drop d - a disc into column d" in told["How do I drop a disc?"]
    assert "CONNECT-FOUR-4" in told["What happens if the board is full?"]


def test_it_is_played_by_mail() -> None:
    """Against another player: board, preview, a slip, a conditional line, the rulebook."""
    office = Office([ConnectFour()])
    ann, ben = office.register("Ann"), office.register("Ben")
    office.write(ann, "challenge connect-four ben")
    office.reply(ben, office.mail_to(ben), "accept")
    address = {seat.seat: seat.address for seat in office.find_match().seats}
    red, yellow = address["R"], address["Y"]
    asked = dict(office.mails())[red]
    assert 'answer with "drop" and a letter from a to g' in asked.flat
    office.reply(red, asked, "drpo d")
    mails = dict(office.mails())
    assert "drpo d read as: drop d" in mails[red].flat
    office.reply(red, mails[red], "drop d; drop d; drop d")
    office.reply(yellow, mails[yellow], "if d2 is empty then drop a\ndrop b\ndrop b")
    over = dict(office.mails())[yellow]
    assert "the match is over: you lost" in over.subject
    assert "has four in a row: d1 d2 d3 d4." in over.flat


def test_the_house_plays_it_and_its_rulebook_comes_by_mail() -> None:
    """At the level that is wanted."""
    office = Office([ConnectFour()])
    ann = office.register("Ann")
    assert "CONNECT-FOUR-4 If the board is full" in ask(office, ann, "rules connect-four").flat.replace(
        "*", ""
    )
    assert "(hard house)" in ask(office, ann, "challenge connect-four house level=hard").flat


def test_columns_and_squares_may_be_named() -> None:
    """In a sentence the server tells them from other words, and knows what people say for a drop."""
    game = ConnectFour()
    names = game.names(Position(seats=["R", "Y"]), "R")
    assert [word for word in ("d", "d1", "h", "hello") if names.is_place(word)] == ["d", "d1"]
    assert names.sides == {"Red": "R", "Yellow": "Y"}
    assert {"put", "playing", "drops"} <= {*game.verbs["drop"]}
