"""A place in a competition, or a team, for somebody else: the director proposes it, and they agree.

The host gives a place away without asking, as with everything the host does.
"""

import msgspec
from msgspec import Struct

from pbem.competitions.values import Number
from pbem.server.competitions.desk import Desk
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.news import News
from pbem.server.competitions.pages import Competition
from pbem.server.core.terms import told_terms
from pbem.server.leagues.teams import quoted
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.rows import Confirmation, Player


class About(Struct, frozen=True):
    """Whose place is proposed to somebody, where, by which director, and why."""

    competition: int
    number: Number
    by: int
    reason: str


class HandOverQuestionMail(Mail, frozen=True, kw_only=True):
    """Will you play on for somebody in a competition? `matches` are those being played."""

    template = "handover_question"

    by: str
    competition: str
    old: str
    team: bool
    reason: str
    title: str
    matches: list[int]
    terms: list[str]
    line: str


class HandOver(Question):
    """Asks somebody whether they play on for an entrant."""

    kind = "handover"
    question = "will you play on for them?"
    keeps_lines = True

    _competitions: Competitions
    _desk: Desk
    _news: News
    _mailer: Mailer

    def ask(self, held: Competition, by: Player, old: str, new: str, reason: str) -> str:
        """Propose an entrant's place to another player; returns what the director is told. Raises `Refused`."""
        number, player = self._desk.check_replace(held, by, old, new)
        about = msgspec.json.encode(About(held.row.id, number, by.id, reason)).decode()
        waiting = self._store.confirmations.pending(self.kind, self._context.now(), player=player.id)
        does = "manages" if held.plan.teams else "plays on for"
        told = f"{player.handle} is asked, and {does} {held.name(number)} after a yes"
        if any(each.about == about for each in waiting):
            return told
        matches = [held.match_of(pairing) for pairing in held.running(number)]
        self._mailer.plain(
            HandOverQuestionMail(
                by=by.handle,
                competition=held.row.name,
                old=held.name(number),
                team=held.entrants[number].team is not None,
                reason=reason.rstrip("."),
                title=self._context.games.of(held.row.game).title,
                matches=[match for match in matches if match is not None],
                terms=told_terms(held.row.terms),
                line=f"tournament {quoted(held.row.name)}",
            ),
            player,
            f"will you {_do(held)} {held.name(number)} in {held.row.name}?",
            Dispatch(
                f"handover-{held.row.id}-{number}-{player.id}-{self._context.now()}", auto_submitted=True
            ),
            token=open_question(self._context, self.kind, player=player, about=about),
            kind="handover",
        )
        return told

    def others(self, question: Confirmation) -> list[str]:
        """The director, and the entrant."""
        held, about = self._find(question)
        return [self._store.people.player(about.by).handle, held.name(about.number)]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Give them the place. Raises `Refused` if it is no longer possible."""
        held, about = self._find(reply.question)
        by = self._store.people.player(about.by)
        old = held.entrants[about.number].manager
        self._desk.replace(held, by, old, reply.player.handle, about.reason)
        self._store.confirmations.delete(reply.question)
        return Outcome(f"you {_do(held)} {held.name(about.number)} in {held.row.name}")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Tell the director."""
        held, about = self._find(reply.question)
        self._store.confirmations.delete(reply.question)
        told = f"{reply.player.handle} will not {_do(held)} {held.name(about.number)}"
        self._news.note_to_director(held, told, f"{told}.")
        return Outcome(f"you do not {_do(held)} {held.name(about.number)}")

    def _find(self, question: Confirmation) -> tuple[Competition, About]:
        about = msgspec.json.decode(question.about, type=About)
        return self._competitions.load(self._store.competitions.competition(about.competition)), about


def _do(held: Competition) -> str:
    return "manage" if held.plan.teams else "play on for"
