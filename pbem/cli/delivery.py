"""`python -m pbem.cli.delivery`: the process beside a server that delivers; see `pbem.server.ops.beside`."""

import asyncio

from pbem.cli.letter_log import log_letters
from pbem.cli.root import log_to_stderr
from pbem.server.ops.beside import read_order
from pbem.server.ops.server import Server


def main() -> None:
    """Deliver until the parent says stop."""
    order = read_order()
    log_to_stderr(order.level)
    log_letters(order.config.letter_log)
    server = Server(order.config, parts=["delivery"], child=True)
    asyncio.run(server.run(lambda _: None))


if __name__ == "__main__":
    main()
