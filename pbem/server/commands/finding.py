"""Commands for finding people to play with: challenge, seek and join, rematch and fork; limits and blocks."""

from msgspec.structs import replace

from pbem.mail.prose import listed
from pbem.play.orders import Refused
from pbem.server.answering.match_options import options_in, without_options
from pbem.server.commands.base import Command
from pbem.server.commands.words import find_player, take_count
from pbem.server.core.terms import read_level
from pbem.server.language.arguments import Arguments, Known, split_options
from pbem.server.language.command_table import BETWEEN
from pbem.server.language.yes_no import is_courtesy
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Outcome, below
from pbem.server.lobby.challenges import check_guests, read_proposal
from pbem.server.lobby.forks import Forks
from pbem.server.lobby.offers import MOST_OPEN, Offers
from pbem.server.lobby.rematches import offer_rematch
from pbem.server.matches.bots import OPEN
from pbem.server.matches.repository import HOUSE
from pbem.server.matches.wants import read
from pbem.server.views.lists import Lists
from pbem.server.views.observers import Observers

MOST_LIMITED = 999  # maximum number of matches that can be set as a limit


class Challenge(Command, frozen=True):
    offers: Offers

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        words, people = text.split(), letter.context.store.people
        plain, _ = split_options(words, known)
        games = [word for word in words if word.lower() in letter.context.games.names]
        if words and people.named(words[0]) is not None and games:
            rest = [word for word in words if word != games[0]]
            return f"The game comes first. Write: challenge {' '.join([games[0], *rest])}"
        if words and (people.named(words[0]) is not None or "@" in words[0]):
            return f"Which game? Write for example: challenge dodgeball {' '.join(words)}"
        if len(plain) == 1 and (game := known.find_game(plain[0])):
            return f"Who should play? For example: challenge {game} ben"
        return super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        people, own = letter.context.store.people, letter.sender.handle
        game = letter.context.games.named(arguments.game)
        known = [name for name in arguments.names if "@" in name or people.named(name) is not None]
        words = " ".join(name for name in arguments.names if name not in known)
        seated = HOUSE in words.lower().split()
        options = dict(option.split("=") for option in options_in(words, game, house=seated))
        left = without_options(words, (game,)).split()
        unknown = [word for word in left if not (word.lower() in BETWEEN or is_courtesy(word))]
        names = [name for name in arguments.names if name in known or name in unknown]
        if not names:
            raise Refused(f"Who should play? For example: challenge {game.name} ben")
        guests = [self.offers.guest(letter.sender, name, game) for name in names]
        handles = [guest if isinstance(guest, str) else guest.handle for guest in guests]
        check_guests(own, handles, game.name)
        house = HOUSE in handles
        proposal = read_proposal(game, options | dict(arguments.options), len(guests) + 1, house=house)
        number, outcome = self.offers.offer(letter, proposal, guests)
        if all(handle == HOUSE for handle in handles):
            return replace(outcome, text=f"match {number} against the house begins")
        others = listed("anybody" if handle == OPEN else handle for handle in handles if handle != HOUSE)
        text = f"match {number}, {game.title}, is offered to {others}; it begins when all have accepted"
        return replace(outcome, text=text)


class Seek(Command, frozen=True):
    offers: Offers
    lists: Lists

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        game, *rest = split_options(text.split(), known)[0] or [""]
        if rest and (found := known.find_game(game)):
            return f"{rest[0]}? To offer a match to somebody write: challenge {found} {rest[0]}"
        return super().refusal(letter, text, known)

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        if not arguments.game:
            return below(self.lists.open_seats(letter.sender))
        game, options = letter.context.games.named(arguments.game), dict(arguments.options)
        players = take_count(options, "players", min(game.players), 64)
        games = take_count(options, "games", 1, MOST_OPEN)
        self.offers.check_open(letter.sender, games)
        reliable = "reliable" if "reliable" in arguments.words else ""
        wants = str(read(f"{options.pop('rating', '')} {reliable}"))
        proposal = replace(read_proposal(game, options, players), wants=wants)
        offers = [self.offers.offer(letter, proposal, [OPEN] * (players - 1)) for _ in range(games)]
        which = " and ".join(f"match {number}" for number, _ in offers)
        text = f"{which}, {game.title}, may be joined by anybody: join {offers[0][0]}"
        sections = tuple(section for _, outcome in offers for section in outcome.sections)
        return replace(offers[-1][1], text=text, sections=sections)


