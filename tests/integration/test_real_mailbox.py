"""The game server behind an ordinary mailbox: a real Dovecot and a real Postfix, with `+` and without.

Asked for by PBEM_INTEGRATION=1, which `make integration` sets; skipped with the reason where it cannot be.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from pbem.store import Store
from tests.integration.mailbox_world import ACCOUNTS, MailboxWorld
from tests.integration.world import missing, until

pytestmark = [
    pytest.mark.skipif("PBEM_INTEGRATION" not in os.environ, reason="a real mail system: make integration"),
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("integration"),
]


@pytest.fixture(scope="module")
def world() -> Iterator[MailboxWorld]:
    if reason := missing():
        pytest.skip(reason)
    world = MailboxWorld()
    try:
        world.start()
        for account in ACCOUNTS:
            told = world.setup(account)
            assert ("account+tag arrives" in told) == ACCOUNTS[account]
            world.serve(account)
        yield world
    finally:
        world.stop()


def statuses(world: MailboxWorld, account: str) -> dict[str, int]:
    with closing(Store(world.databases[account])) as store:
        return store.post.counts()


def taken(world: MailboxWorld, account: str) -> int:
    """Number of letters that have come in, whatever became of them."""
    return sum(count for name, count in statuses(world, account).items() if name.startswith("inbox "))


def clear(world: MailboxWorld) -> None:
    """Players' mailboxes are empty."""
    for name in ("ann", "ben"):
        for part in ("new", "cur"):
            for path in (world.root / "homes" / name / part).glob("*"):
                path.unlink()


@pytest.mark.parametrize("account", ACCOUNTS)
def test_players_register_and_begin_a_match_by_answering_mails(world: MailboxWorld, account: str) -> None:
    """Without plus the thread tells what is answered, and who challenges is asked whether they did: nobody vouches for
    From here."""
    clear(world)
    for name in ("ann", "ben"):
        world.write(name, f"register {name.title()}", to=f"{account}@home.example")
        mail = world.wait(name, "answer this mail")
        assert ("+" in str(mail["Reply-To"])) == ACCOUNTS[account]
        assert str(mail["Return-Path"]) == f"<{account}@home.example>"
        world.answer(name, "answer this mail", "yes")
        world.wait(name, "welcome")
    world.answer("ann", "welcome", "challenge dodgeball ben pawns=3 placement=fixed")
    if not ACCOUNTS[account]:
        world.wait("ann", "was this you")
        world.answer("ann", "was this you", "yes")
    world.wait("ben", "challenges you")
    counts = statuses(world, account)
    assert counts.get("inbox failed", 0) == 0
    assert counts.get("inbox duplicate", 0) == 0


def test_killed_and_numbered_anew_each_letter_is_done_once(world: MailboxWorld) -> None:
    """Letters come while the server is dead, and Dovecot loses its index between the kills."""
    account = "games"
    before = taken(world, account)
    for number in range(12):
        world.write("ann", f"help\n\n{number}", to=f"{account}@home.example")
        if number % 4 == 1:
            world.end(account, signal.SIGKILL)
            world.lose_index(account)
            world.serve(account)
    time.sleep(1)

    until(lambda: taken(world, account) >= before + 12, "the letters")
    world.end(account, signal.SIGTERM)
    world.lose_index(account)
    world.serve(account)
    time.sleep(3)
    assert taken(world, account) == before + 12
    assert statuses(world, account).get("inbox duplicate", 0) == 0
    inbox = world.root / "homes" / account
    until(lambda: not list((inbox / "new").glob("*")) + list((inbox / "cur").glob("*")), "an empty inbox")
