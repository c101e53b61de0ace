"""What comes next for an entrant of a competition."""

from pbem.competitions import forms, ladder
from pbem.competitions.values import Number
from pbem.server.competitions.pages import Competition, day, told_bye
from pbem.server.leagues.teams import quoted


def prospect(held: Competition, number: Number) -> str:
    """What comes next for an entrant."""
    for pairing in held.running(number):
        match = held.match_of(pairing)
        others = " and ".join(held.name(each) for each in pairing.seats if each != number)
        if match is not None:
            return f"Your next match: {match}, against {others}."
        return f"You meet {others} next; the match is about to begin."
    if held.row.status != "running":
        return ""
    if held.field.find(number).withdrawn:
        return "You have withdrawn."
    if held.field.closed:
        return "No further match begins. You will be told how it ends."
    if held.plan.form == "ladder":
        rivals = ladder.reachable(forms.ladder_order(held.field), number)
        names = ", ".join(held.names(rivals))
        line = f"ladder {quoted(held.row.name)} {held.name(rivals[0])}" if rivals else ""
        return f"You may challenge {names}; write for example: {line}" if rivals else "Nobody is above you."
    if held.plan.form in forms.BRACKETS:
        return _in_bracket(held, number)
    if held.plan.form in ("round-robin", "double-round-robin"):
        ahead = forms.ahead(held.plan, held.field, number)
        return f"You meet {held.name(ahead[0])} next, as soon as you both can." if ahead else PLAYED
    if held.plan.form in ("swiss", "tables"):
        return _between_rounds(held, number)
    if held.plan.form == "pools":
        return _after_pool(held, number)
    if held.plan.form == "divisions":
        if held.row.wake is not None:
            return (
                f"The next season begins on {day(held.row.wake)}, and you play in it.{_promotion(held, number)} If you"
                f" do not want to, write: withdraw {quoted(held.row.name)}"
            )
        for part, inner in held.parts:
            at = part.numbers.index(number) + 1 if number in part.numbers else 0
            if at and not inner.field.find(at).withdrawn:
                return prospect(inner, at)
        return "You play from the next season on."
    if held.plan.form == "open":
        return "The director makes your next match."
    return "Your next opponent is not known yet. It depends on other matches."


def _promotion(held: Competition, number: Number) -> str:
    """In which division an entrant will play, as things are, if that is another one."""
    season = forms.next_season(held.plan, held.field)
    if season is None:
        return ""
    before = next((at for at, (part, _) in enumerate(held.parts) if number in part.numbers), None)
    after = next((at for at, numbers in enumerate(season.divisions) if number in numbers), None)
    if before is None or after is None or before == after:
        return ""
    return f" You go {'up' if after < before else 'down'} to division {after + 1}."


PLAYED = "You have played all your matches. You will be told how it ends."


def _between_rounds(held: Competition, number: Number) -> str:
    """What comes next for an entrant of a Swiss, or of tables, who has no match."""
    results = held.field.of(number)
    bye = f"You have {told_bye(results[-1])}. " if results and len(results[-1].pairing.seats) == 1 else ""
    if not forms.has_more(held.plan, held.field, number):
        return f"{bye}There is no further round. You will be told how it ends." if bye else PLAYED
    if held.plan.early:
        return f"{bye}You are paired as soon as others with about your points have finished."
    return f"{bye}You are paired when the other matches of this round are over."


def _after_pool(held: Competition, number: Number) -> str:
    """What comes next for an entrant of pools who has no match."""
    part, inner = held.parts[-1]
    begun = inner.plan.form in forms.BRACKETS
    for part, inner in reversed(held.parts):
        if number in part.numbers and (inner.plan.form in forms.BRACKETS or not begun):
            told = prospect(inner, part.numbers.index(number) + 1)
            return POOL_PLAYED if told == PLAYED else told
    return "You are out. You will be told how it ends."


POOL_PLAYED = "You have played all matches of your pool. You will be told who goes on."


def _in_bracket(held: Competition, number: Number) -> str:
    """What comes next for an entrant of a knock-out who has no match."""
    ties = zip(held.progress.sides, held.progress.winners, strict=True)
    if not any(number in sides and winner is None for sides, winner in ties):
        return "You are out. You will be told how it ends."
    bye = "" if held.field.of(number) else "You have a bye in the first round. "
    if rivals := forms.rivals(held.plan, held.field, number):
        return f"{bye}You meet {' or '.join(held.names(rivals))} next."
    return f"{bye}Your next opponent is not known yet. It depends on other matches."
