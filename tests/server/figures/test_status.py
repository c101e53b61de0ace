"""The host's desk: what the status holds, how it is drawn, and the metrics."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from pbem.server.admin import acts, host
from pbem.server.figures.metrics import Metrics
from pbem.server.figures.screen import LEVELS, draw, plot
from pbem.server.figures.status import Letters, Status
from pbem.store import Store
from pbem.store.figures import Waiting
from tests.server.figures.looking import look_at
from tests.server.office import Office

ANN, BEN = "ann@example.org", "ben@example.org"
DAY = 86_400


def busy() -> Office:
    """A server that goes its way: matches that run, one that is over, one on offer, a player out of reach."""
    office = Office(relay="mx.example:25", believe_from=True)
    office.begin()
    office.write(office.asked(), "done")
    office.time += 2 * DAY
    office.begin()
    acts.pause(office.app, 2)
    office.write(ANN, "challenge dodgeball ben")
    office.begin()
    acts.adjudicate(office.app, 4, "S>N", "late")
    ben = host.player(office.app, "ben")
    office.store.people.set_unreachable(ben.id, office.time)
    office.store.people.bounced(ben.id, office.time // DAY, office.time, 1.0, "no such user")
    return office


@pytest.mark.sqlite
def test_the_size_counts_what_stands_in_the_log_as_yet(tmp_path: Path) -> None:
    """The file itself has but a page for a while."""
    office = Office(path=tmp_path / "games.db")
    office.begin()
    found = look_at(office.app)
    assert found.database > (tmp_path / "games.db").stat().st_size
    assert found.spare is not None
    assert found.database > 10 * found.spare


def test_what_a_database_server_looks_after_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of this machine is not where it stores anything."""
    monkeypatch.setattr(Store, "file", None)
    found = look_at(Office().app)
    assert (found.log, found.spare, found.free) == (None, None, None)
    assert (
        draw(msgspec.structs.replace(found, database=9 << 20))[-1] == "database  9.0 MB, kept by PostgreSQL"
    )
    text = Metrics(lambda: found, "1").text().decode()
    assert "pbem_database_bytes" in text
    assert "pbem_database_log_bytes" not in text
    assert "pbem_disk_free_bytes" not in text


def test_the_status_says_how_everything_stands() -> None:
    office = busy()
    status = look_at(office.app)
    assert status.matches == {"running": 2, "offered": 1, "over": 1}
    assert (status.games, status.paused, status.players) == ({"dodgeball": 2}, 1, 2)
    assert status.asked == 2
    assert [(each.match, each.paused) for each in status.waiting] == [(1, False), (2, True)]
    assert status.waiting[0].since == office.time - 2 * DAY
    assert (status.unreachable, status.lost, status.bounces) == (["Ben"], 1, 1)
    assert status.incoming.total == office.letters
    assert sum(status.incoming.days) == office.letters
    assert status.incoming.days[-3] > 0 < status.incoming.days[-1]
    assert status.incoming.days[-2] == 0
    assert status.outgoing.total == office.store.figures.total("outbox")
    assert status.outgoing.oldest == office.time - 2 * DAY
    assert status.incoming.oldest is None


@pytest.mark.sqlite
def test_what_is_counted_is_in_an_index() -> None:
    """There may be a million rows of anything but of bounces, which are kept for some days only. Nothing is sorted,
    and whatever is counted group by group is in the index itself."""
    office, statements = busy(), list[str]()
    office.store.db.conn.set_trace_callback(statements.append)
    look_at(office.app)
    office.store.db.conn.set_trace_callback(None)
    plans = {
        statement: [step for *_, step in office.store.db.conn.execute(f"EXPLAIN QUERY PLAN {statement}")]
        for statement in statements
        if statement.startswith("SELECT")
    }
    assert len(plans) > 20
    for statement, plan in plans.items():
        steps = [step for step in plan if step not in ("SCAN CONSTANT ROW", "SCAN bounces")]
        assert not [step for step in steps if "SCAN" in step and "INDEX" not in step], statement
        assert not [step for step in steps if "TEMP B-TREE" in step], statement
        if "GROUP BY" in statement:
            assert all("COVERING INDEX" in step for step in steps), statement


def test_looking_changes_nothing() -> None:
    office = busy()
    before = office.dump()
    look_at(office.app)
    assert office.dump() == before


def test_caps_that_are_reached_are_named() -> None:
    """But not what may happen only once."""
    office = busy()
    assert look_at(office.app).caps == {}
    for _ in range(20):
        office.app.limits.count("mails an hour", "ann@example.org asked")
        office.app.limits.count("alarm", "disk")
    office.store.db.execute("UPDATE outbox SET reply = 'waits: too much mail' WHERE id = 3")
    status = look_at(office.app)
    assert (status.caps, status.held_back) == ({"mails an hour": 1}, 1)
    assert "caps      mails an hour: 1; 1 mail held back" in draw(status)
    office.time += 3600
    assert look_at(office.app).caps == {}


