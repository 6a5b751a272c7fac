"""The page that needs no server, where hosts and browsers differ: packed files, newer versions, rooms that are full."""

import gzip
import http.server
import json
import os
import shutil
import threading
from contextlib import contextmanager

import clicks
import pytest
from complaints import listen

import waiting
from parlour.engine.match import Match
from parlour.page import building
from static_page import page_folder

__all__ = ["page_folder"]

KEPT = "navigator.serviceWorker.ready.then(kept => !!kept.active && !!navigator.serviceWorker.controller)"
# A worker whose room for tables is full, or forbidden, while the page says so.
ROOM = """
const said = new BroadcastChannel('room');
let why = '';
said.onmessage = ({ data }) => { why = data; said.postMessage('heard'); };
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...all) {
  if (why) throw new DOMException(why, 'QuotaExceededError');
  return put.apply(this, all);
};
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...all) {
  if (FORBIDDEN) throw new DOMException('forbidden', 'SecurityError');
  return open.apply(this, all);
};
"""
WORKER = """{
  const room = URL.createObjectURL(new Blob([%s], { type: 'text/javascript' }));
  window.Worker = class extends Worker {
    constructor(url, options) {
      const both = `import ${JSON.stringify(room)};\\nimport ${JSON.stringify(String(url))};`;
      super(URL.createObjectURL(new Blob([both], { type: 'text/javascript' })), options);
    }
  };
}"""
TOLD = "This browser could not keep that, so nothing has happened"


class Host(http.server.SimpleHTTPRequestHandler):
    """A plain web host that packs what it sends for whoever unpacks it."""

    def log_message(self, *said):
        pass

    def do_GET(self):
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        if not os.path.exists(path):
            return self.send_error(404)
        with open(path, "rb") as file:
            data = file.read()
        packed = self.server.packs and "gzip" in self.headers.get("Accept-Encoding", "")
        data = gzip.compress(data, 1) if packed else data
        self.server.sent.add((os.path.basename(path), packed))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)
        return None


@contextmanager
def hosted(folder, packs=False):
    """A host that serves whatever a link in this folder points to, under a path."""

    def handler(*all):
        return Host(*all, directory=folder)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.packs, server.sent = packs, set()
    server.address = f"http://127.0.0.1:{server.server_port}/parlour/"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def browsing(chromium, address, script=""):
    context = chromium.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(waiting.TIMEOUT * 1000)
    context.add_init_script(clicks.AT_ONCE + script)
    listen(context)
    try:
        yield context
    finally:
        context.close()


def shelf(context):
    page = context.new_page()
    page.goto("./")
    page.wait_for_selector("[data-play=heartcatchers]")
    return page


def test_a_host_that_packs_its_files_and_a_game_that_began_elsewhere(chromium, page_folder, tmp_path):
    (tmp_path / "parlour").symlink_to(page_folder)
    match = Match.deal("heartcatchers", seed=5)
    while match.ply < 12 or match.seat != 0:
        match.play(match.moves()[0])
    match.save(tmp_path / "evening.json")
    with hosted(tmp_path, packs=True) as host, browsing(chromium, host.address) as context:
        page = shelf(context)
        page.set_input_files("input[type=file]", tmp_path / "evening.json")
        page.wait_for_selector("main[data-status]")
        assert clicks.ready(page)
        assert clicks.ply(page) == match.ply
        clicks.play_something(page)
        assert {("pyodide.asm.wasm", True), ("heartcatchers.wasm", True), ("parlour.zip", True)} <= host.sent


@pytest.mark.complains(TOLD, "507")
@pytest.mark.parametrize("forbidden", [False, True], ids=["full", "forbidden"])
def test_a_browser_without_room_says_so_and_the_table_is_as_it_was(chromium, page_folder, tmp_path, forbidden):
    (tmp_path / "parlour").symlink_to(page_folder)
    script = WORKER % json.dumps(ROOM.replace("FORBIDDEN", json.dumps(forbidden)))
    with hosted(tmp_path) as host, browsing(chromium, host.address, script) as context:
        page = shelf(context)
        page.click("[data-play=heartcatchers]")
        if forbidden:
            page.get_by_role("alert").filter(has_text=TOLD).wait_for()
            return
        assert clicks.ready(page)
        room = "why => new Promise(done => { const said = new BroadcastChannel('room');"
        room += "said.onmessage = () => done(said.close()); said.postMessage(why); })"
        page.evaluate(room, "no room is left")
        before = clicks.ply(page)
        refused(page)
        page.get_by_text(TOLD).first.wait_for()
        assert clicks.ply(page) == before
        page.evaluate(room, "")
        clicks.play_something(page)


def refused(page):
    """A move that is not kept: the first card is hidden under one's first stack."""
    clicks.press(page.locator(clicks.CARDS).first, "click")
    page.locator(".stack.mine [data-act=secret]").first.click()


def newer(page_folder, to):
    """The same page as if it had been published anew: other names of its parts, and a word that tells it apart."""
    shutil.copytree(page_folder, to)
    (parts,) = to.glob("parts-*")
    parts.rename(to / f"parts-{'0' * 16}")
    index = (to / "index.html").read_text("utf-8")
    (to / "index.html").write_text(index.replace(parts.name, f"parts-{'0' * 16}"), "utf-8")
    (to / building.LIST).unlink()
    shutil.copy(building.PAGES / building.WORKER, to)
    building.write_worker(to)
    return to


def test_a_newer_page_waits_for_the_running_match_and_then_goes_on_with_it(chromium, page_folder, tmp_path):
    place = tmp_path / "parlour"
    place.symlink_to(page_folder)
    with hosted(tmp_path) as host, browsing(chromium, host.address) as context:
        page = shelf(context)
        clicks.until(page, lambda: page.evaluate(KEPT))
        page.click("[data-play=heartcatchers]")
        assert clicks.ready(page)
        place.unlink()
        place.symlink_to(newer(page_folder, tmp_path / "newer"))
        page.evaluate("navigator.serviceWorker.ready.then(kept => kept.update()).then(() => true)")
        clicks.until(page, lambda: page.evaluate("navigator.serviceWorker.ready.then(kept => !!kept.waiting)"))
        # What is needed from now on comes from the older version, whose files are no longer at the host.
        clicks.play_something(page)
        assert clicks.ready(page)
        at, stood = page.url.partition("#")[2], clicks.ply(page)
        page.locator("a.home").click()
        page.click("a[href='#/rules/work_of_heart'], a[href='#/new/work_of_heart']")
        page.close()
        page = shelf(context)
        clicks.until(page, lambda: "0" * 16 in (page.get_attribute("meta[name=parts]", "content") or ""))
        page.locator(f"a[href='#{at}']").first.click()
        assert clicks.ready(page)
        assert clicks.ply(page) == stood
        clicks.play_something(page)
        caches = page.evaluate("caches.keys()")
        assert len(caches) == 1
