"""pbem player, inbox, outbox, send."""

import base64
import json
import stat
from pathlib import Path

import pytest

from pbem.server.core.config import Config
from pbem.server.ops.server import Server
from tests.cli.conftest import Pbem
from tests.cli.test_root import look_at
from tests.server.office import Office
from tests.server.people.test_bounces import bounce, last_to
from tests.server.running import ANN, maildir, running


def test_players(pbem: Pbem) -> None:
    assert pbem("player", "add", "Ann", "Ann@Example.org").output == "Ann <ann@example.org> is player 1\n"
    assert "Ann or ann@example.org is taken" in pbem("player", "add", "Ann", "ann@example.org", code=1).output
    assert "cannot be a name here" in pbem("player", "add", "1", "x@example.org", code=1).output
    assert "cannot be mailed to" in pbem("player", "add", "Xy", "nowhere", code=1).output
    for command in ("add", "address"):
        refused = pbem("player", command, "Ann", "pbem+x@localhost", code=1).output
        assert refused == "Error: pbem+x@localhost is an address of this server\n"
    assert "ann@example.org" in pbem("player", "list").output
    assert "YOUR MATCHES" in pbem("player", "show", "ANN").output
    shown = json.loads(pbem("player", "show", "ann", "--json").stdout)
    assert (shown["player"], shown["matches"]) == ("Ann", [])
    assert "there is no player Ben" in pbem("player", "show", "Ben", code=1).output
    assert pbem("player", "disable", "ann").output == "Ann is disabled\n"
    assert "disabled" in pbem("player", "list").output
    assert pbem("player", "disable", "ann", "--enable").output == "Ann is enabled\n"
    assert "disabled" not in pbem("player", "list").output


def test_a_player_is_taken_off_for_good_when_that_is_confirmed(pbem: Pbem, played: Office) -> None:
    asked = pbem("player", "remove", "ann", code=1).output
    assert "Match 1, Dodgeball! with Ben: you resign\n" in asked
    assert "Remove ann from this server for good?" in asked
    assert played.store.people.at("ann@example.org") is not None
    assert "Ann has left; the name stays in the records" in pbem("player", "remove", "ann", "--yes").output
    assert "has left" in pbem("player", "list").output
    assert "Ann has left the server for good" in pbem("player", "disable", "ann", "--enable", code=1).output


def test_all_about_a_player_is_exported_and_erased(pbem: Pbem, played: Office, folder: Path) -> None:
    facts = json.loads(pbem("player", "export", "ann").stdout)
    look_at(facts)
    assert [each["address"] for each in facts["addresses"]] == ["ann@example.org"]
    assert "everything about ann is in ann.json" in pbem("player", "export", "ann", "--to", "ann.json").output
    assert json.loads((folder / "ann.json").read_text()) == facts
    assert stat.S_IMODE((folder / "ann.json").stat().st_mode) == 0o600
    asked = pbem("player", "remove", "ann", "--purge", code=1).output
    assert "from this server for good, and erase all their addresses and letters?" in asked
    assert "are erased here" in pbem("player", "remove", "ann", "--purge", "--yes").output
    assert "ann@example.org" not in pbem("outbox", "list", "--limit", 99).output
    assert "are erased here" in pbem("player", "remove", "ann", "--purge", "--yes").output


def test_who_cannot_be_reached_is_seen_and_brought_back(pbem: Pbem, played: Office) -> None:
    for _ in range(3):
        bounce(played, "ann@example.org")
        played.time += 86_400
    assert "mail comes back" in pbem("player", "list").output
    shown = pbem("player", "show", "ann").output
    assert "mail has been bouncing since" in shown
    assert shown.count("failed 5.1.1 smtp; no such user") == 3
    assert len(json.loads(pbem("player", "show", "ann", "--json").stdout)["bounces"]) == 3
    assert pbem("player", "reachable", "ANN").output == "Ann can be reached\n"
    assert "comes back" not in pbem("player", "list").output + pbem("player", "show", "ann").output
    assert "mail reaches Ann: nothing has come back" in pbem("player", "reachable", "ann", code=1).output


