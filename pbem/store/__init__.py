"""The only room that knows SQL.

`Store` opens the database and hands out transactions; `people`, `matches`, `post`, `stops`, `company`, `leagues`,
`watch`, `daily`, `tallies` and `mailboxes` each hold the queries about their subject. They return the small structs of
`rows`. Times are whole seconds since 1970 (UTC). Migrations and admin queries use sqlite-utils; frequent statements use
its connection directly, which costs a third.
"""

from pbem.store.database import SqlError, Store, StoreError, advice, busy, passing

__all__ = ["SqlError", "Store", "StoreError", "advice", "busy", "passing"]
