"""Pages of competitions: tables, brackets, rounds, the proof of the draw, and the names in them."""

import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.competitions import forms
from pbem.competitions.record import Record, verify
from pbem.server.core.config import Config
from pbem.server.site.folder import Folder
from pbem.server.site.names import Names
from pbem.server.site.site import Site
from pbem.store.competitions import EntrantRow
from pbem.store.rows import Preferences
from tests.server.site.sites import QUICK, files, shown, text
from tools.crowd import NAMES, Crowd

HIDDEN = ("Cat", "Fay", "Ida", "Lea", "Oto")
FORMS = {"divisions": 4, "round-robin": 6, "knock-out": 5, "double-knock-out": 5, "pools": 6, "swiss": 5}


def begun(form: str, entrants: int, rounds: int = 99) -> Crowd:
    """A server with one competition, which somebody directs who is shown."""
    crowd = Crowd(Config(db=":memory:", domain="play.example"))
    crowd.compete("Spring", "dodgeball", form, entrants, QUICK, rounds)
    return crowd


def site(crowd: Crowd, folder: Path) -> Site:
    return Site(crowd.app.context, crowd.app.repository, crowd.app.competitions, Folder(folder))


def show(crowd: Crowd, name: str, agrees: bool) -> None:
    player = crowd.app.store.people.named(name)
    assert player is not None
    with crowd.app.store.transaction():
        crowd.app.store.people.change(player.id, preferences=Preferences(site=agrees))


@pytest.mark.parametrize("form", FORMS)
def test_every_match_is_linked_from_the_page_and_leads_back(form: str, tmp_path: Path) -> None:
    crowd = begun(form, FORMS[form], rounds=9 if form != "divisions" else 2)
    site(crowd, tmp_path).refresh()
    pairings = crowd.app.store.competitions.pairings(1)
    assert len(pairings) >= 4
    page = text(tmp_path, "c/1")
    for each in pairings:
        if each.match is not None:
            assert f'href="../../m/{each.match}/index.html"' in page
            assert 'of <a href="../../c/1/index.html">Spring</a>' in text(tmp_path, f"m/{each.match}")


def test_the_table_is_that_of_the_mails_in_order(tmp_path: Path) -> None:
    crowd = begun("round-robin", 6)
    site(crowd, tmp_path).refresh()
    held = crowd.app.competitions.named("Spring")
    lines = forms.table(held.plan, held.field)
    rows = re.findall(
        r"<tr><td class=n>(\d+)<th scope=\"row\">(.*?)<td class=n><b>([\d.]+)</b>", text(tmp_path, "c/1")
    )
    named = [re.sub("<[^>]*>", "", name) for _, name, _ in rows]
    shown_as = [
        f"Player {'ABCDEF'[line.number - 1]}" if held.name(line.number) in HIDDEN else held.name(line.number)
        for line in lines
    ]
    assert named == shown_as
    assert [float(points) for *_, points in rows] == [line.points for line in lines]
    assert "ordered by: direct encounter, wins, Sonneborn-Berger." in shown(tmp_path, "c/1")
    assert shown(tmp_path, "c/1").count("pawns=3") == 1


def test_a_crosstable_is_the_same_from_both_sides(tmp_path: Path) -> None:
    site(begun("round-robin", 6), tmp_path).refresh()
    rows = re.findall(r"<tr><td class=n>\d+<th.*", text(tmp_path, "c/1"))
    cells = [re.findall(r"<td>(?:<a[^>]*>)?([^<]*)", row) for row in "".join(rows).split("<tr>")[1:]]
    other = {"1": "0", "0": "1", "½": "½", "+": "−", "−": "+", "·": "·"}
    assert len(cells) == 6
    for at, row in enumerate(cells):
        for beside, cell in enumerate(row):
            assert cells[beside][at] == other[cell]


@pytest.mark.parametrize("form", ["knock-out", "double-knock-out"])
def test_a_bracket_says_in_words_what_it_shows(form: str, tmp_path: Path) -> None:
    crowd = begun(form, 5)
    site(crowd, tmp_path).refresh()
    (drawn,) = re.findall(r'<svg class="bracket".*?</svg>', text(tmp_path, "c/1"), re.S)
    picture = ElementTree.fromstring(drawn)  # it is our own
    namespace = "{http://www.w3.org/2000/svg}"
    assert picture.findtext(f"{namespace}title") == "The bracket of Spring"
    told = picture.findtext(f"{namespace}desc") or ""
    ties = [each for each in re.findall(r"<li>(.*?)</li>", text(tmp_path, "c/1")) if "(<a" in each]
    assert ties
    for tie in ties:
        assert tie.partition(" (")[0] in told
    assert "The champion:" in shown(tmp_path, "c/1")


