"""What the mail of a match tells its reader: what they need, in the order in which they need it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from pbem.play.dice import commitment
from pbem.play.game import State
from pbem.play.requests import Ask, Event, Seat
from pbem.server.core.context import Service, host_in
from pbem.server.language.receipts import abridge, cut, shorten
from pbem.server.mailing.notices import Body, Story
from pbem.server.mailing.owners import prompt
from pbem.server.mailing.position import Detail, choose_layout, choose_orders, find_hint, position_for
from pbem.server.mailing.standing import Standing
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.store.rows import SeatRow

QUEUE_TOLD = 20
"""Maximum number of queued lines in a mail of a match; `queue` lists them all."""

FULL_MAILS = 3
"""Number of mails with full explanations to a player who is new to a game."""

STORY, STORY_OF_LINE = 44, 20
"""Words of what has happened that a receipt tells at most: for one line of a letter, and for each further one."""

_NEEDED = ("headlines", "said", "sections", "reports", "offers")
"""Facts that are worth a mail even for players who want no receipts."""


def is_worth_mailing(body: Body) -> bool:
    """Whether a receipt says more than what its reader has done, and that it has been done."""
    done = all(result.status == "done" for result in body.facts["transcript"])
    return not done or any(body.facts[name] for name in _NEEDED)


class MatchBodies(Service):
    """Writes the bodies of the mails about matches."""

    _repository: MatchRepository
    standing: Standing

    def write(
        self, loaded: LoadedMatch, seat: SeatRow, news: dict[str, Any], *, full: bool
    ) -> tuple[Body, frozenset[int]]:
        """The body of a mail about a match to one of its seats, and checksums of what it has then been shown.

        `news` are the template's facts about what is new beside the events: `headlines`, `said`, `transcript`,
        `reports`, `sections`, whether the mail is about `several` matches, and the `example` answer.
        """
        facts = news | self._state(loaded, seat)
        detail = self._detail(loaded, seat, facts, full=full)
        explained = detail == "full"
        facts |= self._question(loaded, seat, loaded.match.asks.get(seat.seat), explained=explained)
        facts["deadlines"] = self.standing.deadlines(
            loaded, seat, brief=not explained, receipt=detail == "receipt" and not news["headlines"]
        )
        facts["full"] = explained
        tells_notes = seat.noted and detail != "receipt"
        facts["notes"] = self._store.watch.notes(loaded.number, seat.player) if tells_notes else []
        abridged = abridge if explained else shorten
        facts["transcript"], facts["reports"] = abridged(news["transcript"]), abridged(news["reports"])
        facts["story"] = STORY + STORY_OF_LINE * max(len(news["transcript"]) - 1, 0)
        story = self.story(loaded, seat)
        layout, shown = choose_layout(story.view, seat.preferences, seat.shown, detail)
        facts["kept"], orders = choose_orders(facts["kept"], frozenset() if explained else seat.shown)
        shown |= orders & seat.shown if detail == "receipt" else orders
        template = "receipt" if detail == "receipt" else "match"
        odds, hint = self._outlooks(loaded, seat)
        story = structs.replace(story, layout=layout, odds=odds, hint=hint)
        return Body(template, facts, loaded.game.name, story), shown

    def _detail(self, loaded: LoadedMatch, seat: SeatRow, facts: dict[str, Any], *, full: bool) -> Detail:
        liked, asked = seat.preferences, seat.seat in loaded.match.asks
        if full or not seat.shown:  # the first mail of a match
            return "full"
        if loaded.match.over:
            return "brief"
        if not (asked or liked.receipts == "full" or facts["ballots"] or facts["several"]):
            return "receipt"
        if liked.detail != "auto":
            return liked.detail
        if seat.turn_mails >= FULL_MAILS or not asked or liked.changes:
            return "brief"
        count = self._store.matches.turn_mails(seat.player, loaded.game.name)
        return "full" if count < FULL_MAILS else "brief"

    def _question(
        self, loaded: LoadedMatch, seat: SeatRow, ask: Ask[Any] | None, *, explained: bool
    ) -> dict[str, Any]:
        """What is asked of a seat, and what it needs for an answer; `lead` is the mail's first sentence."""
        match, game = loaded.match, loaded.game
        if ask is None:
            return {
                "lead": self.standing.status_line(loaded, seat),
                "how": "",
                "ends": "",
                "answer": str(answer) if (answer := match.answer_of(seat.seat)) is not None else "",
            }
        state, paused = loaded.seen_by(seat.seat), loaded.row.paused is not None
        return {
            "lead": self.standing.status_line(loaded, seat)
            if paused
            else prompt(self._context.templates, game, ask, state, spoken=not seat.preferences.board),
            "how": self._context.templates.how_to(game.name, ask, state) if explained else "",
            "ends": str(ask.ends) if ask.ends is not None and match.drafting(seat.seat) else "",
            "answer": "",
        }

    @staticmethod
    def _outlooks(loaded: LoadedMatch, seat: SeatRow) -> tuple[bytes, bytes]:
        """The odds of a seat's answers, and how good the best one is, in a story's form."""
        ask = loaded.match.asks.get(seat.seat)
        if ask is None:
            return b"[]", b"[]"
        hint = find_hint(loaded, seat)
        odds = loaded.game.odds(loaded.seen_by(seat.seat), ask)
        return msgspec.json.encode(odds), msgspec.json.encode([hint] if hint is not None else [])

    def _state(self, loaded: LoadedMatch, seat: SeatRow) -> dict[str, Any]:
        """How the match stands for a seat."""
        match, game = loaded.match, loaded.game
        promise = seat.last_mail == "" and not match.over
        return {
            "number": loaded.number,
            "title": loaded.title(seat.seat),
            "over": match.over,
            "stake": loaded.row.stake,
            "queue": _beginning(match.waiting(seat.seat)),
            "kept": game.recall(match.state, seat.seat) if not match.over else [],
            "ballots": self.standing.ballots(loaded, seat),
            "offers": self.standing.offers(loaded, seat),
            "commitment": commitment(loaded.row.seed) if match.over or promise else "",
            "seed": loaded.row.seed.hex() if match.over else "",
            "host": host_in(self._context, loaded.seats) if match.over or not seat.told else "",
            "ratings": self.standing.ratings(loaded) if match.over else [],
            "promise": promise,
            "invited": match.over and self._invites(loaded, seat),
        }

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


def _beginning(queue: Sequence[str]) -> list[str]:
    """The first lines of a queue, and the number of those left out."""
    more = len(queue) - QUEUE_TOLD
    return [*map(cut, queue[:QUEUE_TOLD]), *([f"and {more} more"] if more > 0 else [])]
