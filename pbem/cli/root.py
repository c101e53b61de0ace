"""The root command: configuration, and readable errors.

A command pays only for what it uses: the module of each command is loaded when that command is called, and the
application, half a second of imports, when it is asked for. `tests/cli/test_startup.py` counts what is loaded.
"""

from __future__ import annotations

import importlib
import io
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.terminal import safe

if TYPE_CHECKING:
    from pbem.server.core.config import Config, Given
    from pbem.server.ops.application import Application
    from pbem.store import Store

MODULES = {
    "backup": "tools",
    "broadcast": "people",
    "check": "tools",
    "competition": "competitions",
    "completion": "completion",
    "copy": "tools",
    "datasette": "browse",
    "deliver": "running",
    "demo": "demo",
    "dkim": "tools",
    "doctor": "tools",
    "game": "matches",
    "inbox": "people",
    "match": "matches",
    "metrics": "metrics",
    "outbox": "people",
    "player": "people",
    "ratings": "competitions",
    "remind": "reminding",
    "restore": "tools",
    "scenario": "tools",
    "send": "sending",
    "serve": "running",
    "setup": "setup",
    "site": "site",
    "status": "status",
    "team": "teams",
    "tidy": "tools",
    "verify": "tools",
}
"""The module of `pbem.cli` that holds each command or group of commands."""


class Failed(click.ClickException):
    """The command failed or found something; exit code 1."""

    exit_code = 1

    def format_message(self) -> str:
        """The error text, safe to print: it may quote letters and files."""
        return safe(super().format_message())


class Discreet(logging.Formatter):
    """Log lines, including tracebacks and library messages, without reply tokens: these are keys."""

    def format(self, record: logging.LogRecord) -> str:
        """The line with every token hidden, and without terminal control characters."""
        from pbem.mail.tokens import without_tokens

        return safe(without_tokens(super().format(record)))


class Readable(click.Group):
    """A group that reports errors in one readable line, and loads the module of a command when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, or None. Its module adds it to this group when it is loaded."""
        if cmd_name in MODULES:
            importlib.import_module(f"pbem.cli.{MODULES[cmd_name]}")
        return super().get_command(ctx, cmd_name)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Parse the command line, or print help. When a shell completes a command, this is all that is run."""
        with _readable():
            ctx = super().make_context(*args, **more)
        ctx.obj = Setting(ctx.params["path"], {"db": ctx.params["db"]})
        return ctx

    def invoke(self, ctx: click.Context) -> Any:
        with _readable(debug=ctx.params["debug"]):
            try:
                return super().invoke(ctx)
            except Exception as error:
                if ctx.params["debug"] or not _is_damage(error):
                    raise
                raise Failed(ctx.obj.explain(error)) from error


@contextmanager
def _readable(*, debug: bool = False) -> Iterator[None]:
    """Turn errors caused by the host or a file into a sentence; with `debug` they are left as they are."""
    try:
        yield
    except BrokenPipeError:
        raise  # nobody reads the output anymore: click ends the command silently
    except Exception as error:
        if debug or isinstance(error, click.ClickException | click.exceptions.Exit | click.Abort):
            raise
        told = _told(error)
        if not told:
            raise
        raise Failed(told) from error


def _told(error: Exception) -> str:
    """How the host is told of an error caused by them, a file or the database; empty for any other."""
    import msgspec

    from pbem.play.game import OptionError
    from pbem.play.orders import OrderError
    from pbem.play.record import ReplayError
    from pbem.play.scenario import ScenarioError
    from pbem.server.core.config import ConfigError
    from pbem.server.core.games import UnknownGame
    from pbem.store import SqlError, StoreError, advice

    if isinstance(
        error,
        ReplayError
        | msgspec.MsgspecError
        | ConfigError
        | StoreError
        | UnknownGame
        | OptionError
        | OrderError
        | ScenarioError
        | OSError,
    ):
        return str(error)
    if isinstance(error, SqlError):
        return f"the database cannot be used: {error}; {advice(error)}"
    return ""


def _is_damage(error: Exception) -> bool:
    """Whether an error tells that the database is damaged."""
    from pbem.store import SqlError, StoreError, damaged

    return isinstance(error, SqlError | StoreError) and damaged(error)


DATABASE = "The database, also as a postgresql:// URL; games.db unless configured."


@click.group(cls=Readable, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--db", metavar="FILE", help=DATABASE)
@click.option(
    "--config", "path", type=click.Path(path_type=Path), help="The configuration; pbem.toml if there is one."
)
@click.option("--debug", is_flag=True, help="Show tracebacks and the log.")
@click.version_option(package_name="pbem")
def main(db: str | None, path: Path | None, debug: bool) -> None:
    """A play-by-email turn server: players mail moves, the server mails back boards."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # the terminal may lack some characters
        sys.stdout.reconfigure(errors="backslashreplace")
    log_to_stderr(logging.INFO if debug else logging.WARNING)


