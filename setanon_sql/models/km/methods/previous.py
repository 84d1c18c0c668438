"""Labels beside an earlier release of the same people, so that k candidates remain across both.

Somebody may know up to m items of a person who is in both releases: by each a label of the old one, a label of the new
one, or both, where they fit each other. Of a set of these that too few persons fit, the labels of the new release must
not all be kept: so it is a threat like any other.

Where ``k`` counts persons, who may have several records, each row of the link stands for what may be known of one
record in each release; a record that goes takes all its rows along. The plan:

1. Who is linked, and has items in both. A set of old labels alone that some of them hold, but fewer than k, no label of
   the new release mends: such records have to be left out, until there is no such set (``records_that_must_go``). What
   is left is the most that can stay, for in fewer records these hold such sets all the same.
2. Find labels for the others, as ever.
3. Count the threats by both releases over these labels; forbid the labels of each together, and search again among the
   labels and those over them. What is found is counted by the new release alone, too. Back to 3, until there is none.
4. Who loses all labels is in one release only, and fewer candidates are left of the others. Where that leaves a set of
   old labels to fewer than k, their items are given more weight; where that does not help, they go: back to 2.

Columns beside the items are known of both releases: threats are counted among those who are alike in all of these. A
class of the new release that records leave goes, too, where fewer than k stay in it.

Every round forbids what the search before it kept, so that it ends (``Raising.run``). Who goes has k candidates in the
earlier release as long as nobody can tell which of its records the new one lacks.

Source: Ganta, Kasiviswanathan and Smith (KDD 2008), section 3 (intersection attack).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from setanon_sql.dataset import Dataset
from setanon_sql.inference.earlier import Earlier
from setanon_sql.measures.label_figures import Beside
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.kept import KeptSet
from setanon_sql.models.km.methods.linked import People
from setanon_sql.models.km.methods.proof import Optimum
from setanon_sql.models.km.methods.raised import Raising
from setanon_sql.pipeline.column_search import with_items_left, without_small_classes
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Choice:
    """Nodes to keep, found in ``data``: where the last search ended, and how near they are to the least cost."""

    data: Data
    nodes: list[int]
    last: KeptSet | None
    nearest: Optimum | None


@dataclass(frozen=True)
class Alike:
    """Classes of the new release (``record_id, class``), of ``k`` records or persons each."""

    classes: Table
    k: int

    def without_small(self, dataset: Dataset) -> Dataset:
        """Return a dataset without the records of classes of which fewer are left."""
        tables = {"classes": self.classes, "held": dataset.transactions}
        shown = dataset.engine.table("columns/classes/left", **tables)
        return with_items_left(without_small_classes(dataset, shown, self.k))


def keep_candidates(
    dataset: Dataset, ancestors: Table, earlier: Earlier, find: Callable[[Dataset], Choice], alike: Alike | None = None
) -> tuple[Choice, Beside]:
    """Find labels that leave k candidates across both releases; see the module for the plan.

    ``ancestors``: ``item, node``, without items that are dropped. ``find``: finds labels for some of the records.
    ``alike``: classes by columns of the new release; None: it has none.

    Raises NotReached where records would have to go and may not, and where nothing would be left.
    """
    people = People(dataset, earlier, alike.classes if alike else None)
    dataset.engine.trace.begin_phase("counting who shares labels of the previous release")
    present = people.present(dataset.transactions, ancestors)
    leaving = people.records_that_must_go(present)
    while True:
        staying = people.without_persons(dataset, leaving)
        if alike and len(leaving):
            staying = alike.without_small(staying)
            still_there = people.present(staying.transactions, ancestors)
            if len(in_small := np.setdiff1d(present, np.union1d(still_there, leaving))):
                leaving = people.with_those(leaving, in_small, present)
                continue
        people.refuse(leaving, present)
        choice = find(staying)
        raising = Raising(people, choice.data, np.setdiff1d(present, leaving))
        kept_nodes, stranded = raising.run(choice.nodes)
        if not len(stranded):
            return _changed(choice, kept_nodes, raising, people.records(leaving))
        leaving = np.union1d(leaving, people.of_same_records(stranded))


def _changed(choice: Choice, kept_nodes: list[int], raising: Raising, left_out: int) -> tuple[Choice, Beside]:
    tree = choice.data.tree
    before = set(choice.nodes)
    up = [node for node in before.difference(kept_nodes) if set(tree.labels_over(node)).intersection(kept_nodes)]
    below = {over for node in set(kept_nodes).difference(before) for over in tree.labels_over(node)}
    out = before.difference(kept_nodes, up, below)
    outcome = Beside(raising.at_risk, len(up), len(out), left_out, tree.cost(choice.nodes), tree.cost(kept_nodes))
    if before == set(kept_nodes):
        return choice if not left_out else replace(choice, nearest=None), outcome
    nearest = replace(choice.nearest, proved=False, better=None) if choice.nearest and not left_out else None
    return Choice(choice.data, kept_nodes, raising.last or choice.last, nearest), outcome
