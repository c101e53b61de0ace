"""The board drawn, and the lists that say in words what it shows."""

import functools
from collections.abc import Mapping

from msgspec import structs

from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.races import RACES
from pbem.games.gnomeball.squares import FIELD, HOMES, Corner
from pbem.games.gnomeball.state import GNOME_HIT_POINTS, Field, Id
from pbem.play.board import Board, Mark, Terrain, own, said
from pbem.play.game import View
from pbem.play.grid import Square
from pbem.play.requests import Seat

NUMBERS: Mapping[Seat, int] = {seat: number for number, seat in enumerate("ABCD")}
LEGEND = (
    "=A= empty square of A's home   @ gnome on the ground   % a dead one",
    "A1@ A1% A1 holds the gnome     A3+@ it lies at A3's feet",
    "x explosives",
)


def describe(state: Field) -> View:
    """The position in words, the same for every seat: nothing on the field is secret."""
    lists = [_standings(state)]
    if state.phase == "setup":
        lists += [f"Races: {', '.join(RACES)}.", 'What each can do: write "rules gnomeball races".']
        return View(tuple(lists))
    if state.phase in ("play", "restart"):
        lists += ["", _gnome(state), *_explosives(state)]
    if state.characters:
        lists += ["", *(_character(state, who) for who in state.standing()), *_absent(state)]
    return View(tuple(lists), tables=(_ground(state), _teams(state)))


def draw(state: Field) -> Board | None:
    """The position as a board: characters before the gnome, and the gnome before explosives. Before the teams are in
    there is nothing to draw."""
    if state.phase == "setup":
        return None
    marks: dict[Square, tuple[Mark, ...]] = {}
    holder, lying = state.holder, state.gnome.at
    gnome = Mark(
        "@" if state.gnome.alive else "%", kind="gnome", state=() if state.gnome.alive else ("dead",)
    )
    for who, character in state.characters.items():
        if character.at:
            mark = Mark(who, NUMBERS[who[0]], "character")
            held = who == holder
            carries = held or character.at == lying
            marks[character.at] = (mark, structs.replace(gnome, held=held)) if carries else (mark,)
    if lying and not holder and lying not in marks:
        marks[lying] = (gnome,)
    for who, character in state.characters.items():
        if planted := character.explosives:
            above = marks.get(planted, ())
            covered = ("covered",) if above else ()
            marks[planted] = (*above, Mark("x", NUMBERS[who[0]], "explosives", state=covered))
    sides = {NUMBERS[seat]: state.names.get(seat, seat) for seat in state.seats}
    return Board("Gnomeball", _pitch(tuple(state.homes.items())), marks, sides, LEGEND)


@functools.cache
def _pitch(homes: tuple[tuple[Seat, Corner], ...]) -> Terrain:
    """The field with the homes of those who still have one."""
    owned = {
        square: FIELD.place_of(square, "home", NUMBERS[seat], f"={seat}=")
        for seat, corner in homes
        for square in HOMES[corner]
    }
    return FIELD.terrain("dots", owned)


def _standings(state: Field) -> str:
    if state.phase == "setup":
        return "The teams are being chosen; nobody sees another's before all are in."
    players = ", ".join(
        f"{_player(state, seat)} {state.score(seat)}{_out(state, seat)}" for seat in state.seats
    )
    if state.result is not None:
        return f"{players}. The match is over."
    if state.phase == "draenei":
        return f"{players}. The Draenei land."
    doing = " Everybody is placed anew." if state.phase == "restart" else ""
    return f"Cycle {state.cycle}. {players}.{doing}"


def _player(state: Field, seat: Seat) -> str:
    side = NUMBERS[seat]
    return f"{own(seat, side)} {own(state.names.get(seat, seat), side)}"


def _out(state: Field, seat: Seat) -> str:
    return "" if seat in state.homes else " (gone)" if seat in state.left else " (out)"


def _ground(state: Field) -> tuple[str, ...]:
    """What stays as it is: the field, whose home is where, and what wins."""
    homes = "; ".join(
        f"{own(seat, NUMBERS[seat])} {', '.join(HOMES[corner])}" for seat, corner in state.homes.items()
    )
    return (
        "The field has 10 by 10 squares, a1 to j10.",
        f"Homes: {homes or 'none'}.",
        f"{state.settings.points} points win.",
    )


def _teams(state: Field) -> tuple[str, ...]:
    star = ("* the copperback.",) if any(state.leads_tosses(who) for who in state.characters) else ()
    return (*(_team(state, seat) for seat in state.seats if state.ids(seat)), *star)


def _gnome(state: Field) -> str:
    life = "alive" if state.gnome.alive else "dead"
    where = (
        f"held by {_own(state.holder)} on {state.gnome_square}"
        if state.holder
        else f"loose on {state.gnome_square}"
    )
    return f"Gnome: {life}, {state.gnome.hp} of {GNOME_HIT_POINTS} hit points, {where}."


def _explosives(state: Field) -> list[str]:
    planted = [
        f"{character.explosives} ({_own(who)})"
        for who in state.ids()
        if (character := state.characters[who]).explosives
    ]
    return [f"Explosives: {', '.join(planted)}."] if planted else []


def _absent(state: Field) -> list[str]:
    """Who has fainted."""
    absent = [_own(who) for who in state.ids() if not state.characters[who].at]
    return [f"Off the field: {', '.join(absent)}."] if absent else []


def _team(state: Field, seat: Seat) -> str:
    """Of which race a seat's characters are."""
    told = [
        f"{_own(who)} {state.characters[who].kind.title}{' *' if state.leads_tosses(who) else ''}"
        for who in state.ids(seat)
    ]
    return f"{_player(state, seat)}: {'; '.join(told)}."


def _character(state: Field, who: Id) -> str:
    character = state.characters[who]
    full, used = character.kind.hit_points, "used" if character.used else ""
    notes = "; ".join(_notes(state, who)) or "-"
    written = f"{_own(who)}  {character.at:<4}hp {character.hp}/{full}  {used:<4}  {notes}"
    told = ", ".join(filter(None, [f"{character.hp} of {full} hit points", used, notes.strip("-")]))
    return said(written, f"{_own(who)} {character.at}, {told}.")


def _own(who: Id) -> str:
    return own(who, NUMBERS[who[0]])


def _notes(state: Field, who: Id) -> list[str]:
    character = state.characters[who]
    notes = ["HOLDS GNOME"] if state.gnome.at == who else []
    if character.was:
        notes.append(f"was {character.was}")
    power = POWERS[character.race].left(character)
    if power:
        notes.append(power)
    for name, text in _STATES.items():
        value = getattr(character, name)
        if value:
            notes.append(text.format(value))
    return notes


_STATES: Mapping[str, str] = {
    "explosives": "explosives on {}",
    "frenzy": "frenzied for {}",
    "tending": "tending",
    "form": "worgen form",
    "stunned": "stunned",
    "howled": "cannot move",
    "slow": "slow {} left",
    "fish": "fish {} left to bite",
}
"""How the list describes a character's states, by the field that holds them."""
