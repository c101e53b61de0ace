"""The command line: a thin layer with one function for each command; everything else is in `pbem.server`.

Exit codes: 0 done, 1 failed or found something, 2 wrong usage. Errors say what to do next; tracebacks are shown with
`--debug` only.
"""

from pbem.cli import browse, completion, demo, desk, leagues, matches, people, running, setup, tools
from pbem.cli.root import main

__all__ = [
    "browse",
    "completion",
    "demo",
    "desk",
    "leagues",
    "main",
    "matches",
    "people",
    "running",
    "setup",
    "tools",
]
