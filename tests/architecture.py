"""The packages of Parlour and who imports whom, read from the sources.

`python tests/architecture.py --write` writes the drawing and the list of modules into docs/architecture.md, between its
two marks; the rest of that page is written by hand.
"""

import ast
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "parlour"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- drawn by tests/architecture.py -->", "<!-- end -->"
LAYERS = (
    ("cli",), ("page",), ("server", "terminal", "new", "printing", "research"), ("compiling",), ("lab",), ("editions",),
    ("home",), ("bots",), ("games",), ("engine",),
)  # fmt: skip
# The rooms of the server, each above those that it may import; the last three are files and folders that all may.
ROOMS = (("http",), ("admin", "bells"), ("fleet",), ("table",), ("store",), ("wire", "settings", "logs"), ("options",))
# Modules beside the packages that several of them use, by the box in which they are drawn.
BESIDE = dict.fromkeys(("bot_names", "home", "lesson", "rulebook", "service_worker", "shelf"), "home")
BESIDE |= {"compiler": "compiling", "compiling": "compiling"}
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
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in names if name.startswith("parlour.") and "__" not in name}


def room_of(module: str) -> str:
    """The server's room that a module lies in; nothing for the other packages."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["server"] and len(parts) > 2 else ""


def edges(box_of: Callable[[str], str] = package_of) -> set[tuple[str, str]]:
    """Which package, or which room, imports from which other; for types alone too."""
    found = {(box_of(name), box_of(to)) for name, path in modules().items() for to in imports_of(path)}
    return {(a, b) for a, b in found if a != b}


def drawing(layers: Iterable[Iterable[str]], edges: set[tuple[str, str]]) -> str:
    """The packages or rooms as a Mermaid flowchart, from what players meet down to the engine or the store."""
    known = [box for layer in layers for box in layer]
    lines = ["```mermaid", "flowchart TD", *(f"  {box}" for box in known)]
    lines += [f"  {a} --> {b}" for a, b in sorted(edges) if {a, b} <= set(known)]
    return "\n".join([*lines, "```"])


def listing() -> str:
    """Every module but the games' own with the first sentence of its docstring."""
    lines = []
    for package in [package for layer in LAYERS for package in layer if package != "games"]:
        own = {name: path for name, path in modules().items() if package_of(name) == package}
        own = {name: path for name, path in own.items() if not name.startswith(OF_GAMES)}
        lines += ["", f"### {package}"]
        if package == "server":
            lines += ["", drawing(ROOMS, edges(room_of))]
        # A room begins with its own line, and so does what lies beside the rooms.
        for room in dict.fromkeys(map(room_of, own)):
            lines += ["", "| module | what it is |", "|---|---|"]
            lines += [
                f"| `{name}` | {sentence} |"
                for name, path in own.items()
                if room_of(name) == room and (sentence := first_sentence(path))
            ]
    return "\n".join(lines)


def first_sentence(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def page() -> str:
    """The page with its drawn part made anew."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{drawing(LAYERS, edges())}\n{listing()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/architecture.py --write")
    PAGE.write_text(page(), "utf-8")
