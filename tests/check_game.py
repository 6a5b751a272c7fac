"""Checks one game in the order of the steps of docs/add-a-game.md; stops at the first that fails and says what to do.

`parlour check NAME` runs it twice: interpreted on the smallest table, which needs no compiling and names the line of a
fault, then compiled on every table. By hand: `python tests/check_game.py NAME [--interpreted]`.
"""

import json
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent / "conformance"))

import checks
import clauses
import golden
from parlour.engine import registry
from parlour.engine.game import Game
from parlour.engine.words import FAILED
from parlour.lesson import check_lesson
from places import ROOT, folder_of, page_of, tests_of

AUTHOR = "docs/add-a-game.md"
PYTHON = (sys.executable, "-m")
HEADINGS = ("The game", "Our edition", "Rulings", "Strategy in short", "Balance", "Versions")
OF_RULES = (
    checks.check_setup_writes_every_byte,
    checks.check_legal,
    checks.check_play_is_pure,
    checks.check_chance,
    checks.check_results,
    checks.check_first,
)
OF_KNOWLEDGE = (
    checks.check_hide,
    checks.check_see,
    checks.check_erased_stays_hidden,
    checks.check_spectator_knows_least,
    checks.check_open,
    checks.check_learning_is_news,
    checks.check_legal_needs_no_secret,
    checks.check_answers_in_any_order,
)
OF_AUDIT = (checks.check_conservation, checks.check_imagine_round_trip)
# Whatever conformance checks beyond these is about what players are given.
OF_PEOPLE = tuple(c for c in checks.CHECKS if c not in (checks.check_record, *OF_RULES, *OF_KNOWLEDGE, *OF_AUDIT))


@dataclass(frozen=True)
class Run:
    """One game to be checked, interpreted or compiled."""

    name: str
    interpreted: bool

    @property
    def game(self) -> Game:
        found: Game = registry.load(self.name)
        return found

    @property
    def tables(self) -> list[checks.Table]:
        """Every way to play it; interpreted only the first, as that is slow."""
        found = [checks.Table(self.game, mode, seats) for mode, seats in self.game.variants()]
        return found[:1] if self.interpreted else found


@dataclass(frozen=True)
class Step:
    """A step of the page: which files, what is checked, and what to do if that fails."""

    number: int
    files: str
    check: Callable[[Run], None]
    todo: str


def check_rulebook(run: Run) -> None:
    prefix = registry.about(run.name).clauses
    found = clauses.clauses(run.name)
    assert found, "the rulebook has no clauses"
    assert all(c.startswith(f"{prefix}-") for c in found), f"a clause does not begin with {prefix}-"


def check_about(run: Run) -> None:
    about = registry.about(run.name)
    assert about.title, "ABOUT has no title"
    assert all(mode.seats for mode in about.modes), "a mode is for nobody"


def check_editions(run: Run) -> None:
    names = registry.editions(run.name)
    for name in ("edition", "tiny"):
        assert name in names, f"{name}.toml is missing"
    for name in names:
        run.game.edition(name)


def check_records(run: Run) -> None:
    checks.check_record(run.tables[0])
    assert 0 < run.game.most <= max(run.game.moves.size, 1), "MOST is no length that a legal list can have"


def each(*found: Any) -> Callable[[Run], None]:
    """These checks at every table."""

    def check(run: Run) -> None:
        for table in run.tables:
            for one in found:
                one(table)

    return check


def check_tiny(run: Run) -> None:
    each(*OF_AUDIT)(run)
    if run.interpreted:
        return
    for table in checks.tiny_tables(run.game):
        checks.check_imagine_is_exact(table)
        for check in checks.CHECKS:
            check(table)


def check_people(run: Run) -> None:
    each(*OF_PEOPLE)(run)
    if run.interpreted:  # Once is enough.
        check_lesson(run.name)
        run_tests(ROOT / "tests" / "words" / "test_keys.py", "-k", f"[{run.name}]")


def check_lint(name: str) -> None:
    """Lint and types of the game's package, by Parlour's own settings."""
    settings, folder = str(ROOT / "pyproject.toml"), str(folder_of(name))
    # A compiled rule has no any() and all() of what it loops over; the order of imports is the author's.
    ended(
        [*PYTHON, "ruff", "check", "--no-cache", "--extend-ignore", "SIM110,RUF100,I001", "--config", settings, folder]
    )
    ended([*PYTHON, "mypy", "--config-file", settings, "--no-error-summary", folder])


