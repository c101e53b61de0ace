"""How a stranger becomes a player."""

import pytest

from tests.server.office import Office

ANN = "ann@example.org"
DAY = 86_400


def test_an_answer_to_the_confirmation_makes_a_player(office: Office) -> None:
    assert office.write(ANN, "register Ann") == "done"
    confirm = office.mail_to(ANN)
    assert confirm.kind == "confirm"
    assert confirm.reply_to != "pbem@play.example"
    assert office.store.people.named("ann") is None
    assert office.reply(ANN, confirm, "yes please, with pleasure") == "done"
    welcome = office.mail_to(ANN)
    assert welcome.kind == "welcome"
    assert "Welcome, Ann!" in welcome.text
    player = office.store.people.at(ANN)
    assert player is not None
    assert player.handle == "Ann"


def test_the_answer_may_be_empty(office: Office) -> None:
    office.write(ANN, "register Ann")
    assert office.reply(ANN, office.mail_to(ANN), "") == "done"
    assert office.mail_to(ANN).kind == "welcome"


def test_the_command_may_stand_in_the_subject(office: Office) -> None:
    office.write(ANN, "Hello, I would like to play here.", subject="register Ann")
    assert office.mail_to(ANN).kind == "confirm"


def test_an_answer_from_another_address_confirms_nothing(office: Office) -> None:
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    assert office.reply("eve@example.org", confirm, "yes") == "ignored"
    assert office.mails() == []
    assert office.store.people.all() == []


def test_i17_a_notice_of_absence_confirms_nothing(office: Office) -> None:
    """Anybody can register a name in anybody's name; no machine may say yes to it for them."""
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    away = "I am out of the office until Monday."
    assert (
        office.write(ANN, away, to=confirm.reply_to, subject=f"Automatic reply: {confirm.subject}")
        == "ignored"
    )
    assert office.mails() == []
    assert office.store.people.all() == []
    assert office.reply(ANN, confirm, "yes") == "done"


def test_a_second_answer_is_read_as_a_letter_of_the_player(office: Office) -> None:
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    office.reply(ANN, confirm, "yes")
    office.mails()
    assert office.reply(ANN, confirm, "games") == "done"
    assert "GAMES" in office.mail_to(ANN).text


def test_a_confirmation_is_for_one_registration_only(office: Office) -> None:
    """The number of a registration is used once: an old reply address never confirms somebody else's."""
    office.write(ANN, "register Ann")
    ann = office.mail_to(ANN)
    office.reply(ANN, ann, "yes")
    office.write("ben@example.org", "register Ben")
    office.mails()
    assert office.reply(ANN, ann, "list") == "done"
    assert "YOUR MATCHES" in office.mail_to(ANN).text


def test_a_disabled_player_is_not_answered_at_an_old_confirmation(office: Office) -> None:
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    office.reply(ANN, confirm, "yes")
    player = office.store.people.at(ANN)
    assert player is not None
    office.store.people.disable(player.id)
    office.mails()
    assert office.reply(ANN, confirm, "list") == "ignored"
    assert office.mails() == []


def test_the_later_of_two_wishes_counts(office: Office) -> None:
    office.write(ANN, "register Ann")
    first = office.mail_to(ANN)
    office.write(ANN, "register Annie")
    second = office.mail_to(ANN)
    assert office.reply(ANN, first, "yes") == "ignored"
    assert office.mails() == []
    office.reply(ANN, second, "yes")
    assert "Welcome, Annie!" in office.mail_to(ANN).text


def test_a_name_that_is_taken_is_refused_in_any_case_of_letters(office: Office) -> None:
    office.register("Ann")
    office.write("eve@example.org", "register ANN")
    mail = office.mail_to("eve@example.org")
    assert mail.kind == "answer"
    assert "The name ANN is taken. This one is free: register ANN2" in mail.flat


