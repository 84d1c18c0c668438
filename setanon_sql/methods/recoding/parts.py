"""Into how many parts the sets of records are split, so that each is small."""

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table

#: So many times records show a set of a part.
_PART = 1_000_000


def parts_of(engine: Engine, step: str, shown: Table) -> int:
    """Return the number of parts for the sets (``pairs``, ``triples``) of records that show this."""
    return 1 + engine.number(f"recoding/{step}/total", shown=shown) // _PART
