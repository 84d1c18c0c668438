"""Into how many parts the sets of records are split, so that each is small."""

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table

#: So many times records show a set of a part.
_PART = 1_000_000


def n_sets(engine: Engine, step: str, shown: Table) -> int:
    """Return how many times records that show this show a set (``pairs``, ``triples``)."""
    return engine.number(f"recoding/{step}/total", shown=shown)


def parts_for(n: int) -> int:
    """Return the number of parts for so many sets of records, or broken ones."""
    return 1 + n // _PART
