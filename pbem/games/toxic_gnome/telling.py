"""What a player is told who asks how the match stands."""

from pbem.games.toxic_gnome.state import Treadmill, row_of
from pbem.play.score import Score


def score(state: Treadmill) -> Score:
    """How high the tokens stand (TOXIC-GNOME-33)."""
    rows = {seat: row_of(state.tokens[seat]) if seat in state.tokens else 0 for seat in state.seats}
    ends = (
        f"The last player on the treadmill wins. The danger zone reaches up to row {state.danger_end}, and grows"
        f" by a row with each run; {len(state.stock)} tiles are left."
    )
    return Score(rows, "rows up", ends, decides=False)
