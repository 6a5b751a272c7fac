"""The page about the sources is current, and what it names exists."""

import ast
import re
import subprocess
import tomllib

import pytest

import architecture
from parlour.engine import registry

MAX_LINES = 400
WRITTEN = (".py", ".svelte", ".ts", ".css", ".mjs", ".js")
# Written by parlour.server.wire.schema from the types of the messages.
GENERATED = {"web/src/wire.ts"}


def test_the_page_is_current():
    assert architecture.page() == architecture.PAGE.read_text("utf-8"), "write it: make docs"


def upwards(layers, edges):
    """Imports that do not go down; from a box that is in no layer, which fails."""
    layer = {box: n for n, boxes in enumerate(layers) for box in boxes}
    return {(a, b) for a, b in edges if layer[a] >= layer[b]}


def test_the_packages_import_one_another_in_one_direction_only():
    assert upwards(architecture.LAYERS, architecture.edges()) == set()


def test_every_file_of_the_server_is_in_a_room_and_no_room_knows_those_above_it():
    between = {(a, b) for a, b in architecture.edges(architecture.room_of) if a and b}
    assert upwards(architecture.ROOMS, between) == set()
    found = {architecture.room_of(name) for name in architecture.modules()} - {""}
    assert found == {room for rooms in architecture.ROOMS for room in rooms}


def test_the_import_contract_names_the_same_rooms_and_counts_imports_for_types():
    settings = tomllib.loads((architecture.ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (rooms,) = [c for c in settings["contracts"] if c.get("containers") == ["parlour.server"]]
    assert rooms["layers"] == [" | ".join(each) for each in architecture.ROOMS]
    assert rooms["exhaustive"]
    assert settings["exclude_type_checking_imports"] is False
    assert not [c for c in settings["contracts"] if c.get("ignore_imports")], "no circle is looked away from"


def test_the_engine_names_no_game():
    """Neither as a package nor by its title; of Keepsakes the package is called like what words are made of."""
    names = {title for name in registry.names() for title in (name, registry.about(name).title)} - {"template"}
    sources = (architecture.SOURCES / "engine").rglob("*")
    texts = {path.name: path.read_text("utf-8") for path in sources if path.suffix in (".py", ".toml")}
    assert len(texts) > 20
    assert [(file, name) for file, text in texts.items() for name in sorted(names) if name in text] == []


def written_files():
    """Every source that people write, for programs, tests and pages alike."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=architecture.ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [architecture.ROOT / name for name in names if name.endswith(WRITTEN) and name not in GENERATED]


def too_long(path):
    return len(path.read_text("utf-8").splitlines()) > MAX_LINES


def test_no_file_is_longer_than_a_reader_takes_in():
    files = [path for path in written_files() if path.exists()]
    assert {path.suffix for path in files} == set(WRITTEN)
    assert [path.relative_to(architecture.ROOT).as_posix() for path in files if too_long(path)] == []


def test_a_file_with_one_line_too_many_is_found(tmp_path):
    short, long = tmp_path / "short.py", tmp_path / "long.py"
    short.write_text("\n" * MAX_LINES)
    long.write_text("\n" * (MAX_LINES + 1))
    assert [too_long(short), too_long(long)] == [False, True]


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


def places_that_lock(tree, path=""):
    """Every function that takes a table's lock, by its file."""
    for function in (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))):
        for node in ast.walk(function):
            taken = [item.context_expr for item in node.items] if isinstance(node, ast.AsyncWith) else []
            taken += [node.func.value] if isinstance(node, ast.Call) and is_acquire(node.func) else []
            for lock in taken:
                if isinstance(lock, ast.Attribute) and lock.attr == "lock":
                    yield path, function.name


def is_acquire(called):
    return isinstance(called, ast.Attribute) and called.attr == "acquire"


def test_a_tables_lock_is_taken_in_one_place():
    server = architecture.SOURCES / "server"
    found = {
        place
        for path in server.rglob("*.py")
        for place in places_that_lock(ast.parse(path.read_text("utf-8")), path.relative_to(server).as_posix())
    }
    assert found == {("table/door.py", "act")}


def test_a_lock_that_is_taken_elsewhere_is_found():
    peek = "async def peek(table):\n    async with table.lock:\n        pass"
    source = f"{peek}\nasync def take(self):\n    await self.lock.acquire()"
    assert set(places_that_lock(ast.parse(source))) == {("", "peek"), ("", "take")}
