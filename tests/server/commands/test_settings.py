"""`settings`: how each player wants their mail, and what that changes in it."""

import re

import pytest

from pbem.server.mailing.position import TURNED
from tests.server.office import Office, ask

ANN, BEN = "ann@example.org", "ben@example.org"
EDGE = "+----+"
FROM_SOUTH = "      a    b    c    d    e    f    g    h"
FROM_NORTH = "      h    g    f    e    d    c    b    a"


@pytest.fixture
def office() -> Office:
    """Ann and Ben play, and Ann is asked."""
    office = Office()
    office.begin()
    assert office.asked() == ANN
    return office


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("settings zone europe/berlin", "done: moments are told in Europe/Berlin, where it is now 08:33 (UTC+1)"),
        ("settings zone EST", "done: moments are told in EST, where it is now 02:33 (UTC-5)"),
        ("settings zone Etc/GMT+2", "done: moments are told in UTC-2, where it is now 05:33 (UTC-2)"),
        ("settings zone GMT+2", "done: moments are told in UTC+2, where it is now 09:33 (UTC+2)"),
        ("settings zone utc -10", "done: moments are told in UTC-10, where it is now 21:33 (UTC-10)"),
        ("settings zone +0200", "done: moments are told in UTC+2, where it is now 09:33 (UTC+2)"),
        ("settings zone +2", "done: moments are told in UTC+2, where it is now 09:33 (UTC+2)"),
        ("settings zone UTC+0", "done: moments are told in UTC, where it is now 07:33 (UTC)"),
        ("settings zone Germany", "done: moments are told in Europe/Berlin, where it is now 08:33 (UTC+1)"),
        ("settings zone norway", "done: moments are told in Europe/Oslo, where"),
        ("settings zone UK", "done: moments are told in Europe/London, where it is now 07:33 (UTC)"),
        ("settings zone South Korea", "done: moments are told in Asia/Seoul, where it is now 16:33 (UTC+9)"),
        ("settings zone India", "done: moments are told in Asia/Kolkata, where it is now 13:03 (UTC+5:30)"),
        ("settings mail daily", "done: one mail a day, at 18:00, UTC;"),
        ("settings mail now", "done: every mail comes at once"),
        ("settings mail off", "done: you get only answers to your own letters; settings mail on brings mail back"),
        ("settings mail on", "done: every mail comes at once"),
        ("settings hour 7", "a daily mail would come at 7:00, UTC; to have one write: settings mail daily"),
        ("settings hour 6pm", "a daily mail would come at 18:00, UTC"),
        ("settings hour 12 am", "a daily mail would come at 0:00, UTC"),
        ("settings mail daily at 6 p.m.", "one mail a day, at 18:00, UTC"),
        ("settings daily at 20:00", "one mail a day, at 20:00, UTC"),
        ("settings hour 21:00", "a daily mail would come at 21:00, UTC"),
        ("settings text on", "done: mails are plain text only"),
        ("settings text off", "done: mails have an HTML part beside the plain text"),
        ("settings lists first", "done: the words come before the picture"),
        ("Settings LISTS Last", "done: the words come below the picture"),
        ("settings board off", "done: boards are described in words alone"),
        ("settings board on", "done: boards are drawn, and described in words"),
        ("settings board changes", "done: only what has changed on a board is described, in words; show sends all"),
        ("settings detail full", "done: mails explain everything each time"),
        ("settings detail brief", "done: mails are brief; legend, help and show send what they leave out"),
        ("settings detail auto", "done: the first three mails of each game explain everything, later ones are brief"),
        ("settings receipts full", "done: mails that ask nothing of you show the whole position, too"),
        ("settings receipts short", "done: mails that ask nothing of you only say what has happened"),
        ("settings receipts off", "done: you get no mails that ask nothing of you, unless something was not done"),
        ("settings hints on", "done: in word games, mails say how good the best answer is, but not what it is"),
        ("settings hints off", "done: mails give no hints"),
        ("settings side mine", "done: boards are drawn from your own side, where the game has sides"),
        ("settings side same", "done: boards are drawn the same way up for everybody"),
    ],
)  # fmt: skip
def test_each_setting_says_what_it_changes(office: Office, line: str, answer: str) -> None:
    assert answer in ask(office, ANN, line).flat


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("settings bord off", 'There is no setting bord. Did you mean "board"?'),
        (
            "settings tempo fast",
            "There is no setting tempo. Settings are: zone, mail, hour, text, lists, board, picture, detail, receipts,"
            " hints, side",
        ),
        ("settings mail weekly", "settings mail weekly: write settings mail now or settings mail daily"),
        ("settings side north", "settings side north: write settings side mine or settings side same"),
        ("settings hour 24", "24 is not a full hour: write a number from 0 to 23"),
        (
            "settings hour 17:30",
            "17:30 is not a full hour: write a number from 0 to 23, for example: settings hour 17",
        ),
        ("settings hour 13pm", "13pm is not a full hour"),
        ("settings mail daily at dawn", "at dawn is not a full hour"),
        ("settings zone Europe/Brelin", 'There is no time zone Europe/Brelin. Did you mean "Europe/Berlin"?'),
        (
            "settings zone Mars",
            "There is no time zone Mars. Zones are called after cities, like Europe/Berlin",
        ),
        ("settings zone PST", "There is no time zone PST. Zones are called after cities"),
        (
            "settings zone +5:30",
            "There is no time zone +5:30. Write settings zone Asia/Kolkata or settings zone Asia",
        ),
        ("settings zone UTC+25", "There is no time zone UTC+25. Zones are called after cities"),
        (
            "settings zone Spain",
            "There are 2 times in Spain. Write settings zone Europe/Madrid or settings zone Atl",
        ),
        (
            "settings zone usa",
            "Write settings zone America/New_York or settings zone America/Chicago or settings",
        ),
        ("settings zone Germny", 'There is no time zone Germny. Did you mean "Germany"?'),
        ("settings zone New York", 'There is no time zone New York. Did you mean "America/New_York"?'),
        ("settings zone berlin", 'There is no time zone berlin. Did you mean "Europe/Berlin"?'),
        ("settings text maybe", "settings text maybe: write settings text on or settings text off"),
    ],
)
def test_what_is_no_setting_is_refused_and_changes_nothing(office: Office, line: str, refusal: str) -> None:
    before = office.store.people.named("Ann")
    assert refusal in ask(office, ANN, line).flat
    assert office.store.people.named("Ann") == before


