"""What words of the game mean, for `help WORD`: what stands on the board, in its lists and among the options; support,
positions and Types. Items, lines, conditions and abilities bring their own.

No line may read as an order where a mail breaks it.
"""

from collections.abc import Sequence

from pbem.games.elfball import hooks
from pbem.games.elfball.abilities import Ability
from pbem.games.elfball.conditions import ABOUT
from pbem.games.elfball.flow import KINDS
from pbem.games.elfball.lines import Common
from pbem.games.elfball.orders import ORDERS
from pbem.games.elfball.rosters import EXTRAS, RARE, SUPPORT
from pbem.games.elfball.teams import ATTRIBUTES, LISTS, POSITIONS
from pbem.play.glossary import entries

_BOARD = entries(
    {
        "player, players, letter, letters, capital, small": (
            "One of your figures, called by a letter: A to L for North, M to X for South. On the board"
            " North's are capital letters and South's small ones; in your lines that makes no difference."
            ' An example: "A go ball".'
        ),
        "field, hex, hexes, number, row, empty": (
            "The field is made of six-sided hexes. A hex is the letter of its row, a in the north to y in"
            " the south, and its number: m22 is the centre. The next one in a row is two numbers on, so"
            " east of k20 comes k22."
        ),
        "centre": (
            "The hex m22 in the middle of the field, where the ball lies when a Test begins. The centre"
            " line runs through it from west to east."
        ),
        "line, centre line, white, rebound": (
            "The white line across the middle (- on the board), and the ring round the field. Players cross"
            " the centre line freely, but a thrown ball that reaches a white hex stops or rebounds there,"
            " except at m22."
        ),
        "edge, #": (
            "The outermost hexes (# on the board). A player who gets there, by their own step or a Shove,"
            ' leaves the field until the next Test, and with the ball even for the whole match. "A move n1'
            ' out" says that you mean it.'
        ),
        "goal, goals, @": (
            "Each side defends a goal hex (@) and attacks the other one. If a player's own action ends"
            " there with the ball, it is a goal; the first side with as many as the option goals says wins."
            ' "A go goal" runs for it.'
        ),
        "north, south, attacks, side": (
            "The two teams. North has the letters A to L and attacks the goal in the south, South has M to"
            " X and attacks the one in the north. Seat 1 of a match is North."
        ),
        "direction, look, looks, mark, ne, east, se, sw, west, nw, face, facing, front, rear": (
            "A standing player looks in one of six directions: 1 ne, 2 east, 3 se, 4 sw, 5 west, 6 nw. The"
            " mark beside the letter shows it. That hex and one on either side are in front, the other"
            ' three behind. Turning is free: "A face 3", "A face ball".'
        ),
        "ball, held, holds, carry, ground": (
            "The ball lies on the ground, shown as (*), or a player holds it (*A'). Stepping onto it is a"
            ' try to pick it up, as in "A go ball". As a condition, "if ball" asks whether the acting'
            ' player holds it, "q ball" whether Q does.'
        ),
        "down, dazed, _, ~, postures, posture": (
            "A player who has been brought down lies on the field: Down (_A_) or, worse, Dazed (~A~). They"
            " do nothing until they stand up in an action of their own, which costs 5 paces less Grit when"
            ' Down and 8 less Grit when Dazed. As a condition: "A tackle q, if down: stand".'
        ),
        "bench": (
            "Where your players wait who are not on the field. If you have fewer than six there, one may"
            ' come in instead of an action: "enter G c14 face 3".'
        ),
        "recovery": (
            "A hurt player in Recovery sits out the next set-up; when that Test has begun, they are back on"
            " the Bench. For example: Recovery: J."
        ),
        "infirmary, ejected": (
            "Players in the Infirmary are hurt and out for the rest of the match; ejected ones are out as"
            " well, but unhurt. For example: Infirmary: K."
        ),
        "barred": (
            "A player who is barred sits on the Bench and cannot enter before the next Test. The list shows"
            " it behind the letter, for example: G (barred)."
        ),
        "jog, pace, paces, run": (
            "Jog is the number of paces a player has in an action. A step costs one, and so does a Throw, a"
            " Shove, a tackle or picking up. A challenge may even be made with none left; it is the last"
            ' thing then. As a condition, "if jog 2" means that two or more are left.'
        ),
        "might": (
            "How strong a player is: the dice of a Shove, and of the Impact against a stronger opponent. On"
            " the sheet it is the M of J M T D S G, so the 3 in 6 3 2 4 4 2."
        ),
        "dodge": (
            "How well a player gets away: the dice for leaving an opponent who faces them (Disengage), and"
            " what a tackler has to beat. On the sheet it is the D, so the first 4 in 6 3 2 4 4 2."
        ),
        "skill": (
            "How well a player handles the ball: the dice to pick up, throw, catch and intercept. On the"
            " sheet it is the S, so the second 4 in 6 3 2 4 4 2."
        ),
        "grit": (
            "How tough a player is: the dice of an Injury, and what makes standing up cheaper. On the sheet"
            " it is the G, so the last 2 in 6 3 2 4 4 2."
        ),
        "attribute, attributes, choice": (
            "Each player has six numbers, J M T D S G: Jog, Might, Tackle, Dodge, Skill and Grit. A"
            " challenge is rolled with as many dice as the attribute in question. In the form of an order a"
            ' CHOICE is an attribute or an ability, as in "potion J agile skill".'
        ),
        "type": (
            "What kind of player somebody is: Cheater, Defender, Hunter, Little Guy, Midfielder, Monster,"
            " Safety, Striker, Thrower or Undead. At the advanced level each has abilities of its own; see"
            " for example: help hunter."
        ),
        "little, guy": (
            "The Type of small, quick players such as Imps and Gnomes. At the advanced level its abilities"
            " are Taunt, Quickling and Swarm."
        ),
        "challenge, dice, die, target, net": (
            "What is risky is rolled for: as many dice as the attribute. The net is successes less flops;"
            " it must reach the target, which is at least 1. Helpers beside a player make it easier by 1"
            ' each, opponents who face them harder. A preview tells the odds: "preview A tackle q".'
        ),
        "flop, x": (
            "A flop (X on a die) takes a success away. With more flops than successes, as in X X S, the"
            " challenge is flopped: mostly the player goes down and Momentum shifts."
        ),
        "blank, -": (
            "A blank (-) on a die counts for nothing: S - X has one success and one flop, a net of 0."
        ),
        "star, *, conditional, major": (
            "A star (*) on a die is a success that brings one more die. With the option star=major it is"
            " two successes instead, and no more dice; star=conditional is the usual way."
        ),
        "success, s": (
            "A success (S) on a die, two sides of six; a star counts as one as well. What is left when the"
            " flops are taken off must reach the target: S S X reaches 1."
        ),
        "momentum, counter, counters, mom, shift": (
            "Successes beyond the target become counters of Momentum, six at most. The acting team can have"
            " dice rolled again for them, one each, its own or the other's, or pay for a Dash. They end"
            " with the action; a Shift in Momentum, as after a flop, hands them to the other team and ends"
            ' the turn. As a condition: "if mom 2".'
        ),
        "policy, needed, aim, reserve, all": (
            "How Momentum is spent on a challenge: needed (the usual way) rolls again only what keeps it"
            ' from its target, all spends whatever there is, keep nothing. "A tackle q all aim 1" tries for'
            ' one success more, "reserve 2" leaves two counters.'
        ),
        "keep": (
            'As a Momentum policy: no die is rolled again, as in "A throw d, momentum rival keep". "always'
            ' reface keep" lets your players look as before when they have tried for a ball.'
        ),
        "rival": (
            'Momentum on the other team\'s dice: "A throw d, momentum rival keep" spends none on theirs.'
        ),
        "test": (
            "A match is a series of Tests. Each begins with a set-up and a face-off and ends with a goal."
            " The header tells which one it is, for example: Test 2."
        ),
        "score, win, lose": (
            'To score a goal, stand in the other side\'s goal with the ball, as with "A go goal". The first goal'
            ' wins, unless the match was offered with more, as in goals=3. The header counts them; as a fact, "North'
            ' score" and "South score".'
        ),
        "face-off, faceoff": (
            "How a Test begins: one player of each side rolls Might. The winner has a free challenge, and their"
            ' side the first turn; "pickup" goes for the ball. With the option faceoff=simple both'
            ' roll six dice, and nothing is asked but "ball" or "tackle" when Might and Skill are equal.'
        ),
        "guardian, rover, circles, places": (
            "Where players stand when a Test begins: one on a face-off place (no Monster), one on the"
            " Guardian hex (+), up to two in each of the two Rover circles (:). A formation finds the hexes"
            ' for you: "setup spread A B C D E F".'
        ),
        "formation, spread": (
            'A usual way to stand at the beginning of a Test: spread, forward, deep or inside. "setup'
            ' spread A B C D E F" puts A in the face-off, B on the Guardian hex, C and D on one side and E'
            " and F on the other."
        ),
        "setup, set-up": (
            '"setup spread A B C D E F" places your players when a Test begins, by a formation; "setup A'
            ' l21 3, B e22" places them one by one, with the direction in which they look.'
        ),
        "last, moved, act, acts": (
            "Your turn is one action of one of your players, but not of the one who acted in your last"
            " turn. The header names them, for example: Moved last: North D, South R."
        ),
        "turn, action, end": (
            "A turn is one action of one player: paces, a throw, a tackle and so on, all on one line, as in"
            ' "A go ball, if ball: go goal". "end" ends it early.'
        ),
        "cards, left": (
            "With the option timed=52 the match ends when so many cards are used up; one goes with each"
            " turn of the team that lost the face-off. Left is what still remains of something: cards,"
            " kegs, doses."
        ),
        "first, until": (
            "First to 1, in the header, means that the first goal wins. With goals=3 it would be first to 3."
        ),
        "injury, injuries, hurt": (
            "A player who is hit hard rolls Grit: flop or 0 Infirmary, 1 Infirmary too, 2 Recovery, 3 Bench"
            " until the next Test, 4 Dazed, 5 Down. At the advanced level a 0 costs an attribute for good,"
            " and a flop ends the career."
        ),
        "disengage, slip": (
            "Before a step away from standing opponents who face them, a player must roll Dodge, against"
            " the best Tackle among them less 2. Failed, they are Down; flopped, Dazed, and Momentum"
            ' shifts. "preview A move k20" tells the odds.'
        ),
        "impact, charge": (
            "Before tackling a stronger opponent a player must roll Might, against the opponent's less 2."
            " Without a success there is no tackle."
        ),
        "opponent, team-mate, helper, helping": (
            "A team-mate is another player of your team, an opponent one of the other. Those who stand"
            " beside a player and face them count: each team-mate makes a challenge easier by 1, each"
            " opponent harder."
        ),
        "dwarven, centaur": (
            'A Dwarven Centaur is a Hunter of the Dwarves of the Black Rock clan, with Jog 7: "team'
            ' blackrock" has two.'
        ),
        "gnomish, contraption": (
            'A Gnomish Contraption is a machine, of the Type Monster, in a team of Gnomes: "team gnomes"'
            " has three."
        ),
        "ice": 'An Ice Troll is a Monster of the Valkyries, slow and strong: "team valkyries" has one.',
        "samhaino": (
            'Creatures of nightmare: a team list, as in "team samhaino". At the advanced level all of its'
            " players may learn Fear."
        ),
    }
)
"""What is seen on the board and in the lists."""

