"""Answers about this server, for those who ask without a match: what it is, how to begin, which games there are."""

from pbem.mail.prose import listed
from pbem.server.answering.about import About
from pbem.server.answering.kinds import speaks_of
from pbem.server.answering.own_matches import matches_of
from pbem.server.answering.phrases import said
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
        game = games.named(named[0])
        count = listed([str(number) for number in game.players]).replace(" and ", " or ")
        return [f"{game.title} is for {count} players.", game.summary, f"More: help {game.name}"]
    if said("which_games").search(low) or (said("how_many_players").search(low) and "game" in low):
        told = [
            f"{game.title} ({game.name}), for {min(game.players)} to {max(game.players)}" for game in games
        ]
        return [f"The games here: {'; '.join(told)}.", "More on one: help and its name"]
    return None


def _of_matches(asked: str) -> bool:
    """Whether a question is about the asker's matches, as it would be about the one of a mail."""
    if speaks_of(asked, "many") and speaks_of(asked, "in_them"):
        return not speaks_of(asked, "of_games")
    return any(speaks_of(asked, each) for each in ("clock", "turn_of", "winning"))


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
