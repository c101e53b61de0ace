"""What a release holds, and the commands of the Makefile."""

import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import yaml
from hatchling.builders.sdist import SdistBuilder

from tests.docs.pages import ROOT, page

MAKEFILE = page("Makefile")
TARGETS = re.findall(r"^([\w-]+):", MAKEFILE, re.M)
FOLDERS = ("pbem", "templates", "locale", "docs", "tests", "tools", "benchmarks", "deploy")
FILES = (
    *("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("Makefile", "mkdocs.yml", "pyproject.toml", ".pre-commit-config.yaml", ".gitignore"),
)


def released(root: Path, folder: Path) -> set[str]:
    """Build the source distribution of a tree; its files, without the folder that they lie in."""
    (path,) = SdistBuilder(str(root)).build(directory=str(folder))
    with tarfile.open(path) as file:
        return {name.partition("/")[2] for name in file.getnames()}


def recipe(target: str) -> list[str]:
    """The commands of a target."""
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", MAKEFILE, re.M)
    assert found is not None
    return [line.strip().replace("$(BIN)", ".venv/bin") for line in found[1].splitlines()]


def test_a_source_release_holds_the_whole_tree_and_nothing_else(tmp_path: Path) -> None:
    """Whoever unpacks it can build, test and change the project; what lies about in a clone stays there."""
    clone = tmp_path / "clone"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, clone)
    expected = {str(path.relative_to(clone)) for path in clone.rglob("*") if path.is_file()}
    for stray in ("letters/in.eml", "games.db", "mail/ann/new/1", "notes.txt", "pbem/__pycache__/x.pyc"):
        (clone / stray).parent.mkdir(parents=True, exist_ok=True)
        (clone / stray).write_text("private")
    assert released(clone, tmp_path / "dist") == expected | {"PKG-INFO"}


def test_help_lists_every_target() -> None:
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^  make ([\w-]+) +\S", listed, re.M) == TARGETS
    assert set(re.findall(r"^\.PHONY: (.*)", MAKEFILE, re.M)[0].split()) == set(TARGETS)


def test_before_a_commit_the_same_is_checked_as_by_make_lint() -> None:
    (repository,) = yaml.safe_load(page(".pre-commit-config.yaml"))["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == recipe("lint")


def test_the_page_for_contributors_names_targets_that_exist() -> None:
    assert set(re.findall(r"(?:^    |`)make ([\w-]+)", page("CONTRIBUTING.md"), re.M)) <= set(TARGETS)
