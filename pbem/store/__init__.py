"""The only room that knows SQL.

`Store` opens the database and hands out transactions; `people`, `matches`, `post`, `stops`, `company`, `watch` and
`daily` are its drawers, each a module of that name. What comes out are the small structs of `rows`. Times are whole
seconds since 1970 (UTC). Migrations and admin queries go through sqlite-utils, the hot statements through its
connection, which costs a third.
"""

from pbem.store.database import SqlError, Store, StoreError, advice, busy, passing

__all__ = ["SqlError", "Store", "StoreError", "advice", "busy", "passing"]
