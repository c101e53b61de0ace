"""What mail programs write above the letter that is answered, in many languages, and what only looks like it (M36)."""

import itertools

import pytest

from pbem.mail.quoting import MARKER, cut

OWN = "pbem@play.example"
TOKEN = "pbem+aiaqaapwrfoum2vn6uwnpli@play.example"
MAIL = [MARKER, "", "It is your turn", "", "  e.g.  S1 move a4", "", "YOUR LETTER", "  > S1 move b4"]
QUOTED = [f"> {line}".rstrip() for line in MAIL]

INTRODUCTIONS = [
    "On Mon, Oct 26, 2026 at 10:00 AM pbem match 1 <A> wrote:",
    "On Mon, Oct 26, 2026 at 10:00 AM pbem match 1 <\nA> wrote:",
    "On Mon, 2026-10-26 at 10:00 +0000, pbem match 1 wrote:",
    '"pbem match 1" <A> wrote:',
    "---- On Mon, 26 Oct 2026 10:00:00 +0100 pbem match 1 <A> wrote ----",
    " ---- Am Mo, 26 Okt 2026 10:00:00 +0100 A schrieb ----",
    "pbem match 1 <A> schrieb am Fr., 28.\nNov. 2026, 10:00:",
    "pbem match 1 <A> schrieb am Fr., 28. Nov.\n2026, 10:00:",
    "Am 26.10.26 um 10:00 schrieb pbem match 1:",
    "Le lun. 26 oct. 2026 à 10:00, pbem match 1 <A> a écrit :",
    "El lunes, 26 de octubre de 2026, pbem match 1 escribió:",
    "Dnia 26 października 2026 10:00 pbem match 1 <A> napisał(a):",
    "pon., 26 paź 2026 o 10:00 pbem match 1 <A> napisał(a):",
    "po 26. 10. 2026 v 10:00 odesílatel pbem match 1 <A> napsal:",
    "пн, 26 жовт. 2026 р. о 10:00 pbem match 1 <A> пише:",
    "Понедельник, 26 октября 2026, 10:00 +03:00 от pbem match 1 <A>:",
    "pbem match 1 kirjoitti 26.10.2026 klo 10.00:",
    "26 Eki 2026 Pzt, 10:00 tarihinde pbem match 1 <A> şunu yazdı:",
    "2026. 10. 26. 10:00 keltezéssel, pbem match 1 írta:",
    "בתאריך יום ב׳, 26 באוק׳ 2026 ב-10:00 מאת pbem match 1 <A>:",
    "2013/7/20 pbem match 1 <A>",
    "2026年10月26日(月) 10:00 pbem match 1 <A>",
    "2026년 10월 26일 (월) 오전 10:00, pbem match 1 <A>님이\n작성:",
    "\u2010\u2010\u2010\u2010\u2010 Original Message \u2010\u2010\u2010\u2010\u2010\n"
    "On Monday, October 26th, 2026 at 10:00 AM, pbem match 1 <A> wrote:",
    "Zitat von pbem match 1 <A>:",
]

DATE, SUBJECT = "Monday, October 26, 2026 at 10:00 AM", "[pbem 1] Dodgeball! - your move (turn 2)"
BLOCKS = [
    f'Gesendet: Montag, 26. Oktober 2026 um 10:00 Uhr\nVon: "pbem match 1" <A>\nAn: T\nBetreff: {SUBJECT}',
    f'Sent: {DATE}\nFrom: "pbem match 1" <A>\nTo: T\nSubject: {SUBJECT}',
    f"Date: Mon, 26 Oct 2026 10:00:00 +0000\nFrom: A\nTo: T\nSubject: {SUBJECT}",
    f"To: T\nSubject: {SUBJECT}\nDate: Mon, 26 Oct 2026 10:00:00 +0000\nFrom: A",
    f"Subject: {SUBJECT}\nFrom: A\nTo: T\nDate: Mon, 26 Oct 2026 10:00:00 +0000",
    f"From: pbem match 1\nSent: {DATE}\nTo: Ann\nSubject: {SUBJECT}",
    f"From: pbem match 1 <\nA>\nSent: {DATE}\nTo: T\nSubject: {SUBJECT}",
    f"From: pbem match 1 <A>\n\nSent: {DATE}\n\nTo: T\n\nSubject: {SUBJECT}",
    f"________________________________\n*From:* pbem match 1 <A>\n*Sent:* {DATE}\n*To:* T\n*Subject:* {SUBJECT}",
    f"*---- Original Message ----*\nFrom: pbem match 1 <A>\nSent: {DATE}\nTo: T\nSubject: {SUBJECT}",
    f"Od: pbem match 1 <A>\nOdesláno: pondělí 26. října 2026 10:00\nKomu: T\nPředmět: {SUBJECT}",
    f"Від: pbem match 1 <A>\nНадіслано: понеділок, 26 жовтня 2026 р. 10:00\nКому: T\nТема: {SUBJECT}",
    f"보낸 사람: pbem match 1 <A>\n보낸 날짜: 2026년 10월 26일 월요일 오전 10:00\n받는 사람: T\n제목: {SUBJECT}",
    f"--------- 원본 메일 ---------\n보낸사람 : pbem match 1 <A>\n받는사람 : <T>\n제목: {SUBJECT}",
    f"送信元：pbem match 1 <A>\n日付：2026年10月26日月曜日 10:00\n件名：{SUBJECT}",
    f"จาก: pbem match 1 <A>\nส่ง: วันจันทร์ที่ 26 ตุลาคม 2569 10:00\nถึง: T\nเรื่อง: {SUBJECT}",
    f"מאת: pbem match 1 <A>\nנשלח: יום שני 26 אוקטובר 2026 10:00\nאל: T\nנושא: {SUBJECT}",
    f'------ Originalnachricht ------\nVon "pbem match 1" <A>\nAn T\nDatum 26.10.2026 10:00\nBetreff {SUBJECT}',
    f"---- 回复的原邮件 ----\n| 发件人 | pbem match 1<A> |\n| 日期 | 2026年10月26日 10:00 |\n| 主题 | {SUBJECT} |",
    f"Začátek přeposílané zprávy:\n\nOd: pbem match 1 <A>\nPředmět: {SUBJECT}\nDatum: 26. října 2026 10:00\nKomu: T",
    "From: Ben <ben@example.org>\nDate: 26 October 2026 10:00\nSubject: our match",
]

