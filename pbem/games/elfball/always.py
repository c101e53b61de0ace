"""Standing orders (section 5 of the rules): lines that begin with `always`, kept in a seat's memory and told back.

What is kept is read where the rules come to it: by the ask of a face-off, say, or in the middle of a roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, get_args

from pbem.games.elfball.actions.naming import some_player
from pbem.games.elfball.field.kinds import FORMATION, KIND, LETTERS, SIX, SPENDING, FaceOffWord
from pbem.games.elfball.field.lines import Common
from pbem.games.elfball.field.players import ATTRIBUTES, FORMATIONS, Attribute
from pbem.games.elfball.field.state import KINDS, SEAT_OF, Kind, Letter, Memory, Pitch
from pbem.games.elfball.field.state import LETTERS as TEAM_LETTERS
from pbem.games.elfball.rolls.hooks import ABILITIES, BASICS
from pbem.games.elfball.rolls.momentum import POLICIES
from pbem.play.forms import Choice, Form, Many, Word, one_of
from pbem.play.orders import Refused
from pbem.play.requests import Order, Pick, Seat

_ABILITY = Choice({name: name for name in ABILITIES}, "ABILITY", wants="an ability")
_ATTRIBUTE: Choice[Attribute] = Choice({name: name for name in ATTRIBUTES}, "ATTRIBUTE", wants="an attribute")
_PERCENT = "0*(?:100|[0-9]{1,2})%"


def _how(word: str) -> str:
    return f"{int(word[:-1])}%" if word.endswith("%") else word.lower()


def _own(state: Pitch, seat: Seat, letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
    """Players of a seat, or refused; before the teams are named nobody is there yet, and letters are enough."""
    for letter in letters:
        if SEAT_OF[some_player(state, letter) if state.players else letter] != seat:
            raise Refused(f"{letter} is not your player")
    return letters


class Always(Common, Order, frozen=True):
    """A standing order, kept in the seat's own memory.

    `field`: where it is kept there; `means`: what the writer is told of each of its words.
    """

    field: ClassVar[str]
    means: ClassVar[Mapping[str, str]] = {}

    how: Any

    def keep(self, state: Pitch, seat: Seat) -> str:
        """Note it and say what it means; raises `Refused` where it names somebody else's players."""
        setattr(state.memorise(seat), self.field, self.how)
        return self.means[self.how]

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        """What a seat's memory holds, as lines; none if it is as it was at the start."""
        how = getattr(memory, cls.field)
        return [] if how == getattr(_FRESH, cls.field) else [cls(how)]

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        """Some such lines of a seat, asking more often than answering."""
        return [cls(pick.one(list(cls.means)))]


_FRESH = Memory()


class AlwaysFormation(Always, frozen=True):
    """How to set up every Test."""

    form: ClassVar = Form(
        "always formation {how} {letters}",
        how=FORMATION,
        letters=SIX,
        says={"always formation spread A B C": "be set up like that unasked"},
    )

    letters: tuple[str, ...]

    def keep(self, state: Pitch, seat: Seat) -> str:
        memory = state.memorise(seat)
        memory.formation, memory.placed = self.how, _own(state, seat, self.letters)
        return "You are set up in this way, as long as these players are there"

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        return [cls(memory.formation, memory.placed)] if memory.formation else []

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        return [cls(pick.one(list(FORMATIONS)), tuple(pick.some(own, 6)))]


class AlwaysFaceOff(Always, frozen=True):
    """What to do with every face-off won, or to ask."""

    form: ClassVar = Form(
        "{how}",
        how=Choice(
            {f"always faceoff {word}": word for word in get_args(FaceOffWord)}
            | {"always ask faceoff": "ask", "ask faceoff": "ask"}
        ),
        says={"always faceoff pickup": "answer every face-off you win"},
    )

    def keep(self, state: Pitch, seat: Seat) -> str:
        state.memorise(seat).faceoff = "" if self.how == "ask" else self.how
        return (
            "You are asked after each face-off"
            if self.how == "ask"
            else f"After winning a face-off: {self.how}"
        )

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        return [cls(memory.faceoff)] if memory.faceoff else []

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        return [cls(pick.one(["pickup", "tackle", "ask"]))]


class _Trying(Always, frozen=True):
    """Whether players try for a ball that comes their way: always, never, from a chance on, some of them; or to ask."""

    letters: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return f"always ask {self.field}"
        return " ".join((f"always {self.field}", self.how, *self.letters))


