"""O8: a letter that takes the whole process down is tried three times, then set aside, and the host is told."""

from pathlib import Path

import pytest

from pbem.server.core.config import Config
from pbem.server.ops.readings import MAX_ATTEMPTS
from pbem.store import Store
from tests.cli.conftest import Pbem, folder, pbem
from tests.operation.parts import KILLED, Part, serve_poisoned
from tests.operation.sending import post_until_taken, until
from tests.server.running import ANN, BEN, free_port, letter, maildir

__all__ = ["folder", "pbem"]  # fixtures
POISON = b"a letter from hell"


def test_o08_a_letter_that_kills_the_server(pbem: Pbem, folder: Path) -> None:
    """It has been accepted once; those that came after it are done all the same."""
    port = free_port()
    config = Config(db=str(folder / "games.db"), listen=f"127.0.0.1:{port}", maildir=str(folder / "mail"))
    with Part(serve_poisoned, config, POISON) as first:
        post_until_taken(port, letter(ANN, "help", 1), ANN)
        post_until_taken(port, letter(BEN, POISON.decode(), 2), BEN)
        assert first.wait() == KILLED
    for _ in range(MAX_ATTEMPTS):
        with Part(serve_poisoned, config, POISON) as again:
            assert again.wait() == KILLED
    with Part(serve_poisoned, config, POISON) as last:
        post_until_taken(port, letter(ANN, "list", 3), ANN)
        until(lambda: len(maildir(folder / "mail", ANN)) == 2)
        assert last.stop() == 0
    assert maildir(folder / "mail", BEN) == []
    store = Store(config.db)
    assert [row.status for row in store.post.inbox(None, 10)] == ["done", "failed", "done"]
    store.close()
    assert "given up after 3 tries" in pbem("inbox", "show", 2).output
    assert "inbox failed" in pbem("doctor", code=1).output


@pytest.mark.parametrize("word", ["failed"])
def test_o08_the_host_finds_it_among_the_others(pbem: Pbem, folder: Path, word: str) -> None:
    store = Store(folder / "games.db")
    for number in range(3):
        store.post.receive(letter(ANN, "help", number), ANN, ("pbem@localhost",), 1)
    store.post.close(2, word, "given up after 3 tries")
    store.close()
    lines = pbem("inbox", "list", "--status", word).output
    assert "given up after 3 tries" in lines
    assert pbem("inbox", "retry", 2).exit_code == 0
    assert "given up" not in pbem("inbox", "list").output
