"""Drafts by mail: plans of Slargeball, sent in pieces; and what else a mail of that game must not get wrong."""

import re

from tests.server.office import Mail, Office, reply

ANN, BEN = "ann@example.org", "ben@example.org"


def begun(options: str = "lineup=standard") -> tuple[Office, dict[str, Mail]]:
    """A match of Slargeball in which both are asked for the plan of turn 1, or for the line-up."""
    office = Office()
    return office, office.begin(options, game="slargeball")


def example(mail: Mail) -> str:
    """The ready-made line of a prompt."""
    found = re.search(r"^  e\.g\.  (.*)$", mail.text, re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_ready_made_line_is_a_whole_answer() -> None:
    """Sent as it stands it hands the plan in."""
    office, boards = begun()
    assert example(boards[ANN]) == "all goal; all fetch; done"
    mail = reply(office, ANN, boards[ANN], example(boards[ANN]))[ANN]
    assert "Your answer is in. More lines can change it until everyone has answered." in mail.flat
    assert list(office.find_match().match.asks) == ["B"]


def test_a_draft_says_that_it_is_one() -> None:
    """Until `done`, and again after a line behind it."""
    office, boards = begun()
    note = "Your lines so far are a draft. To submit it, write done."
    assert note not in boards[ANN].flat
    draft = reply(office, ANN, boards[ANN], "D guard 20,10", "all fetch")[ANN]
    assert note in draft.flat
    assert example(draft) == "done"
    assert "draft" not in reply(office, ANN, draft, "done")[ANN].flat
    again = reply(office, ANN, draft, "D hold")[ANN]
    assert note in again.flat
    assert again.subject.endswith("your turn (turn 1)")


def test_the_plan_is_told_figure_by_figure() -> None:
    """Figures with the same plan together, in lines of their own; what is only kept for Break Play is said apart."""
    office, boards = begun()
    mail = reply(office, ANN, boards[ANN], "D guard 20,10", "all fetch", "T1 lineup 18,12")[ANN]
    assert (
        "\nYour plan, figure by figure:\n  D: guard 20,10, else fetch\n  T1 T2 N1 N2 R G: fetch\n"
        "Places after a Break Play: T1 18,12; the others on their standard squares.\n"
    ) in mail.text


def test_a_preview_alone_is_one_of_the_draft() -> None:
    """Handed in as it stands; it tells where the figures would go."""
    office, boards = begun()
    mail = reply(
        office, ANN, reply(office, ANN, boards[ANN], "all hold", "R stop", "R fetch")[ANN], "preview"
    )[ANN]
    assert "PREVIEW of done (nothing of this has happened): If nobody else moved: R to 28,16; D," in mail.flat
    assert office.find_match().match.drafting("R")


def test_an_undo_of_a_draft_names_its_lines() -> None:
    """To the writer; others learn the turn, and not a line of it."""
    office, boards = begun()
    draft = reply(office, ANN, boards[ANN], "D hold", "T1 fetch")[ANN]
    assert "> undo done: taken back: D hold; T1 fetch" in reply(office, ANN, draft, "undo")[ANN].flat
    reply(office, ANN, draft, "D hold", "done")[ANN]
    office.reply(BEN, boards[BEN], "done")
    mail = dict(office.mails())[ANN]
    office.reply(ANN, mail, "undo")
    asked = dict(office.mails())[BEN].flat
    assert "asks to take back everything from turn 1 on: by Ann done" in asked
    assert "D hold" not in asked


def test_the_score_is_no_part_of_the_picture() -> None:
    """A screen reader passes the picture over, and hears the score before it."""
    _, boards = begun()
    part = boards[ANN].message.get_body(("html",))
    assert part is not None
    page = " ".join(part.get_content().replace("&nbsp;", " ").split())
    before, _, behind = page.partition('<pre role="img"')
    picture = behind.partition("</pre>")[0]
    before = re.sub("<[^>]*>", "", before)
    assert "Turn 1 of 25" in before
    assert "Red 85" in before
    assert "Turn" not in picture


def test_the_receipt_of_a_draft_tells_it_as_it_has_been_understood() -> None:
    """Behind `all fetch` a line for one figure comes second: who meant it otherwise can still change it."""
    office, boards = begun()
    mail = reply(office, ANN, boards[ANN], "all fetch; G goal; done")[ANN]
    assert "Your plan, figure by figure: D T1 T2 N1 N2 R: fetch G: fetch, else goal" in mail.flat
