"""Reading lines, and the refusals word for word."""

import pytest

from pbem.games.gnomeball.orders import FORMS, ORDERS
from pbem.games.gnomeball.parts import VERBS
from pbem.games.gnomeball.races import RACES
from pbem.mail.prose import Templates
from pbem.play.orders import Unreadable, tidy
from pbem.play.requests import lane

from .pitch import GAME, Pitch

CONDITIONS = (
    "loose, dead, we hold, they hold, ID holds, ID down, ID used, ID hp N, ID reach X, ID near X, yes"
)
LINES = [
    ("tm ta un or* tr hu", "team tauren undead orc* troll human"),
    ("team Val'kyr valkyr be NE dr", "team valkyr valkyr bloodelf nightelf draenei"),
    ("team night elf, Blood Elf*, orc, orc, orc", "team nightelf bloodelf* orc orc orc"),
    ("team draenei, tauren, orc (copperback), dwarf, troll", "team draenei tauren orc* dwarf troll"),
    ("ho sw, ne", "home a1 j10"),
    ("pl A1 e4, A2 d5", "place A1 e4 A2 d5"),
    ("place e4 d5 d4", "place e4 d5 d4"),
    ("pl same", "place same"),
    ("Done.", "done"),
    ("a3 m F5", "A3 move f5"),
    ("A4 h b2 t a3", "A4 hearth b2, toss a3"),
    ("A3 move f5, pick up", "A3 move f5, pick up"),
    ("A3 m f5 get", "A3 move f5, pick up"),
    ("A3 p", "A3 pick up"),
    ("A3 move f5,", "A3 move f5"),
    ("A3 move f5 and then pick up", "A3 move f5, pick up"),
    ("A1 m g5 a b2", "A1 move g5, attack B2"),
    ("A1 attack gnome", "A1 attack gnome"),
    ("A1 m g8, k", "A1 move g8, punt"),
    ("A1 punt ne", "A1 punt j10"),
    ("A1 punt B", "A1 punt B"),
    ("A1 m e5, s", "A1 move e5, stomp"),
    ("A2 b B4", "A2 plague B4"),
    ("A3 m c3, r", "A3 move c3, regenerate"),
    ("A5 m e6, e", "A5 move e6, plant"),
    ("A2 w NE", "A2 howl ne"),
    ("A2 m d4, f B1", "A2 move d4, fish B1"),
    ("A2 n", "A2 tend"),
    ("A2 z z a B1", "A2 frenzy, frenzy, attack B1"),
    ("A5 d m c3", "A5 detonate, move c3"),
    ("A1 look pretty at B3", "A1 look pretty at B3"),
    ("A1 l", "A1 look pretty"),
    ("A1 look at the silly gnome, move d4", "A1 look pretty at the silly gnome, move d4"),
    ("A2 -", "A2 pass"),
    ("pass", "pass"),
    ("A1 fetch", "A1 fetch"),
    ("A1 hunt HOLDER", "A1 hunt holder"),
    ("A1 carry se punt", "A1 carry j1, punt"),
    ("A1 carry, punt or A1 pass", "A1 carry, punt or A1 pass"),
    ("if B2 holds: A3 hunt holder", "if B2 holds: A3 hunt holder"),
    ("IF not A1 near gnome AND a2 hp 02: a3 -", "if not A1 near gnome and A2 hp 2: A3 pass"),
    ("if A1 reach g5: A1 m g5", "if A1 reach g5: A1 move g5"),
    ("if loose or not a2 near the Gnome then A1 p", "if loose or not A2 near gnome: A1 pick up"),
    ("halt unless we hold", "halt unless we hold"),
    ("whenever loose or dead then any fetch", "whenever loose or dead: any fetch"),
    ("halt", "halt"),
    ("halt if they hold", "halt if they hold"),
    ("whenever yes: any fetch or any pass", "whenever yes: any fetch or any pass"),
    ("drop plan", "drop plan"),
    ("keep on", "keep on"),
    ("intercept", "intercept"),
    ("ignore", "ignore"),
    ("always intercept", "always intercept"),
    ("always intercept except worgen", "always intercept except worgen"),
    ("never intercept", "never intercept"),
    ("always ask intercept", "always ask intercept"),
    ("always place same", "always place same"),
    ("always place auto", "always place auto"),
    ("always place A1 e4", "always place A1 e4"),
    ("always ask place", "always ask place"),
    ("plan: A1 pass", "plan: A1 pass"),
]


