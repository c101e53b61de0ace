"""Records that the host brings in may hold anything: each is taken over whole, or refused with a reason."""

import functools
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pbem.play.dice import ProvableDice, commitment
from pbem.play.game import masked
from pbem.play.match import Match, opening
from pbem.play.orders import Refused
from pbem.play.record import Record, Tail
from pbem.play.requests import seeded
from pbem.server.admin import host
from pbem.server.core.games import UnknownGame
from tests.games.ours import OURS
from tests.server.office import SEED, Office

RUDE = "RUDE"
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [RUDE, f"{RUDE}\n\n{RUDE}", "", 0, -1, 5, 10**18, 10**40, 0.5, None, True, [], {}, [[]], {RUDE: RUDE}]
)


@functools.cache
def exported(name: str) -> bytes:
    """A short match of two that the first one has resigned, as a server somewhere would export it."""
    game = OURS[name]
    options = game.read_options({}, 2)
    players = dict(zip(game.seats(options, 2), ("Ann", "Ben"), strict=True))
    first = opening(game, options, players)
    match = Match(game, Tail(first), ProvableDice(SEED, "1", ("a", "b")))
    match.settle()
    pick = seeded(name)
    while not match.over and match.turn.number < 3:
        seat = next(iter(match.asks))
        line = game.bots["random"](masked(match.state, seat), match.asks[seat], pick)
        match.play(seat, line.split("\n"))
    if not match.over:
        match.leave(next(iter(players)))
    return Record(
        game=name,
        version=game.version,
        match="1",
        options=options,
        seats=tuple(players),
        players=players,
        salts=("a", "b"),
        commitment=commitment(SEED),
        seed=SEED.hex(),
        rows=match.rows,
        turns=[first, match.turns[-1]],
        result=match.state.result,
    ).to_json()


@functools.cache
def office() -> Office:
    """One for all records that are refused: they leave nothing behind."""
    office = Office()
    office.register("Ann")
    office.register("Ben")
    return office


@pytest.fixture(autouse=True)
def its_own() -> Iterator[None]:
    """No test goes on with the office of another one, whose database may be gone."""
    yield
    office.cache_clear()


def imported(data: bytes) -> str:
    """Why a record is refused; "" where it has been taken over, and all is well with its match."""
    server = office()
    try:
        host.take_over(server.app, Record.from_json(data))
    except (Refused, UnknownGame, msgspec.MsgspecError) as error:
        assert server.store.matches.all() == []
        return str(error)
    office.cache_clear()
    assert host.check(server.app) == []
    return ""


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in a JSON value something could be changed."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with something else in a place; `new` is made of what has been there."""
    if not path:
        return new(value)
    value[path[0]] = put(value[path[0]], path[1:], new)
    return value


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_record_that_has_been_changed_anywhere(name: str, data: st.DataObject) -> None:
    record = json.loads(exported(name))
    first = record["turns"][0]
    first["state"] = json.loads(b64decode(first["state"]))
    for _ in range(data.draw(st.integers(1, 3))):
        where = st.sampled_from(places(record)[1:])
        path, junk = data.draw(where), deepcopy(data.draw(JUNK))
        twice = data.draw(st.booleans())
        record = put(record, path, lambda old, junk=junk, twice=twice: [old, junk] if twice else junk)
        if not all(isinstance(record.get(key), list) for key in ("turns", "rows")):
            break
    record["origin"] = ""  # for that of a fork the host answers
    turns = record.get("turns")
    if isinstance(turns, list) and turns and isinstance(turns[0], dict):
        turns[0]["state"] = b64encode(json.dumps(turns[0].get("state")).encode()).decode()
    imported(json.dumps(record).encode())


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_record_whose_beginning_and_dice_have_been_made_to_fit(name: str, data: st.DataObject) -> None:
    """Options, names and numbers are chosen first, and the rest worked out anew: as far as a forger can get."""
    game = OURS[name]
    record = Record.from_json(exported(name))
    options = {
        option.name: data.draw(st.sampled_from([*option.values, str(option.low), str(option.high), RUDE]))
        for option in game.options
    }
    record = structs.replace(
        record,
        options=data.draw(st.sampled_from([record.options, options, {**options, RUDE: RUDE}])),
        players={seat: data.draw(st.sampled_from([RUDE, "Ann", RUDE * 9, ""])) for seat in record.seats},
        match=data.draw(st.sampled_from(["1", "77", RUDE, "0"])),
        salts=data.draw(st.sampled_from([("a", "b"), (RUDE, RUDE), ()])),
    )
    try:
        first = opening(game, record.options, record.players)
        match = Match(game, Tail(first), ProvableDice(SEED, record.match, record.salts))
        match.settle()
        match.play(record.seats[0], [data.draw(st.sampled_from(["done", "always dodge", "name T1 RUDE"]))])
    except Exception:  # what cannot even be forged
        return
    if not match.over:
        match.leave(record.seats[0])
    forged = structs.replace(record, rows=match.rows, turns=[first], result=match.state.result)
    imported(forged.to_json())


@pytest.mark.parametrize("name", OURS)
def test_a_record_of_each_game_is_taken_over(name: str) -> None:
    """Those that are changed above are good ones; one that still bears the seal of an earlier version is, too."""
    assert imported(exported(name)) == ""
    assert imported(json.dumps({**json.loads(exported(name)), "seal": "f" * 64}).encode()) == ""


@pytest.mark.parametrize("times", [2, 20_000])
def test_o16_a_record_that_has_its_turns_again_and_again_is_refused_with_the_reason(times: int) -> None:
    record = json.loads(exported("dodgeball"))
    first, last = record["turns"]
    record["turns"] = [first, *[{**last, "state": ""}] * times]
    assert "the snapshots of its turns do not follow one another" in imported(json.dumps(record).encode())
