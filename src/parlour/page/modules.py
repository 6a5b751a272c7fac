"""A game as a WebAssembly module: its kernels, those of its bots and its askable rules, and a description for the host.

    python -m parlour.page.modules GAME FOLDER

writes GAME.wasm and GAME.json. The description says for every function what it takes (an array as an address and a
count, or a number) and what it returns; results of several numbers are written to an address.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # Before anything is compiled, and so before any game is imported.
    from parlour.page.retarget import retarget

    MACHINE = retarget()

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target

from parlour.bots.bot import kernels_of
from parlour.bots.kernels import room
from parlour.engine import registry
from parlour.engine.game import Game
from parlour.engine.kernels import END, RUN
from parlour.page.linker import link
from parlour.page.retarget import TRIPLE, array_value, clean, nested, optimise, parsed

RUNTIME = Path(__file__).with_name("runtime.ll")
# Of the runtime: memory for the host, how many places are in use, and giving an answer's array back.
HELPERS = ("parlour_take", "parlour_live", "parlour_release")

GAME_KERNELS = (
    "new_game",
    "legal_moves",
    "legal_moves_of",
    "play_move",
    "hide_from",
    "see_move",
    "imagine_world",
    "worth_to",
    "random_walk",
    "random_games",
)
BOT_KERNELS = (
    "choose_randomly",
    "choose_move",
    "open_search",
    "look_at_world",
    "plant_tree",
    "search_more",
    "close_search",
)

POINTER, WIDE, SHORT = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(32)


def array_of(dtype: Any) -> types.Array:
    return types.Array(numba.from_dtype(dtype), 1, "C")


def argument_types(game: Game) -> dict[str, Any]:
    """The types of kernels' arguments, by their names; any other is a whole number."""
    state, edition = array_of(game.state.dtype), numba.typeof(game.base.record).copy(readonly=False)
    return {
        **dict.fromkeys(("E", "edition"), edition),
        **dict.fromkeys(("G", "H", "W"), state),
        "out": array_of(np.int64),
        "rng": array_of(np.uint64),
        "working": array_of(room.room_type(game.state.dtype, game.most, room.PAGE)),
        "specs": array_of(room.SPEC),
        "runs": array_of(RUN),
        "ends": array_of(END),
        "key": types.uint64,
    }


