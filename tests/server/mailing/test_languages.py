"""A match whose sentences are all translated: what is left in English is what docs/translating.md names."""

import gettext
import re

from pbem.mail.prose import Templates
from pbem.mail.quoting import MARKER
from pbem.marks import plain
from pbem.server.mailing.position import position_for
from pbem.store.rows import Preferences
from tests.server.office import Mail, Office

ANN, BEN = "ann@example.org", "ben@example.org"
SENTENCE = re.compile(r"\[[^][]*\]")
TYPED = re.compile(r"  (e\.g\.  |> |[0-9a-f]{64}$)")


class Bracketed(gettext.NullTranslations):
    """A language that is English in brackets."""

    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{super().ngettext(msgid1, msgid2, n)}]"


def left(mail: Mail, office: Office) -> list[str]:
    """The lines of a mail outside all brackets, but for its board and lists, and what is typed or computed with."""
    text = mail.text
    while SENTENCE.search(text):
        text = SENTENCE.sub("", text)
    loaded = office.find_match()
    view = position_for(loaded.game, loaded.seen_by(None), None, Preferences())
    board = " ".join(plain("\n".join((*view.header, *view.board, *view.lists, *view.legend))).split())
    lines = [
        line
        for line in text.replace(MARKER, "").split("\n")
        if re.search("[A-Za-z]{2}", line) and not TYPED.match(line)
    ]
    return [line.strip() for line in lines if " ".join(line.split()) not in board]


def test_a_match_in_another_language_leaves_only_what_the_page_for_translators_names() -> None:
    office = Office(words=Templates(catalogue=Bracketed()))
    first = office.begin()
    assert first[ANN].subject == "[pbem 1] Dodgeball! - [your turn (turn 2)]"
    assert left(first[ANN], office) == ["Everybody has accepted: the match begins."]
    office.write(ANN, "match 1\nS1 move b4\nS2 move d4\nS3 move g4")
    mails = dict(office.mails())
    assert left(mails[BEN], office) == []
    assert left(mails[ANN], office) == [
        "3 lines done: S1 move b4 ... S3 move g4",
        "done: Dodgeball!, turn 2",
    ]
    office.write(ANN, "match 1\ndraw")
    office.write(BEN, "match 1\naccept draw")
    over = dict(office.mails())[ANN]
    assert over.subject == "[pbem 1] Dodgeball! - the match is over: you drew"
    assert left(over, office) == ["A draw, 3 to 3.", "The match is over: draw agreed. You drew."]


def test_help_and_refusals_of_a_language() -> None:
    """Every paragraph of a game's help text is said in the language; refusals are English."""
    office = Office(words=Templates(catalogue=Bracketed()))
    office.begin()
    office.write(ANN, "help dodgeball react")
    assert '["dodge" or "catch".' in office.mail_to(ANN).flat
    office.write(ANN, "match 1\nS1 move c9")
    assert "refused" in office.mail_to(ANN).flat
