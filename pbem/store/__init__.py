"""The only room that knows SQL.

`Store` opens the database and hands out transactions; `people`, `matches`, `post`, `stops`, `company`, `teams`,
`watch`, `news`, `tallies`, `mailboxes` and `figures` each hold the queries about their subject. They return small
structs. Times are whole seconds since 1970 (UTC). Migrations and admin queries use sqlite-utils; frequent statements
use its connection directly, which costs a third.
"""

from typing import TYPE_CHECKING, Any

from pbem.store.errors import SqlError, StoreError, advice, busy, damaged, passing
from pbem.store.places import is_url, without_password

if TYPE_CHECKING:
    from pbem.store.database import Store

__all__ = [
    "SqlError",
    "Store",
    "StoreError",
    "advice",
    "busy",
    "damaged",
    "is_url",
    "passing",
    "without_password",
]


def __getattr__(name: str) -> Any:
    """`Store` is loaded when it is first wanted: `pbem.store.glance` does without it."""
    if name != "Store":
        raise AttributeError(name)
    from pbem.store.database import Store

    globals()["Store"] = Store
    return Store
