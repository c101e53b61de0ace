"""The process that pairs a round, beside the one that holds the database: a task comes in as JSON, pairings go out."""

import sys

import msgspec
from msgspec import Struct

from pbem.competitions import forms
from pbem.competitions.forms import Plan
from pbem.competitions.values import Field, Pairing

COMMAND = (sys.executable, "-m", "pbem.competitions.pairing")

SECONDS = 3600
"""Time that a round may take: one of 64 players takes some seconds, one of 256 half a minute."""


class Task(Struct, frozen=True):
    """A field whose next round is wanted."""

    plan: Plan
    field: Field


def encode(task: Task) -> bytes:
    """A task as the process reads it."""
    return msgspec.json.encode(task)


def decode(answer: bytes) -> list[Pairing]:
    """What it has answered. Raises `msgspec.MsgspecError`."""
    return msgspec.json.decode(answer, type=list[Pairing])


def main() -> None:
    """Answer one task."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(msgspec.json.encode(forms.due(task.plan, task.field)))


if __name__ == "__main__":
    main()
