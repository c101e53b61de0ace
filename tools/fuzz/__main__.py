"""`python -m tools.fuzz [TARGET ...] --seconds N`: each target in a process of its own, guided by coverage.

What the fuzzer has learnt stays in `.fuzz/`, so the next run goes on from there. A finding is an input that broke
something; it lies in `.fuzz/TARGET/found/` and becomes a case by being put into `tests/findings/TARGET/`.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import click

FOLDER = Path(".fuzz")
NEEDS_ATHERIS = (
    "make fuzz needs atheris, which is not installed here: it has builds for Linux and some versions of Python only."
    " Try: pip install -e '.[fuzz]'. The same targets run for a moment in make test."
)


@click.command()
@click.argument("names", metavar="[TARGET]...", nargs=-1)
@click.option("--seconds", default=60, show_default=True, help="How long to try each target.")
@click.option("--alone", is_flag=True, hidden=True, help="Run this one target, in this process.")
def main(names: tuple[str, ...], seconds: int, alone: bool) -> None:
    """Feed what comes from outside with made-up bytes: letters, documents, orders, desk, dialogues."""
    if importlib.util.find_spec("atheris") is None:
        raise click.ClickException(NEEDS_ATHERIS)
    if alone:
        _fuzz(names[0], seconds)
        return
    from tools.fuzz.targets import TARGETS  # not before: the child instruments what it imports

    if unknown := set(names) - set(TARGETS):
        raise click.UsageError(
            f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}"
        )
    broken = []
    for name in names or TARGETS:
        click.echo(f"{name}: {seconds} s")
        command = [sys.executable, "-m", "tools.fuzz", name, "--seconds", str(seconds), "--alone"]
        log = _folder(name) / "log"
        with log.open("w") as out:
            code = subprocess.run(command, stdout=out, stderr=out, check=False).returncode  # noqa: S603  # ourselves
        found = sorted((_folder(name) / "found").iterdir())
        click.echo(f"  {_tried(log)} inputs tried, {len(found)} findings")
        for path in found:
            click.echo(f"    {path}")
        if code or found:
            broken.append(name)
            click.echo(f"  see {log}")
    if broken:
        raise click.ClickException(f"something does not hold: {', '.join(broken)}")


def _fuzz(name: str, seconds: int) -> None:
    """Does not return."""
    import atheris

    with atheris.instrument_imports(include=["pbem", "aiosmtpd", "email"]):
        from tools.fuzz.seeds import findings_of, seeds_of, words_of
        from tools.fuzz.targets import TARGETS

        TARGETS[name](b"\0done\r\n")  # what it imports late is to be instrumented too
    folder = _folder(name)
    for number, seed in enumerate([*seeds_of(name), *(path.read_bytes() for path in findings_of(name))]):
        (folder / "corpus" / f"seed-{number}").write_bytes(seed)
    words = folder / "words"
    words.write_text("".join(f'"{_quoted(word)}"\n' for word in words_of(name)))
    options = [f"-max_total_time={seconds}", f"-dict={words}", f"-artifact_prefix={folder / 'found'}/"]
    options += ["-max_len=16384", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, str(folder / "corpus")], TARGETS[name])
    atheris.Fuzz()


def _folder(name: str) -> Path:
    for part in ("corpus", "found"):
        (FOLDER / name / part).mkdir(parents=True, exist_ok=True)
    return FOLDER / name


def _quoted(word: bytes) -> str:
    return "".join(chr(byte) if chr(byte).isalnum() else f"\\x{byte:02x}" for byte in word)


def _tried(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines()
    found = [line.split()[-1] for line in lines if line.startswith("stat::number_of_executed_units")]
    return found[-1] if found else "some"


if __name__ == "__main__":
    main()
