"""A damaged database: what can still be read of it, the newest good backup, and putting that in its place.

Backups are known by a list beside the database, since nothing in the file itself can be relied on.
"""

import contextlib
import os
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from pbem.server.core.times import moment
from pbem.store import Store, StoreError
from pbem.store.damage import Copy, examine, in_use, survey


def backup(store: Store, db: str, path: Path) -> None:
    """Copy a database while the server runs, and note where the copy is. Raises `StoreError`."""
    store.backup(path)
    known = [*known_backups(db), path.resolve()]
    with contextlib.suppress(OSError):  # the copy is there all the same
        _list_of(db).write_text("".join(f"{each}\n" for each in dict.fromkeys(known)), encoding="utf-8")


def known_backups(db: str) -> list[Path]:
    """The backups of a database that are still there, the oldest first."""
    try:
        listed = [Path(line) for line in _list_of(db).read_text(encoding="utf-8").splitlines() if line]
    except (OSError, UnicodeDecodeError):
        return []
    return sorted((path for path in listed if path.is_file()), key=lambda path: path.stat().st_mtime)


def _list_of(db: str) -> Path:
    return Path(f"{db}-backups")


def newest_good(db: str) -> tuple[Path, Copy] | None:
    """The newest of the backups that are sound, and what it holds."""
    for path in reversed(known_backups(db)):
        copy = examine(path)
        if isinstance(copy, Copy):
            return path, copy
    return None


def report_damage(db: str) -> list[str]:
    """What can be read of a damaged database, and what to do, line by line.

    Empty if there is neither a readable row nor a backup, as for a file that never was a database.
    """
    lines = readable(Path(db))
    found = newest_good(db)
    if found is None and not survey(Path(db)):
        return []
    if found is None:
        return [*lines, f"No good backup is known. If you have one: pbem --db {db} restore FILE"]
    path, copy = found
    return [
        *lines,
        f"The newest good backup is {path}: {told(path, copy)}.",
        f"Stop the server, then: pbem --db {db} restore {path}",
    ]


def readable(db: Path) -> list[str]:
    """What can be read of a database, line by line: which of its tables are damaged, and how many rows are left."""
    tables = survey(db)
    if not tables:
        return [f"Nothing of {db} can be read."]
    broken = [each for each in tables if not each.whole]
    if not broken and isinstance(examine(db, in_place=True), Copy):
        return [f"{db} is sound."]
    if not broken:
        return [f"All rows of {db} can be read: what is damaged is an index, or a page without rows."]
    lines = [
        f"{db}: the table {each.table} is damaged; {each.readable or 'none'} of its rows can be read."
        for each in broken
    ]
    return [*lines, f"The other {len(tables) - len(broken)} tables can be read whole."]


def told(path: Path, copy: Copy) -> str:
    """A backup in words: when it was made, and what it holds."""
    made = moment(int(path.stat().st_mtime), "UTC")
    last = f", the last of {moment(copy.last, 'UTC')}" if copy.last is not None else ""
    return f"made {made}, with {copy.matches} matches and {copy.letters} letters{last}"


def restore(db: str, backup: Path) -> tuple[Copy, Path | None]:
    """Put a backup in the place of a database, which is moved aside; returns what it holds, and where the old one is.

    Raises `StoreError`, with nothing changed, if the backup is unusable, another process has the database open, or the
    disk is too full for a second copy.
    """
    place = Path(db)
    if place.exists() and backup.exists() and place.samefile(backup):
        raise StoreError(f"{backup} is the database itself")
    copy = examine(backup)
    if not isinstance(copy, Copy):
        raise StoreError(f"{backup} cannot be used: {copy}")
    if place.exists() and in_use(place):
        raise StoreError(f"another process has {db} open; stop the server first")
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f"{place.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as target, backup.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        if place.exists():
            old = place.stat()
            part.chmod(old.st_mode & 0o777)
            with contextlib.suppress(PermissionError):
                os.chown(part, old.st_uid, old.st_gid)
        aside = _move_aside(place)
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)
    return copy, aside


def _move_aside(place: Path) -> Path | None:
    """Rename a database with its write-ahead log, which must not meet another one."""
    aside = Path(f"{place}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for suffix in ("-wal", "-shm", ""):
        if Path(f"{place}{suffix}").exists():
            Path(f"{place}{suffix}").rename(f"{aside}{suffix}")
    return aside if aside.exists() else None
