"""`pbem status`, which is run often: it loads no application."""

import contextlib
import time
from collections.abc import Callable

import click

from pbem.cli.facts import dated
from pbem.cli.root import Setting, db_option, json_option, main, setting
from pbem.cli.terminal import say, say_json
from pbem.server.core.installed import game_points
from pbem.server.figures.screen import draw
from pbem.server.figures.status import Status, look

WATCH_SECONDS = 5


def looking(where: Setting) -> Callable[[], Status]:
    """What reads the status whenever it is called."""
    store = where.store()
    config = where.as_served(store.note)
    return lambda: look(store, config, game_points(), int(time.time()))


@main.command()
@db_option
@click.option("--watch", is_flag=True, help=f"Look again every {WATCH_SECONDS} seconds, until Ctrl-C.")
@json_option
@setting
def status(where: Setting, watch: bool, as_json: bool) -> None:
    """Show everything on one screen: matches, who is waited for, letters, bounces, caps, sizes."""
    look_again = looking(where)
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            found = look_again()
            if watch and not as_json:
                click.clear()
            if as_json:
                say_json(dated(found))
            else:
                say("\n".join(draw(found)))
            if not watch:
                return
            time.sleep(WATCH_SECONDS)