def test_reply_addresses_are_revoked(pbem: Pbem, played: Office) -> None:
    old = last_to(played, "ann@example.org")
    assert pbem("player", "revoke", "ann").output == "all reply addresses of Ann are new\n"
    assert pbem("match", "revoke", 1).output == "all reply addresses of match 1 are new\n"
    assert "there is no player Zoe" in pbem("player", "revoke", "Zoe", code=1).output
    assert "there is no match 9" in pbem("match", "revoke", 9, code=1).output
    assert last_to(played, "ann@example.org").reply_to != old.reply_to


def test_who_wants_no_mail_is_seen(pbem: Pbem, played: Office) -> None:
    played.write("ann@example.org", "settings mail off")
    assert "wants no mail" in pbem("player", "list").output
    assert pbem("player", "show", "ann").output.startswith("Ann <ann@example.org>, UTC, wants no mail\n")


def test_no_secret_of_a_match_is_told_by_the_player_list(pbem: Pbem, played: Office) -> None:
    text = pbem("player", "show", "ann", "--json").stdout
    seed = played.find_match().row.seed
    assert seed.hex() not in text
    assert base64.b64encode(seed).decode() not in text


def test_the_inbox(pbem: Pbem, played: Office) -> None:
    rows = json.loads(pbem("inbox", "list", "--json", "--limit", "3").stdout)
    assert len(rows) == 3
    assert {row["status"] for row in rows} == {"done"}
    assert {row["from"] for row in rows} == {"ann@example.org", "ben@example.org"}
    played.store.post.close(
        2, "failed", "Traceback (most recent call last):\n  line\nKeyError: 3\n".replace("Trace", "T")
    )
    assert "KeyError: 3" in pbem("inbox", "list", "--status", "failed").output
    shown = pbem("inbox", "show", 2).output
    assert shown.startswith("failed after 0 attempts\n")
    assert "From: " in shown
    assert "there is no letter 99; see: pbem inbox list" in pbem("inbox", "show", 99, code=1).output
    assert "there is no letter" in pbem("inbox", "show", "9" * 30, code=1).output
    assert pbem("inbox", "retry", 2).output.startswith("letter 2: ")
    assert "letter 2 has not failed" in pbem("inbox", "retry", 2, code=1).output


@pytest.mark.parametrize("box", ["inbox", "outbox"])
def test_the_letters_of_a_player_and_of_a_match(pbem: Pbem, played: Office, box: str) -> None:
    def letters(*only: object) -> list[dict[str, object]]:
        found: list[dict[str, object]] = json.loads(pbem(box, "list", "--json", "--limit", 99, *only).stdout)
        return found

    whose = "from" if box == "inbox" else "to"
    assert {row[whose] for row in letters()} == {"ann@example.org", "ben@example.org"}
    assert {row[whose] for row in letters("--player", "ben")} == {"ben@example.org"}
    of_match = letters("--match", 1)
    assert 0 < len(of_match) < len(letters())
    assert letters("--match", 2) == []
    both = letters("--match", 1, "--player", "ann")
    assert both == [row for row in of_match if row[whose] == "ann@example.org"]
    assert "there is no player zoe" in pbem(box, "list", "--player", "zoe", code=1).output


def test_matches_that_are_over_are_shown_with_their_player(pbem: Pbem, played: Office) -> None:
    pbem("match", "adjudicate", 1, "N>S", "--reason", "late")
    (match,) = json.loads(pbem("player", "show", "ann", "--json").stdout)["matches"]
    assert (match["match"], match["status"]) == (1, "over")


