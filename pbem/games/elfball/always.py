"""Standing orders: lines that begin with `always`, and how they are written. What they do is in `standing.py`."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from pbem.games.elfball.hooks import ABILITIES
from pbem.games.elfball.kinds import FORMATION, KIND, LETTERS, SIX, SPENDING, FaceOffWord
from pbem.games.elfball.state import PLAIN, Kind, Policy
from pbem.games.elfball.teams import ATTRIBUTES, Attribute
from pbem.play.forms import Choice, Form, Many, Word, one_of
from pbem.play.requests import Order

_ABILITY = Choice({name: name for name in ABILITIES}, "ABILITY", wants="an ability")
_ATTRIBUTE: Choice[Attribute] = Choice({name: name for name in ATTRIBUTES}, "ATTRIBUTE", wants="an attribute")
_PERCENT = "0*(?:100|[0-9]{1,2})%"


def _how(word: str) -> str:
    return f"{int(word[:-1])}%" if word.endswith("%") else word.lower()


class Always(Order, frozen=True):
    """A standing order, kept in the seat's own memory."""


class AlwaysFormation(Always, frozen=True):
    """How to set up every Test."""

    form: ClassVar = Form(
        "always formation {formation} {letters}",
        formation=FORMATION,
        letters=SIX,
        says={"always formation spread A B C": "be set up like that unasked"},
    )

    formation: str
    letters: tuple[str, ...]


class AlwaysFaceOff(Always, frozen=True):
    """What to do with every face-off won, or to ask."""

    form: ClassVar = Form(
        "{word}",
        word=Choice(
            {f"always faceoff {word}": word for word in get_args(FaceOffWord)}
            | {"always ask faceoff": "ask", "ask faceoff": "ask"}
        ),
        says={"always faceoff pickup": "answer every face-off won"},
    )

    word: str


class AlwaysIntercept(Always, frozen=True):
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

    how: str
    letters: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return "always ask intercept"
        return " ".join(("always intercept", self.how, *self.letters))


class AlwaysCatch(Always, frozen=True):
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

    how: str
    letters: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.how == "ask":
            return "always ask catch"
        return " ".join(("always catch", self.how, *self.letters))


class AlwaysReface(Always, frozen=True):
    """Where a player looks who has tried for a ball: towards it, or as before."""

    form: ClassVar = Form(
        "always reface {how}",
        how=one_of("ball", "keep"),
        says={"always reface ball": "look after a ball one tried for"},
    )

    how: Literal["ball", "keep"]


class AlwaysMomentum(Always, frozen=True):
    """How Momentum is spent, in challenges of one kind or of all."""

    form: ClassVar = Form(
        "always momentum [{kind}] {policy}",
        kind=KIND,
        policy=SPENDING,
        says={
            "always momentum needed": "as many dice again as are needed",
            "always momentum dash all": "for a Dash all of them",
        },
    )

    kind: Kind | Literal[""] = ""
    policy: Policy = PLAIN


class AlwaysKeg(Always, frozen=True):
    """Whether a keg is opened for an Injury, or both (ELFBALL-181)."""

    form: ClassVar = Form(
        "always keg {how}",
        how=one_of("yes", "no", "both"),
        says={"always keg both": "use two kegs; or yes, or no"},
    )

    how: Literal["yes", "no", "both"]


class AlwaysSave(Always, frozen=True):
    """Whether ability dice are used; with names `no` holds for those abilities only (ELFBALL-180)."""

    form: ClassVar = Form(
        "always save {how} [{names}]",
        how=one_of("yes", "no"),
        names=Many(_ABILITY, between=("and", ",")),
        says={"always save no agile": "keep this ability die"},
    )

    how: Literal["yes", "no"]
    names: tuple[str, ...] = ()


class AlwaysLose(Always, frozen=True):
    """Which of equal attributes a lasting injury lowers, the first choice first (ELFBALL-115)."""

    form: ClassVar = Form(
        "always lose {names}",
        names=Many(_ATTRIBUTE, between=("and", ",")),
        says={"always lose jog skill": "what an injury may cost"},
    )

    names: tuple[Attribute, ...]


ALWAYS: tuple[type[Always], ...] = (
    AlwaysFormation, AlwaysFaceOff, AlwaysIntercept, AlwaysCatch, AlwaysReface, AlwaysMomentum, AlwaysKeg, AlwaysSave,
    AlwaysLose,
)  # fmt: skip
