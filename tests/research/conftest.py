"""Gymnasium, PettingZoo and OpenSpiel lie in a folder of their own, where nothing else finds them."""

import sys

from places import ROOT

RESEARCH = ROOT / ".venv" / "research"
if not (RESEARCH / "gymnasium").is_dir():
    raise RuntimeError("packages for these tests are missing: `python3 play.py test tests/research` installs them")
# At the end: what Parlour itself is installed with comes first.
sys.path.append(str(RESEARCH))
