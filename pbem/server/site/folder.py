"""Files of a site, each whole at any moment: written aside, then renamed. All may read them, whatever the umask."""

import contextlib
import os
import shutil
from pathlib import Path


class Folder:
    """A folder of pages. `written` counts the files that have changed."""

    def __init__(self, root: Path) -> None:
        """The folder is made if it is missing."""
        self.root = root
        self._make(root)
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
        self._make(file.parent)
        aside.write_bytes(content)
        aside.chmod(0o644)
        os.replace(aside, file)
        self.written += 1

    def _make(self, folder: Path) -> None:
        if not folder.is_dir():
            if folder != self.root:
                self._make(folder.parent)
            folder.mkdir(parents=folder == self.root)
            folder.chmod(0o755)

    def remove(self, path: str) -> None:
        """Remove a folder with all that is in it, if it is there."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self.root / path)
