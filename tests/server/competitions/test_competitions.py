"""Competitions, as players and directors see them: by mail, from the first line to the champion."""

import contextlib

import pytest
from msgspec import structs

from pbem.competitions.record import Started, verify
from pbem.server.admin import host
from pbem.server.competitions.prospects import prospect
from pbem.server.core.times import DAY
from pbem.server.mailing.mailer import Dispatch, MatchNews
from pbem.server.settling.settling import Telling
from pbem.store import SqlError
from tests.games.ours import OURS
from tests.server.competitions.competing import (
    NAMES,
    address,
    go_on,
    held,
    lose,
    office_of,
    opened,
    play_out,
    running,
    withdraw,
)
from tests.server.office import Mail, Office, ask

ANN, BEN, CAT, DAN = map(address, NAMES[:4])


def cup_of(count: int) -> Office:
    office = office_of(count)
    for name in NAMES[:count]:
        assert office.write(address(name), f"cup dodgeball {count} pawns=3 placement=fixed") == "done"
    office.mails()
    return office


def test_a_cup_starts_when_it_is_full_and_names_its_champion_to_all() -> None:
    office = cup_of(4)
    boards = {to: mail for to, mail in go_on(office) if mail.kind == "match"}
    assert len(boards) == 4
    assert "Dodgeball Cup 1, semi-final: the winner meets" in boards[ANN].flat
    told = play_out(office, name="Dodgeball Cup 1")
    last = dict(told)
    assert set(last) == {ANN, BEN, CAT, DAN}
    for mail in last.values():
        assert mail.subject == "[pbem] Dodgeball Cup 1: Ann wins"
        assert "The champion: Ann." in mail.flat


def test_a_cup_of_other_options_is_not_entered_unasked() -> None:
    office = office_of(3)
    office.write(ANN, "cup dodgeball 4 pawns=3 pace=2d")
    told = ask(office, BEN, "cup dodgeball 4").flat
    assert "Dodgeball Cup 1: pawns=3, time for each move: 2 days." in told
    assert 'To enter it: enter "Dodgeball Cup 1".' in told
    assert "Entered: Ann\n" in ask(office, ANN, "tournament Dodgeball Cup 1").text
    assert office.write(BEN, "enter Dodgeball Cup 1") == "done"
    assert office.write(CAT, "cup dodgeball 4 pace=7d") == "done"
    assert "Entered: Cat" in ask(office, CAT, "tournament Dodgeball Cup 2").flat


def test_whoever_opens_a_cup_directs_it() -> None:
    office = cup_of(2)
    go_on(office)
    (number,) = running(office, "Dodgeball Cup 1")
    assert "run by Ann" in ask(office, BEN, "tournament Dodgeball Cup 1").flat
    assert office.write(ANN, f"tournament result {number} ben I was away") == "done"


def test_the_page_tells_options_and_time() -> None:
    office = office_of(2)
    office.write(ANN, "tournament new Spring dodgeball form=round-robin pawns=3 pace=3d weekends=off")
    told = ask(office, BEN, "enter Spring").flat
    assert "Its matches: pawns=3, time for each move: 3 days." in told
    assert "No clock runs on Saturdays and Sundays." in told


def test_a_cup_does_not_start_before_it_is_full() -> None:
    office = office_of(3)
    for name in NAMES[:3]:
        office.write(address(name), "cup dodgeball 4")
    go_on(office)
    assert not running(office, "Dodgeball Cup 1")
    office.write(CAT, 'withdraw "Dodgeball Cup 1"')
    assert "Entered: Ann, Ben" in ask(office, ANN, 'tournament "Dodgeball Cup 1"').flat


