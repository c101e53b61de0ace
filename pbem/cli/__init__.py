"""The command line: thin, one function per command, everything else in `pbem.server`.

Exit codes: 0 done, 1 it failed or found something, 2 wrong usage. Errors name what to do next; tracebacks are shown
with `--debug` only.
"""

from pbem.cli import demo, matches, people, running, tools
from pbem.cli.root import main

__all__ = ["demo", "main", "matches", "people", "running", "tools"]
