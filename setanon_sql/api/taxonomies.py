"""Taxonomies: checked against data, read for use."""

from dataclasses import replace

from setanon_sql.api.opening import Tree, one_state, opened, reading_of
from setanon_sql.naming import checked
from setanon_sql.numbers import whole_of
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.taxonomy import Taxonomy, TaxonomyCheck, TaxonomyOptions, check, refuse
from setanon_sql.taxonomy.balanced import Order, balanced, by_label, by_likeness


@checked
def check_taxonomy(
    taxonomy: Tree,
    source: Source | None = None,
    *,
    options: SourceOptions | None = None,
    taxonomy_options: TaxonomyOptions | None = None,
    settings: Settings | None = None,
) -> TaxonomyCheck:
    """Find what is wrong with a taxonomy, by itself and against the items of a source, and say how to mend it.

    ``taxonomy_options``: how to read the taxonomy, where other than the source.
    ``source``: data whose items must be leaves; None: only the taxonomy is checked.

    Cost: linear in the labels.
    Raises BadInput where it cannot be read at all. A fault is no error: see ``satisfied``.
    Source: no paper; docs/files.md says what a taxonomy has to be.
    """
    options, settings = options_for(source, options), settings or Settings()
    with settings.engine_for(options.db) as engine:
        given = taxonomy_options or TaxonomyOptions()
        with one_state(engine, taxonomy, source):
            reading = reading_of(engine, taxonomy, replace(given, db=given.db or options.db))
            has_source = source is not None or bool(options.query)
            items = opened(engine, source, options).items if reading.taxonomy and has_source else None
        faults = list(reading.faults)
        if reading.taxonomy is not None:
            labels = None
            if items is not None:
                labels = [label for _, label in engine.rows("taxonomy/nodes/labels", items=items)]
            faults = [fault for fault in faults if fault.severity == "error"] + check(reading.taxonomy, labels)
        return TaxonomyCheck(reading, tuple(dict.fromkeys([*faults, *reading.faults])))


@checked
def build_taxonomy(
    source: Source,
    *,
    order: Order = "cooccurrence",
    fan_out: int = 4,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> Taxonomy:
    """Return a balanced taxonomy over the items of a source, for where there is none.

    It names the items of the source, and its order by co-occurrence tells what stands together there.

    ``order``: which items are near each other: those that often stand in the same records (``cooccurrence``), or those
    whose labels follow each other (``label``).
    ``fan_out``: about so many children under each label, 2 or more.

    Search: greedy: items that stand most often in the same records are put side by side first.
    Cost: by co-occurrence a self-join of the rows (pairs of items of each record), of which 10 an item are kept.
    Raises BadParameter for a ``fan_out`` under 2, or fewer than two items.
    Source: no paper.
    """
    fan_out = whole_of("--fan-out", fan_out, "4 is a usual choice", least=2)
    options, settings = options_for(source, options), settings or Settings()
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


@checked
def read_tree(taxonomy: Tree, options: TaxonomyOptions | None = None, settings: Settings | None = None) -> Taxonomy:
    """Read a taxonomy for use.

    ``options``: its form, its separator, and with ``db`` the database of a table.

    Cost: linear in the labels.
    Raises BadInput that tells every fault that forbids its use.
    Source: no paper; docs/files.md says what a taxonomy has to be.
    """
    options = options or TaxonomyOptions()
    with (settings or Settings()).engine_for(options.db) as engine, one_state(engine):
        found = reading_of(engine, taxonomy, options)
    refuse(found.faults)
    assert found.taxonomy is not None
    return found.taxonomy
