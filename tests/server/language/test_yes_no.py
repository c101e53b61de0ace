"""A yes is nothing but words of consent, courtesies and names: read alone, and by every question that waits for one."""

from collections.abc import Callable

import pytest

from pbem.server.language.yes_no import answer_in, answer_of, names_in
from tests.server.absence.test_deadlines import late_vote
from tests.server.office import Mail, Office, held

ANN, BEN, CARL = "ann@example.org", "ben@example.org", "carl@example.org"
NAMES = names_in("Ann", "Ben", "carl.meyer@example.org")

HEDGES = r"""
Yes, that is spam
Ok, who sent this
ok, no
Ok, let me think about it
Ok, forget it
sure?
yes if you insist
ok whatever, who is this
not ok
y tho?
ok - wait
accept? no
I never agreed
Yes, but not now
Yes, why not
yes, but only with 4 pawns
ok, but later
Yes?
Yes...
OK…
yes/no
yes or no
yes, no, I do not know
No, wait, yes
maybe yes
Yes, maybe
Yes, probably
I guess so, yes
ok I guess
ok :-(
ok 🤔
Yes? I have written nothing
Yes, I didn't write that
ok, but that was not me
Yes, this was somebody else
Yes, that is not me!
Sure, as soon as I am back
Sure, if Ben agrees too
Sure, tell me more first
Of course not
Of course I did not write this
Certainly not
Absolutely not!
ok ok, stop mailing me
Yes I know
Yes, I have read your mail
Yes, I am on holiday until Monday
Okay, I will look at it tomorrow
Okay, will do this later
Okay so what is this
Agreed? By whom?
Who agreed to that
I would agree if it were mine
I cannot accept this
I can't say yes to that
Accept my apologies, I am away
I accept nothing of the kind
I accept that you want it, but no
Confirm what?
Yes, remove me from your list
Yes please remove me
ok, unsubscribe me
OK, I give up
yes resign
Ja, aber nicht jetzt
Ja, wenn es sein muss
Ja? Was ist das?
Oui, mais pas maintenant
Oui ou non ?
Sí, pero mañana
Si vous avez des questions, appelez-nous
Claro que no
Natürlich nicht
Gern, aber später
D'accord, mais qui êtes-vous ?
Sounds good
Thanks
Great!
Hello Ann
"yes" is what I shall never say
The answer is yes, your ticket is 4711
Yes, yes, yes, whatever
y?
👍?
👍👎
sorry, yes
Yes\nbut who sent this?
Ok\nlet me think about it
Ok\n\nI have to ask my wife
Yes.\n\nThanks,\nbut it was not me
Yes\nno
ok\n\nWho is this?
What is this about?\nOk
Yes\n\nSent by mistake, forget it
I never agreed\n\nAnn
Hi, who is this\nyes
Hello, not yet\nYes
Yeah, right.
Ok, thanks. Unsubscribe
OK! Thanks! Remove
Ok\nThanks\nUnsubscribe
Hello. Yes. Wrong
I am not sure
is it ok
ok then
yes and no
Oh sure
fine, whatever
I suppose so, yes
Yes I did not do that
ok, will see
sure sure, you wish
Agree to disagree
Never mind, ok
yes (just kidding)
Yes, thanks, it was not me
1. yes 2. no
Please confirm
Please accept, Ann
Yes\n\n?
accept\nno
accept\ndecline draw
I accept defeat
accept Carl\nsorry, no
Ok, see you Monday
Yes, see you Tuesday!
Ja, danke Montag
Ok danke Später
Dear Forger, yes
Hi Forger\nyes
ok thanks Catherine
Yes\n\nCheers,\nMonday
Yes\nSee you Monday
Yes\n\nBest,\nBen\n3 PM
""".strip().split("\n")

FRIENDLY = ["Yes\\nSee you Monday", "Yes\\n\\nBest,\\nBen\\n3 PM"]
"""Hedges only where a yes cannot be taken back: elsewhere the first word decides."""

