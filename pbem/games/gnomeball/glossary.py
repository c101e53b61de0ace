"""The meaning of Gnomeball's words, for `help WORD`; those of races and verbs are with them.

No line of the texts may read as an order when a mail wraps them."""

from pbem.games.gnomeball.parts import GENERAL
from pbem.games.gnomeball.powers import POWERS
from pbem.games.gnomeball.races import RACES
from pbem.games.gnomeball.verbs import Power
from pbem.play.glossary import entries

_WORDS = {
    "gnome, @, %": (
        "The ball of the game, with 3 hit points: @ alive, % dead. It is held by a character (A1@) or lies"
        " on a square, at somebody's feet (A3+@) or alone. At 0 hit points it is dead and worth less, but"
        ' everything goes on with it as before. An example: "A1 move f6, pick up".'
    ),
    "copperback, *": (
        "The one character of a team that may toss the gnome forwards, and up to 6 squares instead of 4."
        ' You choose it with a star behind its race in the first mail, as in "team tauren orc* troll human'
        ' goblin"; the star stands in the list, too.'
    ),
    "gnomedown": (
        "The score for holding the gnome in somebody else's home: 8 points, or 5 for a dead one. Carry it"
        ' in, as with "A1 carry", or catch it or pick it up there.'
    ),
    "gnome-r-gone": (
        "The score for a punt that takes the gnome over somebody else's home: 4 points, or 2 for a dead"
        ' one. As an example, "A1 carry, punt" runs and kicks.'
    ),
    "character, characters, team-mate, id, id2": (
        "One of your five figures; each has an id, the letter of its seat and a number: A1 to A5. In the"
        ' form of an order, ID stands for one of yours, ID2 for another one: "A1 attack B2".'
    ),
    "enemy": (
        "Any character that serves another player at the moment, also one that was yours before a Val'kyr"
        ' raised it. An example: "A1 attack B2".'
    ),
    "home, homes, =, corner, corners": (
        "Four squares in a corner of the field, marked =A= for the home of A where they are empty. The"
        ' corners are a1, j1, a10 and j10. In the first mail "home a1 j10" asks for corners, the dearest'
        " first. With the option homes=opposite the server gives them out."
    ),
    "opposite": (
        "A value of the option homes: with homes=opposite A has the corner a1 and B has j10, and of more"
        " players C has a10 and D has j1."
    ),
    "field, empty, square, squares, grid": (
        "Ten by ten squares, columns a to j from west to east and rows 1 to 10 from south to north, so j10"
        " is the corner in the north-east. A dot is an empty square. One square holds one character; the"
        " gnome and explosives share it with anybody."
    ),
    "ground, loose, lies, feet, lying": (
        "The gnome is loose when nobody holds it: it lies on a square, perhaps at somebody's feet (A3+@)."
        ' Anybody next to it can pick it up. As a condition: "if loose: A2 fetch".'
    ),
    "hold, holds, held, holder": (
        "A character that has picked up or caught the gnome holds it (A1@), and takes it along. It loses it"
        " by fainting, or by a failed drop roll when it is hurt. The holder can be aimed at by that word:"
        ' "A3 hunt holder".'
    ),
    "points, point, score, win, lose": (
        "A Gnomedown is worth 8 points with a living gnome and 5 with a dead one, a Gnome-R-Gone! 4 and 2."
        " With 20 points you win, or with the number in the option points, as in points=10 for a short"
        " match."
    ),
    "cycle": (
        "In a cycle every character on the field is activated once; the players take turns with one"
        " activation each. Then a new cycle begins. The line above the list counts them, for example: Cycle"
        " 9."
    ),
    "activate, activation, turn, ready, used": (
        "Your turn is one activation: one of your characters moves and then takes one action, either of"
        " which you may leave out. It is ready until it has been activated in this cycle, then used. One"
        ' line says it all, as in "A3 move f5, pick up".'
    ),
    "rest": (
        "An activation that is still open goes on with the same character: after a line with free"
        ' declarations only, or when the dice have made the rest of the line impossible. "A3 pass" ends it.'
    ),
    "declaration, free": (
        "What costs no action: detonate, before the move; frenzy and look pretty, at any time. An example:"
        ' "A1 frenzy, move g5, attack B2".'
    ),
    "action": (
        "What a character may do once in an activation, after its move: pick up, toss, attack, punt, or the"
        ' power of its race. As an example, "A1 move g5, attack B2" attacks.'
    ),
    "distance, reach, near": (
        "Squares in a row or column count 1, diagonal ones 1.5. Hands reach 1: the same square and the four"
        ' beside it; the option reach=1.5 adds the diagonal ones. As a condition, "if A2 reach gnome: A2'
        ' fetch" asks whether A2 could move next to it now, "if A2 near gnome: A2 pick up" whether it is beside'
        " it already."
    ),
    "catch": (
        "Whoever stands where a tossed gnome comes down catches it if the toss die was 3 or more; an Undead"
        " on 2, a Dwarf on 4. Nobody there, or too low, and it takes 1 damage and lies loose: thwump. An"
        ' example: "A1 toss c4".'
    ),
    "intercept, interception, ignore": (
        "When an enemy tosses the gnome past one of yours, it may try to get it: 5 or more on a die, 4 for"
        ' an Undead, 6 for a Dwarf. Yours always try unless you say otherwise: after "always ask intercept"'
        ' you are asked, and answer "intercept" or "ignore".'
    ),
    "drop": (
        "When a holder is hurt, one die decides: on 4 or more, for an Undead on 5 or more, it drops the"
        ' gnome at its own feet. As an order, "drop plan" ends your plan.'
    ),
    "hp, hit, hit points, wounds": (
        'Hit points: 5 at first, 7 for a Tauren, 3 for the gnome; "hp 3/5" means that 3 of 5 are left. At 0'
        ' a character faints. As a condition "if A1 hp 2: A1 pass" means 2 or fewer; as a fact, wounds are'
        " the points lost."
    ),
    "faint, fainted, down, off, out, back": (
        "At 0 hit points a character faints and is off the field; it comes back with all its hit points"
        ' after the next score. With the option faint=out it does not come back. As a condition: "if B2'
        ' down: A1 carry".'
    ),
    "alive, dead": (
        "The gnome is alive until its 3 hit points are gone. A dead one is used like a living one, but"
        ' scores 5 instead of 8, or 2 instead of 4. As a condition: "if dead: A4 pass".'
    ),
    "race, races, team, teams, chosen": (
        'A team is five characters of any races, chosen in the first mail: "team tauren orc* troll human'
        ' goblin". They get the ids A1 to A5 in this order, and the star marks the copperback. Help on each'
        " race: help tauren, and so on.",
        f"  {', '.join(RACES)}",
    ),
    "setup": (
        "The first mail of a match, in secret: your team, the corners you would like, and where your"
        ' characters stand. Three lines, such as "team tauren orc* troll human goblin", "home a1 j10" and'
        ' "place A1 e4 A2 d5".'
    ),
    "place, placed, same, anew": (
        '"place A1 e4 A2 d5" puts characters on squares within 4 of your home, at the beginning and after'
        ' each score. After a score "place same" puts everybody where they were placed last.'
    ),
    "done": (
        "Ends what you send for the beginning or after a score: what you have not said is left to the"
        " rules. An example: place A1 e4; done."
    ),
    "restart": (
        "After a score a new gnome comes to the centre, and everybody is placed anew within 4 squares of"
        ' home, in secret. "place same" is the shortest answer, and "always place same" spares you the'
        " question."
    ),
    "if, unless, then, not, and, cond, condition, conditions": (
        'A condition makes a line wait for its case: "if loose: A2 fetch" is used only if the gnome lies'
        ' loose when your next turn comes; otherwise the line is left out. "then" does as well as the colon.'
        ' Several are joined by "and" or by "or"; "not" turns one round, "unless" in place of "if" all of'
        " them. These there are:",
        "  loose, dead, we hold, they hold: how the gnome is, and which side has it",
        "  B2 holds, B2 down, B2 used: who has it, is off the field, has been activated",
        "  A1 hp 2: A1 has 2 hit points or fewer",
        "  A2 reach gnome, A2 near gnome: A2 could move next to it, or is next to it",
        "  yes: in any case",
    ),
    "or": 'Alternatives: "A4 move e5 or A4 pass" uses the first that is legal when it comes up.',
    "halt": (
        '"halt" among lines sent ahead drops those behind it and asks you instead; "halt if they hold" does'
        " so only if an enemy has the gnome then."
    ),
    "whenever, plan, any, keep, on": (
        'A line of your plan: "whenever they hold: any hunt holder" is used whenever it is your turn, no'
        ' line of yours waits, and it fits; "any" is the character that does it best. "drop plan" ends the'
        ' plan, and "keep on" lets it go on when another side gets the gnome; otherwise you are asked first.'
    ),
    "line": (
        'In the form of an order: what one character does in an activation, for example "A3 move f5, pick'
        ' up". Several lines in one letter are used at your next turns.'
    ),
    "we, they, yes": (
        'Words of conditions: "we hold" is true if your side has the gnome, "they hold" if another side has'
        ' it, "yes" in any case. An example: "whenever yes: any pass".'
    ),
    "always, never, ask, except, auto": (
        'A line with "always" answers for you from now on: "always place same", "always intercept". With'
        ' "always ask intercept" and "always ask place" you are asked again; "never intercept" lets all'
        ' tosses fly by. "always place auto" puts your characters on the first free squares near your home.'
    ),
    "tempo, all": (
        "An option: how many characters you activate in one turn, 1 unless the match was offered with"
        " tempo=2 or tempo=all. With all it is one mail a cycle."
    ),
    "lead, rotate, fixed": (
        "An option: who begins a cycle. With lead=fixed it is always the same player, as drawn at the"
        " beginning; with lead=rotate each in turn."
    ),
    "cap": (
        "An option: after so many cycles, 60 unless it says otherwise, the player with most points wins."
        " With cap=0 only points decide."
    ),
    "game": (
        "Gnomeball: carry, toss and punt a gnome into somebody else's home; 20 points win. An example of a"
        " turn: A3 move f5, pick up. More: help gnomeball."
    ),
}


def _told(power: Power) -> dict[str, str]:
    """The entries of a race; the first says what it is."""
    (words, text), *others = power.help.items()
    return {words: f"{RACES[power.race].title}, one of the races. {text}", **dict(others)}


ENTRIES = entries(
    {
        **{words: text for power in POWERS.values() for words, text in _told(power).items()},
        **{words: text for verb in GENERAL for words, text in verb.help.items()},
        **_WORDS,
    }
)
"""By word, paragraphs, and list items, which begin with two blanks; see `pbem.play.glossary`."""
