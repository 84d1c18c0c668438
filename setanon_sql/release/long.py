"""Releases of one long table, in groups or not: item numbers, their labels, and where they came from.

From these to what is written: new record ids, labels, rows or lines.
"""

from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Literal

from sqlglot import exp

from setanon_sql.dataset import Dataset, Selection
from setanon_sql.decisions import Decisions
from setanon_sql.engine import Engine
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.keys import digest_of_names, digest_of_numbers, key
from setanon_sql.layout import GROUPED, LONG, Shape, is_basket
from setanon_sql.models import AdaptiveRho, KmAnonymity, RhoUncertainty
from setanon_sql.query.templates import Bind, Table, outputs_called
from setanon_sql.release.files import copy, copy_called, copy_ledger, form_of_copy
from setanon_sql.release.ledgers import Write
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.places import duckdb_of
from setanon_sql.verify import Recount, VerificationInputs, recount
from setanon_sql.verify.reader import Tables


@dataclass(frozen=True)
class Form:
    """How the source was written: rows of (record, item), or ``basket`` lines whose items ``separator`` splits."""

    kind: Literal["long", "basket"] = "long"
    separator: str = " "


@dataclass(frozen=True)
class Published:
    """A method's result inside the engine of ``source``.

    ``rows``: ``record_id, item``, distinct, no NULL; record ids are those of ``source.transactions``, an item is a
    number of ``labels``. ``labels``: ``item, label``, a label of its own for each published item (others may be in it).
    ``changes``: ``item, action, label, cause``, at most one row for an item of the source: ``action`` is
    ``generalized`` or ``suppressed``, ``label`` what stands there now (NULL if nothing), ``cause`` the threat as text.
    ``suppressed``: ``record_id, item, cause``, single occurrences that went, instead of ``changes``; ``causes``:
    ``cause, item, is_sensitive``, the rules that made them go.
    ``verification_inputs`` is what rho-uncertainty keeps hidden.
    ``groups``: ``record_id, group_id``, where records are published in groups; then ``occurrences``: ``record_id, item,
    node``, the number in ``labels`` that stands for each item of the source, and ``suppressed`` speaks of such numbers.
    ``method`` is the name as a manifest spells it, such as ``mHgHs``. ``decisions`` is what was asked for of
    single items.
    """

    source: Dataset
    rows: Table
    labels: Table
    model: KmAnonymity | RhoUncertainty | AdaptiveRho
    method: str
    form: Form = Form()
    changes: Table | None = None
    suppressed: Table | None = None
    causes: Table | None = None
    verification_inputs: VerificationInputs | None = None
    groups: Table | None = None
    occurrences: Table | None = None
    decisions: Decisions = field(default_factory=Decisions)

    broken: ClassVar[str] = "this is a fault of the program: please report it"

    @property
    def engine(self) -> Engine:
        """The engine that holds the result."""
        return self.source.engine

    @property
    def shape(self) -> Shape:
        """One table, its columns called as in the source; with ``group_id`` where records are published in groups."""
        return (LONG if self.groups is None else GROUPED).called(self.source.columns)

    @property
    def selection(self) -> Selection:
        """Return what of the source was read."""
        return self.source.selection

    @property
    def known(self) -> VerificationInputs | None:
        """Personal wishes, which no manifest tells."""
        return self.verification_inputs if self.verification_inputs and self.verification_inputs.wishes else None

    def written_as(self, options: WriteOptions, path: Path | None) -> dict[str, Any]:
        """Return how it is written, as the manifest tells it."""
        ids = {"record_ids": options.record_ids}
        if path is not None and is_basket(path):
            return {"kind": "basket", "separator": self._separator(path)} | ids
        columns = {"columns": [*self.shape.as_written()]} if self.shape.written else {}
        return {"kind": "table" if path is None else "long"} | columns | ids

    def _separator(self, path: Path) -> str:
        own = self.form.kind == "basket" and path.suffix.lower() == ".txt"
        return self.form.separator if own else " "

    def told(self) -> dict[str, Any]:
        """Return the labels that are sensitive for everybody, and their thresholds."""
        if (sensitive := released_sensitive(self)) is None:
            return {}
        shares = self.model.thresholds if isinstance(self.model, AdaptiveRho) else {}
        told = {"thresholds": {label: str(shares[label]) for label in sensitive}} if shares else {}
        return {"sensitive": sensitive} | told

    def shaped(self, options: WriteOptions) -> Tables:
        """Return the rows with their new ids and labels."""
        return {"": long_rows(self, options)}

    def query(self, part: str, table: Table) -> tuple[str | exp.Expr, dict[str, Bind]]:
        """Return the query of the rows as they are written, record by record."""
        name, called = f"release/tables/table_rows{self._grouped}", self.shape.written
        if not called:
            return name, {"shaped": table}
        return outputs_called(self.engine.query(name, shaped=table)[1], called), {}

    @property
    def _grouped(self) -> str:
        return "" if self.groups is None else "_grouped"

    def write_files(self, path: Path, options: WriteOptions) -> None:
        """Write the file ``path``, in the form that its extension says."""
        engine = duckdb_of(self.engine)
        if is_basket(path):
            shaped = basket_lines(self, options, self._separator(path))
            copy(engine, "release/files/write_lines", path, shaped=shaped)
        else:
            shaped, (form, binds) = long_rows(self, options), form_of_copy(path)
            name = f"release/files/write_{form}{self._grouped}"
            if called := self.shape.written:
                copy_called(engine, name, path, called, shaped=shaped, **binds)
            else:
                copy(engine, name, path, shaped=shaped, **binds)
        engine.drop(shaped)

    def recount(self, tables: Tables) -> Recount:
        """Count the rows of a release against the model."""
        return recount(self.engine, tables[""], self.model, self.verification_inputs)

    def key(self, seed: str, purpose: str) -> str:
        """Return the key of one purpose: another source, promise, method or result has another one."""
        parameters = {"model": self.model.name, **self.model.parameters, "method": self.method, "result": self._digest}
        return key(seed, self.source.digest, parameters, purpose)

    @cached_property
    def _digest(self) -> str:
        """Return what tells this result from another one of the same source, also where a search ended elsewhere in
        time.
        """
        tables = [(self.rows, "record_id", "item", "item", "item")]
        if self.groups:
            tables.append((self.groups, "record_id", "group_id", "group_id", "group_id"))
        return digest_of_numbers(self.engine, *tables) + digest_of_names(self.engine, self.labels)

    def ledger(self, seed: str) -> Write | None:
        """Return what writes the ledger."""
        return partial(write_ledger, self, seed)


