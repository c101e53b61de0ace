"""What the host decides: `pbem.toml`, `PBEM_*` variables and options of the command line, the later ones first.

Without any of them the server listens on 127.0.0.1:8025, keeps `games.db` in the current folder and delivers to
Maildirs below `mail/`: enough to try everything on one machine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from pbem.mail.addresses import normalise
from pbem.mail.delivery import Tls
from pbem.mail.limits import Count, Limits
from pbem.server.core.mailbox_settings import PASSWORD_VARIABLE, Mailbox, PasswordError
from pbem.server.core.settings import ConfigError as ConfigError
from pbem.server.core.settings import lines_of, place_of, read_settings, written

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
            raise ConfigError(f"{text!r} is no HOST:PORT, for example 127.0.0.1:8025")
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
    """Limits on mail in both directions; 0 switches a cap off. Hourly caps do not apply on trial.

    `mails_an_hour` grows by two with each letter of the address's owner. Mails that ask something and mails that only
    report are counted separately.
    """

    letters_an_hour: Count = 30  # of one player, handled at once; more of them wait
    letters_waiting: Count = 100  # of one player; for more, the sender's server is told to come again
    unproven_a_day: Count = (
        10  # from one address and source that do not prove who wrote them; more are ignored
    )
    misread_a_day: Count = 5  # of one player that are alike and cannot be read; more are not answered
    questions_a_day: Count = 5  # to one address, whether something was meant
    challenges_waiting: Count = 5  # of one player for the answer of another; more are refused
    said_a_day: Count = 100  # lines by `say` of one player; more are not passed on
    mails_an_hour: Count = 20  # to one address; more wait
    mails_a_day: Count = 100  # likewise
    all_mails_an_hour: Count = 1000  # to all players together; more wait, and the host is told
    strangers_an_hour: Count = 100  # letters of strangers (come again), and mails to strangers (they wait)
    strangers_of_a_domain: Count = 20  # mails to strangers of one domain within an hour
    megabytes_a_day: Count = 50  # of letters of one player, and of all strangers together (come again)


class Bounces(Struct, frozen=True, forbid_unknown_fields=True):
    """When mail to a player counts as coming back."""

    score: Share = 3.0  # 1 for a day with a permanent failure, half for a temporary one; 0: never
    days: Positive = 30  # how long a failure counts
    probe_hours: Positive = 24  # time between two letters that test whether they can be reached again
    most_days: Count = 30  # of any 365, on which a player's clocks stand still for that


class Dkim(Struct, frozen=True, forbid_unknown_fields=True):
    """What outgoing letters are signed with; without a key file they are not signed."""

    selector: str = "pbem"
    key_file: str = ""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a host can set; docs/hosts.md explains each.

    `believe_from`: obey a letter without a reply token if its From is a player's address. Unset, that is done only
    on trial: while nothing but this machine can reach the server and no mail leaves it.

    `min_free`: number of megabytes kept free on the disk for outgoing mail: with less, no new mail is accepted.

    `processes`: number of processes of `pbem serve`: with two, the second renders and delivers mails.

    `letter_log`: how the server's log reports what became of each letter, if at all.

    `vacation_days`: number of days a year that a player may book, on which their clocks stand still. `host`: where
    alarms go.

    `limits` (what clients and letters may ask of the server, see `pbem.mail.limits.Limits`), `caps`, `bounces`, `dkim`
    and `mailbox` are tables in `pbem.toml`. With a mailbox, the settings of the other doors follow from it.
    """

    db: str = "games.db"
    listen: str = "127.0.0.1:8025"
    lmtp: str = ""
    domain: str = "localhost"
    relay: str = ""
    relay_tls: Tls = ""
    relay_user: str = ""
    relay_password_file: str = ""
    relay_connections: Positive = 20
    maildir: str = "mail"
    name: str = "pbem"
    authserv_id: str = ""
    believe_from: bool | None = None
    vacation_days: Count = 30
    host: str = ""
    keep_days: Count = 90
    min_free: Count = 100
    letter_log: Literal["", "text", "json"] = ""
    processes: Literal[1, 2, "auto"] = "auto"
    limits: Limits = Limits()
    caps: Caps = Caps()
    bounces: Bounces = Bounces()
    dkim: Dkim = Dkim()
    mailbox: Mailbox = Mailbox()

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
            raise self._wrong("maildir", "it is no folder")
        own = f"{config.name}@{config.domain}"
        if "+" in config.name or normalise(own) != own.lower():
            raise self._wrong(
                "domain" if "domain" in self.values else "name",
                f"{own!r} is no address: name is what stands before the @ (pbem), domain a plain host name",
            )
        if config.host and normalise(config.host) != config.host.lower():
            raise self._wrong("host", f"{config.host!r} is no address that alarms could be mailed to")
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
                    f"{self.places[name]}: {name} = {getattr(config, name)!r}, but letters come and go by the mailbox"
                    f" {box.address}; leave {name} out, or leave out [mailbox]"
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
                f" with {known[name]!r}; start it again with what shall hold"
            )
    return msgspec.convert({**msgspec.to_builtins(config), **mine}, Config)
