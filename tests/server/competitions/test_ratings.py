"""Ratings: what a result does to them, all of them anew, and those of older databases."""

from pbem.competitions.ratings import IDLE_DAYS
from pbem.play.record import Result
from pbem.server.admin import host
from pbem.server.core.times import DAY
from pbem.server.matches.skills import BEGIN, after_match, skill_of, told_rating
from pbem.store.rows import Rating
from tests.server.office import Office, ask

SEATS = "ABCDEF"
ANN, BEN = "ann@example.org", "ben@example.org"


def rated(result: str, *sides: str) -> dict[int, Rating]:
    """The ratings after a result of newcomers A, B, ... on these sides, by player."""
    ratings = {seat: Rating(at, "toy", BEGIN) for at, seat in enumerate("".join(sides))}
    return {after.player: after for after, _ in after_match(ratings, Result.parse(result), sides, 9)}


def test_the_winner_gains_and_a_draw_of_newcomers_changes_no_skill() -> None:
    won, drawn = rated("A>B", "A", "B"), rated("A=B", "A", "B")
    assert won[0].points > BEGIN > won[1].points
    assert drawn[0].points == drawn[1].points == BEGIN
    assert skill_of(drawn[0]).sigma < skill_of(Rating(0, "toy", BEGIN)).sigma


def test_those_of_one_side_win_together() -> None:
    after = rated("A=B>C=D", "AB", "CD")
    assert after[0].points == after[1].points > BEGIN > after[2].points == after[3].points


def test_wins_draws_and_losses_are_counted() -> None:
    told = [(each.won, each.drawn, each.lost) for each in rated("A=B>C", "A", "B", "C").values()]
    assert told == [(1, 0, 0), (1, 0, 0), (0, 0, 1)]
    told = [(each.won, each.drawn, each.lost) for each in rated("A=B=C", "A", "B", "C").values()]
    assert told == [(0, 1, 0)] * 3


def finished(matches: int = 1) -> Office:
    """Ann has resigned matches against Ben."""
    office = Office()
    for number in range(1, matches + 1):
        office.begin("pawns=3 placement=fixed")
        office.play_on(number)
        office.time += DAY
        office.write(ANN, f"confirm resign {number}")
    office.mails()
    return office


def numbers(office: Office) -> list[tuple[object, ...]]:
    rows = office.store.db.execute("SELECT * FROM ratings ORDER BY player").fetchall()
    return [*rows, *office.store.db.execute("SELECT * FROM rating_changes ORDER BY id")]


def test_a_check_finds_a_rating_that_no_match_has_made() -> None:
    office = finished()
    assert host.check(office.app) == []
    office.store.db.execute("UPDATE ratings SET points = 2000 WHERE player = 1")
    (problem,) = host.check(office.app)
    assert problem.startswith("the rating of player 1 in dodgeball is not ")
    office.store.db.execute("UPDATE rating_changes SET before = 1600 WHERE player = 2")
    assert "match 1: the rating of Ben was not 1600" in host.check(office.app)


def test_a_replay_leads_to_the_same_bits() -> None:
    office = finished(3)
    before = numbers(office)
    assert office.app.skills.rebuild() == 3
    assert numbers(office) == before


def test_a_replay_puts_right_what_was_changed() -> None:
    office = finished(3)
    before = numbers(office)
    office.store.db.execute("UPDATE ratings SET points = 3000, mu = 40")
    office.app.skills.rebuild()
    assert numbers(office) == before


def test_old_points_are_replaced_and_everybody_is_told_once() -> None:
    office = finished()
    after = numbers(office)
    office.store.db.execute(
        "UPDATE ratings SET mu = NULL, sigma = NULL, at = 0, points = 1700 - 100 * player"
    )
    office.store.db.execute("UPDATE rating_changes SET mu = NULL, sigma = NULL, before = 1600, after = 1650")
    assert office.app.skills.catch_up()
    assert numbers(office) == after
    assert not office.app.skills.catch_up()
    boards = office.begin("pawns=3 placement=fixed")
    rating = office.store.company.rating(2, "dodgeball")
    assert rating is not None
    told = f"computed again from all your results, is {told_rating(rating, office.time)}"
    assert told in boards[BEN].flat
    assert "before: 1500" in boards[BEN].flat
    office.write(office.asked(2), "match 2\ndone")
    assert all("computed again from all your results" not in mail.flat for _, mail in office.mails())


def test_standings_tell_how_sure_they_are_and_forget_the_idle() -> None:
    office = finished()
    told = ask(office, ANN, "standings dodgeball").text
    assert "Provisional:" in told
    assert "\N{PLUS-MINUS SIGN}" in told
    office.time += (IDLE_DAYS + 1) * DAY
    assert "nobody has finished a rated match lately" in ask(office, ANN, "standings dodgeball").text
