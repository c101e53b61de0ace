"""A position in a mail: the picture and the words, in the order in which their reader wants them."""

import functools
import hashlib
import itertools
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pbem.boards import svg, table
from pbem.boards.png import draw_png
from pbem.mail.prose import fit
from pbem.mail.writing import BOARD_CLOSE, BOARD_DATA, BOARD_OPEN
from pbem.marks import in_speech, in_writing, plain
from pbem.play.board import Board, turn
from pbem.play.drawing import draw
from pbem.play.game import Game, State
from pbem.play.requests import Event, Seat
from pbem.server.core.games import Games
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import Preferences, SeatRow

TURNED = "The board is turned to your side: north is below, east on the left."

PICTURE_WIDTH = 720
"""Pixels; phones show two of them, or three, for one of the page."""

_IMAGE = """\
<img src="cid:{name}"
alt="{label}"
width="340" style="width:100%;max-width:460px;height:auto;border:0">"""

Detail = Literal["full", "brief", "receipt"]


class Layout(Struct, frozen=True, omit_defaults=True):
    """Which parts of a position a mail shows.

    `tables` are the numbers of those shown; `changed`: if the reader wants only changes, the numbers of the statements
    in header and lists that are shown.
    """

    board: bool = True
    words: bool = True
    legend: bool = True
    tables: tuple[int, ...] | None = None
    changed: tuple[int, ...] | None = None


BOARD_ALONE = Layout(legend=False, tables=())
"""Without explanations."""


class Position(Struct, frozen=True, omit_defaults=True):
    """A position as its reader may see it: the board drawn in text, and the same in words (see `View`).

    `legend` explains the signs of the board; `scene` is what all of it is drawn from, see `Scene`.
    """

    board: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    tables: tuple[tuple[str, ...], ...] = ()
    scene: str = ""


class Scene(Struct, frozen=True, omit_defaults=True):
    """A board that has not been drawn yet: a state of a game as `seat` (None: everybody) may know it."""

    game: str
    version: int
    seat: Seat | None
    state: msgspec.Raw
    turned: bool = False


def position_for(game: Game[Any], state: State, seat: Seat | None, preferences: Preferences) -> Position:
    """A position from the side from which a seat's player (None: an observer) wants to see it; the state is masked for
    the seat, or for everybody if all are shown the same."""
    view = game.describe(state, seat).read(in_writing if preferences.board else in_speech)
    board = game.board(state, seat)
    if board is None:
        return Position((), view.lists, (), view.header, view.tables)
    legend, turned = board.legend, preferences.own_side and seat is not None and game.far(state, seat)
    if turned:
        board = turn(board)
        legend = (TURNED, *board.legend)
    scene = Scene(game.name, game.version, seat, msgspec.Raw(msgspec.json.encode(state)), turned)
    data = msgspec.json.encode(scene).decode()
    return Position(draw(board), view.lists, legend, view.header, view.tables, data)


def undrawn(view: Position) -> Position:
    """A position as notices hold it: its scene alone, if it has one."""
    return Position(scene=view.scene) if view.scene else view


def draw_again(games: Games, stored: Position, preferences: Preferences) -> Position:
    """A position that a notice holds, as `position_for` has drawn it."""
    if not stored.scene:
        return stored
    game, state, scene = _read(games, stored.scene)
    return position_for(game, state, scene.seat, preferences)


def draw_table(games: Games, data: str) -> str:
    """The HTML table of a scene."""
    return table.draw(_board(games, data))


def show_picture(data: str) -> str:
    """HTML that shows the picture of a scene."""
    return _IMAGE.format(name=picture_name(data), label=table.LABEL)


def picture_name(data: str) -> str:
    """The name under which the picture of a scene stands in a mail."""
    return f"board-{hashlib.sha256(data.encode()).hexdigest()[:16]}"


def draw_picture(games: Games, data: str) -> bytes:
    """The picture of a scene as PNG. It takes 0.1 to 0.5 seconds."""
    return draw_png(svg.draw(_board(games, data)), PICTURE_WIDTH)


def _board(games: Games, data: str) -> Board:
    game, state, scene = _read(games, data)
    board = game.board(state, scene.seat)
    assert board is not None, "a scene has a board"
    return turn(board) if scene.turned else board


@functools.lru_cache(maxsize=32)  # a mail says it in words and draws it
def _read(games: Games, data: str) -> tuple[Game[Any], State, Scene]:
    scene = msgspec.json.decode(data, type=Scene)
    game = games.of(scene.game)
    return game, game.decode(bytes(scene.state), scene.version), scene


def choose_layout(
    view: Position, preferences: Preferences, shown: frozenset[int], detail: Detail
) -> tuple[Layout, frozenset[int]]:
    """Choose what a mail shows of a position, and the checksums of what its reader will then have been shown.

    `shown` are the checksums of what they have been shown before. A brief mail leaves out a legend and tables shown
    before, and so does every mail to a reader who wants no pictures; a receipt contains only a picture that has not
    been shown.
    """
    board, legend = _checksum(view.board), _checksum(view.legend)
    tables = [_checksum(table) for table in view.tables]
    lines = [_checksum(each) for each in _statements(view)] if preferences.changes else []
    only_changes = detail != "full" and not shown.isdisjoint(lines)
    drawn = preferences.board and not only_changes and (detail != "receipt" or board not in shown)
    layout = Layout(
        board=drawn,
        words=detail != "receipt" or only_changes,
        legend=drawn and detail != "receipt" and (detail == "full" or legend not in shown),
        tables=tuple(
            n
            for n, table in enumerate(tables)
            if detail != "receipt" and (table not in shown or (detail == "full" and preferences.board))
        ),
        changed=tuple(n for n, line in enumerate(lines) if line not in shown) if only_changes else None,
    )
    parts = {board, legend, *tables}
    known = (shown & parts) | {tables[n] for n in layout.tables or ()}
    if layout.board or not preferences.board:  # a reader who wants no picture misses none
        known |= {board}
    if layout.legend:
        known |= {legend}
    if layout.words or not shown.isdisjoint(lines):
        known |= set(lines)
    return layout, frozenset(known)


