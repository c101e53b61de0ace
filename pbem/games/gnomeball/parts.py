"""All verbs, and the parts of lines that they make."""

import functools
import itertools
from collections.abc import Mapping
from typing import ClassVar

from pbem.games.gnomeball.combat import ATTACK
from pbem.games.gnomeball.handling import PICK_UP, PUNT
from pbem.games.gnomeball.macros import CARRY, FETCH, HUNT
from pbem.games.gnomeball.movement import MOVE, PASS
from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.races import RaceName
from pbem.games.gnomeball.squares import FIELD
from pbem.games.gnomeball.state import Part
from pbem.games.gnomeball.toss import TOSS
from pbem.games.gnomeball.verbs import Verb
from pbem.games.gnomeball.words import AIM
from pbem.play.forms import Form, Kind, Line, Rule
from pbem.play.mending import JOINTS

GENERAL = (MOVE, PICK_UP, TOSS, ATTACK, PUNT, PASS, FETCH, HUNT, CARRY)
OF_RACES = tuple(itertools.chain.from_iterable(power.verbs for power in POWERS.values()))
VERBS: Mapping[str, Verb] = {verb.word: verb for verb in (*GENERAL, *OF_RACES)}
RACE_OF: Mapping[str, RaceName] = {verb.word: race for race, power in POWERS.items() for verb in power.verbs}
"""The only race that can do it, by the word of a verb."""


def _form(verb: Verb) -> Form[Part]:
    make = functools.partial(Part, verb.word)
    if verb.what is None:
        return Form(verb.form, make, said=verb.said)
    return Form(verb.form, make, said=verb.said, what=verb.what)


_FORMS = {verb.word: _form(verb) for verb in VERBS.values()}
RULES: Mapping[str, Rule] = {word: form.rules[0] for form in _FORMS.values() for word in form.rules[0].words}
AIM.ends = frozenset(word.split()[0] for word in VERBS)


def step(part: Part) -> int:
    """Where in an activation a part belongs, see `Verb`."""
    return VERBS[part.verb].step


class Parts(Kind[tuple[Part, ...]]):
    """What a character does, one after the other; commas between may be left out."""

    label, wants = "...", "something that it is to do"
    words = tuple(RULES)
    spoken: ClassVar = {verb: said for form in _FORMS.values() for verb, said in form.spoken.items()}

    def take(self, line: Line, at: int) -> tuple[tuple[Part, ...], int] | None:
        parts: list[Part] = []
        end = at
        while True:
            while end < len(line.low) and (line.low[end] == "," or (parts and line.low[end] in JOINTS)):
                end += 1
            rule = RULES.get(line.low[end]) if end < len(line.low) else None
            if rule is None:
                line.miss(end, "an action", spelt=_FORMS)
                if end < len(line.low) and line.words[end] in FIELD:
                    line.miss(end, "move", fixed=True)
                break
            got = rule.take(line, end)
            if got is None:
                return None
            parts.append(got[0])
            at = end = got[1]
        return (tuple(parts), at) if parts else None
