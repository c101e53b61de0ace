"""A mail system in a folder of its own: Postfix before the game server, Dovecot for the players, mutt in their hands.

What concerns the game server comes out of docs/hosts, with other folders and ports; the rest is what a mail server
has anyway. Postfix and Dovecot must be started by root, each gives its processes to users of their own.
"""

import contextlib
import os
import pty
import re
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from benchmarks.behind_postfix import MASTER
from tests import postgresql
from tests.docs.pages import block, page, pages
from tests.server.running import free_port

SECONDS = 90.0
PROGRAMS = {"postfix": "postfix", "dovecot": "dovecot-imapd and dovecot-lmtpd", "mutt": "mutt"}
PLAYERS = ("ann", "ben", "cat")
PBEM = Path(sys.executable).with_name("pbem")

MAIN = """\
compatibility_level = 3.6
queue_directory = {queue}
data_directory = {root}/postfix/data
maillog_file = {root}/postfix/log
maillog_file_prefixes = {root}
inet_interfaces = loopback-only
inet_protocols = ipv4
myhostname = mail.play.example
mydestination =
alias_maps =
alias_database =
recipient_delimiter = +
virtual_mailbox_domains = home.example
virtual_transport = lmtp:unix:dovecot/lmtp
queue_run_delay = 2s
minimal_backoff_time = 2s
maximal_backoff_time = 4s
notify_classes =
"""

DOVECOT = """\
base_dir = {root}/dovecot/run
state_dir = {root}/dovecot/state
log_path = {root}/dovecot/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_username_format = %Ln
mail_location = maildir:{root}/homes/%n
passdb {{
  driver = passwd-file
  args = scheme=plain {root}/dovecot/users
}}
userdb {{
  driver = passwd-file
  args = {root}/dovecot/users
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  unix_listener {queue}/dovecot/lmtp {{
    mode = 0666
  }}
}}
protocol lmtp {{
  postmaster_address = postmaster@home.example
}}
"""


def file(name: str) -> str:
    """A file that a page for hosts or the README shows, behind a comment with its name."""
    return block(pages("docs/hosts") + page("README.md"), name)


def missing() -> str:
    """Why there can be no such world here; empty when there can."""
    if os.getuid() != 0:
        return "Postfix and Dovecot can be started by root only"
    packages = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if packages:
        return f"not installed: {', '.join(packages)} (Debian packages of that name)"
    version = subprocess.run(["dovecot", "--version"], capture_output=True, text=True, check=True).stdout
    return "" if version.startswith("2.3.") else f"this is Dovecot {version.split()[0]}; it wants 2.3"


