"""Taxonomies: checked against data, read for use."""

from dataclasses import replace
from typing import Literal

from setanon_sql.api.opening import Tree, opened, reading_of
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.taxonomy import Taxonomy, TaxonomyCheck, TaxonomyOptions, check, refuse
from setanon_sql.taxonomy.balanced import balanced, by_label, by_likeness


def check_taxonomy(
    taxonomy: Tree,
    source: Source | None = None,
    *,
    options: SourceOptions | None = None,
    taxonomy_options: TaxonomyOptions | None = None,
    settings: Settings | None = None,
) -> TaxonomyCheck:
    """Return a taxonomy as it was read and all its faults, those against the items of ``source`` among them.

    Both are read with ``options``; ``taxonomy_options``: where the taxonomy is to be read otherwise.
    """
    options, settings = options or SourceOptions(), settings or Settings()
    with settings.engine_for(options.db) as engine:
        given = taxonomy_options or TaxonomyOptions()
        reading = reading_of(engine, taxonomy, replace(given, db=given.db or options.db))
        faults = list(reading.faults)
        if reading.taxonomy is not None:
            labels = None
            if source is not None:
                items = opened(engine, source, options).items
                labels = [label for _, label in engine.rows("taxonomy/nodes/labels", items=items)]
            faults = [fault for fault in faults if fault.severity == "error"] + check(reading.taxonomy, labels)
        return TaxonomyCheck(reading, tuple(dict.fromkeys([*faults, *reading.faults])))


def build_taxonomy(
    source: Source,
    *,
    order: Literal["cooccurrence", "label"] = "cooccurrence",
    fan_out: int = 4,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> Taxonomy:
    """Return a balanced taxonomy over the items of a source, about ``fan_out`` children under each label.

    Items that often stand in the same records are near each other, or with ``order="label"`` those that follow each
    other in the order of labels.
    """
    options, settings = options or SourceOptions(), settings or Settings()
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)]
        if order == "label":
            return balanced(by_label(labels), fan_out, ranges=True)
        tables = {"transactions": dataset.transactions, "items": dataset.items}
        edges = [
            (str(one), str(other), float(n))
            for one, other, n in engine.rows("taxonomy/suggest/alike", most=10, **tables)
        ]
        return balanced(by_likeness(labels, edges), fan_out, ranges=False)


def read_tree(taxonomy: Tree, options: TaxonomyOptions | None = None, settings: Settings | None = None) -> Taxonomy:
    """Read a taxonomy (with ``options.db`` a table there) for use; raises BadInput that tells what is wrong with it."""
    options = options or TaxonomyOptions()
    with (settings or Settings()).engine_for(options.db) as engine:
        found = reading_of(engine, taxonomy, options)
    refuse(found.faults)
    assert found.taxonomy is not None
    return found.taxonomy
