"""The lines of the game: what each holds, and how it is written; one tidied line is read, whoever is asked.

References stay as written until a check looks at the position. Ids are written with a capital letter (`A1`), squares
with a small one (`a1`): only in `place` lines and after `reach` does the difference decide what is meant.

    A3 move f5, pick up          one activation; free declarations, move and action, commas optional
    LINE or LINE                 the first that is legal
    if COND: LINE                used only if the condition is true when it comes up
    whenever COND: LINE          a plan line, kept in the seat's memory
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from pbem.games.gnomeball.conditions import TESTS
from pbem.games.gnomeball.parts import RULES, VERBS, Parts
from pbem.games.gnomeball.races import read_team
from pbem.games.gnomeball.squares import CORNER_NAMES, CORNERS, FIELD
from pbem.games.gnomeball.state import Part, Play
from pbem.games.gnomeball.toss import Ignore, Intercept
from pbem.games.gnomeball.words import ANY, ID, REFERENCE
from pbem.play import forms
from pbem.play.conditions import Condition
from pbem.play.forms import FILLERS, Form, Kind, Line, Many, Word
from pbem.play.grammar import Grammar
from pbem.play.mending import Mender
from pbem.play.orders import Unreadable
from pbem.play.requests import Order

LONGEST = 200
"""Maximum number of characters in a line: it is examined again and again while it waits or is planned."""


class _Rest(Kind[Any]):
    """All the words up to the end of the line, as `read` reads them; commas, `and` and small words are ignored."""

    def __init__(self, label: str) -> None:
        self.label = self.wants = label

    def take(self, line: Line, at: int) -> tuple[Any, int]:
        words = zip(line.words[at:], line.low[at:], strict=True)
        return self.read([word for word, low in words if low not in (",", "and", *FILLERS)]), len(line.words)

    def read(self, words: Sequence[str]) -> Any:
        """The value of these words; raises `Unreadable`."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        return " ".join(value)


class _Corners(_Rest):
    def read(self, words: Sequence[str]) -> tuple[str, ...]:
        corners = [CORNER_NAMES.get(word.lower(), word.lower()) for word in words]
        expected = "home CORNER ... (a1 j1 a10 j10, or sw se nw ne)"
        for corner in corners:
            if corner not in CORNERS:
                raise Unreadable(
                    f'"{corner}" is not a corner: a1 (sw), j1 (se), a10 (nw), j10 (ne).', expected
                )
        if not corners:
            raise Unreadable('"home" needs one or more corners, your first choice first.', expected)
        return tuple(dict.fromkeys(corners))


class _Races(_Rest):
    def read(self, words: Sequence[str]) -> tuple[str, ...]:
        return read_team(words)


class _Places(_Rest):
    """Pairs of id and square, or squares alone; the first word decides which."""

    def read(self, words: Sequence[str]) -> tuple[tuple[str, str], ...]:
        expected = "place [ID] SQUARE ..."
        if not words:
            raise Unreadable('"place" needs squares, with or without ids.', expected)
        if not REFERENCE.fullmatch(words[0]):
            return tuple(("", self._square(word)) for word in words)
        pairs: list[tuple[str, str]] = []
        for who, square in zip(words[::2], [*words[1::2], ""], strict=False):
            if not REFERENCE.fullmatch(who) or not square:
                raise Unreadable(f'"{who}" should be an id and a square, such as A1 e4.', expected)
            pairs.append((who, self._square(square)))
        if len({who for who, _ in pairs}) < len(pairs):
            raise Unreadable("An id appears twice in this line.", expected)
        return tuple(pairs)

    def write(self, value: Sequence[tuple[str, str]]) -> str:
        return " ".join(f"{who} {square}".strip() for who, square in value)

    @staticmethod
    def _square(word: str) -> str:
        if word.lower() not in FIELD:
            raise Unreadable(
                f'"{word}" is not a square of the field (a1 to j10).', "a letter a-j and a number 1-10"
            )
        return word.lower()


class _Standing(_Places):
    """The same for a standing order: it names ids."""

    def read(self, words: Sequence[str]) -> tuple[tuple[str, str], ...]:
        pairs = super().read(words)
        if not pairs[0][0]:
            raise Unreadable("A standing placement needs ids.", "always place ID SQUARE ...")
        return pairs


_PLACES = _Places("[ID] SQUARE ...")


_PASS = Part("pass")


def _line(parts: tuple[Part, ...], who: str = "") -> Activate:
    return Activate(who, parts)


