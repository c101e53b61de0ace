"""What the host does to a match: rewind, substitute, annul; and that each act is told, and stands in its log."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.play.orders import Refused
from pbem.play.record import verify_dice
from pbem.server.admin import acts, host
from pbem.server.matches.repository import FEW
from pbem.store.rows import Terms
from tests.server.leagues.test_leagues import Season
from tests.server.office import Office, ask

ANN, BEN, CAT = "ann@example.org", "ben@example.org", "cat@example.org"
DAY = 86_400


def played(turns: int = 5) -> Office:
    """A match of some turns."""
    office = Office()
    office.begin()
    for _ in range(turns):
        office.write(office.asked(), "done")
    office.mails()
    return office


def told(office: Office) -> list[str]:
    """What stands in the log of the first match as acts of the host."""
    return [text for _, _, text in office.store.watch.acts(1)]


# Rewinding.


def test_a_match_goes_back_to_the_beginning_of_a_turn() -> None:
    """Everything since counts no more; everybody is told, and whoever is asked answers with their whole time again."""
    office = played()
    office.time += 3600
    said = acts.rewind(office.app, 1, 2, "a storm")
    assert said == "match 1 is at the beginning of turn 3 again"
    loaded = office.find_match()
    assert loaded.match.turn.number == 2
    assert all(row.faces for row in loaded.match.rows)
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    sentence = "The host has taken this match back to the beginning of turn 3; everything after that no longer counts."
    assert all(sentence in mail.flat and "The reason: a storm" in mail.flat for mail in mails.values())
    (asked,) = [seat for seat in loaded.seats if seat.since is not None]
    assert asked.since == office.time
    assert host.check(office.app) == []
    office.reply(office.asked(), mails[office.asked()], "done")
    assert office.find_match().match.turn.number == 3
    assert host.check(office.app) == []


def test_the_dice_are_the_same_after_it() -> None:
    """Dice belong to their place in the log: nobody can roll again by it."""
    office = played(7)
    before, last = [row.faces for row in office.log() if row.faces], office.find_match().match.turn.number
    acts.rewind(office.app, 1, 1)
    while office.find_match().match.turn.number < last:
        office.write(office.asked(), "done")
    assert [row.faces for row in office.log() if row.faces] == before
    verify_dice(office.app.repository.record(1, secrets_too=True))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), min_size=1, max_size=4))
@settings(max_examples=12, deadline=None)
def test_whatever_turn_it_goes_back_to_the_log_leads_to_what_is_stored(steps: list[tuple[int, int]]) -> None:
    """Again and again, also to turns whose snapshots are not kept."""
    office = played(11)
    for turn, more in steps:
        if turn < office.find_match().match.turn.number:
            acts.rewind(office.app, 1, turn)
            assert office.find_match().match.turn.number == max(
                turn, 1
            )  # the first is the set-up, which asks nothing
            assert host.check(office.app) == []
        for _ in range(more):
            office.write(office.asked(), "done")
        assert host.check(office.app) == []


def test_the_turn_in_progress_begins_again() -> None:
    office = played(2)
    office.write(office.asked(), "S1 move b4" if office.asked() == ANN else "N1 move b6")
    turn = office.find_match().match.turn.number
    acts.rewind(office.app, 1, turn)
    assert all(row.faces for row in office.find_match().match.rows)
    with pytest.raises(Refused, match=f"is at the beginning of turn {turn + 1} already"):
        acts.rewind(office.app, 1, turn)


def test_who_has_resigned_since_is_in_again_but_not_who_has_left_the_server() -> None:
    office = Office()
    office.begin("", "Ben", "Cat", game="toxic-gnome")
    turn = office.find_match().match.turn.number
    office.write(CAT, "confirm resign")
    assert office.find_match().match.state.left
    acts.rewind(office.app, 1, turn)
    assert not office.find_match().match.state.left
    host.remove_player(office.app, "Cat")
    left = office.find_match().match.state.left
    assert left
    acts.rewind(office.app, 1, turn)
    assert office.find_match().match.state.left == left
    assert host.check(office.app) == []


def test_lines_that_waited_are_dropped_and_their_owner_is_told() -> None:
    office = played(4)
    waiting = office.other(office.asked())
    office.write(waiting, "S1 move b4" if waiting == ANN else "N1 move b6")
    assert any(seat.queue for seat in office.find_match().seats)
    office.mails()
    acts.rewind(office.app, 1, 1)
    assert not any(seat.queue for seat in office.find_match().seats)
    assert "the host has taken the match back to an earlier turn" in dict(office.mails())[waiting].flat


def test_observers_go_on_from_there() -> None:
    office = played(6)
    office.register("Cat")
    office.write(CAT, "observe 1")
    acts.rewind(office.app, 1, 1)
    office.mails()
    office.write(office.asked(), "done")
    assert "WHAT HAPPENED" in dict(office.mails())[CAT].text


@pytest.mark.parametrize(
    ("number", "turn", "why"),
    [(9, 0, "there is no match 9 that has begun"), (1, 40, "has turns 1 to 7"), (1, 6, "is at the")],
)
def test_where_it_cannot_go(number: int, turn: int, why: str) -> None:
    office = played()
    before = office.dump()
    with pytest.raises(Refused, match=why):
        acts.rewind(office.app, number, turn)
    assert office.dump() == before


def test_a_match_that_is_over_stays_so() -> None:
    """Its seed is open, and its result has counted."""
    office = played()
    acts.adjudicate(office.app, 1, "S>N", "late")
    with pytest.raises(Refused, match="match 1 is over"):
        acts.rewind(office.app, 1, 1)
    with pytest.raises(Refused, match="match 1 is over"):
        acts.annul(office.app, 1, "x")
    with pytest.raises(Refused, match="match 1 is over"):
        acts.substitute(office.app, 1, "S", "house")


# Substituting.


@pytest.mark.parametrize("seat", ["N", "n", "Ben"])
def test_another_player_goes_on_in_a_seat(seat: str) -> None:
    office = played(4)
    office.register("Cat")
    assert (
        acts.substitute(office.app, 1, seat, "cat", "Ben is ill") == "Cat plays on for North (Ben) in match 1"
    )
    mails = dict(office.mails())
    assert "The host has decided that Cat plays on for North (Ben). The reason: Ben is ill" in mails[CAT].flat
    assert "The host has decided that Cat plays on" in mails[ANN].flat
    assert "The host of this server has given your seat in match 1 (Dodgeball!) to Cat" in mails[BEN].flat
    assert [each.handle for each in office.find_match().seats] == ["Ann", "Cat"]
    while office.asked() != CAT:
        office.write(office.asked(), "done")
    office.mails()
    office.write(CAT, "done")
    assert office.asked() == ANN
    assert host.check(office.app) == []


def test_the_house_goes_on_in_a_seat() -> None:
    office = played(4)
    assert acts.substitute(office.app, 1, "N", "house") == "the house plays on for North (Ben) in match 1"
    assert office.asked() == ANN
    assert host.check(office.app) == []


@pytest.mark.parametrize(
    ("seat", "handle", "why"),
    [
        ("X", "cat", "there is no seat X; seats: S N"),
        ("N", "zoe", "there is no player zoe"),
        ("N", "ann", "Ann has a seat in match 1 already"),
        ("N", "cat", "Cat has blocked another player of match 1, or is blocked by one"),
        ("N", "dan", "Dan is disabled; see: pbem player disable --enable"),
        ("N", "eve", "Eve has left the server for good"),
    ],
)
def test_who_cannot_go_on_in_a_seat(seat: str, handle: str, why: str) -> None:
    office = played()
    for name in ("Cat", "Dan", "Eve"):
        office.register(name)
    office.write(CAT, "block ann")
    host.disable_player(office.app, "dan", True)
    host.remove_player(office.app, "eve")
    before = office.dump()
    with pytest.raises(Refused, match=why):
        acts.substitute(office.app, 1, seat, handle)
    assert office.dump() == before


# Annulling, and what counts.


def test_an_annulled_match_counts_for_nothing() -> None:
    office = played()
    acts.annul(office.app, 1, "a fault of the rules")
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    for mail in mails.values():
        assert "The host has annulled this match, so it counts for nothing: a fault of the rules" in mail.flat
        assert "The match is not rated." in mail.flat
        assert mail.subject.endswith("the match is over: you neither won nor lost")
        assert "drew" not in mail.flat
    assert office.store.company.changes() == []
    assert host.check(office.app) == []
    assert "neither won nor lost" in ask(office, ANN, "list").flat
    verify_dice(host.export(office.app, 1, secrets=False))


def test_an_annulled_match_of_a_league_leaves_its_teams_as_they_were() -> None:
    season = Season()
    number = season.pair()
    acts.annul(season.app, number, "rain")
    assert not season.mails("result")
    assert all(not played for _, played, _ in season.table())
    assert season.team("Owls").match == 0
    assert host.check(season.app) == []
    season.pair()


@pytest.mark.parametrize("by_host", [True, False])
@pytest.mark.parametrize("moved", [True, False])
def test_a_match_that_is_resigned_before_each_side_has_moved_a_few_times_is_not_rated(
    by_host: bool, moved: bool
) -> None:
    """Whoever began it."""
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    if by_host:
        host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms())
    else:
        office.begin("")
    if moved:
        office.play_on()
    office.write(BEN, "confirm resign 1")
    assert office.find_match().match.over
    assert bool(office.store.company.changes()) is moved
    assert host.check(office.app) == []


def test_a_move_in_the_letter_that_ends_the_match_counts() -> None:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    host.create(office.app, "dodgeball", ["ann", "ben"], {}, Terms())
    office.play_on(letters=2 * FEW - 1)
    mover = office.asked()
    office.write(mover, "done\nconfirm resign")
    assert office.find_match().match.over
    assert office.store.company.changes()


@pytest.mark.parametrize("line", ["confirm resign", "draw"])
@pytest.mark.parametrize("letters", [0, 1, 2 * FEW - 2])
def test_whoever_gives_a_match_away_makes_nobody_the_first_of_the_standings(line: str, letters: int) -> None:
    """An alias that resigns or agrees to a draw before the match is under way."""
    office = Office()
    office.begin()
    office.play_on(letters=letters)
    office.write(ANN, line)
    if line == "draw":
        office.write(BEN, "accept draw 1")
    assert office.find_match().match.over
    assert office.store.company.changes() == []
    told = dict(office.mails())[BEN].flat
    assert "No rating changes: a match is rated only if each side has made a few moves" in told
    assert "not rated" not in told  # the offer said that it is


# The log of a match.


def test_each_act_of_the_host_stands_in_the_log_and_in_the_next_mail() -> None:
    office = Office()
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    host.create(office.app, "dodgeball", ["ann", "ben"], {"placement": "fixed", "pawns": "3"}, Terms())
    office.write(office.asked(), "done")
    office.write(office.asked(), "done")
    for act in (
        lambda: acts.pause(office.app, 1),
        lambda: acts.resume(office.app, 1),
        lambda: acts.undo(office.app, 1),
        lambda: acts.revoke_match(office.app, 1),
        lambda: acts.rewind(office.app, 1, 0),
        lambda: acts.substitute(office.app, 1, "S", "cat"),
        lambda: acts.annul(office.app, 1, "enough"),
    ):
        office.mails()
        office.time += 60
        before = len(told(office))
        act()
        (sentence,) = told(office)[before:]
        for address, mail in office.mails():
            assert mail.kind == "replaced" or sentence in mail.flat, address
        assert office.store.watch.acts(1)[-1][0] == office.time
    assert len(told(office)) == 8
    assert [act["text"] for act in host.details(office.app, 1)["acts"]] == told(office)
    history = ask(office, BEN, "history 1").flat
    assert all(sentence in history for sentence in told(office))
    assert not any("done" in sentence for sentence in told(office))


def test_what_players_say_is_no_act_of_the_host() -> None:
    office = played()
    office.write(ANN, "say hello")
    office.write(ANN, "offer draw")
    assert told(office) == []


def test_who_wants_no_mail_is_told_with_the_next_answer() -> None:
    office = played(4)
    office.write(BEN, "settings mail off")
    office.mails()
    acts.pause(office.app, 1)
    acts.resume(office.app, 1)
    assert BEN not in dict(office.mails())
    told_then = ask(office, BEN, "show 1").flat
    assert "The host has paused this match" in told_then
    assert "The match goes on, and the clocks run again." in told_then
    assert "The host has paused this match" not in ask(office, BEN, "show 1").flat


def test_who_wants_one_mail_a_day_is_told_in_it() -> None:
    office = played(4)
    office.write(office.other(office.asked()), "settings mail daily")
    office.mails()
    waits = office.other(office.asked())
    acts.pause(office.app, 1)
    assert waits not in dict(office.mails())
    office.time += DAY
    office.app.digests.send_due()
    assert "The host has paused this match" in dict(office.mails())[waits].flat
