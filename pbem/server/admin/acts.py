"""What the host does to a match, within the transaction of the command. Its players are told of each act, and the
match's log marks it as one of the host."""

import msgspec

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.play.record import ANNULLED, Result, Row
from pbem.server.admin.host import begun, present, tell_all
from pbem.server.core.times import span
from pbem.server.matches import turn_clocks
from pbem.server.matches.bots import house_player
from pbem.server.matches.repository import HOUSE, LoadedMatch
from pbem.server.matches.rewind import Rewind, go_back_to_turn
from pbem.server.matches.willing import apart
from pbem.server.ops.application import Application
from pbem.server.questions.extension import check_span, give_time, running_clocks
from pbem.store.rows import Batch

AGAIN = "the rules have changed, so its turn has gone back to its start; nothing else is taken back"


def undo(app: Application, number: int) -> str:
    """Take the last live letter of a match back. Raises `Refused`."""
    if app.renewal.renew(number):
        return AGAIN
    loaded = running(app, number)
    batches = [each for each in app.store.log.batches(number) if not only_dice(each)]
    if not batches:
        raise Refused(f"nothing has happened in match {number} yet")
    last = batches[-1]
    who = loaded.title(last.seat) if last.seat else "the server"
    loaded = Rewind(app.context, app.repository, loaded, last).carry_out(agreed=True)
    tell_all(app, loaded, f"The host has taken the last letter of {who} back. The dice stay the same.")
    return f"the last letter of {who} is taken back"


def only_dice(batch: Batch) -> bool:
    """Whether nobody has played in a batch: it holds the dice with which a match or a turn begins, or a handover."""
    return all(row.faces or row.kind == "handover" for row in msgspec.json.decode(batch.rows, type=list[Row]))


def pause(app: Application, number: int) -> None:
    """Stop the clocks of a match. Raises `Refused`."""
    loaded = running(app, number)
    if loaded.row.paused is not None:
        raise Refused(f"match {number} is paused already")
    turn_clocks.pause(app.store, loaded, app.now())
    tell_all(app, loaded, "The host has paused this match: no clock runs until it goes on.")


def resume(app: Application, number: int) -> None:
    """Let the clocks run again, each with the time that was left."""
    loaded = running(app, number)
    if loaded.row.paused is None:
        raise Refused(f"match {number} is not paused")
    turn_clocks.resume(app.store, loaded, app.now())
    tell_all(app, loaded, "The match goes on, and the clocks run again.")


def extend(app: Application, number: int, more: int, seat: str = "", reason: str = "") -> str:
    """Give more time, in seconds, to those whom a match waits for, or to one seat, named by itself or by its player.
    Raises `Refused`."""
    loaded = running(app, number)
    check_span(more, trial=app.config.trial)
    named = seat.lower()
    seats = [each for each in running_clocks(loaded) if named in ("", each.seat.lower(), each.handle.lower())]
    if not seats:
        raise Refused(f"no clock runs for {seat or 'anybody'} in match {number}")
    give_time(app.store, loaded, seats, more, app.now())
    who = listed(loaded.title(each.seat) for each in seats)
    tell_all(app, loaded, f"The host has given {who} {span(more)} more.{_because(reason)}")
    return f"{who} has {span(more)} more in match {number}"


def adjudicate(app: Application, number: int, places: str, reason: str) -> None:
    """End a match with a result that the host sets. Raises `Refused`."""
    loaded = running(app, number)
    result = Result.parse(places, f"adjudicated: {reason}")
    named = [seat for place in result.places for seat in place]
    if sorted(named) != sorted(loaded.match.state.seats):
        raise Refused(f"{places} does not name each seat once: {' '.join(loaded.match.state.seats)}")
    loaded.match.end(result, "host")
    tell_all(app, loaded, f"The host has ended this match: {reason}")


def revoke_match(app: Application, number: int) -> None:
    """Make all reply addresses of a match void; everybody gets a new one with the board. Raises `Refused`."""
    running(app, number)
    app.store.matches.revoke(number)
    tell_all(app, running(app, number), "The old reply addresses of this match are void: answer this mail.")


def rewind(app: Application, number: int, turn: int, reason: str = "") -> str:
    """Take a match back to the beginning of a turn, counted from 0. Raises `Refused`."""
    if app.renewal.renew(number):
        return AGAIN
    loaded = running(app, number)
    if turn == loaded.match.turn.number and all(row.faces for row in loaded.match.rows):
        raise Refused(f"match {number} is at the beginning of turn {turn + 1} already")
    back = go_back_to_turn(app.context, app.repository, loaded, turn)
    stands = back.match.turn.number + 1  # a later one if nothing is asked in the turn
    headline = (
        f"The host has taken this match back to the beginning of turn {stands}; everything after"
        f" that no longer counts. The dice stay the same.{_because(reason)}"
    )
    tell_all(app, back, headline)
    return f"match {number} is at the beginning of turn {stands} again"


def substitute(app: Application, number: int, seat: str, handle: str, reason: str = "") -> str:
    """Give a seat, named by itself or by its player, to another player, or to the house. Raises `Refused`."""
    loaded = running(app, number)
    by_seat = [each for each in loaded.seats if each.seat.lower() == seat.lower()]
    by_name = [each for each in loaded.seats if each.handle.lower() == seat.lower()]
    row = next(iter(by_seat + by_name), None)
    if row is None:
        raise Refused(f"there is no seat {seat}; seats: {' '.join(each.seat for each in loaded.seats)}")
    if row.seat in loaded.match.state.left:
        raise Refused(f"{loaded.title(row.seat)} is out of match {number}")
    player = house_player(app.store, app.now()) if handle.lower() == HOUSE else present(app, handle)
    if player.disabled:
        raise Refused(f"{player.handle} is disabled; see: pbem player disable --enable")
    if loaded.seat_of(player) is not None:
        raise Refused(f"{player.handle} has a seat in match {number} already")
    if apart(app.store, player, [each for each in loaded.seats if each.index != row.index]):
        raise Refused(f"{player.handle} has blocked another player of match {number}, or is blocked by one")
    before = loaded.title(row.seat)
    app.substitutes.replace(loaded, row, player, by="The host of this server")
    who = f"the {HOUSE}" if player.handle == HOUSE else player.handle
    tell_all(app, loaded, f"The host has decided that {who} plays on for {before}.{_because(reason)}")
    return f"{who} plays on for {before} in match {number}"


def _because(reason: str) -> str:
    return f" The reason: {reason}" if reason else ""


def annul(app: Application, number: int, reason: str) -> None:
    """Annul a match: it counts neither for ratings nor for teams. Raises `Refused`."""
    loaded = running(app, number)
    app.store.teams.release(number)
    loaded.match.end(Result((tuple(loaded.match.state.seats),), f"{ANNULLED}: {reason}"), "host")
    tell_all(app, loaded, f"The host has annulled this match, so it counts for nothing: {reason}")


def running(app: Application, number: int) -> LoadedMatch:
    """Load a running match, under today's rules, in order to change it. Raises `Refused`."""
    app.renewal.renew(number)
    loaded = begun(app, number)
    if loaded.match.over:
        raise Refused(f"match {number} is over")
    return loaded
