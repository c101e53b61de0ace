"""What the containers of deploy/ run, on a machine of its own that namespaces make; no container program is needed.

    unshare --mount --net --pid --uts --fork --mount-proc --kill-child python -m tests.integration.containers FOLDER

Root only. Server, chores and Postfix are started by the very lines of the Containerfile. In place of the world there is
a mail server that takes everything, and a client at an address that is not Postfix's own.
"""

import json
import os
import re
import shutil
import smtplib
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from pathlib import Path

import yaml

from tests.docs.pages import ROOT, page

PROGRAMS = ("unshare", "ip", "postfix", "smtp-sink", "make-ssl-cert", "openssl")
SECONDS = 30
DOMAIN, MAIL_HOST, CLIENT = "play.example", "mail.play.example", "192.0.2.1"
ENVIRONMENT = {
    "PATH": "/opt/pbem/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "PBEM_CONFIG": "/etc/pbem.toml",
    "PBEM_DOMAIN": DOMAIN,
    "DOMAIN": DOMAIN,
    "MAIL_HOST": MAIL_HOST,
}


def stage(name: str) -> str:
    """The lines of one stage of the Containerfile, continued ones in one."""
    lines = page("deploy/Containerfile").replace("\\\n", " ")
    (found,) = re.findall(rf"^FROM \S+ AS {name}\n((?:(?!FROM ).*\n?)*)", lines, re.M)
    return str(found)


def command(name: str, word: str) -> list[str]:
    """A command of a stage that is written as a list: CMD."""
    (found,) = re.findall(rf"^{word}(\[.*\])$", stage(name), re.M)
    return [str(each) for each in json.loads(found)]


def health_check(service: str) -> list[str]:
    """The command that tells whether a service is well."""
    test = yaml.safe_load(page("deploy/compose.yaml"))["services"][service]["healthcheck"]["test"]
    assert test[0] == "CMD"
    return [str(each) for each in test[1:]]


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until something has come about."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, f"{what} has not come about"
        time.sleep(0.1)


def furnish(folder: Path) -> None:
    """Make the machine look like a fresh container with both programs in it."""
    (run,) = re.findall(r"^RUN (.*)$", stage("pbem"), re.M)
    setup = f"""
        for place in {folder} /opt /usr/local/bin /var/lib /var/spool /var/backups; do
            mount -t tmpfs -o mode=755 none $place
        done
        cp -a /etc {folder}/etc && mount --bind {folder}/etc /etc
        mkdir -p /opt/pbem/bin /var/lib/postfix /var/spool/postfix && chown postfix /var/lib/postfix
        ip link set lo up && ip addr add {CLIENT}/32 dev lo
        echo '127.0.0.1 localhost pbem postfix' >/etc/hosts
        cp /usr/share/postfix/main.cf.debian /etc/postfix/main.cf
        cp /usr/share/postfix/master.cf.dist /etc/postfix/master.cf
        echo 'relayhost = [127.0.0.1]:2525' >>/etc/postfix/main.cf
        cp {ROOT}/deploy/*.sh /usr/local/bin
        cp {ROOT}/deploy/example.toml /etc/pbem.toml
        {run}
    """
    subprocess.run(["sh", "-e", "-c", textwrap.dedent(setup)], check=True)
    for name, arguments in (("pbem", "-m pbem"), ("python", "")):
        program = Path("/opt/pbem/bin") / name
        program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} {arguments} "$@"\n')
        program.chmod(0o755)
    os.chdir("/var/lib/pbem")


def run(*words: str) -> str:
    """Run a command as `docker compose exec` would; what it says."""
    done = subprocess.run(
        words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{words}: {done.stdout}"
    return done.stdout


class Ann:
    """Somebody in the world who writes to the server."""

    def __init__(self, mails: Path) -> None:
        self.mails = mails
        self.count = 0

    def write(self, to: str, body: str) -> None:
        """Send a letter to Postfix from an address that is not its own."""
        self.count += 1
        with smtplib.SMTP(CLIENT, 25, source_address=(CLIENT, 0), local_hostname="home.example") as client:
            client.starttls()
            head = f"From: ann@home.example\nTo: {to}\nMessage-ID: <{self.count}@home.example>\nSubject: \n\n"
            client.sendmail("ann@home.example", [to], head + body)

    def wait(self, subject: str) -> Message:
        """A mail with that in its Subject."""

        def there() -> list[Message]:
            mails = [message_from_bytes(path.read_bytes()) for path in self.mails.iterdir()]
            return [mail for mail in mails if subject in str(mail["Subject"])]

        until(there, f"a mail: {subject}")
        return there()[0]

    def refused(self, to: str) -> bool:
        """Does Postfix refuse to take a letter to an address?"""
        try:
            self.write(to, "help")
        except smtplib.SMTPRecipientsRefused:
            return True
        return False


def play(mails: Path) -> None:
    """What the page tells a host to type, and a player who registers."""
    run("openssl", "genrsa", "-out", "dkim.pem", "2048")
    assert "v=DKIM1" in run("pbem", "dkim")
    server = subprocess.Popen(command("pbem", "CMD "), env=ENVIRONMENT)
    check = health_check("pbem")
    until(
        lambda: (
            subprocess.run(check, env=ENVIRONMENT, check=False, stderr=subprocess.DEVNULL).returncode == 0
        ),
        "health",
    )
    postfix = subprocess.Popen(command("postfix", "CMD "), env=ENVIRONMENT)
    until(
        lambda: subprocess.run(health_check("postfix"), env=ENVIRONMENT, check=False).returncode == 0,
        "Postfix",
    )
    ann = Ann(mails)
    ann.write(f"pbem@{DOMAIN}", "register ann")
    asked = ann.wait("answer this mail")
    assert f"d={DOMAIN};" in asked["DKIM-Signature"]
    ann.write(parseaddr(asked["Reply-To"])[1], "yes")
    ann.wait("welcome, ann")
    assert ann.refused(f"nobody@{DOMAIN}")
    assert ann.refused("ben@elsewhere.example")
    chores = subprocess.Popen(["chores.sh"], env=ENVIRONMENT)
    until(lambda: list(Path("/var/backups/pbem").glob("pbem-*.db")), "a copy of the database")
    run("pbem", "doctor", "--mail")
    for process in (chores, server):
        process.terminate()
        assert process.wait(SECONDS) == 0
    postfix.terminate()
    postfix.wait(SECONDS)


def main() -> None:
    """Furnish a machine in a folder, and play."""
    folder = Path(sys.argv[1])
    furnish(folder)
    mails = folder / "mails"
    mails.mkdir()
    shutil.chown(mails, "nobody")
    sink = subprocess.Popen(["smtp-sink", "-u", "nobody", "-d", str(mails / "mail."), "127.0.0.1:2525", "10"])
    play(mails)
    sink.terminate()
    sink.wait(SECONDS)


if __name__ == "__main__":
    main()
