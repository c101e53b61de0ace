"""Checking that everything is in place: configuration, database, ports, relay, keys, DNS, disk, what has piled up.

It changes and creates nothing; only `send_to_self`, on request, sends a mail.
"""

import asyncio
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import dns.exception
import dns.resolver

from pbem.mail.delivery import Outcome, Relay
from pbem.mail.reading import read
from pbem.mail.tokens import Token
from pbem.server.clocks.outages import OUTAGE, down_since, reminders_late_after
from pbem.server.core.config import Address, Config, ConfigError
from pbem.server.core.findings import Finding, Level
from pbem.server.core.missing_games import standing_still, waiting_for
from pbem.server.core.times import DAY, HOUR, span
from pbem.server.departures.quota import Quota
from pbem.server.departures.ways import relay_for, signer_for
from pbem.server.mailing.mailer import Dispatch
from pbem.server.mailing.mails import SelfMail
from pbem.server.ops.application import Application
from pbem.store.rows import Incoming

ENOUGH_MEGABYTES = 200
SECONDS = 5.0  # how long a port or a name server may take to answer
RESERVED = (".example", ".test", ".invalid")  # domains for trials (RFC 2606), which never have records


def findings(app: Application) -> Iterator[Finding]:
    """All findings, one by one. Raises `SqlError` if the database is damaged."""
    config = app.config
    yield from _database(app)
    yield from _ports(config)
    yield from _way_out(app)
    yield from _mailbox(app)
    if app.store.file is not None:
        yield _disk(app.store.file, config.min_free)
    yield _domain(config)
    yield _believed(config)
    if not config.trial and config.domain != "localhost" and not config.mailbox.address:
        yield from _names(config)
    yield from _clockwork(app)
    yield from _letters(app)


def _disk(file: Path, least: int) -> Finding:
    free = _free_megabytes(file)
    room = f"; below {least} MB no new mail is taken" if least else ""
    return _judged(free > max(ENOUGH_MEGABYTES, 2 * least), f"disk: {free} MB free beside the database{room}")


def _domain(config: Config) -> Finding:
    if config.domain == "localhost" and not config.trial:
        return Finding("bad", "mail domain: localhost, which nobody else can write to; set domain")
    return Finding("ok", f"mail domain: {config.domain}")


def _believed(config: Config) -> Finding:
    if not config.trusts_from:
        return Finding("ok", "From alone is not believed")
    if config.trial:
        return Finding("ok", "From is believed, because the server is in trial mode")
    return Finding(
        "bad", "From is believed: anybody who knows a player's address can play for them; see believe_from"
    )


def _judged(good: bool, text: str) -> Finding:
    return Finding("ok" if good else "bad", text)


def _database(app: Application) -> Iterator[Finding]:
    app.store.must_be_sound()
    settings, durable = app.store.durability()
    found = ", ".join(f"{name} {value}" for name, value in settings.items())
    survives = "survives a power cut" if durable else "may be lost in a power cut: correct its settings"
    yield _judged(durable, f"database: what is stored {survives} ({found})")
    problems = app.store.problems()
    state = f"has {len(problems)} problems; see: pbem check" if problems else "is sound"
    yield _judged(not problems, f"database{' file' * (app.store.file is not None)} {app.store.name} {state}")
    yield _judged(bool(list(app.games)), f"games: {', '.join(app.games.names)}")
    for game, numbers in standing_still(app.store, app.games.names).items():
        yield Finding(
            "bad", f"game {game} is not installed: {waiting_for(numbers)} until you install it again"
        )


def _ports(config: Config) -> Iterator[Finding]:
    for name, text in (("listener", config.listen), ("lmtp", config.lmtp)):
        if text:
            answers = _answers(text)
            state = "answers" if answers else "no answer; start it with: pbem serve"
            yield _judged(answers, f"{name} {text}: {state}")
    if config.open_to_all:
        yield Finding("note", f"listener {config.listen}: anybody can reach it, with no mail server in front")
    if config.listen and config.lmtp and not Address.parse(config.listen).loopback:
        yield Finding("note", f"listener {config.listen}: others can reach it past your mail server")


def _answers(text: str) -> bool:
    try:
        with _connected(text) as connection:
            return connection.recv(3) == b"220"
    except OSError:
        return False


