"""What every room of the server may use: the store, the configuration, the games and their templates, and the clock.

It is made once and never changes. Whatever else an object needs is handed to it by name.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.mail.addresses import normalise
from pbem.mail.prose import Templates
from pbem.mail.tokens import TokenSigner
from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.store import Store
from pbem.store.rows import SeatRow


class Ignored(Exception):
    """The letter is neither obeyed nor answered; the text goes into the inbox row."""


class Context(Struct, frozen=True):
    """The surroundings of everything the server does.

    `now` returns the time in seconds since 1970, `new_seed` the 32 secret bytes behind the dice of a new match.
    """

    store: Store
    config: Config
    games: Games
    templates: Templates
    tokens: TokenSigner
    now: Callable[[], int]
    new_seed: Callable[[], bytes]

    @property
    def host_reached_at(self) -> str:
        """The address at which people reach the host, never the host's own one; empty if letters to it reach nobody."""
        config = self.config
        return f"postmaster@{config.domain}" if config.host and not config.mailbox.address else ""

    @property
    def joining(self) -> str:
        """How people become players, in a sentence, if they cannot just register; otherwise nothing."""
        host = self.host_reached_at
        match self.config.registration:
            case "invited":
                ask = f", or write to the host: {host}" if host else ""
                return f"To join this server, ask one of its players to invite you by your mail address{ask}."
            case "closed":
                ask = f" Please ask the host: {host}." if host else ""
                return f"Only the host of this server can add new players.{ask}"
            case _:
                return ""

    @property
    def own_address(self) -> str:
        """The address at which everybody may write to the server."""
        return f"{self.config.name}@{self.config.domain}"


class Service(Struct, eq=False, dict=True):
    """A part of the server. Its fields are the other parts that it needs, handed to it when the server is put
    together."""

    _context: Context

    def __post_init__(self) -> None:
        self._store = self._context.store


def host_in(context: Context, seats: Sequence[SeatRow]) -> str:
    """The name under which the host of the server plays in a match, or began it; empty if they did neither."""
    host = context.store.people.at(normalise(context.config.host))
    names = {name for seat in seats for name in (seat.handle, seat.began)}
    return host.handle if host is not None and host.handle in names else ""
