"""The image of deploy/Containerfile: built, started, played in, replaced, and run on a foreign processor.

`python bench/image.py`, as root, with `apt-get install --no-install-recommends buildah mmdebstrap`. No daemon and no
registry of images is needed: mmdebstrap makes the base of Debian packages, and Buildah builds and runs in a chroot, on
the loopback of this machine. `--speed` also measures what the baseline costs, `--keep FOLDER` leaves the base and the
images there for the next time.

1. build: from the base, with this machine's own certificates for pip and npm.
2. start: as its own user. A folder of another user is refused with a sentence; the image's health check passes.
3. play: a whole match of every game against a bot; afterwards the compiled rules are the files that they were.
4. upgrade: a match in mid-game, the container thrown away, another one on the same data; the match is played on.
5. a foreign processor: LLVM is told another name and other features of this one. Nothing is compiled at the start, nor
   for a match; without the baseline of the image the same start compiles.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from _ending import leave_in_order

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
import waiting  # noqa: E402
from parlour.engine import registry  # noqa: E402

CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
BASE, IMAGE = "localhost/parlour-base", "localhost/parlour"
USER = 10001
DATA, CACHE = "/var/lib/parlour", "/var/cache/parlour"
# Without the baseline Numba asks LLVM for the processor.
UNPINNED = ("/usr/bin/env", "-u", "NUMBA_CPU_NAME", "-u", "NUMBA_CPU_FEATURES")
# Python reads this file at its start: LLVM then takes this processor for another one.
FOREIGN = """
from llvmlite import binding
class Features(dict):
    def flatten(self):
        return "+sse2,+foreign"
binding.get_host_cpu_name = lambda: "foreign"
binding.get_host_cpu_features = lambda: Features()
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", metavar="FOLDER", help="keep base and images in this folder, and take them from it")
    parser.add_argument("--speed", action="store_true", help="measure what the baseline costs")
    options = parser.parse_args()
    missing = [name for name in ("buildah", "mmdebstrap") if not shutil.which(name)]
    if missing or os.geteuid():
        sys.exit(f"As root, with {' and '.join(missing or ['all'])} from Debian's packages.")
    leave_in_order()
    with contextlib.ExitStack() as kept:
        folder = Path(options.keep or kept.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(exist_ok=True)
        machine = Machine(folder)
        if not machine.has(IMAGE):
            build(machine)
        start_and_play(machine)
        upgrade(machine)
        run_on_a_foreign_processor(machine)
        if options.speed:
            measure(machine)


class Machine:
    """Buildah with its images in one folder."""

    def __init__(self, folder):
        self.folder = folder
        self.buildah = ["buildah", "--root", folder / "images", "--runroot", folder / "run"]

    def do(self, *words):
        ran = subprocess.run([*self.buildah, *map(str, words)], stdout=subprocess.PIPE, text=True, check=True)
        return ran.stdout.strip()

    def has(self, image):
        command = [*self.buildah, "images", "-q", image]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


# Building


def build(machine):
    """The base once, then the image as anybody builds it."""
    begin = time.monotonic()
    base = machine.folder / "base.tar"
    if not base.exists():
        # The end of its name says what it is. Whoever interrupts leaves half a file, and that is none.
        half = base.with_name("half.tar")
        subprocess.run(["mmdebstrap", "--variant=minbase", "--quiet", "bookworm", half], check=True)
        half.rename(base)
    container = machine.do("from", "scratch")
    machine.do("add", container, base, "/")
    machine.do("commit", "--rm", container, BASE)
    print(f"the base is made: {time.monotonic() - begin:.0f} s", flush=True)
    begin, spent = time.monotonic(), os.times().children_user
    machine.do(
        *("bud", "--isolation", "chroot", "--format", "docker", "--network", "host", "--build-arg", f"BASE={BASE}"),
        *(word for pair in registries(machine.folder) for word in ("-v", ":".join((*pair, "ro")))),
        *("-f", ROOT / "deploy/Containerfile", "-t", IMAGE, ROOT),
    )
    took, cpu = time.monotonic() - begin, os.times().children_user - spent
    size = machine.do("images", "--format", "{{.Size}}", IMAGE)
    print(f"the image is built: {took:.0f} s, {cpu:.0f} CPU s, {size}", flush=True)


def registries(folder):
    """This machine's certificates for the registries of packages, and settings that name them."""
    if not CERTIFICATES.exists():
        return
    inside = "/run/certificates.crt"
    for name, place, text in (
        ("pip.conf", "/etc/pip.conf", f"[global]\ncert = {inside}\n"),
        ("npmrc", "/root/.npmrc", f"cafile={inside}\n"),
    ):
        (folder / name).write_text(text)
        yield str(folder / name), place
    yield str(CERTIFICATES), inside


# Running


class Running:
    """A container of the image with a folder for its data; asked like any house."""

    def __init__(self, machine, data, *volumes, before=(), **environment):
        self.machine, self.port = machine, houses.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.name = machine.do("from", "--pull-never", IMAGE)
        told = json.loads(machine.do("inspect", "--type", "image", IMAGE))["Docker"]["config"]
        self.health, self.user = told["Healthcheck"]["Test"][1:], told["User"]
        self.command = [*before, *told["Cmd"]]
        set_here = {"PARLOUR_HOST": "127.0.0.1", "PARLOUR_PORT": self.port, "PARLOUR_BOT_WAIT": 0, **environment}
        self.options = ["--isolation", "chroot", "--user", self.user, "-v", f"{data}:{DATA}"]
        self.options += [word for volume in volumes for word in ("-v", volume)]
        self.options += [word for name, value in set_here.items() for word in ("--env", f"{name}={value}")]
        self.mount = Path(machine.do("mount", self.name))

    def __enter__(self):
        self.output = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*self.machine.buildah, "run", *self.options, self.name, "--", *self.command],
            stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        return self

    def __exit__(self, *raised):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(60)
        self.machine.do("rm", self.name)

    def printed(self):
        self.output.seek(0)
        return self.output.read()

    def wait_until_well(self):
        waiting.until(self.is_well, "the image's health check passes", pause=lambda: time.sleep(0.5))

    def is_well(self):
        assert self.process.poll() is None, self.printed()
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/api/live"):
            words = [word.replace(":8000/", f":{self.port}/") for word in self.health]
            run = [*self.machine.buildah, "run", *self.options, self.name, "--", *words]
            return subprocess.run(run, capture_output=True, check=False).returncode == 0
        return False

    def compiled(self):
        """The files with machine code, by their names and times."""
        found = (self.mount / CACHE.lstrip("/")).rglob("*.nb?")
        return sorted((str(path.relative_to(self.mount)), path.stat().st_mtime_ns) for path in found)


