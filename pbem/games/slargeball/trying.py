"""How `hard` puts a plan together by trial.

Every figure has a menu of what it might do, the usual job first. Plans are drawn from the menus and played out for one
turn by the rules, against opponents who play like `normal`, and what the position is worth then is put to the account
of every choice in the plan. So all figures are tried at once, and each does in the end what has proved best for it.
"""

from collections.abc import Iterator
from math import ceil, log, sqrt

from msgspec import Struct

from pbem.games.slargeball.field import (
    BUNKERS,
    FIELD,
    FORWARD,
    OTHER,
    ZONE,
    ZONES,
    Point,
    Side,
    at,
    distance,
    goal_aim,
    name,
    touching,
)
from pbem.games.slargeball.jobs import ALL, Figures, Job, Jobs, against, jobs_of, nearest, on_their_feet
from pbem.games.slargeball.state import Pitch, Plan
from pbem.games.slargeball.teams import FigureId, kind_of, own_name, seat_side, side_of, stats
from pbem.games.slargeball.turn import take_turn
from pbem.play.ahead import play_ahead
from pbem.play.game import copy
from pbem.play.requests import Pick, Seat

TRIALS = 1300
"""The number of trials for a plan, times the number of figures: with more of them, a trial takes longer."""

CURIOSITY, DOUBT = 0.1, 0.15
"""How much better than in its trials so far a choice is taken to be while plans are drawn, and how much worse when one
is chosen; in goals, and the less the more often it has been tried."""

USUAL = 50
"""In how many of a hundred draws a figure does what is usual, so that the others are tried beside that."""

ROAMING = 20
"""From how far away, in inches, a Goalie comes for a ball: none flings and nabs as well."""

REACHABLE = 1.5
"""How many turns away an opponent may be whom a figure thinks of going for."""

WAITING = (10, -8)
"""How many columns nearer to the goal than a ball a figure may wait for it."""

LATER = 0.8
"""What something is worth if it comes a turn later."""


class Choice(Struct):
    """Something that a figure might do, and how it has done in trials."""

    figure: FigureId
    job: Job
    worth: float = 0.0
    times: int = 0

    def promise(self, trials: int) -> float:
        """What it may be worth: the less often it has been tried, the more is hoped (UCB1)."""
        if not self.times:
            return float("inf")
        return self.worth / self.times + CURIOSITY * sqrt(log(trials + 1) / self.times)

    @property
    def proof(self) -> float:
        """What it is worth at least: a choice that has hardly been tried has proved nothing."""
        return (self.worth - DOUBT * sqrt(self.times)) / self.times if self.times else float("-inf")


