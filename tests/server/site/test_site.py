"""Pages for everybody: what they show, of whom, and that a site kept fresh is the same as one made from nothing."""

import gzip
import itertools
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag
from xml.etree import ElementTree

import html5lib
import pytest

from pbem.play.checking import proven
from pbem.play.record import Record
from pbem.server.admin import acts
from pbem.server.core.config import ConfigError, Site, given
from pbem.server.site.folder import Folder
from pbem.server.site.names import letter
from pbem.server.site.site import NOTE
from pbem.server.site.site import Site as Pages
from tests.games.ours import OURS
from tests.server.office import Office, ask
from tests.server.site.sites import busy, files, shown, text

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))
URL = "https://games.example/pbem/"
ATOM = "{http://www.w3.org/2005/Atom}"
PAGE_BYTES, PAGE_BYTES_COMPRESSED = 30_000, 10_000


def pages(office: Office, folder: Path) -> Pages:
    return Pages(office.app.context, office.app.repository, office.app.competitions, Folder(folder))


def about_matches(folder: Path) -> dict[str, bytes]:
    """The same without rulebooks and help, whose examples have names, too."""
    return {path: data for path, data in files(folder).items() if not re.search("rules/|help/", path)}


@pytest.fixture
def office() -> Office:
    office = Office()
    office.begin()
    return office


# Keeping fresh.


def test_a_site_kept_fresh_is_the_same_as_one_made_from_nothing(tmp_path: Path) -> None:
    """Through turns, a takeback, a change of mind and the end; and what is up to date is not written again."""
    office = Office()
    office.begin("pawns=3 placement=fixed")
    kept = pages(office, tmp_path / "kept")
    letters: list[tuple[Callable[[], str], str]] = [
        *((office.asked, "done") for _ in range(3)),
        (lambda: ANN, "settings site on"),
        *((office.asked, "done") for _ in range(5)),
        (lambda: office.other(office.asked()), "undo"),
        (office.asked, "accept undo"),
        *((office.asked, "done") for _ in range(2)),
        (lambda: ANN, "settings site off"),
        (lambda: BEN, "settings site on"),
        (lambda: ANN, "confirm resign"),
    ]
    for number, (who, line) in enumerate(letters):
        office.write(who(), line)
        office.time += 3600
        assert kept.refresh() > 0 or "undo" in line, line
        assert kept.refresh() == 0
        anew = tmp_path / str(number)
        pages(office, anew).refresh()
        assert files(tmp_path / "kept") == files(anew), line


def test_a_turn_that_is_added_changes_few_files(office: Office, tmp_path: Path) -> None:
    site = pages(office, tmp_path)
    for _ in range(9):
        office.write(office.asked(), "done")
    site.refresh()
    before = {path: (tmp_path / path).stat().st_mtime_ns for path in files(tmp_path)}
    turn = office.find_match().match.turn.number
    office.write(office.asked(), "done")
    site.refresh()
    changed = {path for path in files(tmp_path) if before.get(path) != (tmp_path / path).stat().st_mtime_ns}
    match = {f"m/1/{turn}/index.html", f"m/1/{turn + 1}/index.html", "m/1/index.html"}
    lists = {"index.html", "g/dodgeball/index.html", "all/index.html", "all/0/index.html"}
    assert match <= changed <= match | lists


