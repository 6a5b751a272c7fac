"""The packages of Parlour and who imports whom, read from the sources.

`python tests/architecture.py --write` writes the drawing and the list of modules into docs/architecture.md, between its
two marks; the rest of that page is written by hand.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "parlour"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- drawn by tests/architecture.py -->", "<!-- end -->"
LAYERS = (
    ("cli",), ("server", "terminal", "new"), ("compiling",), ("lab",), ("home",), ("bots",), ("games",), ("engine",)
)  # fmt: skip
# Modules beside the packages that several of them use, by the box in which they are drawn.
BESIDE = {"home": "home", "rulebook": "home", "compiler": "compiling", "compiling": "compiling"}
# Folders of games are described in add-a-game.md, file by file.
OF_GAMES = ("parlour.games.", "parlour.new.game")


def package_of(module: str) -> str:
    """The box that a module is drawn in: its package, or for the modules beside them `home`, `compiling` or `cli`."""
    part = module.split(".")[1] if "." in module else ""
    if part in BESIDE:
        return BESIDE[part]
    return part if (SOURCES / part).is_dir() and part else "cli"


def modules() -> dict[str, Path]:
    """Every module by its name."""
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        parts = ("parlour", *path.relative_to(SOURCES).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports_of(path: Path) -> set[str]:
    """The modules of Parlour that a file names in its imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names if node.module == "parlour")}
    return {name for name in names if name.startswith("parlour.") and "__" not in name}


def edges() -> set[tuple[str, str]]:
    """Which package imports from which other."""
    found = {(package_of(name), package_of(to)) for name, path in modules().items() for to in imports_of(path)}
    return {(a, b) for a, b in found if a != b}


def drawing() -> str:
    """The packages as a Mermaid flowchart, from what players meet down to the engine."""
    lines = ["```mermaid", "flowchart TD"]
    for layer in LAYERS:
        lines += [f"  {package}" for package in layer]
    known = {package for layer in LAYERS for package in layer}
    lines += [f"  {a} --> {b}" for a, b in sorted(edges()) if {a, b} <= known]
    return "\n".join([*lines, "```"])


def listing() -> str:
    """Every module but the games' own with the first sentence of its docstring."""
    lines = []
    for package in [package for layer in LAYERS for package in layer if package != "games"]:
        lines += ["", f"### {package}", "", "| module | what it is |", "|---|---|"]
        own = {name: path for name, path in modules().items() if package_of(name) == package}
        own = {name: path for name, path in own.items() if not name.startswith(OF_GAMES)}
        lines += [f"| `{name}` | {sentence} |" for name, path in own.items() if (sentence := first_sentence(path))]
    return "\n".join(lines)


def first_sentence(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def page() -> str:
    """The page with its drawn part made anew."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{drawing()}\n{listing()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/architecture.py --write")
    PAGE.write_text(page(), "utf-8")
