"""Every word that a mail of a game uses is explained by `help WORD`; the words are taken from the games themselves."""

import re

import pytest

from pbem.mail.prose import fill
from pbem.play.game import LEVELS
from pbem.play.glossary import find_word
from pbem.play.orders import Unreadable
from pbem.server.core.terms import POLICIES
from pbem.server.language.command_table import COMMANDS, command_named
from pbem.server.language.glossary import SHARED, is_lost, topics_of
from pbem.server.lobby.challenges import OF_EVERY_MATCH
from tests.games.ours import OURS
from tests.games.vocabulary import vocabulary
from tests.server.office import TEMPLATES, Mail, Office, answer, ask

ANN = "ann@example.org"

# Closed classes: articles, pronouns, prepositions, conjunctions, auxiliaries, numerals. No sentence is without them.
_CLOSED = """
    where when how a an the this that these those it its they their them there here who which what everybody nobody
    other others one ones another some any each every either both again also only just now more less few many several
    at by for from in into of off on onto over to up down with without above below beside between before after
    and or but not if than then as so yet is are was be been being has have had can cannot may must will do does
    two three four five six seven eight nine ten second third
"""
# What remains, whoever looks, what one does with a mail and with a die: as everybody says it.
_PLAIN = "left sees write roll rolled"
SMALL = frozenset((_CLOSED + _PLAIN).split())
"""Exceptions: they need no entry, though some have one where a game means something by them."""


@pytest.fixture(scope="module")
def boards() -> dict[str, tuple[Office, Mail]]:
    """For each game a match, and a mail that asks Ann something."""
    found = {}
    for game in OURS:
        office = Office()
        mails = office.begin("", game=game)
        found[game] = office, mails[ANN]
    return found


@pytest.mark.parametrize("name", OURS)
def test_every_word_of_a_game_has_help(boards: dict[str, tuple[Office, Mail]], name: str) -> None:
    """Of its forms, options, decisions, facts, and of what boards, lists, legends and sheets say; asked in a match."""
    office, board = boards[name]
    words = [word for word in vocabulary(name) if word not in SMALL or word in OURS[name].entries]
    lacking = []
    for start in range(0, len(words), 20):
        some = words[start : start + 20]
        told = answer(office, ANN, board, "\n".join(f"help {word}" for word in some)).text
        office.time += 3600  # nobody asks so much at once
        lacking += [word for word in some if not _is_explained(name, word, told)]
    assert {word: vocabulary(name)[word] for word in lacking} == {}


def _is_explained(game: str, word: str, told: str) -> bool:
    """Whether a mail has an entry for a word (or what it is the plural of), or for the decision of that name."""
    title = re.escape(OURS[game].title)
    single = {
        word,
        *(word.removesuffix(ending) + one for ending, one in (("s", ""), ("es", ""), ("ies", "y"))),
    }
    return any(
        re.search(rf"^({title}, {re.escape(each)}:|{re.escape(each)}, on this server:)", told, re.MULTILINE)
        for each in single
    )


def test_every_word_of_all_games_has_help() -> None:
    """Terms of a match, steps of a policy, levels of the house, and what forms of commands have in capitals."""
    usage = " ".join(form for command in COMMANDS for form in command.usage)
    shown = re.findall(r"(?:[A-Z]+#)?#?[A-Z]{2,}", usage)
    words = {*OF_EVERY_MATCH, *POLICIES, *LEVELS, *(word.lower() for word in shown)}
    assert sorted(words - {*SHARED}) == []


