"""What Toxic Gnome's word list and its search for paths cost."""

import time
from collections.abc import Callable

from pbem.games.toxic_gnome.lexicon import lexicon
from pbem.games.toxic_gnome.orders import Branch, Word
from pbem.games.toxic_gnome.paths import Grid
from pbem.games.toxic_gnome.state import Treadmill
from pbem.games.toxic_gnome.tiles import tile_set
from pbem.games.toxic_gnome.words import check_word

TIMES = 2_000
LONG = "NEUROTRANSMITTERS"
WILD = "e3"  # the wild space of STOR*, on the board below


def run() -> dict[str, float]:
    """CPU of reading the longer word list, in milliseconds; and in microseconds, of tracing a word of seventeen
    letters from a wild space over a treadmill of twenty rows, and of checking a whole word order there."""
    rows = tile_set("easy")
    rows.remove("STOR*")
    rows = [*rows[:2], "STOR*", *rows[2:19]]
    state = Treadmill(seats=["1", "2"], rows=rows, tokens={"1": WILD, "2": WILD}, words="large")
    order = Word((Branch("REASON", "highest"),))
    lexicon.cache_clear()
    return {
        "load_ms": _cost(lambda: lexicon("large", 2), 1) * 1e3,
        "trace_us": _cost(lambda: Grid(state).trace(WILD, LONG), TIMES) * 1e6,
        "check_us": _cost(lambda: check_word(state, "1", order), TIMES) * 1e6,
    }


def _cost(call: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times
