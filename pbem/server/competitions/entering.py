"""Opening, entering and leaving competitions. Silence enters nobody: each line is the player's own."""

import functools
from typing import Any, cast, get_args

import msgspec
from msgspec import structs

from pbem.competitions import forms, record
from pbem.competitions.forms import FORMS, TIES, Form, Plan, Rule
from pbem.competitions.record import Event, Excused, Joined, Noted, Started, Withdrawn
from pbem.competitions.standings import TIE_BREAKS, WIN_AND_DRAW
from pbem.competitions.values import Entrant, Number
from pbem.mail.prose import fill
from pbem.play.game import Game
from pbem.play.orders import Refused, did_you_mean
from pbem.server.competitions.pages import (
    Competition,
    correctable,
    day,
    plan_of,
    playing,
    summary,
    table,
    told_options,
)
from pbem.server.core.context import Service
from pbem.server.core.rates import RateLimits
from pbem.server.core.terms import must_suit_mail, told_terms
from pbem.server.core.times import DAY, read_span, span
from pbem.server.leagues.teams import TeamService, check_name, quoted, teams_of
from pbem.server.lobby.challenges import read_proposal
from pbem.server.matches.skills import BEGIN
from pbem.store.competitions import CompetitionRow
from pbem.store.rows import Player, TeamRow

LEAST = DAY
"""Time for the first move of a match that nobody has been asked about."""

LASTS = 60 * DAY
"""Time for a match, unless the director says otherwise: nobody waits forever for somebody else's match."""

SCORED = ("difference", "scored")
"""The usual tie-breaks between teams."""

REST = 7 * DAY
"""Time between two seasons, unless the director says otherwise."""

MOST_OPEN = 5  # competitions of one director that are not over
MOST_ENTRANTS = 512
MOST_ENTERED = 20  # competitions that are not over with one player in them

THE_HOST = "the host"

_DECODER = msgspec.json.Decoder[Any](Event)


