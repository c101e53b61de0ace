"""What the host decides: `pbem.toml`, `PBEM_*` variables and options of the command line, the later ones first.

Without any of them the server listens on 127.0.0.1:8025, keeps `games.db` in the current folder and delivers to
Maildirs below `mail/`: enough to try everything on one machine.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pbem.mail.addresses import normalise
from pbem.mail.limits import Count, Limits
from pbem.mail.tls import Tls
from pbem.server.core.mailbox_settings import PASSWORD_VARIABLE, Mailbox, PasswordError
from pbem.server.core.settings import ConfigError as ConfigError
from pbem.server.core.settings import lines_of, place_of, read_settings, written
from pbem.server.core.times import HOUR

PREFIX = "PBEM_"

NO_SETTINGS = {
    *("PBEM_CONFIG", "PBEM_KEY", PASSWORD_VARIABLE),
    *("PBEM_STORE", "PBEM_KILLS", "PBEM_SEED", "PBEM_INTEGRATION"),  # used by our tests, which start servers
}
"""Variables with the prefix of settings that are read elsewhere."""

Positive: TypeAlias = Annotated[int, Meta(ge=1)]
Share: TypeAlias = Annotated[float, Meta(ge=0)]


class Address(Struct, frozen=True):
    """Where something listens."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read `HOST:PORT`, `[::1]:25`, or a port alone, which is on this machine; raises `ConfigError`."""
        host, _, port = text.rpartition(":")
        if not port.isdecimal() or int(port) > 65535:
            raise ConfigError(f"{text!r} is not HOST:PORT, for example 127.0.0.1:8025")
        return cls(host.strip("[]") or "127.0.0.1", int(port))

    def __str__(self) -> str:
        """In the form that `parse` reads."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def another(self) -> str:
        """How the host takes another port if this one is taken. `serve` and `send` must agree on it."""
        port = self.port + 1 if self.port < 65535 else 8026
        return f"use another port: PBEM_LISTEN={Address(self.host, port)}, in both terminals"

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in ("127.0.0.1", "localhost", "::1")


class Caps(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on mail in both directions; 0 switches a cap off. Hourly caps do not apply on trial."""

    letters_an_hour: Count = 30
    """Letters of one player that are handled at once. Further ones wait, and the player is told once a day."""
    letters_waiting: Count = 100
    """Waiting letters of one player. Further ones are put off with `451`: the player's mail server tries again."""
    unproven_a_day: Count = 10
    """Letters from one address and source that do not prove their sender. Further ones are ignored."""
    misread_a_day: Count = 5
    """Unreadable letters of one player that differ only in numbers. Further ones are not answered."""
    questions_a_day: Count = 5
    """Questions to one address, such as *was this you?*. Also the number of new addresses that one player can try in a
    day."""
    challenges_waiting: Count = 5
    """Unanswered challenges of one player to another, including those of the last day that came to nothing. Further
    ones are refused."""
    said_a_day: Count = 100
    """Lines that one player sends to others with `say`. Further ones are not passed on."""
    mails_an_hour: Count = 20
    """Mails to one address, plus two for each letter from it in that hour. Questions and news are counted apart, so
    that chat never delays a question."""
    mails_a_day: Count = 100
    """The same for a day."""
    all_mails_an_hour: Count = 1000
    """Mails to all players together. Further ones wait, and you are told: raise it on a large server. Answers to
    letters that do not prove their sender have a limit of their own, a fifth of this."""
    strangers_an_hour: Count = 100
    """Letters from strangers, and mails to them. Further letters are put off with `451`; further mails wait."""
    strangers_of_a_domain: Count = 20
    """Mails to strangers of one domain within an hour. An answer that has waited for a day is dropped."""
    megabytes_a_day: Count = 50
    """Megabytes of letters from one player, to one reply address from one source, or from all strangers. Further
    letters are put off with `451`."""


class Bounces(Struct, frozen=True, forbid_unknown_fields=True):
    """When mail to a player counts as coming back."""

    score: Share = 3.0
    """The score at which a player counts as unreachable; 0 for never. A day with a permanent failure counts 1, a day
    with a temporary one 0.5."""
    days: Positive = 30
    """How many days a failure counts."""
    probe_hours: Positive = 24
    """Hours between two mails that test whether the player can be reached again."""
    most_days: Count = 30
    """Days in any 365 on which a player's clocks stop because mail does not reach them."""

    @property
    def probe_seconds(self) -> int:
        """`probe_hours` in seconds."""
        return self.probe_hours * HOUR


