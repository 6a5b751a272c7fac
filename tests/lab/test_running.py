"""A study gives the same bytes whoever plays it, and loses nothing when it is stopped."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from studies import plan_of, play

from parlour.lab import running, tables
from parlour.lab.arena import no_tick
from parlour.lab.results import run_study
from parlour.lab.running import Pieces, Workers, tasks_of
from waiting import until


@pytest.fixture(scope="module")
def plan():
    return plan_of(chances=True)


@pytest.fixture(scope="module")
def alone(plan, tmp_path_factory):
    """The bytes of a study that one process has played."""
    return play(plan, tmp_path_factory.mktemp("alone"))


def test_workers_that_die_are_replaced_and_the_bytes_are_the_same(plan, alone, tmp_path, monkeypatch):
    """One of two processes is killed after the first piece."""
    killed = []
    made = []

    class Watched(Workers):
        def __init__(self, count):
            super().__init__(count)
            made.append(self)

    def kill_one(games):
        if not killed:
            killed.append(next(iter(made[0].pool._processes)))
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(running, "Workers", Watched)
    assert play(plan, tmp_path, kill_one, workers=2) == alone
    assert made[0].lost == 1


def test_a_worker_that_dies_of_every_piece_stops_the_study(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "play_task", die)
    with pytest.raises(ValueError, match=r"a worker died 4 times over the games from number 0 .*what is done is kept"):
        play(plan, tmp_path, workers=2)


def die(task):
    os._exit(1)


def test_a_study_goes_on_where_it_was_stopped(plan, alone, tmp_path, monkeypatch):
    """Ctrl-C in the middle; then another start, which plays the rest and nothing twice."""
    begun = []
    play_task = running.play_task

    def noted(task):
        begun.append(task.first)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return play_task(task)

    monkeypatch.setattr(running, "play_task", noted)
    with pytest.raises(KeyboardInterrupt):
        play(plan, tmp_path)
    assert play(plan, tmp_path) == alone
    assert begun == [0, 100, 200, 200, 300]
    assert not (tmp_path / "pieces").exists()


def test_ctrl_c_at_the_keyboard_keeps_what_is_done(alone, tmp_path):
    """The command itself, with two processes of its own."""
    out = tmp_path / "out"
    command = [sys.executable, "-m", "parlour", "lab", "run", "--game", "heartcatchers", "--bots", "greedy,greedy"]
    command += ["--games", "400", "--seed", "1", "--workers", "2", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        while process.poll() is None and not list(out.glob("pieces/*.npz")):
            pass
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
    assert process.returncode in (0, 130)
    subprocess.run(command, check=True, capture_output=True)
    assert {name: (out / name).read_bytes() for name in alone} == alone


def test_a_full_disk_is_told_in_a_sentence_and_loses_nothing(plan, alone, tmp_path, monkeypatch):
    save = np.savez

    def full(file, **arrays):
        if len(list((tmp_path / "pieces").glob("*.npz"))) == 2:
            file.write(b"half of it")
            raise OSError(errno.ENOSPC, "No space left on device")
        save(file, **arrays)

    with monkeypatch.context() as patched:
        patched.setattr(running.np, "savez", full)
        with pytest.raises(ValueError, match=r"cannot be written to \(No space left.*kept: make room"):
            play(plan, tmp_path)
    assert len(list((tmp_path / "pieces").iterdir())) == 2
    assert play(plan, tmp_path) == alone


def test_a_disk_that_is_full_when_the_report_is_written_loses_no_game(plan, alone, tmp_path, monkeypatch):
    def full(table, path):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(tables, "write", full)
        with pytest.raises(ValueError, match=r"cannot be written to \(No space left.*kept: make room"):
            play(plan, tmp_path)
    monkeypatch.setattr(running, "play_task", die)
    assert play(plan, tmp_path) == alone


def test_workers_end_with_whoever_is_killed():
    """Also if it had no time to end them."""
    code = (
        "import parlour.lab.running as r; w = r.Workers(1).open(); print(w.submit(r.os.getpid).result(), flush=True); "
    )
    with subprocess.Popen(
        [sys.executable, "-c", f"{code} input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as p:
        worker = int(p.stdout.readline())
        p.kill()
    until(lambda: is_gone(worker))


def is_gone(pid):
    """Ended, or nobody's to collect."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_running_study_shows_ranges_that_hold_at_every_look(plan, tmp_path):
    seen = []
    run_study(plan, tmp_path, no_tick, watch=lambda leading: seen.append((leading.games, leading.share, leading.half)))
    assert [games for games, *_ in seen] == [100, 200, 300, 400]
    assert seen[0][2] is None
    assert seen[3][2] < seen[1][2]
    assert seen[3][1] == pytest.approx(0.33)


def test_a_folder_of_another_study_is_left_alone(plan, tmp_path):
    play(plan_of(games=10), tmp_path)
    with pytest.raises(ValueError, match="holds another study"):
        play(plan, tmp_path)


@pytest.mark.parametrize("noted", ["[]", "{", "[" * 100_000, '{"key": ' + "9" * 5000 + "}", '{"key": []}'])
def test_a_folder_whose_note_is_damaged_is_left_alone(plan, tmp_path, noted):
    (tmp_path / "study.json").write_text(noted)
    with pytest.raises(ValueError, match="holds another study"):
        play(plan, tmp_path)
    assert (tmp_path / "study.json").read_text() == noted


def test_pieces_are_whole_deals_and_all_games():
    (arm, *_) = plan_of(bots=["greedy", "random"], games=333).arms
    tasks = tasks_of(arm)
    assert arm.games == 334
    assert [task.first for task in tasks] == [0, 100, 200, 300]
    assert sum(task.count for task in tasks) == 334
    assert all(task.first % 2 == task.count % 2 == 0 for task in tasks)


def test_a_piece_that_is_half_written_is_no_piece(tmp_path, plan):
    pieces, (task, *_) = Pieces(tmp_path), tasks_of(plan.arms[0])
    (tmp_path / f"{task.file}.half").write_bytes(b"half")
    assert not pieces.has(task)