AGREEMENTS = r"""
yes
Yes.
YES!
y
Yes please!
yes, please.
Yes, thank you
yes thanks
Yes, thanks a lot!
Yes, gladly!
Yes, of course!
Yes, with pleasure.
Yes, that was me
Yes, that is me!
Yes, it was me.
Yes yes
Yes :-)
Yes 🙂
*Yes*
"yes"
- yes
Yep
Yep!
Yeah
yup
Yes indeed
Yes, go ahead
ok
OK.
Ok, thanks
ok, thanks {name}
Okay!
okay, great
Sure
Sure!
Sure thing
Sure, go ahead
Certainly
Absolutely!
Definitely
Gladly
With pleasure
Of course
Of course, thanks
By all means
I accept
I accept!
I accept your offer, thanks
Accepted
Agreed
Agreed, good luck!
I agree
I agree, gladly
Confirmed
Fine, yes
Great, I accept. Thanks!
Hi {name}, gladly! See you.
Hello {name}, yes
Dear {name}, I accept
Hi, yes, it was me
Thanks, yes!
👍
👍🏽
Ja
Ja, gerne
Ja bitte
Ja, das war ich
Gerne!
Sehr gerne, danke
Einverstanden
Natürlich!
Oui
Oui, avec plaisir
Oui, merci
D’accord
Volontiers !
Bien sûr
Sí
¡Sí!
Sí, claro
Sí, gracias
Por supuesto
De acuerdo
Sì, volentieri
Va bene, grazie
Sim, com prazer
Ja graag
Ja tak
Ja tack
Tak, oczywiście
Ano
Да
Да, спасибо
はい
好的。
Hi\nyes
Hello!\n\nOK\n\nGood luck!
Yes.\n\nCheers, {name}
Yes\n\nKind regards,\n{name}
Yes\n\nKind regards,\nCatherine Smith
Yes\n\nGreetings from Porto\nJorge
Yes, please\n\nBest wishes from Bath,\nMargaret Hill
Yes, please do that.
Yes please, I would like that
Yes, let us do it!
Yes, both
Yes to both, please
Yes.\n\nI want it.
Sure!\n\nLooking forward to it.\n\nThanks,\n{name}
""".strip().split("\n")

"""`{name}` is somebody concerned."""

REFUSALS = r"""
no
No.
NO! That was not me.
No, thank you
no thanks
No thanks Ann, another day
No, that was not me
No, I never wrote that
No... not mine
No, not now; perhaps in spring
no way
Sorry, no
Never!
I decline
Nein, danke
Nein.
Non merci
No, gracias
Nej tak
👎
Hello,\nno thanks
No\n\nI have never heard of you. Who are you?
No.\n\nKind regards,\nAnn Smith
""".strip().split("\n")

NO_REFUSALS = r"""
No problem
No problem, that was me
No problem Ann, I accept
No worries!
No idea
No, wait, yes
No, wait
No, that was me
No, yes
No objections
no?
No doubt
No. 4711
No: 4711 has been received
No.\nI mean yes
What is this?\nno
""".strip().split("\n")


def lines(text: str) -> list[str]:
    """The lines of a letter that is written as one."""
    return text.split("\\n")


def read(text: str) -> str:
    return answer_in(lines(text), NAMES)


# The reader.


def test_the_tables_are_long_enough() -> None:
    assert min(len(set(HEDGES)), len(set(AGREEMENTS))) >= 60


@pytest.mark.parametrize("text", HEDGES)
def test_b35_a_hedge_is_no_yes(text: str) -> None:
    assert read(text) != "yes"


@pytest.mark.parametrize("text", AGREEMENTS)
def test_b35_a_plain_agreement_is_a_yes(text: str) -> None:
    assert read(text.format(name="Ben")) == "yes"


@pytest.mark.parametrize("text", REFUSALS)
def test_a_no_may_give_its_reasons(text: str) -> None:
    assert read(text) == "no"


@pytest.mark.parametrize("text", NO_REFUSALS)
def test_a_no_that_is_none_refuses_nothing(text: str) -> None:
    assert read(text) == ""


def test_only_names_of_the_people_concerned_are_names() -> None:
    assert read("Hello!\\n\\nOK\\n\\nAnn") == "yes"
    assert read("Yes\\n\\nCarl Meyer") == "yes"
    assert read("Yes\\n\\nAnn Smith") == read("Yes\\n\\nFoxy Smith") == read("Yes\\n\\nAnn lied") == ""
    assert answer_in(["Yes", "Cheers", "Ann Smith"], names_in("ann@example.org", "Ann Smith")) == "yes"


def test_b35_a_writer_may_sign_as_in_from() -> None:
    question = draw()
    office = question.office
    headers = [f"References: {question.mail.id}"]
    text = "Yes\n\nKind regards,\nCatherine Smith"
    raw = office.raw(ANN, text, to=question.mail.reply_to, headers=headers)
    signed = raw.replace(b"From: ann@example.org", b"From: =?utf-8?q?Catherine_Smith?= <ann@example.org>")
    office.deliver(signed, to=question.mail.reply_to)
    assert question.done()


