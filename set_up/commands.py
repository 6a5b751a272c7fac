"""What play.py does, once it is known that this Python is new enough."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from set_up import browser, clone, packages, programs, research, shared


def main_in_one_sentence(arguments: list[str]) -> int:
    """Interrupted, or stopped by the machine: one sentence. Whatever was not finished is done again next time."""
    try:
        return main(arguments)
    except KeyboardInterrupt:
        return tell("Interrupted; run the same command again and set-up goes on.", 130)
    except clone.Failed as failed:
        return tell(str(failed), 2)
    except OSError as error:
        return tell(f"{error.filename or 'A file'}: {error.strerror or error}. Try again once that is mended.", 2)


def tell(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def main(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    if command in ("test", "check", "bench"):
        # Programs are mostly downloaded and unpacked: packages and pages are made ready meanwhile.
        with ThreadPoolExecutor(1) as beside:
            installing = beside.submit(programs.install_programs) if is_whole_run(arguments) else None
            set_up("test", pages=arguments[1:] != ["--quick"])
            if installing:
                installing.result()
        return {"test": test, "check": check, "bench": bench}[command](arguments[1:])
    printing = arguments[:2] == ["edition", "print"]
    if command == "lab" or printing:
        # What the tests need holds the lab's packages as well; cards are printed in the fonts of the pages.
        set_up("test" if packages.is_installed("test") else "lab", pages=printing)
        return clone.become("-m", "parlour", *arguments)
    set_up("play", pages=command in ("", "serve", "dev", "install", "wheel", "pages"))
    if command == "pages":
        # What a page's Python is, which whoever only plays does without.
        with clone.alone():
            browser.install_page_packages(browser.find_npm())
    if command == "install":
        return 0
    if command == "wheel":
        return wheel()
    return clone.become("-m", "parlour", *(arguments or ["serve", "--open"]))


def is_whole_run(arguments: list[str]) -> bool:
    """`test`, or `test --seed N`: all tests, with other deals."""
    return arguments[:1] == ["test"] and (len(arguments) == 1 or (len(arguments) == 3 and arguments[1] == "--seed"))


def set_up(kind: str, pages: bool) -> None:
    """Make .venv, the packages in it and the pages, unless that was done for these very files."""
    with clone.alone(), ThreadPoolExecutor(1) as beside, clone.children_ending_with_us():
        if packages.is_installed(kind) or packages.has_taken_packages(kind):
            packages.write_command()
            if pages:
                browser.make_pages(kind)
            return
        new = not packages.is_whole()
        if new:
            clone.say("making .venv")
            packages.make_venv()
        # Each keeps one core busy; a Node that pip has to install comes after the packages.
        building = beside.submit(browser.make_pages, kind) if pages and browser.node_is_new_enough() else None
        packages.install(kind)
        if new and kind == "play":
            packages.share(
                "packages",
                shared.keep,
                packages.find_site_packages(),
                packages.shared_packages(),
                packages.SOURCES,
                packages.INSTALLED,
            )
        if building:
            building.result()
        elif pages:
            browser.make_pages(kind)


def test(arguments: list[str]) -> int:
    """Everything: lint, all tests, and the games' tests once more with the rules interpreted."""
    if arguments == ["--quick"]:
        return quick()
    if not is_whole_run(["test", *arguments]):
        research.install()
        return clone.run("-m", "pytest", *arguments)
    # Side by side: what needs nothing compiled keeps both cores busy meanwhile.
    with ThreadPoolExecutor(3) as beside:
        compiling, checking = beside.submit(compile_games), beside.submit(check, [])
        installing = beside.submit(research.install)
        failed = interpreted("not twin and not catches and not exact", "tests/games")
        compiling.result()
        installing.result()
        failed = checking.result() or failed
    # Three for two cores: a third of their time the tests wait for servers, browsers and clocks.
    return failed or clone.run("-m", "pytest", "-n", "3", "--dist", "worksteal", "--durations=15", *arguments)


def interpreted(chosen: str, *arguments: str) -> int:
    """Tests with the rules run as plain Python."""
    clone.say("tests with the rules interpreted")
    return clone.run("-m", "pytest", "-q", "-n", "2", *arguments, "-k", chosen, NUMBA_DISABLE_JIT="1")


def quick() -> int:
    """An answer within a minute: lint, types, imports, and the engine's and games' single positions, interpreted."""
    failed = clone.first_failure([clone.BIN / "ruff", "check", "."], [clone.BIN / "mypy"], [clone.BIN / "lint-imports"])
    without_long = "not twin and not catches and not exact and not fuzz and not jit and not worlds and not no_deal_fits"
    return failed or interpreted(without_long, "-x", "tests/engine", "tests/games")


def check(_: list[str]) -> int:
    """Lint, format, types, and the direction of imports: of Python and, beside it, of the pages."""
    npm = [browser.find_npm(), "--prefix", clone.WEB, "run", "--silent"]
    with ThreadPoolExecutor(1) as beside:
        checking = beside.submit(clone.first_failure, [*npm, "check"], [*npm, "test"], whole=True)
        failed = clone.first_failure(
            [clone.BIN / "ruff", "check", "."],
            [clone.BIN / "ruff", "format", "--check", "."],
            [clone.BIN / "mypy"],
            [clone.BIN / "lint-imports"],
            whole=True,
        )
        return failed or checking.result()


def bench(arguments: list[str]) -> int:
    """The long studies; each prints what it measured."""
    compile_games()
    scripts = sorted((clone.ROOT / "bench").glob("[a-z]*.py"))
    chosen = [s for s in scripts if not arguments or s.stem in arguments]
    if not chosen:
        clone.fail(f"There is no such study; there are {', '.join(s.stem for s in scripts)}.")
    return clone.first_failure(*([clone.PYTHON, script] for script in chosen))


def compile_games() -> None:
    """Compile all games before tests and studies; what is cached takes a second a game."""
    clone.say("compiling the games, where that was not done before")
    clone.run("-m", "parlour", "compile")


def wheel(into: Path = clone.ROOT / "dist") -> int:
    """A wheel and an sdist with the pages inside, so that whoever installs them needs no Node."""
    install_build_tools()
    return clone.first_failure([clone.PYTHON, "-m", "build", "--no-isolation", "--outdir", into, clone.ROOT])


def install_build_tools() -> None:
    stamp, wanted = clone.VENV / ".installed-build", clone.digest(clone.ROOT / packages.BUILD)
    if clone.is_current(stamp, wanted):
        return
    clone.say("installing what builds a wheel")
    with clone.alone(), clone.children_ending_with_us(), packages.fetched(packages.BUILD) as found, packages.changing():
        packages.pip("install", *found)
        stamp.write_text(wanted)
