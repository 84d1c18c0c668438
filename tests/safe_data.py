"""Examples for the tests of safe disassociation: clusters of given records."""

from collections.abc import Sequence
from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.models.disassociation.method import (
    Disassociated,
    Steps,
    make_safe,
    publish,
    refine,
    verpart,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.options.words import Infeasible
from setanon_sql.query.templates import all_rows
from setanon_sql.verify.pieces import FolderTables
from tests.disassociation_data import Example
from tests.oracle import disassociation as oracle


def tables_of(engine: Engine, result: Disassociated, data: Dataset) -> FolderTables:
    made = publish(engine, result, data.items, "a secret")
    return FolderTables(made.clusters, made.subrecords, made.terms)


def folder_of(engine: Engine, tables: FolderTables) -> oracle.Folder:
    return oracle.folder_of(
        *(engine.rows(all_rows(table)) for table in (tables.clusters, tables.subrecords, tables.terms))
    )


def copied(engine: Engine, result: Disassociated) -> Disassociated:
    """A result with tables of its own: make_safe uses those of another up."""
    refined = result.refined
    shared = {name: engine.table(all_rows(getattr(refined, name))) for name in ("rows", "chunks", "terms")}
    own = {name: engine.table(all_rows(getattr(result, name))) for name in ("rows", "chunks")}
    return replace(result, **own, refined=replace(refined, **shared))


class Made:
    """One cluster (or several) of given records, made safe in one way."""

    def __init__(
        self,
        engine: Engine,
        records: Sequence[str],
        infeasible: Infeasible,
        k: int = 2,
        clusters: str = "",
        seed: str = "x",
    ) -> None:
        example = Example(engine, [set(record) for record in records], [int(c) for c in clusters] or [1] * len(records))
        split = verpart(engine, example.rows, example.none, k, 2)
        refined = refine(engine, Steps(example.clusters, example.rows, split, example.none), k, 2, join=bool(clusters))
        model = Disassociation(k, 2, 30, refine=bool(clusters), safe=True)
        result = Disassociated(model, "by hand", len(records), example.clusters, example.rows, split.chunks, refined)
        self.result = copied(engine, result)
        self.unsafe = tables_of(engine, result, example.data)
        self.before = folder_of(engine, self.unsafe)
        safe, self.occurrences = make_safe(engine, result, infeasible, seed)
        self.rows, self.method = engine.rows(all_rows(safe.rows)), safe.method
        tables = tables_of(engine, safe, example.data)
        self.found = count_folder(engine, tables, model)
        self.release = folder_of(engine, tables)

    @property
    def domains(self) -> list[str]:
        return sorted("".join(sorted(chunk.domain)) for chunk in self.release.chunks)


#: b and c never come without each other and a; d clashes with a. There is room for two ghosts, as in the paper's
#: Figures 1 and 2.
ROOM = ["abc"] * 4 + ["ad", "d", "d", "d", "dz"]