def test_a_name_that_is_taken_in_between(office: Office) -> None:
    for address in ("eve@example.org", ANN):
        office.write(address, "register Ann")
    confirms = dict(office.mails())
    office.reply(ANN, confirms[ANN], "yes")
    office.mails()
    office.reply("eve@example.org", confirms["eve@example.org"], "yes")
    mail = office.mail_to("eve@example.org")
    assert mail.kind == "taken"
    assert "Please choose another name" in mail.flat
    assert [player.address for player in office.store.people.all()] == [ANN]


OFFICIAL = (
    "HOUSE_",
    "pbem-server",
    "moderator",
    "Admin1",
    "Adm1n",
    "H0use",
    "The_Host",
    "PbemServer",
    "Admin_Bob",
)


@pytest.mark.parametrize("name", ["Housemartin", "Staffan", "Hostler", "Modesty", "Ann_2"])
def test_a_name_that_only_begins_like_an_office_is_free(office: Office, name: str) -> None:
    office.write(ANN, f"register {name}")
    assert office.mail_to(ANN).kind == "confirm"


def test_the_name_that_is_offered_sounds_like_nobody(office: Office) -> None:
    office.write("moderator@example.org", "register moderator")
    assert "This one is free: register player2" in office.mail_to("moderator@example.org").flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "register",
            "What name do you want to play under? One word is enough. This one is free: register",
        ),
        ("register Ann Smith", "A name is one word. This one is free: register Ann_Smith"),
        ("register x", "2 to 16 letters"),
        ("register " + "x" * 17, "2 to 16 letters"),
        ("register 1ann", "beginning with a letter"),
        ("register an\u00efs", "cannot be a name here"),
        ("register house", "house is a word that this server understands, so it cannot be a name"),
        ("register Postmaster", "Postmaster is a word that this server understands, so it cannot be a name"),
        *((f"register {name}", f"{name} sounds like the server or its host") for name in OFFICIAL),
    ],
)
def test_names_that_nobody_can_have(office: Office, line: str, reason: str) -> None:
    raw = office.raw(ANN, line, headers=["Content-Type: text/plain; charset=utf-8"])
    assert office.deliver(raw) == "done"
    mail = office.mail_to(ANN)
    assert mail.kind == "answer"
    assert reason in mail.flat
    assert office.store.confirmations.pending("confirm", office.time, address=ANN) == []


@pytest.mark.parametrize(
    "word",
    [
        *("Move", "dodge", "CATCH", "step", "always", "undo", "help", "signup", "draw", "all"),
        *("Forfeit", "wait", "nobody", "anybody", "yes", "No", "sure", "Dodgeball", "result"),
        *("south", "North", "Red", "player"),
    ],
)
def test_a_word_of_a_line_is_no_name(office: Office, word: str) -> None:
    """A player of that name would end their letter by an order, or be meant by votes, answers and games."""
    office.write(ANN, f"register {word}")
    assert (
        f"{word} is a word that this server understands, so it cannot be a name" in office.mail_to(ANN).flat
    )
    assert office.store.confirmations.pending("confirm", office.time, address=ANN) == []


def test_a_stranger_may_be_kind(office: Office) -> None:
    """Words round the request are no lines that are refused."""
    letter = "Hello,\n\nmy brother says that you play games.\n\nregister Ann\n\nKind regards,\nAnn Smith"
    assert office.write(ANN, letter) == "done"
    confirm = office.mail_to(ANN)
    assert confirm.kind == "confirm"
    assert "I do not know" not in confirm.text
    office.reply(ANN, confirm, "Yes, of course!")
    assert "Welcome, Ann!" in office.mail_to(ANN).text


@pytest.mark.parametrize(
    "answer", ["", "Yes.", "yes it was me, hello there", "Hello!\n\nOK", "Ann", "register ann"]
)
def test_what_is_a_yes(office: Office, answer: str) -> None:
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), answer)
    assert office.mail_to(ANN).kind == "welcome"


