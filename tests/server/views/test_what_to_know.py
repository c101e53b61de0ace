"""What a decision needs stands beside it: odds in turn mails, hints for those who want them, and `reach`."""

import pytest

from pbem.play.game import masked
from pbem.play.requests import seeded
from tests.server.office import Mail, Office, reply

ANN, BEN = "ann@example.org", "ben@example.org"


def begun(options: str, game: str) -> tuple[Office, str, Mail]:
    """A match, who is asked, and their mail."""
    office = Office()
    mails = office.begin(options, game=game)
    asked = office.asked()
    return office, asked, mails[asked]


def test_reach_tells_where_a_figure_can_go() -> None:
    """Anybody's; nothing is moved, and the match may be named."""
    office, asked, mail = begun("pawns=3 placement=fixed", "dodgeball")
    before = office.find_match(1).match.row_count
    for line, head in (("reach S1", "S1 on "), ("reach 1 N2", "N2 on ")):
        (answer,) = reply(office, asked, mail, line).values()
        assert head in answer.text
        assert "\n  " in answer.text
    assert office.find_match(1).match.row_count == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("reach S9", "There is no pawn S9"),
        ("reach", "Write: reach FIGURE, or reach 12 FIGURE"),
    ],
)
def test_what_reach_cannot_tell(line: str, told: str) -> None:
    """The reason comes back."""
    office, asked, mail = begun("pawns=3 placement=fixed", "dodgeball")
    (answer,) = reply(office, asked, mail, line).values()
    assert told in answer.text


def test_a_sentence_that_begins_with_reach_is_no_command() -> None:
    """It is talk."""
    office, asked, mail = begun("pawns=3 placement=fixed", "dodgeball")
    answers = reply(office, asked, mail, "Reach out to me if you like another game!")
    assert all("no pawn" not in each.text for each in answers.values())


def test_hints_are_told_to_those_who_want_them() -> None:
    """In Toxic Gnome, in turn mails and previews; by default there are none."""
    office = Office()
    mails = office.begin("", game="toxic-gnome")
    assert "Hint:" not in mails[ANN].text
    mails |= reply(office, ANN, mails[ANN], "settings hints on")
    for address in (ANN, BEN):
        mails |= reply(office, address, mails[address], "start c")
    for _ in range(2):
        asked = office.asked()
        assert ("Hint: " in mails[asked].text) == (asked == ANN)
        ask = next(iter(office.find_match(1).match.asks.values()))
        shown = reply(office, asked, mails[asked], f"preview {ask.auto()}")[asked].text
        assert ("Hint: " in shown) == (asked == ANN)
        mails |= reply(office, asked, mails[asked], str(ask.auto()))


@pytest.mark.parametrize("game", ["gnomeball", "elfball", "slargeball"])
def test_turn_mails_tell_the_odds_and_receipts_do_not(game: str) -> None:
    """Below what has happened, in lines of their own, at most eight of them."""
    office, pick = Office(), seeded(game)
    mails, met = office.begin("", game=game), 0
    for _ in range(24):
        loaded = office.find_match(1)
        if loaded.match.over:
            break
        seat, ask = next(iter(loaded.match.asks.items()))
        line = loaded.game.bot("normal")(masked(loaded.match.state, seat), ask, pick)
        asked = office.asked()
        told = reply(office, asked, mails[asked], line)
        mails |= told
        for mail in told.values():
            if "\nTHE ODDS\n" in mail.text:
                assert "\n  e.g.  " in mail.text
                odds = mail.text.split("\nTHE ODDS\n")[1].split("\n\n")[0]
                assert 1 <= len(odds.split("\n")) <= 8
                met += 1
    assert met > 2