_LINES = entries(
    {
        "with": (
            'Names an ability: "A tackle m with steal". In a team it names what a player knows: "1 striker'
            ' with agile steal".'
        ),
        "no, yes": (
            '"no" lets a ball go by. In standing orders and options they stand for off and on, as in'
            ' "always catch no M" and double=yes.'
        ),
        "always, never, ask": (
            'A line with "always" answers for you from now on: "always intercept best", "always catch yes",'
            ' "always faceoff pickup". With "always ask catch" you are asked again; "always intercept'
            ' never" tries nothing.'
        ),
        "item": 'In the form of an order: one part of an action, such as "go ball" or "tackle q".',
    }
)
"""The words of orders."""

_MATCHES = entries(
    {
        "preset, none, beginner, quick": (
            "Several options in one word: preset=beginner means star=major and faceoff=simple, and suits a"
            " first match; preset=quick means double=yes as well."
        ),
        "standard, simple": (
            "Values of options: faceoff=simple makes the face-off a plain roll, faceoff=standard, as usual,"
            " one of Might. lists=standard has all team lists but Orcs and Ratmen."
        ),
        "timed": (
            "An option: timed=52 ends the match when 52 cards are used up, and more goals win; with"
            " timed=0, as usual, the goals decide."
        ),
        "double": "An option: with double=yes two different players act in each turn, one after the other.",
        "lists, list": (
            'A team list says which players a team may have: "team nightelves" takes the usual ten of one.'
            " The option lists=all adds Orcs and Ratmen."
        ),
        "level, basic, advanced": (
            "An option: level=basic has ten players without abilities; level=advanced has teams built of"
            " points, with abilities, support and injuries that last."
        ),
        "cap, points, price, costs": (
            "At the advanced level a team is worth up to 180 points, or what the option cap says, as in"
            " cap=150: 15 for a player, 5 for an ability, and the price of its support."
        ),
        "extras": (
            "An option: with extras=yes the lists of Samhaino, Gnomes and Thunder Hammer may have a"
            " Samhaino Horror or an Impcrusher."
        ),
        "team, usual, lot": (
            '"team nightelves" takes the usual ten players of a list, "team gnolls: 4 hunter, 2 midfielder,'
            ' 2 safety, 2 striker" those you want, "team lot" a list by lot.'
        ),
        "position, thing, slot": (
            "In the lines about a team: a position is a kind of player, such as imp; a thing is support,"
            ' such as keg; a slot is the number of a player on the sheet. An example: "team hire imp".'
        ),
        "hire, cut": (
            '"team hire imp" takes a new player into your league team, for 15 points; "team cut 4" sends'
            " the one in slot 4 away."
        ),
        "buy, sell": (
            '"team buy keg" adds support to your league team at its price, "team sell keg" gives it back.'
        ),
    }
)
"""Options, and the lines about teams."""

