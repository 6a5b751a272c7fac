"""A real nginx with TLS in front of a server, from the site that we ship, with a certificate authority of our own."""

import base64
import contextlib
import hashlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from houses import House, Place, free_port

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
        process.wait(10)


def wait_until_open(proxy: Proxy) -> None:
    """nginx has bound its ports when the file with its number is there."""
    for _ in range(200):
        if (proxy.certificate.parent / "nginx.pid").exists():
            return
        time.sleep(0.05)
    raise AssertionError("nginx does not open")


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
        url = f"https://{NAME}:{proxy.port}"
        named = [*options, "--url", url, "--trusted-proxy", "127.0.0.1"]
        under = ["--root-path", root] if root else []
        proxy.house = House(store or str(folder / "tables.db"), port, [*named, *under], place=place)
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
            named = ["--limits", "--url", f"https://{NAME}:{doors[root]}", "--trusted-proxy", "127.0.0.1"]
            under = ["--root-path", root] if root else []
            house = House(str(folder / f"tables{port}.db"), port, [*named, *under])
            stack.callback(house.stop)
            for way in ways:
                if way[0] == root:
                    proxies[way].house = house
        wait_until_open(proxies["", False])
        yield proxies