_LINE: Form[Activate] = Form(
    "{who} {parts}",
    _line,
    also=("{parts=nothing}",),
    who=Word("ID", f"[a-d][1-9][0-9]?|{ANY}", lambda word: word.lower() if word.lower() == ANY else word.upper(),
             wants="a character", named=True),
    parts=Parts(),
    nothing=forms.Choice({"pass": (_PASS,), "-": (_PASS,)}),
)  # fmt: skip
_BRANCHES = Many(_LINE, "or")
_LINE.label = _BRANCHES.label = "LINE"


def _play(branches: tuple[Activate, ...] = (), line: Activate | None = None) -> Play:
    """One line, alternatives, or what a plan has played, as the log has it."""
    if line is not None:
        return Activate(line.who, line.parts, planned=True)
    return branches[0] if len(branches) == 1 else Choice(Condition(), branches)


class Activate(Play, frozen=True):
    """One activation line. `who` is empty in a plain `pass`; `planned` marks what a plan has played."""

    form: ClassVar = Form(
        "{branches}",
        _play,
        also=("plan : {line}",),
        branches=_BRANCHES,
        line=_LINE,
        says={
            **{line: does for verb in VERBS.values() for line, does in verb.says.items()},
            "A4 move e5 or A4 pass": "do the first that is legal",
        },
    )

    who: str
    parts: tuple[Part, ...]
    planned: bool = False

    def __str__(self) -> str:
        line = f"{self.who} {', '.join(map(str, self.parts))}".strip()
        return f"plan: {line}" if self.planned else line

    @property
    def closes(self) -> bool:
        """Whoever plans an activation of nothing for a later turn names the character."""
        return not self.who and self.parts == (_PASS,)

    def ahead(self, *, behind: bool) -> str:
        if self.parts != (_PASS,):
            return ""
        return f"give up the next activation of {self.who}" if self.who else "give up your next activation"


class Choice(Play, frozen=True):
    """A line with a condition, with alternatives, or with both (GNOMEBALL-126)."""

    form: ClassVar = Form(
        "{when} :/then {branches}",
        when=TESTS.clause,
        branches=_BRANCHES,
        says={"if loose: A2 fetch": "do it if that is so by then"},
    )

    when: Condition
    branches: tuple[Activate, ...]

    def __str__(self) -> str:
        line = " or ".join(map(str, self.branches))
        return f"{self.when.clause}: {line}" if self.when else line


class Halt(Play, frozen=True):
    """Drop the rest of the queue and ask me, if the conditions hold (GNOMEBALL-127)."""

    form: ClassVar = Form(
        "halt [{when}]", when=TESTS.clause, says={"halt if they hold": "drop your other lines, ask me"}
    )

    when: Condition = Condition()


# Set-up and restart.


class Placing(Order, frozen=True):
    """Lines of the set-up or of a restart."""


class Team(Placing, frozen=True):
    """Five races in the order of the ids, `*` behind the copperback."""

    form: ClassVar = Form(
        "team/tm {races}",
        races=_Races("RACE[*] x5"),
        says={"team tauren orc* troll orc orc": "five races, * the copperback"},
    )

    unasked: ClassVar[str] = "The teams have been chosen."

    races: tuple[str, ...]


class Home(Placing, frozen=True):
    """Corners in the order of preference."""

    form: ClassVar = Form(
        "home/ho {corners}",
        corners=_Corners("CORNER ..."),
        says={"home a1 j10": "ask for corners, favorite first"},
    )

    unasked: ClassVar[str] = "The homes have been given."

    corners: tuple[str, ...]


class Place(Placing, frozen=True):
    """Squares for characters: pairs of id and square, the id empty if only squares were written."""

    form: ClassVar = Form(
        "place/pl {squares}", squares=_PLACES, says={"place A1 e4 A2 d5": "put characters on squares"}
    )

    squares: tuple[tuple[str, str], ...]


class PlaceSame(Placing, frozen=True):
    """Place everybody where they were last placed."""

    form: ClassVar = Form("place/pl same", says={"place same": "put all where they last began"})


class Done(Placing, frozen=True):
    """The draft is complete; the rules decide what is missing."""

    form: ClassVar = Form("done", says={"done": "leave the rest to the rules"})

    unasked: ClassVar[str] = "There is nothing to place now."


# Standing orders and plans.


class AlwaysIntercept(Order, frozen=True):
    """The standing answer to tosses within reach."""

    form: ClassVar = Form(
        "{how}",
        how=forms.Choice(
            {
                "always intercept": "yes",
                "never intercept": "no",
                "always intercept except worgen": "except worgen",
                "always ask intercept": "ask",
            }
        ),
        says={
            "always intercept": "try at every toss in reach",
            "never intercept": "let all tosses fly by",
            "always intercept except worgen": "but not with claws out",
            "always ask intercept": "be asked at every toss",
        },
    )

    how: Literal["yes", "no", "except worgen", "ask"]


