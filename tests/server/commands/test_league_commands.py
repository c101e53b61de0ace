"""Leagues by mail: the commands of managers and commissioners, and `team` as an order of two games."""

import pytest

from tests.server.competitions.competing import go_on
from tests.server.office import Mail, Office, ask, play
from tests.server.outdoors import become, open_office

ANN, BEN, CAT = (f"{name}@example.org" for name in ("ann", "ben", "cat"))


@pytest.fixture
def office() -> Office:
    """Ann, Ben and Cat are players."""
    office = Office()
    for name in ("Ann", "Ben", "Cat"):
        office.register(name)
    return office


def said(office: Office, sender: str, *lines: str) -> str:
    """What the writer of a letter is told, in one line."""
    return play(office, sender, *lines)[sender].flat


def teams_in(office: Office) -> list[str]:
    return [each.handle for each in office.app.competitions.named("Autumn").entrants.values()]


@pytest.fixture
def league(office: Office) -> Office:
    """Ann runs the league Autumn, in which her Owls and Ben's Black Bats play."""
    said(
        office,
        ANN,
        "league new Autumn cap 190 goals=1 pace=3d",
        "team new Owls nightelves",
        "league add owls",
    )
    said(office, BEN, 'team new "Black Bats" widows: 2 hunter, 4 striker, 2 thrower; support: referee, keg 2')
    said(office, BEN, 'league add "black bats" league=autumn')
    assert "Black Bats plays in Autumn" in said(office, ANN, 'league add "Black Bats"')
    return office


@pytest.fixture
def requested(office: Office) -> tuple[Office, Mail]:
    """Ben would like to play in Ann's league; the mail that asks Ann."""
    said(office, ANN, "league new Autumn cap=190 pace=2d policy=forfeit")
    said(office, BEN, "team new Owls nightelves")
    return office, play(office, BEN, "league add owls league=autumn")[ANN]


@pytest.mark.parametrize(
    "text", ["yes", "Ok Ben, gladly", "Yes\n\nCheers, Ann", "league add owls league=autumn"]
)
def test_a_yes_to_a_league_request_lets_the_team_in(requested: tuple[Office, Mail], text: str) -> None:
    office, asked = requested
    for term in ("cap=190", "Time for each move: 2 days.", "When your time is up: you are out."):
        assert term in asked.flat
    office.reply(ANN, asked, text)
    mails = dict(office.mails())
    assert set(mails) == {ANN, BEN}
    assert all("Owls is in Autumn now" in mail.flat for mail in [mails[BEN]])
    assert "Owls" in mails[ANN].flat
    assert teams_in(office) == ["Owls"]


@pytest.mark.parametrize("text", ["no", "No, thank you", "league drop owls"])
def test_a_no_to_a_league_request_is_told(requested: tuple[Office, Mail], text: str) -> None:
    office, asked = requested
    office.reply(ANN, asked, text)
    assert "one side said no" in dict(office.mails())[BEN].flat
    assert teams_in(office) == []
    office.reply(ANN, asked, "yes")
    assert "This answer is no longer needed" in office.mail_to(ANN).flat


def test_a_request_that_stands_is_mailed_once(requested: tuple[Office, Mail]) -> None:
    office, asked = requested
    assert list(play(office, BEN, "league add owls league=autumn")) == [BEN]
    office.reply(ANN, asked, "no")
    office.mails()
    office.time += 60
    assert set(play(office, BEN, "league add owls league=autumn")) == {ANN, BEN}


def test_a_hedge_or_a_yes_of_somebody_else_lets_no_team_in(requested: tuple[Office, Mail]) -> None:
    office, asked = requested
    office.reply(ANN, asked, "Ok, see you Monday")
    assert "Please answer yes or no" in office.mail_to(ANN).subject
    office.reply(BEN, asked, "yes")
    assert teams_in(office) == []


def test_a_manager_is_asked_by_the_commissioner_and_sees_the_terms(office: Office) -> None:
    said(office, ANN, "league new Autumn bank=10d add=12h")
    said(office, BEN, "team new Owls nightelves")
    asked = play(office, ANN, "league add owls")[BEN]
    assert "Time: 10 days at the start, 12 hours more with each move" in asked.flat
    assert "without asking you first" in asked.flat
    office.reply(BEN, asked, "yes")
    assert teams_in(office) == ["Owls"]


