"""The commands of competitions: what entrants do, and what directors decide."""

from msgspec import structs

from pbem.play.orders import Refused, did_you_mean
from pbem.server.commands.leagues import Named
from pbem.server.competitions.challenges import LadderChallenge
from pbem.server.competitions.closing import Closing
from pbem.server.competitions.desk import Desk, must_be_played
from pbem.server.competitions.directing import Directing
from pbem.server.competitions.entering import Competitions, numbers_of, read_length
from pbem.server.competitions.entries import Entries
from pbem.server.competitions.handover import HandOver
from pbem.server.competitions.leaving import Withdrawal
from pbem.server.competitions.pages import Competition
from pbem.server.competitions.prospects import prospect
from pbem.server.language.arguments import Arguments, Known
from pbem.server.leagues.teams import TeamService, quoted
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below


def _entered(competitions: Competitions, letter: LetterContext, held: Competition) -> Outcome:
    row, page = held.row, competitions.page(held, letter.sender.zone)
    number = held.number_of(letter.sender.id)
    if row.status == "running" and number is not None:
        return Outcome(f"you are in {row.name}, which has begun. {prospect(held, number)}", (page,))
    return Outcome(f"you are in {row.name}; to leave it write: withdraw {quoted(row.name)}", (page,))


class Tournament(Named, frozen=True):
    competitions: Competitions
    desk: Desk
    handover: HandOver
    directing: Directing
    closing: Closing

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        """Of a line of a director, what is missing; any other one names a competition that there is not."""
        if lacking := self.spec.lacking(text, known):
            return lacking
        near = did_you_mean(text.split()[0], self.spec.own_words)
        return (
            f"There is no competition {text.strip()}. {near}"
            if near
            else self.competitions.unknown(text.strip())
        )

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if not arguments.words:
            return below(self.competitions.listed(letter.sender))
        verb, *words = arguments.words
        if arguments == Arguments(words=(verb,)) and verb.lower() in self.spec.own_words:
            raise Refused(self.spec.lacking(verb, self.known(letter)))
        if verb == "new":
            return self._open(letter, words[0], arguments)
        if arguments.number is not None:
            return self._about_match(letter, verb, words, arguments)
        held = self.competitions.named(words[0] if words else verb)
        if not words:
            return below(self.competitions.page(held, letter.sender.zone))
        return self._direct(letter, verb, held, arguments)

    def _open(self, letter: LetterContext, name: str, arguments: Arguments) -> Outcome:
        game = letter.context.games.named(arguments.game)
        held = self.competitions.open(letter.sender, game, name, dict(arguments.options))
        told = f"{held.row.name} is open for entry, and you direct it. To play in it write: enter {held.row.name}"
        return Outcome(told, (self.competitions.page(held, letter.sender.zone),))

    def _about_match(
        self, letter: LetterContext, verb: str, words: list[str], arguments: Arguments
    ) -> Outcome:
        number, sender = arguments.number, letter.sender
        assert number is not None
        if verb == "extend":
            self.desk.extend(number, sender, read_length(words[0]), arguments.text)
            return Outcome(f"match {number} has more time")
        if verb == "again":
            self.desk.again(number, sender, arguments.text)
            return Outcome(f"match {number} is played again; all are told")
        told = self.desk.result(number, sender, arguments.name, arguments.text, walkover=verb == "walkover")
        return Outcome(f"match {number}: {told}; all are told")

    def _direct(self, letter: LetterContext, verb: str, held: Competition, arguments: Arguments) -> Outcome:
        sender, names, name = letter.sender, list(arguments.names), held.row.name
        match verb:
            case "start":
                held = self.desk.start(held, sender)
                return Outcome(f"{name} begins", (self.competitions.page(held, sender.zone),))
            case "pair":
                number = self.desk.pair(held, sender, names)
                who = " - ".join(held.names(numbers_of(held, names)))
                return Outcome(f"match {number} begins: {who}")
            case "bye":
                round_ = self.desk.bye(held, sender, names[0], arguments.text)
                (who,) = held.names(numbers_of(held, names))
                return Outcome(f"{who} has a half-point bye in round {round_}; all are told")
            case "replace":
                return Outcome(self.handover.ask(held, sender, names[0], names[1], arguments.text))
            case "extend":
                count = self.desk.extend_round(held, sender, read_length(arguments.words[2]), arguments.text)
                return Outcome(f"more time for {count} {'match' if count == 1 else 'matches'}; all are told")
            case "write":
                return Outcome(f"sent to {self.desk.write(held, sender, arguments.text)} entrants")
            case "director":
                return Outcome(self.directing.ask(held, sender, names[0]))
            case "withdraw":
                out = self.desk.withdraw(held, sender, names[0], arguments.text)
                return Outcome(f"{out} is out of {name}; all are told")
            case _:
                if (asked := self.closing.close(held, sender, arguments.text, letter.dispatch)) is not None:
                    return asked
                page = self.competitions.page(self.competitions.named(name), sender.zone)
                return Outcome(f"{name} is closed", (page,))


