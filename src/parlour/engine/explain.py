"""Where in the rules a fault is that Numba finds while it compiles: the failing call is run as plain Python."""

import re
import sys
import time
import traceback
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np

# Longer than this, the call is not the one that fails at once.
SECONDS = 5.0
PLACE = re.compile(r'File "([^"]+)", line (\d+)')


class RuleFault(ValueError):
    """A rule cannot be compiled; says file, line and why."""


class TooLong(Exception):
    """The call goes on and on; it is no use to run it to its end."""


def explain(fn: Any, args: tuple[Any, ...], fault: Exception) -> RuleFault:
    """A fault of Numba as one that names file and line of the rule."""
    found = run_interpreted(fn, args)
    if isinstance(found, RuleFault):
        return found
    places = PLACE.findall(str(fault))
    file, line = places[0] if places else (fn.__code__.co_filename, fn.__code__.co_firstlineno)
    return RuleFault(f"{place(file, int(line))}: Numba cannot compile this; interpreted it runs. {reason(fault)}")


def run_interpreted(fn: Any, args: tuple[Any, ...]) -> RuleFault | None:
    """Call a function and all that it calls as plain Python, on copies of its arguments; what went wrong, if it did."""
    made: dict[Any, Any] = {}
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    tracer, end = sys.gettrace(), time.monotonic() + SECONDS

    def watch(*_: Any) -> Any:
        if time.monotonic() > end:
            raise TooLong
        return watch  # for every line, too: a loop need not call anything

    call = interpreted(fn, made)
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            sys.settrace(watch)
            try:
                call(*copies)
            finally:
                sys.settrace(tracer)
    except RuleFault as deeper:
        return deeper
    except TooLong:
        return None
    except Exception as error:
        return name_fault(error, {f.__code__ for f in made.values() if isinstance(f, types.FunctionType)})
    return None


def interpreted(thing: Any, made: dict[Any, Any]) -> Any:
    """A copy of a function, or of a module, in which what was compiled is plain Python."""
    thing = getattr(thing, "py_func", thing)
    if thing in made:
        return made[thing]
    if isinstance(thing, types.ModuleType):
        made[thing] = types.SimpleNamespace()
        made[thing].__dict__.update({name: plain(value, made) for name, value in vars(thing).items()})
        return made[thing]
    names = dict(thing.__globals__)
    made[thing] = types.FunctionType(thing.__code__, names, thing.__name__, thing.__defaults__, thing.__closure__)
    for name in thing.__code__.co_names:
        if name in names:
            names[name] = plain(names[name], made)
    return made[thing]


def plain(value: Any, made: dict[Any, Any]) -> Any:
    return interpreted(value, made) if is_compiled(value) or holds_rules(value) else value


def is_compiled(value: Any) -> bool:
    return isinstance(getattr(value, "py_func", None), types.FunctionType)


def holds_rules(value: Any) -> bool:
    return isinstance(value, types.ModuleType) and any(map(is_compiled, vars(value).values()))


def name_fault(error: Exception, codes: set[types.CodeType]) -> RuleFault:
    """The innermost line of a rule on the way to an error."""
    frames = [(f, line) for f, line in traceback.walk_tb(error.__traceback__) if f.f_code in codes]
    if not frames:
        return RuleFault(f"{type(error).__name__}: {error}")
    frame, line = frames[-1]
    summary = traceback.FrameSummary(frame.f_code.co_filename, line, frame.f_code.co_name)
    where = f"{place(summary.filename, line)}, in {summary.name}"
    return RuleFault(f"{where}: {summary.line}\n{type(error).__name__}: {error}")


def place(file: str, line: int) -> str:
    """File and line, the file as seen from here."""
    path = Path(file)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}, line {line}"


def reason(fault: Exception) -> str:
    """What Numba says, in one line."""
    lines = [line.strip() for line in str(fault).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "File", "-", "During", "<source"))]
    return f"Numba: {told[0]}" if told else ""
