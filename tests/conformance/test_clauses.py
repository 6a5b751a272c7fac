"""Every clause of every rulebook is shown by a test, and the page that says so is current."""

import pytest

import clauses
from parlour.engine import registry


@pytest.mark.parametrize("name", registry.names())
def test_every_clause_has_a_test(name):
    known = clauses.clauses(name)
    assert known, "the rulebook has no clauses"
    missing = [c for c in known if c not in clauses.cited()]
    assert not missing, f"clauses without a test: {', '.join(missing)}"


@pytest.mark.parametrize("name", registry.names())
def test_only_clauses_that_exist_are_cited(name):
    prefix = f"{registry.about(name).clauses}-"
    unknown = {c for c in clauses.cited() if c.startswith(prefix)} - set(clauses.clauses(name))
    assert not unknown, f"cited, but not in the rulebook: {', '.join(sorted(unknown))}"


def test_the_page_is_current():
    assert clauses.page() == clauses.PAGE.read_text("utf-8"), "write it: make docs"