class AlwaysPlace(Order, frozen=True):
    """The standing answer to restarts; `squares` as in `Place`."""

    form: ClassVar = Form(
        "{how}",
        lambda how="squares", squares=(): AlwaysPlace(how, squares),
        also=("always place {squares}",),
        how=forms.Choice(
            {"always place same": "same", "always place auto": "auto", "always ask place": "ask"}
        ),
        squares=_Standing("ID SQUARE ..."),
        says={
            "always place same": "stand as before after scores",
            "always place auto": "stand on the first free squares",
            "always place A1 e4 A2 d5": "stand there after scores",
            "always ask place": "be asked after each score",
        },
    )

    how: Literal["same", "auto", "squares", "ask"]
    squares: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return "always ask place"
        return f"always place {_PLACES.write(self.squares) if self.how == 'squares' else self.how}"


class Planning(Order, frozen=True):
    """Lines that change the standing plan (GNOMEBALL-128)."""


class Whenever(Planning, frozen=True):
    """A plan line."""

    form: ClassVar = Form(
        "whenever {when} :/then {branches}",
        when=TESTS,
        branches=_BRANCHES,
        says={"whenever loose: any fetch": "a plan, for when no line waits"},
    )

    when: Condition
    branches: tuple[Activate, ...]


class DropPlan(Planning, frozen=True):
    """Forget the plan."""

    form: ClassVar = Form("drop plan", says={"drop plan": "have no plan anymore"})


class KeepOn(Planning, frozen=True):
    """Let the plan go on when the gnome changes sides."""

    form: ClassVar = Form("keep on", says={"keep on": "plan on when the gnome changes"})


ORDERS: tuple[type[Order], ...] = (
    Activate, Choice, Halt, Intercept, Ignore, Team, Home, PlaceSame, Place, Done, AlwaysIntercept, AlwaysPlace,
    Whenever, DropPlan, KeepOn,
)  # fmt: skip


def _guess(words: Sequence[str]) -> Iterator[str]:
    """The line without commas; with the character in front of its verb; with a character that does nothing."""
    plain = [word for word in words if word != ","]
    if len(plain) < len(words):
        yield " ".join(plain)
    match plain:
        case [verb, who, *others] if verb.lower() in RULES:
            yield " ".join((who, verb, *others))
        case [who] if ID.fits(who.lower()):
            yield f"{who} pass"


_ONE_LINE = (
    "A line begins with a character such as A1. All that it does in an activation stands on one line.",
    "A1 move f6, pick up",
)
GRAMMAR = Grammar(
    "Gnomeball",
    ORDERS,
    tokens="[^\\s,:]+|[,:]",
    refused={word: _ONE_LINE for word in RULES if word not in ("pass", "-")},
    expected="ID move SQUARE, ACTION",
    bare=True,
    mend=Mender(
        {
            "go": "move", "walk": "move", "run": "move", "to": "move", "throw": "toss", "hit": "attack",
            "fight": "attack", "kick": "punt", "grab": "pick", "take": "pick", "gnome": "", "home": "", "up": "",
        },
        guess=_guess,
    ),
)  # fmt: skip
MEANINGS = GRAMMAR.meanings
FORMS = tuple(MEANINGS)
SAYINGS = {
    r"(?:(?:does|do|did|will|should|shall|can)(?: not|n't)|won't|shan't|can't) do anything": "does nothing",
    r"(?:(?:the |that |their |your )?(?:one|guy|player|fellow|bloke|man|lad|chap|character)|him|her|whoever)"
    r"(?:'?s| is| has)? (?:with|who has|that has|has|holding|who holds|who is holding|got|carrying|who's got)"
    r" (?:the |that )?gnome": "holder",
    r"(?:the )?gnome[ -]?(?:holder|carrier)": "holder",
    r"(?:the )?(?:copper[ -]?\w*|star) (?:on|to|for|is|goes to|is for|will be) (?:(?:the|my) )?(\w+)": r"\1*",
    r"(\w+) \1\W+(?:the )?(?:one|first|second|last|either)(?: one)?(?: of (?:them|those|the \w+))?"
    r" (?:is|as|being|gets|has|will be) (?:the|my|our|a) (?:copper[ -]?\w*|star)\b\)?": r"\1* \1",
    r"(\w+)(?:,? (?:as|is|being|gets|with|has|for|to be))? (?:(?:the|my|our|a|an) )*(?:copper[ -]?\w*|star)": r"\1*",
}


def read(text: str) -> Order:
    """One tidied line as an order; raises `Unreadable`."""
    if len(text) > LONGEST:
        raise Unreadable(
            f"A line has room for {LONGEST} characters; this one has {len(text)}.", GRAMMAR.expected
        )
    return GRAMMAR.read(text)
