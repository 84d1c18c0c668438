"""Where a release goes, whatever its shape is: checked before the work, then written whole or not at all.

:mod:`setanon_sql.verify.places` is the other side: how it is read there.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadDestination, NotReached
from setanon_sql.layout import Shape
from setanon_sql.query.templates import Bind, Table
from setanon_sql.release.ledgers import Ledger, Write
from setanon_sql.release.manifest import Manifested, as_text, manifest
from setanon_sql.release.options import WriteOptions
from setanon_sql.verify import Recount, Verification, VerificationInputs, judged
from setanon_sql.verify.promise import promise_of
from setanon_sql.verify.reader import Tables


class Content(Manifested, Protocol):
    """What a method hands over to be published: its data in an engine, and how their shape is written and counted."""

    #: What to do where a recount finds that the guarantee is not kept.
    broken: ClassVar[str]

    @property
    def engine(self) -> Engine:
        """The engine that holds the data."""

    @property
    def shape(self) -> Shape:
        """Return which tables it has."""

    @property
    def known(self) -> VerificationInputs | None:
        """Return what only the owner knows, and the release is counted against; None where the manifest says it all."""

    def written_as(self, options: WriteOptions, path: Path | None) -> dict[str, Any]:
        """Return how it is written, as the manifest tells it: to the file or folder ``path``, or to tables.

        Raises BadDestination for an extension that is not known, or has no room for the shape.
        """

    def shaped(self, options: WriteOptions) -> Tables:
        """Return the tables as they are to be written, by part of the shape."""

    def query(self, part: str, table: Table) -> tuple[str | exp.Expr, dict[str, Bind]]:
        """Return the query, with its binds, that gives the rows of a part in the order in which they are written."""

    def write_files(self, path: Path, options: WriteOptions) -> None:
        """Write it with DuckDB, as the file ``path`` or into that folder, which is there."""

    def recount(self, tables: Tables) -> Recount:
        """Count tables that were written, or are about to be, against the model."""

    def key(self, seed: str, purpose: str) -> str:
        """Return the key of one purpose, bound to the source and to what is published."""

    def ledger(self, seed: str) -> Write | None:
        """Return what writes the ledger; None where only the method can tell."""


@dataclass(frozen=True)
class Written:
    """What was published: the manifest, and the files or the table that hold it.

    ``found`` is the recount that came before; ``verification`` says what a check finds now, where that is known: where
    what stands there was read back from where it was written, and only moved since.
    """

    manifest: dict[str, Any]
    names: tuple[str, ...]
    found: Recount
    verification: Verification | None = field(default=None, repr=False)


class Place(ABC):
    """A place for a release of a ``shape``, written as ``options`` say."""

    shape: Shape
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
    def publish(self, content: Content, ledger: Ledger | None) -> Written:
        """Write the release, its manifest and its ledger, whole or not at all; see :func:`..publish.publish`."""


def accepted(content: Content, tables: Tables) -> Recount:
    """Count what is to be published; raises NotReached where it does not keep its guarantee."""
    found = content.recount(tables)
    if broken := (*found.problems, *found.unknown):
        raise NotReached(f"the result does not keep its guarantee ({broken[0]}); nothing was published", content.broken)
    return found


def filed(
    content: Content, found: Recount, sha256: Mapping[str, str], form: Mapping[str, Any], options: WriteOptions
) -> tuple[dict[str, Any], Verification]:
    """Return the manifest of what was recounted and is about to be published, and what a check by it finds.

    ``sha256`` and ``form`` are as for :func:`.manifest.manifest`. Raises what ``options.filing`` raises.
    """
    fields = manifest(content, found.counts, sha256, form, partial(content.key, options.seed))
    if options.filing:
        fields |= options.filing(found.counts, fields)
    checked = judged(promise_of(as_text(fields), pieces=not content.shape.single), True, found, content.known)
    if options.filing:
        fields["not_checked"] = list(checked.not_checked)
    return fields, checked


def duckdb_of(engine: Engine) -> DuckDBEngine:
    """Return the engine as the DuckDB that it is; raises BadDestination for another one."""
    if not isinstance(engine, DuckDBEngine):
        raise BadDestination("only DuckDB writes files here", "name a table of the source's database with --out")
    return engine


def warehouse_of(engine: Engine, options: WriteOptions) -> Warehouse:
    """Return the engine as the warehouse that it is; raises BadDestination where a ledger is asked for."""
    assert isinstance(engine, Warehouse)
    if options.ledger is not None:
        raise BadDestination(f"{engine.place} writes no ledger", "leave --ledger out, or say --work here")
    return engine
