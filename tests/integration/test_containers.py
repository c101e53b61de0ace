"""What runs in the containers of deploy/: a player registers through Postfix, and nobody else can use it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.integration.containers import PROGRAMS

UNSHARE = ["unshare", "--mount", "--net", "--pid", "--uts", "--fork", "--mount-proc", "--kill-child"]
pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.skipif("PBEM_INTEGRATION" not in os.environ, reason="a real mail system: make integration"),
    pytest.mark.xdist_group("integration"),
]


def test_a_player_registers_through_the_containers(tmp_path: Path) -> None:
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing or os.getuid() != 0:
        pytest.skip(f"root and these programs are needed: {', '.join(missing)}")
    if subprocess.run([*UNSHARE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespaces can be made here")
    for folder in tmp_path, *tmp_path.parents:  # Postfix and the sink have users of their own
        folder.chmod(folder.stat().st_mode | 0o111)
        if folder.name.startswith("pytest-of-"):
            break
    done = subprocess.run(
        [*UNSHARE, sys.executable, "-m", "tests.integration.containers", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
