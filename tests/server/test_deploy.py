"""The files in deploy/ against the sources: no test builds a container, but what the files name must be there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import houses
from parlour.engine import jit
from parlour.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT = Settings().port


def text(name):
    """A file, with continued lines put together."""
    return (DEPLOY / name).read_text("utf-8").replace("\\\n", "")


def container():
    return text("Containerfile")


def environment(name):
    """What a file of deploy/ sets, by name."""
    if name == "compose.yaml":
        found = re.findall(r"^ +(PARLOUR_\w+): \"?([^\"\n]+)", text(name), re.M)
    else:
        lines = re.findall(r"^(?:ENV |Environment=)(.+)$", text(name), re.M)
        found = [pair.partition("=")[::2] for line in lines for pair in line.split()]
    return {key: value.replace("${DB_PASSWORD}", "secret") for key, value in found}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Containerfile", {"CACHE", "HOME", "HOST"}),
        ("compose.yaml", {"URL", "STORE", "WORKERS", "TRUSTED_PROXY"}),
        ("parlour.service", {"SETTINGS"}),
    ],
)
def test_what_is_set_is_read(name, wanted):
    """Each of them is a setting, or is read somewhere in the sources."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "parlour").rglob("*.py"))
    read = {f"PARLOUR_{field.upper()}" for field in Settings.__struct_fields__}
    read |= set(re.findall(r"environ(?:ment)?\.get\(\"(\w+)\"", sources))
    given = {key for key in environment(name) if key.startswith("PARLOUR_")}
    assert given == {f"PARLOUR_{setting}" for setting in wanted}
    assert given <= read


def test_what_the_container_copies_is_there():
    (folder,) = re.findall(r"^WORKDIR (\S+)$", container(), re.M)
    made = {folder, environment("Containerfile")["PARLOUR_CACHE"]}
    copied = re.findall(r"^COPY (--from=build )?(?:--chown=\w+ )?(\S+) (\S+)$", container(), re.M)
    assert len(copied) == container().count("COPY")
    for built, source, target in copied:
        assert source in made if built else (ROOT / source).exists()
        assert not built or source == target, "what was installed there knows its own path"
    for program in re.findall(rf"\"{folder}/([^\"]+)\"", container()):
        assert program in (".venv/bin/python", ".venv/bin/parlour")


def test_the_image_is_compiled_for_a_baseline_and_not_for_its_builder(monkeypatch):
    """Both stages name the same one, and with that no processor's own name or features count."""
    named = [dict(pair.partition("=")[::2] for pair in line.split()) for line in lines_of("ENV")]
    baseline = [(stage["NUMBA_CPU_NAME"], stage["NUMBA_CPU_FEATURES"]) for stage in named]
    assert baseline == [("$BASELINE", "")] * 2
    assert len(set(lines_of("ARG BASELINE="))) == 1
    with monkeypatch.context() as pinned:
        pinned.setattr(jit.CONFIG, "CPU_NAME", lines_of("ARG BASELINE=")[0])
        pinned.setattr(jit.CONFIG, "CPU_FEATURES", "")
        pinned.setattr(jit.binding, "get_host_cpu_name", lambda: pytest.fail("asked for the builder's"))
        assert jit.processor() == f"{lines_of('ARG BASELINE=')[0]} "


def lines_of(instruction):
    """What stands behind an instruction of the Containerfile, each time."""
    return re.findall(rf"^{instruction}\s*(.+)$", container(), re.M)


def test_images_are_named_by_variables_and_have_defaults():
    """So that a house can be started from images that come from nowhere else (bench/image.py makes them)."""
    images = re.findall(r"^ +image: (.+)$", text("compose.yaml"), re.M)
    assert [re.match(r"\$\{([A-Z]+)_IMAGE:-[\w./:]+\}$", image)[1] for image in images] == [
        "POSTGRES",
        "PARLOUR",
        "CADDY",
    ]
    (base,) = lines_of("ARG BASE=")
    assert f"${{PARLOUR_BASE:-{base}}}" in text("compose.yaml")
    assert lines_of("FROM") == ["$BASE AS build", "$BASE"]


@pytest.mark.parametrize("files", [["Containerfile"], ["Containerfile", "compose.yaml"], ["parlour.service"]])
def test_the_command_is_understood_and_listens_where_others_ask(files):
    """The container's own, the same beside PostgreSQL and Caddy, and that of the service."""
    given = {key: value for name in files for key, value in environment(name).items()}
    if "PARLOUR_SETTINGS" in given:
        given["PARLOUR_SETTINGS"] = str(DEPLOY / Path(given["PARLOUR_SETTINGS"]).name)
    command = json.loads(re.findall(r"^CMD (.+)$", container(), re.M)[0])
    if files == ["parlour.service"]:
        command = re.findall(r"^ExecStart=(.+)$", text("parlour.service"), re.M)[0].split()
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PARLOUR_")}
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *command[1:], "--check"],
        env={**clean, **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    host = "127.0.0.1" if files == ["parlour.service"] else "every IPv4 address of this machine"
    assert re.match(rf"listens on {host}.*, port {PORT}\n", done.stdout)
    assert ("WARNING" in done.stdout) == (files == ["Containerfile"]), "alone it has no TLS"


def test_caddy_and_nginx_say_the_same():
    """Name, path of the figures, timeouts and the way under a path; bench/caddy.py asks a real Caddy the rest."""
    inside = text("Caddyfile.container").partition("{\n")[2]
    beside = re.sub(r"\n\t+#.*", "", text("Caddyfile")).partition("{\n")[2]
    assert inside == beside.replace("127.0.0.1:8000", "parlour:8000")
    caddy, nginx = text("Caddyfile"), text("nginx.conf")
    (name,) = re.findall(r"^(\S+\.\S+) \{$", caddy, re.M)
    assert set(re.findall(r"server_name (\S+);", nginx)) == {name}
    hidden = re.findall(r"@inside path (\S+)\n\trespond @inside (\d+)", caddy)
    assert re.findall(r"location = (\S+) \{ return (\d+); \}", nginx) == hidden == [("/metrics", "404")]
    for kind in ("header", "body"):
        waits = re.findall(rf"read_{kind} (\w+)", caddy) + re.findall(rf"client_{kind}_timeout (\w+);", nginx)
        assert waits == ["10s"] * 2
    for site, place in ((caddy, "reverse_proxy /parlour/\\* "), (nginx, "location /parlour/ ")):
        assert re.search(rf'root_path = "/parlour" in parlour.toml: {place}', site)


def test_the_others_ask_at_the_port_of_the_server(house):
    assert re.findall(r"^EXPOSE (\d+)$", container(), re.M) == [str(PORT)]
    for name in ("Caddyfile", "Caddyfile.container", "nginx.conf"):
        assert re.findall(r"^\s*(?:reverse_proxy|proxy_pass) \S+:(\d+)", text(name), re.M) == [str(PORT)], name
    assert f"subnet: {environment('compose.yaml')['PARLOUR_TRUSTED_PROXY']} }}" in text("compose.yaml")
    (health,) = re.findall(r"^HEALTHCHECK CMD (.+)$", container(), re.M)
    ask = json.loads(health)[-1]
    assert f":{PORT}/" in ask
    for port, well in ((house.port, True), (houses.free_port(), False)):
        asked = ask.replace(f":{PORT}/", f":{port}/")
        done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=False)
        assert (done.returncode == 0) == well
