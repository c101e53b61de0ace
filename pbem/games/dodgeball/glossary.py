"""The meaning of Dodgeball's words, for `help WORD`. No line of the texts may read as an order when a mail wraps
them."""

from pbem.play.glossary import entries

ENTRIES = entries(
    {
        "pawn, team-mate, target, opponent": (
            "Each side has five pawns, S1 to S5 for South and N1 to N5 for North, all alike. A pawn runs,"
            " hands balls on and throws them, and can be hit. The option pawns makes it three or four a"
            " side, as in pawns=3."
        ),
        "pawns": (
            "An option: how many pawns each side has, 3, 4 or 5. With pawns=3 a match is very short. Each"
            " pawn has an id, from S1 or N1 on."
        ),
        "south, north": (
            "The two sides. South's pawns are S1 to S5, its half is rows 1 to 4, its back row is row 1;"
            " North's are N1 to N5, rows 5 to 8 and row 8. Nobody crosses into the other half, but balls"
            " do."
        ),
        "square, squares, row, column, board": (
            "A square is a letter and a number: b4 is the second of its row, from the west, and the fourth"
            " from the south. The letters a to h are the columns, the numbers 1 to 8 the rows."
        ),
        "ball, balls, o, loose, resting, scoop": (
            "Three balls are in the game. A loose one lies in a square (o; o2 for two of them), and whoever"
            " enters the square takes it along. A star marks a pawn that carries one: S1* has a ball, S2*2"
            " has two. The list tells where all three are, for example: Loose balls: ball 2 on f7."
        ),
        "start, corner, line, centre, between": (
            "The balls begin on the centre line, which divides the halves, on corners between squares: for"
            " example the one where d4, e4, d5 and e5 meet. O marks a ball that is still there. The first"
            " pawn of either side to enter one of these four squares must take it."
        ),
        "air": (
            "A ball is in the air while a throw waits for the answer of the player it is thrown at. As a"
            ' fact it reads so: "ball 1 is air".'
        ),
        "dice, die, best, best die": (
            "You have three dice a turn, and each pays for one action of one pawn: a 5 for a run of up to"
            " five squares, or a pass or throw over up to five. Everybody sees your dice of now and those"
            ' of your next turn. The best die, as a fact, is your highest one left, as in "best die at'
            ' least 4".'
        ),
        "next, now": (
            "The line of dice shows two sets: those of the side to act, which it has now, and those that"
            " the other side will have in its next turn. For example: South, to act now: 5 3 2. North, next"
            " turn: 6 4 1."
        ),
        "with, for": (
            'Spends a certain die: "S1 move b4 with 5" uses your 5 even if a smaller one would do. Without'
            " it the smallest die that is big enough is spent."
        ),
        "move, run, step": (
            '"S1 move b4" takes the pawn S1 to b4 by the shortest free way, for a die of at least so many'
            " squares; diagonal steps count as one. Balls on the way are picked up, and no square with"
            ' another pawn can be entered. "S1 move d4 e3" goes by way of d4.'
        ),
        "pass": (
            '"S1 pass S2" hands a ball to a team-mate no farther away than the die shows. It always'
            ' succeeds, and nothing in between hinders it. To end a turn, write "done" instead.'
        ),
        "throw, hit, clean hit, aim, miss": (
            '"S1 throw N2" throws a ball at an opponent no farther away than the die shows. The other'
            " player dodges or catches, both roll a die, and if the thrower's is higher the target is out."
            ' "S1 throw N2 or N3" takes the first of the two that is in reach.'
        ),
        "or": 'Names a second target for the case that the first is not in reach: "S1 throw N2 or N3".',
        "dodge": (
            "An answer to a throw: the target steps aside. It is out only if the thrower rolls higher;"
            ' otherwise the ball has missed and lies beside it. "dodge c6" says where it is to lie. A dodge'
            " escapes in 21 cases of 36."
        ),
        "catch": (
            "An answer to a throw: the target tries to take the ball. On a higher roll than the thrower's"
            " it has the ball, and the thrower is out; on equal rolls or a lower one the target is out. A"
            " catch succeeds in 15 cases of 36, a dodge in 21."
        ),
        "all": (
            '"dodge all" and "catch all" answer this throw and all others of the same turn, whichever pawn'
            " they aim at."
        ),
        "put": (
            'Says where a ball that has missed comes to lie: "put c6", an empty square next to the target.'
            ' You are only asked after "always ask put".'
        ),
        "front, back": (
            'Where balls that miss your pawns come to lie, unless you name a square: "always put front", as'
            ' at the beginning, takes the free square nearest the centre line, "always put back" the one'
            " nearest your back row."
        ),
        "place, places, placing, placement, column": (
            'Before the first turn both sides put their pawns on their back rows, in secret: "place a b d e'
            ' g" names five columns. The option placement=fixed leaves this to the server, placement=secret'
            " to the players."
        ),
        "secret": (
            "With placement=secret, as is usual, both players place their pawns without seeing the other's."
        ),
        "fixed": (
            "With placement=fixed nobody is asked: the pawns stand on columns a, b, d, e and g, or on fewer"
            " of these in a match with fewer pawns."
        ),
        "always, ask": (
            'A line with "always" answers for you from now on: after "always dodge" your pawns dodge every'
            ' throw, and you get no mail about it. "always ask react" and "always ask put" bring the'
            " questions back."
        ),
        "react": (
            'The question how a target meets a throw: "dodge" or "catch". "always dodge" answers it for'
            ' good, and "always ask react" has you asked again.'
        ),
        "done": (
            "Ends your turn and gives up the dice that are left. All three are rolled anew at once, for"
            ' your next turn, and both players see them. As an example, "S1 move b4; done" spends one die'
            " only."
        ),
        "action": (
            "What one die pays for: a move, a pass or a throw of one of your pawns. A turn has up to three,"
            ' in any order, by one pawn or by several: "S1 move b4; S1 throw N2; done".'
        ),
        "out": (
            "A pawn that has been hit, or whose throw has been caught, is out and never comes back; the"
            ' list of the sides names them, for example "Out: S3". The side that loses its last pawn loses'
            " the match."
        ),
        "stall, stopped, quiet, without": (
            "The game does not go on for ever: after sixteen turns in a row without a throw it is stopped."
            " A side with fewer pawns that has two or three balls in its half loses then; otherwise it is a"
            " draw. The option stall=8 makes it eight turns, stall=off never stops it."
        ),
        "off": "With stall=off the match goes on however long nobody throws.",
        "turn, turns, act": (
            "In a turn one side spends its three dice, for example on two moves and a throw; then the other"
            " side has its turn. The side to act is the one whose turn it is."
        ),
        "several": (
            "More than one ball in a square or with a pawn: o2 is a square with two, S2*2 a pawn with two."
            " Whoever enters the square takes them all, and each throw uses one."
        ),
        "none, no": "Nothing is left of it: for example, loose balls: none means that pawns carry all three.",
        "game, win, lose": (
            "Dodgeball!: five pawns a side, three balls. Hit all pawns of the other side, for example with:"
            " S1 throw N2. More: help dodgeball."
        ),
    }
)
"""By word, paragraphs; see `pbem.play.glossary`."""