class Dkim(Struct, frozen=True, forbid_unknown_fields=True):
    """What outgoing letters are signed with; without a key file they are not signed."""

    selector: str = "pbem"
    """The name of the key. Its DNS record is `SELECTOR._domainkey.DOMAIN`."""
    key_file: str = ""
    """The private RSA key, a PEM file. Without one, mail is not signed."""


class Site(Struct, frozen=True, forbid_unknown_fields=True):
    """Pages for everybody: the folder that they are written to, and the address at which a web server shows it."""

    folder: str = ""
    """Where the pages are written. Empty: no pages."""
    site_url: str = ""
    """The address at which a web server shows the folder. Mails then link to the page of their match."""
    docs_url: str = ""
    """The address of this documentation. The pages of matches then link to it."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a host can set. The texts below the settings are those of docs/hosts/configuration.md, which
    `make commands` writes.

    `limits`, `caps`, `bounces`, `dkim`, `mailbox` and `site` are tables in `pbem.toml`. With a mailbox, the settings of
    the other doors follow from it.
    """

    db: str = "games.db"
    """The database: a file, or the URL of a PostgreSQL database."""
    listen: str = "127.0.0.1:8025"
    """Where the server takes mail by SMTP, as HOST:PORT. `""`: nowhere; then set `lmtp`."""
    lmtp: str = ""
    """Where your mail server hands mail over by LMTP: the path of a socket, or HOST:PORT."""
    domain: str = "localhost"
    """The mail domain of the server. All its addresses end in it."""
    relay: str = ""
    """The mail server that takes outgoing mail by SMTP, as HOST:PORT."""
    relay_tls: Tls = ""
    """How the connection to the relay is encrypted: `"starttls"` (port 587) or `"tls"` (port 465). The certificate
    must be valid for HOST."""
    relay_user: str = ""
    """The name to log in to the relay with."""
    relay_password_file: str = ""
    """A file that holds the password for the relay and nothing else."""
    relay_connections: Positive = 20
    """Maximum number of connections to the relay. Idle ones are closed after ten seconds. A mailbox always uses one."""
    maildir: str = "mail"
    """The folder for outgoing mail when there is no relay: a Maildir for each address."""
    name: str = "pbem"
    """The server's address before the `@`, and the word in front of each Subject."""
    authserv_id: str = ""
    """The name in the `Authentication-Results` of your own mail server. See
    [how the server knows who writes](mail-server.md#how-the-server-knows-who-writes)."""
    believe_from: bool | None = None
    """`true`: a player's address in From is enough proof, so anybody who knows it can play for them. Not set: `true` in
    trial mode, otherwise `false`."""
    vacation_days: Count = 30
    """Days of vacation that a player has in a year. Their clocks stop on these days."""
    host: str = ""
    """Your own address. Alarms go there, at most one a day of each kind, and
    [letters for you](people.md#how-players-reach-you). See also
    [If you play yourself](people.md#if-you-play-yourself)."""
    registration: Literal["open", "invited", "closed"] = "open"
    """Who can become a player: `"open"`: everybody who writes; `"invited"`: only people whom a player has invited by
    mail address; `"closed"`: nobody. You can always add players. See [who can join](people.md#who-can-join)."""
    keep_days: Count = 90
    """How many days finished letters are kept. 0: forever."""
    min_free: Count = 100
    """Megabytes of the disk kept free for outgoing mail. With less free, new mail is put off with `452`. 0: no
    limit."""
    letter_log: Literal["", "text", "json"] = ""
    """`"text"` or `"json"` adds a line to the log for each letter."""
    processes: Literal[1, 2, "auto"] = "auto"
    """How many processes run: `1`, `2`, or `"auto"` for two where there are two cores, outside trial mode."""
    limits: Limits = Limits()
    caps: Caps = Caps()
    bounces: Bounces = Bounces()
    dkim: Dkim = Dkim()
    mailbox: Mailbox = Mailbox()
    site: Site = Site()

    @property
    def trial(self) -> bool:
        """Whether the server is only for trying things out, on one machine."""
        open_door = self.lmtp or (self.listen and not Address.parse(self.listen).loopback)
        return not self.relay and not open_door

    @property
    def reached_past_front(self) -> bool:
        """Whether others reach the SMTP listener, while no mail server hands mail over by LMTP."""
        return bool(self.listen) and not self.lmtp and not Address.parse(self.listen).loopback

    @property
    def open_to_all(self) -> bool:
        """Whether the SMTP listener is bound to every address of the machine, with no mail server in front."""
        return self.reached_past_front and Address.parse(self.listen).host in ("0.0.0.0", "::")  # noqa: S104  # to warn of it

    def page_of(self, match: int) -> str:
        """The address of a match's page; empty if nobody shows the pages."""
        return f"{self.site.site_url.rstrip('/')}/m/{match}/" if self.site.site_url else ""

    @property
    def trusts_from(self) -> bool:
        """Whether From alone is enough for a letter to be obeyed."""
        return self.trial if self.believe_from is None else self.believe_from


