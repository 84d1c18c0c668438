"""Tables of a release in a database, found by their names and read by their columns."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from setanon_sql.engine import Warehouse
from setanon_sql.engine.warehouse import Relation
from setanon_sql.errors import BadInput
from setanon_sql.layout import Shape, table_beside
from setanon_sql.query.templates import Table
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.reader import table_rows
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


def in_pieces(there: bool, pieces: bool | None) -> bool:
    """Return whether a release is in pieces, which ``there`` tells; raises BadInput where it is to be and is not."""
    if pieces and not there:
        raise BadInput(
            "there is no disassociated release of that name", "write the prefix of its tables, as --out had it"
        )
    return there


def parts_of(parts: Sequence[str], shape: Shape, part: str) -> list[str]:
    """Return the parts of the name of one of the tables of a release, from those of its own name."""
    *above, own = parts
    return [*above, shape.names(own)[part]]


def related(engine: Warehouse, parts: Sequence[str], shape: Shape, part: str = "") -> Table:
    """Read a table of a release from a relation of a warehouse; raises BadInput where it lacks a column."""
    relation = engine.relation(parts)
    refuse_without(relation, shape, part)
    if part:
        return table_rows(engine, shape, relation.table, part)
    record, item, *more = shape.as_written(part)
    view = engine.pairs(relation, record, item, *more)
    names = {"record_id": "record", "item": "item"} | {own: own for own in more}
    return table_rows(engine, shape.called(()), Table(view.name, view.schema, columns=names))


def refuse_without(relation: Relation, shape: Shape, part: str) -> None:
    """Raise BadInput where a table of a release lacks a column."""
    missing = [own for own in shape.as_written(part) if own not in relation.columns]
    if missing and part:
        raise BadInput(f"the {part} of the release lack a column", "it may have been edited; get the release again")
    if missing:
        raise BadInput(f"the release lacks the columns {', '.join(missing)}", "is this the name of a release?")


def only(manifests: Sequence[Sequence[object]]) -> str:
    """Return the one value of the table of a manifest."""
    if len(manifests) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    return str(manifests[0][0])


def strange_relations(
    relation: Callable[[Sequence[str]], Relation], parts: Sequence[str], promise: AnyPromise
) -> list[Stranger]:
    """Return what columns the tables of a release have that are none of it; ``relation`` finds a table by its name."""
    *above, own = parts
    shape, numbered = promise.shape, promise.claims.random_ids
    found = strange_columns(relation([*above, table_beside(own)]).columns, MANIFEST_COLUMNS, "its manifest")
    for part in shape.columns:
        columns = relation(parts_of(parts, shape, part)).columns
        found += strange_table(columns, shape, part, numbered=numbered)
    return found
