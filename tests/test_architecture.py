"""The page about the sources is current, and what it names exists."""

import ast
import re

import pytest

import architecture


def test_the_page_is_current():
    assert architecture.page() == architecture.PAGE.read_text("utf-8"), "write it: make docs"


def test_the_packages_import_one_another_in_one_direction_only():
    layer = {package: n for n, packages in enumerate(architecture.LAYERS) for package in packages}
    upwards = {(a, b) for a, b in architecture.edges() if layer[a] >= layer[b]}
    assert upwards == set()


def test_every_file_that_the_walks_name_exists():
    walks = architecture.PAGE.read_text("utf-8").partition(architecture.BEGIN)[0]
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|md|svelte\.ts))`", walks)
    assert len(named) > 20
    roots = (architecture.ROOT, architecture.SOURCES)
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def owned_in_python(path):
    """What a module and its classes define, each by its owner: `requests.play`, `Match.add`; a package by its name."""
    tree = ast.parse(path.read_text("utf-8"))
    owners = [(path.stem, tree.body), (path.parent.name, tree.body)]
    owners += [(node.name, node.body) for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner, body in owners:
        names = (node.name for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)))
        yield from ((owner, name) for name in names)


def owned_in_typescript(text):
    """The methods of each exported class."""
    for owner, body in re.findall(r"^export class (\w+) \{\n(.*?)^\}", text, re.M | re.S):
        yield from ((owner, name) for name in re.findall(r"^  (?:private |async )*(\w+)(?:\(| = \()", body, re.M))


@pytest.fixture(scope="module")
def defined():
    scripts = (architecture.ROOT / "web" / "src" / "lib").glob("*.ts")
    found = {pair for path in architecture.modules().values() for pair in owned_in_python(path)}
    return found | {pair for path in scripts for pair in owned_in_typescript(path.read_text("utf-8"))}


def test_every_function_that_the_walks_name_is_defined_by_its_owner(defined):
    walks = architecture.PAGE.read_text("utf-8").partition(architecture.BEGIN)[0]
    named = {(owner, name) for owner, name in re.findall(r"`(\w+)\.(\w+)`", walks) if name not in ("py", "md")}
    assert len(named) > 20
    assert named - defined == set()


def test_a_method_of_another_class_is_no_method_of_this_one(defined):
    assert {("Connection", "read"), ("TableLink", "play"), ("Match", "add"), ("requests", "play")} <= defined
    assert not {("Line", "read"), ("Table", "play"), ("LiveTable", "read"), ("Store", "add")} & defined
