"""A real nginx with TLS in front of a server, from the site that we ship, with a certificate authority of our own.

And what has to come through any proxy: pages, requests and sockets, but nobody's made-up address.
"""

import base64
import contextlib
import hashlib
import json
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import waiting
from houses import TIMEOUT, House, Place, free_port
from parlour.server.table.patches import Reader

NAME = "games.example.org"
SITE = Path(__file__).parents[1] / "deploy" / "nginx.conf"

AROUND = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


class Proxy:
    """Where a proxied house is reached, and what its certificate is known by."""

    def __init__(self, folder: Path, port: int, root: str, address: str = "127.0.0.1") -> None:
        self.authority, self.certificate = folder / "authority.pem", folder / "server.pem"
        self.port, self.root = port, root
        self.address = address
        self.house: House

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}{self.root}"

    @property
    def chromium_options(self) -> list[str]:
        """This name is here, and this one key is trusted."""
        asked = ["openssl", "x509", "-in", self.certificate, "-noout", "-pubkey"]
        pem = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        key = base64.b64decode("".join(pem.strip().splitlines()[1:-1]))
        pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
        rules = f"MAP {NAME} {self.address}"
        return [f"--host-resolver-rules={rules}", f"--ignore-certificate-errors-spki-list={pin}"]


def make_certificates(folder: Path) -> None:
    """An authority, and a certificate of the name that it has signed."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    openssl(
        "req", "-x509", *key, "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=Test", "-days", "2"
    )
    openssl("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", f"/CN={NAME}")
    (folder / "names").write_text(f"subjectAltName=DNS:{NAME}\n")
    signing = ("-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2", "-extfile", "names")
    openssl("x509", "-req", "-in", "server.csr", "-out", "server.pem", *signing)


@contextlib.contextmanager
def nginx(folder: Path, house_port: int, root: str, with_port: bool, place: Place) -> Iterator[Proxy]:
    """nginx with our site; `with_port` sends the Host header on as the browser wrote it."""
    make_certificates(folder)
    proxy = Proxy(folder, free_port(), root, place.address)
    with running(proxy, site_of(proxy, house_port, with_port), place):
        yield proxy


def site_of(proxy: Proxy, house_port: int, with_port: bool) -> str:
    """The site that we ship, with a proxy's addresses, path and certificate."""
    site = SITE.read_text("utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{house_port}")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};").replace("    listen [::]:80;\n", "")
    site = site.replace("listen 443 ssl;", f"listen {proxy.address}:{proxy.port} ssl;").replace(
        "    listen [::]:443 ssl;\n", ""
    )
    live = f"/etc/letsencrypt/live/{NAME}"
    site = site.replace(f"{live}/fullchain.pem", str(proxy.certificate))
    site = site.replace(f"{live}/privkey.pem", str(proxy.certificate.with_suffix(".key")))
    if proxy.root:
        site = site.replace("location / {\n", f"location {proxy.root}/ {{\n")
    return site.replace("Host $host", "Host $http_host") if with_port else site


@contextlib.contextmanager
def running(proxy: Proxy, site: str, place: Place) -> Iterator[None]:
    folder = proxy.certificate.parent
    conf = folder / "nginx.conf"
    conf.write_text(AROUND.format(folder=folder, site=site))
    command = ["nginx", "-p", folder, "-c", conf, "-e", folder / "error.log", "-g", "daemon off;"]
    process = subprocess.Popen([*place.before, *command])
    try:
        yield
    finally:
        process.terminate()
        process.wait(waiting.TIMEOUT)


def wait_until_open(proxy: Proxy) -> None:
    """nginx has bound its ports when the file with its number is there."""
    waiting.until((proxy.certificate.parent / "nginx.pid").exists, "nginx")


def house_behind(
    proxy: Proxy, port: int, store: str, options: tuple[str, ...] = ("--limits",), place: Place | None = None
) -> House:
    """A house that is told by which address, path and proxy people come."""
    named = [*options, "--url", f"https://{NAME}:{proxy.port}", "--trusted-proxy", "127.0.0.1"]
    under = ["--root-path", proxy.root] if proxy.root else []
    return House(store, port, [*named, *under], place=place)


@contextlib.contextmanager
def behind_nginx(
    folder: Path,
    root: str = "",
    with_port: bool = False,
    options: tuple[str, ...] = ("--limits",),
    store: str = "",
    place: Place | None = None,
) -> Iterator[Proxy]:
    """A house that is told its public address, and nginx before it."""
    port, place = free_port(), place or Place()
    with nginx(folder, port, root, with_port, place) as proxy:
        proxy.house = house_behind(proxy, port, store or str(folder / "tables.db"), options, place)
        try:
            wait_until_open(proxy)
            yield proxy
        finally:
            proxy.house.stop()


