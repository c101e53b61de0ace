"""`python -m benchmarks.null [lmtp]`: a bare aiosmtpd listener that reads letters and throws them away."""

import asyncio
import sys

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from benchmarks.listening import listen


class Nothing:
    """A handler without hooks: aiosmtpd says yes to everything and does nothing."""


if __name__ == "__main__":
    protocol = LMTP if sys.argv[1:] == ["lmtp"] else SMTP
    asyncio.run(listen(lambda: protocol(Nothing(), hostname="null")))
