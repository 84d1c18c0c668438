"""Mutants of the queries in ``sql/``: one comparison, mark, constant, aggregate or join moved by one step."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from sqlglot import exp

from benchmarks.mutants_tests import Mutant
from setanon_sql.query import prepared, steps, templates
from setanon_sql.query.steps import Template

#: Marks that stand for text: they have no next value.
TEXTS = {
    *("path", "separator", "seed", "catalog", "schema", "name", "key", "blanks", "listed", "keep_non_generators"),
    *("alias", "ascii", "marks", "starts"),
}
#: Forms that DuckDB can run. Where a query has one for DuckDB, only tests that ask for the other run that.
FORMS = ("", "duckdb")

_SWAPPED: dict[type, type[exp.Binary]] = {exp.LT: exp.LTE, exp.LTE: exp.LT, exp.GT: exp.GTE, exp.GTE: exp.GT}
#: The step of a number on the right of a comparison that does what swapping the comparison does.
_SAME_AS_SWAPPED: dict[type, int] = {exp.LT: 1, exp.LTE: -1, exp.GT: -1, exp.GTE: 1}


class Queries:
    """The queries of a folder, and the tests' way to them."""

    def __init__(self, folder: Path) -> None:
        self.forms = {_unit(form): form for form in _forms_of(folder)}

    def mutants(self) -> Iterator[Mutant]:
        """Yield all mutants, query after query."""
        for unit, form in self.forms.items():
            seen: dict[str, int] = {}
            for change, tree in _changed(form):
                seen[change] = seen.get(change, 0) + 1
                again = f" [{seen[change]}]" if seen[change] > 1 else ""
                yield Mutant(f"{unit}: {change}{again}", unit, tree.sql("duckdb"))

    @contextmanager
    def recorded(self, see: Callable[[str], object]) -> Iterator[None]:
        """Have ``see`` told which queries are run."""
        with _asked(lambda form: (see(_unit(form)), form)[1]):
            yield

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """Have this mutant run in the place of its query."""
        wrong = replace(self.forms[mutant.unit], text=mutant.text)
        with _asked(lambda form: wrong if _unit(form) == mutant.unit else form, again=wrong.name):
            yield


def _forms_of(folder: Path) -> Iterator[Template]:
    for path in sorted(folder.glob("*.sql")):
        step = steps.read(path.read_text(encoding="utf-8"), path)
        yield from (form for form in step.templates if form.dialect in FORMS)


def _unit(form: Template) -> str:
    return f"{form.name} ({form.dialect})" if form.dialect else form.name


@contextmanager
def _asked(answer: Callable[[Template], Template], again: str = "") -> Iterator[None]:
    """Have queries looked up by ``answer``; the one called ``again`` is rendered anew."""
    find, pieces = steps.find, prepared._pieces
    rendered = cache(prepared.rendered_pieces)

    def pieces_of(name: str, dialect: str, shape: prepared.Shape) -> list[str]:
        answer(find(name, dialect))
        return (rendered if name == again else pieces)(name, dialect, shape)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "find", lambda name, dialect="": answer(find(name, dialect)))
        patch.setattr(prepared, "_pieces", pieces_of)
        patch.setattr(pieces_of, "cache_clear", pieces.cache_clear, raising=False)
        yield


def _changed(form: Template) -> Iterator[tuple[str, exp.Expr]]:
    """Yield each change of a query, in words, and the tree that has it."""
    whole = templates.tree(form)
    for at, node in enumerate(whole.walk()):
        for moved in _moved(node):
            tree = whole.copy()
            place = next(islice(tree.walk(), at, None))
            whole_moved = moved if place is tree else tree
            place.replace(moved)
            yield _words(node, moved), whole_moved


def _words(node: exp.Expr, moved: exp.Expr) -> str:
    """Say what is changed; of a join and of a query only how it begins."""
    if isinstance(node, exp.And | exp.Or):
        dropped = node.expression if moved == node.this else node.this
        return f"without {_text(dropped)}"
    if isinstance(node, exp.Join):
        before, after = (" ".join([*filter(None, map(one.text, ("side", "kind"))), "JOIN"]) for one in (node, moved))
        return f"{before} {node.alias_or_name} -> {after}"
    if isinstance(node, exp.Select):
        return f"SELECT DISTINCT {_text(node.selects[0])} -> SELECT"
    return f"{_text(node)} -> {_text(moved)}"


def _text(node: exp.Expr) -> str:
    return " ".join(node.sql("duckdb", comments=False, normalize_functions="lower").split())


