"""Read constraints (``item, rule, level``) and weights (``item, weight``)."""

from collections.abc import Iterable
from typing import Any

from setanon_sql.decisions.rules import Decisions, Rule, checked
from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.frames import called
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


def _rules(engine: Engine, source: Any, options: SourceOptions) -> list[Rule]:
    rows = _rows(engine, source, options, ("item", "rule"), ("level",))
    return [Rule(_text(item), _name(rule), _text(level), at) for at, (item, rule, level) in rows]


def _weights(engine: Engine, source: Any, options: SourceOptions) -> list[Rule]:
    rows = _rows(engine, source, options, ("item", "weight"), ())
    return [Rule(_text(item), "weight", _text(weight), at) for at, (item, weight) in rows]


def _rows(
    engine: Engine, source: Any, options: SourceOptions, wanted: tuple[str, ...], optional: tuple[str, ...]
) -> list[tuple[int, Row]]:
    """The rows with their places, from 1; those without anything are passed over."""
    width = len(wanted) + len(optional)
    read = _given(source, width) if _is_rows(source) else small_rows(engine, source, options, wanted, optional)
    rows = [(at, row) for at, row in enumerate(read, 1) if any(_text(one) for one in row)]
    if not rows:
        raise BadInput(
            f"{called(source)} names no item", f"it needs a row ({', '.join((*wanted, *optional))}), or none"
        )
    return rows


def _is_rows(source: Any) -> bool:
    return isinstance(source, list | tuple) and all(isinstance(row, list | tuple) for row in source)


def _given(source: Iterable[Any], width: int) -> list[Row]:
    """Rows of Python: those that are short end in nothing."""
    rows = [tuple(None if one is None else str(one) for one in row) for row in source]
    if any(len(row) > width for row in rows):
        raise BadInput(f"a row of constraints or weights has more than {width} values", "it has one for each column")
    return [(row + _BLANK)[:width] for row in rows]


def _text(value: str | None) -> str:
    return (value or "").strip()


def _name(rule: str | None) -> str:
    """``at most``, ``At_most`` and ``at-most`` are one rule."""
    return "_".join(_text(rule).lower().replace("-", " ").replace("_", " ").split())