class Competitions(Service):
    """Opens competitions, lets players in and out, and shows how they stand."""

    _limits: RateLimits
    _teams: TeamService

    # Finding.

    def named(self, name: str) -> Competition:
        """Find a competition by name. Raises `Refused`."""
        row = self._store.competitions.named(name)
        if row is None:
            raise Refused(self.unknown(name))
        return self.load(row)

    def unknown(self, name: str) -> str:
        """That there is no competition of a name, and which one may be meant."""
        near = did_you_mean(name, self._store.competitions.names())
        return f"There is no competition {name}. {near or 'All of them: tournament'}"

    def load(self, row: CompetitionRow) -> Competition:
        """A competition as it stands."""
        store = self._store.competitions
        events = [decode(each.event) for each in store.events(row.id)]
        entrants = {each.number: each for each in store.entrants(row.id)}
        pairings = {each.key: each for each in store.pairings(row.id)}
        return Competition(row, plan_of(row), record.field_after(row.seed, events), entrants, pairings)

    def of_match(self, number: int) -> Competition:
        """The competition that a match belongs to. Raises `Refused`."""
        pairing = self._store.competitions.pairing_of(number)
        if pairing is None:
            raise Refused(f"Match {number} belongs to no competition")
        return self.load(self._store.competitions.competition(pairing.competition))

    # Opening.

    def open(self, director: Player | None, game: Game[Any], name: str, texts: dict[str, str]) -> Competition:
        """Open a competition that can be entered. `texts` are what is announced at entry, and the options and the time
        of its matches. Its director is a player, or the host. Raises `Refused`."""
        if director is not None:
            mine = [each for each in self._store.competitions.all() if each.director == director.id]
            if sum(each.status != "over" for each in mine) >= MOST_OPEN:
                raise Refused(f"You direct {MOST_OPEN} competitions already, which is the maximum")
        check_name(name)
        plan = read_plan(texts, game)
        if plan.teams:
            for option, value in teams_of(game).options.items():
                if texts.setdefault(option, value) != value:
                    raise Refused(
                        f"{option}={texts[option]}: teams of {game.title} play with {option}={value}"
                    )
        proposal = read_proposal(game, texts, plan.seats)
        terms = proposal.terms
        if not self._context.config.trial:
            must_suit_mail(terms.bank, terms.add, terms.cap)
            if terms.bank < LEAST:
                raise Refused(
                    f"Matches of a competition begin without asking, so {span(LEAST)} is the minimum for a move. Write"
                    " for example pace=3d"
                )
        if director is not None:
            self._limits.require("tournament", director.id)
        row = self._store.competitions.open(
            game.name,
            name,
            director.id if director is not None else None,
            proposal.options,
            terms,
            msgspec.json.encode(plan),
            self._context.new_seed(),
            self._context.now(),
        )
        if row is None:
            raise Refused(f"There is a competition {name} already; choose another name")
        return self.load(row)

    def cup(self, player: Player, game: Game[Any], size: int, texts: dict[str, str]) -> Competition:
        """Enter the open cup of this size and these options, or open one: it starts when it is full. Raises `Refused`,
        also if there is one of other options and none have been named."""
        if not 2 <= size <= MOST_ENTRANTS:
            raise Refused(f"A cup is for 2 to {MOST_ENTRANTS} players")
        wanted = {"form": "knock-out", "size": str(size), **texts}
        plan, proposal = read_plan(wanted, game), read_proposal(game, wanted, 2)
        like = (game.name, plan.form, plan.size)
        rows = [row for row in reversed(self._store.competitions.all()) if row.status == "open"]
        open_ = [each for each in rows if (each.game, plan_of(each).form, plan_of(each).size) == like]
        for row in open_:
            if (plan_of(row), row.options, row.terms) == (plan, proposal.options, proposal.terms):
                return self.enter(player, self.load(row))
        if open_ and not texts:
            told = " ".join(f"{row.name}: {told_options(game, row)}." for row in open_)
            raise Refused(
                f"There is an open cup of this size, but not with the usual options. {told} To enter it:"
                f" enter {quoted(open_[0].name)}. To open another one, name an option, for example:"
                f" cup {game.name} {size} pace=7d"
            )
        names = {row.name.lower() for row in self._store.competitions.all()}
        title = game.title.rstrip("!")
        number = next(at for at in range(1, len(names) + 2) if f"{title} cup {at}".lower() not in names)
        texts = {"form": "knock-out", "size": str(size), **texts}
        return self.enter(player, self.open(player, game, f"{title} Cup {number}", texts))

    # Entering and leaving.

    def check_team(self, held: Competition, team: TeamRow) -> None:
        """Raise `Refused` if a team cannot play in a competition."""
        row = held.row
        if not held.plan.teams:
            raise Refused(f"{row.name} is played by players, not by teams")
        if team.competition is not None:
            raise Refused(
                f"{team.name} plays in {self._store.competitions.competition(team.competition).name}"
            )
        if team.game != row.game:
            raise Refused(f"{row.name} plays {self._context.games.of(row.game).title}")
        teams_of(self._context.games.of(row.game)).admit(self._teams.decode(team), row.options)

    def enter(self, player: Player, held: Competition, team: TeamRow | None = None) -> Competition:
        """Let a player in, or a team of theirs; with the last one it starts. Raises `Refused`."""
        row, plan = held.row, held.plan
        if team is not None:
            self.check_team(held, team)
        elif plan.teams:
            raise Refused(f"{row.name} is played by teams. To found one: team new")
        number = held.number_of_team(team.id) if team is not None else held.number_of(player.id)
        if team is not None and plan.form != "open" and held.number_of(player.id) not in (None, number):
            raise Refused(f"{player.handle} has a team in {row.name} already")
        if number is not None:
            gone = row.status != "open" and held.field.find(number).withdrawn
            if not gone:
                raise Refused(
                    f"You have entered {row.name} already; to leave it write: withdraw {quoted(row.name)}"
                )
            if plan.form not in forms.ENDLESS:
                raise Refused(f"You have withdrawn from {row.name}, and cannot come back")
        if row.status == "over":
            raise Refused(f"{row.name} is over")
        late = plan.form not in forms.LATE or self._is_late(held) or held.field.closed
        if row.status == "running" and late:
            raise Refused(f"{row.name} has begun, and nobody can enter it anymore")
        if len(held.entrants) >= (plan.size if row.status == "open" and plan.size else MOST_ENTRANTS):
            raise Refused(f"{row.name} is full")
        mine = self._store.competitions.of_player(player.id)
        if sum(each.status != "over" for each in mine) >= MOST_ENTERED:
            raise Refused(f"You are in {MOST_ENTERED} competitions already, which is the maximum")
        new = number or self._store.competitions.enter(row.id, player.id, team.id if team else None)
        if team is not None:
            self._store.teams.place(team.id, row.id)
        if row.status == "running":
            entrant = Entrant(new, self._rating(player.id, row.game), held.field.round + 1)
            self.note(row, Joined(entrant), player)
        held = self.load(self._store.competitions.competition(row.id))
        return self.start(held) if plan.size and len(held.entrants) == plan.size else held

    def withdraw(
        self,
        player: Player,
        held: Competition,
        team: TeamRow | None = None,
        *,
        by: Player | None = None,
        reason: str = "",
    ) -> None:
        """Let a player or a team out: before the start as if they had never entered, later by the rule of the form.
        Raises `Refused`."""
        row, plan = held.row, held.plan
        number = held.number_of_team(team.id) if team is not None else held.number_of(player.id)
        if number is None:
            raise Refused(f"You are not in {row.name}")
        if row.status == "over":
            raise Refused(f"{row.name} is over")
        if row.status == "open":
            self._store.competitions.take_out(row.id, number)
            return
        if held.field.find(number).withdrawn:
            who = "You have" if by is None or by.id == player.id else f"{player.handle} has"
            raise Refused(f"{who} withdrawn from {row.name} already")
        self.note(row, Withdrawn(number, forms.last_round(plan, held.field, number)), by or player, reason)

    def start(self, held: Competition) -> Competition:
        """Close the entry, number the entrants by their ratings, and let the first matches begin. Raises `Refused`."""
        row, plan = held.row, held.plan
        if row.status != "open":
            raise Refused(f"{row.name} has begun already")
        least = 0 if plan.form == "open" else forms.least(plan)
        if len(held.entrants) < least:
            raise Refused(f"{row.name} needs at least {least} entrants; it has {len(held.entrants)}")
        by_name = {each.handle: each for each in held.entrants.values()}
        rated = {name: self._rating(each.player, row.game) for name, each in by_name.items()}
        names = record.seeded(row.seed, rated)
        self._store.competitions.number(row.id, [by_name[name] for name in names])
        byes = self.excused(held)
        entrants = tuple(
            Entrant(at, rated[name], byes=tuple(byes.get(name, ()))) for at, name in enumerate(names, 1)
        )
        self._store.competitions.set_status(row.id, "running")
        if not entrants:  # there is nobody to tell that it begins
            self._store.competitions.set_told(row.id, 0, 0)
        self.note(row, Started(entrants, forms.rounds_for(plan, len(entrants)), tuple(names)))
        return self.load(self._store.competitions.competition(row.id))

    def excused(self, held: Competition) -> dict[str, set[int]]:
        """In which rounds entrants, by name, have been given byes before the start."""
        found: dict[str, set[int]] = {}
        for each in self._store.competitions.events(held.row.id):
            event = decode(each.event)
            if isinstance(event, Excused) and event.name:
                found.setdefault(event.name, set()).add(event.round)
        return found

    def note(self, row: CompetitionRow, event: Event, by: Player | None = None, reason: str = "") -> None:
        """Add an event to the record."""
        number = by.id if by is not None else None
        self._store.competitions.note(row.id, msgspec.json.encode(event), self._context.now(), number, reason)

    def _rating(self, player: int, game: str) -> float:
        rating = self._store.company.rating(player, game)
        return float(rating.points if rating is not None and rating.mu is not None else BEGIN)

    @staticmethod
    def _is_late(held: Competition) -> bool:
        """Whether it is too late to enter a competition of several rounds: when the last one has been paired."""
        return bool(held.field.rounds) and held.field.round >= held.field.rounds

    # Showing.

    def director(self, row: CompetitionRow) -> str:
        """The name of a competition's director."""
        return THE_HOST if row.director is None else self._store.people.player(row.director).handle

    def page(self, held: Competition, zone: str) -> str:
        """All that a player needs to know of a competition."""
        game = self._context.games.of(held.row.game)
        lines = [fill(" ".join(summary(held, self.director(held.row), game))), ""]
        if held.row.status == "open":  # all that an entrant agrees to
            lines += [*(fill(term, "  ", "  ") for term in told_terms(held.row.terms)), ""]
        lines += table(held)
        if held.plan.form in forms.BRACKETS and held.field.entrants:
            seeds = ", ".join(held.names([each.number for each in held.field.entrants]))
            lines += ["", fill(f"Seeds, the best first: {seeds}.")]
        matches = playing(held, zone)
        if matches and held.plan.form not in forms.BRACKETS:
            lines += ["", "Being played:", *matches]
        if held.row.status == "over":
            names = held.names(forms.champions(held.plan, held.field))
            lines += ["", f"Over. Winner: {' and '.join(names) or 'nobody'}."]
            if held.field.results and self._context.now() <= (until := correctable(held.row)):
                lines.append(f"Its director can correct results until {day(until)}.")
            lines += ["Its seed:", f"  {held.row.seed.hex()}"] if held.row.seed else []
        elif held.row.seed:
            lines += [
                "",
                "Lots are drawn from a seed with this SHA-256:",
                f"  {record.commitment(held.row.seed)}",
            ]
        acts = [
            f"  {each.by or THE_HOST}: {event.what}{f' ({each.reason})' if each.reason else ''}"
            for each in self._store.competitions.events(held.row.id)
            if isinstance(event := decode(each.event), Noted)
        ]
        return "\n".join([*lines, *(["", "Acts of the director:", *acts[-20:]] if acts else [])])

    def listed(self, player: Player, form: str = "", *, teams: bool = False) -> str:
        """All competitions that are not over, and the last ones that are; of one form, if it is named, or of teams."""
        plans = [(row, plan_of(row)) for row in self._store.competitions.all()]
        rows = [row for row, plan in plans if form in ("", plan.form) and plan.teams >= teams]
        mine = {row.id for row in self._store.competitions.of_player(player.id)}
        open_ = [self._line(row, mine) for row in rows if row.status == "open"]
        running = [self._line(row, mine) for row in rows if row.status == "running"]
        over = [self._line(row, mine) for row in rows if row.status == "over"][:5]
        found = []
        for title, lines in (("OPEN FOR ENTRY", open_), ("BEING PLAYED", running), ("OVER", over)):
            found.append("\n".join([title, *(lines or ["  none"])]))
        if open_:
            name = next(row.name for row in rows if row.status == "open")
            found[0] += f"\nTo take part, write for example: enter {quoted(name)}"
        return "\n\n".join(found)

    def _line(self, row: CompetitionRow, mine: set[int]) -> str:
        plan, count = plan_of(row), len(self._store.competitions.entrants(row.id))
        size = f"{count} of {plan.size}" if plan.size and row.status == "open" else str(count)
        title = self._context.games.of(row.game).title
        told = f"  {row.name}: {title}, {plan.form}, {size} entrants"
        if row.status == "over":
            held = self.load(row)
            champions = held.names(forms.champions(held.plan, held.field))
            return f"{told}, won by {' and '.join(champions)}" if champions else told
        return f"{told}, which you are in" if row.id in mine else told

    def problems(self) -> list[str]:
        """What does not follow from the events and seeds of all competitions, for the host's check."""
        found = []
        for row in self._store.competitions.all():
            held = self.load(row)
            if not held.field.entrants:
                continue
            whole = structs.replace(self.record(held), seed=row.seed.hex())
            found += [f"{row.name}: {each}" for each in record.verify(whole)]
            settled = {result.pairing.key for result in held.field.results}
            for pairing in held.pairings.values():
                if (pairing.settled is not None) != (pairing.key in settled):
                    found.append(f"{row.name}: the pairing {pairing.key} and its result do not agree")
        return found

    def record(self, held: Competition) -> record.Record:
        """The whole of a competition in one piece; without the seed as long as it goes on."""
        return record.Record(
            name=held.row.name,
            game=held.row.game,
            plan=held.plan,
            commitment=record.commitment(held.row.seed) if held.row.seed else "",
            seed=held.row.seed.hex() if held.row.status == "over" else "",
            names={number: each.handle for number, each in held.entrants.items()},
            events=[decode(each.event) for each in self._store.competitions.events(held.row.id)],
            table=forms.table(held.plan, held.field) if held.field.entrants else [],
        )


