"""Corrected results: what they lead to, who is told what, ratings, records, and competitions that are over."""

from pbem.competitions import forms
from pbem.competitions.record import verify
from pbem.server.admin import host
from pbem.server.core.times import DAY
from pbem.server.matches.skills import told_rating
from tests.server.competitions.competing import (
    NAMES,
    address,
    go_on,
    held,
    lose,
    opened,
    play_out,
    running,
)
from tests.server.competitions.test_ratings import numbers
from tests.server.office import Mail, Office, ask

ANN, BEN, CAT, DAN = map(address, NAMES[:4])


def told(office: Office) -> list[tuple[str, Mail]]:
    return [(to, mail) for to, mail in office.mails() if mail.kind == "competition"]


def match_between(office: Office, *names: str) -> int:
    it = held(office)
    found = (each for each in it.field.pairings() if set(it.names(each.seats)) == set(names))
    number = it.match_of(next(found))
    assert number is not None
    return number


def semis_played() -> Office:
    """A cup of four before its final, Ann against Ben or Cat."""
    office = opened("knock-out", count=4)
    go_on(office)
    for number, names in running(office).items():
        lose(office, number, max(names))
    go_on(office)
    return office


def test_all_are_told_once_of_a_correction_and_of_no_pairing_that_is_void_by_then() -> None:
    office = semis_played()
    it = held(office)
    semi = next(each for each in it.field.results if "Ann" in it.names(each.pairing.seats))
    loser = next(name for name in it.names(semi.pairing.seats) if name != "Ann")
    void = next(iter(running(office)))
    number = it.match_of(semi.pairing)
    assert office.write(ANN, f"tournament result {number} {loser} the dice were misread") == "done"
    mails = told(office)
    assert sorted(to for to, _ in mails) == [ANN, BEN, CAT, DAN]
    ((final, names),) = running(office).items()
    assert loser in names
    for to, mail in mails:
        assert "the dice were misread" in mail.flat
        assert f"match: {void}" not in mail.flat
        if to in map(address, names):
            assert f"Your next match: {final}, against" in mail.flat
    assert not [mail for mail in go_on(office) if mail[1].kind == "competition"]


def test_a_corrected_result_reaches_ratings_and_records() -> None:
    office = opened("round-robin", count=3)
    play_out(office)
    assert "Ann won 1, drawn 0, lost 0" in ask(office, ANN, "record ann ben").flat
    number = match_between(office, "Ann", "Ben")
    before = numbers(office)
    assert office.write(ANN, f"tournament result {number} ben misread") == "done"
    after = numbers(office)
    assert after != before
    office.app.skills.rebuild()
    assert numbers(office) == after
    assert host.check(office.app) == []
    assert "Ann won 0, drawn 0, lost 1" in ask(office, ANN, "record ann ben").flat
    assert "corrected by Ann: misread" in ask(office, ANN, "record ann ben").flat
    assert office.write(ANN, f"tournament result {number} ann no, it was right") == "done"
    assert numbers(office) == before


def test_the_mail_of_a_correction_tells_the_ratings_of_its_players() -> None:
    office = opened("round-robin", count=3)
    play_out(office)
    number = match_between(office, "Ann", "Ben")
    assert office.write(ANN, f"tournament result {number} ben misread") == "done"
    mails, now = told(office), office.app.context.now()
    ratings = {}
    for name in ("Ann", "Ben"):
        player = office.store.people.named(name)
        assert player is not None
        rating = office.store.company.rating(player.id, "dodgeball")
        assert rating is not None
        ratings[name] = f"{name} {told_rating(rating, now)}"
    assert len(mails) == 3
    for _, mail in mails:
        line = mail.flat.partition("Ratings now: ")[2].partition(". ")[0]
        assert sorted(line.split(" and ")) == sorted(ratings.values())


def test_a_result_that_becomes_a_walkover_moves_no_rating_any_more() -> None:
    office = opened("round-robin", count=3)
    play_out(office)
    number, before = match_between(office, "Ann", "Ben"), numbers(office)
    assert office.write(ANN, f"tournament walkover {number} ann ben had left") == "done"
    changed = {(each.handle, each.before, each.after) for each in office.store.company.changes(number)}
    assert all(was == now for _, was, now in changed)
    after = numbers(office)
    office.app.skills.rebuild()
    assert numbers(office) == after
    assert host.check(office.app) == []
    assert office.write(ANN, f"tournament result {number} ann he had not") == "done"
    assert numbers(office) == before


def test_the_final_can_be_corrected_for_two_weeks_and_the_champion_is_announced_anew() -> None:
    office = semis_played()
    play_out(office)
    it = held(office)
    final = next(each for each in it.field.pairings() if each.round == 2)
    number, other = it.match_of(final), max(it.names(final.seats))
    assert (
        "Its director can correct results until Mon 9 Nov 2026." in ask(office, BEN, "tournament Spring").flat
    )
    office.time += 13 * DAY
    assert office.write(ANN, f"tournament result {number} {other} misread") == "done"
    mails = told(office)
    assert sorted(to for to, _ in mails) == [ANN, BEN, CAT, DAN]
    assert all(mail.subject == f"[pbem] Spring: {other} wins" for _, mail in mails)
    assert f"Winner: {other}." in ask(office, ANN, "tournament Spring").flat
    assert verify(office.app.competitions.record(held(office))) == []
    office.time += 2 * DAY
    assert "Spring is over" in ask(office, ANN, f"tournament result {number} Ann misread").flat


