"""Rulings on the advanced level, R51 to R61, where abilities meet each other."""

import re
from pathlib import Path

from pbem.games.elfball.actions.surging import Surged
from pbem.games.elfball.field.events import Impacted, Injured, Lost, Rebounded, Tackled
from pbem.games.elfball.field.state import Memory, Policy, Support
from pbem.games.elfball.wizard import Burnt

from .pitch import Played, after, plain

AWAY = "; P Imp u22; R Imp x21"
HERE = Path(__file__).parent


def test_every_ruling_is_cited() -> None:
    """The rulings of section 3.23 each have a test that says so."""
    cited = {
        number
        for path in HERE.glob("test_*.py")
        for docstring in re.findall(r'"""(.*?)"""', path.read_text(), re.DOTALL)
        for number in re.findall(r"\bR(5[1-9]|6[01])[,:]", docstring)
    }
    assert cited == {str(number) for number in range(51, 62)}


def test_everlasting_and_the_own_momentum() -> None:
    """R51, ELFBALL-160: only the other manager is barred from an Everlasting player's Injury."""
    text = "A Zombie k20 2 with everlasting; M Imp k26 2" + AWAY
    pitch = after(
        text,
        "wizard inferno k20",
        "X -  S S - - - -  S S",
        ball="g8",
        momentum=2,
        advanced=True,
        support={"N": Support(wizard=True)},
        private={"N": Memory(momentum={"injury": Policy("needed")})},
    )
    (burnt,), (injured,) = pitch.told(Burnt), pitch.told(Injured)
    assert (burnt.result, plain(injured).given, injured.result) == ("injury", "--", "dazed")


def test_a_cutblock_that_fear_stops() -> None:
    """R52, ELFBALL-138, ELFBALL-159: if the Impact fails no Tackle was made, and the tackler stays up."""
    text = "A Hunter k18 2 with cutblock; M Mummy k22 2 with fear" + AWAY
    line = "A move k20, tackle m with cutblock keep"
    stopped = after(text, line, "- - -", ball="M")
    assert (stopped.told(Tackled), stopped.posture("A")) == ([], "standing")
    through = after(text, line, "S S S  - - - -", ball="M")
    assert (through.told(Tackled)[0].result, through.posture("A")) == ("fail", "down")


def test_what_a_pummel_is_rolled_on() -> None:
    """R53, ELFBALL-121, ELFBALL-123, ELFBALL-147: on halved Might: Buff helps, Grapple does not; with Psycho the Impact
    has the opponent's Might."""
    line = "A tackle m with pummel keep"
    buff = after("A Ogre k20 2 with pummel, buff; M Hunter k22 2" + AWAY, line, "- -  S  - -", ball="M")
    assert plain(buff.told(Impacted)[0]).ability == "buff"
    late = after("A Ogre k20 2 with pummel, buff; M Imp k22 2" + AWAY, line, "- -  S  2", ball="M")
    assert plain(late.told(Tackled)[0]).ability == "buff"
    grapple = after("A Ogre k20 2 with pummel, grapple; M Imp k22 2" + AWAY, line, "- -", ball="M")
    assert plain(grapple.told(Tackled)[0]).ability == ""
    psycho = after("A Ogre k20 2 with pummel, psycho; M Hunter k22 2" + AWAY, line, "S - -  - -", ball="M")
    assert len(plain(psycho.told(Impacted)[0]).rolled) == 3


def test_a_swarm_that_gets_stuck() -> None:
    """R54, ELFBALL-117, ELFBALL-185: refused before the first die; behind it the steps made stay paid."""
    text = "A Imp k20 3 with swarm; B Imp k12 2; M Imp k16 2" + AWAY
    line = "swarm b k14 k16"
    early = Played(text, ball="l21", momentum=3).refusal("N", f"A {line}")
    assert early == "k16 is taken by M"
    late = after(text, f"A go ball keep, {line}", "S - -", ball="l21", momentum=3)
    assert (late.at("B"), late.told(Surged)[0].momentum) == ("k14", 2)
    assert [(event.item, event.why) for event in late.told(Lost)] == [
        ("swarm B k14 k16", "k16 is taken by M")
    ]


def test_slippery_is_no_way_out_of_a_momentum_step() -> None:
    """R55, ELFBALL-117, ELFBALL-126: a Disengage won without dice is still one that is needed."""
    text = "A Midfielder k20 2 with slippery, teammate; B Imp k12 2; M Striker k22 5" + AWAY
    assert after(text, "A move k18", "", ball="g8", momentum=1).at("A") == "k18"
    refused = Played(text, ball="g8", momentum=1).refusal("N", "A surge k18")
    assert refused == "surge k18: A would have to Disengage on k20"


def test_bankshot_is_for_throws_that_fly() -> None:
    """R60, ELFBALL-128, ELFBALL-62: the ball dropped by a flopped Throw rebounds by the dice."""
    text = "A Striker l19 3 with bankshot" + AWAY
    pitch = after(text, "A throw n21 with bank 6", "X - - -  3  2 1", ball="A")
    assert [(event.direction, event.at) for event in pitch.told(Rebounded)] == [(1, "k22")]


def test_an_inferno_is_rolled_one_by_one() -> None:
    """R57, ELFBALL-171: an Injury follows its Inferno at once; Helping Hand serves any challenge with a target."""
    text = "A Imp k20 2; B Midfielder k24 5 with helping hand; M Imp k22 2" + AWAY
    pitch = after(
        text,
        "wizard inferno k20",
        "X - - - -  - -  S S - - -",
        ball="g8",
        advanced=True,
        support={"N": Support(wizard=True)},
    )
    told = [event for event in pitch.match.events if isinstance(event, Burnt | Injured)]
    assert [(type(event).__name__, event.player) for event in told] == [
        ("Burnt", "A"),
        ("Injured", "A"),
        ("Burnt", "M"),
    ]
    helped = after(
        "A Imp k20 2; B Midfielder j21 5 with helping hand; M Imp x19 2" + AWAY,
        "wizard inferno k18",
        "S - - - -",
        ball="g8",
        advanced=True,
        support={"N": Support(wizard=True)},
    )
    assert plain(helped.told(Burnt)[0]).working == "2-1(B)"


def test_a_cheapshot_is_taken_as_it_is() -> None:
    """R59, ELFBALL-82, ELFBALL-132: also where Down is milder than Dazed."""
    text = "A Widowmaker k20 2 with cheapshot; M Hunter k22 dazed" + AWAY
    hit = after(text, "A tackle m keep", "S S S - -  S S S S S S", ball="g8")
    assert (hit.told(Tackled)[0].result, hit.posture("M")) == ("punishing", "down")