@functools.lru_cache(maxsize=4096)  # a look at a large competition loads it several times
def decode(event: bytes) -> Event:
    """A stored event."""
    found: Event = _DECODER.decode(event)
    return found


def read_plan(texts: dict[str, str], game: Game[Any]) -> Plan:
    """Take what is announced at entry out of the options of a line. Raises `Refused`."""
    form = texts.pop("form", "knock-out")
    if form not in FORMS:
        raise Refused(f"form={form}: the form may be {', '.join(FORMS)}")
    known: Form = form
    seats = _number(texts, "players", 2 if known != "tables" else max(game.players), 2, max(game.players))
    if seats not in game.players or (known != "tables" and seats != 2):
        raise Refused(f"{form}: {game.title} has no matches of {seats} players for that")
    teams = _yes(texts, "teams")
    if teams:
        teams_of(game)
    usual = SCORED if teams and known not in ("swiss", "tables") else TIES.get(known, ())
    ties = tuple(each for each in texts.pop("ties", ",".join(usual)).split(",") if each)
    for tie in ties:
        if tie not in TIE_BREAKS:
            raise Refused(f"ties={tie}: tie-breaks are {', '.join(TIE_BREAKS)}")
    late = texts.pop("late", "score")
    if late not in get_args(Rule):
        raise Refused(f"late={late}: what decides a late match may be score, draw or director")
    best_of = _number(texts, "bestof", 1, 1, 9)
    if best_of % 2 == 0 or (best_of > 1 and known not in (*forms.BRACKETS, "pools")):
        raise Refused(f"bestof={best_of}: only a knock-out has bestof, which may be 1, 3, 5, 7 or 9")
    return Plan(
        known,
        size=_number(texts, "size", 0, forms.least(Plan(known, seats=seats)), MOST_ENTRANTS),
        rounds=_number(texts, "rounds", 0, 1, 50),
        best_of=best_of,
        seats=seats,
        pool=_number(texts, "pool", 4, 3, 16),
        best=_number(texts, "best", 2, 1, 8),
        ties=ties,
        seconds=_span(texts, "match", 0 if known == "open" else LASTS),
        late=cast("Rule", late),
        division=_number(texts, "division", 10, 6, 10),
        moving=_number(texts, "moving", 2, 1, 3),
        rest=_span(texts, "break", REST),
        teams=teams,
        asks=_yes(texts, "asks"),
        early=_yes(texts, "early", "yes" if known == "swiss" else "no"),
        points=_points(texts, forms.PER_TEAM if teams else WIN_AND_DRAW),
    )


