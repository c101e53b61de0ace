"""What every room of the server may use: the store, the configuration, the games and their templates, and the clock.

It is made once and never changes. Whatever else an object needs is handed to it by name.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pbem.desk.config import Config
from pbem.desk.games import Games
from pbem.mail.prose import Words
from pbem.mail.tokens import Mint
from pbem.store import Store


class Context(Struct, frozen=True):
    """The surroundings of everything the server does.

    `now` returns the time in seconds since 1970, `new_seed` the 32 secret bytes behind the dice of a new match.
    """

    store: Store
    config: Config
    games: Games
    templates: Words
    tokens: Mint
    now: Callable[[], int]
    new_seed: Callable[[], bytes]

    @property
    def own_address(self) -> str:
        """The address at which anybody may write to the server."""
        return f"{self.config.name}@{self.config.domain}"
