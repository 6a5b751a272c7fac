#!/usr/bin/env python3
"""Set up Parlour on a fresh machine and start it: `python3 play.py`.

    python3 play.py              play: opens the shelf; games are compiled while you look around
    python3 play.py test         install what the tests need and run them all, lint included
    python3 play.py check        lint, types and imports alone
    python3 play.py bench        the long studies and benchmarks
    python3 play.py lab          install what studies need (docs/lab), then the same as parlour lab
    python3 play.py install      make everything ready, the pages too, and start nothing: for a server
    python3 play.py pages        write the page that needs no server: python3 play.py pages --out FOLDER
    python3 play.py wheel        build a wheel and an sdist with the pages inside, into dist/
    python3 play.py ARGUMENTS    any command of parlour, such as: python3 play.py rules heartcatchers

Afterwards .venv/bin/parlour is the same command without set-up: .venv/bin/parlour rules heartcatchers

Needs Python 3.11 or newer and nothing else; everything is installed into the folder .venv beside this file.
This file is one that even Python 2 can read, so that an old Python is told so; the work is in set_up/.
"""

import os
import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  (whoever runs this may have any Python)
        sys.stderr.write("Parlour needs Python 3.11 or newer; this is %s.\n" % sys.version.split()[0])  # noqa: UP031
        sys.exit(2)
    # Python leaves this folder out if it is told to be safe (PYTHONSAFEPATH).
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
    from set_up.commands import main_in_one_sentence

    sys.exit(main_in_one_sentence(sys.argv[1:]))
