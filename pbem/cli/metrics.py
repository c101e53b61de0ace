"""`pbem metrics`: the status for Prometheus."""

import contextlib
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import click
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from pbem.cli.root import Setting, db_option, main, setting
from pbem.cli.status import looking
from pbem.cli.terminal import say
from pbem.server.core.config import Address
from pbem.server.figures.metrics import Metrics


@main.command()
@db_option
@click.option(
    "--to",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write them to this file, replacing it in one step.",
)
@click.option("--listen", metavar="HOST:PORT", help="Answer at this port by HTTP, until Ctrl-C.")
@setting
def metrics(where: Setting, path: Path | None, listen: str | None) -> None:
    """Print the figures of `pbem status` in the text format of Prometheus; or write them to a file, or serve them."""
    found = Metrics(looking(where), version("pbem"))
    if listen is not None:
        address = Address.parse(listen)
        with make_server(address.host, address.port, _answer(found.text), handler_class=_Silent) as server:
            say(f"metrics at http://{Address(address.host, server.server_port)}/metrics")
            with contextlib.suppress(KeyboardInterrupt):
                server.serve_forever()
    elif path is not None:
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(found.text())
        part.replace(path)
    else:
        say(found.text().decode().rstrip("\n"))


class _Silent(WSGIRequestHandler):
    """Logs no request."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the library calls it so
        """Log nothing."""


def _answer(text: Callable[[], bytes]) -> Callable[[Any, Any], Iterable[bytes]]:
    """The metrics as a WSGI application."""

    def answer(environ: Any, start: Any) -> Iterable[bytes]:
        start("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
        return [text()]

    return answer
