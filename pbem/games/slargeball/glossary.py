"""The meaning of Slargeball's words, for `help WORD`: those of `glossary.toml`, and those that figures and plans bring.

No line of the texts may read as an order when a mail wraps them.
"""

from pbem.games.slargeball.orders import PLAN_LINES
from pbem.games.slargeball.teams import STATS, Stats
from pbem.play.glossary import entries, read_entries

_FIGURES = {
    "D": ("defensive", "They move first, hit hard and have safe hands, but throw poorly."),
    "T": ("tremple, tremples", "All-rounders, who fling better than they nab."),
    "N": ("nickelback, nickelbacks", "The reverse of a Tremple: they nab better than they fling."),
    "G": (
        "goalie, goalies",
        'They alone enter Goal Zones, mostly the enemy\'s, and may carry a ball into the bunker: "G score".',
    ),
    "C": (
        "captain, captains",
        "A star, good at whap and fling, and often knocked out. A side has one from two squads on.",
    ),
    "R": ("rushing, rushers", "Fast and light: they move after all others but the Coach."),
}


def _numbers(each: Stats) -> str:
    return f"Move {each.move}, Whap {each.whap}, Fling {each.fling}, Nab {each.nab}"


def _of_kind(kind: str, about: str) -> str:
    each = next(stats for letter, stats in STATS.items() if letter == kind)
    return (
        f"{each.title} ({kind}: {_numbers(each)}). {about} A ball it flings goes up to {each.reach} inches. An example:"
        f' "{kind if kind in "DRGC" else f"{kind}1"} fetch".'
    )


_KINDS = (
    "A kind of figure is the letter on the board, with four numbers. For example, a Tremple goes 6 inches a turn, and"
    " whaps on a roll of 3 or less.",
    *(f"  {_of_kind(kind, about)}" for kind, (_, about) in _FIGURES.items()),
    f"  {STATS['H'].title} (H: {_numbers(STATS['H'])}). What everybody fears; see: help coach.",
)
_VERBS = {
    kind.form.rules[0].words[0]: " ".join(f'"{line}": {does}.' for line, does in kind.form.says.items())
    for kind in PLAN_LINES
    if not kind.words
}
"""What the examples of a verb say, if it has no words of its own."""
ENTRIES = {
    **entries({words: _of_kind(kind, about) for kind, (words, about) in _FIGURES.items()}),
    **entries(_VERBS),
    **entries({words: told for kind in PLAN_LINES for words, told in kind.words.items()}),
    **read_entries(__package__),
    **entries({"kind, kinds": _KINDS}),
}
"""By word, paragraphs, and list items, which begin with two blanks; see `pbem.play.glossary`."""
