"""A built page, made once for all tests: its modules are compiled once and kept in the cache by their sources."""

import functools
import http.server
import threading

import pytest
from filelock import FileLock

from parlour.engine import jit
from parlour.page import building


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """A folder with the page; workers of one run share it."""
    shared = jit.used_folder("page-tests", building.page_key())
    with FileLock(shared / "lock"):
        folder = shared / "page"
        if not (folder / building.LIST).exists():
            building.write_page(folder, lambda said: None)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A web host that knows nothing but files; whatever it is asked for is noted."""

    def log_message(self, *said):
        pass


@pytest.fixture
def served(page, tmp_path):
    """The address of a plain web host that has the page under a prefix, beside other files."""
    (tmp_path / "notes.txt").write_text("Other files lie here too.")
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "games").symlink_to(page)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/some/games/", server
    server.shutdown()
    thread.join()
    server.server_close()
