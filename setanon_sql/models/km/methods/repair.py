"""A cut changed until no set of its labels tells somebody by what they lack, or by columns that are known besides.

The rounds know what is held too rarely. What too few hold and lack, or too few of alike records hold, is counted in the
data over the labels that were found; these must not all be kept. Among the nodes that the last round looked at the
search goes on, until it finds labels of which there is no such set. It ends: no later search keeps all labels of a set
that was found with one.
"""

from collections.abc import Sequence

import numpy as np

from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import sets_by_size, threats_with_blame
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.lacking import one_beside_one, tell_much_to_count


def without_few_found(data: Data, kept_nodes: Sequence[int], last: KeptSet | None) -> tuple[list[int], KeptSet | None]:
    """Return nodes to keep, and where the last search ended; ``last``: where theirs did (None: round 1)."""
    tree = data.tree
    kept_nodes = list(kept_nodes)
    nodes = np.flatnonzero(tree.allowed & (tree.weights > 0)) if last is None else last.graph.ids
    threats = [] if last is None else last.graph.threats
    data.engine.trace.begin_phase("changing labels by which too few are found with what they lack, or with columns")
    tell_much_to_count(data, kept_nodes)
    learned = sets_by_size(one_beside_one(data, nodes.tolist())) if kept_nodes else []
    while kept_nodes and (learned or (learned := threats_with_blame(data, kept_nodes))):
        threats += learned
        learned = []
        graph = ConflictGraph(tree, nodes.tolist(), threats)
        last = data.search(graph, [kept_nodes], False)
        kept_nodes = last.nodes()
        data.say(graph, threats, last)
    return kept_nodes, last
