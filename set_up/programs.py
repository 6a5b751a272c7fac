"""What the tests need beside Python packages, from Debian's packages."""

import os
import shutil
import subprocess
from pathlib import Path

from set_up import clone

# What the tests need beside Python packages: a program that shows it is there, and Debian's package.
PROGRAMS = {
    "chromium-headless-shell": "chromium-headless-shell",
    "initdb": "postgresql",
    "ip": "iproute2",
    "nginx": "nginx-light",
}
# Chromium only recommends fonts, along with a hundred packages of a desktop.
FONTS = ("fonts-dejavu-core", "fonts-liberation")


def install_programs() -> None:
    """What the tests need beside Python, from Debian's packages where it is missing."""
    missing = missing_programs()
    if not missing:
        return
    if not shutil.which("apt-get") or os.name != "posix" or os.geteuid() != 0:
        clone.fail(f"The tests need {' and '.join(missing)}: install them and try again.")
    clone.say(f"installing {' and '.join(missing)}")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing, *FONTS]
    for command in (["apt-get", "update", "-qq"], install):
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)
    if missing := missing_programs():
        clone.fail(f"{' and '.join(missing)} could not be installed; the lines of apt-get above say why.")


def missing_programs() -> list[str]:
    """The packages whose programs are not there."""
    return [package for program, package in PROGRAMS.items() if not find_program(program)]


def find_program(name: str) -> str | None:
    folders = [str(p) for p in Path("/usr/lib/postgresql").glob("*/bin")]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(folders)) if folders else shutil.which(name)
