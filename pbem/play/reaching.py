"""Where a figure may go, in words: what `Game.reach` tells."""

import itertools
from collections.abc import Callable, Iterable


def rows_in_words(
    squares: Iterable[str], place: Callable[[str], tuple[int, int]], *, apart: int = 1
) -> list[str]:
    """A line for each row of the board that holds one of these squares, which begins with two blanks: `  c5 to f5, h5`.

    `place` tells the row and the column of a square, as numbers; the columns of neighbours are `apart`.
    """
    by_place = {place(square): square for square in squares}
    lines = []
    for _, row in itertools.groupby(sorted(by_place), key=lambda at: at[0]):
        runs: list[list[tuple[int, int]]] = []
        for at in row:
            if runs and at[1] - runs[-1][-1][1] == apart:
                runs[-1].append(at)
            else:
                runs.append([at])
        ends = ((by_place[run[0]], by_place[run[-1]]) for run in runs)
        lines.append(
            "  " + ", ".join(first if first == last else f"{first} to {last}" for first, last in ends)
        )
    return lines
