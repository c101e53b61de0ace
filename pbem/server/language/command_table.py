"""The lines for the server itself that a letter may hold: all commands, in the order in which `help` tells them.

What a command does is in `pbem.server.commands`. This is what must be known of it to read a letter, to write help,
and to suggest what may have been meant.
"""

from __future__ import annotations

from pbem.server.language.command_spec import CommandSpec

_TO_BEGIN = (
    CommandSpec(
        name="register",
        usage=("register NAME",),
        summary="become a player",
        help=(
            "You get a mail that must be answered once, with yes or with nothing: that shows that the address"
            " is yours. NAME is what others call you: 2 to 16 letters, digits, - or _."
        ),
        example="register ann",
        also=("signup", "join-server"),
        who="anyone",
        changes=False,
    ),
    CommandSpec(
        name="help",
        usage=("help", "help commands", "help COMMAND", "help GAME", "help GAME WORD"),
        summary="how to play, and what each command, game, decision and order means",
        help=(
            "In an answer to a board it tells what the match asks of you now; else what you could do next. "
            "`help commands` lists all commands. With the name of a command or a game it tells that; with a "
            "decision of a game behind it, or a word of its orders, that alone."
        ),
        example="help challenge",
        also=("?", "hilfe", "aide"),
        who="anyone",
        changes=False,
    ),
    CommandSpec(
        name="games",
        usage=("games",),
        summary="the games that can be played here",
        help="Each game with its number of players and its options.",
        example="games",
        who="anyone",
        changes=False,
    ),
    CommandSpec(
        name="rules",
        usage=("rules GAME", "rules GAME NUMBER ...", "rules GAME CHAPTER"),
        summary="the whole rulebook of a game, or clauses or a chapter of it",
        help=(
            "The rules are numbered; with numbers behind the game you get just those clauses. With a word of "
            "its heading, as in `rules dodgeball throwing`, you get a chapter."
        ),
        example="rules dodgeball 26 28",
        who="anyone",
        changes=False,
    ),
    CommandSpec(
        name="settings",
        usage=(
            "settings",
            "settings zone ZONE",
            "settings mail now",
            "settings mail daily",
            "settings mail off",
            "settings mail on",
            "settings hour 18",
            "settings text on",
            "settings text off",
            "settings lists first",
            "settings lists last",
            "settings board on",
            "settings board off",
            "settings side mine",
            "settings side same",
        ),
        summary="how you want your mails; alone: how they are now",
        help=(
            "zone: moments are told in your time zone, named like Europe/Berlin or America/New_York. mail "
            "daily: the boards of all your matches come in one mail a day, at your hour (settings hour 18: six"
            " in the evening); what you must answer soon, challenges, messages and answers to your own letters"
            " still come at once. mail off: you get nothing but answers to letters of your own, and your clocks"
            " run on; mail on brings you all boards again. text on: plain text only, without the HTML part. "
            "lists first: a position is told in words before it is drawn, for those who listen to their mails."
            " board off: it is not drawn at all; the words tell everything. side mine: where your own end would"
            " be at the top of a board, or on its right, you get it turned half round: your end is at the foot,"
            " or on the left. Squares keep their names, so orders stay as they are."
        ),
        example="settings zone Europe/Berlin",
        also=("preferences",),
    ),
    CommandSpec(
        name="address",
        usage=("address NEW", "address remove OLD", "address"),
        summary="have your mail at another address, or drop one; alone: which are yours",
        help=(
            "A mail goes to the new address; when it is answered with yes, your mail goes there. You may go on"
            " writing from the old one, which is told, and can take it back for two weeks. Between addresses of"
            " yours you change at once. An address that you remove is yours no more, and reply addresses in "
            "mails that went there open nothing."
        ),
        example="address ann@work.example",
        also=("addresses",),
        everyday=("address", "addresses"),
    ),
    CommandSpec(
        name="revoke",
        usage=("revoke",),
        summary="make the reply addresses of all mails that you have had so far void",
        help=(
            "For when somebody else may have read your mails. A letter to an old address proves nothing any "
            "more: you are asked first whether it was you. You get the boards of all your matches anew; answer"
            " those."
        ),
        example="revoke",
    ),
    CommandSpec(
        name="leave",
        usage=("leave server",),
        summary="leave this server for good; you are asked back first, with all that would come of it",
        help=(
            "Nothing happens until you answer the mail that asks you with yes; it lists what would become of "
            "each of your matches. Then no mail comes to you any more, and it cannot be taken back. To give up"
            " one match write resign; for less mail, or none for a while, see help settings."
        ),
        example="leave server",
        grave=True,
    ),
)