def test_after_a_match_both_get_the_table_and_their_next_match() -> None:
    office = opened("round-robin", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    lose(office, number, names[1])
    told = {to: mail for to, mail in go_on(office) if mail.kind == "competition"}
    assert set(told) == {address(names[0]), address(names[1])} | {ANN}
    mail = told[address(names[0])]
    assert mail.subject == f"[pbem] Spring: {names[0]} beat {names[1]}"
    assert "played won drawn lost points" in mail.flat
    assert "next, as soon as you both can." in mail.flat


@pytest.mark.parametrize(
    "form", ["round-robin", "double-round-robin", "swiss", "knock-out", "double-knock-out", "pools"]
)
@pytest.mark.parametrize("count", [3, 4])
def test_every_form_comes_to_an_end_and_can_be_checked(form: str, count: int) -> None:
    office = opened(form, count=count)
    told = play_out(office)
    assert "Ann wins" in told[-1][1].subject
    it = held(office)
    record = office.app.competitions.record(it)
    assert verify(record) == []
    keys = [pairing.key for pairing in it.field.pairings()]
    assert len(set(keys)) == len(keys)
    assert not go_on(office)


def test_everybody_is_told_when_a_round_ends() -> None:
    office = opened("swiss", "rounds=2")
    told = play_out(office)
    first = [(to, mail) for to, mail in told if "round 1 is over" in mail.subject]
    assert {to for to, _ in first} == {ANN, BEN, CAT, DAN}
    assert all("Your next match:" in mail.flat for _, mail in first)


def test_who_withdraws_loses_what_they_play_and_no_rating_moves() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    office.play_on(number)
    mails = withdraw(office, names[1])
    assert any(f"{names[0]} beat {names[1]} by walkover" in mail.flat for _, mail in mails)
    assert office.store.matches.match(number).status == "over"
    assert not office.store.company.changes(number)
    assert "have withdrawn" in ask(office, address(names[1]), "enter Spring").flat


def test_a_match_that_is_not_over_on_its_date_is_drawn() -> None:
    office = opened("round-robin", "match=10d pace=5d", count=3)
    go_on(office)
    (number,) = running(office)
    office.time += 10 * DAY
    mails = go_on(office)
    assert any(
        "its date has passed" in mail.flat or "The date of this match has passed" in mail.flat
        for _, mail in mails
    )
    (result,) = held(office).field.results
    assert result.drawn
    assert office.store.matches.match(number).status == "over"


def test_the_director_decides_a_match_that_is_late_if_that_was_announced() -> None:
    office = opened("knock-out", "match=10d late=director", count=2)
    go_on(office)
    (number,) = running(office)
    office.time += 10 * DAY
    (mail,) = [mail for to, mail in go_on(office) if mail.kind == "director"]
    assert f"match {number}" in mail.flat
    assert not go_on(office)
    office.write(ANN, f"tournament result {number} ben Ann was away")
    assert office.store.matches.match(number).status == "over"
    last = [mail for _, mail in office.mails() if mail.kind == "competition"]
    assert [mail.subject for mail in last] == ["[pbem] Spring: Ben wins"] * 2
    assert all("Ann has decided match" in mail.flat for mail in last)
    assert not go_on(office)


def test_a_corrected_result_of_a_cup_is_played_on_from_there() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    for number, names in running(office).items():
        lose(office, number, max(names))
    go_on(office)
    ((final, _),) = running(office).items()
    semi = next(row.match for row in held(office).pairings.values() if row.round == 1)
    assert semi is not None
    it = held(office)
    pairing = next(each for each in it.field.pairings() if it.match_of(each) == semi)
    loser = max(it.names(pairing.seats))
    office.mails()
    office.write(ANN, f"tournament result {semi} {loser} the dice were misread")
    told = [mail for _, mail in office.mails() if mail.kind == "competition"]
    assert all(f"corrected match {semi}" in mail.subject for mail in told)
    assert len(told) == 4
    go_on(office)
    assert office.store.matches.match(final).status == "over"
    ((again, names),) = running(office).items()
    assert again != final
    assert loser in names
    play_out(office)
    assert verify(office.app.competitions.record(held(office))) == []


def test_an_annulled_match_is_played_again() -> None:
    from pbem.server.admin.acts import annul

    office = opened("round-robin", count=2)
    go_on(office)
    (number,) = running(office)
    annul(office.app, number, "a fault of the server")
    go_on(office)
    (again,) = running(office)
    assert again != number


def test_somebody_else_plays_on_with_the_results_and_the_match() -> None:
    office = opened("round-robin", count=2)
    office.register("Zoe")
    go_on(office)
    (number,) = running(office)
    office.mails()
    assert office.write(ANN, "tournament replace Spring ben zoe Ben is ill") == "done"
    told = dict(office.mails())
    assert "Zoe is asked" in told[ANN].flat
    assert "Zoe" not in {seat.handle for seat in office.store.matches.seats(number)}
    question = told[address("Zoe")]
    assert "would like you to take over from Ben: Ben is ill." in question.flat
    office.reply(address("Zoe"), question, "yes")
    assert "Zoe" in {seat.handle for seat in office.store.matches.seats(number)}
    play_out(office)
    page = ask(office, ANN, "tournament Spring").flat
    assert "Winner: Ann." in page
    assert "Ann: Zoe plays on for Ben (Ben is ill)" in page


def test_nobody_takes_over_a_place_without_a_yes() -> None:
    office = opened("round-robin", count=2)
    office.register("Zoe")
    go_on(office)
    office.mails()
    assert office.write(ANN, "tournament replace Spring ben zoe Ben is ill") == "done"
    (question,) = [mail for to, mail in office.mails() if to == address("Zoe")]
    office.reply(address("Zoe"), question, "no, sorry")
    assert any("Zoe will not play on for Ben" in mail.flat for to, mail in office.mails() if to == ANN)
    assert held(office).number_of(3) is None


def test_only_the_director_directs() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    number = next(iter(running(office)))
    assert (
        "is directed by Ann, not by you" in ask(office, BEN, f"tournament result {number} ben I say so").flat
    )
    assert "is directed by Ann, not by you" in ask(office, BEN, "tournament close Spring enough").flat


def test_a_half_bye_in_the_next_round() -> None:
    office = opened("swiss", "rounds=2", count=4)
    go_on(office)
    assert office.write(ANN, "tournament bye Spring dan he is away") == "done"
    told = [
        to for to, mail in office.mails() if "Dan has a half-point bye in round 2: he is away." in mail.flat
    ]
    assert sorted(told) == [ANN, BEN, CAT, DAN]
    play_out(office)
    kinds = {result.kind for result in held(office).field.results}
    assert "half bye" in kinds
    assert verify(office.app.competitions.record(held(office))) == []


def test_a_ladder() -> None:
    office, (top, *_, bottom) = ladder_of_four()
    order = rungs(office)
    number = meet(office, bottom, top)
    assert "challenge for rung 1" in next(mail.flat for _, mail in office.mails() if mail.kind == "match")
    lose(office, number, top)
    go_on(office)
    assert rungs(office) == [bottom, *order[:3]]
    office.write(ANN, "tournament close Spring the year is over")
    (mail,) = [mail for to, mail in office.mails() if to == BEN]
    assert f"The champion: {bottom}." in mail.flat


def ladder_of_four() -> tuple[Office, list[str]]:
    """A ladder, and its order."""
    office = opened("ladder", count=4)
    go_on(office)
    order = rungs(office)
    assert sorted(order) == list(NAMES[:4])
    return office, order


def rungs(office: Office) -> list[str]:
    return [line.split()[1] for line in ladder_lines(office)]


def challenged(office: Office, by: str, of: str) -> Mail:
    """The mail that asks whoever is challenged."""
    office.mails()
    assert office.write(address(by), f"ladder Spring {of}") == "done"
    (mail,) = [mail for to, mail in office.mails() if to == address(of)]
    assert mail.subject == f"[pbem] Spring: {by} challenges you"
    return mail


def meet(office: Office, by: str, of: str) -> int:
    """The match after a challenge and a yes."""
    office.reply(address(of), challenged(office, by, of), "yes")
    (number,) = running(office)
    return number


def test_a_challenge_may_be_declined_and_beyond_the_limit_costs_the_rung() -> None:
    office, (top, second, third, bottom) = ladder_of_four()
    mail = challenged(office, second, top)
    assert "You can still decline 2 times at no cost" in mail.flat
    assert "challenge of Spring that waits" in ask(office, address(third), f"ladder Spring {top}").flat
    office.reply(address(top), mail, "no, not this week")
    told = dict(office.mails())
    assert f"you have declined; {second} is told. You can still decline once at no" in told[address(top)].flat
    assert f"{top} declines your challenge" in told[address(second)].flat
    mail = challenged(office, third, top)
    assert "still decline once at no cost" in mail.flat
    told_top = ask(office, address(top), "decline").flat
    assert "If you decline again before your next match of this ladder, your rung goes" in told_top
    again = ask(office, address(second), f"ladder Spring {top}").flat
    assert f"{top} has declined your challenge. You can ask them again from Mon 2 Nov 2026 on" in again
    office.time += 7 * DAY
    mail = challenged(office, second, top)
    assert f"if you answer no, {second} takes your rung" in mail.flat
    office.reply(address(top), mail, "no")
    go_on(office)
    assert rungs(office) == [second, top, third, bottom]
    assert not office.store.company.changes()
    it = held(office)
    assert verify(structs.replace(office.app.competitions.record(it), seed=it.row.seed.hex())) == []


def test_silence_gives_up_a_rung_after_a_warning_and_not_on_vacation() -> None:
    office, (top, second, *rest) = ladder_of_four()
    challenged(office, second, top)
    office.time += 7 * DAY
    (warning,) = [mail for to, mail in go_on(office) if to == address(top)]
    assert "You have not answered yet" in warning.flat
    assert not go_on(office)
    assert office.write(address(top), "vacation 10d") == "done"
    office.mails()
    office.time += 7 * DAY
    assert not go_on(office)
    office.time += 9 * DAY
    assert not go_on(office)
    assert rungs(office)[0] == top
    office.time += DAY
    told = dict(go_on(office))
    assert "has not answered in time" in told[address(top)].flat
    assert rungs(office) == [second, top, *rest]
    office.reply(address(top), warning, "yes")
    assert "The time for this answer is over" in office.mail_to(address(top)).flat or not running(office)


def test_who_comes_back_to_a_ladder_is_on_its_lowest_rung() -> None:
    office, (top, second, third, bottom) = ladder_of_four()
    lose(office, meet(office, bottom, top), top)
    go_on(office)
    assert rungs(office) == [bottom, top, second, third]
    office.register("Zoe")
    office.write(address("Zoe"), "enter Spring")
    assert rungs(office) == [bottom, top, second, third, "Zoe"]
    withdraw(office, bottom)
    office.write(address(bottom), "enter Spring")
    assert rungs(office) == [top, second, third, "Zoe", bottom]


def test_a_match_has_more_time_while_somebody_is_on_vacation() -> None:
    office = opened("round-robin", "match=10d pace=10d", count=2)
    go_on(office)
    office.time += 9 * DAY
    assert office.write(BEN, "vacation 6d") == "done"
    office.time += DAY
    go_on(office)
    assert running(office)
    office.time += 5 * DAY
    go_on(office)
    assert running(office)
    office.time += 3 * DAY
    go_on(office)
    assert not running(office)


def ladder_lines(office: Office) -> list[str]:
    text = ask(office, ANN, "ladder Spring").text
    return [line for line in text.split("\n") if line.strip()[:1].isdigit() and ". " in line[:7]]


def test_an_open_competition_is_paired_by_its_director() -> None:
    office = opened("open", count=3)
    assert office.write(ANN, "tournament pair Spring ben cat") == "done"
    (number,) = running(office)
    lose(office, number, "Cat")
    mails = [to for to, mail in go_on(office) if mail.kind == "competition"]
    assert set(mails) == {ANN, BEN, CAT}


def test_a_letter_to_all_and_more_time() -> None:
    office = opened("round-robin", "match=20d", count=3)
    go_on(office)
    (number,) = running(office)
    office.write(ANN, "tournament write Spring The next round begins after the holidays.")
    letters = [(to, mail.flat) for to, mail in office.mails() if mail.kind == "director"]
    assert {to for to, _ in letters} == {ANN, BEN, CAT}
    assert "Ann, who directs Spring, writes" in letters[0][1]
    before = next(row.due for row in held(office).pairings.values() if row.match == number)
    office.write(ANN, f"tournament extend {number} 7d it is Christmas")
    after = next(row.due for row in held(office).pairings.values() if row.match == number)
    assert before is not None
    assert after == before + 7 * DAY


def test_a_round_is_taken_only_if_the_field_is_still_the_same() -> None:
    office = opened("swiss", count=4)
    (wanted,), _ = office.app.rounds.look()
    withdraw(office, "Dan")
    with office.store.transaction():
        assert not office.app.rounds.apply(wanted, ())
    go_on(office)
    assert "Dan" not in [name for names in running(office).values() for name in names]


def test_the_process_that_pairs_gives_the_same_round() -> None:
    office = opened("swiss", count=4)
    office.app.rounds.run()
    assert len(running(office)) == 2


def test_a_record_that_was_changed_does_not_pass() -> None:
    import msgspec

    from pbem.competitions.record import Record

    office = opened("swiss", count=4)
    play_out(office)
    record = office.app.competitions.record(held(office))
    text = msgspec.json.encode(record)
    assert verify(msgspec.json.decode(text, type=Record)) == []
    forged = msgspec.structs.replace(record, table=record.table[::-1])
    assert verify(forged) == ["the table is not the one that the results lead to"]
    forged = msgspec.structs.replace(record, seed="00" * 32)
    assert "the seed is not the one announced" in verify(forged)
    start = record.events[0]
    assert isinstance(start, Started)
    turned = structs.replace(start, names=start.names[::-1])
    forged = structs.replace(record, events=[turned, *record.events[1:]])
    assert "event 1: the entrants are not in the order of their ratings and lots" in verify(forged)


def test_who_leaves_the_server_leaves_the_tournament() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    player = office.store.people.named("Cat")
    assert player is not None
    with office.store.transaction():
        office.app.deletion.leave(player, Dispatch("left"))
    go_on(office)
    it = held(office)
    assert [
        entrant.withdrawn for entrant in it.field.entrants if it.name(entrant.number) == player.handle
    ] == [True]
    play_out(office)


def test_tables_of_several() -> None:
    office = office_of(5)
    office.write(ANN, "tournament new Gnomes toxic-gnome form=tables players=3 rounds=2 size=5")
    for name in NAMES[:5]:
        assert office.write(address(name), "enter Gnomes") == "done"
    office.mails()
    go_on(office)
    sizes = sorted(map(len, running(office, "Gnomes").values()))
    assert sizes == [2, 3]
    for _ in range(20):
        for number in running(office, "Gnomes"):
            it = held(office, "Gnomes")
            winner = min(running(office, "Gnomes")[number])
            assert office.write(ANN, f"tournament result {number} {winner} by agreement") == "done"
            assert it.row.name == "Gnomes"
        go_on(office)
        if held(office, "Gnomes").row.status == "over":
            break
    assert verify(office.app.competitions.record(held(office, "Gnomes"))) == []


@pytest.mark.sqlite
def test_a_crash_at_any_statement_pairs_nobody_twice_and_leaves_nobody_out() -> None:
    """Every statement of a look is the last one once; then the server goes on, and all is as without a crash."""
    whole = opened("knock-out", count=4)
    go_on(whole)
    wanted = (running(whole), len(whole.store.competitions.events(1)))
    office = opened("knock-out", count=4)
    conn, stopped = office.store.db.conn, 0
    for last in range(1, 5000):
        count = 0

        def trace(_: str, last: int = last) -> None:
            nonlocal count
            count += 1
            if count == last:
                conn.interrupt()

        conn.set_trace_callback(trace)
        with contextlib.suppress(SqlError):
            office.app.rounds.look()
        conn.set_trace_callback(None)
        stopped += office.store.competitions.to_look_at(office.time) != []
        office.configure(office.config)  # it starts again
        if count < last:
            break
        made = [row[0] for row in office.store.db.execute("SELECT match FROM pairings ORDER BY match")]
        assert made == [row[0] for row in office.store.db.execute("SELECT id FROM matches ORDER BY id")]
    assert stopped > 20
    go_on(office)
    assert (running(office), len(office.store.competitions.events(1))) == wanted


def test_pools_then_a_knock_out_of_the_best() -> None:
    office = opened("pools", "pool=3", "best=1", count=6)
    told = play_out(office)
    assert "Ann wins" in told[-1][1].subject
    page = ask(office, BEN, "tournament Spring").text
    assert page.index("Pool A") < page.index("Pool B") < page.index("Knock-out")
    assert "Winner: Ann." in page
    record = office.app.competitions.record(held(office))
    assert verify(record) == []
    finals = [mail for _, mail in told if "Spring, Knock-out" in mail.text]
    assert not finals


def test_a_pool_result_corrected_after_the_knock_out_has_begun() -> None:
    office = opened("pools", "pool=3", "best=1", count=6)
    go_on(office)
    for _ in range(20):
        for number, names in running(office).items():
            if held(office).field.round <= 3:
                lose(office, number, max(names))
        go_on(office)
        if held(office).field.round > 3:
            break
    ((final, names),) = running(office).items()
    it = held(office)
    pairing = next(
        each for each in it.field.pairings() if each.round <= 3 and set(it.names(each.seats)) & {"Ann"}
    )
    other = next(each for each in it.names(pairing.seats) if each != "Ann")
    second = next(
        each
        for each in it.field.pairings()
        if each.round <= 3 and "Ann" in it.names(each.seats) and other not in it.names(each.seats)
    )
    third = next(each for each in it.names(second.seats) if each != "Ann")
    office.write(ANN, f"tournament result {it.match_of(pairing)} {other} misread")
    office.write(ANN, f"tournament result {it.match_of(second)} {third} misread, too")
    go_on(office)
    ((again, others),) = running(office).items()
    assert again != final
    assert "Ann" in names
    assert "Ann" not in others
    play_out(office)
    assert verify(office.app.competitions.record(held(office))) == []


def test_a_match_with_a_substitute_can_be_decided() -> None:
    office = opened("round-robin", count=2)
    office.register("Zoe")
    go_on(office)
    (number,) = running(office)
    zoe = office.store.people.named("Zoe")
    assert zoe is not None
    with office.store.transaction():
        loaded = office.find_match(number)
        ben = next(seat for seat in loaded.seats if seat.handle == "Ben")
        office.app.substitutes.replace(loaded, ben, zoe)
        office.app.settling.publish(loaded, Telling(MatchNews(headline="Zoe plays on for Ben.")))
    assert office.write(ANN, f"tournament result {number} ben by agreement") == "done"
    go_on(office)
    assert "Winner: Ben." in ask(office, ANN, "tournament Spring").flat


def test_two_notes_of_one_letter_are_both_mailed() -> None:
    office = opened("round-robin", count=2)
    office.write(ANN, "tournament write Spring First note.\ntournament write Spring Second note.")
    told = " ".join(mail.flat for to, mail in office.mails() if to == BEN)
    assert "First note." in told
    assert "Second note." in told


def test_letters_to_all_are_few() -> None:
    office = opened("round-robin", count=2)
    for _ in range(3):
        assert office.write(ANN, "tournament write Spring Hello") == "done"
    office.mails()
    assert (
        "3 letters a day to all entrants are enough" in ask(office, ANN, "tournament write Spring Hello").flat
    )


def test_the_check_of_the_host_finds_what_does_not_follow() -> None:
    office = opened("swiss", count=4)
    play_out(office)
    assert host.check(office.app) == []
    office.store.db.execute('UPDATE pairings SET settled = NULL WHERE round = 1 AND "table" = 1')
    assert host.check(office.app) == ["Spring: the pairing (1, 1, 1) and its result do not agree"]
    events = "SELECT id, event FROM competition_events ORDER BY id"
    number, event = next(row for row in office.store.db.execute(events).fetchall() if '"pair"' in row[1])
    turned = event.replace('"seats":[1,', '"seats":[4,')
    assert turned != event
    office.store.db.execute("UPDATE competition_events SET event = ? WHERE id = ?", (turned, number))
    assert any("is not a pairing of swiss here" in problem for problem in host.check(office.app))


@pytest.mark.parametrize("game", sorted(OURS))
def test_every_game_has_its_cup(game: str) -> None:
    office = office_of(2)
    for name in NAMES[:2]:
        assert office.write(address(name), f"cup {game} 2") == "done"
    office.mails()
    assert any("final: the winner is the champion." in mail.flat for _, mail in go_on(office))


def test_players_and_director_are_warned_once_before_the_date() -> None:
    office = opened("round-robin", "match=20d pace=20d", count=3)
    go_on(office)
    ((number, names),) = running(office).items()
    office.time += 18 * DAY
    told = [(to, mail) for to, mail in go_on(office) if f"Match {number} has time until" in mail.flat]
    assert {to for to, _ in told} == {*map(address, names), ANN}
    assert [mail.kind for to, mail in told if to == ANN][-1] == "director"
    assert all(
        "If it is not over then, it is decided by its score as it stands then" in mail.flat
        for _, mail in told
    )
    assert not go_on(office)
    office.time += 2 * DAY
    go_on(office)
    assert office.store.matches.match(number).status == "over"


def test_divisions_over_two_seasons() -> None:
    office = opened("divisions", "break=3d", count=12)

    def season() -> list[tuple[str, str]]:
        told = []
        while running(office):
            for number, names in running(office).items():
                lose(office, number, max(names))
            told += [
                (to, mail.subject + mail.flat) for to, mail in go_on(office) if mail.kind == "competition"
            ]
        return told

    go_on(office)
    assert {len(each) for each in held(office).field.seasons[0].divisions} == {6}
    first = season()
    over = {to: text for to, text in first if "season 1 is over" in text}
    assert len(over) == 12
    assert all("The next season begins on" in text for text in over.values())
    assert not running(office)
    withdraw(office, "Dan")
    office.time += 3 * DAY
    go_on(office)
    it = held(office)
    assert len(it.field.seasons) == 2
    assert len([each for division in it.field.seasons[1].divisions for each in division]) == 11
    assert "Season 2, Division 1" in ask(office, ANN, "tournament Spring").flat
    season()
    assert office.write(ANN, "tournament close Spring the year is over") == "done"
    assert held(office).row.status == "over"
    assert verify(office.app.competitions.record(held(office))) == []
    assert host.check(office.app) == []


def test_whoever_waits_is_told_that_it_begins() -> None:
    office = opened("round-robin", count=3)
    told = {to: mail for to, mail in go_on(office) if mail.kind == "competition"}
    assert [mail.subject for mail in told.values()] == ["[pbem] Spring: it begins"]


def test_a_team_gets_a_new_manager_who_agrees() -> None:
    office = office_of(4)
    office.write(ANN, "league new Autumn form=round-robin goals=1")
    for name, team in (("Ann", "Owls"), ("Ben", "Bats"), ("Cat", "Eels")):
        office.write(address(name), f"team new {team} gnolls\nenter Autumn")
        if name != "Ann":
            office.write(ANN, f"league add {team}")
    assert office.write(ANN, "tournament start Autumn") == "done"
    go_on(office)
    assert office.write(ANN, "tournament replace Autumn bats dan Ben is ill") == "done"
    (question,) = [mail for to, mail in office.mails() if to == DAN]
    assert "would like you to manage Bats from now on: Ben is ill." in question.flat
    office.reply(DAN, question, "yes")
    assert "Bats, managed by Dan, in Autumn" in ask(office, ANN, "team sheet Bats").flat
    told = []
    while held(office, "Autumn").row.status != "over":
        for number, names in running(office, "Autumn").items():
            loser = office.store.matches.seats(number)[names.index(max(names))]
            office.write(loser.address, f"match {number}\nconfirm resign")
            told += go_on(office)
    boards = [mail.flat for _, mail in told if mail.kind == "match"]
    assert any("Points so far: Bats 3, Eels" in flat or ", Bats 3" in flat for flat in boards)
    last = {to for to, mail in told if "Bats wins" in mail.subject}
    assert {ANN, CAT, DAN} <= last
    assert office.store.teams.of_manager(4)[0].competition is None
    assert host.check(office.app) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("result 1 ann", "The reason is missing. Write: tournament result 1 ann REASON"),
        ("result", "The number of a match is missing. Write: tournament result 12 ben REASON"),
        ("result ann", '"ann" is not the number of a match.'),
        ("close Spring", "The reason is missing. Write: tournament close Spring REASON"),
        ("write Spring", "The text is missing. Write: tournament write Spring TEXT"),
        ("bye Spring", "A name is missing."),
        ("new", "The name of a tournament is missing."),
        ("new Autumn", "The name of a game is missing. Write: tournament new Autumn dodgeball"),
        ("new Autumn Cup dodgeball", "Put names with spaces in quotes."),
        ("nothing here", "There is no competition nothing here."),
        ("strat Spring", 'Did you mean "start"?'),
    ],
)
def test_a_line_of_a_director_is_told_what_it_lacks(line: str, told: str) -> None:
    office = opened("round-robin", count=2)
    flat = ask(office, ANN, f"tournament {line}").flat
    assert told in flat
    assert "There is no game" not in flat


