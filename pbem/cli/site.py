"""`pbem site`: pages for everybody, as files that any web server can show."""

import contextlib
import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from pbem.cli.root import Failed, Setting, db_option, main, setting
from pbem.cli.terminal import say
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site


@main.command()
@click.argument("folder", metavar="[OUT]", required=False, type=click.Path(file_okay=False, path_type=Path))
@db_option
@click.option("--serve", is_flag=True, help="Then show the pages on this machine, to try them.")
@click.option("--port", default=8000, show_default=True, help="Where --serve shows them, on 127.0.0.1.")
@click.option(
    "--pictures", is_flag=True, help="Draw the board of every turn that has no picture to share yet."
)
@setting
def site(where: Setting, folder: Path | None, serve: bool, port: int, pictures: bool) -> None:
    """Write the pages of matches, players and games into a folder: what has changed since the last time.

    OUT is the folder of [site] in pbem.toml unless given.
    """
    app = where.app()
    out = folder or (Path(app.config.site.folder) if app.config.site.folder else None)
    if out is None:
        raise Failed("name a folder: pbem site FOLDER, or set folder in the table [site] of pbem.toml")
    if pictures and not app.config.site.site_url:
        raise Failed("pictures need the address of the site: set site_url in the table [site] of pbem.toml")
    written = Site(app.context, app.repository, app.competitions, Folder(out)).refresh(pictures=pictures)
    say(f"{written} files written into {out}")
    if serve:
        handler = functools.partial(SimpleHTTPRequestHandler, directory=str(out))
        with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
            say(f"shown at http://127.0.0.1:{server.server_port}/ until you press Ctrl-C")
            with contextlib.suppress(KeyboardInterrupt):
                server.serve_forever()
