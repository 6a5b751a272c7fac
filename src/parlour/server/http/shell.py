"""The shell of a house: what its service worker keeps, so that the pages open before the server has answered."""

import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from parlour.service_worker import WORKER, fill_worker

PAGES = Path(__file__).parents[1] / "pages"
# What the page names by itself; everything else is kept when it is first used.
NAMED = re.compile(r'(?:src|href)="\./([^"]+)"')


@cache
def worker() -> str:
    index = (PAGES / "index.html").read_text("utf-8")
    version = hashlib.sha256(index.encode()).hexdigest()[:16]
    files = ["./", *(f"./{name}" for name in NAMED.findall(index)), "./icon-192.png"]
    return fill_worker((PAGES / WORKER).read_text("utf-8"), version, files, served=True)


async def service_worker(_: Request) -> Response:
    """Never kept by browsers: by it they learn of newer pages."""
    return Response(worker(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})
