"""What commands cost that cron and monitoring run all the time: CPU of the whole process, its start included."""

import os
import statistics
import subprocess
import sys
from pathlib import Path

TIMES = 3


def cpu(db: Path, *command: str) -> float:
    """Seconds of CPU of `pbem` with a command on a database; the median of some runs."""
    return statistics.median(_once(db, command) for _ in range(TIMES))


def _once(db: Path, command: tuple[str, ...]) -> float:
    where = () if command[0].startswith("--") else ("--db", str(db))
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "pbem", *command, *where], cwd=db.parent, check=True, capture_output=True
    )
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)
