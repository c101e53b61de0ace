"""What players and directors are told at turns of a competition: its rounds, seasons, corrections and directors."""

import pytest

from pbem.competitions.forms import FORMS
from pbem.competitions.record import verify
from pbem.server.core.times import DAY
from pbem.server.mailing.mailer import Dispatch
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
from tests.server.office import Mail, ask

ANN, BEN, CAT, DAN = map(address, NAMES[:4])


def test_the_end_of_a_match_does_not_tell_the_points_before_it() -> None:
    office = opened("round-robin", count=4)
    boards = [mail.flat for _, mail in go_on(office) if mail.kind == "match"]
    assert all("Spring, round 1 of 3. Points so far:" in flat for flat in boards)
    number, names = next(iter(running(office).items()))
    office.play_on(number)
    office.mails()
    office.write(address(names[1]), f"confirm resign {number}")
    over = [
        mail.flat for _, mail in office.mails() if mail.kind == "match" and "match is over" in mail.subject
    ]
    assert len(over) == 2
    assert all("Spring, round 1 of 3." in flat and "Points so far" not in flat for flat in over)


def test_the_rounds_of_a_knock_out_end_by_their_names() -> None:
    subjects = {mail.subject for _, mail in play_out(opened("knock-out", count=4))}
    assert "[pbem] Spring: semi-final is over" in subjects
    assert not any("round" in subject for subject in subjects)


def test_all_are_told_who_is_not_the_champion_any_more() -> None:
    office = opened("round-robin", count=2)
    play_out(office)
    assert office.write(ANN, "tournament result 1 ben it was misread") == "done"
    told = [mail.flat for _, mail in office.mails() if mail.kind == "competition"]
    assert len(told) == 2
    assert all("misread. Ann is no longer the champion." in flat for flat in told)


def test_lists_say_who_has_won() -> None:
    office = opened("round-robin", count=2)
    assert "2 entrants, which you are in" in ask(office, BEN, "tournament").flat
    play_out(office)
    assert "2 entrants, won by Ann" in ask(office, BEN, "tournament").flat


def test_a_director_who_does_not_play_is_told_of_the_one_after_them() -> None:
    office = office_of(3)
    office.write(ANN, "tournament new Spring dodgeball form=round-robin")
    office.write(ANN, "tournament director Spring ben")
    question = next(mail for to, mail in office.mails() if to == BEN)
    office.reply(BEN, question, "yes")
    assert "Ben is the director of Spring now." in dict(office.mails())[ANN].flat
    with office.store.transaction():  # the host asks nobody
        office.app.desk.direct(held(office), None, "Cat")
    assert {to for to, _ in office.mails()} == {BEN, CAT}


def test_a_bye_in_the_first_round_can_be_given_before_the_start() -> None:
    office = office_of(4)
    office.write(ANN, "tournament new Spring dodgeball form=swiss rounds=2 pawns=3 placement=fixed early=no")
    for name in NAMES[:4]:
        office.write(address(name), "enter Spring")
    office.mails()
    assert office.write(ANN, "tournament bye Spring dan traveling") == "done"
    told = {
        to for to, mail in office.mails() if "Dan has a half-point bye in round 1: traveling." in mail.flat
    }
    assert told == {ANN, BEN, CAT, DAN}
    again = ask(office, ANN, "tournament bye Spring dan traveling").flat
    assert "Dan has a bye in round 1 already" in again
    office.write(ANN, "tournament start Spring")
    go_on(office)
    assert sum("Dan" in names for names in running(office).values()) == 0
    assert "Dan has a half-point bye in round 1" in ask(office, ANN, "tournament Spring").flat
    play_out(office)
    it = held(office)
    (dan,) = (number for number in it.entrants if it.name(number) == "Dan")
    assert [result.kind for result in it.field.of(dan)] == ["half bye", "played"]
    assert verify(office.app.competitions.record(it)) == []


def test_who_goes_up_and_down_is_told_so() -> None:
    office = opened("divisions", "moving=1", count=12)
    told = dict[str, str]()
    go_on(office)
    while running(office):
        for number, names in running(office).items():
            lose(office, number, max(names))
        told |= {to: mail.flat for to, mail in go_on(office) if "season 1 is over" in mail.subject}
    (last, best) = (held(office).parts[0][1], held(office).parts[1][1])
    down, up = max(last.names(list(last.entrants))), min(best.names(list(best.entrants)))
    assert "You go down to division 2. If you do not want to, write: withdraw Spring" in told[address(down)]
    assert "You go up to division 1." in told[address(up)]
    assert sum("You go" in flat for flat in told.values()) == 2


