"""Settings for an ordinary mailbox: the table `[mailbox]` of `pbem.toml`, and where the password comes from.

The password itself is never part of the configuration, since that is kept in the database.
"""

import fnmatch
import os
import shlex
import subprocess
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from pbem.mail.addresses import normalise

PASSWORD_VARIABLE = "PBEM_MAILBOX_PASSWORD"  # noqa: S105  # where it is, not what it is
COMMAND_SECONDS = 30
PAUSE_SECONDS = 3600  # how long all mail waits after the provider has said that this is enough for now
LONGEST_TOKEN = 33  # characters of a reply address from the plus on; 64 are allowed in front of the @

BoxTls = Literal["tls", "starttls"]


class PasswordError(Exception):
    """There is no password; the text says where it was looked for, and never contains it."""


class Mailbox(Struct, frozen=True, forbid_unknown_fields=True):
    """An account with a provider: letters are fetched from it by IMAP and sent through its submission server."""

    address: str = ""
    """The address of the account."""
    imap: str = ""
    """The IMAP server, as HOST:PORT."""
    imap_tls: BoxTls = "tls"
    """`"tls"` (port 993) or `"starttls"` (port 143)."""
    smtp: str = ""
    """The submission server, as HOST:PORT."""
    smtp_tls: BoxTls = "tls"
    """`"tls"` (port 465) or `"starttls"` (port 587)."""
    user: str = ""
    """The name to log in with, if it is not the address."""
    password_file: str = ""
    """A file with the password and nothing else, readable only by its owner (`chmod 600`)."""
    password_command: str = ""
    """A command that prints the password. The variable `PBEM_MAILBOX_PASSWORD` overrides both."""
    ca_file: str = ""
    """A certificate authority to trust in addition to those of the system."""
    inbox: str = "INBOX"
    """The folder in which letters arrive."""
    done: str = "pbem-done"
    """The folder for handled letters. It is created if needed."""
    refused: str = "pbem-refused"
    """The folder for letters that are too large."""
    plus: bool = True
    """Whether mail to `account+anything` arrives with the part behind the plus."""
    authserv_id: str = ""
    """The name in the provider's own `Authentication-Results`; `*` matches anything (`mx*.provider.example`). Needed
    only without `plus`. Do not set it if the probe says that the provider lets forged ones through."""
    received: Annotated[int, Meta(ge=1, le=20)] = 1
    """How far down `Authentication-Results` are believed: only above the `Received` field with this number, counted
    from the top. `pbem doctor --mailbox --outside` finds this setting and `authserv_id`."""
    read_old: bool = False
    """Whether to read letters that were in the account before the first start."""
    mails_a_day: Annotated[int, Meta(ge=1)] = 200
    """How many mails the provider lets the account send in 24 hours."""
    seconds_between: Annotated[float, Meta(ge=0, le=10)] = 3.0
    """Pause between two mails, in seconds."""

    @property
    def login(self) -> str:
        """The name to log in with."""
        return self.user or self.address

    def problem(self) -> tuple[str, str] | None:
        """The key of an impossible setting, and what is wrong with it; None if all are possible."""
        local, _, domain = self.address.rpartition("@")
        if not self.address:
            return "address", "it is missing: the account, such as our.games@provider.example"
        if normalise(self.address) != self.address.lower() or "+" in local:
            return "address", "it is not a plain address, such as our.games@provider.example"
        for key, value, port in (("imap", self.imap, 993), ("smtp", self.smtp, 465)):
            if not value:
                return (
                    key,
                    f"it is missing: the provider's server as HOST:PORT, such as {key}.{domain}:{port}",
                )
        if self.plus and len(local) + LONGEST_TOKEN > 64:
            return "address", (
                "it is too long for reply addresses (account+token): choose one of at most"
                f" {64 - LONGEST_TOKEN} letters before the @, or set plus = false"
            )
        if self.authserv_id and not self.authserv_id.strip("*?.").strip():
            return "authserv_id", "it would believe everybody"
        if len({self.inbox, self.done, self.refused}) < 3:
            return "done", "inbox, done and refused must be three folders"
        return None

    def vouches(self, server: str) -> bool:
        """Is this the name by which the provider signs its Authentication-Results?"""
        return bool(self.authserv_id) and fnmatch.fnmatchcase(server.lower(), self.authserv_id.lower())

    def password(self) -> str:
        """The password, from the environment, a file that only its owner can read, or a command. Raises
        `PasswordError`."""
        found = os.environ.get(PASSWORD_VARIABLE, "")
        if not found and self.password_file:
            found = _of_file(Path(self.password_file))
        elif not found and self.password_command:
            found = _of_command(self.password_command)
        if not found.strip("\r\n"):
            raise PasswordError(
                f"mailbox: no password; set {PASSWORD_VARIABLE}, password_file or password_command"
            )
        return found.strip("\r\n")


def _of_file(path: Path) -> str:
    try:
        if path.stat().st_mode & 0o077:
            raise PasswordError(
                f"mailbox: password_file = {str(path)!r} can be read by others; run: chmod 600 {path}"
            )
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise PasswordError(f"mailbox: password_file: {error}") from error


def _of_command(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PasswordError(f"mailbox: password_command: {error}") from None
    try:
        done = subprocess.run(  # noqa: S603  # the host's own command, without a shell
            words, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise PasswordError(
            f"mailbox: password_command {words[:1]} has failed: {type(error).__name__}"
        ) from None
    return done.stdout.partition("\n")[0]
