"""pbem datasette: what a host sees in a browser, and what nobody sees there."""

import asyncio
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import browse
from pbem.store.views import NAMES
from tests.cli.conftest import Pbem
from tests.operation.sending import until
from tests.server.office import Office
from tests.server.running import free_port

pytestmark = pytest.mark.sqlite  # what is shown is a copy of a file

TABLES = browse.metadata()["databases"]["games"]["tables"]
QUERIES = browse.metadata()["databases"]["games"]["queries"]


def ask(shown: Any, path: str) -> Any:
    """What Datasette answers to a request."""
    return asyncio.run(shown.client.get(path))


@pytest.fixture
def shown(played: Office, tmp_path: Path) -> Any:
    """A Datasette of a database with a match that has begun."""
    folder = tmp_path / "seen"
    folder.mkdir()
    return browse.open_copy(str(tmp_path / "games.db"), folder)


@pytest.mark.parametrize("name", NAMES)
def test_each_table_shows_rows_and_tells_what_its_columns_are(shown: Any, name: str) -> None:
    found = ask(shown, f"/games/{name}.json?_shape=objects").json()
    assert found["rows"] or name == "results"  # no match is over
    assert set(found["columns"]) - {"rowid"} == set(TABLES[name]["columns"])
    assert ask(shown, f"/games/{name}").status_code == 200


@pytest.mark.parametrize("query", QUERIES)
def test_each_query_that_is_ready_can_be_asked(shown: Any, query: str) -> None:
    assert ask(shown, f"/games/{query}.json").json()["ok"]


def test_it_can_be_read_who_is_waited_for(shown: Any, played: Office) -> None:
    (row,) = ask(shown, "/games/waiting.json?_shape=objects").json()["rows"]
    (waiting,) = (seat for seat in played.find_match().seats if seat.since is not None)
    assert (row["match"], row["game"], row["player"]) == (1, "dodgeball", waiting.handle)


def test_nothing_that_is_secret_is_in_the_file_at_all(shown: Any, played: Office, tmp_path: Path) -> None:
    data = (tmp_path / "seen" / "games.db").read_bytes()
    match = played.find_match()
    assert b"Ann" in data
    for secret in (b"example.org", match.row.seed, played.store.secret("token key"), b"always dodge"):
        assert secret not in data
    found = ask(shown, "/games.json?sql=select+name+from+sqlite_master").json()["rows"]
    assert {name for (name,) in found} == set(NAMES)


def test_notes_quote_nothing_of_a_letter(played: Office, tmp_path: Path) -> None:
    """A traceback holds what was being done, a notice of absence its Subject."""
    post = played.store.post
    with played.store.transaction():
        post.close(1, "failed", "Traceback (most recent call last):\n  ...\nValueError: place a b d e g")
        post.close(2, "ignored", "a notice of absence: on the beach with place a b")
    folder = tmp_path / "seen"
    folder.mkdir()
    shown = browse.open_copy(str(tmp_path / "games.db"), folder)
    assert b"place a b" not in (folder / "games.db").read_bytes()
    rows = ask(shown, "/games/letters.json?_shape=objects&_sort=letter").json()["rows"]
    notes = {row["letter"]: row["note"] for row in rows}
    assert notes[1] == "Traceback (most recent call last)"
    assert notes[2] == "a notice of absence"


def test_it_is_served_on_this_machine_until_it_is_stopped(played: Office, folder: Path) -> None:
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "pbem", "datasette", "--port", str(port)], cwd=folder)

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/games/matches.json") as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    until(answers)
    server.send_signal(signal.SIGINT)
    assert server.wait(20) in (0, 130)


def test_without_datasette_it_says_what_to_install(
    pbem: Pbem, played: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "datasette.app", None)
    assert "pip install 'pbem[datasette]'" in pbem("datasette", code=1).output
