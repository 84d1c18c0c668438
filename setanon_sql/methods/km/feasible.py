"""Can all items stay that must? Where fewer than k records hold a set of them, no release can show them all.

Everything else can be suppressed, and no label stands over an item that must stay. So the threats among these items
are all that is in the way, and what is left once an item of each threat is given up can stay. The fewest items that do
are a smallest hitting set: an integer program, solved exactly where it is small, else greedily.
"""

from collections.abc import Sequence

import numpy as np

from setanon_sql.errors import NotReached
from setanon_sql.methods.km.arrays import Ints
from setanon_sql.methods.km.data import Data
from setanon_sql.methods.km.mapped import lines, threats_over
from setanon_sql.methods.km.relaxation import Relaxation

#: More threats than that are not given to the integer program, which may take so many seconds.
_MOST, _SECONDS = 50_000, 10.0


def refuse_infeasible(data: Data) -> None:
    """Raise NotReached where not all items can stay that must, with the fewest that have to be given up."""
    keep = sorted(data.tree.wanted.keep)
    threats = [found for found in threats_over(data, keep) if len(found)] if keep else []
    if not threats:
        return
    given_up, proved = to_give_up(threats)
    size = "the smallest set" if proved else "a small set"
    count = sum(map(len, threats))
    raise NotReached(
        f"not all of the {len(keep):,} items to keep can stay: of {count:,} minimal sets of them each is held by some "
        f"records, but by fewer than k. {size.capitalize()} of items to give up has {len(given_up):,}",
        "take them out of --constraints (--show-values names them), or use a smaller --k or --m",
        [
            *lines(data.tree, "to give up", [[node] for node in given_up]),
            *(line for found in threats for line in lines(data.tree, "held by too few records", found.tolist())),
        ],
    )


def to_give_up(threats: Sequence[Ints]) -> tuple[list[int], bool]:
    """Return nodes of which each threat (a row, one array a size) has one, and whether fewer will not do."""
    if sum(map(len, threats)) > _MOST:
        return _greedily(threats), False
    nodes = np.unique(np.concatenate([found.ravel() for found in threats]))
    relaxation = Relaxation(np.ones(len(nodes)))
    relaxation.exclude(np.searchsorted(nodes, threats[0].ravel()) if threats[0].shape[1] == 1 else np.zeros(0, int))
    for found in threats:
        if found.shape[1] > 1:
            relaxation.require(np.searchsorted(nodes, found).tolist(), all_but_one=True)
    start = np.isin(nodes, _greedily(threats), invert=True).astype(np.float64)
    solved = relaxation.whole(start, _SECONDS)
    if not solved.done:
        return nodes[start < 0.5].tolist(), False
    return nodes[solved.values < 0.5].tolist(), True


def _greedily(threats: Sequence[Ints]) -> list[int]:
    """Give up the node in most threats, as long as there are any; of several the first."""
    left, given_up = list(threats), list[int]()
    while any(len(found) for found in left):
        times = np.bincount(np.concatenate([found.ravel() for found in left]))
        given_up.append(int(times.argmax()))
        left = [found[~(found == given_up[-1]).any(axis=1)] for found in left]
    return given_up
