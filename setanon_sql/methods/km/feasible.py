"""Can all items stay that must? Where fewer than k records hold a set of them, no release can show them all.

Everything else can be suppressed, and no label stands over an item that must stay. So the threats among these items
are all that is in the way, and what is left once an item of each threat is given up can stay.
"""

from setanon_sql.errors import NotReached
from setanon_sql.methods.giving_up import to_give_up, told
from setanon_sql.methods.km.data import Data
from setanon_sql.methods.km.mapped import lines, threats_over


def refuse_infeasible(data: Data) -> None:
    """Raise NotReached where not all items can stay that must, with the fewest that have to be given up."""
    keep = sorted(data.tree.wanted.keep)
    threats = [found for found in threats_over(data, keep) if len(found)] if keep else []
    if not threats:
        return
    given_up, proved = to_give_up(threats)
    count = sum(map(len, threats))
    raise NotReached(
        f"not all of the {len(keep):,} items to keep can stay: of {count:,} minimal sets of them each is held by some "
        f"records, but by fewer than k. {told(given_up, proved)}",
        "take them out of --constraints (--show-values names them), or use a smaller --k or --m",
        [
            *lines(data.tree, "to give up", [[node] for node in given_up]),
            *(line for found in threats for line in lines(data.tree, "held by too few records", found.tolist())),
        ],
    )
