"""How players want their mail: what can be set, and what each value means. These are functions of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zoneinfo import available_timezones

from msgspec import Struct
from msgspec.structs import replace

from pbem.mail.prose import fill
from pbem.play.orders import Refused, did_you_mean, nearest
from pbem.store.rows import Player

SHORTENED = 4
"""A name of a zone that is no longer is an abbreviation."""

_HOUR = re.compile(r"(?:at\s+)?([01]?\d|2[0-3])(?:[:.](\d\d))?\s*(h|[ap]\.?m\.?)?")
_DAILY_AT = re.compile(r"daily\s+(at\s.+)", re.IGNORECASE)


class Setting(Struct, frozen=True):
    """One thing that players may have as they like.

    `change` returns a player who has it as a value says; it raises `Refused`. `value` is what a player would write to
    have it as they have it, and `meaning` what that does.
    """

    change: Callable[[Player, str], Player]
    value: Callable[[Player], str]
    meaning: Callable[[Player], str]


def _of_words(
    name: str,
    meanings: Mapping[str, str],
    change: Callable[[Player, str], Player],
    value: Callable[[Player], str],
    *,
    also: tuple[str, ...] = (),
) -> Setting:
    """A setting with a few values, each of which has a meaning, in which `{hour}` and `{zone}` stand for the player's;
    those in `also` lead to one of them."""
    known = (*meanings, *also)

    def checked(player: Player, word: str) -> Player:
        if word.lower() not in known:
            forms = " or ".join(f"settings {name} {each}" for each in known)
            raise Refused(f"settings {name} {word}: write {forms}")
        return change(player, word.lower())

    def meaning(player: Player) -> str:
        return meanings[value(player)].format(hour=player.preferences.hour, zone=player.zone)

    return Setting(checked, value, meaning)


def _liking(player: Player, **liked: Any) -> Player:
    return replace(player, preferences=replace(player.preferences, **liked))


def _zone(player: Player, name: str) -> Player:
    """A time zone by its name, in any letter case. Raises `Refused`."""
    zone = {zone.lower(): zone for zone in available_timezones()}.get(name.lower())
    if zone is None:
        near = _near_zone(name) or "Zones are called after cities, like Europe/Berlin or America/New_York"
        raise Refused(f"There is no time zone {name}. {near}")
    return replace(player, zone=zone)


def _near_zone(name: str) -> str:
    """The zone of a city, or one that is written much like this: no abbreviation, and no distance from Greenwich, which
    another one may look like and be hours away."""
    zones = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    cities = {zone.rpartition("/")[2]: zone for zone in sorted(zones)}
    wanted = name.replace(" ", "_")
    city = wanted if wanted in cities else nearest(wanted, cities) if len(wanted) > SHORTENED else ""
    return f'Did you mean "{cities[city]}"?' if city in cities else did_you_mean(wanted, zones)


def _hour(player: Player, word: str) -> Player:
    """`18`, `18:00` or `6pm`. Raises `Refused`."""
    found = _HOUR.fullmatch(word.lower())
    hour = int(found[1]) if found is not None else 18
    half = (found[3] or "").replace(".", "") if found is not None else ""
    if half in ("am", "pm") and 0 < hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif half in ("am", "pm"):
        found = None
    if found is None or found[2] not in (None, "00"):
        raise Refused(
            f"{word} is no full hour of the day: write a number from 0 to 23, for example: settings hour {hour}"
        )
    return _liking(player, hour=hour)


def _told_hour(player: Player) -> str:
    at = f"{player.preferences.hour}:00, {player.zone}"
    if player.preferences.daily:
        return f"the mail of the day comes at {at}"
    return f"a mail of the day would come at {at}; to have one write: settings mail daily"


def _daily_at(player: Player, value: str) -> tuple[Player, str]:
    """A player with the hour of `daily at 18`, and `daily`; other values are left as they are. Raises `Refused`."""
    found = _DAILY_AT.fullmatch(value)
    return (_hour(player, found[1]), "daily") if found is not None else (player, value)


def _mail(player: Player, word: str) -> Player:
    daily = player.preferences.daily if word in ("on", "off") else word == "daily"
    return replace(_liking(player, daily=daily), quiet=word == "off")


def _told_mail(player: Player) -> str:
    return "off" if player.quiet else "daily" if player.preferences.daily else "now"


SETTINGS = {
    "zone": Setting(_zone, lambda player: player.zone, lambda player: f"moments are told in {player.zone}"),
    "mail": _of_words(
        "mail",
        {
            "now": "every mail comes at once",
            "daily": (
                "what can wait comes in one mail a day, at {hour}:00, {zone}; what cannot still comes at once. Another"
                " hour: settings hour 18"
            ),
            "off": "you get only answers to letters of your own; settings mail on brings mail back",
        },
        _mail,
        _told_mail,
        also=("on",),
    ),
    "hour": Setting(_hour, lambda player: str(player.preferences.hour), _told_hour),
    "text": _of_words(
        "text",
        {"on": "mails are plain text only", "off": "mails have an HTML part beside the plain text"},
        lambda player, word: replace(player, text_only=word == "on"),
        lambda player: "on" if player.text_only else "off",
    ),
    "lists": _of_words(
        "lists",
        {"first": "the words come before the picture", "last": "the words come below the picture"},
        lambda player, word: _liking(player, lists_first=word == "first"),
        lambda player: "first" if player.preferences.lists_first else "last",
    ),
    "board": _of_words(
        "board",
        {
            "on": "boards are drawn, and told in words",
            "off": "boards are told in words alone",
            "changes": "only what has changed on a board is told, in words; show tells all",
        },
        lambda player, word: _liking(player, board=word != "off", changes=word == "changes"),
        lambda player: (
            "changes" if player.preferences.changes else "on" if player.preferences.board else "off"
        ),
    ),
    "detail": _of_words(
        "detail",
        {
            "auto": "the first three mails of each game explain everything, later ones are brief",
            "full": "mails explain everything each time",
            "brief": "mails are brief; legend, help and show tell what they leave out",
        },
        lambda player, word: _liking(player, detail=word),
        lambda player: player.preferences.detail,
    ),
    "receipts": _of_words(
        "receipts",
        {
            "short": "mails that ask nothing of you only say what has happened",
            "full": "mails that ask nothing of you hold the whole position, too",
            "off": "mails that ask nothing of you do not come, unless something was not done",
        },
        lambda player, word: _liking(player, receipts=word),
        lambda player: player.preferences.receipts,
    ),
    "hints": _of_words(
        "hints",
        {
            "on": "in word games, mails tell how good the best answer is, never which it is",
            "off": "mails tell nothing of what you might find yourself",
        },
        lambda player, word: _liking(player, hints=word == "on"),
        lambda player: "on" if player.preferences.hints else "off",
    ),
    "side": _of_words(
        "side",
        {
            "mine": "boards are drawn from your own side, where the game has sides",
            "same": "boards are drawn the same way up for everybody",
        },
        lambda player, word: _liking(player, own_side=word == "mine"),
        lambda player: "mine" if player.preferences.own_side else "same",
    ),
}


def change(player: Player, words: Sequence[str], forms: Sequence[str]) -> tuple[str, Player]:
    """The name of the setting that some words are about (`mail daily`), and the player with it; `forms` are those that
    help tells. Raises `Refused`."""
    if words[0].lower() == "daily" and len(words) > 1:
        words = ["mail", *words]
    name, value = words[0].lower(), " ".join(words[1:])
    if name == "mail":
        player, value = _daily_at(player, value)
    if name not in SETTINGS:
        meant = [form for form in forms if form.split()[-1] == name]
        hint = f"Did you mean: {' or '.join(meant)}?" if meant else did_you_mean(name, SETTINGS)
        hint = hint or f"Settings are: {', '.join(SETTINGS)}"
        raise Refused(f"There is no setting {words[0]}. {hint}")
    return name, SETTINGS[name].change(player, value)


def tell_setting(player: Player, name: str, forms: Sequence[str]) -> str:
    """One setting of a player, with what it means, and what else it could be."""
    now = f"{name} {SETTINGS[name].value(player)}"
    lines = [form for form in forms if form.startswith(f"settings {name} ") and form != f"settings {now}"]
    told = fill(f"Now: {now}. That means: {SETTINGS[name].meaning(player)}.")
    return "\n".join([told, fill(f"To change it write: {', or '.join(lines)}")])


def list_settings(player: Player) -> str:
    """All settings of a player, as lines that would set them, with what they mean."""
    lines = [
        fill(f"{name} {setting.value(player)}: {setting.meaning(player)}", "  ", "  ")
        for name, setting in SETTINGS.items()
    ]
    how = fill("To change one write for example: settings mail daily")
    return "\n".join(["YOUR SETTINGS", *lines, "", how])
