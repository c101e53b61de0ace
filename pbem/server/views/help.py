"""Informative texts: help, lists, rulebooks, the history of a match."""

import functools
import re
from typing import Any

from pbem.mail.markdown import as_mail
from pbem.mail.prose import fill
from pbem.play.game import Game, masked, opening
from pbem.play.orders import Refused, did_you_mean
from pbem.play.requests import Seat
from pbem.server.answering.about import about_of
from pbem.server.answering.questions import answer
from pbem.server.core.context import Service, host_in
from pbem.server.core.games import UnknownGame
from pbem.server.core.times import moment
from pbem.server.language.command_spec import CommandSpec, HelpPage
from pbem.server.language.command_table import CHAPTERS, COMMANDS, command_named
from pbem.server.letters.letter_context import LetterContext
from pbem.server.mailing.mailer import Mailer
from pbem.server.mailing.owners import prompt, tell
from pbem.server.mailing.position import Layout, lay_out, position_for
from pbem.server.matches.examples import example
from pbem.server.matches.repository import LoadedMatch, MatchRepository
from pbem.server.views.lists import Lists
from pbem.server.views.replays import Replays
from pbem.server.views.words import WordPages, game_here, shared
from pbem.store.rows import Player, Preferences

_rulebook = functools.lru_cache(maxsize=16)(as_mail)  # the text of a file that does not change while we run


CONDITIONAL = ("if", "then", "else", "not", "condition")
"""Words under which the help on conditional lines is looked for."""


