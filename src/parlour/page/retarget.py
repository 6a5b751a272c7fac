"""Numba's code generator, set to WebAssembly: for a process of its own, in which nothing compiled can run.

This uses more parts of Numba that are not public than late linking does, and checks them in the same way. It has to be
done before anything is compiled; rules that are called while modules are imported run interpreted.
"""

# What is not public has no types either.
# mypy: disable-error-code="misc,attr-defined,no-untyped-call,method-assign,assignment"

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding
from numba.core import cgutils, codegen, types
from numba.core.cpu import CPUContext
from numba.core.dispatcher import _DispatcherBase
from numba.core.registry import cpu_target

from parlour.engine import linking

TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has.
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"

PRIVATE: dict[Any, tuple[str, ...]] = {
    CPUContext: ("call_conv", "get_executable", "get_value_type", "make_array"),
    codegen.CPUCodeLibrary: ("_finalize_final_module", "_get_module_for_linking"),
    codegen.JITCodeLibrary: ("_finalize_specific",),
    codegen.JITCPUCodegen: ("_create_empty_module", "_module_pass_manager", "set_env"),
    _DispatcherBase: ("add_overload",),
}
# Of the code generator itself.
OF_GENERATOR = ("_data_layout", "_target_data", "_tm")


class Nowhere:
    """Stands where something that can be called would stand."""


def retarget() -> Any:
    """From here on Numba compiles for WebAssembly alone; its target machine."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    linking.check_numba(PRIVATE)
    generator = cpu_target.target_context.codegen()
    for name in OF_GENERATOR:
        if not hasattr(generator, name):
            raise ImportError(f"Numba's code generator has no {name}: this version cannot be set to WebAssembly")
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, cpu="generic", features=FEATURES, reloc="static", codemodel="default"
    )
    generator._tm = machine
    generator._target_data = machine.target_data
    generator._data_layout = str(machine.target_data)
    codegen.CPUCodeLibrary._finalize_final_module = finish_nothing
    codegen.JITCodeLibrary._finalize_specific = lambda library: None
    codegen.JITCPUCodegen.set_env = lambda generator, name, env: None
    CPUContext.get_executable = lambda context, library, fndesc, env: Nowhere()
    _DispatcherBase.add_overload = keep_overload
    linking.LateDispatcher.__call__ = lambda dispatcher, *arguments: dispatcher.py_func(*arguments)
    return machine


def finish_nothing(library: Any) -> None:
    """Nothing is assembled: its intermediate code is linked with that of the others."""
    library._finalized = True


def keep_overload(dispatcher: Any, cres: Any) -> None:
    """Numba's own helpers are known to the compiler, and nobody can call them."""
    dispatcher.overloads[tuple(cres.signature.args)] = cres


@contextmanager
def nested() -> Iterator[None]:
    """Whatever is compiled meanwhile stays intermediate code, as a function does that only others call."""
    linking.COMPILING.append("page")
    try:
        yield
    finally:
        linking.COMPILING.pop()


def clean(text: str) -> str:
    """Intermediate code without what holds for the processor that Numba meant."""
    text = re.sub(r"= common (dso_local )?(local_unnamed_addr )?global", "= weak global", text)
    return re.sub(r'"(probe-stack|target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)


def parsed(text: str) -> Any:
    module = binding.parse_assembly(cgutils.normalize_ir_text(text))
    module.triple, module.data_layout = TRIPLE, cpu_target.target_context.codegen()._data_layout
    return module


def optimise(module: Any) -> None:
    """Numba's own passes, as it uses them for a function with all that it calls; nothing is vectorised."""
    generator = cpu_target.target_context.codegen()
    for level in ({"opt": 0, "cost": "cheap"}, {}):
        passes, builder = generator._module_pass_manager(loop_vectorize=False, slp_vectorize=False, **level)
        passes.run(module, builder)
    module.verify()


def array_value(builder: Any, kind: types.Array, data: Any, count: Any) -> Any:
    """An array of Numba's made of a pointer and a count."""
    context = cpu_target.target_context
    size = kind.dtype.size if isinstance(kind.dtype, types.Record) else kind.dtype.bitwidth // 8
    made = context.make_array(kind)(context, builder)
    made.data = builder.bitcast(data, made.data.type)
    made.shape = cgutils.pack_array(builder, [count])
    made.strides = cgutils.pack_array(builder, [count.type(size)])
    made.nitems, made.itemsize = count, count.type(size)
    return made._getvalue()
