"""The command line: a thin layer with one function for each command; everything else is in `pbem.server`.

Exit codes: 0 done, 1 failed or found something, 2 wrong usage. Errors say what to do next; tracebacks are shown with
`--debug` only.
"""

from pbem.cli.root import main

__all__ = ["main"]
