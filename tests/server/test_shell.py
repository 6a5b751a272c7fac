"""What makes a house installable: the manifest, its icons, and the worker that keeps the pages."""

import json
import re

import pytest

import sitting
from parlour.server.http.app import make_app
from parlour.server.http.shell import PAGES
from parlour.server.settings import Settings
from parlour.service_worker import WORKER, fill_worker


async def test_the_manifest_names_icons_that_are_there(browse):
    visitor = browse()
    told = (await visitor.get("/manifest.webmanifest")).json()
    assert told["display"] == "standalone"
    sides = {icon["sizes"] for icon in told["icons"]}
    assert {"192x192", "512x512"} <= sides
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
    for icon in told["icons"]:
        found = await visitor.get(icon["src"].removeprefix("."))
        assert found.headers["content-type"] == icon["type"]


async def test_the_worker_names_files_that_are_there_and_is_asked_for_each_time(browse):
    visitor = browse()
    worker = await visitor.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert not re.search("%[A-Z]+%", worker.text)
    files = json.loads(re.search(r"const FILES = (.*);", worker.text)[1])
    assert {"./", "./manifest.webmanifest", "./icon-192.png"} <= set(files)
    assert [name for name in files if name != "./" and not (PAGES / name).is_file()] == []


async def test_below_a_path_all_of_it_is_found_there(own_house):
    visitor = sitting.client(make_app(own_house, Settings(root_path="/parlour")))
    page = (await visitor.get("/parlour/")).text
    assert 'href="/parlour/manifest.webmanifest"' in page
    assert 'href="/parlour/icon-180.png"' in page


def test_a_worker_that_was_filled_before_is_not_passed_off_as_a_new_one():
    once = fill_worker((PAGES / WORKER).read_text("utf-8"), "one", ["./"], served=False)
    with pytest.raises(ValueError, match="has no %VERSION%"):
        fill_worker(once, "two", ["./"], served=False)
