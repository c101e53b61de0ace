"""What the mail of a match tells its reader: what they need, in the order in which they need it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from pbem.play.dice import commitment
from pbem.play.game import State
from pbem.play.requests import Event, Seat
from pbem.server.core.context import Service, host_in
from pbem.server.language.receipts import abridge, cut, shorten
from pbem.server.mailing.mails import Happened, MatchMail, ReceiptMail
from pbem.server.mailing.notices import NOTHING, Story
from pbem.server.mailing.owners import prompt
from pbem.server.mailing.position import Detail, choose_layout, choose_orders, position_for
from pbem.server.mailing.standing import Standing
from pbem.server.matches.examples import example
from pbem.server.matches.repository import HOUSE, LoadedMatch, MatchRepository
from pbem.store.rows import SeatRow

QUEUE_TOLD = 20
"""Maximum number of queued lines in a mail of a match; `queue` lists them all."""

FULL_MAILS = 3
"""Number of mails with full explanations to a player who is new to a game."""


def is_worth_mailing(mail: ReceiptMail) -> bool:
    """Whether a receipt says more than what its reader has done, and that it has been done: then even players who want
    no receipts get it."""
    done = all(result.status == "done" for result in mail.transcript)
    return not done or any((mail.headlines, mail.said, mail.sections, mail.reports, mail.offers))


class _Question(Struct, frozen=True):
    """What a mail's reader is asked, in the words of `MatchMail`; and as in a `Story`, the odds of their answers and
    how good the best one is."""

    lead: str
    example: str = ""
    how: str = ""
    ends: str = ""
    answer: str = ""
    odds: bytes = NOTHING
    hint: bytes = NOTHING


class MatchBodies(Service):
    """Writes the bodies of the mails about matches."""

    _repository: MatchRepository
    standing: Standing

    def write(
        self, loaded: LoadedMatch, seat: SeatRow, happened: Happened, *, full: bool, several: bool
    ) -> tuple[MatchMail, Story, frozenset[int]]:
        """A mail about a match to one of its seats, and checksums of what it has then been shown. `full`: with all
        explanations; `several`: it is one of several matches in a mail."""
        match, game = loaded.match, loaded.game
        ballots = self.standing.ballots(loaded, seat)
        detail = self._detail(loaded, seat, full=full, wanted=several or bool(ballots))
        explained, brief = detail == "full", detail == "receipt"
        question = self._question(loaded, seat, explained=explained)
        story = self.story(loaded, seat)
        layout, shown = choose_layout(story.view, seat.preferences, seat.shown, detail)
        kept = game.recall(match.state, seat.seat) if not match.over else []
        kept, orders = choose_orders(kept, frozenset() if explained else seat.shown)
        shown |= orders & seat.shown if brief else orders
        abridged = abridge if explained else shorten
        promise = seat.last_mail == "" and not match.over
        mail = (ReceiptMail if brief else MatchMail)(
            number=loaded.number,
            title=loaded.title(seat.seat),
            lead=question.lead,
            headlines=happened.headlines,
            said=happened.said,
            transcript=abridged(happened.transcript),
            reports=abridged(happened.reports) if happened.reports else [],
            sections=happened.sections,
            deadlines=self.standing.deadlines(
                loaded, seat, brief=not explained, receipt=brief and not happened.headlines
            ),
            stake=" ".join(loaded.row.stake.split("\n")[: 1 if match.over else 2]),
            example=question.example,
            how=question.how,
            ends=question.ends,
            answer=question.answer,
            queue=_beginning(match.waiting(seat.seat)) if seat.seat in match.queues else [],
            kept=kept,
            ballots=ballots,
            offers=self.standing.offers(loaded, seat),
            notes=self._store.watch.notes(loaded.number, seat.player) if seat.noted and not brief else [],
            ratings=self.standing.ratings(loaded) if match.over else [],
            rated=_may_be_rated(loaded),
            commitment=commitment(loaded.row.seed) if match.over or promise else "",
            seed=loaded.row.seed.hex() if match.over else "",
            host=host_in(self._context, loaded.seats) if match.over or not seat.told else "",
            promise=promise,
            invited=match.over and self._invites(loaded, seat),
            over=match.over,
            several=several,
            full=explained,
        )
        return mail, structs.replace(story, layout=layout, odds=question.odds, hint=question.hint), shown

    def _detail(self, loaded: LoadedMatch, seat: SeatRow, *, full: bool, wanted: bool) -> Detail:
        """How much a mail tells; `wanted`: its reader needs the position, even if they are not asked."""
        liked, asked = seat.preferences, seat.seat in loaded.match.asks
        if full or not seat.shown:  # the first mail of a match
            return "full"
        if loaded.match.over:
            return "brief"
        if not (asked or liked.receipts == "full" or wanted):
            return "receipt"
        if liked.detail != "auto":
            return liked.detail
        if seat.turn_mails >= FULL_MAILS or not asked or liked.changes:
            return "brief"
        count = self._store.matches.turn_mails(seat.player, loaded.game.name)
        return "full" if count < FULL_MAILS else "brief"

    def _question(self, loaded: LoadedMatch, seat: SeatRow, *, explained: bool) -> _Question:
        """What is asked of a seat, and what it needs for an answer."""
        match, game, templates = loaded.match, loaded.game, self._context.templates
        ask = match.asks.get(seat.seat)
        if ask is None:
            answer = match.answer_of(seat.seat)
            lead = self.standing.status_line(loaded, seat)
            return _Question(lead, answer=str(answer) if answer is not None else "")
        state = loaded.seen_by(seat.seat)
        hint = game.hint(state, ask) if seat.preferences.hints else None
        return _Question(
            lead=self.standing.status_line(loaded, seat)
            if loaded.row.paused is not None
            else prompt(templates, game, ask, state, spoken=not seat.preferences.board),
            example=example(loaded, ask, state),
            how=templates.how_to(game.name, ask, state) if explained else "",
            ends=str(ask.ends) if ask.ends is not None and match.drafting(seat.seat) else "",
            odds=_json(game.odds(state, ask)),
            hint=_json([hint]) if hint is not None else NOTHING,
        )

    def _invites(self, loaded: LoadedMatch, seat: SeatRow) -> bool:
        """Whether a player is asked to be shown on pages: with the first of their matches that is over."""
        if not self._context.config.site.site_url or seat.preferences.site:
            return False
        over = self._store.matches.of_player(seat.player, ("over",))
        return all(row.id == loaded.number for row in over)

    def story(self, loaded: LoadedMatch, seat: SeatRow) -> Story:
        """What has happened since the last mail to a seat, and the board: worked out once for all readers who are told
        the same."""
        match, viewer = loaded.match, None if loaded.game.same_view else seat.seat
        liked = seat.preferences
        side = seat.seat if liked.own_side else None
        key = (viewer, seat.told, match.row_count, liked.lists_first, liked.board, liked.picture, side)
        if key not in loaded.stories:
            state = loaded.seen_by(viewer)
            view = position_for(loaded.game, state, seat.seat, liked)
            events = msgspec.json.encode(self.events_for(loaded, viewer, state, seat.told))
            loaded.stories[key] = Story(seat.told, events, loaded.names, view, liked)
        story: Story = loaded.stories[key]
        return story

    def events_for(self, loaded: LoadedMatch, seat: Seat | None, state: State, told: int) -> list[Event]:
        """The events from number `told` on as a seat (or an observer) is told them. The state is masked for the
        seat."""
        return [loaded.game.tell(state, seat, event) for event in self._repository.events_since(loaded, told)]


def _json(events: Sequence[Event]) -> bytes:
    return msgspec.json.encode(events) if events else NOTHING


def _beginning(queue: Sequence[str]) -> list[str]:
    """The first lines of a queue, and the number of those left out."""
    more = len(queue) - QUEUE_TOLD
    return [*map(cut, queue[:QUEUE_TOLD]), *([f"and {more} more"] if more > 0 else [])]


def _may_be_rated(loaded: LoadedMatch) -> bool:
    """Whether a match was begun as one that changes ratings, and counts."""
    result = loaded.match.state.result
    counts = result is None or result.counts
    return loaded.row.rated and counts and HOUSE not in [each.began for each in loaded.seats]
