"""Sites in folders, and a server on which much has been played."""

import re
from pathlib import Path

from pbem.server.core.config import Config, Site
from pbem.server.site.site import NOTE
from tests.games.ours import OURS
from tools.crowd import Crowd

URL = "https://games.example/pbem/"
QUICK = {"pawns": "3", "placement": "fixed"}


def busy() -> Crowd:
    """Matches of each game, and a competition of each form: one open, one running, the others over."""
    crowd = Crowd(Config(db=":memory:", domain="play.example", site=Site(site_url=URL)))
    crowd.matches(list(OURS), 10, running=4)
    for number, (form, entrants) in enumerate(
        {"round-robin": 4, "knock-out": 5, "double-knock-out": 4, "pools": 6, "swiss": 5}.items()
    ):
        crowd.compete(f"Cup {number + 1}", "dodgeball", form, entrants, QUICK)
    crowd.compete("Tables", "toxic-gnome", "tables", 4, {"players": "3"}, 1)
    crowd.compete("Twice", "dodgeball", "double-round-robin", 4, QUICK, 2)
    crowd.offer("Winter Cup", "dodgeball", "knock-out", {"size": "8", **QUICK})
    crowd.offer("The Ladder", "dodgeball", "ladder", QUICK, 4)
    return crowd


def files(folder: Path) -> dict[str, bytes]:
    """All files of a site but the note of what has been written."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != NOTE
    }


def text(folder: Path, page: str) -> str:
    return (folder / page / "index.html").read_text(encoding="utf-8")


def shown(folder: Path, page: str) -> str:
    """What a reader sees of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", text(folder, page)).split())