def test_names_are_handed_in_and_never_words_of_doubt() -> None:
    """Nobody can be called so that a hedge becomes a yes."""
    assert answer_of("ok foxy", names_in("Foxy")) == "yes"
    assert answer_of("ok foxy") == ""
    assert answer_of("yes wait", names_in("wait", "Spam@example.org")) == ""
    assert answer_of("Yes, spam", names_in("wait", "Spam@example.org")) == ""


@pytest.mark.parametrize("text", ["ok", "Ok, thanks", "Sure", "Gladly"])
def test_strictly_only_the_word_yes_agrees(text: str) -> None:
    assert answer_in([text], strict=True) == ""
    assert answer_in([text, "Yes, please!"], strict=True) == ""
    assert answer_in(["Hi,", "Yes, please!"], strict=True) == "yes"


# The questions.


class Question:
    """Something that a mail asks, and how to see whether its yes has been done."""

    def __init__(self, office: Office, mail: Mail, who: str, done: Callable[[], bool]) -> None:
        self.office = office
        self.mail = mail
        self.who = who
        self.done = done

    def answer(self, text: str) -> bool:
        """Whether this answer is taken for a yes. What comes of it is taken back. No letter is left without an answer
        unless it says no."""
        text = text.replace("{name}", self.who.partition("@")[0].title())
        before = self.office.store.post.last_sent()
        with self.office.undone():
            self.office.reply(self.who, self.mail, "\n".join(lines(text)))
            taken = self.done()
            answered = self.office.store.post.last_sent() > before
        assert answered or read(text) == "no", f"{text!r} is not answered"
        return taken


def latest(office: Office, who: str) -> Mail:
    return [mail for to, mail in office.mails() if to == who][-1]


def was_this_you() -> Question:
    office = Office(believe_from=False)
    return Question(office, held(office), ANN, lambda: bool(office.store.matches.all()))


def draw() -> Question:
    office = Office()
    office.begin()
    office.write(BEN, "draw")
    return Question(office, latest(office, ANN), ANN, lambda: office.find_match().match.over)


def undo() -> Question:
    office = Office()
    office.begin()
    office.write(BEN, "say Hello")
    office.write(ANN, "done")
    office.mails()
    office.write(ANN, "undo")
    rows = len(office.log())
    return Question(office, latest(office, BEN), BEN, lambda: len(office.log()) < rows)


def challenge() -> Question:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    return Question(
        office, latest(office, BEN), BEN, lambda: office.store.matches.all()[0].status != "offered"
    )


def registration() -> Question:
    office = Office()
    office.write(ANN, "register Ann")
    return Question(office, office.mail_to(ANN), ANN, lambda: office.store.people.at(ANN) is not None)


def invitation() -> Question:
    """Ben is asked at an address, as nobody tells whose it is."""
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write(ANN, f"challenge dodgeball {BEN}")
    return Question(
        office, latest(office, BEN), BEN, lambda: office.store.matches.all()[0].status != "offered"
    )


def invitation_of_a_stranger() -> Question:
    """Whoever has agreed is asked for a name."""
    office = Office()
    office.register("Ann")
    office.write(ANN, f"challenge dodgeball {CARL}")

    def agreed() -> bool:
        return office.store.people.at(CARL) is not None or any(
            mail.kind == "welcome" or "What name do you want to play under?" in mail.flat
            for mail in (Mail(office.writer.mail(row), row.kind) for row in office.store.post.outbox(None, 1))
        )

    return Question(office, latest(office, CARL), CARL, agreed)


def address() -> Question:
    office = Office()
    office.register("Ann")
    office.write(ANN, f"address {CARL}")
    return Question(office, latest(office, CARL), CARL, lambda: office.store.people.at(CARL) is not None)


def no_more_mail() -> Question:
    office = Office()
    board = office.begin()[ANN]
    office.write(ANN, "", to=board.message["List-Unsubscribe"].removeprefix("<mailto:").removesuffix(">"))

    def quiet() -> bool:
        ann = office.store.people.at(ANN)
        return ann is not None and ann.quiet

    return Question(office, latest(office, ANN), ANN, quiet)


def takeover() -> Question:
    office = late_vote()
    office.mails()
    office.write(BEN, "vote zoe")
    zoe = "zoe@example.org"
    return Question(office, latest(office, zoe), zoe, lambda: office.find_match().seats[0].address == zoe)


def farewell() -> Question:
    office = Office()
    office.begin()
    office.write(ANN, "leave server")
    return Question(office, latest(office, ANN), ANN, lambda: office.store.people.at(ANN) is None)


QUESTIONS = (
    was_this_you, draw, undo, challenge, registration, invitation, invitation_of_a_stranger, address, no_more_mail,
    takeover,
)  # fmt: skip


