"""Modules that are loaded when something of them is first used, so that a command pays for no other.

A shell that completes a command loads its module, too: that must cost next to nothing.
"""

import importlib
from typing import Any


class Later:
    """Stands for a module. For type checkers it is imported in the usual way, under `TYPE_CHECKING`."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self._module), name)
