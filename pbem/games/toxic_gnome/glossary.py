"""The meaning of Toxic Gnome's words, for `help WORD`. No line of the texts may read as an order when a mail wraps
them."""

from pbem.play.glossary import entries

ENTRIES = entries(
    {
        "treadmill, run, runs, running": (
            "The rows of letters that everybody climbs. When a word ends in the top row, the treadmill"
            " runs: the rows of the danger zone drop off with everybody on them, and as many new ones are"
            " laid on top. The first run takes one row, the second two, and so on. A word that goes high:"
            ' "word TAFFY highest".'
        ),
        "danger, zone, danger zone, !": (
            "The lowest rows, marked ! on the board: the next run takes them away with everybody on them."
            " At first it is one row, and each run makes it one row longer. The list names it, for example:"
            " Danger zone: rows 4 to 6."
        ),
        "token, player, players, stand, stands": (
            "Each player has a token, shown as a number behind the letter it stands on: T12 means that"
            " players 1 and 2 stand on that T. Your next word begins with the letter under your token."
            " Tokens do not get in each other's way."
        ),
        "space, square, letter, letters": (
            "A letter of the treadmill, named by its column and the number of its row: e6 is the last one"
            " of row 6. From letter to letter a word goes to a neighbouring space: level, upwards,"
            " downwards or diagonally."
        ),
        "row, rows, level, lowest, highest row, climb": (
            "A tile of five letters lies in each row. Rows are numbered in the order in which they were"
            " laid, so a space keeps its name when the treadmill runs: e6 is e6 until it drops off. Only"
            " who stands in a high row is safe for long."
        ),
        "column": (
            "One of the five places of a row, a to e from left to right. Before the first turn you choose"
            ' one of the lowest row: "start c" puts your token on c1.'
        ),
        "top": (
            "The highest row. A word that ends there sets the treadmill running; one that only passes"
            ' through does not. An example: "word TAFFY highest".'
        ),
        "wild, wild space, *": (
            "A space marked * counts as any letter you like, and as another each time a word visits it: in"
            ' "word TAFFY" it may be both an F and the Y. If your token stands on one, your word may begin'
            " with any letter."
        ),
        "word, form, trace": (
            '"word TAFFY" traces a word that begins on the letter of your token; each next letter is on a'
            " neighbouring space. Your token ends up on the last one. Where it can end on several spaces,"
            ' add one, as in "word TAFFY to c4". It must be in the word list and new in this match; a wrong'
            " word costs nothing."
        ),
        "words": (
            "An option: which word list counts. words=standard has 79,867 words, words=large 115,622. Names"
            " and abbreviations are in neither."
        ),
        "used": (
            "A word that any player has formed cannot be formed again in the same match; the list under the"
            " board has them all. For example, YOURS is another word than YOUR."
        ),
        "to, highest": (
            'Says where a word is to end if it can end on several spaces: "word TAFFY to c4" on c4, "word'
            ' TAFFY highest" as high up as possible.'
        ),
        "or": (
            'Names another word for the case that the first is not legal: "word TAFFY to c4 or YOUR'
            ' highest". The first one that is legal is played.'
        ),
        "step": (
            'In place of a word you may go one space to the side or backwards, never forwards: "step left",'
            ' "step back" or, with a square, "step b4". A step forms no word and sets nothing running. You'
            " have to do one or the other: nobody may pass."
        ),
        "pass, skip, done": (
            'Nobody may pass: in your turn you form a word or step one space, for example "step left".'
        ),
        "left, right": (
            'To the side: "step left" goes one space to the left in your row. For a red tile, "shift left"'
            " lays it, and all tiles above it, one space farther to the left."
        ),
        "back, backleft, backright": (
            'One row down, straight or diagonally: "step back", "step backleft", "step backright". From the'
            " lowest row you can only step to the side."
        ),
        "red tile, red": (
            "A red tile may be laid one space out of line with the tile below it; there are three, MAMBO,"
            ' SLIDE and TWERK. Whoever sets the treadmill running decides, for example with "shift left",'
            ' or beforehand at the end of a word: "word TAFFY highest red left".'
        ),
        "shift, straight, way": (
            'Lays a red tile: "shift left" or "shift right" one space to that side, "shift straight" in'
            ' line. All tiles that come on top of it line up with it. "always shift straight" answers for'
            " good."
        ),
        "tile, tiles": (
            "A row of five letters; there are 48 tiles, and the rest of them wait in the stock. The option"
            " tiles says how many rows the treadmill has: tiles=8 is a short game, 12 the usual one."
        ),
        "stock": (
            "The tiles that have not been laid yet; nobody knows their order. When it is used up, the tiles"
            " that have dropped off are shuffled and come again. Under the board: Tiles in the stock: 36."
        ),
        "start": (
            'Before the first turn all players choose a column of the lowest row at once, in secret: "start'
            ' d". Whoever does not choose begins on c.'
        ),
        "turn, turns, move": (
            "The players take turns in the order of their numbers; in a turn you form one word or take one"
            " step. Words for later turns may come in the same letter: word TAFFY to c4; word YOUR highest."
        ),
        "round": (
            "As a fact, how often everybody has had a turn, counted from the beginning of the match. An"
            " example: round at least 5."
        ),
        "out, eliminated": (
            "Whoever stands in the danger zone when the treadmill runs is out. The last player left wins;"
            " of the others, those who went later rank higher, and of those who went together, whoever"
            " stood higher. As an example, with three players the first to go is third."
        ),
        "gnome": (
            "The gnome is impatient: if nobody sets the treadmill running for ten rounds, it runs by"
            " itself. The option gnome=6 makes it six rounds, gnome=off never."
        ),
        "difficulty, easy, hard, normal": (
            "An option: which tiles are in the game. difficulty=easy leaves out the tiles with rare"
            " letters, difficulty=hard those with common ones, normal has all of them."
        ),
        "minlen": "An option: the fewest letters of a word, 3 unless the match was offered with minlen=2.",
        "grace": (
            "An option: with grace=on nobody is out before their first turn; their token is put on the"
            " lowest row that stays. It suits games with few rows, such as tiles=6."
        ),
        "standard, large": (
            "The two word lists: words=standard has the 79,867 words that most people know, words=large has"
            " 115,622."
        ),
        "on, off": (
            "Values of options, as in grace=on, or gnome=off for a treadmill that never runs by itself."
        ),
        "always, never, ask": (
            'A line with "always" answers for you from now on: "always shift straight" for red tiles,'
            ' "always start c" for the beginning. "always ask shift" has you asked again.'
        ),
        "list": (
            '"always list rows" spells out every space of the board in words, for those who do without the'
            ' picture; "never list rows" ends that.'
        ),
        "without, far": (
            "Turns without a run are counted, and told under the board: when there have been ten for each"
            " player left, the treadmill runs by itself. For example, with three players that is after"
            " thirty."
        ),
        "none, no, yet": (
            "Nothing so far. For example, words used so far: none means that no word has been formed yet."
        ),
        "hints, hint, best": (
            "With the command settings hints on, each of your turn mails and previews tells how many rows the best word"
            " from where you stand climbs, as in: the best word from here climbs 5 rows. It never tells which word"
            " that is."
        ),
        "game, win, lose": (
            "Toxic Gnome: climb a treadmill of letters by tracing words; the last player on it wins. The"
            ' line that you send most often is like "word TAFFY highest". More: help toxic-gnome.'
        ),
    }
)
"""By word, paragraphs; see `pbem.play.glossary`."""
