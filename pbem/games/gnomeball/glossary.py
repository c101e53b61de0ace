"""What the words of Gnomeball mean, for `help WORD`. No line may read as an order where a mail breaks it."""

from __future__ import annotations

from pbem.games.gnomeball.races import RACES
from pbem.play.glossary import entries

_RACES = {
    "tauren": (
        '7 hit points instead of 5. Once in a match: "A2 stomp", the warstomp, rolls a die for each enemy'
        " within 1.5; on 4 or more it is stunned."
    ),
    "undead": (
        "Catches the gnome on 2 or more, intercepts on 4 or more, and drops it only on 5 or more. Once in a"
        ' match: "A2 plague B4" throws a plague barrel at an enemy within 4, for 2 damage on 2 or more.'
    ),
    "orc": (
        'Tosses one square farther. Twice in a match: "A1 frenzy, attack B2" adds 1 damage to its next'
        " attack."
    ),
    "troll": 'Moves 4 instead of 3. Once in a match: "A3 regenerate" gives back half a die of hit points.',
    "bloodelf, blood, elf": (
        'A Blood Elf can look pretty as often as it likes, to no effect: "A1 look pretty at B3". A team of'
        " five of them gets 2 points more for every score."
    ),
    "goblin": (
        'Once in a match: "A5 plant" leaves explosives on its square. In later activations "A5 detonate"'
        " sets them off on 4 or more: 3 damage to everything within 1.5, the goblin too."
    ),
    "dwarf": (
        "Catches only on 4 or more, intercepts only on a 6. Whoever it attacks, hit or miss, moves 1 less"
        ' in the next three activations. An example: "A2 attack B1".'
    ),
    "nightelf, night": (
        'A Night Elf may tend the gnome, if it holds it or the gnome lies within 1: "A4 tend", and the same'
        " again in its very next activation. Then the gnome is free, and a new one comes to the centre."
        " That works once in a match, and only on a living gnome."
    ),
    "human": (
        'Once in a match: "A5 hearth b2" takes it to a free square of its home instead of a move, with the'
        " gnome if it holds it. An action may follow."
    ),
    "draenei": (
        "Comes down last, after everybody else has been placed, on any square that holds neither a"
        ' character nor the gnome: "place A2 h7". That is so at the beginning only.'
    ),
    "worgen": (
        "Whenever it attacks or is attacked, it takes its worgen form, up to the end of its next"
        " activation: it moves 4, does 1 damage more, and its claws hurt the gnome that it holds. An"
        ' example: "A1 attack B2". With "always intercept except worgen" it leaves a living gnome alone'
        " while in that form."
    ),
    "vrykul": (
        'Once in a match: "A2 howl ne" strikes every enemy on the line of squares in that direction: they'
        " cannot move in their next activation."
    ),
    "tuskarr": (
        'Twice in a match: "A2 fish B1" throws a fish at any enemy. Hungry penguins come after it: at the'
        " start of each of its next three activations it loses 1 hit point on a roll of 4 or more."
    ),
    "valkyr, val'kyr": (
        "The first two enemies that a Val'kyr's attacks bring down get up again with 2 hit points and serve"
        ' your team, under a new number such as A6, until they faint. An example: "A1 attack B2".'
    ),
}
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
    "pick up, pick": (
        "An action: takes the gnome from the ground, at the character's own feet or on one of the four"
        ' squares beside it; no die is rolled. An example: "A1 move f6, pick up". With the option'
        " homes=pick players choose their corners."
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
    "points, point": (
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
    "move, moves": (
        '"A3 move f5" goes up to 3 squares, a Troll 4; a diagonal step counts one and a half. The server'
        " finds the way round other characters, friend or foe, which block it."
    ),
    "distance, reach": (
        "Squares in a row or column count 1, diagonal ones 1.5. Hands reach 1: the same square and the four"
        ' beside it; the option reach=1.5 adds the diagonal ones. As a condition, "if A2 reach gnome: A2'
        ' fetch" asks whether A2 could move next to it now.'
    ),
    "near": (
        'A condition: "if A2 near gnome: A2 pick up" asks whether it is within reach of A2 where A2 stands.'
    ),
    "toss": (
        'An action of the holder: "A1 toss c4" throws the gnome up to 4 squares, only backwards, towards'
        " your own home. A copperback tosses up to 6, forwards too. One die: 3 or more is on target, 2 a"
        " square too far, 1 a square short, and the same die must suffice to catch it."
    ),
    "catch": (
        "Whoever stands where a tossed gnome comes down catches it if the toss die was 3 or more; an Undead"
        " on 2, a Dwarf on 4. Nobody there, or too low, and it takes 1 damage and lies loose: thwump. An"
        ' example: "A1 toss c4".'
    ),
    "intercept, ignore": (
        "When an enemy tosses the gnome past one of yours, it may try to get it: 5 or more on a die, 4 for"
        ' an Undead, 6 for a Dwarf. Yours always try unless you say otherwise: after "always ask intercept"'
        ' you are asked, and answer "intercept" or "ignore".'
    ),
    "attack": (
        'An action: "A1 attack B2" hits somebody within reach. 4 on the die does 1 damage, 5 does 2, 6 does'
        ' 3. A holder that is hurt must roll not to drop the gnome. "A1 attack gnome" hits the gnome'
        " itself."
    ),
    "drop": (
        "When a holder is hurt, one die decides: on 4 or more, for an Undead on 5 or more, it drops the"
        ' gnome at its own feet. As an order, "drop plan" ends your plan.'
    ),
    "punt": (
        'An action of the holder within 4 squares of an enemy home: "A1 punt" kicks the gnome over it if'
        " the die shows more than the distance. That is a Gnome-R-Gone!; otherwise the gnome splatters, and"
        ' a new one comes to the centre. "A1 punt j10" names the home where two are near.'
    ),
    "stomp, warstomp": (
        'The power of a Tauren, once in a match: "A2 move e5, stomp" stuns each enemy within 1.5 for which'
        " a die shows 4 or more."
    ),
    "plague, barrel": (
        'The power of an Undead, once in a match: "A2 plague B4" throws a barrel at an enemy within 4, for'
        " 2 damage on 2 or more."
    ),
    "regenerate, regeneration": (
        'The power of a Troll, once in a match: "A3 regenerate" rolls a die and gives back half of it,'
        " rounded up, as hit points, up to the 5 it began with."
    ),
    "plant, explosives, x": (
        'The power of a Goblin, once in a match: "A5 plant" leaves explosives (x) on its square, for all to'
        " see. They do 3 damage to everything within 1.5 when they go off; see: help detonate."
    ),
    "detonate": (
        'A Goblin that has planted explosives tries to set them off: "A5 detonate, move c3". On 4 or more'
        " they blow up, with 3 damage to everything within 1.5, friend, foe and gnome. It comes before the"
        " move and can be tried in each activation."
    ),
    "howl, howled": (
        'The power of a Vrykul, once in a match: "A2 howl ne" reaches every enemy on the squares in that'
        ' direction, up to the edge. They "cannot move" in their next activation, but can act.'
    ),
    "direction, ne": 'One of n, ne, e, se, s, sw, w and nw, n being the end with row 10: "A2 howl ne".',
    "fish, penguins, bite": (
        'The power of a Tuskarr, twice in a match: "A2 fish B1" sends hungry penguins after any enemy. At'
        " the start of its next three activations it loses 1 hit point on a roll of 4 or more; the list"
        " says how many are left."
    ),
    "tend, tending": (
        'The power of a Night Elf: "A4 tend" in two activations running frees the living gnome that it'
        " holds or that lies within 1, and a new one comes to the centre. It takes the whole activation,"
        " and begins anew if the elf is hurt in between. It works once in a match."
    ),
    "frenzy, frenzied, frenzies": (
        'The power of an Orc, twice in a match and free: "A1 frenzy, attack B2" adds 1 damage to its next'
        " attack if that does any. The list says how many are left."
    ),
    "hearth, hearthstone": (
        'The power of a Human, once in a match: "A4 hearth b2" takes it to a free square of its home in'
        ' place of a move, gnome and all. An action may follow, as in "A4 hearth b2, toss a3".'
    ),
    "look, pretty": (
        'What a Blood Elf can do at any time, for free: "A1 look pretty at B3". It has no effect; everybody'
        " is told."
    ),
    "kills, raised, raising, serves, was": (
        "The power of a Val'kyr: its first two kills get up with 2 hit points and serve its player under a"
        ' new number; the list says, for example, "was B4" there and "serves A as A6" in the old place.'
        " When they faint, they are their first player's again."
    ),
    "form, claws": (
        "A Worgen that attacks or is attacked takes its worgen form: it moves 4 and does 1 damage more, up"
        " to the end of its next activation. Its claws do 1 damage to a gnome it holds each time, and 2"
        ' when it catches one. The list says "worgen form". The form of an order is how it is written, for'
        " example: ID move SQUARE."
    ),
    "stunned": (
        "Stunned by a stomp, a character loses its next activation: you still have to spend a turn on it,"
        ' as with "A3 pass".'
    ),
    "slow": (
        "Attacked by a Dwarf, a character moves 1 less in its next three activations; the list says how"
        " many are left, for example: slow 2 left."
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
    "pass": '"A2 pass" does nothing in its activation; "pass" alone uses your lowest ready character.',
    "fetch": (
        '"A2 fetch" goes to the loose gnome by the shortest way and picks it up, or comes as near as it can.'
    ),
    "hunt": (
        '"A3 hunt B1" goes where it can attack B1, and attacks, or comes as near as it can. "A3 hunt'
        ' holder" goes for the enemy that holds the gnome, "A3 hunt gnome" for the gnome itself.'
    ),
    "carry": (
        '"A1 carry" takes the gnome as far as it can towards the nearest enemy home, and into it if'
        ' possible; "A1 carry j10" names the home. "A1 carry, punt" kicks as well, if it comes within 4.'
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
    "whenever, plan, any": (
        'A line of your plan: "whenever they hold: any hunt holder" is used whenever it is your turn, no'
        ' line of yours waits, and it fits; "any" is the character that does it best. "drop plan" ends the'
        ' plan, and "keep on" lets it go on when the gnome changes sides.'
    ),
    "keep, on": (
        '"keep on" lets your plan go on when another side gets the gnome; otherwise you are asked first.'
    ),
    "line": (
        'In the form of an order: what one character does in an activation, for example "A3 move f5, pick'
        ' up". Several lines in one letter are used at your next turns.'
    ),
    "we, they, yes": (
        'Words of conditions: "we hold" is true if your side has the gnome, "they hold" if another side has'
        ' it, "yes" in any case. An example: "whenever yes: any pass".'
    ),
    "always, never, ask, except": (
        'A line with "always" answers for you from now on: "always place same", "always intercept". With'
        ' "always ask intercept" and "always ask place" you are asked again; "never intercept" lets all'
        " tosses fly by."
    ),
    "auto": (
        '"always place auto" puts your characters on the first free squares near your home after each score.'
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
    "land": (
        "The Draenei land when everybody else has been placed; their owners choose the squares, as in"
        ' "place A2 h7".'
    ),
    "game": (
        "Gnomeball: carry, toss and punt a gnome into somebody else's home; 20 points win. An example of a"
        " turn: A3 move f5, pick up. More: help gnomeball."
    ),
}

ENTRIES = entries(
    {
        **{
            words: f"{RACES[words.split(', ')[0]].title}, one of the races. {told}"
            for words, told in _RACES.items()
        },
        **_WORDS,
    }
)
"""By word, paragraphs, and list items, which begin with two blanks; see `pbem.play.glossary`."""
