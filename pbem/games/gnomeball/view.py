"""The board drawn, and the lists that say in words what it shows."""

import re
from collections.abc import Mapping

from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.races import RACES
from pbem.games.gnomeball.squares import FIELD, HOMES
from pbem.games.gnomeball.state import GNOME_HIT_POINTS, Field, Id
from pbem.play.game import Signs, View
from pbem.play.grid import Square
from pbem.play.requests import Seat

CELL = 6  # signs per square
_EMPTY = ".".ljust(CELL)
LEGEND = (
    "=A= empty square of A's home   @ gnome on the ground   % a dead one",
    "A1@ A1% A1 holds the gnome     A3+@ it lies at A3's feet",
    "x explosives",
)


def draw(state: Field, *, turned: bool = False) -> View:
    """The position, the same for every seat: nothing on the field is secret. Turned, row 10 is at the foot."""
    lists = [_standings(state)]
    if state.phase == "setup":
        lists += [f"Races: {', '.join(RACES)}.", 'What each can do: write "rules gnomeball races".']
    if state.phase in ("play", "restart"):
        lists += ["", _gnome(state), *_explosives(state)]
    if state.characters:
        lists += ["", *(_character(state, who) for who in _roster(state))]
        if any(state.leads_tosses(who) for who in state.characters):
            lists.append("* the copperback")
    return View(tuple(_board(state, turned)), tuple(lists), LEGEND)


def _board(state: Field, turned: bool) -> list[str]:
    cells = _cells(state)
    columns = FIELD.across(turned=turned)
    names = "     " + "".join([column.ljust(CELL) for column in columns]).rstrip()
    rows = [
        f"{row:>2}   {''.join([cells.get(f'{column}{row}', _EMPTY) for column in columns])}{row:>2}"
        for row in FIELD.down(turned=turned)
    ]
    return [names, *rows, names]


def _cells(state: Field) -> dict[Square, str]:
    """The contents of all squares that are not empty: homes, explosives on them, the gnome on those, characters."""
    cells = {square: f"={seat}=" for seat, corner in state.homes.items() for square in HOMES[corner]}
    cells |= {character.explosives: "x" for character in state.characters.values() if character.explosives}
    holder, lying = state.holder, "" if state.phase == "setup" else state.gnome.at
    sign = "@" if state.gnome.alive else "%"
    if lying and not holder:
        cells[lying] = sign
    for who, character in state.characters.items():
        if character.at:
            cells[character.at] = who + (
                sign if who == holder else f"+{sign}" if character.at == lying else ""
            )
    return {square: text.ljust(CELL) for square, text in cells.items()}


def signs(names: Mapping[Seat, str]) -> Signs:
    """A side is called by its letter, by those of its characters, and by its player's name."""
    return Signs(
        board=tuple(rf"={seat}=|{seat}\d\S*" for seat in names),
        words=tuple(
            rf"{seat}(?:\d|(?= \(?{re.escape(name)}))|{re.escape(name)}" for seat, name in names.items()
        ),
        neutral=r"[@%x]",
    )


def _standings(state: Field) -> str:
    if state.phase == "setup":
        return "The teams are being chosen; nobody sees another's before all are in."
    players = ", ".join(
        f"{seat} {state.names.get(seat, seat)} ({_place_of(state, seat)}) {state.score(seat)} points"
        for seat in state.seats
    )
    if state.result is not None:
        return f"{players}. The match is over."
    doing = {"draenei": "The Draenei land.", "restart": "Everybody is placed anew."}.get(
        state.phase, f"{state.turn} to activate."
    )
    if state.phase == "draenei":
        return f"{players}. {doing}"
    return f"Cycle {state.cycle}. {players}. {doing}"


def _place_of(state: Field, seat: Seat) -> str:
    return f"home {state.homes[seat]}" if seat in state.homes else "gone" if seat in state.left else "out"


def _gnome(state: Field) -> str:
    life = "alive" if state.gnome.alive else "dead"
    where = (
        f"held by {state.holder} on {state.gnome_square}"
        if state.holder
        else f"loose on {state.gnome_square}"
    )
    return f"Gnome: {life}, {state.gnome.hp} of {GNOME_HIT_POINTS} hit points, {where}."


def _explosives(state: Field) -> list[str]:
    planted = [
        f"{character.explosives} ({who})"
        for who in state.ids()
        if (character := state.characters[who]).explosives
    ]
    return [f"Explosives: {', '.join(planted)}."] if planted else []


def _roster(state: Field) -> list[Id]:
    """All numbers to list, including those of characters in another's service."""
    away = [character.was for character in state.characters.values() if character.was]
    return sorted([*state.characters, *away], key=lambda who: (who[0], int(who[1:])))


def _character(state: Field, who: Id) -> str:
    if who not in state.characters:
        now = next(other for other in state.ids() if state.characters[other].was == who)
        title = RACES[state.characters[now].race].title
        return f"{who} {f'({title})':<12}serves {now[0]} as {now}"
    character = state.characters[who]
    name = character.kind.title + (" *" if state.leads_tosses(who) else "")
    if not character.at:
        return f"{who} {name:<12}off the field"
    full = character.kind.hit_points
    use = "used " if character.used else "ready"
    return f"{who} {name:<12}{character.at:<4}hp {character.hp}/{full}  {use}  {'; '.join(_notes(state, who)) or '-'}"


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
