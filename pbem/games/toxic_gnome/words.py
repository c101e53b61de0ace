"""Words: which may be formed, and where they end (TOXIC-GNOME-10 to TOXIC-GNOME-21)."""

from collections.abc import Sequence

from pbem.games.toxic_gnome.events import WordFormed
from pbem.games.toxic_gnome.lexicon import lexicon
from pbem.games.toxic_gnome.orders import SQUARE, Branch, Word
from pbem.games.toxic_gnome.paths import Grid
from pbem.games.toxic_gnome.state import Formed, Treadmill, row_of
from pbem.games.toxic_gnome.tiles import WILD
from pbem.play.orders import Ambiguous, Refused, first_legal
from pbem.play.requests import Order, Rules, Seat


def check_word(state: Treadmill, seat: Seat, order: Word) -> Word:
    """The order with the one alternative that is played and its end named; raises `Refused`, and `Ambiguous` if a
    single word may end on several spaces (TOXIC-GNOME-19)."""
    grid = Grid(state)

    def check(branch: Branch) -> Word:
        _check_list(state, seat, branch.word)
        end = _end(grid, state, seat, branch)
        return Word((Branch(branch.word, end),), order.red)

    if len(order.branches) == 1:
        return check(order.branches[0])
    return first_legal(order.branches, check)


def vet_word(state: Treadmill, seat: Seat, order: Word) -> None:
    """Refuse an order none of whose words may still be formed, and end on a square."""

    def check(branch: Branch) -> None:
        _check_list(state, seat, branch.word)
        if branch.end not in ("", "highest") and not SQUARE.fullmatch(branch.end):
            raise Refused(
                f"{branch.end} is not a square: {branch.word} may end on a square such as c4, or highest"
            )

    first_legal(order.branches, check)


def vet_behind(state: Treadmill, order: Order, played: Sequence[Order], waiting: Sequence[Order]) -> None:
    """Refuse a word behind the same one: it is used by then (TOXIC-GNOME-18)."""
    for before in waiting:
        match before, order:
            case Word(branches=[Branch(word=used)]), Word(branches=[Branch(word=word)]) if word == used:
                raise Refused(f"{word} appears twice in your letter, and a word can be formed only once")


def form(state: Treadmill, seat: Seat, order: Word) -> Rules[None]:
    """Form the word of a checked order: it is used from now on, and the token stands on its end."""
    (branch,) = order.branches
    grid = Grid(state)
    path = grid.path(grid.trace(state.tokens[seat], branch.word), branch.end)
    state.used[branch.word] = Formed(seat, state.round)
    state.tokens[seat] = branch.end
    yield WordFormed(seat, branch.word, tuple(path))


def _check_list(state: Treadmill, seat: Seat, word: str) -> None:
    """Whether it is a word, and a new one (TOXIC-GNOME-16 to TOXIC-GNOME-18)."""
    if len(word) < state.shortest:
        raise Refused(f"{word} is too short: at least {state.shortest} letters")
    if word not in lexicon(state.words, state.shortest):
        raise Refused(f"{word} is not in the word list")
    if word in state.used:
        before = state.used[word]
        if before.by == seat:  # perhaps by a line before this one, in a letter that is not carried out now
            raise Refused(f"{word} is your word of round {before.round}: no word is formed twice")
        raise Refused(f"{word} was formed by {state.names[before.by]} in round {before.round}")


def _end(grid: Grid, state: Treadmill, seat: Seat, branch: Branch) -> str:
    """The space on which the word is to end (TOXIC-GNOME-10 to TOXIC-GNOME-13, TOXIC-GNOME-19)."""
    word, square = branch.word, state.tokens[seat]
    letter = state.letter(square)
    if letter not in (word[0], WILD):
        raise Refused(f"You stand on {letter} ({square}): your word must begin with {letter}")
    layers = grid.trace(square, word)
    if len(layers) < len(word):
        raise Refused(f"{word} cannot be traced from {square}: no way on after {word[: len(layers)]}")
    ends = grid.squares(layers[-1])
    if branch.end == "highest":
        return highest(ends)
    if branch.end:
        if branch.end not in ends:
            raise Refused(f"{word} cannot end on {branch.end}. It may end on {', '.join(ends)}")
        return branch.end
    if len(ends) > 1:
        choices = [f"word {word} to {end}" for end in ends]
        raise Ambiguous(f"{word} may end on {', '.join(ends)}: write for example: {choices[-1]}", choices)
    return ends[0]


def highest(ends: Sequence[str]) -> str:
    """The square in the highest row; of several in it the leftmost (TOXIC-GNOME-19)."""
    top = row_of(ends[-1])
    return next(end for end in ends if row_of(end) == top)
