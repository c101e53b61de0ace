"""Mails tell what is new: full at first, brief later, receipts short; what they leave out is one word away."""

import re

import pytest

from tests.server.office import Mail, Office, played, reply

ANN, BEN = "ann@example.org", "ben@example.org"
EDGE = "+----+"
SIGNS = "O ball at its start"
HOW_TO = "Each die pays for one action"
MARKER = "(reply above this line)"


class Game:
    """A match by mail, of which each player answers their newest mail."""

    def __init__(self, office: Office, newest: dict[str, Mail], number: int = 1) -> None:
        self.office = office
        self.newest = newest
        self.number = number

    def send(self, sender: str, *lines: str) -> dict[str, Mail]:
        """Answer one's newest mail; the mails that come of it, by address."""
        mails = reply(self.office, sender, self.newest[sender], *lines)
        self.newest |= mails
        return mails

    def pass_on(self) -> tuple[str, dict[str, Mail]]:
        """The player who is asked gives the automatic answer; who that was, and the mails that come of it."""
        mover = self.office.asked(self.number)
        ask = next(iter(self.office.find_match(self.number).match.asks.values()))
        return mover, self.send(mover, str(ask.auto()))

    def pass_turns(self, count: int) -> None:
        """So many answers, of one player after the other."""
        for _ in range(count):
            self.pass_on()


@pytest.fixture
def game() -> Game:
    """Ann and Ben play Dodgeball, and Ann is asked."""
    office = Office()
    newest = office.begin()
    assert office.asked() == ANN
    return Game(office, newest)


@pytest.fixture
def seasoned(game: Game) -> Game:
    """Both have had more than three turn mails; Ann is asked."""
    game.pass_turns(6)
    assert game.office.asked() == ANN
    return game


def lines_beside_board(mail: Mail) -> list[str]:
    """The lines of a mail that are neither empty nor of the board of Dodgeball."""
    board = re.compile(r"\s*(a    b    c|[+]|\d [|])")
    return [line for line in mail.text.split("\n") if line.strip() and not board.match(line)]


# How much a turn mail holds.


def test_the_first_three_turn_mails_of_a_game_explain_everything_and_later_ones_are_brief(game: Game) -> None:
    turn_mails = [game.newest[ANN]]
    while len(turn_mails) < 5:
        _, mails = game.pass_on()
        if game.office.asked() == ANN:
            turn_mails.append(mails[ANN])
    for mail in turn_mails[:3]:
        assert SIGNS in mail.text
        assert HOW_TO in mail.text
    for mail in turn_mails[3:]:
        assert EDGE in mail.text
        assert SIGNS not in mail.text
        assert HOW_TO not in mail.text
        assert "It is your turn, with the dice" in mail.text
        assert "\n  e.g.  S1 " in mail.text
        assert "legend" in mail.text


def test_the_next_match_of_the_game_begins_with_a_full_mail_and_goes_on_briefly(seasoned: Game) -> None:
    office = seasoned.office
    newest = office.begin()
    second = Game(office, newest, 2)
    for address in (ANN, BEN):
        assert SIGNS in newest[address].text  # its board has not been shown yet
    asked = office.asked(2)
    second.pass_on()
    _, mails = second.pass_on()
    assert office.asked(2) == asked
    assert SIGNS not in mails[asked].text
    assert HOW_TO not in mails[asked].text


def test_another_game_is_explained_anew(seasoned: Game) -> None:
    office = seasoned.office
    other = Game(office, office.begin("tiles=20", game="toxic-gnome"), 2)
    asked = office.asked(2)
    assert "help toxic-gnome" in other.newest[asked].flat


def test_a_player_may_have_full_mails_each_time_or_brief_ones_from_the_beginning(seasoned: Game) -> None:
    seasoned.send(ANN, "settings detail full")
    seasoned.pass_turns(1)
    _, mails = seasoned.pass_on()
    assert SIGNS in mails[ANN].text
    assert HOW_TO in mails[ANN].text
    office = Office()
    office.register("Ann")
    office.write(ANN, "settings detail brief")
    young = Game(office, office.begin())
    young.pass_turns(1)
    _, mails = young.pass_on()
    assert HOW_TO not in mails[ANN].text


def test_whoever_takes_a_seat_over_is_shown_everything(game: Game) -> None:
    """What the player before them had been shown does not count."""
    game.pass_turns(6)
    office = game.office
    seat = office.find_match().seats[0]
    assert seat.shown
    cat = office.register("Cat")
    player = office.store.people.at(cat)
    assert player is not None
    office.store.matches.set_player(1, seat.index, player.id)
    assert not office.find_match().seats[0].shown


def test_a_table_that_has_changed_comes_again() -> None:
    """Toxic Gnome has a table of its tiles; `always list rows` makes it another one."""
    office = Office()
    for address in (office.register("Ann"), office.register("Ben")):
        office.write(address, "settings detail brief")
    game = Game(office, office.begin("", game="toxic-gnome"))
    assert "Rows from the top:" in game.newest[office.asked()].text
    game.pass_turns(2)
    mover = office.asked()
    assert "Rows from the top:" not in game.newest[mover].text
    assert "row 12: a " in game.send(mover, "always list rows")[mover].text
    game.pass_turns(2)
    assert office.asked() == mover
    assert "row 12: a " not in game.newest[mover].text