@contextlib.contextmanager
def every_way(folder: Path) -> Iterator[dict[tuple[str, bool], Proxy]]:
    """One nginx before two houses, one of them under a path; each by two addresses, one sending Host with its port.

    All have one name and one certificate.
    """
    make_certificates(folder)
    ways = [(root, with_port) for root in ("", "/parlour") for with_port in (False, True)]
    ports, doors = {"": free_port(), "/parlour": free_port()}, {"": free_port(), "/parlour": free_port()}
    proxies = {way: Proxy(folder, doors[way[0]], way[0], "127.0.0.2" if way[1] else "127.0.0.1") for way in ways}
    sites = [site_of(proxy, ports[way[0]], way[1]) for way, proxy in proxies.items()]
    shared, _, _ = sites[0].partition("server {")
    site = shared + "\n".join(site.removeprefix(shared) for site in sites)
    with contextlib.ExitStack() as stack:
        stack.enter_context(running(proxies["", False], site, Place()))
        for root, port in ports.items():
            house = house_behind(proxies[root, False], port, str(folder / f"tables{port}.db"))
            stack.callback(house.stop)
            for way in ways:
                if way[0] == root:
                    proxies[way].house = house
        wait_until_open(proxies["", False])
        yield proxies


WISH = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "bot"}]}
# More than one address may ask for at once, and than what a slow machine is allowed meanwhile.
REPLAYS = 120


def visitor(proxy: Proxy, address: str | None = None) -> httpx.Client:
    """Somebody who trusts our authority, from an address of their own on this machine."""
    origin = f"https://{NAME}:{proxy.port}"
    return httpx.Client(
        transport=httpx.HTTPTransport(verify=trust(proxy), local_address=address),
        headers={"Host": f"{NAME}:{proxy.port}", "Origin": origin},
        base_url=f"https://{proxy.address}:{proxy.port}{proxy.root}",
        timeout=TIMEOUT,
    )


def trust(proxy: Proxy) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=proxy.authority)


# The certificate is asked for by the name, though the address is connected to.
NAMED: dict[str, Any] = {"extensions": {"sni_hostname": NAME}}


def check_what_comes_through(proxy: Proxy) -> None:
    """The certificate is believed by our authority, assets are where the page says, and browsers are kept on TLS."""
    with visitor(proxy) as client:
        page = client.get("/t/nothing", **NAMED)
        assert page.headers["strict-transport-security"]
        assert f'src="{proxy.root}/assets/' in page.text
        assert client.get("/api/live", **NAMED).json()["ok"]
        assert client.get("/metrics", **NAMED).status_code == 404
        strange = {"Origin": "https://elsewhere.example"}
        assert client.post("/api/tables", json=WISH, headers=strange, **NAMED).status_code == 403
        assert client.post("/api/tables", content=b"x" * 40_000, **NAMED).status_code == 413
        laid = client.post("/api/tables", json=WISH, **NAMED)
        assert laid.status_code == 201
        cookie = laid.headers["set-cookie"].partition(";")[0]
    check_socket(proxy, laid.json()["id"], {"Cookie": cookie})


def check_socket(proxy: Proxy, id: str, headers: Mapping[str, str]) -> None:
    """It opens for a page of ours, shows the seat of whoever laid the table, and is closed to pages of others."""
    with socket_of(proxy, id, headers) as line:
        assert Reader().read(line.recv(TIMEOUT))["me"] == 0
    with contextlib.suppress(InvalidStatus), socket_of(proxy, id, headers, "https://elsewhere.example"):
        raise AssertionError("the socket opens for a page of others")


@contextlib.contextmanager
def socket_of(proxy: Proxy, id: str, headers: Mapping[str, str], origin: str = "") -> Iterator[ClientConnection]:
    """The socket of a table, after saying hello."""
    address = f"wss://{NAME}:{proxy.port}{proxy.root}/api/tables/{id}/socket"
    line = socket.create_connection((proxy.address, proxy.port))
    page = origin or f"https://{NAME}:{proxy.port}"
    with connect(address, sock=line, ssl=trust(proxy), origin=Origin(page), additional_headers=headers) as opened:
        opened.send(json.dumps({"type": "hello", "last": 0, "language": "en", "nonce": "0" * 32}))
        yield opened


def check_made_up_addresses(proxy: Proxy) -> None:
    """Whoever sends another X-Forwarded-For each time is known by the true one, and so is the next visitor."""
    with visitor(proxy, "127.0.0.8") as one, visitor(proxy, "127.0.0.9") as other:
        for client, wanted in ((one, {404, 429}), (other, {404})):
            asked = [
                client.get("/api/tables/none/replay", headers={"X-Forwarded-For": f"198.51.100.{i}"}, **NAMED)
                for i in range(REPLAYS if client is one else 1)
            ]
            assert {answer.status_code for answer in asked} == wanted
