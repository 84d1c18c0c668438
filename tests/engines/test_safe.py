"""Safe disassociation in PostgreSQL: its queries give the same rows, and with the same seed the same choices."""

from dataclasses import replace
from typing import Any

import pytest
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.engine.opening import open_warehouse
from setanon_sql.inference.attack import cover_attack
from setanon_sql.models.disassociation.method import Disassociated, make_safe
from setanon_sql.options.words import Infeasible
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.cover import count_covers, count_implied, listed_covers
from setanon_sql.verify.pieces import FolderTables, covers_of
from tests.engines.places import PostgresPlace
from tests.safe_data import ROOM, Made

#: A cluster with room for ghosts, one without, and two that share a chunk.
CLUSTERS: list[tuple[list[str], str, int]] = [
    (ROOM, "", 2),
    (["abc"] * 4 + ["abd", "ad", "ad", "ad"], "", 2),
    (["axy", "axy", "a", "a", "bxy", "b", "b", "b"], "11112222", 3),
]


def moved(table: Table, here: Engine, there: Engine) -> Table:
    """Copy a table of whole numbers and text to another engine."""
    columns = {name: values.tolist() for name, values in here.columns(all_rows(table)).items()}
    kinds = {name: str if values and isinstance(values[0], str) else int for name, values in columns.items()}
    return there.load("moved", kinds, list(columns.values()))


def results(reference: DuckDBEngine, infeasible: Infeasible, there: Engine) -> list[Any]:
    """What is found on ``there`` for the clusters that ``reference`` made."""
    found: list[Any] = []
    for records, clusters, k in CLUSTERS:
        made = Made(reference, records, infeasible, k, clusters)
        result = _moved_result(made.result, reference, there)
        safe, occurrences = make_safe(there, result, infeasible, "x")
        tables = (safe.rows, safe.chunks, safe.refined.rows, safe.refined.chunks, safe.refined.terms)
        found += [occurrences, safe.method, *(sorted(there.rows(all_rows(table))) for table in tables)]
        subrecords, leaves = (moved(table, reference, there) for table in (made.unsafe.subrecords, made.unsafe.terms))
        parents = there.table(_tree(made.unsafe.clusters, reference, there))
        found += _audited(there, FolderTables(parents, subrecords, leaves))
    return found


def _moved_result(result: Disassociated, here: Engine, there: Engine) -> Disassociated:
    refined = result.refined
    shared = {name: moved(getattr(refined, name), here, there) for name in ("joints", "rows", "chunks", "terms")}
    own = {name: moved(getattr(result, name), here, there) for name in ("clusters", "rows", "chunks")}
    return replace(result, **own, refined=replace(refined, **shared))


def _tree(clusters: Table, here: Engine, there: Engine) -> exp.Expr:
    """The clusters with their parents, which may be NULL: that is 0 on the way."""
    rows = [[value or 0 for value in row] for row in here.rows(all_rows(clusters))]
    kinds = {"cluster_id": int, "parent_id": int, "kind": str, "size": int}
    table = there.load("tree", kinds, [list(column) for column in zip(*rows, strict=True)])
    parent = exp.func("nullif", exp.column("parent_id"), exp.Literal.number(0)).as_("parent_id")
    return exp.select("cluster_id", parent, "kind", "size").from_(table.expression())


def _audited(engine: Engine, tables: FolderTables) -> list[Any]:
    covers = covers_of(engine, tables)
    listed = listed_covers(engine, covers, tables.subrecords, 9)
    return [
        count_covers(engine, covers),
        count_implied(engine, covers, tables.subrecords),
        [(one.covered, one.covering, one.support) for one in listed],
        cover_attack(engine, tables, 3),
    ]


@pytest.mark.parametrize("infeasible", ["best", "demote", "suppress"])
def test_safe_releases_are_the_same_as_in_duckdb(postgres: PostgresPlace, infeasible: Infeasible) -> None:
    with DuckDBEngine() as reference, DuckDBEngine() as other, open_warehouse(postgres.db) as engine:
        assert results(reference, infeasible, engine) == results(reference, infeasible, other)
