"""Writing the configuration of a server behind a mailbox: two files that only their owner can read."""

import json
import os
from pathlib import Path

import msgspec

from pbem.server.core.mailbox_settings import Mailbox

PASSWORD_FILE = "pbem-password"  # noqa: S105  # where it is, not what it is


def write_configuration(path: Path, settings: Mailbox, host: str) -> None:
    """Write `pbem.toml`, without settings that have their default."""
    usual = msgspec.structs.asdict(Mailbox())
    lines = ["# Written by pbem setup; docs/hosts/configuration.md explains each setting."]
    if host:
        lines.append(f"host = {_toml(host)}")
    lines += ["", "[mailbox]"]
    lines += [
        f"{name} = {_toml(value)}"
        for name, value in msgspec.structs.asdict(settings).items()
        if value != usual[name]
    ]
    write_privately(path, "\n".join(lines) + "\n")


def write_privately(path: Path, text: str) -> None:
    """Write a file that only its owner can read; it is never half written, nor readable for a moment."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)


def _toml(value: str | bool | int | float) -> str:
    """A value as TOML; its strings are those of JSON."""
    return json.dumps(value)
