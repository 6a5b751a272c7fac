"""What is too large or too deep is refused before it is parsed; counts of work, no clock."""

import json
import sys
import tomllib
import tracemalloc
from pathlib import Path

import pytest

from parlour.engine import bounded, registry
from parlour.engine.bounded import MAX_DEPTH, MAX_TOML_BYTES, MAX_TOML_STRING, Unbounded, check_toml, load_toml
from parlour.engine.edition import EditionError
from parlour.engine.log import MAX_ENTRIES, MAX_SAVE_BYTES, Frozen, SaveError, decode
from parlour.engine.match import Match
from parlour.server.settings import read_settings
from parlour.terminal.running import read_running

DEEP = "a" + ".a" * 20_000 + " = 1"


@pytest.fixture
def unparsed(monkeypatch):
    """Fails if anything is parsed at all."""
    monkeypatch.setattr(bounded.tomllib, "loads", lambda _: pytest.fail("this was parsed"))


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (DEEP, 1, "a key has at most 16 parts"),
        (f"# so\n\n[{DEEP[:-4]}]", 3, "a key has at most 16 parts"),
        ("x = 1\na" + ' . "a.a" ' * 20 + "= 1", 2, "a key has at most 16 parts"),
        ("x = 1\nt = {a" + ".'a'" * 20 + " = 1}", 2, "a key has at most 16 parts"),
        ('x = {t = """b"""", k' + ".k" * 20 + ' = "c"}', 1, "a key has at most 16 parts"),
        ("x = '''b''''\ny" + ".y" * 20 + " = 'c'", 2, "a key has at most 16 parts"),
        ("x = [\n" + "[" * 20, 2, "nested too deeply"),
        ("x = " + "{a = " * 20, 1, "nested too deeply"),
        ("x = 1\ny = " + "9" * (MAX_TOML_STRING + 1), 2, "a key or a number has at most 10,000 characters"),
        ('x = 1\ny = "' + "9" * MAX_TOML_STRING + '"', 2, "a text has at most 10,000 characters"),
        ('x = 1\ny = """' + "9\n" * MAX_TOML_STRING, 2, "a text has at most 10,000 characters"),
        ("x = 1\n" * MAX_TOML_BYTES, 1, "at most 250,000 bytes"),
        ("é" * (MAX_TOML_BYTES // 2 + 1), 1, "at most 250,000 bytes"),
    ],
)
def test_toml_is_refused_before_it_is_parsed(unparsed, text, line, sentence):
    with pytest.raises(Unbounded, match=sentence) as error:
        load_toml(text)
    assert error.value.line == line


@pytest.mark.parametrize("game", registry.names())
def test_what_is_meant_to_be_read_passes(game):
    for path in (Path(sys.modules["parlour.games"].__path__[0]) / game).glob("*.toml"):
        assert load_toml(path.read_text("utf-8")) == tomllib.loads(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        'x = "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s [[[[[[[[[[[[[[[[[[ # \\" "',
        "x = 'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s [[[[[[[[[[[[[[[[[[ \\'",
        'x = """\n[[[[[[[[[[[[[[[[[[[[[[[ "" \\""" .................... """""',
        "x = '''\n[[[[[[[[[[[[[[[[[[[[[[[ '' .................... '''''",
        "# [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ ....................\n" + ".".join("a" * MAX_DEPTH) + " = 1",
    ],
)
def test_quotes_and_comments_do_not_count(text):
    check_toml(text)
    tomllib.loads(text)


def test_an_edition_of_one_long_key_is_refused_with_its_place(unparsed, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f"# mine\n{DEEP}")
    with pytest.raises(EditionError, match=r"mine.toml:2: a key has at most 16 parts"):
        registry.load("heartcatchers").edition(path)


def saved(tmp_path, **changes):
    match = Match.deal("heartcatchers", seed=1)
    match.save(tmp_path / "x.json")
    data = json.loads((tmp_path / "x.json").read_text())
    data["edition"] |= changes.pop("edition", {})
    return json.dumps(data | changes).encode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(DEEP, "x is damaged: the edition in x:1: a key"), ("#" * 2_500_000, "x is damaged.*<= 250000")],
)
def test_editions_in_saves_have_the_same_limits(tmp_path, text, sentence):
    with pytest.raises(SaveError, match=sentence):
        Match.thaw(Frozen(decode(saved(tmp_path, edition={"text": text, "hash": "0"}), "x")), "x")


@pytest.mark.parametrize(
    "changes",
    [
        {"log": ["x"] * (MAX_ENTRIES + 1)},
        {"log": ["x" * 10_001]},
        {"state": "A" * 100_001},
        {"game": "x" * 201},
        {"undos": 10**30},
        {"draws": [{"start": 0, "commitment": "x" * 201}]},
        {"draws": [{"start": 0, "commitment": "x", "nonces": ["x"] * 9}]},
        {"renewals": [{"ply": 0, "version": 1, "state": ""}] * 1001},
    ],
)
def test_lists_texts_and_numbers_of_saves_have_an_end(tmp_path, changes):
    with pytest.raises(SaveError, match="x is damaged"):
        decode(saved(tmp_path, **changes), "x")


@pytest.mark.parametrize(
    "value", ["[" * 2_000_000, "9" * 4_000_000, '"' + "x" * 4_000_000 + '"', "[" + "[]," * 900_000]
)
@pytest.mark.parametrize("field", ["parlour", "log", "more"])
def test_hostile_saves_are_a_short_sentence(field, value):
    with pytest.raises(SaveError) as error:
        decode(b'{"parlour": 2, "%s": %s}' % (field.encode(), value.encode()), "x.json")
    assert len(str(error.value)) < 500


def test_nothing_is_made_of_what_does_not_belong_to_a_save():
    data = b'{"parlour": 2, "more": [' + b"[]," * 1_000_000 + b"[]]}"
    tracemalloc.start()
    with pytest.raises(SaveError, match="unknown field `more`"):
        decode(data, "x.json")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1_000_000


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'{"running": 2, "more": [' + b"[]," * 1_000_000 + b"[]]}", "unknown field `more`|missing required field"),
        (b'{"running": ' + b"[" * 2_000_000, "is damaged"),
        (b'{"running": ' + b"9" * 4_000_000 + b"}", "in format '9"),
        (b'{"running": 2' + b" " * MAX_SAVE_BYTES, "is larger than 5 MB"),
    ],
    ids=["much that does not belong", "deep", "huge number", "large"],
)
def test_running_games_have_the_limits_of_saves(tmp_path, data, sentence):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    tracemalloc.start()
    with pytest.raises(SaveError, match=sentence) as error:
        read_running(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(str(error.value)) < 500
    assert most < 4 * len(data)


def test_settings_have_the_same_limits(unparsed, tmp_path):
    path = tmp_path / "parlour.toml"
    path.write_text(DEEP)
    with pytest.raises(ValueError, match=r"parlour.toml is no TOML: a key has at most 16 parts"):
        read_settings({}, {}, str(path))