def test_names_of_competitions_need_no_quotes() -> None:
    office = office_of(3)
    office.write(ANN, 'tournament new "Spring Cup" dodgeball form=round-robin')
    for name in NAMES[:3]:
        assert office.write(address(name), "enter spring cup") == "done"
    assert office.write(ANN, "tournament start Spring Cup") == "done"
    assert held(office, "Spring Cup").row.status == "running"
    assert "Everybody meets everybody once." in ask(office, BEN, "tournament Spring Cup").flat
    office.reply(ANN, ask(office, ANN, "tournament close Spring Cup the Spring Cup is over"), "yes")
    assert "the Spring Cup is over" in ask(office, BEN, "tournament Spring Cup").flat


def prospects(office: Office) -> dict[str, str]:
    """What each entrant without a match is told of what comes next."""
    it = held(office)
    busy = {name for names in running(office).values() for name in names}
    return {it.name(each): prospect(it, each) for each in it.entrants if it.name(each) not in busy}


def test_whoever_has_a_bye_is_told_so_and_the_table_explains_it() -> None:
    office = opened("swiss", "rounds=2", "early=no", count=3)
    told = {to: mail for to, mail in go_on(office) if mail.kind == "competition"}
    ((name, text),) = prospects(office).items()
    assert text == (
        "You have a bye in round 1, which counts as a win. You are paired when the other matches of this round are"
        " over."
    )
    assert text in told[address(name)].flat
    line = f"{name} has a bye in round 1, which counts as a win once that round is over."
    assert line in told[address(name)].flat


