"""The command by which players say how they want their mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.commands.base import Command
from pbem.mail.prose import fill
from pbem.play.orders import Refused, did_you_mean
from pbem.store.rows import Player

if TYPE_CHECKING:
    from pbem.desk.visit import Visit

_HOUR = re.compile(r"([01]?\d|2[0-3])(?:[:.]00|h)?")


class Choice(Struct, frozen=True):
    """A setting of a few words: which field of `Preferences` it is, and by word its value and what that means."""

    field: str
    words: Mapping[str, tuple[bool, str]]


CHOICES = {
    "mail": Choice(
        "daily",
        {
            "now": (False, "every mail comes at once"),
            "daily": (
                True,
                "what can wait comes in one mail a day, at your hour; what cannot still comes at once",
            ),
        },
    ),
    "lists": Choice(
        "lists_first",
        {
            "first": (True, "the words come before the picture"),
            "last": (False, "the words come below the picture"),
        },
    ),
    "board": Choice(
        "board",
        {
            "on": (True, "boards are drawn, and told in words"),
            "off": (False, "boards are told in words alone"),
        },
    ),
}
_TEXT = {True: "mails are plain text only", False: "mails have an HTML part beside the plain text"}


def _zone(words: str) -> str:
    """A time zone by its name, in any letter case. Raises `Refused`."""
    zone = {name.lower(): name for name in available_timezones()}.get(words.lower())
    if zone is None:
        near = did_you_mean(words, available_timezones())
        raise Refused(f"There is no time zone {words}. {near}".strip())
    return zone


def _hour(word: str) -> int:
    """`18` or `18:00`. Raises `Refused`."""
    found = _HOUR.fullmatch(word.lower())
    if found is None:
        raise Refused(
            f"{word} is no full hour of the day: write a number from 0 to 23, for example: settings hour 18"
        )
    return int(found[1])


class Settings(Command):
    """How mail is wanted."""

    name = "settings"
    also = ("preferences",)
    usage = (
        "settings",
        "settings zone ZONE",
        "settings mail now",
        "settings mail daily",
        "settings hour 18",
        "settings text on",
        "settings text off",
        "settings lists first",
        "settings lists last",
        "settings board on",
        "settings board off",
    )
    summary = "how you want your mails; alone: how they are now"
    example = "settings zone Europe/Berlin"
    help = (
        "zone: moments are told in your time zone, named like Europe/Berlin or America/New_York. mail daily: the"
        " boards of all your matches come in one mail a day, at your hour (settings hour 18: six in the evening); what"
        " you must answer soon, challenges, messages and answers to your own letters still come at once. text on: plain"
        " text only, without the HTML part. lists first: a position is told in words before it is drawn, for those"
        " who listen to their mails. board off: it is not drawn at all; the words tell everything."
    )

    def run(self, visit: Visit, words: list[str], text: str) -> str:
        """Change a setting, or tell all."""
        player = visit.sender
        if not words:
            visit.sections.append(_told(player))
            return "see below"
        name, value = words[0].lower(), " ".join(words[1:])
        names = ("zone", "hour", "text", *CHOICES)
        if name not in names:
            hint = did_you_mean(name, names) or f"Settings are: {', '.join(names)}"
            raise Refused(f"There is no setting {words[0]}. {hint}")
        if not value:
            forms = [form for form in self.usage if form.startswith(f"settings {name}")]
            raise Refused(f"Write {' or '.join(forms)}")
        changed = _changed(player, name, value)
        preferences = changed.preferences if changed.preferences != player.preferences else None
        visit.desk.store.people.change(
            player.id, zone=changed.zone, text_only=changed.text_only, preferences=preferences
        )
        visit.player = changed
        visit.desk.digests.reschedule(changed)
        return _meaning(changed, name)


def _changed(player: Player, name: str, value: str) -> Player:
    """A player with a setting changed. Raises `Refused`."""
    if name == "zone":
        return replace(player, zone=_zone(value))
    if name == "hour":
        return replace(player, preferences=replace(player.preferences, hour=_hour(value)))
    known: Mapping[str, Any] = {"on": True, "off": False} if name == "text" else CHOICES[name].words
    if value.lower() not in known:
        raise Refused(
            f"settings {name} {value}: write {' or '.join(f'settings {name} {word}' for word in known)}"
        )
    if name == "text":
        return replace(player, text_only=known[value.lower()])
    choice = CHOICES[name]
    return replace(
        player, preferences=replace(player.preferences, **{choice.field: choice.words[value.lower()][0]})
    )


def _meaning(player: Player, name: str) -> str:
    """What a setting does to a player's mails."""
    if name == "zone":
        return f"moments are told in {player.zone}"
    if name == "text":
        return _TEXT[player.text_only]
    if name == "hour":
        daily = "" if player.preferences.daily else "; it does, when you write: settings mail daily"
        return f"the mail of the day comes at {player.preferences.hour}:00, {player.zone}{daily}"
    return CHOICES[name].words[_word(player, name)][1]


def _word(player: Player, name: str) -> str:
    """What a player would write to have a setting as he has it."""
    if name == "zone":
        return player.zone
    if name == "hour":
        return str(player.preferences.hour)
    if name == "text":
        return "on" if player.text_only else "off"
    choice = CHOICES[name]
    return next(
        word
        for word, (value, _) in choice.words.items()
        if value == getattr(player.preferences, choice.field)
    )


def _told(player: Player) -> str:
    """All settings of a player, as lines that would set them, with what they mean."""
    names = ("zone", "mail", "hour", "text", "lists", "board")
    lines = [fill(f"{name} {_word(player, name)}: {_meaning(player, name)}", "  ", "  ") for name in names]
    return "\n".join(
        ["YOUR SETTINGS", *lines, "", fill("To change one write for example: settings mail daily")]
    )
