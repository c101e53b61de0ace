"""How the way to a relay is encrypted: a word of the configuration, apart from the libraries that connect."""

from typing import Literal

Tls = Literal["", "starttls", "tls"]
"""Not at all, by STARTTLS, or from the first byte."""
