"""What is told and asked, read as a player would."""

from typing import Any

import pytest

from pbem.games.toxic_gnome import ToxicGnome, events
from pbem.games.toxic_gnome.events import (
    Eliminated,
    GnomeImpatient,
    MatchWon,
    RedTileLaid,
    Reshuffled,
    Stepped,
    TilesDrawn,
    TreadmillRan,
    WordFormed,
)
from pbem.mail.prose import Templates
from pbem.play.game import masked
from pbem.play.orders import OrderError, tidy
from pbem.play.requests import Ask, Event
from tests.games.toxic_gnome.boards import BOARD_A, BOARD_C, NAMES, drawn, match

TEMPLATES = Templates()
GAME = ToxicGnome()


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            WordFormed("1", "TEAR", ("a10", "a11", "b11", "b10")),
            "Ann forms TEAR, by a10 a11 b11 b10, and stays level, on b10.",
        ),
        (
            WordFormed("1", "OIL", ("c13", "c14", "b15")),
            "Ann forms OIL, by c13 c14 b15, and climbs 2 rows to b15.",
        ),
        (
            WordFormed("2", "ERE", ("e1", "e2", "e1")),
            "Ben forms ERE, by e1 e2 e1, and is back where it began.",
        ),
        (
            WordFormed("2", "TEA", ("a12", "a11", "b11")),
            "Ben forms TEA, by a12 a11 b11, and comes down 1 row to b11.",
        ),
        (Stepped("3", "b1", "a1"), "Cat steps aside, from b1 to a1."),
        (Stepped("3", "b2", "a1"), "Cat steps back, from b2 to a1."),
        (
            GnomeImpatient(30),
            "30 turns and nobody at the top: the gnome loses patience and gives the treadmill a kick.",
        ),
        (TreadmillRan("2", 4, 6), "Ben is at the top, and the treadmill runs. Rows 4 to 6 drop off the end."),
        (TreadmillRan("", 1, 1), "The treadmill runs. Row 1 drops off the end."),
        (
            TreadmillRan("1", 1, 1, (("3", "b2"),)),
            "Ann is at the top, and the treadmill runs. Row 1 drops off the end. "
            "Cat has not had a turn yet and is put on b2.",
        ),
        (Eliminated(("3",), 6, 3), "Cat falls with row 6: third place."),
        (Eliminated(("1", "2", "3"), 6, 1), "Ann, Ben and Cat fall with row 6: first place, shared."),
        (Reshuffled(4), "The stock is used up. The 4 discarded tiles are shuffled to make a new one."),
        (
            TilesDrawn(13, ("SPIRE",), (), (2, 3)),
            "On top comes SPIRE as row 13. The danger zone is now rows 2 to 3.",
        ),
        (
            TilesDrawn(16, ("GNOME", "TWERK", "SPIRE"), ("TWERK",), (7, 7)),
            "On top come GNOME as row 16, TWERK (red) as row 17 and SPIRE as row 18. The danger zone is now row 7.",
        ),
        (RedTileLaid("TWERK", 17, "left"), "The red tile TWERK, row 17, is laid one space to the left."),
        (RedTileLaid("TWERK", 17, "straight"), "The red tile TWERK, row 17, is laid straight."),
        (MatchWon(("1",)), "Ann is the last on the treadmill and wins. The gnome is not amused."),
        (
            MatchWon(("1", "2")),
            "Ann and Ben fell last, and together: they share first place,"
            " and the gnome has the treadmill to itself.",
        ),
    ],
)
def test_events_are_told(event: Any, text: str) -> None:
    """One or two sentences each, without gaps where templates join."""
    assert " ".join(TEMPLATES.event(GAME.name, event, NAMES).split()) == text


def test_every_event_and_ask_has_its_macro_and_none_is_left_over() -> None:
    """The templates tell what the rules tell and ask, and nothing else."""
    expected = {f"{kind}_{ask}" for kind in ("ask", "how") for ask in ("start", "turn", "shift")}
    told: tuple[type[Event], ...] = (*ToxicGnome.events, events.BestWord)
    for kind in told:
        expected.add("".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind.__name__)[1:])
    assert set(TEMPLATES.macros(GAME.name)) == expected
    assert sorted(TEMPLATES.decisions(GAME.name)) == ["shift", "start", "turn"]


def told_of(ask: Ask[Any], state: Any) -> str:
    """The question, and how it is answered, as a player's first mails tell it."""
    told = f"{TEMPLATES.prompt(GAME.name, ask, state)} {TEMPLATES.how_to(GAME.name, ask, state)}"
    return " ".join(told.split())


def test_prompts_say_how_to_answer() -> None:
    """What the space is, and what may be done; TOXIC-GNOME-20: no word is suggested."""
    found = match(drawn(BOARD_A))
    assert told_of(found.asks["1"], masked(found.state, "1")) == (
        "It is your turn, from the T on d1. Your word begins with T, where you stand. "
        'Answer with "word" and your word; if it can end in several '
        'places, add "to" and a square, or "highest". Or step to c1 or e1: "step" and the square.'
    )
    wild = match(drawn(BOARD_A, tokens={"1": "c4", "2": "d1", "3": "b1"}))
    assert told_of(wild.asks["1"], wild.state).startswith(
        "It is your turn, from the wild space c4. On a wild space your word may begin with any letter."
    )
    shift = match(drawn(BOARD_C, to_move="2", stock=["MAMBO", "MARCH", "TWERK"]), ["MAMBO", "MARCH", "TWERK"])
    shift.play("2", ["word oil to b15"])
    assert told_of(shift.asks["2"], shift.state) == (
        "The red tile MAMBO is yours to lay, as row 16: left, right or straight. TWERK comes after it. "
        'Answer "shift left", "shift right" or "shift straight"; further words in the same line are for the tiles '
        "after it."
    )


def test_help_is_no_order() -> None:
    """No line of the help text, sent back as it stands, is an order."""
    texts = [
        TEMPLATES.overview(GAME.name),
        *(TEMPLATES.decision(GAME.name, name) for name in ("start", "turn", "shift")),
    ]
    for line in "\n".join(texts).split("\n"):
        with pytest.raises(OrderError):
            GAME.read(tidy(line))


def test_the_credit_stands_word_for_word() -> None:
    """As the rules text has it."""
    assert GAME.credit.split("\n")[0] == (
        "Toxic Gnome is a word game from www.zemita.net; rules by its author there, all rights the author's."
    )
    assert GAME.credit.endswith("used by permission of its license.")