def log_to_stderr(level: int) -> None:
    """Begin to log, from a level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet("%(asctime)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])


class Setting:
    """The root's options: where the configuration and the database are."""

    def __init__(self, path: Path | None, options: dict[str, Any]) -> None:
        self._path = path
        self._options = options

    def config(self, **more: Any) -> Config:
        """The configuration, overridden by a command's options."""
        return self._given(more).config()

    @property
    def path(self) -> Path:
        """The configuration file, which need not be there."""
        return self._path or Path(os.environ.get("PBEM_CONFIG", "pbem.toml"))

    @property
    def database(self) -> str:
        """The database, by option or variable; as yet there may be no configuration."""
        from pbem.server.core.config import Config

        return str(self._options["db"] or os.environ.get("PBEM_DB", Config().db))

    def config_of_part(self, **more: Any) -> Config:
        """The same for one part of a server: options not given are taken from the parts started before it."""
        from pbem.server.core.config import SERVED, as_served

        return as_served(self._given(more), self.store(create=True).note(SERVED), "", leading=True)

    def store(self, *, create: bool = False) -> Store:
        """The database, which must exist unless it may be created."""
        from pbem.store import Store

        return Store(self.config().db, must_exist=not create)

    def file(self, instead: str) -> str:
        """The file of the database. Raises `Failed` if PostgreSQL keeps it, with what to do `instead` with its
        {url}."""
        from pbem.store import is_url, without_password

        db = self.config().db
        if is_url(db):
            url = without_password(db)
            raise Failed(f"{url} is kept by PostgreSQL; {instead.format(url=url)}")
        return db

    def app(self, *, create: bool = False) -> Application:
        """The application on the database, which writes as the server does."""
        from pbem.server.ops.application import Application

        store = self.store(create=create)
        return Application(store, self.as_served(store.note))

    def as_served(self, note: Callable[[str], str]) -> Config:
        """The configuration of a process beside the server, by what that has noted about itself."""
        from pbem.server.core.config import LISTENS, SERVED, as_served

        return as_served(self._given({}), note(SERVED), note(LISTENS))

    @contextmanager
    def acting(self, *, create: bool = False) -> Iterator[Application]:
        """The application, within the transaction of all that the command changes."""
        app = self.app(create=create)
        with app.store.transaction():
            yield app

    def explain(self, error: Exception) -> str:
        """How the host is told of an error: of a damaged database, also what is left of it."""
        from pbem.server.admin.restoring import report_damage
        from pbem.store import damaged, is_url

        file = damaged(error) and not is_url(self.config().db)
        lines = report_damage(self.config().db) if file else []
        return "\n".join([_told(error), *lines])

    def _given(self, more: dict[str, Any]) -> Given:
        from pbem.server.core.config import given

        options = {name: value for name, value in more.items() if value is not None}
        return given(self._path, os.environ, {**self._options, **options})


setting = click.make_pass_decorator(Setting)
json_option = click.option("--json", "as_json", is_flag=True, help="As JSON, for scripts.")
all_option = click.option("--all", "whole", is_flag=True, help="All, not only the first hundred.")


def db_option(command: Any) -> Any:
    """Accept --db after the name of each command, too."""

    def note(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
        if value is not None:
            ctx.find_object(Setting)._options["db"] = value  # type: ignore[union-attr]  # the root makes one

    return click.option(
        "--db",
        metavar="FILE",
        expose_value=False,
        callback=note,
        help=DATABASE,
    )(command)
