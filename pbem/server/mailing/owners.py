"""Whose is what in the sentences of a game: figures and seats, by the fields of events that hold their names.

A field of an event says by its type that it holds a figure or a seat (`pbem.play.requests`); the game says whose that
is. So a word is in color because of what it means, and never because of the letters that it consists of.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from pbem.mail.colours import Owned
from pbem.mail.prose import Templates
from pbem.play.game import Game, State
from pbem.play.requests import Ask, Event, Seat

_Mark: TypeAlias = Callable[[Game[Any], Any], Any]
"""A value of an event with marks on the figures and seats in it."""


def tell(
    templates: Templates, game: Game[Any], event: Event, names: Mapping[Seat, str], *, spoken: bool = False
) -> str:
    """An event in one paragraph of prose, its figures and players marked; `spoken`: for those who have it read."""
    return templates.event(game.name, mark(game, event), marked_names(game, names), spoken=spoken)


def prompt(
    templates: Templates, game: Game[Any], ask: Ask[Any], state: State, *, spoken: bool = False
) -> str:
    """What an ask wants of its seat, the figures in it marked; the state is masked for the seat."""
    marked = structs.replace(ask, about=mark(game, ask.about))
    return templates.prompt(game.name, marked, state, spoken=spoken)


def marked_names(game: Game[Any], names: Mapping[Seat, str]) -> dict[Seat, str]:
    """The players of a match, each marked for their side."""
    return {seat: _owned(name, game.side_of(seat)) for seat, name in names.items()}


def mark(game: Game[Any], value: Any) -> Any:
    """A struct with marks on all figures and seats in its fields; anything else as it is."""
    return _of_struct(type(value))(game, value) if isinstance(value, Struct) else value


def _owned(word: str, side: int | None) -> str:
    return word if side is None or not word else Owned(word, side)


def _figure(game: Game[Any], name: Any) -> Any:
    side = game.side_of_figure(name) if name else None
    return name if side is None else Owned(name, side, game.spoken(name))


def _seat(game: Game[Any], name: Any) -> Any:
    return _owned(name, game.side_of(name)) if name else name


@functools.cache
def _of_struct(kind: type[Struct]) -> _Mark:
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: found for name in kind.__struct_fields__ if (found := _of_type(hints[name])) is not None}

    def marked(game: Game[Any], value: Any) -> Any:
        return structs.replace(
            value, **{name: each(game, getattr(value, name)) for name, each in marks.items()}
        )

    return marked if marks else _unchanged


def _unchanged(game: Game[Any], value: Any) -> Any:
    return value


def _of_type(hint: Any) -> _Mark | None:
    """How values of a type are marked; None: there is nothing in them to be marked."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {"figure": _figure, "seat": _seat}.get(arguments[1])
    if isinstance(hint, type) and issubclass(hint, Struct):
        found = _of_struct(hint)
        return None if found is _unchanged else found
    if origin is None:
        return None
    marks = [_of_type(each) for each in arguments]
    if not any(marks):
        return None
    if origin is tuple and arguments[-1] is not Ellipsis:
        return lambda game, value: tuple(
            each(game, item) if each else item for each, item in zip(marks, value, strict=True)
        )
    first, *others = marks
    if origin in (tuple, list) and first is not None:
        return lambda game, value: type(value)(first(game, item) for item in value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        last = others[0]
        return lambda game, value: {
            (first(game, key) if first else key): (last(game, item) if last else item)
            for key, item in value.items()
        }
    return lambda game, value: _one_of(marks, game, value)  # a union


def _one_of(marks: list[_Mark | None], game: Game[Any], value: Any) -> Any:
    """A value of a union: at most one of its kinds can be marked, and None never is."""
    found = next(each for each in marks if each)
    return value if value is None else found(game, value)