# Receipts.


def test_a_receipt_holds_at_most_fifteen_lines_beside_its_board(seasoned: Game) -> None:
    mails = seasoned.send(ANN, "S1 move b2", "S1 move b3", "done")
    receipt = mails[ANN]
    assert "Waiting for North (Ben)." in receipt.text.split("\n")[0]
    assert len(lines_beside_board(receipt)) <= 15
    assert SIGNS not in receipt.text
    assert "Loose balls" not in receipt.text


def test_a_receipt_shows_the_board_only_if_it_has_changed(seasoned: Game) -> None:
    assert EDGE not in seasoned.send(ANN, "done")[ANN].text
    seasoned.pass_on()
    assert EDGE in seasoned.send(ANN, "S1 move b2", "done")[ANN].text


def test_receipts_may_be_as_full_as_they_were(seasoned: Game) -> None:
    seasoned.send(ANN, "settings receipts full")
    receipt = seasoned.send(ANN, "done")[ANN]
    assert EDGE in receipt.text
    assert "Loose balls" in receipt.text


def test_without_receipts_what_others_say_and_refusals_still_come(seasoned: Game) -> None:
    seasoned.send(ANN, "settings receipts off")
    assert ANN not in seasoned.send(ANN, "done")
    told = seasoned.send(BEN, "say Hello, Ann!")[ANN].flat
    assert "Hello, Ann!" in told
    assert "South (Ann) ends the turn" in told  # what the receipt that was not sent would have told
    seasoned.send(BEN, "done")
    assert "frobnicate" in seasoned.send(ANN, "frobnicate b9")[ANN].text
    seasoned.send(ANN, "done")
    assert "refused" in seasoned.send(ANN, "S9 move b9")[ANN].text


def test_without_receipts_an_offer_still_comes(seasoned: Game) -> None:
    seasoned.send(ANN, "settings receipts off")
    seasoned.send(ANN, "done")
    assert "Ben offers a draw." in seasoned.send(BEN, "draw")[ANN].flat


def test_without_receipts_a_line_that_waits_is_told(seasoned: Game) -> None:
    seasoned.send(ANN, "settings receipts off", "done")
    assert "queued" in seasoned.send(ANN, "S1 move b2")[ANN].text


# Only what has changed, in words.


def test_whoever_wants_changes_only_is_told_what_has_moved(seasoned: Game) -> None:
    seasoned.send(ANN, "settings board changes")
    seasoned.send(ANN, "show")
    mail = seasoned.send(ANN, "S1 move b2")[ANN]
    assert EDGE not in mail.text
    assert "S1 b2" in mail.text
    assert "S2 d1" not in mail.text
    assert "North (Ben), 3 pawns" not in mail.text
    shown = seasoned.send(ANN, "show")[ANN]
    assert "S2 d1" in shown.text


# What is left out is one word away.


def test_legend_sends_what_brief_mails_leave_out(seasoned: Game) -> None:
    for word in ("legend", "signs", "legend 1"):
        text = seasoned.send(ANN, word)[ANN].text
        assert SIGNS in text
        assert EDGE not in text


def test_legend_sends_tables_too() -> None:
    office = Office()
    game = Game(office, office.begin("", game="toxic-gnome"))
    assert "Rows from the top:" in game.send(ANN, "legend")[ANN].text


def test_show_sends_all_of_it(seasoned: Game) -> None:
    text = seasoned.send(ANN, "show")[ANN].text
    for part in (EDGE, SIGNS, HOW_TO, "Loose balls"):
        assert part in text


# Refusals, and a yes to them.


def test_a_refusal_is_at_most_twelve_lines(seasoned: Game) -> None:
    for line in ("S1 frobnicate", "S1 mvoe b2 fast", "S1 move e7"):
        mail = seasoned.send(ANN, line)[ANN]
        assert "not done" in mail.subject
        assert EDGE not in mail.text
        assert len(mail.text.strip().split("\n")) <= 12, mail.text


def mistaken(game: Game, *lines: str) -> Mail:
    """Ann makes a slip of the pen; the refusal."""
    mail = game.send(ANN, *(lines or ("S1 mvoe b2 fast", "done")))[ANN]
    assert "To send the corrected letter, answer yes:" in mail.flat
    return mail


def test_b41_a_yes_to_a_refusal_sends_the_letter_put_right(seasoned: Game) -> None:
    refusal = mistaken(seasoned)
    assert "e.g.  S1 move b2\n        done" in refusal.text
    mails = seasoned.send(ANN, "yes")
    assert "S1 steps from b1 to b2" in mails[BEN].flat
    assert seasoned.office.asked() == BEN


def test_b41_a_yes_sends_it_only_once(seasoned: Game) -> None:
    refusal = mistaken(seasoned, "S1 mvoe b2 fast")
    office = seasoned.office
    reply(office, ANN, refusal, "yes")
    log = office.log()
    assert "waits for a yes" in reply(office, ANN, refusal, "yes")[ANN].flat
    assert office.log() == log