def test_alone_it_tells_all_as_lines_that_would_set_them(office: Office) -> None:
    office.write(ANN, "settings zone Europe/Berlin\nsettings hour 7\nsettings lists first")
    office.mails()
    office.write(ANN, "settings")
    text = office.mail_to(ANN).text
    listed = re.findall(r"^  (\w+ \S+): ", text, re.M)
    assert listed == [
        "zone Europe/Berlin",
        "mail now",
        "hour 7",
        "text off",
        "lists first",
        "board on",
        "picture off",
        "detail auto",
        "receipts short",
        "hints off",
        "side same",
        "site off",
    ]
    for line in listed:
        assert f"> settings {line} done: " in ask(office, ANN, f"settings {line}").flat


def test_every_setting_has_its_forms(office: Office) -> None:
    """Help of the command names what the settings are, word by word."""
    help_text = ask(office, ANN, "help settings").flat
    for form in ("mail now", "mail daily", "lists first", "board off", "hour 18", "side mine", "side same"):
        assert f"write: settings {form}" in help_text


def test_each_is_shown_the_board_from_the_side_they_like(office: Office) -> None:
    """North's back row is at the foot of North's own board, in both parts of the mail, and nowhere else."""
    office.write(BEN, "settings side mine")
    office.mails()
    office.write(ANN, "S1 move b2; done")
    mails = dict(office.mails())
    html = mails[BEN].message.get_body(("html",))
    assert html is not None
    text, page = mails[BEN].text, str(html.get_content())
    assert text.index(FROM_NORTH) < text.index(" 1 |") < text.index(" 8 |") < text.rindex(FROM_NORTH)
    assert FROM_SOUTH not in text
    assert page.index("<td>h<td>g") < page.index("height=37>1<") < page.index("height=37>8<")
    assert "<td>g<td>h" not in page
    assert all(TURNED in each for each in (text, page))
    assert FROM_SOUTH in mails[ANN].text
    assert TURNED not in mails[ANN].text
    assert "South (Ann), 3 pawns: S1 b2;" in mails[BEN].flat


