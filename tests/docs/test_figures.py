"""The table in docs/figures.md says what `benchmarks/history.json` says."""

import re

from benchmarks.figures import history
from tests.docs.pages import page

MORE_IS_BETTER = {"moves_vs_null", "moves_vs_null_1", "behind_postfix", "mails_out", "vs_classic"}


def number(cell: str) -> float:
    return float(cell.replace(",", ""))


def test_the_last_and_the_best_of_all_runs() -> None:
    row = r"^\| P\d+ \| .* \| `(\S+)` \| (\S+) \| (\S+) \|"
    rows = re.findall(row, page("docs/figures.md"), re.MULTILINE)
    assert len(rows) > 25
    for name, last, best in rows:
        values = [run.figures[name] for run in history() if name in run.figures]
        better = max if name in MORE_IS_BETTER else min
        assert (number(last), number(best)) == (values[-1], better(values)), name
