"""How players want their mail: what can be set, and what each value means. These are functions of values."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.mail.prose import fill
from pbem.play.orders import Refused, did_you_mean
from pbem.server.core.times import zone_name
from pbem.server.language.setting_table import FORMS, SETTINGS, Value
from pbem.server.people.zones import find_zone, tell_time
from pbem.store.rows import Player

_HOUR = re.compile(r"(?:at\s+)?([01]?\d|2[0-3])(?:[:.](\d\d))?\s*(h|[ap]\.?m\.?)?")
_DAILY_AT = re.compile(r"daily\s+(at\s.+)", re.IGNORECASE)


def _own(player: Player, name: str) -> Any:
    return getattr(player if hasattr(player, name) else player.preferences, name)


def _has(player: Player, value: Value) -> bool:
    return all(_own(player, name) == each for name, each in value.sets.items())


def _set(player: Player, values: Mapping[str, Any]) -> Player:
    own = {name: value for name, value in values.items() if hasattr(player, name)}
    liked = {name: value for name, value in values.items() if name not in own}
    return replace(player, **own, preferences=replace(player.preferences, **liked))


def _hour(player: Player, word: str) -> Player:
    found = _HOUR.fullmatch(word.lower())
    hour = int(found[1]) if found is not None else 18
    half = (found[3] or "").replace(".", "") if found is not None else ""
    if half in ("am", "pm") and 0 < hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif half in ("am", "pm"):
        found = None
    if found is None or found[2] not in (None, "00"):
        raise Refused(
            f"{word} is not a full hour: write a number from 0 to 23, for example: settings hour {hour}"
        )
    return _set(player, {"hour": hour})


def _daily_at(player: Player, value: str) -> tuple[Player, str]:
    """A player with the hour of `daily at 18`, and `daily`; other values are left as they are. Raises `Refused`."""
    found = _DAILY_AT.fullmatch(value)
    return (_hour(player, found[1]), "daily") if found is not None else (player, value)


def change(player: Player, words: Sequence[str], now: int) -> tuple[str, Player]:
    """The name of the setting that some words are about (`mail daily`), and the changed player. Raises
    `Refused`."""
    if words[0].lower() == "daily" and len(words) > 1:
        words = ["mail", *words]
    name, value = words[0].lower(), " ".join(words[1:])
    if name == "mail":
        player, value = _daily_at(player, value)
    if name not in SETTINGS:
        meant = [form for form in FORMS if form.split()[-1] == name]
        hint = f"Did you mean: {' or '.join(meant)}?" if meant else did_you_mean(name, SETTINGS)
        hint = hint or f"Settings are: {', '.join(SETTINGS)}"
        raise Refused(f"There is no setting {words[0]}. {hint}")
    if name == "zone":
        return name, replace(player, zone=find_zone(value, now))
    if name == "hour":
        return name, _hour(player, value)
    if value.lower() not in SETTINGS[name]:
        lines = " or ".join(f"settings {name} {each}" for each in SETTINGS[name])
        raise Refused(f"settings {name} {value}: write {lines}")
    return name, _set(player, SETTINGS[name][value.lower()].sets)


def _value(player: Player, name: str) -> str:
    """The value of a setting, as the player would write it."""
    words = (word for word, value in SETTINGS[name].items() if _has(player, value))
    return next(words, None) or (zone_name(player.zone) if name == "zone" else str(_own(player, name)))


def tell_meaning(player: Player, name: str, now: int) -> str:
    """What a player's value of a setting means."""
    hour, zone = player.preferences.hour, zone_name(player.zone)
    if name == "zone":
        return f"times are shown in {tell_time(player.zone, now)}"
    if name == "hour" and player.preferences.daily:
        return f"the daily mail comes at {hour}:00, {zone}"
    if name == "hour":
        return f"a daily mail would come at {hour}:00, {zone}; to have one write: settings mail daily"
    return SETTINGS[name][_value(player, name)].means.format(hour=hour, zone=zone)


def tell_setting(player: Player, name: str, now: int) -> str:
    """One setting of a player, with its meaning and other possible values."""
    value = f"{name} {_value(player, name)}"
    lines = [form for form in FORMS if form.startswith(f"settings {name} ") and form != f"settings {value}"]
    told = fill(f"Now: {value}. That means: {tell_meaning(player, name, now)}.")
    return "\n".join([told, fill(f"To change it write: {', or '.join(lines)}")])


def list_settings(player: Player, now: int) -> str:
    """All settings of a player, as lines that would set them, with their meaning."""
    lines = [
        fill(f"{name} {_value(player, name)}: {tell_meaning(player, name, now)}", "  ", "  ")
        for name in SETTINGS
    ]
    how = fill("To change one write for example: settings mail daily")
    return "\n".join(["YOUR SETTINGS", *lines, "", how])
