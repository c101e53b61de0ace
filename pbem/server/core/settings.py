"""Reading settings, so that each error says where it was made, what was written, what is allowed, and what is most
similar.

`read_settings` turns plain values into a struct. A table of `pbem.toml` is a struct within it; its settings are named
with a dot (`caps.mails_an_hour`).
"""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect, structs

from pbem.play.orders import nearest

Settings = TypeVar("Settings", bound=Struct)

_TABLE = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_KEY = re.compile(r"""\s*["']?([\w-]+(?:\.[\w-]+)?)["']?\s*=""")


class ConfigError(Exception):
    """The configuration cannot be used; the text names the setting, where it was made, and what it may be."""


def lines_of(text: str) -> dict[str, int]:
    """The line of each setting and table in a TOML file."""
    table, found = "", dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        if heading := _TABLE.match(line):
            table = heading[1]
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(f"{table}.{key[1]}" if table else key[1], number)
    return found


def read_settings(kind: type[Settings], values: Mapping[str, Any], places: Mapping[str, str]) -> Settings:
    """Read the settings in `values`, with defaults for the others; `places` says where each was made. Raises
    `ConfigError`."""
    return _read(kind, values, places, "", names_of(kind))


def names_of(kind: type[Struct]) -> list[str]:
    """The names of all settings, those of tables with a dot."""
    found = []
    for field in structs.fields(kind):
        table = _table(field.type)
        found += [field.name] if table is None else [f"{field.name}.{name}" for name in names_of(table)]
    return found


def _table(kind: Any) -> type[Struct] | None:
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None


def _read(
    kind: type[Settings], values: Mapping[str, Any], places: Mapping[str, str], table: str, known: list[str]
) -> Settings:
    types = {field.name: field.type for field in structs.fields(kind)}
    found = {}
    for key, value in values.items():
        name = f"{table}.{key}" if table else key
        where = place_of(name, places)
        if key not in types:
            raise ConfigError(f"{where}: {_unknown(key, table, list(types), known)}")
        inner = _table(types[key])
        if inner is None:
            try:
                found[key] = msgspec.convert(value, types[key], strict=False)
            except msgspec.ValidationError as error:
                raise ConfigError(
                    f"{where}: {name} = {written(value)}: it must be {allowed(types[key])}"
                ) from error
        elif isinstance(value, Mapping):
            found[key] = _read(inner, value, places, key, known)
        else:
            raise ConfigError(
                f"{where}: {key} = {written(value)}: {key} is a table of pbem.toml; write [{key}] above"
                " its settings"
            )
    return kind(**found)


def place_of(name: str, places: Mapping[str, str]) -> str:
    """The place of a setting: a line of a file, a variable or an option."""
    return places.get(name) or places.get(name.partition(".")[0]) or "what the server was last started with"


def written(value: Any) -> str:
    """A value as it is written in TOML, or nearly."""
    if isinstance(value, bool | int | str):
        return msgspec.json.encode(value).decode()
    return str(value)


def _unknown(key: str, table: str, here: list[str], known: list[str]) -> str:
    """The error text for an unknown setting; one that belongs to another table is named with its place."""
    found = f"there is no setting {key}{f' in [{table}]' if table else ''}"
    everywhere = [name.rpartition(".")[2] for name in known]
    for name in known:
        home, _, setting = name.rpartition(".")
        if home and key == f"{home}_{setting}":  # as in a variable
            return f"{found}; {setting} belongs below [{home}] in pbem.toml"
    if key not in everywhere and (near := nearest(key, here)):
        return f"{found}; did you mean {near}?"
    if near := key if key in everywhere else nearest(key, everywhere):
        homes = [name.rpartition(".")[0] for name in known if name.rpartition(".")[2] == near]
        places = (f"below [{home}]" if home else "above the first [table]" for home in homes)
        return f"{found}; {near} belongs {' or '.join(places)}"
    return f"{found}; there are: {', '.join(here)}"


def allowed(kind: Any) -> str:
    """The possible values of a setting of this type, to be read after "it must be"."""
    return _in_words(inspect.type_info(kind))


def _in_words(info: inspect.Type) -> str:
    match info:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            number = "a whole number" if isinstance(info, inspect.IntType) else "a number"
            if info.ge is not None and info.le is not None:
                return f"{number} from {info.ge:g} to {info.le:.0f}"
            return number if info.ge is None else f"{number}, {info.ge:g} or more"
        case inspect.LiteralType():
            return f"one of {', '.join(written(value) for value in sorted(info.values, key=str))}"
        case inspect.UnionType():
            return " or ".join(
                _in_words(each) for each in info.types if not isinstance(each, inspect.NoneType)
            )
        case _:
            return "a text in quotes"
