"""What the host may do from the command line. Players are told of everything that touches their match.

As services do, these functions act within the transaction of whoever calls them: that of the command (`acting`).
"""

import traceback
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from pbem.mail.reader import read_alone
from pbem.marks import plain
from pbem.play.checking import proven, published, replay
from pbem.play.game import Game, masked
from pbem.play.match import Match
from pbem.play.orders import Refused
from pbem.play.record import Record, ReplayError, Row, verify_dice
from pbem.server.core.letter_tasks import task_of
from pbem.server.core.terms import must_suit_mail
from pbem.server.language.names import check_address, check_handle
from pbem.server.leagues.teams import teams_of
from pbem.server.letters.handles import reserved_words
from pbem.server.mailing.mailer import Dispatch, MatchNews
from pbem.server.mailing.mails import RevokedMail
from pbem.server.mailing.position import position_for
from pbem.server.matches.repository import LoadedMatch
from pbem.server.matches.skills import BEGIN
from pbem.server.matches.snapshots import turn_row
from pbem.server.ops.application import Application
from pbem.server.settling.settling import Telling
from pbem.store.rows import Batch, MatchRow, Origin, Player, Preferences, SeatRow, Terms

PAGE = 500  # how many rows of a list are looked up at once


class Summary(Struct, frozen=True):
    """A match in one line."""

    match: int
    game: str
    status: str
    players: tuple[str, ...]
    waits_for: tuple[str, ...]
    since: int | None
    result: str


def player(app: Application, handle: str) -> Player:
    """A player by name; raises `Refused`."""
    found = app.store.people.named(handle)
    if found is None:
        raise Refused(f"there is no player {handle}; see: pbem player list")
    return found


def present(app: Application, handle: str) -> Player:
    """A player by name who has not left for good; raises `Refused`."""
    found = player(app, handle)
    if found.gone:
        raise Refused(f"{found.handle} has left the server for good")
    return found


def add_player(app: Application, handle: str, address: str) -> Player:
    """A new player; their mail of welcome is put into the outbox. Raises `Refused`."""
    wanted = _fit_address(app, address)
    try:
        added = app.store.people.add(check_handle(handle, reserved_words(app.context)), wanted, app.now())
    except ValueError as error:
        raise Refused(str(error)) from error
    dispatch = Dispatch(f"added-{added.id}", auto_submitted=True)
    app.registrations.welcome(added, dispatch)
    return added


def move_player(app: Application, handle: str, address: str) -> Player:
    """Send a player's mail, including what waits in the outbox, to another address of theirs."""
    found, wanted = present(app, handle), _fit_address(app, address)
    try:
        return app.addresses.move(found, wanted)
    except ValueError as error:
        raise Refused(str(error)) from error


def _fit_address(app: Application, address: str) -> str:
    address = check_address(address)
    if app.signer.reserves(address):
        raise Refused(f"{address} is an address of this server")
    return address


def reach_player(app: Application, handle: str) -> Player:
    """Treat a player as reachable again: they get their mail, and their clocks run. Raises `Refused`."""
    found = player(app, handle)
    if found.unreachable is None and not app.store.people.bounces(found.id):
        raise Refused(f"mail reaches {found.handle}: nothing has come back")
    app.bounces.note_sign_of_life(found)
    return found


def disable_player(app: Application, handle: str, disabled: bool) -> Player:
    """Ignore a player and send them nothing; or let them in again, with all their boards. Raises `Refused`."""
    found = present(app, handle)
    app.store.people.disable(found.id, disabled)
    if found.disabled and not disabled:
        app.broadcasts.send_boards(
            player(app, handle), "You are in again.", f"enabled-{found.id}-{app.now()}"
        )
    return found


def revoke_player(app: Application, handle: str) -> Player:
    """Make all reply addresses of a player void; they get new ones, with all their boards. Raises `Refused`."""
    app.store.people.revoke(present(app, handle).id)
    found = player(app, handle)
    key = f"revoked-{found.id}-{found.generation}"
    dispatch = Dispatch(key, auto_submitted=True)
    app.mailer.plain(RevokedMail(), found, "new reply addresses", dispatch)
    app.broadcasts.send_boards(found, "Your old reply addresses are void: answer this mail.", key)
    return found


