"""Elfball, wired up: which chapter of the rules does what for the server."""

from collections.abc import Sequence

from pbem.games.elfball.actions.conditions import TESTS, facts
from pbem.games.elfball.actions.faceoff import face_off
from pbem.games.elfball.actions.naming import names
from pbem.games.elfball.advice import near
from pbem.games.elfball.always import Always, kept, sample
from pbem.games.elfball.bots import easy, examples, hard, normal
from pbem.games.elfball.ending import concede, final, post_game
from pbem.games.elfball.field.hexes import NORTH, SEATS, TITLES
from pbem.games.elfball.field.state import SEAT_OF, Pitch
from pbem.games.elfball.glossary import ENTRIES
from pbem.games.elfball.odds import odds, reach
from pbem.games.elfball.orders import FORMS, GRAMMAR, MEANINGS, ORDERS, read, vet
from pbem.games.elfball.teams.rosters import name_teams
from pbem.games.elfball.teams.setup import set_up
from pbem.games.elfball.teams.team_lines import LeagueTeams
from pbem.games.elfball.telling import distance, score, threats
from pbem.games.elfball.turn import take_turn
from pbem.games.elfball.view import NUMBERS, describe, draw, mid_game, spoken
from pbem.play.asked import read_asked
from pbem.play.board import Board
from pbem.play.game import Game, Option, Options, View, random_bot
from pbem.play.record import Result
from pbem.play.requests import Figure, Order, Rules, Seat, events_in

_PRESETS: dict[str, dict[str, str]] = {
    "beginner": {"goals": "1", "star": "major", "faceoff": "simple"},
    "quick": {"goals": "1", "star": "major", "faceoff": "simple", "double": "yes"},
}


class Elfball(Game[Pitch]):
    """Two teams of six, one ball, two goals, and dice that can be pressed."""

    name = "elfball"
    title = "Elfball"
    version = 3  # an own Injury or Inferno takes Momentum unasked (ELFBALL-178)
    summary = "Elves, Dwarves, Imps and worse carry a ball into the other goal; one player a turn, and Momentum shifts."
    credit = (
        "Elfball: rules design Tom Anders, Phil Bowen, Max Haider and Eric Reiter; rulebook edited by "
        "Tom Anders; graphics Eric Reiter and Melvin de Voor. Copyright 2007 Impact! Miniatures, all rights reserved. "
        "This server is not connected with Impact! Miniatures; the miniatures and the boxed game are theirs."
    )
    players = (2,)
    options = (
        Option(
            "preset",
            "none",
            "beginner: star=major faceoff=simple; quick: double=yes besides",
            ("none", *_PRESETS),
        ),
        Option("goals", "1", "goals needed to win", low=1, high=3),
        Option("star", "conditional", "what a star is worth", ("conditional", "major")),
        Option("faceoff", "standard", "how a Test begins", ("standard", "simple")),
        Option("timed", "0", "cards of a timed match, 52 by the book; 0: the goals decide", low=0, high=200),
        Option("double", "no", "two different players act in each turn", ("no", "yes")),
        Option("lists", "standard", "all: Orcs and Ratmen too", ("standard", "all")),
        Option("level", "basic", "advanced: abilities, support, careers", ("basic", "advanced")),
        Option("cap", "180", "points of an advanced team", low=90, high=400),
        Option("extras", "no", "Samhaino Horror and Impcrusher", ("no", "yes")),
        Option("wizard", "no", "Hired Gun Wizards", ("no", "yes")),
    )
    state = Pitch
    orders = ORDERS
    events, outlooks = events_in(__package__)
    forms = FORMS
    meanings = MEANINGS
    verbs = GRAMMAR.verbs
    basics = (
        "team nightelves",
        "setup spread A B C D E F",
        "A go ball, if ball: go goal",
        "A go behind q, tackle q",
        "A throw d",
    )
    tests = TESTS
    entries = ENTRIES
    asked = read_asked(__package__)
    decisions = ("team", "setup", "faceoff", "turn", "continue", "intercept", "catch", "postgame")
    bots = {  # noqa: RUF012  # typed where it is declared
        "random": random_bot,
        "easy": easy,
        "normal": normal,
        "hard": hard,
    }
    same_view = True
    teams = LeagueTeams()

    def seats(self, options: Options, players: int) -> tuple[Seat, ...]:
        """North, then South (ELFBALL-25)."""
        return SEATS

    def seat_title(self, seat: Seat) -> str:
        """`North` or `South`."""
        return TITLES[seat]

    def settle(self, options: dict[str, str], players: int) -> dict[str, str]:
        """A preset changes the options that were left at their defaults (section 9)."""
        defaults = {option.name: option.default for option in self.options}
        preset = _PRESETS.get(options["preset"], {})
        return {
            name: preset[name] if name in preset and value == defaults[name] else value
            for name, value in options.items()
        }

    def new(self, options: Options, seats: Sequence[Seat]) -> Pitch:
        """Before the teams are named."""
        cards = int(options["timed"])
        return Pitch(
            phase="teams",
            goals=int(options["goals"]),
            star_major=options["star"] == "major",
            simple=options["faceoff"] == "simple",
            timed=cards > 0,
            cards=cards,
            double=options["double"] == "yes",
            all_lists=options["lists"] == "all",
            advanced=options["level"] == "advanced",
            cap=int(options["cap"]),
            extras=options["extras"] == "yes",
            wizards=options["wizard"] == "yes",
        )

    facts = staticmethod(facts)
    names = staticmethod(names)
    score = staticmethod(score)
    distance = staticmethod(distance)
    threats = staticmethod(threats)
    read = staticmethod(read)

    def turn(self, state: Pitch) -> Rules[None]:
        """The teams, a set-up, a face-off, or one action."""
        match state.phase:
            case "teams":
                return name_teams(state)
            case "setup":
                return set_up(state)
            case "faceoff":
                return face_off(state)
            case "postgame":
                return post_game(state)
        return take_turn(state)

    def describe(self, state: Pitch, seat: Seat | None) -> View:
        """The same for everybody."""
        return describe(state)

    def board(self, state: Pitch, seat: Seat | None) -> Board | None:
        """The same for everybody, once there are teams."""
        return draw(state)

    def side_of(self, seat: Seat) -> int:
        """North is blue, South vermilion."""
        return NUMBERS[seat]

    def spoken(self, figure: Figure) -> str:
        """`player A`: the letter alone would be heard as a word."""
        return spoken(figure)

    def side_of_figure(self, figure: Figure) -> int:
        """The first twelve letters are North's."""
        return NUMBERS[SEAT_OF[figure]]

    def far(self, state: Pitch, seat: Seat) -> bool:
        """North's goal is at the top."""
        return seat == NORTH

    def always(self, state: Pitch, seat: Seat, order: Order) -> str | None:
        """Every line that begins with `always`."""
        return order.keep(state, seat) if isinstance(order, Always) else None

    examples = staticmethod(examples)
    vet = staticmethod(vet)
    memory = staticmethod(kept)
    sample_always = staticmethod(sample)
    near = staticmethod(near)
    odds = staticmethod(odds)
    reach = staticmethod(reach)

    def picture(self) -> Pitch:
        """A position in mid-game."""
        return mid_game()

    def decided(self, state: Pitch) -> Result | None:
        """After the last goal nothing is left to be won by somebody's leaving."""
        return final(state) if state.phase == "postgame" and state.left else super().decided(state)

    leave = staticmethod(concede)
