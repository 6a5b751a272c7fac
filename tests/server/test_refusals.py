"""What the server refuses is said in the reader's language."""

import ast
from pathlib import Path

import pytest

from parlour import server
from parlour.server.http import words

SOURCES = sorted(Path(server.__file__).parent.rglob("*.py"))
# What makes an answer that somebody reads, and which of its arguments is the sentence.
MAKERS = {"Denied": 1, "NotAllowed": 0, "Fault": 1, "Busy": 0, "Problem": "title", "Refused": "text", "refusal": 2}


def sentences():
    """Every sentence in the server's sources that is given to one of these, with its place."""
    for path in SOURCES:
        tree = ast.parse(path.read_text("utf-8"))
        named = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            where = MAKERS.get(getattr(call.func, "attr", getattr(call.func, "id", "")))
            given = [k.value for k in call.keywords if k.arg == where] if isinstance(where, str) else []
            given += call.args[where : where + 1] if isinstance(where, int) else []
            for text in (text for node in given for text in constants(node, named)):
                yield f"{path.name}:{call.lineno}", text


def constants(node, named):
    match node:
        case ast.Constant(value=str()):
            return [node.value]
        case ast.BoolOp(values=values):
            return [text for value in values for text in constants(value, named)]
        case ast.Name(id=name) if isinstance(named.get(name), str):
            return [named[name]]
    return []


def test_every_refusal_has_words_in_every_language():
    found = list(sentences())
    assert len(found) > 30
    english = words.keys()
    assert [(where, text) for where, text in found if text not in english] == []
    for language, known in words.known().items():
        assert set(known) == set(words.known()["en"]), language


def test_a_refusal_at_a_table_is_in_the_browsers_language(people):
    ann = people("Ann")
    ann.lay("me", "bot", chat=False)
    ann.open(language="de")
    ann.send("say", seat=0, text="Hallo")
    assert ann.answer("refused")["text"] == "An diesem Tisch wird nicht geredet."
    ann.send("leave", seat=1)
    assert ann.answer("refused")["text"] == "Das ist nicht dein Platz."


@pytest.mark.parametrize(
    ("language", "said"),
    [("de-AT,de;q=0.9", "Diesen Tisch gibt es nicht."), ("en-GB", "There is no such table."), ("fr", "There is")],
)
def test_a_problem_is_in_the_pages_language(people, language, said):
    http = people().http
    answer = http.get("/api/tables/nowhere/replay", headers={"Accept-Language": language})
    assert answer.status_code == 404
    assert answer.json()["title"].startswith(said)
