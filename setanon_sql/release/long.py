"""Releases of one long table, in groups or not: item numbers, their labels, and where they came from.

From these to what is written: new record ids, labels, rows or lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Literal

from sqlglot import exp

from setanon_sql.dataset import Dataset, Selection
from setanon_sql.decisions import Decisions
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.keys import digest_of_names, digest_of_numbers, key
from setanon_sql.layout import (
    ESCAPED,
    FORMULAS,
    GROUPED,
    LONG,
    ReleaseShape,
    delimiter_of,
    is_basket,
)
from setanon_sql.query.templates import Bind, Table, column, outputs_added, outputs_called
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.release.beside_items import ReleasedClasses, rows_beside, shape_beside
from setanon_sql.release.files import copy, copy_called, copy_ledger, form_of_copy
from setanon_sql.release.formulas import escaped_rows, tell_formulas, tell_formulas_beside
from setanon_sql.release.labels import LabelSource, TableBeside
from setanon_sql.release.ledgers import Write
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.record_ids import kept_lines, kept_places, keyed_places
from setanon_sql.release.writer import duckdb_of
from setanon_sql.text import count_of
from setanon_sql.verify import Recount, VerificationInputs, recount
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.meaning import places_of
from setanon_sql.verify.protected import ItemSets, labels_of_sets


@dataclass(frozen=True)
class Form:
    """Form of the source: rows of (record, item), or ``basket`` lines whose items ``separator`` splits."""

    kind: Literal["long", "basket"] = "long"
    separator: str = " "


@dataclass(frozen=True)
class LongRelease:
    """A method's result inside the engine of ``source``.

    ``rows``: ``record_id, item``, distinct, no NULL; record ids are those of ``source.transactions``, an item is a
    number of ``labels``. ``labels``: ``item, label``, a label of its own for each published item (others may be in it).
    ``changes``: ``item, action, label, cause``, at most one row for an item of the source: ``action`` is
    ``generalized`` or ``suppressed``, ``label`` what stands there now (NULL if nothing), ``cause`` the threat as text.
    ``suppressed``: ``record_id, item, cause``, single occurrences that went, instead of ``changes``; ``causes``:
    ``cause, item, is_sensitive``, the rules that made them go.
    ``verification_inputs`` is what is to be hidden.
    ``groups``: ``record_id, group_id``, where records are published in groups. ``occurrences``: ``record_id, item,
    node``, the number in ``labels`` that stands for each item of the source, where that differs from record to record;
    ``suppressed`` then speaks of such numbers.
    ``method`` is the name as a manifest spells it, such as ``mHgHs``. ``decisions`` is what was asked for of
    single items. ``label_source`` has the taxonomy of the labels, and makes the tables beside; None: there is none.
    ``known_nodes`` (``node``): numbers of labels that somebody may know; None: all.
    ``classes``: columns that are released beside the items; None: there are none.
    ``protected``: the sets of items that alone are protected, by number; None: all are.
    """

    source: Dataset
    rows: Table
    labels: Table
    model: ModelParameters
    method: str
    form: Form = Form()
    changes: Table | None = None
    suppressed: Table | None = None
    causes: Table | None = None
    verification_inputs: VerificationInputs | None = None
    groups: Table | None = None
    occurrences: Table | None = None
    decisions: Decisions = field(default_factory=Decisions)
    label_source: LabelSource | None = None
    known_nodes: Table | None = None
    classes: ReleasedClasses | None = None
    protected: ItemSets | None = None

    broken: ClassVar[str] = "this is a fault of the program: please report it"

    @property
    def engine(self) -> Engine:
        """The engine that holds the result."""
        return self.source.engine

    @property
    def shape(self) -> ReleaseShape:
        """One table, its columns called as in the source; with ``group_id`` where records are published in groups."""
        shape = (LONG if self.groups is None else GROUPED).with_columns(self.source.columns)
        if self.classes is not None:
            shape = shape_beside(self.model.name, self.source.columns, tuple(self.classes.steps))
        return replace(shape, beside=self.label_source.names if self.label_source else ())

    @property
    def selection(self) -> Selection:
        """Return what of the source was read."""
        return self.source.selection

    @property
    def owner_inputs(self) -> VerificationInputs | None:
        """Personal wishes, which no manifest tells."""
        return self.verification_inputs if self.verification_inputs and self.verification_inputs.wishes else None

    def written_as(self, options: WriteOptions, path: Path | None) -> dict[str, Any]:
        """Return how it is written, as the manifest tells it."""
        ids = {"record_ids": options.record_ids}
        if path is not None and is_basket(path):
            return {"kind": "basket", "separator": self._separator(path)} | ids
        columns = {"columns": [*self.shape.as_written()]} if self.shape.written else {}
        escapes = options.escape_formulas and path is not None and delimiter_of(path)
        return {"kind": "table" if path is None else "long"} | columns | ids | ({FORMULAS: ESCAPED} if escapes else {})

    def _separator(self, path: Path) -> str:
        keeps_separator = self.form.kind == "basket" and path.suffix.lower() == ".txt"
        return self.form.separator if keeps_separator else " "

    def manifest_fields(self) -> dict[str, Any]:
        """Return the labels that somebody may know, or that are sensitive for everybody, and their bounds."""
        steps = {} if self.classes is None else {"steps": dict(self.classes.steps)}
        if self.known_nodes is not None:
            return steps | {"known": self._known_labels(self.known_nodes)}
        if (sensitive := released_sensitive(self)) is None:
            return steps
        return {"sensitive": sensitive} | self.model.of_sensitive(sensitive)

    def _known_labels(self, nodes: Table) -> list[str]:
        tables = {"published": self.rows, "labels": self.labels, "nodes": nodes}
        return [label for (label,) in self.engine.rows("sets/known/labels", **tables)]

    def tables_to_write(self, options: WriteOptions) -> Tables:
        """Return the rows with their new ids and labels."""
        return {"": long_rows(self, options)}

    def tables_beside(self) -> Sequence[TableBeside]:
        """Return what each released label stands for."""
        if self.label_source is None:
            return ()
        return self.label_source.tables(self._released_labels())

    def _released_labels(self) -> list[str]:
        labels = self.engine.rows("release/labels/released_labels", published=self.rows, labels=self.labels)
        return [label for (label,) in labels]

    def query(self, part: str, table: Table) -> tuple[str | exp.Expr, dict[str, Bind]]:
        """Return the query of the rows as they are written, record by record."""
        name = f"release/tables/table_rows{self._query_suffix}"
        column_names = self.shape.written
        if not column_names:
            return name, {"shaped": table}
        _, tree = self.engine.query(name, shaped=table)
        return outputs_called(outputs_added(tree, *map(column, self.shape.beside_items)), column_names), {}

    @property
    def _query_suffix(self) -> str:
        return "" if self.groups is None else "_grouped"

    @scoped
    def write_files(self, path: Path, options: WriteOptions) -> None:
        """Write the file ``path``, in the form that its extension says."""
        engine = duckdb_of(self.engine)
        if is_basket(path):
            shaped = basket_lines(self, options, self._separator(path))
            copy(engine, "release/files/write_lines", path, shaped=shaped)
        else:
            shaped = self._for_spreadsheets(long_rows(self, options), options, path)
            (form, binds) = form_of_copy(path)
            name = f"release/files/write_{form}{self._query_suffix}"
            if self.shape.written:
                copy_called(engine, name, path, self.shape.written, self.shape.beside_items, shaped=shaped, **binds)
            else:
                copy(engine, name, path, shaped=shaped, **binds)

    @scoped
    def _for_spreadsheets(self, shaped: Table, options: WriteOptions, path: Path) -> Table:
        """Return rows as a file is to hold them: in one of text formulas are escaped, or told of."""
        engine = duckdb_of(self.engine)
        if not delimiter_of(path):
            return shaped
        if options.escape_formulas:
            return escaped_rows(engine, shaped, grouped=self.groups is not None)
        tell_formulas(engine, shaped, "the release")
        tell_formulas_beside(engine, shaped, self.shape.beside_items)
        return shaped

    def recount(self, tables: Tables, options: WriteOptions) -> Recount:
        """Count the rows of a release against the model."""
        inputs = self.verification_inputs
        persons = released_persons(self, options)
        if persons:
            inputs = replace(inputs or VerificationInputs(), persons=persons)
        if self.known_nodes is not None:
            known_labels = self.engine.load("known", {"label": str}, [self._known_labels(self.known_nodes)])
            inputs = replace(inputs or VerificationInputs(), known_labels=known_labels)
        if self.protected is not None:
            labels = self._labels_of_sets(self.protected)
            inputs = replace(inputs or VerificationInputs(), protected=self.protected, protected_labels=labels)
        if self.model.recodes_locally and self.label_source:
            places = places_of(self.label_source.label_table(self._released_labels()).rows)
            inputs = replace(inputs or VerificationInputs(), places=places)
        return recount(self.engine, tables[""], self.model, inputs)

    def _labels_of_sets(self, sets: ItemSets) -> list[tuple[int, str]]:
        """Return the released labels that may stand for items of some sets."""
        if self.label_source is None:
            return labels_of_sets(sets, None)
        released = self._released_labels()
        places = places_of(self.label_source.label_table(released).rows) or ()
        return labels_of_sets(sets, self.label_source.meaning_table(released).pairs, places)

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
        if self.classes:
            tables.append((self.classes.records, "record_id", "class", "class", "class"))
        return digest_of_numbers(self.engine, *tables) + digest_of_names(self.engine, self.labels)

    def ledger(self, options: WriteOptions) -> Write | None:
        """Return what writes the ledger."""
        return partial(write_ledger, self, options)


@scoped
def long_rows(published: LongRelease, options: WriteOptions) -> Table:
    """Return a scratch table ``position, record_id, item`` (label text), and ``group_id`` where there are groups.

    Shuffled ids number the records that are left, so that no gap tells how many lost every item.
    """
    engine = published.engine
    check_labels(published)
    places = record_places(published, options)
    tables = {"published": published.rows, "labels": published.labels, "places": places}
    if published.classes:
        rows = rows_beside(engine, published.classes, tables)
    elif published.groups:
        rows = engine.table("release/shapes/long_grouped", record_groups=published.groups, **tables)
    else:
        rows = engine.table("release/shapes/long", **tables)
    return rows


@scoped
def basket_lines(published: LongRelease, options: WriteOptions, separator: str) -> Table:
    """Return a scratch table ``position, line``; all records have a line, an empty one (NULL) where nothing is left.

    Raises BadDestination where a label could not be read back from a line.
    """
    engine = published.engine
    check_labels(published)
    rows_and_labels = {"published": published.rows, "labels": published.labels}
    if wrong := engine.number("release/shapes/unsplittable_labels", separator=separator, **rows_and_labels):
        raise BadDestination(
            f"{count_of(wrong, 'label holds', 'labels hold')} the separator or a line break, or begin as headers of "
            "SPMF do: they cannot stand in basket lines",
            "write the release to .parquet or .csv",
        )
    places = record_places(published, options, lines=True)
    return engine.table("release/shapes/lines", separator=separator, places=places, **rows_and_labels)


def check_labels(published: LongRelease) -> None:
    """Raise BadInput where a published item has no label, or two have the same."""
    missing, shared = published.engine.row(
        "release/shapes/label_faults", published=published.rows, labels=published.labels
    )
    if missing or shared:
        raise BadInput(
            f"{count_of(missing, 'published item has', 'published items have')} no label, "
            f"{count_of(shared, 'shares', 'share')} one with another",
            f"{count_of(shared, 'shares', 'share')} one with another",
            "give each node of the taxonomy a name of its own",
        )


@scoped
def record_places(published: LongRelease, options: WriteOptions, *, lines: bool = False) -> Table:
    """Return a scratch table ``record_id, position, published_id``: under which id, or in which line, each stands.

    Basket ``lines`` have a place for records that lost every item, too. A line has no room for an id: it is the line's
    number, or it cannot be kept.
    """
    engine = published.engine
    source = published.source
    if lines and options.record_ids == "keep":
        return kept_lines(source)
    if lines:
        records = engine.table("release/record_ids/records_all", records=source.records)
    else:
        records = engine.table("release/record_ids/records_published", published=published.rows)
    if options.record_ids == "keep":
        places = kept_places(source, records)
    elif options.record_ids == "keyed":
        places = keyed_places(source, records, options.id_secret)
    else:
        secret = published.key(options.seed, "record ids")
        places = engine.table("release/record_ids/shuffled", records=records, key=secret)
    return places


def released_persons(published: LongRelease, options: WriteOptions) -> Table | None:
    """Return ``record_id`` (as it is released, as text), ``person``; None where nobody asked for persons."""
    persons = published.source.persons
    if persons is None:
        return None
    places = record_places(published, options)
    rows = published.engine.table("release/record_ids/persons", places=places, persons=persons)

    return rows


def released_sensitive(published: LongRelease) -> list[str] | None:
    """Return the published labels that are sensitive for everybody, sorted; None where there are no such labels.

    A label that is not published is not told: nothing can be inferred about it.
    """
    inputs = published.verification_inputs
    if inputs is None or inputs.wishes is not None:
        return None
    tables = {"published": published.rows, "labels": published.labels, "sensitive": inputs.sensitive}
    return [label for (label,) in published.engine.rows("release/shapes/sensitive_labels", **tables)]


@scoped
def write_ledger(published: LongRelease, options: WriteOptions, path: Path) -> None:
    """Write the ledger: columns ``record_id, item, action, label, cause``; the first row holds the seed.

    Where persons are counted it also has the id that each record is released under.
    """
    engine = duckdb_of(published.engine)
    ledger = _ledger(engine, published, options.seed)
    if published.source.persons:
        places = record_places(published, options)
        names = published.source.names()
        engine.append(ledger, "release/ledger/released", places=places, record_ids=names)
    copy_ledger(engine, ledger, path)


@scoped
def _ledger(engine: Engine, published: LongRelease, seed: str) -> Table:
    """Return the ledger of changed items, or of single occurrences that were suppressed, in groups or not."""
    source = published.source
    tables = {"items": source.items, "record_ids": source.names()}
    if published.suppressed is None or published.causes is None:
        changes = published.changes or engine.load(
            "changes", {"item": int, "action": str, "label": str, "cause": str}, [[], [], [], []]
        )
        tables |= {"transactions": source.transactions, "changes": changes}
        return engine.table("release/ledger/ledger", seed=seed, **tables)
    labels = source.items if published.occurrences is None else published.labels
    causes = engine.table("release/ledger/causes", causes=published.causes, items=labels)
    tables |= {"suppressed": published.suppressed, "causes": causes}
    if published.occurrences is None:
        ledger = engine.table("release/ledger/ledger_occurrences", seed=seed, **tables)
    else:
        tables |= {"occurrences": published.occurrences, "labels": labels}
        ledger = engine.table("release/ledger/ledger_groups", seed=seed, **tables)
    return ledger
