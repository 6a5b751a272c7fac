"""The page about the sources is current, and what it names exists."""

import re

import architecture


def test_the_page_is_current():
    assert architecture.page() == architecture.PAGE.read_text("utf-8"), "write it: make docs"


def test_every_file_that_the_walks_name_exists():
    walks = architecture.PAGE.read_text("utf-8").partition(architecture.BEGIN)[0]
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|md|svelte\.ts))`", walks)
    assert len(named) > 20
    roots = (architecture.ROOT, architecture.SOURCES)
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def test_every_function_that_the_walks_name_exists():
    walks = architecture.PAGE.read_text("utf-8").partition(architecture.BEGIN)[0]
    sources = "\n".join(path.read_text("utf-8") for path in architecture.modules().values())
    table = (architecture.ROOT / "web" / "src" / "lib" / "table.svelte.ts").read_text("utf-8")
    for owner, name in re.findall(r"`(\w+)\.(\w+)`", walks):
        if name in ("py", "md"):
            continue
        defined = re.search(rf"^\s*(async )?(def|class) {name}\b", sources, re.M) or f" {name}(" in table
        assert defined, f"{owner}.{name} does not exist"
