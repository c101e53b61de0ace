"""All pages: links and pictures lead somewhere, long pages have a table of contents, and code names existing pages."""

import re

import pytest

from tests.docs.pages import ROOT, page

RULES = ROOT / "docs/rules"
PAGES = [
    *(path.name for path in sorted(ROOT.glob("*.md"))),
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]
LONG = 5  # sections, up to which a page needs no table of contents
ELSEWHERE = ("docs/decisions/", "docs/rules/", "docs/architecture.md", "CHANGELOG.md", "README.md")
"""Pages that are read from the top, or by number."""


def headings(text: str) -> list[str]:
    """The titles of a page below its own, with the depth of each as its `#`."""
    without_code = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.M | re.S)
    return re.findall(r"^(#{2,} .+)$", without_code, re.M)


def anchor(title: str) -> str:
    """The name by which a link reaches a heading."""
    words = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", title.lstrip("# ")).lower()
    return re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", words))


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    text = re.sub(r"`[^`\n]*`", "", page(name))
    for link in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text):
        target, _, place = "".join(link).partition("#")
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        path = (folder / target).resolve() if target else ROOT / name
        assert path.exists(), f"{name} links to {target}"
        if place:
            found = [anchor(title) for title in headings(path.read_text(encoding="utf-8"))]
            assert place in found, f"{name} links to {target}#{place}"


@pytest.mark.parametrize("name", [name for name in PAGES if not name.startswith(ELSEWHERE)])
def test_long_pages_have_a_table_of_contents(name: str) -> None:
    titles = [title.removeprefix("## ") for title in headings(page(name)) if title.startswith("## ")]
    text = page(name)
    if "## Contents\n" not in text:
        linked = set(re.findall(r"\]\(#([\w-]+)\)", text))
        assert len(titles) <= LONG or {anchor(title) for title in titles[1:]} <= linked, f"{name} is long"
        return
    listed = re.findall(
        r"^- \[(.+)\]\(#(.+)\)$", text.partition("## Contents\n")[2].partition("\n## ")[0], re.M
    )
    assert [re.sub("`", "", title) for title, _ in listed] == [
        re.sub("`", "", title) for title in titles if title != "Contents"
    ]


def test_code_and_mails_name_pages_that_exist() -> None:
    paths = [
        path
        for folder in ("pbem", "templates", "deploy", "tools", "tests", "examples", "benchmarks", ".github")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".j2", ".toml", ".yaml", ".yml", ".sh", ".md", ".txt")
    ]
    for path in paths:
        for name in re.findall(r"\bdocs/[\w/.-]*\w", path.read_text(encoding="utf-8", errors="replace")):
            place = name.replace("NAME", "dodgeball")
            assert (ROOT / place).exists() or "{" in name, f"{path.relative_to(ROOT)} names {name}"
