"""Caps on mail: nobody floods the server, the server floods nobody, machines fall silent, and nothing is lost."""

import asyncio
from collections import Counter

import pytest

from pbem.mail.delivery import Maildir
from pbem.server.people.alike import MISREAD
from tests.server.office import Office
from tests.server.outdoors import Way, become, deliver, open_office, work
from tests.store.mails import finished

ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
HOUR, DAY = 3600, 86_400


# What comes in.


def test_i29_too_many_letters_of_a_player_wait_and_are_all_done_in_their_order() -> None:
    """Two hundred within a minute: thirty are done at once and thirty an hour; one notice, none lost."""
    office = open_office()
    welcome = become(office, "Ann")
    office.time += HOUR  # what made her a player counts no more
    lines = [f"settings zone Etc/GMT+{number % 10}" for number in range(100)]
    statuses = [office.write(ANN, line, to=welcome.reply_to) for line in lines]
    assert statuses == ["done"] * 30 + ["throttled"] * 70
    kinds = [mail.kind for _, mail in office.mails()]
    assert kinds.count("throttled") == 1
    assert kinds.count("answer") == 30
    assert work(office) == []
    done: list[str] = []
    for _ in range(3):
        office.time += HOUR
        done += work(office)
    assert done == ["done"] * 70
    answers = [mail.text for _, mail in office.mails() if mail.kind == "answer"]
    zones = [text.partition("shown in UTC-")[2][:1] for text in answers]
    assert zones == [str(number % 10) for number in range(30, 100)]


def test_i29_the_notice_says_when_it_goes_on() -> None:
    office = open_office(letters_an_hour=3)
    welcome = become(office, "Ann")
    for _ in range(5):
        office.write(ANN, "list", to=welcome.reply_to)
        office.time += 60
    (notice,) = [mail for _, mail in office.mails() if mail.kind == "throttled"]
    assert "You have sent more than 3 letters within an hour. None is lost" in notice.flat
    assert notice.message["Auto-Submitted"] == "auto-generated"


def test_i29_a_later_letter_does_not_overtake_those_that_wait() -> None:
    office = open_office(letters_an_hour=3)
    welcome = become(office, "Ann")
    office.time += HOUR
    for zone in range(5):
        office.write(ANN, f"settings zone Etc/GMT+{zone}", to=welcome.reply_to)
    office.time += HOUR
    assert office.write(ANN, "settings zone UTC", to=welcome.reply_to) == "throttled"
    for _ in range(3):
        work(office)
        office.time += HOUR
    player = office.store.people.at(ANN)
    assert player is not None
    assert player.zone == "UTC"


def test_i29_others_are_not_held_up() -> None:
    office = open_office(letters_an_hour=3)
    ann, ben = become(office, "Ann"), become(office, "Ben")
    assert [office.write(ANN, "list", to=ann.reply_to) for _ in range(5)].count("throttled") > 1
    assert office.write(BEN, "list", to=ben.reply_to) == "done"


def test_i29_nobody_can_be_throttled_by_letters_in_their_name() -> None:
    """Letters that prove nothing count for themselves."""
    office = open_office(letters_an_hour=3)
    welcome = become(office, "Ann")
    office.time += HOUR
    for _ in range(20):
        office.write(ANN, "list")
    assert office.write(ANN, "list", to=welcome.reply_to) == "done"


def test_on_trial_nobody_has_to_wait(office: Office) -> None:
    office.register("Ann")
    assert {office.write(ANN, "list") for _ in range(50)} == {"done"}


@pytest.mark.sqlite
def test_the_limits_cost_a_letter_two_statements() -> None:
    """Of a player in the open: whether letters of theirs wait, and one more within the hour."""
    office = open_office()
    welcome = become(office, "Ann")
    connection = office.store.db.conn
    assert connection is not None
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    office.write(ANN, "settings text on", to=welcome.reply_to)
    connection.set_trace_callback(None)
    asked = [each for each in statements if "tallies" in each or "throttled' AND" in each]
    assert [each.split()[0] for each in asked] == ["SELECT", "INSERT"]
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}"))
    assert "SCAN" not in plan


