"""Files of a site, each whole at any moment: written aside, then renamed."""

import contextlib
import os
import shutil
from pathlib import Path


class Folder:
    """A folder of pages. `written` counts the files that have changed."""

    def __init__(self, root: Path) -> None:
        """The folder is made if it is missing."""
        root.mkdir(parents=True, exist_ok=True)
        self.root = root
        self.written = 0

    def read(self, path: str) -> bytes | None:
        """A file; None if there is none."""
        try:
            return (self.root / path).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, path: str, data: str | bytes) -> None:
        """Write a file, unless it has this content already: its date tells when the page changed."""
        content = data.encode() if isinstance(data, str) else data
        if self.read(path) == content:
            return
        file = self.root / path
        aside = file.with_name(f".{file.name}.new")
        try:
            aside.write_bytes(content)
        except FileNotFoundError:
            file.parent.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(content)
        os.replace(aside, file)
        self.written += 1

    def remove(self, path: str) -> None:
        """Remove a folder with all that is in it, if it is there."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self.root / path)