def test_the_screen() -> None:
    office = busy()
    office.store.set_note("alive", str(office.time - 20))
    screen = draw(look_at(office.app))
    assert screen[0].startswith("pbem at play.example, ")
    assert screen[1] == "server    1 minute ago; reminders never"
    assert screen[2] == "matches   2 running (1 paused), 1 offered, 1 over; 2 players"
    assert any(line.startswith("       1 dodgeball    ") and " 2 days " in line for line in screen)
    assert any(line.endswith(" paused") for line in screen)
    assert "bounces   1; unreachable: Ben" in screen
    assert "caps      none reached" in screen


numbers = st.integers(0, 2**40)
letters = st.builds(
    Letters,
    total=numbers,
    days=st.lists(st.integers(0, 10**7), min_size=14, max_size=14),
    unfinished=st.just({"new": 10**6}),
    oldest=st.none() | st.integers(0, 2**30),
)


@given(
    st.builds(
        Status,
        at=st.integers(2**30, 2**31),
        domain=st.just("games.play.example"),
        matches=st.fixed_dictionaries({"running": numbers}),
        games=st.just({}),
        paused=st.integers(0, 10**6),
        asked=st.integers(0, 10**6),
        players=st.integers(0, 10**6),
        waiting=st.lists(
            st.builds(
                Waiting,
                match=st.integers(1, 10**6),
                game=st.just("slargeball"),
                player=st.text("abc", min_size=2, max_size=16),
                seat=st.text("ABC", min_size=1, max_size=12),
                since=st.integers(0, 2**30),
                due=st.none() | st.integers(0, 2**32),
            ),
            max_size=8,
        ),
        unreachable=st.lists(st.text("abc", min_size=2, max_size=16), max_size=5),
        incoming=letters,
        outgoing=letters,
        caps=st.just({}),
        log=numbers,
        database=numbers,
        spare=numbers,
        free=numbers,
    )
)
def test_the_screen_is_one_screen(status: Status) -> None:
    """At most 24 lines, those of seats of 80 columns."""
    lines = draw(status)
    assert len(lines) < 24
    assert all(len(line) <= 80 for line in lines if line[2:8].strip().isdecimal())


@given(st.lists(st.integers(0, 10**6), max_size=20))
def test_a_plot_has_a_mark_for_whatever_there_is(counts: list[int]) -> None:
    """And a higher one for more."""
    marks = plot(counts)
    assert len(marks) == len(counts)
    assert all((mark == " ") == (count == 0) for mark, count in zip(marks, counts, strict=True))
    assert [LEVELS.index(plot([count, max(counts)])[0]) for count in sorted(counts)] == sorted(
        map(LEVELS.index, marks)
    )


def test_metrics_are_in_the_format_of_prometheus() -> None:
    """As its own parser reads it."""
    office = busy()
    text = Metrics(lambda: look_at(office.app), "1.2.3").text().decode()
    parsed = text_string_to_metric_families(text)
    families = {family.name: family for family in parsed}
    values = {
        (sample.name, *sample.labels.values()): sample.value
        for family in families.values()
        for sample in family.samples
    }
    assert values["pbem_matches", "running"] == 2
    assert values["pbem_matches_running", "dodgeball"] == 2
    assert values["pbem_seats_asked_longest_seconds",] == 2 * DAY
    assert values["pbem_inbox_letters_total",] == office.letters
    assert values["pbem_players_unreachable",] == 1
    assert values["pbem_inbox_unfinished", "failed"] == 0
    assert ("pbem_info", "play.example", "1.2.3") in values
    assert families["pbem_inbox_letters"].type == "counter"
    assert all(family.documentation for family in families.values())


@pytest.mark.skipif(
    shutil.which("promtool") is None, reason="needs promtool, of the Debian package prometheus"
)
@pytest.mark.parametrize("office", [busy, Office])
def test_promtool_finds_nothing_wrong_with_the_metrics(office: Callable[[], Office]) -> None:
    """What it refuses, Prometheus and node_exporter refuse whole."""
    app = office().app
    command = ["promtool", "check", "metrics"]
    checked = subprocess.run(command, input=Metrics(lambda: look_at(app), "1").text(), capture_output=True)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, b"", b"")


@pytest.mark.parametrize("secret", ["Ann", "example.org", "pbem+"])
def test_metrics_name_nobody(secret: str) -> None:
    """They go to other systems."""
    office = busy()
    assert secret not in Metrics(lambda: look_at(office.app), "1").text().decode()


def test_the_status_tells_no_address() -> None:
    office = busy()
    text = msgspec.json.encode(look_at(office.app)).decode()
    assert "@" not in text
    assert "Ben" in text
