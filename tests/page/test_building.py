"""`parlour pages`: what it writes, what it leaves alone, and what it says."""

import json
import re
import subprocess

import numpy as np
import pytest

from parlour.bots.kernels.logarithm import log
from parlour.engine import linking, registry
from parlour.page import building, linker


@pytest.fixture
def made(tmp_path):
    """A small page."""
    folder = tmp_path / "made"
    (folder / "parts").mkdir(parents=True)
    (folder / "index.html").write_text("one")
    (folder / "parts" / "old.js").write_text("old")
    return folder


def test_files_of_others_stay_and_those_of_an_older_page_go(made, tmp_path):
    out = tmp_path / "site"
    out.mkdir()
    (out / "notes.txt").write_text("mine")
    building.put(made, out)
    (made / "parts" / "old.js").unlink()
    (made / "new.js").write_text("new")
    building.put(made, out)
    found = {p.relative_to(out).as_posix() for p in out.rglob("*")}
    assert found == {"notes.txt", "index.html", "new.js", building.LIST}


def test_a_file_of_somebody_else_is_never_written_over(made, tmp_path):
    out = tmp_path / "site"
    out.mkdir()
    (out / "index.html").write_text("mine")
    with pytest.raises(ValueError, match=r"index\.html is there already and is not of a page"):
        building.put(made, out)
    assert [p.name for p in out.iterdir()] == ["index.html"]
    assert (out / "index.html").read_text() == "mine"


def test_a_list_that_names_files_elsewhere_deletes_none_of_them(made, tmp_path):
    out = tmp_path / "site"
    out.mkdir()
    (tmp_path / "precious").write_text("mine")
    (out / building.LIST).write_text(json.dumps(["../precious", str(tmp_path / "precious")]))
    building.put(made, out)
    assert (tmp_path / "precious").exists()


def test_the_page_names_its_parts_and_keeps_every_file_for_later(page_folder):
    (parts,) = page_folder.glob("parts-*")
    assert f'<meta name="parts" content="{parts.name}/" />' in (page_folder / "index.html").read_text()
    kept = json.loads(re.search(r"const FILES = (.*);", (page_folder / "sw.js").read_text())[1])
    files = {f"./{p.relative_to(page_folder).as_posix()}" for p in page_folder.rglob("*") if p.is_file()}
    assert files - set(kept) == {"./sw.js", f"./{building.LIST}"}
    assert set(kept) <= files
    names = registry.names(shelf_only=True)
    assert {p.stem for p in (parts / "games").glob("*.wasm")} == set(names)


def test_a_module_imports_nothing_but_the_place_where_faults_are_told(page_folder):
    for path in page_folder.glob("parts-*/games/*.wasm"):
        found = linker.read_object(path.read_bytes())
        reader = linker.Reader(bytes(found.parts[linker.IMPORT]))
        assert reader.number() == 1
        assert (reader.name(), reader.name()) == ("env", "parlour_host_fault")


def test_an_object_that_cannot_be_linked_is_named():
    with pytest.raises(linker.CannotLink, match="no WebAssembly object"):
        linker.link(b"\x7fELF", [])


def test_a_numba_without_what_is_used_of_it_is_named():
    class Numba:
        pass

    with pytest.raises(ImportError, match=r"Numba has no Numba\.set_env"):
        linking.check_numba({Numba: ("set_env",)})


def test_a_game_that_does_not_compile_is_told_in_a_sentence(monkeypatch, tmp_path):
    ran = subprocess.CompletedProcess([], 1, "", "Traceback\nTypingError: no rule\n")
    monkeypatch.setattr(building.subprocess, "run", lambda *a, **k: ran)
    monkeypatch.setattr(building.jit, "used_folder", lambda name, key: tmp_path)
    with pytest.raises(ValueError, match="heartcatchers cannot be compiled to WebAssembly: TypingError: no rule"):
        building.game_module("heartcatchers", lambda said: None)


def test_the_logarithm_is_the_same_compiled_and_interpreted_and_close_to_the_true_one():
    numbers = [1.0, 2.0, 3.0, 200.0, 201.0, 1000.5, 65536.0, 1048575.0, *(float(n) for n in range(4, 400, 7))]
    plain = getattr(log, "py_func", log)
    for x in numbers:
        assert float(plain(x)) == float(log(x))
        assert abs(float(plain(x)) - np.log(x)) <= 2 * np.spacing(np.log(max(x, 2.0)))
