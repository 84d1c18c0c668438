"""Which rows a solution of the relaxed problem breaks: nodes of which at most one can be kept, and threats.

Nodes are named by their place among the nodes in play. Two are *adjacent* where they must not be kept together; of a
clique, nodes that are all adjacent to each other, one can be kept. Cliques make the relaxed problem much stronger than
the pairs that they consist of.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from setanon_sql.models.km.methods.arrays import Flags, Floats, Ints

#: Values sum up to more than is allowed by at least this much.
_BROKEN = 1e-4


def broken_cliques(adjacent: Flags, values: Floats, weights: Floats, most: int) -> list[tuple[int, ...]]:
    """Return up to ``most`` cliques of which more than one node is kept, those first that break most.

    From each node the clique grows by the neighbour of the largest value. So where two adjacent nodes have values over
    1 together, a clique is found.
    """
    used = np.flatnonzero(values > 1e-6)
    used = used[np.argsort(-values[used], kind="stable")]
    among = adjacent[np.ix_(used, used)]
    shares = values[used]
    cliques: dict[tuple[int, ...], float] = {}
    for first in range(len(used)):
        members = _grown(among, first)
        if (total := float(shares[members].sum())) > 1 + _BROKEN:
            cliques.setdefault(_largest(adjacent, used[members], weights), total)
    return sorted(cliques, key=lambda clique: (-cliques[clique], clique))[:most]


def _grown(among: Flags, first: int) -> list[int]:
    members = [first]
    open_ = among[first].copy()
    while open_[best := int(np.argmax(open_))]:
        members.append(best)
        open_ &= among[best]
    return members


def _largest(adjacent: Flags, members: Ints, weights: Floats) -> tuple[int, ...]:
    """Add whatever is adjacent to all, the heaviest first."""
    clique = members.tolist()
    open_ = np.logical_and.reduce(adjacent[members])
    while open_.any():
        clique.append(int(np.argmax(np.where(open_, weights, -1))))
        open_ &= adjacent[clique[-1]]
    return tuple(sorted(clique))


def broken_threats(threats: Iterable[Ints], values: Floats, most: int) -> list[Sequence[int]]:
    """Return up to ``most`` threats a size of which all members are kept, or too much of them all."""
    broken: list[Sequence[int]] = []
    for listed in threats:
        over = values[listed].sum(axis=1) - (listed.shape[1] - 1)
        worst = np.argsort(-over, kind="stable")[:most]
        broken += listed[worst[over[worst] > _BROKEN]].tolist()
    return broken
