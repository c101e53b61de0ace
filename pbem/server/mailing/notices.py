"""Mails begin as data: a letter ends in notices, and a notice becomes a mail on its way out.

A notice says to whom, about what, and all that its template needs. It is stored in the outbox as JSON, under the
Message-ID that its mail will have. Putting it into words depends on nothing but the notice and the templates: a
template that fails costs one mail, never the letter that led to it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from pbem.boards.looks import LIGHT
from pbem.boards.table import STYLE
from pbem.mail.colours import Paint
from pbem.mail.prose import fill
from pbem.mail.quoting import MARKER
from pbem.mail.text import TEXT_WIDTH
from pbem.mail.tokens import without_tokens
from pbem.mail.writing import BOARD_CLOSE, BOARD_DATA, BOARD_OPEN, Outgoing, compose
from pbem.play.game import Game
from pbem.server.core.context import Context
from pbem.server.mailing.mails import Mail, MatchMail, read_mail
from pbem.server.mailing.owners import tell
from pbem.server.mailing.position import (
    Layout,
    Position,
    draw_again,
    draw_picture,
    draw_table,
    join_layouts,
    lay_out,
    lay_out_apart,
    picture_name,
    show_picture,
    undrawn,
)
from pbem.store import rows as store
from pbem.store.rows import Preferences

NOTHING = b"[]"
"""No events, as JSON."""


class Story(Struct, frozen=True, omit_defaults=True):
    """What has happened in a match since its reader's last mail, and how it stands now, as they may know both.

    `events` are those of the game, as JSON, from number `start` on; `names` the players of its seats; `layout` says
    which parts of the position are shown. `odds` and `hint` are events, too, as JSON: what the game says of the answers
    that their reader may give.
    """

    start: int
    events: bytes
    names: dict[str, str]
    view: Position
    preferences: Preferences
    layout: Layout = Layout()
    odds: bytes = NOTHING
    hint: bytes = NOTHING


class Body(Struct, frozen=True, omit_defaults=True):
    """The text of a mail, or of a part of one: a template of mails and its facts (a `Mail`), as JSON.

    `game` is the name of the game that it is about. The template sees it as `game`, a `story` as `events`,
    `odds`, `hint` and `position`, and `parts`, put into words, as `sections`.
    """

    template: str
    facts: msgspec.Raw
    game: str = ""
    story: Story | None = None
    parts: tuple[Body, ...] = ()

    @classmethod
    def of(cls, mail: Mail, game: str = "", story: Story | None = None, parts: tuple[Body, ...] = ()) -> Body:
        """The text of a mail."""
        if story is not None:
            story = structs.replace(story, view=undrawn(story.view))
        return cls(mail.template, msgspec.Raw(msgspec.json.encode(mail)), game, story, parts)


class Notice(Struct, frozen=True, omit_defaults=True):
    """A mail that has not been written yet: its header, and what it tells."""

    head: Outgoing
    body: Body


_DECODER = msgspec.json.Decoder(Notice)
_EVENTS = msgspec.json.Decoder(list[msgspec.Raw])


def read(letter: store.Outgoing) -> Notice:
    """The notice of a letter of the outbox that is not rendered yet."""
    return _DECODER.decode(letter.notice)


def merge(earlier: Notice, later: Notice) -> Notice | None:
    """Merge two notices to one reader about one match; None if they are of another kind, or if something has been taken
    back in between, so that the later one does not continue where the earlier one ends.

    The result tells what has happened in both, and how the match stands in the later one.
    """
    first, last = earlier.body, later.body
    before, after = read_mail(first.template, first.facts), read_mail(last.template, last.facts)
    if not (isinstance(before, MatchMail) and isinstance(after, MatchMail) and first.story and last.story):
        return None
    events = _EVENTS.decode(first.story.events)
    if first.story.start + len(events) != last.story.start:
        return None
    mail = _joined(before, after)
    story = structs.replace(
        last.story,
        start=first.story.start,
        events=msgspec.json.encode([*events, *_EVENTS.decode(last.story.events)]),
        layout=join_layouts(first.story.layout, last.story.layout),
    )
    head = later.head
    if earlier.head.automatic == "replied":  # it remains the answer to its reader's letter
        head = structs.replace(
            head,
            automatic="replied",
            in_reply_to=earlier.head.in_reply_to,
            references=earlier.head.references,
        )
    return Notice(head, Body.of(mail, last.game, story, last.parts))


def _joined(first: MatchMail, last: MatchMail) -> MatchMail:
    """How the match stands in the later mail, after what has happened in both."""
    return structs.replace(
        last,
        **structs.asdict(first.then(last)),
        promise=last.promise or first.promise,  # a match's first mail alone tells these three
        commitment=last.commitment or first.commitment,
        host=last.host or first.host,
    )


_SCENES = re.compile(f"{BOARD_DATA}(.*?){BOARD_CLOSE}", re.DOTALL)
_SENTENCE = re.compile(r".*?[.?!] ")
_ROOM = TEXT_WIDTH - len(MARKER) - 1


def _marked(text: str) -> str:
    """A text with the line above which replies are written: unobtrusively at the end of its first line, since phones
    show that line, and screen readers read it first. The line ends with the first sentence if this is short enough,
    and otherwise where there is no room for more of it. Nothing but a text that begins with no words has the line
    alone."""
    first, _, rest = text.partition("\n")
    while first.endswith(" ") and rest:
        line, _, rest = rest.partition("\n")
        first += line
    more = ""
    if len(first) > _ROOM:
        sentence = _SENTENCE.match(first)
        end = (
            sentence.end()
            if sentence is not None and sentence.end() <= _ROOM + 1
            else first.rfind(" ", 0, _ROOM + 1)
        )
        first, more = first[: max(end, 0)].rstrip(), f"{fill(first[end:])}\n"
    if not first or first.startswith((" ", BOARD_OPEN)):
        return f"{MARKER}\n\n{text}"
    return f"{first} {MARKER}\n{more}{rest}"


def wants_pictures(notice: Notice) -> bool:
    """Whether a mail shows boards as pictures, which take a while to draw."""
    stories = [body.story for body in (notice.body, *notice.body.parts)]
    return not notice.head.text_only and any(story and story.preferences.picture for story in stories)


class Writer:
    """Puts notices into words."""

    def __init__(self, context: Context) -> None:
        self._context = context
        name, domain = re.escape(context.config.name), re.escape(context.config.domain)
        self._look = Paint(LIGHT.sides, STYLE, self._draw)
        self._look_of_pictures = Paint(LIGHT.sides, STYLE, show_picture)
        self._hidden = re.compile(rf"{name}(-b)?(\+|%2b)\(hidden\)(@{domain})?", re.IGNORECASE)

    def mail(self, letter: store.Outgoing) -> bytes:
        """A letter of the outbox as it goes out, or has gone. Raises any error of a faulty template."""
        return letter.raw or self.write(read(letter), letter.recipient)

    def write(self, notice: Notice, recipient: str) -> bytes:
        """Render a notice as a mail to its reader's current address. Any error means that its template, or the game
        that it is about, is faulty."""
        text = self._discreet(_marked(self.text(notice.body)))
        subject = self._discreet(notice.head.subject)
        head = self._by_mailbox(structs.replace(notice.head, to=recipient, subject=subject, text=text))
        if not wants_pictures(notice):
            return compose(head, self._look)
        pictures = {
            picture_name(scene): self._picture(scene) for scene in map(str.strip, _SCENES.findall(text))
        }
        return compose(head, self._look_of_pictures, pictures)

    @functools.lru_cache(maxsize=32)  # noqa: B019  # both players of a match may see the same; one writer lives as long as its process
    def _picture(self, scene: str) -> bytes:
        return draw_picture(self._context.games, scene)

    def _draw(self, scene: str) -> str:
        return draw_table(self._context.games, scene)

    def _by_mailbox(self, head: Outgoing) -> Outgoing:
        """The header of a mail that goes through a provider. Some replace the Message-ID: the signed one stands in
        References as well. Some do not support `account+anything`: then only the thread says what is answered."""
        settings = self._context.config.mailbox
        if not settings.address:
            return head
        head = structs.replace(head, references=(*head.references, head.message_id))
        if settings.plus:
            return head
        return structs.replace(head, reply_to=self._context.own_address, list_id="", list_unsubscribe="")

    def text(self, body: Body) -> str:
        """A body in words, its boards between marks (see `pbem.mail.writing`)."""
        facts: dict[str, Any] = structs.asdict(read_mail(body.template, body.facts))
        facts["own_address"] = self._context.own_address
        facts["joining"] = self._context.joining
        facts["page"] = self._context.config.page_of(facts.get("number", 0))
        game = self._context.games.of(body.game) if body.game else None
        if game is not None:
            facts["game"] = game
        story = body.story
        if game is not None and story is not None:
            names = tuple(story.names.items())
            spoken = not story.preferences.board
            facts["events"] = self._prose(game, story.events, names, spoken)
            facts["odds"] = self._prose(game, story.odds, names, spoken)
            facts["hint"] = " ".join(self._prose(game, story.hint, names, spoken))
            view = self._position(story.view, story.preferences)
            shown = (view, story.preferences, story.layout)
            apart = body.template == "match" and not facts["over"]
            facts["board"], facts["position"] = lay_out_apart(*shown) if apart else ("", lay_out(*shown))
        if body.parts:
            facts["sections"] = [self.text(part) for part in body.parts]
        return self._context.templates.mail(body.template, **facts)

    @functools.lru_cache(maxsize=64)  # noqa: B019  # the seats of a match see the same; one writer lives as long as its process
    def _position(self, stored: Position, preferences: Preferences) -> Position:
        return draw_again(self._context.games, stored, preferences)

    @functools.lru_cache(maxsize=64)  # noqa: B019  # and are told the same
    def _prose(
        self, game: Game[Any], events: bytes, names: tuple[tuple[str, str], ...], spoken: bool
    ) -> tuple[str, ...]:
        known: Mapping[str, str] = dict(names)
        return tuple(
            tell(self._context.templates, game, event, known, spoken=spoken)
            for event in game.decode_events(events)
        )

    def _discreet(self, text: str) -> str:
        """The text with reply addresses replaced by the plain one: each is a key to somebody's seat."""
        hidden = without_tokens(text)
        return hidden if hidden is text else self._hidden.sub(self._context.own_address, hidden)