@pytest.mark.parametrize(
    "word", ["pace", "policy", "nag", "vote", "vacation", "house", "order", "deadline", "draw"]
)
def test_words_of_all_games_in_and_out_of_a_match(office: Office, word: str) -> None:
    """Beside the help on a command of that name."""
    office.begin()
    told = ask(office, ANN, f"help {word}").flat
    assert "refused" not in told
    assert f"{word}, on this server:" in told or word == "deadline"


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        (
            "gnomeball",
            "What is a copperback?",
            "The one character of a team that may toss the gnome forwards",
        ),
        ("gnomeball", "what does 'hunt' mean?", '"A3 hunt holder" goes for the enemy'),
        ("elfball", "what's a preset?", "Several options in one word"),
        ("slargeball", "what are Goal Zones?", "In front of each end lies the Goal Zone"),
        ("toxic-gnome", "what does danger zone mean", "the next run takes them away"),
        ("toxic-gnome", "what is a red tile?", "may be laid one space out of line"),
        ("gnomeball", "what is a googly?", "Nothing in Gnomeball is called googly"),
        ("dodgeball", "how do I pass?", "S1 pass S2"),
        ("dodgeball", "How can i throw a ball", "S1 throw N2"),
        ("dodgeball", "how do I use the dice?", "dice"),
        ("elfball", "how does a tackle work?", "tackle l23"),
        ("dodgeball", "how do I resign?", "give a match up"),
        ("dodgeball", "how do I play?", "Place your 5 pawns"),
        ("elfball", "i dont understand this", "Name your team"),
        ("dodgeball", "What is the pace?", "The time for each move"),
        ("dodgeball", "how far can I throw?", "throws a ball at an opponent no farther"),
        ("dodgeball", "can I throw twice", "DODGEBALL-"),
        ("dodgeball", "what is a clean hit?", "throws a ball at an opponent"),
        ("toxic-gnome", "how do I form a word?", "word TAFFY"),
        ("gnomeball", "how do I score?", "A Gnomedown is worth 8 points"),
        ("slargeball", "how do I throw the ball?", "T1 fling N2"),
        ("elfball", "how do I win?", "The first to score 1 goal wins"),
        ("elfball", "what next?", "Name your team"),
    ],
)
def test_a_question_is_answered(
    boards: dict[str, tuple[Office, Mail]], game: str, question: str, told: str
) -> None:
    office, board = boards[game]
    office.time += 3600
    mail = answer(office, ANN, board, question)
    assert told in mail.flat
    assert mail.subject.split(" - ")[1].startswith("answer")


@pytest.mark.parametrize(
    "line",
    [
        "what is this?",
        "what's up?",
        "what is your plan for the weekend?",
        "what a throw!",
        "how do you do?",
        "how are you",
        "How about that?",
        "I don't understand why you did that",
    ],
)
def test_other_questions_are_none_of_ours(line: str) -> None:
    known = {*SHARED, *(word for game in OURS.values() for word in game.entries)}
    assert not known.intersection(topics_of(line))
    assert not is_lost(line)


def test_the_example_is_from_the_readers_own_match() -> None:
    """What the list says of the word, and a line that could be sent."""
    office = Office()
    board = office.begin("", game="gnomeball")[ANN]
    office.reply(ANN, board, "team tauren orc* troll human goblin; home a1; done")
    office.write("ben@example.org", "team tauren orc troll* human goblin; home j10; done")
    mail = dict(office.mails())[office.asked()]
    seat = next(iter(office.find_match().match.asks))
    told = answer(office, office.asked(), mail, "help copperback").flat
    assert "In match 1: A Ann: A1 Tauren; A2 Orc *; " in told
    assert "B3 Troll *; " in told
    told = answer(office, office.asked(), mail, "help fetch").flat
    assert re.search(rf"A line that you could send now: e.g. {seat}\d fetch ", told)


def test_no_word_is_suggested() -> None:
    """TOXIC-GNOME-20: a line that could be sent is one that prompts may show, too."""
    office = Office()
    board = office.begin("", game="toxic-gnome")[ANN]
    office.reply(ANN, board, "start c")
    office.write("ben@example.org", "start d")
    mail = dict(office.mails())[office.asked()]
    told = answer(office, office.asked(), mail, "help word\nhelp step").flat
    assert told.count("A line that you could send now:") == 1
    assert "A line that you could send now: e.g. step right" in told


SENTENCES = 5
"""Maximum number of sentences of an entry, besides list items."""


@pytest.mark.parametrize("name", [*OURS, "all"])
def test_entries_are_short_and_have_an_example(name: str) -> None:
    """One to five sentences; an example stands in quotes, as an option, or behind a word that says so."""
    entries = SHARED if name == "all" else OURS[name].entries
    for word, told in entries.items():
        text = " ".join(line for line in told if not line.startswith("  "))
        sentences = re.findall(r"[.?!:](?=\s|$)", re.sub(r'"[^"]*"|\be\.g\.', "x", text))
        assert len([each for each in sentences if each != ":"]) <= SENTENCES, word
        assert re.search(
            r'"|=|\d|\b(?:for example|such as|as in|an example)\b', " ".join(told), re.IGNORECASE
        ), word


