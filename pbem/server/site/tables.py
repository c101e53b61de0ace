"""Tables of competitions as HTML: who stands where, and beside it the result of each match, with a link to it."""

from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup, escape
from msgspec import Struct

from pbem.competitions import forms
from pbem.competitions.standings import NAMES, Standing
from pbem.competitions.values import Number, Pairing, Result
from pbem.server.competitions.pages import Competition, counted, points
from pbem.server.site import brackets

MOST = 300
"""Maximum number of results of a crosstable: a larger table goes without."""
BYTES = 12_000
"""Of a section, more or less; what is longer is divided."""

Link = Callable[[int], str]
"""The link to a match."""


class Section(Struct, frozen=True):
    """A part of a page: a heading, and HTML."""

    title: str
    html: Markup


def sections(held: Competition, link: Link, handles: Callable[[Number], str]) -> Iterator[Section]:
    """The tables and brackets of a competition. `handles` gives the address of an entrant's page, or nothing."""
    if held.parts:
        for part, inner in held.parts:

            def address(number: Number, numbers: Sequence[Number] = part.numbers) -> str:
                return handles(numbers[number - 1])

            for each in sections(inner, link, address):
                title = f"{part.title}: {each.title}" if each.title != "Table" else part.title
                yield Section(title, each.html)
    elif held.plan.form in forms.BRACKETS:
        yield from _bracket(held, link)
    else:
        yield from _table(held, link, handles)


# Tables.


def _table(held: Competition, link: Link, handles: Callable[[Number], str]) -> Iterator[Section]:
    lines = forms.table(held.plan, counted(held))
    columns, cells = _grid(held, lines, link)
    ties = [NAMES[name] for name in held.plan.ties]
    heads = ["Player", *(["Points"] if held.plan.form != "ladder" else []), *columns]
    heads += [
        "Played",
        "Won",
        "Drawn",
        "Lost",
        *(["Scored"] if _scores(held) else []),
        *(tie[0].upper() + tie[1:] for tie in ties),
    ]
    head = "<td></td>" + "".join(
        f'<th scope="col"{"" if name in ("Player", *columns) else " class=n"}>{escape(name)}</th>'
        for name in heads
    )
    rows = [_row(held, at, line, cells, handles) for at, line in enumerate(lines)]
    yield from _divided(f"<thead><tr>{head}</tr></thead>", rows)


def _row(
    held: Competition,
    at: int,
    line: Standing,
    cells: Callable[[Number], list[str]],
    handles: Callable[[Number], str],
) -> str:
    name, to = escape(held.name(line.number)), handles(line.number)
    named = f'<a href="{to}">{name}</a>' if to else str(name)
    withdrawn = " (withdrawn)" if held.field.find(line.number).withdrawn else ""
    values = [str(line.played), str(line.won), str(line.drawn), str(line.lost)]
    values += [*([f"{line.scored}:{line.against}"] if _scores(held) else []), *map(points, line.ties)]
    scored = f"<td class=n><b>{points(line.points)}</b>" if held.plan.form != "ladder" else ""
    return (
        f'<tr><td class=n>{at + 1}<th scope="row">{named}{withdrawn}{scored}'
        + "".join(f"<td>{cell}" for cell in cells(line.number))
        + "".join(f"<td class=n>{value}" for value in values)
    )


def _scores(held: Competition) -> bool:
    """Whether it counts what its matches have counted."""
    return "scored" in held.plan.ties


def _divided(head: str, rows: Sequence[str]) -> Iterator[Section]:
    """A table, in several pieces if it is long."""
    start, size = 0, 0
    for end, row in enumerate(rows, 1):
        size += len(row)
        if end == len(rows) or size > BYTES:
            body = f"{head}<tbody>{''.join(rows[start:end])}</tbody>"
            html = f'<div class="wide" tabindex="0"><table class="cross">{body}</table></div>'
            title = "Table" if end - start == len(rows) else f"Table, {start + 1} to {end}"
            yield Section(title, Markup(html))  # noqa: S704  # names in it are escaped
            start, size = end, 0


def _grid(
    held: Competition, lines: Sequence[Standing], link: Link
) -> tuple[list[str], Callable[[Number], list[str]]]:
    """The columns with results, and the cells of an entrant in them."""
    order = {line.number: at for at, line in enumerate(lines, 1)}
    if held.plan.form in ("round-robin", "double-round-robin"):
        cycles = 2 if held.plan.form == "double-round-robin" else 1
        if cycles * len(lines) * (len(lines) - 1) > MOST:
            return [], lambda number: []
        return list(map(str, order.values())), lambda number: [
            _meeting(held, number, other, link) for other in order
        ]
    if held.plan.form in ("swiss", "tables"):
        rounds = range(1, held.field.round + 1)
        return [f"R{each}" for each in rounds], lambda number: [
            _in_round(held, number, each, order, link) for each in rounds
        ]
    return [], lambda number: []


