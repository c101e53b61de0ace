"""Leagues and their teams on the server: who may do what, that each result counts once, and what managers are told."""

from pathlib import Path
from typing import Any

import pytest

from pbem.competitions import forms
from pbem.play.game import Game
from pbem.play.orders import Refused
from pbem.server.admin import acts, host
from pbem.server.competitions.pages import Competition
from pbem.server.mailing.mailer import MatchNews
from pbem.server.settling.settling import Telling
from pbem.store import Store
from pbem.store.rows import Player, TeamRow
from tests.games.ours import OURS
from tests.server.office import Mail, Office

LEAGUE = {"form": "open", "teams": "yes", "asks": "yes"}


class Season:
    """A server with players Ann, Ben and Cleo, who each have a team, in Ann's league."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        self.office = Office(path=path)
        self.app, self.store = self.office.app, self.office.store
        self.game: Game[Any] = self.app.games.named("elfball")
        self.ann, self.ben, self.cleo = (
            host.add_player(self.app, name, f"{name.lower()}@example.org") for name in ("Ann", "Ben", "Cleo")
        )
        with self.store.transaction():
            opened = self.app.competitions.open(self.ann, self.game, "Autumn", {**LEAGUE, "cap": "190"})
            self.app.desk.start(opened, self.ann)
            for player, name, line in (
                (self.ann, "Owls", "nightelves"),
                (self.ben, "Black Bats", "widows"),
                (self.cleo, "Cats", "gnolls"),
            ):
                self.app.entries.add(self.league, self.app.teams.found(player, self.game, name, line), None)
        self.office.mails()

    @property
    def league(self) -> Competition:
        return self.app.competitions.named("autumn")

    def team(self, name: str) -> TeamRow:
        return self.app.teams.named(name)

    def pair(self, home: str = "Owls", away: str = "Black Bats") -> int:
        """A match between two teams."""
        with self.store.transaction():
            return self.app.desk.pair(self.league, self.ann, [home, away])

    def refusal(self, *what: Any, by: Any = None) -> str:
        """Why something is refused."""
        with pytest.raises(Refused) as told, self.store.transaction():
            by(*what)
        return str(told.value)

    def mails(self, kind: str) -> dict[str, Mail]:
        """The new mails of a kind, by the handle of their readers."""
        return {address.partition("@")[0]: mail for address, mail in self.office.mails() if mail.kind == kind}

    def table(self) -> list[tuple[str, int, int]]:
        """The table: each team, its matches and its points; those level by name."""
        self.app.rounds.run()
        held = self.league
        lines = sorted(
            forms.table(held.plan, held.field), key=lambda line: (line.place, held.name(line.number))
        )
        return [(held.name(line.number), line.played, int(line.points)) for line in lines]


@pytest.fixture
def season() -> Season:
    return Season()


def test_a_match_of_a_league(season: Season) -> None:
    """Both teams take the field as they are, without being named again, and the match counts when it is over."""
    number = season.pair()
    loaded = season.office.find_match(number)
    assert (loaded.match.state.lists, loaded.match.state.cap) == ({"N": "nightelves", "S": "widows"}, 190)
    assert [ask.name for ask in loaded.match.asks.values()] == ["setup"]
    mails = season.mails("match")
    assert "Autumn: Owls - Black Bats." in mails["ann"].flat
    assert sorted(mails) == ["ann", "ben"]
    assert season.team("Owls").match == number
    assert season.office.reply("ben@example.org", mails["ben"], "confirm resign") == "done"
    assert season.table() == [("Owls", 1, 3), ("Cats", 0, 0), ("Black Bats", 1, 0)]
    assert season.team("Owls").match == 0
    assert host.check(season.app) == []
    told = season.mails("result")
    assert sorted(told) == ["ann", "ben"]
    assert "Match 1 of Autumn is over: Owls against Black Bats. You won, 1 to 0." in told["ann"].flat
    assert "1 Hunter: 1 experience point, 1 in all." in told["ann"].flat
    assert "You conceded, 0 to 1." in told["ben"].flat
    assert "Your team is worth 165 of 190 points." in told["ben"].flat
    assert "e.g. team buy potion" in told["ben"].flat


def test_a_result_counts_once(season: Season) -> None:
    """Whoever ends a match again, or takes it over again, changes nothing."""
    number = season.pair()
    acts.adjudicate(season.app, number, "S>N", "weather")
    before = season.table()
    assert before[0] == ("Black Bats", 1, 3)
    versions = season.store.teams.versions(season.team("Owls").id)
    assert [each.note for each in versions] == ["new Owls nightelves", f"match {number}"]
    loaded = season.office.find_match(number)
    with season.store.transaction():
        season.app.settling.publish(loaded, Telling(MatchNews()))
    assert season.table() == before
    assert season.store.teams.versions(season.team("Owls").id) == versions


def test_a_crash_before_the_commit_counts_nothing(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is stored with the end of the match or not at all; done again, it counts once."""
    number = season.pair()
    mail = season.mails("match")["ben"]
    keep = season.app.repository.keep

    def crash(*what: Any, **more: Any) -> None:
        keep(*what, **more)
        raise MemoryError

    monkeypatch.setattr(season.app.repository, "keep", crash)
    with pytest.raises(MemoryError):
        season.office.reply("ben@example.org", mail, "confirm resign")
    assert season.table() == [("Black Bats", 0, 0), ("Cats", 0, 0), ("Owls", 0, 0)]
    assert season.team("Owls").match == number
    monkeypatch.undo()
    season.office.reply("ben@example.org", mail, "confirm resign")
    assert season.table()[0] == ("Owls", 1, 3)
    assert sorted(season.mails("result")) == ["ann", "ben"]


