"""Looking at what the server holds in a browser, with Datasette."""

import asyncio
import contextlib
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

import click
import yaml

from pbem.cli.root import Failed, Setting, db_option, main, setting
from pbem.cli.terminal import say
from pbem.store.views import copy_views

LONGEST_QUERY_MS = 5_000


def metadata() -> dict[str, Any]:
    """Metadata of the tables for Datasette: descriptions, facets, and prepared queries."""
    text = resources.files("pbem.store").joinpath("datasette.yaml").read_text(encoding="utf-8")
    described: dict[str, Any] = yaml.safe_load(text)
    return described


def open_copy(db: str, folder: Path) -> Any:
    """Open the public part of a database, as it is now, in Datasette. Raises `Failed` if Datasette is not installed."""
    try:
        from datasette.app import Datasette  # an extra, which few need
    except ImportError as error:
        raise Failed("Datasette is not installed; write: pip install 'pbem[datasette]'") from error
    copy = folder / "games.db"
    copy_views(db, copy)
    limits = {"sql_time_limit_ms": LONGEST_QUERY_MS}
    return Datasette(immutables=[str(copy)], metadata=metadata(), settings=limits)  # type: ignore[no-untyped-call]  # it has no types


@main.command()
@db_option
@click.option(
    "--port", default=8001, show_default=True, help="Where the browser finds it, on this machine only."
)
@setting
def datasette(where: Setting, port: int) -> None:
    """Show matches, players, letters and results in a browser, as they are now: without addresses, seeds or orders."""
    db = where.file("look into it with psql")
    where.store().close()
    with tempfile.TemporaryDirectory(prefix="pbem-datasette-") as folder:
        shown = open_copy(db, Path(folder))
        import uvicorn  # comes with Datasette

        say(
            f"shown at http://127.0.0.1:{port}/games until you press Ctrl-C; start it again to see what is new"
        )
        server = uvicorn.Server(uvicorn.Config(shown.app(), host="127.0.0.1", port=port, log_level="warning"))
        with contextlib.suppress(KeyboardInterrupt):  # it has stopped in order, and tells that once more
            asyncio.run(server.serve())