def test_a_league_gives_a_day_at_least() -> None:
    office = open_office()
    welcome = become(office, "Ann")
    for texts in ("pace=1h policy=forfeit", "bank=12h add=1h"):
        office.write(ANN, f"league new Autumn {texts}", to=welcome.reply_to)
        assert (
            "Matches of a competition begin without asking, so 1 day is the minimum"
            in office.mail_to(ANN).flat
        )
    office.write(ANN, "league new Autumn pace=1d", to=welcome.reply_to)
    assert "Autumn is open" in office.mail_to(ANN).flat


def test_a_season_by_mail(league: Office) -> None:
    """From founding to the table, with nothing but letters."""
    found = league.app.competitions.named("Autumn").row
    assert (found.options["cap"], found.options["level"], found.terms.add) == ("190", "advanced", 3 * 86_400)
    mails = play(league, ANN, 'league pair Owls "Black Bats"')
    assert sorted(mails) == [ANN, BEN]
    assert "the team is playing match 1; changes when it is over" in said(league, BEN, "team buy potion")
    league.write(BEN, "match 1\nconfirm resign")
    told = {to: mail.flat for to, mail in league.mails() if mail.kind == "result"}
    assert sorted(told) == [ANN, BEN]
    go_on(league)
    assert "1. Owls 1 1 0 0 1:0 3 2. Black Bats 1 0 0 1 0:1 0" in said(
        league, CAT, "league table league=autumn"
    )
    assert "2 potions" not in said(league, BEN, "team buy potion")
    assert "is closed" in said(league, ANN, "league close")


def test_changes_of_a_team(league: Office) -> None:
    """Each by its line, several in one letter; all or nothing."""
    told = said(
        league, BEN, 'team hire hunter as "Black Ida"', "team sell keg", "team buy potion 2", "team cut 3"
    )
    assert "Black Widows may have 2 Hunters" in told
    assert len(league.store.teams.versions(2)) == 1
    told = said(
        league,
        BEN,
        "team hire midfielder as “Ida”",
        "team sell keg",
        "team buy potion 2",
        "team cut 3",
        "team name 1 Uhu",
    )
    assert "Black Bats: Black Widows, worth 140 of 190 points; for all of it write: team sheet" in told
    for words in (
        '9 Midfielder "Ida" is hired.',
        "1 keg sold.",
        "2 potions bought.",
        "3 Striker is cut.",
        "slot 1 is Uhu now.",
    ):
        assert f"done: {words} Black Bats: Black Widows, worth" in told
    told = said(league, BEN, "team sheet")
    for words in (
        "Black Widows, worth 140 of 190 points",
        '1 Hunter "Uhu"',
        '9 Midfielder "Ida"',
        "2 potions",
    ):
        assert words in told
    assert [each.note for each in league.store.teams.versions(2)][1:] == [
        'hire midfielder as "Ida"', "sell keg", "buy potion 2", "cut 3", "name 1 Uhu",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("team cut", "Write: team cut SLOT"),
        ("team hire", 'Write: team hire POSITION [as "NAME"]'),
        ("team learn agile", "Write: team learn SLOT ABILITY"),
        ("team learn 1 agile", "slot 1 has 0 points and 0 abilities: the next comes at 5"),
        ("team sell keg 0", "write: team sell THING [N]"),
        ("team buy 0 keg", "write: team buy THING [N]"),
        ("team fire 3", 'Did you mean "hire"?'),
        ("team sheet Doves", "There is no team Doves"),
        ("team cut 3 team=Owls", "Owls is not your team"),
        ("team new Owls widows", "There is a team Owls already"),
        ("team new Doves crabs", "there is no such list"),
        ("league close", "You run no league"),
        ("league pair owls owls", "You run no league"),
        ("league pair owls owls league=autumn", "You do not run the league Autumn"),
        ("league drop Owls", "Only the manager of Owls and the director of Autumn may do that"),
        ("league new Winter level=basic", "teams of Elfball play with level=advanced"),
        ("league new Winter cap=1", "cap=1: cap may be 90 to 400"),
        ("league table league=Winter", "There is no competition Winter"),
        ("league tabel", 'Did you mean "table"?'),
        ("league table Wide", "Write: league table league=Wide"),
        ('league table "Wide Lands"', 'Write: league table league="Wide Lands"'),
        ("league close Wide Lands", 'Write: league close league="Wide Lands"'),
        ("league add Red Bats", 'Put names with spaces in quotes. Write: league add "Red Bats"'),
        ("league new Wide Lands", 'Put names with spaces in quotes. Write: league new "Wide Lands"'),
        ("league pair Owls Red Bats", "Put names with spaces in quotes."),
        ("team sheet Red Bats", 'Put names with spaces in quotes. Write: team sheet "Red Bats"'),
        ("league table cap=100", "Write: league, or league table"),
    ],
)
def test_what_is_refused(league: Office, line: str, why: str) -> None:
    before = league.dump()
    assert why in said(league, BEN, line)
    assert league.store.teams.versions(1)[0].note in before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("samhaino: 1 horror, 4 hunter, 1 thrower", "Samhaino Horror: only with the option extras=yes"),
        ("gnomes: 1 impcrusher, 5 gnome", "Impcrusher: only with the option extras=yes"),
    ],
)
def test_players_that_a_league_does_not_allow(office: Office, line: str, why: str) -> None:
    """ELFBALL-167, ELFBALL-168: only a league with extras=yes has them."""
    said(office, ANN, f"team new Owls {line}", "league new Autumn", "league new Winter extras=yes")
    assert why in said(office, ANN, "league add Owls league=Autumn")
    assert "Owls plays in Winter" in said(office, ANN, "league add Owls league=Winter")