def long_rows(published: Published, options: WriteOptions) -> Table:
    """Return a scratch table ``position, record_id, item`` (label text), and ``group_id`` where there are groups.

    Shuffled ids number the records that are left, so that no gap tells how many lost every item.
    """
    engine = published.engine
    check_labels(published)
    places = record_places(published, options)
    tables = {"published": published.rows, "labels": published.labels, "places": places}
    if published.groups:
        rows = engine.table("release/shapes/long_grouped", record_groups=published.groups, **tables)
    else:
        rows = engine.table("release/shapes/long", **tables)
    engine.drop(places)
    return rows


def basket_lines(published: Published, options: WriteOptions, separator: str) -> Table:
    """Return a scratch table ``position, line``; all records have a line, an empty one (NULL) where nothing is left.

    Raises BadDestination where a label could not be read back from a line.
    """
    engine = published.engine
    check_labels(published)
    named = {"published": published.rows, "labels": published.labels}
    if wrong := engine.number("release/shapes/unsplittable_labels", separator=separator, **named):
        raise BadDestination(
            f"{wrong} labels hold the separator or a line break and cannot stand in basket lines",
            "write the release to .parquet or .csv",
        )
    places = record_places(published, options, lines=True)
    lines = engine.table("release/shapes/lines", separator=separator, places=places, **named)
    engine.drop(places)
    return lines


def check_lines_hold_ids(source: Dataset, options: WriteOptions) -> None:
    """Raise BadDestination where basket lines cannot keep the record ids of a source; call it before the work."""
    if options.record_ids == "keep":
        source.engine.drop(_kept_lines(source))


def _line_places(published: Published, options: WriteOptions) -> Table:
    """The line of each record. A line has no room for an id: it is the line's number, or it cannot be kept."""
    if options.record_ids == "keep":
        return _kept_lines(published.source)
    records = published.engine.table("release/record_ids/records_all", records=published.source.records)
    places = _places(published, options, records)
    published.engine.drop(records)
    return places