def _moved(node: exp.Expr) -> Sequence[exp.Expr]:
    """Return what may stand in the place of a part of a query: each one step from it."""
    for kinds, moves in _MOVES:
        if isinstance(node, kinds):
            return moves(node)
    return ()


def _other_comparison(node: exp.Expr) -> Sequence[exp.Expr]:
    if isinstance(node.parent, exp.ReadCSV | exp.ReadParquet):
        return ()  # the name of an argument
    sides = {"this": node.this.copy(), "expression": node.expression.copy()}
    if type(node) in _SWAPPED:
        return [_SWAPPED[type(node)](**sides)]
    numbers = any(_is_number(side) or isinstance(side, exp.AggFunc) for side in (node.this, node.expression))
    if isinstance(node, exp.NullSafeNEQ):
        return [exp.NEQ(**sides)]
    if isinstance(node, exp.EQ):
        return [exp.LTE(**sides), exp.GTE(**sides)] if numbers else [exp.NEQ(**sides)]
    return [exp.LT(**sides), exp.GT(**sides)] if numbers else [exp.EQ(**sides)]


def _other_number(node: exp.Expr) -> Sequence[exp.Expr]:
    """One more and one less, where the comparison that it stands in does not come to the same when swapped."""
    if node.find_ancestor(exp.DataType, exp.SHA2) or not _is_number(node):
        return ()
    same = _SAME_AS_SWAPPED.get(type(node.parent), 0) * (1 if node.arg_key == "expression" else -1)
    return [_plus(node, by) for by in (-1, 1) if by != same and not (node.name == "0" and by < 0)]


def _is_number(node: exp.Expr) -> bool:
    return node.is_number or (isinstance(node, exp.Placeholder) and node.name not in TEXTS)


def _plus(node: exp.Expr, by: int) -> exp.Expr:
    if node.is_number:
        return exp.Literal.number(Decimal(node.name) + by)
    kind = exp.Add if by > 0 else exp.Sub
    return exp.Paren(this=kind(this=node.copy(), expression=exp.Literal.number(1)))


def _other_aggregate(node: exp.Expr) -> Sequence[exp.Expr]:
    if isinstance(node, exp.Min | exp.Max):
        return [(exp.Max if isinstance(node, exp.Min) else exp.Min)(this=node.this.copy())]
    if isinstance(node, exp.Sum):
        return [exp.Max(this=node.this.copy())]
    if isinstance(node.this, exp.Distinct):
        return [exp.Count(this=node.this.expressions[0].copy())]
    if isinstance(node.this, exp.Star):
        counted = node.parent if isinstance(node.parent, exp.Filter | exp.Window) else node
        return [exp.Paren(this=exp.Add(this=node.copy(), expression=exp.Literal.number(1)))] if counted is node else []
    return [exp.Count(this=exp.Star())]


def _other_join(node: exp.Expr) -> Sequence[exp.Expr]:
    other = node.copy()
    if node.text("kind") == "SEMI":
        other.set("kind", None)
    elif node.text("kind") == "ANTI":
        other.set("kind", "SEMI")
    else:
        other.set("side", None if node.text("side") == "LEFT" else "LEFT")
    return [other]


def _other_null(node: exp.Expr) -> Sequence[exp.Expr]:
    if isinstance(node, exp.Not):
        return [node.this.copy()] if isinstance(node.this, exp.Is) else []
    return [] if isinstance(node.parent, exp.Not) else [exp.Not(this=node.copy())]


def _fewer_conditions(node: exp.Expr) -> Sequence[exp.Expr]:
    """Drop one condition of several; those further left stand in a node of their own."""
    return [node.this.copy()] if type(node.this) is type(node) else [node.this.copy(), node.expression.copy()]


def _all_rows(node: exp.Expr) -> Sequence[exp.Expr]:
    if not node.args.get("distinct"):
        return ()
    other = node.copy()
    other.set("distinct", None)
    return [other]


_MOVES: tuple[tuple[tuple[type, ...], Callable[[exp.Expr], Sequence[exp.Expr]]], ...] = (
    ((*_SWAPPED, exp.EQ, exp.NEQ, exp.NullSafeNEQ), _other_comparison),
    ((exp.Literal, exp.Placeholder), _other_number),
    ((exp.Min, exp.Max, exp.Sum, exp.Count), _other_aggregate),
    ((exp.Filter,), lambda node: [node.this.copy()]),
    ((exp.RowNumber,), lambda _: [exp.Rank()]),
    ((exp.Join,), _other_join),
    ((exp.Is, exp.Not), _other_null),
    ((exp.And, exp.Or), _fewer_conditions),
    ((exp.Select,), _all_rows),
)
