"""What programs and gateways add to a letter, and chat that begins like it (M37, M38)."""

import pytest

from pbem.mail.quoting import cut

QUOTE = ["", "On Mon, 26 Oct 2026 at 10:00, pbem <pbem@play.example> wrote:", "> It is your turn"]

FOOTERS = [
    "Sent from my iPhone",
    "Sent from my Verizon, Samsung Galaxy smartphone",
    "Sent via the Samsung Galaxy S9, an AT&T 5G smartphone",
    "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
    "Sent from Spark",
    "Sent via Spark (https://sparkmailapp.com/source?from=signature)",
    "Sent from Mailspring (https://getmailspring.com/), the best free email app for work",
    "Sent from Mailspring (https://link.getmailspring.com/link/1?redirect=x), the best free\nemail app for work",
    "Sent from Canary (https://canarymail.io)",
    "Sent from TypeApp",
    "Get TypeApp for Android",
    "Sent from Mailbox",
    "Sent from Windows Mail",
    "Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows 10",
    "Get Outlook for iOS\n<https://aka.ms/o0ukef>",
    "Sent with AquaMail for Android\nhttp://www.mobisystems.com/aqua-mail",
    "(sent from my phone)",
    "Skickat från Outlook för iOS",
    "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
    "Envoyé à partir de Outlook pour iOS",
    "Odesláno z iPhonu",
    "Надіслано з iPhone",
    "iPhoneから送信",
    "나의 iPhone에서 보냄",
    "[image: Mailtrack]\n<https://mailtrack.io?utm_source=gmail>\nSender\nnotified by\nMailtrack\n10/26/26",
    "Sender notified by\nMailtrack\n10/26/26, 10:00:00 AM",
    "<https://www.avast.com/sig-email>\nVirus-free.\nwww.avast.com\n<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>",
    "\u1427",
    "Sent from my iPhone\n\nGet Outlook for iOS",
    "\U0001f4f1 Sent from my phone, please excuse typos",
]

WARNINGS = [
    "[EXTERNAL EMAIL]",
    "[EXTERNAL]",
    "***EXTERNAL EMAIL***",
    "External email",
    "[EXTERNAL EMAIL] Exercise caution before clicking links or opening attachments.",
    "CAUTION: This email originated from outside of the organization. Do not click links or open attachments.",
    "CAUTION: This email originated from outside of the organization. Do not\n"
    "click links or open attachments unless you recognize the sender and know\nthe content is safe.",
    "CAUTION EXTERNAL EMAIL",
    "WARNING: This email originated outside of Example. Think before you click.",
    "ACHTUNG: Diese E-Mail stammt von einem externen Absender.",
    "You don't often get email from ann@example.org. Learn why this is important",
    "[You don't often get email from ann@example.org. Learn why this is important at https://aka.ms/Learn ]",
    "\u26a0 External sender",
    "This message was sent from outside the company. Please do not click links.",
    "CAUTION: The sender of this e-mail is outside your organization.",
    "EXTERNAL: Do not click links in this email unless you know who has sent it.",
]

CHAT = [
    "Sent from my desk, is much easier than from the phone",
    "Sent from my new garden table: the sun is out today",
    "Sent from Spark by mistake last time, sorry",
    "Sent from my new flat, see photos at https://example.org/flat",
    "Sent my last mail too early",
    "Get Outlook for iOS, it is better than this one",
    "Von meinem Fenster aus sehe ich den Regen",
    "CAUTION: my pawns bite today",
    "Caution: slippery floor on b4",
    "Caution: the external walls are slippery, a message from Ben",
    "NOTE: I am outside the country, no mail until Friday",
    "ATTENTION: no mail from me, I am outside of town",
    "GOOD message, but your pawns are all outside of the field",
    "From: time to time I forget",
    "External email servers are slow",
    "This message and any other I write is for Ben",
    "Virus-free I am not",
    "-- well --",
]


@pytest.mark.parametrize("footer", FOOTERS)
def test_m38_a_footer_goes_where_the_senders_lines_end(footer: str) -> None:
    """At the end of the letter, above a quote, below one, and without an empty line above it."""
    lines = footer.split("\n")
    assert cut(["S1 move a4", "", *lines]) == ["S1 move a4"]
    assert cut(["S1 move a4", *lines]) == ["S1 move a4"]
    assert cut(["S1 move a4", "", *lines, *QUOTE]) == ["S1 move a4"]
    assert cut([*QUOTE, "S1 move a4", "", *lines]) == ["S1 move a4"]


@pytest.mark.parametrize("warning", WARNINGS)
def test_m37_the_warning_of_a_gateway_goes_wherever_it_stands(warning: str) -> None:
    """Above the letter, between it and the quote, and between the introduction and an unmarked mail of ours."""
    lines = warning.split("\n")
    assert cut([*lines, "", "S1 move a4", *QUOTE]) == ["S1 move a4"]
    assert cut([*lines, "S1 move a4", *QUOTE]) == ["S1 move a4"]
    assert cut(["S1 move a4", "", *lines, *QUOTE]) == ["S1 move a4"]
    assert cut(["S1 move a4", *QUOTE[:2], "", *lines, "", "==== write your answer above this line ===="]) == [
        "S1 move a4"
    ]


@pytest.mark.parametrize("chat", CHAT)
def test_m38_chat_that_begins_like_a_footer_stays(chat: str) -> None:
    assert cut(["say hello", chat]) == ["say hello", chat]
    assert cut(["say hello", "", chat, *QUOTE]) == ["say hello", "", chat]
    assert cut([chat, "S1 move a4", *QUOTE]) == [chat, "S1 move a4"]


def test_m38_a_footer_in_the_middle_is_text() -> None:
    assert cut(["Sent from my iPhone", "S1 move a4"]) == ["Sent from my iPhone", "S1 move a4"]
