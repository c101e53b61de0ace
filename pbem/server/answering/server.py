"""Answers about this server, for those who ask without a match: what it is, how to begin, which games there are."""

import re
from collections.abc import Sequence
from typing import Any

from pbem.mail.prose import listed
from pbem.play.game import Game
from pbem.server.answering.about import About
from pbem.server.answering.kinds import speaks_of
from pbem.server.answering.own_matches import matches_of
from pbem.server.answering.phrases import said
from pbem.server.answering.registering import registration_in
from pbem.server.language.glossary import SHARED


def of_server(asked: str, about: About) -> list[str] | None:
    """What is told of the server and its games, or None."""
    low, games = asked.lower(), about.context.games
    named = [name for name in games.names if f" {name} " in f" {games.joined(low)} "]
    if said("first_steps").match(low):
        return _first_steps(about)
    if said("time_for_a_move").search(low):
        return [*SHARED["pace"]]
    if about.player is not None and _of_matches(low) and not named:
        return matches_of(about.context, about.player)
    if len(named) == 1 and said("how_many_players").search(low):
        return _players_told(games.named(named[0]))
    if not named and said("how_many_players").search(low):
        return [*(f"{game.title}: {_span(game.players)} players" for game in games), _HOUSE_PLAYS]
    if not named and said("how_long_it_takes").search(low):
        return [_LASTS]
    if said("am_i_in").search(low):
        return _membership(about)
    return of_games(low, about)


def players_of(asked: str, game: Game[Any]) -> list[str] | None:
    """How many people can play the game that a mail was about."""
    return _players_told(game) if said("how_many_can_play").search(asked) else None


def _players_told(game: Game[Any]) -> list[str]:
    count = listed([str(number) for number in game.players]).replace(" and ", " or ")
    return [f"{game.title} is for {count} players, you among them.", game.summary, f"More: help {game.name}"]


_PERSON = re.compile(
    "^(?:does|is|do|has|can i find) "
    "(?!(?:it|he|she|they|this|that|there|my|the)\\b|any|some|every|no)(?P<name>[\\w-]+)(?: (?:also|still|already))?"
    " (?:(?:play|plays|playing|registered|around|join|joined)(?: games)?(?: here| too| on this server| with you)*"
    "|here|(?:a|one of your) (?:player|member)s?)(?: here| too)*$",
    re.IGNORECASE,
)
"""A question on whether somebody plays here."""


def of_people(asked: str, about: About) -> list[str] | None:
    """Whether somebody plays here."""
    found = _PERSON.match(asked)
    if found is None or about.player is None:
        return None
    player = about.context.store.people.named(found["name"])
    if player is None:
        return [f"Nobody here is called {found['name']}.", "Who plays here: players"]
    game = about.game.name if about.game is not None else about.context.games.names[0]
    return [f"Yes, {player.handle} plays here. To play with them: challenge {game} {player.handle}"]


def of_games(asked: str, about: About) -> list[str] | None:
    """Which games can be played here; below a match that is over, its mail tells that with how to play it again."""
    if about.loaded is not None and about.loaded.match.over:
        return None
    if not said("which_games").search(asked.lower()):
        return None
    told = [
        f"{game.title} ({game.name}), {_span(game.players)} players: {game.summary}"
        for game in about.context.games
    ]
    return [*told, "More on one: help and its name"]


_LASTS = (
    "With a friend, a few weeks, if each of you moves once a day; there is no hurry, since you agree on the time for a"
    " move. The house answers at once. How long each game is: help and its name"
)
_HOUSE_PLAYS = "The house, a computer player, can take any of the other seats, so you need nobody else."


def _membership(about: About) -> list[str]:
    """Whether the asker is a player, and what to do if not."""
    if about.player is not None:
        return [f"Yes, you are registered, as {about.player.handle}."]
    return [
        'No, no player has this address yet. You become one when you answer the mail with the Subject "answer this mail'
        ' to become ..." with one word: yes.',
        "If that mail has not come, look in your spam folder, or ask for another one: write register and the name you"
        " want, for example: register ann",
    ]


def _span(players: Sequence[int]) -> str:
    least, most = min(players), max(players)
    return str(least) if least == most else f"{least} to {most}"


def for_strangers(about: About, told: list[str] | None) -> list[str]:
    """What this is and how to join, with what there is to do then."""
    first = _first_steps(about)
    return [*first, f"Then: {told[0][0].lower()}{told[0][1:]}"] if told else first


def _of_matches(asked: str) -> bool:
    """Whether a question is about the asker's matches, as it would be about the one of a mail."""
    if speaks_of(asked, "many") and speaks_of(asked, "in_them"):
        return not speaks_of(asked, "of_games")
    return any(speaks_of(asked, each) for each in ("clock", "turn_of", "winning"))


def _first_steps(about: About) -> list[str]:
    games = listed([game.title.rstrip("!") for game in about.context.games])
    told = f"This server plays games by mail. There are {games}. A mail shows the board, and you answer with your move."
    if about.player is None:
        if registration_in(about.letter, about.context):
            return [told]  # a mail asks whether they want that
        how = about.context.joining or (
            "To become a player, write one line, register and the name you want, for example: register ann"
        )
        return [told, how]
    example = about.context.games.names[0]
    return [
        told,
        f"To begin a match, write for example: challenge {example} house",
        "All commands: help commands",
    ]
