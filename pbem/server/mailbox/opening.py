"""Opening the mailbox that the configuration names."""

from pbem.mail.mailbox import BoxError, ImapBox, Server
from pbem.server.core.config import Address
from pbem.server.core.mailbox_settings import Mailbox, PasswordError


def open_box(settings: Mailbox) -> ImapBox:
    """Connect and log in; blocks. Raises `LoginRefused` and `BoxError`."""
    address = Address.parse(settings.imap)
    try:
        password = settings.password()
    except PasswordError as error:
        raise BoxError(str(error)) from None
    return ImapBox(
        Server(address.host, address.port, settings.imap_tls, settings.login, settings.ca_file), password
    )
