"""The release itself as a script: by the labels of a mapping, in a warehouse that setanon does not connect to."""

from collections.abc import Sequence

from sqlglot import exp

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.errors import BadParameter
from setanon_sql.models.km.gate import MOST_KNOWN, km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, column
from setanon_sql.release.labels import LabelExceptions, LabelSource
from setanon_sql.release.mappings import ItemMapping
from setanon_sql.scripts.codes import decoded_labels
from setanon_sql.scripts.data import held_rows, make_table
from setanon_sql.scripts.writing import named_table, script_engine, table_beside
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.others import narrowed_labels

_ABOUT = """-- For the owner of the data alone: it names items, and holds the key of the new record ids.
-- The last SELECT has to give no row. Where it gives some, drop the release: it does not keep the promise.
"""


def release_km_script(
    model: KmAnonymity,
    dialect: str,
    source: Table,
    release: str,
    mapping: ItemMapping,
    *,
    taxonomy: Taxonomy | None,
    schema: str,
    key: str,
    codes: str = "",
) -> str:
    """Return the script that makes ``release`` (``record_id, item``) of a source, and tells whether it holds.

    ``source``: one row for each record and item; its ``columns`` say what these are called. ``mapping``: the label of
    each item; what it does not know is left out. ``taxonomy``: a table ``release`` and ``_labels`` says where each
    label stands; None: there is none. ``schema``: of the script's own tables. ``key``: orders the new record ids.
    ``codes``: the table that says what the codes of the mapping stand for; empty: it is in labels.
    Raises BadParameter for a dialect that is not known, and for more known items than a gate counts.
    """
    if model.m is not None and model.m > MOST_KNOWN:
        raise BadParameter(f"the gate at the end counts up to {MOST_KNOWN} known items", "lower <m>, or leave it out")
    engine = script_engine(dialect, model.m or 1, schema)
    rows = engine.table("script/data/distinct_rows", source=source)
    labels = (
        decoded_labels(engine, mapping, codes)
        if codes
        else held_rows(engine, "mapping", ("item", "label"), sorted(mapping.labels.items()))
    )
    labelled = engine.table("script/release/labelled", source_rows=rows, mapping=labels)
    records = engine.table("release/record_ids/records_published", published=labelled)
    places = engine.table("release/record_ids/shuffled", records=records, key=key)
    released = named_table(release)
    _, tree = engine.query("script/release/released", labelled=labelled, places=places)
    make_table(engine, released, tree, "The release.")
    if taxonomy is not None:
        labels_shown = sorted(taxonomy.depth if codes else {label for label in mapping.labels.values() if label})
        _make_labels(engine, released, table_beside(release, "labels"), taxonomy, labels_shown)
    engine.show("script/release/released_counts", released=released, source_rows=rows, mapping=labels)
    engine.drop(places, records, labelled, labels, rows)
    return f"{_ABOUT}\n{engine.text}\n{km_gate(model, dialect, released).text.rstrip()};\n"


def _make_labels(
    engine: ScriptEngine, released: Table, beside: Table, taxonomy: Taxonomy, labels: Sequence[str]
) -> None:
    """Make the label table ``beside`` a release, of the labels that occur."""
    table = LabelSource(taxonomy, _exceptions(taxonomy, labels)).label_table(labels)
    label_rows = held_rows(engine, "label_rows", table.columns, table.rows)
    outputs = [
        exp.cast(column(name), "INT").as_(name) if name in {"depth", "leaves"} else column(name)
        for name in table.columns
    ]
    occurring = exp.select("item").from_(released.expression())
    tree = exp.select(*outputs).from_(label_rows.expression()).where(column("label").isin(query=occurring))
    make_table(engine, beside, tree, "Where each label of the release stands in the taxonomy.")
    engine.drop(label_rows)


def _exceptions(taxonomy: Taxonomy, labels: Sequence[str]) -> dict[str, LabelExceptions]:
    """Return the labels from which items were taken out, each with those that stand there themselves."""
    beside = [label for label in labels if label in taxonomy.depth]
    return {
        name: LabelExceptions(node, tuple(label for label in beside if node in taxonomy.path(label)[1:]))
        for name, node in narrowed_labels(taxonomy, labels).items()
    }
