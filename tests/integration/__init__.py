"""A real mail system: Postfix, Dovecot and mutt, with the very configuration of docs/hosts: `make integration`."""
