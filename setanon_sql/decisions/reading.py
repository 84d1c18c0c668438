"""Read constraints (``item, rule, level``) and weights (``item, weight``)."""

from collections.abc import Iterable
from typing import Any

from setanon_sql.decisions.rules import Decisions, ItemRule, checked
from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.frames import source_name, text_of
from setanon_sql.sources.small import Row, small_rows

_BLANK: Row = (None, None, None)


def read_decisions(
    engine: Engine, constraints: Any = None, weights: Any = None, options: SourceOptions | None = None
) -> Decisions:
    """Read what the analyst decides: files, frames, rows in Python, or with ``options.db`` tables.

    ``constraints``: ``item, rule, level``. ``weights``: ``item, weight``. None: there are none.
    Raises BadInput where they cannot be read, a table has no row, or rows are wrong, which it names by their place.
    """
    options = options or SourceOptions()
    rules = _rules(engine, constraints, options) if constraints is not None else ()
    weighed = _weights(engine, weights, options) if weights is not None else ()
    return Decisions(checked(rules), checked(weighed))


def _rules(engine: Engine, source: Any, options: SourceOptions) -> list[ItemRule]:
    rows = _rows(engine, source, options, ("item", "rule"), ("level",))
    return [ItemRule(_text(item), _name(rule), _text(level), at) for at, (item, rule, level) in rows]


def _weights(engine: Engine, source: Any, options: SourceOptions) -> list[ItemRule]:
    rows = _rows(engine, source, options, ("item", "weight"), ())
    return [ItemRule(_text(item), "weight", _text(weight), at) for at, (item, weight) in rows]


def _rows(
    engine: Engine, source: Any, options: SourceOptions, needed: tuple[str, ...], optional: tuple[str, ...]
) -> list[tuple[int, Row]]:
    """Return the rows with their places, from 1; those without anything are passed over."""
    width = len(needed) + len(optional)
    cells = _padded_rows(source, width) if _is_rows(source) else small_rows(engine, source, options, needed, optional)
    rows = [(at, row) for at, row in enumerate(cells, 1) if any(_text(cell) for cell in row)]
    if not rows:
        raise BadInput(
            f"{source_name(source)} names no item", f"it needs a row ({', '.join((*needed, *optional))}), or none"
        )
    return rows


def _is_rows(source: Any) -> bool:
    return isinstance(source, list | tuple) and all(isinstance(row, list | tuple) for row in source)


def _padded_rows(source: Iterable[Any], width: int) -> list[Row]:
    """Return rows of Python: those that are short end in nothing."""
    rows = [tuple(text_of(cell) for cell in row) for row in source]
    if any(len(row) > width for row in rows):
        raise BadInput(f"a row of constraints or weights has more than {width} values", "it has one for each column")
    return [(row + _BLANK)[:width] for row in rows]


def _text(value: str | None) -> str:
    return (value or "").strip()


def _name(rule: str | None) -> str:
    """Return the name of a rule: ``at most``, ``At_most`` and ``at-most`` are one."""
    return "_".join(_text(rule).lower().replace("-", " ").replace("_", " ").split())
