"""docs/hosting.md, followed: what it names is there, and what it says of backups is done on real stores."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

import postgres
import stored
from parlour.cli import app
from parlour.server.admin import command
from parlour.server.settings import Settings
from parlour.server.store.database import normal_url

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCKS = [re.sub(r"^ +", "", block, flags=re.M) for block in re.findall(r"^ *```sh\n(.*?)^ *```", HOSTING, re.M | re.S)]
LINES = [line for block in BLOCKS for line in block.splitlines()]
KEPT = stored.HERE / "heartcatchers-2.db"


def test_files_and_set_up_that_are_named_are_there():
    for name in re.findall(r"deploy/([\w.]+\w)", HOSTING):
        assert (ROOT / "deploy" / name).exists(), name
    set_up = {line.rpartition(" ")[2] for line in LINES if "play.py" in line}
    assert set_up == {"install"}
    assert re.search(r"play.py install ", (ROOT / "play.py").read_text("utf-8"))


def test_the_command_of_the_server_is_the_services_own():
    """The same program and settings as the unit, and the folders of the text."""
    unit, script = ((ROOT / "deploy" / name).read_text("utf-8") for name in ("parlour.service", "parlour"))
    (program,) = re.findall(r"^ExecStart=(\S+) serve$", unit, re.M)
    (settings,) = re.findall(r"^Environment=(PARLOUR_SETTINGS=\S+)$", unit, re.M)
    (user,) = re.findall(r"^User=(\S+)$", unit, re.M)
    assert script.splitlines()[-1] == f'exec sudo -u {user} env {settings} {program} "$@"'
    assert os.access(ROOT / "deploy" / "parlour", os.X_OK)
    shipped = (ROOT / "deploy" / "parlour.toml").read_text("utf-8")
    for setting, kind in (("home", "State"), ("cache", "Cache")):
        (folder,) = re.findall(rf'^{setting} = "(\S+)"$', shipped, re.M)
        assert f"{kind}Directory={Path(folder).name}\n" in unit
        assert any(line.startswith("install -d -o parlour") and folder in line for line in LINES)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_service(tmp_path):
    program = tmp_path / "parlour"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "parlour.service"
    shipped = (ROOT / "deploy" / "parlour.service").read_text("utf-8")
    unit.write_text(shipped.replace("/opt/parlour/.venv/bin/parlour", str(program)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def machine(tmp_path):
    """A folder in place of the machine's, with settings in it and a store with a table."""
    for name in ("lib", "cache", "backups"):
        (tmp_path / "var" / name / "parlour").mkdir(parents=True)
    shutil.copy(KEPT, tmp_path / "var" / "lib" / "parlour" / "tables.db")
    (tmp_path / "settings.toml").write_text(f'home = "{tmp_path}/var/lib/parlour"\n')
    return tmp_path


def block(*words):
    """The one block whose lines hold these words."""
    (found,) = (block for block in BLOCKS if all(word in block for word in words))
    return found


def follow(machine, script, **environment):
    """Run a block as it stands, but for root's folders and the other users; systemd is told nothing."""
    script = script.replace("/var/", f"{machine}/var/").replace("-o parlour -g parlour ", "")
    stubs = f"""
        systemctl() {{ :; }}
        sudo() {{ shift 2; "$@"; }}
        parlour() {{ "{sys.executable}" -m parlour "$@"; }}
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PARLOUR_") or key == "PARLOUR_CACHE"}
    settings = {"PARLOUR_SETTINGS": str(machine / "settings.toml"), **environment}
    done = subprocess.run(
        ["sh", "-ec", stubs + script], env={**kept, **settings}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def tables(url):
    engine = sa.create_engine(normal_url(url))
    try:
        with engine.connect() as c:
            return c.execute(sa.text("SELECT count(*) FROM tables")).scalar()
    finally:
        engine.dispose()


def lose_all(url):
    engine = sa.create_engine(normal_url(url))
    with engine.begin() as c:
        c.execute(sa.text("DELETE FROM tables"))
    engine.dispose()
    assert not tables(url)


def test_a_backup_comes_back_as_the_page_says(machine):
    """Both use the store of the settings, not one of whoever types."""
    store = machine / "var" / "lib" / "parlour" / "tables.db"
    assert "all well" in follow(machine, block("db backup"))
    lose_all(str(store))
    (store.parent / "tables.db-wal").write_bytes(b"what was left")
    assert "all well" in follow(machine, block("tables.db-wal"))
    assert tables(str(store)) == 1
    assert store.stat().st_mode & 0o777 == 0o600


def test_postgres_is_moved_to_and_comes_back_as_the_page_says(machine, postgres_server):
    """By a cluster of our own; its users are made by the same lines."""
    address = re.fullmatch(r"postgresql://(\w+)@([\d.]+):(\d+)/\w+", postgres_server)
    assert address
    user, host, port = address.groups()
    reached = {"PGHOST": host, "PGPORT": port, "PGUSER": user}
    url = f"postgresql://parlour@{host}:{port}/parlour"
    (machine / "settings.toml").write_text(f'home = "{machine}/var/lib/parlour"\n# store = ""\n')
    moved = block("to-postgres").replace("apt install", ": ").replace("/etc/parlour.toml", f"{machine}/settings.toml")
    path = f"{postgres.postgres_binaries()}{os.pathsep}{os.environ['PATH']}"
    assert "tables: 1" in follow(machine, moved.replace("postgresql://parlour@/parlour", url), PATH=path, **reached)
    settings = (machine / "settings.toml").read_text()
    assert f'store = "{url}"\nworkers = 2\n' in settings
    follow(machine, block("pg_dump"), PATH=path, **reached)
    lose_all(url)
    assert "all well" in follow(machine, block("pg_restore"), PATH=path, **reached)
    assert tables(url) == 1


def test_compiling_uses_the_folder_of_the_settings(tmp_path, monkeypatch):
    (tmp_path / "settings.toml").write_text(f'cache = "{tmp_path}/cache"\n')
    monkeypatch.setenv("PARLOUR_CACHE", "")
    used = []
    monkeypatch.setattr("parlour.terminal.reports.compile_all", lambda _: used.append(os.environ["PARLOUR_CACHE"]))
    done = CliRunner().invoke(app, ["compile", "--config", str(tmp_path / "settings.toml")])
    assert done.exception is None
    assert used == [f"{tmp_path}/cache"]


def test_every_setting_stands_in_the_list_of_settings():
    (row,) = re.findall(r"^\| `--config FILE` .*$", (ROOT / "docs" / "server.md").read_text("utf-8"), re.M)
    assert {name for name in Settings.__struct_fields__ if f"`{name}`" not in row} == set()


def test_nobody_needs_a_store_of_their_own(tmp_path, monkeypatch):
    """Without settings the commands say that there is no store, and make none."""
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PARLOUR_SETTINGS", raising=False)
    done = CliRunner().invoke(app, ["house", "list"])
    assert "there is no store" in str(done.exception)
    with pytest.raises(ValueError, match="no store"):
        command.check(str(tmp_path / "home" / "tables.db"))
