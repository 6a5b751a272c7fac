"""What holds for every test: its seed, how `async def` tests run, and that no fallback was used.

Also the order of tests, and what each part of them has cost.
"""

import asyncio
import inspect
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

import houses
import waiting
from parlour.engine.words import FAILED
from seeds import Seed

# Tests of 15 s and more, or whose fixtures take that: see --durations at the end of `python3 play.py test`.
LONG = (
    "tests/test_wheel.py",
    "tests/test_setup.py",
    "tests/sixth_game/",
    "tests/conformance/test_modes.py",
    "test_imagine_is_exact",
    "tests/browser/test_cold_start.py",
    "tests/browser/test_workers.py",
    "tests/browser/test_static_page.py",
    "tests/page/test_same.py",
    "tests/server/test_kill.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long ones first: at the end no process is left alone with one, and none takes half a module from another.

    Files with browsers, which keep more than a core busy, come evenly among the others, many of which wait for clocks.
    """
    place: dict[Path, float] = {}
    for with_browser in (True, False):
        some = [item for item in items if (item.path.parent.name == "browser") is with_browser]
        for i, item in enumerate(some):
            place.setdefault(item.path, i / len(some))
    items.sort(key=lambda item: (not any(long in item.nodeid for long in LONG), place[item.path]))


SEED = Seed()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", default="0", metavar="N", help="other deals: a number, from which every draw follows")


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis draws by the same seed, unless it is given one; servers that tests start draw by this file's."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = config.option.seed
    houses.SEEDED = SEED.program
    # Programs that tests start speak English, whatever this system is set to.
    os.environ["LC_ALL"] = "C.UTF-8"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before any fixture: every test's draws are its own, whatever ran before it."""
    SEED.use(f"{item.config.option.seed} {item.nodeid}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.failed:
        again = f"python3 play.py test '{item.nodeid}' --seed {item.config.option.seed}"
        report.sections.append(("the same draws once more", again))
    return report


@pytest.fixture
def seed() -> Seed:
    """The seed of this test; a test may use another one."""
    return SEED


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """`async def` tests and fixtures run in asyncio."""
    return "asyncio"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> Iterator[None]:
    """A coroutine that waits for what never comes fails; none waits for ever."""
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = with_timeout(pyfuncitem.obj)
    return (yield)


def with_timeout(test: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(test)
    async def run(**given: Any) -> None:
        async with asyncio.timeout(2 * waiting.TIMEOUT):
            await test(**given)

    return run


@pytest.fixture(autouse=True)
def no_loop_of_others(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop running in the thread of the tests; those without browsers run their own."""
    left = asyncio._get_running_loop()
    if left is None or "playwright" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)


@pytest.fixture(autouse=True)
def every_sentence_was_said() -> Iterator[None]:
    """A sentence that cannot be made is shown as its key; in a test that is a failure. Subprocesses: see houses.py."""
    FAILED.clear()
    yield
    assert not FAILED, f"sentences that could not be made: {dict(FAILED)}"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Seconds by part, all processes together: shares to keep stand in docs/measurements.md."""
    seconds: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration"):
                seconds[part_of(report.nodeid)] += report.duration
    if sum(seconds.values()) > 30:
        terminalreporter.section("seconds by part")
        for part, spent in sorted(seconds.items(), key=lambda row: -row[1]):
            terminalreporter.write_line(f"{spent:7.1f} s  {part}")


def part_of(test: str) -> str:
    """A game's folder, a file of browser tests, or a folder of tests."""
    path = test.split("::")[0].split("/")
    return "/".join(path[1:3] if path[1] in ("games", "browser") else path[1:2])