def _meeting(held: Competition, number: Number, other: Number, link: Link) -> str:
    """The results of two entrants against each other."""
    if number == other:
        return "\N{MIDDLE DOT}"
    told = [
        _linked(held, result.pairing.key, _value(result, number), link)
        for result in held.field.of(number)
        if result.pairing.has(other)
    ]
    told += [
        _linked(held, pairing.key, "*", link)
        for pairing in held.field.running
        if pairing.has(number) and pairing.has(other)
    ]
    return " ".join(told)


def _value(result: Result, number: Number) -> str:
    if result.kind == "forfeit":
        return "+" if result.winner == number else "\N{MINUS SIGN}"
    return {0.5: "\N{VULGAR FRACTION ONE HALF}"}.get(result.points(number), points(result.points(number)))


def _in_round(held: Competition, number: Number, round_: int, order: dict[Number, int], link: Link) -> str:
    """What an entrant has done in a round, and against whom."""
    for pairing in held.field.running:
        if pairing.round == round_ and pairing.has(number):
            others = [order[each] for each in pairing.seats if each != number]
            return _linked(held, pairing.key, f"*{others[0] if len(others) == 1 else ''}", link)
    for result in held.field.of(number):
        if result.pairing.round != round_:
            continue
        others = [order.get(each, 0) for each in result.opponents(number)]
        if not others:
            return "absent" if result.kind == "absent" else result.kind
        walkover = "w" if result.kind == "forfeit" else ""
        if len(others) > 1:
            return _linked(held, result.pairing.key, points(result.points(number)) + walkover, link)
        sign = {1.0: "+", 0.5: "=", 0.0: "\N{MINUS SIGN}"}[result.points(number)]
        return _linked(held, result.pairing.key, f"{sign}{others[0]}{walkover}", link)
    return ""


def _linked(held: Competition, key: tuple[int, int, int], text: str, link: Link) -> str:
    row = held.pairings.get(key)
    return f'<a href="{link(row.match)}">{text}</a>' if row is not None and row.match is not None else text


def legend(held: Competition) -> str:
    """What the signs in the table mean."""
    if held.plan.form in ("round-robin", "double-round-robin", "pools", "divisions"):
        return (
            "A column is an opponent, by their line: 1 is a win, \N{VULGAR FRACTION ONE HALF} a draw, 0 a loss;"
            " + and \N{MINUS SIGN} are walkovers, * is being played."
        )
    if held.plan.form == "swiss":
        return (
            "R1 is round 1: +7 is a win against the player in line 7, =7 a draw, \N{MINUS SIGN}7 a loss,"
            " *7 is being played; w marks a walkover."
        )
    if held.plan.form == "tables":
        return "R1 is round 1, with the points won in it; * is being played, w marks a walkover."
    return ""


# Brackets.


def _bracket(held: Competition, link: Link) -> Iterator[Section]:
    drawn = brackets.draw(held)
    yield Section("Bracket", Markup('<div class="wide" tabindex="0">') + drawn + Markup("</div>"))
    rounds: dict[int, list[str]] = {}
    for at in range(len(held.progress.sides)):
        if told := brackets.in_words(held, at):
            matches = [
                f'<a href="{link(row.match)}">match {row.match}</a>'
                for (_, table, _), row in held.pairings.items()
                if table == at + 1 and row.match is not None
            ]
            more = f" ({', '.join(matches)})" if matches else ""
            rounds.setdefault(brackets.round_of(held, at), []).append(f"<li>{escape(told)}{more}</li>")
    for round_, ties in rounds.items():
        title = title_of_round(held, round_)
        yield Section(title, Markup(f"<ul>{''.join(ties)}</ul>"))  # noqa: S704  # names in it are escaped


def title_of_round(held: Competition, round_: int) -> str:
    """What a round of a bracket is called: `Quarter-finals`."""
    tables = [at + 1 for at in range(len(held.progress.sides)) if brackets.round_of(held, at) == round_]
    pairing = Pairing(round_, tables[0], ())
    title = forms.round_title(held.plan, held.field, pairing)
    plural = "s" if len(tables) > 1 and title.endswith("final") else ""
    return f"{title[0].upper()}{title[1:]}{plural}"
