"""Playthroughs and counts: every game, mode and seat count has them, and they still come out the same."""

import json

import pytest

import golden
from parlour.engine import registry

VARIANTS = [(name, *variant) for name in registry.names() for variant in golden.variants(name)]


@pytest.mark.parametrize(("name", "mode", "seats"), VARIANTS)
def test_playthrough(name, mode, seats):
    path = golden.playthrough_path(name, mode, seats)
    assert path.exists(), f"write it: python tests/golden.py --write {name}"
    assert golden.playthrough(registry.load(name), mode, seats).splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", registry.names())
def test_counts(name):
    path = golden.counts_path(name)
    assert path.exists(), f"write them: python tests/golden.py --write {name}"
    assert golden.counts(registry.load(name)) == json.loads(path.read_text("utf-8"))
