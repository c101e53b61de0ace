"""Orders of which a sentence says only a part: figures by what they are, an action behind a full stop, `the same`."""

import pytest

from tests.people.tables import Seated, table

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    ("game", "letter", "done"),
    [
        ("gnomeball", "My troll goes to e5 and picks up the gnome.", ["A1 move e5, pick up"]),
        ("gnomeball", "A1 moves to e5. Pick up!", ["A1 move e5, pick up"]),
        ("slargeball", "The rushing grelker fetches the ball.", ["R fetch"]),
        ("slargeball", "R fetch the ball, T1 likewise.", ["R fetch", "T1 fetch"]),
        ("slargeball", "R go and get that ball. N1 the same.", ["R fetch", "N1 fetch"]),
        ("slargeball", "All of you, fetch the ball!", ["all fetch"]),
        ("dodgeball", "O S1, to a4 go.", ["S1 move a4 with 2"]),
        ("dodgeball", "The one with ball 2 goes to e4.", ["S2 move e4 with 2"]),
        ("gnomeball", "My Val'kyr should fly over to f5 and take the gnome.", ["A2 move f5, pick up"]),
        ("gnomeball", "A4 doesn't do anything this time", ["A4 pass"]),
        ("toxic-gnome", "My word is RICE, ending as high as possible", ["word RICE to d2"]),
        ("dodgeball", "I move g1 to h1.", ["S3 move h1 with 2"]),
        ("dodgeball", "S3 goes to g2. Then he moves on to h2.", ["S3 move g2 with 2", "S3 move h2 with 2"]),
    ],
)
def test_what_is_certain_is_done(game: str, letter: str, done: list[str]) -> None:
    seated = Seated(table(game))
    before = seated.state().rows
    seated.reply(letter)
    assert [row for row in seated.state().rows if row not in before] == done


@pytest.mark.parametrize(
    ("game", "letter", "offered"),
    [
        ("gnomeball", "A1 load up that gnome, over and out.", "A1 fetch"),
        ("gnomeball", "May A4 fetch the gnome.", "A4 fetch"),
        ("elfball", "Run, A, run! To the goal!", "A go goal"),
        ("toxic-gnome", "The word, being RICE, is herewith submitted.", "word RICE"),
        ("dodgeball", "File no. 4711: S1 move a4.", "S1 move a4"),
        ("dodgeball", "The stars pull S2 towards e4. So be it: e4.", "S2 towards e4"),
        ("dodgeball", "Ben's favorite: S1 move a4.", "S1 move a4"),
        ("dodgeball", "Throw at N1 with S1 and then at N3 with S2.", "S1 throw N1; S2 throw N3"),
        ("gnomeball", "My troll goes up to the gnome, picks it up and stays there.", "A1 fetch"),
        ("dodgeball", "That's it for me, I give up the rest of my dice.", "done"),
        ("elfball", "I pass for now", "I pass"),
        ("dodgeball", "Let's throw at N3 with the 4 then.", "S2 throw N3 with 4"),
        ("elfball", "pass the ball to C", "A throw C"),
        (
            "gnomeball",
            "I'd like to activate the troll. He should walk to the gnome and pick it up.",
            "A1 fetch",
        ),
    ],
)
def test_what_is_probable_is_offered(game: str, letter: str, offered: str) -> None:
    seated = Seated(table(game))
    before = seated.state()
    answer = seated.reply(letter)
    assert seated.state() == before
    assert f"Do you want this: {offered}" in answer.mine[-1].flat


@pytest.mark.parametrize(
    ("game", "letter"),
    [
        ("gnomeball", "Your troll fetches the gnome."),
        ("slargeball", "R fetch, but N1 not the same."),
        ("dodgeball", "Exhibit 4: S1 move a4. Forged, of course."),
    ],
)
def test_what_is_in_doubt_is_not_done(game: str, letter: str) -> None:
    seated = Seated(table(game))
    seated.reply(letter)
    assert not any(word in " ".join(seated.state().rows) for word in ("fetch", "a4"))
