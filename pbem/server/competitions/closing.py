"""Closing a competition before all has been played, which leaves it without a champion: its director is asked first."""

import msgspec
from msgspec import Struct, structs

from pbem.competitions import forms
from pbem.server.competitions.desk import Desk
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.pages import Competition
from pbem.server.letters.outcome import Outcome, asked_by_mail
from pbem.server.letters.questions import Question, Reply, open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.rows import Confirmation, Player


class About(Struct, frozen=True):
    """Which competition its director wants to close, and why."""

    competition: int
    reason: str


class CloseQuestionMail(Mail, frozen=True, kw_only=True):
    """Shall a competition be closed before all has been played? `matches` are those being played."""

    template = "close_question"

    competition: str
    champions: list[str]
    matches: list[int]


class Closing(Question):
    """Asks directors whether they want to close a competition early, and closes it."""

    kind = "closing"
    question = "do you want to close the competition?"
    keeps_lines = True

    _competitions: Competitions
    _desk: Desk
    _mailer: Mailer

    def close(self, held: Competition, director: Player, reason: str, dispatch: Dispatch) -> Outcome | None:
        """Close a competition; if that ends it early, ask first, and return what the director is told. Raises
        `Refused`."""
        self._desk.check_close(held, director)
        if held.row.status == "open" or held.plan.form in forms.ENDLESS:
            self._desk.close(held, director, reason)
            return None
        matches = [held.match_of(pairing) for pairing in held.field.running]
        ended = structs.replace(held.field, running=(), closed=True)
        self._mailer.plain(
            CloseQuestionMail(
                competition=held.row.name,
                champions=held.names(forms.champions(held.plan, ended)),
                matches=[match for match in matches if match is not None],
            ),
            director,
            f"do you want to close {held.row.name}?",
            Dispatch(f"closing-{held.row.id}-{dispatch.idempotency_key}", dispatch.in_reply_to),
            token=open_question(
                self._context,
                self.kind,
                player=director,
                about=msgspec.json.encode(About(held.row.id, reason)).decode(),
            ),
            kind=self.kind,
        )
        return asked_by_mail()

    def others(self, question: Confirmation) -> list[str]:
        """The entrants."""
        held, _ = self._find(question)
        return [each.handle for each in held.entrants.values() if each.player != question.player]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Close it. Raises `Refused` if it is no longer possible."""
        held, about = self._find(reply.question)
        self._store.confirmations.delete(reply.question)
        self._desk.close(held, reply.player, about.reason)
        return Outcome(f"{held.row.name} is closed; all are told")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Say that nothing has changed."""
        held, _ = self._find(reply.question)
        self._store.confirmations.delete(reply.question)
        return Outcome(f"{held.row.name} goes on")

    def _find(self, question: Confirmation) -> tuple[Competition, About]:
        about = msgspec.json.decode(question.about, type=About)
        return self._competitions.load(self._store.competitions.competition(about.competition)), about
