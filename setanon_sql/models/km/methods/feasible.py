"""Can all items stay that must? Where fewer than k records (persons) hold a set of them, no release can show them all.

Everything else can be suppressed, and no label stands over an item that must stay. So the threats among these items
are all that is in the way, and what is left once an item of each threat is given up can stay.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import NotReached
from setanon_sql.methods.giving_up import count_text, items_to_give_up
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import threats_over
from setanon_sql.models.km.methods.mapped import lines


def keep_as_many(data: Data) -> ItemConstraints:
    """Return the constraints with as many of the items of ``keep_most`` as can stay beside those that must.

    Tells how many gave way (``--show-values``: which). What has to give way by those that must stay is told with them.
    """
    constraints = data.tree.constraints
    candidates = constraints.keep | constraints.keep_most
    threats = threats_over(data, sorted(candidates))
    in_the_way = _without(threats, sorted(constraints.keep))
    given_up, proved = items_to_give_up(in_the_way) if in_the_way else ([], True)
    if given_up:
        fewest = "no fewer would do" if proved else "fewer might do"
        names = [str(data.tree.labels[node]) for node in given_up]
        data.supporters.engine.trace.warn(
            f"{len(given_up):,} of the {len(constraints.keep_most):,} items of keep_most in <constraints> gave way "
            f"({fewest}): fewer than k {data.supporters.unit} hold them, or hold them together with others that stay",
            names,
        )
    candidates_left = candidates.difference(given_up)
    over = {node for item in candidates_left for node in data.tree.over(item)}
    return replace(
        constraints, keep=candidates_left, keep_most=frozenset(), gave_way=frozenset(given_up),
        forbidden=constraints.forbidden | over,
    )  # fmt: skip


def _without(threats: Sequence[Ints], items: Sequence[int]) -> list[Ints]:
    """Return what is left of each threat without some items, one array a size; nothing of those that hold no other."""
    parts: list[Ints] = []
    for sets in threats:
        remaining = ~np.isin(sets, items)
        for size in range(1, sets.shape[1] + 1):
            rows = remaining.sum(axis=1) == size
            if rows.any():
                parts.append(sets[rows][remaining[rows]].reshape(-1, size))
    return parts


def refuse_infeasible(data: Data) -> None:
    """Raise NotReached where not all items can stay that must, with the fewest that have to be given up."""
    keep = sorted(data.tree.constraints.keep)
    threats = [sets for sets in threats_over(data, keep) if len(sets)] if keep else []
    if not threats:
        return
    given_up, proved = items_to_give_up(threats)
    count = sum(map(len, threats))
    unit = data.supporters.unit
    raise NotReached(
        f"not all of the {len(keep):,} items to keep can stay: of {count:,} minimal sets of them each is held by some "
        f"{unit}, but by fewer than k. {count_text(given_up, proved)}",
        "take them out of <constraints> (<values> them), or use a smaller <k> or <m>",
        [
            *lines(data.tree, "to give up", [[node] for node in given_up]),
            *(line for sets in threats for line in lines(data.tree, f"held by too few {unit}", sets.tolist())),
        ],
    )
