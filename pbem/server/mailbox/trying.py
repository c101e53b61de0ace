"""Trying the configured mailbox out, and keeping the result: without a good one it is not used."""

from collections.abc import Callable, Iterator

import msgspec

from pbem.mail.delivery import Delivery
from pbem.server.core.context import Context
from pbem.server.core.findings import Finding
from pbem.server.mailbox.opening import open_box
from pbem.server.mailbox.probe import Probe


def try_mailbox(
    context: Context, way: Callable[[], Delivery], seconds: float, *, outside: bool = False
) -> Iterator[Finding]:
    """Try the mailbox out; `way` makes what sends its letters."""
    config = context.config
    probe = Probe(config, lambda: open_box(config.mailbox), way, outside=outside, seconds=seconds)
    yield from probe.run()
    profile = "" if probe.profile is None else msgspec.json.encode(probe.profile).decode()
    with context.store.transaction():
        context.store.mailboxes.note_profile(config.mailbox.address.lower(), profile)