_SUPPORT = {
    "referee": (
        "Bribed referee: a Monster may take the face-off, and players without the ball may end an action in"
        " a goal hex. One die is rolled before the team's first action after such a face-off, and whenever"
        " its turn begins with a player in a goal hex: on a flop who broke the rules is ejected, the turn"
        " is lost as a Shift in Momentum, and the bribe is gone for this match.",
    ),
    "cheerleader": (
        'Cheerleader: each gives one counter of Momentum once a Test. Write "cheer 2" before your action,'
        ' or "cheer" for one.',
    ),
    "keg": (
        "Zlurpee keg: each adds one success to an Injury of one of your players once a Test, if the net is"
        ' 1 or more. That happens by itself; "always keg no" saves them, "always keg both" uses two for one'
        " roll.",
    ),
    "potion": (
        'Magic potion: "potion J" gives one of your doses to a player of yours who is not on the field and'
        " not ejected, before a set-up, in your turn, which it does not use up, or after the last goal. A"
        " player takes one dose a match. Two dice are rolled; behind the player you may name the abilities"
        ' and the attribute you would like: "potion J agile skill".',
        "  X X: the player dies",
        "  X -: seizure: Infirmary, and a lasting injury",
        "  X S: coma: Infirmary, no cure",
        "  X *: woozy, no cure; from the Bench to Recovery",
        "  - -: cured, Recovery",
        "  S S: cured, Bench",
        "  - S: cured, Bench, and one Basic ability for this match",
        "  - *: cured, Bench, and two Basic abilities for this match",
        "  S *: cured, Bench, and a Basic and an Advanced ability of one attribute for this match",
        "  * *: cured, Bench, and +1 to an attribute for this match, up to 6",
        "Cured are all injuries of this match, lasting ones and ended careers too; abilities won cost no"
        " points.",
    ),
    "wizard": (
        'Wizard, with the option wizard=yes: one spell a match instead of an action, "wizard shock q",'
        ' "wizard inferno k20" or "wizard frog q". If a spell flops it backfires: one player of your Bench,'
        " drawn by lot, goes to Recovery, and Momentum shifts. See: help shock, help inferno, help frog.",
    ),
    "shock": (
        "System Shock, a spell at an opponent on the field: five dice against Might - 1, +2 for the holder"
        " of the ball. At the target the player is Down, one more Dazed, two more an Injury.",
    ),
    "inferno": (
        "Inferno, a spell at a field hex: every player there and next to it, of both teams, rolls Dodge"
        " against 2. At the target the player is Down, above it unhurt; a fail is Dazed, a flop an Injury.",
    ),
    "frog": (
        "Transformation, a spell at any player on the field: five dice against 2. Until the end of the Test"
        " the player is a frog with Jog 7, Might 2, Tackle 4, Dodge 6, Skill 0 and Grit 2, and drops the"
        " ball.",
    ),
}


