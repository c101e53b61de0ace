"""Golden letters: where a folder of tests/letters has an `expect.yaml`, that is what is read from its mail."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from pbem.mail.reading import Letter, read

FOLDERS = sorted(p.parent for p in (Path(__file__).parent.parent / "letters").glob("*/expect.yaml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_letter(folder: Path) -> None:
    expected: dict[str, Any] = yaml.safe_load((folder / "expect.yaml").read_text("utf-8"))
    assert expected.pop("case")[0] in "BIMS", "a case says which line of the list it is"
    letter = msgspec.to_builtins(read((folder / "in.eml").read_bytes(), domain="example.com"))
    assert expected.keys() <= set(Letter.__struct_fields__)
    assert {name: letter[name] for name in expected} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in expected.items()
    }
