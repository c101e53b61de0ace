"""A mail and its template agree: the template reads nothing that its class lacks, and no field is there for nothing.

So do the parts of mails that are put into words at once.
"""

import ast
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from jinja2 import meta, nodes

import pbem.server
from pbem.mail.prose import Templates
from pbem.server.mailing.mails import AnswerMail, all_mails, read_mail

ALWAYS = {"own_address", "joining", "game", "page", "events", "odds", "hint", "board", "position"}
"""What a template may read besides the facts of its mail; see `Writer.text`."""

ENV = Templates()._env


for module in pkgutil.walk_packages(pbem.server.__path__, "pbem.server."):
    importlib.import_module(module.name)
MAILS = {each.template: each for each in all_mails()}


def reads(template: str) -> set[str]:
    """The facts that a template reads, and those that it includes."""
    assert ENV.loader is not None
    tree = ENV.parse(ENV.loader.get_source(ENV, template)[0])
    found = meta.find_undeclared_variables(tree)
    found -= {each.target.name for each in tree.find_all(nodes.Assign) if isinstance(each.target, nodes.Name)}
    own = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
    for each in tree.find_all(nodes.Include):
        assert isinstance(each.template, nodes.Const)
        found |= reads(each.template.value) - own
    return found - ENV.globals.keys() - {"_", "ngettext"}


@pytest.mark.parametrize("name", sorted(MAILS))
def test_a_template_reads_only_what_its_mail_tells(name: str) -> None:
    mail = MAILS[name]
    told = set(mail.__struct_fields__)
    read = reads(f"mails/{name}.j2") - ALWAYS
    if "sections" not in told:  # the parts of a body
        read -= {"sections"}
    assert read <= told


@pytest.mark.parametrize("name", sorted(MAILS.keys() - {"receipt"}))
def test_nothing_is_told_that_no_template_reads(name: str) -> None:
    read = reads(f"mails/{name}.j2") | (reads("mails/receipt.j2") if name == "match" else set())
    unread = set(MAILS[name].__struct_fields__) - read
    assert unread <= {"number"}  # the page of the match is found by it


def test_each_mail_has_a_template_of_its_own() -> None:
    assert len(MAILS) == len(list(all_mails()))
    assert all((Path("templates/mails") / f"{name}.j2").exists() for name in MAILS)


def parts() -> Iterator[tuple[str, set[str]]]:
    """Each template that is put into words at once, with the facts that it is given."""
    for path in sorted(Path(pbem.server.__path__[0]).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr == "mail"
            ):
                name = call.args[0] if call.args else None
                if isinstance(name, ast.Constant) and all(each.arg for each in call.keywords):
                    yield str(name.value), {str(each.arg) for each in call.keywords}


PARTS = list(parts())


@pytest.mark.parametrize(("name", "given"), PARTS, ids=[f"{n}-{name}" for n, (name, _) in enumerate(PARTS)])
def test_a_part_of_a_mail_is_given_what_its_template_reads(name: str, given: set[str]) -> None:
    read = reads(f"mails/{name}.j2")
    assert given <= read
    assert read <= given


def test_there_are_parts() -> None:
    assert len(PARTS) > 15


# Stored mails.


def test_a_server_knows_all_mails() -> None:
    """Whatever a command of the host puts into the outbox, the server writes it."""
    known = "from pbem.server.mailing.mails import all_mails; print(*sorted(each.template for each in all_mails()))"
    run = [sys.executable, "-c", f"import pbem.server.ops.application; {known}"]
    found = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert set(found) == MAILS.keys()


def test_a_mail_of_an_earlier_version_is_read_without_what_it_lacks() -> None:
    facts = msgspec.Raw(b'{"handle":"Ann","refused":"No","transcript":[],"sections":[],"match":null}')
    mail = read_mail("answer", facts)
    assert isinstance(mail, AnswerMail)
    assert (mail.refused, mail.proposal) == ("No", ())
    with pytest.raises(LookupError, match="no mail 'gossip'"):
        read_mail("gossip", facts)