def tried_jobs(state: Pitch, seat: Seat, pick: Pick) -> Jobs:
    """The jobs of a seat's figures that have proved best."""
    side = seat_side(seat)
    usual = jobs_of(state, side, guards=ALL)
    for figure in usual:
        if kind_of(figure) == "G" and not state.carried(figure):
            usual[figure] = (f"fetch if ball within {ROAMING}", "hold")
    replies = [jobs_of(state, OTHER[side], guards) for guards in (ALL, 1)]
    menus = _menus(state, seat, usual)
    for trial in range(TRIALS // len(state.figures)):
        drawn = [
            menu[0] if pick.chance(USUAL) else max(menu, key=lambda choice: choice.promise(trial))
            for menu in menus
        ]
        jobs = {choice.figure: choice.job for choice in drawn}
        worth = _outcome(state, side, {**usual, **replies[trial % 2], **jobs}, pick)
        for choice in drawn:
            choice.worth += worth
            choice.times += 1
    best = [max(menu, key=lambda choice: choice.proof) for menu in menus]
    return {choice.figure: choice.job for choice in best}


def _outcome(state: Pitch, side: Side, jobs: Jobs, pick: Pick) -> float:
    """What the position is worth after one trial of a turn."""
    ahead = copy(state)
    for figure, lines in jobs.items():
        plan = ahead.memorise(ahead.commander(figure)).plans.setdefault(figure, Plan())
        flings = [f"{own_name(figure)} {line}" for line in lines if "fling" in line]
        plan.move = [f"{own_name(figure)} {line}" for line in lines if "fling" not in line]
        plan.fling = flings or plan.fling
    play_ahead(take_turn(ahead), pick, lambda ask: ask.auto())
    goals = {each: ahead.score[each] - state.score[each] for each in (side, OTHER[side])}
    if any(goals.values()) or ahead.result is not None:
        return goals[side] - goals[OTHER[side]]
    return _hope(ahead, side) - _hope(ahead, OTHER[side])


def _menus(state: Pitch, seat: Seat, usual: Jobs) -> list[list[Choice]]:
    """What each figure of a seat might do, the usual first."""
    side = seat_side(seat)
    own, foes = on_their_feet(state, side), on_their_feet(state, OTHER[side])
    menus = []
    for figure in state.commanded(seat):
        if figure in usual:
            here = own[figure]
            carries = state.carried(figure)
            ideas = _with_ball(figure, here) if carries else _without_ball(state, figure, here, foes)
            menus.append([Choice(figure, job) for job in (usual[figure], *ideas)])
    return menus


def _with_ball(carrier: FigureId, here: Point) -> Iterator[Job]:
    """Keep the ball, stay where it is, or dodge."""
    yield "score" if kind_of(carrier) == "G" else "goal", "nofling"
    yield "hold", "fling goal", "nofling"
    for point in _steps(carrier, here):
        yield f"move {name(point)}", "fling goal", "nofling"


def _without_ball(state: Pitch, figure: FigureId, here: Point, foes: Figures) -> Iterator[Job]:
    """Fetch the nearest ball, go for somebody near it, or wait for it on the way to either goal."""
    places = state.groundballs() | {ball: state.where(carrier) for carrier, ball in state.carriers().items()}
    if not places:
        return
    number, spot = min(places.items(), key=lambda place: distance(here, place[1]))
    yield f"fetch ball{number}", "hold"
    for foe in nearest(foes, spot)[:3]:
        if _turns(figure, here, foes[foe]) <= REACHABLE:
            yield against(foe, foes[foe]), "hold"
    for inches in WAITING:
        column = spot[0] + inches * FORWARD[side_of(figure)]
        squares = [(column, spot[1] + rows) for rows in (0, -3, 3)]
        fit = [square for square in squares if _fit(figure, square)]
        if fit:
            free = max(
                fit, key=lambda square: min((distance(square, foe) for foe in foes.values()), default=0)
            )
            yield f"move {name(free)}", "hold"


def _steps(figure: FigureId, here: Point) -> list[Point]:
    """Squares all round that a figure can reach in a turn."""
    inches = stats(figure).move
    points = [
        (here[0] + round(dx * inches), here[1] + round(dy * inches))
        for dx, dy in ((1, 0), (0.7, 0.6), (0, 1), (-0.7, 0.6), (-1, 0), (-0.7, -0.6), (0, -1), (0.7, -0.6))
    ]
    return [point for point in points if _fit(figure, point)]


def _fit(figure: FigureId, point: Point) -> bool:
    return point in FIELD - BUNKERS and (kind_of(figure) == "G" or point not in ZONES)


# What a position is worth, in goals. The numbers are fitted to what came of two thousand positions in matches.


def _hope(state: Pitch, side: Side) -> float:
    """How near a side is to a goal; a little for whoever is near a ball, or between it and the own goal."""
    own, foes = on_their_feet(state, side), on_their_feet(state, OTHER[side])
    hope = 0.0
    for place in state.balls:
        if place in own:
            spot = own[place]
            gaps = [_turns(foe, point, spot) for foe, point in foes.items()]
            free = 0.55 ** gaps.count(0) * 0.85 ** sum(0 < gap <= 1 for gap in gaps)
            hope += _prospect(place, spot) * (0.35 + 0.65 * free)
        elif place in foes:
            spot = foes[place]
        elif place[0].isdecimal():
            spot = at(place)
            ours, theirs = _grip(own, foes, spot), _grip(foes, own, spot)
            near = LATER ** (max(0, distance(spot, goal_aim(side, spot)) ** 0.5 - 9) / 6)
            hope += near * (0.2 + 0.35 * (ours + 0.03) / (ours + theirs + 0.06))
            if spot in ZONE[OTHER[side]]:
                hope += max(
                    (0.27 / (1 + _turns(each, own[each], spot)) for each in own if kind_of(each) == "G"),
                    default=0,
                )
        else:
            continue
        hope += 0.03 * sum(LATER ** (2 * _turns(each, point, spot)) for each, point in own.items())
        behind = [(spot[0] - point[0]) * FORWARD[side] / 3 for point in own.values()]
        hope += 0.06 * max((0.85 ** abs(inches - 3) for inches in behind if inches > 1), default=0)
    return hope


def _prospect(figure: FigureId, spot: Point) -> float:
    """How likely a figure scores that has a ball on a square and nobody near: it gets in range, and flings."""
    left = max(0.0, distance(spot, goal_aim(side_of(figure), spot)) ** 0.5 - stats(figure).reach)
    sure = 0.8 if kind_of(figure) == "G" else stats(figure).fling / 6
    worth: float = sure * LATER ** (left / stats(figure).move)
    return worth


def _grip(figures: Figures, foes: Figures, spot: Point) -> float:
    """How well a side can get at a ball that lies on a square: by hands, and by time; who is held takes longer."""
    grip = 0.0
    for figure, point in figures.items():
        turns = ceil(_turns(figure, point, spot))
        held = turns and any(touching(point, foe) for foe in foes.values())
        grip += stats(figure).nab / 6 * 0.5 ** (turns + bool(held))
    return grip


def _turns(figure: FigureId, here: Point, there: Point) -> float:
    """How many turns a figure takes into contact with a square, if nothing is in the way (SLARGEBALL-21)."""
    columns, rows = max(0, abs(here[0] - there[0]) - 1), max(0, abs(here[1] - there[1]) - 1)
    return (max(columns, rows) + min(columns, rows) / 2) / stats(figure).move
