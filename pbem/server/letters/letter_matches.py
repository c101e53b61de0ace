"""The matches that a letter touches: each is loaded once, changed by the lines, and stored at the end."""

from collections.abc import Iterator

from msgspec import Struct, structs

from pbem.play.orders import Refused
from pbem.server.clocks.clocks import reckon
from pbem.server.core.context import Context
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.matches.willing import is_offered_to
from pbem.store.rows import Player


class LetterMatches(Struct, eq=False):
    """Finds matches and remembers them. If a part of a letter fails, those that it has touched are dropped.

    `renewed` have gone back to the start of their turn, since the rules have changed.
    """

    _context: Context
    repository: MatchRepository
    renewed: frozenset[int] = frozenset()
    _loaded: dict[int, LoadedMatch] = {}
    _used: set[int] = set()

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._loaded))

    def __getitem__(self, number: int) -> LoadedMatch:
        return self._loaded[number]

    def find(self, player: Player, number: int) -> LoadedMatch:
        """A match in which a player has a seat. Raises `Refused`."""
        if number not in self._loaded:
            loaded = self.repository.find(number)
            if loaded is None and is_offered_to(self._context.store, player, number):
                raise Refused(f"Match {number} has not begun: it waits until all have accepted")
            if loaded is None or loaded.seat_of(player) is None:
                raise Refused(f"You do not play in match {number}. Your matches: {self.list_running(player)}")
            loaded.before = structs.replace(loaded.before, renewed=number in self.renewed)
            self._loaded[number] = loaded
        self._used.add(number)
        return self._loaded[number]

    def put(self, loaded: LoadedMatch) -> None:
        """Put in a match that has just begun, or been reloaded."""
        self._loaded[loaded.number] = loaded
        self._used.add(loaded.number)

    def forget(self) -> None:
        """Load all matches anew: everything has been rolled back."""
        self._loaded.clear()

    def list_running(self, player: Player) -> str:
        """The numbers of a player's running matches, for refusals."""
        rows = self._context.store.matches.of_player(player.id, ("running",))
        return ", ".join(f"{row.id} ({row.game})" for row in rows) or "none"

    def only_running(self, player: Player) -> int:
        """The number of a player's only running match. Raises `Refused`."""
        running = self._context.store.matches.of_player(player.id, ("running",))
        if not running:
            raise Refused(
                "You have no running match. To begin one write for example: challenge dodgeball house"
            )
        if len(running) != 1:
            which = f"Your matches: {self.list_running(player)}"
            raise Refused(
                f"Which match do you mean? Write first, for example: match {running[0].id}. {which}"
            )
        return running[0].id

    def running(self, player: Player) -> list[LoadedMatch]:
        """The running matches of a player whose games are installed, as they and their seats are now."""
        rows = self._context.store.matches.of_player(player.id, ("running",))
        matches = [self.find(player, row.id) for row in rows if self.repository.is_playable(row)]
        for loaded in matches:
            loaded.refresh(self._context.store)
        return matches

    def reckon(self, player: Player) -> None:
        """Recompute a player's deadlines, after a change of the calendar of their clocks."""
        reckon(
            self._context.store, self._context.store.matches.running_clocks(player.id), self._context.now()
        )
        for loaded in self._loaded.values():
            loaded.refresh(self._context.store)

    # Parts of a letter.

    def begin_part(self) -> None:
        """Note from now on which matches are touched."""
        self._used = set()

    @property
    def touched(self) -> frozenset[int]:
        """The matches that have been found or put in since the part began."""
        return frozenset(self._used)

    def drop_part(self) -> None:
        """Load what the failed part has touched anew: it has been rolled back."""
        for number in self.touched:
            self._loaded.pop(number, None)
