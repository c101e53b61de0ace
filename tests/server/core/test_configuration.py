"""What is said of settings that cannot be used: where they were made, their value, what is allowed, what is near."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from pbem.server.core.config import Config, ConfigError, given
from pbem.server.core.settings import names_of


@pytest.fixture(autouse=True)
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A current folder without a configuration."""
    with contextlib.chdir(tmp_path_factory.mktemp("nowhere")):
        yield


def wrong(folder: Path, text: str) -> str:
    """What is said of a configuration, which cannot be used."""
    path = folder / "pbem.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as error:
        given(path, {}, {}).config()
    return str(error.value).replace(str(path), "pbem.toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\nrelai = 'mx:25'\n", "pbem.toml, line 2: there is no setting relai; did you mean relay?"),
        ('db = ""\n', 'pbem.toml, line 1: db = "": it must name a file, for example games.db'),
        (
            'db = ":memory:"\n',
            'pbem.toml, line 1: db = ":memory:": it must name a file, for example games.db',
        ),
        (
            "[bounces]\nscore = nan\n",
            "pbem.toml, line 2: bounces.score = nan: it must be a number, 0 or more",
        ),
        ("[capz]\n", "pbem.toml, line 1: there is no setting capz; did you mean caps?"),
        (
            "[limits]\nidle_command = 3\n",
            "pbem.toml, line 2: there is no setting idle_command in [limits]; did you mean idle_commands?",
        ),
        (
            "[caps]\nrelay = 'mx:25'\n",
            "pbem.toml, line 2: there is no setting relay in [caps]; relay belongs above the first [table]",
        ),
        (
            "mails_a_day = 3\n",
            "pbem.toml, line 1: there is no setting mails_a_day; mails_a_day belongs below [caps] or below [mailbox]",
        ),
        ("[dkim]\nxyzzy = 3\n", "line 2: there is no setting xyzzy in [dkim]; there are: selector, key_file"),
        ("keep_days = 'soon'\n", 'line 1: keep_days = "soon": it must be a whole number, 0 or more'),
        ("keep_days = -1\n", "line 1: keep_days = -1: it must be a whole number, 0 or more"),
        ("[bounces]\nscore = -0.5\n", "line 2: bounces.score = -0.5: it must be a number, 0 or more"),
        (
            "[limits]\nmime_depth = 0\n",
            "line 2: limits.mime_depth = 0: it must be a whole number from 1 to 100",
        ),
        ("limits.mime_depth = 0\n", "line 1: limits.mime_depth = 0: it must be"),
        ("db = 3\n", "line 1: db = 3: it must be a text in quotes"),
        ("believe_from = 'perhaps'\n", 'line 1: believe_from = "perhaps": it must be true or false'),
        ("relay_tls = 'ssl'\n", 'line 1: relay_tls = "ssl": it must be one of "", "starttls", "tls"'),
        ("caps = 3\n", "line 1: caps = 3: caps is a table of pbem.toml; write [caps] above its settings"),
        ("listen = 'nowhere'\n", "line 1: listen = \"nowhere\": 'nowhere' is not HOST:PORT"),
        ("lmtp = '24x'\n", "line 1: lmtp = \"24x\": '24x' is not HOST:PORT"),
        ("lmtp = 'pbem.sock'\n", "; a path begins with / or ./"),
        ("listen = ''\n", 'line 1: listen = "": without it no mail comes in'),
        ("host = 'me'\n", "line 1: host = \"me\": 'me' is not an address"),
        ("\n\nname = 'a+b'\n", "line 3: name = \"a+b\": 'a+b@localhost' is not an address"),
    ],
)
def test_each_message_names_the_line_the_value_and_what_is_allowed(
    tmp_path: Path, text: str, told: str
) -> None:
    assert told in wrong(tmp_path, text)


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        (("PBEM_RELAI", "mx:25"), "PBEM_RELAI: there is no setting relai; did you mean relay?"),
        (
            ("PBEM_LIMITS_LETTERS", "3"),
            "PBEM_LIMITS_LETTERS: there is no setting limits_letters; letters belongs below [limits] in pbem.toml",
        ),
        (
            ("PBEM_CAPS", "none"),
            'PBEM_CAPS: caps = "none": caps is a table of pbem.toml; write [caps] above its settings',
        ),
        (("PBEM_KEEP_DAYS", "-4"), 'PBEM_KEEP_DAYS: keep_days = "-4": it must be a whole number, 0 or more'),
        (("PBEM_CONFIG", "missing.toml"), "there is no configuration file missing.toml"),
    ],
)
def test_a_variable_is_named(variable: tuple[str, str], told: str) -> None:
    """One that is misspelt would leave the server on trial, which nobody would notice."""
    with pytest.raises(ConfigError) as error:
        given(None, dict([variable]), {}).config()
    assert str(error.value) == told


@pytest.mark.parametrize(
    "name", ["PBEM_KEY", "PBEM_MAILBOX_PASSWORD", "PBEM_STORE", "_PBEM_COMPLETE", "HOME"]
)
def test_variables_that_are_read_elsewhere_are_let_be(name: str) -> None:
    assert given(None, {name: "1"}, {}).config() == Config()


def test_an_option_is_named() -> None:
    with pytest.raises(ConfigError, match=r'^--listen: listen = "x": '):
        given(None, {}, {"listen": "x"}).config()


@for_all(st.sampled_from(names_of(Config)), st.integers(max_value=-1))
def test_no_number_may_be_negative(name: str, number: int) -> None:
    """Of no setting, in whatever table."""
    table, _, key = name.rpartition(".")
    values = {table: {key: number}} if table else {key: number}
    with pytest.raises(ConfigError, match="it must be"):
        given(None, {}, values).config()


@pytest.mark.parametrize(
    ("config", "is_open"),
    [
        (Config(listen="0.0.0.0:25"), True),
        (Config(listen="[::]:25"), True),
        (Config(listen="0.0.0.0:25", lmtp="/run/pbem"), False),
        (Config(listen="127.0.0.1:25"), False),
        (Config(listen="192.0.2.7:25"), False),
        (Config(listen="", lmtp="/run/pbem"), False),
    ],
)
def test_a_listener_for_everybody_without_a_mail_server_in_front_is_known(
    config: Config, is_open: bool
) -> None:
    assert config.open_to_all is is_open
