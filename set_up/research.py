"""Packages that only the tests of parlour.research import, in a folder that no Python looks into by itself."""

import shutil

from set_up import clone, packages

FOLDER, LOCK = clone.VENV / "research", clone.ROOT / "requirements-research.lock"


def install() -> None:
    """Gymnasium, PettingZoo and OpenSpiel, with what they need that the tests' packages have not."""
    stamp, wanted = packages.stamp_of("research"), clone.digest(LOCK)
    if clone.is_current(stamp, wanted) and FOLDER.is_dir():
        return
    clone.say(f"installing packages from {LOCK.name}")
    with clone.alone():
        stamp.unlink(missing_ok=True)
        shutil.rmtree(FOLDER, ignore_errors=True)
        locked = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", str(LOCK))
        packages.pip("install", "--target", str(FOLDER), *locked)
        stamp.write_text(wanted)