_ABILITIES = (
    "At the advanced level players may know abilities, for 5 points each. Those of an attribute are open to all, those"
    " of a Type to its players (Fear also to Samhaino). An Advanced one needs the Basic one of the same attribute or"
    ' Type. In a match, name them behind "with": "1 striker with agile steal". More on one: help and its name.',
    *(f"  {each.title} ({each.belongs}): {each.about}" for each in hooks.ABILITIES.values()),
)
_EXPERIENCE = (
    "In a league, a goal gives one point of experience to each player of that team on the field. For every 5 points a"
    " player may learn one ability (5 points of the team's value), after any match, at once or later:"
    ' "team learn 4 agile" for the player in slot 4. If the team is at its cap, cut a player or sell support first.'
    " See: help abilities.",
)
_WORDS: dict[str, tuple[str, ...]] = {
    "ability": _ABILITIES,
    "abilities": _ABILITIES,
    "experience": _EXPERIENCE,
    "learn": _EXPERIENCE,
    "surge": (
        'Momentum steps: "surge k20 k22" moves the acting player by counters of Momentum instead of paces. An ability'
        " must allow it, and says where the step may lead; it is refused where it would need a Disengage, except with"
        " Shamble.",
        *(f"  {each.title}: {each.about}" for each in hooks.ABILITIES.values() if '"surge ' in each.about),
    ),
    "support": (
        "What a team of the advanced level has beside its players, with its price in points and the most it may have:",
        *(f"  {name.capitalize()}: {each.price} points, up to {each.most}" for name, each in SUPPORT.items()),
        'In a match it stands behind the players: "team hammer: 7 dwarf, 1 keg"; a league team buys it with'
        ' "team buy keg". More on each: help referee, and so on.',
    ),
}


