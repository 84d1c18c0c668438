"""What all scripts have in common: the engine that writes them, the tables that they read, and how they end."""

from dataclasses import replace

from setanon_sql.engine.warehouse import quoted_parts
from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.errors import BadParameter
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.reading import ColumnFields
from setanon_sql.query.dialects import dialect_named
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.scripts.faults import CountingFault

#: Sizes a script may go up to: each adds a dozen statements.
_LARGEST = 20


def script_engine(dialect: str, m: int | None, scratch_schema: str) -> ScriptEngine:
    """Return what a script is written with.

    Raises BadParameter for a dialect that is not known, and without m: a script cannot know when to stop.
    """
    dialect = dialect_named(dialect)
    if m is None or m > _LARGEST:
        raise BadParameter(f"a script needs <m>, {_LARGEST} at the most", "it cannot see when nothing larger is left")
    if len(quoted_parts(scratch_schema)) > 2:
        raise BadParameter("<schema> has more than two parts", "name a schema, or a catalog and a schema")
    return ScriptEngine(dialect, scratch_schema)


def finish(engine: ScriptEngine, query: str, findings: list[Table], *more: Table | None, **binds: Bind) -> str:
    """Write the statement that shows all findings, and those that drop what is left; return the script."""
    first, *others = findings
    for later in others:
        engine.append(first, all_rows(later))
    engine.show(query, findings=first, **binds)
    engine.drop(*findings[::-1], *more)
    return engine.text


def finish_or_fault(
    engine: ScriptEngine, query: str, findings: list[Table], faults: list[CountingFault], *more: Table | None
) -> str:
    """Write likewise, with the faults that there may be."""
    rows, *records = fault_rows(engine, faults)
    return finish(engine, query, findings, *more, rows, *records, faults=rows)


def fault_rows(engine: ScriptEngine, faults: list[CountingFault]) -> list[Table]:
    """Return the table of the faults that there may be (``n_records, finding``), and those that it is made of.

    Returns nothing where there can be none.
    """
    binds: list[dict[str, Bind]] = [{"fault": fault.records, "finding": fault.finding} for fault in faults]
    rows = [engine.gather("script/findings/fault_rows", binds)] if faults else []
    return [*rows, *(fault.records for fault in faults)]


def script_table(name: str, options: ColumnFields) -> Table:
    """Return the table a script reads: ``table``, ``schema.table`` or ``catalog.schema.table``."""
    columns = {"record_id": options.record_id, "item": options.item}
    person = options.person if isinstance(options, CountsPersons) else ""
    return replace(named_table(name), columns=columns | ({"person": person} if person else {}))


def named_table(name: str) -> Table:
    """Return a table by its name: ``table``, ``schema.table`` or ``catalog.schema.table``."""
    parts = quoted_parts(name)
    if len(parts) > 3:
        raise BadParameter("the name of a table has more than three parts", "catalog.schema.table", (name,))
    catalog, schema, table = ["", "", *parts][-3:]
    return Table(table, schema, catalog, quoted=False)


def table_beside(name: str, end: str) -> Table:
    """Return the table ``name_end``, within the double quotes of a name that stands in them."""
    quote = '"' if name.endswith('"') else ""
    return named_table(f"{name.removesuffix(quote)}_{end}{quote}")
