"""May these tables be written? One answer for DuckDB, PostgreSQL and Spark, and for every shape of a release.

Only tables that setanon wrote are ever replaced: those that the table of the manifest beside them describes. Nothing
that is read is, and nothing that a view needs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setanon_sql.engine.catalog import Catalog, Standing
from setanon_sql.engine.warehouse import name_parts
from setanon_sql.errors import BadDestination
from setanon_sql.layout import (
    BESIDE,
    LABELS,
    MEANING_COLUMNS,
    RECORDS_AT_RISK,
    ReleaseShape,
    label_columns,
    list_shape,
    manifest_columns,
    manifest_table,
    shape_of,
    table_beside,
)
from setanon_sql.release.file_checks import not_ours, refuse_other_kind
from setanon_sql.release.ownership_files import kind_of
from setanon_sql.verify.label_table import label_promise
from setanon_sql.verify.meaning import meaning_promise
from setanon_sql.verify.standing import own_fields

Fields = Mapping[str, Any]

#: No database has room for more columns.
_MOST_LEVELS = 1600


@dataclass(frozen=True)
class ReleaseTables:
    """The tables of a release of a ``shape`` that is called ``name``: the ``manifest`` and those of the data.

    They are written in this order; without the last one there is no release.
    """

    shape: ReleaseShape
    name: str

    @property
    def manifest(self) -> str:
        """The table of the manifest."""
        return manifest_table(self.name)

    @property
    def data(self) -> tuple[str, ...]:
        """The tables of the data."""
        return tuple(self.shape.names(self.name).values())

    @property
    def beside(self) -> dict[str, str]:
        """The tables that may stand beside a release of one table: what each is called here, by name."""
        return {table: table_beside(self.name, table) for table in BESIDE} if self.shape.single else {}

    @property
    def all(self) -> tuple[str, ...]:
        """All tables in the order in which they are written."""
        return (self.manifest, *(self.beside[table] for table in self.shape.beside), *self.data)

    @property
    def possible(self) -> tuple[str, ...]:
        """All tables that a release may have, in that order."""
        return (self.manifest, *self.beside.values(), *self.data)

    @property
    def with_items(self) -> tuple[str, ...]:
        """The tables whose rows are those that the manifest tells: of pieces, those that hold items."""
        names = self.shape.names(self.name).items()
        return tuple(name for part, name in names if not part or "item" in self.shape.columns[part])

    def columns(self, fields: Fields) -> dict[str, frozenset[str]] | None:
        """Return the columns of each table of the data by a manifest; None where that speaks of another release."""
        columns = manifest_columns(fields.get("format"))
        listed = kind_of(fields) == RECORDS_AT_RISK
        shape = list_shape(*columns) if listed else shape_of(str(fields.get("model")), columns)
        if shape.single != self.shape.single:
            return None
        if shape.single and not any(_is_name(name, self.name) for name in fields["sha256"]):
            return None
        return {name: frozenset(shape.as_written(part)) for part, name in shape.names(self.name).items()}


def _is_name(written: str, table: str) -> bool:
    """Return whether a name in a manifest, which may have a schema before it, is that of a table."""
    return table.lower() in {written.lower(), written.rpartition(".")[2].lower(), name_parts(written)[-1].lower()}


def check_tables(catalog: Catalog, tables: ReleaseTables, *, overwrite: bool) -> list[str]:
    """Return which of the tables are there and may be replaced; raises BadDestination where one must stay."""
    catalog.refuse_place(tables.all)
    standing = {name: relation for name in tables.possible if (relation := catalog.standing(name))}
    has = {*tables.shape.beside, *(_manifest(catalog, tables, standing) or {})}
    for table, name in tables.beside.items():
        if table not in has:  # it is somebody else's, and stays
            standing.pop(name, None)
    if any(relation.is_read for relation in standing.values()):
        raise BadDestination("the destination is also what is read", "choose another table; sources are never written")
    if not all(relation.is_table for relation in standing.values()):
        raise BadDestination("a view stands under that name", "choose another name, or drop the view first")
    if standing and not overwrite and not _is_left_over(catalog, tables, standing):
        raise BadDestination("a table of that name already exists", "choose another name, or say <overwrite>")
    _refuse_others(catalog, tables, standing)
    for name, relation in standing.items():
        _refuse_needed(name, relation)
    return list(standing)


def _is_left_over(catalog: Catalog, tables: ReleaseTables, standing: Mapping[str, Standing]) -> bool:
    """Return whether this is what a killed run left: a manifest of setanon, and the table that is written last is
    missing.
    """
    fields = None if tables.data[-1] in standing else _manifest(catalog, tables, standing)
    return fields is not None and tables.columns(fields) is not None


def _manifest(catalog: Catalog, tables: ReleaseTables, standing: Mapping[str, Standing]) -> Fields | None:
    """Return what the table of the manifest says; None where setanon did not write it."""
    if tables.manifest not in standing or standing[tables.manifest].columns != {"manifest"}:
        return None
    return own_fields(catalog.manifest(tables.manifest))


def _refuse_others(catalog: Catalog, tables: ReleaseTables, standing: Mapping[str, Standing]) -> None:
    """Raise BadDestination for a table of another kind, that no manifest describes, or that is not as it says."""
    if not standing:
        return
    fields = _manifest(catalog, tables, standing)
    if fields is not None:
        refuse_other_kind(tables.name, fields, tables.shape.kind)
    if fields is None or (columns := tables.columns(fields)) is None:
        names = (*tables.data, *tables.beside.values())
        raise not_ours(next((name for name in names if name in standing), tables.manifest))
    for name in tables.data:
        if name in standing and standing[name].columns != columns[name]:
            raise not_ours(name)
    for table, name in tables.beside.items():
        if name in standing and _form(table, fields) != (frozenset(standing[name].columns), catalog.count(name)):
            raise not_ours(name)
    with_items = tables.with_items
    if all(name in standing for name in with_items) and sum(map(catalog.count, with_items)) != fields.get("rows"):
        raise not_ours(tables.name)


def _form(table: str, fields: Fields) -> tuple[frozenset[str], int] | None:
    """Return the columns of a table beside a release, and its number of rows, as a manifest tells them."""
    promise = fields.get(table)
    if table == LABELS:
        labels = label_promise(promise)
        is_told = labels is not None and labels.levels <= _MOST_LEVELS
        return (frozenset(label_columns(labels.levels)), labels.rows) if labels and is_told else None
    meaning = meaning_promise(promise)
    return (frozenset(MEANING_COLUMNS), meaning.rows) if meaning else None


def _refuse_needed(name: str, standing: Standing) -> None:
    """Raise BadDestination for a table that something else needs, or that is somebody else's."""
    if standing.readers:
        raise BadDestination(
            f"{', '.join(sorted(standing.readers)[:3])} needs {name}, which would be replaced",
            "drop that view (or constraint) first, or choose another name",
        )
    if not standing.droppable:
        raise BadDestination(f"this role may not replace {name}", "ask its owner, or choose another name")
