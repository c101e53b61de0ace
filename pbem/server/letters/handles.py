"""Names that people want, and whether they are available."""

import re
import unicodedata

from pbem.play.orders import Refused
from pbem.server.core.context import Context
from pbem.server.language.command_table import command_words
from pbem.server.language.names import LONGEST, check_handle, sounds_official
from pbem.server.language.yes_no import ANSWER_WORDS
from pbem.server.matches.ballots import CHOICES


def reserved_words(context: Context) -> set[str]:
    """Words that a line may begin with (players of that name would sign with an order), and words used where a name
    could be: votes, games, seats, answers."""
    forms = (form for game in context.games for form in game.forms)
    orders = {word.lower() for form in forms for word in form.split()}
    titles = (
        game.seat_title(seat)
        for game in context.games
        for players in game.players
        for seat in game.seats(game.read_options({}, players), players)
    )
    seats = {title.lower().split()[0] for title in titles}
    games = [word for game in context.games for word in (game.name, game.name.replace("-", ""))]
    return {*command_words(), *orders, *CHOICES, *ANSWER_WORDS, *seats, *games}


def check_wanted(context: Context, text: str) -> str:
    """The name in a text, if it is available. Raises `Refused`; `nearest_free` returns one that is."""
    words = text.split()
    if len(words) != 1:
        raise Refused(
            "A name is one word" if words else "What name do you want to play under? One word is enough"
        )
    handle = check_handle(words[0], reserved_words(context))
    if context.store.people.named(handle) is not None:
        raise Refused(f"The name {handle} is taken")
    return handle


def nearest_free(context: Context, text: str) -> str:
    """An available name like a text: `Dora_Smith` for Dora Smith, `ann2` if there is an ann."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    like = re.sub(r"[^A-Za-z0-9-]+", "_", plain).strip("_-0123456789")
    if not like or sounds_official(like):
        like = "player"
    for number in ("", *map(str, range(2, 100))):
        handle = like[: LONGEST - len(number)] + number
        try:
            return check_wanted(context, handle)
        except Refused:
            continue
    raise Refused("Please choose another name")
