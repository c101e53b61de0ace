"""All ratings of a game in one piece, for anybody to work out again."""

from collections.abc import Mapping

from msgspec import Struct

from pbem.competitions.ratings import Skill, rate


class Rated(Struct, frozen=True):
    """A match that counted: when it ended, its sides by the names of their players, and their ranks, 0 the best."""

    match: int
    at: int
    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class RatingsRecord(Struct, kw_only=True, tag="ratings", tag_field="kind"):
    """The rated matches of a game in their order, and the beliefs that they lead to."""

    game: str
    matches: list[Rated]
    ratings: dict[str, Skill]


def work_out(matches: list[Rated]) -> dict[str, Skill]:
    """The beliefs after some matches, from nothing."""
    skills: dict[str, Skill] = {}
    for match in matches:
        before = [[skills.get(name, Skill()) for name in side] for side in match.sides]
        for side, after in zip(match.sides, rate(before, match.ranks, match.at), strict=True):
            skills.update(zip(side, after, strict=True))
    return skills


def verify_ratings(record: RatingsRecord) -> list[str]:
    """Whose rating is not the one that the matches lead to, to the last bit. Empty when all are."""
    skills: Mapping[str, Skill] = work_out(record.matches)
    return [
        f"the rating of {name} does not follow from the matches"
        for name in sorted({*skills, *record.ratings})
        if skills.get(name) != record.ratings.get(name)
    ]
