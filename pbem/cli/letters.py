"""Letters as a player would write and read them: for `pbem send` and `pbem demo`."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid
from pathlib import Path


def write_letter(
    sender: str, to: str, body: str, *, subject: str = "", answers: EmailMessage | None = None
) -> EmailMessage:
    """A letter, or an answer as mail programs write it: above the quoted text, to the mail's Reply-To."""
    letter = EmailMessage()
    letter["From"] = sender
    letter["Message-ID"] = make_msgid(domain="send.pbem.invalid")
    if answers is None:
        letter["To"], letter["Subject"] = to, subject
        letter.set_content(body)
        return letter
    letter["To"], letter["Subject"] = str(answers["Reply-To"]), subject or f"Re: {answers['Subject']}"
    letter["In-Reply-To"] = answers["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text_of(answers).split("\n"))
    letter.set_content(f"{body}\n\nOn {answers['Date']}, {answers['From']} wrote:\n{quoted}\n")
    return letter


def mails_in(maildir: Path) -> list[Path]:
    """The mails in a Maildir, read and unread, oldest first; none if there is no such folder."""
    found = [*maildir.glob("new/*"), *maildir.glob("cur/*")]
    return sorted(found, key=lambda path: path.stat().st_mtime_ns)


def read_mail(path: Path) -> EmailMessage:
    """Read a mail from a Maildir."""
    message = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(mail: EmailMessage) -> str:
    """The plain text part, which all our mails have."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
