"""The commands of those who play or look on: in a match, about it, and to its players."""

from __future__ import annotations

from pbem.server.language.command_spec import CommandSpec

PLAYING = (
    CommandSpec(
        name="list",
        usage=("list", "list NAME", "list GAME"),
        summary="your matches, and whose move it is in each; or those of somebody else, or of a game",
        help=(
            "Running matches, challenges that wait for an answer, and the five that ended last. Of others you"
            " are told what everybody may know; `show`, `history` and `observe` tell more of one."
        ),
        example="list",
        changes=False,
    ),
    CommandSpec(
        name="show",
        usage=(
            "show",
            "show NUMBER",
            "show #TURN",
            "show NUMBER#TURN",
            "show GAME [players=3] [option=value ...]",
        ),
        summary=(
            "the board of any match as it stands, or stood at the beginning of a turn; or that of a new one"
        ),
        help=(
            "In an answer to a mail of the match, `show` alone will do. `show #7` is the beginning of turn 7,"
            " `show #-1` that of the turn before this one. Of a match in which you do not play you see what "
            "everybody may know of it: nobody's secrets, and nothing of a turn before it is over. `show "
            "elfball` is the board on which a match would begin, with the options of `challenge`."
        ),
        example="show 12#7",
        also=("board", "status"),
        changes=False,
        everyday=("status",),
    ),
    CommandSpec(
        name="match",
        usage=("match NUMBER",),
        summary="the lines that follow are for this match",
        help=(
            "Only needed in letters that are no answer to a mail of the match, and to write to several at once."
        ),
        example="match 12",
        also=("game",),
        changes=False,
    ),
    CommandSpec(
        name="preview",
        usage=(
            "preview ORDER; ORDER ...",
            "preview",
            "preview NUMBER ORDER; ORDER ...",
            "preview #7 ORDER; ORDER ...",
            "preview 12#7 ORDER; ORDER ...",
        ),
        summary="what orders would do, up to the first die, without doing them",
        help=(
            "Nothing is rolled and nobody else learns of it; where dice come next you are told the odds. Alone"
            " it previews your draft and your queue. #7 means as at the beginning of turn 7. Where somebody "
            "else alone is asked you can try a line of theirs too, as if they wrote it; what they have in store is"
            " their secret and does not count. What all are asked at once can only be tried for yourself."
        ),
        example="preview S1 move b4; S1 throw N2",
        also=("try",),
        changes=False,
        prose=True,
    ),
    CommandSpec(
        name="queue",
        usage=("queue", "queue NUMBER"),
        summary="your lines that wait for their time, and your standing orders",
        help=(
            "Orders that nothing asks for yet wait in your queue and are carried out when their time comes. New"
            " orders that have to wait replace waiting ones of their kind, with or without a condition; an "
            "answer to what you are asked now leaves the queue alone. `clear` empties it."
        ),
        example="queue",
        changes=False,
    ),
    CommandSpec(
        name="facts",
        usage=("facts", "facts NUMBER"),
        summary="what conditional lines may speak of, as it is now",
        help=(
            "A line like `if S1 is b4 then S1 throw N2; done else done`, which may be broken over several, "
            "waits in your queue until something is asked that it could answer. Then it is looked at, once, and"
            " becomes the orders behind `then` or `else`. Facts are compared by is and is not, numbers also by"
            " <, >, at least and at most; terms are joined by and, or by or; `can ORDER` asks whether an order"
            " would be legal. Several orders of a branch are separated by semicolons. `ask` stands alone in its"
            " branch: you are asked then, and what waits behind it is dropped. An else may begin with another"
            " if. Nobody else sees such lines, and you are told what came of them."
        ),
        example="facts",
        also=("conditions",),
        changes=False,
    ),
    CommandSpec(
        name="clear",
        usage=("clear", "clear NUMBER"),
        summary="empty your queue",
        help="Standing orders stay; they are changed by new ones.",
        example="clear",
    ),
)

TAKING_BACK_AND_ENDING = (
    CommandSpec(
        name="undo",
        usage=("undo", "undo NUMBER"),
        summary="take your last letter back",
        help=(
            "At once and freely as long as you have learned nothing by it (dice, or answers of others) and "
            "nobody else has been written to about it; otherwise the others are asked. Lines of any queue that"
            " it has used wait again. An undo never rolls dice anew: the same dice come again."
        ),
        example="undo",
        also=("takeback",),
        grave=True,
    ),
    CommandSpec(
        name="draw",
        usage=("draw", "draw NUMBER"),
        summary="offer a draw, or agree to one",
        help=("The match ends when all who are still in have said so. Who plays on instead has declined."),
        example="draw",
        grave=True,
    ),
    CommandSpec(
        name="resign",
        usage=("resign", "resign NUMBER"),
        summary="give a match up; you are asked to confirm it",
        help="Nothing happens until you write: confirm resign",
        example="resign",
        changes=False,
    ),
    CommandSpec(
        name="confirm",
        usage=("confirm resign", "confirm resign NUMBER"),
        summary="resign for good",
        help=(
            "Your seat is taken out of the match. This cannot be taken back. These words must stand alone on a"
            " line of your letter, or be the Subject of an empty one."
        ),
        example="confirm resign",
        final=True,
        grave=True,
    ),
)

