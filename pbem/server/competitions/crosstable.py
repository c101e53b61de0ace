"""Crosstables: who has met whom, and with what result, one line for each entrant in the order of the table."""

from collections.abc import Mapping

from pbem.competitions import forms
from pbem.competitions.values import Number, Result
from pbem.mail.prose import fill
from pbem.server.competitions.pages import Competition, counted, points, table

WIDTH = 74
"""Characters of a line of a mail."""

OF_ALL = "1 won, = drawn, 0 lost; + and - by walkover."
BY_ROUND = "+2 won against the second of this table, =2 drawn, -2 lost; f by walkover."


def crosstable(held: Competition) -> list[str]:
    """The crosstable in lines; where a form has none, or it is too wide for a mail, the table."""
    title = [f"{held.row.name.upper()}", ""]
    if held.row.status == "open" or not held.field.entrants:
        return [*title, *table(held)]
    if held.parts:
        blocks = ["\n".join([part.title, *(_lines(inner) or table(inner))]) for part, inner in held.parts]
        return [*title, "\n\n".join(blocks)]
    return [*title, *(_lines(held) or table(held))]


def _lines(held: Competition) -> list[str]:
    lines = forms.table(held.plan, counted(held)) if held.plan.form in (*forms.ROUND_ROBINS, "swiss") else []
    place = {line.number: at for at, line in enumerate(lines, 1)}
    width = max((len(held.name(line.number)) for line in lines), default=0)
    if held.plan.form == "swiss":
        rounds = list(range(1, held.field.round + 1))
        cells = {each: [_in_round(held, each, round_, place) for round_ in rounds] for each in place}
        heads, key = [str(round_) for round_ in rounds], BY_ROUND
    else:
        cells = {each: [_against(held, each, other) for other in place] for each in place}
        heads, key = [str(at) for at in place.values()], OF_ALL
    size = max((len(cell) for row in [heads, *cells.values()] for cell in row), default=0)
    found = [f"{'':{width + 6}}{''.join(f' {head:>{size}}' for head in heads)}  points"]
    found += [
        f"{line.place:>4}. {held.name(line.number):<{width}}"
        f"{''.join(f' {cell:>{size}}' for cell in cells[line.number])}  {points(line.points):>6}"
        for line in lines
    ]
    return [*found, *fill(key).split("\n")] if lines and len(found[0]) <= WIDTH else []


def _against(held: Competition, one: Number, other: Number) -> str:
    """The results of an entrant against another one, in a round robin."""
    if one == other:
        return "*"
    found = (result for result in held.field.of(one) if result.pairing.has(other))
    return (
        "".join(_sign(result, one, "+=-" if result.kind == "forfeit" else "1=0") for result in found) or "."
    )


def _in_round(held: Competition, number: Number, round_: int, place: Mapping[Number, int]) -> str:
    """Whom an entrant has met in a round, and the result: `=3`; `bye`; `.` where there is none yet."""
    for result in held.field.of(number):
        if result.pairing.round == round_:
            if len(result.pairing.seats) == 1:
                return "bye" if result.kind == "bye" else "1/2" if result.kind == "half bye" else "-"
            (other,) = result.opponents(number)
            return f"{_sign(result, number, '+=-')}{place[other]}{'f' if result.kind == 'forfeit' else ''}"
    return "."


def _sign(result: Result, number: Number, signs: str) -> str:
    """The sign of a win, a draw or a loss."""
    return signs[1] if result.drawn else signs[0] if result.winner == number else signs[2]
