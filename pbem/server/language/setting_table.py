"""All settings of players, in the order in which `settings` lists them, and the lines that change them.

The table is in `settings.toml`; what a value does to a player is in `pbem.server.people.settings`.
"""

from importlib import resources

import msgspec
from msgspec import Struct


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a setting, and what it means."""

    sets: dict[str, bool | str]
    means: str = ""


SETTINGS = msgspec.toml.decode(
    resources.files(__package__).joinpath("settings.toml").read_bytes(), type=dict[str, dict[str, Value]]
)
"""The values of each setting; none for settings with unlimited values."""

_UNLIMITED = {"zone": ["ZONE"], "hour": ["18"]}

FORMS = tuple(
    f"settings {name} {value}" for name, values in SETTINGS.items() for value in _UNLIMITED.get(name, values)
)
"""A line for each value."""