def test_b41_a_yes_to_another_mail_does_not_send_it(seasoned: Game) -> None:
    board = seasoned.newest[ANN]
    mistaken(seasoned)
    log = seasoned.office.log()
    assert "refused" in reply(seasoned.office, ANN, board, "yes")[ANN].text
    assert seasoned.office.log() == log


def test_b41_a_yes_to_a_later_mail_of_the_same_thread_does_not_send_it(seasoned: Game) -> None:
    """Mail programs name the whole thread in References: it is the last of it that is answered."""
    refusal = mistaken(seasoned)
    office = seasoned.office
    later = seasoned.send(BEN, "draw")[ANN]
    headers = [f"In-Reply-To: {later.id}", f"References: {refusal.id} {later.id}"]
    office.write(ANN, "yes", to=later.reply_to, subject=f"Re: {later.subject}", headers=headers)
    assert office.find_match().match.over
    assert "S1 move b2 with 1" not in played(office)


def test_b41_only_the_last_refusal_counts(seasoned: Game) -> None:
    first = mistaken(seasoned, "S1 mvoe b2 fast")
    mistaken(seasoned, "S2 mvoe d2 fast")
    log = seasoned.office.log()
    reply(seasoned.office, ANN, first, "yes")
    assert seasoned.office.log() == log


def test_b41_a_yes_after_the_turn_has_passed_is_stale(seasoned: Game) -> None:
    refusal = mistaken(seasoned)
    seasoned.pass_turns(2)
    log = seasoned.office.log()
    mail = reply(seasoned.office, ANN, refusal, "yes")[ANN]
    assert "turn" in mail.flat
    assert EDGE in mail.text
    assert seasoned.office.log() == log


@pytest.mark.parametrize("words", ["yes, but S2", "yes?", "maybe", "ok, let me think about it", "no"])
def test_b41_a_hedged_yes_sends_nothing(seasoned: Game, words: str) -> None:
    refusal = mistaken(seasoned)
    log = seasoned.office.log()
    reply(seasoned.office, ANN, refusal, words)
    assert seasoned.office.log() == log


def test_b41_the_yes_of_somebody_else_sends_nothing(seasoned: Game) -> None:
    refusal = mistaken(seasoned)
    log = seasoned.office.log()
    office = seasoned.office
    office.thread(BEN, refusal, "yes")
    office.thread("eve@example.org", refusal, "yes")
    assert office.log() == log


def test_b41_a_yes_in_a_new_letter_sends_nothing(seasoned: Game) -> None:
    mistaken(seasoned)
    log = seasoned.office.log()
    seasoned.office.write(ANN, "yes")
    assert seasoned.office.log() == log


def test_a_yes_means_the_draw_only_if_it_answers_a_mail_that_tells_of_it(seasoned: Game) -> None:
    office = seasoned.office
    refusal = mistaken(seasoned)
    told = seasoned.send(BEN, "draw")[ANN]
    reply(office, ANN, refusal, "yes")
    assert not office.find_match().match.over  # that was the letter put right
    assert "S1 move b2 with 1" in played(office)
    assert told.id != refusal.id


def test_a_yes_to_the_mail_that_tells_of_the_draw_ends_the_match(seasoned: Game) -> None:
    office = seasoned.office
    mistaken(seasoned)
    told = seasoned.send(BEN, "draw")[ANN]
    reply(office, ANN, told, "yes")
    assert office.find_match().match.over


def test_a_yes_to_a_refusal_that_proposes_nothing_is_no_yes_to_a_draw(seasoned: Game) -> None:
    """It tells nothing of the draw, so the answer asks for it in full."""
    office = seasoned.office
    seasoned.send(BEN, "draw")
    refusal = seasoned.send(ANN, "S1 throw N9")[ANN]
    assert "answer yes" not in refusal.text
    assert "accept draw" in reply(office, ANN, refusal, "yes")[ANN].flat
    assert not office.find_match().match.over


# Without a picture.


def test_without_a_picture_tables_are_told_once() -> None:
    """Toxic Gnome's tell which tiles lie in which row: again only when these are others, and by `legend`."""
    office = Office()
    for address in (office.register("Ann"), office.register("Ben")):
        office.write(address, "settings detail full")
        office.write(address, "settings board off")
    game = Game(office, office.begin("", game="toxic-gnome"))
    assert "Rows from the top:" in game.newest[office.asked()].text
    game.pass_turns(4)
    mover = office.asked()
    text = game.newest[mover].text
    assert "help toxic-gnome" in text  # it explains everything else
    assert "Rows from the top:" not in text
    assert "danger zone below" not in text
    assert "Rows from the top:" in game.send(mover, "legend")[mover].text


def test_the_question_stands_on_the_first_line_with_the_marker_behind_it(seasoned: Game) -> None:
    seasoned.pass_turns(1)
    _, mails = seasoned.pass_on()
    first = mails[ANN].text.split("\n")[0]
    assert first.startswith("It is your turn, with the dice")
    assert first.endswith(MARKER)
