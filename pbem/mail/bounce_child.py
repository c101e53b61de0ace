"""The child process of `pbem.mail.reports`: a report on stdin, what flufl.bounce makes of it on stdout.

Run by path in an isolated interpreter; it imports nothing of pbem. Its limits are set before anything foreign is read;
whatever goes wrong ends it without an answer.
"""

import resource
import sys
from email import message_from_bytes
from email.policy import compat32

from flufl.bounce import all_failures

MEMORY = 512 * 1024 * 1024
CPU_SECONDS = 2


def verdict(raw: bytes) -> str:
    """`permanent`, `temporary`, or nothing."""
    message = message_from_bytes(raw, policy=compat32)
    if "from" not in message:
        message["From"] = "unknown"  # flufl.bounce 6.0 raises IndexError without one
    temporary, permanent = all_failures(message)
    return "permanent" if permanent else "temporary" if temporary else ""


def main() -> None:
    """One report."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    sys.stdout.write(verdict(sys.stdin.buffer.read()))


if __name__ == "__main__":
    main()