def test_a_fork_counts_for_nothing(season: Season) -> None:
    """It is another match, of no league, though it begins with the same teams."""
    number = season.pair()
    acts.adjudicate(season.app, number, "N=S", "rain")
    assert season.office.write("ann@example.org", f"fork {number}#1 ben") == "done"
    fork = max(row.id for row in season.store.matches.all())
    assert season.office.write("ben@example.org", f"accept {fork}") == "done"
    assert season.office.find_match(fork).match.state.team("S")
    acts.adjudicate(season.app, fork, "N>S", "sun")
    assert season.table() == [("Black Bats", 1, 1), ("Owls", 1, 1), ("Cats", 0, 0)]
    assert host.check(season.app) == []


def test_an_undo_before_the_end_counts_for_nothing(season: Season) -> None:
    """What is taken back has never been the team's; after the end nothing can be taken back."""
    number = season.pair()
    loaded = season.office.find_match(number)
    seat = next(iter(loaded.match.asks))
    with season.store.transaction():
        loaded.match.answer_automatically(seat)
        season.app.settling.publish(loaded, Telling(MatchNews()))
    acts.undo(season.app, number)
    assert len(season.store.teams.versions(season.team("Owls").id)) == 1
    acts.adjudicate(season.app, number, "N>S", "rain")
    with pytest.raises(Refused, match="is over"):
        acts.undo(season.app, number)


def test_one_match_at_a_time(season: Season) -> None:
    """And only teams of the league, of different managers, while it is open."""
    number = season.pair()

    def pair(*teams: str) -> None:
        season.pair(*teams)

    assert season.refusal("Owls", "Cats", by=pair) == f"Owls is playing match {number}; one match at a time"
    with season.store.transaction():
        season.app.entries.drop(season.league, season.team("Cats"), season.cleo)
        season.app.teams.found(season.ann, season.game, "Doves", "wind")
        season.app.entries.add(season.league, season.team("Doves"), season.ann)
    assert season.refusal("Cats", "Doves", by=pair) == "Cats has withdrawn"
    acts.adjudicate(season.app, number, "N>S", "rain")
    assert "Ann manages both teams" in season.refusal("Owls", "Doves", by=pair)
    with season.store.transaction():
        season.app.desk.close(season.league, season.ann, "winter has come")
    assert season.refusal("Owls", "Black Bats", by=pair) == "Autumn is not being played anymore"


def test_changes_wait_for_the_end_of_a_match(season: Season) -> None:
    """The team is frozen while it plays."""
    number = season.pair()
    frozen = f"the team is playing match {number}; changes when it is over"
    assert season.refusal(season.team("Owls"), "buy", "potion", by=season.app.teams.change) == frozen
    acts.adjudicate(season.app, number, "N>S", "rain")
    with season.store.transaction():
        changed = season.app.teams.change(season.team("Owls"), "buy", "potion")
        assert "2 potions" in "".join(season.app.teams.sheet(changed))


def test_both_sides_agree_on_a_team(season: Season) -> None:
    """A commissioner cannot bring in somebody's team alone, nor a manager theirs; the second word makes it so."""
    add, found = season.app.entries.add, season.app.teams.found
    with season.store.transaction():
        found(season.ben, season.game, "Doves", "wind")
        assert not add(season.league, season.team("Doves"), season.ann)
        assert not add(season.league, season.team("Doves"), season.ann)
    mail = season.mails("league")["ben"]
    assert "Ann would like your team Doves to play in Autumn." in mail.flat
    assert "e.g. league add Doves league=Autumn" in mail.flat
    refused = season.refusal(season.league, season.team("Doves"), season.cleo, by=add)
    assert refused == "Only the manager of Doves and the director of Autumn may do that"
    with season.store.transaction():
        assert add(season.league, season.team("Doves"), season.ben)
        found(season.cleo, season.game, "Eels", "sarcos")
        assert not add(season.league, season.team("Eels"), season.cleo)
    mails = season.mails("league")
    assert "Cleo would like to enter Eels in Autumn, which you direct." in mails["ann"].flat
    assert season.refusal(season.league, season.team("Owls"), season.ann, by=add).startswith("Owls plays in")
    with season.store.transaction():
        season.app.desk.withdraw(season.league, season.ann, "Doves", "no player")
    assert "Ann has taken Doves out: no player." in season.mails("competition")["ben"].flat


