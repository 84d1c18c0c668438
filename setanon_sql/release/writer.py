"""Where a release goes, whatever its shape is: checked before the work, then written whole or not at all.

:mod:`setanon_sql.verify.readers` is the other side: how it is read there.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadDestination, NotReached
from setanon_sql.layout import LABELS, MEANING, ReleaseShape
from setanon_sql.query.templates import Bind, Table
from setanon_sql.release.labels import TableBeside
from setanon_sql.release.ledgers import Ledger, Write
from setanon_sql.release.manifest import Manifested, as_text, manifest
from setanon_sql.release.options import WriteOptions
from setanon_sql.verify import Recount, Verification, VerificationInputs, judge
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.label_table import MEANING as OF_LABELS
from setanon_sql.verify.meaning import TAXONOMY
from setanon_sql.verify.promise import promise_of

#: What no check of a table beside a release sees.
_NOT_CHECKED = {LABELS: OF_LABELS, MEANING: TAXONOMY}


class ReleaseContent(Manifested, Protocol):
    """Result of a method that is to be published: data in an engine, and how their shape is written and counted."""

    #: What to do where a recount finds that the guarantee is not kept.
    broken: ClassVar[str]

    @property
    def engine(self) -> Engine:
        """The engine that holds the data."""

    @property
    def shape(self) -> ReleaseShape:
        """Return which tables it has."""

    @property
    def owner_inputs(self) -> VerificationInputs | None:
        """Return what only the owner knows, and the release is counted against; None where the manifest says it all."""

    def written_as(self, options: WriteOptions, path: Path | None) -> dict[str, Any]:
        """Return how it is written, as the manifest tells it: to the file or folder ``path``, or to tables.

        Raises BadDestination for an extension that is not known, or has no room for the shape.
        """

    def tables_to_write(self, options: WriteOptions) -> Tables:
        """Return the tables as they are to be written, by part of the shape."""

    def tables_beside(self) -> Sequence[TableBeside]:
        """Return the tables that go beside it: what each released label stands for; none without a taxonomy."""

    def query(self, part: str, table: Table) -> tuple[str | exp.Expr, dict[str, Bind]]:
        """Return the query, with its binds, that gives the rows of a part in the order in which they are written."""

    def write_files(self, path: Path, options: WriteOptions) -> None:
        """Write it with DuckDB, as the file ``path`` or into that folder, which is there."""

    def recount(self, tables: Tables, options: WriteOptions) -> Recount:
        """Count tables that were written as ``options`` say, or are about to be, against the model."""

    def key(self, seed: str, purpose: str) -> str:
        """Return the key of one purpose, bound to the source and to what is published."""

    def ledger(self, options: WriteOptions) -> Write | None:
        """Return what writes the ledger; None where only the method can tell."""


@dataclass(frozen=True)
class Written:
    """A published release: the manifest, and the files or the table that hold it.

    ``recount`` is the count that came before; ``verification`` says what a check finds now, where that is known: where
    what stands there was read back from where it was written, and only moved since.
    """

    manifest: dict[str, Any]
    names: tuple[str, ...]
    recount: Recount
    verification: Verification | None = field(default=None, repr=False)


class ReleaseWriter(ABC):
    """A writer of a release of a ``shape`` to one destination, as ``options`` say."""

    shape: ReleaseShape
    options: WriteOptions

    @abstractmethod
    def check(self) -> None:
        """Raise BadDestination for what can be seen without an engine: call it before hours are spent.

        What killed runs left there is put right first.
        """

    @abstractmethod
    def check_in(self, engine: Engine) -> None:
        """Raise BadDestination for what the engine can see before the work starts: tables that are there, rights."""

    def check_late(self, engine: Engine) -> None:
        """Check again when the work is done, before anything is written."""
        self.check()
        self.check_in(engine)

    @abstractmethod
    def publish(self, content: ReleaseContent, ledger: Ledger | None) -> Written:
        """Write the release, its manifest and its ledger, whole or not at all; see :func:`..publish.publish`."""


def recount_or_refuse(content: ReleaseContent, tables: Tables, options: WriteOptions) -> Recount:
    """Count what is to be published; raises NotReached where it does not keep its guarantee."""
    recount = content.recount(tables, options)
    if broken := (*recount.problems, *recount.unknown):
        raise NotReached(f"the result does not keep its guarantee ({broken[0]}); nothing was published", content.broken)
    return recount


def manifest_and_verification(
    content: ReleaseContent,
    recount: Recount,
    sha256: Mapping[str, str],
    form: Mapping[str, Any],
    options: WriteOptions,
    *,
    beside: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[dict[str, Any], Verification]:
    """Return the manifest of what was recounted and is about to be published, and what a check by it finds.

    ``sha256`` and ``form`` are as for :func:`.manifest.manifest`; ``beside``: what is told of each table beside it, by
    name. Raises what ``options.filing`` raises, and NotReached where a check would not find the promise kept.
    """
    fields = manifest(content, recount.counts, sha256, form, partial(content.key, options.seed))
    if options.losses:
        fields["losses"] = list(options.losses)
    for table, table_fields in (beside or {}).items():
        fields[table] = dict(table_fields)
        recount = replace(recount, not_checked=(*recount.not_checked, _NOT_CHECKED[table]))
    if options.filing:
        fields |= options.filing(recount.counts, fields)
    verification = judge(
        promise_of(as_text(fields), pieces=not content.shape.single), True, recount, content.owner_inputs
    )
    if verification.messages:
        raise NotReached(
            f"the release is not as planned ({verification.messages[0]}); nothing was published", content.broken
        )
    if options.filing:
        fields["not_checked"] = list(verification.not_checked)
    return fields, verification


def duckdb_of(engine: Engine) -> DuckDBEngine:
    """Return the engine as the DuckDB that it is; raises BadDestination for another one."""
    if not isinstance(engine, DuckDBEngine):
        raise BadDestination("only DuckDB writes files here", "name a table of the source's database with <out>")
    return engine


def warehouse_of(engine: Engine, options: WriteOptions) -> Warehouse:
    """Return the engine as the warehouse that it is; raises BadDestination where a ledger is asked for."""
    assert isinstance(engine, Warehouse)
    if options.ledger is not None:
        raise BadDestination(f"{engine.place} writes no ledger", f"leave <ledger> out, or {engine.work_here}")
    return engine