@pytest.mark.parametrize(("line", "full"), LINES)
def test_lines_and_what_they_are_in_full(line: str, full: str) -> None:
    """GNOMEBALL-122: every form, long and short, commas or none, reads back as it is written in full."""
    order = GAME.read(tidy(line))
    assert str(order) == full
    assert GAME.read(full) == order


def test_no_two_verbs_or_races_are_written_alike() -> None:
    """Short forms included: the later one would take the word away from the other."""
    verbs = [(word, verb.word) for verb in VERBS.values() for word in verb.form.split()[0].split("/")]
    races = [(word, name) for name, race in RACES.items() for word in (name, race.short)]
    for words in (verbs, races):
        by_word: dict[str, list[str]] = {}
        for word, name in words:
            by_word.setdefault(word, []).append(name)
        assert {word: names for word, names in by_word.items() if len(names) > 1} == {}


def test_every_kind_of_order_is_read() -> None:
    """GNOMEBALL-122: none is missing from the lines above, nor from the forms of the help mail."""
    assert {type(GAME.read(tidy(line))) for line, _ in LINES} == set(ORDERS)
    words = {full.split()[0].lower() for _, full in LINES} - {"a1", "a2", "a3", "a4", "a5", "pass", "plan:"}
    assert words <= {form.split()[0] for form in FORMS}
    assert len({lane(kind) for kind in ORDERS}) == 6


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("team elf orc orc orc orc", 'No race "elf". Did you mean bloodelf or nightelf?'),
        ("team taurne orc orc orc orc", 'No race "taurne". Did you mean tauren?'),
        ("team xyz orc orc orc orc", f'No race "xyz". The races: {", ".join(RACES)}.'),
        ("home b2", '"b2" is not a corner: a1 (sw), j1 (se), a10 (nw), j10 (ne).'),
        ("home", '"home" needs one or more corners, your first choice first.'),
        ("place", '"place" needs squares, with or without ids.'),
        ("place A1", '"A1" should be an id and a square, such as A1 e4.'),
        ("place A1 e4 A1 e3", "An id appears twice in this line."),
        ("place k4", '"k4" is not a square of the field (a1 to j10).'),
        ("A1 move", 'The line cannot be read after "A1 move"'),
        ("A1 move k9", '"k9" is not a square of the field (a1 to j10)'),
        ("A1 attack", 'The line cannot be read after "A1 attack"'),
        ("A1 attack e4", '"e4" is not a character or gnome'),
        ("A1 howl up", '"up" is not a direction (n ne e se s sw w nw)'),
        ("A1 mvoe d4", '"mvoe" is not an action'),
        ("A1 xyzzy", '"xyzzy" is not an action'),
        ("A1", 'The line cannot be read after "A1"'),
        ("A1 look pretty at", 'The line cannot be read after "A1 look pretty at"'),
        ("A1 look pretty at <b>", '"<b>" is not a name in plain letters'),
        ("E1 pass", '"E1 pass" is not an order of Gnomeball'),
        ("hlat", '"hlat" is not an order of Gnomeball'),
        ("if loose A1 pass", '"A1" is not understood here'),
        ("if sunny: A1 pass", f'I do not know the condition "sunny": it is one of {CONDITIONS}'),
        ("if A1 near e4: A1 pass", 'I do not know the condition "A1 near e4"; try "A1 reach e4".'),
        ("if we hold or loose and dead: A1 pass", "Join the terms of a condition by and, or by or, not by both"),
        ("if loose:", 'The line cannot be read after "if loose :"'),
        ("halt now", '"now" is not understood here'),
        ("keep off", '"off" is not understood here'),
        ("always win", '"win" is not understood here'),
        ("always place e4", "A standing placement needs ids."),
        ("", '"" is not an order of Gnomeball'),
        ("A1 " + "look pretty " * 20, "A line has room for 200 characters; this one has 243."),
    ],
)  # fmt: skip
def test_lines_that_cannot_be_read(line: str, text: str) -> None:
    """GNOMEBALL-122: a line that is no sentence of the game is refused with what would be one."""
    with pytest.raises(Unreadable) as unreadable:
        GAME.read(line)
    assert str(unreadable.value) == text
    assert unreadable.value.expected or unreadable.value.nearest


