"""pbem site, and the process that keeps a site fresh beside a server."""

import logging
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import msgspec

from pbem.server.core.config import Config, Site
from pbem.server.ops.beside import Order
from pbem.server.site.pictures import MOST
from pbem.server.site.site import NOTE
from tests.cli.conftest import Pbem
from tests.place import place
from tests.server.office import Office

WRITER = "from pbem.cli import site_writer as child; child.PAUSE_SECONDS = 0.1; child.main()"


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_it_writes_what_has_changed(pbem: Pbem, played: Office, folder: Path) -> None:
    told = pbem("site", "out").output
    assert told.endswith(" files written into out\n")
    assert (folder / "out" / "m" / "1" / "index.html").exists()
    assert pbem("site", "out").output == "0 files written into out\n"
    played.write(played.asked(), "done")
    assert pbem("site", "out").output != "0 files written into out\n"


def test_pages_can_be_read_by_a_web_server(pbem: Pbem, played: Office, folder: Path) -> None:
    """Whatever the umask of the one who writes them."""
    command = ["sh", "-c", 'umask 077; exec "$0" -m pbem site out', sys.executable]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    assert (folder / "out" / "m" / "1" / "index.html").stat().st_mode & 0o777 == 0o644
    assert all(path.stat().st_mode & 0o777 == 0o755 for path in (folder / "out").rglob("*") if path.is_dir())


def test_the_folder_may_stand_in_the_configuration(pbem: Pbem, played: Office, folder: Path) -> None:
    assert "name a folder: pbem site FOLDER" in pbem("site", code=1).output
    (folder / "pbem.toml").write_text('[site]\nfolder = "pages"\nsite_url = "https://games.example"\n')
    pbem("site")
    page = (folder / "pages" / "m" / "1" / "index.html").read_text()
    assert '<link rel="canonical" href="https://games.example/m/1/">' in page
    assert 'href="../../m/1/1/"' in page
    (picture,) = re.findall('<meta property="og:image" content="https://games.example/(.*)">', page)
    assert (folder / "pages" / picture).read_bytes().startswith(b"\x89PNG")


def test_pictures_of_all_turns_are_drawn_on_request(pbem: Pbem, played: Office, folder: Path) -> None:
    assert "pictures need the address of the site" in pbem("site", "out", "--pictures", code=1).output
    (folder / "pbem.toml").write_text('[site]\nfolder = "out"\nsite_url = "https://games.example"\n')
    for _ in range(3):
        played.write(played.asked(), "done")
    pbem("site")
    assert len(list((folder / "out").rglob("*.png"))) == MOST
    pbem("site", "--pictures")
    pages = list((folder / "out" / "m" / "1").glob("*/index.html"))
    assert len(pages) > 3
    for page in pages:
        assert list(page.parent.glob("board-*.png")), page
        assert "og:image" in page.read_text()
    assert pbem("site").output == "0 files written into out\n"
    assert pbem("site", "--pictures").output == "0 files written into out\n"


def test_it_shows_them_on_this_machine(played: Office, folder: Path) -> None:
    command = [sys.executable, "-u", "-m", "pbem", "site", "out", "--serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        lines = [run.stdout.readline(), run.stdout.readline()]
        (address,) = re.findall(r"http://[^\s,]+/", lines[1])
        with urllib.request.urlopen(f"{address}m/1/", timeout=20) as page:  # our own
            assert b"Dodgeball" in page.read()
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 0


def test_beside_a_server_it_is_kept_fresh(played: Office, folder: Path) -> None:
    site = Site(folder=str(folder / "out"))
    config = Config(db=place(folder / "games.db"), domain="play.example", site=site)
    order = msgspec.json.encode(Order(config, logging.WARNING)) + b"\n"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        child.stdin.write(order)
        child.stdin.flush()
        turn = played.find_match().match.turn.number
        until((folder / "out" / "m" / "1" / str(turn) / "index.html").exists)
        played.write(played.asked(), "done")
        until((folder / "out" / "m" / "1" / str(turn + 1) / "index.html").exists)
        child.stdin.close()
        assert child.wait(20) == 0
        assert child.stderr.read() == b""


def test_a_server_with_a_site_keeps_it_fresh_and_takes_its_writer_along(played: Office, folder: Path) -> None:
    played.store.close()
    settings = 'listen = "127.0.0.1:0"\n[site]\nfolder = "out"\n'
    (folder / "pbem.toml").write_text(settings)
    command = [sys.executable, "-m", "pbem", "serve"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        until((folder / "out" / NOTE).exists)
        assert (folder / "out" / "m" / "1" / "index.html").exists()
        server.send_signal(signal.SIGTERM)
        told, log = server.communicate(timeout=30)  # also waits for the writer, which has the same log
    assert (server.returncode, log) == (0, b"")
    assert b"pbem has stopped" in told
