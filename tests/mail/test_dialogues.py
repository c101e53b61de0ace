"""What is said at the door: each file of tests/dialogues is a case."""

import asyncio
import logging
from pathlib import Path

import pytest

from tests.mail.dialogues import play, read_script, unescaped

SCRIPTS = sorted((Path(__file__).parent.parent / "dialogues").glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_dialogue(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    script = read_script(path.read_text("utf-8"))
    letters = asyncio.run(play(script))
    expected = [letter for letter in script.kept if letter["kept"] != "nothing"]
    assert len(letters) == len(expected)
    for letter, wanted in zip(letters, expected, strict=True):
        assert letter.raw == unescaped(wanted["kept"])
        envelope = {"from": letter.return_path, "for": ", ".join(letter.recipients)}
        assert {name: envelope.get(name, wanted[name]) for name in wanted} == wanted
    for line in script.log:
        assert line in caplog.text
    for line in script.no_log:
        assert line not in caplog.text