def test_whoever_has_played_all_matches_is_told_so() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    waiting = list[str]()
    for _ in range(2):
        ((number, names),) = running(office).items()
        waiting += prospects(office).values()
        lose(office, number, max(names))
        go_on(office)
    assert [*waiting, *prospects(office).values()] == [
        "You meet Ann next, as soon as you both can.",
        "You meet Cat next, as soon as you both can.",
        "You have played all your matches. You will be told how it ends.",
    ]


def test_who_waits_in_a_knock_out_is_told_whom_they_may_meet() -> None:
    office = opened("knock-out", count=5)
    go_on(office)
    it = held(office)
    seeds = {it.name(each.number): each.number for each in it.field.entrants}
    names = {number: name for name, number in seeds.items()}
    told = prospects(office)
    assert told[names[1]] == f"You have a bye in the first round. You meet {names[4]} or {names[5]} next."
    number, players = next(
        (number, each) for number, each in running(office).items() if {names[2], names[3]} == {*each}
    )
    lose(office, number, players[1])
    go_on(office)
    assert (
        prospects(office)[players[0]] == "Your next opponent is not known yet. It depends on other matches."
    )


@pytest.mark.parametrize("form", ["swiss", "tables"])
def test_nobody_waits_for_an_opponent_after_the_last_round(form: str) -> None:
    office = opened(form, "rounds=1", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    lose(office, number, max(names))
    told = [mail.flat for _, mail in go_on(office) if mail.kind == "competition"]
    assert told
    assert all("You have played all your matches." in flat for flat in told[:2])


def test_whoever_is_out_after_the_pools_is_told_so() -> None:
    office = opened("pools", "pool=3", "best=1", count=6)
    go_on(office)
    for _ in range(20):
        if held(office).field.round > 3:
            break
        for number, names in running(office).items():
            lose(office, number, max(names))
        go_on(office)
    assert set(prospects(office).values()) == {"You are out. You will be told how it ends."}


def test_all_are_told_once_of_a_withdrawal_with_what_it_leads_to() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    mails = withdraw(office, names[1])
    told = {to: mail for to, mail in mails if mail.kind == "competition"}
    assert sorted(told) == [ANN, BEN, CAT, DAN]
    for mail in told.values():
        assert f"{names[1]} has withdrawn." in mail.flat
        assert f"{names[0]} beat {names[1]} by walkover" in mail.flat
    board = next(mail for to, mail in mails if to == address(names[0]) and mail.kind == "match")
    assert f"The match is over: walkover: {names[1]} has withdrawn from Spring. You won." in board.flat
    assert "Nobody wins" not in board.text
    assert not [mail for _, mail in go_on(office) if "withdrawn" in mail.flat]
    assert not office.store.company.changes(number)


def test_a_no_keeps_somebody_in_a_competition() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    office.write(BEN, "withdraw Spring")
    (question,) = [mail for to, mail in office.mails() if to == BEN]
    assert "You cannot come back." in question.flat
    office.reply(BEN, question, "no")
    assert not any(each.withdrawn for each in held(office).field.entrants)


def test_the_director_takes_out_somebody_who_has_vanished() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    assert "is directed by Ann" in ask(office, CAT, "tournament withdraw Spring ben he is lazy").flat
    assert office.write(ANN, "tournament withdraw Spring ben he does not write anymore") == "done"
    told = {to: mail.flat for to, mail in office.mails() if mail.kind == "competition"}
    assert set(told) == {ANN, BEN, CAT}
    assert "Ann has taken Ben out: he does not write anymore." in told[CAT]
    assert [each.withdrawn for each in held(office).field.entrants].count(True) == 1


def test_who_leaves_the_server_is_told_of_to_all() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    player = office.store.people.named("Cat")
    assert player is not None
    with office.store.transaction():
        office.app.deletion.leave(player, Dispatch("left"))
    told = {to: mail.flat for to, mail in go_on(office) if mail.kind == "competition"}
    assert {ANN, BEN} <= set(told)
    assert all("has left the server." in flat for flat in told.values())


def test_all_are_told_that_a_ladder_begins_and_of_its_walkovers() -> None:
    office = opened("ladder", count=4)
    begun = {to: mail for to, mail in go_on(office) if mail.kind == "competition"}
    assert sorted(begun) == [ANN, BEN, CAT, DAN]
    assert {mail.subject for mail in begun.values()} == {"[pbem] Spring: it begins"}
    top, second, *_ = rungs(office)
    challenged(office, second, top)
    office.time += 7 * DAY
    go_on(office)
    office.time += 7 * DAY
    told = {to: mail.flat for to, mail in go_on(office) if mail.kind == "competition"}
    assert sorted(told) == [ANN, BEN, CAT, DAN]
    assert all(f"{top} has not answered in time." in flat for flat in told.values())


def test_a_new_director_is_asked() -> None:
    office = opened("round-robin", count=3)
    office.mails()
    assert office.write(ANN, "tournament director Spring ben") == "done"
    told = dict(office.mails())
    assert "Ben is asked, and directs Spring after a yes" in told[ANN].flat
    assert "run by Ann" in ask(office, CAT, "tournament Spring").flat
    office.reply(BEN, told[BEN], "yes")
    assert any("Ben is the director of Spring now." in mail.flat for to, mail in office.mails() if to == CAT)
    assert "run by Ben" in ask(office, CAT, "tournament Spring").flat
    office.write(BEN, "tournament director Spring ann")
    question = next(mail for to, mail in office.mails() if to == ANN)
    office.reply(ANN, question, "no")
    assert any("Ann will not direct Spring." in mail.flat for to, mail in office.mails() if to == BEN)


def test_more_time_tells_the_new_date() -> None:
    office = opened("round-robin", "match=20d", count=4)
    go_on(office)
    number = next(iter(running(office)))
    office.write(ANN, f"tournament extend {number} 7d it is Christmas")
    boards = [mail.flat for _, mail in office.mails() if mail.kind == "match"]
    assert any("this match 7 days more, until Sun 22 Nov 2026: it is Christmas." in flat for flat in boards)
    office.write(ANN, "tournament extend Spring 7d it is still Christmas")
    told = [mail.flat for _, mail in office.mails() if mail.kind == "director"]
    assert all(f"match {number} until Sun 29 Nov 2026" in flat for flat in told)


def test_whoever_loses_a_seat_by_the_director_is_told_by_whom() -> None:
    office = opened("round-robin", count=2)
    office.register("Zoe")
    go_on(office)
    office.write(ANN, "tournament replace Spring ben zoe Ben is ill")
    office.reply(address("Zoe"), next(mail for to, mail in office.mails() if to == address("Zoe")), "yes")
    told = " ".join(mail.flat for to, mail in office.mails() if to == BEN)
    assert "Ann, who directs Spring, has given your seat in match 1" in told


def test_standings_of_a_tournament_are_its_crosstable() -> None:
    office = opened("round-robin", count=3)
    play_out(office)
    told = ask(office, BEN, "standings spring").text
    assert "   1. Ann * 1 1       2\n   2. Ben 0 * 1       1\n   3. Cat 0 0 *       0\n" in told
    assert "There is no game or competition chess." in ask(office, BEN, "standings chess").flat


def test_the_crosstable_of_a_swiss_goes_by_rounds() -> None:
    office = opened("swiss", "rounds=3", count=5)
    play_out(office)
    told = ask(office, BEN, "standings Spring").text
    assert (
        "            1   2   3  points\n   1. Ann  +5  +4  +2       3\n   2. Ben bye  +3  -1       2\n"
        in told
    )
    assert "+2 won against the second of this table" in told


def test_the_page_says_why_there_are_fewer_rounds_than_wished() -> None:
    office = opened("swiss", "rounds=7", count=4)
    assert "Rounds: 3, since nobody meets twice." in ask(office, BEN, "tournament Spring").flat


def test_lists_and_records_name_the_competition_of_a_match() -> None:
    office = opened("round-robin", count=2)
    go_on(office)
    (number,) = running(office)
    assert f"{number}: Dodgeball! (Spring) with" in ask(office, ANN, "list").flat
    lose(office, number, "Ben")
    for line in ("list", "record", "history dodgeball"):
        assert f"{number}: Dodgeball! (Spring)" in ask(office, ANN, line).flat


def test_league_alone_lists_leagues() -> None:
    office = opened("round-robin", count=2)
    assert "OPEN FOR ENTRY none" in ask(office, ANN, "league").flat
    office.write(ANN, "league new Autumn")
    told = ask(office, ANN, "league").flat
    assert "Autumn: Elfball, open, 0 entrants" in told
    assert "Spring" not in told


def test_a_record_of_somebody_unknown() -> None:
    office = office_of(2)
    assert "There is no player zed. All players: players" in ask(office, ANN, "record zed").flat
    assert 'There is no player bem. Did you mean "Ben"?' in ask(office, ANN, "record ann bem").flat


def test_the_help_of_tournaments_fits_a_page_and_has_pages_below() -> None:
    office = office_of(1)
    told = ask(office, ANN, "help tournament").text
    assert len(told.split("\n")) < 40
    for page in ("forms", "options", "director"):
        assert f"help tournament {page}" in told
        assert "TOURNAMENT, " in ask(office, ANN, f"help tournament {page}").text


def test_a_letter_to_all_may_have_several_lines() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    office.write(ANN, "tournament write Spring Hello all,\nplease play swiftly.\n\ntournament Spring")
    told = {to: mail.flat for to, mail in office.mails()}
    assert "Hello all, please play swiftly." in told[BEN]
    assert "Everybody meets everybody once." in told[ANN]


def test_a_director_who_does_not_play_is_told_that_somebody_else_has_taken_over() -> None:
    office = office_of(4)
    office.write(ANN, "tournament new Spring dodgeball form=round-robin")
    office.write(BEN, "enter Spring")
    office.mails()
    office.write(ANN, "tournament director Spring cat")
    office.reply(CAT, next(mail for to, mail in office.mails() if to == CAT), "yes")
    assert any("Cat is the director of Spring now." in mail.flat for to, mail in office.mails() if to == ANN)


def test_a_late_yes_takes_out_nobody_else() -> None:
    office = opened("round-robin", count=3)
    office.register("Zoe")
    go_on(office)
    office.write(BEN, "withdraw Spring")
    (question,) = [mail for to, mail in office.mails() if to == BEN]
    office.write(ANN, "tournament replace Spring ben zoe Ben is ill")
    office.reply(address("Zoe"), next(mail for to, mail in office.mails() if to == address("Zoe")), "yes")
    office.mails()
    office.reply(BEN, question, "yes")
    assert any("Zoe plays on for you in Spring" in mail.flat for to, mail in office.mails() if to == BEN)
    assert not any(each.withdrawn for each in held(office).field.entrants)
