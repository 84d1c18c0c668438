"""Sources, taxonomies and sensitive items as the functions of the API take them, opened in an engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.counting.store import CountStore
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse, scoped, warehouse_name, work_here
from setanon_sql.errors import BadParameter
from setanon_sql.files.watching import unchanged, watch
from setanon_sql.measures.queries import Itemsets, Workload
from setanon_sql.measures.workload import read_workload, with_source_counts
from setanon_sql.options.reading import LevelFields
from setanon_sql.query.templates import Table
from setanon_sql.sensitive.constraint import Constraint, near_message, read_constraint
from setanon_sql.sensitive.constraint import Source as SensitiveSource
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, open_source
from setanon_sql.sources.database import is_database
from setanon_sql.sources.files import paths_in
from setanon_sql.sources.ledger import read_ledger
from setanon_sql.sources.options import tree_fields
from setanon_sql.sources.selecting import is_file
from setanon_sql.taxonomy import (
    Nodes,
    Reading,
    Taxonomy,
    TaxonomyOptions,
    check,
    encode,
    flat_nodes,
    read_taxonomy,
    read_taxonomy_for,
    refuse,
)
from setanon_sql.taxonomy.inner import OWN, inner_items, own_leaf_faults, with_own_leaves
from setanon_sql.taxonomy.pruning import pruned_tree
from setanon_sql.taxonomy.tree import with_leaves
from setanon_sql.text import count_of
from setanon_sql.verify import VerificationInputs

Tree = Source | Taxonomy

NO_TAXONOMY = (
    "items that are not sensitive are generalized along a taxonomy, and none was given",
    "give <taxonomy>, or make one: <taxonomy build>",
)


def only_in_duckdb(command: str, db: str) -> None:
    """Raise BadParameter where ``db``, from which the ``command`` reads a release, is a warehouse."""
    if place := warehouse_name(db):
        raise BadParameter(
            f"{command} does not work on {place}",
            f"{work_here(db)}; a folder of Spark is read without <db>",
        )


@contextmanager
def one_state(engine: DuckDBEngine | Warehouse, *reads: Any) -> Iterator[None]:
    """Read everything meanwhile in one state: tables as they were at one moment, files that do not change.

    A source and what is said of its items must not be of different moments: what is promised would be of neither. Files
    among ``reads`` stay as they are from the beginning, others from when they are first read. Only what reads stands in
    it: the snapshot of a database is not held while the work is done. Raises BadInput.
    """
    with unchanged(), engine.one_snapshot():
        for path in paths_in(reads):
            is_attached = isinstance(engine, DuckDBEngine) and engine.has_attached(path)
            if not is_attached and is_file(path) and not is_database(path):
                watch(path)  # of a database DuckDB sees to it that nobody else writes
        yield


@contextmanager
def read_first(engine: DuckDBEngine | Warehouse, *reads: Any) -> Iterator[None]:
    """Read everything in one state, then let database files go, so that others may write to them during the work."""
    with one_state(engine, *reads):
        yield
    if isinstance(engine, DuckDBEngine):
        engine.let_files_go()


def opened(
    engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions, taxonomy: Taxonomy | None = None
) -> Dataset:
    """Open a source and tell what was found; one that was read for several calls is not read again.

    Along a ``taxonomy`` its items are leaves: raises BadInput as :func:`fitted` does.
    """
    dataset = replace(_opened(engine, source, options), store=engine.count_store)
    return dataset if taxonomy is None else fitted(dataset, taxonomy, options)


@scoped
def fitted(dataset: Dataset, taxonomy: Taxonomy, options: SourceOptions) -> Dataset:
    """Return a dataset of which no item is an inner node of a taxonomy (as :func:`tree_of` reads it).

    With ``<inner_items=own-leaf>`` such an item is called as the leaf of its own, else it is refused: an item that is
    counted for all below its node would hide who holds it. Raises BadInput.
    """
    engine = dataset.engine
    labels = {str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)}
    inner = inner_items(taxonomy, labels)
    if not inner:
        return dataset
    if options.tree.inner_items == "error":
        refuse([fault for fault in check(taxonomy, labels) if fault.kind == "inner_item"])
    refuse(own_leaf_faults(taxonomy, labels))
    named = engine.load("inner", {"label": str, "own": str}, [inner, [label + OWN for label in inner]])
    items = count_of(len(inner), "item of the data is also an inner node", "items are inner nodes")
    engine.trace.note(f"{items} of the taxonomy: each is a leaf of its own there")
    return replace(dataset, items=engine.table("taxonomy/nodes/own_items", items=dataset.items, inner_items=named))


def _opened(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions) -> Dataset:
    if _is_read(engine, source, options):
        dataset: Dataset = engine.source_read[2]
        return dataset if options.seek_columns else replace(dataset, columns_hint=None)
    engine.trace.begin_phase("reading the source")
    with one_state(engine):
        dataset = open_source(engine, source, options)
    for note in dataset.notes:
        engine.trace.note(note)
    engine.trace.progress(
        f"{dataset.records:,} records, {dataset.rows:,} rows, {dataset.distinct_items:,} different items"
    )
    return dataset


def read_once(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions) -> None:
    """Read a source for all that is done in an engine from now on, and keep what is counted."""
    engine.count_store = CountStore()
    engine.source_read = (source, options, opened(engine, source, options))


def _is_read(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions) -> bool:
    """Return whether this is what was read once; another seed draws otherwise where there is a cap."""
    if engine.source_read is None:
        return False
    earlier, as_read, _ = engine.source_read
    same_draw = (
        options if options.cap or options.cap_records or options.control else replace(options, seed=as_read.seed)
    )
    as_asked = replace(same_draw, tree=as_read.tree, seek_columns=as_read.seek_columns)
    return source is earlier and as_asked == as_read and as_read.seek_columns >= options.seek_columns


def open_with_sensitive(
    engine: DuckDBEngine | Warehouse,
    source: Source,
    sensitive: SensitiveSource,
    options: SourceOptions,
    taxonomy: Taxonomy | None = None,
) -> tuple[Dataset, Constraint]:
    """Open a source and what is sensitive in it."""
    dataset = opened(engine, source, options, taxonomy)
    return dataset, sensitive_in(dataset, sensitive, options, taxonomy)


def sensitive_in(
    dataset: Dataset, sensitive: SensitiveSource, options: SourceOptions, taxonomy: Taxonomy | None
) -> Constraint:
    """Read what is sensitive in a source, and tell what was found."""
    constraint = read_constraint(dataset, sensitive, options, taxonomy)
    for note in constraint.notes:
        dataset.engine.trace.note(note)
    warn_of_near(dataset.engine, constraint)
    return constraint


def warn_of_near(engine: Engine, constraint: Constraint) -> None:
    """Warn of items that may be sensitive, too: they are spelled as one that is, but for case and blanks."""
    if constraint.near:
        engine.trace.warn(near_message(constraint.near, "<sensitive>"), constraint.near)


def verification_inputs(
    dataset: Dataset, constraint: Constraint, ledger: str | Path | None = None
) -> VerificationInputs:
    """Return what a release is checked against besides its own files, which only the owner knows.

    The sensitive items, the original records, and personal wishes; ``ledger``: that of a release in pieces.
    """
    engine = dataset.engine
    if constraint.wishes is None and ledger is not None:
        return _with_ledger(dataset, constraint, ledger)
    original = engine.view("release/shapes/labelled", published=dataset.transactions, labels=dataset.items)
    if constraint.wishes is None:
        return VerificationInputs(constraint.named, original=original)
    labels = engine.table("rules/constraint/sensitive_labels", sensitive=constraint.sensitive, items=dataset.items)
    wishes = engine.view("release/shapes/labelled", published=constraint.wishes, labels=dataset.items)
    return VerificationInputs(labels, wishes, original, original_persons=dataset.persons)


def _with_ledger(dataset: Dataset, constraint: Constraint, ledger: str | Path) -> VerificationInputs:
    """Return the sensitive items, who holds them in the source, and what the ledger tells of that."""
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    original = engine.table(
        "verify/pieces_diversity/named_rows", transactions=dataset.transactions, items=dataset.items,
        record_ids=dataset.names(), sensitive=constraint.named,
    )  # fmt: skip
    return VerificationInputs(constraint.named, original=original, ledger=read_ledger(engine, ledger))


def workload_of(dataset: Dataset, workload: Itemsets | None, options: SourceOptions) -> Workload | None:
    """Read what an analyst asks of a source, and count it there; raises BadInput where it cannot be read."""
    if workload is None:
        return None
    assert isinstance(dataset.engine, DuckDBEngine | Warehouse)
    return with_source_counts(dataset, read_workload(dataset.engine, workload, options.db, options.item))


def nodes_of(
    engine: DuckDBEngine | Warehouse,
    dataset: Dataset,
    taxonomy: Tree | None,
    options: SourceOptions,
    *,
    allow_inner: bool = False,
) -> Nodes:
    """Return the nodes of a taxonomy over the items; without one, all items right under the root."""
    if taxonomy is None:
        return flat_nodes(engine, dataset)
    tree = placed_tree(dataset, tree_of(engine, taxonomy, options), options)
    return encode(engine, tree, dataset, allow_inner=allow_inner)


def open_nodes(dataset: Dataset, sensitive: Table, taxonomy: Tree, options: SourceOptions) -> Nodes:
    """Return the nodes of a taxonomy over the items that are not ``sensitive`` (``item``), which need not be in it.

    The sensitive items stand beside the tree, each a node by itself.

    Raises BadInput where a sensitive item is an inner node, or another item has no leaf.
    """
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    rows = engine.rows("rules/constraint/sensitive_items", items=dataset.items, sensitive=sensitive)
    whole = placed_tree(dataset, tree_of(engine, taxonomy, options), options)
    tree = pruned_tree(whole, {str(label) for _, label, _ in rows})
    rest = engine.table("taxonomy/nodes/open_items", items=dataset.items, sensitive=sensitive)
    nodes = encode(engine, tree, replace(dataset, items=rest))
    engine.append(nodes.nodes, "taxonomy/nodes/sensitive_nodes", items=dataset.items, sensitive=sensitive)
    return nodes


def tree_of(engine: DuckDBEngine | Warehouse, taxonomy: Tree, options: SourceOptions) -> Taxonomy:
    """Read a taxonomy for use, with leaves for items that are inner nodes; raises BadInput that tells every error."""
    tree = taxonomy if isinstance(taxonomy, Taxonomy) else _read_tree(engine, taxonomy, options)
    return with_own_leaves(tree) if options.tree.inner_items == "own-leaf" else tree


def tree_of_script(taxonomy: Tree | None, fields: LevelFields) -> Taxonomy | None:
    """Return the taxonomy of a script, which reads no source; None where there is none. Raises BadInput."""
    if taxonomy is None:
        return None
    with Settings().engine_for("") as engine:
        return tree_of(engine, taxonomy, SourceOptions(tree=tree_fields(fields)))


def _read_tree(engine: DuckDBEngine | Warehouse, taxonomy: Source, options: SourceOptions) -> Taxonomy:
    reading = reading_of(
        engine, taxonomy, tree_options(TaxonomyOptions(db=options.db, item=options.item), options.tree)
    )
    for note in reading.notes:
        engine.trace.note(note)
    for fault in reading.faults:
        if fault.kind in {"level_order", "first_parent"}:
            engine.trace.warn(f"{fault.message}: {fault.mend}")
    refuse(reading.faults, see_check=reading.table is not None)
    assert reading.taxonomy is not None
    return reading.taxonomy


def tree_options(options: TaxonomyOptions, fields: LevelFields) -> TaxonomyOptions:
    """Return how a taxonomy is read: as ``options`` say, with the levels of a command where it names some."""
    levels = tuple(fields.levels) or options.levels
    parents = fields.parents if fields.parents != "error" else options.parents
    return replace(options, levels=levels, qualify=fields.qualify or options.qualify, parents=parents)


def placed_tree(dataset: Dataset, taxonomy: Taxonomy, options: SourceOptions) -> Taxonomy:
    """Return a taxonomy in which all items of a dataset have a place, if ``options.tree.missing`` gives them one."""
    if options.tree.missing == "error":
        return taxonomy
    return with_leaves(taxonomy, [label for _, label in _placeless(dataset, taxonomy)])


def dropped_placeless(dataset: Dataset, taxonomy: Taxonomy | None, options: SourceOptions) -> frozenset[int]:
    """Return the items of a dataset that are to go, since they have no place in the taxonomy as it was read."""
    if taxonomy is None or options.tree.missing != "drop":
        return frozenset()
    return frozenset(item for item, _ in _placeless(dataset, taxonomy))


def tell_placeless(dataset: Dataset, taxonomy: Taxonomy, options: SourceOptions) -> None:
    """Tell how many items of the data have no place in the taxonomy, and what becomes of them."""
    fates = {"root": "stand right below its root", "drop": "are dropped"}
    if options.tree.missing in fates and (items := _placeless(dataset, taxonomy)):
        text = f"{len(items):,} items of the data without a place in the taxonomy {fates[options.tree.missing]}"
        dataset.engine.trace.note(text)


def _placeless(dataset: Dataset, taxonomy: Taxonomy) -> list[tuple[int, str]]:
    rows = dataset.engine.rows("taxonomy/nodes/labels", items=dataset.items)
    return [(int(item), str(label)) for item, label in rows if label not in taxonomy.depth]


def reading_of(engine: DuckDBEngine | Warehouse, taxonomy: Tree, options: TaxonomyOptions) -> Reading:
    """Read a taxonomy with all its faults: a file that is there, else with ``options.db`` a table in it."""
    if isinstance(taxonomy, Taxonomy):
        return Reading(taxonomy, (), "taxonomy")
    if not isinstance(taxonomy, str | Path) or Path(taxonomy).exists():
        options = replace(options, db="")
    if isinstance(engine, Warehouse):
        return read_taxonomy_for(engine, taxonomy, options)
    return read_taxonomy(engine, taxonomy, options)