class Given(Struct, frozen=True):
    """What has been set, and for each setting the place where: a file, a variable or an option."""

    values: dict[str, Any]
    places: dict[str, str]

    def or_else(self, noted: Mapping[str, Any]) -> Given:
        """The same, with missing settings taken from notes of the server's."""
        return Given({**noted, **self.values}, self.places)

    def config(self) -> Config:
        """All settings, with defaults for those not given. Raises `ConfigError`."""
        config = read_settings(Config, self.values, self.places)
        if config.db in (
            "",
            ":memory:",
        ):  # SQLite would only keep everything until the server stops
            raise self._wrong("db", "it must name a file, for example games.db")
        if config.mailbox != Mailbox():
            config = self._with_mailbox(config)
        for name in ("listen", "relay", "lmtp"):
            text = getattr(config, name)
            if text and not (name == "lmtp" and "/" in text):
                try:
                    Address.parse(text)
                except ConfigError as error:
                    path = "; a path begins with / or ./" if name == "lmtp" else ""
                    raise self._wrong(name, f"{error}{path}") from error
        if not config.listen and not config.lmtp and not config.mailbox.address:
            raise self._wrong("listen", "without it no mail comes in; give a HOST:PORT, or set lmtp")
        if not config.relay and Path(config.maildir).exists() and not Path(config.maildir).is_dir():
            raise self._wrong("maildir", "it is not a folder")
        for name in ("site_url", "docs_url"):
            url = getattr(config.site, name)
            if url and not re.fullmatch(r"https?://[^\s?#]+", url):
                raise self._wrong(f"site.{name}", "it must be the address of a page: https://games.example/")
        own = f"{config.name}@{config.domain}"
        if "+" in config.name or normalise(own) != own.lower():
            raise self._wrong(
                "domain" if "domain" in self.values else "name",
                f"{own!r} is not an address: name is what stands before the @ (pbem), domain a plain host name",
            )
        if config.host and normalise(config.host) != config.host.lower():
            raise self._wrong("host", f"{config.host!r} is not an address that alarms could be mailed to")
        if config.authserv_id and config.reached_past_front:
            raise self._wrong(
                "authserv_id",
                f"whoever reaches listen = {config.listen!r} could write as your mail server and vouch for"
                " themselves; take its mail by lmtp, or listen on 127.0.0.1",
            )
        far = config.relay and not Address.parse(config.relay).loopback
        if config.relay_user and far and not config.relay_tls:
            raise self._wrong(
                "relay_user",
                'a password does not go over the net unencrypted; set relay_tls to "starttls" (port 587)'
                ' or "tls" (port 465)',
            )
        return config

    def _wrong(self, name: str, why: object) -> ConfigError:
        table, _, key = name.rpartition(".")
        values = self.values.get(table, {}) if table else self.values
        value = f" = {written(values[key])}" if key in values else ""
        where = f"{place_of(name, self.places)}: " if (table or key) in self.values else ""
        return ConfigError(f"{where}{name}{value}: {why}")

    def _with_mailbox(self, config: Config) -> Config:
        box = config.mailbox
        if problem := box.problem():
            key, why = problem
            raise self._wrong(f"mailbox.{key}", why)
        for key in ("imap", "smtp"):
            try:
                Address.parse(getattr(box, key))
            except ConfigError as error:
                raise self._wrong(f"mailbox.{key}", error) from error
        local, _, domain = box.address.lower().rpartition("@")
        follows = {
            "listen": "",
            "lmtp": "",
            "name": local,
            "domain": domain,
            "relay": box.smtp,
            "relay_tls": box.smtp_tls,
            "relay_user": box.login,
        }
        for name, value in follows.items():
            if name in self.places and getattr(config, name) != value:
                raise ConfigError(
                    f"{self.places[name]}: {name} = {getattr(config, name)!r}, but mail goes through the mailbox"
                    f" {box.address}; leave out {name} or [mailbox]"
                )
        return msgspec.structs.replace(config, **follows)