def test_who_has_their_own_side_at_the_foot_sees_it_as_before(office: Office) -> None:
    office.write(ANN, "show")
    before = office.mail_to(ANN).text
    office.write(ANN, "settings side mine\nshow")
    after = office.mail_to(ANN).text
    assert before[before.index(FROM_SOUTH) : before.rindex(FROM_SOUTH)] in after
    assert TURNED not in after


@pytest.mark.parametrize("line", ["show", "show #1", "preview N1 move b7"])
def test_every_board_of_the_match_is_from_their_side(office: Office, line: str) -> None:
    office.write(BEN, f"settings side mine\n{line}")
    text = office.mail_to(BEN).text
    assert FROM_NORTH in text
    assert FROM_SOUTH not in text
    office.write(BEN, f"settings side same\n{line}")
    text = office.mail_to(BEN).text
    assert FROM_SOUTH in text
    assert FROM_NORTH not in text


def test_who_looks_on_has_no_side(office: Office) -> None:
    office.register("Cat")
    office.write("cat@example.org", "settings side mine\nobserve 1")
    text = office.mail_to("cat@example.org").text
    assert FROM_SOUTH in text
    assert FROM_NORTH not in text


def test_text_only_has_no_html_part(office: Office) -> None:
    for line, multipart in (("settings text on\nshow", False), ("settings text off\nshow", True)):
        office.write(ANN, line)
        assert office.mail_to(ANN).message.is_multipart() == multipart


def test_the_words_may_come_first(office: Office) -> None:
    office.write(ANN, "show")
    text = office.mail_to(ANN).text
    assert text.index(EDGE) < text.index("S1* pawn with a ball") < text.index("South (Ann), 3 pawns")
    office.write(ANN, "settings lists first\nshow")
    text = office.mail_to(ANN).text
    assert text.index("South (Ann), 3 pawns") < text.index(EDGE) < text.index("S1* pawn with a ball")


def test_each_is_shown_the_board_as_they_like_it(office: Office) -> None:
    """One letter, two readers: what is put together for one is not taken for the other."""
    office.write(BEN, "settings board off")
    office.mails()
    office.write(ANN, "S1 move b2; done")
    mails = dict(office.mails())
    assert EDGE in mails[ANN].text
    assert EDGE not in mails[BEN].text
    assert "South (Ann), 3 pawns: S1 b2;" in mails[BEN].flat


@pytest.mark.parametrize("line", ["show", "show #1", "preview S1 move b2", "help dodgeball sample"])
def test_without_a_picture_no_mail_has_one(office: Office, line: str) -> None:
    office.write(ANN, "settings board off")
    office.mails()
    office.write(ANN, line)
    mail = office.mail_to(ANN)
    assert EDGE not in mail.raw.decode()
    assert "pawn with a ball" not in mail.text
    assert "South" in mail.text


def test_who_looks_on_sees_it_as_they_like_it(office: Office) -> None:
    office.register("Cat")
    office.write("cat@example.org", "settings board off\nobserve 1")
    text = office.mail_to("cat@example.org").text
    assert EDGE not in text
    assert "South (Ann), 3 pawns" in text


@pytest.mark.parametrize("game", ["elfball", "gnomeball", "slargeball", "toxic-gnome"])
def test_the_words_of_every_game_do_without_the_picture(game: str) -> None:
    """A mail without a picture has no picture of any game, and still tells whose move it is."""
    office = Office()
    office.register("Ann")
    office.register("Ben")
    office.write(BEN, "settings board off")
    office.mails()
    mails = office.begin("", game=game)
    assert 'role="img"' not in mails[BEN].message.as_string()
    loaded = office.find_match()
    seat = loaded.seats[1].seat
    ask = loaded.match.asks.get(seat)
    prompt = office.app.context.templates.prompt(game, ask, loaded.seen_by(seat)) if ask else "Waiting for"
    assert " ".join(prompt.split()) in mails[BEN].flat