def until(condition: Callable[[], object], what: str = "it") -> None:
    """Wait until something has come about."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, f"{what} has not come about"
        time.sleep(0.05)


class World:
    """Everything that runs, and everybody's mail."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="pbem-mail-"))
        self.root.chmod(0o755)
        self.port, self.imap = free_port(), free_port()
        self.postfix, self.queue = self.root / "postfix" / "conf", self.root / "postfix" / "queue"
        self.state, self.backups = self.root / "state", self.root / "backups"
        self.engine = postgresql.Server() if postgresql.wanted() else None
        self.database = ""
        self.server: subprocess.Popen[str] | None = None

    # Starting and stopping.

    def make_database(self, name: str, folder: Path) -> str:
        """What names the database of a server that is started in a folder."""
        if self.engine is None:
            return str(folder / "games.db")
        postgresql.run(f"CREATE DATABASE {name}", self.engine.admin)
        return self.engine.url(name)

    def here(self, text: str) -> str:
        """A piece of docs/hosts, with the folders and ports of this world."""
        places: dict[str, object] = {
            "/etc/postfix": self.postfix,
            "/var/spool/postfix": self.queue,
            "/var/lib/pbem/games.db": self.database,
            "/var/lib/pbem": self.state,
            "/var/backups/pbem": self.backups,
            "/opt/pbem/bin/pbem": PBEM,
            "/etc/pbem.toml": self.root / "pbem.toml",
            "127.0.0.1:25": f"127.0.0.1:{self.port}",
            "-o pbem": "-o root",
        }
        for there, here in places.items():
            text = text.replace(there, str(here))
        return text

    def start(self) -> None:
        """Write everything down, and start it."""
        self.database = self.make_database("games", self.state)
        names = {"root": self.root, "queue": self.queue, "port": self.port, "imap": self.imap}
        for folder in (self.postfix, self.queue, self.state, self.backups, self.root / "homes"):
            folder.mkdir(parents=True)
        for name in ("dovecot", "postfix/data", "postfix/queue/dovecot"):
            (self.root / name).mkdir()
        shutil.chown(self.root / "postfix/data", "postfix")
        shutil.chown(self.root / "homes", "nobody")
        (self.postfix / "main.cf").write_text(MAIN.format(**names) + self.here(file("main.cf")))
        (self.postfix / "master.cf").write_text(MASTER.format(**names))
        (self.postfix / "pbem_recipients").write_text(file("pbem_recipients"))
        (self.root / "dovecot/conf").write_text(DOVECOT.format(**names))
        self.users(*PLAYERS)
        (self.root / "pbem.toml").write_text(self.here(file("pbem.toml")))
        (make_folder,) = [line for line in file("shell, once").splitlines() if line.startswith("install")]
        self.shell(self.here(make_folder))
        self.run("dovecot", "-c", str(self.root / "dovecot/conf"))
        self.run("postfix", "-c", str(self.postfix), "start")
        self.start_server()

    def users(self, *names: str) -> None:
        """Who has a mailbox. Dovecot looks once a second whether that has changed."""
        lines = [f"{name}:secret:65534:65534::{self.root}/homes/{name}\n" for name in names]
        (self.root / "dovecot/users").write_text("".join(lines))
        time.sleep(1.5)

    def start_server(self) -> None:
        """As the unit does it."""
        (command,) = re.findall(r"^ExecStart=(.*)$", page("deploy/systemd/pbem.service"), re.M)
        command = self.here(command).replace("${CREDENTIALS_DIRECTORY}", str(self.root))
        self.server = subprocess.Popen(
            command.split(),
            cwd=self.state,
            stdout=subprocess.PIPE,
            text=True,
            umask=0o077,
        )
        assert self.server.stdout is not None
        line = self.server.stdout.readline()
        assert "is ready" in line, line

    def stop_server(self) -> None:
        """As `systemctl stop` does it."""
        assert self.server is not None
        self.server.send_signal(signal.SIGTERM)
        assert self.server.wait(20) == 0
        assert self.server.stdout is not None
        self.server.stdout.close()
        self.server = None

    def stop(self) -> None:
        """Stop everything, and leave nothing."""
        if self.server is not None:
            self.server.kill()
            self.server.communicate()
        self.run("postfix", "-c", str(self.postfix), "stop", check=False)
        self.run("doveadm", "-c", str(self.root / "dovecot/conf"), "stop", check=False)
        shutil.rmtree(self.root, ignore_errors=True)
        if self.engine is not None:
            self.engine.remove()

    def run(self, *command: str, check: bool = True) -> str:
        """Run a program, and return what it says."""
        with tempfile.TemporaryFile("w+") as said:  # no pipe: a daemon would keep it open
            done = subprocess.run(command, stdout=said, stderr=said, check=False)
            said.seek(0)
            text = said.read()
        assert done.returncode == 0 or not check, f"{command}: {text}"
        return text

    def shell(self, line: str) -> str:
        """Run a line as cron does."""
        return self.run("/bin/sh", "-c", line)

    def pbem(self, *arguments: str) -> str:
        """Run a command beside the server, as docs/hosts does."""
        return self.run(str(PBEM), "--db", self.database, *arguments)

    def log(self) -> str:
        """What Postfix has to say."""
        return (self.root / "postfix/log").read_text()

    # Mail.

    def box(self, name: str) -> list[EmailMessage]:
        """The mails in somebody's mailbox, the oldest first."""
        found = []
        paths = [path for part in ("new", "cur") for path in (self.root / "homes" / name / part).glob("*")]
        for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns):
            with contextlib.suppress(FileNotFoundError):  # mutt has just moved it from new to cur
                message = message_from_bytes(path.read_bytes(), policy=default)
                assert isinstance(message, EmailMessage)
                found.append(message)
        return found

    def wait(self, name: str, subject: str, count: int = 1) -> EmailMessage:
        """The newest mail with that in its Subject, once there are so many."""

        def there() -> list[EmailMessage]:
            mails = [mail for mail in self.box(name) if subject in str(mail["Subject"])]
            return mails if len(mails) >= count else []

        until(there, f"a mail to {name}: {subject}")
        return there()[-1]

    def write(self, name: str, body: str, to: str = "pbem@play.example") -> None:
        """A new letter by mutt, without its screen."""
        command = ["mutt", "-n", "-F", str(self._muttrc(name)), "-s", "", to]
        subprocess.run(command, input=body, text=True, check=True, timeout=SECONDS, env=self._screen)

    def answer(self, name: str, subject: str, body: str) -> None:
        """Answer the newest mail with that Subject in mutt, through IMAP, with the keys that a player would type."""
        (self.root / f"{name}.orders").write_text(body + "\n")
        keys = (
            f"<limit>~s '{re.escape(subject)}'<enter><last-entry><reply><send-message><limit>~A<enter><quit>"
        )
        command = ["mutt", "-n", "-F", str(self._muttrc(name)), "-e", f'push "{keys}"']
        inside, outside = pty.openpty()
        process = subprocess.Popen(command, stdin=outside, stdout=outside, stderr=outside, env=self._screen)
        os.close(outside)
        shown: list[bytes] = []
        watcher = threading.Thread(target=_watch, args=(inside, shown))
        watcher.start()
        try:
            assert process.wait(SECONDS) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"mutt waits: {b''.join(shown)[-2000:]!r}") from None
        finally:
            watcher.join()
            os.close(inside)

    def post(self, raw: bytes, sender: str, to: str) -> None:
        """A letter from anywhere, by SMTP."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=SECONDS) as client:
            client.sendmail(sender, [to], raw)

    @property
    def _screen(self) -> dict[str, str]:
        return {**os.environ, "TERM": "xterm", "HOME": str(self.root), "LC_ALL": "C.UTF-8"}

    def _muttrc(self, name: str) -> Path:
        """That of the README, but with a mailbox behind IMAP."""
        editor = self.root / f"{name}.editor"
        editor.write_text(f'#!/bin/sh\ncat {self.root}/{name}.orders "$1" > "$1.new" && mv "$1.new" "$1"\n')
        editor.chmod(0o755)
        changes = f"""
            set from = "{name}@home.example"
            set smtp_url = "smtp://127.0.0.1:{self.port}/"
            set folder = "imap://{name}@127.0.0.1:{self.imap}/"
            set spoolfile = "+INBOX"
            set imap_pass = "secret"
            set editor = "{editor}"
            set fast_reply = yes
            set abort_unmodified = no
            set delete = no
            set quit = yes
            set sleep_time = 0
        """
        path = self.root / f"{name}.muttrc"
        path.write_text(file("muttrc") + "\n".join(line.strip() for line in changes.splitlines()))
        return path


def _watch(screen: int, shown: list[bytes]) -> None:
    """Read what a program draws, or it would wait."""
    with contextlib.suppress(OSError):
        while data := os.read(screen, 65_536):
            shown.append(data)
