"""Matches whose game has been uninstalled: they stand still, and go on when the host has installed it again.

Games come and go only between two runs of the server. So it looks once, when it begins: clocks of such matches stop,
and run again with the time that was left. A player who has left the server meanwhile is taken out of the match then.
"""

import logging

from pbem.server.clocks.clocks import reckon
from pbem.server.core.missing_games import standing_still
from pbem.server.ops.application import Application
from pbem.store import passing
from pbem.store.rows import SeatRow

log = logging.getLogger("pbem.games")


def stop_and_go_on(app: Application) -> None:
    """Stop the clocks of matches whose game is not here anymore, and let those go on whose game is here again."""
    still = {number for numbers in standing_still(app.store, app.games.names).values() for number in numbers}
    stopped = set(app.store.stops.open_matches("game"))
    for number in sorted(still - stopped):
        with app.store.transaction():
            app.store.stops.add("game", app.now(), match=number)
            reckon(app.store, app.store.matches.seats(number), app.now())
    for number in sorted(stopped - still):
        try:
            with app.store.transaction():
                _go_on(app, number)
        except Exception as error:
            if passing(error):
                raise
            log.exception("match %d cannot go on, though its game is here again", number)


def _go_on(app: Application, number: int) -> None:
    app.store.stops.close("game", app.now(), match=number)
    reckon(app.store, app.store.matches.seats(number), app.now())
    app.renewal.renew(number)
    row = app.store.matches.match(number)
    for seat in app.store.matches.seats(number):
        if seat.gone and not seat.vote and not _is_out(app, seat):
            app.deletion.leave_match(row, app.store.people.player(seat.player))


def _is_out(app: Application, seat: SeatRow) -> bool:
    match = app.repository.load(seat.match).match
    return match.over or seat.seat in match.state.left
