"""How mail leaves, as configured: through a relay, a mailbox provider, or into Maildirs."""

from pbem.mail.delivery import Delivery, Maildir, Relay, Relays
from pbem.mail.signing import Signed, Signer, SigningError
from pbem.mail.submission import Submission
from pbem.server.core.config import Address, Config, ConfigError, relay_login


def delivery_for(config: Config) -> Delivery:
    """The configured way of delivery. Raises `ConfigError`."""
    if not config.relay:
        return Maildir(config.maildir)
    relay = relay_for(config)
    if box := config.mailbox.address:
        return Submission(relay, box, config.mailbox.seconds_between)
    relays = Relays(relay, config.relay_connections)
    signer = signer_for(config)
    return relays if signer is None else Signed(relays, signer)


def at_once(config: Config) -> int:
    """Maximum number of letters on their way at the same time. Providers want theirs one by one."""
    return config.relay_connections if config.relay and not config.mailbox.address else 1


def relay_for(config: Config) -> Relay:
    """The relay, with its encryption and login. Raises `ConfigError`."""
    address = Address.parse(config.relay)
    relay_login(config)

    def login() -> tuple[str, str]:
        """Looked up anew: the password may have been changed."""
        try:
            return relay_login(config) or ("", "")
        except ConfigError as error:
            raise OSError(str(error)) from error

    try:
        return Relay(
            address.host,
            address.port,
            hostname=config.domain,
            tls=config.relay_tls,
            login=login if config.relay_user else None,
            ca_file=config.mailbox.ca_file,
        )
    except OSError as error:  # of the file: nothing is connected yet
        raise ConfigError(f"mailbox.ca_file = {config.mailbox.ca_file!r}: {error}") from error


def signer_for(config: Config) -> Signer | None:
    """The signer of our letters, unless the mail server signs them. Raises `ConfigError`."""
    if not config.dkim.key_file:
        return None
    try:
        return Signer(config.domain, config.dkim.selector, config.dkim.key_file)
    except SigningError as error:
        raise ConfigError(f"dkim: {error}") from error