class HelpPages(Service):
    """What the server can say about itself, its games and its matches."""

    _repository: MatchRepository
    _mailer: Mailer
    _lists: Lists
    _pages: WordPages
    _replays: Replays

    # Help.

    def help(self, letter: LetterContext, topics: list[str]) -> str:
        """The help on a command, a game, or a decision; without a topic, how to begin. Raises `Refused`."""
        if not topics:
            return self._here(letter) or self.start(letter.player)
        if topics[0] in CONDITIONAL:
            return self._conditional(letter, topics[0])
        name = " ".join(topics)
        general = self._general(letter, topics)
        if general:
            told = (
                self._pages.known_here(letter, name)
                if letter.current is not None
                else shared(self._context.templates, name)
            )
            return f"{general}\n{told}" if told else general
        named = topics[0].lower().rstrip("!") in self._context.games.names
        if not named and len(topics) == 1 and (told := self._pages.known_here(letter, name)):
            return told  # before a game whose name begins with it: dodge
        try:
            game = self._context.games.named(topics[0])
        except UnknownGame:
            return self._word_here(letter, name)
        if len(topics) > 1:
            return self._pages.of_game(game, " ".join(topics[1:]), letter)
        return self.game_help(game)

    def _general(self, letter: LetterContext, topics: list[str]) -> str:
        if topics[0] in ("commands", "command", "all"):
            return self.commands(letter.player)
        command = command_named(topics[0])
        if command is not None and topics[0] != "game":
            named = [page for page in command.pages if page.name == "".join(topics[1:2])]
            return self._of_page(command, named[0]) if named else self._of_command(command)
        if topics[0] in ("time", "clock", "clocks", "deadline", "deadlines"):
            return self._context.templates.mail("help_time")
        return ""

    def _conditional(self, letter: LetterContext, word: str) -> str:
        """How conditional lines are written: those of the game of this letter, or else those of all games."""
        here = game_here(letter)
        if here is not None and here.tests:
            told = self._pages.of_game(here, word if word in here.entries else "if", letter)
            return f"{told}\n{self._context.templates.mail('help_condition')}"
        facts = command_named("facts")
        assert facts is not None
        return self._of_command(facts)

    def _of_command(self, command: CommandSpec) -> str:
        games = [game for game in self._context.games if game.teams is not None]
        return self._context.templates.mail("help_command", command=command, games=games)

    def _of_page(self, command: CommandSpec, page: HelpPage) -> str:
        return self._context.templates.mail("help_page", command=command, page=page)

    def _here(self, letter: LetterContext) -> str:
        """What the match of this letter asks of its writer now; "" if it asks nothing, or there is none."""
        loaded = letter.find_match_if_any(letter.current) if letter.player is not None else None
        ask = loaded.match.asks.get(letter.seat(loaded).seat) if loaded is not None else None
        if loaded is None or ask is None:
            return ""
        game, seat = loaded.game, letter.seat(loaded)
        known = ask.name in self._context.templates.decisions(game.name)
        return self._context.templates.mail(
            "help_here",
            number=loaded.number,
            game=game,
            prompt=prompt(self._context.templates, game, ask, loaded.seen_by(seat.seat)),
            decision=self._context.templates.decision(game.name, ask.name).split("\n\n") if known else [],
            example=example(loaded, ask),
            deadlines=self._mailer.standing.deadlines(loaded, seat),
        )

    def commands(self, player: Player | None) -> str:
        """All commands and games, with how a letter is read."""
        return self._context.templates.mail(
            "help",
            player=player,
            joining=self._context.joining,
            chapters=CHAPTERS,
            games=list(self._context.games),
            address=self._context.own_address,
        )

    def start(self, player: Player | None) -> str:
        """What to do now, in short: for players, one thing that they could do next; for strangers, how to join."""
        if player is None:
            return self.first_steps()
        matches = self._store.matches
        rows = matches.of_player(player.id, ("offered", "running"))
        here = filter(self._repository.is_playable, rows)
        mine = [(row, seat) for row in here for seat in matches.seats(row.id) if seat.player == player.id]
        votes = [(row, ballot) for row, _ in mine for ballot in self._lists.open_votes(row, player)]
        return self._context.templates.mail(
            "start",
            player=player,
            votes=votes,
            asked=[row for row, seat in mine if row.status == "running" and seat.since is not None],
            invited=[row for row, seat in mine if row.status == "offered" and seat.status == "invited"],
            plays=bool(rows),
            games={game.name: game.title for game in self._context.games},
        )

    def first_steps(self, handle: str = "ann") -> str:
        """What this is and how to join, for a stranger; `handle` is a name that they could have."""
        return self._context.templates.mail(
            "first_steps",
            joining=self._context.joining,
            games=list(self._context.games),
            address=self._context.own_address,
            handle=handle,
        )

    def game_help(self, game: Game[Any]) -> str:
        """How a game is won, what a turn is, five lines to begin with, its credit, and where to find the rest."""
        return self._context.templates.mail(
            "help_game",
            game=game,
            position=game.picture() is not None,
            overview=self._context.templates.overview(game.name),
            decisions=self._context.templates.decisions(game.name),
        )

    def _word_here(self, letter: LetterContext, name: str) -> str:
        """A word of the game of the match this letter is about; without one, of every game that has an entry for it; or
        the answer to it as to a question. Raises `Refused`."""
        told = self._pages.known_here(letter, name) or answer(name, about_of(letter))
        if told:
            return told
        here = game_here(letter)
        if here is not None:
            return self._pages.of_game(here, name, letter)
        words = [word.name for word in COMMANDS] + self._context.games.names
        hint = (
            did_you_mean(name, words)
            or "There is help on every command and every game; alone it tells how to begin"
        )
        raise Refused(f'There is no help on "{name}". {hint}')

    # Lists.

    def after_match(self, loaded: LoadedMatch) -> str:
        """What to play next, for players who write to a match that is over."""
        return self._context.templates.mail(
            "what_next",
            match=loaded.number,
            game=loaded.game.name,
            games=list(self._context.games),
        )

    # Rules and stories.

    def rules(self, game: Game[Any], wanted: list[str]) -> str:
        """The rulebook of a game as text for a mail, or clauses or a chapter of it. Raises `Refused`."""
        path = self._context.games.rulebook(game)
        if not path.exists():
            raise Refused(f"There is no rulebook of {game.title} here; try: help {game.name}")
        text = path.read_text(encoding="utf-8")
        if not wanted:
            return _rulebook(text)
        if not wanted[0][0].isdecimal():
            return self._chapter(game, text, " ".join(wanted).lower())
        mark = game.name.upper()
        found = []
        for number in wanted:
            clause = re.search(
                rf"^- \*\*{re.escape(mark)}-{re.escape(number)}\*\*.*?(?=^- \*\*|^#|\Z)", text, re.M | re.S
            )
            if clause is None:
                raise Refused(f"{game.title} has no clause {number}")
            found.append(as_mail(clause.group(0)).strip())
        return "\n\n".join(found)

    def _chapter(self, game: Game[Any], text: str, words: str) -> str:
        headings = list(re.finditer(r"^(##+) (.*)$", text, re.M))
        sought = _letters(words) or "?"
        chosen = next((each for each in headings if sought in _letters(each[2])), None)
        if chosen is None:
            titles = [each[2] for each in headings if len(each[1]) < 4]
            hint = did_you_mean(words, titles) or f"Its chapters: {'; '.join(titles)}"
            raise Refused(f'{game.title} has no clause or chapter "{words}". {hint}')
        later = (
            each for each in headings if each.start() > chosen.start() and len(each[1]) <= len(chosen[1])
        )
        end = next(later, None)
        return as_mail(text[chosen.start() : end.start() if end else None]).strip()

    def position(self, loaded: LoadedMatch, seat: Seat | None, preferences: Preferences, turn: int) -> str:
        """The position at the beginning of a turn, as a seat (None: everybody) could know it. Raises `Refused`."""
        then = self._repository.turn_of(loaded, turn)
        view = position_for(loaded.game, loaded.seen_by(seat, loaded.state_at(then)), seat, preferences)
        position = lay_out(view, preferences, Layout(legend=False))
        return f"MATCH {loaded.number} AT THE BEGINNING OF TURN {turn + 1}\n\n{position}"

    def new_board(self, player: Player, game: Game[Any], options: dict[str, str], players: int) -> str:
        """The first position of a match that a player offered with these options. Raises `Refused`."""
        seats = game.seats(options, players)
        names = {seat: player.handle if seat == seats[0] else "anybody" for seat in seats}
        first = opening(game, options, names)
        state = masked(game.decode(first.state, first.version), None)
        view = position_for(game, state, None, player.preferences)
        return f"{game.title.upper()}, AS A MATCH WOULD BEGIN\n\n{lay_out(view, player.preferences)}"

    def history(self, loaded: LoadedMatch, seat: Seat | None, zone: str, until: int | None = None) -> str:
        """What has happened in a match, turn by turn and day by day in a time zone, as its seat (None: everybody) wants
        to be told: what the players have said and offered too, but to them alone. `until` is the number of the first
        event that is not told."""
        first, match = self._replays.since(loaded)
        names, state = match.state.names, masked(match.state, seat)
        known = match.events if until is None else match.events[: until - first.event]
        events = [loaded.game.tell(state, seat, event) for event in known]
        lines = [f"THE STORY OF MATCH {loaded.number}, {loaded.game.title}"]
        if first.number:
            lines += [
                "",
                f"The rules have changed since then, so the story begins at turn {first.number + 1}.",
            ]
        sayings = self._store.watch.sayings(loaded.number) if seat is not None else []
        ended = self._replays.times(loaded)
        told = 0
        for turn in [*match.turns, None]:
            end = len(events) if turn is None else turn.event - first.event
            number = turn.number if turn else match.turn.number + 1
            # Lines said in turns that have been taken back since were said all the same.
            said = [text for at, text in sayings if at == number - 1 or (turn is None and at >= number)]
            if end > told or said:
                day = f", ended on {moment(ended(turn.row), zone).partition(',')[0]}" if turn else ""
                lines += ["", f"Turn {number}{day}"]
                story = [
                    tell(self._context.templates, loaded.game, event, names) for event in events[told:end]
                ]
                lines += [fill(text, "  ", "  ") for text in story]
                if said:  # nobody has noted at which of the events
                    lines += ["  Also in this turn:", *(fill(text, "    ", "  ") for text in said)]
            told = end
        if len(lines) == 1:
            lines += ["", "Nothing has happened yet."]
        if loaded.match.over:
            lines += ["", fill(f"The match is over: {self._mailer.standing.reason(loaded)}.")]
        return "\n".join(lines)

    def dice(self, loaded: LoadedMatch) -> str:
        """The source of a match's dice and, once it is over, every one of them."""
        record = self._repository.record(loaded.number)
        return self._context.templates.mail(
            "dice",
            record=record,
            host=host_in(self._context, loaded.seats),
            rolls=[row for row in record.rows if row.faces] if record.seed else [],
        )


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