def test_letters_that_prove_nothing_are_answered_ten_times_a_day() -> None:
    """Whoever writes in Ann's name shall not fill her mailbox."""
    office = open_office()
    become(office, "Ann")
    office.time += DAY
    statuses = [office.write(ANN, "list") for _ in range(12)]
    assert statuses == ["done"] * 10 + ["ignored"] * 2
    assert len(office.mails()) == 10
    office.time += DAY + 1
    assert office.write(ANN, "list") == "done"


def test_a_stranger_is_refused_the_same_thing_once_a_day(office: Office) -> None:
    office.register("Ann")
    for line in ("list", "register Ann", "list", "register Ann", "list", "help"):
        office.write(EVE, line)
    texts = [mail.flat for to, mail in office.mails() if to == EVE]
    assert len(texts) == 3
    assert "This is for players" in texts[0]
    assert "The name Ann is taken" in texts[1]
    assert "This is a server for games by mail" in texts[2]
    office.time += DAY + 1
    office.write(EVE, "list")
    assert "This is for players" in office.mail_to(EVE).flat


def test_i17_who_says_again_what_cannot_be_read_is_answered_five_times_a_day(office: Office) -> None:
    """A machine in a player's place; a player is told what still works."""
    boards = office.begin()
    mover = office.asked()
    texts = []
    for number in range(8):
        office.write(
            mover, f"We have got your mail and will see to it. [{number}]", to=boards[mover].reply_to
        )
        texts += [mail.flat for _, mail in office.mails()]
    assert len(texts) == 5
    assert "no more letters like this one until tomorrow" in texts[4]
    assert not any("no more letters like this one" in text for text in texts[:4])
    assert office.store.post.inbox(None, 1)[0].note == "one more like others in which nothing could be read"
    assert office.write(mover, "help", to=boards[mover].reply_to) == "done"
    assert office.mails()
    office.time += DAY + 1
    office.write(mover, "Your ticket is closed.", to=boards[mover].reply_to)
    assert len(office.mails()) == 1


def test_an_order_that_is_not_possible_has_been_read(office: Office) -> None:
    """A player who tries things out is answered each time."""
    boards = office.begin()
    mover = office.asked()
    for number in range(9):
        office.write(mover, f"S1 move h9\n# {number}", to=boards[mover].reply_to)
    assert len(office.mails()) == 9
    assert not any(row.note.startswith(MISREAD) for row in office.store.post.inbox(None, 9))


TEMPLATES = (
    "doen",
    "dnoe",
    "domne",
    "1T1 14/9",
    "1T1 14/8",
    "1T1 14/7",
    "1T2 14/7",
    "1T3 14/7",
    "next",
    "throw-it",
    "go-on",
)


def test_who_tries_to_find_the_right_words_is_answered_each_time(office: Office) -> None:
    """A player who believes that they have moved, and hears nothing, would lose on time."""
    boards = office.begin()
    mover = office.asked()
    for word in TEMPLATES:
        office.write(mover, word, to=boards[mover].reply_to)
        told = office.mail_to(mover).flat
        assert "Nothing in your letter has been done" in told or "I have found nothing in it" in told


def test_questions_to_one_address_are_bounded() -> None:
    office = open_office(questions_a_day=2)
    become(office, "Ann")
    assert [office.write(ANN, "settings text on") for _ in range(3)] == ["held", "held", "ignored"]


def test_a_letter_that_is_held_is_kept_whole() -> None:
    office = open_office()
    become(office, "Ann")
    office.write(ANN, "settings text on\n--\n" + ("x" * 70 + "\n") * 1000)
    question = office.mail_to(ANN)
    assert len(office.store.post.inbox("held", 1)[0].raw) > 70_000
    assert office.reply(ANN, question, "yes") == "done"
    assert office.mail_to(ANN).kind == "answer"


def test_a_stranger_with_many_tags_is_one_stranger(office: Office) -> None:
    """Most providers put mail to eve+1 into the mailbox of eve."""
    for number in range(30):
        office.write(f"eve+{number}@example.org", "hello")
    assert len(office.mails()) == 1
    for number in range(30):
        office.write(f"eve+{number}@example.org", f"register Eve{number}")
    assert [mail.kind for _, mail in office.mails()].count("confirm") == 5


