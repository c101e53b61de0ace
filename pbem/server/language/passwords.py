"""Passwords that players write as they did to other servers: dropped before anything else looks at the letter.

Older servers want a password in nearly every line, and people who have played there write one here, too. A letter with
such a line is stored and read without it: the word in the place of a password, and all after it, is removed from the
inbox, and can neither appear in an answer nor become a name, a message or a note.
"""

import re
from collections.abc import Callable, Collection
from importlib import resources
from typing import NamedTuple

import msgspec
from msgspec import structs

from pbem.mail.reading import Letter
from pbem.play.orders import tidy
from pbem.server.language.command_table import command_named
from pbem.server.language.names import HANDLE, RESERVED

HIDDEN = "***"  # what replaces a password

FORMS: list[str] = msgspec.toml.decode(
    resources.files(__package__).joinpath("passwords.toml").read_bytes(), type=dict[str, list[str]]
)["forms"]
"""Lines with a password, see `passwords.toml`."""

_NO_USER = RESERVED | frozenset(
    ("a", "an", "the", "my", "your", "i", "we", "to", "and", "is", "was", "as", "for", "of")
)


_NAMED = re.compile(
    r"\b(?:password|passwd|passphrase|passcode|pass|pwd?|passwort|kennwort|mot de passe|contrase\u00f1a|senha"
    r"|wachtwoord|l\u00f6senord|has\u0142o|heslo|\u043f\u0430\u0440\u043e\u043b\u044c)\s*[:=]\s*(?=\S)",
    re.IGNORECASE,
)
"""A thing called a password, followed by a sign for it and its value, anywhere in a line."""

_OF_GAMES = [form.split() for form in FORMS if form.startswith(("G ", "OURS "))]
_BY_HEAD = {
    head: [form.split() for form in FORMS if head in form.split()[0].split("|")]
    for form in FORMS
    if form.split() not in _OF_GAMES
    for head in form.split()[0].split("|")
}
_VERBS = frozenset(verb for form in _OF_GAMES for verb in form[1].split("|"))
_HEADS = _VERBS.union(_BY_HEAD)
_FEW = 3
_HEADS_OF_FEW = frozenset(
    head for head, forms in _BY_HEAD.items() if any({"P", "QUOTED"} & {*form[:_FEW]} for form in forms)
)
"""First words of lines that have few words; no line about a board has a password so early."""

_BOARD = re.compile(r"\d{1,9}[a-z]?")
_SHORTEST = len("add u p")
_SIGNS = "\"'`*-+.:,()"

_LONGEST_ORDER = 80  # maximum length of a part of a line that is compared with the orders of all games

_WITHOUT = ("show", "preview", "replay", "history", "challenge")
"""Lines about a board that are written there without a password."""


class Known(NamedTuple):
    """What is needed to tell such a line from one that is meant for us."""

    games: Collection[str]
    is_order: Callable[[str], bool] = lambda line: False  # in any of our games
    is_player: Callable[[str], bool] = lambda name: False
    is_writer: Callable[[str], bool] = lambda name: False


def without_passwords(letter: Letter, known: Known) -> Letter:
    """The letter as it is stored and read: unchanged if it contains no password."""
    lines = tuple(_without(line, known) for line in letter.lines)
    return structs.replace(letter, subject=_without(letter.subject, known), lines=lines)


def as_text(letter: Letter) -> bytes:
    """The text of a letter that is held, or has to wait, to be read again as a letter of its own."""
    fields = {
        "From": [letter.sender],
        "To": [", ".join(letter.recipients)],
        "Subject": [letter.subject],
        "Message-ID": [letter.message_id],
        "References": [" ".join(letter.references)],
        "Authentication-Results": letter.auth,
        "Content-Type": ["text/plain; charset=utf-8"],
    }
    head = [f"{name}: {value}" for name, values in fields.items() for value in values if value]
    return "\r\n".join([*head, "", *letter.lines, ""]).encode("utf-8", "replace")


def is_hidden(line: str, games: Collection[str]) -> bool:
    """Whether a line has been left without its password."""
    return line.endswith(HIDDEN) and bool(_NAMED.search(line) or _place(line, Known(games)))


def _without(line: str, known: Known) -> str:
    """The line up to the first password in it; nothing after that could be done."""
    pieces = tidy(line).split(";")
    for at, piece in enumerate(pieces):
        place = _place(piece, known) if len(piece) >= _SHORTEST else 0
        if place:
            return ";".join([*pieces[:at], " ".join([*_words(piece)[:place], HIDDEN])])
    named = _NAMED.search(line)
    return f"{line[: named.end()].rstrip()} {HIDDEN}" if named else line


def _place(piece: str, known: Known) -> int:
    """The index of the word in a part of a line that is a password; 0 if none is."""
    first = [
        word.strip(_SIGNS).lower() for word in piece.split(None, 4)[:4]
    ]  # a list mark may stand before it
    if len(first) <= _FEW:
        if _HEADS_OF_FEW.isdisjoint(first):
            return 0
    elif _HEADS.isdisjoint(first) and not set(known.games).intersection(first):
        return 0
    words = _words(piece)
    head, *others = map(str.lower, words[:2])
    of_games = _OF_GAMES if head in known.games or not _VERBS.isdisjoint(others) else ()
    for form in (*_BY_HEAD.get(head, ()), *of_games):
        place = _place_in(form, words, known)
        if place and _is_meant(form, words, place, known):
            return 0 if len(piece) <= _LONGEST_ORDER and known.is_order(piece) else place
    return 0


def _words(piece: str) -> list[str]:
    return [word.lstrip("\"'`(").rstrip(":,") for word in tidy(piece).split()]


def _place_in(form: list[str], words: list[str], known: Known) -> int:
    for place, (part, word) in enumerate(zip(form, map(str.lower, words), strict=False)):
        match part:
            case "P":
                return place
            case "QUOTED":
                return place if re.fullmatch(r".+[\"']|[*]+", word) else 0
            case "U":
                fits = _may_be_user(word)
            case "N":
                fits = _BOARD.fullmatch(word) is not None
            case "G":
                fits = word.isalpha() and _may_be_user(word) and command_named(word) is None
            case "OURS":
                fits = word in known.games
            case _:
                fits = word in part.split("|") or (part == "*" and word not in _WITHOUT)
        if not fits:
            return 0
    return 0


def _may_be_user(word: str) -> bool:
    return HANDLE.fullmatch(word) is not None and word.lower() not in _NO_USER


def _is_meant(form: list[str], words: list[str], place: int, known: Known) -> bool:
    """Whether a line of this form really is one, and not one of ours, or a sentence."""
    user, password, rest = words[place - 1], words[place], words[place + 1 :]
    if password == HIDDEN:
        return True
    if form[-1] == "@":
        return all("@" in word for word in rest)
    match form[0]:
        case "message":
            to_others = all(map(known.is_player, rest))
            strange = not known.is_player(user) and all(map(_may_be_user, rest))
            return bool(rest) and (to_others or strange or known.is_writer(user))
        case "register":
            return not all(word.isalpha() and word[0].isupper() for word in words[1:])
        case "subscribe|unsubscribe":
            ours = (*known.games, "match", "game")
            return user.lower() not in ours and password.lower() not in ("result", "results", "only")
    return True
