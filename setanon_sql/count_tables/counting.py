"""Count the cells of a source: items, labels, pairs and chosen itemsets, of groups and of all."""

from collections.abc import Mapping
from dataclasses import dataclass

from setanon_sql.count_tables.reading import CountLines
from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.query.templates import Bind, Table, all_rows, columns_of
from setanon_sql.taxonomy import Nodes

#: So many columns of groups are counted by.
MOST_COLUMNS = 3
_BY = ("first", "second", "third")


@dataclass(frozen=True)
class CellRequest:
    """The cells to count: the ``kinds`` (items, labels, pairs), at least ``k`` units each.

    ``nodes``: the taxonomy of labels. ``values``: of each column of groups ``record_id, value``, by its name.
    ``chosen``: itemsets that are counted, too: ``itemset_id, item`` (an item or a label, by name), ``size`` (up to 3).
    """

    k: int
    kinds: tuple[str, ...]
    nodes: Nodes | None
    values: Mapping[str, Table]
    chosen: Table | None = None


@scoped
def counted_lines(dataset: Dataset, request: CellRequest) -> CountLines:
    """Return the cells that k records, or persons where the dataset has them, hold; the empty set is one of them."""
    engine = dataset.engine
    engine.trace.begin_phase("counting cells")
    members = engine.table("count_tables/count/everybody", transactions=dataset.transactions)
    for place, values in zip(_BY, request.values.values(), strict=False):
        more = engine.table(f"count_tables/count/with_{place}", members=members, group_values=values)
        engine.append(members, all_rows(more))
    groups = engine.table("count_tables/count/groups", members=members)
    units = engine.table("count_tables/count/units", members=members, groups=groups, owners=_owners(dataset))
    counted = _counts_of_cells(dataset, request, units, groups)
    names = _names(dataset, request.nodes)
    if request.chosen is not None:
        chosen = engine.table("count_tables/count/chosen_labels", chosen=request.chosen, names=names)
        _append_chosen(dataset, request, chosen, counted=counted, units=units, groups=groups)
    lines = engine.table("count_tables/count/lines", counted=counted)
    labels = engine.table("count_tables/count/line_labels", lines=lines, names=names, groups=groups)
    return CountLines(
        engine.table(columns_of(lines, "line")),
        labels,
        engine.table(columns_of(lines, "line", "n")),
        tuple(request.values),
        None if request.chosen is None else engine.table("count_tables/count/asked", lines=lines),
    )


def _owners(dataset: Dataset) -> Table:
    engine = dataset.engine
    if dataset.persons is None:
        return engine.table("count_tables/count/records_as_units", transactions=dataset.transactions)
    return engine.table(columns_of(dataset.persons, record_id="record_id", unit="person"))


def _counts_of_cells(dataset: Dataset, request: CellRequest, units: Table, groups: Table) -> Table:
    """Return ``grp, a, b, n``: how many hold each cell."""
    engine = dataset.engine
    counted = engine.table("count_tables/count/of_all", units=units, k=request.k)
    items = engine.table("count_tables/count/items_held", transactions=dataset.transactions)
    binds: dict[str, Bind] = {"units": units, "k": request.k}
    if "items" in request.kinds:
        engine.append(counted, "count_tables/count/of_labels", held=items, **binds)
    if "pairs" in request.kinds:
        frequent = engine.table("count_tables/count/frequent", held=items, counted=counted, groups=groups)
        query = "of_pairs_of_records" if dataset.persons is None else "of_pairs"
        engine.append(counted, f"count_tables/count/{query}", held=frequent, **binds)
    if "labels" in request.kinds and request.nodes is not None:
        engine.append(counted, "count_tables/count/of_labels", held=_labels_held(dataset, request.nodes), **binds)
    return counted


def _labels_held(dataset: Dataset, nodes: Nodes) -> Table:
    """Return ``record_id, label``: the labels over the items of each record."""
    tables = {"ancestors": nodes.ancestors, "nodes": nodes.nodes}
    return dataset.engine.table("count_tables/count/labels_held", transactions=dataset.transactions, **tables)


def _append_chosen(
    dataset: Dataset, request: CellRequest, chosen: Table, *, counted: Table, units: Table, groups: Table
) -> None:
    """Append the cells of chosen itemsets that are not counted yet, with those that fewer than k hold."""
    engine = dataset.engine
    holding = _holding_chosen(dataset, request.nodes, chosen)
    of_chosen = engine.table("count_tables/count/of_chosen", units=units, holding_chosen=holding, k=request.k)
    sets = engine.table("count_tables/count/chosen_sets", chosen_labels=chosen)
    cells = {"groups": groups, "chosen_sets": sets, "of_chosen": of_chosen, "counted": counted}
    engine.append(counted, all_rows(engine.table("count_tables/count/chosen_cells", **cells)))


def _holding_chosen(dataset: Dataset, nodes: Nodes | None, chosen: Table) -> Table:
    """Return ``record_id, itemset_id``: which records hold which chosen itemsets (``itemset_id, label, size``)."""
    held = dataset.engine.table("count_tables/count/items_held", transactions=dataset.transactions)
    if nodes is not None:
        dataset.engine.append(held, all_rows(_labels_held(dataset, nodes)))
    return dataset.engine.table("count_tables/count/holding_chosen", held=held, chosen_labels=chosen)


def _names(dataset: Dataset, nodes: Nodes | None) -> Table:
    """Return ``label, name``: what items, and labels, are called."""
    if nodes is None:
        return dataset.engine.table(columns_of(dataset.items, label="item", name="label"))
    return dataset.engine.table(columns_of(nodes.nodes, label="node", name="label"))