def test_a_long_line_that_a_mail_program_has_broken(office: Office) -> None:
    """Behind a comma, a semicolon or a colon it goes on below."""
    first = "team new Owls nightelves: 2 hunter, 3 imp, 2 striker; support: referee,"
    told = said(office, ANN, first, "cheerleader 2, keg 1, potion 1")
    assert "Night Elves, worth 130 of 180 points" in told


def test_whoever_has_no_team(league: Office) -> None:
    assert "You have no team. To found one: team new" in said(league, CAT, "team sheet")
    assert "Owls, managed by Ann, in Autumn" in said(league, CAT, "team sheet owls")
    assert "Which league? Write league=NAME" in said(league, CAT, "league table")


def test_help_tells_how_the_lines_go_on(office: Office) -> None:
    text = ask(office, ANN, "help team").text
    assert 'write:  team hire POSITION [as "NAME"]' in text
    assert "write:  team learn SLOT ABILITY" in text


def test_lines_fit_a_mail(office: Office) -> None:
    """74 columns: how lines of teams are written, and the options of a league."""
    options = "lists=all extras=yes wizard=yes star=major double=yes timed=52 goals=3 cap=190"
    for line in ("help team", f"league new Autumn {options}"):
        assert max(map(len, ask(office, ANN, line).text.split("\n"))) <= 74


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("elfball", "team lot"),
        ("elfball", "team gnolls"),
        ("gnomeball", "team troll worgen undead orc* tauren"),
    ],
)
def test_team_is_an_order_too(office: Office, game: str, line: str) -> None:
    """In a match whose game has such lines."""
    office.begin("", "Ben", game=game)
    assert "Write: team" not in said(office, ANN, "match 1", line)
    assert any(row.text.startswith("team") for row in office.log())


def test_the_support_of_a_team_belongs_to_its_line(office: Office) -> None:
    """In a match as in the form of `team new`."""
    office.begin("level=advanced", "Ben", game="elfball")
    play(office, ANN, "match 1", "team widows: 2 hunter, 4 striker; support: keg 1")
    play(office, BEN, "match 1", "team lot")
    assert [row.text for row in office.log() if row.text.startswith("team w")] == [
        "team widows: 2 hunter, 4 striker, 1 keg"
    ]


def test_an_order_and_a_command_with_one_word(league: Office) -> None:
    """In one letter, in an answer to a board, and one behind the other."""
    league.begin("level=advanced", "Ben", game="elfball")
    told = said(league, ANN, "match 1", "team gnolls", "team sheet", "team buy keg")
    assert "Night Elves, worth 170 of 190 points" in told
    assert len(league.find_match().match.answered) == 1
    told = said(league, BEN, "match 1", "team lot; always keg no")
    assert not {ask.name for ask in league.find_match().match.asks.values()} & {"team"}


def test_a_sentence_that_begins_so_spoils_nothing(league: Office) -> None:
    """Beside an order it is refused by itself."""
    boards = league.begin()
    sender = league.asked()
    assert league.reply(sender, boards[sender], "done\n\nTeam spirit is high over here!") == "done"
    assert "> done done" in league.mail_to(sender).flat
