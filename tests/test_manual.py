"""docs/pbem.1, the man page: it is what the commands say of themselves, and a man page."""

import shutil
import subprocess

import click
import pytest

from pbem.cli import main
from tests.docs.pages import ROOT, page
from tools.manual import commands, manual


def test_the_page_is_up_to_date() -> None:
    assert page("docs/pbem.1") == manual(), "write it anew: make man"


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed here")
def test_it_says_every_command_option_and_text_in_full_and_warns_of_nothing() -> None:
    shown = subprocess.run(
        ["man", "--warnings", "--encoding=UTF-8", "--local-file", str(ROOT / "docs/pbem.1")],
        env={
            "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
            "MANWIDTH": "200",
            "MAN_KEEP_FORMATTING": "",
            "MANOPT": "--nj",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stderr == ""
    flat = " ".join(shown.stdout.split())
    for command, ctx in commands(main, click.Context(main, info_name="pbem")):
        assert " ".join((ctx.command_path, *command.collect_usage_pieces(ctx))) in flat
        assert " ".join((command.help or "").replace("\b", "").split()) in flat
        for param in command.params:
            assert f"{max(param.opts, key=len)}" in flat or isinstance(param, click.Argument)
