"""Printing tables and colors."""

import sys
from typing import Any

from rich.console import Console
from rich.text import Text

from pbem.cli.terminal import safe

PIPE_WIDTH = 200


class Terminal(Console):
    """For tables and colours. A string is never read as markup, neither in a line nor in a table cell."""

    def render_str(self, text: str, **how: Any) -> Text:
        """All strings to print come through here."""
        return super().render_str(safe(text), **how)


out = Terminal(
    highlight=False,
    markup=False,
    emoji=False,
    soft_wrap=True,
    width=None if sys.stdout and sys.stdout.isatty() else PIPE_WIDTH,
)
