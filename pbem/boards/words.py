"""A board in words: the names of its marks, and a description of the whole."""

from pbem.boards.looks import Marks, places_of
from pbem.play.board import Board, Mark
from pbem.play.hexgrid import LONG_NAMES


def name_of(mark: Mark) -> str:
    """`S1`, `rT1 down`, `2 balls`: what a mark is called."""
    named = mark.name or (mark.kind if mark.side is None and mark.kind else mark.text)
    if mark.kind in ("body", "explosives"):
        named = f"{mark.kind} of {mark.name or mark.text}" if mark.name else mark.kind
    if mark.count > 1:
        named = f"{mark.count} {named}s" if mark.side is None else f"{named} ({mark.count})"
    states = [each for each in mark.state if each != "covered"]
    if mark.looks is not None and not states:
        states.append(f"looks {LONG_NAMES[mark.looks]}")
    return " ".join([named, *states])


def names_of(marks: Marks) -> str:
    """What is on a place: `S1 with 2 balls`, `A3, gnome`."""
    told = ""
    for mark in marks:
        told += (" with " if mark.held else ", ") + name_of(mark) if told else name_of(mark)
    return told


def describe(board: Board) -> str:
    """The whole board, side by side and place by place."""
    by_side: dict[int | None, list[str]] = {}
    for name, marks in sorted(board.marks.items(), key=lambda item: _order(board, item[0])):
        free = [mark for mark in marks if not mark.held]
        for mark in free:
            at = marks.index(mark)
            held = []
            for each in marks[at + 1 :]:
                if not each.held:
                    break
                held.append(each)
            by_side.setdefault(mark.side, []).append(f"{names_of((mark, *held))} on {name}")
    told = [
        f"{_owner(board, side)}: {'; '.join(found)}."
        for side, found in sorted(by_side.items(), key=lambda item: (item[0] is None, item[0] or 0))
    ]
    return " ".join(told) or "The field is empty."


def _owner(board: Board, side: int | None) -> str:
    return "Nobody's" if side is None else board.sides.get(side, f"Side {side}")


def _order(board: Board, name: str) -> tuple[int, int]:
    place = places_of(board.terrain)[name]
    return place.y, place.x