ERRORS = Pitch(
    "A1 orc e6, A2 human c6, A3 human e8, A4 nightelf a1, A5 goblin d1 explosives=d1 spent=1, A6 human a2 used=true,"
    "A7 human -, A8 tauren a3 spent=1, A9 undead f10, A10 human d8 stunned=true, A11 human g4 howled=true,"
    "B1 human j9, B2 human f7, B4 human j8",
    gnome="e8",
    hp=0,
)
HOLDING = Pitch("A1 human f6, A2 human e5, B1 human j1", gnome="A2")


@pytest.mark.parametrize(
    ("pitch", "line", "text"),
    [
        (Pitch(), "team gnome orc orc orc orc", "A gnome cannot join a team: it is the ball."),
        (Pitch(), "team orc orc orc orc", "A team has 5 characters; you named 4."),
        (Pitch(), "team orc* orc* orc orc orc", "Only one character can be the copperback."),
        (Pitch(), "team elf orc orc orc orc", 'No race "elf". Did you mean bloodelf or nightelf?'),
        (Pitch(), "place A1 g3", "g3 is 5.5 from your home; the starting zone goes to 4."),
        (Pitch(), "place e3 e3", "e3 is taken."),
        (ERRORS, "B2 pass", "B2 does not serve you."),
        (ERRORS, "A6 pass", "A6 has been activated in this cycle."),
        (ERRORS, "A7 pass", "A7 has fainted; it returns after the next score."),
        (ERRORS, "A3 move h9", "A3 cannot reach h9: the way costs 3.5, it may move 3."),
        (ERRORS, "A1 move f7", "f7 is occupied by B2."),
        (ERRORS, "A11 move g5", "A11 cannot move in this activation (howl). It may act."),
        (ERRORS, "A3 pick up, attack gnome", 'One action in an activation; "pick up" was the first.'),
        (ERRORS, "A2 toss c5", "A2 does not hold the gnome."),
        (HOLDING, "A2 toss e7", "e7 is no closer to your home than e5; only the copperback may toss there."),
        (HOLDING, "A2 toss c1", "c1 is 5 away; A2 tosses up to 4."),
        (ERRORS, "A1 attack B2", "B2 is 1.5 from A1; an attack reaches 1 (no diagonals)."),
        (Pitch("A1 human f6, B1 human j1", gnome="A1"), "A1 punt", "A1 is 4.5 from home j10; a punt needs 4 or less."),
        (HOLDING, "A1 pick up", "The gnome is not on the ground."),
        (ERRORS, "A1 pick up", "The gnome is 2 away; you reach 1."),
        (ERRORS, "A8 stomp", "A8 has used its warstomp."),
        (ERRORS, "A1 howl ne", "A1 is an Orc; it cannot howl."),
        (ERRORS, "A9 plague B4", "B4 is 5 away; the barrel flies 4."),
        (ERRORS, "A9 plague A2", "A2 is on your side."),
        (ERRORS, "A4 tend", "The gnome is past help."),
        (ERRORS, "A4 move b1, tend", "Tending takes the whole activation."),
        (ERRORS, "A5 move d2, detonate", "Detonate comes before the move."),
        (ERRORS, "A99 pass", "There is no A99."),
        (ERRORS, "done", "There is nothing to place now."),
        (ERRORS, "team orc orc orc orc orc", "The teams have been chosen."),
        (ERRORS, "home a1", "The homes have been given."),
        (ERRORS, "intercept", "There is no toss to intercept now."),
    ],
)  # fmt: skip
def test_refusals_word_for_word(pitch: Pitch, line: str, text: str) -> None:
    """GNOMEBALL-123: the error table, line by line."""
    assert pitch.refusal("A", line) == text


def test_a_stunned_character_and_its_line() -> None:
    """GNOMEBALL-91: anything but pass is accepted as pass, and the mail says why."""
    pitch = Pitch("A3 human d8 stunned=true, B1 human j1")
    assert [line_result.text for line_result in pitch.play("A", "A3 move d5")] == ["A3 pass"]
    words = [Templates().event("gnomeball", event, pitch.state.names) for event in pitch.match.events]
    assert words[0] == "A3 is stunned and loses this activation."


def test_the_line_closest_to_the_mark() -> None:
    """GNOMEBALL-10: ids may be small letters in activation lines, but in `place` lines they are capitals."""
    assert str(GAME.read("a1 attack b2")) == "A1 attack B2"
    assert str(GAME.read("place a1 b2")) == "place a1 b2"
    assert str(GAME.read("place A1 b2")) == "place A1 b2"