def _connected(text: str) -> socket.socket:
    if "/" not in text:
        address = Address.parse(text)
        return socket.create_connection((address.host, address.port), timeout=SECONDS)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(SECONDS)
    try:
        connection.connect(text)
    except OSError:
        connection.close()
        raise
    return connection


def _way_out(app: Application) -> Iterator[Finding]:
    config = app.config
    if not config.relay:
        writable = _writable(Path(config.maildir))
        can = "can" if writable else "cannot"
        yield _judged(writable, f"maildirs {can} be written below {config.maildir}/")
        return
    try:
        relay = relay_for(config)
        signer = signer_for(config)
    except ConfigError as error:
        yield Finding("bad", str(error))
        return
    outcome = asyncio.run(_greeted(app, relay))
    how = {"": "", "starttls": " by STARTTLS", "tls": " by TLS"}[config.relay_tls]
    login = f", logged in as {config.relay_user}" if config.relay_user else ""
    put_off = outcome.status == "later" and outcome.about == "recipient"  # as by greylisting
    level: Level = "ok" if outcome.status == "sent" else "note" if put_off else "bad"
    state = {"ok": "accepts mail", "note": "puts mail off", "bad": "does not accept mail"}[level]
    yield Finding(level, f"relay {config.relay}{how}{login} {state}: {outcome.reply}")
    password = config.mailbox.password_file if config.mailbox.address else config.relay_password_file
    secrets = [password if config.relay_user else "", config.dkim.key_file]
    for file in filter(None, secrets):
        readable = Path(file).stat().st_mode & 0o077
        yield _judged(not readable, f"{file} is {'readable by others: chmod 600' if readable else 'private'}")
    if signer is not None:
        yield Finding("ok", f"letters are signed (DKIM) as {signer.name}")


def _mailbox(app: Application) -> Iterator[Finding]:
    """The status of the mailbox that letters are fetched from, as its fetcher has noted it."""
    settings, now = app.config.mailbox, app.now()
    if not settings.address:
        return
    status = app.store.mailboxes.status(settings.address.lower())
    if not status.profile:
        yield Finding("bad", f"mailbox {settings.address}: not tried out yet; run: pbem doctor --mailbox")
        return
    synced = "not read yet" if status.synced is None else f"last read {span(now - status.synced)} ago"
    late = status.synced is None or now - status.synced > HOUR
    told = f"; {status.told}" if status.told else ""
    level: Level = (
        "bad" if late or status.state in ("refused", "stopped") else "note" if status.told else "ok"
    )
    yield Finding(level, f"mailbox {settings.address}: {synced}{told}")
    room, most = Quota(app.context, app.alarms).room(), Quota(app.context, app.alarms).most
    yield Finding(
        "ok" if room else "note",
        f"mailbox {settings.address}: {room} of {most} mails can leave within 24 hours",
    )


async def _greeted(app: Application, relay: Relay) -> Outcome:
    """Offer the relay a letter to the host, or else to ourselves, without sending it."""
    own = app.context.own_address
    outcome = await relay.greet(app.signer.bounce_address(Token("bounce", 0)), app.config.host or own)
    await relay.close()
    return outcome


def _free_megabytes(path: Path) -> int:
    return shutil.disk_usage(path.resolve().parent).free // 2**20


def _writable(folder: Path) -> bool:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


# Names.


def _names(config: Config) -> Iterator[Finding]:
    """What the DNS says about our domain; a name server that does not answer is no fault."""
    mx = _asked(config.domain, "MX")
    if mx is None:
        yield Finding("note", f"DNS: no answer about {config.domain}, so its records are not checked")
        return
    yield _mail_goes_to(config.domain, mx)
    for what, name, mark in (
        ("SPF", config.domain, "v=spf1"),
        ("DMARC", f"_dmarc.{config.domain}", "v=DMARC1"),
    ):
        found = [text for text in _asked(name, "TXT") or [] if text.startswith(mark)]
        yield Finding(
            "ok" if found else "note", f"DNS: {what} {found[0] if found else f'is missing at {name}'}"
        )
    try:
        signer = signer_for(config)
    except ConfigError:
        return  # told already
    if signer is not None:
        texts = ["".join(text.split()) for text in _asked(signer.name, "TXT") or []]
        there = "".join(signer.record.split()) in texts
        yield _judged(
            there, f"DNS: DKIM {'is right' if there else 'is not what pbem dkim prints'} at {signer.name}"
        )