class Cup(Named, frozen=True):
    competitions: Competitions

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if not arguments.game:
            return below(self.competitions.listed(letter.sender, "knock-out"))
        (size,) = arguments.words
        if not size.isdecimal():
            raise Refused(f"{size} is not a number of players. Write for example: cup {arguments.game} 8")
        game = letter.context.games.named(arguments.game)
        held = self.competitions.cup(letter.sender, game, int(size), dict(arguments.options))
        told = _entered(self.competitions, letter, held)
        if len(held.entrants) == 1:
            opened = f"{held.row.name} is open. You direct it (help tournament director), and "
            return structs.replace(told, text=f"{opened}{told.text}")
        return told


class _OfOne(Named, frozen=True):
    """A command about one competition."""

    competitions: Competitions

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        """Names with blanks need no quotes, so several words that are none name nothing."""
        if len(text.split()) > 1:
            return self.competitions.unknown(text.strip())
        return super().refusal(letter, text, known)


class Enter(_OfOne, frozen=True):
    entries: Entries
    teams: TeamService

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        held = self.competitions.named(arguments.word)
        if held.plan.teams:
            team = self.teams.own(letter.sender, arguments.options.get("team", ""))
            if not self.entries.add(held, team, letter.sender):
                page = self.competitions.page(held, letter.sender.zone)
                return Outcome(f"{team.name} is in {held.row.name} once its director says yes", (page,))
            return _entered(self.competitions, letter, self.competitions.named(arguments.word))
        return _entered(self.competitions, letter, self.competitions.enter(letter.sender, held))


class Withdraw(_OfOne, frozen=True):
    desk: Desk
    withdrawal: Withdrawal
    teams: TeamService

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        held, sender = self.competitions.named(arguments.word), letter.sender
        number = held.number_of(sender.id)
        if held.plan.teams:
            team = self.teams.own(sender, arguments.options.get("team", ""))
            number = held.number_of_team(team.id)
        if number is None:
            raise Refused(f"You are not in {held.row.name}")
        if held.row.status == "running" and not held.field.find(number).withdrawn:
            return self.withdrawal.ask(held, sender, number, letter.dispatch)
        name = held.name(number)
        why = f"{name} has withdrawn from {held.row.name}."
        self.desk.leave(held, number, f"{name} has withdrawn", why, by=sender)
        who = f"{name} is" if held.plan.teams else "you are"
        return Outcome(f"{who} not in {held.row.name} anymore")


class Ladder(Named, frozen=True):
    competitions: Competitions
    challenges: LadderChallenge

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if not arguments.words:
            return below(self.competitions.listed(letter.sender, "ladder"))
        held = self.competitions.named(arguments.words[0])
        if not arguments.names:
            return below(self.competitions.page(held, letter.sender.zone))
        if held.plan.form != "ladder":
            raise Refused(f"{held.row.name} is not a ladder")
        must_be_played(held)
        asked = self.challenges.ask(held, letter.sender, arguments.name)
        return Outcome(f"{asked} is asked; the match begins with a yes")