class Module:
    """What one module exports, while it is made."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = argument_types(game)
        self.shims = ir.Module("shims")
        self.libraries: list[Any] = []
        self.functions: dict[str, dict[str, Any]] = {}

    def add(self, name: str, kernel: Any, values: int = 0) -> None:
        """Compile a kernel, with so many numbers for its `*arguments`, and export it under a name."""
        code = kernel.py_func.__code__
        names = list(code.co_varnames[: code.co_argcount])
        kinds = [self.known.get(each, types.int64) for each in names]
        if code.co_flags & 4:
            names.append("arguments")
            kinds.append(types.Tuple([types.int64] * values) if not values else types.UniTuple(types.int64, values))
        with nested():
            kernel.compile(tuple(kinds))
        made = kernel.overloads[tuple(kinds)]
        self.libraries.append(made.library)
        self.functions[name] = shim(self.shims, name, made, names)

    def add_all(self) -> None:
        bots = kernels_of(self.game)
        for name in GAME_KERNELS:
            self.add(name, getattr(self.game.kernels, name))
        for name in BOT_KERNELS:
            self.add(name, getattr(bots, name))
        for asked in self.game.askable:
            self.add(f"ask_{asked.rule.__module__}_{asked.rule.__name__}", asked.kernel, len(asked.arguments))

    def linked(self) -> bytes:
        """The module: everything in one piece of intermediate code, optimised once."""
        self.shims.triple = TRIPLE
        # What calls comes first: a function that only others define is dropped from code that nobody calls yet.
        module = parsed(str(self.shims))
        module.link_in(parsed(RUNTIME.read_text("utf-8")))
        seen: set[Any] = set()
        for library in self.libraries:
            for one in (library, *library.reached()):
                if one not in seen:
                    seen.add(one)
                    module.link_in(one._get_module_for_linking(), preserve=True)
        module = parsed(clean(str(module)))
        kept = {*self.functions, *HELPERS}
        for function in module.functions:
            if not function.is_declaration and function.name not in kept:
                function.linkage = "internal"
        module.verify()
        optimise(module)
        return link(MACHINE.emit_object(module), kept)


def shim(module: ir.Module, name: str, made: Any, names: list[str]) -> dict[str, Any]:
    """A function with plain numbers that calls a kernel; what it takes and returns."""
    context = cpu_target.target_context
    kinds, returned = made.signature.args, made.signature.return_type
    takes: list[Any] = []
    for kind in kinds:
        if isinstance(kind, types.Array):
            takes += [POINTER, SHORT]
        else:
            takes += [WIDE] * (len(kind) if is_tuple(kind) else 1)
    several = is_tuple(returned)
    gives = ir.VoidType() if several or returned == types.none else number_type(returned)
    function = ir.Function(module, ir.FunctionType(gives, takes + [POINTER] * several), name)
    builder = ir.IRBuilder(function.append_basic_block())
    left = iter(function.args)
    values = []
    for kind in kinds:
        if isinstance(kind, types.Array):
            values.append(array_value(builder, kind, next(left), builder.zext(next(left), WIDE)))
        elif is_tuple(kind):
            values.append(context.make_tuple(builder, kind, [next(left) for _ in kind]))
        else:
            values.append(next(left))
    target = ir.Function(module, context.call_conv.get_function_type(returned, kinds), made.fndesc.mangled_name)
    status, got = context.call_conv.call_function(builder, target, returned, kinds, values)
    with builder.if_then(status.is_error):
        fault = module.globals.get("parlour_fault")
        fault = fault or ir.Function(module, ir.FunctionType(ir.VoidType(), [SHORT]), "parlour_fault")
        builder.call(fault, [status.code])
    if several:
        out = next(left)
        for i, (path, kind) in enumerate(numbers_in(returned)):
            if path[-1] < 0:
                value = array_part(builder, builder.extract_value(got, path[:-1]), kind, path[-1])
            else:
                value = plain_number(builder, builder.extract_value(got, path), kind)
            builder.store(value, builder.bitcast(builder.gep(out, [SHORT(8 * i)]), value.type.as_pointer()))
        builder.ret_void()
    elif returned == types.none:
        builder.ret_void()
    else:
        builder.ret(plain_number(builder, got, returned))
    return {"takes": names, "gives": kind_name(returned)}


def is_tuple(kind: Any) -> bool:
    return isinstance(kind, types.BaseTuple)


def numbers_in(kind: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The numbers of a tuple that may hold tuples and arrays, each with where it is.

    An array is what owns its memory, where its cells lie, and how many there are in each dimension; these have places
    below zero.
    """
    if is_tuple(kind):
        for i, part in enumerate(kind):
            yield from numbers_in(part, (*path, i))
    elif isinstance(kind, types.Array):
        if kind.layout != "C" or kind.dtype != types.int64:
            raise TypeError(f"a rule answers with {kind}: an array has to be of int64 and whole")
        yield from (((*path, -1 - i), kind) for i in range(2 + kind.ndim))
    else:
        yield path, kind


def array_part(builder: Any, value: Any, kind: Any, place: int) -> Any:
    """What owns an array, where its cells lie, or how many there are in a dimension."""
    made = cpu_target.target_context.make_array(kind)(cpu_target.target_context, builder, value=value)
    if place >= -2:
        return builder.ptrtoint(made.meminfo if place == -1 else made.data, WIDE)
    return builder.extract_value(made.shape, -3 - place)


def kind_name(kind: Any) -> Any:
    """What a result is called in the description; that of a tuple is a list."""
    if is_tuple(kind):
        return [kind_name(part) for part in kind]
    if isinstance(kind, types.Array):
        return f"array{kind.ndim}"
    if kind == types.none:
        return "none"
    return "float" if isinstance(kind, types.Float) else "bool" if isinstance(kind, types.Boolean) else "int"


def number_type(kind: Any) -> Any:
    return ir.DoubleType() if isinstance(kind, types.Float) else WIDE


def plain_number(builder: Any, value: Any, kind: Any) -> Any:
    """A number of Numba's in 64 bits."""
    if isinstance(kind, types.Float):
        return value
    if value.type.width == WIDE.width:
        return value
    return builder.sext(value, WIDE) if getattr(kind, "signed", False) else builder.zext(value, WIDE)


def write_module(name: str, folder: Path) -> None:
    game = registry.load(name)
    module = Module(game)
    module.add_all()
    code = module.linked()
    memory = room.room_type(game.state.dtype, game.most, room.PAGE)
    about = {"game": name, "functions": module.functions, "room": memory.itemsize}
    (folder / f"{name}.wasm").write_bytes(code)
    (folder / f"{name}.json").write_text(json.dumps(about, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    write_module(sys.argv[1], Path(sys.argv[2]))
