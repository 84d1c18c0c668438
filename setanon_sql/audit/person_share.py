"""How much of the records that show a set of labels is of one person, where k counts persons.

Of k persons who have such records one may have nearly all of them: then whoever knows these labels of somebody is left
with k persons, and guesses one of them. Single labels and pairs are counted.
"""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import Fields
from setanon_sql.query.templates import Table

#: Pairs that records show are counted in parts of so many, and not at all where there are more than so many.
_PART = 5_000_000
MOST_PAIRS = 200_000_000


@dataclass(frozen=True)
class PersonShare(Fields):
    """Labels, and pairs of labels, by how much of their records is of one person."""

    largest: Annotated[float, "the largest share of the records of a label, or a pair, that one person has"]
    sets: Annotated[int, "labels and pairs"]
    sets_over_half: Annotated[int, "those of which one person has more than half of the records"]


@scoped
def person_share(engine: Engine, shown: Table, persons: Table, *, pairs: bool) -> PersonShare | None:
    """Return how much of what records show (``record_id, item``) is of one person; None where there are too many pairs.

    ``persons``: ``record_id, person``. ``pairs``: also of two labels.
    """
    tables = {"shown": shown, "persons": persons}
    counts = [engine.row("sets/person_share/of_labels", **tables)]
    if pairs:
        total = engine.number("sets/person_share/pairs", shown=shown)
        if total > MOST_PAIRS:
            return None
        parts = 1 + total // _PART
        counts += [engine.row("sets/person_share/of_pairs", parts=parts, part=part, **tables) for part in range(parts)]
    sets, over_half, largest = zip(*counts, strict=True)
    return PersonShare(float(max(largest)), int(sum(sets)), int(sum(over_half)))
