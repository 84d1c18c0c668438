"""Mutants of the functions of a package: one comparison, condition, number or statement moved by one step.

What mutmut and cosmic-ray do, but in the process that pytest runs in: a function gets the code of its mutant, and all
who hold it run that. Those start pytest for each mutant, which takes two seconds of the processor here, before any
test has run. Most mutants take a fifth of one.
"""

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from benchmarks.mutants_tests import Mutant

ROOT = Path(__file__).parent.parent
#: The name under which a function finds what notes that it ran.
_SEE = "_mutants_see"

_OTHERS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
}  # fmt: skip
_OTHER_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Function:
    """A function or method: its module, its path in it, and its syntax tree."""

    module: str
    name: str
    node: ast.FunctionDef

    @property
    def unit(self) -> str:
        """Its name for people: ``verify/km.py:count_km``."""
        return f"{self.module.removeprefix('setanon_sql.').replace('.', '/')}.py:{self.name}"


class Functions:
    """The functions of a package, and the tests' way to them."""

    def __init__(self, folder: Path) -> None:
        trees = {_module_name(path): ast.parse(path.read_text("utf-8")) for path in sorted(folder.glob("*.py"))}
        found = [Function(module, *one) for module, tree in trees.items() for one in _functions(tree)]
        self.functions = {one.unit: one for one in found}

    def mutants(self) -> Iterator[Mutant]:
        """Yield all mutants, function after function."""
        for function in self.functions.values():
            seen: dict[str, int] = {}
            for change, node in changes(function.node):
                seen[change] = seen.get(change, 0) + 1
                again = f" [{seen[change]}]" if seen[change] > 1 else ""
                yield Mutant(f"{function.unit}: {change}{again}", function.unit, ast.unparse(node))

    @contextmanager
    def recorded(self, see: Callable[[str], object]) -> Iterator[None]:
        """Have ``see`` told which functions run."""
        codes: list[tuple[FunctionType, CodeType]] = []
        for function in self.functions.values():
            node = deepcopy(function.node)
            node.body.insert(0, ast.parse(f"{_SEE}({function.unit!r})").body[0])
            vars(importlib.import_module(function.module))[_SEE] = see
            codes.append(_code(function, node))
        with _swapped(codes):
            yield

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """Have this mutant run in the place of its function."""
        function = self.functions[mutant.unit]
        node = ast.parse(mutant.text).body[0]
        assert isinstance(node, ast.FunctionDef)
        with _swapped([_code(function, node)]):
            yield


def _code(function: Function, node: ast.FunctionDef) -> tuple[FunctionType, CodeType]:
    """Return a function and the code that ``node`` would give it in its place."""
    module = importlib.import_module(function.module)
    live = _live(module, function.name)
    if "__class__" in live.__code__.co_freevars:  # what calls super() needs that, and so does its mutant
        node.body.insert(0, ast.Expr(ast.Name("__class__", ast.Load())))
    tree: ast.stmt = node
    for above in reversed(function.name.split(".")[:-1]):
        tree = ast.ClassDef(above, bases=[], keywords=[], body=[tree], decorator_list=[])
    code = compile(ast.fix_missing_locations(ast.Module([tree], [])), str(module.__file__), "exec", dont_inherit=True)
    return live, _inner(code, function.name)


@contextmanager
def _swapped(codes: Sequence[tuple[FunctionType, CodeType]]) -> Iterator[None]:
    before = [(function, function.__code__) for function, _ in codes]
    for function, code in codes:
        function.__code__ = code
    try:
        yield
    finally:
        for function, code in before:
            function.__code__ = code


