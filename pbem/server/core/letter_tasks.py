"""Making a reading task from a letter of the inbox."""

from pbem.mail.tasks import Task
from pbem.server.core.config import Config
from pbem.store.rows import Incoming


def task_of(config: Config, incoming: Incoming) -> Task:
    """The task of reading a letter, in the form that `pbem.mail.tasks` needs."""
    bounces = f"{config.name}-b+"
    return Task(
        incoming.raw,
        recipients=incoming.recipients,
        return_path=incoming.return_path,
        domain=config.domain,
        local=config.name,
        limits=config.limits,
        vouched=incoming.front,
        bounced=any(to.startswith(bounces) for to in incoming.recipients),
    )
