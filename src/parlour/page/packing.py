"""Packs the Python of a page: what it imports of the library that comes with Pyodide, and Parlour's sources, compiled.

Run by Pyodide itself (`packing.mjs`), since another Python compiles to other bytes. A browser then compiles nothing,
and loads a third of the library.
"""

import ast
import importlib
import importlib.util
import marshal
import sys
import zipfile
from collections.abc import Iterator

# Imported by names that stand in no source.
ALWAYS = ("encodings.aliases", "encodings.ascii", "encodings.idna", "encodings.latin_1", "encodings.utf_8", "_strptime")
# What their C code imports is known once they are loaded.
LOADED = ("asyncio", "datetime", "decimal", "hashlib", "json", "msgspec", "random", "uuid", "zoneinfo")
# Of these, what their functions import comes along too: a page runs them.
WHOLE = (
    *("_pyodide", "_strptime", "asyncio", "collections", "dataclasses", "datetime", "enum", "functools", "hashlib"),
    *("inspect", "json", "linecache", "logging", "parlour", "pyodide", "random", "re", "string", "textwrap", "tomllib"),
    *("traceback", "typing", "urllib", "uuid", "warnings", "weakref"),
)
# What only tests, terminals, other processes and networks need, though something names it.
NEVER = (
    *("_pyrepl", "bdb", "cmd", "code", "curses", "doctest", "idlelib", "multiprocessing", "optparse", "pdb", "pydoc"),
    *("pydoc_data", "pickletools", "rlcompleter", "sqlite3", "tarfile", "test", "tkinter", "unittest", "venv"),
    *("webbrowser", "wsgiref", "xml", "xmlrpc"),
)
# Its C code reads the docstrings of these.
TALKATIVE = ("pyodide", "_pyodide")
WHEN = (2020, 1, 1, 0, 0, 0)

Sources = dict[str, bytes]


def pack(library: str, parlour: str, packed_library: str, packed_parlour: str) -> None:
    """Both archives again, compiled, the library without what is not needed."""
    books, ours = read(library), read(parlour)
    first = {*modules(ours), *ALWAYS, *started(books)}
    names = {file_of(name, books) for name in closure({**books, **ours}, first)}
    write(packed_library, {name: data for name, data in books.items() if name in names})
    write(packed_parlour, ours)


def started(books: Sources) -> Iterator[str]:
    """What Pyodide has imported by now, of the library."""
    for name in LOADED:
        importlib.import_module(name)
    return (name for name in sys.modules if file_of(name, books))


def read(path: str) -> Sources:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def modules(files: Sources) -> list[str]:
    return [module_of(name) for name in files if name.endswith(".py")]


def module_of(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def file_of(module: str, files: Sources) -> str:
    """The file of a module; empty if these files have none."""
    path = module.replace(".", "/")
    return next((name for name in (f"{path}/__init__.py", f"{path}.py") if name in files), "")


def closure(files: Sources, first: set[str]) -> set[str]:
    found: set[str] = set()
    waiting = sorted(first)
    while waiting:
        name = waiting.pop()
        never = name.split(".")[0] in NEVER and name not in first
        if name in found or never or not (file := file_of(name, files)):
            continue
        found.add(name)
        waiting += [name.rpartition(".")[0], *imports(name, file, files[file])]
    return found


def imports(module: str, file: str, source: bytes) -> Iterator[str]:
    """The modules that a source names, as far as they are imported with it."""
    package = module if file.endswith("__init__.py") else module.rpartition(".")[0]
    nodes: list[ast.AST] = [ast.parse(source)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))
        elif not is_later(node) or module.split(".")[0] in WHOLE:
            nodes += ast.iter_child_nodes(node)


def is_later(node: ast.AST) -> bool:
    """A function, or what only runs as a program."""
    main = isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)
    return main or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))


def write(path: str, files: Sources) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            if name.endswith(".py"):
                name, data = name + "c", compiled(name, data)
            archive.writestr(zipfile.ZipInfo(name, WHEN), data, zipfile.ZIP_DEFLATED, 9)


def compiled(name: str, source: bytes) -> bytes:
    """A module's code, as Python keeps it beside a source that is not there."""
    tree = ast.parse(source)
    if not name.startswith(TALKATIVE):
        drop_docstrings(tree)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def drop_docstrings(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
