"""Writing to people: whatever they are told becomes a notice in the outbox (`pbem.server.mailing.notices`).

Every mail gets its Message-ID here, derived from what it is about; the outbox takes each only once. So a letter that is
handled again after a crash leads to the same mails under the same names.
"""

import functools
from datetime import UTC, datetime

import msgspec
from msgspec import Struct, structs

from pbem.mail.tokens import Token, mail_number
from pbem.mail.writing import Outgoing
from pbem.play.match import LineResult
from pbem.server.core.context import Context
from pbem.server.core.times import DAY, next_hour
from pbem.server.mailing.mails import AnswerMail, Happened, Mail, MatchMail, ReceiptMail
from pbem.server.mailing.match_bodies import MatchBodies, is_worth_mailing
from pbem.server.mailing.notices import Body, Notice, Story
from pbem.server.matches.repository import LoadedMatch
from pbem.store.addresses import mailbox
from pbem.store.due import PROBE
from pbem.store.rows import MatchRow, Player, SeatRow


class Dispatch(Struct, frozen=True):
    """Why a mail is sent: the letter it answers, if any, and the key from which its Message-ID is made.

    `auto_submitted`: a clock or another player's letter led to it. `informational`: nothing new is asked of its reader.
    `wait`: for how many seconds it stays in the outbox first. `source`: where the letter came from that led to it, if
    that letter proves nothing.
    """

    idempotency_key: str
    in_reply_to: str = ""
    auto_submitted: bool = False
    informational: bool = False
    wait: int = 0
    source: str = ""


def is_written_to(reader: Player | SeatRow, dispatch: Dispatch) -> bool:
    """Whether a player gets a letter: not the house, nor a disabled player; players who want no mail get only
    answers."""
    return bool(reader.address) and not reader.disabled and not (dispatch.auto_submitted and reader.quiet)


class MatchNews(Struct, frozen=True):
    """What a letter about a match tells beside the position: all of it may be empty.

    `subject` comes in the Subject before whose move it is. `passing`: the headline is true of this moment alone, and
    not worth waiting for. `act`: the host has done it; players who want no mail are told with their next answer.
    `full`: the position is shown with all explanations.
    """

    headline: str = ""
    subject: str = ""
    transcript: list[LineResult] = []
    sections: list[str] = []
    said: list[str] = []
    passing: bool = False
    act: bool = False
    full: bool = False

    def happened(self, reports: list[LineResult]) -> Happened:
        """The same for a seat with these reports of its queued lines."""
        return Happened(
            headlines=[self.headline] if self.headline else [],
            said=self.said,
            transcript=self.transcript,
            reports=reports,
            sections=self.sections,
        )


_HAPPENED = msgspec.json.Decoder(Happened)


