"""How much time a match gives, as players write it in a challenge and read it in a mail."""

from pbem.mail.languages import N_
from pbem.play.game import LEVELS, NORMAL
from pbem.play.orders import Refused
from pbem.server.core.times import HOUR, read_span, span
from pbem.store.rows import Terms

POLICIES = {
    "nag": "you get a reminder and more time",
    "skip": "the server answers for you",
    "vote": "the others decide: to wait, to let the house or another player play on for you, or to take you out",
    "forfeit": "you are out",
}
"""What may happen when somebody's time is up, in words for them."""

NAGS = 2  # maximum number of reminders if they are the last step; after that the others decide


def read_terms(texts: dict[str, str]) -> Terms:
    """Take time controls, and the level of the house, out of the options of a challenge (`pace=3d`). Raises
    `Refused`."""
    level = read_level(texts)
    spans = {name: _span(name, texts.pop(name)) for name in ("pace", "bank", "add", "most") if name in texts}
    if "pace" in spans and len(spans) > 1:
        raise Refused("pace=3d gives three days for each move; with bank=, add= and most= leave it out")
    if "pace" in spans:
        add = bank = cap = spans["pace"]
    elif spans:
        bank = spans.get("bank", spans.get("most", Terms().bank))
        add = spans.get("add", 0)
        cap = spans.get("most", bank)
        if cap < bank or cap < add:
            raise Refused(
                f"most={texts_of(cap)} is the maximum of a clock, so it cannot be less than bank or add"
            )
    else:
        add, bank, cap = Terms().add, Terms().bank, Terms().cap
    weekends, vacation = _on(texts, "weekends"), _on(texts, "vacation")
    policy = tuple(texts.pop("policy", "nag").replace("+", ",").split(","))
    for word in policy:
        if word not in POLICIES:
            raise Refused(
                f"policy={word}: policy may be {', '.join(POLICIES)}, or several in a row: policy=skip,skip,forfeit"
            )
    return Terms(add, bank, cap, not weekends, vacation, policy, level)


def read_level(texts: dict[str, str], default: str = NORMAL) -> str:
    """Take the level of the house out of options. Other values are left to a game that has a `level` of its own; both
    are written as `level=advanced,hard`."""
    words = texts.pop("level", "").replace("+", ",").split(",")
    if rest := [word for word in words if word and word not in LEVELS]:
        texts["level"] = ",".join(rest)
    return next((word for word in words if word in LEVELS), default)


def must_suit_mail(*spans: int) -> None:
    """Refuse spans shorter than an hour; only a trial on one machine is quick enough for those. Raises `Refused`."""
    for seconds in spans:
        if 0 < seconds < HOUR:
            raise Refused(
                f"{texts_of(seconds)} means {span(seconds)}, which is too short for play by mail: the minimum is an"
                " hour. Write for example 12h, 3d or 2w; a month is 30d"
            )


def _span(name: str, text: str) -> int:
    try:
        return read_span(text)
    except ValueError as error:
        raise Refused(f"{name}: {error}") from error


def _on(texts: dict[str, str], name: str) -> bool:
    word = texts.pop(name, "on")
    if word not in ("on", "off", "yes", "no"):
        raise Refused(f"{name}={word}: {name} may be on or off")
    return word in ("on", "yes")


def texts_of(seconds: int) -> str:
    """A span as `read_span` reads it: `3d`, `36h`, `90m`."""
    for unit, size in (("d", 86_400), ("h", 3600)):
        if seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds // 60}m"


def told_terms(terms: Terms) -> list[str]:
    """The terms of a match, each as a sentence of a mail."""
    if terms.add == terms.bank == terms.cap:
        told = [f"Time for each move: {span(terms.add)}."]
    elif terms.add:
        told = [
            f"Time: {span(terms.bank)} at the start, {span(terms.add)} more with each move,"
            f" never more than {span(terms.cap)}."
        ]
    else:
        told = [f"Time: {span(terms.bank)} for the whole match."]
    told.append(
        "No clock runs on Saturdays and Sundays."
        if terms.weekends
        else "Clocks run on Saturdays and Sundays, too."
    )
    told.append(f"Booked vacations {'stop' if terms.vacation else 'do not stop'} the clocks.")
    first, *later = terms.policy
    told.append(f"When your time is up: {POLICIES[first]}.")
    told += [f"When it is up again: {POLICIES[word]}." for word in later[:1]]
    told += [f"And then: {POLICIES[word]}." for word in later[1:]]
    if terms.policy[-1] == "nag":
        told.append(f"After {NAGS} such reminders in a row {POLICIES['vote']}.")
    return told


THEN = {
    "nag": N_("After that they get a reminder and more time."),
    "skip": N_("After that the server answers for them."),
    "vote": N_("After that the others decide what to do."),
    "forfeit": N_("After that they are out of the match."),
}
"""The same, as a sentence after the deadline; read by all players of a match."""

THEN_MINE = {
    **THEN,
    "nag": N_("After that you get a reminder and more time."),
    "skip": N_("After that the server answers for you."),
    "forfeit": N_("After that you are out of the match."),
}
"""As read by the player whose deadline it is."""

THEN_ASKED = N_("After that you decide what to do.")  # as read by players with a vote

THEN_STILL = N_("After that the deadline is extended, and the vote goes on.")
"""As read by all while there is a vote."""


def consequence(terms: Terms, missed: int) -> str:
    """What happens at the next missed deadline to a player who has missed this many in a row, in the words of the
    policy.

    A last step that only reminds becomes a vote in the end: nobody can hold up a match forever.
    """
    again = missed - len(terms.policy) + 1
    what = terms.policy[min(missed, len(terms.policy) - 1)]
    return "vote" if what == "nag" and again >= NAGS else what
