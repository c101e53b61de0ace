"""Looking at the status of an application under test."""

from pbem.server.figures.status import Status, look
from pbem.server.ops.application import Application


def look_at(app: Application) -> Status:
    """The status by the clock of the application."""
    return look(app.store, app.config, app.games.names, app.now())
