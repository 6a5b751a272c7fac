"""Link late: a function that only compiled code calls stays intermediate code until one that Python calls needs it.

Numba optimises and assembles every function with all that it calls, and does so again in every caller: that is two
thirds of its time. Here a nested function stops at its own intermediate code. A function that Python calls (a root)
collects the code of all that it can reach, optimises it once and is cached with its machine code. Nothing else is
cached.

This uses parts of Numba that are not public, so pyproject.toml pins Numba's minor version. If a part is missing,
importing this module fails, and `parlour.engine.jit` compiles the stock way and logs that.
"""

# What is not public has no types either.
# mypy: disable-error-code="misc,attr-defined,untyped-decorator"

import glob
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from filelock import FileLock
from numba.core import types
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.extending import lower_cast

LOG = logging.getLogger(__name__)

# What is used here and is not public.
PRIVATE: dict[Any, tuple[str, ...]] = {
    JITCodeLibrary: ("_finalize_specific", "_get_module_for_linking", "_optimize_final_module", "finalize"),
    Compiler: ("compile_extra",),
    Flags: ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper"),
    FunctionCache: ("load_overload", "save_overload"),
    CPUDispatcher: ("_compile_for_args", "add_overload", "compile", "enable_caching", "get_call_template"),
}

# Qualified names of the functions that are being compiled, outermost first. Numba compiles in one thread at a time.
COMPILING: list[str] = []
# Told the qualified name of a root whose compiling begins.
WATCHERS: list[Callable[[str], None]] = []
# Told the qualified name of a root that was found in the cache.
FINDERS: list[Callable[[str], None]] = []
# Qualified names of the roots that could not be cached.
UNSAVED: list[str] = []

ENVIRONMENT = "_ZN08NumbaEnv"


def check_numba(private: dict[Any, tuple[str, ...]]) -> None:
    """Whether this Numba has what is used of it; `page/retarget.py` uses more than is listed above."""
    for owner, names in private.items():
        for name in names:
            if not hasattr(owner, name):
                raise ImportError(f"Numba has no {owner.__name__}.{name}")


check_numba(PRIVATE)


class Nested:
    """Stands where a function that Python can call would stand."""


class LateLibrary(JITCodeLibrary):
    """The code of one function; of a nested one without what it calls."""

    nested = False
    # Whether nested functions are optimised with what they call before they are linked in.
    thorough = False
    levels: "LateLibrary | None" = None

    def finalize(self) -> None:
        if self.nested:
            self._finalized = True
            return
        self._linking_libraries = list(self.optimised_calls() if self.thorough else self.reached())
        super().finalize()

    def reached(self) -> Iterator[Any]:
        """All libraries that this one needs, directly or by way of nested ones."""
        seen: set[Any] = set()
        waiting = self._linking_libraries[::-1]
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen.add(library)
                yield library
                waiting += library._linking_libraries[::-1] if is_nested(library) else ()

    def optimised_calls(self) -> Iterator[Any]:
        """The libraries that this one calls, each optimised with all that it calls itself."""
        for library in dict.fromkeys(self._linking_libraries):
            yield library.optimised() if is_nested(library) else library

    def optimised(self) -> "LateLibrary":
        if self.levels is None:
            self.levels = LateLibrary(self._codegen, self._name)
            self.levels._final_module = self._final_module.clone()
            self.levels._reload_init = set(self._reload_init)
            for library in self.optimised_calls():
                self.levels._reload_init |= library._reload_init
                self.levels._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self.levels._optimize_final_module()
            self.levels._finalized = True
        return self.levels

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        # Numba does this for each function with machine code of its own.
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT) and (found := lookup_environment(variable.name)) is not None:
                self._codegen.set_env(variable.name, found)


def is_nested(library: Any) -> bool:
    return isinstance(library, LateLibrary) and library.nested


class LateCompiler(Compiler):
    """Numba's own passes, with a library that links late; only a root gets a wrapper for Python."""

    def __init__(self, *parts: Any) -> None:
        """The parts are Numba's; the last but one are the flags."""
        self.nested = len(COMPILING) > 1
        flags = parts[-2]
        flags.no_compile = flags.no_cpython_wrapper = self.nested
        flags.no_cfunc_wrapper = True
        super().__init__(*parts)

    def compile_extra(self, func: Any) -> Any:
        library = LateLibrary(self.state.targetctx.codegen(), func.__qualname__)
        library.nested, library.thorough = self.nested, getattr(func, "thorough", False)
        library.enable_object_caching()
        self.state.library = library
        return super().compile_extra(func)