def test_i17_a_robot_that_does_not_own_up_to_it_confirms_nothing(office: Office) -> None:
    """A ticket system answers whatever it is sent, in its own words: it is asked once more, and then no more."""
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    ticket = (
        "Ann, we have received your mail. Your ticket is 4711.\n\nSi vous avez des questions, write again."
    )
    assert office.reply(ANN, confirm, ticket) == "done"
    unsure = office.mail_to(ANN)
    assert unsure.kind == "unsure"
    assert "I cannot tell whether your answer was a yes" in unsure.flat
    assert "You can send the word yes at any time." in unsure.flat
    assert office.reply(ANN, unsure, ticket.replace("4711", "4712")) == "ignored"
    assert office.mails() == []
    assert office.store.people.all() == []
    office.reply(ANN, unsure, "yes")
    assert office.mail_to(ANN).kind == "welcome"


@pytest.mark.parametrize("answer", ["no", "No, thanks!", "Hello,\n\nno thank you"])
def test_who_says_no_hears_nothing_more(office: Office, answer: str) -> None:
    """Not even that it could not be read; and a yes counts as before."""
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    assert office.reply(ANN, confirm, answer) == "done"
    assert office.mails() == []
    office.reply(ANN, confirm, "yes")
    assert office.mail_to(ANN).kind == "welcome"


def test_a_name_alone_is_shown_the_line_that_was_meant(office: Office) -> None:
    """Also where its writer has been told today how to begin."""
    office.write(ANN, "hello")
    office.mails()
    for name in ("ann", "Ben", "cat"):
        office.write(ANN, name)
        assert f"\n  e.g.  register {name}\n" in office.mail_to(ANN).text
    assert office.write(ANN, "cat") == "ignored"
    assert office.mails() == []


def test_a_stranger_in_dialogue_ends_as_a_player(office: Office) -> None:
    office.write(ANN, "Hi, how does this work?")
    assert "This server plays games by mail" in office.mail_to(ANN).flat
    office.write(ANN, "Great, my name is Tom. Please sign me up!")
    confirm = office.mail_to(ANN)
    assert confirm.kind == "confirm"
    office.reply(ANN, confirm, "yes")
    assert office.store.people.named("Tom") is not None


def test_a_name_alone_after_one_that_was_taken(office: Office) -> None:
    office.register("Ben")
    office.write(ANN, "register ben")
    office.reply(ANN, office.mail_to(ANN), "ann")
    assert "\n  e.g.  register ann\n" in office.mail_to(ANN).text
    office.write(ANN, "ben")
    assert "\n  e.g.  register ben2\n" in office.mail_to(ANN).text


def test_i40_each_different_letter_of_a_stranger_is_answered_ten_a_day(office: Office) -> None:
    for text in (
        "hello",
        "what is this?",
        "and I am a friend of Ben's",
        "is it free?",
    ):
        assert office.write(ANN, text) == "done"
        assert "register" in office.mail_to(ANN).text
        assert office.write(ANN, text) == "ignored"
    for number in range(8):
        office.write(ANN, f"question {number}")
    assert len(office.mails()) == 6
    office.time += DAY + 1
    assert office.write(ANN, "hello") == "done"


def test_i40_a_second_name_that_cannot_be_is_answered(office: Office) -> None:
    for name in ("Анна", "李雷"):
        letter = office.raw(ANN, f"register {name}", headers=["Content-Type: text/plain; charset=utf-8"])
        assert office.deliver(letter) == "done"
        assert "cannot be a name here" in office.mail_to(ANN).flat


def test_kind_words_of_a_stranger_alone_are_answered_with_how_to_begin(office: Office) -> None:
    office.write(ANN, "Hello!\n\nKind regards,\nAnn")
    mail = office.mail_to(ANN)
    assert mail.flat.startswith("This is a server for games by mail")
    assert (
        "answer this mail, or write to pbem@play.example, with one line: register and the name" in mail.flat
    )
    assert "\n  e.g.  register ann\n" in mail.text
    assert len(mail.text.splitlines()) < 45  # it is not yet the time for all commands
    assert "refused" not in mail.text


def test_a_strangers_subject_goes_to_nobody(office: Office) -> None:
    """Whoever writes in somebody else's name could advertise to them through us."""
    office.write(ANN, "help", subject="Buy pills at http://pills.example")
    mail = office.mail_to(ANN)
    assert mail.subject == "[pbem] Re: your letter"
    assert "pills" not in mail.flat


