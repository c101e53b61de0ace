"""O12: where the log goes to, nothing more can be written: the service goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.operation.sending import post_until_taken, until
from tests.server.running import ANN, free_port, letter, maildir


@pytest.mark.parametrize("full", ["/dev/full", "a pipe that nobody reads"])
def test_o12_log_disk_full(tmp_path: Path, full: str) -> None:
    """Not even its first line can be written; letters are taken, done and answered, and it stops in good order."""
    port = free_port()
    if full == "/dev/full":
        sink = os.open(full, os.O_WRONLY)
    else:
        reader, sink = os.pipe()
        os.close(reader)
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", "--debug", "serve", "--listen", f"127.0.0.1:{port}"],
        cwd=tmp_path,
        stdout=sink,
        stderr=sink,
    )
    os.close(sink)
    try:
        for number in range(3):
            post_until_taken(port, letter(ANN, "help", number), ANN)
        until(lambda: len(maildir(tmp_path / "mail", ANN)) == 3)
        assert process.poll() is None
        process.terminate()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
