"""pbem status, metrics."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.server.office import Office


def test_the_status_on_one_screen(pbem: Pbem, played: Office) -> None:
    output = pbem("status").output
    assert "matches   1 running, 0 offered, 0 over; 2 players\n" in output
    assert "       1 dodgeball    " in output
    assert len(output.splitlines()) < 24
    facts = json.loads(pbem("status", "--json").stdout)
    assert facts["matches"] == {"running": 1}
    assert facts["database"] > 0


def test_watching_looks_again_until_it_is_broken_off(
    pbem: Pbem, played: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def sleep(seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("pbem.cli.status.time.sleep", sleep)
    assert pbem("status", "--watch").output.count("pbem at localhost") == 3


def test_metrics_are_printed_or_put_into_a_file(pbem: Pbem, played: Office, folder: Path) -> None:
    output = pbem("metrics").output
    assert 'pbem_matches{status="running"} 1.0\n' in output
    assert pbem("metrics", "--to", "pbem.prom").output == ""
    assert "# TYPE pbem_info gauge\n" in (folder / "pbem.prom").read_text()
    assert not list(folder.glob("*.part"))
    assert "is not HOST:PORT" in pbem("metrics", "--listen", "here", code=1).output


def test_metrics_at_a_port(played: Office, folder: Path) -> None:
    """Looked for anew by each request."""
    command = [sys.executable, "-m", "pbem", "metrics", "--listen", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            assert 'pbem_matches{status="running"} 1.0' in answer.read().decode()
        played.write("ann@example.org", "challenge dodgeball ben")
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert 'pbem_matches{status="offered"} 1.0' in answer.read().decode()
        process.terminate()
