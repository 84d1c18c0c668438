"""Releases in pieces: their three tables, as a method hands them over to be written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from sqlglot import exp

from setanon_sql.dataset import ALL, Selection
from setanon_sql.decisions import Decisions
from setanon_sql.engine import Engine, scoped
from setanon_sql.keys import key
from setanon_sql.layout import PIECES
from setanon_sql.query.templates import Bind, Table
from setanon_sql.registry import function
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.release.files import copy
from setanon_sql.release.labels import TableBeside
from setanon_sql.release.ledgers import Write
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.writer import duckdb_of
from setanon_sql.verify import Recount
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.pieces import FolderTables, Holders, PieceOwners


@dataclass(frozen=True)
class Pieces:
    """A release in pieces to be published: the tables in ``engine``, the model that they keep, the method's name.

    ``sensitive`` lists the labels that are in term chunks only; None where the model does not promise that. ``more``
    holds further fields of the manifest, ``selection`` what of the source was read. ``record_clusters`` (``source_id,
    cluster_id``) says which cluster a record of the source is in; None where nobody asks. ``holders`` (``record_id,
    cluster_id, item``, a label) says which record holds which sensitive item. ``owners``: whose the pieces are, where k
    counts persons; ``persons`` (``record_id, person``): whose the records of ``holders``. ``decisions``: what was asked
    for of single items. ``once``: nobody reads a table after it is written to its file. ``source_digest``: of the
    source's rows, which the keys of the manifest's fingerprints come from.
    """

    engine: Engine
    tables: FolderTables
    model: PiecesParameters
    method: str
    sensitive: Sequence[str] | None = None
    more: Mapping[str, int] = field(default_factory=dict)
    selection: Selection = ALL
    record_clusters: Table | None = None
    holders: Table | None = None
    owners: PieceOwners | None = None
    persons: Table | None = None
    decisions: Decisions = field(default_factory=Decisions)
    once: bool = False
    source_digest: str = field(default="", repr=False)

    shape = PIECES
    owner_inputs = None
    broken: ClassVar[str] = (
        "the paper's own HORPART is for comparison only; else this is a fault of the program: please report it"
    )

    def written_as(self, options: WriteOptions, path: Path | None) -> dict[str, Any]:
        """Return how it is written, as the manifest tells it."""
        return {"kind": self.model.name}

    def manifest_fields(self) -> dict[str, Any]:
        """Return what else the manifest tells."""
        return ({} if self.sensitive is None else {"sensitive": list(self.sensitive)}) | {**self.more}

    def tables_to_write(self, options: WriteOptions) -> Tables:
        """Return the tables by part."""
        return {part: getattr(self.tables, part) for part in PIECES.columns}

    def tables_beside(self) -> Sequence[TableBeside]:
        """Return nothing: no label stands for several items."""
        return ()

    def query(self, part: str, table: Table) -> tuple[str | exp.Expr, dict[str, Bind]]:
        """Return the query of the rows of a table as they are written: in the order of their random numbers."""
        return f"release/tables/{part}_table", {part: table}

    def write_files(self, path: Path, options: WriteOptions) -> None:
        """Write the files into the folder ``path``; a table that is read ``once`` makes room for the next."""
        engine = duckdb_of(self.engine)
        for part, table in self.tables_to_write(options).items():
            copy(engine, f"release/files/write_{part}", path / PIECES.files[part], **{part: table})
            engine.drop(table if self.once else None)

    @scoped
    def recount(self, tables: Tables, options: WriteOptions) -> Recount:
        """Count the tables of a release against the model."""
        listed = None
        if self.sensitive is not None:
            listed = self.engine.load("sensitive", {"label": str}, [self.sensitive])
        holders = Holders(self.holders, persons=self.persons) if self.holders else None
        count_pieces = function(self.model.name, "recount", "count_pieces")
        counted: Recount = count_pieces(
            self.engine, FolderTables(**tables), self.model, listed, holders, owners=self.owners
        )
        return counted

    def key(self, seed: str, purpose: str) -> str:
        """Return the key of one purpose: another source, promise or method has another one."""
        parameters = {"model": self.model.name, **self.model.parameters, "method": self.method}
        return key(seed, self.source_digest, parameters, purpose)

    def ledger(self, options: WriteOptions) -> Write | None:
        """Return nothing: what changed is known to the method alone."""
        return None
