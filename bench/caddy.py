"""A real Caddy with TLS in front of a house, from the file that we ship: `python bench/caddy.py`.

The tests play through nginx and do not install Caddy; this asks of it what they ask of nginx (tests/proxies.py), at its
own name and under a path, and keeps a socket open for longer than Caddy waits for a request. On Debian:
`apt-get install --no-install-recommends caddy`.
"""

import argparse
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _ending import leave_in_order

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
import proxies  # noqa: E402
import waiting  # noqa: E402

SITE = ROOT / "deploy" / "Caddyfile"
# Longer than the timeouts in that file.
QUIET = 12.0
WITHOUT_PATH = "\treverse_proxy 127.0.0.1:8000"


def site_of(proxy, house_port, http_port):
    """The file that we ship, with a proxy's address, path and certificate; it asks nobody for another."""
    folder = proxy.certificate.parent
    site = SITE.read_text("utf-8")
    assert WITHOUT_PATH in site
    where = f"{proxy.root}/* " if proxy.root else ""
    site = site.replace(WITHOUT_PATH, f"\treverse_proxy {where}127.0.0.1:{house_port}")
    ours = f"bind {proxy.address}\n\ttls {proxy.certificate} {proxy.certificate.with_suffix('.key')}"
    site = site.replace(f"{proxies.NAME} {{", f"{proxies.NAME}:{proxy.port} {{\n\t{ours}")
    return site.replace("{\n", f"{{\n\tadmin off\n\thttp_port {http_port}\n\tstorage file_system {folder}/kept\n", 1)


@contextlib.contextmanager
def behind_caddy(folder, root):
    proxies.make_certificates(folder)
    proxy, port, http_port = proxies.Proxy(folder, houses.free_port(), root), houses.free_port(), houses.free_port()
    file = folder / "Caddyfile"
    file.write_text(site_of(proxy, port, http_port))
    with (folder / "log").open("w") as log, contextlib.ExitStack() as kept:
        process = subprocess.Popen(["caddy", "run", "--config", file, "--adapter", "caddyfile"], stderr=log)
        kept.callback(process.wait, 20)
        kept.callback(process.terminate)
        proxy.house = proxies.house_behind(proxy, port, str(folder / "tables.db"))
        kept.callback(proxy.house.end)
        wait_until_open(proxy, process, folder / "log")
        yield proxy, http_port
        faults = proxy.house.faults()
        assert not faults, faults


def wait_until_open(proxy, process, log):
    until = time.monotonic() + waiting.TIMEOUT
    while time.monotonic() < until:
        assert process.poll() is None, log.read_text()
        with contextlib.suppress(OSError), proxies.socket.create_connection((proxy.address, proxy.port)):
            return
        time.sleep(0.1)
    raise AssertionError("Caddy does not open")


def check_plain_http(proxy, http_port):
    """Whoever comes without TLS is sent to it."""
    asked = proxies.httpx.get(f"http://{proxy.address}:{http_port}/t/x", headers={"Host": proxies.NAME})
    assert asked.status_code == 308
    assert asked.headers["location"].startswith(f"https://{proxies.NAME}")


def check_quiet_socket(proxy):
    """A table where nobody does anything stays open."""
    with proxies.visitor(proxy) as client:
        laid = client.post("/api/tables", json=proxies.WISH, **proxies.NAMED)
        cookie = laid.headers["set-cookie"].partition(";")[0]
    with proxies.socket_of(proxy, laid.json()["id"], {"Cookie": cookie}) as line:
        time.sleep(QUIET)
        line.send(json.dumps({"type": "ping"}))
        while json.loads(line.recv(waiting.TIMEOUT))["type"] != "pong":
            pass


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if not shutil.which("caddy"):
        print("Caddy is not installed. On Debian: apt-get install --no-install-recommends caddy")
        return
    leave_in_order()
    for root in ("", "/parlour"):
        with tempfile.TemporaryDirectory() as folder, behind_caddy(Path(folder), root) as (proxy, http_port):
            proxies.check_what_comes_through(proxy)
            proxies.check_made_up_addresses(proxy)
            check_plain_http(proxy, http_port)
            check_quiet_socket(proxy)
        print(f"through Caddy, at {proxies.NAME}{root}/: pages, requests, sockets, true addresses", flush=True)


if __name__ == "__main__":
    main()
