"""Set-up as it really runs: killed and interrupted at every step, without a network, on a full disk, in a second clone.

In a small clone: packages of a few files, made here and found without a registry, and pages that a script of Node
writes slowly. Python, pip, npm, processes, signals and disks are real.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from driver import hear_the_keyboard

ROOT = Path(__file__).parent.parent
TIMEOUT = 300
FILES = 400
CLOSED_PORT = "http://127.0.0.1:9/"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and disks of POSIX")

PARLOUR = f"""
from importlib.resources import files
import tiny_one
print("whole" if len(list(files("tiny_many").iterdir())) == {FILES} else "half")
"""

# Pauses when half of its work is done, and says so by a file. Looks whole as early as it can.
SLOW_BUILD = """
import {mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
const pages = '../src/parlour/server/pages', text = readFileSync('page.txt');
mkdirSync(pages, {recursive: true});
for (const name of readdirSync(pages)) rmSync(`${pages}/${name}`);
writeFileSync(`${pages}/index.html`, text);
setTimeout(() => writeFileSync(`${pages}/app.js`, text), Number(process.env.SLOWLY));
"""
SLOW_INSTALL = """
import {rmSync, writeFileSync} from 'node:fs';
writeFileSync('../half', '');
setTimeout(() => rmSync('../half'), Number(process.env.SLOWLY));
"""
PACKAGE = {"name": "tiny", "type": "module", "scripts": {"build": "node build.js", "preinstall": "node install.js"}}

SET_UP = [path.relative_to(ROOT) for path in (ROOT / "set_up").glob("*.py")]
# What set-up needs of the package itself.
NEEDED = [f"src/parlour/{name}.py" for name in ("__init__", "engine/__init__", "engine/private")]


class Clone:
    """A small clone, and `play.py install` in it."""

    def __init__(self, folder: Path, name: str = "a clone") -> None:
        self.root, self.links, self.cache = folder / name, folder / "links", folder / "cache"
        self.outputs = folder / f"said in {name}"
        self.outputs.mkdir()
        self.links.mkdir(exist_ok=True)
        self.venv, self.web = self.root / ".venv", self.root / "web"
        self.pages = self.root / "src" / "parlour" / "server" / "pages"
        self.pages.mkdir(parents=True)
        self.web.mkdir()
        (self.root / "src/parlour/engine").mkdir()
        (self.root / "set_up").mkdir()
        for file in ("play.py", *SET_UP, *NEEDED):
            shutil.copy(ROOT / file, self.root / file)
        (self.root / "pyproject.toml").write_text('[project]\nname = "parlour"\nversion = "1"\ndependencies = []\n')
        (self.root / "src/parlour/__main__.py").write_text(PARLOUR)
        self.lock(
            "requirements.lock", tiny_one={"__init__.py": b""}, tiny_many=dict.fromkeys(map(str, range(FILES)), b"")
        )
        self.lock("requirements-lab.lock")
        self.lock("requirements-test.lock")
        (self.web / "build.js").write_text(SLOW_BUILD)
        (self.web / "install.js").write_text(SLOW_INSTALL)
        self.change_pages("first")
        # pip and npm get everything here; what is not here they ask of a port on which nobody listens.
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON", "npm_"))}
        self.environment |= {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": CLOSED_PORT,
            "PIP_FIND_LINKS": str(self.links),
            "PIP_RETRIES": "0",
            "npm_config_registry": CLOSED_PORT,
            "npm_config_fetch_retries": "0",
            "npm_config_userconfig": os.devnull,
            "npm_config_cache": str(folder / "npm"),
            "PARLOUR_CACHE": str(self.cache),
        }

    def lock(self, name: str, **packages: dict[str, bytes]) -> None:
        """A lock of packages that pip will find."""
        (self.root / name).write_text("".join(self.wheel(*package) for package in packages.items()))

    def wheel(self, name: str, files: dict[str, bytes]) -> str:
        """Make a package; its line in a lock."""
        about = f"{name}-1.dist-info"
        path = self.links / f"{name}-1-py3-none-any.whl"
        written = {
            **{f"{name}/{file}": text for file, text in files.items()},
            f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n".encode(),
            f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        with zipfile.ZipFile(path, "w") as archive:
            for file, text in written.items():
                archive.writestr(file, text)
            archive.writestr(f"{about}/RECORD", "".join(f"{file},,\n" for file in (*written, f"{about}/RECORD")))
        return f"{name}==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"

    def change_pages(self, text: str, **more: object) -> None:
        """Other sources, and other packages that they need."""
        (self.web / "page.txt").write_text(text)
        package = {**PACKAGE, "version": f"1.0.0-{text}", **more}
        (self.web / "package.json").write_text(json.dumps(package))
        (self.web / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": {"": package}}))

    def start(self, *before: object, slowly: int = 0) -> "subprocess.Popen[bytes]":
        """`play.py install` as a terminal starts it: in a process group of its own, which hears ctrl-C."""
        command = [*map(str, before), sys._base_executable, "play.py", "install"]  # type: ignore[attr-defined]
        # Not into a pipe: who lives on after a kill could no longer write to it. Nor into the file of another start.
        self.said = self.outputs / str(len(list(self.outputs.iterdir())))
        with self.said.open("w") as said:
            return subprocess.Popen(
                command,
                cwd=self.root,
                env={**self.environment, "SLOWLY": str(slowly)},
                stdout=said,
                stderr=said,
                start_new_session=True,
                preexec_fn=hear_the_keyboard,
            )

    def finish(self, *before: object) -> tuple[int, str]:
        """What `play.py install` returns and says, if nobody disturbs it."""
        return self.start(*before).wait(TIMEOUT), self.said.read_text()

    def stop_at(self, stop: signal.Signals, step: str, file: str | None = None, alone: bool = False) -> None:
        """Start set-up and stop it when it says a step, or in the middle of that: when it writes a file."""
        begun = time.time()
        process = self.start(slowly=1500)
        while not self.has_come_to(step, file, begun):
            assert process.poll() is None, f"never came to {step}:\n{self.said.read_text()}"
            time.sleep(0.03)
        (os.kill if alone else os.killpg)(process.pid, stop)
        code = process.wait(TIMEOUT)
        if stop == signal.SIGKILL:
            assert code == -stop
        else:
            assert code == 130, self.said.read_text()
            assert self.said.read_text().endswith("Interrupted; run the same command again and set-up goes on.\n")

    def has_come_to(self, step: str, file: str | None, begun: float) -> bool:
        if f"parlour: {step}\n" not in self.said.read_text():
            return False
        with contextlib.suppress(FileNotFoundError):
            return file is None or any(path.stat().st_ctime > begun for path in self.root.glob(file))
        return False

    def is_locked(self) -> bool:
        """Whether somebody sets up this clone, or what a killed one has left running does."""
        with (self.root / ".setup.lock").open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def check_whole(self, text: str) -> None:
        """All packages and pages are there, and set-up knows that nothing is left to do."""
        parlour = subprocess.check_output([self.venv / "bin" / "parlour"], env=self.environment, text=True)
        assert parlour == "whole\n"
        assert {page.name: page.read_text() for page in self.pages.iterdir()} == {"index.html": text, "app.js": text}
        assert self.finish() == (0, "")


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return Clone(tmp_path_factory.mktemp("set-up"))


INSTALLED = ".venv/lib/python*/site-packages"
PACKAGES = "installing packages from requirements.lock"


def test_set_up_goes_on_after_it_was_stopped_at_any_step(clone):
    """Killed with what it has started, or alone: then that goes on, and the next set-up waits for it. Or by ctrl-C."""
    for step, file, kills_alone in (
        ("making .venv", None, True),
        ("making .venv", f"{INSTALLED}/pip/_vendor", False),
        (PACKAGES, None, False),
        (PACKAGES, f"{INSTALLED}/tiny_many", True),
    ):
        clone.stop_at(signal.SIGKILL, step, file, kills_alone)
        clone.stop_at(signal.SIGINT, step, file)
    assert clone.finish()[0] == 0
    clone.check_whole("first")


def test_the_pages_are_whole_after_building_them_was_stopped_at_any_step(clone):
    assert clone.finish()[0] == 0
    clone.change_pages("second")
    half_built = ("building the pages", "src/parlour/server/pages/index.html")
    for step, file in (
        ("installing the pages' packages", None),
        ("installing the pages' packages", "half"),
        ("building the pages", None),
        half_built,
    ):
        clone.stop_at(signal.SIGKILL, step, file, alone=True)
        assert clone.is_locked() or file is None
        clone.stop_at(signal.SIGINT, step, file)
    clone.stop_at(signal.SIGTERM, *half_built, alone=True)
    assert not clone.is_locked()
    assert clone.finish()[0] == 0
    clone.check_whole("second")
    # Back to the pages that were whole, of which half is overwritten.
    clone.change_pages("third")
    clone.stop_at(signal.SIGKILL, *half_built)
    clone.change_pages("first")
    assert clone.finish()[0] == 0
    clone.check_whole("first")


def test_a_source_that_has_another_name_is_built_again(clone):
    assert clone.finish()[0] == 0
    build, moved = clone.web / "build.js", clone.web / "bundle.js"
    build.rename(moved)
    try:
        assert clone.finish()[0] == 2
    finally:
        moved.rename(build)


# One sentence, after what pip or npm say themselves.
NO_PACKAGES = "The packages could not be downloaded; the lines above say why. Nothing was changed.\n"
NO_PAGE_PACKAGES = "The pages' packages could not be installed; the lines above say why.\n"
NO_VENV = "The folder .venv could not be made; the lines above say why.\n"
NO_PAGES = "The pages could not be built; the lines above say why.\n"


@pytest.fixture
def ready(clone):
    """A clone that was set up, and is again what it was afterwards."""
    lock, text = clone.root / "requirements.lock", (clone.web / "page.txt").read_text()
    locked = lock.read_text()
    assert clone.finish()[0] == 0
    yield clone
    lock.write_text(locked)
    clone.change_pages(text)
    assert clone.finish()[0] == 0
    clone.check_whole(text)


def test_without_a_network_new_packages_are_one_sentence_and_the_old_ones_stay(ready):
    lock = ready.root / "requirements.lock"
    before = lock.read_text()
    with lock.open("a") as file:
        file.write(f"tiny-nowhere==1 --hash=sha256:{'0' * 64}\n")
    code, said = ready.finish()
    assert (code, said.endswith(NO_PACKAGES)) == (2, True), said
    lock.write_text(before)
    ready.check_whole((ready.web / "page.txt").read_text())


def test_without_a_network_new_packages_of_the_pages_are_one_sentence(ready):
    ready.change_pages("unreachable", dependencies={"nowhere": "1.0.0"})
    lock = ready.web / "package-lock.json"
    needed = {"node_modules/nowhere": {"version": "1.0.0", "integrity": f"sha512-{'A' * 86}=="}}
    locked = json.loads(lock.read_text())
    lock.write_text(json.dumps(locked | {"packages": locked["packages"] | needed}))
    code, said = ready.finish()
    assert (code, said.endswith(NO_PAGE_PACKAGES)) == (2, True), said


def small_disk(folder: Path, size: int) -> tuple[object, ...]:
    """A command before another, which then has a disk of so many bytes there with what is in the folder now."""
    mounted = 'cp -a "$0" "$1" && mount -t tmpfs -o size="$2" small "$0" && cp -a "$1/." "$0" && rm -r "$1"'
    script = f'{mounted} && shift 2 && exec "$@"'
    return ("unshare", "-rm", "sh", "-c", script, folder, folder.with_name("copied"), size)


def test_a_full_disk_for_venv_is_one_sentence(tmp_path):
    clone = Clone(tmp_path)
    clone.venv.mkdir()
    code, said = clone.finish(*small_disk(clone.venv, 500_000))
    assert (code, said.count("No space left on device")) == (2, 1), said
    assert said.endswith(NO_VENV), said


def test_a_full_disk_leaves_the_packages_as_they_were(ready):
    ready.lock("requirements.lock", tiny_large={"data": os.urandom(4_000_000)})
    used = int(subprocess.check_output(["du", "-sB1", ready.venv], text=True).split()[0])
    still = ("sh", "-c", '"$@"; code=$?; .venv/bin/parlour; exit $code', "sh")
    code, said = ready.finish(*small_disk(ready.venv, used + 2_000_000), *still)
    assert (code, said.endswith(f"{NO_PACKAGES}whole\n")) == (2, True), said


def test_a_full_disk_for_the_pages_is_one_sentence(ready):
    ready.change_pages("large")
    (ready.web / "page.txt").write_text("large" * 100_000)
    code, said = ready.finish(*small_disk(ready.pages, 600_000))
    assert (code, said.endswith(NO_PAGES)) == (2, True), said


@pytest.fixture
def second(ready, tmp_path_factory):
    """Another clone of the same files, whose packages nobody can install any more and whose pages nobody can build."""
    clone = Clone(tmp_path_factory.mktemp("second"), "another clone")
    shutil.rmtree(clone.links)
    shutil.copy(ready.root / "requirements.lock", clone.root)
    clone.change_pages((ready.web / "page.txt").read_text())
    clone.cache = ready.cache
    clone.environment |= {"PARLOUR_CACHE": str(ready.cache), "npm_config_ignore_scripts": "true"}
    return clone


def test_a_second_clone_takes_packages_and_pages_from_the_first(ready, second):
    text = (second.web / "page.txt").read_text()
    assert second.finish() == (0, "parlour: taking the packages of another clone\n")
    second.check_whole(text)
    assert not (second.web / "node_modules").exists()
    # What is done to one of them is not done to the other: it still finds its own sources.
    (second.root / "src/parlour/__main__.py").write_text("print('another')")
    own = subprocess.check_output([second.venv / "bin" / "parlour"], env=second.environment, text=True)
    assert own == "another\n"
    removing = [second.venv / "bin" / "python", "-m", "pip", "uninstall", "-qqy", "tiny_many"]
    subprocess.run(removing, env=second.environment, check=True)
    ready.check_whole(text)


def test_a_second_clone_has_what_checks_the_pages_before_it_checks_them(second):
    """The lint of a clone that had taken built pages ended with "svelte-check: not found"."""
    testing = "from set_up.commands import set_up; set_up('test', pages=True)"
    code = [sys._base_executable, "-c", testing]  # type: ignore[attr-defined]
    done = subprocess.run(code, cwd=second.root, env=second.environment, capture_output=True, text=True, check=True)
    assert "installing the pages' packages" in done.stderr
    assert "building the pages" not in done.stderr
    assert (second.web / "node_modules" / ".installed").exists()


KILLED = """
import os, signal, sys
from set_up import shared
def link(source, target, link=shared.link):
    if source.endswith(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
    link(source, target)
shared.link = link
from set_up.commands import main
main(["install"])
"""


@pytest.mark.parametrize("last", ["tiny_many/200", "app.js"])
def test_a_clone_that_was_killed_while_it_took_what_is_shared_takes_it_again(second, last):
    killed = [sys._base_executable, "-c", KILLED, last]  # type: ignore[attr-defined]
    done = subprocess.run(killed, cwd=second.root, env=second.environment, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert second.finish()[0] == 0
    second.check_whole((second.web / "page.txt").read_text())


def test_a_shared_folder_of_which_half_was_deleted_is_not_taken(ready):
    (shared,) = ready.cache.glob("set-up/packages-*")
    some = next(shared.rglob("tiny_many/17"))
    some.unlink()
    shutil.rmtree(ready.venv)
    code, said = ready.finish()
    assert (code, "cannot be shared with other clones: files were missing" in said) == (0, True), said
    assert some.exists()
