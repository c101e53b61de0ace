"""A mail and its template agree: the template reads nothing that its class lacks, and no field is there for nothing."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import meta, nodes

import pbem.server
from pbem.mail.prose import Templates
from pbem.server.mailing.mails import Mail

ALWAYS = {"own_address", "game", "page", "events", "odds", "hint", "board", "position"}
"""What a template may read besides the facts of its mail; see `Writer.text`."""

ENV = Templates()._env


def all_mails(base: type[Mail] = Mail) -> Iterator[type[Mail]]:
    for each in base.__subclasses__():
        yield each
        yield from all_mails(each)


for module in pkgutil.walk_packages(pbem.server.__path__, "pbem.server."):
    importlib.import_module(module.name)
MAILS = {each.template: each for each in all_mails()}


def reads(template: str) -> set[str]:
    """The facts that a template reads, and those that it includes."""
    assert ENV.loader is not None
    tree = ENV.parse(ENV.loader.get_source(ENV, template)[0])
    found = meta.find_undeclared_variables(tree)
    own = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
    for each in tree.find_all(nodes.Include):
        assert isinstance(each.template, nodes.Const)
        found |= reads(each.template.value) - own
    return found - ENV.globals.keys() - {"_", "ngettext", "stands"}  # `stands` is set within undecided.j2


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