@pytest.mark.parametrize(
    "line",
    [
        "register http://spam.example/x",
        "help http://spam.example/x",
        "help dodgeball buy spamword now",
        "rules dodgeball http://spam.example/x",
        "hello spamword http://spam.example/x",
        "list these spamword http://spam.example/x",
        "rules dodgeball " + "spamword " * 60,
    ],
)
def test_i5_nobody_gets_anything_by_us_that_a_letter_in_their_name_says(line: str) -> None:
    """Whether they are a player or not: links and texts of the writer's choosing are left out of answers."""
    office = open_office()
    become(office, "Ann")
    office.time += DAY
    for victim in (ANN, EVE):
        office.write(victim, line, subject="Buy spamword")
        told = [mail for to, mail in office.mails() if to == victim and mail.kind != "held"]
        assert told
        assert not any("spam" in mail.flat or "spam" in mail.subject for mail in told)


def test_letters_in_somebodys_name_do_not_silence_them() -> None:
    """What proves who wrote it, and what does not, is counted apart."""
    office = open_office()
    welcome = become(office, "Ann")
    office.time += HOUR
    for _ in range(7):
        office.write(ANN, "")
    office.mails()
    assert office.write(ANN, "", to=welcome.reply_to) == "done"
    assert "no line that I could read" in office.mail_to(ANN).flat


FORGER = "x@evil.example"


def test_i37_letters_forged_in_a_players_name_take_nothing_from_the_real_ones() -> None:
    """Twelve of evil.example that say they are Ben's; what Ben really writes, without a token, is answered."""
    office = open_office()
    become(office, "Ben")
    office.time += DAY
    forged = [office.deliver(office.raw(BEN, "list"), return_path=FORGER) for _ in range(12)]
    assert forged == ["done"] * 10 + ["ignored"] * 2
    office.mails()
    assert [office.write(BEN, "list") for _ in range(10)] == ["done"] * 10
    assert [mail.kind for _, mail in office.mails()] == ["answer"] * 10


def test_i37_nor_do_forged_ones_that_lead_to_questions() -> None:
    """Five times a day Ben is asked about a letter of evil.example; about a real one Ben is asked as well."""
    office = open_office()
    become(office, "Ben")
    office.time += DAY
    forged = [office.deliver(office.raw(BEN, "settings text on"), return_path=FORGER) for _ in range(9)]
    assert forged == ["held"] * 5 + ["ignored"] * 4
    office.mails()
    assert office.write(BEN, "settings text on") == "held"
    assert office.reply(BEN, office.mail_to(BEN), "yes") == "done"


def test_i37_nor_do_forged_ones_in_which_nothing_can_be_read() -> None:
    office = open_office()
    become(office, "Ben")
    office.time += DAY
    for _ in range(9):
        office.deliver(office.raw(BEN, "xyzzy"), return_path=FORGER)
    office.mails()
    assert office.write(BEN, "xyzzy") == "done"
    assert "hint" not in office.mail_to(BEN).kind


def test_i37_answers_to_forged_letters_never_delay_a_board() -> None:
    """They are counted with what only tells something."""
    office = open_office(letters_an_hour=0)
    welcome = {name: become(office, name) for name in ("Ann", "Ben")}
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed", to=welcome["Ann"].reply_to)
    office.write(BEN, "accept 1", to=welcome["Ben"].reply_to)
    boards = dict(office.mails())
    deliver(office)
    office.time += HOUR
    for number in range(60):
        office.deliver(office.raw(BEN, "list"), return_path=f"x@evil{number % 6}.example")
    assert deliver(office) == [BEN] * 20
    mover = office.asked()
    office.reply(mover, boards[mover], "done")
    assert BEN in deliver(office)


