"""Whatever directors and entrants do, in any order: nothing breaks, all can be shown, and the record is sound."""

import random

import pytest

from pbem.competitions.forms import FORMS
from pbem.server.competitions.prospects import prospect
from pbem.server.core.times import DAY
from tests.server.competitions.competing import NAMES, address, go_on, held, office_of, running
from tests.server.office import Office, ask

OPTIONS = {
    "pools": "pool=3 best=2 match=5d",
    "divisions": "division=6 break=1d match=5d",
    "tables": "rounds=3",
    "knock-out": "bestof=3 match=5d late=director",
    "double-knock-out": "match=5d late=draw",
    "swiss": "rounds=4 match=5d",
}
GAMES = {"tables": "toxic-gnome tiles=6 players=4"}


def write(office: Office, name: str, text: str) -> None:
    """A letter, done or refused; whoever is asked whether they mean it does."""
    office.mails()
    office.write(address(name), text)
    for to, mail in office.mails():
        if to == address(name) and "answer this mail with yes" in mail.flat:
            office.reply(to, mail, "yes")


def act(office: Office, form: str, pick: random.Random) -> None:
    """Something that somebody may do; much of it is refused."""
    one, other = pick.sample(NAMES, 2)
    known = [row.match for row in held(office).pairings.values() if row.match] or [1]
    match, names = pick.choice(list(running(office).items()) or [(pick.choice(known), list(NAMES))])
    lines = [
        *[f"tournament result {match} {pick.choice([*names, 'draw'])} so be it"] * 6,
        f"tournament result {pick.choice(known)} {one} it was misread",
        f"tournament walkover {match} {pick.choice(names)} the other was not there",
        f"tournament again {pick.choice(known)} the options were wrong",
        f"tournament withdraw Spring {one} they have vanished",
        f"tournament bye Spring {one} they travel",
        "tournament extend Spring 3d all are slow",
        f"tournament pair Spring {one} {other}" if form == "open" else f"ladder Spring {other}",
        "tournament close Spring enough" if pick.random() < 0.3 else "tournament write Spring hello",
    ]
    if pick.random() < 0.15:
        office.time += pick.choice([1, 3, 6, 20]) * DAY
    elif pick.random() < 0.2:
        write(
            office,
            one,
            pick.choice(["withdraw Spring", "enter Spring", f"ladder Spring {other}", "accept ladder"]),
        )
    else:
        write(office, "Ann", pick.choice(lines))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("form", FORMS)
def test_nothing_that_anybody_does_breaks_a_competition(
    form: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    pick = random.Random(f"{form} {seed}")
    office, game = office_of(12), GAMES.get(form, "dodgeball pawns=3 placement=fixed")
    name, _, options = game.partition(" ")
    write(office, "Ann", f"tournament new Spring {name} form={form} {options} {OPTIONS.get(form, '')}")
    for each in NAMES[: pick.randint(3, 12)]:
        write(office, each, "enter Spring")
    write(office, "Ann", "tournament start Spring")
    for _ in range(25):
        go_on(office)
        act(office, form, pick)
        go_on(office)
        it = held(office)
        assert all(isinstance(prospect(it, number), str) for number in it.entrants)
        assert "refused" not in ask(office, address("Ben"), "tournament Spring\nstandings Spring").flat
    assert office.app.competitions.problems() == []
    assert not [record for record in caplog.records if record.name == "pbem.alarms"]