def given(path: Path | None, environment: Mapping[str, str], options: Mapping[str, Any]) -> Given:
    """Combine the three sources. `options` that are None have not been given. Raises `ConfigError`."""
    named = path or environment.get("PBEM_CONFIG")
    file = Path(named or "pbem.toml")
    found: dict[str, Any] = {}
    places: dict[str, str] = {}
    if file.exists():
        try:
            found = tomllib.loads(file.read_text())
            places = {name: f"{file}, line {number}" for name, number in lines_of(file.read_text()).items()}
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigError(f"{file}: {error}") from error
    elif named:
        raise ConfigError(f"there is no configuration file {file}")
    places = dict.fromkeys(found, str(file)) | places
    variables = _variables(environment)
    set_here = {name: value for name, value in options.items() if value is not None}
    values = {**found, **{name: environment[key] for name, key in variables.items()}, **set_here}
    return Given(values, {**places, **variables, **{name: f"--{name}" for name in set_here}})


def _variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings made by variables, each with the name of its variable."""
    names = (name for name in environment if name.startswith(PREFIX) and name not in NO_SETTINGS)
    return {name.removeprefix(PREFIX).lower(): name for name in names}


def relay_login(config: Config) -> tuple[str, str] | None:
    """Name and password for the relay, if it wants any. Raises `ConfigError`."""
    if not config.relay_user:
        return None
    if config.mailbox.address:
        try:
            return config.relay_user, config.mailbox.password()
        except PasswordError as error:
            raise ConfigError(str(error)) from error
    try:
        password = Path(config.relay_password_file).read_text().strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"relay_password_file: {error}") from error
    if not password:
        raise ConfigError(f"relay_password_file: {config.relay_password_file} is empty")
    return config.relay_user, password


# Commands beside the server use the settings that it was started with.

SERVED = "served"  # name of the note with the settings the server was started with, as JSON

LISTENS = "listens"
"""Name of the note that says where the server was told to listen, as JSON: `listen` and `lmtp`."""

_ITS_OWN = ("db", "listen", "lmtp", "limits", "letter_log", "processes")
"""Settings that concern only the process that runs the server."""


def settings_in_force(config: Config) -> dict[str, Any]:
    """The settings that all processes writing mail from one database must agree on: the server keeps them in it for the
    other commands."""
    shared = msgspec.to_builtins(config)
    for name in _ITS_OWN:
        del shared[name]
    for name in ("password_file", "ca_file"):
        if shared["mailbox"][name]:
            shared["mailbox"][name] = str(Path(shared["mailbox"][name]).absolute())
    if shared["site"]["folder"]:
        shared["site"]["folder"] = str(Path(shared["site"]["folder"]).absolute())
    return {**shared, "maildir": str(Path(config.maildir).absolute()), "believe_from": config.trusts_from}


def listens(config: Config) -> dict[str, Any]:
    """Where a server listens, for commands that check whether it does."""
    return {"listen": config.listen, "lmtp": config.lmtp}


def as_served(here: Given, served: str, listening: str, *, leading: bool = False) -> Config:
    """The configuration of a process beside the server: settings not given to it are those that the server was started
    with, by its notes about itself. Without notes they have their defaults.

    Raises `ConfigError` if the two contradict each other; with `leading`, what is given here wins.
    """
    noted, listens_on = (msgspec.json.decode(note or "{}") for note in (served, listening))
    known = {name: value for name, value in noted.items() if name in settings_in_force(Config())}
    config = here.or_else({**listens_on, **known}).config()
    if not noted:
        return config
    mine = settings_in_force(config)
    for name in sorted(known.keys() & here.places.keys()):
        if mine[name] != known[name] and not leading:
            raise ConfigError(
                f"{here.places[name]} says {name} = {mine[name]!r}, but the server of this database was last started"
                f" with {known[name]!r}; restart the server with the setting you want"
            )
    return msgspec.convert({**msgspec.to_builtins(config), **mine}, Config)