def remove_player(app: Application, handle: str) -> Player:
    """Take a player off the server for good, as if they had left it themselves. Raises `Refused`."""
    found = present(app, handle)
    if not found.address:
        raise Refused(f"{found.handle} belongs to the server")
    app.deletion.leave(found, Dispatch(f"removed-{found.id}", auto_submitted=True))
    return found


def create(
    app: Application, name: str, handles: Sequence[str], texts: Mapping[str, str], terms: Terms
) -> int:
    """Start a match at once; returns its number. Raises `Refused`, `UnknownGame`, `OptionError`."""
    game = app.games.named(name)
    players = [present(app, handle) for handle in handles]
    if len({each.id for each in players}) < len(players):
        raise Refused("nobody can have two seats")
    options = game.read_options(texts, len(players))
    if not app.config.trial:
        must_suit_mail(terms.bank, terms.add, terms.cap)
    return app.starter.start(game, options, players, terms, "The host has started this match for you.")


def in_words(app: Application, number: int) -> str:
    """A description of the match that would begin: its game, options, and who plays which seat. Raises `Refused`."""
    loaded = begun(app, number)
    options = " ".join(f"{name}={value}" for name, value in loaded.row.options.items())
    who = ", ".join(loaded.title(seat.seat) for seat in loaded.seats)
    return f"{loaded.game.title}{f' ({options})' if options else ''}: {who}"


def overview(app: Application, status: str | None) -> Iterator[Summary]:
    """All matches, newest first, looked up as they are asked for."""
    matches = app.store.matches
    rows = matches.all(status, PAGE)
    while rows:
        yield from (_summary(row, matches.seats(row.id)) for row in rows)
        rows = matches.all(status, PAGE, before=rows[-1].id)


def _summary(row: MatchRow, seats: Sequence[SeatRow]) -> Summary:
    waiting = [seat for seat in seats if seat.since is not None]
    return Summary(
        row.id,
        row.game,
        "paused" if row.paused is not None else row.status,
        tuple(seat.handle for seat in seats),
        tuple(seat.handle for seat in waiting),
        min((seat.since for seat in waiting if seat.since is not None), default=None),
        f"{row.result} ({row.reason})" if row.result else row.reason,
    )


def matches_of(app: Application, player: Player) -> list[Summary]:
    """All matches that a player has ever had a seat in, oldest first."""
    matches = app.store.matches
    rows = matches.of_player(player.id, ("offered", "running", "over", "void"))
    return [_summary(row, matches.seats(row.id)) for row in rows]


def all_players(app: Application) -> Iterator[Player]:
    """All players by handle, looked up as they are asked for."""
    people = app.store.people
    rows = people.page(PAGE)
    while rows:
        yield from rows
        rows = people.page(PAGE, after=rows[-1].handle)


def details(app: Application, number: int) -> dict[str, Any]:
    """What may be told of a match without giving secrets away."""
    row = app.store.matches.find(number)
    if row is None:
        raise Refused(f"there is no match {number}; see: pbem match list")
    seats = [
        {
            "seat": seat.seat,
            "player": seat.handle,
            "status": seat.status,
            "asked_since": seat.since,
            "due": seat.due,
            "reminders": seat.reminded,
            "deadlines_missed": seat.missed,
            "queued lines": len(seat.queue),
        }
        for seat in app.store.matches.seats(number)
    ]
    log = [
        {
            "batch": each.number,
            "seat": each.seat,
            "letter": each.inbox,
            "rows": each.count,
            "at": each.at,
            "void": each.void,
        }
        for each in app.store.log.batches(number, void=True)
    ]
    acts = [{"at": at, "turn": turn + 1, "text": text} for at, turn, text in app.store.watch.acts(number)]
    shown = ("game", "version", "options", "status", "created", "started", "finished")
    return {
        "match": row.id,
        **{name: getattr(row, name) for name in shown},
        "terms": msgspec.to_builtins(row.terms),
        "result": row.result,
        "reason": row.reason,
        "paused_since": row.paused,
        "seats": seats,
        "log": log,
        "acts": acts,
    }


