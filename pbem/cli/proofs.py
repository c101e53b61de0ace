"""Records of competitions and of ratings, worked out again offline."""

import msgspec

from pbem.competitions.rated import RatingsRecord, verify_ratings
from pbem.competitions.record import Record, verify


def proof_of(data: bytes) -> tuple[list[str], str] | None:
    """What does not follow in such a record, and what is said if all does; None if it is none."""
    try:
        record = msgspec.json.decode(data, type=Record | RatingsRecord)
    except msgspec.MsgspecError:
        return None
    if isinstance(record, RatingsRecord):
        return (
            verify_ratings(record),
            f"the ratings of {record.game} follow from its {len(record.matches)} matches",
        )
    return (
        verify(record),
        f"{record.name}: all seeds, pairings and the table follow from its seed and its results",
    )
