"""B39: the same match with other secrets of one player: nobody else's mail differs. See `tests.operation.twins`.

A few runs that are always the same; with PBEM_KILLS, for each game a third of that many, which follow from PBEM_SEED.
"""

import os
import time

import pytest

from tests.games.ours import OURS
from tests.operation.twins import run_twins

KILLS = int(os.environ.get("PBEM_KILLS", "0"))
SEED = os.environ.get("PBEM_SEED", str(time.time_ns()) if KILLS else "twins")
FEW = 3

pytestmark = [pytest.mark.sqlite, pytest.mark.slow, pytest.mark.timeout(300 + 5 * KILLS)]


@pytest.mark.parametrize("game", OURS)
def test_b39_other_secrets_of_one_player_make_no_difference_in_the_mails_of_the_others(game: str) -> None:
    """Standing orders, lines that wait, and answers and drafts for what several are asked at once."""
    print("PBEM_SEED =", SEED)
    met = run_twins(game, [f"{SEED}/{number}" for number in range(KILLS // 3 or FEW)])
    assert met["mails"] > 0
    assert KILLS < 300 or all(met[kind] for kind in ("standing", "waiting", "answers"))
