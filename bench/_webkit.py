"""A game of Heartcatchers in WebKit for bench/browser.py: Debian's WebDriver over HTTP, on a screen of its own."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import clicks
import httpx

PACKAGES = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
TIMEOUT = 120.0
ESCAPE = "\ue00c"


def play_one(url: str) -> str:
    """One game from the shelf to the end, by the mouse; what came of it, in a line."""
    if lacking := missing():
        return f"WebKit was left out: {' and '.join(lacking)} could not be installed."
    begin, turns = time.perf_counter(), 0
    with browser() as page:
        page.go(url)
        page.run(clicks.AT_ONCE)
        page.click(page.wait("[data-play=heartcatchers]")[0])
        while page.wait(clicks.READY) and not page.all("main[data-status=over]"):
            play_something(page)
            turns += 1
        page.wait("#ending")
        scores = page.run("return [...document.querySelectorAll('.sheet tfoot td')].map((cell) => cell.innerText)")
        assert len(scores) == 2, "the score sheet has a sum for each seat"
        return f"{page.name}: one game, {turns} turns, {' : '.join(scores)}, {time.perf_counter() - begin:.0f} s"


def play_something(page: "Window") -> None:
    """Catch if a card can, else steal, else hide."""
    ply = "return document.querySelector('main').dataset.ply"
    before = page.run(ply)
    for card in page.all(clicks.CARDS):
        page.click(card)
        if able := page.all(".stack.mine .act.can"):
            page.click(able[0])
            break
        if able := page.all(".stack:not(.mine) .act.can"):
            page.click(able[0])
            page.click(page.wait("[data-act=give]")[0])
            break
        page.press(ESCAPE)
    else:
        page.click(page.all(clicks.CARDS)[0])
        page.click(page.wait(".stack.mine [data-act=secret]")[0])
    page.waiting(lambda: page.run(ply) != before)


def missing() -> list[str]:
    """Debian's packages that are not installed, after having tried to."""
    wanted = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if wanted and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "install", "-y", "-qq", *wanted], env=quiet, check=False, capture_output=True)
    return [package for program, package in PACKAGES.items() if not shutil.which(program)]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def screen():
    """The name of a display of 1400 x 1000 that only this process uses."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as said:
            yield f":{said.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def browser():
    """A window of WebKit."""
    port = free_port()
    with screen() as display:
        env = {
            **os.environ,
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=env, stderr=subprocess.DEVNULL)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT) as http:
                window = Window(http)
                yield window
                window.close()
        finally:
            driver.terminate()
            driver.wait(10)


class Window:
    """What a test needs of WebDriver."""

    def __init__(self, http: httpx.Client) -> None:
        self.http, self.session = http, ""
        made = self.waiting(self.open)
        self.session = made["sessionId"]
        self.name = f"{made['capabilities']['browserName']} {made['capabilities']['browserVersion']}"
        self.post("window/rect", width=1300, height=900)

    def open(self) -> Any:
        try:
            return self.post("", capabilities={"alwaysMatch": {}})
        except httpx.ConnectError:
            return None

    def post(self, path: str, **data: Any) -> Any:
        path = f"/session/{self.session}/{path}".rstrip("/") if self.session else "/session"
        answer = self.http.post(path, json=data).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{answer['error']}: {answer['message']}")
        return answer

    def close(self) -> None:
        self.http.delete(f"/session/{self.session}")

    def go(self, url: str) -> None:
        self.post("url", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.post("execute/sync", script=script, args=list(arguments))

    def all(self, selector: str) -> list[str]:
        found = self.post("elements", using="css selector", value=selector)
        return [one[ELEMENT] for one in found]

    def click(self, element: str) -> None:
        self.post(f"element/{element}/click")

    def press(self, key: str) -> None:
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.post("actions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def waiting(self, come_true: Callable[[], Any]) -> Any:
        """Wait until something is there."""
        end = time.monotonic() + TIMEOUT
        while not (found := come_true()):
            assert time.monotonic() < end, f"that never came true; the page says {self.text()!r}"
            time.sleep(0.05)
        return found

    def text(self) -> str:
        return str(self.run("return document.body.innerText"))[:300] if self.session else ""

    def wait(self, selector: str) -> list[str]:
        return self.waiting(lambda: self.all(selector))