TALKING = (
    CommandSpec(
        name="say",
        usage=("say TEXT", "say NUMBER TEXT"),
        summary="a line to the others in the match",
        help=(
            "Your line goes out with the next mail of the match, at once if there is none. The lines below go"
            " with it, up to an empty one, an order, or a line that begins like one. Each further paragraph"
            " begins with `say` again. The answer tells what was passed on."
        ),
        example="say Good luck!",
        also=("chat",),
        prose=True,
        goes_on=True,
    ),
    CommandSpec(
        name="tell",
        usage=("tell NAME TEXT", "tell NUMBER TEXT"),
        summary="a message to one player, or to those who play in a match that you follow",
        help=(
            "It goes out at once. Your mail address is not shown to anybody, nor theirs to you. Whoever has "
            "blocked you, or wants no mail, does not get it. The lines below go with it as they do with `say`:"
            " help say tells more."
        ),
        example="tell ben Shall we play again?",
        also=("message",),
        prose=True,
        goes_on=True,
        everyday=("tell", "message"),
    ),
    CommandSpec(
        name="note",
        usage=("note TEXT", "note NUMBER TEXT", "note", "note clear"),
        summary="note something about a match for yourself; alone: your notes",
        help=(
            "Your notes stand at the end of each mail of the match. Nobody else ever sees them. In a letter "
            "that holds other sentences, too, begin it with the number of the match: note 12 TEXT."
        ),
        example="note Ben always throws with S1",
        also=("notes",),
        prose=True,
        goes_on=True,
        everyday=("note", "notes"),
    ),
    CommandSpec(
        name="nudge",
        usage=("nudge", "nudge NUMBER"),
        summary="remind those whom a match waits for, once a day",
        help=(
            "Only those who have been asked for longer than a day are reminded; or for longer than half of the"
            " time for a move, where that is less."
        ),
        example="nudge 12",
        also=("nag",),
    ),
)

LOOKING_BACK_AND_LOOKING_ON = (
    CommandSpec(
        name="history",
        usage=("history", "history NUMBER", "history GAME", "history NAME", "history GAME NAME"),
        summary=(
            "everything that has happened in a match, turn by turn; or which matches of a game or a player are"
            " over"
        ),
        help=(
            "The story of any match from its beginning, as its mails have told it; of one in which you do not"
            " play, as everybody may know it. With a game, a player or both you get a list of finished matches,"
            " the newest first: who has won, why, and when."
        ),
        example="history 12",
        changes=False,
    ),
    CommandSpec(
        name="dice",
        usage=("dice", "dice NUMBER"),
        summary="the dice of a match, and what is needed to check them",
        help=(
            "While a match runs you get its commitment and its salts; once it is over, the seed and all the "
            "dice too, in a form that the recipe can read."
        ),
        example="dice 12",
        changes=False,
    ),
    CommandSpec(
        name="observe",
        usage=("observe", "observe NUMBER", "observe NUMBER result", "observe GAME", "observe GAME result"),
        summary=(
            "follow a match in which you do not play, or every new one of a game; alone: which there are"
        ),
        help=(
            "You get its board whenever a turn is over, as everybody may know it; with `result` only how it "
            "ends. With a game you follow each of its matches between people that begins from now on. "
            "`unobserve` ends it; `show` and `history` tell of a match once."
        ),
        example="observe 12",
        also=("watch", "subscribe"),
    ),
    CommandSpec(
        name="unobserve",
        usage=("unobserve NUMBER", "unobserve GAME", "unobserve all", "unobserve"),
        summary=(
            "follow a match no more, or no new one of a game, or nothing at all; alone: what you follow"
        ),
        help=(
            "No more mails of that match will come. In an answer to a mail of a match that you follow, "
            "`unobserve` alone will do. With a game: what you follow already you still follow."
        ),
        example="unobserve 12",
        also=("unwatch", "unsubscribe"),
    ),
    CommandSpec(
        name="export",
        usage=("export NUMBER",),
        summary="the record of a match that is over, as a file attached to a mail",
        help=(
            "The file holds options, players, every order and every die with its seed. Standing orders are in"
            " it only where nobody could check the match without them. `pbem verify` checks it, and "
            "docs/dice.md tells how to do that by hand."
        ),
        example="export 12",
        also=("record",),
    ),
    CommandSpec(
        name="fork",
        usage=("fork NUMBER#TURN", "fork NUMBER#TURN NAME ..."),
        summary="offer a new match that begins at a turn of another one",
        help=(
            "It is offered to the same players, or to those you name, in the order of their seats; `house` may"
            " be one of them, with level=hard or another if you like. It is not rated, has dice of its own, and"
            " nobody's standing orders or plans come along."
        ),
        example="fork 12#7 house",
        also=("replay",),
    ),
)
