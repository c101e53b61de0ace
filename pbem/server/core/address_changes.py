"""Changes of a player's address that wait for a yes, or can still be taken back."""

from __future__ import annotations

from pbem.server.core.context import Context
from pbem.server.core.times import DAY
from pbem.store.rows import AddressChange, Player

GRACE = 14 * DAY
"""How long a question waits for its yes, and how long a change can be taken back."""


def asked(context: Context, number: int) -> AddressChange | None:
    """The change which a new address is asked about, while it may still say yes."""
    change = context.store.people.address_change(number)
    fresh = change is not None and change.done is None and change.asked > context.now() - GRACE
    return change if fresh else None


def find_undoable(context: Context, number: int) -> AddressChange | None:
    """A change that has been done, while it may be taken back."""
    change = context.store.people.address_change(number)
    done = change.done if change is not None else None
    return change if done is not None and done > context.now() - GRACE else None


def is_settled(context: Context, player: Player) -> bool:
    """Whether no change of a player's address can be taken back any more."""
    return not context.store.people.address_changes_since(player.id, context.now() - GRACE)
