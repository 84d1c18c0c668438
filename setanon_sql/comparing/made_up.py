"""Records made up with differential privacy (DiffPart), measured against the source: for the owner's eyes alone.

Nothing is published, and no budget is spent; so the figures, which are exact, have no noise of their own.

What is asked of records is asked of those that are made up: top itemsets, pairs, items, categories, itemsets of a
workload. No made-up record is anybody's: there is no NCP, nothing suppressed, and no record at risk.
"""

from collections import Counter
from collections.abc import Sequence
from time import perf_counter

import numpy as np

from setanon_sql.comparing.figures import with_usable
from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.comparing.shared import Shared, item_error, pair_error
from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.measures import Measures
from setanon_sql.measures.queries import Query
from setanon_sql.measures.workload import errors_of
from setanon_sql.methods.dp import MadeUpSet, RecordMaking, RecordRequest
from setanon_sql.methods.dp.tree import public_tree
from setanon_sql.options.dp import FAN_OUT
from setanon_sql.query.templates import Table, all_rows, columns_of


def try_made_up(inputs: Inputs, shared: Shared, setting: Setting) -> tuple[Figures, Measures]:
    """Make up records and measure them.

    Raises BadParameter where the setting makes no sense; NotReached where nothing would be published.
    """
    dataset = inputs.dataset
    request = _request(inputs, setting)
    began = perf_counter()
    sets = RecordMaking(dataset, request).make()
    seconds = perf_counter() - began
    if not sets:
        raise NotReached(
            "with its noise no set of items reaches the threshold: nothing would be published",
            "a larger <epsilon> or a smaller <most>",
        )
    dataset.engine.trace.begin_phase("measuring the utility of the release")
    rows, items = _tables(dataset, sets)
    queries, pairs, single = shared.split(_answers(shared, rows, items))
    measures = errors_of(queries) if queries else Measures()
    figures = Figures(
        made_up_records_ratio=sum(made_up.records for made_up in sets) / dataset.records,
        made_up_rows_ratio=sum(made_up.records * len(made_up.items) for made_up in sets) / dataset.rows,
        top_itemsets_lost=shared.lost_itemsets(rows),
        pair_error=pair_error(pairs),
        item_error=item_error(single),
        category_error=_category_error(inputs, shared, sets),
        workload_error=measures.workload_relative_error_mean,
        seconds=seconds,
    )
    return with_usable(figures, dataset, rows, inputs.constraint.sensitive if inputs.constraint else None), measures


def _request(inputs: Inputs, setting: Setting) -> RecordRequest:
    """Return what is asked of DiffPart; raises BadParameter where that cannot be."""
    assert setting.epsilon is not None and setting.most is not None
    if inputs.taxonomy is None:
        raise BadParameter("which items there may be has to be public: a taxonomy says so, and none was given")
    if setting.person:
        raise BadParameter("made-up records protect records, not persons")
    if inputs.workload and inputs.workload.counts:
        raise BadParameter("made-up records are asked for itemsets, and the workload has counts in SQL")
    return RecordRequest(DifferentialPrivacy(setting.epsilon), public_tree(inputs.taxonomy, FAN_OUT), setting.most)


def _tables(dataset: Dataset, sets: Sequence[MadeUpSet]) -> tuple[Table, Table]:
    """Return made-up records (``record_id, item``), and their items (``item, label``): also those of no record."""
    engine = dataset.engine
    codes = {str(label): int(item) for item, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)}
    added = sorted({item for made_up in sets for item in made_up.items} - codes.keys())
    more = {label: code for code, label in enumerate(added, max(codes.values(), default=0) + 1)}
    items = engine.table(columns_of(dataset.items, item="item", label="label"))
    if more:
        loaded = engine.load_rows("added", {"item": int, "label": str}, [(code, label) for label, code in more.items()])
        engine.append(items, all_rows(loaded))
    codes |= more
    ends = np.cumsum([made_up.records for made_up in sets])
    pairs = [(number, codes[item]) for number, made_up in enumerate(sets) for item in made_up.items]
    ids = [np.arange(ends[number] - sets[number].records + 1, ends[number] + 1) for number, _ in pairs]
    contents = np.repeat([code for _, code in pairs], [len(run) for run in ids])
    return engine.load("made_up", {"record_id": int, "item": int}, [np.concatenate(ids), contents]), items


def _answers(shared: Shared, rows: Table, items: Table) -> list[Query]:
    """Return how many made-up records hold each itemset that is asked for, beside those of the source."""
    workload = shared.workload
    supports = workload.supports or {}
    counts = shared.dataset.engine.rows(
        "measures/workload/true_supports", asked=workload.itemsets, items=items, transactions=rows
    )
    expected = {int(at): float(n) for at, n in counts}
    return [
        Query(workload.names[at], workload.items[at], supports[at], expected.get(at, 0.0)) for at in sorted(supports)
    ]


def _category_error(inputs: Inputs, shared: Shared, sets: Sequence[MadeUpSet]) -> float | None:
    """Return how far off the made-up records of each category are on average; None where no categories are known."""
    if shared.categories is None or inputs.taxonomy is None or inputs.nodes is None:
        return None
    engine = inputs.dataset.engine
    counts: Counter[str] = Counter()
    for made_up in sets:
        for category in {inputs.taxonomy.path(item)[-2] for item in made_up.items}:
            counts[category] += made_up.records
    nodes = {str(label): int(node) for node, label in engine.rows(columns_of(inputs.nodes.nodes, "node", "label"))}
    rows = [(nodes[category], n) for category, n in counts.items()]
    after = engine.load_rows("after", {"category": int, "n": int}, rows)
    (error,) = engine.row("measures/categories/error", before=shared.by_category, after=after)
    return None if error is None else float(error)