@pytest.mark.parametrize("asked", [*QUESTIONS, farewell], ids=lambda asked: asked.__name__)
def test_b35_no_question_takes_a_hedge_for_a_yes(asked: Callable[[], Question]) -> None:
    question = asked()
    known = FRIENDLY if asked is registration else []
    assert [text for text in HEDGES if question.answer(text)] == known
    assert question.answer("yes")


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.__name__)
def test_b35_every_question_takes_a_plain_agreement(asked: Callable[[], Question]) -> None:
    question = asked()
    assert [text for text in AGREEMENTS if not question.answer(text)] == []


def test_b35_what_cannot_be_undone_takes_only_the_word_yes() -> None:
    question = farewell()
    taken = [text for text in AGREEMENTS if question.answer(text)]
    assert {"yes", "yes, please.", "Yes, of course!", "Yes.\\n\\nCheers, {name}", "Ja", "Oui", "Sí"} <= set(
        taken
    )
    assert not {"ok", "Ok, thanks", "Sure", "I accept", "Gladly", "Agreed", "D’accord"} & set(taken)


# A yes that answers nothing.


@pytest.mark.parametrize("text", ["Yes.", "ok, thanks", "Ja, gerne", "No, thank you"])
def test_b35_a_yes_in_a_new_letter_counts_for_nothing_and_is_told_where_it_would(text: str) -> None:
    question = challenge()
    office = question.office
    office.register("Carl")
    for who, more in ((BEN, "Or write: accept 1, or decline 1"), (ANN, ""), (CARL, "")):
        office.write(who, text)
        told = office.mail_to(who).flat
        assert "A yes or a no counts in an answer to the mail that asks" in told
        assert more in told
        assert more or "accept" not in told.partition("HOW TO PLAY")[0]
    assert not question.done()


@pytest.mark.parametrize(
    "text",
    [
        "Ok, who sent this",
        "accept? no",
        "yes resign",
        "OK, I give up",
        "Ok, let me think about it",
        "No idea",
    ],
)
def test_b35_a_hedge_to_a_draw_is_asked_back(text: str) -> None:
    question = draw()
    question.office.reply(question.who, question.mail, text)
    told = question.office.mail_to(question.who).flat
    assert (
        "I cannot tell whether that is a yes or a no. North (Ben) waits for: accept draw, or decline draw"
        in told
    )


@pytest.mark.parametrize(
    "text", ["Ok\nlet me think about it", "What a match so far!\nYes", "Yes\nThanks\nbut no"]
)
def test_b35_a_yes_beside_another_sentence_is_asked_back(text: str) -> None:
    question = draw()
    question.office.reply(question.who, question.mail, text)
    assert (
        "since other words stand beside it. If it is, answer just: yes" in question.office.mail_to(ANN).flat
    )
    assert not question.done()


# A yes above orders.


@pytest.mark.parametrize("text", ["Yes, gladly!\nplace a b c", "Ok\n\nplace a b c\n\nCheers, Ben"])
def test_orders_below_a_yes_are_orders(text: str) -> None:
    office = Office()
    for name in ("Ann", "Ben"):
        office.register(name)
    office.write(ANN, "challenge dodgeball ben pawns=3")
    office.reply(BEN, latest(office, BEN), text)
    assert [row.text for row in office.log() if row.kind == "answer"] == ["place a b c"]


@pytest.mark.parametrize("text", ["Yes, gladly! S1 move b4", "Ok let me think\nS1 move b4", "yes S1 move b4"])
def test_b35_an_order_beside_a_doubtful_yes_agrees_to_nothing(text: str) -> None:
    question = draw()
    question.office.reply(ANN, question.mail, text)
    assert not question.done()
    assert not question.office.find_match().match.over


@pytest.mark.parametrize("text", ["yes\ndecline", "accept\ndecline", "decline\naccept", "accept 1\nno"])
def test_b35_a_letter_that_says_yes_and_no_is_neither(text: str) -> None:
    question = challenge()
    question.office.reply(BEN, question.mail, text)
    told = question.office.mail_to(BEN).flat
    assert "This letter says both yes and no, so it counts as neither" in told
    assert not question.done()


def test_yes_to_one_thing_and_no_to_another_is_both() -> None:
    question = challenge()
    office = question.office
    office.write(ANN, "challenge dodgeball ben pawns=3 placement=fixed")
    office.reply(BEN, question.mail, "accept 1\ndecline 2")
    assert {row.id: row.status for row in office.store.matches.all()} == {1: "running", 2: "void"}


def test_b35_a_player_who_is_invited_by_address_cannot_accept_under_another_name() -> None:
    question = invitation()
    assert not question.answer("accept defeat")
    assert question.answer("accept Ben")
