"""The status as metrics in the text format of Prometheus and its node_exporter. No label names a player."""

from collections.abc import Callable, Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector, CollectorRegistry

from pbem.server.figures.status import Status


class Metrics(Collector):
    """Looks anew whenever metrics are asked for."""

    def __init__(self, look: Callable[[], Status], version: str) -> None:
        self._look = look
        self._version = version
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def describe(self) -> Iterator[Metric]:
        """Describe nothing: all names are known by collecting only."""
        return iter(())

    def text(self) -> bytes:
        """All metrics, ready to be served or written to a file."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """One family of metrics after another."""
        status = self._look()
        yield InfoMetricFamily("pbem", "The server.", {"version": self._version, "domain": status.domain})
        yield _by("pbem_matches", "Matches by status.", "status", status.matches)
        yield _by("pbem_matches_running", "Running matches by game.", "game", status.games)
        yield _one("pbem_matches_paused", "Running matches whose clocks the host has stopped.", status.paused)
        yield _one("pbem_players", "Players who are neither disabled nor gone.", status.players)
        yield _one("pbem_seats_asked", "Seats that are asked something.", status.asked)
        longest = max((status.at - each.since for each in status.waiting), default=0)
        yield _one("pbem_seats_asked_longest_seconds", "How long the longest has been asked.", longest)
        for way, letters in (("inbox", status.incoming), ("outbox", status.outgoing)):
            yield CounterMetricFamily(
                f"pbem_{way}_letters", f"Letters ever put into the {way}.", letters.total
            )
            yield _by(
                f"pbem_{way}_unfinished",
                f"Letters of the {way} that are not done with.",
                "status",
                letters.unfinished,
            )
            oldest = 0 if letters.oldest is None else status.at - letters.oldest
            yield _one(
                f"pbem_{way}_oldest_seconds", f"How long the oldest letter of the {way} has waited.", oldest
            )
        yield _one("pbem_players_unreachable", "Players to whom no mail gets through.", status.lost)
        yield _one(
            "pbem_bounces", "Bounces that still count, one at most for each player and day.", status.bounces
        )
        yield _by("pbem_caps_reached", "Under how many keys a limit is reached.", "limit", status.caps)
        yield _one("pbem_mails_held_back", "Mails that wait because a cap is reached.", status.held_back)
        yield _one("pbem_database_bytes", "Size of the database.", status.database)
        for name, what, value in (
            ("database_log_bytes", "Size of its write-ahead log.", status.log),
            ("disk_free_bytes", "Free space beside the database.", status.free),
            ("server_seen_timestamp_seconds", "When the server was last there.", status.alive),
            ("reminders_run_timestamp_seconds", "When reminders were last looked for.", status.reminded),
        ):
            if value is not None:
                yield _one(f"pbem_{name}", what, value)
        if status.mailbox is not None:
            up = int(not status.mailbox.trouble)
            yield _one("pbem_mailbox_up", "Whether letters can be fetched out of the mailbox.", up)
            synced = status.mailbox.synced or 0
            yield _one("pbem_mailbox_synced_timestamp_seconds", "When it was last looked through.", synced)


def _one(name: str, what: str, value: int) -> Metric:
    return GaugeMetricFamily(name, what, value)


def _by(name: str, what: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
