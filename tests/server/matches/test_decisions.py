"""Decisions that are functions of values: taking back, who may be challenged. No server is needed for them."""

import pytest
from msgspec import structs

from pbem.games.dodgeball import Dodgeball
from pbem.play.orders import Refused
from pbem.server.lobby.challenges import check_guests
from pbem.server.matches import takebacks
from pbem.server.matches.takebacks import Situation
from pbem.server.matches.willing import Relations, why_not
from pbem.store.rows import Player

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
        (Situation(written=False), "You have done nothing that can be taken back"),
        (Situation(others=("Ben",), asking="North"), "North has asked to take something back"),
    ],
)
def test_an_undo_that_cannot_be(situation: Situation, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        takebacks.decide(situation)


# Who may be challenged.

CAT = Player(3, "Cat", "cat@example.org", "UTC", text_only=False, disabled=False, created=0)


@pytest.mark.parametrize(
    ("player", "relations", "reason"),
    [
        (CAT, Relations(), ""),
        (structs.replace(CAT, address=""), Relations(blocked=True), ""),
        (structs.replace(CAT, disabled=True), Relations(), "Cat does not play here anymore"),
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
        (["Ann"], "Name only the others, for example: challenge dodgeball house"),
        (["Ann", "Ben"], "Name only the others, for example: challenge dodgeball Ben"),
        (["house", "house"], "The house takes one seat"),
        (["Ben", "Ben"], "Nobody can have two seats"),
    ],
)
def test_guests_of_a_challenge(guests: list[str], reason: str) -> None:
    if not reason:
        check_guests("Ann", guests, "dodgeball")
        return
    with pytest.raises(Refused, match=reason):
        check_guests("Ann", guests, "dodgeball")