def test_i37_answers_to_forged_letters_have_a_budget_of_their_own() -> None:
    """Ten letters of evil.example in the name of each of seven players: the answers take a fifth of what may leave in
    an hour, the turns of all go out, and a real letter that proves nothing is answered as well."""
    office = open_office(all_mails_an_hour=50, mails_an_hour=0)
    names = [f"Pat{sign}" for sign in "abcdefg"]
    welcome = {name: become(office, name) for name in names}
    deliver(office)
    office.time += 2 * HOUR
    for name in names:
        for _ in range(10):
            forged = office.raw(f"{name.lower()}@example.org", "help")
            assert office.deliver(forged, return_path=FORGER) == "done"
    real = f"{names[0].lower()}@example.org"
    office.deliver(office.raw(real, "games"), return_path="x@honest.example")
    sent = deliver(office)
    assert len(sent) == 6  # half of the ten for the one source, and one for the other
    for name in names:
        address = f"{name.lower()}@example.org"
        office.write(address, "list", to=welcome[name].reply_to)
        assert deliver(office) == [address]
    rounds = 0
    while office.store.post.outbox("new", 99):
        office.time += HOUR
        assert len(deliver(office)) <= 10
        rounds += 1
    assert rounds == 7


def test_a_flood_in_made_up_names_delays_no_newcomer_of_the_same_provider() -> None:
    """Sixty an hour of one source that say they are of gmail.com, for half a day; a person of Gmail waits for an hour
    at most, and what has waited for a day lapses."""
    office = open_office()
    asked = 0
    for hour in range(12):
        for number in range(60):
            forged = office.raw(f"p{hour}x{number}@gmail.com", "register Bob")
            office.deliver(forged, return_path=FORGER)
        deliver(office)
        if hour == 8:
            office.deliver(office.raw("carla@gmail.com", "register Carla"), return_path="carla@gmail.com")
            asked = office.time
        office.time += HOUR
        if asked and "carla@gmail.com" in deliver(office):
            break
    assert asked
    assert office.time - asked <= HOUR
    office.time += DAY
    deliver(office)
    assert not office.store.post.outbox("new", 999)
    assert "lapsed" in office.store.post.outbox("failed", 1)[0].reply


def test_dots_make_no_other_mailbox_where_they_are_not_looked_at(office: Office) -> None:
    for address in ("eve.x@gmail.com", "e.vex@gmail.com", "evex+1@googlemail.com", "e.vex@example.org"):
        office.write(address, "hello")
    assert [to for to, _ in office.mails()] == [
        "eve.x@gmail.com",
        "e.vex@example.org",
    ]


# What goes out.


def fill(office: Office, to: str, count: int, kind: str = "match") -> None:
    """Put some mails into the outbox."""
    first = len(office.store.post.outbox(None, 9999))
    for number in range(first, first + count):
        finished(office.store.post, to, f"<{number}@x>", b"Subject: x\r\n\r\n", office.time, kind=kind)


def test_an_address_gets_twenty_mails_an_hour_and_the_others_wait() -> None:
    office = open_office()
    fill(office, ANN, 50)
    fill(office, BEN, 3)
    assert Counter(deliver(office)) == {ANN: 20, BEN: 3}
    assert deliver(office) == []
    (waiting,) = {row.reply for row in office.store.post.outbox("new", 99)}
    assert waiting == "waits: this address has had enough mails for now"
    office.time += HOUR
    assert len(deliver(office)) == 20
    office.time += HOUR
    assert len(deliver(office)) == 10
    assert office.store.post.outbox("new", 99) == []


def test_mails_wait_in_their_order() -> None:
    office = open_office(mails_an_hour=3)
    for number in range(7):
        finished(office.store.post, ANN, f"<{number}@x>", b"%d" % number, office.time, kind="match")
        office.time += 1
    way = Way()
    for _ in range(4):
        asyncio.run(office.worker(way).deliver_due())
        office.time += HOUR
    assert [raw for _, raw in way.taken] == [b"%d" % number for number in range(7)]


def test_an_address_gets_a_hundred_mails_a_day() -> None:
    office = open_office()
    sent = 0
    for _ in range(24):
        fill(office, ANN, 10)
        sent += len(deliver(office))
        office.time += HOUR
    assert 100 <= sent <= 110
    for _ in range(40):
        office.time += HOUR
        sent += len(deliver(office))
    assert sent == 240


