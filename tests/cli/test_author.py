"""The commands of a game's author, and what a program may import from `parlour`."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import parlour
from parlour import cli_author
from parlour.new import BLANK, ROOT, is_checkout, write_new

PUBLIC = {"Match", "Series", "Look", "hint"}
ERRORS = {
    *("SaveError", "OlderRules", "EditionError", "RuleFault", "NotAMove"),
    *("Refusal", "NoSuchMove", "NotLegal", "NotYourTurn", "CannotUndo"),
}
REFUSED = [("Courtship", "CS"), ("class", "CS"), ("template", "CS"), ("courtship", "cs"), ("courtship", "TG")]


def python(*arguments: str, path: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    paths = [str(path)] if path else []
    settings = {"PYTHONPATH": os.pathsep.join([*paths, str(ROOT / "src")]), **environment}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)


def install(folder: Path, name: str) -> Path:
    """What pip does with a package: its entry point lies beside it."""
    info = folder / "src" / f"parlour_{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: parlour-{name}\nVersion: 0.1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[parlour.games]\n{name} = {name}\n", "utf-8")
    return folder / "src"


def test_every_public_name_is_exported_without_loading_numba_for_help():
    assert set(parlour.__all__) >= PUBLIC | ERRORS
    assert all(getattr(parlour, name) for name in parlour.__all__)
    code = "import sys; from parlour import cli; assert not {'numba', 'numpy'} & {*sys.modules}, 'heavy'"
    done = python("-c", code)
    assert done.returncode == 0, done.stderr


def test_a_blank_package_passes_every_step_interpreted(tmp_path):
    done = python("-m", "parlour", "new", "courtship", "--prefix", "CS", "--into", str(tmp_path / "it"))
    assert done.returncode == 0, done.stderr
    assert "Next: python -m pip install -e" in done.stdout
    done = python("-m", "parlour", "check", "courtship", "--fast", path=install(tmp_path / "it", "courtship"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "step 10: the game's page: passes" in done.stdout
    assert "Not checked: the other tables" in done.stdout


def lines_of(paths: Iterable[Path]) -> list[str]:
    return [line for path in paths for line in path.read_text("utf-8").splitlines()]


def test_the_docs_say_how_long_the_blank_game_is():
    game = BLANK / "game"
    python, other = lines_of(game.glob("*.py")), lines_of([*game.glob("*.toml"), *game.glob("*.md")])
    said = (
        f"{len(python)} lines of Python ({sum(map(bool, python))} without blank ones) and {len(other)} of TOML and "
        f"rulebook; its tests have {len(lines_of((BLANK / 'tests').iterdir()))}."
    )
    assert said in " ".join((ROOT / "docs" / "add-a-game.md").read_text("utf-8").split())


def test_the_docs_say_where_to_look_for_every_fault():
    """Steps 5 to 7 of the page, by the sentences of the checks; what differs each time is left out there."""
    table = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    sentences = [s for file in ("play", "knowledge", "histories") for s in messages_of(file)]
    assert len(sentences) > 25
    assert [s for s in sentences if s not in table] == []


def messages_of(file: str) -> list[str]:
    """What the checks in a file say when they fail; the longest piece of a sentence that is put together."""
    tree = ast.parse((ROOT / "tests" / "conformance" / "checks" / f"{file}.py").read_text("utf-8"))
    found = [node.msg for node in ast.walk(tree) if isinstance(node, ast.Assert) and node.msg is not None]
    pieces = [[n.value for n in ast.walk(message) if isinstance(n, ast.Constant)] for message in found]
    return [max(map(str, words), key=len).strip() for words in pieces if not str(words).count("does not say")]


@pytest.fixture
def checkout(tmp_path):
    """A copy of the sources and tests, to which `parlour new` has added a game."""
    unwanted = shutil.ignore_patterns("__pycache__", "images", "pages", "sixth_game")
    for folder in ("src", "tests", "docs", "web/src/words"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    done = python("-m", "parlour", "new", "courtship", "--prefix", "CS", path=tmp_path / "src")
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_a_blank_game_in_the_sources_breaks_no_test(checkout):
    """Of those that look at all games; what is optional (German, a lesson, kept versions) is not demanded of it."""
    written = python(str(checkout / "tests" / "clauses.py"), "--write", path=checkout / "src")
    assert written.returncode == 0, written.stderr
    tests = [
        "words",
        "server/test_shelf.py",
        "server/test_versions.py",
        "games/courtship",
        "conformance/test_clauses.py",
    ]
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(checkout), "-c"]
    command += [str(checkout / "pyproject.toml"), *(str(checkout / "tests" / test) for test in tests)]
    chosen = "courtship or released or played_is_kept or clause"
    done = python(*command, "-k", chosen, path=checkout / "src", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def package(tmp_path):
    """A blank game in a package of its own, in whose files one thing is changed, and checked interpreted."""

    def check_with(file, before, after):
        write_new("courtship", "CS", into=tmp_path)
        path = tmp_path / file
        text = path.read_text("utf-8")
        assert before in text
        path.write_text(text.replace(before, after), "utf-8")
        done = python("-m", "parlour", "check", "courtship", "--fast", path=install(tmp_path, "courtship"))
        assert done.returncode == 1
        return path, done.stdout

    return check_with


def test_the_first_step_that_fails_is_named_with_file_and_line(package):
    rules, said = package("src/courtship/rules.py", "g.traded |=", "g.trade |=")
    assert "step 5: rules.py: FAILS" in said
    assert f"at {rules}:" in said
    assert "\nNext: Mend setup, legal or play" in said
    assert "step 6" not in said


def test_a_failing_audit_is_named_with_file_and_line(package):
    audit, said = package("tests/audit.py", "    for seat in", "    assert g.ply < 2\n    for seat in")
    assert "step 7: tiny.toml, audit.py: FAILS" in said
    assert f"at {audit}:" in said


def test_a_sentence_that_cannot_be_made_fails_with_its_key(package):
    _, said = package("src/courtship/words.py", "cards[card].name", "cards[card].title")
    assert "toml: FAILS\n\nsentences that cannot be made: " in said
    assert "move.keep, move.trade" in said


def test_lint_and_types_of_the_game_are_checked(package):
    _, said = package("src/courtship/words.py", "from typing", "import os\nfrom typing")
    assert "step 9: tests: FAILS" in said
    assert "`os` imported but unused" in said


@pytest.mark.parametrize(("name", "prefix"), REFUSED)
def test_names_that_cannot_be_are_refused(name, prefix, tmp_path):
    with pytest.raises(ValueError, match=r"cannot be|already"):
        write_new(name, prefix, into=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "README.md").write_text("mine", "utf-8")
    with pytest.raises(ValueError, match="nothing was written"):
        write_new("courtship", "CS", into=tmp_path)
    assert not (tmp_path / "src").exists()


def test_missing_test_packages_are_named_with_the_command_that_installs_them(monkeypatch):
    monkeypatch.setattr(cli_author, "NEEDED", ("pytest", "no_such_package"))
    with pytest.raises(ValueError, match=r"no_such_package missing: `python3 play.py check` installs"):
        cli_author.check_packages()


def test_this_is_a_checkout():
    assert is_checkout(ROOT)
    assert not is_checkout(ROOT / "src")