def test_a_result_on_which_the_final_depended_is_not_corrected_after_it() -> None:
    office = semis_played()
    play_out(office)
    it = held(office)
    semi = next(
        each for each in it.field.results if each.pairing.round == 1 and "Ann" in it.names(each.pairing.seats)
    )
    loser = next(name for name in it.names(semi.pairing.seats) if name != "Ann")
    before = office.store.competitions.events(1)
    refused = ask(office, ANN, f"tournament result {it.match_of(semi.pairing)} {loser} misread").flat
    assert "would change who meets whom" in refused
    assert office.store.competitions.events(1) == before


def test_a_match_resigned_after_a_hand_over_is_a_loss() -> None:
    office = opened("round-robin", count=2)
    office.register("Zoe")
    go_on(office)
    (number,) = running(office)
    office.play_on(number)
    office.write(ANN, "tournament replace Spring ben zoe Ben is ill")
    question = next(mail for to, mail in office.mails() if to == address("Zoe"))
    office.reply(address("Zoe"), question, "yes")
    office.write(address("Zoe"), f"confirm resign {number}")
    go_on(office)
    (result,) = held(office).field.results
    assert result.kind == "played"


def test_a_competition_that_is_closed_early_has_no_champion_and_its_matches_are_told() -> None:
    office = opened("swiss", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    lose(office, number, names[1])
    go_on(office)
    ((left, players),) = running(office).items()
    question = ask(office, ANN, "tournament close Spring the hall is closed")
    assert "Spring is over then, without a champion, since not all has been played." in question.flat
    assert "goes on, but does not count for it." in question.flat.replace(
        "go on, but do not", "goes on, but does not"
    )
    assert held(office).row.status == "running"
    office.reply(ANN, question, "yes")
    mails = office.mails()
    closed = [mail for _, mail in mails if mail.kind == "competition"]
    assert all("Spring is over, without a champion." in mail.flat for mail in closed)
    boards = {to: mail for to, mail in mails if mail.kind == "match"}
    assert set(boards) == set(map(address, players))
    assert all("does not count for it" in mail.flat for mail in boards.values())
    assert "Winner: nobody." in ask(office, ANN, "tournament Spring").flat
    assert office.store.matches.match(left).status == "running"
    assert not go_on(office)
    assert verify(office.app.competitions.record(held(office))) == []


def test_a_match_is_played_again_and_counts_for_nothing_itself() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    ((number, names),) = running(office).items()
    lose(office, number, names[1])
    go_on(office)
    assert office.store.company.changes(number)
    assert office.write(ANN, f"tournament again {number} the options were wrong") == "done"
    mails = told(office)
    assert sorted(to for to, _ in mails) == [ANN, BEN, CAT]
    assert all("the options were wrong" in mail.flat for _, mail in mails)
    assert not held(office).field.results
    assert all(each.before == each.after == 1500 for each in office.store.company.changes(number))
    after = numbers(office)
    office.app.skills.rebuild()
    assert numbers(office) == after
    play_out(office)
    assert [each.pairing.round for each in held(office).field.results].count(1) == 1
    assert host.check(office.app) == []
    assert verify(office.app.competitions.record(held(office))) == []


def test_a_semi_final_that_is_played_again_ends_the_final() -> None:
    office = semis_played()
    it = held(office)
    semi = next(each for each in it.field.results if "Ann" in it.names(each.pairing.seats))
    (final,) = running(office)
    assert office.write(ANN, f"tournament again {it.match_of(semi.pairing)} a fault") == "done"
    ((again, names),) = running(office).items()
    assert again != final
    assert set(names) == set(it.names(semi.pairing.seats))
    assert office.store.matches.match(final).status == "over"
    play_out(office)
    assert verify(office.app.competitions.record(held(office))) == []


def test_a_running_match_of_a_swiss_is_played_again_but_none_of_an_earlier_round() -> None:
    office = opened("swiss", "rounds=2", "early=no", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    assert office.write(ANN, f"tournament again {number} a fault") == "done"
    go_on(office)
    again = {number: each for number, each in running(office).items() if set(each) == set(names)}
    assert list(again) != [number]
    for each, players in running(office).items():
        lose(office, each, max(players))
    go_on(office)
    (match, *_) = again
    assert "has been paired by this result" in ask(office, ANN, f"tournament again {match} a fault").flat
    play_out(office)
    assert verify(office.app.competitions.record(held(office))) == []


def test_a_match_of_a_ladder_is_played_again_while_it_has_changed_nothing() -> None:
    office = opened("ladder", count=3)
    go_on(office)
    it = held(office)
    top, second, _ = it.names(forms.ladder_order(it.field))
    office.write(address(second), f"ladder Spring {top}")
    office.mails()
    office.write(address(top), "accept ladder")
    ((number, _),) = running(office).items()
    assert office.write(ANN, f"tournament again {number} a fault") == "done"
    ((again, names),) = running(office).items()
    assert again != number
    assert names == [second, top]
    lose(office, again, top)
    go_on(office)
    told = ask(office, ANN, f"tournament again {again} a fault").flat
    assert f"Match {again} has changed the ladder already." in told
