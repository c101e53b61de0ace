"""What orders would do, as text: events, where the preview stops, and the board that there would be."""

from __future__ import annotations

from pbem.mail.prose import Templates, fill
from pbem.play.fates import Preview
from pbem.play.game import masked
from pbem.server.mailing.position import Layout, lay_out, view_for
from pbem.server.matches.repository import LoadedMatch
from pbem.store.rows import SeatRow


def tell_preview(
    templates: Templates, loaded: LoadedMatch, seat: SeatRow, preview: Preview, head: str, remark: str
) -> str:
    """A preview of a match, as a seat may see it, below a headline; a remark stands behind it."""
    game, state = loaded.game, masked(preview.state, seat.seat)
    events = [game.tell(state, seat.seat, event) for event in preview.events]
    if preview.outlook is not None:
        events.append(preview.outlook)
    told = [f"{each.line}: {each.text}" for each in preview.line_results if each.status == "noted"]
    told += [templates.event(game.name, event, loaded.names) for event in events]
    answer = [
        fill(head, "", "  "),
        *(fill(line, "  ", "  ") for line in told or ["Nothing would happen yet."]),
        fill(_stop(preview.stop, idle=not told), "  ", "  "),
        *([fill(remark, "  ", "  ")] if remark else []),
        "",
        lay_out(
            view_for(game, state, seat.seat, seat.preferences),
            seat.preferences,
            Layout(legend=False, tables=()),
        ),
    ]
    return "\n".join(answer)


def _stop(where: str, *, idle: bool) -> str:
    """Where a preview stopped, as a sentence; an idle one has not begun."""
    kind, _, what = where.partition(": ")
    if kind == "dice":
        return f"Then dice are rolled ({what})."
    if kind == "your next decision" and idle:
        return f"You are asked something else first ({what}): put its answer before these lines."
    if kind == "your next decision":
        return f"Then you are asked again ({what})."
    again = "'s next decision"
    if kind.endswith(again):
        return f"Then {kind.removesuffix(again)} is asked again ({what})."
    return f"Then {kind.replace(' decides', ' is asked')} ({what})." if what else f"Then comes {where}."
