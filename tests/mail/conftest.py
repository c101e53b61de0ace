"""Examples may take as long as they do: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("mail", deadline=None)
settings.load_profile("mail")
