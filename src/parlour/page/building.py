"""`parlour pages`: a folder of static files in which the games are played without a server.

Compiling a game to WebAssembly takes some seconds and is kept in the cache beside what is compiled natively. From an
installed wheel nothing is compiled: it carries a built page.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock

from parlour.engine import jit, registry
from parlour.page.python import SOURCES, members, write_archive
from parlour.rulebook import paragraphs, text_of
from parlour.service_worker import WORKER, fill_worker

HERE = Path(__file__).parent
# A page that came with the wheel.
BUILT = HERE / "built"
ROOT = SOURCES.parents[1]
PAGES = SOURCES / "server" / "pages"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
LIBRARY, INDEX = "python_stdlib.zip", "pyodide-lock.json"
PYODIDE_FILES = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", LIBRARY)
LANGUAGES = ("en", "de")
LOCK = HERE / "page.lock"
# The Python of Pyodide, and its kind of wheels.
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
# The list of a page's files, by which a later one knows what it may delete.
LIST = "parlour-files.json"
INSTALL = "`python3 play.py pages` installs what a page is made of"

Report = Callable[[str], None]


def write_page(out: Path, report: Report) -> int:
    """Write the page into a folder, beside whatever else is there; how many bytes it is."""
    if BUILT.is_dir():
        return put(BUILT, out)
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary)
        build(made, report)
        return put(made, out)


def build(folder: Path, report: Report) -> None:
    check_parts()
    shutil.copytree(PAGES, folder, dirs_exist_ok=True)
    parts = folder / "parts"
    (parts / "games").mkdir(parents=True)
    names = registry.names(shelf_only=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, made in zip(names, pool.map(lambda n: game_module(n, report), names), strict=True):
            for file in made.iterdir():
                if file.stem == name:
                    shutil.copy(file, parts / "games" / file.name)
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, parts / name)
    # Of what else there is for Pyodide a page wants nothing.
    write_json(parts / INDEX, {**json.loads((PYODIDE / INDEX).read_text("utf-8")), "packages": {}})
    shutil.copy(wheel(report), parts / "msgspec.whl")
    write_archive(parts / "parlour.zip")
    pack(parts)
    write_texts(parts, names)
    # Named by what is in it: no browser mixes the parts of two versions.
    named = f"parts-{digest_of(parts)[:16]}"
    parts.rename(folder / named)
    write_index(folder, named)
    write_worker(folder)


def pack(parts: Path) -> None:
    """Compile Python's library and our sources, in Pyodide itself, and leave out what no page imports."""
    archives = [str(parts / name) for name in ("msgspec.whl", LIBRARY, "parlour.zip")]
    ran = subprocess.run(
        [find_node(), str(HERE / "packing.mjs"), str(PYODIDE), *archives], capture_output=True, check=False
    )
    if ran.returncode:
        last = (ran.stderr.decode().strip().splitlines() or ["it says nothing"])[-1]
        raise ValueError(f"Python cannot be packed for the page: {last}")


def find_node() -> str:
    """Node: the one that set-up has put beside Python, or the machine's own."""
    found = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    if not found:
        raise ValueError(f"Node is missing: {INSTALL}")
    return found


def check_parts() -> None:
    if not (PAGES / "index.html").is_file():
        raise ValueError(f"there are no built pages in {PAGES.name}/: {INSTALL}")
    if not (PYODIDE / "pyodide.asm.wasm").is_file():
        raise ValueError(f"Pyodide is not installed: {INSTALL}")


def put(made: Path, out: Path) -> int:
    """Copy a page into a folder; files of an older page go, and files that are no page's stay."""
    files = sorted(p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file() and p.name != LIST)
    before = known_files(out)
    taken = [name for name in files if (out / name).exists() and name not in before]
    if taken:
        raise ValueError(f"{out / taken[0]} is there already and is not of a page: choose another folder")
    out.mkdir(parents=True, exist_ok=True)
    for name in sorted(set(before) - set(files)):
        (out / name).unlink(missing_ok=True)
        drop_empty(out, (out / name).parent)
    for name in files:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made / name, out / name)
    (out / LIST).write_text(json.dumps(files, indent=0) + "\n", "utf-8")
    return sum((out / name).stat().st_size for name in files)


