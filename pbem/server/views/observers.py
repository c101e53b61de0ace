"""Following other players' matches, and writing messages about them.

An observer sees what everybody may know of a match: no seat's secrets, and nothing of a turn before it is over.
"""

import re
from typing import Any

import msgspec

from pbem.mail.prose import fill, listed
from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.clocks.clocks import calendar
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.times import DAY, moment, span
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Happened, Mail, ObservedMail
from pbem.server.mailing.notices import Story
from pbem.server.mailing.position import BOARD_ALONE, Position, lay_out, position_for
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.server.views.help import HelpPages
from pbem.server.views.lists import is_hidden
from pbem.server.views.replays import known_to_all
from pbem.store.rows import Observer, Player, SeatRow, Terms

_MATCH = re.compile(r"\bmatch (\d{1,9})\b")  # the match that the Subject of a mail names


class MessageMail(Mail, frozen=True):
    """A message of another player, who follows the match `watched`."""

    template = "message"

    sender: str
    watched: int | None
    text: str


class NudgeMail(Mail, frozen=True, kw_only=True):
    """Somebody waits for the reader."""

    template = "nudge"

    number: int
    who: str
    asked: str
    due: str


def _patience(terms: Terms) -> int:
    """For how many seconds a player is left in peace before a nudge: half the time for a move, at most a day."""
    return min(DAY, terms.add // 2) if terms.add else DAY


class Observers(Service):
    """Shows matches to others, and passes on messages and nudges."""

    _repository: MatchRepository
    _mailer: Mailer
    _help: HelpPages
    _limits: RateLimits

    # What everybody may see.

    def board(self, loaded: LoadedMatch, reader: Player) -> str:
        """A match in which the reader does not play, as everybody may know it."""
        seats = ", ".join(loaded.title(seat.seat) for seat in loaded.seats)
        state = f"turn {loaded.match.turn.number + 1}"
        if loaded.match.over:
            state = f"over: {self._mailer.standing.reason(loaded)}"
        head = fill(f"MATCH {loaded.number}, {loaded.game.title}: {seats}; {state}.")
        view = lay_out(_shown(loaded, reader), reader.preferences, BOARD_ALONE)
        return f"{head}\n\n{view}"

    def story(self, reader: Player, number: int) -> str:
        """The history of a match in which the reader does not play, as everybody may know it. Raises `Refused`."""
        loaded = self.public(reader, number)
        return self._help.history(loaded, None, reader.zone, known_to_all(loaded))

    def public(self, reader: Player, number: int) -> LoadedMatch:
        """A match in which a player does not play, if they may observe it. Raises `Refused`."""
        loaded = self._repository.find(number)
        if loaded is None:
            raise Refused(f"There is no match {number} that has begun; see: list, observe")
        if is_hidden(self._context, reader, loaded.seats):
            raise Refused(f"You cannot watch match {number}")
        return loaded

    # Observers.

    def observe_game(self, player: Player, game: Game[Any], *, result_only: bool) -> str:
        """Follow every match of a game that begins from now on."""
        self._store.watch.observe_game(player.id, game.name, result_only=result_only)
        if result_only:
            return f"from now on you will hear how each new match of {game.title} ends"
        return f"you follow every match of {game.title} that begins from now on"

    def unobserve_game(self, player: Player, game: Game[Any]) -> str:
        """Stop following new matches of a game; those that have begun are still followed. Raises `Refused`."""
        if not self._store.watch.unobserve_game(player.id, game.name):
            raise Refused(f"You do not follow the new matches of {game.title}")
        followed = ", ".join(map(str, self._store.watch.observed_by(player.id)))
        return f"you follow no new match of {game.title}; followed as before: {followed or 'none'}"

    def announce_beginning(self, loaded: LoadedMatch) -> None:
        """Make those follow a match who want to follow all of its game. Practice against the house is nobody's news."""
        if sum(seat.handle != HOUSE for seat in loaded.seats) < 2:
            return
        for number, result_only in self._store.watch.game_observers(loaded.game.name):
            player = self._store.people.player(number)
            if loaded.seat_of(player) is None and not is_hidden(self._context, player, loaded.seats):
                self._store.watch.observe(loaded.number, number, 0, result_only=result_only)
        loaded.refresh(self._store)

    def observe(self, letter: LetterContext, number: int, *, result_only: bool) -> Outcome:
        """Follow a match from now on. Raises `Refused`."""
        loaded = self.public(letter.sender, number)
        if loaded.seat_of(letter.sender) is not None:
            raise Refused(f"You play in match {number} yourself")
        if loaded.match.over:
            raise Refused(
                f"Match {number} is over: {self._mailer.standing.reason(loaded)}; see: show {number}"
            )
        event = loaded.match.turn.event
        self._store.watch.observe(number, letter.sender.id, event, result_only=result_only)
        if result_only:
            return Outcome(f"you will hear how match {number} ends")
        self._store.log.mark_seen(number, "", event)
        told = f"you follow match {number}: a mail comes whenever a turn is over"
        return Outcome(told, sections=(self.board(loaded, letter.sender),))

    def unobserve(self, player: Player, number: int) -> str:
        """Stop following a match. Raises `Refused`."""
        if not self._store.watch.unobserve(number, player.id):
            raise Refused(f"You do not follow match {number}. {self.followed(player)}")
        return f"you no longer follow match {number}"

    def unobserve_answered(self, letter: LetterContext) -> str:
        """Stop following the match whose mail is answered, as its Subject says; otherwise list what the player
        follows."""
        found = _MATCH.search(letter.mail.subject)
        if found is not None and int(found[1]) in self._store.watch.observed_by(letter.sender.id):
            return self.unobserve(letter.sender, int(found[1]))
        told = self.followed(letter.sender)
        return f"{told[0].lower()}{told[1:]}. To get no more mail at all write: settings mail off"

    def unobserve_all(self, player: Player) -> str:
        """Stop following everything. Raises `Refused`."""
        watch = self._store.watch
        matches, games = watch.observed_by(player.id), watch.games_observed_by(player.id)
        if not (matches or games):
            raise Refused("You are not following any match")
        for number in matches:
            watch.unobserve(number, player.id)
        for game in games:
            watch.unobserve_game(player.id, game)
        return "you no longer follow any match"

    def followed(self, player: Player) -> str:
        """What a player follows, as a sentence with lines that stop it."""
        watch = self._store.watch
        matches, games = watch.observed_by(player.id), watch.games_observed_by(player.id)
        titles = [f"every new match of {self._context.games.of(name).title}" for name in games]
        told = listed([*(f"match {number}" for number in matches), *titles])
        ends = ", ".join(f"unobserve {each}" for each in (*matches, *games))
        return (
            f"You follow {told}; to end it write: {ends}, or unobserve all"
            if told
            else "You are not following any match"
        )

    def separate(self, player: Player, other: Player) -> None:
        """Make a blocked player stop following the matches of the player who has blocked them."""
        for row in self._store.matches.of_player(player.id, ("running",)):
            self._store.watch.unobserve(row.id, other.id)

    def tell(self, loaded: LoadedMatch, headline: str) -> bool:
        """Tell those who follow a match that a turn of it, or the match, is over; returns whether anybody is told
        now."""
        if not loaded.row.observed:
            return False
        match = loaded.match
        until, told = known_to_all(loaded), False
        for observer in self._store.watch.observers(loaded.number):
            if observer.result_only and not match.over:
                continue
            player = self._store.people.player(observer.player)
            if player.disabled or player.quiet:  # they are told when they want mail again
                continue
            happened = Happened(headlines=[headline] if match.over and headline else [])
            stage = "over" if match.over else f"turn {match.turn.number + 1}"
            if player.preferences.daily:
                self._mailer.put_off(player, loaded.number, happened)
                continue
            mail, story = self.seen_by(loaded, observer, player, happened)
            self._mailer.plain(
                mail,
                player,
                f"match {loaded.number}, {loaded.game.title}, {stage}",
                Dispatch(
                    f"observed-{loaded.number}-{until}-{match.over}", auto_submitted=True, informational=True
                ),
                game=loaded.game.name,
                story=story,
            )
            told = True
        return told

    def seen_by(
        self, loaded: LoadedMatch, observer: Observer, player: Player, happened: Happened
    ) -> tuple[ObservedMail, Story]:
        """What the mail to an observer says about a match; the observer counts as told."""
        match = loaded.match
        until = known_to_all(loaded)
        events = self._mailer.bodies.events_for(loaded, None, loaded.seen_by(None), observer.told)
        hidden = match.event_count - until
        self._store.watch.set_told(loaded.number, observer.player, until)
        self._store.log.mark_seen(loaded.number, "", observer.told)  # can no longer be taken back unasked
        told = [] if observer.result_only else events[: len(events) - hidden]
        mail = ObservedMail(
            number=loaded.number,
            seats=[loaded.title(seat.seat) for seat in loaded.seats],
            headlines=happened.headlines,
            result=self._mailer.standing.reason(loaded) if match.over else "",
        )
        story = Story(
            observer.told,
            msgspec.json.encode(told),
            loaded.names,
            _shown(loaded, player),
            player.preferences,
            layout=BOARD_ALONE,
        )
        return mail, story

    # Messages.

    def message(self, letter: LetterContext, player: Player, text: str) -> str:
        """Pass a message on. Raises `Refused`."""
        if not self._hears(player, letter.sender):
            raise Refused(f"{player.handle} is not accepting messages now")
        self._pass_on(letter, player, text)
        return f"passed on to {player.handle}"

    def pass_on(self, letter: LetterContext, number: int, text: str) -> str:
        """Pass a message of an observer on to the players of a match. Raises `Refused`."""
        if number not in self._store.watch.observed_by(letter.sender.id):
            raise Refused(
                f"You do not follow match {number}. To write to its players, first write: observe {number}. In"
                " a match of your own write: say and your text"
            )
        loaded = self.public(letter.sender, number)
        people = [self._store.people.player(seat.player) for seat in loaded.seats if seat.handle != HOUSE]
        hearing = [each for each in people if self._hears(each, letter.sender)]
        if not hearing:
            raise Refused(f"Nobody in match {number} is accepting messages now")
        for player in hearing:
            self._pass_on(letter, player, text, number)
        return f"passed on to {listed(player.handle for player in hearing)}"

    def _hears(self, player: Player, sender: Player) -> bool:
        blocks = self._store.company.blocks
        apart = blocks(player.id, sender.id) or blocks(sender.id, player.id)
        return not (apart or player.quiet or player.disabled)

    def _pass_on(self, letter: LetterContext, player: Player, text: str, match: int | None = None) -> None:
        sender = letter.sender
        self._limits.require("tell", sender.id)
        self._mailer.plain(
            MessageMail(sender.handle, match, text),
            player,
            f"{sender.handle} writes to you{f' about match {match}' if match is not None else ''}",
            Dispatch(f"message-{letter.inbox}-{letter.done}", auto_submitted=True, informational=True),
        )

    def nudge(self, letter: LetterContext, loaded: LoadedMatch) -> str:
        """Remind those whom a match waits for that somebody is waiting. Raises `Refused`."""
        seat, now = letter.seat(loaded), self._context.now()
        if loaded.match.over:
            raise Refused("The match is over")
        if seat.since is not None:
            raise Refused("It is your own move")
        patience = _patience(loaded.row.terms)
        asked = {
            row.index: row.since
            for row in loaded.others(seat)
            if row.since is not None and row.handle != HOUSE
        }
        waited = [row for row in loaded.seats if row.index in asked and now - asked[row.index] >= patience]
        if not waited:
            soonest = f", so from {moment(min(asked.values()) + patience, seat.zone)} on" if asked else ""
            longer = "a day" if patience == DAY else span(patience)
            raise Refused(f"You can remind players who have been asked for longer than {longer}{soonest}")
        waited = [row for row in waited if self._runs(loaded, row, now)]
        if not waited:
            raise Refused(
                "The clock you wait for is stopped, or mail does not reach the player; the board says why"
            )
        nudged = f"{loaded.number} {letter.sender.id}"
        if not self._limits.take("nudge", nudged):
            again = moment(self._limits.ends("nudge", nudged), seat.zone)
            raise Refused(
                f"You have sent a reminder within the last day; you can send another from {again} on"
            )
        for row in waited:
            player = self._store.people.player(row.player)
            self._mailer.plain(
                NudgeMail(
                    number=loaded.number,
                    who=loaded.title(seat.seat),
                    asked=span(now - asked[row.index]),
                    due=moment(row.due, row.zone) if row.due is not None else "",
                ),
                player,
                f"{seat.handle} waits for you in match {loaded.number}",
                Dispatch(
                    f"nudge-{loaded.number}-{seat.index}-{now}", auto_submitted=True, informational=True
                ),
                game=loaded.game.name,
            )
        return f"reminded: {', '.join(row.handle for row in waited)}"

    def _runs(self, loaded: LoadedMatch, seat: SeatRow, now: int) -> bool:
        return seat.unreachable is None and not calendar(self._store, loaded.row, seat).stopped(now)


def _shown(loaded: LoadedMatch, reader: Player) -> Position:
    """The position as all may see it: in a turn that has not been told yet, its beginning."""
    match = loaded.match
    state = match.state if match.over else loaded.state_at(match.turn)
    return position_for(loaded.game, loaded.seen_by(None, state), None, reader.preferences)