def board(app: Application, number: int, seat: str | None) -> list[str]:
    """The board of a match with its lists. Raises `Refused`."""
    loaded = begun(app, number)
    if seat is not None and seat not in loaded.match.state.seats:
        raise Refused(f"there is no seat {seat}; seats: {' '.join(loaded.match.state.seats)}")
    state = masked(loaded.match.state, seat)
    view = position_for(loaded.game, state, seat, Preferences())
    asked = ", ".join(f"{loaded.title(each)} ({ask.name})" for each, ask in loaded.match.asks.items())
    header, lists = (map(plain, lines) for lines in (view.header, view.lists))
    return [*header, *view.board, "", *lists, "", f"waits for: {asked or 'nobody'}"]


def export(app: Application, number: int, *, secrets: bool) -> Record:
    """The record of a match; without `secrets`, as anybody may have it once the match is over. Raises `Refused`."""
    row = app.store.matches.find(number)
    if row is None or row.started is None:
        raise Refused(f"there is no match {number} that has begun; see: pbem match list")
    if row.status == "running" and not secrets:
        raise Refused(
            f"match {number} is running: its record holds secrets; to move it to another server add --secrets"
        )
    record = app.repository.record(number, secrets_too=secrets)
    return record if secrets else published(app.repository.game_of(row), record)


def take_over(app: Application, record: Record) -> int:
    """Take over a match from its record; returns its number here. Raises `Refused`.

    The whole record is replayed and checked first; if it began within another match, the host vouches for its
    beginning. Its dice depend on its old number, so a running match can go on only if that number is still free.
    """
    game = app.games.named(record.game)
    if not record.seed:
        raise Refused("the record is without its seed; export it with --secrets")
    try:
        match = proven(game, record)
    except (ReplayError, ValueError) as error:
        raise Refused(f"the record contradicts itself: {error}") from error
    number = int(record.match)
    players = [player(app, record.players[seat]) for seat in record.seats]
    with app.store.transaction():
        adopted = app.store.matches.adopt(
            number,
            record.game,
            record.version,
            record.options,
            seed=bytes.fromhex(record.seed),
            salts=record.salts,
            now=app.now(),
            seats=[(seat, each.id) for seat, each in zip(record.seats, players, strict=True)],
        )
        if adopted is None:
            raise Refused(f"there is already a match {record.match} here, and the dice depend on the number")
        first = record.turns[0]
        if record.origin:
            app.store.matches.set_origin(number, Origin(first.version, first.state, record.origin))
        app.store.log.add_turns([turn_row(number, -1, first)])
        rows = msgspec.json.encode(record.rows)
        app.store.log.append(
            Batch(number, 0, "", None, 0, len(record.rows), 0, rows, app.now(), b"{}", b"{}", True)
        )
        if match.turns:
            app.store.log.add_turns([turn_row(number, 0, turn) for turn in match.turns])
        for seat in app.store.matches.seats(number):
            known = structs.replace(seat, told=match.event_count)  # they know the story
            app.store.matches.change_seat(seat, known)
        loaded = begun(app, number)
        loaded.before = structs.replace(loaded.before, waiting=frozenset())
        if loaded.match.over:
            result = loaded.match.state.result
            assert result is not None
            app.store.matches.finish(number, "over", str(result), result.reason, app.now())
            turn = loaded.match.turn.number
            app.store.watch.say(number, turn, "The host has brought this match here.", app.now(), act=True)
        else:
            tell_all(app, loaded, "The host has brought this match here; it goes on from this position.")
    return number


def retry(app: Application, number: int) -> str:
    """Handle a letter that crashed the server once more. Raises `Refused`."""
    row = app.store.post.incoming(number)
    if row is None or row.status != "failed":
        raise Refused(f"letter {number} has not failed; see: pbem inbox list --status failed")
    try:
        return app.handler.handle(row, read_alone(task_of(app.config, row)))
    except Exception as error:
        with app.store.transaction():
            app.store.post.close(number, "failed", traceback.format_exc())
        raise Refused(
            f"letter {number} has crashed the server again; see: pbem inbox show {number}"
        ) from error


