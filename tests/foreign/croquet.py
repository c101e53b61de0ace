"""A game that somebody else has installed. Whatever the suite says of "all games", it means ours."""

from tests.play.toy import Duel


class Croquet(Duel):
    """The toy, as a plug-in: no rulebook, no templates, and first in the order of names."""

    name = "croquet"