def _yes(texts: dict[str, str], name: str, usual: str = "no") -> bool:
    word = texts.pop(name, usual)
    if word not in ("yes", "no"):
        raise Refused(f"{name}={word}: {name} may be yes or no")
    return word == "yes"


def _points(texts: dict[str, str], usual: tuple[float, float]) -> tuple[float, float]:
    word = texts.pop("points", "")
    if not word:
        return usual
    win, _, draw = word.partition("-")
    if not (win.isdecimal() and draw.isdecimal() and int(draw) <= int(win) <= 10 and int(win)):
        raise Refused(f"points={word}: write those for a win and a draw, for example points=3-1")
    return float(win), float(draw)


def _number(texts: dict[str, str], name: str, default: int, least: int, most: int) -> int:
    word = texts.pop(name, "")
    if not word:
        return default
    if not word.isdecimal() or not least <= int(word) <= most:
        raise Refused(f"{name}={word}: {name} may be a number from {least} to {most}")
    return int(word)


def _span(texts: dict[str, str], name: str, default: int) -> int:
    word = texts.pop(name, "")
    return read_length(word) if word else default


def read_length(word: str) -> int:
    """A span of time in seconds. Raises `Refused`."""
    try:
        return read_span(word)
    except ValueError as error:
        raise Refused(str(error)) from error


def numbers_of(held: Competition, handles: list[str]) -> list[Number]:
    """The numbers of entrants by their names. Raises `Refused`."""
    by_name = {each.manager.lower(): number for number, each in held.entrants.items()}
    by_name |= {each.handle.lower(): number for number, each in held.entrants.items()}
    for handle in handles:
        if handle.lower() not in by_name:
            near = did_you_mean(handle, [each.handle for each in held.entrants.values()])
            raise Refused(f"{handle} is not in {held.row.name}. {near}".strip())
    return [by_name[handle.lower()] for handle in handles]