def _mail_goes_to(domain: str, mx: list[str]) -> Finding:
    """Where mail servers deliver to. Without an MX they take the address of the domain itself (RFC 5321, 5.1); an MX of
    "." says that it takes no mail (RFC 7505)."""
    if any(record.split()[-1] == "." for record in mx):
        return Finding("bad", f"DNS: {domain} says that it accepts no mail (MX {mx[0]})")
    if mx:
        return Finding("ok", f"DNS: mail for {domain} goes to {', '.join(mx)}")
    if _asked(domain, "A") or _asked(domain, "AAAA"):
        return Finding("note", f"DNS: {domain} has no MX, so mail goes to its own address")
    reserved = domain.endswith(RESERVED)
    return Finding(
        "note" if reserved else "bad", f"DNS: {domain} has no MX: nobody can write to it from outside"
    )


def _asked(name: str, kind: str) -> list[str] | None:
    try:
        answer = dns.resolver.resolve(name, kind, lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError):
        return None
    if kind == "TXT":
        return [b"".join(record.strings).decode("ascii", "replace") for record in answer]
    return [record.to_text() for record in answer]


# What goes on.


def _clockwork(app: Application) -> Iterator[Finding]:
    """Whether the server and cron have run recently. On trial the server does the work of cron."""
    now = app.now()
    yield _last_time(
        app, "alive", "the server was there", OUTAGE, Finding("note", "the server has never run")
    )
    never = Finding("bad", "pbem remind has never run: nobody is reminded; let cron or a timer run it")
    if app.config.trial:
        never = Finding("ok", "pbem remind need not run, because the server is in trial mode")
    yield _last_time(app, "reminded", "pbem remind has run", reminders_late_after(app.store), never)
    moments = [seat.next_reminder for seat in app.store.matches.due(now) if seat.next_reminder is not None]
    overdue = now - min(moments, default=now)
    if overdue > DAY and down_since(app.store, now) is None:
        yield Finding("bad", f"a reminder is overdue by {span(overdue)}: does cron run pbem remind?")


def _last_time(app: Application, name: str, what: str, limit: int, never: Finding) -> Finding:
    """When something last happened, by a note in the database; bad if that is more than `limit` seconds ago."""
    note, now = app.store.note(name), app.now()
    if not note:
        return never
    ago = now - int(note)
    if ago < -HOUR:
        return Finding("bad", f"{what} in {span(-ago)}: has the clock been set back?")
    return _judged(ago <= limit, f"{what} {span(ago)} ago")


def _letters(app: Application) -> Iterator[Finding]:
    counts = app.store.post.counts()
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    failed = counts.get("inbox failed")
    see = "; see: pbem inbox list --status failed" if failed else ""
    yield _judged(not failed, f"letters: {told or 'none yet'}{see}")
    for player in app.store.people.unreachable():
        yield Finding("note", f"mail to {player.handle} comes back; see: pbem player show {player.handle}")
    tried = app.store.post.oldest_tried()
    if tried is not None and app.now() - tried > DAY:
        yield Finding("bad", f"a mail has not gone out for {span(app.now() - tried)}; see: pbem outbox list")


# The whole circle.


def send_to_self(app: Application) -> str:
    """Put a mail to the server's own address into the outbox; returns its Message-ID."""
    with app.store.transaction():
        dispatch = Dispatch(f"self-{app.now()}", auto_submitted=True)
        return app.mailer.plain(SelfMail(), app.context.own_address, "a mail to myself", dispatch)


def come_back(app: Application, message_id: str) -> Incoming | None:
    """That mail, once it has come back."""
    return next((row for row in app.store.post.inbox(None, 200) if message_id.encode() in row.raw), None)


def judge_own_mail(app: Application, incoming: Incoming) -> Finding:
    """What the mail server in front has said about a mail of ours."""
    letter = read(incoming.raw, recipients=incoming.recipients, return_path=incoming.return_path)
    if not letter.auth:
        return Finding("note", "it came back; no mail server has judged it (no Authentication-Results)")
    passed = "dmarc=pass" in letter.auth[0].lower().replace(" ", "")
    return Finding("ok" if passed else "bad", f"it came back; Authentication-Results: {letter.auth[0]}")
