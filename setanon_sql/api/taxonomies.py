"""Taxonomies: checked against data, read for use."""

from setanon_sql.api.opening import Tree, opened, reading_of
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.taxonomy import Fault, Reading, Taxonomy, TaxonomyOptions, check, load_taxonomy


def check_taxonomy(
    taxonomy: Tree,
    source: Source | None = None,
    *,
    options: SourceOptions | None = None,
    taxonomy_options: TaxonomyOptions | None = None,
    settings: Settings | None = None,
) -> tuple[Reading, list[Fault]]:
    """Return a taxonomy as it was read and all its faults, those against the items of ``source`` among them."""
    options, settings = options or SourceOptions(), settings or Settings()
    with settings.engine_for(options.db) as engine:
        reading = reading_of(engine, taxonomy, taxonomy_options or TaxonomyOptions())
        faults = list(reading.faults)
        if reading.taxonomy is not None:
            labels = None
            if source is not None:
                items = opened(engine, source, options).items
                labels = [label for _, label in engine.rows("taxonomy/labels", items=items)]
            faults = [fault for fault in faults if fault.severity == "error"] + check(reading.taxonomy, labels)
        return reading, list(dict.fromkeys([*faults, *reading.faults]))


def read_tree(taxonomy: Tree, options: TaxonomyOptions | None = None, settings: Settings | None = None) -> Taxonomy:
    """Read a taxonomy for use; raises BadInput that names what is wrong with it."""
    if isinstance(taxonomy, Taxonomy):
        return taxonomy
    with (settings or Settings()).engine() as engine:
        return load_taxonomy(engine, taxonomy, options or TaxonomyOptions())
