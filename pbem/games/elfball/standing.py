"""Standing orders (section 5 of the rules): kept in a seat's memory, and told back as lines."""

from __future__ import annotations

from typing import Literal

from pbem.games.elfball.always import (
    Always,
    AlwaysCatch,
    AlwaysFaceOff,
    AlwaysFormation,
    AlwaysIntercept,
    AlwaysKeg,
    AlwaysLose,
    AlwaysMomentum,
    AlwaysReface,
    AlwaysSave,
)
from pbem.games.elfball.hooks import BASICS
from pbem.games.elfball.naming import some_player
from pbem.games.elfball.samples import POLICIES
from pbem.games.elfball.state import KINDS, LETTERS, SEAT_OF, Kind, Letter, Memory, Pitch
from pbem.games.elfball.teams import ATTRIBUTES, FORMATIONS
from pbem.play.orders import Refused
from pbem.play.requests import Pick, Seat


def keep(state: Pitch, seat: Seat, order: Always) -> str:
    """Note a standing order and say what it means; raises `Refused` where it names somebody else's players."""
    memory = state.memorise(seat)
    match order:
        case AlwaysFormation():
            memory.formation, memory.placed = order.formation, _own(state, seat, order.letters)
            return "You are set up in this way, as long as these players are there"
        case AlwaysFaceOff():
            memory.faceoff = "" if order.word == "ask" else order.word
            return (
                "You are asked after each face-off"
                if order.word == "ask"
                else f"After a face-off won: {order.word}"
            )
        case AlwaysIntercept():
            memory.intercept = " ".join(_own(state, seat, order.letters)) or order.how
            return _intercepts(memory.intercept)
        case AlwaysCatch(letters=letters) if letters:
            memory.letting = _own(state, seat, letters)
            return f"These players let balls go by: {' '.join(letters)}"
        case AlwaysCatch():
            memory.catch, memory.letting = order.how, ()
            return _catches(order.how)
        case AlwaysReface():
            memory.reface = order.how
            return "Players look after the ball" if order.how == "ball" else "Players keep their direction"
        case AlwaysMomentum():
            memory.momentum[order.kind] = order.policy.over(memory.momentum.get(order.kind, order.policy))
            return f"Momentum for {order.kind or 'every challenge'}: {' '.join(memory.momentum[order.kind].words())}"
        case AlwaysKeg():
            memory.keg = order.how
            return {
                "yes": "A keg is opened for an Injury that it can help",
                "no": "No keg is opened",
                "both": "Both kegs are opened for an Injury, if both can help",
            }[order.how]
        case AlwaysSave(names=names) if names:
            memory.sparing = names
            return f"These ability dice are kept: {', '.join(names)}"
        case AlwaysSave():
            memory.save, memory.sparing = order.how, ()
            return "Ability dice are used" if order.how == "yes" else "No ability dice are used"
        case AlwaysLose():
            memory.lose = order.names
            return f"Of equal attributes an injury lowers the first of these: {' '.join(order.names)}"
    raise AssertionError(f"{order} is no standing order")


def _intercepts(how: str) -> str:
    match how:
        case "best":
            return "The best of your players tries every Intercept"
        case "never":
            return "No player of yours tries an Intercept"
        case "ask":
            return "You are asked before every Intercept"
    if how.endswith("%"):
        return f"The best of your players tries an Intercept if the chance is {how} or better"
    return f"An Intercept is tried by the first of these who may: {how}"


def _catches(how: str) -> str:
    match how:
        case "yes":
            return "Your players try every Catch"
        case "no":
            return "Your players let every ball go by"
        case "ask":
            return "You are asked before every Catch"
    return f"Your players try a Catch if the chance is {how} or better"


def _own(state: Pitch, seat: Seat, letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
    for letter in letters:
        known = letter in state.players or not state.players  # before the teams are named nobody is there yet
        if SEAT_OF[letter if known else some_player(state, letter)] != seat:
            raise Refused(f"{letter} is not your player")
    return letters


def kept(state: Pitch, seat: Seat) -> list[str]:
    """What differs from a seat that never gave a standing order, as lines that would set it again."""
    memory, fresh = state.memory(seat), Memory()
    lines: list[Always] = []
    if memory.formation:
        lines.append(AlwaysFormation(memory.formation, memory.placed))
    if memory.faceoff:
        lines.append(AlwaysFaceOff(memory.faceoff))
    if memory.intercept != fresh.intercept:
        named = memory.intercept.split() if memory.intercept[0].isupper() else []
        lines.append(AlwaysIntercept("with" if named else memory.intercept, tuple(named)))
    if memory.catch != fresh.catch:
        lines.append(AlwaysCatch(memory.catch))
    if memory.letting:
        lines.append(AlwaysCatch("no", memory.letting))
    if memory.reface != fresh.reface:
        lines.append(AlwaysReface(memory.reface))
    kinds: tuple[Kind | Literal[""], ...] = ("", *KINDS)
    lines += [AlwaysMomentum(kind, memory.momentum[kind]) for kind in kinds if kind in memory.momentum]
    if memory.keg != fresh.keg:
        lines.append(AlwaysKeg(memory.keg))
    if memory.save != fresh.save:
        lines.append(AlwaysSave(memory.save))
    if memory.sparing:
        lines.append(AlwaysSave("no", memory.sparing))
    if memory.lose:
        lines.append(AlwaysLose(memory.lose))
    return [str(line) for line in lines]


def sample(state: Pitch, seat: Seat, pick: Pick) -> Always:
    """Some standing order, asking more often than answering."""
    own = LETTERS[seat][:6]
    if state.memory(seat).intercept == Memory().intercept and pick.chance(50):
        return AlwaysIntercept("ask")
    return pick.one(
        [
            AlwaysFormation(pick.one(list(FORMATIONS)), tuple(pick.some(own, 6))),
            AlwaysFaceOff(pick.one(["pickup", "tackle", "ask"])),
            AlwaysIntercept(pick.one(["best", "never", "30%", "ask", "ask", "ask", "ask"])),
            AlwaysIntercept("ask"),
            AlwaysCatch("ask"),
            AlwaysIntercept("with", tuple(pick.some(own, 3))),
            AlwaysCatch(pick.one(["yes", "no", "50%", "ask", "ask"])),
            AlwaysCatch("no", tuple(pick.some(own, 2))),
            AlwaysReface(pick.one(["ball", "keep"])),
            AlwaysMomentum(pick.one(["", *KINDS]), pick.one(POLICIES)),
            AlwaysKeg(pick.one(["yes", "no", "both"])),
            AlwaysSave(pick.one(["yes", "no"])),
            AlwaysSave("no", (pick.one(list(BASICS)),)),
            AlwaysLose(tuple(pick.some(ATTRIBUTES, 2))),
        ]
    )
