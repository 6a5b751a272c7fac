"""A study that is interrupted ends what it has started."""

import os
import shlex
import signal
import subprocess


def leave_in_order():
    """From now on ctrl-C and SIGTERM go by way of every `finally`, once."""
    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)


def leave(number, frame):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(128 + number)


def run_to_end(command, **options):
    """Run a command that may start others; whoever ends the study ends all of them."""
    # In a session of its own, so that ctrl-C does not reach it twice.
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True, **options)
    try:
        code = process.wait()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    if code:
        raise SystemExit(f"{shlex.join(map(str, command))} ended with code {code}")
