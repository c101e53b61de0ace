"""`make site-check`: the pages of a site in a real browser, and what axe finds wrong with them.

    python -m tools.site_check [GAME ...] [--folder site-check]

Players of the house play a match of each game, and one of the players is shown by name. Every kind of page is opened
at three widths, on a light and on a dark screen. The tool fails where axe finds a violation of WCAG 2.2 AA, where a
page is wider than the window, or where an arrow key does not lead to the next turn. Pictures of all pages are kept.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pbem.server.core.games import Games
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from tools.pictures import BROWSERS, OPTIONS, Table

WIDTHS = (320, 360, 1280)
SCHEMES = ("light", "dark")
WCAG = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
ARGUMENTS = [option for option in OPTIONS if "budget" not in option]


def build(game: str, folder: Path) -> list[str]:
    """Play a match and write its site; returns a page of each kind."""
    table = Table(Games().named(game))
    for _ in table.mails():
        pass
    table.write("Ann", "settings site on")
    shutil.rmtree(folder, ignore_errors=True)
    Site(table.app.context, table.app.repository, table.app.competitions, Folder(folder)).refresh()
    last = table.app.repository.load(1).match.turn.number
    longest = max((folder / "g" / game / "rules").glob("*/index.html"), key=lambda path: path.stat().st_size)
    return [
        "index.html",
        "m/1/index.html",
        "m/1/0/index.html",
        f"m/1/{last // 2}/index.html",
        f"m/1/{last}/index.html",
        f"g/{game}/index.html",
        f"g/{game}/rules/index.html",
        str(longest.relative_to(folder)),
        "p/Ann/index.html",
        "help/index.html",
    ]


def check(browser: Any, folder: Path, pages: list[str]) -> Iterator[str]:
    """What is wrong with these pages."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright import sync_api

    for width in WIDTHS:
        for scheme in SCHEMES:
            tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            for page in pages:
                tab.goto((folder / page).absolute().as_uri())
                where = f"{folder.name}/{page} at {width}, {scheme}"
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
    tab.goto((folder / "m/1/0/index.html").absolute().as_uri())
    tab.keyboard.press("ArrowRight")
    try:
        tab.wait_for_url("**/m/1/1/index.html", timeout=5000)
    except sync_api.TimeoutError:
        yield f"{folder.name}: the right arrow key leads to {tab.url}"
    tab.close()


@click.command()
@click.argument("names", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("site-check"), show_default=True)
def main(names: tuple[str, ...], folder: Path) -> None:
    """Check the site of a match of each of NAMES, or of every game."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        raise click.ClickException("there is no Chromium here; on Debian: apt-get install chromium")
    from playwright.sync_api import sync_playwright  # an extra of its own

    faults: list[str] = []
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for name in names or Games().names:
            pages = build(name, folder / name)
            count += len(pages)
            faults += check(browser, folder / name, pages)
        browser.close()
    for fault in faults:
        click.echo(fault)
    click.echo(
        f"{count} pages at {len(WIDTHS)} widths, light and dark: {len(faults)} faults; pictures are below {folder}/"
    )
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