def test_rounds_have_pages_with_their_neighbors(tmp_path: Path) -> None:
    crowd = begun("round-robin", 6, rounds=3)
    site(crowd, tmp_path).refresh()
    assert {path.name for path in (tmp_path / "c" / "1" / "r").iterdir()} == {"1", "2", "3", "4"}
    assert "being played, until" in shown(tmp_path, "c/1/r/4")
    assert 'rel="prev"' in text(tmp_path, "c/1/r/4")
    assert 'rel="next"' not in text(tmp_path, "c/1/r/4")
    assert len(re.findall(r"<li>", text(tmp_path, "c/1/r/2"))) == 3


def test_who_does_not_agree_has_a_letter_everywhere_on_a_page(tmp_path: Path) -> None:
    crowd = begun("round-robin", 6)
    kept = site(crowd, tmp_path / "kept")
    kept.refresh()
    for path, data in files(tmp_path / "kept").items():
        if not re.search("rules/|help/", path):
            assert not re.search(rb"\b(Cat|Fay)\b", data), path
    show(crowd, "Cat", True)
    show(crowd, "Ann", False)
    kept.refresh()
    page = shown(tmp_path / "kept", "c/1")
    assert "Cat" in page
    assert "Ann" not in page
    assert "run by a player" in page
    site(crowd, tmp_path / "anew").refresh()
    assert files(tmp_path / "kept") == files(tmp_path / "anew")


def test_a_team_is_named_if_its_manager_is_shown() -> None:
    row = EntrantRow(2, 7, "Reds", 3, "Ann")
    assert Names({}).of_entrant(row) == "Team B"
    assert Names({7: "Ann"}).of_entrant(row) == "Reds"
    assert Names({}).of_entrant(EntrantRow(2, 7, "Ann")) == "Player B"


def test_the_record_of_a_competition_can_be_checked_and_names_nobody(tmp_path: Path) -> None:
    crowd = begun("pools", 6)
    site(crowd, tmp_path).refresh()
    data = (tmp_path / "c" / "1" / "record.json").read_bytes()
    record = msgspec.json.decode(data, type=Record)
    assert verify(record) == []
    assert not re.search(rb"\b(Cat|Fay)\b", data)
    assert record.commitment in text(tmp_path, "c/1")
    assert record.seed in text(tmp_path, "c/1")


def test_the_seed_is_shown_only_at_the_end(tmp_path: Path) -> None:
    crowd = begun("round-robin", 6, rounds=2)
    site(crowd, tmp_path).refresh()
    row = crowd.app.competitions.named("Spring").row
    assert row.status == "running"
    assert not [path for path, data in files(tmp_path).items() if row.seed.hex().encode() in data]
    assert not (tmp_path / "c" / "1" / "record.json").exists()


def test_one_that_is_open_is_on_the_front_page_with_the_line_that_enters_it(tmp_path: Path) -> None:
    crowd = Crowd(Config(db=":memory:", domain="play.example"))
    crowd.offer("Winter Cup", "dodgeball", "knock-out", {"size": "4", **QUICK})
    kept = site(crowd, tmp_path / "kept")
    kept.refresh()
    for page in ("", "g/dodgeball", "c", "c/1", "p/Ann"):
        lines = re.findall(r'mailto:[^"]*\?body=([^"]*)"', text(tmp_path / "kept", page))
        assert 'enter "Winter Cup"' in map(unquote, lines), page
    assert "3 of 4 have entered" in shown(tmp_path / "kept", "")
    player = crowd.app.store.people.named(NAMES[4])
    assert player is not None
    with crowd.app.store.transaction():
        crowd.app.competitions.enter(player, crowd.app.competitions.named("Winter Cup"))
    crowd.app.rounds.look()
    assert kept.refresh() > 0
    assert "4 players" in shown(tmp_path / "kept", "")
    assert "Enter" not in shown(tmp_path / "kept", "c/1")
    site(crowd, tmp_path / "anew").refresh()
    assert files(tmp_path / "kept") == files(tmp_path / "anew")


@pytest.mark.parametrize(("form", "entrants"), [("knock-out", 200), ("round-robin", 40), ("pools", 120)])
def test_pages_of_large_ones_are_light(form: str, entrants: int, tmp_path: Path) -> None:
    crowd = Crowd(Config(db=":memory:", domain="play.example"), more=entrants - len(NAMES))
    crowd.offer("Spring", "dodgeball", form, {"size": str(entrants), **QUICK}, entrants)
    crowd.go_on()
    site(crowd, tmp_path).refresh()
    pages = {path: data for path, data in files(tmp_path).items() if path.startswith("c/")}
    together = b"".join(pages.values())
    assert all(
        name.encode() in together for number, name in enumerate(crowd.names[:entrants]) if number % 3 != 2
    )
    for path, data in pages.items():
        assert len(data) <= 30_000, path