@pytest.mark.parametrize("name", OURS)
def test_no_line_reads_as_an_order(name: str) -> None:
    """Somebody's mail program may lose the marks of a quotation."""
    for word, told in OURS[name].entries.items():
        for line in "\n".join(map(fill, told)).split("\n"):
            with pytest.raises(Unreadable):
                pytest.fail(f"{word}: {OURS[name].read(line.strip())}")


def test_no_line_of_shared_words_reads_as_an_order_or_a_command() -> None:
    """In any game."""
    for word, told in SHARED.items():
        for line in "\n".join(map(fill, told)).split("\n"):
            for game in OURS.values():
                with pytest.raises(Unreadable):
                    pytest.fail(f"{word}: {game.read(line.strip())}")


HELP_LINES = 60
"""Maximum number of lines of the help on a game."""


@pytest.mark.parametrize("name", OURS)
def test_the_help_on_a_game_is_short(office: Office, name: str) -> None:
    """How to win, a turn, and five lines to begin with; the rest has names, and is there under each."""
    game = OURS[name]
    office.register("Ann")
    told = (
        ask(office, ANN, f"help {name}")
        .text.partition("done: see below")[2]
        .rpartition("Answer this mail")[0]
    )
    assert 20 < len(told.strip().split("\n")) <= HELP_LINES
    assert len(game.basics) == 5
    assert all(f"  write:  {form} " in told for form in game.basics)
    for part in re.findall(rf"help {name} ([a-z]+):", told):
        assert f"{game.title.upper()}, " in ask(office, ANN, f"help {name} {part}").text, part
    orders = ask(office, ANN, f"help {name} orders").text
    assert all(f"  write:  {form}" in orders for form in game.forms)
    options = ask(office, ANN, f"help {name} options").flat
    first = game.options[0]
    assert (
        not first.values or f"house {first.name}={first.default}" not in options
    )  # an example that changes something
    assert all(f"{option.name}={option.default} by default" in options for option in game.options)


@pytest.mark.parametrize("name", OURS)
def test_every_form_says_what_it_does(name: str) -> None:
    """How short, the kit says."""
    assert set(OURS[name].forms) == set(OURS[name].meanings)


@pytest.mark.parametrize("name", OURS)
def test_one_language_of_conditions_is_taught(boards: dict[str, tuple[Office, Mail]], name: str) -> None:
    """A game that has conditions of its own teaches these, and names the conditional lines of all games once."""
    office, board = boards[name]
    office.time += 3600
    told = answer(office, ANN, board, f"help if\nhelp {name} orders").flat
    own = bool(OURS[name].tests)
    assert own == any("if" in form.split() for form in OURS[name].forms)
    assert not own or sum(line.startswith("  ") for line in OURS[name].entries["if"]) >= 5
    assert told.count("if FACT is VALUE then") == (0 if own else 1)
    assert ("FACTS: what conditional lines can ask about" in told) == (not own)
    assert told.count("help facts") == int(own)


@pytest.mark.parametrize("name", OURS)
def test_what_texts_refer_to_is_there(name: str) -> None:
    """`help slargeball kinds`, `help coach`: in the help on a game, its decisions and its entries."""
    game = OURS[name]
    texts = [TEMPLATES.overview(name), *(TEMPLATES.decision(name, each) for each in game.decisions)]
    texts += [line for told in game.entries.values() for line in told]
    for text in texts:
        for word in re.findall(rf"\bhelp (?:{name} )?([a-z-]+)", " ".join(text.split())):
            known = word in (*game.entries, *game.decisions, *OURS, *SHARED, "time", "commands")
            assert known or command_named(word) is not None, (word, text)


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("word", ["win", "lose", "turn", "move"])
def test_a_game_knows_the_words_of_those_who_are_new_to_it(name: str, word: str) -> None:
    """Asked in its match, another game would answer otherwise."""
    assert find_word(OURS[name].entries, word)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dodgeball", "hit scoop aim miss throw pass catch"),
        ("elfball", "score throw catch intercept pass tackle hit charge slip run"),
        ("gnomeball", "score throw kick catch damage harm hurt attack"),
        ("slargeball", "score throw pass catch hit faint fumble out senseless"),
        ("toxic-gnome", "form trace climb"),
    ],
)
def test_a_game_knows_what_its_story_tells_and_players_ask_for(name: str, words: str) -> None:
    """`N1 scoops up ball 2`, `A3 takes 2 damage`: whoever asks what that is is told of this game."""
    assert [word for word in words.split() if not find_word(OURS[name].entries, word)] == []
