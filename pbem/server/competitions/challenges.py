"""Challenges on a ladder: somebody above is asked, and plays, declines, or lets the time pass.

A no costs nothing as often as the mail says. Silence moves nobody without a warning: after half of the time there is
one, and at its end the rung goes to the challenger as by walkover. A vacation makes the time longer.
"""

import msgspec
from msgspec import Struct

from pbem.competitions import forms, ladder
from pbem.competitions.record import Declined, Paired
from pbem.competitions.values import Number, Pairing
from pbem.mail.tokens import Token
from pbem.play.orders import Refused
from pbem.server.competitions.entering import Competitions, decode, numbers_of
from pbem.server.competitions.news import News
from pbem.server.competitions.pages import Competition, day
from pbem.server.competitions.playing import Playing
from pbem.server.core.terms import told_terms
from pbem.server.core.times import DAY
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.server.mailing.match_summaries import changed_options
from pbem.store.rows import Confirmation, Player

TERM = 14 * DAY
"""Time to answer a challenge."""

PAUSE = 7 * DAY
"""Time before somebody who has declined may be asked again by the same player."""

WARNING = 7 * DAY
"""That long before the end of it, whoever has not answered is warned."""


class LadderQuestionMail(Mail, frozen=True, kw_only=True):
    """Will you play against somebody below you? `mine` and `theirs` are rungs; `left` is how often the reader can still
    decline; `warning`: they are asked again."""

    template = "ladder_question"

    by: str
    ladder: str
    mine: int
    theirs: int
    title: str
    options: list[str]
    terms: list[str]
    left: int
    until: str
    warned: str
    warning: bool


class About(Struct, frozen=True):
    """Who challenges whom, where, and whether the challenged has been warned."""

    competition: int
    by: Number
    of: Number
    warned: bool = False

    @classmethod
    def of_question(cls, question: Confirmation) -> "About":
        """What a question is about."""
        return msgspec.json.decode(question.about, type=cls)

    @property
    def text(self) -> str:
        """As it is stored."""
        return msgspec.json.encode(self).decode()