def test_the_outbox(pbem: Pbem, played: Office) -> None:
    number = len(json.loads(pbem("outbox", "list", "--json", "--limit", "999").stdout))
    assert number > 5
    assert "confirm" in pbem("outbox", "list", "--limit", "99").output
    tried = pbem("deliver").output
    merged = json.loads(pbem("outbox", "list", "--status", "merged", "--json").stdout)
    assert tried == f"tried: {number - len(merged)}\n"
    assert pbem("deliver").output == "tried: 0\n"
    assert json.loads(pbem("outbox", "list", "--status", "new", "--json").stdout) == []
    assert len(maildir(Path("mail"), "ann@example.org")) > 2
    asked = pbem("outbox", "retry", 1, code=1).output
    assert "Mail 1 has been sent to ann@example.org. Send it again?" in asked
    assert pbem("deliver").output == "tried: 0\n"
    assert "mail 1 is tried again" in pbem("outbox", "retry", 1, "--yes").output
    assert pbem("deliver").output == "tried: 1\n"
    assert "there is no mail 9999" in pbem("outbox", "retry", 9999, code=1).output


def test_send_against_a_real_server(pbem: Pbem, folder: Path) -> None:
    def work(server: Server, port: int) -> None:
        at = ("--server", f"127.0.0.1:{port}")
        output = pbem("send", "--from", ANN, *at, "register Ann").output
        assert output == f"accepted by 127.0.0.1:{port}; the answer comes by mail\n"
        while not maildir(folder / "mail", ANN):
            pass
        shown = pbem("send", "--from", ANN, *at, "--reply", "--show", "yes").output
        assert "Welcome, Ann!" in shown
        shown = pbem("send", "--from", ANN, *at, "--show", "--subject", "hello", stdin="games\nlist\n").output
        assert "YOUR MATCHES" in shown
        refused = pbem("send", "--from", ANN, *at, "--to", "x@elsewhere.example", "hi", code=1).output
        assert "did not accept it" in refused

    running(Config(listen="127.0.0.1:0"), work)


def test_send_to_nobody(pbem: Pbem) -> None:
    output = pbem("send", "--from", ANN, "--server", "127.0.0.1:1", "help", code=1).output
    assert "the server at 127.0.0.1:1 did not accept it" in output
    assert "Is it running? pbem serve" in output
    assert (
        "there is no mail to answer in mail/ann@localhost"
        in pbem("send", "--from", ANN, "--reply", "x", code=1).output
    )
    assert "is not HOST:PORT" in pbem("send", "--from", ANN, "--server", "x", "help", code=1).output


def test_send_looks_into_maildirs_only_where_mail_goes_there(pbem: Pbem, folder: Path) -> None:
    (folder / "pbem.toml").write_text('relay = "127.0.0.1:1"\n')
    assert "work only with Maildirs" in pbem("send", "--from", ANN, "--show", "help", code=1).output


def test_a_word_to_all_players_is_asked_back(pbem: Pbem, played: Office, folder: Path) -> None:
    """Nothing goes to everybody by a slip."""
    text = folder / "word.txt"
    text.write_text("The server moves.\n")
    asked = pbem("broadcast", "moving", text, stdin="n\n", code=1).output
    assert "The server moves." in asked
    assert "Send this to 2 players?" in asked
    assert "written" not in asked
    for told in ("2 new mails; see", "0 new mails (2 have had this mail already); see"):
        assert told in pbem("broadcast", "moving", "-", "--yes", stdin="The server moves.").output
    assert pbem("outbox", "list").output.count("broadcast") == 2
    assert "the text is empty" in pbem("broadcast", "moving", "-", stdin=" \n", code=2).output


def test_there_must_be_somebody_to_write_to(pbem: Pbem) -> None:
    pbem("player", "add", "Ann", "ann@example.org")
    pbem("player", "disable", "ann")
    assert "there is nobody to write to" in pbem("broadcast", "x", "-", stdin="text", code=1).output


def test_a_long_list_is_shown_page_by_page(pbem: Pbem, played: Office) -> None:
    for number in range(230):
        played.store.people.add(f"zed{number:03}", f"zed{number}@example.org", 0)
    first, whole = (pbem("player", "list", *more).output for more in ([], ["--all"]))
    assert (first.count("zed"), whole.count("zed0"), whole.count("@example.org")) == (2 * 97, 101, 232)
    assert "These are the first 100; --all shows all." in first
    assert "--all" not in whole
    for count, more in ((100, []), (233, ["--all"])):
        assert len(json.loads(pbem("player", "list", "--json", *more).stdout)) == count
