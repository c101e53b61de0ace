"""What one letter costs, in statements, calls and files: all are counted, so they are the same on every machine.

Calls are those of the package's own functions and generators. Comprehensions are left out: CPython has run them in
place since 3.12, so the numbers are the same in all versions. Whoever makes a letter cheaper lowers the limits; whoever
needs more has to say here what for.
"""

import gc
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec import Struct, structs

import pbem
from benchmarks.letters import Letters, Post
from benchmarks.stock import PLAYED, open_desk, stock
from pbem.mail.tasks import read_here
from pbem.server.core.letter_tasks import task_of
from pbem.server.ops.application import Application
from pbem.store.rows import Incoming

pytestmark = pytest.mark.sqlite

WARM = 20
"""Letters that are done first: templates, orders and sentences are known by then, as in a server that runs."""

TRIED = 3
"""Letters of a kind of which the cheapest counts: one may be the first to say something, which is then remembered."""

AROUND = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")

IN_PLACE = ("<listcomp>", "<dictcomp>", "<setcomp>")
"""What CPython has called as functions before 3.12."""

_ROOT = str(Path(pbem.__file__).parent)


class Cost(Struct, frozen=True, order=True):
    """What a letter has cost; `files` are those in which a function was called."""

    calls: int
    files: int
    statements: tuple[str, ...]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Application, Letters]]:
    """Matches that are some moves old, each with its own two players."""
    path = tmp_path_factory.mktemp("costs") / "stock.db"
    letters = stock(path, WARM + 2 * TRIED)
    app = open_desk(path)
    for post in islice(letters.moves(range(1, WARM + 1), PLAYED), WARM):
        _do(app, post)
    yield app, letters
    app.store.close()


def _do(app: Application, post: Post) -> Cost:
    """Do a letter that has been read, and count what it takes within the package."""
    calls, statements = list[str](), list[str]()

    def count(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name not in IN_PLACE and code.co_filename.startswith(_ROOT):
            calls.append(code.co_filename)

    with app.store.transaction():
        now, to = app.now(), (post.recipient,)
        number = app.store.post.receive(post.raw, post.sender, to, now)
        incoming = Incoming(number, now, post.sender, to, post.raw, "new", 0, "")
        letter = read_here(task_of(app.config, incoming))
        app.store.db.conn.set_trace_callback(statements.append)
        before = sys.getprofile()
        gc.disable()  # what other tests left lying about is closed at any time: a generator's end is a call
        sys.setprofile(count)
        try:
            assert app.handler.handle(incoming, letter) == "done"
        finally:
            sys.setprofile(before)
            gc.enable()
            app.store.db.conn.set_trace_callback(None)
    wanted = tuple(each for each in statements if not each.startswith(AROUND))
    return Cost(len(calls), len(set(calls)), wanted)


def test_a_move_that_ends_a_turn(desk: tuple[Application, Letters]) -> None:
    """Three orders, dice, two mails."""
    app, letters = desk
    posts = [letters.move(WARM + at, PLAYED) for at in range(1, TRIED + 1)]
    cost = min(_do(app, post) for post in posts)
    assert len(cost.statements) <= 13, "\n".join(cost.statements)
    assert cost.calls <= 660, cost.calls
    assert cost.files <= 80, cost.files


def _with_one_order(post: Post) -> Post:
    first, rest = post.raw.split(b"\r\n\r\n", 1)
    order, quoted = rest.split(b"\r\n", 1)[0], rest.split(b"\r\n\r\n", 1)[1]
    return structs.replace(post, raw=first + b"\r\n\r\n" + order + b"\r\n\r\n" + quoted)


def test_a_reply_within_a_turn(desk: tuple[Application, Letters]) -> None:
    """One order of three, a receipt."""
    app, letters = desk
    posts = [letters.move(WARM + at, PLAYED) for at in range(TRIED + 1, 2 * TRIED + 1)]
    cost = min(_do(app, _with_one_order(post)) for post in posts)
    assert len(cost.statements) <= 8, "\n".join(cost.statements)
    assert cost.calls <= 400, cost.calls
    assert cost.files <= 75, cost.files