ORDERS = [
    "S1 move a4",
    "vacation 2026-11-21 to 2026-12-01",
    "vacation from 21 Nov 2026 10:00 to 1 Dec 2026",
    "address ann@work.example",
    "tell ben write to me <ann@work.example> on 26 Oct 2026 at 10:00",
    "say see you on 26 Oct 2026 at 10:00",
    "say on 26 Oct 2026 at 10:00 ben wrote:",
    "say look at this:",
    "note: ben moved on 26 Oct 2026 at 10:00\ntell ben: hello",
    "Say: hello\nNote: ben moved on 26 Oct 2026 10:00",
    "Note: on 26 Oct 2026 at 10:00 he came",
    "Say: to all of you at 10:00 on 26 Oct 2026\nTell ben: hi",
    "match 1: S1 move a4",
    "match 1:\nS1 move a4",
    "---- my orders ----\nS1 move a4",
    "=====\nS1 move a4",
    "From: here on I play faster",
    "From: time to time I forget",
    "From: time to time I forget it\nWhen: 3 Nov 2026 at 10:30\nWhere: at home\nWho: you and me",
    "if S1 is on a4 then: S2 move b4",
    "place a b c",
]


def filled(text: str) -> list[str]:
    """A heading with our address and Ann's in it."""
    return (
        text.replace("<A", f"<{TOKEN}")
        .replace("A>", f"{TOKEN}>")
        .replace("T\n", "ann@example.org\n")
        .split("\n")
    )


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_m36_an_introduction_is_known_by_date_and_address(introduction: str) -> None:
    """Above quoted lines as above an unmarked mail of ours; what stands below the quoted lines counts, too."""
    heading = filled(introduction)
    assert cut(["S1 move a4", "", *heading, *QUOTED], OWN) == ["S1 move a4"]
    assert cut(["S1 move a4", *heading, "", *QUOTED], OWN) == ["S1 move a4"]
    assert cut(["S1 move a4", "", *heading, "", *MAIL], OWN) == ["S1 move a4"]
    assert cut([*heading, *QUOTED, "", "S1 move a4"], OWN) == ["S1 move a4"]


@pytest.mark.parametrize("block", BLOCKS)
def test_m36_a_header_block_is_known_by_its_form(block: str) -> None:
    """In any language and order of its fields, with or without our marker below."""
    heading = filled(block)
    assert cut(["S1 move a4", "", *heading, "", *MAIL], OWN) == ["S1 move a4"]
    assert cut(["S1 move a4", *heading, *MAIL], OWN) == ["S1 move a4"]
    assert cut(["S1 move a4", "", *heading, "", *QUOTED], OWN) == ["S1 move a4"]
    assert cut(["S1 move a4", "", *heading, "", *MAIL[2:6]], OWN) == ["S1 move a4"]


@pytest.mark.parametrize("orders", ORDERS)
def test_m36_no_order_and_no_chat_is_taken_for_a_heading(orders: str) -> None:
    """Whatever stands below it: nothing, another paragraph, a quote, our mail, or a heading and one of these."""
    mine = orders.split("\n")
    assert cut(mine, OWN) == mine
    assert cut([*mine, "", "done"], OWN) == [*mine, "", "done"]
    for heading, below in itertools.product(["", *INTRODUCTIONS, *BLOCKS], [QUOTED, MAIL]):
        above = filled(heading) if heading else []
        assert cut([*mine, "", *above, *below], OWN) == mine
        assert cut([*mine, "", *above, "", *below], OWN) == mine
    assert cut([*QUOTED, *mine], OWN) == mine


@pytest.mark.parametrize("orders", [order for order in ORDERS if not order[0].isupper()])
def test_m36_an_order_directly_above_a_heading_stays(orders: str) -> None:
    """Where a mail program leaves no empty line between them, and the order begins as they do when typed."""
    mine = orders.split("\n")
    for heading, below in itertools.product(["", *INTRODUCTIONS, *BLOCKS], [QUOTED, MAIL]):
        assert cut([*mine, *(filled(heading) if heading else []), *below], OWN) == mine
