"""The Nab phase (SLARGEBALL-81 to 90): airballs come down, Ballbonk spreads, groundballs are scrambled for."""

from pbem.games.slargeball.action_lines import NoNab
from pbem.games.slargeball.breaking import goal
from pbem.games.slargeball.due import due
from pbem.games.slargeball.events import Bounced, CameDown, Scrambled, Tried
from pbem.games.slargeball.falling import check_any_ball_left, fall, settle
from pbem.games.slargeball.field import BUNKERS, FIELD, Point, name, sent, touching
from pbem.games.slargeball.flinging import Airball
from pbem.games.slargeball.state import OFF, Pitch
from pbem.games.slargeball.teams import BONK, FigureId, kind_of, stats
from pbem.play.requests import Rules, die, roll

BOUNCE_DICE = 2


class _Phase:
    """What a Nab phase must remember: which figure has tried for which ball (SLARGEBALL-88)."""

    def __init__(self, state: Pitch) -> None:
        self.state = state
        self.tried: set[tuple[FigureId, int]] = set()

    def run(self, airballs: list[Airball]) -> Rules[None]:
        for airball in airballs:
            yield from self.come_down(airball.ball, airball.point)
        for ball in range(1, len(self.state.balls) + 1):
            point = self.state.groundballs().get(ball)
            if point is not None:
                yield from self.scramble(ball, point)

    def come_down(self, ball: int, point: Point) -> Rules[None]:
        """SLARGEBALL-82: the ball comes down, and as often again as it bounces."""
        landing: Point | None = point
        while landing is not None:
            landing = yield from self.land(ball, landing)

    def land(self, ball: int, point: Point) -> Rules[Point | None]:
        """The ball comes down on a square; returns the next one if it bounces."""
        state, square = self.state, name(point)
        if point not in FIELD:
            yield CameDown(ball, square, "off")
            state.balls[ball - 1] = OFF
            check_any_ball_left(state)
            return None
        if point in BUNKERS:
            yield CameDown(ball, square, "bunker")
            yield from goal(state, ball, point)
        standing = state.standing()
        under = next((figure for figure, place in standing.items() if place == point), None)
        if under is not None:
            return (yield from self.chain(ball, point, self.rings(under, standing)))
        if point in state.piles():
            yield CameDown(ball, square, "pile")
            yield from settle(state, ball, point)
            return None
        below = next((number for number, place in state.groundballs().items() if place == point), None)
        yield CameDown(ball, square, "push" if below else "lie")
        state.balls[ball - 1] = square
        if below:
            yield from settle(state, below, point)
        return None

    def rings(self, first: FigureId, standing: dict[FigureId, Point]) -> list[list[FigureId]]:
        """SLARGEBALL-86: the cluster by contacts away from the first, each ring in the order of its tries."""
        left = {figure: standing[figure] for figure in self.state.all_in_order() if figure in standing}
        del left[first]
        rings = [[first]]
        while True:
            inner = [standing[figure] for figure in rings[-1]]
            ring = [
                figure for figure, place in left.items() if any(touching(place, other) for other in inner)
            ]
            if not ring:
                return rings
            for figure in ring:
                del left[figure]
            rings.append(sorted(ring, key=lambda figure: -stats(figure).nab))

    def chain(self, ball: int, point: Point, rings: list[list[FigureId]]) -> Rules[Point | None]:
        """SLARGEBALL-83 to 87: ring by ring until a figure nabs the ball or keeps its feet."""
        state = self.state
        for ring in rings:
            all_down = True
            for figure in ring:
                outcome = yield from self.try_airball(figure, ball)
                if outcome == "caught":
                    state.balls[ball - 1] = figure
                    return None
                all_down = all_down and outcome == "down"
            if not all_down:
                yield from settle(state, ball, point)
                return None
        direction = yield from die("direction")
        distances = yield from roll("distance", count=BOUNCE_DICE)
        landing = sent(point, direction, sum(distances))
        yield Bounced(ball, direction, distances, name(landing))
        return landing

    def try_airball(self, figure: FigureId, ball: int) -> Rules[str]:
        """One figure under the ball: `caught`, `down` or `up`."""
        state = self.state
        able = not state.frozen(figure) and not state.carried(figure)
        self.tried.add((figure, ball))
        nab = (yield from die("nab")) if able else 0
        if able and nab <= stats(figure).nab:
            yield Tried(figure, ball, nab, 0, caught=True, down=False)
            return "caught"
        bonk = yield from die("ballbonk")
        down = bonk <= BONK
        yield Tried(figure, ball, nab, bonk, caught=False, down=down)
        if not down:
            return "up"
        yield from fall(state, figure)
        return "down"

    def scramble(self, ball: int, point: Point) -> Rules[None]:
        """SLARGEBALL-88 to 90: figures in contact with a groundball try for it, highest Nab first."""
        state = self.state
        tries: list[tuple[FigureId, int]] = []
        taken = False
        for figure in sorted(self.near(ball, point), key=lambda each: -stats(each).nab):
            nab = yield from die("nab")
            tries.append((figure, nab))
            if nab <= stats(figure).nab:
                state.balls[ball - 1] = figure
                taken = True
                break
        if tries:
            yield Scrambled(ball, name(point), tuple(tries), taken)

    def near(self, ball: int, point: Point) -> list[FigureId]:
        """Figures that try for a groundball: the side with initiative first, then in side order."""
        state = self.state
        standing = state.standing()
        return [
            figure
            for figure in state.all_in_order()
            if figure in standing
            and touching(standing[figure], point)
            and kind_of(figure) != "H"
            and (figure, ball) not in self.tried
            and not state.carried(figure)
            and not state.frozen(figure)
            and self.wants(figure)
        ]

    def wants(self, figure: FigureId) -> bool:
        """Whether a figure tries: by its first nab line whose conditions hold; without one it does."""
        return not isinstance(next(due(self.state, figure, "nab"), None), NoNab)


def nab_phase(state: Pitch, airballs: list[Airball]) -> Rules[None]:
    """First the airballs in the order in which they were flung, then the groundballs by number."""
    yield from _Phase(state).run(airballs)