def join_layouts(one: Layout, other: Layout) -> Layout:
    """The layout of a mail that replaces two."""
    every = one.tables is None or other.tables is None
    return Layout(
        board=one.board or other.board,
        words=one.words or other.words,
        legend=one.legend or other.legend,
        tables=None if every else (*(one.tables or ()), *(other.tables or ())),
    )


def choose_orders(kept: Sequence[str], shown: frozenset[int]) -> tuple[list[str], frozenset[int]]:
    """Choose which of a seat's standing orders and plans a mail contains, and their checksums: those that it has not
    been shown.

    Items begin with two blanks; the line above them goes with each of them.
    """
    if not kept:
        return [], frozenset()
    sums = [_checksum([line]) for line in kept]
    new = [number not in shown for number in sums]
    told = [
        line
        for n, line in enumerate(kept)
        if (new[n] if line.startswith("  ") else new[n] or _leads(kept, n, new))
    ]
    return told, frozenset(sums)


def _leads(kept: Sequence[str], at: int, new: Sequence[bool]) -> bool:
    """Whether a new item is below a line."""
    below = itertools.takewhile(lambda n: kept[n].startswith("  "), range(at + 1, len(kept)))
    return any(new[n] for n in below)


def _checksum(lines: Iterable[str]) -> int:
    return zlib.crc32(plain("\n".join(lines)).encode())


def tell_legend(loaded: LoadedMatch, seat: SeatRow) -> str:
    """The signs of a match's board, and its tables."""
    view = position_for(loaded.game, loaded.seen_by(seat.seat), seat.seat, seat.preferences)
    parts = [view.legend, *view.tables]
    text = "\n\n".join("\n".join(fit(line, " ", "   ") for line in part) for part in parts if part)
    return f"LEGEND\n{text}" if text else "This board has no legend: it explains itself."


def find_hint(loaded: LoadedMatch, seat: SeatRow) -> Event | None:
    """How good the best answer of a seat is, if its player wants hints and there is anything to say."""
    ask = loaded.match.asks.get(seat.seat)
    if ask is None or not seat.preferences.hints:
        return None
    return loaded.game.hint(loaded.seen_by(seat.seat), ask)


def _statements(view: Position) -> list[tuple[str, str]]:
    """The statements of header and lists, in the smallest parts: each with the words before it on its line, as in
    `South: S1 b4; S2 c3.`"""
    found = []
    for line in (*view.header, *view.lists):
        head, colon, rest = line.partition(": ")
        items = rest.rstrip(".").split("; ") if "; " in rest else []
        found += [(head + colon, item) for item in items] or [("", line)]
    return found


def _changed(view: Position, numbers: Sequence[int]) -> list[str]:
    """These statements as text, those of one line together again."""
    statements = _statements(view)
    lines: dict[str, list[str]] = {}
    for n in numbers:
        head, item = statements[n]
        lines.setdefault(head or item, []).append(item)
    return [f"{head}{'; '.join(items)}." if head not in items else head for head, items in lines.items()]


def lay_out(view: Position, preferences: Preferences, layout: Layout = Layout()) -> str:  # noqa: B008  # it is frozen
    """Lay out a position as its reader wants it: the picture, its legend, and its contents in words; or the words
    first; or only the words."""
    picture, signs = _drawn(view, preferences, layout)
    header, described = _described(view, layout)
    first_words = preferences.lists_first or not picture
    return _joined(
        [header, *described, picture, signs] if first_words else [header, picture, signs, *described]
    )


def lay_out_apart(view: Position, preferences: Preferences, layout: Layout) -> tuple[str, str]:
    """The picture with its legend, and the rest, for a mail that tells what has happened between them. Who wants the
    words first has the picture in the rest."""
    picture, signs = _drawn(view, preferences, layout)
    header, described = _described(view, layout)
    if preferences.lists_first:
        return "", _joined([header, *described, picture, signs])
    return _joined([picture, signs]), _joined([header, *described])


def _drawn(view: Position, preferences: Preferences, layout: Layout) -> tuple[list[str], list[str]]:
    """The lines of the picture and of its legend."""
    if not (preferences.board and layout.board and view.board):
        return [], []
    data = [BOARD_DATA + view.scene] if view.scene else []
    signs = [fit(line, " ", "   ") for line in view.legend] if layout.legend else []
    return [BOARD_OPEN, *view.board, *data, BOARD_CLOSE], signs


def _described(view: Position, layout: Layout) -> tuple[list[str], list[list[str]]]:
    """The lines of the header, and those of the lists and of each table."""
    header, words = [], []
    if layout.changed is not None:
        words = [fit(line, " ") for line in _changed(view, layout.changed)]
    elif layout.words:
        header = [fit(line, " ", "   ") for line in view.header]
        words = [fit(line, " ") for line in view.lists]
    tables = [view.tables[n] for n in range(len(view.tables)) if layout.tables is None or n in layout.tables]
    return header, [words, *([fit(line, " ") for line in table] for table in tables)]


def _joined(parts: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(part) for part in parts if part)
