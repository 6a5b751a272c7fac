"""The browser's pages, built with Node."""

import os
import re
import shutil
import subprocess
import sys

from set_up import clone, packages, shared

# Vite wants one of these: this version or a newer one, or of an older one at least this minor version.
NODE_SINCE, NODE_MINORS = 24, {20: 19, 22: 12}


def make_pages(kind: str) -> None:
    build_pages()
    if kind == "test":
        # Pages that were built by another clone come without what checks them.
        install_page_packages(find_npm())


def build_pages() -> None:
    """Build the browser's pages with Node: the machine's own, or one from PyPI in .venv."""
    sources = [p for p in clone.WEB.rglob("*") if p.is_file() and "node_modules" not in p.parts]
    stamp, wanted = clone.VENV / ".built", clone.digest(*sorted(sources))
    if clone.is_current(stamp, wanted) and (clone.PAGES / "index.html").exists():
        return
    name = f"pages-{wanted[:16]}"
    stamp.unlink(missing_ok=True)
    if packages.share("pages", shared.has, name) and packages.share("pages", shared.take, name, clone.PAGES):
        stamp.write_text(wanted)
        return
    npm = find_npm()
    install_page_packages(npm)
    clone.say("building the pages")
    if node(npm, "run", "build", "--silent", "--", "--logLevel", "warn"):
        clone.fail("The pages could not be built; the lines above say why.")
    stamp.write_text(wanted)
    packages.share("pages", shared.keep, clone.PAGES, name)


def install_page_packages(npm: str) -> None:
    stamp, wanted = (
        clone.WEB / "node_modules" / ".installed",
        clone.digest(clone.WEB / "package.json", clone.WEB / "package-lock.json"),
    )
    if clone.is_current(stamp, wanted):
        return
    clone.say("installing the pages' packages")
    stamp.unlink(missing_ok=True)
    if node(npm, "ci"):
        clone.fail("The pages' packages could not be installed; the lines above say why.")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted)


def find_npm() -> str:
    own = shutil.which("npm", path=str(clone.BIN))
    found = own or (shutil.which("npm") if node_is_new_enough() else None)
    if found is None:
        clone.say("installing Node")
        with packages.fetched(packages.NODE) as locked, packages.changing():
            packages.pip("install", *locked)
        found = shutil.which("npm", path=str(clone.BIN))
    return found or clone.fail("Node could not be installed; install Node 24 or newer and try again.")


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
    path = os.pathsep.join((str(clone.BIN), os.environ.get("PATH", "")))
    return clone.child([npm, *arguments], cwd=clone.WEB, env={**os.environ, "PATH": path}).returncode
