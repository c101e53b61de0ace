"""The wheel, made as a release is made: installed in an empty folder outside the tree, it does all that it says."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.docs.pages import ROOT, page
from tests.server.running import free_port

Shell: TypeAlias = Callable[[str], str]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built out of the source release, as `python -m build` does."""
    folder = tmp_path_factory.mktemp("release")
    (source,) = SdistBuilder(str(ROOT)).build(directory=str(folder))
    with tarfile.open(source) as file:
        file.extraction_filter = getattr(tarfile, "data_filter", None)  # of Python 3.11.4 and later
        file.extractall(folder)
    unpacked = folder / Path(source).name.removesuffix(".tar.gz")
    (path,) = WheelBuilder(str(unpacked)).build(directory=str(folder))
    return Path(path)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it. It borrows the libraries of this one, but not its pbem."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return folder


@pytest.fixture
def environment(installed: Path, tmp_path: Path) -> dict[str, str]:
    """What somebody has who has put the environment into their PATH; the server listens on a port of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "PYTHON"))}
    path = f"{installed / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "HOME": str(tmp_path), "PBEM_LISTEN": f"127.0.0.1:{free_port()}"}


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Shell:
    """Runs a line of shell in an empty folder; its output."""

    def shell(line: str) -> str:
        done = subprocess.run(
            line,
            shell=True,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        return done.stdout

    return shell


def test_it_holds_every_file_of_the_package_and_what_the_package_reads(wheel: Path) -> None:
    expected = {str(path.relative_to(ROOT)) for path in (ROOT / "pbem").rglob("*") if path.is_file()}
    expected.add("pbem/bots.md")  # how well the house plays, for pages
    for folder, place in (("templates", "pbem/templates"), ("docs/rules", "pbem/rules")):
        files = (path for path in (ROOT / folder).rglob("*") if path.is_file())
        expected |= {f"{place}/{path.relative_to(ROOT / folder)}" for path in files}
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if name.startswith("pbem/")}
    assert held == {name for name in expected if not name.endswith(".pyc")}


def test_the_files_that_the_image_is_built_from_are_enough(wheel: Path, tmp_path: Path) -> None:
    """What .dockerignore lets through: the same wheel comes out of it."""
    for name in re.findall(r"^!(\S+)", page(".dockerignore"), re.M):
        (tmp_path / "source").mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / "source" / name)
    (built,) = WheelBuilder(str(tmp_path / "source")).build(directory=str(tmp_path))
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(built) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def test_the_man_page_and_the_units_are_installed_where_hosts_are_told(installed: Path) -> None:
    told = page("docs/hosts/README.md")
    for name in ("share/man/man1/pbem.1", "share/pbem/systemd", "share/doc/pbem/hosts"):
        assert f"/opt/pbem/{name}" in told
        assert (installed / name).exists()
    assert (installed / "share/pbem/systemd/pbem-.service.d/chore.conf").exists()


def test_the_demo_and_what_it_says_comes_next(
    run: Shell, installed: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    assert run("python -c 'import pbem; print(pbem.__file__)'").startswith(str(installed))
    told = run("pbem demo --seed 1 -o pawns=3 -o stall=8")
    assert "The match is over: " in told
    serve, *sends = re.findall(r"^    (\S*pbem .*)$", told.partition("Now you.")[2], re.M)
    assert serve == "pbem serve"
    server = subprocess.Popen(serve.split(), cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        assert "is ready" in server.stdout.readline()
        answers = [run(line) for line in sends]
    finally:
        server.terminate()
        server.wait(20)
        server.stdout.close()
    assert "[pbem 1] Dodgeball! - your turn" in answers[-1]
    assert (tmp_path / "games.db").exists()


def test_every_game_is_there_with_its_rulebook(run: Shell) -> None:
    for game in ("dodgeball", "toxic-gnome", "gnomeball", "slargeball", "elfball"):
        assert len(run(f"pbem game rules {game}")) > 2000
    assert "The match is over" in run("pbem demo elfball --seed 1 -o preset=quick")
