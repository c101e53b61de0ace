"""Leaving a competition that has begun, which cannot be taken back: asked about first, with what it leads to."""

import msgspec
from msgspec import Struct

from pbem.competitions import forms
from pbem.competitions.values import Number
from pbem.play.orders import Refused
from pbem.server.competitions.desk import Desk
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.entries import Entries
from pbem.server.competitions.pages import Competition
from pbem.server.letters.outcome import Outcome, asked_by_mail
from pbem.server.letters.questions import Question, Reply, open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.rows import Confirmation, Player


class About(Struct, frozen=True):
    """Which entrant wants to leave which competition."""

    competition: int
    number: Number


class WithdrawQuestionMail(Mail, frozen=True, kw_only=True):
    """Do you want to leave a competition? `team` is the reader's, if one plays; `consequences` are sentences."""

    template = "withdraw_question"

    competition: str
    team: str
    consequences: list[str]


class Withdrawal(Question):
    """Asks entrants whether they want to leave, and lets them out."""

    kind = "withdrawal"
    question = "do you want to leave the competition?"
    keeps_lines = True

    _competitions: Competitions
    _desk: Desk
    _entries: Entries
    _mailer: Mailer

    def ask(self, held: Competition, player: Player, number: Number, dispatch: Dispatch) -> Outcome:
        """Mail the question whether they mean it. Raises `Refused` if a team cannot leave now."""
        if (team := held.entrants[number].team) is not None:
            self._entries.check_drop(held, self._store.teams.team(team), player)
        about = msgspec.json.encode(About(held.row.id, number)).decode()
        self._mailer.plain(
            WithdrawQuestionMail(
                competition=held.row.name,
                team=held.name(number) if held.plan.teams else "",
                consequences=self._consequences(held, number),
            ),
            player,
            f"do you want to leave {held.row.name}?",
            Dispatch(f"withdrawal-{number}-{dispatch.idempotency_key}", dispatch.in_reply_to),
            token=open_question(self._context, self.kind, player=player, about=about),
            kind=self.kind,
        )
        return asked_by_mail()

    @staticmethod
    def _consequences(held: Competition, number: Number) -> list[str]:
        """What leaving would lead to."""
        told = []
        for pairing in held.running(number):
            others = " and ".join(held.name(each) for each in pairing.seats if each != number)
            match = held.match_of(pairing)
            which = f"match {match}" if match is not None else "your next match"
            told.append(f"You lose {which} to {others} by walkover. No rating changes.")
        if not forms.stays_in_table(held.plan, held.field, number):
            told.append(
                "You have not yet played half of your matches, so all your results are taken out of the table."
            )
        elif held.plan.form not in forms.UNROUNDED:
            told.append("Your earlier results stay in the table.")
        if held.plan.form == "ladder":
            return [*told, "You give up your rung. If you enter the ladder again, you are on the lowest one."]
        again = held.plan.form in forms.ENDLESS
        return [*told, "You can enter it again later." if again else "You cannot come back."]

    def others(self, question: Confirmation) -> list[str]:
        """The entrant, who may be a team."""
        held, about = self._find(question)
        return [held.name(about.number)]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Let them out. Raises `Refused` if it is no longer possible."""
        held, about = self._find(reply.question)
        self._store.confirmations.delete(reply.question)
        name, entrant = held.name(about.number), held.entrants[about.number]
        if entrant.player != reply.player.id:
            raise Refused(f"{entrant.manager} plays on for you in {held.row.name}")
        self._desk.leave(
            held, about.number, f"{name} has withdrawn", f"{name} has withdrawn.", by=reply.player
        )
        return Outcome(f"{f'{name} has' if held.plan.teams else 'you have'} left {held.row.name}")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Say that nothing has changed."""
        held, about = self._find(reply.question)
        self._store.confirmations.delete(reply.question)
        who = f"{held.name(about.number)} stays" if held.plan.teams else "you stay"
        return Outcome(f"{who} in {held.row.name}")

    def _find(self, question: Confirmation) -> tuple[Competition, About]:
        about = msgspec.json.decode(question.about, type=About)
        return self._competitions.load(self._store.competitions.competition(about.competition)), about
