"""The commands for everything but a match: to begin, to find others, to be away, to keep it agreeable."""

from __future__ import annotations

from pbem.server.language.command_spec import CommandSpec

TO_BEGIN = (
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

FINDING_A_MATCH = (
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
        summary="say yes to a challenge, a draw, or to letting somebody take their letter back",
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
            "For each player: matches that are running and finished, deadlines missed, and until when they are "
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

BEING_AWAY = (
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

KEEPING_IT_AGREEABLE = (
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
            "They cannot challenge you, join what you offer, follow your matches, or send you messages, and are "
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
