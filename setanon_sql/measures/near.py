"""How many of the most frequent items and pairs have about the count of the source in a release?"""

from collections.abc import Sequence

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.measures.before_after import pair_fates
from setanon_sql.measures.results import Measures
from setanon_sql.query.templates import Table

#: Of so many of the most frequent it is told.
MOST = (100, 1_000)
#: A count is near that lacks at most this share, in percent.
LACKING = 5


@scoped
def near_counts(source: Dataset, release: Table, most: Sequence[int] = MOST) -> Measures:
    """Return ``items_near`` and ``pairs_near``: counts of records of the ``release`` that show them as they are.

    ``most``: of so many of the most frequent, in order, where the source has so many. A release shows no more of an
    item than the source has. Cost: as for the list of pairs.
    """
    engine = source.engine
    items = {
        number: engine.number(
            "measures/before_and_after/near_items", items=source.items, release=release, most=number, lacking=LACKING
        )
        for number in most
        if source.distinct_items >= number
    }
    fates = pair_fates(source, release, most[-1])
    near = [(pair.support - pair.after) * 100 <= LACKING * pair.support for pair in fates]
    return Measures(items_near=items, pairs_near={n: sum(near[:n]) for n in most if len(near) >= n})
