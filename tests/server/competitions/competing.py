"""Competitions through the mail loop: players, matches that end at once, and what is mailed of them."""

from collections.abc import Callable, Sequence

from pbem.competitions import forms
from pbem.competitions.pairing import Task
from pbem.competitions.values import Field
from pbem.server.competitions.pages import Competition
from tests.server.office import Mail, Office

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Leo")


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def office_of(count: int = 4) -> Office:
    """An office with so many players."""
    office = Office()
    for name in NAMES[:count]:
        office.register(name)
    return office


def go_on(office: Office) -> list[tuple[str, Mail]]:
    """What the server does between letters; the mails it leads to."""
    for _ in range(100):
        wanted, more = office.app.rounds.look()
        for each in wanted:
            with office.store.transaction():
                assert office.app.rounds.apply(each, forms.due(each.task.plan, each.task.field))
        if not wanted and not more:
            return office.mails()
    raise AssertionError("it does not end")


def opened(form: str, *more: str, count: int = 4, name: str = "Spring", pawns: int = 3) -> Office:
    """Ann directs a tournament that all have entered, and starts it."""
    office = office_of(count)
    options = " ".join([f"form={form}", f"pawns={pawns} placement=fixed", *more])
    assert office.write(address("Ann"), f"tournament new {name} dodgeball {options}") == "done"
    for player in NAMES[:count]:
        assert office.write(address(player), f"enter {name}") == "done"
    assert office.write(address("Ann"), f"tournament start {name}") == "done"
    office.mails()
    return office


def held(office: Office, name: str = "Spring") -> Competition:
    return office.app.competitions.named(name)


def running(office: Office, name: str = "Spring") -> dict[int, list[str]]:
    """The matches that are being played, with their players by seat."""
    it = held(office, name)
    return {
        number: it.names(pairing.seats)
        for pairing in it.field.running
        if (number := it.match_of(pairing)) is not None
    }


def lose(office: Office, number: int, name: str) -> None:
    """Somebody gives up a match, after a few moves of each side."""
    office.play_on(number)
    assert office.write(address(name), f"confirm resign {number}") == "done"


def withdraw(office: Office, name: str, competition: str = "Spring") -> list[tuple[str, Mail]]:
    """Somebody leaves, and means it; what all are mailed then."""
    office.mails()
    assert office.write(address(name), f"withdraw {competition}") == "done"
    (question,) = [mail for to, mail in office.mails() if to == address(name)]
    assert "Nothing has happened yet." in question.flat
    office.reply(address(name), question, "yes")
    return office.mails()


def first_wins(names: Sequence[str]) -> str:
    """The loser, if whoever is first in the alphabet wins."""
    return max(names)


def play_out(
    office: Office, loser: Callable[[Sequence[str]], str] = first_wins, name: str = "Spring"
) -> list[tuple[str, Mail]]:
    """Play to the end; all mails but those of the matches."""
    told = [mail for mail in go_on(office) if mail[1].kind != "match"]
    for _ in range(100):
        if held(office, name).row.status == "over":
            return told
        for number, names in running(office, name).items():
            lose(office, number, loser(names))
            told += [mail for mail in go_on(office) if mail[1].kind != "match"]
    raise AssertionError("it does not end")


def task(field: Field, it: Competition) -> Task:
    return Task(it.plan, field)
