"""A position as one seat may know it, in small statements that answers are made of.

Nothing here belongs to one game: what is named comes from `Game.names`, what stands where from `Game.facts` and the
lists of `Game.view`, which every mail shows.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from pbem.play.facts import Facts
from pbem.play.game import State
from pbem.play.names import Names
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.server.answering.about import Table

_ABBREVIATION = re.compile(r"(?<!\w)([A-Z]) ([A-Z][a-z]+)(?=\s\s|$|\.)")
_COLUMNS = re.compile(r"^\s+(?:[A-Z]\s+)+[A-Z]\s*$")


class Statement(Struct, frozen=True):
    """One thing that a mail tells of a position: a part of a line, and the words above or before it."""

    head: str
    text: str

    def __str__(self) -> str:
        return f"{self.head}: {self.text}" if self.head else self.text


class Position:
    """What a seat may know, worked out when it is wanted."""

    def __init__(self, table: Table, supposed: State | None = None) -> None:
        """`supposed`: another state than that of the match, as the seat would see it."""
        self.table, self.game, self.seat = table, table.game, table.seat
        self.state, self.is_supposed = supposed or table.state, supposed is not None

    @functools.cached_property
    def names(self) -> Names:
        """What may be named."""
        return self.game.names(self.state, self.seat)

    @functools.cached_property
    def facts(self) -> Facts:
        """The facts as they are now."""
        return self.game.facts(self.state, self.seat)

    @functools.cached_property
    def statements(self) -> Sequence[Statement]:
        """Everything in header, lists and tables."""
        view = self.game.view(self.state, self.seat)
        return [
            *_statements([part for line in view.header for part in re.split(r"(?<=\S)   +", line)]),
            *_statements(view.lists),
            *(each for table in view.tables for each in _table(table)),
        ]

    @functools.cached_property
    def terms(self) -> Sequence[Statement]:
        """The options of the match as they were chosen, with what each means."""
        chosen = self.table.loaded.row.options
        return [
            Statement(f"{option.name}={chosen[option.name]}", option.help)
            for option in self.game.options
            if option.name in chosen
        ]

    @functools.cached_property
    def explanations(self) -> Sequence[str]:
        """The lines of the legend and of tables."""
        board, view = self.game.board(self.state, self.seat), self.game.view(self.state, self.seat)
        legend = board.legend if board is not None else ()
        return [*legend, *(line for table in view.tables for line in table)]

    @functools.cached_property
    def kinds(self) -> dict[str, list[str]]:
        """The figures that a word in small letters describes: what lists and tables say of them behind their name (`A1
        Troll`), and what stands for the letter that they begin with (`G Goalie`)."""
        found: dict[str, list[str]] = {}
        letters = {
            letter: name
            for text in self.explanations
            for letter, name in re.findall(
                r"(?<!\w)([A-Z]) ([A-Z][a-z]+(?: [A-Z][a-z]+)*)(?=[,.]|\s\s|$)", text
            )
        }
        told: dict[str, list[str]] = {}
        for each in self.statements:
            name, _, rest = each.text.partition(" ")
            figure = self.names.figure(name.strip("*:,"))
            if not figure or re.search(r"\s{2,}[A-Z] [A-Z][a-z]", each.text):
                continue  # what the columns of a table stand for
            words = re.match(r"\s*((?:[A-Z][\w'-]+(?:,? |:|$))+)", f"{rest} ")
            told.setdefault(figure, []).extend(re.split(r"[,:]", words[1]) if words else [])
        for figure in self.names.figures:
            said = [letters.get(re.sub(r"^[a-z]|\d", "", figure), "")] if self._have_kinds else []
            said += told.get(figure, [])
            for phrase in filter(None, (text.strip().lower() for text in said)):
                for word in {phrase, phrase.split()[-1]}:
                    mine = found.setdefault(word, [])
                    mine += [figure] if figure not in mine else []
        signs = [each.text.split() for each in self.statements if re.match(r"\* the \w+\W*$", each.text)]
        for sign in signs:  # * the copperback
            found[sign[2].strip(".")] = [
                figure
                for each in self.statements
                for name in re.findall(r"(\S+)(?: \w+)* \*", each.text)
                if (figure := self.names.figure(name))
            ]
        return found

    @functools.cached_property
    def _have_kinds(self) -> bool:
        """Whether the letters of figures stand for what they are, rather than for one of them each."""
        return any(len(re.sub(r"^[a-z]", "", figure)) > 1 for figure in self.names.figures)

    def balls_called(self, *names: str) -> list[str]:
        """The balls that are named, all of them by the word for all."""
        balls = self.names.balls
        return [
            ball
            for name in names
            for ball in ([name] if name in balls else [each for each in balls if each.startswith(name)])
        ]

    def described(self, figure: str) -> str:
        """A figure with what it is and where: `A1 (troll) e4`."""
        kind = next(
            (name for name, figures in self.kinds.items() if figure in figures and " " not in name), ""
        )
        return f"{figure} ({kind}) {self.place(figure)}" if kind else f"{figure} {self.place(figure)}"

    def title(self, seat: Seat) -> str:
        """A seat for prose: `you (South)`, or `North (Ben)`."""
        title = self.game.seat_title(seat)
        return f"you ({title})" if seat == self.seat else self.table.loaded.title(seat)

    def place(self, name: str) -> str:
        """Where a figure or a ball is: a square, who carries it, or another word; "" if that is not known."""
        if name in self.names.balls:
            return self.names.balls[name] or self._fact(name)
        return self._fact(name)

    def square(self, name: str) -> str:
        """The square of a figure, a ball or a square; "" for none."""
        for _ in range(3):  # a ball may be with a figure
            if name not in self.names.figures and self.names.is_place(name.lower()):
                return name.lower()
            name = self.place(name)
        return ""

    def _fact(self, name: str) -> str:
        whole = f"{self.names.figures.get(name, '')[:1]}{name}".lower()  # T1 of Red is rT1 for everybody
        for key in (name.lower(), whole):
            fact = next((fact for each, fact in self.facts.items() if each.lower() == key), None)
            if fact is not None:
                return str(fact.now)
        return ""

    def own(self, figure: str) -> bool:
        """Whether this seat commands a figure."""
        return self.names.figures.get(figure) == self.seat

    def about(self, figure: str) -> list[str]:
        """What header, lists and tables tell of a figure."""
        seat = self.names.figures.get(figure, "")
        title = self.game.seat_title(seat) if seat else ""
        others = [self.game.seat_title(each) for each in self.state.seats if each != seat]
        named = [figure, figure[1:]] if len(figure) > 2 and figure[0].islower() else [figure]
        found = []
        for each in self.statements:
            first = each.text.split()[0].strip("*:,;.") if each.text.split() else ""
            elsewhere = any(other in each.head for other in others) and title not in each.head
            if first in named and not elsewhere:
                found.append(str(each))
        if not found:
            wanted = re.compile(rf"(?<![\w-]){re.escape(figure)}(?![\w-])")
            found = [str(each) for each in self.statements if wanted.search(each.text)]
        return [" ".join(line.split()) for line in found]

    def at(self, square: str) -> list[str]:
        """What is on a square, in words."""
        here = [name for name in (*self.names.figures, *self.names.balls) if self.place(name) == square]
        told = [self.who(name) for name in here]
        for name in here:
            told += [ball for ball, place in self.names.balls.items() if place == name]
        fact = next((fact for name, fact in self.facts.items() if name.lower() == square), None)
        if fact is not None and str(fact.now) not in told:
            told.append(str(fact.now))
        board = self.game.board(self.state, self.seat)
        if board is None:
            return told
        if not told:
            told += [
                f"{self._side(mark.side)}{mark.kind}" for mark in board.marks.get(square, ()) if mark.kind
            ]
        place = next((each for each in board.terrain.every_place if each.name == square), None)
        if place is not None and len(place.sign) == 1 and re.match(r"\w|\*", place.sign):
            told.append(f"the letter {place.sign}" if place.sign.isalpha() else f"the sign {place.sign}")
        return [*told, place.ground] if place is not None and place.ground else told

    def _side(self, side: int | None) -> str:
        seat = next((seat for seat in self.state.seats if self.game.side_of(seat) == side), None)
        if side is None or seat is None:
            return "a "
        return "your " if seat == self.seat else f"the {self.title(seat)} "

    def who(self, name: str) -> str:
        """A figure with its player, or a ball, for prose: `your S1`, `N3 of North (Ben)`, `the gnome`."""
        seat = self.names.figures.get(name)
        if seat is None:
            return name if re.search(r"\d", name) else f"the {name}"
        return f"your {name}" if seat == self.seat else f"{name} of {self.title(seat)}"

    def reach(self, figure: str) -> list[str]:
        """Where a figure can go: the sentence of `Game.reach`, its rows in few lines; or why that cannot be told."""
        try:
            first, *rows = self.game.reach(self.state, self.seat, figure)
        except Refused as error:
            return [str(error)]
        groups: list[str] = []
        for row in rows:
            if row.startswith("  ") and groups:
                groups[-1] += f"{'' if groups[-1].endswith(':') else ','} {row.strip()}"
            else:
                groups.append(row.strip())
        return [first, *groups]

    def mentions(self, words: Iterable[str]) -> Iterator[Statement]:
        """The statements with any of these words."""
        wanted = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words), re.IGNORECASE)
        return (each for each in self.statements if wanted.search(str(each)))


def _statements(lines: Sequence[str]) -> Iterator[Statement]:
    """The parts of lines: what stands between semicolons belongs to the words before the colon, what is indented to the
    line above it."""
    above: list[tuple[int, str]] = []
    for line in lines:
        text = line.strip()
        if not text:
            continue
        indent = len(line) - len(line.lstrip(" "))
        above = [(depth, head) for depth, head in above if depth < indent]
        head = above[-1][1] if above else ""
        name, colon, rest = text.partition(": ")
        if colon and "; " in rest:
            yield from (Statement(name, part) for part in rest.rstrip(".").split("; "))
        elif colon and not head:
            yield from _sentences(name, rest)
        elif not head:
            yield from (Statement("", part) for part in re.split(r"(?<=\w)\. (?=[A-Z])", text))
        else:
            yield Statement(head, text)
        above.append((indent, name if colon else text.rstrip(":")))


def _sentences(name: str, rest: str) -> Iterator[Statement]:
    """`Danger zone: row 1. Tiles in the stock: 36.` has two statements, each with a name of its own."""
    first, *more = re.split(r"(?<=\w)\. (?=[A-Z])", rest)
    yield Statement(name, first.rstrip("."))
    for part in more:
        head, colon, text = part.partition(": ")
        yield Statement(head, text.rstrip(".")) if colon else Statement("", part)


def _table(lines: Sequence[str]) -> Iterator[Statement]:
    """The rows of a table; where its columns have letters for names, each number with its own."""
    columns = next((line.split() for line in lines if _COLUMNS.match(line)), [])
    for each in _statements([line for line in lines if not _COLUMNS.match(line)]):
        words = each.text.split()
        numbers = words[-len(columns) :] if columns else []
        if columns and len(words) > len(columns) and all(word.isdigit() for word in numbers):
            row = ", ".join(f"{name} {number}" for name, number in zip(columns, numbers, strict=True))
            yield Statement(each.head, f"{' '.join(words[: -len(columns)])}: {row}")
        else:
            yield each


def spell_out(position: Position, line: str) -> str:
    """A line with the names of columns in full, where the mails explain them: `J 6` becomes `Jog 6`."""
    texts = position.explanations
    known: dict[str, str] = {each[1]: each[2] for text in texts for each in _ABBREVIATION.finditer(text)}
    return re.sub(r"(?<!\w)[A-Z](?= \d)", lambda found: known.get(found[0], found[0]), line)


def grouped(statements: Iterable[Statement]) -> list[str]:
    """Statements as lines, those that belong to the same words in one."""
    lines: dict[str, list[str]] = {}
    for each in statements:
        lines.setdefault(each.head or each.text, []).append(each.text)
    return [
        " ".join(f"{head}: {'; '.join(dict.fromkeys(texts))}".split()) if texts != [head] else head
        for head, texts in lines.items()
    ]