def test_a_run_that_dies_leaves_whole_pages_and_is_done_again(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it dies: each page is that of before or that of afterwards."""
    site = pages(office, tmp_path / "kept")
    for _ in range(3):
        office.write(office.asked(), "done")
    site.refresh()
    old = files(tmp_path / "kept")
    office.write(office.asked(), "done")
    pages(office, tmp_path / "anew").refresh()
    new = files(tmp_path / "anew")
    replace, left = os.replace, 0

    def dying(*args: Any) -> None:
        nonlocal left
        if left == 0:
            raise OSError("the power is out")
        left -= 1
        replace(*args)

    for survives in range(6):
        left = survives
        with monkeypatch.context() as patched:
            patched.setattr(os, "replace", dying)
            try:
                site.refresh()
                break
            except OSError:
                pass
        now = {path: data for path, data in files(tmp_path / "kept").items() if not path.endswith(".new")}
        assert all(data in (old.get(path), new.get(path)) for path, data in now.items())
    site.refresh()
    assert files(tmp_path / "kept").keys() >= new.keys()
    assert {path: data for path, data in files(tmp_path / "kept").items() if not path.endswith(".new")} == new


def test_the_site_of_another_database_is_written_anew(office: Office, tmp_path: Path) -> None:
    pages(office, tmp_path).refresh()
    other = Office(seed=b"another".ljust(32, b"."))
    other.begin("pawns=4")
    pages(other, tmp_path).refresh()
    pages(other, tmp_path / "anew").refresh()
    assert text(tmp_path, "m/1/0") == text(tmp_path / "anew", "m/1/0")


# What pages show.


def test_a_turn_has_a_page_with_its_story_and_the_board_after_it(office: Office, tmp_path: Path) -> None:
    office.write(ANN, "S1 move b4; done")
    pages(office, tmp_path).refresh()
    told = shown(tmp_path, "m/1/2")
    assert "Turn 2" in told
    assert "S1 b4" in told
    assert "What happened" in told
    assert 'rel="prev"' in text(tmp_path, "m/1/2")
    assert 'rel="next"' not in text(tmp_path, "m/1/2")
    assert "S1 b4" not in shown(tmp_path, "m/1/1")
    assert "Waiting for North (Player B), until" in told


def test_nothing_of_a_turn_is_shown_before_it_is_over(office: Office, tmp_path: Path) -> None:
    site = pages(office, tmp_path)
    site.refresh()
    before = {path: data for path, data in files(tmp_path).items() if path.startswith("m/")}
    office.write(ANN, "S1 move b4")
    assert office.find_match().match.turn.number == 1
    site.refresh()
    after = files(tmp_path)
    clock = re.compile(rb"until [^<]*UTC\)")
    assert {path: clock.sub(b"", after[path]) for path in before} == {
        path: clock.sub(b"", data) for path, data in before.items()
    }


def test_the_end_shows_result_ratings_and_the_seed(office: Office, tmp_path: Path) -> None:
    office.play_on()
    office.write(ANN, "confirm resign")
    pages(office, tmp_path).refresh()
    told = shown(tmp_path, "m/1")
    assert (
        "The match is over: South (Player A) resigned. South (Player A) lost, North (Player B) won." in told
    )
    assert re.search(r"Player B: \d{4}", told), told
    assert office.store.matches.match(1).seed.hex() in told
    assert "Player A lost, Player B won" in shown(tmp_path, "")


def test_the_record_of_a_match_that_is_over_can_be_checked_and_names_nobody(
    office: Office, tmp_path: Path
) -> None:
    office.play_on()
    site = pages(office, tmp_path)
    site.refresh()
    assert not (tmp_path / "m" / "1" / "record.json").exists()
    office.write(ANN, "confirm resign")
    site.refresh()
    assert 'href="record.json"' in text(tmp_path, "m/1")
    data = (tmp_path / "m" / "1" / "record.json").read_bytes()
    assert b"Ann" not in data
    assert b"Ben" not in data
    record = Record.from_json(data)
    proven(OURS["dodgeball"], record)
    assert record.players == {"S": "Player A", "N": "Player B"}


def test_a_record_with_players_as_salts_is_shown_only_if_they_all_are(office: Office, tmp_path: Path) -> None:
    """So matches once began that nobody had been asked about."""
    office.play_on()
    office.write(ANN, "confirm resign")
    office.store._conn.execute('UPDATE matches SET salts = \'["Ann","Ben"]\'')
    site = pages(office, tmp_path)
    site.refresh()
    assert not (tmp_path / "m" / "1" / "record.json").exists()
    assert "record of the match" not in shown(tmp_path, "m/1").lower().replace("\n", " ")
    for name in (ANN, BEN):
        office.write(name, "settings site on")
    site.refresh()
    assert (tmp_path / "m" / "1" / "record.json").exists()
    office.write(BEN, "settings site off")
    site.refresh()
    assert not (tmp_path / "m" / "1" / "record.json").exists()


def test_what_pages_offer_to_write_is_done(office: Office, tmp_path: Path) -> None:
    """By somebody who does not play."""
    office.register("Cat")
    site = pages(office, tmp_path)
    for _ in range(4):
        office.write(office.asked(), "done")
    site.refresh()
    running = set(
        re.findall(
            r'mailto:[^"]*\?body=([^"]*)"', "".join(text(tmp_path, f"m/1{each}") for each in ("", "/3"))
        )
    )
    office.write(ANN, "confirm resign")
    site.refresh()
    over = set(
        re.findall(
            r'mailto:[^"]*\?body=([^"]*)"', "".join(text(tmp_path, f"m/1{each}") for each in ("", "/3"))
        )
    )
    assert {"observe%201", "history%201"} <= running
    assert {"fork%201%234%20house", "history%201"} <= over
    office.mails()
    for line in over:
        assert "refused" not in ask(office, CAT, unquote(line)).flat


def test_what_the_host_writes_of_an_end_is_not_shown(office: Office, tmp_path: Path) -> None:
    """It may name players."""
    acts.adjudicate(office.app, 1, "N>S", "Ann has moved away")
    pages(office, tmp_path).refresh()
    assert "The match is over: adjudicated." in shown(tmp_path, "m/1")
    assert not [path for path, data in files(tmp_path).items() if b"moved away" in data]


def test_each_turn_of_a_site_kept_fresh_has_its_picture(tmp_path: Path) -> None:
    """Drawn once, whatever becomes of the page around it; one of a turn that is taken back goes."""
    office = Office(site=Site(site_url=URL))
    office.begin("pawns=3 placement=fixed")
    site = pages(office, tmp_path)
    site.refresh()

    def pictures() -> dict[str, int]:
        found = {}
        for page in tmp_path.glob("m/1/*/index.html"):
            (picture,) = page.parent.glob("board-*.png")
            address = f"{URL}m/1/{page.parent.name}/{picture.name}"
            assert f'<meta property="og:image" content="{address}">' in page.read_text(encoding="utf-8")
            found[page.parent.name] = picture.stat().st_mtime_ns
        return found

    def play(*lines: tuple[str, str]) -> None:
        for who, line in lines:
            office.write(who, line)
        site.refresh()

    first = pictures()
    play((office.asked(), "done"))
    play((office.asked(), "done"))
    before = pictures()
    assert first.items() < before.items()
    last = office.other(office.asked())
    play((ANN, "settings site on"))
    assert pictures() == before
    play((last, "undo"), (office.asked(), "accept undo"))
    figure = "S2" if office.asked() == ANN else "N2"
    play((office.asked(), f"{figure} move {'d2' if figure == 'S2' else 'd7'}\ndone"))
    after = pictures()
    assert after.keys() == before.keys()
    assert {turn for turn in after if after[turn] != before[turn]} == {max(after, key=int)}


# Consent.


def test_players_are_shown_by_name_only_if_they_agree_and_for_as_long(office: Office, tmp_path: Path) -> None:
    site = pages(office, tmp_path)
    office.write(ANN, "done")
    site.refresh()

    def naming(name: str) -> set[str]:
        return {
            path for path, data in about_matches(tmp_path).items() if re.search(rf"\b{name}\b".encode(), data)
        }

    assert naming("Ann") == naming("Ben") == set()
    assert "pages of matches show you by your name" in ask(office, ANN, "settings site on").flat
    site.refresh()
    assert {"m/1/index.html", "m/1/0/index.html", "m/1/1/index.html", "p/Ann/index.html"} <= naming("Ann")
    assert naming("Ben") == set()
    assert "Player B" in shown(tmp_path, "m/1")
    office.write(ANN, "settings site off")
    site.refresh()
    assert naming("Ann") == set()
    assert not (tmp_path / "p" / "Ann").exists()


def test_a_player_who_leaves_the_server_is_shown_no_more(office: Office, tmp_path: Path) -> None:
    site = pages(office, tmp_path)
    office.write(BEN, "settings site on")
    site.refresh()
    assert "Ben" in shown(tmp_path, "m/1")
    office.store.people.leave(2)
    site.refresh()
    assert not [path for path, data in about_matches(tmp_path).items() if b"Ben" in data]


def test_the_note_among_the_pages_tells_nothing_of_who_plays(office: Office, tmp_path: Path) -> None:
    """Nor how many letters have come, some of which nobody else knows of: it lies where everybody can read it."""
    pages(office, tmp_path).refresh()
    assert re.fullmatch(
        r'\{"form":"\w{16}","matches":\{"1":\{"now":"\w{16}","base":"\w{16}","turn":1,"last":"\w{16}","players":\[\],'
        r'"course":\[\[0,\[0,0\]\],\[1,\[3,3\]\]\]\}\},"competitions":\{\},"shown":\[\]\}',
        (tmp_path / NOTE).read_text(),
    )


@pytest.mark.parametrize(("number", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (53, "BB")])
def test_letters_for_players(number: int, name: str) -> None:
    assert letter(number) == name


# Mails.


def test_mails_name_the_page_of_their_match_if_anybody_shows_it() -> None:
    office = Office(site=Site(site_url=URL))
    boards = office.begin()
    assert boards[ANN].text.rstrip().endswith("This match in a browser: https://games.example/pbem/m/1/")
    plain = Office()
    assert "browser" not in plain.begin()[ANN].text


def test_players_are_invited_once_to_be_shown_by_name() -> None:
    """With the first match of theirs that is over; not those who are shown."""
    office = Office(site=Site(site_url=URL))
    office.begin()
    office.write(BEN, "settings site on")
    office.mails()
    office.write(ANN, "confirm resign")
    ends = dict(office.mails())
    assert "settings site on" in ends[ANN].flat
    assert "settings site on" not in ends[BEN].flat
    office.begin("pawns=4")
    office.write(ANN, "match 2\nconfirm resign")
    assert "settings site on" not in dict(office.mails())[ANN].flat


@pytest.mark.parametrize(
    "url", ["games.example", "ftp://games.example/", "https://games.example/?a=b", "https:// x"]
)
def test_the_address_of_a_site_must_be_one(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"site\.site_url"):
        given(None, {}, {"site": {"site_url": url}}).config()


# Form.


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with matches of each game, some over, competitions of all forms, and players who are shown."""
    folder = tmp_path_factory.mktemp("site")
    crowd = busy()
    Pages(crowd.app.context, crowd.app.repository, crowd.app.competitions, Folder(folder)).refresh()
    return folder


def some_pages(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The pages of a site, but of the turns only a few of each match."""
    for path, data in sorted(files(folder).items()):
        turn = re.fullmatch(r"m/\d+/(\d+)/index.html", path)
        if path.endswith(".html") and (turn is None or int(turn[1]) % 16 < 2):
            yield path, data


def test_every_page_is_valid_html_light_and_has_what_a_page_needs(whole: Path) -> None:
    for path, data in some_pages(whole):
        parser = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False)
        tree = parser.parse(data.decode())
        assert [error[1] for error in parser.errors] == [], path
        assert tree.attrib["lang"] == "en"
        assert len(tree.findall(".//h1")) == 1, path
        assert tree.find(".//main") is not None
        levels = [int(each.tag[1]) for each in tree.iter() if re.fullmatch("h[1-6]", str(each.tag))]
        assert all(deeper <= level + 1 for level, deeper in itertools.pairwise(levels)), path
        assert len({each.text for each in tree.findall(".//title")[:1]}) == 1
        ids = [each.attrib["id"] for each in tree.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids)), path
        assert len(data) <= PAGE_BYTES, path
        assert len(gzip.compress(data)) <= PAGE_BYTES_COMPRESSED, path
        assert b"http://" not in data.replace(b"http://www.w3.org/2000/svg", b""), path
    assert (whole / "keys.js").stat().st_size <= 1024


def test_every_link_leads_to_something(whole: Path) -> None:
    found = 0
    for path, data in some_pages(whole):
        for to in re.findall(r'(?:href|src)="([^"]*)"', data.decode()):
            if to.startswith(("mailto:", "data:", URL)):
                continue
            page, fragment = urldefrag(to)
            target = (whole / path).parent / page if page else whole / path
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), (path, to)
            assert not fragment or f'id="{fragment}"' in target.read_text(encoding="utf-8"), (path, to)
            found += 1
    assert found > 1000


def test_feeds_are_atom(whole: Path) -> None:
    feeds = [path for path in files(whole) if path.endswith("feed.xml")]
    assert {"feed.xml", "g/dodgeball/feed.xml", "p/Ann/feed.xml", "c/1/feed.xml"} <= set(feeds)
    for path in feeds:
        root = ElementTree.fromstring((whole / path).read_bytes())  # it is our own
        assert root.tag == f"{ATOM}feed"
        assert root.find(f"{ATOM}author/{ATOM}name") is not None
        for each in (root, *root.findall(f"{ATOM}entry")):
            for part in ("id", "title", "updated"):
                assert (each.findtext(f"{ATOM}{part}") or "").strip(), (path, part)
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", each.findtext(f"{ATOM}updated") or "")
        ids = [each.findtext(f"{ATOM}id") for each in root.findall(f"{ATOM}entry")]
        assert len(ids) == len(set(ids))
        assert len(root.findall(f"{ATOM}entry")) <= 50
        assert root.find(f"{ATOM}link[@rel='self']") is not None


def test_every_clause_of_the_rulebooks_has_an_address(whole: Path) -> None:
    for game in OURS.values():
        book = (Path("docs/rules") / f"{game.name}.md").read_text(encoding="utf-8")
        numbers = set(re.findall(rf"^- \*\*{game.name.upper()}-([\w.]+)\*\*", book, re.M))
        chapters = "".join(
            text(whole, str(path.relative_to(whole).parent))
            for path in whole.glob(f"g/{game.name}/rules/*/index.html")
        )
        assert set(re.findall(r'<li id="c([\w.]+)">', chapters)) == numbers


def test_pages_link_to_the_documentation_where_there_is_one(tmp_path: Path) -> None:
    url = "https://docs.example/"
    for given_url, count in ((url, 1), ("", 0)):
        office = Office(site=Site(docs_url=given_url))
        folder = tmp_path / str(count)
        pages(office, folder).refresh()
        assert (folder / "index.html").read_text("utf-8").count(f'<a href="{url}">') == count