class RootCache(FunctionCache):
    """Numba's cache of a function, for roots alone. Whoever misses waits for another process that is compiling it."""

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)
        self.name = py_func.__qualname__
        self.lock: FileLock | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if len(COMPILING) > 1:
            return None
        found = self.look(sig, target_context)
        if found is None:
            self.take_lock()
            found = self.look(sig, target_context, mend=True)
        for tell in WATCHERS if found is None else FINDERS:
            tell(self.name)
        return found

    def look(self, sig: Any, target_context: Any, mend: bool = False) -> Any:
        """What is cached; a file that cannot be read counts as missing and is deleted by whoever holds the lock."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as fault:  # a damaged pickle raises anything
            if mend:
                LOG.warning("%s is compiled anew: its cache is damaged (%r)", self.name, fault)
                self.forget()
            return None

    def forget(self) -> None:
        index = Path(self._cache_file._index_path)
        for file in (index, *index.parent.glob(f"{glob.escape(index.stem)}.*.nbc")):
            with suppress(OSError):
                file.unlink()

    def take_lock(self) -> None:
        try:
            self._impl.locator.ensure_cache_path()
            self.lock = FileLock(f"{self._cache_path}/{self.name}.lock")
            self.lock.acquire()
        except OSError as fault:
            self.lock = None
            LOG.warning("%s is compiled without a lock: %s", self.name, fault)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache what was compiled; on a full disk it is used all the same, in this process alone."""
        if data.entry_point is None:
            return
        try:
            super().save_overload(sig, data)
        except OSError as fault:
            UNSAVED.append(self.name)
            LOG.warning("%s is compiled, but cannot be cached: %s", self.name, fault)

    def release(self) -> None:
        if self.lock is not None:
            self.lock.release()
            self.lock = None


def widened(kind: Any) -> Any:
    """The type that a nested function is compiled for: one integer, whatever its width or value, and one kind of array.

    Without this `below(rng, 6)` and `below(rng, n)` are two functions, and so are `legal` with room in a record and
    `legal` with room in an array, each with all that it calls.
    """
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer) and kind.signed:
        return types.int64
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, kind.layout)
    return kind


@lower_cast(types.NestedArray, types.Array)
def use_nested_array(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
    """Both kinds of array are the same struct."""
    return val


class LateDispatcher(CPUDispatcher):
    """A compiled function that is linked when Python calls it."""

    # Turns an error of Numba into one that says where in the rules it is.
    explain: Callable[[Any, tuple[Any, ...], Exception], Exception] | None = None

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class=LateCompiler)

    def enable_caching(self) -> None:
        self._cache = RootCache(self.py_func)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called for a call from Python that no compiled version fits."""
        try:
            return super()._compile_for_args(*args, **kws)
        except OSError:
            raise
        except Exception as fault:  # a field that is not there is a KeyError of Numba's
            explained = LateDispatcher.explain and LateDispatcher.explain(self.py_func, args, fault)
            raise explained or fault from None

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock:
            COMPILING.append(self.py_func.__qualname__)
            try:
                if len(COMPILING) == 1:
                    self.forget_nested(sig)
                return super().compile(sig)
            finally:
                COMPILING.pop()
                if not COMPILING and isinstance(self._cache, RootCache):
                    self._cache.release()

    def forget_nested(self, sig: Any) -> None:
        """Python calls what was nested until now: it will be compiled as a root."""
        known = self.overloads.get(tuple(sig)) if isinstance(sig, tuple) else None
        if known is not None and isinstance(known.entry_point, Nested):
            del self.overloads[tuple(sig)]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template([widened(a) for a in args], {name: widened(a) for name, a in kws.items()})

    def add_overload(self, cres: Any) -> None:
        if cres.entry_point is not None:
            return super().add_overload(cres)
        nested = cres._replace(entry_point=Nested())
        self.targetctx.insert_user_function(nested.entry_point, nested.fndesc, [nested.library])
        self.overloads[tuple(nested.signature.args)] = nested
        return None
