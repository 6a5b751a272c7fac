"""Every clause of every rulebook is shown by a test, and the page that says so is current."""

import pytest

import clauses
from parlour import rulebook
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


@pytest.mark.parametrize("name", registry.names())
def test_every_clause_says_where_it_comes_from(name):
    """By its id, or by a word at its beginning that the id does not say already."""
    text = rulebook.text_of(name)
    origins = rulebook.origins_of(text)
    assert list(origins) == clauses.clauses(name)
    marked = {id for id, words in rulebook.clauses_of(text).items() if rulebook.MARKED.match(words)}
    assert all(origins[id] != rulebook.ORIGINS["-R" in id] for id in marked)


@pytest.mark.parametrize("name", registry.names())
def test_the_german_rulebook_marks_the_same_clauses(name):
    words = {"printed": "*(gedruckt)*", "inferred": "*(erschlossen)*", "ours": "*(von uns)*"}
    english, german = (rulebook.clauses_of(rulebook.text_of(name, language)) for language in ("en", "de"))
    if german == english:
        return  # It has no German rulebook.
    marks = {id: rulebook.MARKED.match(said) for id, said in english.items()}
    expected = {id: words[mark["origin"]] for id, mark in marks.items() if mark}
    found = {id: word for id, said in german.items() for word in words.values() if said.startswith(word)}
    assert found == expected


@pytest.mark.parametrize("name", registry.names())
def test_a_ruling_that_is_printed_says_on_which_side_of_its_switch(name):
    origins = rulebook.origins_of(rulebook.text_of(name))
    printed = {r.clause: r.printed for r in registry.about(name).rulings if "-R" in r.clause}
    assert [c for c, side in printed.items() if origins[c] == "printed" and side is None] == []


def test_a_test_that_is_a_coroutine_cites_its_clause_too():
    assert "tests/server/test_raised_hands.py::test_bots_are_asked_at_every_step" in clauses.cited()["WH-59"]