_FINDING_A_MATCH = (
    CommandSpec(
        name="challenge",
        usage=("challenge GAME NAME ... [option=value ...] [pace=3d] [policy=skip] [seat=SEAT] [rated=no]",),
        summary="offer a match to one or more players",
        help=(
            "The match begins when all have accepted; nobody is drawn into one by silence, and after two weeks"
            " an offer lapses (expires=3d makes it sooner). NAME is a player; or the mail address of a friend,"
            " who is invited; or `open`, for anybody who wants to; or `house`, which is always there: challenge"
            " dodgeball house. The options of a game stand in its help; what can be agreed on about time, and"
            " about who is late, is told by: help time. seat=N is the seat that you want; you have the first "
            "one otherwise. With rated=no the match counts for no standings. level=easy, level=normal or level=hard"
            " says how well the house plays; it plays normally otherwise."
        ),
        example="challenge dodgeball ben pawns=4 pace=3d",
    ),
    CommandSpec(
        name="accept",
        usage=("accept", "accept NUMBER", "accept draw", "accept undo"),
        summary="say yes to a challenge, a draw, or to letting somebody take his letter back",
        help=(
            "In an answer to the mail that asks, `accept` alone will do. Accepting a challenge adds a secret of"
            " your own letter to the dice of the match, so that nobody could have chosen them."
        ),
        example="accept 12",
        grave=True,
    ),
    CommandSpec(
        name="decline",
        usage=("decline", "decline NUMBER", "decline draw", "decline undo"),
        summary="say no to a challenge, a draw or an undo; or withdraw your own",
        help=("Declining a challenge ends it for everybody. Your own offers are withdrawn in the same way."),
        example="decline 12",
        also=("reject", "refuse"),
        grave=True,
    ),
    CommandSpec(
        name="seek",
        usage=("seek", "seek GAME [players=4] [games=2] [option=value ...]"),
        summary="offer a match to anybody who wants to play; alone: what others offer",
        help=(
            "Whoever writes `join` and the number takes a seat; with the last one the match begins. All options"
            " of `challenge` may be used. games=2 offers two such matches. `decline NUMBER` takes the offer "
            "back."
        ),
        example="seek gnomeball players=3 pace=3d",
        also=("seeks",),
    ),
    CommandSpec(
        name="join",
        usage=("join NUMBER", "join NUMBER SEAT"),
        summary="take an open seat in a match that somebody offers",
        help=(
            "`seek` alone lists what is offered. The match begins when all seats are taken; `decline NUMBER` "
            "gives yours back until then."
        ),
        example="join 12",
    ),
    CommandSpec(
        name="rematch",
        usage=("rematch", "rematch NUMBER"),
        summary="offer the same match again to the same players, seats changed round",
        help=(
            "In an answer to the last mail of a match `rematch` alone will do. Options and terms are the same."
        ),
        example="rematch 12",
    ),
    CommandSpec(
        name="players",
        usage=("players", "players PART"),
        summary="who plays here, and how much",
        help=(
            "For each player: matches that are running and finished, deadlines missed, and until when he is "
            "away. PART is part of a name."
        ),
        example="players",
        also=("who",),
        changes=False,
        everyday=("who",),
    ),
    CommandSpec(
        name="standings",
        usage=("standings", "standings GAME"),
        summary="the ratings of all players, of one game or of all",
        help=(
            "Everybody begins a game with 1600 points. Before ten rated matches a rating is provisional. "
            "Matches against the house, matches in which somebody was replaced, and those offered with rated=no"
            " do not count."
        ),
        example="standings dodgeball",
        also=("ratings", "ranking"),
        changes=False,
    ),
)

