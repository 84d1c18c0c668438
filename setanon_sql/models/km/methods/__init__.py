"""k^m-anonymity by generalization and suppression: mHgHs, and suppression alone where there is no taxonomy.

1. Read the taxonomy with what the data has of each node, and with what the analyst asks for (``tree``). Where not all
   items can stay that must, end (``feasible``).
2. Find the nodes to keep, round by round (``rounds``); items go to the kept node at or over them. Where only some items
   may be known, what is under no label of these is settled before (``settled``); of sets that are protected by name no
   other threats count (``protected``).
   Where absent items or columns may be known, too, change the labels until fewer than k are found by none (``repair``,
   ``lacking``, ``alike``).
3. Where there is time, prove that no other nodes cost less, or find them (``proof``).
4. Where that is asked for, let items stay beside the labels over them (``exceptions``).
5. Where there is slack, draw by lot among what costs little more (``slack``).
6. Where there is an earlier release of the same people, change labels until k candidates remain beside it
   (``previous``).
7. Tell for each item what became of it and why (``changes``).

Or, in place of 2 to 6, keep the nodes of an earlier release, extended where need be (``mapped``); or, to compare with,
generalize whole subtrees until no set is rare (``apriori``).

Source: Liu and Wang, Anonymizing Transaction Data by Integrating Suppression and Generalization.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.inference.earlier import Earlier
from setanon_sql.measures.label_figures import Beside, Drawn, Mapped
from setanon_sql.methods.too_few import refuse_too_few, units_of
from setanon_sql.models.km.methods.apriori import generalized_cut
from setanon_sql.models.km.methods.changes import changes
from setanon_sql.models.km.methods.data import MOST_SETS, Data
from setanon_sql.models.km.methods.exceptions import kept_with_exceptions
from setanon_sql.models.km.methods.feasible import keep_as_many, refuse_infeasible
from setanon_sql.models.km.methods.kept import KeptSet
from setanon_sql.models.km.methods.literal import literal_search
from setanon_sql.models.km.methods.mapped import (
    Cut,
    Extension,
    Trouble,
    extend,
    mapped,
    read_cut,
    trouble_lines,
    trouble_of,
)
from setanon_sql.models.km.methods.narrowed import FIRST_NAMES, EarlierNames, NextNames, narrowed_by_name, with_names
from setanon_sql.models.km.methods.previous import Alike, Choice, keep_candidates
from setanon_sql.models.km.methods.proof import Optimum, optimum
from setanon_sql.models.km.methods.proof_exceptions import nearest_choice
from setanon_sql.models.km.methods.protected import ProtectedNodes
from setanon_sql.models.km.methods.repair import without_few_found
from setanon_sql.models.km.methods.rounds import kept_nodes
from setanon_sql.models.km.methods.search import search
from setanon_sql.models.km.methods.settled import settled
from setanon_sql.models.km.methods.slack import Slack, drawn_within
from setanon_sql.models.km.methods.threats import supporters_of
from setanon_sql.models.km.methods.tree import Tree, read_tree
from setanon_sql.models.km.options import KmAlgorithm
from setanon_sql.models.km.parameters import UNGENERALIZED, KmAnonymity
from setanon_sql.options.words import LabelCost
from setanon_sql.pipeline.column_search import OfColumns
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Nodes
from setanon_sql.taxonomy.coding import without_items
from setanon_sql.text import count_of


@dataclass(frozen=True)
class KmResult(OfColumns):
    """Decisions of the method, in the engine of the dataset.

    ``rows``: ``record_id, item`` with node ids, distinct.
    ``labels``: ``item, label`` of every node.
    ``changes``: ``item, action, label, cause``, one row for each item that is not published as it is.
    ``method``: its name in a manifest.
    ``kept``: the nodes that are published.
    ``cost``: the share of the information that is lost by the cost function, 0..1.
    ``tree``: the taxonomy with what the data has of each node.
    ``nearest``: how near that is to the least that is possible; None where nobody looked.
    ``mapped``: what became of the mapping that was applied; None where there was none. ``known``: the items of it.
    ``others``: of each label from which items were taken out, by its name in the release: the label and these items.
    ``beside``: what an earlier release of the same people cost; None where there was none.
    ``drawn``: what a draw by lot cost; None where there was none.
    """

    rows: Table
    labels: Table
    changes: Table
    method: str
    kept: tuple[int, ...]
    cost: float
    tree: Tree
    nearest: Optimum | None = None
    mapped: Mapped | None = None
    known: frozenset[int] = frozenset()
    others: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    beside: Beside | None = None
    drawn: Drawn | None = None


def anonymize_km(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    *,
    cost: LabelCost = "ncp",
    algorithm: KmAlgorithm = "improved",
    seconds: float = 0.0,
    exceptions: bool = False,
    constraints: ItemConstraints = NO_CONSTRAINTS,
    known: Table | None = None,
    protected: ProtectedNodes | None = None,
    earlier: Earlier | None = None,
    slack: Slack | None = None,
    classes: Table | None = None,
) -> KmResult:
    """Make a dataset k^m-anonymous over a taxonomy; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: k, and m (None: any number of known items).
    ``nodes``, ``ancestors``: the taxonomy's, of :mod:`setanon_sql.taxonomy`.
    ``cost``: what to minimize: ``ncp`` or ``lm``.
    ``algorithm``: how to search: ``improved`` (:mod:`.search`) or as in the ``paper`` (:mod:`.literal`); or ``aa``, by
    whole subtrees (:mod:`.apriori`).
    ``seconds``: how long to look for a result of least cost, or for a bound (:mod:`.proof`).
    ``exceptions``: items may stay beside labels over them (:mod:`.exceptions`).
    ``constraints``: what the analyst asks for of single items, and weights.
    ``known`` (``node``): only these nodes may somebody know, or a label that stands for a known item; None: all.
    ``protected``: only items of one of these sets; None: all.
    ``earlier``: a release of the same people, beside which k candidates have to remain (:mod:`.previous`); None: none.
    ``slack``: draw by lot among what costs little more (:mod:`.slack`), without ``earlier``; None: the best.
    ``classes`` (``record_id, class``): count sets in each of these (:mod:`.alike`); None: in all records.

    Search: greedy, from the root down, round by round; of least cost where ``nearest`` says that this is proved.
    Cost: each round mines the threats of the labels that are kept; the search grows with nodes and threats.
    Raises BadParameter for data of fewer than k records, NotReached where nothing would be left to publish, or where
    not all items can stay that must.
    Source: Liu and Wang, section 3.
    """
    search_for = _Parameters(
        model, nodes, ancestors, cost, algorithm, seconds, exceptions, constraints, known, protected, classes
    )
    if earlier is None:
        choice = search_for.choice(dataset)
        if slack is None:
            return search_for.result(dataset, choice)
        choice, draw = drawn_within(choice, slack)
        return replace(search_for.result(dataset, choice), drawn=draw)
    ancestors_left = without_items(dataset.engine, ancestors, constraints.drop)
    alike = Alike(classes, model.k) if classes else None
    choice, beside = keep_candidates(dataset, ancestors_left, earlier, search_for.choice, alike)
    return replace(search_for.result(dataset, choice), beside=beside)


@dataclass(frozen=True)
class _Parameters:
    """Parameters of a search; see :func:`anonymize_km`."""

    model: KmAnonymity
    nodes: Table
    ancestors: Table
    cost: LabelCost
    algorithm: KmAlgorithm
    seconds: float
    exceptions: bool
    constraints: ItemConstraints
    known: Table | None
    protected: ProtectedNodes | None
    classes: Table | None

    def result(self, dataset: Dataset, choice: Choice) -> KmResult:
        """Return what a choice makes of a dataset."""
        name = _name(choice.data.tree, self.algorithm)
        how: dict[str, Any] = {"last": choice.last, "method": name, "nearest": choice.nearest}
        return _result(dataset, choice.data, self.nodes, choice.nodes, **how)

    def choice(self, dataset: Dataset) -> Choice:
        """Find the nodes to keep of a dataset."""
        data = self._data(dataset, self.constraints)
        if self.constraints.keep_most:
            data = self._data(dataset, keep_as_many(data))
        refuse_infeasible(data)
        if self.algorithm == "aa":
            return Choice(data, generalized_cut(data), None, None)
        improved = self.algorithm == "improved"
        to_search = settled(data) if improved else data
        kept, last = kept_nodes(to_search, data.m)
        if kept and data.counts_more:
            kept, last = without_few_found(to_search, kept, last)
        if not kept:
            raise _nothing_left(data)
        nearest = None
        if improved and not self.exceptions:
            nearest = _nearest(to_search, last, kept, self.seconds)
        if nearest and nearest.better:
            last = nearest.better
            kept = last.nodes()
        kept = to_search.shown_nodes(kept)
        if self.exceptions:
            kept, nearest = _with_exceptions(data, kept, self.seconds)
        return Choice(data, kept, last, None if data.counts_more else nearest)

    def _data(self, dataset: Dataset, constraints: ItemConstraints) -> Data:
        how: dict[str, Any] = {"improved": self.algorithm == "improved", "exceptions": self.exceptions}
        how |= {"constraints": constraints, "known": self.known, "protected": self.protected, "classes": self.classes}
        return _data(dataset, self.model, self.nodes, self.ancestors, self.cost, **how)


def _nothing_left(data: Data) -> NotReached:
    return NotReached(
        f"nothing would be left: every item is of fewer than {data.supporters.k} {data.supporters.unit} or in conflict "
        "with all others",
        "use a smaller <k> or <m>, or a taxonomy, so that items can be generalized instead of suppressed"
        + (", or fewer <constraints>" if data.tree.constraints.any else ""),
    )


def apply_mapping(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    mapping: Mapping[str, str],
    *,
    extension: bool = False,
    cost: LabelCost = "ncp",
    seconds: float = 0.0,
    constraints: ItemConstraints = NO_CONSTRAINTS,
    known: Table | None = None,
    names: NextNames = FIRST_NAMES,
) -> KmResult:
    """Generalize a dataset as an earlier one was; see :mod:`.mapped`.

    ``dataset``, ``model``, ``nodes``, ``ancestors``, ``cost``: as for :func:`anonymize_km`.
    ``mapping``: the label of each item, empty where it is suppressed.
    ``extension``: mend the mapping where that is needed; else it is applied as it is, or not at all.
    ``seconds``: how long to look for the mending that changes least, each time threats were found.
    ``constraints``: items that are dropped; nothing else can be asked for: the mapping says what becomes of items.
    ``known``: as for :func:`anonymize_km`. ``names``: what labels are called from which other items are taken out.

    Raises NotReached where the mapping does not do, with what would mend it; BadInput where the taxonomy is another.
    """
    data = _data(dataset, model, nodes, ancestors, cost, constraints=constraints, known=known)
    cut = read_cut(data.tree, mapping)
    dataset.engine.trace.begin_phase("counting what the labels of the mapping leave in the data")
    trouble = trouble_of(data, cut, dataset.distinct_items)
    mended = None
    kept: Sequence[int] = sorted(cut.kept)
    if trouble.any:
        mended = extend(data, cut, trouble, seconds)
        kept = mended.kept
        if not extension:
            raise _does_not_do(data, cut, trouble, mended)
    if not data.tree.occurrences[list(kept)].any():
        raise NotReached(
            "nothing would be left: no label of the mapping can be kept", "anonymize these records without <mapping>"
        )
    name = "mapping, extended" if mended else "mapping"
    last = mended.last if mended else None
    outcome = mapped(cut, trouble, mended)
    earlier = EarlierNames(cut.narrowed, cut.kept, names)
    result = _result(dataset, data, nodes, kept, last=last, method=name, earlier=earlier)
    return replace(result, mapped=outcome, known=cut.items)


def _does_not_do(data: Data, cut: Cut, trouble: Trouble, mended: Extension) -> NotReached:
    """The error for a mapping that does not do: what is wrong, by number, and what mends it."""
    unit = data.supporters.unit
    outcome = mapped(cut, trouble, mended)
    return NotReached(
        f"the mapping does not do for these records: {count_of(outcome.new_items, 'item is', 'items are')} new "
        f"({outcome.new_items_placed:,} of them below a label of the mapping), and fewer than k {unit} hold each of "
        f"{count_of(outcome.threats, 'minimal set')} of its labels. "
        f"The least change that mends it: {outcome.labels_generalized:,} of its {len(cut.kept):,} labels go up, "
        f"{outcome.labels_suppressed:,} are suppressed, {outcome.labels_added:,} others are added",
        "<extend> does that; <values> the labels",
        trouble_lines(data.tree, trouble, mended, unit),
    )


@scoped
def refuse_to_keep(
    dataset: Dataset, model: KmAnonymity, nodes: Nodes, constraints: ItemConstraints, known: Table | None
) -> None:
    """Raise NotReached where not all items can stay that must, whatever becomes of the others."""
    if constraints.keep:
        kept = ItemConstraints(keep=constraints.keep)
        refuse_infeasible(_data(dataset, model, nodes.nodes, nodes.ancestors, "ncp", constraints=kept, known=known))


def _data(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    cost: LabelCost,
    *,
    improved: bool = True,
    constraints: ItemConstraints = NO_CONSTRAINTS,
    exceptions: bool = False,
    known: Table | None = None,
    protected: ProtectedNodes | None = None,
    classes: Table | None = None,
) -> Data:
    refuse_too_few(dataset, model.k)
    unit, _ = units_of(dataset)
    dataset.engine.trace.begin_phase(f"counting the {unit} of each label")
    ancestors = without_items(dataset.engine, ancestors, constraints.drop)
    supporters = supporters_of(dataset, ancestors, model, known=known, protected=protected)
    apart = constraints.keep if exceptions else frozenset()
    if apart:
        supporters = supporters.beside(apart)
        constraints = replace(constraints, forbidden=constraints.too_general)
    tree = read_tree(supporters, nodes, dataset.items, cost, constraints, apart=apart)
    tree = replace(tree, items=dataset.distinct_items)
    most_sets = MOST_SETS if improved else None
    m = protected.longest if protected else model.m
    more: dict[str, Any] = {"absent": model.absent, "classes": classes}
    return Data(supporters, tree, search if improved else literal_search, m, most_sets, **more)


def _result(
    dataset: Dataset,
    data: Data,
    nodes: Table,
    kept: Sequence[int],
    *,
    last: KeptSet | None,
    method: str,
    nearest: Optimum | None = None,
    earlier: EarlierNames | None = None,
) -> KmResult:
    engine = dataset.engine
    tree = data.tree
    standing = [item for items in tree.taken_out(kept).values() for item in items]
    rows = data.supporters.beside(standing).records_of(kept)
    others = narrowed_by_name(tree, kept, earlier)
    tree = with_names(tree, others)
    labels = _labels(engine, nodes, tree, kept)
    changed = changes(engine, tree, dataset.distinct_items, kept, last, causes=data.causes)
    return KmResult(rows, labels, changed, method, tuple(kept), tree.cost(kept), tree, nearest, others=others)


def _with_exceptions(data: Data, kept: list[int], seconds: float) -> tuple[list[int], Optimum | None]:
    """Let items stand beside labels, and look for a choice that costs less, or a proof that there is none."""
    kept = kept_with_exceptions(data, kept)
    if seconds <= 0:
        return kept, None
    data.supporters.engine.trace.begin_phase("looking for labels and items that cost less, or for a proof")
    choice = nearest_choice(data, kept, seconds)
    return (choice.kept, Optimum(choice.bound, choice.proved)) if choice else (kept, None)


def _labels(engine: Engine, nodes: Table, tree: Tree, kept: Sequence[int]) -> Table:
    """Return ``item, label`` of every node, as they are released."""
    if not (out := tree.taken_out(kept)):
        return engine.table(columns_of(nodes, item="node", label="label"))
    rows = [(label, str(tree.labels[label])) for label in out]
    renamed = engine.load_rows("renamed", {"node": int, "label": str}, rows)
    return engine.table("km/exceptions/labels", nodes=nodes, renamed=renamed)


def _nearest(data: Data, last: KeptSet | None, kept: list[int], seconds: float) -> Optimum | None:
    if seconds <= 0:
        return None
    data.supporters.engine.trace.begin_phase("looking for labels that cost less, or for a proof that there are none")
    return optimum(data, last, kept, seconds)


def _name(tree: Tree, algorithm: KmAlgorithm) -> str:
    if algorithm == "aa":
        return "AA"
    flat = all(not tree.children[child] for child in tree.children[tree.root])
    name = UNGENERALIZED if flat else "mHgHs"
    return name if algorithm == "improved" else f"{name} (paper)"
