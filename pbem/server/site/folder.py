"""Files of a site, each whole at any moment: written aside, then renamed. All may read them, whatever the umask."""

import contextlib
import os
import shutil
from pathlib import Path


class Folder:
    """A folder of pages. `written` counts the files that have changed."""

    def __init__(self, root: Path) -> None:
        """The folder is made if it is missing."""
        self._root = str(root)
        self.written = 0
        root.parent.mkdir(parents=True, exist_ok=True)
        self._make(self._root)

    def read(self, path: str) -> bytes | None:
        """A file; None if there is none."""
        try:
            with open(self._at(path), "rb") as file:  # a path costs as much as the page
                return file.read()
        except FileNotFoundError:
            return None

    def write(self, path: str, data: str | bytes) -> None:
        """Write a file, unless it has this content already: its date tells when the page changed."""
        content = data.encode() if isinstance(data, str) else data
        if self.read(path) == content:
            return
        folder, _, name = self._at(path).rpartition("/")
        aside = f"{folder}/.{name}.new"
        try:
            file = open(aside, "wb")  # noqa: SIM115
        except FileNotFoundError:
            self._make(folder)
            file = open(aside, "wb")  # noqa: SIM115
        with file:
            file.write(content)
            os.fchmod(file.fileno(), 0o644)
        os.replace(aside, f"{folder}/{name}")
        self.written += 1

    def names(self, path: str) -> list[str]:
        """The names of what is in a folder; none if it is missing."""
        try:
            return os.listdir(self._at(path))
        except FileNotFoundError:
            return []

    def remove(self, path: str) -> None:
        """Remove a folder with all that is in it, or a file, if it is there."""
        with contextlib.suppress(FileNotFoundError):
            try:
                shutil.rmtree(self._at(path))
            except NotADirectoryError:
                os.unlink(self._at(path))

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}"

    def _make(self, folder: str) -> None:
        with contextlib.suppress(FileExistsError):
            try:
                os.mkdir(folder)
            except FileNotFoundError:
                self._make(folder.rpartition("/")[0])
                os.mkdir(folder)
            os.chmod(folder, 0o755)  # noqa: S103  # everybody may read it