def test_an_address_gets_five_confirmations_a_day(office: Office) -> None:
    for _ in range(5):
        office.write(ANN, "register Ann")
    assert [mail.kind for _, mail in office.mails()] == ["confirm"] * 5
    office.write(ANN, "register Ann")
    assert "Enough mails have gone to this address today" in office.mail_to(ANN).flat
    assert office.write(ANN, "register Ann") == "ignored"
    assert office.mails() == []  # that is told once a day
    office.time += DAY
    office.write(ANN, "register Ann")
    assert office.mail_to(ANN).kind == "confirm"


def test_a_player_cannot_register_again(office: Office) -> None:
    office.register("Ann")
    office.write(ANN, "register Other")
    assert "You are registered already, as Ann" in office.mail_to(ANN).flat


def test_a_stranger_who_is_not_understood_hears_that_once_for_each_letter(office: Office) -> None:
    office.write(ANN, "regster Ann")
    assert 'Did you mean the command "register"?' in office.mail_to(ANN).flat
    assert office.write(ANN, "regster Ann") == "ignored"
    assert office.mails() == []
    assert office.write(ANN, "regiser Ann") == "done"
    assert 'Did you mean the command "register"?' in office.mail_to(ANN).flat
    assert office.write(ANN, "help") == "done"  # what is understood is answered all the same
    assert office.mail_to(ANN).kind == "answer"
    office.time += DAY
    office.write(ANN, "Buy this!\nxyz xyz", subject="Buy that!")
    mail = office.mail_to(ANN)
    assert "This is a server for games by mail" in mail.flat
    assert mail.subject == "[pbem] Re: your letter"
    for word in ("Buy", "xyz"):  # it may have been written in her name to have it sent to her
        assert word not in mail.raw.decode()


def test_a_stranger_may_only_look_round(office: Office) -> None:
    office.write(ANN, "list")
    assert "This is for players. To become one write: register NAME" in office.mail_to(ANN).flat
    for line in ("help", "games", "rules dodgeball 1"):
        office.write(ANN, line)
        assert office.mail_to(ANN).kind == "answer"


def test_a_stranger_gets_ten_answers_a_day(office: Office) -> None:
    """Whoever writes in somebody else's name must not be able to bury them in our mail."""
    line_results = [office.write(ANN, "rules dodgeball") for _ in range(12)]
    assert line_results == ["done"] * 10 + ["ignored"] * 2
    assert len(office.mails()) == 10
    office.time += DAY
    office.write(ANN, "help")
    assert len(office.mails()) == 1
    office.register("Ben")
    for _ in range(12):
        office.write("ben@example.org", "help")
    assert len(office.mails()) == 12


def test_a_letter_without_a_line_is_answered_with_help(office: Office) -> None:
    office.write(ANN, "")
    mail = office.mail_to(ANN)
    assert "This is a server for games by mail" in mail.flat
    assert "register" in mail.text


def test_an_internationalised_domain_is_one_address_in_both_spellings(office: Office) -> None:
    address = "ann@xn--mnchen-3ya.example"
    office.write(address, "register Ann")
    confirm = office.mail_to(address)
    assert office.reply(address, confirm, "yes") == "done"
    assert office.mail_to(address).kind == "welcome"
    player = office.store.people.at(address)
    assert player is not None
    assert player.address == address


def test_an_address_that_cannot_be_mailed_to_is_refused(office: Office) -> None:
    assert office.write("ann@nowhere.invalid", "register Ann") == "done"
    assert "cannot be mailed to" in office.mail_to("ann@nowhere.invalid").flat
    assert office.store.confirmations.pending("confirm", office.time) == []


@pytest.mark.parametrize(
    "line",
    [
        "register me as Tom please",
        "register Tom, please!",
        "register the name Tom",
        "Please sign me up as Tom",
    ],
)
def test_a_name_may_stand_among_small_words(office: Office, line: str) -> None:
    assert office.write("tom@example.org", line) == "done"
    assert office.mail_to("tom@example.org").subject.endswith("answer this mail to become Tom")


