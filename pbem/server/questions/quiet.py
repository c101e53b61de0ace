"""Wanting no mail: confirmed before it takes effect, and cancelled at any time.

Mail programs offer a button for it (List-Unsubscribe), which people press by mistake, and some programs by themselves.
So a letter to that address only leads to a question, at most one a day, and nothing changes before it is answered with
yes.
"""

from pbem.server.core.rates import RateLimits
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted, open_question
from pbem.server.mailing.broadcasts import Broadcasts, wish
from pbem.server.mailing.mailer import Dispatch, Mailer
from pbem.server.mailing.mails import Mail
from pbem.store.rows import Player


class QuietMail(Mail, frozen=True):
    """Do you want no more mail? With the numbers of the matches."""

    template = "quiet"

    matches: list[int]


class QuietedMail(Mail, frozen=True):
    """No more mail comes."""

    template = "quieted"


class Unsubscribe(Question):
    """Asks whether a player wants nothing from the server but answers to their own letters."""

    kind = "quiet"
    question = "no more mail?"
    keeps_lines = True

    _mailer: Mailer
    _limits: RateLimits
    _broadcasts: Broadcasts

    def ask(self, player: Player, dispatch: Dispatch) -> str:
        """Mail the question; returns a note for the inbox."""
        self._limits.require(self.kind, player.id)
        self._mailer.plain(
            QuietMail([row.id for row in self._store.matches.of_player(player.id)]),
            player,
            self.question,
            dispatch,
            token=open_question(self._context, self.kind, player=player, term=None),
        )
        return "asked whether no more mail is wanted"

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Tell those who play with them, too."""
        player = reply.player
        if not player.quiet:
            self._store.people.change(player.id, quiet=True)
            key = f"quiet-{reply.dispatch.idempotency_key}"
            self._broadcasts.tell_others(player, wish(player, True), key)
        self._mailer.plain(QuietedMail(), player, "no more mail", reply.dispatch)
        return noted("wants no more mail")

    def on_no(self, reply: Reply) -> Outcome | None:
        """Nothing has changed; the letter is answered like any other."""
        return None
