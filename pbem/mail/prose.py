"""Prose: everything the server says, from the Jinja2 templates.

`templates/mails/` has one template per kind of mail; `templates/games/<game>/` has `events.j2` with one macro per
event class, ask and outlook (with its name in snake case: `thrown(e, names)` tells `Thrown`, and `ask_react(about,
state)` the ask `react`; `how_react(about, state)` tells beginners how it is answered), and `help.j2` with the macros
`overview()` and one `decision_<ask>()` for each decision. A game in another package brings its own `templates/` folder
beside its code.

Templates are compiled once in a process: compiling one takes longer than handling a letter.
"""

import functools
import gettext
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
import jinja2.nodes

from pbem.mail.colours import bare, like
from pbem.mail.languages import N_, Sentences, Translated, paragraphs
from pbem.mail.tables import GAP
from pbem.mail.taps import only_tap, tap
from pbem.mail.text import TEXT_WIDTH
from pbem.marks import in_speech, in_writing, is_marked, plain, remarked, said

TAP_CAPTION = N_("Tap, then send:")
"""What stands before the buttons of the HTML part."""

_LAST_COLUMN = 50
"""A column that begins farther to the right is too narrow to be filled."""


def find_folder(name: str) -> Path:
    """A folder of the project that the wheel contains: `templates`, `docs/rules`."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / Path(name).name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name} is missing beside {package}")


@functools.lru_cache(maxsize=2048)
def fill(text: str, indent: str = "", hang: str = "", width: int = TEXT_WIDTH) -> str:
    """Fill a paragraph to the width of a mail; not for text in columns.

    A broken line keeps its final blank: it tells the HTML part which lines belong together. Cached: both players read
    many paragraphs, and every mail repeats some.
    """
    rest, margin, lines = " ".join(text.split()), indent, []
    if not rest:
        return ""
    if is_marked(rest):
        return remarked([fill(plain(rest), indent, hang, width)], rest)[0]
    while len(margin) + len(rest) > width:
        end = rest.rfind(" ", 0, width - len(margin) + 1)
        if end < 0:  # a word that is wider than a line
            end = rest.find(" ")
        if end < 0:
            break
        lines.append(margin + rest[:end])
        rest, margin = rest[end + 1 :], indent + hang
    return " \n".join([*lines, margin + rest])


@functools.lru_cache(maxsize=4096)
def fit(text: str, indent: str = "", hang: str = "  ") -> str:
    """The line as it is if it fits, else with a hanging indent. In a line of columns, only what stands in the last one
    is broken, below itself; columns that begin too far to the right go below the others."""
    if is_marked(text):
        return remarked([fit(plain(text), indent, hang)], text)[0]
    line = indent + text
    if len(line) <= TEXT_WIDTH:
        return line
    indent += text[: len(text) - len(text.lstrip(" "))]
    gaps = [gap for gap in GAP.finditer(line) if gap.start() <= TEXT_WIDTH]
    if not gaps:
        return fill(line, indent, hang)
    last, start = gaps[-1].span()
    if start <= _LAST_COLUMN:
        return line[:start] + fill(line[start:], " " * start).lstrip(" ")
    return f"{line[:last]}  \n{fit(line[start:], indent + hang, '')}"


def latest(paragraphs: Sequence[str], most: int) -> list[str]:
    """The last paragraphs of a story: at least one, and together at most `most` words; dots represent the others."""
    words = 0
    for kept, paragraph in enumerate(reversed(paragraphs)):
        words += len(paragraph.split())
        if kept and words > most:
            return ["[...]", *paragraphs[-kept:]]
    return list(paragraphs)


listed = Sentences(gettext.NullTranslations()).listed
"""For lists that the program itself puts together in English."""


@functools.cache  # names of classes and asks
def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Templates:
    """The loaded templates. `folders` are more places for games of other packages, by game name; `catalogue` translates
    our sentences."""

    def __init__(
        self,
        folders: Mapping[str, Path] | None = None,
        *,
        catalogue: gettext.NullTranslations | None = None,
    ) -> None:
        own = jinja2.FileSystemLoader(find_folder("templates"))
        others = {name: jinja2.FileSystemLoader(path) for name, path in (folders or {}).items()}
        elsewhere = jinja2.PrefixLoader({"games": jinja2.PrefixLoader(others)})
        catalogue = catalogue or gettext.NullTranslations()
        self.sentences = Sentences(catalogue)
        self._env = Translated(
            catalogue,
            loader=jinja2.ChoiceLoader([own, elsewhere]),
            undefined=jinja2.StrictUndefined,
            autoescape=False,  # text mails; the writer escapes what goes into HTML
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,  # a file is not looked at again for each mail
        )
        self._env.filters.update(
            bare=bare, fill=fill, fit=fit, latest=latest, of=like, only_tap=only_tap, said=said
        )
        self._env.filters["tap"] = functools.partial(tap, caption=self.sentences.gettext(TAP_CAPTION))

    def mail(self, name: str, **facts: Any) -> str:
        """The text of a mail; raises `jinja2.UndefinedError` if a fact is missing."""
        return self._template(f"mails/{name}.j2").render(facts).strip("\n") + "\n"

    def event(self, game: str, event: Any, names: Mapping[str, str], *, spoken: bool = False) -> str:
        """An event in one paragraph of prose (not yet filled); `spoken`: for those who have it read to them."""
        told = self._call(f"games/{game}/events.j2", _snake(type(event).__name__), event, names)
        return in_speech(told) if spoken else in_writing(told)

    def prompt(self, game: str, ask: Any, state: Any, *, spoken: bool = False) -> str:
        """What an ask wants of its seat, in a sentence or two that mails begin with; the state is masked for it."""
        told = self._call(f"games/{game}/events.j2", f"ask_{_snake(ask.name)}", ask.about, state)
        return in_speech(told) if spoken else in_writing(told)

    def how_to(self, game: str, ask: Any, state: Any) -> str:
        """How an ask is answered, in one paragraph for those who are new to the game; "" where it goes without."""
        macro = f"how_{_snake(ask.name)}"
        path = f"games/{game}/events.j2"
        return self._call(path, macro, ask.about, state) if hasattr(self._module(path), macro) else ""

    def decision(self, game: str, name: str) -> str:
        """The help text of a decision, its paragraphs separated by blank lines (not yet filled)."""
        return "\n\n".join(self._help(game, f"decision_{_snake(name)}"))

    def overview(self, game: str) -> str:
        """The text of a game's help mail, in filled paragraphs, without its credit line and forms."""
        return "\n\n".join(map(fill, self._help(game, "overview")))

    def _help(self, game: str, macro: str) -> list[str]:
        text = str(getattr(self._module(f"games/{game}/help.j2"), macro)())
        return [self.sentences.gettext(paragraph) for paragraph in paragraphs(text)]

    @functools.cache  # noqa: B019  # one object of this class lives as long as its process
    def decisions(self, game: str) -> list[str]:
        """The names of the decisions with a help text, in the order of the file: as they come up. A game that is
        installed without texts has none."""
        assert self._env.loader is not None
        try:
            source, _, _ = self._env.loader.get_source(self._env, f"games/{game}/help.j2")
        except jinja2.TemplateNotFound:
            return []
        macros = self._env.parse(source).find_all(jinja2.nodes.Macro)
        return [
            macro.name.removeprefix("decision_") for macro in macros if macro.name.startswith("decision_")
        ]

    @functools.cached_property
    def wording(self) -> str:
        """What all templates say, with their own words between, in one line with single blanks."""
        assert self._env.loader is not None
        sources = [
            self._env.loader.get_source(self._env, name)[0] for name in self._env.loader.list_templates()
        ]
        return " ".join(re.sub(r'["{}|()]', " ", "\n".join(sources)).split())

    def macros(self, game: str) -> list[str]:
        """The names of all macros for events and asks, for the test kit."""
        return [name for name in vars(self._module(f"games/{game}/events.j2")) if not name.startswith("_")]

    @functools.cache  # noqa: B019
    def _template(self, path: str) -> jinja2.Template:
        return self._env.get_template(path)

    @functools.cache  # noqa: B019
    def _module(self, path: str) -> Any:
        return self._template(path).module

    @functools.cache  # noqa: B019
    def _macro(self, path: str, name: str) -> Any:
        return getattr(self._module(path), name)

    def _call(self, path: str, macro: str, *facts: Any) -> str:
        try:
            return " ".join(str(self._macro(path, macro)(*facts)).split("\n")).strip()
        except jinja2.UndefinedError as error:  # mostly a word that a table of words in the template lacks
            raise jinja2.UndefinedError(f"{path}, macro {macro}: {error}") from error