def test_who_writes_gets_more() -> None:
    """Two friends who play on and on are not kept waiting: each letter earns its writer two mails."""
    office = open_office(letters_an_hour=0)
    boards = [become(office, name) for name in ("Ann", "Ben")]
    deliver(office)
    office.time += HOUR
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed", to=boards[0].reply_to)
    office.write(BEN, "accept 1", to=boards[1].reply_to)
    assert len(deliver(office)) > 2
    mails = dict(office.mails())
    for number in range(60):
        writer = (ANN, BEN)[number % 2]
        assert office.reply(writer, mails[writer], f"say Hello {number}") == "done"
        assert sorted(deliver(office)) == [ANN, BEN]
        office.time += 30


def test_one_who_is_only_written_to_does_not() -> None:
    """Only some of the boards to them are sent; the rest waits."""
    office = open_office(letters_an_hour=0, mails_an_hour=10)
    boards = [become(office, name) for name in ("Ann", "Ben")]
    office.time += HOUR
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed", to=boards[0].reply_to)
    office.write(BEN, "accept 1", to=boards[1].reply_to)
    board = dict(office.mails())[ANN]
    sent = []
    for number in range(30):
        office.reply(ANN, board, f"say Hello {number}")
        sent += deliver(office)
    assert sent.count(BEN) < 20
    assert {row.recipient for row in office.store.post.outbox("new", 99)} == {BEN}


def test_what_one_player_says_never_delays_what_another_is_asked() -> None:
    """Ann writes as much as she may; Ben's board of another match goes out at once."""
    office = open_office(letters_an_hour=0)
    welcome = {name: become(office, name) for name in ("Ann", "Ben", "Cat")}
    office.time += HOUR
    for name, rival, number in (("Ann", "ben", 1), ("Cat", "ben", 2)):
        office.write(
            f"{name.lower()}@example.org", f"challenge dodgeball {rival} pawns=3 placement=fixed",
            to=welcome[name].reply_to,
        )  # fmt: skip
        office.write(BEN, f"accept {number}", to=welcome["Ben"].reply_to)
    boards = {(to, mail.subject.split("]")[0]): mail for to, mail in office.mails()}
    deliver(office)
    office.time += DAY
    chat = boards[ANN, "[pbem 1"]
    told = []
    for number in range(150):
        office.reply(ANN, chat, f"say Hello {number}")
        told += deliver(office)
    answers = [mail.flat for to, mail in office.mails() if to == ANN]
    assert sum("not passed on: you can send 100 lines a day" in text for text in answers) == 50
    assert told.count(BEN) == 20
    mover, other = (
        ("cat@example.org", BEN) if office.asked(2) == "cat@example.org" else (BEN, "cat@example.org")
    )
    office.reply(mover, boards[mover, "[pbem 2"], "done")
    sent = deliver(office)
    assert mover in sent
    assert other in sent


def test_strangers_keep_nobody_waiting() -> None:
    """Letters in made-up names lead to mails, so many an hour; players get theirs, and the host is told."""
    office = open_office(strangers_an_hour=10, strangers_of_a_domain=4)
    welcome = become(office, "Ann")
    deliver(office)
    office.time += HOUR
    for number in range(30):
        office.write(f"p{number}@d{number // 10}.example", "register Bob")
    office.write(ANN, "list", to=welcome.reply_to)
    sent = deliver(office)
    assert ANN in sent
    domains = [to.partition("@")[2] for to in sent if to.endswith(".example")]
    assert sorted(map(domains.count, set(domains))) == [2, 4, 4]
    assert "host@play.test" in sent + deliver(office)
    rounds = 0
    while office.store.post.outbox("new", 99):
        office.time += HOUR
        deliver(office)
        rounds += 1
    assert rounds == 3


def test_the_global_breaker_holds_the_outbox_and_alarms_the_host() -> None:
    office = open_office(all_mails_an_hour=60)
    for number in range(200):
        fill(office, f"p{number}@example.org", 1)
    sent = deliver(office)
    assert len(sent) == 101  # it is looked at before each handful of 50
    assert sent[-1] == "host@play.test"
    (alarm,) = [mail for to, mail in office.mails() if to == "host@play.test"]
    assert "60 mails have been sent within an hour; the others wait" in alarm.flat
    assert office.store.post.next_due() == office.time + HOUR
    assert deliver(office) == []
    office.time += HOUR
    assert len(deliver(office)) == 100  # the host is told once a day
    assert office.store.post.outbox("new", 99) == []


