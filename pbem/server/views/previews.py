"""What orders would do, as text: events, where the preview stops, and the resulting board."""

from typing import Any

from pbem.mail.prose import Templates
from pbem.play.fates import Preview
from pbem.play.match import LetterRefused, Match
from pbem.play.orders import Refused
from pbem.play.requests import Seat
from pbem.server.mailing.owners import tell
from pbem.server.mailing.position import BOARD_ALONE, lay_out, position_for
from pbem.server.matches.repository import LoadedMatch
from pbem.server.reading.proposer import append_sentence, explain
from pbem.store.rows import SeatRow


def tell_preview(
    templates: Templates, loaded: LoadedMatch, seat: SeatRow, preview: Preview, head: str, remark: str
) -> str:
    """A preview of a match, as a seat may see it, below a headline; a remark follows it."""
    game, state = loaded.game, loaded.seen_by(seat.seat, preview.state)
    events = [game.tell(state, seat.seat, event) for event in preview.events]
    if preview.outlook is not None:
        events.append(preview.outlook)
    told = [f"{each.line}: {each.text}" for each in preview.line_results if each.status == "noted"]
    told += [tell(templates, game, event, loaded.names) for event in events]
    where, _, what = preview.stop.partition(": ")
    return templates.mail(
        "preview",
        head=head,
        told=told,
        **_stop(where, what),
        remark=remark,
        position=lay_out(
            position_for(game, state, seat.seat, seat.preferences), seat.preferences, BOARD_ALONE
        ),
    ).rstrip("\n")


def _stop(where: str, what: str) -> dict[str, str]:
    """The template's facts about where a preview stops: `kind`, `who` is asked, and `what`."""
    if where == "dice":
        return {"kind": "dice", "who": "", "what": what}
    if where == "your next decision":
        return {"kind": "yours", "who": "", "what": what}
    if where.endswith("'s next decision"):
        return {"kind": "again", "who": where.removesuffix("'s next decision"), "what": what}
    if what:
        return {"kind": "asked", "who": where.removesuffix(" decides"), "what": what}
    return {"kind": "end", "who": "", "what": where}


def try_lines(
    loaded: LoadedMatch, match: Match[Any], row: SeatRow, lines: list[str], *, waiting: bool
) -> tuple[str, Preview, str]:
    """Whose lines these are, what they would do, and further remarks.

    Raises `Refused`, with what was probably meant. The lines belong to another player who is asked alone, if that
    player could answer so; lines that are `waiting` are the sender's own.
    """
    other, seat = match.asked_alone, row.seat
    asked = loaded.title(other) if other else ""
    remark = ""
    if other not in ("", seat) and not waiting:
        try:
            preview = match.preview(other, lines, reader=seat)
            if any(line_result.status == "done" for line_result in preview.line_results):
                return other, preview, f"What {asked} has queued is secret, and does not count."
        except LetterRefused as refused:
            remark = f'As a line of {asked}, who is asked now, it would be refused: "{refused}"'
            if _is_own(loaded, seat, refused.line):
                remark = f"It is the turn of {asked}: your line would wait in your queue."
    try:
        return seat, match.preview(seat, lines), remark
    except LetterRefused as refused:
        told = str(refused)
        if match is loaded.match and not match.over:
            found = explain(loaded, row, refused.line, refused.error, lines[: refused.index])
            told = append_sentence(found.why, f"Perhaps you meant: {found.instead}" if found.instead else "")
        told = (f"{refused.line}: {told}" if waiting or len(lines) > 1 else told).rstrip(".")
        if not other and not match.over:
            remark = "When all are asked at once, you can try only your own answer"
        raise Refused(f"{told}. {remark}" if remark else told) from refused


def _is_own(loaded: LoadedMatch, seat: Seat, line: str) -> bool:
    """Whether a line begins with a figure of a seat: then it is meant for its own turn."""
    names = loaded.game.names(loaded.seen_by(seat), seat)
    figure = names.figure(line.split(" ", 1)[0])
    return bool(figure) and names.figures.get(figure) == seat
