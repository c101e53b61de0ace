"""What pages show in figures: scores by turn, ratings, records, and how well the house plays."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.play.record import Result
from pbem.server.core.config import Config
from pbem.server.site import house
from pbem.server.site.courses import Entry, follow
from pbem.server.site.folder import Folder
from pbem.server.site.site import Site
from pbem.server.views.replays import Replays
from tests.games.ours import OURS
from tests.server.site.sites import shown, text
from tools.crowd import Crowd


@pytest.fixture(scope="module")
def crowd() -> Crowd:
    """Some matches of all games, all of them over."""
    crowd = Crowd(Config(db=":memory:", domain="play.example"))
    crowd.matches(list(OURS), 15, running=0)
    crowd.matches(["dodgeball"], 20, running=0)
    return crowd


@pytest.fixture(scope="module")
def folder(crowd: Crowd, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figures")
    Site(crowd.app.context, crowd.app.repository, crowd.app.competitions, Folder(folder)).refresh()
    return folder


def scores(crowd: Crowd, number: int) -> Iterator[Entry]:
    """The score of each turn, straight from the positions."""
    app = crowd.app
    loaded = app.repository.load(number)
    start, match = Replays(app.context, app.repository).since(loaded)
    assert start.number == 0
    sides = loaded.game.sides(loaded.match.state.seats)
    positions = [(0, start.state), *((turn.number, turn.state) for turn in match.turns)]
    for turn, state in positions:
        score = loaded.game.score(loaded.game.decode(state))
        assert score is not None
        yield turn, tuple(score.points[side[0]] for side in sides)


@pytest.mark.parametrize("number", [*range(1, 11)])
def test_the_course_of_a_match_is_its_score_by_turns(crowd: Crowd, folder: Path, number: int) -> None:
    page = text(folder, f"m/{number}")
    rows = re.findall(r'<tr><th scope="row"><a href="[^"]*/m/\d+/(\d+)/[^"]*">\d+</a></th>(.*?)</tr>', page)
    told = {int(turn): tuple(map(int, re.findall(r">(\d+)</td>", cells))) for turn, cells in rows}
    found = list(scores(crowd, number))
    changes = {now[0]: now[1] for before, now in itertools.pairwise(found) if before[1] != now[1]}
    if len(changes) < 40:
        assert told == ({found[0][0]: found[0][1]} | changes if changes else {})
    assert told.items() <= dict(found).items()
    lead = re.search(r"took the lead in <a [^>]*>turn (\d+)</a>, and kept it to the end", page)
    if lead is not None:
        since = int(lead[1])
        best = dict(found)[since].index(max(dict(found)[since]))
        for turn, now in found:
            ahead = now.count(max(now)) == 1 and now.index(max(now)) == best
            assert ahead or turn < since
            assert not ahead or turn != since - 1


def test_a_turn_in_which_the_score_changes_says_so(crowd: Crowd, folder: Path) -> None:
    for number in range(1, 6):
        found = list(scores(crowd, number))
        for before, now in itertools.pairwise(found):
            told = "The score has changed." in shown(folder, f"m/{number}/{now[0]}")
            assert told == (before[1] != now[1])


def test_an_entry_of_a_course_is_a_change() -> None:
    one = follow([], 0, (0, 0))
    assert one == [(0, (0, 0))]
    assert follow(one, 1, (0, 0)) is one
    two = follow(one, 2, (1, 0))
    assert two == [(0, (0, 0)), (2, (1, 0))]
    assert follow(two, 2, (0, 0)) == one  # that turn has been taken back


def test_a_player_has_the_record_of_their_results(crowd: Crowd, folder: Path) -> None:
    for handle in ("Ann", "Ben", "Dan", "Pia"):
        player = crowd.app.store.people.named(handle)
        assert player is not None
        wanted: dict[str, list[int]] = {}
        for row in crowd.app.store.matches.finished(players=[player.id]):
            (seat,) = [
                each.seat for each in crowd.app.store.matches.seats(row.id) if each.player == player.id
            ]
            places = Result.parse(row.result, row.reason).places
            (place,) = [at for at, who in enumerate(places) if seat in who]
            tally = wanted.setdefault(OURS[row.game].title, [0, 0, 0, 0])
            tally[0] += 1
            tally[1 if place == 0 and len(places) > 1 else 2 if len(places) == 1 else 3] += 1
        (table,) = re.findall(r"<caption>By game</caption>.*?</table>", text(folder, f"p/{handle}"), re.S)
        rows = re.findall(r"<a [^>]*>([^<]*)</a>((?:<td class=\"n\">\d+){4})", table)
        assert {title: list(map(int, re.findall(r">(\d+)", cells))) for title, cells in rows} == wanted
        finished, _ = crowd.app.store.people.reliability(player.id)
        assert f"{finished} match" in shown(folder, f"p/{handle}")


def test_opponents_who_are_not_shown_are_counted_together(folder: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in folder.glob("p/*/index.html")]
    assert not [page for page in pages if re.search(r"\b(Cat|Fay|Ida|Lea|Oto)\b", page)]
    assert [page for page in pages if page.count("Players who are not shown") == 1]


def test_a_plot_ends_with_the_rating_of_today(crowd: Crowd, folder: Path) -> None:
    plots = 0
    for path in folder.glob("p/*/index.html"):
        page = path.read_text(encoding="utf-8")
        for title, told in re.findall(r"<title>Rating in ([^<]*)</title><desc>([^<]*)</desc>", page):
            now = re.search(rf">{re.escape(title)}</a>: (-?\d+) ±", page)
            assert now is not None
            assert f" to {now[1]} on " in told
            plots += 1
    assert plots


@pytest.mark.parametrize("game", OURS)
def test_each_game_says_how_well_the_house_plays(game: str, folder: Path) -> None:
    found = list(house.strength(OURS[game].title))
    assert [(each.level, each.other) for each in found] == [
        ("hard", "normal"),
        ("normal", "easy"),
        ("hard", "easy"),
    ]
    assert f"hard against normal {found[0].won} {found[0].lost}" in shown(folder, f"g/{game}")
