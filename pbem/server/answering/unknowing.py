"""Sentences that tell of not knowing, as the questions that they ask: `Never heard of a copperback.`

Only what cannot as well be said to the other player is one: it is about a word, or about something that has a name on
the board.
"""

import re
from functools import lru_cache

from pbem.play.orders import tidy

_X = r"(?P<x>(?:(?:the|an?|this|these|those|that|all) )?[^\s,.;:?!]+(?: [^\s,.;:?!]+){0,2}?)"
_LEADS = r"(?:(?:the|these|those|this|that) )?(?:(?:word|term|sign|symbol|letter|abbreviation|meaning of|point of|purpose of) )?"
_NOT = r"(?:do not|don'?t|can ?not|can'?t|could ?not|couldn'?t|did not|didn'?t|never)"
_NAMED = r"(?P<x>(?:(?:the|my|his|her) )?(?:[A-Za-z]{0,2}\d+|[A-Z]|ball(?: ?\d)?|gnome|copperback))"
_TOLD = r"(?:means?|is|are|does|do|stands? for|is (?:good |meant )?for|is about|are (?:good |meant )?for|are about)"
_KNOWING = (
    rf"i (?:(?:really|still|just|also) )?{_NOT} (?:(?:really|quite|even|yet|at all) )?(?:know|understand|get|see|grasp|follow"
    r"|make out|work out|figure out|remember)"
    r"|(?:i (?:have|am)(?: absolutely| still)? |i'?ve |i'?m )?(?:no|not the (?:faintest|foggiest|slightest)) (?:idea|clue|notion)"
    r"(?: of| about)?|(?:i am |i'?m )?(?:not (?:quite |really |at all )?(?:sure|certain|clear)|unsure|unclear|puzzled|confused)"
    r"(?: of| about| by)?|it is (?:un|not )clear(?: to me)?|nobody (?:has )?told me"
)

_ASKED = tuple(
    (re.compile(rf"^(?:(?:and|but|also|so|sorry|oh|well|btw|hm+)[,:]? )*(?:{pattern})\W*$", re.IGNORECASE), asks)
    for pattern, asks in (
        (rf"(?:i(?:'ve| have)? )?never (?:\w+ )?(?:heard|read|come across|met)(?: of| about)? {_LEADS}{_X}(?: before| so far)?", "what is {x}"),
        (
            rf"{_LEADS}{_X} (?:(?:still|really|rather|also) )?(?:puzzles|confuses|baffles|eludes|escapes|bewilders|mystifies"
            r"|perplexes|stumps|confounds|irritates|puzzle|confuse|baffle) me(?: \w+)?",
            "what is {x}",
        ),
        (
            rf"{_LEADS}{_X} (?:is|are|remains?)(?: still| quite| rather| all| a bit)? (?:an? (?:mystery|riddle|puzzle|enigma)"
            r"|unclear|not clear|greek|double dutch|a closed book|obscure|incomprehensible|unknown|confusing)(?: to me)?",
            "what is {x}",
        ),
        (rf"(?:{_KNOWING}) what {_X} (?P<is>{_TOLD})(?: (?:exactly|here|really|again|at all))?", "what {is} {x}"),
        (rf"(?:{_KNOWING}) what (?P<is>is|are) {_X}", "what {is} {x}"),
        (rf"what {_X} (?P<is>{_TOLD})(?: \w+)?,? i {_NOT} (?:know|understand|see|get|remember)", "what {is} {x}"),
        (rf"(?:{_KNOWING}) (?:what is |what are )?(?:the (?:meaning|purpose|point|use) of|the (?:word|term|sign|symbol|letter|abbreviation)) {_X}", "what is {x}"),
        (rf"(?:i am|i'?m) (?:\w+ )?(?:puzzled|confused|baffled|intrigued|bewildered|stumped) by {_LEADS}{_X}", "what is {x}"),
        (rf"(?:{_KNOWING}) ['\"](?P<x>[^'\"]+)['\"]", "what is {x}"),
        (
            rf"i (?:\w+ )?{_NOT} (?:find|see|spot|locate|make out) {_NAMED}(?: anywhere| any ?more| (?:on|in|among) .*)?",
            "where is {x}",
        ),
        (rf"i (?:\w+ )?(?:lost (?:sight|track) of|(?:am|was) looking for) {_NAMED}(?: (?:on|in) .*)?", "where is {x}"),
        (
            r"(?:(?:please|kindly|can|could|will|would|you|someone|somebody|anyone|anybody) )*(?:explain|define|clarify)"
            rf"(?: (?:to )?(?:me|us))?(?: what (?:is|are))? {_LEADS}{_X}(?: (?:to|for) (?:me|us))?",
            "what is {x}",
        ),
    )
)  # fmt: skip

_NO_TOPIC = re.compile(
    r"(?:it|this|that|these|those|them|you|me|us|him|her|all|everything|anything|something|nothing)$"
    r"|.*\b(?:i|you|he|she|we|they|how|why|when|where|who|which|whether|if|to|do|done)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=512)
def asked_in(sentence: str) -> str:
    """The question that a sentence asks by telling what its writer does not know; "" if it is none.

    >>> asked_in("The * puzzles me.")
    'what is the *?'
    """
    text = tidy(sentence)
    for pattern, asks in _ASKED:
        if (found := pattern.match(text)) is not None and not _NO_TOPIC.match(found["x"]):
            return f"{asks.format(**found.groupdict())}?".replace("'", "").replace('"', "")
    return ""
