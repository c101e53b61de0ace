"""`make site-check`: the pages of a site in a real browser, and what axe finds wrong with them.

    python -m tools.site_check [--matches 200] [--folder site-check]

Players of the house play matches of all games, and competitions. Of their site every kind of page is opened at three
widths, on a light and on a dark screen. The tool fails where axe finds a violation of WCAG 2.2 AA, where a
page is wider than the window or too heavy, or where an arrow key does not lead to the next turn or chapter. Pictures of
these pages are kept.
"""

import gzip
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pbem.server.core.config import Config
from pbem.server.core.games import Games
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from tools.crowd import Crowd
from tools.pictures import BROWSERS, OPTIONS

WIDTHS = (320, 360, 1280)
SCHEMES = ("light", "dark")
WCAG = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
ARGUMENTS = [option for option in OPTIONS if "budget" not in option]


BYTES, BYTES_COMPRESSED = 30_000, 10_000
QUICK = {"pawns": "3", "placement": "fixed"}


def build(matches: int, folder: Path) -> list[str]:
    """Play so many matches and the competitions, and write their site; returns a page of each kind."""
    names, began = Games().names, time.process_time()
    crowd = Crowd(Config(db=":memory:", domain="play.example"))
    crowd.matches(names, matches)
    crowd.compete("Spring Swiss", "dodgeball", "swiss", 16, QUICK)
    crowd.compete("Summer Cup", "elfball", "knock-out", 11, {})
    crowd.compete("Autumn Pools", "gnomeball", "pools", 12, {})
    crowd.compete("Round the Table", "dodgeball", "round-robin", 8, QUICK, 3)
    crowd.compete("Second Chance", "dodgeball", "double-knock-out", 8, QUICK)
    crowd.offer("Winter Cup", "dodgeball", "knock-out", {"size": "8", **QUICK})
    crowd.offer("The Ladder", "dodgeball", "ladder", QUICK, 5)
    played, began = time.process_time() - began, time.process_time()
    shutil.rmtree(folder, ignore_errors=True)
    site = Site(crowd.app.context, crowd.app.repository, crowd.app.competitions, Folder(folder))
    files = site.refresh()
    written = time.process_time() - began
    click.echo(
        f"{matches} matches and 7 competitions in {played:.0f} s of CPU, {files} files in {written:.0f} s"
    )
    longest = max(folder.glob("g/*/rules/*/index.html"), key=lambda path: path.stat().st_size)
    pages = ["", "c/", *(f"c/{number}/" for number in range(1, 8)), "c/1/r/2/", "c/3/r/4/"]
    pages += ["all/", "all/0/", "p/Ann/", "help/", f"g/{names[0]}/rules/"]
    pages += [f"{longest.parent.relative_to(folder)}/", *(f"g/{name}/" for name in names)]
    for at in range(len(names)):
        for number in (at + 1, matches - at):  # one that is over, and one that is not
            last = crowd.app.repository.load(number).match.turn.number
            pages += [f"m/{number}/", *(f"m/{number}/{turn}/" for turn in sorted({0, last // 2, last}))]
    return [f"{page}index.html" for page in pages]


def weigh(folder: Path) -> Iterator[str]:
    """The pages that are too heavy."""
    for path in folder.rglob("*.html"):
        data = path.read_bytes()
        if len(data) > BYTES or len(gzip.compress(data)) > BYTES_COMPRESSED:
            yield f"{path}: {len(data)} bytes"


def check(browser: Any, folder: Path, pages: list[str], widths: Sequence[int]) -> Iterator[str]:
    """What is wrong with these pages."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright import sync_api

    for width in widths:
        for scheme in SCHEMES:
            tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            for page in pages:
                tab.goto((folder / page).absolute().as_uri())
                where = f"{page} at {width}, {scheme}"
                picture = f"{page.replace('/', '-').removesuffix('.html')}-{width}-{scheme}.png"
                tab.screenshot(path=folder / "pictures" / picture, full_page=True)
                found = Axe().run(tab, options=WCAG)
                for violation in found.response["violations"]:
                    nodes = [node["html"][:120] for node in violation["nodes"][:3]]
                    yield f"{where}: {violation['id']}, {violation['help']}: {nodes}"
                if tab.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    yield f"{where}: wider than the window"
            tab.close()
    tab = browser.new_page()
    for page, following in (("m/1/0/", "m/1/1/"), ("c/1/r/1/", "c/1/r/2/")):
        tab.goto((folder / page / "index.html").absolute().as_uri())
        tab.keyboard.press("ArrowRight")
        try:
            tab.wait_for_url(f"**/{following}index.html", timeout=5000)
        except sync_api.TimeoutError:
            yield f"{page}: the right arrow key leads to {tab.url}"
    tab.close()


@click.command()
@click.option("--matches", default=200, show_default=True, help="So many are played.")
@click.option(
    "--width", "widths", type=int, multiple=True, default=WIDTHS, show_default=True, help="In pixels."
)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("site-check"), show_default=True)
def main(matches: int, widths: tuple[int, ...], folder: Path) -> None:
    """Check a site."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        raise click.ClickException("there is no Chromium here; on Debian: apt-get install chromium")
    from playwright.sync_api import sync_playwright  # an extra of its own

    pages = build(matches, folder)
    faults = list(weigh(folder))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        faults += check(browser, folder, pages, widths)
        browser.close()
    for fault in faults:
        click.echo(fault)
    click.echo(
        f"{len(pages)} pages at {len(widths)} widths, light and dark: {len(faults)} faults; pictures are in"
        f" {folder}/pictures/"
    )
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
