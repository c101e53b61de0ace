"""`python -m pbem.cli.site_writer`: the process beside a server that keeps its site fresh."""

import logging
import os
import select
from pathlib import Path

from pbem.cli.root import log_to_stderr
from pbem.server.ops.application import Application
from pbem.server.ops.beside import PIPE_END, read_order
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from pbem.store import SqlError, Store

log = logging.getLogger("pbem.site")

PAUSE_SECONDS = 10.0
"""How long after a look at the database it looks again."""


def main() -> None:
    """Write the site until the parent says stop."""
    order = read_order()
    log_to_stderr(order.level)
    os.nice(10)  # letters go first
    app = Application(Store(order.config.db, must_exist=True), order.config)
    site = Site(app.context, app.repository, app.competitions, Folder(Path(order.config.site.folder)))
    trouble = ""
    while True:
        try:
            site.refresh()
            trouble = ""
        except (SqlError, OSError) as error:  # a full disk, a lock: tried again
            if str(error) != trouble:
                trouble = str(error)
                log.error("the site cannot be written: %s", error)  # noqa: TRY400  # it is not our fault
        readable, _, _ = select.select([PIPE_END], [], [], PAUSE_SECONDS)
        if readable and not os.read(PIPE_END, 4096):
            return


if __name__ == "__main__":
    main()
