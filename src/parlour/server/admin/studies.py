"""Studies of the lab's page: one at a time in a process of its own, kept in a folder each, whoever looks at them."""

import asyncio
import json
import logging
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

from parlour.home import make_home
from parlour.server import wire
from parlour.server.table.refusals import NotAllowed

LOG = logging.getLogger(__name__)

# What one study may take, how many wait, and how many are kept.
MAX_GAMES, MAX_MINUTES, MAX_WAITING, MAX_KEPT = 100_000, 30, 5, 100
TOO_MANY_WAIT = "Five studies wait already; stop one of them first."
TOO_MANY_KEPT = "A hundred studies are kept here; delete one first."


class Laboratory:
    """The studies of this house."""

    def __init__(self, folder: Path | None = None, minutes: float = MAX_MINUTES) -> None:
        self.chosen, self.minutes = folder, minutes
        self.waiting: list[str] = []
        self.running: str | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.watching: asyncio.Task[None] | None = None
        # Whether somebody has stopped the study that runs.
        self.stopped = False

    @property
    def folder(self) -> Path:
        found = self.chosen or make_home() / "lab"
        found.mkdir(parents=True, exist_ok=True)
        return found

    def begin(self, wish: wire.StudyWish, editions: list[tuple[str, str]]) -> str:
        """Keep a study with the texts of its editions, and play it when its turn comes."""
        if len(self.waiting) >= MAX_WAITING:
            raise NotAllowed(TOO_MANY_WAIT)
        if len(list(self.kept())) >= MAX_KEPT:
            raise NotAllowed(TOO_MANY_KEPT)
        id = token_hex(8)
        folder = self.folder / id
        folder.mkdir()
        names = [write_edition(folder, i, title, text) for i, (title, text) in enumerate(editions)]
        (folder / "study.toml").write_text(study_of(wish, names), "utf-8")
        about = {
            "game": wish.game,
            "editions": [title for title, _ in editions],
            "seats": wish.seats,
            "bots": wish.bots,
            "games": wish.games,
            "began": time.time(),
        }
        (folder / "about.json").write_text(json.dumps(about), "utf-8")
        self.go_on(id)
        return id

    def go_on(self, id: str) -> None:
        """Play a study, or what is missing of it."""
        (self.at(id) / "told.json").unlink(missing_ok=True)
        if id not in (*self.waiting, self.running):
            self.waiting.append(id)
        if self.watching is None or self.watching.done():
            self.watching = asyncio.get_running_loop().create_task(self.play_waiting())

    async def play_waiting(self) -> None:
        while self.waiting:
            self.running = self.waiting.pop(0)
            try:
                await self.play(self.running)
            except OSError as error:
                LOG.warning("a study could not be played: %s", error)
            finally:
                self.running = self.process = None

    async def play(self, id: str) -> None:
        command = [sys.executable, "-P", "-m", "parlour.lab.beside", str(self.at(id))]
        none, self.stopped = asyncio.subprocess.DEVNULL, False
        self.process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=none, stderr=none
        )
        try:
            async with asyncio.timeout(self.minutes * 60):
                code = await self.process.wait()
            if code and not self.stopped:
                LOG.warning("the process of study %s ended by itself, with exit code %d", id, code)
                self.tell(id, f"Its process ended by itself (exit code {code}); what was played is kept.")
        except TimeoutError:
            self.process.kill()
            self.tell(id, f"It was stopped after {self.minutes:g} minutes; what was played is kept.")
        finally:
            if self.process.returncode is None:
                self.process.kill()
            await self.process.wait()

    def tell(self, id: str, fault: str) -> None:
        """Keep why a study is not done."""
        (self.at(id) / "told.json").write_text(json.dumps({"fault": fault}), "utf-8")

    def stop(self, id: str) -> None:
        """End a study; what was played is kept."""
        self.at(id)
        if id in self.waiting:
            self.waiting.remove(id)
        elif id == self.running and self.process is not None and self.process.returncode is None:
            self.stopped = True
            self.process.terminate()

    def delete(self, id: str) -> None:
        """Delete a study that does not run."""
        folder = self.at(id)
        if id in (*self.waiting, self.running):
            raise NotAllowed("Stop the study first.")
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        folder.rmdir()

    async def close(self) -> None:
        self.waiting.clear()
        if self.running:
            self.stop(self.running)
        if self.watching:
            await self.watching

    def at(self, id: str) -> Path:
        """A study's folder."""
        folder = self.folder / id
        if not id.isalnum() or not (folder / "about.json").exists():
            raise NoSuchStudy
        return folder

    def kept(self) -> Iterator[Path]:
        return (path.parent for path in self.folder.glob("*/about.json"))

    def studies(self) -> list[wire.StudyCard]:
        """All studies, the newest first."""
        return sorted(map(self.card, self.kept()), key=lambda card: -card.began)

    def card(self, folder: Path) -> wire.StudyCard:
        about, told, progress = (read(folder / f"{name}.json") for name in ("about", "told", "progress"))
        state = self.state(folder.name, told)
        known = {name: progress[name] for name in ("played", "of", "even", "margin", "looks") if name in progress}
        return wire.StudyCard(
            id=folder.name, state=state, verdict=told.get("verdict", ""), fault=told.get("fault", ""), **about, **known
        )

    def state(self, id: str, told: dict[str, Any]) -> wire.StudyState:
        if id == self.running:
            return "running"
        if id in self.waiting:
            return "waiting"
        return "done" if "verdict" in told else "failed" if told else "stopped"

    def report(self, id: str) -> Path:
        """A study's report; only of one that is done."""
        path = self.at(id) / "out" / "report.html"
        if not path.exists():
            raise NoSuchStudy
        return path


class NoSuchStudy(Exception):
    """There is no study by that name, or no report of it."""


def read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def write_edition(folder: Path, number: int, title: str, text: str) -> str:
    """An edition's text beside its study; gives the name by which the study finds it and its report speaks of it."""
    called = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:30]
    name = f"{called or 'edition'}-{number + 1}.toml"
    (folder / name).write_text(text, "utf-8")
    return name


def study_of(wish: wire.StudyWish, editions: list[str]) -> str:
    """The study as a file. All of it is names that were looked up and numbers."""
    lines = [
        f"game = {json.dumps(wish.game)}",
        f"editions = {json.dumps(editions)}",
        f"seats = {wish.seats}",
        f"bots = [{json.dumps(wish.bots)}]",
        f"games = {wish.games}",
        f"seed = {wish.seed}",
        *(["[rulings]"] if wish.rulings else []),
        *(f"{json.dumps(name)} = {str(on).lower()}" for name, on in wish.rulings.items()),
    ]
    return "\n".join(lines) + "\n"
