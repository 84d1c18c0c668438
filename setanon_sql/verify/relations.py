"""Tables of a release in a database, found by their names and read by their columns."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from setanon_sql.engine import Warehouse
from setanon_sql.engine.warehouse import Relation
from setanon_sql.errors import BadInput
from setanon_sql.layout import ReleaseShape, manifest_table
from setanon_sql.query.templates import Table
from setanon_sql.registry.from_manifest import edited_manifest
from setanon_sql.verify.contents import table_rows
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.strangers import Stranger, strange_columns, strange_table

#: The columns of the table that holds a manifest.
MANIFEST_COLUMNS = ("manifest",)


@contextmanager
def with_manifest() -> Iterator[None]:
    """Say of a table that is not there that it is the manifest."""
    try:
        yield
    except BadInput as error:
        raise BadInput(
            "the release has no manifest", "the manifest is the table of that name with _manifest after it"
        ) from error


def in_pieces(has_pieces: bool, pieces: bool | None) -> bool:
    """Return ``has_pieces``, whether a release is in pieces; raises BadInput where it is to be and is not."""
    if pieces and not has_pieces:
        raise BadInput(
            "there is no disassociated release of that name", "write the prefix of its tables, as <out> had it"
        )
    return has_pieces


def parts_of(parts: Sequence[str], shape: ReleaseShape, part: str) -> list[str]:
    """Return the parts of the name of one of the tables of a release, from those of its own name."""
    *schema, name = parts
    return [*schema, shape.names(name)[part]]


def relation_rows(engine: Warehouse, parts: Sequence[str], shape: ReleaseShape, part: str = "") -> Table:
    """Read a table of a release from a relation of a warehouse; raises BadInput where it lacks a column."""
    relation = engine.relation(parts).as_it_stands()
    refuse_without(relation, shape, part)
    if part:
        return table_rows(engine, shape, relation.table, part)
    record, item, *more = shape.as_written(part)
    view = engine.pairs(relation, record, item, *more)
    names = {"record_id": "record", "item": "item"} | dict(zip(shape.columns[part][2:], more, strict=True))
    return table_rows(engine, shape.with_columns(()), Table(view.name, view.schema, columns=names))


def refuse_without(relation: Relation, shape: ReleaseShape, part: str) -> None:
    """Raise BadInput where a table of a release lacks a column."""
    missing = [column for column in shape.as_written(part) if column not in relation.columns]
    if missing and part:
        raise edited_manifest(f"the {part} of the release lack a column")
    if missing:
        raise BadInput(f"the release lacks the columns {', '.join(missing)}", "is this the name of a release?")


def only(manifests: Sequence[Sequence[object]]) -> str:
    """Return the one value of the table of a manifest."""
    if len(manifests) != 1:
        raise edited_manifest("the table of the manifest should hold one row")
    return str(manifests[0][0])


def strange_relations(columns_of: Callable[[str], Mapping[str, str]], name: str, promise: AnyPromise) -> list[Stranger]:
    """Return the columns that no release has in the tables of the release ``name``.

    ``columns_of`` gives the columns of a table, with their types.
    """
    shape = promise.shape
    strangers = strange_columns(columns_of(manifest_table(name)), MANIFEST_COLUMNS, "its manifest")
    for part, table in shape.names(name).items():
        strangers += strange_table(columns_of(table), shape, part, numbered=promise.claims.random_ids)
    return strangers
