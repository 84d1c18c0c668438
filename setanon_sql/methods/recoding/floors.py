"""Secret floors: where each occurrence starts, so that whoever knows the method can rule nothing out."""

from collections.abc import Collection
from itertools import count

from setanon_sql.dataset import Dataset
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources.sampling import other_rows

#: Draws are eight hexadecimal digits.
_RANGE = 1 << 32


def occurrences_at_floors(
    dataset: Dataset, ancestors: Table, floor: float, secret: str, stay: Collection[int] = ()
) -> Table:
    """Return ``record_id, item, node, round``: the floor of each occurrence; where it has no ancestor it is missing.

    ``floor``: with this probability an occurrence goes one step up, from there another one, and so on. ``stay``: items
    that do not.
    """
    engine = dataset.engine
    draws = engine.empty("draws", "record_id", "item")
    raised = other_rows(engine, dataset.transactions, stay) if stay else dataset.transactions
    limit = f"{round(floor * _RANGE):08x}"
    for step in count(1) if floor else []:
        raised = engine.table("recoding/start/raised", occurrences=raised, key=f"{secret}:{step}", limit=limit)
        if not engine.count(raised):
            break
        engine.append(draws, all_rows(raised))
    return engine.table(
        "recoding/start/occurrences", transactions=dataset.transactions, draws=draws, ancestors=ancestors
    )
