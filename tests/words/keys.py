"""Every line that a module can make, read from its source: the possible keys and the fields that each is given.

A key may be a literal, a choice between readable keys, an f-string of readable parts, a cell of a table (a dict or a
tuple of the module), a variable or an argument that is given one of these, or a call of a helper that returns one.
Anything else is unreadable, and a test fails: such a place needs a table of keys.
"""

import ast
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

MAKERS = ("line", "Line", "text")
# The parameters of `line` that are not fields of the sentence.
NOT_FIELDS = ("key", "clause", "hold")

Env = dict[str, Callable[[], list[Any]]]
Function = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Said:
    """One key with the fields that one place in the source gives it."""

    key: str
    fields: frozenset[str]
    where: str


class Unreadable(Exception):
    """A key or a set of fields that cannot be told from the source."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


class Source:
    """A module: its tree, its functions by name, and what its globals hold."""

    def __init__(self, path: Path, module: str, makers: tuple[str, ...] = MAKERS) -> None:
        self.makers = makers
        self.path, self.globals = path, vars(importlib.import_module(module))
        self.tree = parsed(path)
        self.functions = {n.name: n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef)}

    def said(self) -> Iterator[Said]:
        for function, call in self.calls(*self.makers):
            if function is not None and function.name in self.makers:
                continue
            for env in self.environments(function, call):
                where = f"{self.path.name}:{call.lineno}"
                try:
                    keys, fields = self.values(call.args[0], function, env), self.fields(call, function, env)
                except Unreadable as error:
                    raise Unreadable(f"{where}: {error}") from None
                yield from (Said(key, fields, where) for key in keys)

    def calls(self, *names: str) -> Iterator[tuple[ast.FunctionDef | None, ast.Call]]:
        """Every call of these functions, with the function that it stands in."""
        inside = {id(n): f for f in self.functions.values() for n in ast.walk(f)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and called(node.func) in names:
                yield inside.get(id(node)), node

    # What an argument of the enclosing function can be

    def environments(self, function: ast.FunctionDef | None, call: ast.Call) -> list[Env]:
        """One for each way in which the function is called, if what it is given decides the key or the fields."""
        if function is None or not self.depends(function, call):
            return [{}]
        users = [path for path in sorted(self.path.parent.rglob("*.py")) if self.is_used_in(path, function)]
        found = [given_elsewhere(function, user) for user in users]
        for caller, outer in self.calls(function.name):
            for env in self.environments(caller, outer):
                found.append(self.bind(function, outer, caller, env))
        return found or [{}]

    def is_used_in(self, path: Path, function: ast.FunctionDef) -> bool:
        """Whether another module imports a function of this one, or calls it by the module's name."""
        if path == self.path:
            return False
        for node in ast.walk(parsed(path)):
            match node:
                case ast.ImportFrom(module=module) if (module or "").split(".")[-1] == self.path.stem:
                    if any(alias.name == function.name for alias in node.names):
                        return True
                case ast.Attribute(value=ast.Name(id=self.path.stem), attr=function.name):
                    return True
        return False

    def depends(self, function: ast.FunctionDef, call: ast.Call) -> bool:
        parameters = {a.arg for a in function.args.args}
        if function.args.kwarg:
            parameters.add(function.args.kwarg.arg)
        deciding = [call.args[0], *(k.value for k in call.keywords if k.arg is None)]
        return any(isinstance(n, ast.Name) and n.id in parameters for d in deciding for n in ast.walk(d))

    def bind(self, function: ast.FunctionDef, call: ast.Call, caller: ast.FunctionDef | None, env: Env) -> Env:
        names = [a.arg for a in function.args.args]
        given = dict(zip(names, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg in names}
        bound: Env = {n: (lambda v=v: self.values(v, caller, env)) for n, v in given.items()}  # type: ignore[misc]
        if function.args.kwarg:
            extra = [k.arg for k in call.keywords if k.arg not in names]
            bound[function.args.kwarg.arg] = lambda: [dict.fromkeys(extra)]
        return bound

    # What an expression can be

    def values(self, node: ast.expr, function: ast.FunctionDef | None, env: Env) -> list[Any]:
        def again(inner: ast.expr) -> list[Any]:
            return self.values(inner, function, env)

        match node:
            case ast.Constant():
                return [node.value]
            case ast.IfExp():
                return again(node.body) + again(node.orelse)
            case ast.JoinedStr():
                return ["".join(map(str, parts)) for parts in product(*(again(v) for v in node.values))]
            case ast.FormattedValue():
                return again(node.value)
            case ast.Tuple():
                return list(product(*(self.maybe(e, function, env) for e in node.elts)))
            case ast.Dict():
                return [{k.value: None for k in node.keys if isinstance(k, ast.Constant)}]
            case ast.Subscript():
                return [cell for table in again(node.value) for cell in cells(table)]
            case ast.Name():
                return self.named(node.id, function, env)
            case ast.Attribute(value=ast.Name(id="S" | "M")):
                return [getattr(self.globals[node.value.id], node.attr)]
            case ast.Call(func=ast.Attribute(attr="get")):
                return [c for t in again(node.func.value) for c in cells(t)] + again(node.args[1])
            case ast.Call(func=ast.Name()) if node.func.id in self.functions:
                return self.returned(self.functions[node.func.id], self.bind_call(node, function, env))
        raise Unreadable(f"cannot read {ast.unparse(node)!r}")

    def bind_call(self, call: ast.Call, function: ast.FunctionDef | None, env: Env) -> Env:
        assert isinstance(call.func, ast.Name)
        return self.bind(self.functions[call.func.id], call, function, env)

    def maybe(self, node: ast.expr, function: ast.FunctionDef | None, env: Env) -> list[Any]:
        """Cells of a tuple that are no keys need not be readable."""
        try:
            return self.values(node, function, env)
        except Unreadable:
            return [None]

    def returned(self, function: ast.FunctionDef, env: Env) -> list[Any]:
        returns = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value is not None]
        return [value for r in returns for value in self.values(r, function, env)]

    def named(self, name: str, function: ast.FunctionDef | None, env: Env) -> list[Any]:
        if name in env:
            return env[name]()
        found = [] if function is None else self.assigned(name, function, env)
        if found:
            return found
        if name in self.globals:
            return [self.globals[name]]
        raise Unreadable(f"cannot tell what {name!r} is")

    def assigned(self, name: str, function: ast.FunctionDef, env: Env) -> list[Any]:
        """Everything that a local variable is set to."""
        found = []
        for node in ast.walk(function):
            if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
                if node.target.id == name:
                    found += [cell for row in self.values(node.iter, function, env) for cell in cells(row)]
            targets = node.targets if isinstance(node, ast.Assign) else []
            for target in targets:
                if isinstance(target, ast.Name) and target.id == name:
                    found += self.values(node.value, function, env)
                elif isinstance(target, ast.Tuple):
                    at = [i for i, t in enumerate(target.elts) if isinstance(t, ast.Name) and t.id == name]
                    found += [row[i] for i in at for row in self.values(node.value, function, env)]
        return found

    def fields(self, call: ast.Call, function: ast.FunctionDef | None, env: Env) -> frozenset[str]:
        names = {k.arg for k in call.keywords if k.arg}
        if isinstance(call.func, ast.Name) and call.func.id == "Line":
            given = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "fields")]
            return frozenset(name for d in given for table in self.values(d, function, env) for name in table)
        for keyword in (k for k in call.keywords if k.arg is None):
            tables = self.values(keyword.value, function, env)
            if len({frozenset(t) for t in tables}) != 1:
                raise Unreadable(f"cannot tell which fields {ast.unparse(keyword.value)!r} has")
            names |= set(tables[0])
        return frozenset(names) - set(NOT_FIELDS if self.makers == MAKERS else ())


def given_elsewhere(function: ast.FunctionDef, user: Path) -> Env:
    """The arguments that another module gives: none can be a key, since they are not read."""

    def unreadable() -> list[Any]:
        raise Unreadable(f"{function.name!r} takes a key, and what {user.name} gives is not read")

    return {a.arg: unreadable for a in (*function.args.args, function.args.kwarg) if a}


def called(function: ast.expr) -> str | None:
    """The name of a function; views say `sight.text`."""
    match function:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="sight"), attr=name):
            return name
    return None


def cells(table: Any) -> list[Any]:
    """What a table of a module holds; keys that stand in it by something else than a string are its cells."""
    if isinstance(table, dict):
        return list(table.values())
    if isinstance(table, (tuple, list)):
        return list(table)
    raise Unreadable(f"{table!r} is not a table")
