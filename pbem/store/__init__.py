"""The only room that knows SQL.

`Store` opens the database and hands out transactions; `people`, `matches`, `post`, `stops`, `company`, `leagues`,
`watch`, `daily`, `tallies`, `mailboxes` and `figures` each hold the queries about their subject. They return small
structs. Times are whole seconds since 1970 (UTC). Migrations and admin queries use sqlite-utils; frequent statements
use its connection directly, which costs a third.
"""

from pbem.store.database import Store
from pbem.store.engine import is_url
from pbem.store.errors import SqlError, StoreError, advice, busy, damaged, passing, without_password

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
