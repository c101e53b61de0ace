"""Where a database is: in a file, or at the URL of a server."""

import re
from pathlib import Path

URLS = ("postgresql://", "postgres://")


def is_url(place: str | Path) -> bool:
    """Does this name a database on a server rather than a file?"""
    return str(place).startswith(URLS)


def without_password(url: str) -> str:
    """The URL of a database as it may be shown."""
    return re.sub(r"(?<=://)([^:/@]*):[^@/]*@", r"\1@", re.sub(r"([?&]password=)[^&]*", r"\1...", url))
