"""Completion in a shell: the script for it, and arguments that know what they can be."""

import click
from click.shell_completion import CompletionItem, get_completion_class
from click.types import IntParamType, StringParamType

from pbem.cli.root import Setting, main
from pbem.cli.terminal import say
from pbem.server.core.installed import game_points
from pbem.store.glance import match_names, player_names

SHELLS = ("bash", "zsh", "fish")


class GameName(StringParamType):
    """The name of a game of this installation, or the beginning of one."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names of games that begin so."""
        return [CompletionItem(name) for name in sorted(game_points()) if name.startswith(incomplete.lower())]


class MatchNumber(IntParamType):
    """The number of a match."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Numbers of matches that begin so, with their games."""
        matches = match_names(_database(ctx))
        return [
            CompletionItem(number, help=told) for number, told in matches if number.startswith(incomplete)
        ]


class PlayerName(StringParamType):
    """The name of a player."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names of players that begin so."""
        names = player_names(_database(ctx))
        return [CompletionItem(name) for name in names if name.lower().startswith(incomplete.lower())]


def _database(ctx: click.Context) -> str:
    """The database that the command would use; one that is not there if the configuration cannot be read."""
    from pbem.server.core.config import ConfigError

    where = ctx.find_object(Setting)
    try:
        return where.config().db if where else ""
    except (ConfigError, OSError):
        return ""


GAME, MATCH, PLAYER = GameName(), MatchNumber(), PlayerName()


@main.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script with which a shell completes commands. Each shell runs or reads it from a file of its own:

    \b
    bash, in ~/.bashrc:  eval "$(pbem completion bash)"
    zsh, in ~/.zshrc:    eval "$(pbem completion zsh)"
    fish, once:          pbem completion fish > ~/.config/fish/completions/pbem.fish

    It knows options, games, and the matches and players of the database that the command would use.
    """
    script = get_completion_class(shell)
    assert script is not None
    say(script(main, {}, "pbem", "_PBEM_COMPLETE").source())