def folder_of_its_own(machine, name, user=USER):
    folder = machine.folder / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.chown(folder, user, user)
    return folder


def start_and_play(machine):
    refused = folder_of_its_own(machine, "refused", 0)
    refused.chmod(0o755)
    with Running(machine, refused) as house:
        house.process.wait(waiting.TIMEOUT)
        assert f"cannot be written by user {USER}" in house.printed(), house.printed()
    data, begin = folder_of_its_own(machine, "data"), time.monotonic()
    with Running(machine, data) as house:
        house.wait_until_well()
        print(f"it is well {time.monotonic() - begin:.1f} s after its start", flush=True)
        before = house.compiled()
        for game in registry.names(shelf_only=True):
            play(house, game).close()
            print(f"{game}: a whole match", flush=True)
        assert house.compiled() == before, "something was compiled"
        assert {path.stat().st_uid for path in data.iterdir()} == {USER}
        print(f"compiled nothing: {len(before)} files as they were built", flush=True)


def play(house, game, moves=None):
    """A match against bots by random moves, or so many of them."""
    person = houses.Person(house)
    person.lay("me", "bot", game=game)
    person.open()
    play_on(person, random.Random(game), moves)
    return person


def play_on(person, pick, moves=None):
    if moves is None:
        return person.play_to_the_end(pick)
    for _ in range(moves):
        person.until(lambda t: t["moves"])
        ply = person.table["ply"]
        person.play(pick.choice(person.table["moves"])["move"])
        person.until(lambda t, ply=ply: t["ply"] > ply)
    return None


def upgrade(machine):
    data = folder_of_its_own(machine, "upgraded")
    with Running(machine, data) as old:
        old.wait_until_well()
        person = play(old, "heartcatchers", moves=2)
        ply = person.table["ply"]
        person.close()
    with Running(machine, data) as new:
        new.wait_until_well()
        person.house, person.http.base_url = new, new.url
        person.open()
        assert person.table["ply"] >= ply, "moves were lost"
        play_on(person, random.Random(1))
        person.close()
    print("another container went on with the match of the first", flush=True)


def run_on_a_foreign_processor(machine):
    foreign = folder_of_its_own(machine, "foreign")
    (foreign / "sitecustomize.py").write_text(FOREIGN)
    for pinned in (True, False):
        data = folder_of_its_own(machine, "abroad")
        before = () if pinned else UNPINNED
        with Running(machine, data, f"{foreign}:/foreign:ro", before=before, PYTHONPATH="/foreign") as house:
            house.wait_until_well()
            if pinned:
                before = house.compiled()
                play(house, "heartcatchers").close()
                assert house.compiled() == before, "something was compiled on a foreign processor"
            else:
                shelf = json.loads(urllib.request.urlopen(f"{house.url}/api/games").read())
                assert all(game["compiled"] < 1 for game in shelf), "the check cannot fail"
    print("a foreign processor compiles nothing; without the baseline it would", flush=True)


def measure(machine):
    """Steps a second of random and search games, by the baseline and by the builder's own processor."""
    data = folder_of_its_own(machine, "speed")
    for name, before in (("the baseline", ()), ("the processor's own", UNPINNED)):
        house = Running(machine, data)
        command = [*before, "/opt/parlour/.venv/bin/parlour", "bench"]
        print(f"{name}:\n{machine.do('run', *house.options, house.name, '--', *command)}", flush=True)
        machine.do("rm", house.name)


if __name__ == "__main__":
    main()
