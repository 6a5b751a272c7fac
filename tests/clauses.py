"""Which test shows which clause: read from the tests' marks and the games' rulebooks.

`python tests/clauses.py --write` writes the table of every game into docs/clauses.md.
"""

import ast
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

from parlour import rulebook
from parlour.engine import registry
from places import ROOT, is_own, tests_of

PAGE = ROOT / "docs" / "clauses.md"


def clauses(name: str) -> list[str]:
    """The clauses of a game in the order of its rulebook."""
    return list(rulebook.clauses_of(rulebook.text_of(name)))


@cache
def cited() -> dict[str, list[str]]:
    """The tests that cite each clause."""
    found = defaultdict(list)
    folders = {ROOT / "tests", *(tests_of(name) for name in registry.names() if not is_own(name))}
    for path in sorted({path for folder in folders for path in folder.rglob("test_*.py")}):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for clause in cited_by(node):
                    found[clause].append(f"{shown(path)}::{node.name}")
    return found


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def cited_by(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    marks = [d for d in node.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func).endswith("clause")]
    return [arg.value for mark in marks for arg in mark.args if isinstance(arg, ast.Constant)]


def listed(tests: list[str]) -> str:
    return ", ".join(f"`{test.removeprefix('tests/')}`" for test in tests)


def page() -> str:
    """The table of clauses and tests as a page."""
    tests = cited()
    lines = [
        "# Clauses and the tests that show them",
        "",
        "Written by `make docs`; a clause without a test fails the run. A clause is *printed* in the game's rulebook,",
        "*inferred* where that is silent or disagrees with itself, or *ours*: added or changed.",
        "`parlour rules GAME --printed` says where our defaults differ from the letter.",
    ]
    for name in filter(is_own, registry.names()):
        lines += ["", f"## {registry.about(name).title}", "", "| clause | origin | tests |", "|---|---|---|"]
        origins = rulebook.origins_of(rulebook.text_of(name))
        lines += [f"| {c} | {origins[c]} | {listed(tests[c])} |" for c in clauses(name)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/clauses.py --write")
    PAGE.write_text(page(), "utf-8")
