"""The commands of leagues: what managers do to their teams, and commissioners to their leagues."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from pbem.play.leagues import CHANGES
from pbem.play.orders import Refused
from pbem.server.commands.base import Command
from pbem.server.competitions.closing import Closing
from pbem.server.competitions.desk import Desk
from pbem.server.competitions.entering import Competitions
from pbem.server.competitions.entries import Entries
from pbem.server.competitions.leaving import Withdrawal
from pbem.server.competitions.pages import Competition
from pbem.server.language.arguments import Arguments, Known
from pbem.server.leagues.teams import TeamService, quoted
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.store.rows import TeamRow

_BLANK = "\ue000"  # replaces a blank within quotes while a line is parsed

_QUOTED = re.compile(r'["“”„]([^"“”„]*)["“”„]')
_WHICH = re.compile(r"(?<!\S)(team|league|game)=(\S+)\s*$", re.IGNORECASE)


def _held(text: str) -> str:
    """A line in which names within quotes are single words."""
    return _QUOTED.sub(lambda found: f'"{found[1].replace(" ", _BLANK)}"', text)


def _joined(text: str, names: Iterable[str]) -> str:
    """The same for names that are known: these need no quotes."""
    for name in sorted(filter(lambda name: " " in name, names), key=len, reverse=True):
        found = re.compile(rf"(?<!\S){re.escape(name)}(?!\S)", re.IGNORECASE)
        text = found.sub(lambda found: found[0].replace(" ", _BLANK), text)
    return text


def names_in(letter: LetterContext) -> list[str]:
    """The names of all competitions and teams."""
    store = letter.context.store
    return [*store.competitions.names(), *store.teams.names()]


def _name(word: str) -> str:
    return word.replace(_BLANK, " ").strip('"')


class Named(Command, frozen=True):
    """A command about things with names, which may contain blanks; those not yet known are written in quotes then."""

    def understand(self, letter: LetterContext, text: str) -> Arguments:
        rest, which = _joined(_held(text), names_in(letter)), dict[str, str]()
        while found := _WHICH.search(rest):
            which[found[1].lower()] = _name(found[2])
            rest = rest[: found.start()].rstrip()
        try:
            told = super().understand(letter, rest)
        except Refused as error:
            raise Refused(str(error).replace(_BLANK, " ")) from error
        return replace(
            told,
            words=tuple(map(_name, told.words)),
            options={**told.options, **which},
            text=told.text.replace(_BLANK, " "),
        )


def _in_quotes(command: str, text: str) -> str:
    verb, *words = text.split()
    return f"Put names with spaces in quotes. Write: {command} {verb.lower()} {quoted(' '.join(map(_name, words)))}"


class Team(Named, frozen=True):
    teams: TeamService

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        verb = "".join(text.lower().split()[:1])
        if verb == "sheet":
            return _in_quotes("team", text)
        forms = [form for form in self.teams.forms if form.split()[1] == verb]
        return f"Write: {', or '.join(forms)}" if forms else super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        verb, *rest = arguments.words
        if verb == "new":
            game = self.teams.game_named(arguments.options.get("game", ""))
            team = self.teams.found(letter.sender, game, rest[0], arguments.text)
            line = f"league add {quoted(team.name)} league=NAME"
            return Outcome(f"{team.name} is founded. To play in a league write: {line}", (self._sheet(team),))
        if verb == "sheet" and rest:
            return below(self._sheet(self.teams.named(rest[0])))
        team = self.teams.own(letter.sender, arguments.options.get("team", ""))
        if verb not in CHANGES:
            return below(self._sheet(team))
        changed = self.teams.change(team, verb, " ".join([*rest, arguments.text]).strip())
        return Outcome(f"{self.teams.describe(team, changed)}; for all of it write: team sheet")

    def _sheet(self, team: TeamRow) -> str:
        return "\n".join(self.teams.sheet(team))


class League(Named, frozen=True):
    competitions: Competitions
    entries: Entries
    desk: Desk
    withdrawal: Withdrawal
    closing: Closing
    teams: TeamService

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        match text.split():
            case [verb, *names] if names and not any("=" in name for name in names):
                if verb.lower() in ("table", "close"):
                    return f"Write: league {verb.lower()} league={quoted(' '.join(map(_name, names)))}"
                if verb.lower() in ("new", "add", "drop") and len(names) > 1:
                    return _in_quotes("league", text)
                if verb.lower() == "pair" and len(names) > 2:  # two teams play
                    return 'Put names with spaces in quotes. Write: league pair "TEAM" "TEAM"'
        return super().refusal(letter, text, known)

    def known(self, letter: LetterContext) -> Known:
        games = [game.name for game in letter.context.games if game.teams is not None]
        return replace(super().known(letter), find_game=lambda word: "".join(games[:1]))

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if not arguments.words:
            return below(self.competitions.listed(letter.sender, teams=True))
        verb, *names = arguments.words
        options = dict(arguments.options)
        which, sender = options.pop("league", ""), letter.sender
        if verb == "new":
            return self._open(letter, names[0], options)
        if verb == "table":
            return below(self.competitions.page(self.entries.meant(sender, which), sender.zone))
        teams = [self.teams.named(name) for name in names]
        if verb == "add":
            held = self.entries.meant(sender, which, teams[0])
            joined = self.entries.add(held, teams[0], sender)
            told = f"{teams[0].name} plays in {held.row.name}"
            other = "its director" if sender.id == teams[0].manager else "its manager"
            return Outcome(told if joined else f"{told} once {other} says yes")
        if verb == "drop":
            return self._drop(letter, self.entries.meant(sender, which, teams[0]), teams[0])
        held = self.entries.own(sender, which)
        if verb == "close":
            if (asked := self.closing.close(held, sender, "", letter.dispatch)) is not None:
                return asked
            held = self.competitions.named(held.row.name)
            return Outcome(f"{held.row.name} is closed", (self.competitions.page(held, sender.zone),))
        number = self.desk.pair(held, sender, [team.name for team in teams])
        return Outcome(f"match {number} begins: {' - '.join(team.name for team in teams)}")

    def _drop(self, letter: LetterContext, held: Competition, team: TeamRow) -> Outcome:
        number, by = held.number_of_team(team.id), letter.sender
        if number is None:  # it has only been proposed
            self.entries.drop(held, team, by)
        elif by.id == held.row.director:
            self.desk.withdraw(held, by, team.name, "")
        elif held.row.status == "running" and by.id == team.manager and not held.field.find(number).withdrawn:
            return self.withdrawal.ask(held, by, number, letter.dispatch)
        else:
            told = f"{team.name} has withdrawn"
            self.desk.leave(held, number, told, f"{told} from {held.row.name}.", by=by)
        return Outcome(f"{team.name} does not play in {held.row.name} anymore")

    def _open(self, letter: LetterContext, name: str, options: dict[str, str]) -> Outcome:
        game = self.teams.game_named(options.pop("game", ""))
        league = {"form": "open", "teams": "yes", "asks": "yes"}
        held = self.competitions.open(letter.sender, game, name, {**league, **options})
        told = f"{name} is open. To let a team in write: league add TEAM"
        if held.plan.form == "open":
            held = self.desk.start(held, letter.sender)
        else:
            told += f"; to begin: tournament start {quoted(name)}"
        return Outcome(told, (self.competitions.page(held, letter.sender.zone),))
