"""Labels that must not be kept together since too few have some of them and lack another one, or two.

Counted in the data over the labels that are kept, where these hold no threat by what is there. Each is a set of nodes:
what is held, what is lacked, and the items that were taken out of these labels, for by them the labels are what they
are. Whoever keeps other nodes is counted anew, so nothing is taken for granted of them: there is no bound on the cost.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import factorial

import numpy as np

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.km.lacking import LackCount, with_holders
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.text import count_of

#: So many sets are learned at a time, those that the fewest hold.
_MOST = 20_000
#: So many pairs are learned at once that hold for all labels.
_MOST_PAIRS = 500_000
#: Where a round counts more rows, it is told before: a thousand million take a minute or more.
_MANY_ROWS = 1_000_000_000


@scoped
def few_lacking(data: Data, kept_nodes: Collection[int]) -> list[tuple[int, ...]]:
    """Return the smallest sets of kept nodes by which fewer than k are found; none where no absence may be known.

    Raises NotReached where all nodes of one must stay.
    """
    if not data.absent:
        return []
    tree = data.tree
    out = tree.lifted_out(kept_nodes)
    threats = _threats_in(data, kept_nodes, [item for items in out.values() for item in items])
    sets = sorted({part for nodes in threats for part in _to_part(data, tuple(nodes), out)})
    if any(tree.constraints.keep.issuperset(nodes) for nodes in sets):
        raise NotReached(
            f"items that must stay are had, and lacked, by fewer than k {data.supporters.unit}; nothing was published",
            "take them out of <constraints>, or use a smaller <k>, <m> or <absent>",
        )
    return sets


@scoped
def tell_much_to_count(data: Data, kept_nodes: Collection[int]) -> None:
    """Note how much each round has to count, if that is much: nobody knows how many rounds there are."""
    if not data.absent or data.m is None:
        return
    rows = data.supporters.records_of(kept_nodes)
    ((n,),) = data.engine.rows("km/absent/beside_sets", item_rows=rows, m=data.m, orders=factorial(data.m))
    if n > _MANY_ROWS:
        data.engine.trace.note(
            f"who lacks a label beside {count_of(data.m, 'other')} is counted in some {n / 1e6:,.0f} million rows, "
            "again in each of many rounds: this can take hours, or not end; a smaller <m> is done sooner"
        )


@scoped
def one_beside_one(data: Data, nodes: Collection[int]) -> list[tuple[int, ...]]:
    """Return which of some nodes too few lack, and of which pairs too few have one and lack the other.

    That holds whatever other nodes are kept, where labels stand for all items under them. None where nodes stand for
    others, or only some may be known.
    """
    if not data.absent or data.stand_for or data.supporters.known is not None:
        return []
    tree = data.tree
    sets = _threats_in(replace(data, m=1, absent=1), nodes, [], every_size=True)
    apart = [tuple(each) for each in sets if not tree.constraints.keep.issuperset(each)]
    return [
        each for each in apart if len(each) == 1 or not (each[0] in tree.over(each[1]) or each[1] in tree.over(each[0]))
    ]


def _to_part(data: Data, nodes: tuple[int, ...], out: Mapping[int, Sequence[int]]) -> list[tuple[int, ...]]:
    """Return sets of nodes that must not all be kept for a threat: its own, and what was taken ``out`` of its labels.

    A threat that is met again has its items dealt to twice as many sets: so many of them go back to their labels at
    once, the rarest first, or a label goes. One by one takes as many rounds as there are items.
    """
    items = sorted({item for node in nodes for item in out.get(node, ())}, key=lambda item: data.tree.occurrences[item])
    met = data.met_lacking[nodes] = data.met_lacking.get(nodes, 0) + 1
    parts = max(min(2 ** (met - 1), len(items)), 1)
    return [tuple(sorted({*nodes, *items[at::parts]})) for at in range(parts)]


def _threats_in(
    data: Data, kept_nodes: Collection[int], standing: Collection[int], *, every_size: bool = False
) -> list[list[int]]:
    """Return the nodes of each threat of the smallest size that has any; or of ``every_size``, all there are."""
    supporters = data.supporters.beside(standing)
    engine = data.engine
    model = KmAnonymity(supporters.k, data.m, person=supporters.persons is not None, absent=data.absent)
    shown = supporters.records_of(data.shown_nodes(kept_nodes))
    run = LackCount(engine, with_holders(engine, shown, supporters.persons), model)
    knowable = kept_nodes if supporters.known is None else supporters.known.intersection(kept_nodes)
    run.begin(with_holders(engine, supporters.records_of(knowable), supporters.persons))
    most = _MOST_PAIRS if every_size else _MOST
    threats: list[list[int]] = []
    for _ in run.sizes():
        if run.count(enough=most):
            threats += _nodes_of(engine, run, most)
        if threats and not every_size:
            break
    return threats


def _nodes_of(engine: Engine, run: LackCount, most: int) -> list[list[int]]:
    """Return the nodes of so many threats of a size, those that the fewest hold."""
    items = engine.columns("km/absent/threat_nodes", threat_items=run.threat_items(most))
    starts = np.flatnonzero(np.diff(items["threat_id"], prepend=0))
    nodes: Ints = items["item"].astype(np.int64)
    return [part.tolist() for part in np.split(nodes, starts[1:])]
