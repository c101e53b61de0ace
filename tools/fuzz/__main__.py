"""`python -m tools.fuzz [TARGET ...] --seconds N`: each target in a process of its own, guided by coverage.

What the fuzzer has learned stays in `.fuzz/`, so the next run goes on from there. A finding is an input that broke
something; it lies in `.fuzz/TARGET/found/` and becomes a case by being put into `tests/findings/TARGET/`.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import click

FOLDER = Path(".fuzz")
DEAREST = 20
"""Letters that are weighed at the end."""

NEEDS_ATHERIS = (
    "make fuzz needs atheris, which is not installed here: it has builds for Linux and some versions of Python only."
    " Try: pip install -e '.[fuzz]'. The same targets run for a moment in make test."
)


@click.command()
@click.argument("names", metavar="[TARGET]...", nargs=-1)
@click.option("--seconds", default=60, show_default=True, help="How long to try each target.")
@click.option("--alone", is_flag=True, hidden=True, help="Run this one target, in this process.")
def main(names: tuple[str, ...], seconds: int, alone: bool) -> None:
    """Feed what comes from outside with made-up bytes: letters, documents, orders, desk, dialogues; and see what the
    dearest letters cost."""
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
        if name == "costs":
            _weigh(_folder(name))
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
    options += [f"-max_len={100 if name == 'costs' else 16384}"]
    options += ["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]
    target = _Dearest(folder / "dearest").keep if name == "costs" else TARGETS[name]
    atheris.Setup([sys.argv[0], *options, str(folder / "corpus")], target)
    atheris.Fuzz()


class _Dearest:
    """The letters that cost the most, of those that are tried. How much that is cannot be told in here: a process whose
    steps are counted is slower by far."""

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self._folder = folder
        self._kept: list[tuple[float, bytes]] = []

    def keep(self, data: bytes) -> None:
        """Try a letter, and keep it if it is among them."""
        from tools.fuzz.targets import cost_of

        cost = cost_of(data)
        if len(self._kept) == DEAREST and cost <= self._kept[0][0]:
            return
        self._kept = sorted([*self._kept, (cost, data)])[-DEAREST:]
        for place, (_, kept) in enumerate(reversed(self._kept)):
            (self._folder / f"{place:02}").write_bytes(kept)


def _weigh(folder: Path) -> None:
    """Tell what the dearest letters cost; those that cost too much are findings."""
    from tools.fuzz.costs import BOUND, decode
    from tools.fuzz.targets import cost_of

    costs = sorted((cost_of(path.read_bytes()), path) for path in (folder / "dearest").iterdir())
    for cost, path in costs:
        if cost > BOUND:
            shutil.copy(path, folder / "found" / f"costs-{cost:.0f}-{path.name}")
    if costs:
        cost, path = costs[-1]
        recipe = decode(path.read_bytes())
        click.echo(f"  the dearest letter takes {cost:.0f} units, {BOUND:.0f} are allowed: {recipe}")


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
