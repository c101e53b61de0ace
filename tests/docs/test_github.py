""".github/: forms and workflows are well formed, name what exists, and CI calls what everybody can call."""

from typing import Any

import pytest
import yaml

from tests.docs.pages import ROOT, page
from tests.games.ours import OURS

FORMS = sorted(
    path.name for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"
)


def test_ci_calls_the_script_of_the_project() -> None:
    jobs = yaml.safe_load(page(".github/workflows/ci.yml"))["jobs"]
    called = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert called == [".ci/run", "make docs"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


@pytest.mark.parametrize("name", FORMS)
def test_forms_are_forms(name: str) -> None:
    form: dict[str, Any] = yaml.safe_load(page(f".github/ISSUE_TEMPLATE/{name}"))
    assert {"name", "description", "body"} <= set(form)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["type"] in ("input", "textarea", "dropdown") for field in fields)
    assert all(field["attributes"]["label"] for field in fields)
    for field in fields:
        if field["id"] == "game":
            assert {game.title for game in OURS.values()} <= set(field["attributes"]["options"])
