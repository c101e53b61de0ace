"""The meaning of Slargeball's words, for `help WORD`. No line of the texts may read as an order when a mail wraps
them."""

from pbem.games.slargeball.orders import PLAN_LINES
from pbem.games.slargeball.teams import STATS, Stats
from pbem.play.glossary import entries

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
_WORDS = {
    "figure, figures, id": (
        "One of your players on the field. It is called by its squad, its kind and a number: 2T1 is the"
        " first Tremple of squad 2, with one squad a side just T1. An opponent has r or b in front: bT1."
        ' One order is, for example, "T1 fetch".'
    ),
    "red, blue, capitals, small": (
        "The two sides. Red's figures are capital letters on the board and attack east, Blue's are small"
        " ones and attack west. In orders, rT1 is the first Tremple of Red, bT1 that of Blue."
    ),
    "letter, letters, numbers": (
        "On the board a letter is a figure that is up: D, T, N, G, C, R and H, capital for Red, small for"
        " Blue. B or b is one that carries a ball. Numbers above and beside the board are those of columns"
        " and rows: 34,17 is column 34, row 17."
    ),
    "square, squares, column, columns, row, rows, field": (
        "A square is its column and its row: 34,17. The columns go from 1 in the west to 64 in the east,"
        ' the rows from 1 in the north to 32 in the south. A square is one inch wide. An example: "R move'
        ' 28,10".'
    ),
    "squad, squads": (
        "A squad is six figures: a D, two T, two N and an R. The option squads says how many each side has,"
        ' 1 to 5; you command one or more. "squad 2 hold" is a line for all six of squad 2.'
    ),
    "ballbonk": (
        "Whoever fails to nab a ball that comes down on them is knocked out by it on 4 or less. Then those"
        ' who touch them must try, and so on. So keep your figures apart: with "N2 follow T1" N2 stays'
        " near, but out of it."
    ),
    "settle, rest": (
        "A ball that cannot lie where it is, or that a fallen figure loses, comes to rest nearby: one die gives"
        " the direction in which a free place is looked for first, for example: settle 5."
    ),
    "scatter": (
        "A fling that fails comes down somewhere else: one die gives the direction, and as many dice as the"
        " roll was too high give the inches. With Fling 4 a 6 gives two dice."
    ),
    "points": (
        "What the figures of a side are worth, such as 12 for a Tremple. They decide nothing: the header"
        " tells how many points of each side are awake, for example: Red 147 of 171 points."
    ),
    "awake": (
        "The points of the figures that are up, of all that a side has: a measure of its strength. An"
        " example: Awake: Red 147 of 171 points."
    ),
    "ball, balls, ball1, *": (
        "A star on the board is a ball on the ground; the last line of the list tells where each is. With"
        " one squad a side there is one ball, with two or three squads there are two, with four or five"
        ' three. "N1 fetch ball2" goes for the second.'
    ),
    "ground, loose": (
        'A ball on the ground (*) can be nabbed by whoever touches it. As a condition, "loose" is true if'
        ' any ball lies on the field: "all fetch if loose".'
    ),
    "carry, carries, carried, carrying": (
        "A figure that has nabbed a ball carries it (B on the board) until it flings it or falls. As"
        ' conditions: "carrying", "T1 carrying", "we carry", "they carry", as in "T2 goal if carrying".'
    ),
    "zone, bunker, :, #": (
        "In front of each end lies the Goal Zone (:), which only Goalies may enter, and in it the Goal"
        " Bunker (#), two columns by four rows. A ball in the bunker is a goal for the other side. In the"
        " west it is the columns 1 and 2, in the east 63 and 64, rows 15 to 18."
    ),
    "slargeline, line, |": (
        "The line behind which a side lines up: Red on the columns 1 to 20, Blue on 45 to 64, unless the"
        ' option line says otherwise. The sign | is the last column behind it. "T1 lineup 18,12" chooses a'
        " square there."
    ),
    "standard": (
        'The usual squares of a line-up: "standard" puts all your figures there and ends your first mail.'
        ' The list says "standard square" where a figure stands on its own.'
    ),
    "break, break play": (
        "Break Play comes after a goal, or when everybody is down or every ball is off the field: those who"
        ' stand line up anew, and the balls go back to the middle. "agree break" votes for it; all must. A'
        " break roll is another thing: a figure that an opponent holds needs 1 or 2 on a die to leave."
    ),
    "initiative": (
        "The side with initiative goes first in each part of the turn. One that carries the only ball, or"
        " two of them, has it without a roll; otherwise both sides roll a die, and the higher has it, as"
        ' in: Blue has initiative (rolled 2-5). As a condition: "T1 hold if initiative".'
    ),
    "rolled": "The dice for initiative, Red's first: rolled 2-5 means that Blue has it.",
    "up": (
        'A figure that is up stands and can act; DOWN is one that lies unconscious. As a condition: "T1'
        ' fling N2 if N2 up".'
    ),
    "down, lies, lying, unconscious, senseless, out, faint, fallen, x, body, bodies, several": (
        "A figure knocked out lies on its square (X or x, % for several) until it wakes: at the end of each"
        ' turn on its Whap or less. It may lie over the next square as well (=). As a condition: "D hold if'
        ' T1 down".'
    ),
    "wake, wakes": (
        "At the end of each turn everybody who lies rolls a die, and gets up on their Whap or less: a"
        " Tremple, with Whap 3, on 1 to 3."
    ),
    "pile, through": (
        'Those who lie make a pile. Figures walk round it, unless you add "through": "D chase bT1 through".'
        " To wade in, a figure rolls half its Move or less; otherwise it falls on top."
    ),
    "touch": ('At the end of a move line: "R move 36,12 touch" stops at the first opponent it meets.'),
    "held, free": (
        "A figure that touches an opponent who stands is held: before it can leave its square it must roll"
        ' 1 or 2. The list names who holds it: held by b1D. As conditions: "T1 goal if free", "D whap bT1'
        ' if held".'
    ),
    "plan": (
        "What your figures will do, sent in secret by all seats before each turn: one line for each figure"
        ' and purpose, such as "T1 fetch", and "done". It stays in force until you change it. "always plan"'
        " lets it stand without waiting for you. The option mode=plan asks for nothing else."
    ),
    "purpose": (
        'A line tells what a figure is after, not where it walks: "T1 fetch", "D guard 12,16". The server'
        " finds the way when its time comes."
    ),
    "done": (
        '"done" ends your plan for this turn; "done 3" lets it stand for three, unless a ball changes'
        " hands. A line after it opens the plan again, until the others have all answered."
    ),
    "all": '"all fetch if ball within 6" is a line for all your figures except the Coach.',
    "if, unless, not, and, or, condition, conditions, cond": (
        "A condition stands at the end of a line of your plan, and is judged when the figure's time comes:"
        ' "T1 fetch if ball within 8 and not held". Several are joined by "and" or by "or"; "not" turns one'
        ' round, "unless" in place of "if" all of them. Lines for one figure are tried in order, so that the'
        " next one is for the other case. These there are:",
        "  carrying, held, free: this figure has a ball, touches an opponent, touches none",
        "  ball within 8, foe within 3, T1 within 5: so many inches away",
        "  T1 up, T1 down, T1 carrying: about another figure",
        "  we carry, they carry, loose: who has a ball, or that one lies on the ground",
        "  initiative, ahead, behind, level: your side has it, or leads, or not",
        "  turn 9: in turn 9 and later",
    ),
    "within": (
        'A condition: "if ball within 8" means a ball on the ground no more than 8 inches away, "if foe'
        ' within 3" an opponent who stands, "if T1 within 5" that figure.'
    ),
    "foe": 'An opponent who stands. As a condition: "N1 nonab if foe within 1".',
    "ahead, level": (
        'Conditions about the score: "ahead" means that your side has more goals, "behind" fewer, "level"'
        ' as many. An example: "all guard 12,16 if ahead".'
    ),
    "turn, turns": (
        "A match has 25 turns, or as many as the option turns says; turns=13 makes a quick game. In each,"
        ' everybody moves, whaps, flings, nabs and wakes, in this order. As a condition, "if turn 9" means'
        " turn 9 or later."
    ),
    "grelker": (
        "Two kinds of figure: the Defensive Grelker (D), slow and strong, and the Rushing Grelker (R), fast"
        ' and light. An example: "D guard 12,16".'
    ),
    "seat, side": (
        "A side has one seat or several, each with squads of its own; Red 2, for example, has squad 2. With"
        " the option huddle the seats of a side see each other's plans."
    ),
    "attacks, east, west, end, clock": (
        "Red attacks east, to the right of the board, Blue west. In the story directions are those of a"
        " clock: 12 o'clock is north."
    ),
    "strict, mode": (
        "An option: with mode=strict you are asked again before each part of the turn, and see what has"
        ' happened so far; with mode=plan one plan a turn is all. In strict "always plan move" leaves the'
        " moves to the plan."
    ),
    "always, ask": (
        '"always plan" lets your plan stand without asking you, "always plan whap" only for that part, in'
        ' mode strict; "always ask" has you asked about everything again.'
    ),
    "narration, full, short": (
        '"narration full" tells you every die and every square of a turn, "narration short" what came of it.'
    ),
    "sprawl": (
        "An option: whether the body of a figure that is knocked out lies over a second square (=), as it"
        " does unless sprawl=off."
    ),
    "huddle": (
        "An option: with huddle=on, as usual, team-mates see each other's plans in their mails. A huddle is"
        " also a group of figures that touch each other."
    ),
    "auto": (
        "The usual value of the option squads: as many squads as the bigger side has players. An example:"
        " squads=2 gives more."
    ),
    "on, off": (
        "Values of options, as in sprawl=off. In the list, a figure or ball that is off has left the field."
    ),
    "inch, inches": (
        "The measure of the field: a square is one inch wide. Distances between squares are straight lines:"
        " within 5 is 3 columns and 4 rows away, for example."
    ),
    "way, back": (
        "A Coach that is on the way back walks to its place beside the field, and everybody near it faints"
        " on 5 or less."
    ),
    "second": "The second square over which a body lies (=); see the option sprawl, as in sprawl=off.",
    "game, win, lose": (
        "Slargeball!: plan in secret, knock the others down, and get a ball into their bunker. An example"
        " of a plan: T1 fetch; all goal; done. More: help slargeball."
    ),
    "drawn, empty": (
        "Rows at the top and bottom of the field in which nothing is are not drawn, to keep the board"
        " small. They are there all the same: 30,2 is a square."
    ),
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
ENTRIES = entries(
    {
        **{words: _of_kind(kind, about) for kind, (words, about) in _FIGURES.items()},
        **_VERBS,
        **{words: told for kind in PLAN_LINES for words, told in kind.words.items()},
        **_WORDS,
        "kind, kinds": _KINDS,
    }
)
"""By word, paragraphs, and list items, which begin with two blanks; see `pbem.play.glossary`."""
