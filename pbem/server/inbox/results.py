"""The results of a letter so far, line by line: a value, so that nothing remains of a part that fails."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from pbem.mail.prose import listed
from pbem.play.fates import LineResult
from pbem.server.letters.letter_context import LetterContext
from pbem.server.letters.outcome import Announcement, Outcome
from pbem.server.matches.repository import HOUSE
from pbem.server.reading.pieces import Piece, Talk, shown
from pbem.server.reading.proposer import FULL_STOPS

TALK_TOLD = 240
"""Maximum length of what is repeated of talk that was left alone."""

ASKED = "Nothing is done before you answer."
"""What a letter is told that only asks for what a yes would do."""

_NOTHING_DONE = "Nothing in your letter has been done. The reason is below the refused line."


def left_alone(letter: LetterContext, pieces: Sequence[Piece]) -> str:
    """What is told of talk that was left alone; courtesies alone are not worth it. Nothing is repeated in an answer to
    a letter that does not prove who wrote it."""
    talk = [piece for piece in pieces if isinstance(piece, Talk) and not piece.courtesy]
    if letter.player is None or not letter.proven or not talk:
        return ""
    told = ", ".join(f'"{shown(piece, letter)}"' for piece in talk)
    return f"Left alone: {told if len(told) <= TALK_TOLD else told[:TALK_TOLD] + ' [...]'}"


class Results(Struct, frozen=True, eq=False):
    """The results of the lines above; `letter` is as the next line finds it.

    `outcome` is what all of them bring, `mailed` the number of lines that have led to a separate mail to the writer
    that says everything. `talk` is what was left alone, to be passed on if its writer wants that. `queued` are the
    results of lines that wait, with the numbers of their matches. `failed` are the matches of parts that are void.
    `refused` says, first of all, that something is not done; `nothing`, above the board of a match, that there was
    nothing to do. `is_void`: nothing is done. `proposal` are the lines that a plain yes sends: then the whole letter
    corrected, if that is possible; else what is offered beside what is done.
    """

    letter: LetterContext
    transcript: tuple[LineResult, ...] = ()
    outcome: Outcome = Outcome()
    mailed: int = 0
    queued: tuple[tuple[int, LineResult], ...] = ()
    failed: tuple[int, ...] = ()
    refused: str = ""
    is_void: bool = False
    proposal: tuple[str, ...] = ()
    talk: str = ""
    nothing: str = ""

    @classmethod
    def begin(cls, letter: LetterContext) -> Results:
        """The results of reading a letter, before anything of it is done."""
        return cls(letter, (*_notes(letter), *letter.transcript))

    @classmethod
    def void(
        cls,
        letter: LetterContext,
        lines: list[LineResult],
        *,
        sections: tuple[str, ...] = (),
        proposal: tuple[str, ...] = (),
    ) -> Results:
        """The results if nothing of a letter is done, because of some lines. How it was read is still told."""
        remarks = [each for each in letter.transcript if not each.line]
        return cls(
            letter,
            (*_notes(letter), *remarks, *lines),
            Outcome().then(Outcome(sections=sections)),
            refused=_NOTHING_DONE if any(each.status == "refused" for each in lines) else ASKED,
            is_void=True,
            proposal=proposal,
        )

    def add(self, *transcript: LineResult, outcome: Outcome | None = None, refused: str = "") -> Results:
        """These results with those of another line."""
        letter = self.letter.after(outcome) if outcome is not None else self.letter
        return structs.replace(
            self,
            letter=structs.replace(letter, done=len(self.transcript) + len(transcript)),
            transcript=(*self.transcript, *transcript),
            outcome=self.outcome if outcome is None else self.outcome.then(outcome),
            mailed=self.mailed + (outcome is not None and outcome.mailed),
            refused=refused or self.refused,
        )

    def propose(self, *lines: str) -> Results:
        """These results, with more lines that a plain yes sends."""
        return structs.replace(self, proposal=tuple(dict.fromkeys((*self.proposal, *lines))))

    def leave_alone(self, pieces: Sequence[Talk]) -> Results:
        """These results, with a note of what was left alone."""
        letter = self.letter
        told = left_alone(letter, pieces)
        if not told or letter.player is None:
            return self
        whole = " ".join(piece.text for piece in pieces)
        seats = letter.context.store.matches.seats(letter.current) if letter.current is not None else []
        others = [
            seat.handle
            for seat in seats
            if seat.player not in (None, letter.player.id) and seat.handle != HOUSE
        ]
        if others and letter.match_concerned() is not None:
            stop = "" if told.rstrip('"').endswith(FULL_STOPS) else "."
            told = f"{told}{stop} To send it to {listed(others)}, answer: say"
        result = LineResult("", "noted", told)
        return structs.replace(self, transcript=(*self.transcript, result), talk=whole if others else "")

    # What is mailed.

    @property
    def failure(self) -> str:
        """What the Subject says first if something is not done; otherwise empty."""
        if not self.refused or self.refused == ASKED:
            return "do you want this?" if self.refused else ""
        some = any(each.line and each.status in ("done", "queued") for each in self.transcript)
        return "not all done" if some and not self.is_void else "not done"

    @property
    def shown(self) -> list[int]:
        """The matches whose boards the writer gets."""
        return sorted({*self.outcome.shows, *self.outcome.explains})

    @property
    def told(self) -> dict[int, list[str]]:
        """Messages to the others, by match."""
        told: dict[int, list[str]] = {}
        for number, text in self.outcome.says:
            told.setdefault(number, []).append(text)
        return told

    def announcement(self, number: int) -> Announcement | None:
        """What everybody in a match is told beside its events: the last headline; None if nothing is announced."""
        last = None
        for each in self.outcome.announces:
            if each.match == number and (last is None or each.headline or not last.headline):
                last = each
        return last


def _notes(letter: LetterContext) -> list[LineResult]:
    return [LineResult("", "noted", note) for note in letter.mail.notes]
