"""A study from its plan to its folder: games.parquet, things.parquet, manifest.json, report.md, report.html."""

import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from parlour.engine.bounded import MAX_TOML_BYTES, decode_json, read_bounded
from parlour.lab import running, tables
from parlour.lab.measures import Played
from parlour.lab.plan import ALSO, TRIED, Plan
from parlour.lab.playing import Piece, load_edition
from parlour.lab.running import Stopped, Tick, Watch
from parlour.lab.things import Things, things_of


@dataclass(frozen=True)
class Results:
    """A study that was played: its plan, and the games of each arm by its name."""

    plan: Plan
    arms: dict[str, Played]

    def things(self, played: Played) -> Things:
        game, edition = load_edition(played.arm.game, played.arm.edition, played.arm.file)
        return things_of(game, edition)

    @property
    def base(self) -> Played:
        return self.arms["base"]

    @property
    def edited(self) -> list[Played]:
        """The arms of the editions after the first."""
        return [self.arms[arm.name] for arm in self.plan.arms[1 : len(self.plan.editions)]]

    @property
    def also(self) -> list[Played]:
        """The arms of other bots at all seats."""
        return [played for name, played in self.arms.items() if name.startswith(ALSO)]

    @property
    def tried(self) -> list[Played]:
        """The arms of rulings that were switched."""
        return [played for name, played in self.arms.items() if name.startswith(TRIED)]


class Noted(msgspec.Struct):
    """What a folder says of the study in it."""

    key: str
    title: str = ""


@dataclass(frozen=True)
class Told:
    """What a study said, in one line."""

    verdict: str


def players_of(workers: int, cluster: tuple[Any, ...] | None) -> AbstractContextManager[Any]:
    """Whoever plays: a cluster, so many processes, or this one."""
    if cluster:
        from parlour.lab.cluster import Cluster

        return Cluster(*cluster)
    return running.Workers(workers) if workers > 1 else nullcontext(running.Here())


def run_study(
    plan: Plan, folder: Path, tick: Tick, workers: int = 1, cluster: Any = None, watch: Watch | None = None
) -> Told:
    """Play a study, or what is missing of it, and write all that it found; `play_plan` says who is called meanwhile."""
    try:
        check_folder(plan, folder)
        with players_of(workers, cluster) as players:
            found = running.play_plan(plan, folder, players, tick, watch)
        return write_results(plan, found, folder)
    except Stopped as stopped:
        raise ValueError(str(stopped)) from None
    except OSError as fault:
        raise ValueError(str(running.unwritten(folder, fault))) from None


def write_results(plan: Plan, found: dict[str, Piece], folder: Path) -> Told:
    """Tables, reports and manifest; the games themselves are given up only when all of it is written."""
    from parlour.lab.report import write_reports

    results = Results(plan, {arm.name: Played(arm, found[arm.name]) for arm in plan.arms})
    played = list(results.arms.values())
    tables.write(tables.games_table(played), folder / "games.parquet")
    tables.write(tables.things_table([(p, results.things(p)) for p in played]), folder / "things.parquet")
    verdict = write_reports(results, folder)
    write_manifest(results, folder)
    running.Pieces(folder / "pieces").clear()
    return Told(verdict)


def check_folder(plan: Plan, folder: Path) -> None:
    """A folder of another study is left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    noted = folder / "study.json"
    if noted.exists() and noted_in(noted).key != plan.key:
        raise ValueError(f"{folder} holds another study; choose another folder with --out, or delete it")
    noted.write_bytes(msgspec.json.encode(Noted(plan.key, plan.title)))


def noted_in(path: Path) -> "Noted":
    """Which study a folder holds; a note that cannot be read is that of another."""
    try:
        return decode_json(read_bounded(path, MAX_TOML_BYTES), Noted)
    except msgspec.MsgspecError:
        return Noted("")


def write_manifest(results: Results, folder: Path) -> None:
    """What was played, by which version, and how to play it again."""
    from parlour import __version__

    plan = results.plan
    manifest = {
        "parlour": __version__,
        "game": plan.game.name,
        "rules": plan.game.about.version,
        "mode": plan.mode,
        "seats": plan.seats,
        "rulings": names_of(plan, plan.rulings),
        "seed": plan.file.seed,
        "command": command_of(plan),
        "arms": [
            {
                "name": name,
                "edition": load_edition(p.arm.game, p.arm.edition, p.arm.file)[1].hash,
                "bots": list(p.arm.bots),
                "banned": list(p.arm.banned),
                "rulings": names_of(plan, p.arm.rulings),
                "games": p.games,
                "rotations": p.arm.rotations,
                "unfinished": int((~p.over).sum()),
            }
            for name, p in results.arms.items()
        ],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def names_of(plan: Plan, rulings: int) -> list[str]:
    """The rulings that are on."""
    return [r.name for i, r in enumerate(plan.game.about.rulings) if rulings >> i & 1]


def command_of(plan: Plan) -> str:
    """The command that plays this study again."""
    file = plan.file
    words = ["parlour lab run", f"--game {file.game}", f"--bots {','.join(file.bots)}", f"--games {file.games}"]
    words += [f"--seed {file.seed}", f"--seats {plan.seats}", f"--mode {plan.mode}"]
    words += [f"--edition {name}" for name in file.editions if file.editions != ["edition"]]
    words += [f"--ruling {name}={'on' if on else 'off'}" for name, on in file.rulings.items()]
    words += [f"--precision {file.precision}"] if file.precision else []
    words += [f"--also {bot}" for bot in file.also] + ([f"--also-games {file.also_games}"] if file.also else [])
    words += [f"--draw {text}" for text in file.draw]
    words += [f"--try {text}" for text in file.tries]
    words += [f"--ban {text}" for text in file.ban] + ([f"--ban-games {file.ban_games}"] if file.ban else [])
    words += [f"--ladder {','.join(file.ladder)} --ladder-games {file.ladder_games}"] if file.ladder else []
    return " ".join([*words, "--out DIR"])