def _module_name(path: Path) -> str:
    name = ".".join(path.resolve().relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def _functions(tree: ast.AST, above: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{above}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not _is_declared_only(node):
            yield f"{above}{node.name}", node


def _is_declared_only(node: ast.FunctionDef) -> bool:
    """Return whether a function is told by its first line alone: a method of a protocol, or an abstract one."""
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return not body


def _live(module: ModuleType, name: str) -> FunctionType:
    """Return the function of that name itself, without what decorates it."""
    found: Any = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = getattr(found, "fget", None) or getattr(found, "func", None) or getattr(found, "__func__", found)
    function = inspect.unwrap(found)
    assert isinstance(function, FunctionType), name
    return function


def _inner(code: CodeType, name: str) -> CodeType:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if name.startswith(f"{const.co_qualname}."):
                return _inner(const, name)
    raise LookupError(name)


def changes(function: ast.FunctionDef) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield each change of a function, in words, and the function that has it."""
    for at, node in enumerate(_walk(function)):
        for which, (words, _) in enumerate(_moved(node)):
            copy = deepcopy(function)
            place = next(islice(_walk(copy), at, None))
            moved = _moved(place)[which][1]
            _put(copy, place, moved)
            yield words, copy


def _walk(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what stands in the body of a function, but for texts and what is only of interest to readers."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        yield node
        if isinstance(node, ast.FunctionDef):
            waiting[:0] = node.body
        elif isinstance(node, ast.AnnAssign):
            waiting[:0] = [node.value] if node.value else []
        elif not isinstance(node, ast.Assert):
            waiting[:0] = ast.iter_child_nodes(node)


def _put(function: ast.FunctionDef, place: ast.AST, moved: ast.AST) -> None:
    class Putting(ast.NodeTransformer):
        def generic_visit(self, node: ast.AST) -> ast.AST:
            return moved if node is place else super().generic_visit(node)

    Putting().visit(function)


def _moved(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """Return what may stand in the place of a part of a function, each one step from it, and what that is in words."""
    for kinds, moves in _MOVES:
        if isinstance(node, kinds):
            return [(f"{_text(node)} -> {_text(moved)}", moved) for moved in moves(node)]
    return []


def _text(node: ast.AST) -> str:
    shown = node.test if isinstance(node, ast.If | ast.While) else node
    text = " ".join(ast.unparse(shown).split())
    return text if len(text) <= 100 else f"{text[:97]}..."


def _comparison(node: Any) -> list[ast.AST]:
    if len(node.ops) > 1 or type(node.ops[0]) not in _OTHERS:
        return []
    return [ast.Compare(node.left, [_OTHERS[type(node.ops[0])]()], node.comparators)]


def _conditions(node: Any) -> list[ast.AST]:
    fewer = [node.values[:at] + node.values[at + 1 :] for at in range(len(node.values))]
    return [ast.BoolOp(node.op, values) if len(values) > 1 else values[0] for values in fewer]


def _number(node: Any) -> list[ast.AST]:
    if isinstance(node.value, bool):
        return [ast.Constant(not node.value)]
    if not isinstance(node.value, int):
        return []
    return [ast.Constant(node.value + by) for by in (-1, 1) if node.value or by > 0]


def _operation(node: Any) -> list[ast.AST]:
    if isinstance(node.op, ast.BitOr):
        return [node.left]
    other = _OTHERS.get(type(node.op))
    return [ast.BinOp(node.left, other(), node.right)] if other else []


def _call(node: Any) -> list[ast.AST]:
    other = _OTHER_CALLS.get(getattr(node.func, "id", ""))
    return [ast.Call(ast.Name(other, ast.Load()), node.args, node.keywords)] if other else []


def _branch(node: Any) -> list[ast.AST]:
    if isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        return []
    return [type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)]


_MOVES: tuple[tuple[tuple[type, ...], Callable[[Any], list[ast.AST]]], ...] = (
    ((ast.Compare,), _comparison),
    ((ast.BoolOp,), _conditions),
    ((ast.UnaryOp,), lambda node: [node.operand] if isinstance(node.op, ast.Not) else []),
    ((ast.Constant,), _number),
    ((ast.BinOp,), _operation),
    ((ast.IfExp,), lambda node: [node.body, node.orelse]),
    ((ast.Call,), _call),
    ((ast.If, ast.While), _branch),
    ((ast.comprehension,), lambda node: [ast.comprehension(node.target, node.iter, [], 0)] if node.ifs else []),
    ((ast.AugAssign, ast.Expr), lambda node: [] if isinstance(node, ast.Expr) and _yields(node) else [ast.Pass()]),
    ((ast.Break,), lambda _: [ast.Continue()]),
    ((ast.Continue,), lambda _: [ast.Break()]),
)


def _yields(node: ast.Expr) -> bool:
    """Return whether a statement makes its function a generator: without it, it would be none."""
    return isinstance(node.value, ast.Yield | ast.YieldFrom)