def test_maildirs_are_not_capped(office: Office, tmp_path_factory: pytest.TempPathFactory) -> None:
    fill(office, ANN, 60)
    way = Maildir(tmp_path_factory.mktemp("mail"))
    assert asyncio.run(office.worker(way).deliver_due()) == 60


# Machines.


def exchange(one: Office, other: Office, *, strip: tuple[str, ...] = (), rounds: int = 30) -> int:
    """Carry mail between two servers that know only each other's address until they are silent; returns how many mails
    that took. `strip`: header fields that get lost on the way."""
    carried = 0
    for _ in range(rounds):
        quiet = True
        for here, there in ((one, other), (other, one)):
            for to, mail in here.mails():
                if not to.endswith(f"@{there.config.domain}"):
                    continue
                lines = [
                    line
                    for line in mail.raw.split(b"\r\n")
                    if not any(line.lower().startswith(name.lower().encode()) for name in strip)
                ]
                there.deliver(b"\r\n".join(lines), to=to, return_path="b@x.example")
                quiet = False
                carried += 1
        if quiet:
            return carried
    raise AssertionError("they do not stop")


def two() -> tuple[Office, Office]:
    """Two servers of different names."""
    return Office(relay="mx.example:25"), Office(relay="mx.example:25", domain="games.example", name="games")


def test_i23_two_servers_of_ours_facing_each_other_fall_silent() -> None:
    one, other = two()
    one.write("games@games.example", "register Robot")
    assert exchange(one, other) == 1  # the other sees that a machine has written


@pytest.mark.parametrize("line", ["register Robot", "help", "hello", "list"])
def test_i23_even_where_all_marks_of_a_machine_get_lost_on_the_way(line: str) -> None:
    one, other = two()
    one.write("games@games.example", line)
    marks = ("Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "List-", "Precedence")
    assert exchange(one, other, strip=marks) <= 10


def test_i23_a_ticket_robot_in_a_players_place_falls_silent(office: Office) -> None:
    """Each of its mails has a new Subject and a new name, and quotes ours."""
    boards = office.begin()
    mover = office.asked()
    mail, count = boards[mover], 0
    for number in range(20):
        subject = f"[Ticket #{number}] " * number + mail.subject
        office.write(mover, "Your message has been received.", to=mail.reply_to, subject=subject)
        answers = [answer for to, answer in office.mails() if to == mover]
        count += len(answers)
        mail = answers[0] if answers else mail
    assert count == 5


def test_i23_a_robot_whose_text_holds_a_line_that_we_know_falls_silent() -> None:
    """Its owner is told so before, and is answered whatever else they write."""
    office = open_office(letters_an_hour=0)
    welcome = become(office, "Ann")
    texts = [f"help\n\nWe have got your mail. Ticket {number} is open." for number in range(60)]
    statuses = [office.write(ANN, text, to=welcome.reply_to) for text in texts]
    assert statuses == ["done"] * 20 + ["ignored"] * 40
    warned = [
        "I answer no more letters like this one until tomorrow" in mail.flat for _, mail in office.mails()
    ]
    assert warned == [False] * 19 + [True]
    assert office.write(ANN, "list", to=welcome.reply_to) == "done"
    assert office.write(ANN, "settings text on", to=welcome.reply_to) == "done"


@pytest.mark.sqlite
def test_caps_take_as_many_statements_for_many_mails_as_for_one() -> None:
    office = open_office()

    def statements(first: int, last: int) -> list[str]:
        for number in range(first, last):
            address = f"p{number}@example.org"
            finished(office.store.post, address, f"<{number}@x>", b"raw", office.time, kind="match")
        found: list[str] = []
        office.store.db.conn.set_trace_callback(
            lambda statement: found.append(" ".join(statement.split()[:3]))
        )
        assert len(deliver(office)) == last - first
        office.store.db.conn.set_trace_callback(None)
        return sorted(found)

    assert statements(0, 1) == statements(1, 50)
