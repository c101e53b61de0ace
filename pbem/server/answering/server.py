"""Answers about this server, for those who ask without a match: what it is, how to begin, which games there are."""

import re

from pbem.mail.prose import listed
from pbem.server.answering.about import About

_WHAT = re.compile(
    r"^(?:what is (?:this|that|it|pbem|here)|what (?:are|is) (?:you|all this|this all|going on)(?: about)?"
    r"|who (?:are you|is this|am i writing to)"
    r"|how (?:does|do|is) (?:this|that|it|all this|everything|pbem|the server) (?:work|go|done|all work)"
    r"|how (?:do|can|to|could) ?(?:i|we)? (?:play|join|begin|start|sign up|register|take part|get started|get in"
    r"|become a (?:player|member)|play here|participate)(?: here| with you| playing)?"
    r"|what (?:do|must|should|can) i (?:do|have to do|need to do|need|write|send)"
    r"(?: here| now| next| to (?:play|join|begin|start|register|sign up|take part))?"
    r"|(?:can|may|could) (?:i|we|anyone|anybody) (?:play|join|take part|register|sign up)(?: here| in| too)?"
    r"|where do i (?:sign up|start|begin|register))$"
)
_GAMES = re.compile(
    r"^(?:which|what) (?:\w+ )?games?\b|\b(?:list of|other|any) games\b|^what (?:can|could|may) (?:i|we|one) play\b"
    r"|\bgames (?:are|do) (?:there|you|available)\b"
)
_PLAYERS = re.compile(
    r"\bhow many (?:players|people|persons)\b|\bfor how many\b|\b(?:two|three|four|five) players\b|\balone\b"
)


def of_server(asked: str, about: About) -> list[str] | None:
    """What is told of the server and its games, or None."""
    low, games = asked.lower(), about.context.games
    named = [name for name in games.names if f" {name} " in f" {games.joined(low)} "]
    if _WHAT.match(low):
        return _first_steps(about)
    if len(named) == 1 and _PLAYERS.search(low):
        game = games.named(named[0])
        count = listed([str(number) for number in game.players]).replace(" and ", " or ")
        return [f"{game.title} is for {count} players.", game.summary, f"More: help {game.name}"]
    if _GAMES.search(low) or (_PLAYERS.search(low) and "game" in low):
        told = [
            f"{game.title} ({game.name}), for {min(game.players)} to {max(game.players)}" for game in games
        ]
        return [f"The games here: {'; '.join(told)}.", "More on one: help and its name"]
    return None


def _first_steps(about: About) -> list[str]:
    games = listed([game.title.rstrip("!") for game in about.context.games])
    told = f"This server plays games by mail: {games}. A mail shows you the board, and you answer with your move."
    if about.player is None:
        how = "To become a player, write one line, register and the name you want, for example: register ann"
        return [told, how]
    example = about.context.games.names[0]
    return [
        told,
        f"To begin a match, write for example: challenge {example} house",
        "All commands: help commands",
    ]
