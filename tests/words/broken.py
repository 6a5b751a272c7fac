"""A broken template in a process of its own: a folder for PYTHONPATH whose sitecustomize breaks one sentence."""

import os
from pathlib import Path

CODE = """
import parlour.engine.words as words

read = words.read


def broken(path):
    found = read(path)
    for table in found.values():
        if "{key}" in table:
            table["{key}"] += " {{nobody-gives-this}}"
    return found


words.read = broken
"""


def break_template(folder: Path, key: str) -> str:
    """A PYTHONPATH under which the words for a key need a field that nobody gives."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sitecustomize.py").write_text(CODE.format(key=key), "utf-8")
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
