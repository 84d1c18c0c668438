"""The SQL of the audit as one script, for a warehouse that setanon does not connect to."""

from dataclasses import replace

from setanon_sql.counting import mine, mine_persons
from setanon_sql.engine import scoped
from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.models.km.lacking import LackCount
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.unbounded import whole_records
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.scripts.columns import TableClasses, classes_of_table
from setanon_sql.scripts.faults import CountingFault, nothing_listed, of_items, without_person
from setanon_sql.scripts.selecting import select_engine
from setanon_sql.scripts.writing import fault_rows, finish, script_engine


def audit_km_script(
    model: KmAnonymity, dialect: str, table: Table, scratch_schema: str = "", *, knowable: Table | None = None
) -> str:
    """Return the script that counts minimal threats and records at risk up to m in ``table``.

    ``table`` has one row for each record and item; its ``columns`` say what these are called. The script's own tables
    begin with ``setanon_`` and go to ``scratch_schema``. Where the model counts persons, ``columns`` names theirs, too.
    ``knowable``: a table with a column of the only items that may be known; None: all. With absent items there are rows
    for these, too, and each says what it is of (``finding``).
    Without m it is one SELECT, which keeps nothing; see :func:`.unbounded.whole_records`.
    Raises BadParameter for a dialect that is not known.
    """
    if model.m is None:
        return whole_records(select_engine(dialect), model, table, knowable, least=0).text + ";\n"
    return _AuditScript(script_engine(dialect, model.m, scratch_schema), model, table, knowable).text()


class _AuditScript:
    """The statements of an audit: rows and persons first, then what is found of each size, then all of it."""

    def __init__(self, engine: ScriptEngine, model: KmAnonymity, table: Table, knowable: Table | None) -> None:
        self.engine = engine
        self.model = model
        self.persons = engine.table("script/data/persons", source=table) if model.person else None
        self.faults = [without_person(engine, table)] if model.person else []
        self.every = engine.table("script/data/distinct_rows", source=table) if model.absent and knowable else None
        self.transactions, listed = known_rows(engine, table, knowable)
        self.faults += listed
        self.in_small: Table | None = None
        self.findings: list[Table] = []
        if model.columns:
            self._note_classes(classes_of_table(engine, table, model.columns, model.k, self.persons))

    def text(self) -> str:
        """Write all; return the script."""
        engine = self.engine
        model = self.model
        rows = (engine, self.transactions)
        if self.persons is None:
            levels = mine(*rows, model.k, model.m, watch=self._note)
        else:
            levels = mine_persons(*rows, self.persons, model.k, model.m, watch=self._note)
        for _ in levels:
            pass
        absent = {"absent": self._absent()} if model.absent else {}
        faults = fault_rows(engine, self.faults)
        query = "absent_findings" if absent else "km_findings"
        query += "_of_persons" if self.persons else ""
        query += "_or_faults" if faults else ""
        binds: dict[str, Bind] = {**absent, **({"faults": faults[0]} if faults else {})}
        tables = [self.transactions, self.persons, self.every, self.in_small, *absent.values(), *faults]
        return finish(engine, f"script/findings/{query}", self.findings, *tables, **binds)

    def _note_classes(self, classes: TableClasses) -> None:
        """Note who is at risk by columns alone; what follows is counted in the other classes."""
        small = classes.small()
        in_small = classes.in_small()
        self._note(0, small, in_small)
        self.in_small = in_small
        others = classes.rows_of_large_classes(self.transactions)
        self.engine.drop(small, self.transactions)
        classes.drop()
        self.transactions = others
        self.faults.append(classes.fault)

    def _note(self, size: int, threats: Table, at_risk: Table) -> None:
        """Note what was found of one size."""
        if self.in_small is not None:
            tables = {"by_columns": self.in_small, "by_items": at_risk}
            at_risk = self.engine.table("script/columns/at_risk", **tables)
        self.findings.append(self._finding("km_finding", threats=threats, at_risk=at_risk, size=size))
        if self.in_small is not None:
            self.engine.drop(at_risk)

    def _finding(self, query: str, **binds: Bind) -> Table:
        """Return the table of what was found of one size, which stays until the end."""
        owned: dict[str, Bind] = {"persons": self.persons} if self.persons else {}
        query += "_of_persons" if self.persons else ""
        finding = self.engine.table(f"script/findings/{query}", **binds, **owned)
        return self.engine.scopes.outermost.take(finding)

    @scoped
    def _absent(self) -> Table:
        """Return what is found of absent items, by the number of present ones."""
        engine = self.engine
        items = engine.table("script/data/items", source_rows=self.transactions)
        numbered = {"source_rows": self.transactions, "items": items}
        item_rows = self._with_holders(engine.table("sources/numbers/code_labelled", **numbered))
        run = LackCount(engine, self._with_holders(self.every or self.transactions), self.model, risk=True)
        run.begin(item_rows)
        first, *others = [self._absent_level(run, size) for size in run.sizes()]
        for later in others:
            engine.append(first, all_rows(later))
        engine.drop(*others)
        return first

    def _absent_level(self, run: LackCount, size: int) -> Table:
        run.count()
        return self._finding("absent_finding", minimal=run.space["minimal"], at_risk=run.space["at_risk"], size=size)

    def _with_holders(self, rows: Table) -> Table:
        """Return rows with the person of each, or with the record itself, as its holder."""
        if self.persons is None:
            names = ("record_id", "item")
            return replace(rows, columns={name: name for name in names} | {"holder": "record_id"})
        return self.engine.table("sets/matching/persons", transactions=rows, persons=self.persons)


def known_rows(engine: ScriptEngine, table: Table, knowable: Table | None) -> tuple[Table, list[CountingFault]]:
    """Return the rows of items that may be known, each once, and what may be wrong with these."""
    rows = engine.table("script/data/distinct_rows", source=table)
    if knowable is None:
        return rows, []
    spellings = engine.table("script/data/spellings", source=table)
    named = of_items(knowable)
    known_rows = engine.table("script/data/known_rows", source_rows=rows, spellings=spellings, named=named)
    fault = nothing_listed(engine, "known", knowable, {"listed": known_rows, "item_rows": rows})
    engine.drop(rows, spellings)
    return known_rows, [fault]