def test_a_league_that_is_closed(season: Season) -> None:
    """What is being played still counts; managers are told."""
    number = season.pair()
    with season.store.transaction():
        season.app.desk.close(season.league, season.ann, "winter has come")
    assert sorted(season.mails("competition")) == ["ann", "ben", "cleo"]
    acts.adjudicate(season.app, number, "N>S", "rain")
    assert season.table() == [("Owls", 1, 3), ("Black Bats", 1, 0), ("Cats", 0, 0)]
    assert "Over. Winner: Owls." in season.app.competitions.page(season.league, "UTC")
    assert season.team("Cats").competition is None


def test_what_a_league_refuses(season: Season) -> None:
    """Names taken, options that do not fit, games without teams."""
    open_, found = season.app.competitions.open, season.app.teams.found
    game, dodgeball = season.game, season.app.games.named("dodgeball")
    for texts, why in (
        ({"level": "basic"}, "level=basic: teams of Elfball play with level=advanced"),
        ({"cap": "9"}, "cap=9: cap may be 90 to 400"),
        ({"pace": "never"}, "is not a length of time"),
    ):
        assert why in season.refusal(season.ben, game, "Winter", {**LEAGUE, **texts}, by=open_)
    assert season.refusal(season.ben, game, "Autumn", dict(LEAGUE), by=open_).startswith(
        "There is a competition Autumn"
    )
    assert season.refusal(season.ben, game, "owls", "wind", by=found).startswith("There is a team owls")
    assert season.refusal(season.ben, game, "1st", "wind", by=found).startswith('"1st" cannot be a name')
    for name in ("confirm resign 1", "Leave server", "yes", "accept 3"):
        assert "has a meaning for this server" in season.refusal(season.ben, game, name, "wind", by=found)
        assert "has a meaning for this server" in season.refusal(
            season.ben, game, name, dict(LEAGUE), by=open_
        )
    assert "sounds like the server" in season.refusal(season.ben, game, "pbem server", "wind", by=found)
    assert season.refusal(season.ben, dodgeball, "Doves", "", by=found).endswith("no teams and no leagues")
    assert season.refusal("Owlz", by=season.team) == 'There is no team Owlz. Did you mean "Owls"?'


@pytest.mark.sqlite
def test_leagues_are_in_backups(tmp_path: Path) -> None:
    """Records lie in the database, beside players and matches."""
    season = Season(tmp_path / "games.db")
    number = season.pair()
    acts.adjudicate(season.app, number, "S>N", "rain")
    season.store.backup(tmp_path / "copy.db")
    copy = Store(tmp_path / "copy.db", must_exist=True)
    assert copy.problems() == []
    assert [seat.outcome is not None for seat in copy.teams.seats(number)] == [True, True]
    copy.close()


def test_a_stored_result_that_its_log_does_not_lead_to_is_found(season: Season) -> None:
    """`pbem check` works out each result anew."""
    number = season.pair()
    acts.adjudicate(season.app, number, "S>N", "rain")
    assert host.check(season.app) == []
    season.store.db.execute("UPDATE team_seats SET outcome = x'7b7d' WHERE seat = 'N'")
    assert host.check(season.app) == [f"match {number}: what it has brought N is not what the log leads to"]


def test_a_manager_who_has_left(season: Season) -> None:
    """Their team stays in the table, but is not paired anymore; what it plays is conceded."""
    season.pair()
    host.remove_player(season.app, "Ben")
    assert season.table()[0] == ("Owls", 1, 3)
    refused = season.refusal("Cats", "Black Bats", by=lambda *t: season.pair(*t))
    assert refused == "Black Bats has withdrawn"


def test_every_game_with_teams_says_how_its_lines_are_written() -> None:
    """`help team` shows them."""
    games = [game for game in OURS.values() if game.teams]
    assert [game.name for game in games] == ["elfball"]
    for game in games:
        assert game.teams is not None
        assert all(form.startswith("team ") for form in game.teams.forms)


def test_players_are_told_apart(season: Season) -> None:
    """A team is the only one of its manager, or it must be named."""

    def own(player: Player, name: str = "") -> str:
        return season.app.teams.own(player, name).name

    assert own(season.ben) == "Black Bats"
    assert season.refusal(season.ben, "Owls", by=own) == "Owls is not your team"
    with season.store.transaction():
        season.app.teams.found(season.ben, season.game, "Doves", "wind")
    assert season.refusal(season.ben, by=own) == (
        'Which team? Write team="Black Bats" or team=Doves at the end of the line'
    )
    assert own(season.ben, "doves") == "Doves"