class AlwaysIntercept(_Trying, frozen=True):
    """Who is to attempt Intercepts: `best`, `never`, `ask`, `30%`, or letters in order."""

    form: ClassVar = Form(
        "always intercept {how}",
        also=("always intercept {how=those} {letters}", "{how=ask}"),
        how=Word(
            "best | never | N%", f"best|never|{_PERCENT}", _how, wants="best, never, a chance such as 30%"
        ),
        those=one_of("with"),
        letters=LETTERS,
        ask=Choice({"always ask intercept": "ask", "ask intercept": "ask"}),
        says={
            "always intercept best": "try every interception",
            "always intercept never": "none",
            "always intercept 30%": "only with such a chance",
            "always intercept with Q R": "only these, in this order",
            "always ask intercept": "be asked each time",
        },
    )
    field: ClassVar[str] = "intercept"
    means: ClassVar = {
        "best": "The best of your players tries every Intercept",
        "never": "No player of yours tries an Intercept",
        "ask": "You are asked before every Intercept",
    }
    about: ClassVar = {
        "best": ('"always intercept best" lets the player with the best chance try; this is the default.'),
        "intercept, interception": (
            "One standing player of the other team may try to get a ball that is thrown past them: a roll of Skill,"
            ' with target 2. After "always ask intercept" you are asked each time.'
        ),
    }

    def keep(self, state: Pitch, seat: Seat) -> str:
        letters = " ".join(_own(state, seat, self.letters))
        state.memorise(seat).intercept = letters or self.how
        if letters:
            return f"An Intercept is tried by the first of these who may: {letters}"
        percent = f"The best of your players tries an Intercept if the chance is {self.how} or better"
        return self.means.get(self.how, percent)

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        if memory.intercept[0].isupper():
            return [cls("with", tuple(memory.intercept.split()))]
        return super().kept(memory)

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        how = pick.one(["best", "never", "30%", "ask", "ask", "ask", "ask"])
        return [cls(how), cls("ask"), cls("with", tuple(pick.some(own, 3)))]


class AlwaysCatch(_Trying, frozen=True):
    """Whether to attempt Catches: `yes`, `no`, `ask` or `30%`; with letters `no` holds for those players only."""

    form: ClassVar = Form(
        "always catch {how=no} [{letters}]",
        also=("always catch {how}", "{how=ask}"),
        how=Word("yes | N%", f"yes|{_PERCENT}", _how, wants="yes, a chance such as 30%"),
        no=one_of("no"),
        letters=LETTERS,
        ask=Choice({"always ask catch": "ask", "ask catch": "ask"}),
        says={
            "always catch yes": "try every catch",
            "always catch no M N": "but not with these",
            "always ask catch": "be asked each time",
        },
    )
    field: ClassVar[str] = "catch"
    means: ClassVar = {
        "yes": "Your players try every Catch",
        "no": "Your players let every ball go by",
        "ask": "You are asked before every Catch",
    }

    def keep(self, state: Pitch, seat: Seat) -> str:
        memory = state.memorise(seat)
        memory.letting = _own(state, seat, self.letters)
        if self.letters:
            return f"These players let balls go by: {' '.join(self.letters)}"
        memory.catch = self.how
        return self.means.get(self.how, f"Your players try a Catch if the chance is {self.how} or better")

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        return [*super().kept(memory), *([cls("no", memory.letting)] if memory.letting else [])]

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        how = pick.one(["yes", "no", "50%", "ask", "ask"])
        return [cls("ask"), cls(how), cls("no", tuple(pick.some(own, 2)))]


class AlwaysReface(Always, frozen=True):
    """Where a player looks who has tried for a ball: toward it, or as before."""

    form: ClassVar = Form(
        "always reface {how}",
        how=one_of("ball", "keep"),
        says={"always reface ball": "face a ball they tried for"},
    )
    field: ClassVar[str] = "reface"
    means: ClassVar = {"ball": "Players look toward the ball", "keep": "Players keep their direction"}
    about: ClassVar = {
        "reface": (
            '"always reface ball" turns your players toward a ball they have tried for, "always reface keep"'
            " does not."
        )
    }


