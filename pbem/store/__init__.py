"""The only room that knows SQL.

`Store` opens the database and hands out transactions; `people`, `matches` and `post` are its three drawers: players and
their addresses, matches with their logs, and letters in and out. What comes out are the small structs of `rows`. Times
are whole seconds since 1970 (UTC). Migrations and admin queries go through sqlite-utils, the hot statements through its
connection, which costs a third.
"""

from pbem.store.database import SqlError, Store, StoreError, busy, passing

__all__ = ["SqlError", "Store", "StoreError", "busy", "passing"]