def check_tests(run: Run) -> None:
    if run.interpreted:  # It reads sources alone, so once is enough.
        check_lint(run.name)
    missing = [c for c in clauses.clauses(run.name) if c not in clauses.cited()]
    assert not missing, f"clauses without a test: {', '.join(missing)}"
    # Interpreted, what plays hundreds of games would take minutes.
    run_tests(tests_of(run.name), *(("-k", "not twin and not catches and not exact") if run.interpreted else ()))
    if not run.interpreted:
        check_golden(run)


def check_golden(run: Run) -> None:
    """Playthroughs and counts are as they were; the first time they are written."""
    if not golden.counts_path(run.name).exists():
        golden.write(run.name)
        print(f"  written: {golden.counts_path(run.name).parent}: counts.json and playthroughs; read one of these")
        return
    assert golden.counts(run.game) == json.loads(golden.counts_path(run.name).read_text("utf-8")), "counts differ"
    for mode, seats in golden.variants(run.name):
        path = golden.playthrough_path(run.name, mode, seats)
        assert path.exists(), f"{path} is missing"
        assert golden.playthrough(run.game, mode, seats) == path.read_text("utf-8"), f"{path} differs"


def check_page(run: Run) -> None:
    page = page_of(run.name)
    if not registry.about(run.name).shelf and not page.exists():
        return  # Players see no page of a game that is not on their shelf.
    assert page.exists(), f"{page} is missing"
    missing = [h for h in HEADINGS if f"\n## {h}\n" not in page.read_text("utf-8")]
    assert not missing, f"{page} has no heading {', '.join(missing)}"


def run_tests(*arguments: object) -> None:
    """Run pytest; its last lines are the fault."""
    command = [*PYTHON, "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
    ended([*command, *settings, *map(str, arguments)])


def ended(command: list[str]) -> None:
    """Run a command of which the last lines say what is wrong."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


STEPS = (
    Step(1, "README.md", check_rulebook, "Write the rules as clauses, each a paragraph that begins with its id."),
    Step(2, "__init__.py", check_about, "Complete ABOUT."),
    Step(3, "edition.py, edition.toml, tiny.toml", check_editions, "Make every edition load, the tiny one too."),
    Step(4, "state.py, moves.py", check_records, "Describe every field, and begin STATE with HEADER."),
    Step(5, "rules.py", each(*OF_RULES), "Mend setup, legal or play, whichever the message names."),
    Step(6, "knowledge.py", each(*OF_KNOWLEDGE), f"Look the message up in the table of step 7 in {AUTHOR}."),
    Step(7, "tiny.toml, audit.py", check_tiny, f"Look the message up in the table of step 7 in {AUTHOR}."),
    Step(
        8,
        "worth.py, view.py, words.py, words.toml, lesson.toml",
        check_people,
        "Mend what the message names; words go by key.",
    ),
    Step(9, "tests", check_tests, "Mend the test or the rule; `tests/golden.py --write NAME` renews playthroughs."),
    Step(10, "the game's page", check_page, f"Write the page with the headings {', '.join(HEADINGS)}."),
)


def first_failure(run: Run) -> tuple[Step, BaseException] | None:
    """Run the steps in order; the first that fails, and how."""
    for step in STEPS:
        try:
            step.check(run)
            assert not FAILED, f"sentences that cannot be made: {', '.join(sorted(key for _, key in FAILED))}"
        except Exception as fault:
            return step, fault
        print(f"  step {step.number}: {step.files}: passes", flush=True)
    return None


def places_in(fault: BaseException, *folders: Path) -> Iterator[str]:
    """The lines of the game's own files, its audit's too, that a fault went through, the innermost last."""
    for frame in traceback.extract_tb(fault.__traceback__):
        if any(Path(frame.filename).is_relative_to(folder) for folder in folders):
            yield f"{frame.filename}:{frame.lineno}: {frame.line}"


def main(name: str, interpreted: bool) -> int:
    run = Run(name, interpreted)
    print(f"{name}, {'interpreted, the smallest table' if interpreted else 'compiled, every table'}:", flush=True)
    found = first_failure(run)
    if found is None:
        return 0
    step, fault = found
    kind = "" if isinstance(fault, AssertionError) else f"{type(fault).__name__}: "
    print(f"  step {step.number}: {step.files}: FAILS\n\n{kind}{fault}")
    if where := list(places_in(fault, folder_of(name), tests_of(name))):
        print(f"at {where[-1]}")
    print(f"\nNext: {step.todo} Step {step.number} of {AUTHOR} says more.")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--interpreted" in sys.argv[2:]))