def drop_empty(out: Path, folder: Path) -> None:
    while folder != out and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def known_files(out: Path) -> list[str]:
    """The files of the page that is there."""
    try:
        found = json.loads((out / LIST).read_text("utf-8"))
    except FileNotFoundError:
        return []
    except ValueError:
        raise ValueError(f"{out / LIST} cannot be read: delete it if no page is there") from None
    return [name for name in found if ".." not in Path(name).parts and not Path(name).is_absolute()]


# The parts


def game_module(name: str, report: Report) -> Path:
    """The folder of the cache with a game's module, compiled in a process of its own if it is not there."""
    folder = jit.used_folder(f"page-{name}", module_key(name))
    done = folder / f"{name}.json"
    with FileLock(folder / "lock"):
        if not done.exists():
            report(f"{name} is compiled to WebAssembly")
            environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
            command = [sys.executable, "-m", "parlour.page.modules", name, str(folder)]
            ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            if ran.returncode:
                last = (ran.stderr.strip().splitlines() or ["it says nothing"])[-1]
                raise ValueError(f"{name} cannot be compiled to WebAssembly: {last}")
    return folder


def module_key(name: str) -> str:
    """A hash of all that a module is made of."""
    package = Path(registry.package(name).__path__[0])
    files = frozenset([*package.glob("*.py"), HERE / "modules.py"])
    key = hashlib.sha256(jit.versions().encode())
    for source in sorted(jit.closure(files), key=jit.module_name):
        key.update(jit.module_name(source).encode() + b"\0" + jit.read_source(source)[0])
    key.update((HERE / "runtime.ll").read_bytes())
    return key.hexdigest()


def wheel(report: Report) -> Path:
    """msgspec for Pyodide, from the cache or by pip, which checks its hash."""
    folder = jit.used_folder("page-packages", hashlib.sha256(LOCK.read_bytes()).hexdigest())
    with FileLock(folder / "lock"):
        if not any(folder.glob("*.whl")):
            report("msgspec for Pyodide is fetched")
            command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
            command += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--platform", PLATFORM]
            command += ["--python-version", PYTHON, "--requirement", str(LOCK), "--dest", str(folder)]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                said = [line for line in ran.stderr.splitlines() if line.startswith("ERROR")] or ["pip says nothing"]
                raise ValueError(f"msgspec for Pyodide cannot be had: {said[-1]}")
    return next(folder.glob("*.whl"))


def write_texts(parts: Path, names: list[str]) -> None:
    """What needs no Python: the shelf and the rulebooks, in every language."""
    from parlour.server import wire
    from parlour.server.http.shelf import shelf

    for language in LANGUAGES:
        write_json(parts / f"shelf.{language}.json", shelf(language))
        for name in names:
            clauses = [wire.Clause(id=id, text=text) for id, text in paragraphs(text_of(name, language))]
            book = wire.Rulebook(game=name, title=registry.about(name).title, clauses=clauses)
            write_json(parts / f"rules.{name}.{language}.json", book)


def write_json(path: Path, data: Any) -> None:
    path.write_bytes(msgspec.json.encode(data))


def digest_of(folder: Path) -> str:
    """A hash of all files below a folder."""
    key = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        key.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return key.hexdigest()


def write_index(folder: Path, parts: str) -> None:
    """The page itself, told where Python's parts lie."""
    path = folder / "index.html"
    text = path.read_text("utf-8")
    told = f'<meta name="parts" content="{parts}/" />'
    mark = '<meta name="base" content="" />'
    if mark not in text:
        raise ValueError(f"{path.name} has no {mark}")
    path.write_text(text.replace(mark, told), "utf-8")


def write_worker(folder: Path) -> None:
    """The service worker, with the list of the files that it keeps."""
    files = [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()]
    kept = sorted(f"./{name}" for name in files if name != WORKER)
    worker = folder / WORKER
    worker.write_text(fill_worker(worker.read_text("utf-8"), digest_of(folder)[:16], kept, served=False), "utf-8")


def page_key() -> str:
    """A hash of all that a page is made of."""
    key = hashlib.sha256("".join(map(module_key, registry.names(shelf_only=True))).encode())
    for path in sorted((*HERE.rglob("*"), *PAGES.rglob("*"))):
        if path.is_file() and path.suffix != ".pyc":
            key.update(path.name.encode() + path.read_bytes())
    key.update(b"".join(path.read_bytes() for _, path in sorted(members())))
    return key.hexdigest()
