"""`python -m benchmarks.null`: a bare aiosmtpd listener that reads letters and throws them away."""

from __future__ import annotations

import asyncio

from aiosmtpd.smtp import SMTP

from benchmarks.listening import listen


class Nothing:
    """A handler without hooks: aiosmtpd says yes to everything and does nothing."""


if __name__ == "__main__":
    asyncio.run(listen(lambda: SMTP(Nothing(), hostname="null")))
