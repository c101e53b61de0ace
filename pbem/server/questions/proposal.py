"""What a player may still send by one word.

By a plain yes to the mail that proposes it: the letter that a refusal has put right, or the line that confirms what
cannot be taken back. By `say`: what was left alone in their last letter about a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct, structs

from pbem.mail.reading import Letter
from pbem.play.orders import tidy
from pbem.server.answering.about import About
from pbem.server.answering.wishes import agrees_by_wish
from pbem.server.language.command_table import command_named
from pbem.server.language.yes_no import Answer, affirmed, agrees_in_doubt, answer_in, behind_yes, names_in
from pbem.server.letters.answered import find_answered
from pbem.server.letters.outcome import Outcome
from pbem.server.letters.questions import Question, Reply, noted, open_question
from pbem.server.people.identity import Identity, Sender
from pbem.store.rows import Confirmation, Outgoing, Player

SAY = "say"


class Proposed(Struct, frozen=True):
    """A letter for a match or for none, proposed in the mail with this Message-ID; without one it is talk. `strict`:
    only the word yes itself sends it."""

    match: int | None
    message_id: str
    lines: tuple[str, ...]
    strict: bool = False

    @classmethod
    def of(cls, question: Confirmation) -> Proposed:
        """What a question is about."""
        return msgspec.json.decode(question.about, type=cls)

    def is_replaced_by(self, later: Proposed) -> bool:
        """Whether a later one makes it void."""
        return self.match == later.match and bool(self.message_id) == bool(later.message_id)


class Offered(Struct, frozen=True):
    """What a letter says to what was proposed: it accepts `accepted`, or it says a yes that is in doubt, or to a mail
    that proposes nothing; then `lines` are offered once more, and `why` says so: `beside` what else it does."""

    accepted: Confirmation | None = None
    lines: tuple[str, ...] = ()
    why: str = ""
    beside: bool = False


class Proposal(Question):
    """Shall the letter be sent so? The last one of each player and match waits. It has no reply address of its own,
    since most answers to its mail are other orders."""

    kind = "proposal"
    asks_again = False

    _identity: Identity
    _run: Callable[..., tuple[str, str]]

    def ask(
        self,
        player: Player,
        match: int | None,
        message_id: str,
        lines: Sequence[str],
        *,
        strict: bool = False,
    ) -> None:
        """Propose a letter; an earlier proposal for the same match is void."""
        new = Proposed(match, message_id, tuple(lines), strict or any(map(_is_final, lines)))
        void = [row for row in self._waiting(player) if Proposed.of(row).is_replaced_by(new)]
        self._store.confirmations.delete(*void)
        about = msgspec.json.encode(new).decode()
        open_question(self._context, self.kind, player=player, address=player.address, about=about)

    def find_offered(self, letter: Letter, sender: Sender) -> Offered | None:
        """What a letter says to a proposal: a yes to the very mail that proposes it, or the word say; or a yes to a
        later mail that proposes nothing."""
        player, token = sender.player, sender.token
        if player is None or not (sender.proposed and sender.proven) or letter.away:
            return None
        answered = None
        if not _says(letter):
            answered = find_answered(self._context, letter, player)
            if answered is None:
                return None
        mail = answered.message_id if answered is not None else ""
        match = token.a if token is not None and token.kind == "seat" else None
        waiting = self._waiting(player)
        for row in waiting:
            about = Proposed.of(row)
            if (about.match, about.message_id) == (match, mail):
                if self.read(row, letter, player) == "yes":
                    return Offered(row)
                if mail and agrees_in_doubt(letter.lines, self._names(letter, player, about)):
                    return Offered(lines=about.lines, why=_ALONE if about.strict else _IN_DOUBT)
                return None
        return self._find_earlier(letter, player, answered, waiting) if answered is not None else None

    def _find_earlier(
        self, letter: Letter, player: Player, answered: Outgoing, waiting: Sequence[Confirmation]
    ) -> Offered | None:
        """What a yes means to a mail that asks nothing, where earlier ones do. What changes no match is done, if it is
        the only one; anything else is offered once more."""
        if self._asks(player, answered):
            return None
        earlier: list[tuple[Confirmation, Proposed]] = []
        for row in waiting:
            about = Proposed.of(row)
            sent = self._store.post.latest_of([about.message_id], [answered.recipient])
            if about.message_id and sent is not None and sent.id < answered.id:
                earlier.append((row, about))
        if not earlier or not all(self.read(row, letter, player) == "yes" for row, _ in earlier):
            return None
        beside = not all(self._agrees(letter, player, about) for _, about in earlier)
        if len(earlier) > 1:
            each = ", or ".join(f'"{"; ".join(about.lines)}"' for _, about in earlier)
            return Offered(
                beside=beside,
                why=f"Several mails of mine wait for a yes: {each}. Answer the one that you mean, or write that line",
            )
        ((row, about),) = earlier
        if about.match is None and not about.strict:
            return Offered(row)
        elsewhere = about.match is not None and about.match != answered.match
        return Offered(
            lines=(f"match {about.match}", *about.lines) if elsewhere else about.lines,
            why="I have seen your yes, but this mail asked nothing. An earlier one did, so I ask once more",
            beside=beside,
        )

    def _asks(self, player: Player, answered: Outgoing) -> bool:
        """Whether a mail, or its match, asks a player anything else."""
        token = self._context.tokens.find((answered.reply_to,))
        if token is not None and token.kind not in ("seat", "player"):
            return True
        match = answered.match
        return match is not None and any(
            each.player == player.id and each.kind != self.kind
            for each in self._store.confirmations.of_match(match)
        )

    def _names(self, letter: Letter, player: Player, about: Proposed) -> frozenset[str]:
        return names_in(letter.sender, letter.writer, player.handle, *about.lines)

    def _agrees(self, letter: Letter, player: Player, about: Proposed) -> bool:
        return answer_in(letter.lines, self._names(letter, player, about), strict=about.strict) == "yes"

    def read(self, question: Confirmation, letter: Letter, player: Player | None) -> Answer:
        """What a letter answers; talk is sent by the word say."""
        about = Proposed.of(question)
        if not about.message_id:
            return "yes" if _says(letter) else ""
        assert player is not None
        return (
            "yes"
            if self._agrees(letter, player, about) or self._rest(letter, player, about) is not None
            else ""
        )

    def _rest(self, letter: Letter, player: Player, about: Proposed) -> tuple[str, ...] | None:
        """What is to be done beside what was proposed; None if the letter does not begin with a yes that counts."""
        if self._agrees(letter, player, about):
            return ()
        if about.strict:  # `Yes, and please resign this one.`
            text, words = "\n".join(letter.lines), {word for line in about.lines for word in line.split()}
            names = names_in(letter.sender, letter.writer, player.handle)
            asks = About(self._context, player, letter=text)
            return () if agrees_by_wish(text, words, asks, names, strict=True) else None
        names = self._names(letter, player, about)
        return behind_yes(affirmed(letter.lines, names), names)

    def on_yes(self, reply: Reply) -> Outcome | None:
        """Carry out the proposed lines, as if the letter had them, and with them what stands behind the yes. If they
        cannot be done together, those that were proposed are offered once more."""
        self._store.confirmations.delete(reply.question)
        letter = reply.letter
        incoming = self._store.post.incoming(letter.inbox)
        assert incoming is not None
        sender = self._identity.identify(letter.mail)
        about = Proposed.of(reply.question)
        rest = self._rest(letter.mail, reply.player, about) if about.message_id else ()
        lines = (*about.lines, "", *rest) if rest else about.lines
        mail = structs.replace(letter.mail, lines=lines, subject="")
        _, note = self._run(
            incoming,
            mail,
            sender,
            letter.matches.renewed,
            offered=about.lines if rest else (),
            accepted=1 + about.lines.count(""),
        )
        return noted(note or "accepts what was proposed")

    def _waiting(self, player: Player) -> list[Confirmation]:
        return self._store.confirmations.pending(self.kind, self._context.now(), player=player.id)


_IN_DOUBT = "I have seen your yes, but other words put it in doubt"
_ALONE = "I have seen your yes, but this cannot be taken back, so it takes the word yes alone"


def _is_final(line: str) -> bool:
    """Whether a line, once carried out, cannot be taken back."""
    word, _, arguments = line.lower().partition(" ")
    command = command_named(word)
    return command is not None and (
        command.final or (command.name == "accept" and "draw" in arguments.split())
    )


def _says(letter: Letter) -> bool:
    """Whether a letter wants what was left alone in the one before to be passed on."""
    return [tidy(line).lower() for line in letter.lines if line.strip()] == [SAY]
