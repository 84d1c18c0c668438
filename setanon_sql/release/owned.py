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
from setanon_sql.layout import Shape, columns_told, shape_of, table_beside
from setanon_sql.release.free import not_ours, refuse_other_kind
from setanon_sql.verify.standing import own_fields

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Tables:
    """The tables of a release of a ``shape`` that is called ``own``: the ``manifest`` and those of the data.

    They are written in this order; without the last one there is no release.
    """

    shape: Shape
    own: str

    @property
    def manifest(self) -> str:
        """The table of the manifest."""
        return table_beside(self.own)

    @property
    def data(self) -> tuple[str, ...]:
        """The tables of the data."""
        return tuple(self.shape.names(self.own).values())

    @property
    def all(self) -> tuple[str, ...]:
        """All tables in the order in which they are written."""
        return (self.manifest, *self.data)

    @property
    def counted(self) -> tuple[str, ...]:
        """The tables whose rows are those that the manifest tells: of pieces, those that hold items."""
        names = self.shape.names(self.own).items()
        return tuple(name for part, name in names if not part or "item" in self.shape.columns[part])

    def columns(self, fields: Fields) -> dict[str, frozenset[str]] | None:
        """Return the columns of each table of the data by a manifest; None where that speaks of another release."""
        written = shape_of(str(fields.get("model")), columns_told(fields.get("format")))
        if written.single != self.shape.single:
            return None
        if written.single and not any(_is_name(told, self.own) for told in fields["sha256"]):
            return None
        return {name: frozenset(written.as_written(part)) for part, name in written.names(self.own).items()}


def _is_name(told: str, own: str) -> bool:
    """Return whether a name in a manifest, which may have a schema before it, is that of a table."""
    return own.lower() in {told.lower(), told.rpartition(".")[2].lower(), name_parts(told)[-1].lower()}


def check_tables(catalog: Catalog, tables: Tables, *, overwrite: bool) -> list[str]:
    """Return which of the tables are there and may be replaced; raises BadDestination where one must stay."""
    catalog.refuse_place(tables.all)
    found = {name: standing for name in tables.all if (standing := catalog.standing(name))}
    if any(standing.is_read for standing in found.values()):
        raise BadDestination("the destination is also what is read", "choose another table; sources are never written")
    if not all(standing.is_table for standing in found.values()):
        raise BadDestination("a view stands under that name", "choose another name, or drop the view first")
    if found and not overwrite and not _is_left_over(catalog, tables, found):
        raise BadDestination("a table of that name already exists", "choose another name, or say --overwrite")
    _refuse_others(catalog, tables, found)
    for name, standing in found.items():
        _refuse_needed(name, standing)
    return list(found)


def _is_left_over(catalog: Catalog, tables: Tables, found: Mapping[str, Standing]) -> bool:
    """Return whether this is what a killed run left: a manifest of setanon, and the table that is written last is
    missing.
    """
    fields = None if tables.data[-1] in found else _manifest(catalog, tables, found)
    return fields is not None and tables.columns(fields) is not None


def _manifest(catalog: Catalog, tables: Tables, found: Mapping[str, Standing]) -> Fields | None:
    """Return what the table of the manifest says; None where setanon did not write it."""
    if tables.manifest not in found or found[tables.manifest].columns != {"manifest"}:
        return None
    return own_fields(catalog.manifest(tables.manifest))


def _refuse_others(catalog: Catalog, tables: Tables, found: Mapping[str, Standing]) -> None:
    """Raise BadDestination for a table of another kind, that no manifest describes, or that is not as it says."""
    if not found:
        return
    fields = _manifest(catalog, tables, found)
    if fields is not None:
        refuse_other_kind(tables.own, fields, tables.shape.kind)
    if fields is None or (columns := tables.columns(fields)) is None:
        raise not_ours(next(iter(name for name in tables.data if name in found), tables.manifest))
    for name in tables.data:
        if name in found and found[name].columns != columns[name]:
            raise not_ours(name)
    counted = tables.counted
    if all(name in found for name in counted) and sum(map(catalog.count, counted)) != fields.get("rows"):
        raise not_ours(tables.own)


def _refuse_needed(name: str, standing: Standing) -> None:
    """Raise BadDestination for a table that something else needs, or that is somebody else's."""
    if standing.readers:
        raise BadDestination(
            f"{', '.join(sorted(standing.readers)[:3])} needs {name}, which would be replaced",
            "drop that view (or constraint) first, or choose another name",
        )
    if not standing.droppable:
        raise BadDestination(f"this role may not replace {name}", "ask its owner, or choose another name")
