"""The gate of tables of counts: one SELECT that gives no row where no small count follows by subtracting, and else
counts only.
"""

from dataclasses import dataclass, replace

from sqlglot import exp

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.scripts.selecting import select_engine

#: So many columns of groups, and of items, a gate takes.
MOST_COLUMNS = 3
#: Dialects that take an empty text for NULL: what lacks a label would not be found.
_WITHOUT_EMPTY = ("exasol", "oracle")
#: So many labels may stand over one.
MOST_LEVELS = 6
_GROUPS = ("one", "two", "three")
_ITEMS = ("a", "b", "c")


@dataclass(frozen=True)
class CountsForm:
    """A table of counts as a gate reads it.

    ``count``: its column of counts. ``groups`` and ``items``: its other columns. ``total`` and ``hidden``: what stands
    for a total and for a count that is not shown, besides nothing at all. ``rounded``: counts are rounded down to
    multiples of it. ``adds_up``: the columns of groups whose parts add up to their totals.
    """

    count: str
    groups: tuple[str, ...]
    items: tuple[str, ...]
    total: str = ""
    hidden: str = ""
    rounded: int = 1
    adds_up: tuple[str, ...] = ()


def counts_gate(k: int, dialect: str, table: Table, form: CountsForm, tree: Table | None = None) -> SelectEngine:
    """Return the SELECT that finds counts from 1 to k - 1 in ``table``, as the engine that holds it.

    They are shown; or a count less that of a cell in it; or a total less its parts that are shown. ``tree``: a table of
    labels, its ``columns`` named for ``child`` and ``parent``. Rows: ``finding, counts``, one for each kind of them,
    and for what keeps the gate from counting; none where there is nothing of the sort.
    Raises BadParameter for a dialect that is not known or has no empty texts, and for more than three columns of
    groups or of items.
    """
    engine = select_engine(dialect)
    if dialect in _WITHOUT_EMPTY:
        raise BadParameter(f"<dialect> {dialect} takes an empty text for NULL", "audit the table: setanon audit counts")
    for option, columns in (("by", form.groups), ("items", form.items)):
        if len(columns) > MOST_COLUMNS:
            raise BadParameter(f"<{option}> of a gate takes up to {MOST_COLUMNS} columns", "an audit takes more")
    if not form.groups and not form.items:
        raise BadParameter("the table has no columns of items or groups", "name them: <items>, <by>")
    gate = _CountsGate(engine, k, form)
    gate.write(table, tree)
    return engine


#: Answers by the kind of small counts that they tell, and by what is at fault.
_Answers = dict[tuple[str, str], Table]


@dataclass(frozen=True)
class _CountsGate:
    engine: SelectEngine
    k: int
    form: CountsForm

    def write(self, table: Table, tree: Table | None) -> None:
        """Note the SELECT."""
        engine = self.engine
        form = self.form
        source = engine.table(_columns(table, form))
        lines = engine.table("gate/counts/lines", source=source, total=form.total, hidden=form.hidden)
        in_order = engine.table("gate/counts/in_order", lines=lines)
        cells = engine.table("gate/counts/cells", in_order=in_order, step=form.rounded)
        labels = engine.table("gate/counts/labels", cells=cells)
        answers: _Answers = {}
        if tree is not None:
            edges = engine.table("gate/counts/edges", tree=tree)
            paths = engine.table("gate/counts/paths", labels=labels, edges=edges)
            labels = engine.table("gate/counts/labels_above", paths=paths)
            answers["", f"more than {MOST_LEVELS} labels over one"] = engine.table("gate/counts/too_far", paths=paths)
        answers["small", "cells with several counts"] = engine.table("gate/counts/shown", cells=cells, k=self.k)
        answers["difference", "counts that contradict each other"] = self._differences(cells, labels)
        answers["line", "parts larger than their total"] = self._remainders(cells)
        answers["", "counts that are no whole number"] = engine.table("gate/counts/readable", lines=lines)
        self._show(answers)

    def _show(self, answers: _Answers) -> None:
        """Note the result: of each answer what follows, and what is at fault."""
        binds: list[dict[str, Bind]] = [
            {"kind": kind, "fault": fault, "answer": answer} for (kind, fault), answer in answers.items()
        ]
        self.engine.show(all_rows(self.engine.gather("gate/counts/found", binds)))

    def _differences(self, cells: Table, labels: Table) -> Table:
        """Return how many cells have a few more than one in them."""
        wider = {
            "wider_sets": self.engine.table("gate/counts/wider_sets", labels=labels),
            "wider_groups": self.engine.table("gate/counts/wider_groups", cells=cells),
        }
        return self.engine.table("gate/counts/differences", cells=cells, k=self.k, **wider)

    def _remainders(self, cells: Table) -> Table:
        """Return of how many totals a few are left without their parts."""
        summed: dict[str, Bind] = {
            place: name if name in self.form.adds_up else "" for place, name in _places(self.form).items()
        }
        parts = self.engine.table("gate/counts/parts", cells=cells, **summed)
        return self.engine.table("gate/counts/remainders", cells=cells, parts=parts, k=self.k)


def _places(form: CountsForm) -> dict[str, str]:
    """Return the column at each place of groups; '' where there is none."""
    return dict.fromkeys(_GROUPS, "") | dict(zip(_GROUPS, form.groups, strict=False))


def _columns(table: Table, form: CountsForm) -> exp.Select:
    """Return the query of the columns at their places, and of nothing where there is none."""
    named = _places(form) | dict.fromkeys(_ITEMS, "") | dict(zip(_ITEMS, form.items, strict=False)) | {"n": form.count}
    renamed = replace(table, columns={place: name or place for place, name in named.items()}).expression()
    query = renamed.this
    assert isinstance(query, exp.Select)
    for column in query.selects:
        if not named[column.alias]:
            column.set("this", exp.Literal.string(""))
    return query
