"""Magic Potions (ELFBALL-107 to 109, 182): a dose for a player beside the field, and what it does."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, TypeAlias

from pbem.games.elfball.actions.injuries import lower
from pbem.games.elfball.actions.naming import own_player
from pbem.games.elfball.field.kinds import LETTER
from pbem.games.elfball.field.lines import Turn
from pbem.games.elfball.field.players import ATTRIBUTES, Attribute
from pbem.games.elfball.field.state import SEAT_OF, Letter, Pitch, Player
from pbem.games.elfball.rolls import hooks
from pbem.games.elfball.rolls.rolling import FACES
from pbem.play.forms import Choice, Form, Many
from pbem.play.orders import Refused
from pbem.play.requests import Event, Pick, Rules, Seat, roll

Effect: TypeAlias = Literal[
    "death", "seizure", "coma", "woozy", "cramp", "cure", "basic", "two", "advanced", "attribute"
]

EFFECTS: dict[str, Effect] = {
    "XX": "death",
    "X-": "seizure",
    "XS": "coma",
    "X*": "woozy",
    "--": "cramp",
    "SS": "cure",
    "-S": "basic",
    "-*": "two",
    "S*": "advanced",
    "**": "attribute",
}
"""What a pair of faces does (ELFBALL-107)."""

MOST = 6
"""No potion raises an attribute above this."""

_ORDER = "X-S*"
_BASICS = ("agile", "nimble", "grapple", "buff", "resilient", "steady")
_VETERAN = ("focused", "slippery", "rugged", "bankshot", "psycho", "bonecrusher", "sprinter")
_RAISED: tuple[Attribute, ...] = ("skill", "dodge", "tackle", "might", "grit", "jog")


_CHOICE = Choice(
    {name: name for name in (*hooks.ABILITIES, *ATTRIBUTES)}, "CHOICE", wants="an ability or an attribute"
)


class Dosed(Event, frozen=True):
    """A potion: the pair rolled, what it did, where its drinker is now, what was gained, what has changed."""

    player: Letter
    faces: str
    effect: str
    at: str
    gained: tuple[str, ...] = ()
    attribute: str = ""


class Potion(Turn, frozen=True):
    """A player is given a dose; `choices` are abilities and attributes, should there be a choice (ELFBALL-107)."""

    form: ClassVar = Form(
        "potion {letter} [{choices}]",
        letter=LETTER,
        choices=Many(_CHOICE, between=("and", ",")),
        says={"potion J agile skill": "a dose, and what you want"},
    )

    letter: str
    choices: tuple[str, ...] = ()

    def vet(self, state: Pitch, seat: Seat) -> None:
        own_player(state, seat, self.letter)
        if not doses_left(state, seat):  # none are added in a match
            raise Refused(f"{self}: no dose is left")
        if why := _why_never(self.letter, state.players[self.letter]):
            raise Refused(f"{self}: {why}")
        for each in self.choices:
            if each not in ATTRIBUTES and hooks.ability_named(each).of not in ATTRIBUTES:
                raise Refused(f"{self}: a potion gives general abilities only")

    def check(self, state: Pitch, choice: Sequence[Letter]) -> Turn:
        if why := _why_not(self.letter, state.players[self.letter]):
            raise Refused(f"{self}: {why}")
        return self

    def run(self, state: Pitch) -> Rules[None]:
        """Roll two dice and do what they say."""
        letter, player = self.letter, state.players[self.letter]
        state.support[SEAT_OF[letter]].dosed += 1
        player.mark().dosed = True
        rolled = yield from roll("potion", count=2)
        faces = "".join(sorted((FACES[face - 1] for face in rolled), key=_ORDER.index))
        effect = EFFECTS[faces]
        gained, attribute = tuple[str, ...](), ""
        match effect:
            case "death":
                player.at, player.mark().ended = "infirmary", "life"
            case "seizure":
                player.at, attribute = "infirmary", lower(state, letter)
            case "coma":
                player.at = "infirmary"
            case "woozy":
                player.at = "recovery" if player.at == "bench" else player.at
            case "cramp":
                _cure(player, "recovery")
            case _:
                _cure(player, "bench")
                if effect == "attribute":
                    attribute = _raise(player, self.choices)
                elif effect != "cure":
                    gained = _gifts(player, effect, self.choices)
                    player.mark().gained += gained
        yield Dosed(letter, faces, effect, player.at, gained, attribute)

    @classmethod
    def offers(cls, state: Pitch) -> Iterable[str]:
        if not doses_left(state, state.active) or state.stage:
            return []
        return [f"potion {each}" for each in patients(state, state.active)[:1]]

    @classmethod
    def samples(cls, state: Pitch, choice: Sequence[Letter], pick: Pick) -> Iterable[Turn]:
        return [cls(pick.one(state.team(state.active)), tuple(pick.some([*hooks.BASICS, *ATTRIBUTES], 2)))]


def doses_left(state: Pitch, seat: Seat) -> int:
    """The doses that a team still has in this match."""
    support = state.backing(seat)
    return support.potions - support.dosed


def patients(state: Pitch, seat: Seat) -> list[Letter]:
    """Who may be given a dose (ELFBALL-107)."""
    return [letter for letter in state.team(seat) if not _why_not(letter, state.players[letter])]


def may_dose(state: Pitch, seat: Seat) -> bool:
    """Whether a team has a dose left, and somebody to give it to."""
    return bool(doses_left(state, seat) and patients(state, seat))


def _why_not(letter: Letter, player: Player) -> str:
    """Why a player may not be given a dose now; empty where they may."""
    return f"{letter} is on the field" if player.on_field else _why_never(letter, player)


def _why_never(letter: Letter, player: Player) -> str:
    """Why they may not be given one at all, in this match."""
    if player.at == "ejected":
        return f"{letter} is ejected for the match"
    if player.now.dosed:
        return f"{letter} has already had a dose in this match"
    if player.machine:
        return f"{letter} is an {player.position} and takes no potions"
    return ""


def _cure(player: Player, to: str) -> None:
    """Every injury of this match is undone; a bar for the Test only if it came from one (ELFBALL-109)."""
    now = player.mark()
    player.at, now.lost, now.ended = to, (), ""
    player.barred = player.barred and not now.hurt


def _gifts(player: Player, effect: Effect, choices: Sequence[str]) -> tuple[str, ...]:
    """The abilities gained: those named as far as they fit, then those of ELFBALL-182."""
    known = player.known
    wanted = [*choices, *_BASICS]
    basics = [name for name in dict.fromkeys(wanted) if name in hooks.BASICS and name not in known]
    if effect == "basic":
        return tuple(basics[:1])
    if effect == "two":
        return tuple(basics[:2])
    kinds = [hooks.ABILITIES[name].of for name in choices if name in hooks.ABILITIES]
    named = [name for name in choices if name in hooks.ABILITIES and hooks.ABILITIES[name].advanced]
    wanted = [
        *named,
        *(name for kind in kinds for name in _VETERAN if hooks.ABILITIES[name].of == kind),
        *_VETERAN,
    ]
    for name in wanted:
        if name not in known:
            basic = hooks.basic_of(hooks.ABILITIES[name].of)
            return (name,) if basic in known else (basic, name)
    return ()


def _raise(player: Player, choices: Sequence[str]) -> str:
    """The attribute that rises by 1: the one named, if it is below 6, else the lowest."""
    able = [name for name in (*choices, *_RAISED) if name in ATTRIBUTES]
    named = [name for name in able[: len(able) - len(_RAISED)] if player.own(name) < MOST]
    chosen = named[0] if named else min(_RAISED, key=player.own)
    if player.own(chosen) >= MOST:
        return ""
    player.mark().raised += (chosen,)
    return chosen
