"""The director's desk for somebody else: its director proposes it, and they agree.

The host gives it away without asking, as with everything the host does.
"""

import msgspec
from msgspec import Struct

from pbem.server.competitions.desk import Desk
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.news import News
from pbem.server.competitions.pages import Competition
from pbem.server.leagues.teams import quoted
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, open_question
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.rows import Confirmation, Player


class About(Struct, frozen=True):
    """Which competition somebody is to direct, and who directs it now."""

    competition: int
    by: int


class DirectorQuestionMail(Mail, frozen=True, kw_only=True):
    """Will you direct a competition? `line` shows how it stands."""

    template = "director_question"

    by: str
    competition: str
    title: str
    entrants: int
    line: str


class Directing(Question):
    """Asks somebody whether they will direct a competition."""

    kind = "directing"
    question = "will you direct the competition?"
    keeps_lines = True

    _competitions: Competitions
    _desk: Desk
    _news: News
    _mailer: Mailer

    def ask(self, held: Competition, by: Player, handle: str) -> str:
        """Propose the desk to another player; returns what the director is told. Raises `Refused`."""
        player = self._desk.check_direct(held, by, handle)
        about = msgspec.json.encode(About(held.row.id, by.id)).decode()
        waiting = self._store.confirmations.pending(self.kind, self._context.now(), player=player.id)
        if not any(each.about == about for each in waiting):
            self._mailer.plain(
                DirectorQuestionMail(
                    by=by.handle,
                    competition=held.row.name,
                    title=self._context.games.of(held.row.game).title,
                    entrants=len(held.entrants),
                    line=f"tournament {quoted(held.row.name)}",
                ),
                player,
                f"will you direct {held.row.name}?",
                Dispatch(f"directing-{held.row.id}-{player.id}-{self._context.now()}", auto_submitted=True),
                token=open_question(self._context, self.kind, player=player, about=about),
                kind=self.kind,
            )
        return f"{player.handle} is asked, and directs {held.row.name} after a yes"

    def others(self, question: Confirmation) -> list[str]:
        """The director."""
        return [self._store.people.player(self._find(question)[1].by).handle]

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Give them the desk. Raises `Refused` if it is no longer possible."""
        held, about = self._find(reply.question)
        self._desk.direct(held, self._store.people.player(about.by), reply.player.handle)
        self._store.confirmations.delete(reply.question)
        return Outcome(f"you direct {held.row.name} now")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Tell the director."""
        held, _ = self._find(reply.question)
        self._store.confirmations.delete(reply.question)
        text = f"{reply.player.handle} will not direct {held.row.name}."
        self._news.note_to_director(held, f"{reply.player.handle} will not direct it", text)
        return Outcome(f"you do not direct {held.row.name}")

    def _find(self, question: Confirmation) -> tuple[Competition, About]:
        about = msgspec.json.decode(question.about, type=About)
        return self._competitions.load(self._store.competitions.competition(about.competition)), about
