"""Which mail of ours a letter answers, and what of it has got into its text."""

import logging

from msgspec import structs

from pbem.mail.reading import Letter
from pbem.mail.rewrapped import without_tails
from pbem.mail.tokens import Token
from pbem.server.core.context import Context
from pbem.server.mailing.notices import Writer
from pbem.store.addresses import mailbox
from pbem.store.rows import Outgoing, Player

log = logging.getLogger("pbem.letters")


def find_answered(context: Context, letter: Letter, player: Player | None) -> Outgoing | None:
    """The mail to its writer that a letter answers: the one that its reply address names, or else the latest of its
    thread. Relays replace our Message-ID, and some programs leave it out."""
    store = context.store
    own = store.people.addresses(player.id) if player is not None else [letter.sender]
    theirs = set(map(mailbox, own))
    for token in context.tokens.find_all(letter.recipients):
        named = store.post.with_reply_to(context.tokens.address(token)) if token.mail else None
        if named is not None and mailbox(named.recipient) in theirs:
            return named
    return store.post.latest_of(letter.references, own)


def answered_turns(context: Context, token: Token | None) -> tuple[int | None, dict[int, int] | None]:
    """The match whose mail a letter to this reply address answers, if it is about one match, and the turns of all
    matches that it showed; None if nobody knows them anymore."""
    if token is not None and token.kind == "seat":
        return token.a, {token.a: token.c}
    if token is None or token.kind != "player" or not token.c:
        return None, {}
    return None, context.store.news.turns(token.c, token.a)


def without_quoted(context: Context, letter: Letter, player: Player | None) -> Letter:
    """The letter without ends of lines of the mail that it answers, or of another one of ours, which its program has
    wrapped anew."""
    answered = find_answered(context, letter, player)
    try:
        mail = Writer(context).mail(answered) if answered is not None else b""
    except Exception:  # an earlier version has written it: the letter is read all the same
        log.exception("the mail that a letter answers cannot be written anymore")
        mail = b""
    lines = without_tails(letter.lines, letter.tails, mail, context.templates.wording)
    return structs.replace(letter, lines=lines, tails=())
