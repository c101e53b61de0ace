"""`make commands`: the tables of docs/hosts/configuration.md, from the settings and the texts below them."""

import ast
import inspect
import json
import re
from pathlib import Path

import msgspec

from pbem.mail.limits import Limits
from pbem.server.core.config import Bounces, Caps, Config, Dkim, Site
from pbem.server.core.mailbox_settings import Mailbox

PAGE = Path(__file__).resolve().parents[1] / "docs/hosts/configuration.md"

KINDS: tuple[type[msgspec.Struct], ...] = (Config, Limits, Caps, Bounces, Dkim, Mailbox, Site)

_TABLE = re.compile(r"(?<=<!-- settings of )(\w+) -->\n(?:\|.*\n)*")


def renewed(page: str) -> str:
    """The page with its tables as they should be."""
    kinds = {kind.__name__: kind for kind in KINDS}
    return _TABLE.sub(lambda found: f"{found[1]} -->\n{_table(kinds[found[1]])}", page)


def _table(kind: type[msgspec.Struct]) -> str:
    texts = explained(kind)
    rows = [
        f"| `{field.name}` | {_default(field.default)} | {texts[field.name]} |\n"
        for field in msgspec.structs.fields(kind)
        if not isinstance(field.default, msgspec.Struct)
    ]
    return "".join(["| Setting | Default | Meaning |\n", "|---|---|---|\n", *rows])


def _default(value: object) -> str:
    return "not set" if value is None else f"`{json.dumps(value)}`"


def explained(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The text below each setting of a class."""
    (body,) = [node for node in ast.parse(inspect.getsource(kind)).body if isinstance(node, ast.ClassDef)]
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
