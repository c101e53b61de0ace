"""Postfix and Dovecot as a provider: accounts with IMAP and submission, both encrypted, and no door of our own.

The account `games` keeps what stands behind a plus, the account `plain` does not.
"""

import re
import shutil
import signal
import subprocess
import tempfile
import time

import trustme

from benchmarks.behind_postfix import MASTER
from tests.integration.world import DOVECOT, MAIN, PBEM, World
from tests.server.running import free_port

ACCOUNTS = {"games": True, "plain": False}

MORE_MAIN = """
recipient_delimiter = +
virtual_mailbox_domains = home.example
smtpd_sasl_type = dovecot
smtpd_sasl_path = dovecot/auth-client
smtpd_tls_chain_files = {root}/server.pem
smtpd_recipient_restrictions = check_recipient_access regexp:{root}/no_plus, permit_mynetworks, reject
"""

MORE_MASTER = """\
127.0.0.1:{submission} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
tlsmgr unix - - n 1000? 1 tlsmgr
"""

MORE_DOVECOT = """
ssl = yes
ssl_cert = <{root}/server.pem
ssl_key = <{root}/server.pem
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
service auth {{
  unix_listener {queue}/dovecot/auth-client {{
    mode = 0666
  }}
}}
"""


class MailboxWorld(World):
    """Everything that runs, and a game server for each account."""

    def __init__(self) -> None:
        super().__init__()
        self.imaps, self.submission = free_port(), free_port()
        self.servers: dict[str, subprocess.Popen[str]] = {}
        self.databases = {name: self.make_database(name, self.root / name) for name in ACCOUNTS}

    def start(self) -> None:
        """Write everything down, and start it but for the game servers."""
        names = {"root": self.root, "queue": self.queue, "port": self.port, "imap": self.imap}
        more = {**names, "imaps": self.imaps, "submission": self.submission}
        for folder in (self.postfix, self.queue, self.root / "homes"):
            folder.mkdir(parents=True)
        for name in ("dovecot", "postfix/data", "postfix/queue/dovecot"):
            (self.root / name).mkdir()
        shutil.chown(self.root / "postfix/data", "postfix")
        shutil.chown(self.root / "homes", "nobody")
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self.root / "ca.pem")
        authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(
            self.root / "server.pem"
        )
        main = re.sub(r"^(recipient_delimiter|virtual_mailbox_domains) .*\n", "", MAIN, flags=re.M)
        (self.postfix / "main.cf").write_text((main + MORE_MAIN).format(**more))
        (self.postfix / "master.cf").write_text((MASTER + MORE_MASTER).format(**more))
        (self.root / "no_plus").write_text("/^plain\\+/ REJECT no such user\n")
        dovecot = DOVECOT.replace("ssl = no\n", "").replace("port = 0\n", "port = {imaps}\n    ssl = yes\n")
        (self.root / "dovecot/conf").write_text((dovecot + MORE_DOVECOT).format(**more))
        self.users("ann", "ben", *ACCOUNTS)
        self.run("dovecot", "-c", str(self.root / "dovecot/conf"))
        self.run("postfix", "-c", str(self.postfix), "start")

    def setup(self, account: str) -> str:
        """As a host does it: four questions."""
        folder = self.root / account
        folder.mkdir()
        answers = [
            f"{account}@home.example",
            "secret",
            f"localhost:{self.imaps}",
            f"localhost:{self.submission}",
            "",
        ]
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [str(PBEM), "--db", self.databases[account], "setup", "--ca-file", str(self.root / "ca.pem")],
                cwd=folder,
                input="\n".join(answers) + "\n",
                stdout=said,
                stderr=said,
                text=True,
                check=False,
                timeout=400,
            )
            said.seek(0)
            text = said.read()
        assert done.returncode == 0, text
        written = folder / "pbem.toml"
        written.write_text(written.read_text().replace("[mailbox]\n", "[mailbox]\nseconds_between = 0\n"))
        return text

    def serve(self, account: str) -> None:
        """Start the game server of an account."""
        server = subprocess.Popen(
            [str(PBEM), "--db", self.databases[account], "serve"],
            cwd=self.root / account,
            stdout=subprocess.PIPE,
            text=True,
            umask=0o077,
        )
        assert server.stdout is not None
        line = server.stdout.readline()
        assert f"the mailbox {account}@home.example" in line, line
        self.servers[account] = server

    def end(self, account: str, how: signal.Signals) -> None:
        """Stop a game server, or kill it."""
        server = self.servers.pop(account)
        server.send_signal(how)
        server.wait(20)
        assert server.stdout is not None
        server.stdout.close()

    def lose_index(self, account: str) -> None:
        """Dovecot numbers the account anew."""
        time.sleep(1.1)  # the new UIDVALIDITY is the second
        for path in (self.root / "homes" / account).rglob("dovecot*"):
            if path.is_file():
                path.unlink()

    def stop(self) -> None:
        """Stop everything, and leave nothing."""
        for account in list(self.servers):
            self.end(account, signal.SIGKILL)
        super().stop()
