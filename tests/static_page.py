"""Fixtures: a built page, made once for all tests, and a plain web host that serves it."""

import functools
import http.server
import threading

import pytest
from filelock import FileLock

from parlour.engine import jit
from parlour.page import building


@pytest.fixture(scope="session")
def page_folder():
    """A folder with the page; its modules are kept in the cache by their sources, and so is the page."""
    shared = jit.used_folder("page-tests", building.page_key())
    with FileLock(shared / "lock"):
        folder = shared / "page"
        if not (folder / building.LIST).exists():
            building.write_page(folder, lambda said: None)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A web host that knows nothing but files."""

    def log_message(self, *said):
        pass


@pytest.fixture(scope="module")
def page_host(page_folder, tmp_path_factory):
    """The address of a plain web host that has the page under a prefix, beside other files; and how it is closed."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "notes.txt").write_text("Other files lie here too.")
    (folder / "some").mkdir()
    (folder / "some" / "games").symlink_to(page_folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def close():
        if thread.is_alive():
            server.shutdown()
            thread.join()
            server.server_close()

    yield f"http://127.0.0.1:{server.server_port}/some/games/", close
    close()