def _of_ability(ability: Ability) -> tuple[str, ...]:
    told = f"{ability.title} ({ability.belongs}): {ability.about}"
    if ability.saves:
        told += (
            ' Once an action, when the roll would not do; "save no" behind a challenge, or "always save no'
            f' {ability.name}", keeps it back.'
        )
    if ability.advanced:
        told += f" It needs {hooks.ABILITIES[hooks.basic_of(ability.of)].title} first."
    names = [hooks.basic_of(ability.of), ability.name] if ability.advanced else [ability.name]
    who = next((name for name in POSITIONS if POSITIONS[name].type == ability.of), "Striker")
    return told, f'In a team of the advanced level: "1 {who.lower()} with {" ".join(names)}".'


def _of_type(kind: str) -> str:
    abilities = ", ".join(each.title for each in hooks.ABILITIES.values() if each.of == kind)
    players = ", ".join(name for name in POSITIONS if POSITIONS[name].type == kind)
    return f"Players of the Type {kind} are, for example: {players}. Its abilities: {abilities}."


def _of_position(name: str) -> tuple[str, ...]:
    position = POSITIONS[name]
    numbers = ", ".join(f"{each.capitalize()} {getattr(position, each)}" for each in ATTRIBUTES)
    lists = [
        f"{each.title} (up to {place.most})"
        for each in LISTS.values()
        for place in each.places
        if name in place.names
    ]
    if name in RARE:
        lists = [
            f"{LISTS[each].title}, with extras=yes" for each, (_, extra) in EXTRAS.items() if extra == name
        ]
    told = f"{name}, a {position.type}: {numbers}. Played by: {'; '.join(lists)}."
    if position.abilities:
        titles = " and ".join(hooks.ABILITIES[each].title for each in position.abilities)
        return told, f"It has {titles}, and learns nothing."
    return told, _of_type(position.type)


def _of_list(name: str) -> tuple[str, ...]:
    each = LISTS[name]
    chosen = "It needs the option lists=all" if each.consent else f'To play it, write "team {name}"'
    return (
        f"{each.title} ({each.about}), a team list. The usual ten: {each.usual}. {chosen}. What each player can do:"
        f" rules elfball {name}.",
    )


ENTRIES: dict[str, Sequence[str]] = {
    **_BOARD,
    **entries({words: text for kind in KINDS for words, text in kind.about.items()}),
    **entries(
        {words: text for kind in ORDERS if issubclass(kind, Common) for words, text in kind.about.items()}
    ),
    **entries(ABOUT),
    **_LINES,
    **_MATCHES,
    **{word: _of_list(name) for name in LISTS for word in (LISTS[name].title.lower(), name)},
    **_WORDS,
    **{kind.lower(): (_of_type(kind),) for kind in sorted({each.type for each in POSITIONS.values()})},
    **{name.lower(): _of_position(name) for name in POSITIONS},
    **{name: _of_ability(each) for name, each in hooks.ABILITIES.items()},
    **{
        name: (*told, f"It costs {SUPPORT[name].price} points; a team may have {SUPPORT[name].most}.")
        if name in SUPPORT
        else told
        for name, told in _SUPPORT.items()
    },
}
ENTRIES["bribe"] = ENTRIES["referee"]
"""By word, paragraphs; list items begin with two blanks."""