_PLAYING = (
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
            "else alone is asked you can try a line of his too, as if he wrote it; what he has in store is his"
            " secret and does not count. What all are asked at once can only be tried for yourself."
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

_TAKING_BACK_AND_ENDING = (
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

_TALKING = (
    CommandSpec(
        name="say",
        usage=("say TEXT", "say NUMBER TEXT"),
        summary="a line to the others in the match",
        help=(
            "Your line goes out with the next mail of the match, at once if there is none. The lines below go"
            " with it, up to an empty one, if none of them is a command or an order or looks like one; beyond"
            " it questions, and sentences without a word of orders. The answer tells what was passed on."
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

_BEING_AWAY = (
    CommandSpec(
        name="vacation",
        usage=(
            "vacation 2026-12-24 2027-01-02",
            "vacation 10d",
            "vacation",
            "vacation cancel",
            "vacation auto on",
            "vacation auto off",
        ),
        summary="book days on which none of your clocks runs",
        help=(
            "Both days are included, in your own time zone; 10d means from now on for ten times 24 hours. There"
            " is an allowance of days for each year, of which every 24 hours take one; and three vacations can"
            " be booked at a time. Deadlines that are running move too. You may go on answering while you are"
            " away; `vacation cancel` brings you back early. With `auto on` a day is taken by itself whenever"
            " your time would be up: 24 hours in which that clock would run. A match can be agreed on without"
            " vacations (vacation=off)."
        ),
        example="vacation 2026-12-24 2027-01-02",
        also=("holiday", "holidays", "absence"),
    ),
    CommandSpec(
        name="vote",
        usage=(
            "vote wait",
            "vote house",
            "vote NAME",
            "vote forfeit",
            "vote CHOICE SEAT",
            "vote NUMBER CHOICE",
        ),
        summary="say what should be done about a player who has not answered in time",
        help=(
            "Asked for in matches with policy=vote, and in others at last when somebody is gone. A majority of"
            " those who still play decides: to wait, to let the house play on in the seat, to ask another "
            "player to (who takes it with `takeover`), or to take the late player out. Nothing is decided by "
            "silence, and the late player may still answer. SEAT is only needed where two are late."
        ),
        example="vote wait",
        grave=True,
    ),
    CommandSpec(
        name="takeover",
        usage=("takeover NUMBER",),
        summary="take the seat that the players of a match have asked you to take",
        help=(
            "You play on from the position as it is, in the place of somebody who has not answered in time. In"
            " an answer to the mail that asks you, `takeover` or `yes` will do. If you do not want to, answer"
            " it with `decline`, and the others can ask somebody else."
        ),
        example="takeover 12",
        grave=True,
    ),
)

_KEEPING_IT_AGREEABLE = (
    CommandSpec(
        name="limit",
        usage=("limit", "limit NUMBER", "limit GAME NUMBER", "limit off", "limit GAME off"),
        summary="take no challenges beyond so many matches, of a game or of all",
        help=(
            "Who challenges you beyond it is told that you take no more for now. `limit dodgeball 0` means none"
            " of that game at all. You may still join and challenge as you like."
        ),
        example="limit dodgeball 2",
    ),
    CommandSpec(
        name="block",
        usage=("block", "block NAME"),
        summary="have nothing to do with a player; alone: whom you have blocked",
        help=(
            "He cannot challenge you, join what you offer, follow your matches, or send you messages, and is "
            "not told why. Matches that you play together go on. `unblock NAME` undoes it."
        ),
        example="block ben",
    ),
    CommandSpec(
        name="unblock",
        usage=("unblock NAME",),
        summary="take a block back",
        help="See block.",
        example="unblock ben",
    ),
)

_LOOKING_BACK_AND_LOOKING_ON = (
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

CHAPTERS: tuple[tuple[str, tuple[CommandSpec, ...]], ...] = (
    ("TO BEGIN", _TO_BEGIN),
    ("FINDING A MATCH", _FINDING_A_MATCH),
    ("PLAYING", _PLAYING),
    ("TAKING BACK AND ENDING", _TAKING_BACK_AND_ENDING),
    ("TALKING", _TALKING),
    ("BEING AWAY", _BEING_AWAY),
    ("KEEPING IT AGREEABLE", _KEEPING_IT_AGREEABLE),
    ("LOOKING BACK AND LOOKING ON", _LOOKING_BACK_AND_LOOKING_ON),
)
"""All commands, under the headings of `help`."""

COMMANDS: tuple[CommandSpec, ...] = tuple(command for _, chapter in CHAPTERS for command in chapter)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.also)}

MATCH = _BY_WORD["match"]
"""The line that turns to another match."""


def command_named(word: str) -> CommandSpec | None:
    """The command that a line begins with, in any letter case."""
    return _BY_WORD.get(word.lower().rstrip(":"))


def command_words() -> list[str]:
    """The first words of all commands; no order of a game may begin with one."""
    return list(_BY_WORD)


BETWEEN = ("with", "against", "and", "vs")
"""Words that people put between a game and those who are to play it."""
