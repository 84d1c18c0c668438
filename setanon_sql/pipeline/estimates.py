"""About how long the steps of a release will take, told before they begin: from its rows and the pairs in its records.

What a million rows and a million pairs take was measured on two cores, with baskets and with households. Another
machine takes another time, so these are orders of size, and short times are not told.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from setanon_sql.counting.parts import totals
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.progress import duration

#: Seconds that all steps together take at least where they are told.
LONG = 20.0
_MILLION = 1_000_000


@dataclass(frozen=True)
class Pace:
    """Seconds that a step takes for a million rows, and for a million pairs of items in records."""

    rows: float
    pairs: float = 0.0


#: The steps of the methods, in running order.
CLUSTERS: Mapping[str, Pace] = {"clustering": Pace(7.0), "splitting": Pace(1.2, 0.09)}
REFINING: Mapping[str, Pace] = {"refining": Pace(1.6, 0.06)}
WRITING: Mapping[str, Pace] = {"writing and verifying": Pace(5.0)}


def tell_estimates(dataset: Dataset, steps: Mapping[str, Pace], *others: str) -> None:
    """Tell about how long some steps will take, if that is long; ``others``: what is said of further steps.

    Only of DuckDB: how fast a warehouse is nobody knows.
    """
    engine = dataset.engine
    if not isinstance(engine, DuckDBEngine):
        return
    pairs, _ = totals(engine, dataset.transactions)
    seconds = {step: (pace.rows * dataset.rows + pace.pairs * pairs) / _MILLION for step, pace in steps.items()}
    if sum(seconds.values()) < LONG:
        return
    words = [f"{step} about {duration(each)}" for step, each in seconds.items()]
    engine.trace.note(f"to come: {', '.join([*words, *others])}")