class AlwaysMomentum(Always, frozen=True):
    """How Momentum is spent, in challenges of one kind or of all."""

    form: ClassVar = Form(
        "always momentum [{kind}] {how}",
        kind=KIND,
        how=SPENDING,
        says={
            "always momentum needed": "as many dice again as are needed",
            "always momentum dash all": "for a Dash all of them",
        },
    )

    kind: Kind | Literal[""] = ""

    def keep(self, state: Pitch, seat: Seat) -> str:
        kept = state.memorise(seat).momentum
        kept[self.kind] = self.how.over(kept.get(self.kind, self.how))
        return f"Momentum for {self.kind or 'every challenge'}: {SPENDING.write(kept[self.kind])}"

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        kinds: tuple[Kind | Literal[""], ...] = ("", *KINDS)
        return [cls(memory.momentum[kind], kind) for kind in kinds if kind in memory.momentum]

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        kind: Kind | Literal[""] = pick.one(["", *KINDS])
        return [cls(pick.one(POLICIES), kind)]


class AlwaysKeg(Always, frozen=True):
    """Whether a keg is opened for an Injury, or both (ELFBALL-181)."""

    form: ClassVar = Form(
        "always keg {how}",
        how=one_of("yes", "no", "both"),
        says={"always keg both": "use two kegs; or yes, or no"},
    )
    field: ClassVar[str] = "keg"
    means: ClassVar = {
        "yes": "A keg is opened for an Injury that it can help",
        "no": "No keg is opened",
        "both": "Both kegs are opened for an Injury, if both can help",
    }
    about: ClassVar = {"both": '"always keg both" uses two kegs for one roll.'}


class AlwaysSave(Always, frozen=True):
    """Whether ability dice are used; with names `no` holds for those abilities only (ELFBALL-180)."""

    form: ClassVar = Form(
        "always save {how} [{names}]",
        how=one_of("yes", "no"),
        names=Many(_ABILITY, between=("and", ",")),
        says={"always save no agile": "keep this ability die"},
    )
    field: ClassVar[str] = "save"
    means: ClassVar = {"yes": "Ability dice are used", "no": "No ability dice are used"}
    about: ClassVar = {
        "save": (
            'An ability such as Agile saves one die of a challenge; "A tackle m save no" does without it,'
            ' "always save no agile" for good.'
        )
    }

    names: tuple[str, ...] = ()

    def keep(self, state: Pitch, seat: Seat) -> str:
        state.memorise(seat).sparing = self.names
        return (
            f"These ability dice are kept: {', '.join(self.names)}"
            if self.names
            else super().keep(state, seat)
        )

    @classmethod
    def kept(cls, memory: Memory) -> Sequence[Always]:
        return [*super().kept(memory), *([cls("no", memory.sparing)] if memory.sparing else [])]

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        return [*super().samples(own, pick), cls("no", (pick.one(list(BASICS)),))]


class AlwaysLose(Always, frozen=True):
    """Which of equal attributes a lasting injury lowers, the first choice first (ELFBALL-115)."""

    form: ClassVar = Form(
        "always lose {how}",
        how=Many(_ATTRIBUTE, between=("and", ",")),
        says={"always lose jog skill": "what an injury may cost"},
    )
    field: ClassVar[str] = "lose"
    about: ClassVar = {
        "lose": '"always lose jog skill" says which of equal attributes a lasting injury is to lower.'
    }

    def keep(self, state: Pitch, seat: Seat) -> str:
        state.memorise(seat).lose = self.how
        return f"Of equal attributes an injury lowers the first of these: {' '.join(self.how)}"

    @classmethod
    def samples(cls, own: Sequence[Letter], pick: Pick) -> Sequence[Always]:
        return [cls(tuple(pick.some(ATTRIBUTES, 2)))]


ALWAYS: tuple[type[Always], ...] = (
    AlwaysFormation, AlwaysFaceOff, AlwaysIntercept, AlwaysCatch, AlwaysReface, AlwaysMomentum, AlwaysKeg, AlwaysSave,
    AlwaysLose,
)  # fmt: skip


def kept(state: Pitch, seat: Seat) -> list[str]:
    """What differs from a seat that never gave a standing order, as lines that would set it again."""
    return [str(line) for kind in ALWAYS for line in kind.kept(state.memory(seat))]


def sample(state: Pitch, seat: Seat, pick: Pick) -> Always:
    """Some standing order."""
    if state.memory(seat).intercept == _FRESH.intercept and pick.chance(50):
        return AlwaysIntercept("ask")
    return pick.one([line for kind in ALWAYS for line in kind.samples(TEAM_LETTERS[seat][:6], pick)])
