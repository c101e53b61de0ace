"""Which lines that are not understood begin like an order, and which are talk, wherever they stand."""

import pytest

from tests.server.office import Mail, Office

ANN = "ann@example.org"
ORDERS = {
    "dodgeball": "always ask react",
    "elfball": "always catch yes",
    "gnomeball": "always ask intercept",
    "slargeball": "narration short",
    "toxic-gnome": "always ask shift",
}
"""An order that its game takes at any time."""

COURTESIES = """
Hi Ann,
Hey there
Good morning Ben
thanks, great game!
Good luck!
Well played so far
Nice throw!
That was a nice catch, Ben
Great move!
Sorry for the late reply, I was away
Here are my orders:
My moves:
I hope you are well.
Ouch, that hurt
What a pity!
One more thing
Love this game
Well done, Ben
Nice dice
ok
Cheers, Ben
Take care
Best regards
Have a nice weekend
A great game so far
In haste,
Looking forward to your move
Merry Christmas!
See you at 8
I am away from 24 December
Ann Smith
12 High Street
""".strip().split("\n")


def is_done(office: Office, who: str, board: Mail, body: str) -> bool:
    """Whether what a letter says is done; it is taken back."""
    with office.undone():
        office.reply(who, board, body)
        (row,) = office.store.post.outbox(None, 1)
        subject = Mail(office.writer.mail(row), row.kind).subject
        return "not done" not in subject and "do you want this?" not in subject


@pytest.mark.parametrize("game", ORDERS)
def test_b13_everyday_courtesies_cost_nothing_in_any_game(office: Office, game: str) -> None:
    boards = office.begin("", game=game)
    who, order = office.asked(), ORDERS[game]
    for line in COURTESIES:
        assert is_done(office, who, boards[who], f"{line}\n{order}"), line
        assert is_done(office, who, boards[who], f"{order}\n\n{line}"), line


@pytest.mark.parametrize(
    ("game", "line"),
    [
        *(("dodgeball", line) for line in ("dogde", "S2 thorw", "b4 please", "plcae them")),
        *(("dodgeball", line) for line in ("challange ben", "resgin", "udno", "dodge as before, please")),
        *(("dodgeball", line) for line in ("Wait with that", "I resign")),
        *(("dodgeball", line) for line in ("I cannot do that, or can't I", "I give up")),
        *(("elfball", line) for line in ("B goes there", "tackel him", "team of dwarves")),
        *(("gnomeball", line) for line in ("interecpt", "A1 pikc up")),
        *(("slargeball", line) for line in ("T2 as before", "squda 2 hold", "nickelbacks stya")),
        *(("toxic-gnome", line) for line in ("shfit straight please",)),
    ],
)
def test_b26_what_begins_like_an_order_is_never_left_alone(office: Office, game: str, line: str) -> None:
    boards = office.begin("", game=game)
    who = office.asked()
    assert not is_done(office, who, boards[who], f"{ORDERS[game]}\n\n{line}")
    assert not is_done(office, who, boards[who], f"{line}\n{ORDERS[game]}")


@pytest.mark.parametrize("line", COURTESIES)
def test_between_orders_talk_stops_none(office: Office, line: str) -> None:
    """A closing ends the letter there, and what stands below it is told."""
    board = office.begin()[ANN]
    office.reply(ANN, board, f"always dodge\n{line}\nalways catch")
    told = office.mail_to(ANN)
    assert "not done" not in told.subject
    assert "> always catch noted" in told.flat


def test_b19_the_rest_of_a_longer_order_is_not_left_alone(office: Office) -> None:
    """Half of it would be done."""
    board = office.begin()[ANN]
    assert not is_done(office, ANN, board, "S1 move a2 a3 b4\nwith 3")
    assert is_done(office, ANN, board, "S1 move a2 a3 b4 with 3")


@pytest.mark.parametrize("above", [f"match {'9' * 40}", f"accept {'9' * 40}", f"match {'9' * 40}: yes"])
def test_a_number_of_any_size_is_none_of_a_match(office: Office, above: str) -> None:
    board = office.begin()[ANN]
    assert not is_done(office, ANN, board, f"{above}\nS1 move b4")