class Mailer:
    """Puts letters into the outbox."""

    def __init__(self, context: Context, bodies: MatchBodies) -> None:
        self._context = context
        self._store = context.store
        self.bodies = bodies
        self.standing = bodies.standing

    # Letters about no match.

    def plain(
        self,
        mail: Mail,
        to: Player | str,
        subject: str,
        dispatch: Dispatch,
        *,
        token: Token | None = None,
        reply_to: str = "",
        kind: str = "",
        game: str = "",
        story: Story | None = None,
        parts: tuple[Body, ...] = (),
        attached: tuple[str, bytes] | None = None,
    ) -> str:
        """Send a mail about no match, to a player or to somebody else's address; mails of a `kind` (the template's
        name, unless given) are counted. Answers go to `reply_to`, or else to the address of the token, or to ours.

        Returns its Message-ID; "" when this player is not written to.
        """
        player, address = (to, to.address) if isinstance(to, Player) else (None, to)
        token = token or (Token("player", player.id, player.generation) if player else None)
        return self._post(
            address,
            player,
            subject=f"[{self._context.config.name}] {subject}",
            body=Body.of(mail, game, story, parts),
            kind=kind or mail.template,
            dispatch=dispatch,
            token=token,
            reply_to=reply_to,
            attached=attached,
        )

    def not_done(self, player: Player, why: str, dispatch: Dispatch, token: Token | None = None) -> None:
        """Tell a player in one sentence why nothing was done, without a board."""
        mail = AnswerMail(handle=player.handle, refused=why)
        self.plain(mail, player, "nothing done", dispatch, token=token)

    # Letters about a match.

    def tell(self, loaded: LoadedMatch, seat: SeatRow, dispatch: Dispatch, news: MatchNews) -> bool:
        """Send a seat the mail of its match when it is due: now, or with its player's daily mail if that is early
        enough. Returns whether it goes out now."""
        for_answer = news.act and seat.quiet and bool(seat.address) and not seat.disabled
        if not for_answer and not can_wait(seat, self._context.now()):
            return self.about_match(loaded, seat, dispatch, news)
        if for_answer or is_written_to(seat, dispatch):
            lasting = structs.replace(news, headline="") if news.passing else news
            self.put_off(seat, loaded.number, lasting.happened(loaded.match.reports.get(seat.seat, [])))
        return False

    def put_off(self, reader: SeatRow | Player, match: int, happened: Happened) -> None:
        """Let news of a match wait for its reader's daily mail. Only then are they written, with the position as
        it is then; so what is taken back before has never been told."""
        player = reader.id if isinstance(reader, Player) else reader.player
        due = next_hour(self._context.now(), reader.zone, reader.preferences.hour)
        self._store.news.keep(player, match, due, msgspec.json.encode(happened))

    def take_waiting(self, player: int, match: int) -> Happened:
        """Take all news of a match that have waited for a player; they wait no longer."""
        waited = map(_HAPPENED.decode, self._store.news.take(player, match))
        return functools.reduce(Happened.then, waited, Happened())

    def about_match(self, loaded: LoadedMatch, seat: SeatRow, dispatch: Dispatch, news: MatchNews) -> bool:
        """Send the letter of a match to one of its seats: what happened, the board, what is asked.

        Returns False if it is not written: then the next one that is tells what happened.
        """
        if not is_written_to(seat, dispatch):
            return False
        mail, story, shown = self._write(loaded, seat, news)
        if (
            isinstance(mail, ReceiptMail)
            and seat.preferences.receipts == "off"
            and not is_worth_mailing(mail)
        ):
            return False
        body = Body.of(mail, loaded.game.name, story)
        subject = ", ".join(filter(None, (news.subject, self.standing.subject(loaded, seat, mail.ballots))))
        message_id = self.to_seat(
            loaded.row, seat, loaded.match.turn.number, subject, body, "match", dispatch
        )
        self._note_told(loaded, seat, shown, message_id)
        return True

    def in_digest(self, loaded: LoadedMatch, seat: SeatRow) -> Body:
        """What the daily mail tells a seat about its match; the seat counts as told."""
        mail, story, shown = self._write(loaded, seat, MatchNews(), several=True)
        self._note_told(loaded, seat, shown, None)
        return Body.of(mail, loaded.game.name, story)

    def _write(
        self, loaded: LoadedMatch, seat: SeatRow, news: MatchNews, *, several: bool = False
    ) -> tuple[MatchMail, Story, frozenset[int]]:
        happened = news.happened(loaded.match.reports.get(seat.seat, []))
        if seat.preferences.daily or seat.quiet:
            happened = self.take_waiting(seat.player, loaded.number).then(happened)
        if seat.tidings:
            happened = Happened(said=self._store.people.take_tidings(seat.player)).then(happened)
        return self.bodies.write(loaded, seat, happened, full=news.full, several=several)

    def _note_told(
        self, loaded: LoadedMatch, seat: SeatRow, shown: frozenset[int], message_id: str | None
    ) -> None:
        match, events = loaded.match, loaded.match.event_count
        told = msgspec.structs.replace(
            seat,
            told=events,
            shown=shown,
            turn_mails=seat.turn_mails + (seat.seat in match.asks),
            last_mail=message_id or seat.last_mail,
        )
        loaded.save_seat(self._store, told)
        of_earlier_turns = seat.told < match.loaded.turn.event
        if seat.told < events and (of_earlier_turns or loaded.before.unseen):
            self._store.log.mark_seen(loaded.number, seat.seat, seat.told)

    def to_seat(
        self,
        row: MatchRow,
        seat: SeatRow,
        turn: int,
        subject: str,
        body: Body,
        kind: str,
        dispatch: Dispatch,
    ) -> str:
        """Send a letter about a match to one seat, in the thread of that match. Returns its Message-ID."""
        root = f"<match.{row.id}@{self._context.config.domain}>"
        message_id = self._post(
            seat.address,
            seat,
            subject=f"[{self._context.config.name} {row.id}] {self._context.games.of(row.game).title} - {subject}",
            body=body,
            kind=kind,
            dispatch=dispatch,
            token=Token("seat", row.id, seat.index, turn, seat.generation),
            match=row.id,
            references=tuple(filter(None, (root, seat.last_mail))),
        )
        if message_id and kind != "match":  # that is noted with all that it shows
            self._store.matches.set_mailed(row.id, seat.index, message_id)
        return message_id

    def about_offer(self, row: MatchRow, seat: SeatRow, subject: str, dispatch: Dispatch, mail: Mail) -> None:
        """Send a letter about a match that has not begun."""
        self.to_seat(row, seat, 0, subject, Body.of(mail, row.game), mail.template, dispatch)

    # Posting.

    def _post(
        self,
        address: str,
        reader: Player | SeatRow | None,
        *,
        subject: str,
        body: Body,
        kind: str,
        dispatch: Dispatch,
        token: Token | None,
        reply_to: str = "",
        match: int | None = None,
        references: tuple[str, ...] = (),
        attached: tuple[str, bytes] | None = None,
    ) -> str:
        """Put a notice into the outbox and return the Message-ID of its mail; "" if this reader gets no mail."""
        if reader is not None and not is_written_to(reader, dispatch):
            return ""
        domain = self._context.config.domain
        message_id = self._context.tokens.message_id(
            kind, match or 0, f"{dispatch.idempotency_key}/{kind}/{match}/{address}"
        )
        own = self._context.own_address
        reply_to = reply_to or own
        if token is not None:  # it names this mail, unless it is to name an earlier one, or a question
            if token.kind in ("seat", "player") and not token.mail:
                token = structs.replace(token, mail=mail_number(message_id))
            reply_to = self._context.tokens.address(token)
        now = self._context.now()
        head = Outgoing(
            to=address,
            to_name=reader.handle if reader else "",
            sender=own,
            sender_name=f"{self._context.config.name} match {match}" if match else self._context.config.name,
            reply_to=reply_to,
            subject=subject,
            message_id=message_id,
            in_reply_to=dispatch.in_reply_to or (references[-1] if references else ""),
            references=(*references, *([dispatch.in_reply_to] if dispatch.in_reply_to else [])),
            automatic="generated" if dispatch.auto_submitted else "replied",
            list_id=f"match-{match}.{domain}" if match else "",
            list_unsubscribe=self._way_out(reader),
            loop=own,
            date=datetime.fromtimestamp(now, UTC),
            text_only=bool(reader and reader.text_only),
            attached=attached,
        )
        hold = reader is not None and reader.unreachable is not None and kind != PROBE
        self._store.post.send(
            address,
            message_id,
            msgspec.json.encode(Notice(head, body)),
            now,
            kind=kind,
            match=match,
            reply_to=reply_to,
            hold=hold,
            tells=dispatch.informational,
            wait=dispatch.wait,
            mailbox=""
            if reader is not None or address == self._context.config.host.lower()
            else mailbox(address),
            source=dispatch.source,
        )
        return message_id

    def _way_out(self, reader: Player | SeatRow | None) -> str:
        """The address to which a mail program sends its user's wish for no more mail; strangers get none unasked."""
        if reader is None:
            return ""
        player = reader.id if isinstance(reader, Player) else reader.player
        return self._context.tokens.address(Token("leave", player))


def can_wait(seat: SeatRow, now: int) -> bool:
    """Whether news for a seat may wait for its player's daily mail: at least a day must be left then to answer."""
    liked = seat.preferences
    return liked.daily and (seat.due is None or seat.due - DAY >= next_hour(now, seat.zone, liked.hour))
