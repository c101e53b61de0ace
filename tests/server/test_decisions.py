"""Decisions that are functions of values: draws, taking back, who may be challenged. No server is needed for them."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from pbem.games.dodgeball import Dodgeball
from pbem.play.orders import Refused
from pbem.server.lobby.challenges import check_guests
from pbem.server.matches import draws, takebacks
from pbem.server.matches.takebacks import Situation
from pbem.server.matches.willing import Relations, why_not
from pbem.store.rows import Player, SeatRow, UndoRequest


def seat(index: int, handle: str, *, draw: int = 0) -> SeatRow:
    """A seat; `draw` is the number of the last letter before its offer of a draw, if there is one."""
    fields = dict.fromkeys(SeatRow.__struct_fields__, None)
    return SeatRow(**{**fields, "index": index, "handle": handle, "draw": bool(draw), "draw_mail": draw})  # type: ignore[arg-type]  # the tables need no more


def seats(text: str) -> list[SeatRow]:
    """Seats out of `Ann Ben+3 house`: Ben has offered a draw after letter 3."""
    parts = [word.partition("+") for word in text.split()]
    return [seat(index, name, draw=int(mail or 0)) for index, (name, _, mail) in enumerate(parts)]


# Draws. The first seat says draw.


@pytest.mark.parametrize(
    ("playing", "offering", "missing", "confirm"),
    [
        ("Ann Ben", {0}, ["Ben"], False),
        ("Ann Ben+3", {0, 1}, [], False),
        ("Ann+3 Ben", {0}, ["Ben"], False),
        ("Ann Ben Cat", {0}, ["Ben", "Cat"], False),
        ("Ann Ben+3 Cat", {0, 1}, ["Cat"], False),
        ("Ann Ben+3 Cat+4", {0, 1, 2}, [], False),
        ("Ann house", {1}, [], True),
        ("Ann house+3", {0, 1}, [], False),
        ("Ann house house", {1, 2}, [], True),
        ("Ann Ben house", {0, 2}, ["Ben"], False),
        ("Ann Ben+3 house", {0, 1, 2}, [], False),
        ("Ann", set(), [], True),
    ],
)
def test_a_wish_for_a_draw(playing: str, offering: set[int], missing: Sequence[str], confirm: bool) -> None:
    rows = seats(playing)
    assert draws.agree(rows, rows[0]) == draws.Decision(frozenset(offering), tuple(missing), confirm)


def test_who_is_out_offers_no_draw() -> None:
    rows = seats("Ann Ben Cat")
    with pytest.raises(Refused, match="You are out of this match"):
        draws.agree(rows[1:], rows[0])


@pytest.mark.parametrize(
    ("rows", "before"), [("Ann Ben", None), ("Ann Ben+3", 3), ("Ann Ben+7 Cat+4", 4), ("Ann+2 Ben+3", None)]
)
def test_an_offer_is_open_since_the_first_of_the_others(rows: str, before: int | None) -> None:
    found = seats(rows)
    assert draws.asked_after(found, found[0]) == before


# Taking back.


@pytest.mark.parametrize(
    ("situation", "step"),
    [
        (Situation(others=("Ben",)), "ask"),
        (Situation(others=("Ben",), acted=True), "ask"),
        (Situation(others=("Ben",), free=True), "take back"),
        (Situation(others=("Ben",), free=True, asking="North"), "take back"),
        (Situation(), "take back"),
        (Situation(waiting=True, others=("Ben",), free=True), "take back"),
        (Situation(waiting=True, others=("Ben",), acted=True), "empty the queue"),
        (Situation(waiting=True, written=False), "empty the queue"),
        (Situation(waiting=True, others=("Ben",)), "ask"),
    ],
)
def test_what_an_undo_does(situation: Situation, step: takebacks.Step) -> None:
    assert takebacks.decide(situation) == step


@pytest.mark.parametrize(
    ("situation", "reason"),
    [
        (Situation(written=False), "You have done nothing yet that could be taken back"),
        (Situation(others=("Ben",), asking="North"), "North has asked to take something back"),
    ],
)
def test_an_undo_that_cannot_be(situation: Situation, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        takebacks.decide(situation)


@pytest.mark.parametrize(
    ("before", "people", "agreed", "complete"),
    [
        ((), "AB", ("B",), True),
        ((), "ABC", ("B",), False),
        (("C",), "ABC", ("C", "B"), True),
        (("B",), "ABC", ("B",), False),
        (("C",), "AB", ("C", "B"), True),
    ],
)
def test_a_yes_to_a_request(
    before: tuple[str, ...], people: str, agreed: tuple[str, ...], complete: bool
) -> None:
    """A asks, B says yes; the house is asked nothing, nor is who has left."""
    request = UndoRequest("A", 7, "turn 2", before)
    assert takebacks.agree(request, "B", people) == (structs.replace(request, agreed=agreed), complete)


def test_nobody_is_asked_by_a_request_of_their_own() -> None:
    request = UndoRequest("A", 7, "turn 2", mail=3)
    assert takebacks.asked_after(request, "B") == 3
    assert takebacks.asked_after(request, "A") is None
    assert takebacks.asked_after(None, "B") is None


# Who may be challenged.

CAT = Player(3, "Cat", "cat@example.org", "UTC", text_only=False, disabled=False, created=0)


@pytest.mark.parametrize(
    ("player", "relations", "reason"),
    [
        (CAT, Relations(), ""),
        (structs.replace(CAT, address=""), Relations(blocked=True), ""),
        (structs.replace(CAT, disabled=True), Relations(), "Cat does not play here any more"),
        (CAT, Relations(blocked=True, blocks=True), "You have blocked Cat; see: block"),
        (CAT, Relations(blocks=True), "Cat takes no challenges now"),
        (
            structs.replace(CAT, quiet=True),
            Relations(),
            "Cat wants no mail at present, and cannot be challenged",
        ),
        (CAT, Relations(limits={"dodgeball": 0}), "Cat takes no more challenges to Dodgeball! for now"),
        (CAT, Relations(limits={"dodgeball": 2}, playing={"dodgeball": 1, "elfball": 5}), ""),
        (CAT, Relations(limits={"elfball": 0}), ""),
        (
            CAT,
            Relations(limits={"": 6}, playing={"dodgeball": 1, "elfball": 5}),
            "Cat takes no more challenges for now",
        ),
        (CAT, Relations(limits={"": 7}, playing={"dodgeball": 1, "elfball": 5}), ""),
    ],
)
def test_who_may_be_challenged(player: Player, relations: Relations, reason: str) -> None:
    assert why_not(player, Dodgeball(), relations) == reason


@pytest.mark.parametrize(
    ("guests", "reason"),
    [
        (["Ben"], ""),
        (["Ben", "Cat", "open", "open", "house"], ""),
        (["Ann"], "name the others alone, for example: challenge dodgeball house"),
        (["Ann", "Ben"], "name the others alone, for example: challenge dodgeball Ben"),
        (["house", "house"], "The house takes one seat"),
        (["Ben", "Ben"], "Everybody can have one seat only"),
    ],
)
def test_guests_of_a_challenge(guests: list[str], reason: str) -> None:
    if not reason:
        check_guests("Ann", guests, "dodgeball")
        return
    with pytest.raises(Refused, match=reason):
        check_guests("Ann", guests, "dodgeball")
