"""Questions that wait for a yes by mail: each is asked once more, outlives a restart, and ends in one place."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.server.letters.questions import TERM
from pbem.server.ops.tidy import tidy
from tests.server.office import Mail, Office, held

ANN, BEN, NEW = "ann@example.org", "ben@example.org", "ann@new.example"
DAY = 86_400


class Flow(NamedTuple):
    """How a question comes about, who answers it, and whether it has been done."""

    ask: Callable[[Office], Mail]
    who: str
    done: Callable[[Office], bool]
    lasts: bool
    """A yes counts for two weeks; else at any time."""


def press_button(office: Office) -> Mail:
    """The question after the button of a mail program has been pressed that wants no more mail."""
    office.register("Ann")
    office.write(ANN, "list")
    button = office.mail_to(ANN).message["List-Unsubscribe"].removeprefix("<mailto:").removesuffix(">")
    office.write(ANN, "", to=button)
    return office.mail_to(ANN)


def write(line: str, to: str, *names: str) -> Callable[[Office], Mail]:
    """Ann writes a line, after some have come in, which leads to a question there."""

    def ask(office: Office) -> Mail:
        for name in names:
            office.register(name)
        office.write(ANN, line)
        return dict(office.mails())[to]

    return ask


def is_quiet(office: Office) -> bool:
    player = office.store.people.at(ANN)
    return player is not None and player.quiet


FLOWS = {
    "confirm": Flow(write("register Ann", ANN), ANN, lambda office: bool(office.store.people.at(ANN)), False),
    "address": Flow(
        write(f"address {NEW}", NEW, "Ann"), NEW, lambda office: bool(office.store.people.at(NEW)), True
    ),
    "quiet": Flow(press_button, ANN, is_quiet, False),
    "farewell": Flow(
        write("leave server", ANN, "Ann"), ANN, lambda office: office.store.people.at(ANN) is None, True
    ),
}


@pytest.fixture(params=FLOWS)
def flow(request: pytest.FixtureRequest) -> Flow:
    return FLOWS[request.param]


def test_an_answer_that_is_neither_is_asked_once_more_by_one_form(office: Office, flow: Flow) -> None:
    question = flow.ask(office)
    assert office.reply(flow.who, question, "What is this about, and who are you?") == "done"
    again = office.mail_to(flow.who)
    assert again.kind == "unsure"
    assert again.subject.endswith("? Please answer yes or no")
    assert "I cannot tell whether your answer was a yes. Nothing has happened yet" in again.flat
    until = "A yes counts until" if flow.lasts else "You can send the word yes at any time"
    assert f"{until}" in again.flat
    assert office.reply(flow.who, again, "What is this about, and who are you?") == "ignored"
    assert office.mails() == []
    assert office.reply(flow.who, again, "Who is that, please? I do not know") == "done"
    again = office.mail_to(flow.who)
    assert not flow.done(office)
    assert office.reply(flow.who, again, "yes") == "done"
    assert flow.done(office)


def test_a_question_outlives_a_restart(tmp_path: Path, flow: Flow) -> None:
    question = flow.ask(Office(path=tmp_path / "games.db"))
    office = Office(path=tmp_path / "games.db")
    office.letters = 1000
    assert office.reply(flow.who, question, "yes") == "done"
    assert flow.done(office)


def test_a_yes_counts_as_long_as_it_is_said_to(office: Office, flow: Flow) -> None:
    question = flow.ask(office)
    office.time += TERM
    office.reply(flow.who, question, "yes")
    assert flow.done(office) == (not flow.lasts)


def test_another_question_of_the_same_day_is_asked_once_more_too(strict: Office) -> None:
    """A player who has answered one in a way that says nothing may do so with the next."""
    letter = held(strict)
    strict.reply(ANN, letter, "What is this about?")
    assert strict.mail_to(ANN).kind == "unsure"
    strict.write(ANN, "leave server")
    strict.reply(ANN, strict.mail_to(ANN), "yes")
    farewell = next(mail for _, mail in strict.mails() if mail.kind == "farewell")
    strict.reply(ANN, farewell, "What is this about?")
    assert strict.mail_to(ANN).subject == "[pbem] do you want to leave for good? Please answer yes or no"


def test_a_no_to_the_button_is_a_letter_like_any_other(office: Office) -> None:
    question = press_button(office)
    assert office.reply(ANN, question, "no") == "done"
    assert office.mail_to(ANN).kind == "answer"
    assert not is_quiet(office)


def test_what_nobody_answers_is_tidied_up_but_not_before_its_term() -> None:
    office = Office(keep_days=3)
    for name, line in (("Ann", f"address {NEW}"), ("Ben", "challenge dodgeball carl@example.net")):
        office.register(name)
        office.write(f"{name.lower()}@example.org", line)
    office.write("dora@example.org", "register Dora")

    def kinds() -> list[str]:
        found = office.store.db.execute("SELECT kind FROM confirmations ORDER BY kind")
        return [kind for (kind,) in found]

    assert kinds() == ["address", "confirm", "invitation"]
    office.time += 4 * DAY
    tidy(office.app.context)
    assert kinds() == ["address", "invitation"]
    office.time += 60 * DAY
    tidy(office.app.context)
    assert kinds() == []