# Checking.


def check(app: Application) -> list[str]:
    """Everything that is wrong with a database: its pages, its logs, its dice. Empty when all is well.

    The server may go on meanwhile: each match is checked as it is at one moment. Raises `SqlError` if a page is
    damaged: then nothing else is certain.
    """
    app.store.must_be_sound()
    problems = app.store.problems()
    for number in app.store.matches.numbers():
        with app.store.reading():
            problems += [f"match {number}: {text}" for text in _check_match(app, number)]
    with app.store.reading():
        return problems + _broken_ratings(app) + app.competitions.problems()


def _check_match(app: Application, number: int) -> list[str]:
    problems: list[str] = []
    try:
        row = app.store.matches.find(number)
        if row is None or row.started is None:
            return []
        problems += _gaps(app, number)
        record = app.repository.record(number, secrets_too=True)
        game = app.games.of(row.game)
        verify_dice(record)
        if row.version != game.version:
            return (
                problems  # a replay must agree only within one version of the rules, which may be uninstalled
            )
        match = replay(game, record)
        if match.over != (row.status == "over"):
            problems.append("the log and the table disagree on whether it is over")
        seats = app.store.matches.seats(number)
        if any(seat.told > match.event_count for seat in seats):
            problems.append("mails have told more than the log holds")
        problems += _broken_results(app, number, game, match)
        open_seats = {seat.seat for seat in seats if seat.since is not None}
        if not match.over and open_seats != set(match.asks):
            problems.append(f"clocks run for {sorted(open_seats)}, asked are {sorted(match.asks)}")
    except (ReplayError, ValueError, msgspec.MsgspecError) as error:
        problems.append(str(error))
    return problems


def _broken_results(app: Application, number: int, game: Game[Any], match: Match[Any]) -> list[str]:
    """What a match has brought its teams must agree with its log."""
    problems = []
    for seat in app.store.teams.seats(number):
        brought = msgspec.json.encode(teams_of(game).result(match.state, seat.seat)) if match.over else None
        if seat.outcome != brought:
            problems.append(f"what it has brought {seat.seat} is not what the log leads to")
    return problems


def _broken_ratings(app: Application) -> list[str]:
    """Each rating change must begin where the one before it ended, and the last one must lead to the current rating."""
    points: dict[tuple[int, str], int] = {}
    problems = []
    for change in app.store.company.changes():
        key = (change.player, change.game)
        if points.get(key, BEGIN) != change.before:
            problems.append(f"match {change.match}: the rating of {change.handle} was not {change.before}")
        points[key] = change.after
    for (number, game), after in points.items():
        rating = app.store.company.rating(number, game)
        if rating is None or rating.points != after:
            problems.append(f"the rating of player {number} in {game} is not {after}, where its changes lead")
    return problems


def _gaps(app: Application, number: int) -> list[str]:
    """Batches must follow one another without a gap, and contain as many rows as they say."""
    found = []
    numbers = [batch.number for batch in app.store.log.batches(number, void=True)]
    if numbers != list(range(len(numbers))):
        found.append(f"the batches of the log are numbered {numbers}")
    row = die = 0
    for batch in app.store.log.batches(number):
        rows = msgspec.json.decode(batch.rows, type=list[Row])
        if (batch.row, batch.die, batch.count) != (row, die, len(rows)):
            found.append(
                f"batch {batch.number} begins at row {batch.row}, die {batch.die}; it should be {row}, {die}"
            )
        row += len(rows)
        die += sum(len(each.faces) for each in rows)
    return found


def begun(app: Application, number: int) -> LoadedMatch:
    """A match that has begun. Raises `Refused`."""
    loaded = app.repository.find(number)
    if loaded is None:
        raise Refused(f"there is no match {number} that has begun; see: pbem match list")
    return loaded


def tell_all(app: Application, loaded: LoadedMatch, headline: str) -> None:
    """Tell the players of a match, and its log, what the host has done to it; then store the match."""
    app.settling.publish(loaded, Telling(MatchNews(headline=headline, act=True)))