def test_a_few_entrants_are_one_division() -> None:
    office = office_of(8)
    office.write(ANN, "tournament new Spring dodgeball form=divisions division=6 moving=1 pawns=3")
    for name in NAMES[:8]:
        office.write(address(name), "enter Spring")
    told = ask(office, ANN, "tournament start Spring").flat
    assert "Divisions are of about 6 entrants. With fewer than 12 there is only one." in told
    assert "the last of a division changes places with the best of the next one" in told
    assert set(NAMES[:8]) <= set(told.partition("Entered: ")[2].replace(",", "").split())


def test_nobody_waits_for_a_match_of_a_season_that_is_closed() -> None:
    office = opened("divisions", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    lose(office, number, names[1])
    go_on(office)
    assert office.write(ANN, "tournament close Spring no time") == "done"
    told = {to: mail.flat for to, mail in office.mails() if mail.kind == "competition"}
    assert "No further match begins. You will be told how it ends." in told[address(names[0])]


def test_all_are_told_of_a_team_that_drops_out() -> None:
    office = office_of(4)
    office.write(ANN, "league new Autumn form=round-robin goals=1")
    for name, team in (("Ann", "Owls"), ("Ben", "Bats"), ("Cat", "Eels"), ("Dan", "Newts")):
        office.write(address(name), f"team new {team} gnolls\nenter Autumn")
        if name != "Ann":
            office.write(ANN, f"league add {team}")
    office.write(ANN, "tournament start Autumn")
    go_on(office)
    office.mails()
    assert office.write(BEN, "league drop Bats") == "done"
    ((to, question),) = office.mails()
    assert to == BEN
    assert "Do you want Bats to leave Autumn? Nothing has happened yet." in question.flat
    it = held(office, "Autumn")
    assert not any(each.withdrawn for each in it.field.entrants)
    office.reply(BEN, question, "yes")
    told = {to: mail for to, mail in office.mails() if mail.kind == "competition"}
    assert set(told) == {ANN, BEN, CAT, DAN}
    assert all(mail.subject == "[pbem] Autumn: Bats has withdrawn" for mail in told.values())
    assert office.write(ANN, "league drop Eels") == "done"
    told = {to: mail for to, mail in office.mails() if mail.kind == "competition"}
    assert all("Ann has taken Eels out." in mail.flat for mail in told.values())
    assert "Ann: Eels is out" in ask(office, DAN, "league table").flat
    assert office.write(ANN, "tournament replace Autumn newts ben Dan is ill") == "done"


def test_whoever_opens_a_cup_is_told_that_they_direct_it() -> None:
    office = office_of(2)
    line = "cup dodgeball 4 pawns=3"
    told = ask(office, ANN, line).flat
    assert "Dodgeball Cup 1 is open. You direct it (help tournament director), and you are in" in told
    assert "You direct it" not in ask(office, BEN, line).flat


def test_whom_the_host_enters_is_told_so() -> None:
    office = office_of(2)
    office.write(ANN, "tournament new Spring dodgeball form=swiss")
    office.mails()
    with office.store.transaction():
        office.app.desk.let_in(held(office), office.store.people.player(2))
    ((to, mail),) = office.mails()
    assert (to, mail.subject) == (BEN, "[pbem] Spring: you are in")
    assert "The host has entered you in Spring." in mail.flat
    assert "To leave it write: withdraw Spring" in mail.flat


def test_a_walkover_is_seen_in_the_bracket() -> None:
    office = opened("knock-out", count=2)
    go_on(office)
    office.write(ANN, "tournament walkover 1 ann Ben is ill")
    assert "1:0 by walkover" in ask(office, BEN, "tournament Spring").flat.replace("0:1", "1:0")


def test_the_host_directs_when_a_director_leaves_the_server() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    player = office.store.people.named("Ann")
    assert player is not None
    consequences = office.app.deletion.consequences(player)
    assert consequences[-2:] == ["Spring: you withdraw", "Spring: the host directs it"]
    with office.store.transaction():
        office.app.deletion.leave(player, Dispatch("left"))
    told = [(to, mail.flat) for to, mail in go_on(office) if mail.kind == "director"]
    assert {to for to, _ in told} == {BEN, CAT}
    assert all(
        "Ann, who directed Spring, has left the server. The host directs it now." in flat for _, flat in told
    )
    page = ask(office, BEN, "tournament Spring").flat
    assert "run by the host" in page
    assert "the host: directs it, since Ann has left the server" in page


def test_a_director_sees_the_numbers_of_the_matches() -> None:
    office = opened("round-robin", count=4)
    told = {to: mail.text for to, mail in go_on(office) if mail.kind == "competition"}
    assert told == {}  # all have got a board
    number, names = next(iter(running(office).items()))
    lose(office, number, names[1])
    told = {to: mail.text for to, mail in go_on(office) if mail.kind == "competition"}
    (other,) = (each for each in running(office) if each != number)
    assert f"Being played:\n  match {other}: " in told[ANN]
    assert not any("Being played" in text for to, text in told.items() if to != ANN)


def test_a_list_says_how_to_enter_and_a_wrong_name_is_mended() -> None:
    office = office_of(2)
    office.write(ANN, "cup dodgeball 4 pawns=3")
    assert 'write for example: enter "Dodgeball Cup 1"' in ask(office, BEN, "tournament").flat
    told = ask(office, BEN, "enter dodgeball cup").flat
    assert 'There is no competition dodgeball cup. Did you mean "Dodgeball Cup 1"?' in told


def test_no_rematch_is_offered_after_a_match_of_a_competition() -> None:
    office = opened("knock-out", count=2)
    go_on(office)
    lose(office, 1, "Ben")
    over = [
        mail.flat for _, mail in office.mails() if mail.kind == "match" and "match is over" in mail.subject
    ]
    assert len(over) == 2
    assert not any("To play it again" in flat for flat in over)


def test_a_director_who_decides_a_match_of_their_own_is_seen_to() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    numbers = running(office)
    own = next(number for number, names in numbers.items() if "Ann" in names)
    other = next(number for number in numbers if number != own)
    for number in (own, other):
        winner = "Ann" if number == own else numbers[number][0]
        assert office.write(ANN, f"tournament result {number} {winner} they gave up") == "done"
        told = [mail.flat for _, mail in office.mails() if mail.kind == "competition"]
        why = ", which is their own" if number == own else ""
        assert told
        assert all(f"Ann has decided match {number}{why}: they gave up" in flat for flat in told)


def test_the_page_of_a_bracket_names_the_seeds() -> None:
    office = opened("knock-out", count=2)
    best, second = held(office).names([1, 2])
    assert f"Seeds, the best first: {best}, {second}." in ask(office, BEN, "tournament Spring").flat


def test_a_match_that_ends_at_once_is_told_why_it_is_a_walkover_and_once_that_no_rating_moves() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    number, names = next(iter(running(office).items()))
    assert office.write(address(names[1]), f"confirm resign {number}") == "done"
    mails = [mail for to, mail in [*office.mails(), *go_on(office)] if to == address(names[0])]
    told = next(mail.flat for mail in mails if mail.kind == "competition")
    assert (
        f"{names[0]} beat {names[1]} by walkover: match {number} ended before each side had made a few moves"
        in told
    )
    other, names = next((each, names) for each, names in running(office).items() if each != number)
    office.write(ANN, f"tournament walkover {other} {names[0]} they are ill")
    mails = [mail for to, mail in office.mails() if to == address(names[1])]
    assert not any("few moves" in mail.flat.partition(f"{names[0]} beat")[2] for mail in mails)
    board = next(mail.flat for mail in mails if mail.kind == "match")
    assert board.count("rating") + board.count("not rated") == 1


def in_table(text: str, name: str) -> list[str]:
    """What the table of a mail says of an entrant: their place, and figures; the last one is their points."""
    return next(words for words in map(str.split, text.splitlines()) if words[1:2] == [name])


def test_a_bye_counts_in_the_table_when_its_round_is_over() -> None:
    office = opened("swiss", "rounds=2 early=no", count=5)
    go_on(office)
    it = held(office)
    (first,) = (it.name(each.pairing.seats[0]) for each in it.field.results)
    now = ask(office, ANN, "tournament Spring").text
    assert in_table(now, first)[-1] == "0"
    assert f"{first} has a bye in round 1, which counts as a win once that round is over." in now
    assert in_table(ask(office, ANN, "standings Spring").text, first)[-1] == "0"
    told = dict[str, Mail]()
    for number, names in running(office).items():
        lose(office, number, max(names))
        told |= {to: mail for to, mail in go_on(office) if "round 1 is over" in mail.subject}
    it = held(office)
    (second,) = (it.name(each.pairing.seats[0]) for each in it.field.results if each.pairing.round == 2)
    assert len(told) == 5
    for mail in told.values():
        assert in_table(mail.text, first)[-1] == "1"
        assert in_table(mail.text, second)[-1] == "0"
        assert f"{second} has a bye in round 2, which counts as a win once that round is over." in mail.flat
    play_out(office)
    assert in_table(ask(office, ANN, "tournament Spring").text, second)[-1] != "0"


def test_the_table_at_the_end_of_a_round_has_no_results_of_the_next_one() -> None:
    office = opened("swiss", "rounds=3", count=8)
    told = dict[str, Mail]()
    while "Ann" not in told:
        go_on(office)
        rounds = {held(office).match_of(each): each.round for each in held(office).field.running}
        last = max(running(office), key=lambda number: rounds[number])  # those who are ahead are fast
        lose(office, last, max(running(office)[last]))
        told |= {
            to.partition("@")[0].capitalize(): mail
            for to, mail in go_on(office)
            if "round 2 is over" in mail.subject
        }
    assert any(each.pairing.round == 3 for each in held(office).field.results)
    points = [in_table(told["Ann"].text, name)[-1] for name in NAMES[:8]]
    assert sorted(points) == ["0"] * 2 + ["1"] * 4 + ["2"] * 2


def test_whoever_loses_by_walkover_is_less_reliable() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    names = next(iter(running(office).values()))
    withdraw(office, names[1])
    told = ask(office, ANN, "players").flat
    assert f"{names[1]}: 0 running, 1 finished, 1 lost by walkover, 0 of 1 matches without" in told
    assert told.count("never late") == 3
    player = office.store.people.named(names[1])
    assert player is not None
    assert office.store.people.reliability(player.id) == (1, 0)


@pytest.mark.parametrize("form", FORMS)
def test_a_competition_of_any_form_that_never_begins_has_no_champion(form: str) -> None:
    office = office_of(2)
    assert office.write(ANN, f"tournament new Spring dodgeball form={form}") == "done"
    office.write(BEN, "enter Spring")
    assert office.write(ANN, "tournament close Spring too few have entered") == "done"
    told = [mail.flat for to, mail in office.mails() if to == BEN and mail.kind == "competition"]
    assert any("Spring is over, without a champion." in flat for flat in told)
    assert "Winner: nobody." in ask(office, BEN, "tournament Spring").flat


def test_a_tie_says_where_its_winner_plays_next_and_what_a_last_draw_means() -> None:
    office = opened("knock-out", count=8)
    boards = [mail.flat for _, mail in go_on(office) if mail.kind == "match"]
    assert all("Spring, quarter-final: the winner meets" in flat for flat in boards)
    stakes = list[str]()
    for _ in range(4):
        for number in running(office):
            assert office.write(ANN, f"tournament result {number} draw nobody moved") == "done"
        stakes += [mail.flat for _, mail in go_on(office) if mail.kind == "match" and "begins" in mail.flat]
    assert any("Spring, quarter-final, replay: the winner meets" in flat for flat in stakes)
    assert any("If it is drawn" in flat and "the better seed, goes on." in flat for flat in stakes)


def test_the_first_in_a_semi_final_play_for_the_final() -> None:
    office = opened("knock-out", count=8)
    go_on(office)
    for pairing in [each for each in held(office).field.running if each.table <= 2]:
        match = held(office).match_of(pairing)
        first = held(office).name(pairing.seats[0])
        assert office.write(ANN, f"tournament result {match} {first} so be it") == "done"
    told = [mail.flat for _, mail in [*office.mails(), *go_on(office)] if mail.kind == "match"]
    assert sum("Spring, semi-final: the winner plays in the final." in flat for flat in told) == 2


def test_a_double_knock_out_says_who_has_another_chance_and_when_a_second_final_decides() -> None:
    office = opened("double-knock-out", count=4)
    stakes = list[str]()
    while held(office).row.status != "over":
        go_on(office)
        stakes += [row.stake.partition("\n")[0] for row in held(office).pairings.values() if not row.settled]
        for number, names in running(office).items():
            final = any(
                "second final decides" in row.stake
                for row in held(office).pairings.values()
                if row.match == number
            )
            assert (
                office.write(
                    ANN, f"tournament result {number} {max(names) if final else min(names)} so be it"
                )
                == "done"
            )
    assert any(about.endswith("the loser has another chance.") for about in stakes)
    assert any(about.endswith("the loser is out.") for about in stakes)
    assert any("Spring, final: Ann is the champion with a win; if" in about for about in stakes)
    assert any(about == "Spring, second final: the winner is the champion." for about in stakes)


def test_matches_of_pools_and_divisions_say_what_their_entrants_play_for() -> None:
    office = opened("pools", "pool=3 best=1", count=6)
    boards = [mail.flat for _, mail in go_on(office) if mail.kind == "match"]
    assert boards
    assert all("Pool" in flat and "round 1 of 3: the best goes on." in flat for flat in boards)
    office = opened("divisions", "division=6 moving=2", count=12)
    boards = [mail.flat for _, mail in go_on(office) if mail.kind == "match"]
    assert sum("Division 1, round 1 of 5: the last 2 go down." in flat for flat in boards) == 6
    assert sum("Division 2, round 1 of 5: the best 2 go up." in flat for flat in boards) == 6


def test_a_rematch_in_a_swiss_is_announced() -> None:
    office = opened("swiss", "rounds=2", count=4)
    go_on(office)
    (_, stay), (_, go) = running(office).items()
    for number, names in running(office).items():
        lose(office, number, max(names))
    for name in go:
        withdraw(office, name)
    boards = [mail.flat for _, mail in go_on(office) if mail.kind == "match"]
    assert running(office)
    assert set(next(iter(running(office).values()))) == set(stay)
    assert len(boards) == 2
    assert all(
        "round 2 of 2: you meet again, since no round without a rematch is left." in flat for flat in boards
    )


def test_a_table_says_who_has_withdrawn_and_whose_results_do_not_count() -> None:
    office = opened("round-robin", count=6)
    go_on(office)
    number, names = next(iter(running(office).items()))
    lose(office, number, max(names))
    go_on(office)
    told = dict(withdraw(office, "Dan"))
    assert "Withdrawn before half of their matches, and not counted: Dan." in told[ANN].flat
    office = opened("swiss", count=6)
    go_on(office)
    told = dict(withdraw(office, "Dan"))
    assert "Withdrawn: Dan." in told[ANN].flat


def test_whoever_wants_to_leave_is_told_whether_their_results_stay() -> None:
    office = opened("round-robin", count=3)
    go_on(office)
    asked = ask(office, BEN, "withdraw Spring").flat
    assert "not yet played half of your matches, so all your results are taken out of the table" in asked
    number, names = next(iter(running(office).items()))
    lose(office, number, max(names))
    go_on(office)
    assert "Your earlier results stay in the table." in ask(office, address(names[0]), "withdraw Spring").flat


def test_the_decision_that_ends_a_round_or_a_season_says_so() -> None:
    office = opened("divisions", count=3)
    go_on(office)
    told = list[str]()
    while running(office):
        for number, names in running(office).items():
            assert office.write(ANN, f"tournament result {number} {min(names)} so be it") == "done"
        told += [mail.flat for to, mail in office.mails() if to == BEN and mail.kind == "competition"]
        go_on(office)
    assert any("so be it. Round 1 is over." in flat for flat in told)
    assert any("so be it. Season 1 is over; Ann wins." in flat for flat in told)
    page = ask(office, BEN, "tournament Spring").flat
    assert "Season 1 is over. The next one begins on" in page
    assert "Ann won season 1." in page


def test_whoever_waits_when_a_season_begins_is_told() -> None:
    office = opened("divisions", "break=1d", count=3)
    go_on(office)
    while running(office):
        for number, names in running(office).items():
            lose(office, number, max(names))
        go_on(office)
    office.time += DAY
    told = [(to, mail) for to, mail in go_on(office) if mail.kind == "competition"]
    assert [mail.subject for _, mail in told] == ["[pbem] Spring: season 2 begins"]
    busy = {name for names in running(office).values() for name in names}
    assert {to for to, _ in told} == {address(name) for name in NAMES[:3] if name not in busy}


def test_whoever_has_left_what_has_no_end_hears_no_more_of_it() -> None:
    office = opened("divisions", "break=1d", count=4)
    go_on(office)
    assert any(to == DAN and "You have withdrawn." in mail.flat for to, mail in withdraw(office, "Dan"))
    heard = list[str]()
    for _ in range(2):
        while running(office):
            for number, names in running(office).items():
                lose(office, number, max(names))
            heard += [to for to, _ in go_on(office)]
        office.time += DAY
        heard += [to for to, _ in go_on(office)]
    assert office.write(ANN, "tournament write Spring good luck to all") == "done"
    heard += [to for to, _ in office.mails()]
    assert BEN in heard
    assert DAN not in heard


def test_whoever_comes_back_during_a_season_plays_from_the_next_one_on() -> None:
    office = opened("divisions", "break=1d", count=4)
    go_on(office)
    withdraw(office, "Dan")
    receipt = ask(office, DAN, "enter Spring").flat
    assert "you are in Spring, which has begun. You play from the next season on." in receipt
    while running(office):
        assert not any("Dan" in names for names in running(office).values())
        for number, names in running(office).items():
            lose(office, number, max(names))
        go_on(office)
    assert len(held(office).field.seasons) == 1
    office.time += DAY
    go_on(office)
    assert "Dan" in held(office).names(held(office).field.seasons[1].divisions[0])
    assert office.app.competitions.problems() == []


def test_a_manager_sees_what_they_would_enter_and_when_they_play() -> None:
    office = office_of(4)
    office.write(ANN, "league new Autumn form=divisions goals=1")
    for name, team in (("Ann", "Owls"), ("Ben", "Bats"), ("Cat", "Eels")):
        office.write(address(name), f"team new {team} gnolls")
    assert office.write(ANN, "enter Autumn") == "done"
    receipt = ask(office, BEN, "enter Autumn").flat
    assert "once its director says yes" in receipt
    assert "Everybody meets everybody of their division" in receipt
    office.write(ANN, "league add Bats league=Autumn")
    assert office.write(ANN, "tournament start Autumn") == "done"
    go_on(office)
    office.write(CAT, "enter Autumn")
    office.mails()
    office.write(ANN, "league add Eels league=Autumn")
    told = dict(office.mails())[CAT].flat
    assert "Eels is in Autumn now." in told
    assert "You play from the next season on." in told
    assert "All details: tournament Autumn" in told


def test_what_the_host_decides_begins_with_a_capital_letter() -> None:
    office = opened("round-robin", count=2)
    go_on(office)
    with office.store.transaction():
        office.app.desk.result(1, None, "ann", "they agreed by telephone")
    told = [mail.text for _, mail in office.mails()]
    assert any("\nThe host has decided match 1: they agreed by telephone." in text for text in told)
    assert any("\nThe host has decided this match." in text for text in told)
    office = opened("round-robin", count=2)
    with office.store.transaction():
        office.app.desk.write(held(office), None, "good luck")
    assert any("The host of this server writes to all entrants:" in mail.flat for _, mail in office.mails())


def test_a_match_of_the_wrong_players_is_no_match_to_play_again() -> None:
    office = opened("knock-out", count=4)
    go_on(office)
    for number, names in running(office).items():
        lose(office, number, max(names))
    go_on(office)
    semi = next(each for each in held(office).field.results)
    match, loser = held(office).match_of(semi.pairing), held(office).name(semi.places[1][0])
    office.mails()
    assert office.write(ANN, f"tournament result {match} {loser} it was misread") == "done"
    over = [mail.flat for _, mail in office.mails() if "annulled" in mail.flat]
    assert len(over) == 2
    assert all("Spring: this pairing counts no longer." in flat and "rematch" not in flat for flat in over)