class LadderChallenge(Question):
    """Asks whoever is challenged on a ladder, and does what the answer says."""

    kind = "ladder"
    question = "will you play?"
    keeps_lines = True

    _competitions: Competitions
    _playing: Playing
    _news: News
    _mailer: Mailer

    def ask(self, held: Competition, by: Player, handle: str) -> str:
        """Challenge somebody above; returns their name. Raises `Refused`."""
        mine = held.number_of(by.id)
        if mine is None or held.field.find(mine).withdrawn:
            raise Refused(f"You are not in {held.row.name}")
        (theirs,) = numbers_of(held, [handle])
        within = ladder.reachable(forms.ladder_order(held.field), mine)
        if theirs not in within:
            names = ", ".join(held.names(within)) or "nobody"
            raise Refused(f"You can challenge players up to {ladder.REACH} rungs above you: {names}")
        asked = [About.of_question(each) for each in self._waiting_in(held)]
        for each in (mine, theirs):
            who = "You have" if each == mine else f"{held.name(each)} has"
            if held.field.busy(each):
                raise Refused(f"{who} a match of {held.row.name} running")
            if any(each in (one.by, one.of) for one in asked):
                raise Refused(f"{who} a challenge of {held.row.name} that waits for an answer")
        now = self._context.now()
        if (again := self._declined_until(held, mine, theirs)) > now:
            raise Refused(
                f"{held.name(theirs)} has declined your challenge. You can ask them again from {day(again)} on"
            )
        player = self._store.people.player(held.entrants[theirs].player)
        about = About(held.row.id, mine, theirs)
        number = self._store.confirmations.add(self.kind, player.id, "", about.text, now, now + TERM)
        self._mail(held, self._question(number))
        self._wake(held)
        return held.name(theirs)

    def _declined_until(self, held: Competition, by: Number, of: Number) -> int:
        """Until when somebody need not hear again of a challenger whom they have declined."""
        rows = self._store.competitions.events(held.row.id)
        declined = [each.at for each in rows if decode(each.event) == Declined(of, by)]
        return max(declined, default=-PAUSE) + PAUSE

    def _mail(self, held: Competition, question: Confirmation) -> None:
        about = About.of_question(question)
        assert question.player is not None
        assert question.expires is not None
        player, game = self._store.people.player(question.player), self._context.games.of(held.row.game)
        rung = {each: at for at, each in enumerate(forms.ladder_order(held.field), 1)}
        by = held.name(about.by)
        self._mailer.plain(
            LadderQuestionMail(
                by=by,
                ladder=held.row.name,
                mine=rung[about.of],
                theirs=rung[about.by],
                title=game.title,
                options=[
                    f"{name}={value}" for name, value in changed_options(game, held.row.options).items()
                ],
                terms=told_terms(held.row.terms),
                left=ladder.declines_left(held.field, about.of),
                until=day(question.expires),
                warned=day(question.expires - WARNING),
                warning=about.warned,
            ),
            player,
            f"{held.row.name}: {by} {'still waits for your answer' if about.warned else 'challenges you'}",
            Dispatch(f"ladder-{question.id}-{about.warned}", auto_submitted=True),
            token=Token("confirm", question.id, player.generation),
            kind="ladder",
        )

    # Answers.

    def others(self, question: Confirmation) -> list[str]:
        """The challenger."""
        held, about = self._find(question)
        return [held.name(about.by)]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Begin the match."""
        held, about = self._find(reply.question)
        number = self._playing.begin(self._pair(held, reply.player, about), self._pairing(held, about))
        self._done(held, reply.question)
        return noted(f"match {number} of {held.row.name} begins")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Decline: at no cost, or, beyond the limit, by giving up the rung."""
        held, about = self._find(reply.question)
        mine, by = held.name(about.of), held.name(about.by)
        self._done(held, reply.question)
        if not ladder.declines_left(held.field, about.of):
            self._walkover(held, about, f"{mine} has declined once more than the ladder allows")
            return Outcome(f"you give your rung to {by}")
        self._competitions.note(held.row, Declined(about.of, about.by), reply.player)
        challenger = self._store.people.player(held.entrants[about.by].player)
        again = day(self._context.now() + PAUSE)
        text = (
            f"{mine} declines your challenge on the ladder {held.row.name}. You can challenge somebody else, or {mine}"
            f" again from {again} on."
        )
        self._news.note_to(held, challenger, text, f"{mine} declines")
        return Outcome(f"you have declined; {by} is told. {self._told_left(held, about)}")

    def _told_left(self, held: Competition, about: About) -> str:
        """What the next no costs somebody who has just declined."""
        left = ladder.declines_left(self._competitions.load(held.row).field, about.of)
        if left:
            times = "once" if left == 1 else f"{left} times"
            return f"You can still decline {times} at no cost before your next match of this ladder"
        return "If you decline again before your next match of this ladder, your rung goes to the challenger"

    def on_late(self, reply: Reply) -> Outcome | None:
        """Say that the rung is gone."""
        raise Refused("The time for this answer is over")

    # Silence.

    def look(self, held: Competition) -> Competition:
        """Warn, and settle, what has not been answered in time; returns the ladder as it stands then."""
        now = self._context.now()
        for question in self._waiting_in(held):
            about = About.of_question(question)
            assert question.player is not None
            assert question.expires is not None
            if any(held.field.find(each).withdrawn for each in (about.by, about.of)) or held.field.closed:
                self._store.confirmations.delete(question)
                continue
            until = question.expires
            if back := self._store.stops.away_until(question.player, now):
                until = max(until, back + WARNING)
            warned = about.warned or until - WARNING <= now
            if until <= now:
                self._store.confirmations.delete(question)
                self._walkover(held, about, f"{held.name(about.of)} has not answered in time")
                held = self._competitions.load(held.row)
                continue
            if (until, warned) != (question.expires, about.warned):
                about = About(about.competition, about.by, about.of, warned)
                self._store.confirmations.change(question.id, about.text, until)
                if warned and not About.of_question(question).warned:
                    self._mail(held, self._question(question.id))
        self._wake(held)
        return held

    def _walkover(self, held: Competition, about: About, why: str) -> None:
        pairing = self._pairing(held, about)
        held = self._pair(held, None, about)
        result = self._playing.settle(held, pairing, ((about.by,), (about.of,)), "forfeit")
        self._news.tell_all(self._competitions.load(held.row), [result], "", f"{why}.")

    def _pair(self, held: Competition, by: Player | None, about: About) -> Competition:
        self._competitions.note(held.row, Paired((self._pairing(held, about),), ruled=True), by)
        return self._competitions.load(held.row)

    @staticmethod
    def _pairing(held: Competition, about: About) -> Pairing:
        """The next match: a round is a count of matches."""
        return Pairing(held.field.round + 1, 1, (about.by, about.of))

    def _wake(self, held: Competition) -> None:
        """Note when one of the challenges that wait must be looked at."""
        times = [
            (each.expires or 0) - (0 if About.of_question(each).warned else WARNING)
            for each in self._waiting_in(held)
        ]
        self._store.competitions.set_wake(held.row.id, min(times, default=None))

    def _done(self, held: Competition, question: Confirmation) -> None:
        self._store.confirmations.delete(question)
        self._wake(held)

    def _waiting_in(self, held: Competition) -> list[Confirmation]:
        """The challenges of a ladder that wait for an answer, also those whose time is over."""
        rows = self._store.confirmations.pending(self.kind, 0)
        return [each for each in rows if About.of_question(each).competition == held.row.id]

    def _question(self, number: int) -> Confirmation:
        found = self._store.confirmations.find(number)
        assert found is not None
        return found

    def _find(self, question: Confirmation) -> tuple[Competition, About]:
        about = About.of_question(question)
        return self._competitions.load(self._store.competitions.competition(about.competition)), about