@pytest.mark.parametrize(
    "answer",
    [
        "Yes\n\nGreetings from Porto\nJorge",
        "Yes, please\n\nBest wishes from Bath,\nMargaret",
        "yes that is me",
        "Yes, it is me. I would like to play Dodgeball!",
        "yes that is me, I want to play dodgeball",
        "Yes, this is my address. What now?",
        "Yes! Who is there to play with?",
    ],
)
def test_the_first_word_of_an_answer_decides(office: Office, answer: str) -> None:
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), answer)
    assert office.mails()[0][1].kind == "welcome"


def test_what_stands_behind_a_yes_is_a_letter_of_its_own(office: Office) -> None:
    office.write(ANN, "register Ann")
    office.reply(ANN, office.mail_to(ANN), "Yes, it is me. I would like to play dodgeball against the house")
    welcome, answer = (mail for _, mail in office.mails())
    assert welcome.kind == "welcome"
    assert "challenge dodgeball house" in answer.flat


def test_each_different_answer_is_answered(office: Office) -> None:
    """A new wish for the name asks anew, and that mail can be answered."""
    office.write(ANN, "register Ann")
    confirm = office.mail_to(ANN)
    for text in ("Perhaps, I have to think", "Well, if it must be so", "Yes, but what would it mean?"):
        assert office.reply(ANN, confirm, text) == "done"
        assert office.mail_to(ANN).kind == "unsure"
    assert office.reply(ANN, confirm, "register Anna") == "done"
    anew = office.mail_to(ANN)
    assert "become Anna" in anew.subject
    office.reply(ANN, anew, "Yes")
    assert office.mail_to(ANN).kind == "welcome"


# What a stranger wants beside their name is promised, and done by the yes.


@pytest.mark.parametrize(
    ("text", "promised", "done"),
    [
        (
            "I would like to try Dodgeball, is that possible against the computer?\n\nBest, Tina",
            "a match of Dodgeball against the house begins",
            ["challenge dodgeball house done: match 1"],
        ),
        (
            "I'd like to play a game of Gnomeball against the house. I don't know them, so please send me the rules."
            "\n\nTina",
            "a match of Gnomeball against the house begins and I send you the rules of Gnomeball",
            ["challenge gnomeball house done: match 1", "rules gnomeball done"],
        ),
        (
            "My name is Tina. I'd like to play Gnomeball against the house with points 10.",
            "a match of Gnomeball against the house begins (points=10)",
            ["challenge gnomeball house points=10 done: match 1"],
        ),
        (
            "register Tina\nchallenge elfball house",
            "a match of Elfball against the house begins",
            ["challenge elfball house done: match 1"],
        ),
    ],
)
def test_what_a_stranger_wants_waits_for_the_yes(
    office: Office, text: str, promised: str, done: list[str]
) -> None:
    office.write("tina@example.org", text)
    asked = office.mail_to("tina@example.org")
    assert "Do you want to play here as Tina?" in asked.flat
    assert promised in asked.flat
    office.thread("tina@example.org", asked, "Yes, please!")
    welcome, told = (mail for _, mail in office.mails())
    assert "Welcome, Tina!" in welcome.flat
    for each in done:
        assert each in told.flat


def test_what_a_stranger_asks_is_answered_in_the_mail_that_asks_them(office: Office) -> None:
    office.write("tina@example.org", "I would like to try Dodgeball. How does it work?\n\nBest, Tina")
    asked = office.mail_to("tina@example.org")
    assert "Do you want to play here as Tina?" in asked.flat
    assert "A mail shows the board, and you answer with your move." in asked.flat
    assert "register" not in asked.flat


def test_nothing_like_a_link_is_repeated_to_somebody_who_may_not_have_written(office: Office) -> None:
    office.write("tina@example.org", "register Tina\nseek dodgeball http://bad.example/x\nsay buy this")
    asked = office.mail_to("tina@example.org")
    assert "bad.example" not in asked.flat
    assert "buy this" not in asked.flat
