"""First words of older mail servers, and what one writes here instead."""

from __future__ import annotations

from collections.abc import Collection

from pbem.server.language.command_table import command_named

INSTEAD = {
    "play": "challenge dodgeball house begins a match against the house, challenge GAME NAME one with a player",
    "submit": "preview ORDER shows what an order would do; to give it just send it",
    "move": "an order needs no word before it: just send it",
    "qmove": "an order that nothing asks for yet waits by itself; see: queue",
    "swap": "if the game knows it, it is one of its orders; see: help GAME",
    "propose": "draw offers a draw, undo asks for your last letter back",
    "forfeit": "resign, which you are asked to confirm",
    "all": "list tells all your matches and whose move it is",
    "next": "list tells all your matches and whose move it is",
    "showas": "show 12 is the board as you may see it",
    "notify": "observe NUMBER result tells you only how a match ends",
    "multiple": "one letter may hold many lines; match NUMBER stands before those of another match",
    "broadcast": "say TEXT goes to the others in a match, tell NAME TEXT to one player",
    "press": "say TEXT goes to the others in a match, tell NAME TEXT to one player",
    "diary": "note TEXT is for yourself alone",
    "signoff": "leave server is for good, and asked back first; settings mail off ends all mails",
    "delete": "leave server is for good, and asked back first; settings mail off ends all mails",
    "signon": "no session is needed: answer the mail of the match with your orders",
    "change": "address NEW changes where your mail goes, settings how you want it; there is no password",
    "set": "settings changes how you want your mails; vacation tells when you are away",
    "remind": "nudge reminds those whom a match waits for",
    "fetch": "rules GAME sends a rulebook, export NUMBER the record of a match",
}
"""What to write instead of a word, to be read behind `Here:`."""


NEEDLESS = ("userid", "password", "login")
"""First words of lines that say who writes: here their address does, and the lines below are what they want."""


def pointer(line: str, games: Collection[str]) -> str:
    """A sentence that helps who writes to us as to another server; "" where nothing is known of such a line.

    Over there a line begins with the game, and a command of ours may stand behind it.
    """
    words = [word.rstrip(":,") for word in line.lower().split()]
    if words and words[0] in games:
        if len(words) == 1:
            return f"Here: help {words[0]} tells how it is played, challenge {words[0]} house begins a match of it."
        if command_named(words[1]):
            return f"Here the command comes first; see: help {words[1]}."
        words = words[1:]
    told = INSTEAD.get(words[0]) if words else None
    return f"Here: {told}." if told else ""