def _kept_lines(source: Dataset) -> Table:
    engine = source.engine
    records = engine.table("release/record_ids/records_all", records=source.records)
    places = _kept_places(source, records)
    engine.drop(records)
    if wrong := engine.number("release/record_ids/other_lines", places=places):
        raise BadDestination(
            f"basket lines cannot keep the record ids: an id is the number of its line, and {wrong:,} of "
            f"{source.records:,} records would stand in another one (ids must be 1, 2, 3 and so on, without a gap)",
            "write the release to .parquet, .csv or .tsv, or let new ids be made (--record-ids shuffle)",
        )
    return places


def check_labels(published: Published) -> None:
    """Raise BadInput where a published item has no label, or two have the same."""
    missing, shared = published.engine.row(
        "release/shapes/label_faults", published=published.rows, labels=published.labels
    )
    if missing or shared:
        raise BadInput(
            f"{missing} published items have no label, {shared} share one with another",
            "give each node of the taxonomy a name of its own",
        )


def record_places(published: Published, options: WriteOptions, *, lines: bool = False) -> Table:
    """Return a scratch table ``record_id, position, published_id``: under which id, or in which line, each stands.

    Basket ``lines`` have a place for records that lost every item, too.
    """
    if lines:
        return _line_places(published, options)
    records = published.engine.table("release/record_ids/records_published", published=published.rows)
    places = _places(published, options, records)
    published.engine.drop(records)
    return places


def _places(published: Published, options: WriteOptions, records: Table) -> Table:
    if options.record_ids == "keep":
        return _kept_places(published.source, records)
    secret = published.key(options.seed, "record ids")
    return published.engine.table("release/record_ids/shuffled", records=records, key=secret)


def _kept_places(source: Dataset, records: Table) -> Table:
    engine, names = source.engine, source.record_ids
    if names is None:
        return engine.table("release/record_ids/kept_numbers", records=records)
    return engine.table("release/record_ids/kept", records=records, record_ids=names)


def released_sensitive(published: Published) -> list[str] | None:
    """Return the published labels that are sensitive for everybody, sorted; None where there are no such labels.

    A label that is not published is not told: nothing can be inferred about it.
    """
    inputs = published.verification_inputs
    if inputs is None or inputs.wishes is not None:
        return None
    tables = {"published": published.rows, "labels": published.labels, "sensitive": inputs.sensitive}
    return [label for (label,) in published.engine.rows("release/shapes/sensitive_labels", **tables)]


def write_ledger(published: Published, seed: str, path: Path) -> None:
    """Write the ledger: columns ``record_id, item, action, label, cause``; the first row holds the seed."""
    engine, source = duckdb_of(published.engine), published.source
    names = source.names()
    if published.occurrences is not None:
        ledger = _ledger_of_groups(engine, published, names, seed)
    elif published.suppressed is not None and published.causes is not None:
        ledger = _ledger_of_occurrences(engine, published, names, seed)
    else:
        ledger = _ledger_of_items(engine, published, names, seed)
    copy_ledger(engine, ledger, path)
    engine.drop(ledger)


def _ledger_of_occurrences(engine: Engine, published: Published, names: Table, seed: str) -> Table:
    assert published.suppressed is not None
    assert published.causes is not None
    items = published.source.items
    causes = engine.table("release/ledger/causes", causes=published.causes, items=items)
    tables = {"suppressed": published.suppressed, "items": items, "record_ids": names, "causes": causes}
    ledger = engine.table("release/ledger/ledger_occurrences", seed=seed, **tables)
    engine.drop(causes)
    return ledger


def _ledger_of_groups(engine: Engine, published: Published, names: Table, seed: str) -> Table:
    assert published.occurrences is not None
    assert published.suppressed is not None
    assert published.causes is not None
    causes = engine.table("release/ledger/causes", causes=published.causes, items=published.labels)
    tables = {"occurrences": published.occurrences, "suppressed": published.suppressed, "causes": causes}
    more = {"items": published.source.items, "labels": published.labels, "record_ids": names}
    ledger = engine.table("release/ledger/ledger_groups", seed=seed, **tables, **more)
    engine.drop(causes)
    return ledger


def _ledger_of_items(engine: Engine, published: Published, names: Table, seed: str) -> Table:
    source = published.source
    changes = published.changes or engine.load(
        "changes", {"item": int, "action": str, "label": str, "cause": str}, [[], [], [], []]
    )
    tables = {"transactions": source.transactions, "items": source.items, "record_ids": names, "changes": changes}
    return engine.table("release/ledger/ledger", seed=seed, **tables)
