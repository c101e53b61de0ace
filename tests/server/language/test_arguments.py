"""What stands behind the word of a command, taken apart by its usage."""

import pytest

from pbem.server.language.arguments import Arguments, Known
from pbem.server.language.command_spec import CommandSpec
from pbem.server.language.command_table import COMMANDS, command_named

GAMES = {"dodgeball": ["pawns", "placement"], "gnomeball": []}

KNOWN = Known(
    find_game=lambda word: word.lower() if word.lower() in GAMES else "",
    options_of=GAMES.__getitem__,
)


def spec_of(line: str) -> tuple[CommandSpec, str]:
    word, _, text = line.partition(" ")
    spec = command_named(word)
    assert spec is not None
    return spec, text


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("show", Arguments()),
        ("show 12", Arguments(number=12)),
        ("show 12#7:", Arguments(number=12, turn=7)),
        ("show #-1", Arguments(turn=-1)),
        ("show dodgeball", Arguments(game="dodgeball")),
        ("show dodgeball pawns = 4", Arguments(game="dodgeball", options={"pawns": "4"})),
        ("accept draw", Arguments(words=("draw",))),
        ("accept 12 draw", Arguments(number=12, words=("draw",))),
        ("accept Draw 12", Arguments(number=12, words=("draw",))),
        (
            "challenge dodgeball ben, Cat pace 3 days policy=skip, vote",
            Arguments(game="dodgeball", names=("ben", "Cat"), options={"pace": "3d", "policy": "skip,vote"}),
        ),
        ("fork 12#7 house level=hard", Arguments(12, 7, names=("house",), options={"level": "hard"})),
        ("history ben dodgeball", Arguments(game="dodgeball", names=("ben",))),
        ("history dodgeball ben", Arguments(game="dodgeball", names=("ben",))),
        ("join match 12 as seat B", Arguments(number=12, words=("B",))),
        ("limit dodgeball off", Arguments(game="dodgeball", words=("off",))),
        ("note clear", Arguments(words=("clear",))),
        ("note clear the left side", Arguments(text="clear the left side")),
        ("note 12 clear", Arguments(number=12, words=("clear",))),
        ("observe match 12 result only", Arguments(number=12, words=("result",))),
        ("preview 12#7 S1 move b4; done", Arguments(number=12, turn=7, text="S1 move b4; done")),
        ("rules dodgeball 26 28", Arguments(game="dodgeball", words=("26", "28"))),
        ("rules dodgeball the field", Arguments(game="dodgeball", text="the field")),
        ("say 3: as  it stands", Arguments(number=3, text="as  it stands")),
        ("tell ben, how are you?", Arguments(names=("ben",), text="how are you?")),
        ("vacation from 2026-12-24 to 2027-01-02", Arguments(words=("2026-12-24", "2027-01-02"))),
        ("vote for house please", Arguments(words=("house",))),
        ("vote zoe", Arguments(names=("zoe",))),
        ("vote 12 wait S", Arguments(number=12, words=("wait", "S"))),
    ],
)
def test_a_line_is_taken_apart(line: str, arguments: Arguments) -> None:
    spec, text = spec_of(line)
    assert spec.parse(text, KNOWN) == arguments


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("show 1 2", "Write: show, or show 12, or show #7, or show 12#7, or show dodgeball"),
        ("match", "Write: match 12"),
        ("say", "Write: say TEXT, or say 12 TEXT; for example: say Good luck!"),
        (
            "challenge dodgeball",
            "Write: challenge dodgeball ben; for example: challenge dodgeball ben pawns=4 pace=3d",
        ),
        (
            "accept drwa",
            'Write: accept, or accept 12, or accept draw, or accept undo, or accept extension. Did you mean "draw"?',
        ),
        ("unblock ben cat", "Write: unblock ben"),
    ],
)
def test_what_has_no_form_is_told_how_it_is_written(line: str, how: str) -> None:
    spec, text = spec_of(line)
    assert spec.parse(text, KNOWN) is None
    assert spec.how(text).startswith(how)


@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.name)
def test_every_form_can_be_written(spec: CommandSpec) -> None:
    """With something definite in place of its parts; and so can its example."""
    lines = [
        form.replace("option=value ...", "pawns=4").replace("...", "").replace("[", "").replace("]", "")
        for form in spec.usage + spec.tolerated
    ]
    instead = {
        "NUMBER": "12",
        "#TURN": "#7",
        "NUMBER#TURN": "12#7",
        "GAME": "gnomeball",
        "NEW": "a@b.c",
        "OLD": "a@b.c",
    }
    for line in [*lines, spec.example]:
        _, *words = line.split()
        text = " ".join(instead.get(word, word) for word in words)
        assert spec.parse(text, KNOWN) is not None, line
        assert spec.parse(text, Known(KNOWN.find_game)) is not None, line


def test_a_text_behind_the_command_counts_only_alone() -> None:
    spec, text = spec_of("note that this is a sentence")
    assert spec.parse(text, KNOWN) is not None
    assert spec.parse(text, KNOWN, is_alone=False) is None
