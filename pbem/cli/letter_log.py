"""The log of letters: one line for each, in words or as JSON, on the standard error of the server."""

import logging
import sys
from datetime import UTC, datetime
from typing import Literal

import msgspec
from msgspec import structs

from pbem.cli.root import Discreet
from pbem.cli.terminal import safe_json
from pbem.server.core.fates import Fate, log


class AsJson(logging.Formatter):
    """One JSON object a line: `at`, and the fields of `Fate`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fate: Fate = record.__dict__["fate"]
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return safe_json(msgspec.json.encode({"at": at, **structs.asdict(fate)}).decode())


def log_letters(form: Literal["", "text", "json"]) -> None:
    """Begin to log what becomes of letters, in one of these forms; "" leaves it to `--debug`."""
    if not form:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else Discreet("%(asctime)s %(name)s %(message)s"))
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
