"""What the values of a column become at a step of its ladder."""

from itertools import pairwise
from typing import Any

from setanon_sql.columns.reading import MISSING
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.ladders import Ladder
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count_of

#: The first and the last number that a band begins and ends with.
_ENDS = (-(10**18), 10**18)


@scoped
def refuse_other_values(engine: Engine, ladder: Ladder, texts: Table, tree: Taxonomy | None) -> None:
    """Raise BadInput where values are none that the ladder knows: no dates, no numbers, not in the tree."""
    odd = 0
    if tree is not None:
        placed = engine.table("columns/steps/tree", texts=texts, places=_places(engine, tree, 0), missing=MISSING)
        odd = engine.count(texts) - engine.count(placed)
    elif (values := other_values(engine, ladder, texts)) is not None:
        odd = engine.count(values)
    if odd:
        what = f"{'is' if odd == 1 else 'are'} {what_others_are(ladder, odd)}"
        raise BadInput(
            f'{count_of(odd, "value")} of the column "{ladder.column}" {what}',
            "mend the source, read it with a <query> that does, or take another ladder",
        )


def other_values(engine: Engine, ladder: Ladder, texts: Table) -> Table | None:
    """Return the values (``text``) that are no dates, or no numbers; None where the ladder takes all."""
    checks = {"date": "no_dates", "width": "no_numbers", "bands": "no_numbers"}
    if ladder.kind not in checks:
        return None
    return engine.table(f"columns/steps/{checks[ladder.kind]}", texts=texts, missing=MISSING)


def what_others_are(ladder: Ladder, number: int) -> str:
    """Return what so many values are that a ladder does not know."""
    if ladder.kind == "file":
        return "not in its file"
    ending = "s" if number > 1 else ""
    return f"no date{ending} (YYYY-MM-DD)" if ladder.kind == "date" else f"no number{ending} of up to 15 characters"


@scoped
def step_of(engine: Engine, ladder: Ladder, step: str, texts: Table, tree: Taxonomy | None) -> Table:
    """Return ``value, code, label``: what each value (``texts``: ``value, text``) is called at a step."""
    if not ladder.kind:
        labelled = engine.view(columns_of(texts, value="value", label="text"))
    else:
        name, binds = _query(engine, ladder, step, tree)
        labelled = engine.table(f"columns/steps/{name}", texts=texts, missing=MISSING, **binds)
    return engine.table("columns/steps/coded", labelled=labelled)


def _query(engine: Engine, ladder: Ladder, step: str, tree: Taxonomy | None) -> tuple[str, dict[str, Any]]:
    if tree is not None:
        return "tree", {"places": _places(engine, tree, int(step))}
    if ladder.kind == "date":
        return step, {}
    if ladder.kind == "width":
        return "width", {"width": int(step)}
    if ladder.kind == "prefix":
        return "prefix", {"length": int(step)}
    return "bands", {"bands": _bands(engine, ladder.bounds)}


def _places(engine: Engine, tree: Taxonomy, depth: int) -> Table:
    """Return ``text, label``: the label of each value, at most so deep below the root."""
    rows = []
    for label in tree.depth:
        path = tree.path(label)[::-1]
        rows.append((label, path[min(depth, len(path) - 1)]))
    return engine.load_rows("places", {"text": str, "label": str}, rows)


def _bands(engine: Engine, bounds: tuple[int, ...]) -> Table:
    first, last = bounds[0], bounds[-1]
    rows = [(_ENDS[0], first, f"under {first}")]
    rows += [(low, high, f"[{low}, {high})") for low, high in pairwise(bounds)]
    rows += [(last, _ENDS[1], f"from {last}")]
    return engine.load_rows("bands", {"low": int, "high": int, "label": str}, rows)
