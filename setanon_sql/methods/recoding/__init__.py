"""Local recoding: an item may stay in one record and be a label in another, so that each set of labels is common.

A record shows labels: items, or nodes of the taxonomy over them. Each set of up to m labels that some record shows has
to be shown by k records (or by records of k persons).

1. Start each occurrence at its item, some of them higher: at secret floors (``floors``).
2. Lift: of each set that too few show, one label goes a step up in each record that shows it, for all items of the
   record under it; above the root it goes. Round by round until no such set is left: labels first, then pairs, then
   triples (``lift``, ``sets``). Which label goes is a matter of its price. Where any number of labels may be known
   (without m), the cheapest labels of each record go up that fewer than k hold as a whole (``whole_records``).
3. Where a record shows as many labels at or below one as there are items under it, it says these items: the labels
   below go up, too.
   Where something is sensitive, sets from which it follows too surely are broken like those that too few show: in all
   records that show them, for those that hold what is sensitive would stand out (``sure_sets``).
4. Follow each occurrence from its floor through the rounds (``labels``).

4b. Where columns of the records are known besides, all of this is done in each class of alike records (``by_class``).

What is asked for of single items, and which may be known, is in ``rules``: an item that must stay starts at itself and
is never the one that goes up; labels that nobody can know are in no set, and are never lifted.

Source: local recoding by partitions is in Terrovitis et al., "Local and global recoding methods for anonymizing
set-valued data" (VLDB Journal 2011); here it is decided for each occurrence.
"""

from collections.abc import Sequence

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import scoped
from setanon_sql.methods.recoding.by_class import ClassTrees
from setanon_sql.methods.recoding.floors import occurrences_at_floors
from setanon_sql.methods.recoding.labels import ShownLabels
from setanon_sql.methods.recoding.lift import Lift
from setanon_sql.methods.recoding.prices import PRICES, Price, prices_for
from setanon_sql.methods.recoding.rules import NodeRules, item_weights, rules_of
from setanon_sql.methods.recoding.sure_sets import Hidden, Secrets
from setanon_sql.methods.recoding.whole_records import LiftRecords
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Nodes

__all__ = [
    "PRICES",
    "Hidden",
    "NodeRules",
    "Price",
    "Secrets",
    "item_weights",
    "labels_lifted",
    "prices_for",
    "recode_from",
    "recode_locally",
    "rules_of",
]


@scoped
def recode_locally(
    dataset: Dataset, nodes: Nodes, k: int, m: int | None, *, prices: Sequence[Price], floor: float, secret: str,
    hidden: Hidden | None = None, constraints: ItemConstraints = NO_CONSTRAINTS, knowable: Table | None = None,
    classes: Table | None = None,
) -> list[Table]:  # fmt: skip
    """Lift labels until each set of up to ``m`` labels that a record shows is shown by ``k`` records, or persons.

    ``dataset``: the transactions, without items that must go; where it has persons, these count. ``nodes``: the tree
    over their items. ``m``: at most ``LOCALLY_KNOWN``; None: any number. ``prices``: which label of a set is lifted,
    tried one after the other from the same floors. ``floor``: the probability of each step up to a floor, 0..1.
    ``secret``: what the floors are drawn with; whoever has it can rule records out. ``hidden``: what no set of labels
    may tell; it is not among the transactions, and with it there has to be an ``m``. ``constraints``: sets of items
    that must stay are all shown by k. ``knowable`` (``node``): only sets of these are threats; None: of all.
    ``classes`` (``record_id, class``): sets are counted in each class; None: all records are alike. Returns for each
    price ``record_id, item, node``: what stands for each item of the source that is not gone.
    """
    rules = rules_of(dataset, nodes, constraints, knowable)
    floors = occurrences_at_floors(dataset, rules.ancestors, floor, secret, constraints.keep)
    if classes is None:
        return [recode_from(dataset, rules, floors, k, m, price=price, hidden=hidden) for price in prices]
    trees = ClassTrees(dataset, rules, classes)
    of_trees = trees.rules(rules)
    start = trees.start(floors)
    return [trees.nodes(recode_from(dataset, of_trees, start, k, m, price=price, hidden=hidden)) for price in prices]


@scoped
def recode_from(
    dataset: Dataset,
    rules: NodeRules,
    start: Table,
    k: int,
    m: int | None,
    *,
    price: Price,
    hidden: Hidden | None = None,
) -> Table:
    """Lift labels as :func:`recode_locally` does, by one price, from floors (``record_id, item, node, round``: 0)."""
    return _lifted(dataset, rules, start, k, m, price=price, hidden=hidden).resolved(start)


@scoped
def labels_lifted(dataset: Dataset, nodes: Nodes, k: int, m: int, *, price: Price) -> Table:
    """Return the labels that records show at the end, ``record_id, node``; each occurrence starts at its item."""
    rows = dataset.transactions
    start = dataset.engine.view(columns_of(rows, record_id="record_id", node="item"))
    return _lifted(dataset, rules_of(dataset, nodes), start, k, m, price=price).rows


def _lifted(
    dataset: Dataset,
    rules: NodeRules,
    start: Table,
    k: int,
    m: int | None,
    *,
    price: Price,
    hidden: Hidden | None = None,
) -> ShownLabels:
    engine = dataset.engine
    shown = ShownLabels(engine, rules, engine.table("recoding/start/shown", occurrences=start))
    if m is None:
        assert hidden is None
        LiftRecords(dataset, rules, shown, k=k, price=price).run()
    else:
        Lift(dataset, rules, shown, k=k, m=m, price=price, hidden=hidden).run()
    return shown