class Join(Command, frozen=True):
    offers: Offers

    def refusal(self, letter: LetterContext, text: str, known: Known) -> str:
        line = f"join {next(iter(self.offers.joinable(letter.sender)), 12)}"
        return f"Write: {line}, or {line} SEAT. What is offered: seek"

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number = arguments.number
        assert number is not None
        outcome = self.offers.join(letter, number, arguments.word)
        waits = f"you play in match {number}; it begins when all seats are taken"
        return replace(outcome, text=waits if outcome.offers else f"match {number} begins")


class Rematch(Command, frozen=True):
    offers: Offers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number = arguments.number
        if number is None and letter.current is None and not letter.turns:
            ended = letter.context.store.matches.of_player(letter.sender.id, ("over",))
            if not ended:
                raise Refused("You have played no match yet. To begin one write: challenge GAME NAME")
            number = ended[-1].id
        return offer_rematch(self.offers, letter, number)


class Fork(Command, frozen=True):
    forks: Forks

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        number, turn = arguments.number, arguments.turn
        if number is None and turn is None and letter.current is None:
            raise Refused(self.spec.how())
        loaded = letter.repository.find(number) if number is not None else letter.find_match()
        if loaded is None:
            raise Refused(f"There is no match {number} that has begun")
        options = dict(arguments.options)
        level = read_level(options, loaded.row.terms.level)
        if options:
            raise Refused(f"{next(iter(options))}=: in a fork you can change only the level of the house")
        first = turn - 1 if turn is not None else None
        return self.forks.fork(letter, loaded, first, arguments.names, level)


class Limit(Command, frozen=True):
    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        company, player, number = letter.context.store.company, letter.sender, arguments.number
        if number is not None and number > MOST_LIMITED:
            raise Refused(f"A limit is {MOST_LIMITED} at most; to have none write: limit off")
        if number is not None or arguments.words:
            company.set_limit(player.id, arguments.game, number)
        limits = company.limits(player.id)
        told = listed(_limit_told(letter, name, most) for name, most in limits.items())
        off = ", ".join(" ".join(filter(None, ("limit", name, "off"))) for name in limits)
        return Outcome(f"you take {told}; to lift that write: {off}" if told else "you have set no limits")


def _limit_told(letter: LetterContext, game: str, most: int) -> str:
    title = letter.context.games.named(game).title if game else ""
    challenges = f"no challenges to {title}" if title else "no challenges"
    already = f" while you play {most} {'match' if most == 1 else 'matches'}{' of it' if title else ''}"
    return f"{challenges} at all" if most == 0 else f"{challenges}{already} already"


class Block(Command, frozen=True):
    observers: Observers

    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        company = letter.context.store.company
        if arguments.name:
            other = find_player(letter, arguments.name)
            if other.id == letter.sender.id:
                raise Refused("You cannot block yourself")
            company.block(letter.sender.id, other.id, True)
            self.observers.separate(letter.sender, other)
        blocked = company.blocked_by(letter.sender.id)
        if not blocked:
            return Outcome("blocked: nobody")
        return Outcome(
            f"blocked: {', '.join(blocked)}; blocked players cannot challenge you, join your offers or write to you,"
            f" and are not told. Matches that you play together go on. To undo it: unblock {blocked[-1]}"
        )


class Unblock(Command, frozen=True):
    def run(self, letter: LetterContext, arguments: Arguments) -> Outcome:
        company = letter.context.store.company
        company.block(letter.sender.id, find_player(letter, arguments.name).id, False)
        return Outcome(f"blocked: {', '.join(company.blocked_by(letter.sender.id)) or 'nobody'}")
