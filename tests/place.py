"""Where a program that a test starts keeps what it stores."""

import os
from pathlib import Path


def place(path: str | Path) -> str:
    """What names the database that stands for a file: the file itself, unless PBEM_STORE names another store."""
    if not os.environ.get("PBEM_STORE"):
        return str(path)
    from tests.postgresql import pool

    return pool.url(path)
