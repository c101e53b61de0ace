"""Lines about a figure's place among the others, its square at Break Play and its name, and for the Coach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, Self

from msgspec import structs

from pbem.games.slargeball.coaches import check_target
from pbem.games.slargeball.field import name
from pbem.games.slargeball.kinds import ONE_FIGURE, ONE_SQUARE, WHO, NameText
from pbem.games.slargeball.lines import PARTS, Line, PartName, Some
from pbem.games.slargeball.names import any_figure, lineup_square
from pbem.games.slargeball.state import Memory, Pitch, lineup_squares
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, side_of
from pbem.play.forms import Choice, Form
from pbem.play.orders import Refused
from pbem.play.requests import Seat

NAMES = ("Ogre", "Little Tim", "Basher")


class First(Line, frozen=True):
    """The figure comes before all others of its seat."""

    form: ClassVar = Form("{who} first", who=WHO, says={"T2 first": "act before your other figures"})

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        for figure in figures:
            memory.unplace(figure)
            memory.first.insert(0, figure)


class Last(Line, frozen=True):
    """The figure comes after all others of its seat."""

    form: ClassVar = Form("{who} last", who=WHO, says={"T2 last": "act after your other figures"})

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        for figure in figures:
            memory.unplace(figure)
            memory.last.append(figure)


class Stop(Line, frozen=True):
    """The plan, or one part of it, is emptied."""

    form: ClassVar = Form(
        "{who} stop/st [{part}]",
        who=WHO,
        part=Choice({part: part for part in PARTS}, wants=f"one of {', '.join(PARTS)}"),
        says={
            "T1 stop": "forget the plan of T1",
            "T1 stop move": "or whap, fling, nab, place",
        },
    )
    several: ClassVar[bool] = True
    part: PartName | Literal[""] = ""

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        for figure in figures:
            for part in PARTS:
                if self.part in ("", part):
                    memory.empty(figure, part)
            if not self.part and kind_of(figure) == "H":
                memory.activate = ""

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.who, some.pick.one(["", *PARTS]))


class Name(Line, frozen=True):
    """The figure gets a name."""

    form: ClassVar = Form(
        "{who} name {text}",
        who=ONE_FIGURE,
        text=NameText(),
        says={"T1 name Ogre": "a name for the unit list"},
    )
    words: ClassVar = {
        "name, ogre": (
            '"T1 name Ogre" gives T1 a name of up to 16 letters, which the list shows. It has no other effect.'
        )
    }
    text: str

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        for figure in figures:
            memory.names[figure] = self.text

    def told(self, called: str) -> str:
        return f"{called} is called {self.text} from the next turn on"

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.called, some.pick.one(NAMES))


class Lineup(Line, frozen=True):
    """The square where a figure is placed, now and after every Break Play."""

    form: ClassVar = Form(
        "{who} lineup/lu {square}",
        also=("{who} {square}",),
        who=ONE_FIGURE,
        square=ONE_SQUARE,
        says={"T1 lineup 18,12": "in a plan: go there after Break Play"},
    )
    words: ClassVar = {
        "lineup, behind": (
            'The first mail, in secret: "T1 18,12" puts T1 there, behind your own slargeline, and a Goalie in'
            ' the other side\'s Goal Zone; "standard" leaves the rest to the rules. In a plan, "T1 lineup'
            ' 18,12" changes its place for the next Break Play. With the option lineup=standard nobody is'
            ' asked. As a condition, "behind" means fewer goals.'
        )
    }
    square: str

    def vet(self, state: Pitch, figure: FigureId) -> None:
        if kind_of(figure) == "H":
            raise Refused("The Coach stands on its spot beside the field.")
        lineup_square(state, figure, self.square)

    def check(self, state: Pitch, figure: FigureId) -> None:
        self.vet(state, figure)
        for other, square in state.memory(state.commander(figure)).lineup.items():
            if square == self.square and other != figure:
                raise Refused(f"{square} is already {own_name(other)}'s place.")

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        for figure in figures:
            memory.lineup[figure] = self.square
        memory.ready = False

    def told(self, called: str) -> str:
        return f"{called} lines up on {self.square}"

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.called, name(some.pick.one(sorted(lineup_squares(some.state, some.figure)))))


class Activate(Line, frozen=True):
    """The Coach is to pick out a figure of its own side."""

    form: ClassVar = Form(
        "{who} activate/act {target}",
        who=ONE_FIGURE,
        target=ONE_FIGURE,
        says={"H activate 2T1": "send the Coach at 2T1, this turn"},
    )
    words: ClassVar = {
        "activate, coach, coaches, outings, talks, errand, frozen": (
            'The Coach stands beside the field. "H activate 2T1" sends it at one of your own figures, three'
            " times a match at most: on 3 or less on a die, then 2, then 1. That figure is frozen, and falls"
            " when the Coach has talked to it; everybody near the Coach's way faints on 5 or less. The list"
            " says how many outings are left."
        )
    }
    kinds: ClassVar[str] = "H"
    target: str

    def in_full(self, state: Pitch, seat: Seat) -> Activate:
        return structs.replace(self, target=any_figure(state, seat, self.target))

    def vet(self, state: Pitch, figure: FigureId) -> None:
        if kind_of(figure) != "H":
            raise Refused(f"Only the Coach can be activated, not {own_name(figure)}.")

    def check(self, state: Pitch, figure: FigureId) -> None:
        self.vet(state, figure)
        check_target(state, side_of(figure), self.target)

    def keep(self, memory: Memory, figures: Sequence[FigureId]) -> None:
        memory.activate = self.target

    def told(self, called: str) -> str:
        return f"Your Coach tries for {own_name(self.target)} this turn"

    @classmethod
    def sample(cls, some: Some) -> Self:
        return cls(some.called, some.friend())
